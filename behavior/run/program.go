package run

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// Program is a compiled tree that can run.
type Program struct {
	Tree *tree.Tree
	Semantics
}

// Semantics says what the nodes of a tree do. One value serves all bots of a
// program, in all its pools: what a bot remembers is in Exec.Mem and Exec.Env
// and nowhere else. A bot's tree may get an event, also from its own leaves, in
// the middle of its Tick; the words are then changed under it.
type Semantics interface {
	// Init prepares the zeroed memory of a new row.
	Init(*Exec)
	// Tick evaluates the tree once for the bot at the cursor.
	Tick(*Exec) host.Status
	// Event hands an event to the bot at the cursor.
	Event(*Exec, host.Event)
	// Stop ends whatever runs for the bot at the cursor.
	Stop(*Exec)
}

// Sleeper is Semantics that can tell how long a bot has nothing to do. Sleep
// saves time and changes nothing else: a tick that comes early, after an event,
// a command or a load, must do what the tick that was left out would have done.
type Sleeper interface {
	// Sleep is asked after a tick: the number of ticks until the next one that
	// matters; less than 1 counts as 1. With forever the bot sleeps until an event.
	Sleep(*Exec) (ticks int64, forever bool)
}

// Keeper is Semantics that keeps something beside the words for each row, by
// [Exec.Keep]: what is no number, such as the values of a script.
type Keeper interface {
	// HashSide is a number made from what a row keeps, for digests.
	HashSide(side any) uint64
	// SaveSide is what a row keeps as bytes, or why that cannot be.
	SaveSide(side any) ([]byte, error)
	// ReadSide reads what SaveSide gave for the same bot of another pool. It
	// changes nothing yet: what it returns puts that in place.
	ReadSide(side any, saved []byte) (place func(), err error)
}

// Controller is Semantics with commands from outside: jump, reset, pause and
// the like, in the dialect's own words.
type Controller interface {
	Control(*Exec, Command) error
}

// Mortal is Semantics that wants to be told when its bot has died. The bot stays
// in its pool until it comes back to life or goes.
type Mortal interface{ Die(*Exec) }

// Reviver is Semantics that wants to be told when its bot, which was dead, is
// about to come back to life.
type Reviver interface{ Revive(*Exec) }

// Setter is a Controller some of whose commands set how a tree runs from then
// on, instead of doing something once. Given to many, these are also for those
// who come later.
type Setter interface {
	Sets(command string) bool
}

// Command is a dialect's own order to one bot's tree.
type Command struct {
	Name string
	Arg  host.Value
}

// Sharer is Semantics whose bots share something beside their own memory. Share
// is called once for each pool; where pools of one world share a thing, it is
// the world's, see [host.Keeper].
type Sharer interface {
	Share(w host.World) any
}

// ShareHasher is a Sharer of which what is shared is a part of digests. The hash
// of what nobody has changed yet is 0.
type ShareHasher interface {
	HashShare(shared any) uint64
}

// Tallier is Semantics that counts in what is shared what its bots remember.
// Tally takes the bot at the cursor off the count, or puts it on, when its
// memory is about to be replaced and when it has been.
type Tallier interface {
	Tally(x *Exec, on bool)
}

// Composer is Semantics whose trees may hold composites of a game.
type Composer interface {
	Run(x *Exec, n tree.NodeID) host.Status
	Runs(x *Exec, n tree.NodeID) bool
	End(x *Exec, n tree.NodeID)
}

// Inspector is Semantics that can say what the tree of the bot at the cursor is
// about.
type Inspector interface {
	Inspect(x *Exec) Inspection
}

// Inspection is what a bot's tree is about at a moment, for people.
type Inspection struct {
	Nodes  []InspectedNode `json:"nodes"`  // that run, from the root down
	Log    []string        `json:"log"`    // the last texts, oldest first
	Values []InspectedFact `json:"values"` // what the tree remembers by name
}

// InspectedNode is one line of the view of a tree. Its colour is a name of CSS.
type InspectedNode struct {
	Node  tree.NodeID `json:"node"`
	Depth int         `json:"depth"`
	Text  string      `json:"text"`
	Color string      `json:"color"`
}

// InspectedFact is a variable, a clock or the like.
type InspectedFact struct {
	Kind  string `json:"kind"`
	Name  string `json:"name"`
	Value string `json:"value"`
	Color string `json:"color"`
}

// EventTracer is a Tracer that wants to know of every event that a bot's tree
// gets, after it was handled. Semantics tell of those that a tree sends to itself.
type EventTracer interface {
	Event(row int32, e host.Event)
}

// TextTracer is a Tracer that wants to know in words what the tree of a bot does
// in a tick, one thing after the other, where its dialect tells that.
type TextTracer interface {
	Text(row int32, text string)
}

// RowTicker is Semantics that can evaluate many bots at once. TickRows does
// for all rows what Tick does for each, with the same leaves called in the
// same order for each row; it stores their statuses by [Exec.Finish].
type RowTicker interface {
	TickRows(x *Exec, rows []int32)
}

// WordTicker is Semantics of trees that remember nothing, which it can evaluate
// for a word of up to 64 bots that the world keeps together. It does for each
// bot of the mask what Tick does.
type WordTicker interface {
	TickWord(x *Exec, w Word, mask uint64) (success, running uint64)
}

// Word is up to 64 bots, one a bit.
type Word interface {
	// Holds is the bots that match a facet.
	Holds(f host.FacetID) uint64
	// Bodies are the bots' rows in the world.
	Bodies() []int32
}

// Classifier is Semantics that can tell what part its nodes play, for drawings.
type Classifier interface {
	Role(t *tree.Tree, n tree.NodeID) Role
}

// Role is the part that a node plays in its tree.
type Role uint8

// The roles. A composite decides over the nodes below it, also where it has
// none; a decorator changes the outcome of one; a condition only asks.
const (
	Composite Role = iota
	Decorator
	Condition
	Action
)

var roleNames = [...]string{"composite", "decorator", "condition", "action"}

func (r Role) String() string {
	if int(r) < len(roleNames) {
		return roleNames[r]
	}
	return "invalid"
}

// MarshalText is the name of the role.
func (r Role) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// Labeler is Semantics that can name its nodes, for drawings and messages.
type Labeler interface {
	// Label is a node's kind and the detail that a reader wants beside it.
	Label(t *tree.Tree, n tree.NodeID) (kind, detail string)
}

// Tracer is told of every leaf that is called and, by the dialects, of every
// other node that is evaluated; functions are no leaves. Tracing that is off
// costs one comparison a leaf.
type Tracer interface {
	Leaf(row int32, n tree.NodeID, what host.Notice, s host.Status)
	Node(row int32, n tree.NodeID, what host.Notice, s host.Status)
}
