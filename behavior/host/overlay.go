package host

import (
	"fmt"
	"maps"
	"math"
	"slices"
)

// Overlay has names that the trees of one dialect see before all that the registry
// offers to everybody. Names of its own hide shared ones, so that two dialects
// that mean different things by one name can live in one game. Only what a program adds to its
// registry after the dialect's own vocabulary goes before the names of the overlay.
type Overlay struct {
	// Config holds the settings of the dialect for a game, in its own type; nil where
	// nothing was set.
	Config any
	// Vocabulary lets trees use what the games that the dialect comes from have, such as
	// Unvanquished's heal, beside what the game offers itself. Set it before trees are loaded.
	Vocabulary bool

	reg     *Registry
	given   given // what was there before the game's own names
	actions table[*Action]
	funcs   table[*Func]
	consts  table[Value]
}

// OverlayIn returns the overlay of a dialect, or nil where nothing was added to it yet: unlike
// [Registry.Overlay] it leaves the registry as it is.
func OverlayIn(r *Registry, dialect string) *Overlay { return r.overlays[dialect] }

// Overlay returns the overlay of a dialect, empty until something is added.
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
func (o *Overlay) AddAction(a Action) error {
	err := o.reg.addAction(&o.actions, a)
	if err == nil {
		delete(o.given.actions, a.Name)
	}
	return err
}

// AddFunc offers a function to the dialect, with the refusals of
// [Registry.AddFunc].
func (o *Overlay) AddFunc(f Func) error {
	err := addFunc(&o.funcs, f)
	if err == nil {
		delete(o.given.funcs, f.Name)
	}
	return err
}

// PutAction is AddAction, but replaces an action of that name, for the trees that
// are loaded from now on.
func PutAction(o *Overlay, a Action) error {
	return put(&o.actions, a.Name, func() error { return o.AddAction(a) })
}

// PutFunc is AddFunc, but replaces a function of that name, for the trees that are
// loaded from now on.
func PutFunc(o *Overlay, f Func) error {
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
// else of the registry, but one of the game's own before what the overlay had already;
// nil when there is none. What is of a vocabulary that nobody asked for is not there.
func FindAction(o *Overlay, name string) *Action {
	a, shared := o.Action(name), o.reg.Action(name)
	if a == nil || o.hides(&a.Internals) || shared != nil && o.given.actions[name] && !o.reg.given.actions[name] {
		return shared
	}
	return a
}

// FindFunc finds a function as FindAction finds an action; nil when there is none.
func FindFunc(o *Overlay, name string) *Func {
	f, shared := o.Func(name), o.reg.Func(name)
	if f == nil || o.hides(&f.Internals) || o.reg.funcs.byName[name] != nil && o.given.funcs[name] && !o.reg.given.funcs[name] {
		return shared
	}
	return f
}

func (o *Overlay) hides(i *Internals) bool { return i.Vocabulary && !o.Vocabulary }

// VocabularyHint tells how a tree can have a word of a dialect's vocabulary that nobody asked for.
func VocabularyHint(word, dialect string) string {
	return fmt.Sprintf(`%s is a word of the vocabulary %s, which is not asked for: see "vocabularies"`, word, dialect)
}

// Found lists all actions and functions that the dialect's trees find, by whatever name: those
// of the game's own first, in the overlay and then for everybody, and then those that were
// there before its own, in the same order.
func Found(o *Overlay) (actions []*Action, funcs []*Func) {
	for _, given := range [...]bool{false, true} {
		for _, name := range o.actions.names {
			if a := o.Action(name); o.given.actions[name] == given && !o.hides(&a.Internals) {
				actions = append(actions, a)
			}
		}
		for _, name := range o.reg.actions.names {
			if o.reg.given.actions[name] == given {
				actions = append(actions, o.reg.Action(name))
			}
		}
		for _, name := range o.funcs.names {
			if f := o.Func(name); o.given.funcs[name] == given && !o.hides(&f.Internals) {
				funcs = append(funcs, f)
			}
		}
		for _, name := range o.reg.FuncNames() {
			f := o.reg.Func(name)
			if o.reg.given.funcs[name] == given {
				funcs = append(funcs, f)
			}
		}
	}
	return actions, funcs
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

// maxBits is the memory that an action can have: a tree numbers its bits by 16 bits.
func maxBits(a *Action) int {
	if HasLife(a) {
		return math.MaxUint16 - LifeBits
	}
	return math.MaxUint16
}

// addAction checks an action and gives it the next number of the registry.
func (r *Registry) addAction(to *table[*Action], a Action) error {
	switch {
	case a.Tick == nil:
		return fmt.Errorf("action %q has no Tick function", a.Name)
	case a.Bits == refusedBits:
		return fmt.Errorf("action %q has a record for its memory that was refused: see the error of NewRecord", a.Name)
	case a.Bits < 0 || a.Bits > maxBits(&a):
		return fmt.Errorf("action %q has %d bits of memory, wanted 0 to %d", a.Name, a.Bits, maxBits(&a))
	case a.Rows != nil && HasLife(&a):
		return fmt.Errorf("action %q has Rows, and Begin or End, which are for actions that are called one by one", a.Name)
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
	if a.Elements, err = checkElements(a.Elements); err != nil {
		return fmt.Errorf("action %q: %w", a.Name, err)
	}
	if len(a.Elements) > 0 {
		a.wantElements()
	}
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
	if f.Rows != nil && f.Result != Bool && f.Result != Int && f.Result != Number {
		return fmt.Errorf("function %q has Rows, which are only for numbers and truth values, and gives %v", f.Name, f.Result)
	}
	params, err := checkParams(f.Params)
	if err != nil {
		return fmt.Errorf("function %q: %w", f.Name, err)
	}
	f.Params = params
	return to.add("function", f.Name, &f)
}
