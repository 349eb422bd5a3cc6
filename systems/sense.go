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
type SenseSystem struct{ g *Game }

// Update runs in the Sense stage.
func (s *SenseSystem) Update(w *ecs.World) {
	g := s.g
	g.sync()
	c := &g.columns
	for _, t := range w.Tables() {
		if t.Class != ecs.Human {
			g.brains.follow(t.Class, t)
		}
		for i, st := range t.State {
			b := st.Slot
			c.id[b] = uint32(t.Identity[i].ID)
			c.x[b], c.y[b] = t.Position[i].X, t.Position[i].Y
			c.hx[b], c.hy[b] = t.Heading[i].X, t.Heading[i].Y
			c.decide[b] = decision{hx: t.Heading[i].X, hy: t.Heading[i].Y}
		}
	}
	g.facets.build(g)
}

// facets are the indexes of those who match a facet.
type facets struct {
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

func (f *facets) build(g *Game) {
	if n := len(f.used); n > 0 {
		f.index = grow(f.index, int(f.used[n-1])+1)
	}
	points := spatial.Points{X: g.columns.x, Y: g.columns.y, ID: g.columns.id}
	for _, id := range f.used {
		if f.index[id] == nil {
			f.index[id] = &spatial.Index{}
		}
		f.index[id].Build(g.field, points, f.match(g, id))
	}
}

// indexed reports whether there is an index of a facet.
func (f *facets) indexed(id host.FacetID) bool {
	return int(id) < len(f.index) && f.index[id] != nil
}

// match lists the bodies of a facet; the list is overwritten by the next call.
func (f *facets) match(g *Game, id host.FacetID) []int32 {
	f.members = f.members[:0]
	for _, t := range g.World.Tables() {
		for _, st := range t.State {
			if f.has(g, id, st.Slot) {
				f.members = append(f.members, st.Slot)
			}
		}
	}
	return f.members
}

// has reports whether a body is of a facet.
func (f *facets) has(g *Game, id host.FacetID, body int32) bool {
	if id == host.Everyone {
		return true
	}
	facet := g.Setup.Registry.Facets()[id-1]
	return g.columns.state[facet.Key][body] == uint32(facet.Value)
}
