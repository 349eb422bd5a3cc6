package run

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// Describer is Semantics that can name its nodes and tell their roles, for
// drawings and messages.
type Describer interface {
	// Label is a node's kind and the detail that a reader wants beside it.
	Label(t *tree.Tree, n tree.NodeID) (kind, detail string)
	// Role is the role of a node.
	Role(t *tree.Tree, n tree.NodeID) Role
}

// Role is the part that a node plays in its tree.
type Role uint8

// The roles. A composite decides which of the nodes below it run, even where it
// has none; a decorator changes the outcome of one; a condition only asks.
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

// MarshalText returns the name of the role.
func (r Role) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// Inspector is Semantics that can say what the tree of the bot at the cursor is
// doing.
type Inspector interface {
	Inspect(x *Exec) Inspection
}

// Inspection describes a bot's tree at a moment, for people.
type Inspection struct {
	Nodes  []InspectedNode `json:"nodes"`  // that run, from the root down
	Log    []string        `json:"log"`    // the last texts, oldest first
	Values []InspectedFact `json:"values"` // what the tree remembers by name
}

// InspectedNode is one line of the view of a tree. Its colour is a CSS colour
// name.
type InspectedNode struct {
	Node  tree.NodeID `json:"node"`
	Depth int         `json:"depth"` // 0 for the root
	Text  string      `json:"text"`
	Color string      `json:"color"`
}

// InspectedFact is a variable, a clock or another named value of a tree.
type InspectedFact struct {
	Kind  string `json:"kind"`
	Name  string `json:"name"`
	Value string `json:"value"`
	Color string `json:"color"`
}

// Mentioner is Semantics whose trees name things of a game by numbers, which a game
// may not have.
type Mentioner interface {
	// Mentions lists what the tree names, in the order of its files.
	Mentions() []Mention
}

// Mention is a use of an action or a function, or a node that takes a number.
type Mention struct {
	At     syntax.Pos
	Name   string       // of the action or function, or the keyword of the node
	Params []host.Param // that it declares
	Args   []host.Value // in their order
	// Equal is the number with which the value of a function is compared, or
	// null.
	Equal host.Value
}
