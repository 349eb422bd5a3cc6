package lua

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/ground/id"
)

// A roll finds what a map finds, in the order of the bots.
func TestRoll(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	want, got := map[id.ID]*machine.Table{}, roll{}
	for range 20_000 {
		bot := id.ID(r.Uint32N(700))
		if r.IntN(4) == 0 {
			bot = paged - 2 + id.ID(r.Uint32N(4)) + id.ID(r.Uint32()&0xf000_0000)
		}
		if r.IntN(3) == 0 {
			delete(want, bot)
			got.put(bot, nil)
		} else {
			want[bot] = &machine.Table{}
			got.put(bot, want[bot])
		}
		if other := id.ID(r.Uint32N(1 << 21)); got.of(bot) != want[bot] || got.of(other) != want[other] {
			t.Fatalf("bot %d or %d has another table", bot, other)
		}
	}
	bots := slices.Sorted(maps.Keys(want))
	for bot, of := range got.all() {
		if len(bots) == 0 || bot != bots[0] || of != want[bot] {
			t.Fatalf("bot %d is next, wanted the first of %d", bot, bots)
		}
		bots = bots[1:]
	}
	if len(bots) > 0 {
		t.Errorf("it leaves out %d", bots)
	}
}
