package components

import "github.com/thicket-sim/thicket/internal/ground/id"

// ID names a body. Bots and players share one number space that starts at 1; an
// ID is never used twice in a world, also not after its body is removed. 0 is
// nobody.
type ID = id.ID

// Identity is the ID of the body in a row.
type Identity struct{ ID ID }

// Position is a place in metres, x to the right and y down.
type Position struct{ X, Y float32 }

// Heading says where a body faces: a unit vector, or zero for a body that has
// none yet.
type Heading struct{ X, Y float32 }

// Speed says how fast a body moves, in metres a second.
type Speed struct{ MPS float32 }

// State is a body's slot: its row in all of the world's columns that are not
// components, such as state keys, what is sensed, and intents. A body keeps its
// slot for life; after its removal the slot goes to another.
type State struct{ Slot int32 }

// NoTeam is the Team.Index of a body without a team.
const NoTeam = -1

// Team is the index of a body's team, or NoTeam.
type Team struct{ Index int16 }

// NoBrain stands in both fields of a Brain for a body that does not think.
const NoBrain = -1

// Brain thinks for a body: the number of a program and the body's row in
// the pool of that program, or NoBrain in both.
type Brain struct{ Program, Row int32 }

// Player marks the body of a human, which has no BotClass and no Brain.
type Player struct{}

// BotClass marks the body of a bot. Bots of one class share a table, so that the
// class takes no memory in a row: ecs.World.ClassOf tells it.
type BotClass struct{}
