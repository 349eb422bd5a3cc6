package core

import (
	"sync/atomic"

	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/internal/systems/spatial"
)

// bodies holds what all parts of an arena share: the columns of bodies, indexed by the slot
// of the body, what they are, and with whom they belong together.
type bodies struct {
	Game   *systems.Game `save:"-"` // saves itself
	Config *Config       `save:"-"` // of the scene
	Field  spatial.Field `save:"-"` // of the scene
	// awake: some key of the scene or some tree asked for the arena
	awake bool `save:"-"` // written ahead of all
	Now   int64
	dt    float64 `save:"-"` // seconds a tick; of the scene

	Health     []health
	Eyes       []eyes
	Cargo      []cargo
	Mind       []mind
	Armed      []int32 `save:"-"` // who struck or loaded a weapon in this tick, in that order; listed anew in each
	walks      []walk  // where bodies go on to until they stand or go elsewhere
	speech     []string
	Group      []int16
	Class      []int16 // ecs.Human for players
	Form       []int16 // of which class its abilities are
	dead       []bool
	hidden     []bool           // out of sight, see Hide
	want       []want           `save:"-"` // written where anything is wanted, with the next four: see wish
	deeds      [][MaxDeeds]Deed `save:"-"` // of want, as are the next two
	kept       []keptHealth     `save:"-"`
	onward     []walk           `save:"-"`
	utterances []*texts         `save:"-"` // nil for a body that has said nothing yet

	witness  Witness `save:"-"` // of a program; or nil
	striking int32   `save:"-"` // the weapon of the blow that falls now, from 1 on; 0 between blows

	fastest  float32       `save:"-"` // the highest pace there is; of the scene
	sited    []int         // by class: how many of the first bodies have got their sites
	swiftest float32       // the highest speed of the classes that bodies have changed to, in metres a second
	hastiest atomic.Uint32 // the bits of the highest speed of their own that bodies went at, in metres a second
	ByID     []int32       `save:"-"` // all bodies, by ascending id
	Laid     []int32       `save:"-"` // all bodies as they lie in the columns, for work whose order does not matter
	stale    bool          `save:"-"` // both are older than the last arrival, and are listed anew
	Groups   []group
	fallen   []int32 // the dead when the groups were gathered
	forms    []form
	places   places  `save:"-"` // of the scene
	states   []State `save:"-"` // of the vocabularies that trees need; each written behind the arena
}
