package host

import (
	"maps"
	"slices"
)

// CloneOf returns a copy that grows independently: a name, number, action or function that is added
// to one of the two later is not added to the other. Keys and symbols that exist already keep
// their numbers in both. The copy shares the actions and functions, which no game changes.
// Several goroutines may clone a registry while nobody adds to it.
func CloneOf(r *Registry) *Registry {
	c := *r
	c.symbols = r.symbols.clone()
	c.actions, c.funcs = r.actions.clone(), r.funcs.clone()
	c.limits = maps.Clone(r.limits)
	c.numbered = slices.Clone(r.numbered)
	c.given = r.given.clone()
	c.listeners = maps.Clone(r.listeners)
	for name, list := range c.listeners {
		c.listeners[name] = slices.Clone(list)
	}
	c.announced = slices.Clone(r.announced)
	c.overlays = maps.Clone(r.overlays)
	for name, o := range c.overlays {
		own := *o
		own.reg, own.given = &c, o.given.clone()
		own.actions, own.funcs, own.consts = o.actions.clone(), o.funcs.clone(), o.consts.clone()
		c.overlays[name] = &own
	}
	return &c
}

// clone has no holders: those of the original are its games.
func (s *Symbols) clone() Symbols {
	c := *s
	c.keys, c.values, c.facets, c.events = s.keys.clone(), s.values.clone(), s.facets.clone(), s.events.clone()
	c.passing.is, c.passing.spare = slices.Clone(s.passing.is), slices.Clone(s.passing.spare)
	c.passing.holders, c.passing.held = nil, nil
	c.ids, c.hashes, c.declared = slices.Clone(s.ids), slices.Clone(s.hashes), maps.Clone(s.declared)
	return c
}

func (n *numbering[T]) clone() numbering[T] {
	return numbering[T]{slices.Clone(n.list), maps.Clone(n.index)}
}

func (t *table[T]) clone() table[T] {
	return table[T]{maps.Clone(t.byName), slices.Clone(t.names)}
}

func (g *given) clone() given { return given{maps.Clone(g.actions), maps.Clone(g.funcs)} }

// CloneWith is CloneOf with the game's own actions and functions as two functions change copies of
// them: what they do, but not their names and parameters. What overlays have stays as it is.
func CloneWith(r *Registry, action func(*Action), function func(*Func)) *Registry {
	c := CloneOf(r)
	change(&c.actions, c.given.actions, action)
	for _, f := range change(&c.funcs, c.given.funcs, function) {
		if f.Result == Number || f.Result == Int {
			for _, limit := range limitsOf(f) {
				c.limits[limit.Name] = limit
			}
		}
	}
	return c
}

// change puts copies in the place of what a table has, but for what is given, and returns them.
func change[T any](t *table[*T], given map[string]bool, do func(*T)) (all []*T) {
	for _, name := range t.names {
		if !given[name] {
			own := *t.byName[name]
			do(&own)
			t.byName[name] = &own
			all = append(all, &own)
		}
	}
	return all
}
