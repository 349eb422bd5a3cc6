package systems

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/systems/column"
	"github.com/thicket-sim/thicket/internal/systems/herd"
	"github.com/thicket-sim/thicket/internal/systems/spatial"
)

// herds are the classes whose trees are evaluated by groups.
type herds struct {
	herd.Set `memory:"-,of pointers to herds: see Bytes"`
	reload   bool                 // a herd has bodies that it does not know all of yet
	spread   bool                 // the columns of positions are up to date for all bodies
	moved    []int32              // scratch, as is the next
	loose    [][]components.State // of the tables of bodies in no herd
}

// chooseHerd makes a herd of a class if its tree can be evaluated by groups and
// no bot has a tree of its own; otherwise it dissolves the herd.
func (cm *commons) chooseHerd(class int) {
	ok := cm.herdable(class)
	if ok {
		cm.useFacets(cm.classes[class].program)
	}
	if ok == (cm.herds.Of(class) != nil) {
		return
	}
	cm.World.Tables()[class].CatchUp()
	var members []int32
	for _, st := range cm.World.State.Column(cm.World.Tables()[class]) {
		members = append(members, st.Slot)
	}
	if ok {
		cm.herds.Form(class, members)
		cm.herds.reload = true
		return
	}
	left := make([]decision, len(members))
	for i, body := range members {
		left[i] = cm.wanted(body)
		left[i].hx, left[i].hy = cm.heading(body)
	}
	c := &cm.columns
	cm.herds.Dissolve(class, members)
	cm.sync() // for the columns of bodies in no herd
	for i, body := range members {
		c.decide[body], c.hx[body], c.hy[body] = left[i], left[i].hx, left[i].hy
	}
}

// herdable reports whether a class can be a herd: groups count from the corner of a field that
// begins at (0, 0).
func (cm *commons) herdable(class int) bool {
	c := &cm.classes[class]
	return cm.own == nil && cm.field.X == 0 && cm.field.Y == 0 && c.program != nil && c.pinned == 0 && !cm.holdsOf(class) && byGroups(c.program)
}

// dissolveHerd is chooseHerd before bots get trees that do not evaluate by groups: such a tree
// may decide when it begins, which a body of a herd has no room for.
func (cm *commons) dissolveHerd(class int) {
	if !cm.herdable(class) {
		cm.chooseHerd(class)
	}
}

// at returns where a body is, in metres: as it was when the tick began until all have
// moved.
func (cm *commons) at(body int32) (x, y float32) { return cm.herds.At(body) }

// heading returns where a body headed when the tick began; between two ticks, where it
// heads.
func (cm *commons) heading(body int32) (hx, hy float32) {
	if !cm.playing {
		h := cm.World.Heading.Get(cm.World.IDAt(body))
		return h.X, h.Y
	}
	if cm.herds.Herds(body) {
		return cm.herds.Heading(body)
	}
	if c := &cm.columns; int(body) < len(c.hx) {
		return c.hx[body], c.hy[body]
	}
	return 0, 0 // it has just come
}

// decided returns the decision of a body in this tick; of a body of a herd without where it
// heads, which takes as long as all the rest. One that is out does nothing, whatever its tree
// says.
func (cm *commons) decided(body int32) (d decision) {
	if dead, hidden := cm.out(body); dead || hidden {
		d = cm.wanted(body)
		d.action, d.target = 0, 0
		return d
	}
	return cm.wanted(body)
}

// wanted returns what the tree of a body has decided in this tick.
func (cm *commons) wanted(body int32) (d decision) {
	if cm.herds.Herds(body) {
		d.action, d.target, d.steers = cm.herds.Decided(body)
		return d
	}
	if c := &cm.columns; int(body) < len(c.decide) {
		return c.decide[body]
	}
	return d
}

// unsay forgets the action that the tree of a body has decided on in this tick.
func (cm *commons) unsay(body int32) {
	if cm.herds.Herds(body) {
		_, _, steers := cm.herds.Decided(body)
		cm.herds.Decide(body, 0, 0, steers)
	} else if c := &cm.columns; int(body) < len(c.decide) {
		c.decide[body].action, c.decide[body].target = 0, 0
	}
}

// anyLoose reports whether there are bodies in no herd.
func (cm *commons) anyLoose() bool {
	for _, t := range cm.World.Tables() {
		if t.Len() > 0 && cm.herds.Of(t.Class) == nil {
			return true
		}
	}
	return false
}

// spread brings the columns of positions up to date for the bodies of herds.
func (cm *commons) spread() {
	if !cm.herds.spread {
		cm.herds.Spread()
		cm.herds.spread = true
	}
}

// byGroups reports whether a tree remembers nothing and has only leaves that
// run by columns, of no more actions than a group can note. What bots of an arena do is
// kept by body, so that they have nothing of groups.
func byGroups(p *run.Program) bool {
	if _, ok := p.Semantics.(run.LaneTicker); !ok || p.Tree.Bits > 0 {
		return false
	}
	for i := range p.Tree.Leaves {
		l := &p.Tree.Leaves[i]
		if l.Action == nil || l.Action.Rows == nil || !l.Local() || l.Needs() != "" {
			return false
		}
	}
	return len(actionsOf(p)) <= herd.MaxActions
}

// actionsOf returns the numbers of the actions that a tree has.
func actionsOf(p *run.Program) map[uint16]bool {
	actions := map[uint16]bool{}
	if p == nil {
		return actions
	}
	for i := range p.Tree.Leaves {
		if a := p.Tree.Leaves[i].Action; a != nil {
			actions[host.NumberOf(a)] = true
		}
	}
	return actions
}

// useFacets has the herds keep who is of the facets that a tree asks for.
func (cm *commons) useFacets(p *run.Program) {
	cm.sync() // for columns of keys that are new
	cm.herds.Use(p.Tree.Facets, p.Tree.Tests)
}

// noticeMoves takes in what the workers found in the rows of a class, or of the
// players: who was put somewhere else, and how fast they are.
func (cm *commons) noticeMoves(class int, found []sensed) {
	h, dt := &cm.herds, cm.World.Clock().DT
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
func (f *facets) senseFacets() {
	h := &f.herds
	if n := len(f.used); n > 0 {
		f.index = column.Grow(f.index, int(f.used[n-1])+1)
	}
	h.Count = f.World.Len()
	h.Refresh()
	h.loose = h.loose[:0]
	for _, t := range f.World.Tables() {
		if h.Of(t.Class) == nil {
			h.loose = append(h.loose, f.World.State.Column(t))
		}
	}
	mixed := f.looseSeek()
	for _, id := range f.used {
		if f.index[id] == nil {
			f.index[id] = &spatial.Index{}
		}
		if !h.Sense(id, f.index[id], h.loose, mixed) {
			f.spread()
			f.index[id].Build(f.field, h.Points, f.match(id))
		}
	}
}

// looseSeek reports whether a body in no herd may look for the nearest of a facet.
func (cm *commons) looseSeek() bool {
	for class := range cm.classes {
		if cm.herds.Of(class) == nil && cm.World.Count(class) > 0 {
			return true
		}
	}
	return slices.ContainsFunc(cm.Setup.Rules, func(r Rule) bool { return !r.From.Plain || !r.To.Plain })
}
