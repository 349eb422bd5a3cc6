package fight

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/base"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/economy"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/mind"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
)

// Fight holds the state of fighting, beside the columns. Nothing of it is saved: it
// follows from the scene, or is made anew in each tick.
type Fight struct {
	*world.World
	a       *core.Arena
	economy *economy.Economy
	base    *base.Base
	hunting
	tags
	near []int32    // scratch
	zone []core.Hit // scratch
}

// hunting holds the scene's settings of fighting.
type hunting struct {
	views        []view     // by form
	worths       []float64  // by form: how much it is worth to be fought, below 0 for by its weapon
	armed        []float64  // by weapon: what that is worth in a hand
	attackStruct bool       // buildings are enemies
	reactsAfter  int64      // ticks
	frame        int64      // how many ticks make a frame of the game, in which bots look once
	chases       float64    // seconds
	aimDelays    [2]float64 // of aliens and of others: seconds for each level of skill below 10
	offMeshes    bool       // humans shoot at aliens whom no way leads to
}

// tags remembers what was seen of buildings.
type tags struct {
	tagEvery int64   // ticks between two looks
	tagStep  float64 // how long a look counts, in milliseconds
	tagDelay float64 // the sum that it takes, in milliseconds
	beacons  bool    // main buildings are known at the start
	hidden   []world.Listing
	// glances counts who looks at a body in this tick; workers count them together.
	glances []int32
}

// turn is one call of a leaf.
type turn struct {
	mind.Turn
	*Fight
}

// Open makes the fights of an arena.
func (s *Fight) Open(a *core.Arena, w *world.World, e *economy.Economy, b *base.Base) {
	s.World, s.a, s.economy, s.base = w, a, e, b
	s.initHunting()
}

// Leaves returns the actions and functions of fights. find returns the turn of a call, and the
// fight that it is in.
func Leaves(find func(*host.Call) (mind.Turn, *Fight, bool)) []mind.Group {
	turnOf := func(c *host.Call) (turn, bool) {
		t, f, ok := find(c)
		return turn{t, f}, ok
	}
	return []mind.Group{
		mind.GroupOf("aims", turnOf, aims), mind.GroupOf("battles", turnOf, battles), mind.GroupOf("foes", turnOf, foeAsks),
	}
}
