// Package mention has the entries of an index of names: in these a dialect lists the names in the
// text of a file, each with its kind, its range, and whether it is defined there.
//
// Non-goals: to find what belongs to what, see package index; and to judge a file.
package mention

import "github.com/thicket-sim/thicket/behavior/syntax"

// Kind is what a name is the name of.
type Kind string

// The kinds of names.
const (
	File   Kind = "file"
	Tree   Kind = "subtree" // also a behaviour of a scene
	Action Kind = "action"  // of the game: also a condition or a function
	Class  Kind = "class"
	Team   Kind = "team"
	Place  Kind = "place"
	Path   Kind = "path"
	Tag    Kind = "tag" // of places
	Weapon Kind = "weapon"
	Query  Kind = "query"
	Item   Kind = "item" // a kind of those that lie about
	Good   Kind = "good" // that can be bought
	Enum   Kind = "enum" // a whole number by name
	Event  Kind = "event"
	State  Kind = "state" // of a machine in a tree
	Entry  Kind = "entry" // of a blackboard, a variable, or a key of a bot's state
	ID     Kind = "id"    // of a node
	Name   Kind = "name"  // of a node
	Macro  Kind = "macro"
	Pipe   Kind = "pipe" // of goals
	// Value is an argument that may be one of the above: that which its key says, or the one that
	// has such a definition.
	Value Kind = "value"
)

// Mention is a name in a text.
type Mention struct {
	Kind    Kind
	Name    string
	At      syntax.Span // it may have the quotes around the name
	Defines bool
	Key     string // of a Value: what it is called where it stands
	// Scope names what has the entry, such as a file or a subtree: two of them may each have one of that
	// name. It is empty for what the whole scene shares.
	Scope string
}

// Keys of a Value that is no argument.
const (
	Code = "(code)" // a word in an expression: an entry, if it is nothing else
	Node = "(node)" // of a node with children: an action, if the game offers one of the name
)

// List collects the names of a text.
type List []Mention

// Define adds a name that is defined here.
func (l *List) Define(kind Kind, name string, at syntax.Span) {
	*l = append(*l, Mention{Kind: kind, Name: name, At: at, Defines: true})
}

// Use adds a name that is used here.
func (l *List) Use(kind Kind, name string, at syntax.Span) {
	*l = append(*l, Mention{Kind: kind, Name: name, At: at})
}

// In puts the entries of a part of a list, and arguments that may be one, into a scope.
func (l List) In(scope string) {
	for i := range l {
		if m := &l[i]; m.Scope == "" && (m.Kind == Entry || m.Kind == Value) {
			m.Scope = scope
		}
	}
}

// Value adds an argument.
func (l *List) Value(key, value string, at syntax.Span) {
	*l = append(*l, Mention{Kind: Value, Name: value, At: at, Key: key})
}
