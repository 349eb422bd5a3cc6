package world

import (
	"math"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/systems/column"
)

// Aiming says where a bot aims, and what it knows of how its enemy moves.
type Aiming struct {
	_          struct{} `save:"lower"`
	AtX, AtY   float32  // the place that it turns to, in metres
	Next       ecs.Due  // when it fixes another
	Lasts      ecs.Span // how long it turns to this one
	Who        components.ID
	WasX, WasY float32 // where who was
	Was        int64   // in this tick
	VX, VY     float32 // how fast it went then, in metres a second
	Up         float32 // the tangent of how far its view is above where it aims
	KickAside  float32 // and of how far a shot has put it aside, until it aims again
}

// Loading describes the weapon in hand.
type Loading struct {
	_    struct{} `save:"lower"`
	At   int64    // when it is done, 0 for none
	Hand int8
}

// notes holds a note of a bot.
type notes struct {
	_     struct{} `save:"lower"`
	Note  int32    // in the last tick of its life; 0 for nothing
	Wrote int32    // in the tick below
	At    int64
}

// Bodies holds the columns of bodies that the vocabulary keeps. A tick passes over
// them many times, so that what it costs is how much memory it reads. What is asked of
// everybody, buildings too, is a column of its own; what most ticks ask of most bots is
// together in botState; and what few ask for is apart from it.
type Bodies struct {
	_          struct{}        `save:"lower"`
	Plays      []bool          // it has a tree of this vocabulary
	Ran        []bool          // it ran an action of it: it plays from the next tick on
	OwnTree    []bool          // its tree is one of this vocabulary
	Strays     []bool          // it runs a tree of another kind, which a command gave it
	Supplied   []bool          // it stands where its weapon is filled up
	Strikes    []components.ID // whom it strikes at the end of this tick by itself, or 0
	StruckAt   []int64         // when it lost health last; 0 for never
	Bots       []Bot
	Structures []Structure
	Records    []Record
}

// Bot holds what most ticks read of a bot. What is read together stands together: first
// what its way asks for, then what others do to it and what happens by itself. It fills
// whole lines of a cache, so that two bots share none.
type Bot struct {
	_       struct{} `save:"lower"`
	Goal    Target
	Entered int64 // the tick in which its current action took its place
	Ends    int64 // the tick in which it takes its own life
	Walking
	fighting
	notes
	growing
	gear
	Life
	Slows [SlowKinds]uint16 // for how many ticks more each slows it
}

// What slows a body.
const (
	OnCreep = iota
	Clawed  // by a mantis
	Blobbed // by an advanced granger
	Trapped
	SlowKinds
)

// slowSeconds says for how many seconds each slows after it came last.
var slowSeconds = [SlowKinds]float64{OnCreep: 1, Clawed: 1, Blobbed: 2, Trapped: 5}

// SlowTicks returns for how many ticks something slows after it came last.
func (s *World) SlowTicks(what int) uint16 {
	return uint16(min(s.a.Ticks(slowSeconds[what]), math.MaxUint16))
}

// Record holds the part of a body's state for which few ticks ask.
type Record struct {
	_    struct{} `save:"lower"`
	Felt ring     // whom it will react to
	Aiming
	Blames blames
	Deal   Holdings // what it has by a trade that it closed in the tick dealt and 1
	Push
	Leaping
	Stray Stray
}

// Stray says whom of the own team a shot hits at the end of this tick, and with which share of
// its damage.
type Stray struct {
	_     struct{} `save:"lower"`
	Hits  components.ID
	Share float32
}

// Leaping says how a body leaps.
type Leaping struct {
	_     struct{}      `save:"lower"`
	At    int64         // when its leap began, 0 for none
	Next  int64         // when it can hurt by it again
	Meets components.ID // whom it hurts by it at the end of this tick, or 0
	Share float32       // of its damage
}

// Push says how a body flies that was knocked.
type Push struct {
	_            struct{} `save:"lower"`
	PushX, PushY float32  // metres a second
	PushedAt     int64
}

// Grow makes room for n bodies.
func (c *Bodies) Grow(n int) {
	for _, of := range [...]*[]bool{&c.Plays, &c.Ran, &c.OwnTree, &c.Strays, &c.Supplied} {
		*of = column.Grow(*of, n)
	}
	c.Strikes, c.StruckAt = column.Grow(c.Strikes, n), column.Grow(c.StruckAt, n)
	c.Bots, c.Structures, c.Records = column.Grow(c.Bots, n), column.Grow(c.Structures, n), column.Grow(c.Records, n)
}

// Renew makes a body one that has just appeared, or come back. Its credits stay, and for how long it lived.
func (s *World) Renew(b int32) {
	class := s.a.Class[b]
	s.Plays[b], s.Ran[b] = class != ecs.Human && s.Thinks[class], false
	s.OwnTree[b], s.Strays[b], s.Supplied[b] = false, false, false
	s.Strikes[b], s.StruckAt[b] = 0, 0
	e := &s.Bots[b]
	*e = Bot{gear: gear{Credits: e.Credits, Lived: e.Lived}, Walking: newWalking(s.a.Now)}
	e.Entered, e.Ends, e.At, e.Saw, e.Fought = -1, -1, -1, -1, -1
	s.Structures[b], s.Records[b] = Structure{}, Record{}
	s.skills.drawn = column.Grow(s.skills.drawn, len(s.Bots))
	s.skills.drawn[b] = 0
}

// Holdings lists what a body can trade with.
type Holdings struct {
	_        struct{} `save:"lower"`
	Weapon   int      // its primary one: an index, or -1 for none but a blaster
	Upgrades uint16   // by number, a bit each
	Credits  float64
}

// fighting says whom a body fights, and who knows of it.
type fighting struct {
	_      struct{}      `save:"lower"`
	Best   components.ID // its best enemy in this tick, or 0
	Queue  reaction
	Saw    int64   // when it saw the one that it fights last
	Fought int64   // when a player or a bot hurt it last, or -1
	Barb   ecs.Due // when it has another barb; at 0 for all
}

// gear lists what a body owns and can do with it.
type gear struct {
	_        struct{} `save:"lower"`
	Credits  float64  // its own
	Upgrades uint16   // that are switched on, a bit each
	Bore     int16    // the primary weapon that it had last, as index and 1
	Lived    uint32   // for how many ticks it was alive, in all its lives
	Load     Loading
	Cure     Cure
	Refilled int64 // when its weapon was filled up last, and 1
	Dealt    int64 // the tick in which it closed a trade, and 1
}

// growing says how a body heals and evolves.
type growing struct {
	_          struct{} `save:"lower"`
	Refund     float64  // credits that it still gets back for a dearer class
	Lushness   float32  // how many times faster it regenerates where it is, in this tick
	BoostUntil int64    // the tick at which what a booster gave it ends
	SteadyFrom int64    // the tick from which on it can evolve again
}

// Life describes a bot's death and return.
type Life struct {
	_       struct{} `save:"lower"`
	DiedAt  int64    // when it died last
	JoinsAt int64    // of the dead that wait: when it joins the queue of its team; else 0
	Pick    int16    // the form and 1 as which it comes back, or 0
	Weapon  int16    // the number of the weapon with which it comes back, or 0
	Chooses bool     // its selectClass is asked now
	Fresh   bool     // it has just appeared, and was not asked yet
}

// Cure says what a medkit still does.
type Cure struct {
	_           struct{} `save:"lower"`
	Missing     float64  // points to give back
	Since, Next float64  // when it began and when the next point comes, in seconds
}

// Walking says how a body gets on.
type Walking struct {
	_              struct{} `save:"lower"`
	StuckAt        int64    // when the stuck clock was reset last
	StuckX, StuckY float32  // where that was
	Tried          int64    // when it wanted to take a step last
	Step           float32  // how long that was to be, in metres
	FromX, FromY   float32  // where it began
	Blocked        bool     // it got nowhere by it
	Straight       bool     // the way to its goal had no bend when it was asked last
	Keys           uint8    // the directions in which it goes
	Effort         uint8    // how hard it goes in this tick, and times 16 in the tick before
	PressedAt      int64    // when it pressed these
	ViewX, ViewY   float32  // what is ahead
	Changed        int64    // when the goal was changed last
	Hop            int64    // when it jumped last
	Tired          float64  // the stamina that it lacked then
}

// newWalking returns the state of who has just appeared.
func newWalking(now int64) Walking {
	return Walking{Changed: -1, StuckAt: now, StuckX: nowhere, StuckY: nowhere, Tried: -1, PressedAt: -1, Hop: -1}
}

// nowhere is a coordinate that no body has, in metres.
const nowhere = -1e9
