package host

import (
	"fmt"
	"math"
	"slices"
)

// Registry holds what a game offers to trees, by name. Fill it before trees
// are loaded. It is not for concurrent use.
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
// name that is taken, or with two parameters of one name.
func (r *Registry) AddAction(a Action) error {
	if a.Tick == nil {
		return fmt.Errorf("action %q has no Tick function", a.Name)
	}
	if err := checkParams("action", a.Name, a.Params); err != nil {
		return err
	}
	if len(r.actions.names) == math.MaxUint16 {
		return fmt.Errorf("more than %d actions", math.MaxUint16)
	}
	a.number = uint16(len(r.actions.names) + 1)
	return r.actions.add("action", a.Name, &a)
}

// AddFunc offers a function, with the same refusals as AddAction.
func (r *Registry) AddFunc(f Func) error {
	if f.Eval == nil {
		return fmt.Errorf("function %q has no Eval function", f.Name)
	}
	if err := checkParams("function", f.Name, f.Params); err != nil {
		return err
	}
	return r.funcs.add("function", f.Name, &f)
}

func checkParams(what, name string, params []Param) error {
	for i, p := range params {
		if slices.ContainsFunc(params[:i], func(q Param) bool { return q.Name == p.Name }) {
			return fmt.Errorf("%s %q has two parameters %q", what, name, p.Name)
		}
	}
	return nil
}

// Action finds an action by name; nil when there is none.
func (r *Registry) Action(name string) *Action { return r.actions.byName[name] }

// Func finds a function by name; nil when there is none.
func (r *Registry) Func(name string) *Func { return r.funcs.byName[name] }

// ActionNames lists the actions in the order in which they were added.
func (r *Registry) ActionNames() []string { return slices.Clone(r.actions.names) }

// FuncNames lists the functions in the order in which they were added.
func (r *Registry) FuncNames() []string { return slices.Clone(r.funcs.names) }
