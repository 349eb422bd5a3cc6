package components

import (
	arche "github.com/mlange-42/arche/ecs"

	"github.com/thicket-sim/thicket/internal/id"
)

// ID names a body. Bots and players share one number space that starts at 1; an
// ID is never used twice in a world, also not after its body is removed. 0 is
// nobody.
type ID = id.ID

// Identity is the ID of the body in a row.
type Identity struct{ ID ID }

// Position is a place in metres, x to the right and y down.
type Position struct{ X, Y float32 }

// Heading is where a body faces: a unit vector, or zero for a body that has
// none yet.
type Heading struct{ X, Y float32 }

// Speed is how fast a body moves, in metres a second.
type Speed struct{ MPS float32 }

// State is a body's slot: its row in all of the world's columns that are not
// components, such as state keys, what is sensed, and intents. A body keeps its
// slot for life; after its removal the slot goes to another.
type State struct{ Slot int32 }

// NoTeam is the Team.Index of a body without a team.
const NoTeam = -1

// Team is the index of a body's team, or NoTeam.
type Team struct{ Index int16 }

// NoBrain is what both fields of a Brain hold for a body that does not think.
const NoBrain = -1

// Brain is what thinks for a body: the number of a program and the body's row in
// the pool of that program, or NoBrain in both.
type Brain struct{ Program, Row int32 }

// Player marks the body of a human, which has no BotClass and no Brain.
type Player struct{}

// BotClass relates a bot to the entity that stands for its class. Bots of one
// class share a target and so a table; it takes no memory in a row.
type BotClass struct{ arche.Relation }

// The components of the arena are kept by slot, beside the tables: leaves read
// those of others, whom they know by slot. Their ticks are those of the clock.

// Health is how a body lives.
type Health struct {
	Points float32 // 0 for the dead
	Armour float32 // the share of all damage that it keeps off, below 1
	Hunger float32 // 0 sated to 1 starving
	HurtBy ID      // who hurt it last
	HurtAt int64   // when
	Fought int64   // when it struck or was struck last
	Born   int64   // when it appeared, or came back
	BackAt int64   // of the dead: when they come back
	Dead   bool
}

// Sight is what a body has in its eye.
type Sight struct {
	Seen ID      // the foe that it follows with its eyes, or nobody
	Last ID      // the foe that it saw last
	X, Y float32 // where that was, in metres
	At   int64   // when that was
}

// Arm is a weapon in a body's possession.
type Arm struct {
	Weapon int16 // index, or -1 for none
	Loaded int16 // shots in the clip
	Spare  int16 // shots beside it
}

// Arms is how many weapons a body can have.
const Arms = 4

// Cargo is what a body carries.
type Cargo struct {
	First int32  // the item that it took last, or -1
	Count int32  // of items
	Goods uint64 // which goods it owns, a bit each
	Arms  [Arms]Arm
	Hand  int8  // which of its arms is in hand
	Ready int64 // when it can strike again
}

// Mind is what a body means to do and shows of it.
type Mind struct {
	Target ID    // whom it chose
	Leader ID    // whom it follows
	Home   int32 // a place, or -1
	Form   int16 // of which class its abilities are
	Note   int16 // for its team to count, in the tick NotedAt
	Pose   uint8 // a state of the body: standing, crouching, ...
	Alert  uint8 // 0 calm to 2 in combat
	Stays  bool  // it stands until it goes somewhere
	Quiet  int64 // when what it says is over
	Noted  int64 // the tick of Note
	Watch  int64 // the tick at which its stopwatch began
	Stuck  float32
	Scores int32 // how many it killed
}

// Item is a thing that lies on the field, is carried, or is yet to come.
type Item struct {
	Kind   int16
	X, Y   float32 // metres; where it lies or appears
	Holder ID      // who carries it, or nobody
	Next   int32   // the next item of its holder, or -1
	BackAt int64   // the tick at which it appears; 0 for one that is there
}
