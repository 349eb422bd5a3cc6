package vocabulary

import (
	"fmt"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/words"
)

// Overlays returns what only trees of one dialect see of a registry, by an extension of their
// files such as .bt; nil where no dialect has it.
type Overlays func(r *host.Registry, ext string) *host.Overlay

// Real are leaves of a game, for bots of which no state scripts them.
type Real struct {
	Registry *host.Registry
	Scripted func(bot host.BotID, name string) bool
}

// Registry makes a registry that offers all leaves: real ones, or with nil only those that states
// script. It begins as a copy of base, whose own leaves stay what they are; nil for none.
func (v *Vocabulary) Registry(base *host.Registry, real *Real, overlays Overlays) (*host.Registry, error) {
	r := &host.Registry{}
	if base != nil {
		r = host.CloneOf(base)
	}
	*host.LimitsOf(r) = v.limits
	err := v.fill(r, overlays, func(e *leaf, a *host.Action) {
		key := r.Key(e.name)
		a.Local = real == nil
		own := e.usualAction()
		if real != nil {
			of := real.Registry.Action(e.name)
			own, a.Bits, a.Begin, a.End = of.Tick, of.Bits, of.Begin, of.End
		}
		var outputs []host.Key
		for i := range e.outputs {
			outputs = append(outputs, r.Key(e.output(i)))
		}
		a.Tick = func(c *host.Call) host.Status {
			var s host.Status
			switch v := real.state(e, c, key); {
			case v.Kind() != host.Null:
				s = e.status(c, v)
			case real != nil:
				return own(c)
			default:
				s = own(c)
			}
			e.write(c, s, func(i int) host.Value { return c.State(c.Body, outputs[i]) })
			return s
		}
	}, func(e *leaf, f *host.Func) {
		key := r.Key(e.name)
		f.Local = real == nil
		own := func(*host.Call) host.Value { return usual(e.result) }
		if real != nil {
			own = real.Registry.Func(e.name).Eval
		}
		f.Eval = func(c *host.Call) host.Value {
			if v := real.state(e, c, key); v.Kind() != host.Null {
				return e.value(c, v)
			}
			return own(c)
		}
	})
	return r, err
}

// state is what scripts a leaf; null for nothing.
func (r *Real) state(e *leaf, c *host.Call, key host.Key) host.Value {
	if r != nil && !r.Scripted(c.Bot, e.name) {
		return host.NullValue
	}
	return c.State(c.Body, key)
}

// Script offers all leaves of a registry, with answers from a script: of actions by status, and
// of conditions, functions and outputs the value now, which is not ok where there is none.
func (v *Vocabulary) Script(r *host.Registry, status func(name string) host.Status, value func(name string) (x host.Value, ok bool)) error {
	return v.fill(r, nil, func(e *leaf, a *host.Action) {
		a.Tick = func(c *host.Call) host.Status {
			s := status(e.name)
			e.write(c, s, func(i int) host.Value {
				x, _ := value(e.output(i))
				return x
			})
			return s
		}
	}, func(e *leaf, f *host.Func) {
		f.Eval = func(c *host.Call) host.Value {
			if x, ok := value(e.name); ok {
				return e.value(c, x)
			}
			return usual(e.result)
		}
	})
}

// fill offers leaves, to each of which another function gives what it does. Without overlays what
// is for files of some dialects only is left out.
func (v *Vocabulary) fill(r *host.Registry, overlays Overlays, do func(*leaf, *host.Action), ask func(*leaf, *host.Func)) error {
	var l syntax.List
	for i := range v.leaves {
		e := &v.leaves[i]
		for _, to := range e.targets(r, overlays, &l) {
			var err error
			stands, acts := e.kind.ActionKind()
			switch {
			case acts:
				a := host.Action{Name: e.name, Doc: e.doc, Kind: stands, Params: e.params, Outputs: e.outputs, Elements: e.elements, Skips: e.skips}
				do(e, &a)
				err = to.AddAction(a)
			case e.kind != words.Relation:
				f := host.Func{Name: e.name, Doc: e.doc, Params: e.params, Result: e.result, Unit: e.unit, Domain: e.domain}
				ask(e, &f)
				err = to.AddFunc(f)
			default:
				r.Key(e.name)
			}
			if err != nil {
				l.Errorf(e.at, "%v", err)
			}
		}
	}
	return l.Err()
}

// target takes in leaves: a registry, or what it has for one dialect.
type target interface {
	AddAction(host.Action) error
	AddFunc(host.Func) error
	Action(name string) *host.Action
	Func(name string) *host.Func
}

// targets are where a leaf is offered.
func (e *leaf) targets(r *host.Registry, overlays Overlays, l *syntax.List) (all []target) {
	if len(e.files) == 0 {
		return []target{r}
	}
	if overlays == nil {
		return nil
	}
	if e.dialect != "" {
		return []target{r.Overlay(e.dialect)}
	}
	for _, ext := range e.files {
		if o := overlays(r, ext); o == nil {
			l.Errorf(e.at, "%s is for files that end with %q, which no dialect has", e.name, ext)
		} else if !slices.Contains(all, target(o)) {
			all = append(all, o)
		}
	}
	return all
}

// statuses are what an action may answer, in the words of states.
var statuses = map[string]host.Status{"success": host.Success, "failure": host.Failure, "running": host.Running}

// Status is the answer of an action by what the state of a bot says of it. What no action answers is a
// failure, and a fault.
func Status(c *host.Call, name string, v host.Value) host.Status {
	c.Hold()
	s, ok := statuses[v.Text()]
	if !ok {
		c.Warnf("%v", checkStatus(name, "an action", v))
		return host.Failure
	}
	return s
}

// status is the answer of an action by the state of a bot.
func (e *leaf) status(c *host.Call, v host.Value) host.Status { return Status(c, e.name, v) }

// Answer is what a function gives, which is declared as a parameter, by what the state of a bot says
// of it. What it cannot be is a fault, and the usual value stands for it.
func Answer(c *host.Call, gives *host.Param, v, usual host.Value) host.Value {
	v, err := gives.Accept(v)
	if err != nil {
		c.Warnf("%v", err)
		return usual
	}
	return v
}

// value is that of a condition or a function by the state of a bot.
func (e *leaf) value(c *host.Call, v host.Value) host.Value {
	if e.kind == words.Relation {
		if err := e.accept(v); err != nil {
			c.Warnf("%v", err)
			return usual(e.result)
		}
		return v
	}
	return Answer(c, e.gives(), v, usual(e.result))
}

// usual is the value of a kind where nobody says anything.
func usual(k host.Kind) host.Value {
	switch k {
	case host.Bool:
		return host.BoolValue(false)
	case host.Int:
		return host.IntValue(0)
	case host.Number:
		return host.NumberValue(0)
	case host.String:
		return host.StringValue("")
	}
	return host.NullValue
}

// output is the name by which a state says what an action writes: look_out.hawks.
func (e *leaf) output(i int) string { return e.name + "." + e.outputs[i].Name }

// write writes what is said of outputs, where the tree wants them, and where a leaf succeeds its defaults
// for others. What an output cannot be is a fault.
func (e *leaf) write(c *host.Call, s host.Status, said func(i int) host.Value) {
	for i := range e.outputs {
		o := &e.outputs[i]
		v := said(i)
		switch {
		case v.Kind() != host.Null:
			v = Answer(c, o, v, output(o))
		case s == host.Success && e.kind == words.Action:
			v = output(o)
		default:
			continue
		}
		_ = c.Output(o.Name, v) // the tree may bind none
	}
}

// usualAction is what an action does of which nobody says anything: it succeeds. A gate is open, a
// decorator answers as its child does, and a composite is a sequence.
func (e *leaf) usualAction() func(*host.Call) host.Status {
	switch stands, _ := e.kind.ActionKind(); stands {
	case host.Decorator:
		return func(c *host.Call) host.Status { return c.Child }
	case host.Composite:
		return sequence
	}
	return func(c *host.Call) host.Status {
		c.Hold()
		return host.Success
	}
}

// output is what is written of which nobody says anything.
func output(o *host.Param) host.Value {
	if o.Default.Kind() != host.Null {
		return o.Default
	}
	return usual(o.Kind)
}

// sequence runs children one after the other until one does not succeed.
func sequence(c *host.Call) host.Status {
	first := 0
	for i := range c.Kids.Len() {
		if c.Kids.Runs(i) {
			first = i
		}
	}
	for i := first; i < c.Kids.Len(); i++ {
		if s := c.Kids.Run(i); s != host.Success {
			return s
		}
	}
	return host.Success
}

// article is the kind of a leaf, as one of them.
func (e *leaf) article() string {
	if e.kind == words.Action {
		return "an action"
	}
	return "a " + string(e.kind)
}

// accept refuses a value that is no answer of the leaf.
func (e *leaf) accept(v host.Value) error {
	_, acts := e.kind.ActionKind()
	switch {
	case acts:
		return checkStatus(e.name, e.article(), v)
	case e.kind == words.Relation:
		if v.Kind() != host.Bool {
			return fmt.Errorf("%s is a relation of two agents: found %v, wanted true or false", e.name, v)
		}
	default:
		_, err := e.gives().Accept(v)
		return err
	}
	return nil
}

// gives declares what a function gives.
func (e *leaf) gives() *host.Param {
	return &host.Param{Name: e.name, Kind: e.result, Domain: e.domain}
}

// CheckStatus refuses a value that no action answers.
func CheckStatus(name string, v host.Value) error { return checkStatus(name, "an action", v) }

func checkStatus(name, what string, v host.Value) error {
	if _, ok := statuses[v.Text()]; v.Kind() != host.String || !ok {
		known := []string{"success", "failure", "running"}
		return (&syntax.Error{Msg: fmt.Sprintf("%s is %s: found %v, wanted success, failure or running", name, what, v)}).Suggest(v.Text(), known)
	}
	return nil
}

// CheckAnswer refuses a name that no leaf has, and a value that is no answer of it. Some names
// are known otherwise.
func (v *Vocabulary) CheckAnswer(name string, value host.Value, known []string) error {
	names := slices.Clone(known)
	for i := range v.leaves {
		e := &v.leaves[i]
		if e.name == name {
			if value.Kind() == host.Null { // as if nobody had said anything
				return nil
			}
			return e.accept(value)
		}
		names = append(names, e.name)
		for j := range e.outputs {
			if names = append(names, e.output(j)); e.output(j) == name && value.Kind() != host.Null {
				_, err := e.outputs[j].Accept(value)
				return err
			}
		}
	}
	if v.Arena || slices.Contains(known, name) { // bodies of an arena have any states
		return nil
	}
	return (&syntax.Error{Msg: fmt.Sprintf("no leaf is called %q", name)}).Suggest(name, names)
}
