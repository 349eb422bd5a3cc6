package wage

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

// Node is a node of a tree as it is written: one of Selector, Sequence,
// StateEquals, Action and Condition.
type Node interface{ Span() syntax.Span }

// Selector succeeds with the first child that does.
type Selector struct {
	At       syntax.Span
	Children []Node
}

// Sequence succeeds when all children do, and stops at the first that fails.
type Sequence struct {
	At       syntax.Span
	Children []Node
}

// StateEquals asks whether the bot's own state has a value.
type StateEquals struct {
	At    syntax.Span
	Key   string
	Value host.Value
}

// Action calls an action of the game. The kinds chase_nearest, flee_nearest
// and wander are actions of these names.
type Action struct {
	At    syntax.Span
	Use   *host.Action
	Args  []host.Value
	Where host.FacetID
	// Numbers lists the numbers of Args that are written.
	Numbers []run.Number
}

// Condition asks a function of the game and succeeds when it says true.
type Condition struct {
	At    syntax.Span
	Use   *host.Func
	Args  []host.Value
	Where host.FacetID
	// Numbers lists the numbers of Args that are written.
	Numbers []run.Number
}

// Span returns the range of source of the node.
func (n *Selector) Span() syntax.Span    { return n.At }
func (n *Sequence) Span() syntax.Span    { return n.At }
func (n *StateEquals) Span() syntax.Span { return n.At }
func (n *Action) Span() syntax.Span      { return n.At }
func (n *Condition) Span() syntax.Span   { return n.At }
