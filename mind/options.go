package mind

import (
	"io/fs"

	"github.com/thicket-sim/thicket/behavior/host"
)

// Status is what an action answers.
type Status = host.Status

// The answers. An action that answers Running is called again in its agent's next turn, in the
// dialects whose trees remember where they were.
const (
	Failure = host.Failure
	Success = host.Success
	Running = host.Running
)

// Fault is a failure in a tree at run time: its place, the agent's name, the text, and a stack
// where a leaf panicked.
type Fault = host.Fault

// Options say what a game has. Every field may be left out; a tree that asks for what is missing
// is refused when it is loaded.
type Options[A comparable] struct {
	// Files has the trees and what they refer to; nil is the working folder.
	Files fs.FS
	// Methods offers the exported methods of A of the forms that [Leaf] lists, by their names,
	// except String, GoString and Error.
	Methods bool
	// Leaves are further functions, and what is to be said of methods.
	Leaves []Leaf[A]
	// Seed is that of the random numbers of trees.
	Seed uint64
	// Step is the finest time that trees tell apart, in seconds: that of a tick, where ticks are
	// all of a length. 0 is 1/60.
	Step float64

	// Name is how people call an agent.
	Name func(A) string
	// Position is where an agent is, in metres. Parameters `where` need it.
	Position func(A) (x, y float64)
	// Facing is where an agent looks to, a direction of any length.
	Facing func(A) (x, y float64)
	// Alive reports whether an agent lives. The dead are not found by `where`.
	Alive func(A) bool
	// Group is the team or squad of an agent, whom signals of its tree reach at the next Tick; nil: all
	// agents are one group.
	Group func(A) string
	// Near appends those whom an agent can see to a list, by an index of the game's own. Of them the
	// nearest that matches is taken. nil is all: then each parameter `where` of each turn looks at
	// every agent, which is some microseconds for a thousand of them.
	Near func(a A, list []A) []A

	// OnFault is told of faults, after the turn, on the goroutine of the game: of each node the
	// first of each text, of at most five texts. nil prints them to standard error. Those
	// with Note are notices, and no failures.
	OnFault func(A, Fault)
	// OnLog is told what trees write to their log, in the same way.
	OnLog func(a A, text string)
	// Strict makes errors of notices about trees that are loaded. Foreign also offers what the
	// games have that dialects come from, such as Unvanquished's heal.
	Strict, Foreign bool
}

// Leaf is a function of an agent, which trees call by a name. Do is one of
//
//	func(A) Status                      an action
//	func(A) bool                        a condition
//	func(A) float64, int, string        a value; a number is two conditions, too, NAME_below and NAME_at_least
//	func(A, A) bool                     a relation of an agent to another
//	With(func(A, P) ...)                any of the first three with parameters, see [With]
//	Keep(func(A, P, *M) Status)         an action that remembers, see [Keep]
//
// or nil for the method of that name. Conditions and values without parameters are also states,
// which `where: {key: Side, value: wolf}` and the tests of a tree's own compare; and `where: {key: Enemy,
// value: true}` selects by a relation.
type Leaf[A comparable] struct {
	Name string
	Doc  string // for people who write trees
	Do   any
	// Local promises that the function writes to its own agent and to nothing else, reads
	// of others only what no Local function writes, and calls nothing of Minds. Trees of Local
	// functions alone may run on several workers, and ThinkAll, which runs many at once, is several
	// times faster on one. Think of a single mind is not.
	Local bool
	// Begin and End are the life of an action: before the first turn in which a tree calls it and
	// after the last, also when it was dropped or its agent is gone. See the manual.
	Begin, End func(A)
}
