package standin

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/insight/vocabulary"
)

// Leniency says what may be stood in for.
type Leniency uint8

const (
	Nothing  Leniency = iota
	Declared          // what a file describes for its game to offer; for who looks at the file and does not run it
	All
)

// cast is the overlay that has the stand-ins of a registry, and how lenient it is.
const cast = "stand-ins"

// Allow says what is stood in for in trees that are loaded with a registry from now on.
func Allow(reg *host.Registry, how Leniency) {
	if how != Allowed(reg) {
		reg.Overlay(cast).Config = how
	}
}

// Allowed returns what [Allow] said.
func Allowed(reg *host.Registry) Leniency {
	own := host.OverlayIn(reg, cast)
	if own == nil {
		return Nothing
	}
	how, _ := own.Config.(Leniency)
	return how
}

// Kinds of what stands in, as notices name them.
const (
	AnAction    = "an action that succeeds after a second"
	ACondition  = "a condition that is false"
	AControl    = "a sequence"
	ADecorator  = "a decorator that passes its child's answer"
	aNumber     = "a function that gives 0"
	aText       = "a function that gives an empty text"
	anyFunction = "a function that gives nothing"
)

// After is how long a stand-in for an action runs before it succeeds, in seconds of simulated time.
const After = 1.0

// Excuse makes a notice of a fault that was told, where everything may be stood in for, and reports
// whether it did.
func Excuse(reg *host.Registry, l *syntax.List, fault *syntax.Error, as string) bool {
	if Allowed(reg) != All {
		return false
	}
	Tell(l, fault, as)
	return true
}

// Tell makes a notice of a fault that was told, for a loader that knows that it may.
func Tell(l *syntax.List, fault *syntax.Error, as string) {
	l.Errors = slices.DeleteFunc(l.Errors, func(e *syntax.Error) bool { return e == fault })
	notice := *fault
	notice.Msg, _, _ = strings.Cut(notice.Msg, ", wanted ")
	notice.Msg += ", for which " + as + " stands in"
	notice.Places = 1
	l.Notices = append(l.Notices, &notice)
}

// Action returns what stands in for an action, and makes a notice of the fault that was told; nil where
// nothing may.
func Action(reg *host.Registry, l *syntax.List, fault *syntax.Error, name string) *host.Action {
	if !Excuse(reg, l, fault, AnAction) {
		return nil
	}
	return ActionOf(reg, name)
}

// Func is Action for a function of which values of a kind are wanted, host.Any for all. The usual value
// is what it gives without an answer of the bot's state.
func Func(reg *host.Registry, l *syntax.List, fault *syntax.Error, name string, kind host.Kind, usual host.Value) *host.Func {
	as := anyFunction
	switch usual.Kind() {
	case host.Bool:
		as = ACondition
	case host.Int, host.Number:
		as = aNumber
	case host.String:
		as = aText
	}
	if !Excuse(reg, l, fault, as) {
		return nil
	}
	return FuncOf(reg, name, kind, usual)
}

// Lack makes an error of [host.Action.Check], or of a function's, one of a name that the scene does not
// have: of a place, a class or an item.
func Lack(err error) error { return lack{err} }

type lack struct{ error }

// IsLack reports whether an error is of a name that the scene does not have, and of nothing else.
func IsLack(err error) bool {
	var l lack
	_, several := err.(interface{ Unwrap() []error })
	return !several && errors.As(err, &l)
}

// For puts what stands in for a use of an action or a condition that its Check refused, if that was for a
// name that the scene does not have, and makes a notice of the fault that was told. It reports whether
// it did; what stands over others, and other functions, have no stand-ins.
func For(reg *host.Registry, l *syntax.List, fault *syntax.Error, why error, leaf *tree.Leaf) bool {
	var use tree.Leaf
	switch {
	case !IsLack(why):
		return false
	case leaf.Action != nil && leaf.Action.Kind == host.Leaf:
		use.Action = Action(reg, l, fault, leaf.Name())
	case leaf.Func != nil && leaf.Func.Result == host.Bool:
		use.Func = Func(reg, l, fault, leaf.Name(), host.Bool, host.BoolValue(false))
	}
	if use.Action == nil && use.Func == nil {
		return false
	}
	*leaf = use
	return true
}

// ActionOf returns the stand-in for the action of a name. It is the same for all trees of a registry.
func ActionOf(reg *host.Registry, name string) *host.Action {
	name = cmp.Or(name, nameless)
	own := reg.Overlay(cast)
	if a := own.Action(name); a != nil {
		return a
	}
	key := reg.Key(name)
	err := own.AddAction(host.Action{
		Name: name, Doc: "Stands in for an action that the game does not offer.", Bits: 64, Local: true,
		Begin: func(c *host.Call) { c.StoreInt(0, c.Tick) },
		Tick: func(c *host.Call) host.Status {
			c.Hold()
			if v := c.State(c.Body, key); v.Kind() != host.Null {
				return vocabulary.Status(c, name, v)
			}
			if float64(c.Tick-c.LoadInt(0))*c.DT < After-slack {
				return host.Running
			}
			return host.Success
		},
	})
	if err != nil { // more actions than a registry can have
		if all := own.ActionNames(); len(all) > 0 {
			name = all[0]
		}
	}
	return own.Action(name)
}

// nameless is what stands in for a name of no letters, which nothing can have.
const nameless = "?"

// Scripted returns what the state of a bot says that the stand-in of a name answers; null where it says
// nothing.
func Scripted(c *host.Call, reg *host.Registry, name string) host.Value {
	if key, ok := host.SymbolsOf(reg).FindKey(name); ok {
		return c.State(c.Body, key)
	}
	return host.NullValue
}

// slack is what the sum of ticks may be short of a second by rounding.
const slack = 1e-9

// FuncOf returns a stand-in for the function of a name, see [Func].
func FuncOf(reg *host.Registry, name string, kind host.Kind, usual host.Value) *host.Func {
	name = cmp.Or(name, nameless)
	own := reg.Overlay(cast)
	if f := own.Func(name); f != nil && f.Result == kind {
		return f
	}
	key, gives := reg.Key(name), host.Param{Name: name, Kind: kind}
	f := host.Func{
		Name: name, Doc: "Stands in for a function that the game does not offer.", Result: kind, Local: true,
		Eval: func(c *host.Call) host.Value {
			if v := c.State(c.Body, key); v.Kind() != host.Null {
				return vocabulary.Answer(c, &gives, v, usual)
			}
			return usual
		},
	}
	if own.Func(name) == nil && own.AddFunc(f) == nil {
		return own.Func(name)
	}
	return &f // one that gives another kind has the name
}

// CheckAnswer refuses a value that the stand-in of a name cannot answer. It is not known where there
// is none of that name.
func CheckAnswer(reg *host.Registry, name string, v host.Value) (known bool, err error) {
	own := host.OverlayIn(reg, cast)
	if own == nil {
		return false, nil
	}
	a, f := own.Action(name), own.Func(name)
	switch {
	case a == nil && f == nil:
		return false, nil
	case v.Kind() == host.Null:
		return true, nil
	}
	if f != nil {
		if _, err = (&host.Param{Name: name, Kind: f.Result}).Accept(v); err == nil {
			return true, nil
		}
	}
	if a != nil {
		err = vocabulary.CheckStatus(name, v)
	}
	return true, err
}
