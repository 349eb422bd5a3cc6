package economy

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/mind"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
)

// Economy holds the state of trade, money, gear and growth, beside the columns.
type Economy struct {
	*world.World
	a         *core.Arena
	Bombs     []Bomb // that lie on the ground
	market    market
	Treasury  treasury
	unlocking unlocking
	growth
	tends   []world.ToTend // by worker; listed anew in each tick, as is the next
	tended  []int32
	musters []mustered // by worker; counted anew in each tick
}

// growth holds the settings of evolving.
type growth struct {
	evolves      bool    // g_bot_evolve
	crowdRatio   float64 // g_evolveAroundHumans
	devolveReach float64 // g_devolveMaxBaseDistance, in metres
}

// turn is one call of a leaf.
type turn struct {
	mind.Turn
	*Economy
}

// Open makes the economy of an arena.
func (s *Economy) Open(a *core.Arena, w *world.World) {
	s.World, s.a = w, a
	s.readGrowth()
	s.openMarket()
	s.openTreasury()
	s.openLocks()
}

// Leaves returns the actions and functions of the economy. find returns the turn of a call, and
// the economy that it is in.
func Leaves(find func(*host.Call) (mind.Turn, *Economy, bool)) []mind.Group {
	turnOf := func(c *host.Call) (turn, bool) {
		t, e, ok := find(c)
		return turn{t, e}, ok
	}
	return []mind.Group{
		mind.GroupOf("kits", turnOf, kits), mind.GroupOf("purchases", turnOf, purchases), mind.GroupOf("evolutions", turnOf, evolutions), mind.GroupOf("growth", turnOf, growthAsks),
		mind.GroupOf("gear", turnOf, gearAsks), mind.GroupOf("ammo", turnOf, ammoAsks), mind.GroupOf("momentum", turnOf, momentumAsks),
	}
}
