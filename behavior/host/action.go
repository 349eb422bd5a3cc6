package host

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/humanize"
)

// Action is something that a game lets trees do. A panic in its functions is
// caught, reported to [World.Fault], and counts as a failure.
type Action struct {
	// Name is how trees call it. Write it in lower case with underscores: dialects
	// whose names look otherwise find such a name by their own spelling, PickUp for
	// pick_up, and not the other way round.
	Name string
	// Doc says what it does, in a sentence or two.
	Doc    string
	Kind   ActionKind
	Params []Param
	// Elements are what may stand in the node of the action in a Modular Behavior Tree,
	// beside the nodes that it stands over; their names come before those of nodes there.
	Elements []Element
	// Bits is the memory that each use of the action has per bot, zeroed when
	// the bot gets its tree. It is [Call.Memory].
	Bits int
	// Local promises that the action reads only the world as it was and
	// writes only through its own call, so that it may run on any worker.
	Local bool
	// Check, where set, refuses a use when the tree is loaded. An error of an [Item] is
	// told at its own place; several can be joined by errors.Join.
	Check func(*Site) error
	// Warn, where set, tells what is odd about a use that loads, for the dialects that
	// ask it.
	Warn func(s *Site, tell func(text string))
	// Tick runs the action once for one bot.
	Tick func(*Call) Status
	// Skips says that Tick may answer Skipped. A tree that uses such an action is refused in
	// dialects without that answer.
	Skips bool
	// Outputs declares what the action writes by [Call.Output], in dialects whose trees have
	// blackboards.
	Outputs []Param
	// Begin and End are the life of a use of the action for a bot, in every dialect. Begin comes
	// before the first call of Tick, before the first one after Tick answered anything but Running,
	// and before the first one after a turn of the bot without a call; [Call.Memory] is zero then.
	// For each Begin there is one End: when Tick answers anything but Running, when the node is
	// left, at the end of a turn of the bot without a call, and when the bot dies, is removed or
	// gets a tree without the node. If Begin panics, the action fails without a call of Tick.
	Begin, End func(*Call)
	// Enter, Exit, Reset and Stop are called by the dialects that have these
	// moments; Event by those that hand events to running leaves. An intent
	// that is stated there is dropped.
	Enter, Exit, Reset, Stop func(*Call)
	Event                    func(*Call, Event)
	// Describe is a short text about the running action, for debug views.
	Describe func(*Call) string
	// Rows, if set, runs the action for up to 64 bots at once. It must do the same
	// as Tick for each of them, so leave it out in an action that answers another
	// status than the three, has Bits, or commands its own tree. Only
	// [Rows.OneByOne] can draw random numbers.
	Rows func(*Rows)
	// Internals are empty in actions of a game.
	Internals

	number uint16
}

// Internals belong to those who make ready-made actions and functions: the arena and the
// dialects. A game leaves them empty.
type Internals struct {
	// Needs names the part of the world that the leaf works on, which is made only
	// where some tree asks for it; empty for no such part.
	Needs string
	// Admit, where set, is asked before the action replaces the one that
	// goes on, in dialects where bots have one current action: false fails the
	// action and leaves the other alone.
	Admit func(*Call) bool
	// Payload is for the dialect that offers the leaf: its own trees need not call Tick
	// or Eval where they find one. Nobody else reads it.
	Payload any
	// Answers lists the answers that the action may give to a bot that lives; none where that is
	// not known.
	Answers Answers
	// Steady says that a function gives the same value again within a tick, as long as its
	// bot does nothing in between; so it draws no random numbers.
	Steady bool
	// Sends is the parameter of an action that names an event which it sends to others; empty
	// for none.
	Sends string
	// Scripts says that the action calls scripts of the scene, by [Call.Script], in
	// dialects that have them. Trees with such an action then run on one worker.
	Scripts bool
	// Vocabulary says that the leaf is a word of the games that the dialect comes from. Its
	// trees find it if a game asks for these words, see [Overlay.Vocabulary].
	Vocabulary bool
}

// LifeBits is the memory that the runtime adds behind that of an action that HasLife.
const LifeBits = 2

// HasLife reports whether an action wants to hear when its life begins or ends.
func HasLife(a *Action) bool { return a != nil && (a.Begin != nil || a.End != nil) }

// NumberOf returns the action's number in its registry, from 1 on.
func NumberOf(a *Action) uint16 { return a.number }

// ActionKind says how an action stands in a tree.
type ActionKind uint8

// Leaf stands alone. Gate and Decorator stand over one child, in the dialects
// whose trees can say that. Tick of a Gate is asked when the child is about to
// be entered: Success lets it in. Tick of a Decorator is called after the child
// with its status in [Call.Child], and answers in its place. Tick of a Composite
// runs those of its children that it wants, by [Call.Kids]; children that still
// run when it answers anything but Running are stopped. A heading that one of
// these three sets is dropped.
const (
	Leaf ActionKind = iota
	Gate
	Decorator
	Composite
)

var actionKindNames = [...]string{"leaf", "gate", "decorator", "composite"}

func (k ActionKind) String() string {
	if int(k) < len(actionKindNames) {
		return actionKindNames[k]
	}
	return "invalid"
}

// Func is a value that a game lets trees read. A panic in Eval is caught and
// reported, and the value is null.
type Func struct {
	Name   string
	Doc    string
	Params []Param
	// Result is the kind of value that it gives; Any where that depends.
	Result Kind
	Unit   string // of a number, as in [Param]
	Domain Domain // what the result can be; the zero Domain is every value of its kind
	// Check, where set, refuses a use when the tree is loaded.
	Check func(*Site) error
	// Local promises the same as [Action.Local].
	Local bool
	Eval  func(*Call) Value
	// Rows, where set, computes what Eval gives as a number for up to 64 bots at
	// once: it sets numbers[i] for each bit i of [Rows.Mask], and no other; where Eval
	// gives null that is 0, and a bit in [Rows.Null]. It is for
	// functions whose Result is Bool, Int or Number and that draw no random numbers.
	// A dialect that compares columns calls it in the place of Eval.
	Rows func(r *Rows, numbers *[64]float64)
	// Internals are empty in functions of a game.
	Internals
}

// Domain is what a value can be, where its kind alone does not say that. Loaders refuse arguments
// outside of it, and listings, schemas and palettes show it.
type Domain struct {
	// Least and Most bound a number, and may be infinite; nothing does where both are 0.
	Least, Most float64
	// Words are the only texts; nil for all.
	Words []string
	// Names says what kind of things the value names, such as team, class, weapon or place; empty
	// for a plain value. Beside it Words are those that mean something everywhere, and are not all.
	Names string
}

// check refuses a value outside of the domain.
func (d *Domain) check(name string, v Value) error {
	isNumber := v.kind == Int || v.kind == Number
	switch {
	case isNumber && d.Least == 0 && d.Most == 0, !isNumber && (d.Names != "" || d.Words == nil || v.kind != String):
		return nil
	case !isNumber && slices.Contains(d.Words, v.Text()), isNumber && v.num >= d.Least && v.num <= d.Most:
		return nil
	case !isNumber:
		return errors.New(humanize.Unknown(name, v.Text(), v.String(), d.Words))
	case math.IsInf(d.Most, 1):
		return fmt.Errorf("%s: wanted a number of at least %v, found %v", name, d.Least, v)
	}
	return fmt.Errorf("%s: wanted a number from %v to %v, found %v", name, d.Least, d.Most, v)
}

// Param declares one parameter.
type Param struct {
	Name string
	Doc  string
	Kind Kind
	// Unit is metres, seconds, radians or such, for listings.
	Unit string
	// Domain is what it takes of its kind; the zero Domain is all.
	Domain Domain
	// Optional parameters have the value Default when they are not given; it
	// is null or of the parameter's kind.
	Optional bool
	Default  Value
	// Unread: trees may give it and nothing reads it, so that its text is not
	// checked. Hints at misspelt parameters leave it out.
	Unread bool
}

// Accept checks a value against the declaration and returns it as the action
// will see it: an Int where a whole number was given for an Int, a Number where
// an Int was given for a Number. Numbers must be finite, and all values in the domain.
func (p *Param) Accept(v Value) (Value, error) {
	accepted, err := p.accept(v)
	if err == nil {
		err = p.Domain.check(p.Name, accepted)
	}
	return accepted, err
}

func (p *Param) accept(v Value) (Value, error) {
	isNumber := v.kind == Int || v.kind == Number
	finite := !math.IsNaN(v.num) && !math.IsInf(v.num, 0)
	switch {
	case p.Kind == Any:
		return v, nil
	case p.Kind == Number && isNumber && finite:
		return NumberValue(v.num), nil
	case p.Kind == Int && isNumber && finite && v.num == math.Trunc(v.num):
		return Value{kind: Int, num: v.num}, nil
	case p.Kind == v.kind && !isNumber:
		return v, nil
	case p.Kind == Number && isNumber:
		return v, fmt.Errorf("%s: wanted a finite number, found %v", p.Name, v)
	}
	return v, fmt.Errorf("%s: wanted %v, found %v", p.Name, p.Kind, v)
}

// Site is one use of an action in a tree that is being loaded.
type Site struct {
	Tree string
	// Args are in the order of Params, which are the action's, each as Accept gave
	// it.
	Args   []Value
	Params []Param
	Items  []Item // its elements, in the order of the file
	// Spots are where the values of Args stand in a Modular Behavior Tree; empty in other trees.
	Spots []syntax.Pos
	names *Symbols
}

// ErrorAt returns an error about the value of a parameter, by its number, for [Action.Check]. It is
// told at its place where the tree says that, otherwise at the node.
func (s *Site) ErrorAt(param int, format string, args ...any) error {
	if param < len(s.Spots) {
		return &syntax.Error{Pos: s.Spots[param], Msg: fmt.Sprintf(format, args...)}
	}
	return fmt.Errorf(format, args...)
}

// SiteIn returns the use of an action or a function of the registry. It is for loaders.
func SiteIn(r *Registry, s Site) *Site {
	s.names = &r.symbols
	return &s
}

// Declared returns the names that things of one sort have in the game: the places, the
// queries and the like. It is not ok where none were declared, as for a tree that is loaded
// without its game.
func (s *Site) Declared(what string) (names []string, ok bool) {
	if s.names == nil {
		return nil, false
	}
	return s.names.Declared(what)
}
