package core_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/scenes"
)

var damages = flag.Int("damages", map[bool]int{true: 6, false: 2}[longtest.On], "how many damaged states of each scene are restored")

// A state whose bytes were changed is refused, or the game goes on with it: whatever it
// names is there.
func TestADamagedArenaIsRefusedOrGoesOn(t *testing.T) {
	if testing.Short() {
		t.Skip("damages a save of every shipped scene")
	}
	t.Parallel()
	told := map[bool]int{}
	for _, name := range scenes.Shipped() {
		g := arenatest.Shipped(t, name, 0, 1, 0)
		if g.Arena == nil {
			g.Close()
			continue
		}
		r := rand.New(rand.NewPCG(1, uint64(len(name))))
		for i := range *damages {
			g.Steps(50)
			bad := saved(t, g.Arena)
			at := r.IntN(len(bad))
			switch i % 3 {
			case 0:
				bad[at] ^= 1 << r.IntN(8)
			case 1:
				bad[at] = byte(r.Uint32())
			default:
				for k := range min(8, len(bad)-at) {
					bad[at+k] = byte(r.Uint32() | r.Uint32())
				}
			}
			what := fmt.Sprintf("%s at tick %d, byte %d of %d", name, g.World().Clock().Tick, at, len(bad))
			refused := restored(t, what, g, bad) != nil
			if told[refused]++; !refused {
				g.Steps(20)
			}
			g.Close()
			g = arenatest.Shipped(t, name, 0, 1, uint64(i)+1)
		}
		g.Close()
	}
	t.Logf("%d were refused, %d went on", told[true], told[false])
}

// restored returns the error of a restore, which must be none that is thrown.
func restored(t *testing.T, what string, g *arenatest.Game, b []byte) error {
	defer func() {
		if p := recover(); p != nil {
			t.Fatalf("%s: %v", what, p)
		}
	}()
	return g.Arena.RestoreState(b)
}
