package host

import (
	"fmt"
	"math"
	"slices"
)

// Registry holds what a game offers to trees, by name. Fill it before trees
// are loaded: a tree is bound to what was there when it was loaded, and a world
// counts only the actions that were there when it was built. The zero Registry
// is empty and ready for use. It is not for concurrent use.
type Registry struct {
	Symbols
	actions table[*Action]
	funcs   table[*Func]
}

type table[T any] struct {
	byName map[string]T
	names  []string // in the order of adding
}

func (t *table[T]) add(what, name string, v T) error {
	if name == "" {
		return fmt.Errorf("%s without a name", what)
	}
	if _, ok := t.byName[name]; ok {
		return fmt.Errorf("%s %q is there already", what, name)
	}
	if t.byName == nil {
		t.byName = map[string]T{}
	}
	t.byName[name] = v
	t.names = append(t.names, name)
	return nil
}

// AddAction offers an action. It refuses one without a name or Tick, with a
// name that is taken, with parameters that contradict each other or themselves,
// with more memory than a tree can have, or with Rows where they cannot do what
// Tick does.
func (r *Registry) AddAction(a Action) error {
	switch {
	case a.Tick == nil:
		return fmt.Errorf("action %q has no Tick function", a.Name)
	case a.Bits < 0 || a.Bits > math.MaxUint16:
		return fmt.Errorf("action %q has %d bits of memory, wanted 0 to %d", a.Name, a.Bits, math.MaxUint16)
	case a.Rows != nil && (a.Bits > 0 || a.Kind != Leaf):
		return fmt.Errorf("action %q has Rows, which are only for leaves without memory", a.Name)
	case len(r.actions.names) == math.MaxUint16:
		return fmt.Errorf("more than %d actions", math.MaxUint16)
	}
	params, err := checkParams(a.Params)
	if err != nil {
		return fmt.Errorf("action %q: %w", a.Name, err)
	}
	a.Params = params
	a.number = uint16(len(r.actions.names) + 1)
	return r.actions.add("action", a.Name, &a)
}

// AddFunc offers a function, with the refusals of AddAction that apply.
func (r *Registry) AddFunc(f Func) error {
	if f.Eval == nil {
		return fmt.Errorf("function %q has no Eval function", f.Name)
	}
	params, err := checkParams(f.Params)
	if err != nil {
		return fmt.Errorf("function %q: %w", f.Name, err)
	}
	f.Params = params
	return r.funcs.add("function", f.Name, &f)
}

// checkParams returns the parameters with each default as the leaf will see it.
func checkParams(params []Param) ([]Param, error) {
	params = slices.Clone(params)
	wheres := 0
	for i := range params {
		p := &params[i]
		if p.Kind == Where {
			wheres++
		}
		switch {
		case p.Name == "":
			return nil, fmt.Errorf("parameter %d has no name", i+1)
		case slices.ContainsFunc(params[:i], func(q Param) bool { return q.Name == p.Name }):
			return nil, fmt.Errorf("two parameters %q", p.Name)
		case wheres > 1:
			return nil, fmt.Errorf("a second selection of bodies %q", p.Name)
		}
		if p.Default.kind != Null {
			v, err := p.Accept(p.Default)
			if err != nil {
				return nil, fmt.Errorf("default of %w", err)
			}
			p.Default = v
		}
	}
	return params, nil
}

// Action finds an action by name; nil when there is none.
func (r *Registry) Action(name string) *Action { return r.actions.byName[name] }

// Func finds a function by name; nil when there is none.
func (r *Registry) Func(name string) *Func { return r.funcs.byName[name] }

// ActionNames lists the actions in the order in which they were added.
func (r *Registry) ActionNames() []string { return slices.Clone(r.actions.names) }

// FuncNames lists the functions in the order in which they were added.
func (r *Registry) FuncNames() []string { return slices.Clone(r.funcs.names) }
