package base

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/economy"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/mind"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
)

// Base holds the state of buildings and of the lives that they give, beside the
// columns.
type Base struct {
	*world.World
	a       *core.Arena
	economy *economy.Economy
	Building
	Births
	law      law            // what the settings say
	plans    []plan         // by form; follow from the scene and from which classes think
	builders []int32        // who holds a tool that mends, in this tick
	regen    []float32      // by form: the points a second that aliens regenerate at least, else 0
	rests    []world.ToTend // by worker; listed anew in each tick
	tended   []int32
	near     []int32 // scratch
}

// Building holds the saved part of all building.
type Building struct {
	sides []side // by team
	sites []site // what is to be put up at the end of the tick
}

// Births holds the saved part of spawning.
type Births struct {
	fresh bool // some bot has just appeared
}

// turn is one call of a leaf.
type turn struct {
	mind.Turn
	*Base
}

// Open makes the base of an arena.
func (s *Base) Open(a *core.Arena, w *world.World, e *economy.Economy) {
	s.World, s.a, s.economy = w, a, e
	s.sides = make([]side, len(a.Game.Setup.Teams))
	s.readLaw()
	s.takeRegeneration()
	s.planClasses()
}

// Leaves returns the actions and functions of bases. find returns the turn of a call, and the
// base that it is in.
func Leaves(find func(*host.Call) (mind.Turn, *Base, bool)) []mind.Group {
	turnOf := func(c *host.Call) (turn, bool) {
		t, b, ok := find(c)
		return turn{t, b}, ok
	}
	return []mind.Group{
		mind.GroupOf("cures", turnOf, cures), mind.GroupOf("builds", turnOf, builds), mind.GroupOf("buildings", turnOf, buildAsks), mind.GroupOf("health", turnOf, healAsks),
	}
}
