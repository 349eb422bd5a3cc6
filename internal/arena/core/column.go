package core

import (
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
)

// What the arena keeps of every body, indexed by the slot of the body, and of
// every item. Ticks are those of the game's clock.

// health says how alive a body is.
type health struct {
	Points float32       // 0 for the dead
	Armour float32       // the share of all damage that it keeps off, below 1
	Hunger float32       // 0 sated to 1 starving
	HurtBy components.ID // who hurt it last
	HurtAt int64         // when
	Fought int64         // when it struck or was struck last
	Born   int64         // when it appeared, or came back
	BackAt int64         // of the dead: when they come back
	Died   int64         // of the dead: when they died
	Full   float32       // of a body that keeps its own: its full health, 0 for one that cannot be hurt
	Kept   bool          // its tree keeps its health, see set_health
	Stays  bool          // of the dead: its tree goes on until it vanishes
}

// eyes says what a body sees now and saw last.
type eyes struct {
	Seen components.ID // the foe that it follows with its eyes, or nobody
	Last components.ID // the foe that it saw last
	X, Y float32       // where that was, in metres
	At   int64         // when that was
}

// Arm is a weapon that a body has.
type Arm struct {
	Weapon int16 // index, or -1 for none
	Loaded int16 // shots in the clip
	Spare  int16 // shots beside it
}

// MaxWeapons is the number of weapons a body can have.
const MaxWeapons = 4

// cargo says what a body carries.
type cargo struct {
	First int32  // the item that it took last, or -1
	Count int32  // of items
	Goods uint64 // which goods it owns, a bit each
	Arms  [MaxWeapons]Arm
	Hand  int8    // which of its arms is in hand
	Ready ecs.Due // when it can strike again
}

// mind says what a bot has chosen, and shows to others.
type mind struct {
	Target    components.ID // whom it chose
	Leader    components.ID // whom it follows
	Home      int32         // a place, or -1
	Note      int16         // for its team to count, in the tick Noted
	Pose      uint8         // a state of the body: standing, crouching, ...
	Alert     uint8         // 0 calm to 2 in combat
	Stays     bool          // it stands until it goes somewhere
	Settled   bool          // it stands wherever nothing moves it, see Turn.Settle
	Quiet     int64         // when what it says is over
	Noted     int64         // the tick of Note
	Stopwatch int64         // the tick at which it began
	Stuck     float32
	Scores    int32 // how many it killed
}

// walk is a way that a body goes on along while its tree moves it nowhere.
type walk struct {
	On   bool
	X, Y float32 // the goal, in metres
	Stop float64 // how near to it is near enough, in metres
	Pace float32 // times its speed
	MPS  float32 // metres a second at most; 0 for what its pace says
	// Patience says how long it may be stuck, in seconds, before it goes on no more; 0 for
	// ever.
	Patience float32
}

// item is a thing that lies on the field, is carried, or is yet to come.
type item struct {
	Kind   int16
	X, Y   float32       // metres; where it lies or appears
	Holder components.ID // who carries it, or nobody
	Next   int32         // the next item of its holder, or -1
	BackAt int64         // the tick at which it appears; 0 for one that is there
	Grown  ecs.Due       // of one that was used: when it can be again
	life   uint32        // how often it was used up
}
