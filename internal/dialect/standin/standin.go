package standin

import (
	"fmt"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
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
func Allow(reg *host.Registry, how Leniency) { reg.Overlay(cast).Config = how }

// Allowed returns what [Allow] said.
func Allowed(reg *host.Registry) Leniency {
	how, _ := reg.Overlay(cast).Config.(Leniency)
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

// Func is Action for a function. The usual value, of which it says the kind, is what it gives
// without an answer of the bot's state; null for a function that gives anything.
func Func(reg *host.Registry, l *syntax.List, fault *syntax.Error, name string, usual host.Value) *host.Func {
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
	return FuncOf(reg, name, usual)
}

// ActionOf returns the stand-in for the action of a name. It is the same for all trees of a registry.
func ActionOf(reg *host.Registry, name string) *host.Action {
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
	if err != nil {
		panic(fmt.Sprintf("a stand-in was refused: %v", err)) // more actions than a registry can have
	}
	return own.Action(name)
}

// slack is what the sum of ticks may be short of a second by rounding.
const slack = 1e-9

// FuncOf returns a stand-in for the function of a name.
func FuncOf(reg *host.Registry, name string, usual host.Value) *host.Func {
	own, result := reg.Overlay(cast), usual.Kind()
	if result == host.Null {
		result = host.Any
	}
	if f := own.Func(name); f != nil && f.Result == result {
		return f
	}
	key := reg.Key(name)
	f := host.Func{
		Name: name, Doc: "Stands in for a function that the game does not offer.", Result: result, Local: true,
		Eval: func(c *host.Call) host.Value {
			if v := c.State(c.Body, key); v.Kind() != host.Null {
				return vocabulary.Answer(c, name, result, v, usual)
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
	own := reg.Overlay(cast)
	a, f := own.Action(name), own.Func(name)
	switch {
	case a == nil && f == nil:
		return false, nil
	case v.Kind() == host.Null:
		return true, nil
	}
	if f != nil {
		if err = vocabulary.CheckValue(name, f.Result, v); err == nil {
			return true, nil
		}
	}
	if a != nil {
		err = vocabulary.CheckStatus(name, v)
	}
	return true, err
}
