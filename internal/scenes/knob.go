package scenes

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/internal/trees"
)

// Knob is a number of a class that is tunable, or that its key `tunable` might list, with the
// value that the scene has.
type Knob struct {
	systems.Tunable // of one that is not Declared, only the key and where it is from
	Class           string
	Value           float64
	Declared        bool
	// Fixed says why it cannot be tuned; empty where it can. With the key `tree` it is about all
	// numbers of the class's tree.
	Fixed string
	// Written says where the number stands: in the scene, or in a file of a tree. Its Line is 0
	// for one that stands nowhere, as it is the default.
	Written syntax.Pos
}

// Knobs returns the numbers of all classes: class by class in the order of the scene, what is
// declared first, then the class's own numbers, then those of its tree.
func (s *Scene) Knobs() []Knob {
	var doc *markup.Node
	if text, written := s.Text(); written {
		doc, _ = markup.Parse(s.File, text, markup.LimitsOf(s.Limits())) // it was read when the scene was loaded
	}
	weapons := map[string]string{} // who has a tunable of a weapon, by its key
	for i := range s.Setup.Classes {
		c := &s.Setup.Classes[i]
		for _, t := range c.Tunables {
			if arena.OfWeapon(&s.Arena, i, t.Key) {
				weapons[t.Key] = c.ID
			}
		}
	}
	var all []Knob
	for i := range s.Setup.Classes {
		c := &s.Setup.Classes[i]
		if c.Implied { // there is no place to declare something
			continue
		}
		knobs := s.knobs(i)
		for j := range knobs {
			k := &knobs[j]
			if k.Class = c.ID; !k.Tree && doc != nil {
				if n := nodeOf(doc, Number{Class: c.ID, Key: k.Key}); n != nil {
					k.Written = n.Span.Start
				}
			}
			if other := weapons[k.Key]; !k.Declared && other != "" && arena.OfWeapon(&s.Arena, i, k.Key) {
				k.Fixed = fmt.Sprintf("it is tunable in class %q, and a weapon is the same for all who carry it", other)
			}
		}
		all = append(all, knobs...)
	}
	return all
}

// knobs returns the knobs of one class.
func (s *Scene) knobs(class int) (all []Knob) {
	c := &s.Setup.Classes[class]
	add := func(k Knob) {
		if i := slices.IndexFunc(c.Tunables, func(t systems.Tunable) bool { return t.Key == k.Key }); i >= 0 {
			k.Tunable, k.Declared = c.Tunables[i], true
		}
		all = append(all, k)
	}
	for _, key := range trees.TunableKeys {
		add(Knob{Tunable: systems.Tunable{Key: key}, Value: c.Number(key)})
	}
	for _, key := range arena.NumberKeys(&s.Arena, class) {
		own, _ := arena.NumberOf(&s.Arena, class, key)
		add(Knob{Tunable: systems.Tunable{Key: key}, Value: own})
	}
	why := "the class has no tree of its own, its bots look it up in state.behavior"
	if c.Program != nil {
		why = s.loader.Fixed(c.Program)
	}
	for _, k := range TreeKnobs(c.Program, why) {
		add(k)
	}
	place := func(k Knob) int {
		if i := slices.IndexFunc(c.Tunables, func(t systems.Tunable) bool { return t.Key == k.Key }); i >= 0 {
			return i
		}
		return math.MaxInt
	}
	slices.SortStableFunc(all, func(a, b Knob) int { return cmp.Compare(place(a), place(b)) })
	return all
}

// TreeKnobs returns the numbers of a tree in the order of its files. fixed is why none can be
// tuned; empty where they can.
func TreeKnobs(p *run.Program, fixed string) (all []Knob) {
	if fixed != "" {
		return []Knob{{Tunable: systems.Tunable{Key: treesKey, Tree: true}, Fixed: fixed}}
	}
	keys, why := run.NumberKeys(p.Numbers), run.WhyFixed(p.Numbers)
	for i, n := range p.Numbers {
		all = append(all, Knob{Tunable: systems.Tunable{Key: treeKey + keys[i], Tree: true}, Value: n.Value, Fixed: why[i], Written: n.At.Start})
	}
	return all
}
