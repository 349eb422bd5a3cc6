package unvanquished

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

// Node is a node of a tree as it is written: one of Composite, Action, Condition,
// Decorator, Include and Spawn.
type Node interface{ Span() syntax.Span }

// CompositeKind is the keyword of a Composite.
type CompositeKind uint8

// The composites.
const (
	Sequence CompositeKind = iota
	Selector
	Fallback
	Concurrent
)

var compositeNames = [...]string{"sequence", "selector", "fallback", "concurrent"}

func (k CompositeKind) String() string { return compositeNames[k] }

// Composite is a node over any number of children, at most 20.
type Composite struct {
	At       syntax.Span
	Kind     CompositeKind
	Children []Node
}

// Action calls an action of the game.
type Action struct {
	At  syntax.Span
	Use *host.Action
	// Values are the parameters as they are written; Args are those that the
	// action declares.
	Values, Args []host.Value
}

// Condition asks an expression; without a Child it is a leaf.
type Condition struct {
	At    syntax.Span
	Expr  Expr
	Child Node
}

// Decorator changes what its child answers.
type Decorator struct {
	At     syntax.Span
	Kind   DecoratorKind
	Values []host.Value
	Child  Node
}

// DecoratorKind is the name of a Decorator.
type DecoratorKind uint8

// The decorators.
const (
	Invert DecoratorKind = iota
	MapStatus
	Return
	Timer
)

// timerParam is the parameter of a timer.
const timerParam = "milliseconds"

// decorators has the name of each decorator and its parameters.
var decorators = [...]struct {
	name   string
	params []host.Param
}{
	Invert:    {"invert", nil},
	MapStatus: {"mapStatus", []host.Param{intParam("status1"), intParam("status2"), intParam("status3")}},
	Return:    {"return", []host.Param{intParam("status")}},
	Timer:     {"timer", []host.Param{intParam(timerParam)}},
}

func (k DecoratorKind) String() string { return decorators[k].name }

// Include is `behavior NAME`: the root of another file. Every mention is the same
// node.
type Include struct {
	At   syntax.Span
	File *File
}

// Spawn is `spawnAs NUMBER`.
type Spawn struct {
	At     syntax.Span
	Choice int32
}

// Span returns the range of source of the node, where it stands.
func (n *Composite) Span() syntax.Span { return n.At }
func (n *Action) Span() syntax.Span    { return n.At }
func (n *Condition) Span() syntax.Span { return n.At }
func (n *Decorator) Span() syntax.Span { return n.At }
func (n *Include) Span() syntax.Span   { return n.At }
func (n *Spawn) Span() syntax.Span     { return n.At }

// Expr is an expression as it is written: one of Not, Binary, Literal and Call.
type Expr interface{ Span() syntax.Span }

// Not is !x.
type Not struct {
	At syntax.Span
	X  Expr
}

// Binary is x OP y.
type Binary struct {
	At   syntax.Span // of the operator
	Op   Operator
	X, Y Expr
}

// Literal is a number.
type Literal struct {
	At    syntax.Span
	Value host.Value

	token *token
}

// Call calls a function of the game.
type Call struct {
	At           syntax.Span
	Use          *host.Func
	Values, Args []host.Value
}

// Span returns the range of source of the expression, where it stands.
func (e *Not) Span() syntax.Span     { return e.At }
func (e *Binary) Span() syntax.Span  { return e.At }
func (e *Literal) Span() syntax.Span { return e.At }
func (e *Call) Span() syntax.Span    { return e.At }

// Operator is a binary operator. The lower, the tighter it binds.
type Operator uint8

// The operators; each is a level of its own.
const (
	Less Operator = iota
	LessEqual
	Greater
	GreaterEqual
	Equal
	NotEqual
	And
	Or
)

var operators = [...]string{"<", "<=", ">", ">=", "==", "!=", "&&", "||"}

func (o Operator) String() string { return operators[o] }

// File is one behaviour of a library: a root, and the tree that selects the class
// of a bot.
type File struct {
	Name   string // as it was first mentioned
	Path   string // as errors name it
	Select Node   // the block of selectClass, or nil
	Root   Node   // nil while it is being read, and where it did not load
	end    syntax.Pos
	lints  syntax.ErrorList // of its tokens and parameters
	short  *syntax.Error    // why it ends before its text does, if it does
	broken bool
	// numbers are the numbers with which it is written
	numbers []run.Number
	// wordings say how its expressions are written
	wordings map[Expr]wording
}
