package host

import "github.com/thicket-sim/thicket/internal/ground/id"

// BotID identifies a bot or a player for the life of a world. Numbers start
// at 1 and are never used twice; 0 is nobody.
type BotID = id.ID

// World lets a leaf see and act. All that is read is the world as it
// was when the tick began. A body is the row of a bot or player in the
// world's columns; it is valid within one tick.
type World interface {
	// ID is the bot or player of a body.
	ID(body int32) BotID
	// Position is in metres, x to the right and y down.
	Position(body int32) (x, y float32)
	// Heading is a unit vector, or zero for a body that has none yet.
	Heading(body int32) (x, y float32)
	// Delta is the shortest way between two bodies in metres, around the edge
	// where the field wraps.
	Delta(from, to int32) (dx, dy float64)
	// State is the value of a state key, or Missing.
	State(body int32, k Key) Sym
	// StateColumn is one state key by body, as Sym numbers, for leaves that run
	// by columns. It must not be changed.
	StateColumn(k Key) []uint32
	// Nearest is the nearest other body of a facet, the lowest id of several
	// at the same distance, or -1. The facet is one that a loaded tree asks
	// for, by a parameter of kind Where.
	Nearest(body int32, f FacetID) int32
	// Random is a number that depends on nothing but the world's seed, the
	// bot, the tick, the node and a count of the draws before.
	Random(bot BotID, tick int64, node uint16, draw uint32) uint64
	// Decide states what a bot's last action wants that did not fail.
	Decide(body int32, a *Action, in Intent)
	// Fault reports host code that failed; the run goes on.
	Fault(f Fault)
	// Part is the part of the game that goes by a key, or nil: how leaves of an
	// extension of the game find it.
	Part(key any) any
}

// Steer says what an action does to its bot's heading.
type Steer uint8

// The three ways to steer.
const (
	SteerNone Steer = iota // leaves what an earlier action of the tick wants
	SteerHold              // keeps the heading that the tick began with
	SteerHead              // turns to Intent.HX, HY
)

// Intent is the wish of an action for its own bot.
type Intent struct {
	Steer  Steer
	HX, HY float32 // a unit vector
	Target BotID   // whom the action chose, or nobody
}

// Surveyor is a World in which leaves can find bodies by id and by where they
// are, for dialects whose trees hold on to others.
type Surveyor interface {
	World
	// BodyOf is the row of a bot or player that is there, or -1.
	BodyOf(id BotID) int32
	// Within appends the bodies that are no farther from a point than so many
	// metres, by ascending id.
	Within(x, y, metres float32, list []int32) []int32
}

// Classifier is a Surveyor that tells what kinds of bodies there are, for dialects that
// look for bodies of some kind among many.
type Classifier interface {
	Surveyor
	// Forms is the form of each body, by row; nil if there are none. What AskClassOf and
	// AskHasTag say of a body is within a tick the same for all of one form. It must not
	// be changed.
	Forms() []int16
	// Around is Within in no particular order.
	Around(x, y, metres float32, list []int32) []int32
}
