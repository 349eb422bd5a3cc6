package host

import (
	"fmt"
	"maps"
	"math"
	"slices"
)

// Overlay is what the trees of one dialect see before all that the registry
// offers to everybody. Names of its own hide shared ones, so that two dialects
// that mean different things by one name can live in one game.
type Overlay struct {
	// Config is what the dialect lets a game set, in its own type; nil where
	// nothing was set.
	Config any

	reg     *Registry
	actions table[*Action]
	funcs   table[*Func]
	consts  table[Value]
}

// Overlay is the overlay of a dialect, empty until something is added.
func (r *Registry) Overlay(dialect string) *Overlay {
	if r.overlays == nil {
		r.overlays = map[string]*Overlay{}
	}
	o := r.overlays[dialect]
	if o == nil {
		o = &Overlay{reg: r}
		r.overlays[dialect] = o
	}
	return o
}

// AddAction offers an action to the dialect, with the refusals of
// [Registry.AddAction].
func (o *Overlay) AddAction(a Action) error { return o.reg.addAction(&o.actions, a) }

// AddFunc offers a function to the dialect, with the refusals of
// [Registry.AddFunc].
func (o *Overlay) AddFunc(f Func) error { return addFunc(&o.funcs, f) }

// PutAction is AddAction, but replaces an action of that name, for the trees that
// are loaded from now on.
func (o *Overlay) PutAction(a Action) error {
	return put(&o.actions, a.Name, func() error { return o.AddAction(a) })
}

// PutFunc is AddFunc, but replaces a function of that name, for the trees that are
// loaded from now on.
func (o *Overlay) PutFunc(f Func) error {
	return put(&o.funcs, f.Name, func() error { return o.AddFunc(f) })
}

// put replaces the entry of a name. If add refuses the new one, the old one stays.
func put[T any](t *table[T], name string, add func() error) error {
	before := *t
	t.names = slices.DeleteFunc(slices.Clone(t.names), func(n string) bool { return n == name })
	t.byName = maps.Clone(t.byName)
	delete(t.byName, name)
	err := add()
	if err != nil {
		*t = before
	}
	return err
}

// AddConst names a value for the dialect.
func (o *Overlay) AddConst(name string, v Value) error { return o.consts.add("constant", name, v) }

// Action finds an action of the overlay; nil when there is none.
func (o *Overlay) Action(name string) *Action { return o.actions.byName[name] }

// Func finds a function of the overlay; nil when there is none.
func (o *Overlay) Func(name string) *Func { return o.funcs.byName[name] }

// FindAction finds an action as the dialect's trees do: one of the overlay, or
// else of the registry; nil when there is none.
func (o *Overlay) FindAction(name string) *Action {
	if a := o.Action(name); a != nil {
		return a
	}
	return o.reg.Action(name)
}

// FindFunc finds a function as the dialect's trees do: one of the overlay, or else
// of the registry; nil when there is none.
func (o *Overlay) FindFunc(name string) *Func {
	if f := o.Func(name); f != nil {
		return f
	}
	return o.reg.Func(name)
}

// Const finds a named value of the overlay.
func (o *Overlay) Const(name string) (Value, bool) {
	v, ok := o.consts.byName[name]
	return v, ok
}

// ActionNames lists the overlay's own actions in the order of adding.
func (o *Overlay) ActionNames() []string { return slices.Clone(o.actions.names) }

// FuncNames lists the overlay's own functions in the order of adding.
func (o *Overlay) FuncNames() []string { return slices.Clone(o.funcs.names) }

// ConstNames lists the overlay's own values in the order of adding.
func (o *Overlay) ConstNames() []string { return slices.Clone(o.consts.names) }

// addAction checks an action and gives it the next number of the registry.
func (r *Registry) addAction(to *table[*Action], a Action) error {
	switch {
	case a.Tick == nil:
		return fmt.Errorf("action %q has no Tick function", a.Name)
	case a.Bits < 0 || a.Bits > math.MaxUint16:
		return fmt.Errorf("action %q has %d bits of memory, wanted 0 to %d", a.Name, a.Bits, math.MaxUint16)
	case a.Rows != nil && (a.Bits > 0 || a.Kind != Leaf):
		return fmt.Errorf("action %q has Rows, which are only for leaves without memory", a.Name)
	case len(r.numbered) == math.MaxUint16:
		return fmt.Errorf("more than %d actions", math.MaxUint16)
	}
	params, err := checkParams(a.Params)
	if err != nil {
		return fmt.Errorf("action %q: %w", a.Name, err)
	}
	a.Params = params
	a.number = uint16(len(r.numbered) + 1)
	if err := to.add("action", a.Name, &a); err != nil {
		return err
	}
	r.numbered = append(r.numbered, a.Name)
	return nil
}

func addFunc(to *table[*Func], f Func) error {
	if f.Eval == nil {
		return fmt.Errorf("function %q has no Eval function", f.Name)
	}
	params, err := checkParams(f.Params)
	if err != nil {
		return fmt.Errorf("function %q: %w", f.Name, err)
	}
	f.Params = params
	return to.add("function", f.Name, &f)
}
