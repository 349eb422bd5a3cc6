package host

import (
	"fmt"
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
	// numbered are the names of all actions, also those of overlays
	numbered []string
	overlays map[string]*Overlay
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
func (r *Registry) AddAction(a Action) error { return r.addAction(&r.actions, a) }

// AddFunc offers a function, with the refusals of AddAction that apply.
func (r *Registry) AddFunc(f Func) error { return addFunc(&r.funcs, f) }

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

// NumberedActions are the names of all actions, also those of overlays, by
// number: element i is the action with number i+1. A name may be there twice.
// The slice must not be changed.
func (r *Registry) NumberedActions() []string { return r.numbered }

// ActionNames lists the actions in the order in which they were added.
func (r *Registry) ActionNames() []string { return slices.Clone(r.actions.names) }

// FuncNames lists the functions in the order in which they were added.
func (r *Registry) FuncNames() []string { return slices.Clone(r.funcs.names) }
