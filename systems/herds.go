package systems

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/systems/internal/column"
	"github.com/thicket-sim/thicket/systems/internal/herd"
	"github.com/thicket-sim/thicket/systems/internal/spatial"
)

// herds are the classes whose trees are evaluated by groups.
type herds struct {
	herd.Set
	moved []int32              // scratch, as is the next
	loose [][]components.State // of the tables of bodies in no herd
}

// chooseHerd makes a herd of a class if its tree can be evaluated by groups and
// no bot has a tree of its own; otherwise it dissolves the herd.
func (g *Game) chooseHerd(class int) {
	p := g.classes[class].program
	ok := p != nil && g.classes[class].pinned == 0 && byGroups(p)
	if ok {
		g.useFacets(p)
	}
	if ok == (g.herds.Of(class) != nil) {
		return
	}
	var members []int32
	for _, st := range g.World.State.Column(g.World.Tables()[class]) {
		members = append(members, st.Slot)
	}
	if ok {
		g.herds.Form(class, members)
	} else {
		g.herds.Dissolve(class, members)
	}
}

// byGroups reports whether a tree remembers nothing and has only leaves that
// run by columns.
func byGroups(p *run.Program) bool {
	if _, ok := p.Semantics.(run.LaneTicker); !ok || p.Tree.Bits > 0 {
		return false
	}
	for i := range p.Tree.Leaves {
		if l := &p.Tree.Leaves[i]; l.Action == nil || l.Action.Rows == nil || !l.Local() {
			return false
		}
	}
	return true
}

// useFacets has the herds keep who is of the facets that a tree asks for.
func (g *Game) useFacets(p *run.Program) {
	g.sync() // for columns of keys that are new
	g.herds.Use(p.Tree.Facets, p.Tree.Tests)
}

// noticeMoves takes in what the workers found in the rows of a class, or of the
// players: who was put somewhere else, and how fast they are.
func (g *Game) noticeMoves(class int, found []sensed) {
	h, dt := &g.herds, g.World.Clock().DT
	for i := range found {
		f := &found[i]
		h.moved = append(h.moved, f.moved...)
		h.NoteStep(min(float64(f.top)*dt, maxStep))
		f.moved, f.top = column.Reset(f.moved), 0
	}
	h.Moved(class, h.moved)
	h.moved = column.Reset(h.moved)
}

// senseFacets builds the index of each facet that some tree asks for.
func (g *Game) senseFacets() {
	f, h := &g.facets, &g.herds
	if n := len(f.used); n > 0 {
		f.index = column.Grow(f.index, int(f.used[n-1])+1)
	}
	h.Count = g.World.Len()
	h.Refresh()
	h.loose = h.loose[:0]
	for _, t := range g.World.Tables() {
		if h.Of(t.Class) == nil {
			h.loose = append(h.loose, g.World.State.Column(t))
		}
	}
	mixed := g.looseSeek()
	for _, id := range f.used {
		if f.index[id] == nil {
			f.index[id] = &spatial.Index{}
		}
		if !h.Sense(id, f.index[id], h.loose, mixed) {
			f.index[id].Build(g.field, h.Points, f.match(g, id))
		}
	}
}

// looseSeek reports whether a body in no herd may look for the nearest of a facet.
func (g *Game) looseSeek() bool {
	for class := range g.classes {
		if g.herds.Of(class) == nil && g.World.Count(class) > 0 {
			return true
		}
	}
	return slices.ContainsFunc(g.Setup.Rules, func(r Rule) bool { return !r.From.Plain || !r.To.Plain })
}
