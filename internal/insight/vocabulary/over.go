package vocabulary

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
)

// Over returns a copy of the registry of a game in which a state of a bot scripts the game's own leaf of
// its name, as it does the stand-in for that; and what of the vocabulary these leaves are. Otherwise
// they do what they do. A name that is a state key of the game already stays that alone.
func (v *Vocabulary) Over(r *host.Registry) (*host.Registry, *Vocabulary) {
	script := *v
	names := host.OwnNames(r)
	script.leaves = slices.DeleteFunc(slices.Clone(v.leaves), func(e leaf) bool {
		_, is := host.SymbolsOf(r).FindKey(e.name)
		return is || !slices.Contains(names, e.name)
	})
	own := map[string]*leaf{}
	for i := range script.leaves {
		own[script.leaves[i].name] = &script.leaves[i]
	}
	keys := map[string]host.Key{} // those of the copy
	over := host.CloneWith(r, func(a *host.Action) {
		e := own[a.Name]
		if e == nil {
			return
		}
		tick := a.Tick
		a.Rows = nil
		a.Tick = func(c *host.Call) host.Status {
			said := func(i int) host.Value { return c.State(c.Body, keys[e.output(i)]) }
			if v := c.State(c.Body, keys[e.name]); v.Kind() != host.Null {
				s := e.status(c, v)
				e.write(c, s, said)
				return s
			}
			s := tick(c)
			e.write(c, host.Running, said) // nothing in the place of what it wrote itself
			return s
		}
	}, func(f *host.Func) {
		e := own[f.Name]
		if e == nil {
			return
		}
		eval := f.Eval
		f.Rows = nil
		f.Eval = func(c *host.Call) host.Value {
			if v := c.State(c.Body, keys[e.name]); v.Kind() != host.Null {
				return e.value(c, v)
			}
			return eval(c)
		}
	})
	for i := range script.leaves {
		e := &script.leaves[i]
		keys[e.name] = over.Key(e.name)
		for j := range e.outputs {
			keys[e.output(j)] = over.Key(e.output(j))
		}
	}
	return over, &script
}

// Scripts reports whether a state of a name scripts a leaf, or what one writes.
func (v *Vocabulary) Scripts(name string) bool {
	return slices.ContainsFunc(v.leaves, func(e leaf) bool {
		if e.name == name {
			return true
		}
		for i := range e.outputs {
			if e.output(i) == name {
				return true
			}
		}
		return false
	})
}
