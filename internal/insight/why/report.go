package why

import (
	"cmp"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/insight/inspect"
	"github.com/thicket-sim/thicket/internal/insight/treedraw"
)

// Report says why a bot did what it did.
type Report struct {
	Scene   string        `json:"scene"`
	Tick    int64         `json:"tick"` // that was asked for
	Seconds float64       `json:"seconds"`
	ID      components.ID `json:"id"`
	Name    string        `json:"name"`
	Class   string        `json:"class"`
	Dead    bool          `json:"dead,omitempty"` // it does nothing
	// Idle says why the bot does nothing, and Moment is then what it did before; nil while its
	// tree is asked, and while that sleeps.
	Idle *Idle  `json:"idle,omitempty"`
	Tree string `json:"tree"`
	// Moment is the last tick up to then in which the tree was asked.
	Moment *Moment `json:"moment"`
	// Since is the first tick from which on the same leaf decided; Older where the game began
	// with that, as far as it was played.
	Since Since `json:"since"`
	// Change holds what was different in that tick from the one before in which the tree was
	// asked; nil where the game began so.
	Change *Change `json:"change,omitempty"`
	// Diff says how the moment differs from that of the question's Diff.
	Diff *Change `json:"diff,omitempty"`
	// Other says what would have to be different, where that was asked.
	Other *Other `json:"other,omitempty"`

	drawn *treedraw.Tree         // of the moment
	names map[tree.NodeID]string // of the actions in it
}

// Since is from when on a leaf decides.
type Since struct {
	Tick    int64   `json:"tick"`
	Seconds float64 `json:"seconds"` // for how long
	Older   bool    `json:"older,omitempty"`
	After   *Idle   `json:"after,omitempty"` // what ended before
}

// Moment holds the work of a bot's tree in a tick.
type Moment struct {
	Tick    int64   `json:"tick"`
	Seconds float64 `json:"seconds"`
	// Does is the action of the leaf that decided, or its name where it is a script's own;
	// empty where none has.
	Does string `json:"does"`
	// Action names the action that the game took from that, where it has another name.
	Action string `json:"action,omitempty"`
	Target string `json:"target,omitempty"` // whom it chose
	// Node is the leaf that decided; 0 for none.
	Node tree.NodeID `json:"node"`
	// Nodes lists the nodes that were asked, and those above them, in the order of drawing.
	Nodes  []Node          `json:"nodes"`
	Events []inspect.Event `json:"events,omitempty"` // that came in the tick
	Steps  []string        `json:"steps,omitempty"`  // as the tree tells them, in dialects that do

	seen    sights
	program *run.Program // of which the nodes are, or are of a variant
	calls   []string     // names for what it does
	did     []string     // and for all that did not fail
	taken   bool         // what it does is an action of the game
}

// does returns what the bot does, for messages.
func (m *Moment) does() string { return cmp.Or(m.Does, "nothing that its tree says") }

// Node is a node of the tree as it was asked.
type Node struct {
	inspect.Written
	// Answer is the last one in the tick; empty where only nodes below it were asked.
	Answer string `json:"answer,omitempty"`
	// Holds says whether its condition held, of nodes that have one.
	Holds *bool `json:"holds,omitempty"`
	// Because says what that rests on.
	Because []inspect.Reason `json:"because,omitempty"`
	Path    bool             `json:"path,omitempty"`    // it leads to the leaf that decided
	Decides bool             `json:"decides,omitempty"` // it is that leaf

	leaf bool
}

// asks reports whether the node answers for itself: a leaf, or one with a condition.
func (n *Node) asks() bool { return n.Holds != nil || n.leaf && n.Answer != "" }

// node returns a node of the moment; nil where it was not asked.
func (m *Moment) node(id tree.NodeID) *Node {
	for i := range m.Nodes {
		if m.Nodes[i].Node == id {
			return &m.Nodes[i]
		}
	}
	return nil
}

// Change says how two moments of a bot differ.
type Change struct {
	From *Moment `json:"from"`
	To   *Moment `json:"to"`
	// Flips are the leaves and conditions that answered otherwise.
	Flips []Flip `json:"flips"`
	// Fresh lists the nodes that were asked in the second alone, and Past in the first alone.
	Fresh []Node `json:"fresh,omitempty"`
	Past  []Node `json:"past,omitempty"`
	// Moved are the bot and those whom the reasons name, as the trees saw them.
	Moved []Moved `json:"moved,omitempty"`
	// OtherTree tells that the bot had another tree, whose nodes cannot be compared.
	OtherTree bool `json:"otherTree,omitempty"`
}

// Flip is a node that answered otherwise.
type Flip struct {
	From Node `json:"from"`
	To   Node `json:"to"`
}

// Moved is by how much a body moved between two moments.
type Moved struct {
	ID     components.ID `json:"id"`
	Name   string        `json:"name"`
	Metres float64       `json:"metres"`
	X      float64       `json:"x"` // where it came to
	Y      float64       `json:"y"`
}

// Other says what would have to be different for the bot to do something else.
type Other struct {
	Not     string `json:"not,omitempty"`
	Instead string `json:"instead,omitempty"`
	// Tick is the tick in which it was tried: the moment of the report, or, where nothing was
	// found in that, the one in which it began.
	Tick int64 `json:"tick"`
	// Branches is the number of copies of the game played it.
	Branches int   `json:"branches"`
	Ways     []Way `json:"ways"`
	// None says why there are none.
	None string `json:"none,omitempty"`
}

// Way is a smallest set of answers with which the bot does something else.
type Way struct {
	Turns []Turn `json:"turns"`
	Does  string `json:"does"`
	// Action and Target are as in [Moment].
	Action string `json:"action,omitempty"`
	Target string `json:"target,omitempty"`
	Node   *Node  `json:"node"` // that decides then; null for none

	calls []string
}

// Turn is an answer of a node that was turned.
type Turn struct {
	Node Node `json:"node"`
	// To says what its condition was taken for, or whether an action was taken for one that
	// had succeeded, or failed.
	To     bool `json:"to"`
	Action bool `json:"action"` // it is an action
}
