package systems

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/systems/column"
	"github.com/thicket-sim/thicket/internal/systems/spatial"
)

// senseSystem gathers where everybody is into columns, gives bots the tree that
// their state names, and builds the index of each facet that some tree asks
// for.
type senseSystem struct {
	g      *Game
	rows   rows     // of the current table
	found  []sensed // by worker
	reload reloading
}

var (
	_ ecs.System = (*senseSystem)(nil)
	_ ecs.Job    = (*senseSystem)(nil)
)

// rows are the columns of a table that its bodies' moves need, for workers.
type rows struct {
	state    []components.State
	position []components.Position
	heading  []components.Heading
	speed    []components.Speed
}

func (r *rows) take(w *ecs.World, t ecs.Table) {
	r.state, r.position, r.heading, r.speed = w.State.Rows(t), w.Position.Rows(t), w.Heading.Rows(t), w.Speed.Rows(t)
}

// sensed holds what one worker found in its rows.
type sensed struct {
	moved []int32 // bodies that are not where they were left
	top   float32 // the highest speed, in metres a second
	_     [7]uint64
}

// senseGrain is the fewest bodies that are worth a worker of their own.
const senseGrain = 1024

// Update runs in the Sense stage.
func (s *senseSystem) Update(w *ecs.World) {
	g := s.g
	g.Faults.amend()
	g.sync()
	g.herds.Begin()
	s.found = column.Grow(s.found, w.Workers().Count())
	touched := w.Touched() || g.herds.reload
	w.Untouch()
	g.herds.reload = false
	for _, t := range w.Tables() {
		if t.Class != ecs.Human {
			g.Pools.follow(t.Class, t)
		}
		switch {
		case g.herds.Of(t.Class) == nil:
			s.rows.take(w, t)
			w.Workers().Run(t.Len(), senseGrain, s)
			g.noticeMoves(t.Class, s.found)
		case touched:
			s.reload.run(g, t, true)
		}
	}
	g.herds.spread = false
	g.herds.Renew()
	g.facets.senseFacets()
}

// Do reads the rows lo..hi of the current table into the columns.
func (s *senseSystem) Do(worker, lo, hi int) {
	c, f := &s.g.columns, &s.found[worker]
	states := s.rows.state[lo:hi]
	positions, headings, speeds := s.rows.position[lo:hi], s.rows.heading[lo:hi], s.rows.speed[lo:hi]
	top := f.top
	for i := range states {
		b := states[i].Slot
		p, h := positions[i], headings[i]
		if c.x[b] != p.X || c.y[b] != p.Y {
			c.x[b], c.y[b] = p.X, p.Y
			f.moved = append(f.moved, b)
		}
		c.hx[b], c.hy[b] = h.X, h.Y
		c.decide[b] = decision{hx: h.X, hy: h.Y}
		if mps := speeds[i].MPS; mps > top {
			top = mps
		}
	}
	f.top = top
}

// reloading brings the groups of a herd up to date with the rows of its table,
// after somebody could write to these or bodies have come or gone.
type reloading struct {
	g     *Game
	rows  rows
	turn  bool // headings, too
	found []sensed
}

var _ ecs.Job = (*reloading)(nil)

func (s *reloading) run(g *Game, t ecs.Table, turn bool) {
	s.g, s.turn = g, turn
	s.rows.take(g.World, t)
	s.found = column.Grow(s.found, g.World.Workers().Count())
	g.World.Workers().Run(t.Len(), senseGrain, s)
	g.noticeMoves(t.Class, s.found)
	s.rows = rows{}
}

// Do reads the rows lo..hi.
func (s *reloading) Do(worker, lo, hi int) {
	h, f, dt := &s.g.herds, &s.found[worker], s.g.World.Clock().DT
	for i := lo; i < hi; i++ {
		b, p, mps := s.rows.state[i].Slot, s.rows.position[i], s.rows.speed[i].MPS
		if h.Reload(b, p.X, p.Y, stepOf(mps, dt)) {
			f.moved = append(f.moved, b)
		}
		if s.turn {
			h.Turn(b, s.rows.heading[i].X, s.rows.heading[i].Y)
		}
		f.top = max(f.top, mps)
	}
}

// facets are the indexes of those who match a facet.
type facets struct {
	*commons

	used    []host.FacetID   // by ascending number
	index   []*spatial.Index // by FacetID; nil for those that are not used
	members []int32
}

// use makes sure that the facets of a program are indexed from now on.
func (f *facets) use(p *run.Program) {
	for _, id := range p.Tree.Facets {
		if at, found := slices.BinarySearch(f.used, id); !found {
			f.used = slices.Insert(f.used, at, id)
		}
	}
}

// indexed reports whether there is an index of a facet.
func (f *facets) indexed(id host.FacetID) bool {
	return int(id) < len(f.index) && f.index[id] != nil
}

// match lists the bodies of a facet; the list is overwritten by the next call.
func (f *facets) match(id host.FacetID) []int32 {
	f.members = f.members[:0]
	for _, t := range f.World.Tables() {
		for _, st := range f.World.State.Column(t) {
			if f.has(id, st.Slot) {
				f.members = append(f.members, st.Slot)
			}
		}
	}
	return f.members
}

// has reports whether a body is of a facet.
func (f *facets) has(id host.FacetID, body int32) bool {
	if id == host.Everyone {
		return true
	}
	facet := host.SymbolsOf(f.Setup.Registry).Facets()[id-1]
	return f.columns.state[facet.Key][body] == uint32(facet.Value)
}
