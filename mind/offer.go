package mind

import (
	"fmt"
	"reflect"
	"slices"
	"sync"
	"unsafe"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/trees"
)

// agents are those of minds, by body.
type agents[A comparable] struct{ list []A }

// A form is what a function is to trees: an action, a value or a relation. What act and ask
// return is called in turns.
type form[A comparable] struct {
	params   []host.Param
	bits     int       // of memory
	result   host.Kind // of a value
	act      func(*agents[A]) func(*host.Call) Status
	ask      func(*agents[A]) func(*host.Call) host.Value
	state    func(A) host.Value // of a value without parameters
	relation func(me, other A) bool
	err      error
}

// With makes a leaf with parameters, for [Leaf]: its function, an action, a condition or a
// value, also gets a struct. Its exported fields are the parameters, by their names in lower
// case with underscores; bool, int, int32, int64, float32, float64 and string can be given in
// trees. The tags `doc`, `unit` and `default` tell more; a parameter with a default may be
// left out. A field of the agent's type is the nearest other agent that the parameter selects
// as `where`, nil where nobody matches.
func With[A comparable, P any, R bool | int | float64 | string | Status](f func(A, P) R) any {
	params, fields, err := parametersOf(reflect.TypeFor[P](), reflect.TypeFor[A]())
	o := form[A]{params: params, err: err}
	get := func(all *agents[A], c *host.Call) (p P) {
		fill(fields, unsafe.Pointer(&p), all, c)
		return p
	}
	switch f := any(f).(type) {
	case func(A, P) Status:
		o.act = func(all *agents[A]) func(*host.Call) Status {
			return func(c *host.Call) Status { return f(all.list[c.Body], get(all, c)) }
		}
	case func(A, P) bool:
		o.result, o.ask = host.Bool, asking(func(all *agents[A], c *host.Call) host.Value { return host.BoolValue(f(all.list[c.Body], get(all, c))) })
	case func(A, P) int:
		o.result, o.ask = host.Int, asking(func(all *agents[A], c *host.Call) host.Value {
			return host.IntValue(int64(f(all.list[c.Body], get(all, c))))
		})
	case func(A, P) float64:
		o.result, o.ask = host.Number, asking(func(all *agents[A], c *host.Call) host.Value {
			return host.NumberValue(f(all.list[c.Body], get(all, c)))
		})
	case func(A, P) string:
		o.result, o.ask = host.String, asking(func(all *agents[A], c *host.Call) host.Value {
			return host.StringValue(f(all.list[c.Body], get(all, c)))
		})
	}
	return o
}

// asking is the ask of a form.
func asking[A comparable](ask func(*agents[A], *host.Call) host.Value) func(*agents[A]) func(*host.Call) host.Value {
	return func(all *agents[A]) func(*host.Call) host.Value {
		return func(c *host.Call) host.Value { return ask(all, c) }
	}
}

// Keep makes an action that remembers, for [Leaf]. Its function also gets a struct of
// parameters, as for [With], which may be struct{}, and a struct of memory: numbers and truth
// values that each use of the action in a tree keeps for each agent. The memory is saved, and
// kept when trees are loaded again. It is zero when the action begins; writes of a call that
// panics are lost.
func Keep[A comparable, P, M any](f func(A, P, *M) Status) any {
	params, fields, err := parametersOf(reflect.TypeFor[P](), reflect.TypeFor[A]())
	record, faulty := host.NewRecord[M]()
	if faulty != nil {
		return form[A]{err: faulty}
	}
	words := wordsOf(reflect.TypeFor[M](), 0, nil)
	spare := sync.Pool{New: func() any { return new(M) }} // several workers may call it
	o := form[A]{params: params, bits: record.Bits(), err: err}
	o.act = func(all *agents[A]) func(*host.Call) Status {
		return func(c *host.Call) Status {
			var p P
			fill(fields, unsafe.Pointer(&p), all, c)
			memo := spare.Get().(*M)
			load(words, unsafe.Pointer(memo), c.Memory)
			s := f(all.list[c.Body], p, memo)
			store(words, unsafe.Pointer(memo), c.Memory)
			spare.Put(memo)
			return s
		}
	}
	return o
}

// formOf returns the form of a function, which is not ok for others.
func formOf[A comparable](f any) (o form[A], ok bool) {
	switch f := f.(type) {
	case form[A]:
		return f, true
	case func(A) Status:
		o.act = func(all *agents[A]) func(*host.Call) Status {
			return func(c *host.Call) Status { return f(all.list[c.Body]) }
		}
	case func(A) bool:
		o.result, o.state = host.Bool, func(a A) host.Value { return host.BoolValue(f(a)) }
		o.ask = func(all *agents[A]) func(*host.Call) host.Value {
			return func(c *host.Call) host.Value { return host.BoolValue(f(all.list[c.Body])) }
		}
	case func(A) int:
		o.result, o.state = host.Int, func(a A) host.Value { return host.IntValue(int64(f(a))) }
	case func(A) float64:
		o.result, o.state = host.Number, func(a A) host.Value { return host.NumberValue(f(a)) }
	case func(A) string:
		o.result, o.state = host.String, func(a A) host.Value { return host.StringValue(f(a)) }
	case func(A, A) bool:
		o.relation = f
	default:
		return o, false
	}
	if state := o.state; state != nil && o.ask == nil {
		o.ask = asking(func(all *agents[A], c *host.Call) host.Value { return state(all.list[c.Body]) })
	}
	return o, true
}

// offered is a leaf with its form.
type offered[A comparable] struct {
	Leaf[A]
	form[A]
}

// gather lists what the options offer.
func gather[A comparable](o *Options[A]) (all []offered[A], err error) {
	t := reflect.TypeFor[A]()
	if o.Methods && t.Kind() == reflect.Interface {
		return nil, fmt.Errorf("the methods of %v, an interface, are no functions: offer them in Options.Leaves", t)
	}
	for _, leaf := range o.Leaves {
		if leaf.Do == nil {
			method, ok := t.MethodByName(leaf.Name)
			if !ok {
				return nil, fmt.Errorf("leaf %s: %v has no exported method of that name", leaf.Name, t)
			}
			leaf.Do = function(method)
		}
		f, ok := formOf[A](leaf.Do)
		if f.err != nil {
			return nil, fmt.Errorf("leaf %s: %w", leaf.Name, f.err)
		} else if !ok {
			return nil, fmt.Errorf("leaf %s: found %T, wanted one of the forms of mind.Leaf for %v", leaf.Name, leaf.Do, t)
		}
		all = append(all, offered[A]{leaf, f})
	}
	for i := 0; o.Methods && i < t.NumMethod(); i++ {
		method := t.Method(i)
		if forPrinting[method.Name] || slices.ContainsFunc(o.Leaves, func(l Leaf[A]) bool { return l.Name == method.Name }) {
			continue
		}
		f, ok := formOf[A](function(method))
		if ok {
			all = append(all, offered[A]{Leaf[A]{Name: method.Name}, f})
		} else if shape := method.Type; shape.NumOut() == 1 && shape.Out(0) == reflect.TypeFor[Status]() {
			return nil, fmt.Errorf("method %s of %v is an action with parameters: offer it in Options.Leaves, by mind.With or mind.Keep", method.Name, t)
		}
	}
	return all, nil
}

// forPrinting has the methods that agents have for package fmt, not for trees.
var forPrinting = map[string]bool{"String": true, "GoString": true, "Error": true}

// function returns a method as a function of its receiver; nil of an interface's, which has none.
func function(m reflect.Method) any {
	if !m.Func.IsValid() {
		return nil
	}
	return m.Func.Interface()
}

// living is a function of an agent as an action has it; nil for none, unless it must be there.
func living[A comparable](all *agents[A], f func(A), must bool) func(*host.Call) {
	switch {
	case f != nil:
		return func(c *host.Call) { f(all.list[c.Body]) }
	case must:
		return func(*host.Call) {}
	}
	return nil
}

// registry makes one that offers leaves for agents, and words of foreign games if they are asked for.
func registry[A comparable](leaves []offered[A], all *agents[A], foreigners bool) (*host.Registry, error) {
	reg := &host.Registry{}
	if foreigners {
		if err := trees.Ask(reg, trees.Vocabularies()...); err != nil {
			return nil, err
		}
	}
	for _, l := range leaves {
		var err error
		switch {
		case l.act == nil && (l.Begin != nil || l.End != nil):
			err = fmt.Errorf("leaf %s: Begin and End are for actions", l.Name)
		case l.act != nil:
			err = reg.AddAction(host.Action{Name: l.Name, Doc: l.Doc, Params: l.params, Bits: l.bits, Local: l.Local, Tick: l.act(all),
				Begin: living(all, l.Begin, l.bits > 0), End: living(all, l.End, false)})
		case l.ask != nil:
			err = reg.AddFunc(host.Func{Name: l.Name, Doc: l.Doc, Params: l.params, Result: l.result, Local: l.Local, Eval: l.ask(all)})
		}
		if err != nil {
			return nil, err
		}
	}
	return reg, nil
}
