package dragengine

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

// Rule is a rule of a tree as a file writes it: one of the pointer types below.
type Rule interface {
	head() *Head
}

// Head begins all rules.
type Head struct {
	At syntax.Span
	// ID is the full id: prefixes and parents are in it. HasID tells an id from
	// none.
	ID    string
	HasID bool
	// Params are shared by the action and the conditions of the rule, each name
	// once.
	Params     []host.TextParam
	Conditions []Condition
	Mode       Mode

	modes   int       // how many were written
	written []written // of each of Params
	asked   names     // of Params
	open    bool      // something may read Params that does not say which
	name    string    // of the action, or of the tag of another rule
}

func (h *Head) head() *Head { return h }

// Condition is a condition by its name.
type Condition struct {
	Name string
	At   syntax.Span
}

// Mode says how the conditions of a rule are combined.
type Mode uint8

// The modes. A rule without conditions holds in each of them.
const (
	AllTrue  Mode = iota // none is false
	AnyTrue              // at least one is true
	AnyFalse             // at least one is false
	AllFalse             // none is true
)

var modeNames = [...]string{"allTrue", "anyTrue", "anyFalse", "allFalse"}

// String returns the mode as files write it.
func (m Mode) String() string {
	if int(m) < len(modeNames) {
		return modeNames[m]
	}
	return "invalid"
}

// List is the part that sequences, choices and subtrees share.
type List struct {
	Head
	Loop, DoNotFail bool
	Rules           []Rule
}

// The rules.
type (
	// Sequence runs its rules until one fails.
	Sequence struct {
		List
		File string // of a subtree, as it is written
	}
	// Choice runs its rules until one succeeds.
	Choice struct{ List }
	// Action calls an action of the game.
	Action struct {
		Head
		Name      string
		NameAt    syntax.Span
		DoNotFail bool
		use       *host.Action // of one that stands in for a file; nil for what the name says
	}
	// Success succeeds where its conditions hold.
	Success struct{ Head }
	// Failure always fails.
	Failure struct{ Head }
	// Running runs on while its conditions hold.
	Running struct{ Head }
	// Yield runs on once, and succeeds then.
	Yield struct{ Head }
)

// list returns the list of a sequence or choice; nil for other rules.
func list(r Rule) *List {
	switch r := r.(type) {
	case *Sequence:
		return &r.List
	case *Choice:
		return &r.List
	}
	return nil
}
