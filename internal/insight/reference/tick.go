package reference

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
)

// maxStep bounds the way of one tick, in metres.
const maxStep = 1e30

// Step plays one tick: look, think, move, touch, keep up numbers.
func (w *World) Step() {
	w.tick++
	w.sense()
	for i := range w.classes {
		w.think(&w.classes[i])
	}
	w.move()
	for i := range w.rules {
		w.apply(&w.rules[i])
	}
	for i := range w.classes {
		for w.classes[i].count < w.classes[i].Min {
			w.spawn(i, nil)
		}
	}
}

// sense notes where everybody is and builds the grid of each facet.
func (w *World) sense() {
	for i := range w.facets {
		f := &w.facets[i]
		f.members = f.members[:0]
		if f.id != host.Everyone {
			of := host.SymbolsOf(w.setup.Registry).Facets()[f.id-1]
			f.column, f.want = w.state[of.Key], uint32(of.Value)
		}
	}
	of := &w.component
	for q := w.store.Query(w.everybody); q.Next(); {
		body := int32((*components.Identity)(q.Get(of.identity)).ID)
		p := (*components.Position)(q.Get(of.position))
		h := (*components.Heading)(q.Get(of.heading))
		w.sensed[body] = sensed{p.X, p.Y, h.X, h.Y}
		w.decided[body] = *h
		for i := range w.facets {
			if f := &w.facets[i]; f.column == nil || f.column[body] == f.want {
				f.members = append(f.members, point{p.X, p.Y, body})
			}
		}
	}
	for i := range w.facets {
		w.facets[i].grid.build(w.field, w.facets[i].members)
	}
}

// think evaluates the tree of every bot of a class.
func (w *World) think(c *class) {
	for q := w.store.Query(c.members); q.Next(); {
		id := (*components.Identity)(q.Get(w.component.identity)).ID
		w.eval(c.brain, int32(id))
	}
}

// move takes everybody along the heading that was decided.
func (w *World) move() {
	of := &w.component
	for q := w.store.Query(w.everybody); q.Next(); {
		h := w.decided[(*components.Identity)(q.Get(of.identity)).ID]
		p := (*components.Position)(q.Get(of.position))
		step := float32(min(float64((*components.Speed)(q.Get(of.speed)).MPS)*w.dt, maxStep))
		p.X = float32(h.X*step) + p.X
		p.Y = float32(h.Y*step) + p.Y
		*p, h = w.setup.Confine(*p, h)
		*(*components.Heading)(q.Get(of.heading)) = h
	}
}
