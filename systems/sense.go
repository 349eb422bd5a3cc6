package systems

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/systems/spatial"
)

// SenseSystem gathers where everybody is into columns, gives bots the tree that
// their state names, and builds the index of each facet that some tree asks
// for.
type SenseSystem struct {
	g     *Game
	table ecs.Table
	found []sensed // by worker
}

// sensed is what one worker found in its rows.
type sensed struct {
	moved []int32 // bodies that are not where they were left
	top   float32 // the highest speed, in metres a second
	_     [7]uint64
}

// senseGrain is the fewest bodies that are worth a worker of their own.
const senseGrain = 8192

// Update runs in the Sense stage.
func (s *SenseSystem) Update(w *ecs.World) {
	g := s.g
	g.sync()
	s.found = grow(s.found, w.Workers().Count())
	for _, t := range w.Tables() {
		if t.Class != ecs.Human {
			g.brains.follow(t.Class, t)
		}
		s.table = t
		w.Workers().Run(t.Len(), senseGrain, s)
		for i := range s.found {
			f := &s.found[i]
			for _, b := range f.moved {
				g.herds.teleport(t.Class, b)
			}
			g.herds.faster(float64(f.top))
			f.moved, f.top = f.moved[:0], 0
		}
	}
	g.herds.settle()
	g.facets.build(g)
}

// Do reads the rows lo..hi of the current table into the columns.
func (s *SenseSystem) Do(worker, lo, hi int) {
	t, c, f := &s.table, &s.g.columns, &s.found[worker]
	top := f.top
	for i := lo; i < hi; i++ {
		b := t.State[i].Slot
		p, h := t.Position[i], t.Heading[i]
		if c.x[b] != p.X || c.y[b] != p.Y {
			c.x[b], c.y[b] = p.X, p.Y
			f.moved = append(f.moved, b)
		}
		c.hx[b], c.hy[b] = h.X, h.Y
		c.decide[b] = decision{hx: h.X, hy: h.Y}
		top = max(top, t.Speed[i].MPS)
	}
	f.top = top
}

// facets are the indexes of those who match a facet, by FacetID.
type facets struct {
	used    []host.FacetID // by ascending number
	index   []spatial.Index
	members []int32
}

// use makes sure that the facets of a program are indexed from now on.
func (f *facets) use(p *run.Program) {
	for _, leaf := range p.Tree.Leaves {
		params := paramsOf(leaf.Action, leaf.Func)
		asks := slices.ContainsFunc(params, func(p host.Param) bool { return p.Kind == host.Where })
		if at, found := slices.BinarySearch(f.used, leaf.Facet); asks && !found && leaf.Facet != host.Nobody {
			f.used = slices.Insert(f.used, at, leaf.Facet)
		}
	}
}

func paramsOf(a *host.Action, f *host.Func) []host.Param {
	if a != nil {
		return a.Params
	}
	return f.Params
}

func (f *facets) build(g *Game) {
	if n := len(f.used); n > 0 {
		f.index = grow(f.index, int(f.used[n-1])+1)
	}
	points := spatial.Points{X: g.columns.x, Y: g.columns.y, ID: g.columns.id}
	g.herds.mixed = g.herds.anyOther()
	for _, id := range f.used {
		if !g.herds.sense(id, points) {
			f.index[id].Build(g.field, points, f.match(g, id))
		}
	}
}

// match lists the bodies of a facet; the list is overwritten by the next call.
func (f *facets) match(g *Game, id host.FacetID) []int32 {
	f.members = f.members[:0]
	if id == host.Everyone {
		for _, t := range g.World.Tables() {
			for _, st := range t.State {
				f.members = append(f.members, st.Slot)
			}
		}
		return f.members
	}
	facet := g.Setup.Registry.Facets()[id-1]
	column, want := g.columns.state[facet.Key], uint32(facet.Value)
	for _, t := range g.World.Tables() {
		for _, st := range t.State {
			if column[st.Slot] == want {
				f.members = append(f.members, st.Slot)
			}
		}
	}
	return f.members
}
