package systems_test

import (
	"fmt"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/ground/state"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
)

// again saves a game and restores it from a scene that was loaded anew.
func again(t *testing.T, name string, s *scenes.Scene, g *systems.Game, workers int) *systems.Game {
	t.Helper()
	parts, err := g.Save(s.Programs())
	if err != nil {
		t.Fatal(err)
	}
	var e state.Encoder
	host.SaveSymbols(s.Setup.Registry, &e)
	symbols, err := e.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	reg := arena.NewRegistry()
	check, err := host.RestoreSymbols(reg, state.NewDecoder(symbols))
	if err != nil {
		t.Fatal(err)
	}
	fresh, err := scenes.Load(name, scenes.Options{Registry: reg})
	if err != nil {
		t.Fatal(err)
	}
	if err := check(); err != nil {
		t.Fatal(err)
	}
	fresh.Setup.Workers = workers
	restored, err := systems.Restore(&fresh.Setup, fresh.Programs(), parts)
	if err != nil {
		t.Fatal(err)
	}
	return restored
}

func TestGamesWithoutAnArenaAreRestored(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: whole games, saved and played on")
	}
	t.Parallel()
	for _, name := range []string{"tag", "chase", "bots-vs-humans", "crowd"} {
		for _, ticks := range []int{0, 1, 137, 600} {
			if (ticks == 600 || name == "crowd" && ticks > 1) && !longtest.On {
				continue
			}
			t.Run(fmt.Sprintf("%s at %d", name, ticks), func(t *testing.T) {
				s, err := scenes.Load(name, scenes.Options{})
				if err != nil {
					t.Fatal(err)
				}
				g, err := systems.New(&s.Setup)
				if err != nil {
					t.Fatal(err)
				}
				defer g.Close()
				for range ticks {
					g.Step()
				}
				other := again(t, name, s, g, 2)
				defer other.Close()
				for i := range 60 {
					if a, b := g.Digest(), other.Digest(); a != b {
						t.Fatalf("%d ticks after it was restored the digest is %x, wanted %x", i, b, a)
					}
					g.Step()
					other.Step()
				}
			})
		}
	}
}
