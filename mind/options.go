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
	// Seed is the seed of the random numbers of trees.
	Seed uint64
	// Step is the finest time that trees tell apart, in seconds: the length of a tick, if all
	// ticks have the same length. 0 stands for 1/60.
	Step float64

	// Name is how people call an agent.
	Name func(A) string
	// Position is where an agent is, in metres. Parameters `where` need it.
	Position func(A) (x, y float64)
	// Facing is where an agent looks to, a direction of any length.
	Facing func(A) (x, y float64)
	// Alive reports whether an agent lives. The dead are not found by `where`.
	Alive func(A) bool
	// Group is the team or squad of an agent: signals of its tree reach this group at the next Tick.
	// nil makes all agents one group.
	Group func(A) string
	// Near appends the agents that an agent can see to a list, by an index of the game's own; a
	// parameter `where` takes the nearest of them that matches. With nil each parameter `where`
	// looks at every agent in each turn, which takes some microseconds for a thousand of them.
	Near func(a A, list []A) []A

	// OnFault is told of faults, after the turn, on the goroutine of the game: of each node the
	// first of each text, of at most five texts. nil prints them to standard error. Faults with
	// Note set are notices, not failures.
	OnFault func(A, Fault)
	// OnLog is told what trees write to their log, in the same way.
	OnLog func(a A, text string)
	// Strict turns notices about trees that are loaded into errors. Foreign also offers the
	// words of the games that dialects come from, such as Unvanquished's heal.
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
	// Local promises that the function writes only to its own agent, reads of other agents only
	// what no Local function writes, and calls no method of Minds. Trees in which all functions are
	// Local may run on several workers; even on one, ThinkAll is several times faster, as it runs
	// many of them at once. Think, for a single mind, is not faster.
	Local bool
	// Begin and End are called before the first turn in which a tree calls the action, and after
	// the last, also when the action was dropped or its agent is gone. See docs/embedding.md.
	Begin, End func(A)
}
