package reference

import (
	"cmp"
	"slices"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/systems"
)

// rule is a contact rule and what it remembers.
type rule struct {
	*systems.Rule
	fromTree, toTree *node
	every            ecs.Span  // the cooldown
	due              []ecs.Due // by body: when it can be in a contact again
	last             []int64   // by body: the last tick with a contact under this rule
	carried          []int64   // by body: the part of a tick that it had waited then
	from, to         []point
	grid             grid
	near             []int32
	pairs            []pair
}

type pair struct{ from, to int32 }

func newRule(w *World, r *systems.Rule) (rule, error) {
	made := rule{Rule: r, every: ecs.Clock{DT: 1 / w.setup.TickRate}.Span(r.Cooldown), due: []ecs.Due{{}}, last: []int64{never}, carried: []int64{0}}
	var err error
	if made.fromTree, err = w.tree(r.From.Program); err != nil {
		return rule{}, err
	}
	made.toTree, err = w.tree(r.To.Program)
	return made, err
}

// apply finds all pairs within reach, by ascending id of From and then of To, and
// lets each touch if both are still free.
func (w *World) apply(r *rule) {
	w.match(r)
	if len(r.from) == 0 || len(r.to) == 0 {
		return
	}
	r.pairs = r.pairs[:0]
	small, large := r.from, r.to
	if len(small) > len(large) {
		small, large = large, small
	}
	r.grid.build(w.field, small)
	for i := range large {
		p := &large[i]
		r.near = r.grid.within(p.x, p.y, r.Radius, r.near[:0])
		for _, body := range r.near {
			if len(r.from) <= len(r.to) {
				r.pairs = append(r.pairs, pair{body, p.body})
			} else {
				r.pairs = append(r.pairs, pair{p.body, body})
			}
		}
	}
	slices.SortFunc(r.pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
	})
	for _, p := range r.pairs {
		if p.from != p.to && w.touched[p.from] != w.tick && w.touched[p.to] != w.tick {
			w.touch(r, p)
		}
	}
}

// match lists the bodies that meet the conditions and are free to take part.
func (w *World) match(r *rule) {
	r.from, r.to = r.from[:0], r.to[:0]
	for q := w.store.Query(w.everybody); q.Next(); {
		body := int32((*components.Identity)(q.Get(w.component.identity)).ID)
		if w.tick < r.due[body].At || w.touched[body] == w.tick {
			continue
		}
		p := (*components.Position)(q.Get(w.component.position))
		if w.eval(r.fromTree, body) {
			r.from = append(r.from, point{p.X, p.Y, body})
		}
		if w.eval(r.toTree, body) {
			r.to = append(r.to, point{p.X, p.Y, body})
		}
	}
}

func (w *World) touch(r *rule, p pair) {
	w.touched[p.from], w.touched[p.to] = w.tick, w.tick
	r.last[p.from], r.last[p.to] = w.tick, w.tick
	due := r.due[p.from] // of the pair: when the later of the two is
	if other := r.due[p.to]; other.At > due.At || other.At == due.At && other.Early < due.Early {
		due = other
	}
	r.carried[p.from], r.carried[p.to] = 0, 0
	if due.At == w.tick {
		r.carried[p.from], r.carried[p.to] = int64(due.Early), int64(due.Early)
	}
	due = due.Next(w.tick, r.every)
	r.due[p.from], r.due[p.to] = due, due
	w.set(components.ID(p.from), r.SetFrom)
	w.set(components.ID(p.to), r.SetTo)
}
