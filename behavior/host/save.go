package host

import (
	"fmt"
	"slices"

	"github.com/thicket-sim/thicket/internal/ground/state"
)

// savedSymbols is the numbers that were given, and what actions they belong to.
type savedSymbols struct {
	Keys    []string
	Values  []Value
	Facets  []Facet
	Events  []string
	Actions []string
	Passing []bool // by value
	Enough  int
	Spare   []uint32
}

// SaveNumbers is SaveSymbols without the actions, for worlds in which nobody but the tree itself
// remembers the number of one. RestoreNumbers reads it.
func SaveNumbers(r *Registry, e *state.Encoder) {
	all := *r
	all.numbered = nil
	SaveSymbols(&all, e)
}

// RestoreNumbers gives names and values the numbers that SaveNumbers wrote, as RestoreSymbols
// does.
func RestoreNumbers(r *Registry, d *state.Decoder) error {
	var s savedSymbols
	if d.Value(&s); d.Err() != nil {
		return d.Err()
	}
	s.Actions = r.numbered
	return r.restoreSymbols(&s)
}

// SaveSymbols writes the numbers of all names and values that the registry has given.
func SaveSymbols(r *Registry, e *state.Encoder) {
	e.Value(&savedSymbols{
		Keys: r.symbols.keys.list, Values: r.symbols.values.list, Facets: r.symbols.facets.list, Events: r.symbols.events.list,
		Actions: r.numbered, Passing: r.symbols.passing.is, Enough: r.symbols.passing.enough, Spare: r.symbols.passing.spare,
	})
}

// RestoreSymbols gives names and values the numbers that SaveSymbols wrote, before any
// other tree is loaded: trees that are loaded later, and what was saved of a game, then
// agree on them. It fails, and changes nothing, where the registry has other actions or has
// numbered something else already. check is for later, when all trees are loaded: it
// fails where these added other actions than there were.
func RestoreSymbols(r *Registry, d *state.Decoder) (check func() error, err error) {
	var s savedSymbols
	if d.Value(&s); d.Err() != nil {
		return nil, d.Err()
	}
	if err := r.restoreSymbols(&s); err != nil {
		return nil, err
	}
	return func() error {
		if len(s.Actions) > len(r.numbered) {
			return fmt.Errorf("saved with the action %q, which is not there", s.Actions[len(r.numbered)])
		}
		return differ("action", s.Actions, r.numbered)
	}, nil
}

func (r *Registry) restoreSymbols(s *savedSymbols) error {
	values := r.symbols.values.list // those that were taken back are no values
	switch {
	case !begins(s.Actions, r.numbered):
		return differ("action", s.Actions, r.numbered)
	case !begins(s.Keys, r.symbols.keys.list):
		return differ("state key", s.Keys, r.symbols.keys.list)
	case !begins(s.Events, r.symbols.events.list):
		return differ("event", s.Events, r.symbols.events.list)
	case !begins(s.Facets, r.symbols.facets.list), !begins(s.Values, values):
		return fmt.Errorf("saved with a registry in which other values had come before")
	}
	for _, id := range s.Spare {
		if int(id) >= len(s.Values) || s.Values[id] != (Value{}) {
			return fmt.Errorf("the saved numbers are damaged: value %d cannot be given again", id)
		}
	}
	if err := s.check(); err != nil {
		return err
	}
	r.symbols.keys.lay(s.Keys, nil)
	r.symbols.facets.lay(s.Facets, nil)
	r.symbols.events.lay(s.Events, nil)
	r.symbols.numberEvents()
	r.symbols.values.lay(s.Values, s.Spare)
	r.symbols.hashes = r.symbols.hashes[:0]
	for _, v := range s.Values {
		r.symbols.hashes = append(r.symbols.hashes, v.Hash())
	}
	p := &r.symbols.passing
	p.is, p.enough, p.spare, p.count = s.Passing, s.Enough, s.Spare, 0
	for _, is := range s.Passing {
		if is {
			p.count++
		}
	}
	return nil
}

// check finds numbers that nothing has.
func (s *savedSymbols) check() error {
	if len(s.Passing) > len(s.Values) {
		return fmt.Errorf("the saved numbers are damaged: %d passing values of %d", len(s.Passing), len(s.Values))
	}
	for _, v := range s.Values {
		if v.kind > Opaque {
			return fmt.Errorf("the saved numbers are damaged: a value of kind %d", v.kind)
		}
	}
	for _, f := range s.Facets {
		if f.Key < 0 || int(f.Key) >= len(s.Keys) || f.Value == Missing || int64(f.Value) > int64(len(s.Values)) {
			return fmt.Errorf("the saved numbers are damaged: a facet of key %d and value %d", f.Key, f.Value)
		}
	}
	return nil
}

// begins reports whether a list begins with another.
func begins[T comparable](list, with []T) bool {
	return len(list) >= len(with) && slices.Equal(list[:len(with)], with)
}

func differ(what string, saved, here []string) error {
	for i, name := range here {
		switch {
		case i >= len(saved):
			return fmt.Errorf("saved with another registry: %s %d is %q here, and none there", what, i, name)
		case saved[i] != name:
			return fmt.Errorf("saved with another registry: %s %d is %q here, and %q there", what, i, name, saved[i])
		}
	}
	return nil
}

// lay numbers a list from 0 on; what is spare has no number.
func (n *numbering[T]) lay(list []T, spare []uint32) {
	free := make([]bool, len(list))
	for _, id := range spare {
		free[id] = true
	}
	n.list, n.index = list, make(map[T]uint32, len(list))
	for id, t := range list {
		if !free[id] {
			n.index[t] = uint32(id)
		}
	}
}

// Unknown returns the first of a column of Syms that is the number of no value, if there is one.
func (s *Symbols) Unknown(column []uint32) (number uint32, found bool) {
	for _, y := range column {
		if int64(y) > int64(len(s.values.list)) {
			return y, true
		}
	}
	return 0, false
}
