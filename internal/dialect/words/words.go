// Package words has the rows of all that trees of a dialect can say: its nodes, what decides on
// them, functions, constants, settings, events. Listings, schemas, palettes and pages are made from
// them, and tests hold loaders to them.
//
// Non-goals: what a node does. That is for the dialect, whose truth tables the rows quote.
package words

import (
	"cmp"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
)

// Role is the part that a word plays in a tree.
type Role string

// The roles. Those up to Action are nodes.
const (
	Composite Role = "composite" // a node that decides which of those below it run
	Decorator Role = "decorator" // one that changes what the one below it answers, or whether it runs
	Gate      Role = "gate"      // a node of a game over one other, which is asked only when it is entered
	Condition Role = "condition" // a leaf that only asks
	Action    Role = "action"    // a leaf that does something

	Relation Role = "relation" // a truth value of two bodies, by which trees select one
	Function Role = "function" // gives a value, in conditions, scripts or the code of a tree
	Constant Role = "constant" // a value by name
	Setting  Role = "setting"  // what many nodes, or the whole file, take beside their own parameters
	Part     Role = "part"     // a piece of a node or of a file that is no node itself, such as a case
	Event    Role = "event"    // what trees can wait for, or send
	Place    Role = "place"    // a spot, a body or a table that is always there by name
)

// Roles lists the roles in the order of listings.
func Roles() []Role {
	return []Role{Composite, Decorator, Gate, Condition, Action, Relation, Function, Constant, Setting, Part, Event, Place}
}

// IsNode reports whether words of the role are nodes.
func (r Role) IsNode() bool {
	return r == Composite || r == Decorator || r == Gate || r == Condition || r == Action
}

// Any is the most children of a node that takes any number of them.
const Any = -1

// Word is one row.
type Word struct {
	Name string
	Role Role
	// Doc says in a line what it is or does, as a sentence.
	Doc string
	// Truth says in a line what a node answers: F, S and R are failure, success and running. Empty
	// for what is no node.
	Truth string
	// Params are in the order in which files write them, where that matters.
	Params []Param
	// Outputs are what an action of a game writes into entries of blackboards, Elements what may stand in
	// its node, and Skips whether it may answer that it was skipped; see host.Action.
	Outputs  []Param
	Elements []host.Element
	Skips    bool
	// Open: parameters of other names can be given, too.
	Open bool
	// Once: there is at most one of it in what it stands in.
	Once bool
	// Text: texts can stand in it.
	Text bool
	// Least and Most are the numbers of nodes that stand below it; Most may be [Any].
	Least, Most int
	// Parts are the words of the role Part that stand in it. One that must be there is named with
	// a "+" behind it.
	Parts []string
	// In has the names of the words that it stands in, for a part or a setting of some nodes only; for
	// a function or a constant what kinds of code, as Names of parameters say it.
	In []string
	// OneOf are the parameters of which one is given, and no other of them.
	OneOf []string
	// Answers are all that a node can answer; the zero value where that depends on its game.
	Answers Answers
	// Value is what a function gives, or a constant is.
	Value Value
	// Page is the page of docs that tells more, with the heading behind #.
	Page string
	// Example is how files write it; empty where its parameters tell.
	Example string
	// Vocabulary is the one that a game must ask for, for its trees to have the word; empty for none.
	Vocabulary string
}

// Describer is a payload of an action or a function that knows more of it than its declaration says.
type Describer interface{ Describe(w *Word) }

// Hidden is the payload of functions that neither trees nor scripts of a game can call.
type Hidden struct{}

// Value is what a parameter takes, a function gives, or a constant is.
type Value struct {
	Kind host.Kind
	// Unit is metres, seconds, milliseconds, radians or such.
	Unit string
	host.Domain
	// Is has the value of a constant, as trees write it.
	Is string
}

// Type says the kind for people.
func (v *Value) Type() string {
	switch {
	case v.Kind == host.Any && v.Words != nil:
		return AnyWord
	case v.Kind == host.Null:
		return ""
	}
	return v.Kind.String()
}

// Result says what a function gives, with its unit; empty for other words.
func (w *Word) Result() string {
	text := w.Value.Type()
	if text != "" && w.Value.Unit != "" {
		text += " (" + w.Value.Unit + ")"
	}
	return text
}

// ConditionNames returns the names of [Word.Conditions].
func (w *Word) ConditionNames() []string {
	if w.Role != Function || w.Value.Kind != host.Number && w.Value.Kind != host.Int {
		return nil
	}
	return []string{w.Name + "_below", w.Name + "_at_least"}
}

// Conditions returns what a function that gives a number is besides in trees of every dialect: two
// conditions that compare it with a parameter limit. It is nil for other words.
func (w *Word) Conditions() (all []Word) {
	docs := [...]string{"Whether it is below the limit: ", "Whether it is at least the limit: "}
	for i, name := range w.ConditionNames() {
		limit := Param{Name: "limit", Doc: "what it is compared with", Required: true, Value: w.Value}
		limit.Domain = host.Domain{}
		of := Word{Name: name, Role: Condition, Doc: docs[i] + w.Doc, Answers: Success | Failure, Value: Value{Kind: host.Bool}, Page: w.Page}
		of.Params = append(slices.Clone(w.Params), limit)
		all = append(all, of)
	}
	return all
}

// AnyWord is the type of what is one of the known words, or the id of a body.
const AnyWord = "a word or an id"

// Everybody is the default of a parameter that selects bodies.
const Everybody = "everybody"

// Param is one parameter of a word: an attribute, a port, an argument.
type Param struct {
	Name string
	Doc  string
	Value
	// Required parameters must be given.
	Required bool
	// Default is the text that has the same meaning as leaving it out; empty where there is none.
	Default string
	// Sample is a text that it takes, for one that needs more than its kind says, such as an
	// expression.
	Sample string
	// Writes: the node sets the entry that it names; Reads is the usual case.
	Writes bool
}

// Answers is a set of statuses.
type Answers uint8

// The statuses.
const (
	Success Answers = 1 << iota
	Failure
	Running
	Skipped
)

var answerNames = []string{"success", "failure", "running", "skipped"}

// List returns the names of the statuses.
func (a Answers) List() (all []string) {
	for i, name := range answerNames {
		if a&(1<<i) != 0 {
			all = append(all, name)
		}
	}
	return all
}

// AnswersOf returns the set of statuses by their names.
func AnswersOf(names []string) (a Answers) {
	for i, name := range answerNames {
		if slices.Contains(names, name) {
			a |= 1 << i
		}
	}
	return a
}

// Find returns the rows of a name; with anyCase whatever the case of its letters.
func Find(all []Word, name string, anyCase bool) (found []Word) {
	for i := range all {
		if all[i].Name == name || anyCase && strings.EqualFold(all[i].Name, name) {
			found = append(found, all[i])
		}
	}
	return found
}

// Order lists the places of rows in the order of their roles and, within one, of their names.
func Order(all []Word) []int {
	roles := Roles()
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		if x, y := all[a].Role, all[b].Role; x != y {
			return cmp.Compare(slices.Index(roles, x), slices.Index(roles, y))
		}
		if c := strings.Compare(all[a].Name, all[b].Name); c != 0 {
			return c
		}
		return a - b
	})
	return order
}

// Sort puts rows into their [Order].
func Sort(all []Word) {
	sorted := make([]Word, len(all)) // rows are large, and are moved once
	for to, from := range Order(all) {
		sorted[to] = all[from]
	}
	copy(all, sorted)
}

// actionRoles are the roles of actions of a game by how they stand in a tree.
var actionRoles = [...]Role{host.Leaf: Action, host.Gate: Gate, host.Decorator: Decorator, host.Composite: Composite}

// ActionKind returns how an action of a game with the role stands in a tree; it is not ok for other
// roles.
func (r Role) ActionKind() (k host.ActionKind, ok bool) {
	i := slices.Index(actionRoles[:], r)
	return host.ActionKind(max(i, 0)), i >= 0
}

// Leaves returns the rows of what a registry itself offers to every tree, or, of one overlay, to those
// of a dialect.
func Leaves(names interface {
	ActionNames() []string
	FuncNames() []string
	Action(string) *host.Action
	Func(string) *host.Func
}) (all []Word) {
	for _, name := range names.ActionNames() {
		all = append(all, OfAction(names.Action(name)))
	}
	for _, name := range names.FuncNames() {
		f := names.Func(name)
		if _, ok := f.Payload.(Hidden); ok {
			continue
		}
		w := Word{Name: name, Role: Function, Doc: f.Doc, Params: ParamsOf(f.Params), Value: Value{Kind: f.Result, Unit: f.Unit, Domain: f.Domain}}
		if f.Result == host.Bool {
			w.Role, w.Answers = Condition, Success|Failure
		}
		if of, ok := f.Payload.(Describer); ok {
			of.Describe(&w)
		}
		all = append(all, w)
	}
	return all
}

// OfAction returns the row of an action.
func OfAction(a *host.Action) Word {
	w := Word{Name: a.Name, Role: actionRoles[a.Kind], Doc: a.Doc, Params: ParamsOf(a.Params), Outputs: ParamsOf(a.Outputs), Elements: a.Elements, Skips: a.Skips, Answers: answersOf(a)}
	switch a.Kind {
	case host.Gate, host.Decorator:
		w.Least, w.Most = 1, 1
	case host.Composite:
		w.Most = Any
	}
	if of, ok := a.Payload.(Describer); ok {
		of.Describe(&w)
	}
	return w
}

// answersOf returns what an action answers to a bot that lives, as far as that is known.
func answersOf(a *host.Action) (all Answers) {
	if a.Answers&host.MayOther != 0 {
		return 0
	}
	for _, is := range []struct {
		may  host.Answers
		here Answers
	}{{host.MaySucceed, Success}, {host.MayFail, Failure}, {host.MayRun, Running}} {
		if a.Answers&is.may != 0 {
			all |= is.here
		}
	}
	return all
}

// Join returns the rows of a dialect with those of what a game offers to its trees, which take the
// places of those of a vocabulary that have the same names.
func Join(own, offered []Word) []Word {
	all := slices.DeleteFunc(slices.Clone(own), func(w Word) bool {
		return w.Vocabulary != "" && slices.ContainsFunc(offered, func(o Word) bool { return o.Name == w.Name })
	})
	return append(all, offered...)
}

// ParamsOf returns the parameters of a leaf.
func ParamsOf(params []host.Param) (all []Param) {
	for i := range params {
		p := &params[i]
		q := Param{Name: p.Name, Doc: p.Doc, Required: !p.Optional, Value: Value{Kind: p.Kind, Unit: p.Unit, Domain: p.Domain}}
		if p.Optional {
			q.Default = p.Default.String()
		}
		if p.Kind == host.Where && p.Optional {
			q.Default = Everybody
		}
		all = append(all, q)
	}
	return all
}

// Section is a part of the rows, for listings.
type Section struct {
	Title   string
	Doc     string // what holds for all rows; empty for nothing
	Dialect string // the only dialect whose trees have them; empty for all
	Files   string // the extensions of its files, with blanks between
	Own     bool   // the dialect has them, whatever game it is, or each arena does
	Words   []Word
}
