package systems

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/systems/internal/column"
	"github.com/thicket-sim/thicket/systems/internal/spatial"
)

// herds are the classes whose trees are evaluated a word at a time, and what
// their groups share.
type herds struct {
	g      *Game
	of     []*herd // by class; nil for a class whose bots think one by one
	home   []home  // by body
	planes []plane // by FacetID; Everyone has none
	moving []int32 // bodies that strayed from their leaf
	moved  []int32 // scratch
	mixed  bool    // somebody asks who is in no herd
	stale  bool    // the candidates of all groups are no good
	reach  float64 // metres that anybody can go before a group looks again
	fast   float64 // the highest speed that anybody ever had, in metres a second
}

// How the nearest of a facet is found; every way is exact.
const (
	few     = iota // compare with all of them
	sparse         // candidates per group
	scanned        // walk the herds' trees: many match, and few ask
	dense          // an index of all, built in every tick
)

const (
	maxFew      = 12 // matches that are compared one by one
	sparseShare = 16 // one in so many bodies may match a sparse facet
	denseShare  = 12 // one in so many bodies must ask for an index of all
)

// plane is a facet as bits: who of each herd matches.
type plane struct {
	used    bool
	sought  bool           // somebody looks for the nearest match
	alone   []host.FacetID // this one and no other
	bits    [][]uint64     // by class and group; nil without a herd
	lists   [][]candidates // by class and group, where they are in use
	count   int            // of all bodies that match, herds or not
	how     int
	members []int32 // who matches, for the ways that list them
	others  []int32 // bodies in no herd that match
	since   []int32 // bodies that began to match since the last Sense
	fresh   []int32 // those that did before it, by ascending x
	asked   int     // how many bots looked for the nearest in the last tick
}

// candidates are all bodies that can be the nearest match for any bot of a
// group during refreshTicks ticks.
type candidates struct {
	good    int64 // the tick in which they may be used
	version int32 // of the group
	n       int32 // -1: too many to list
	cx, cy  float32
	radius  float64 // around cx, cy; whoever is not in it is no candidate
	slot    [maxFew]int32
}

func (hs *herds) init(g *Game) {
	hs.g = g
	hs.reach = hs.way(0)
	hs.of = make([]*herd, len(g.classes))
	for class := range hs.of {
		hs.choose(class)
	}
}

// choose makes a herd of a class if its tree can be evaluated by words and no
// bot has a tree of its own; otherwise it dissolves the herd.
func (hs *herds) choose(class int) {
	g := hs.g
	p := g.classes[class].program
	ok := p != nil && g.classes[class].pinned == 0 && byWords(p)
	if ok == (hs.of[class] != nil) {
		if ok {
			hs.use(p)
		}
		return
	}
	table := g.World.Tables()[class]
	if !ok {
		for _, st := range g.World.State.Column(table) {
			hs.home[st.Slot] = nowhere
		}
		hs.of[class] = nil
		return
	}
	for f := range hs.planes {
		if p := &hs.planes[f]; p.used {
			p.bits[class], p.lists[class] = nil, nil
		}
	}
	hs.of[class] = newHerd(class, g.Setup.Width, g.Setup.Height)
	hs.use(p)
	for _, st := range g.World.State.Column(table) {
		hs.of[class].add(g, st.Slot)
	}
}

// byWords reports whether a tree remembers nothing and has only leaves that
// run by columns.
func byWords(p *run.Program) bool {
	if _, ok := p.Semantics.(run.WordTicker); !ok || p.Tree.Bits > 0 {
		return false
	}
	for i := range p.Tree.Leaves {
		if l := &p.Tree.Leaves[i]; l.Action == nil || l.Action.Rows == nil || !l.Local() {
			return false
		}
	}
	return true
}

// use makes the planes that a tree asks for.
func (hs *herds) use(p *run.Program) {
	for _, f := range p.Tree.Facets {
		if f != host.Everyone {
			hs.plane(f).sought = true
		}
	}
	for _, f := range p.Tree.Tests {
		hs.plane(f)
	}
}

// plane is the plane of a facet, made when it is first asked for.
func (hs *herds) plane(f host.FacetID) *plane {
	hs.planes = column.Grow(hs.planes, int(f)+1)
	p := &hs.planes[f]
	if p.used {
		return p
	}
	p.used, p.alone = true, []host.FacetID{f}
	p.bits = make([][]uint64, len(hs.of))
	p.lists = make([][]candidates, len(hs.of))
	for _, h := range hs.of {
		if h == nil {
			continue
		}
		for _, gi := range h.live {
			for lane, slot := range h.group[gi].slot[:h.group[gi].n] {
				hs.set(f, h, gi, int32(lane), slot)
			}
		}
	}
	return p
}

// set sets a bit of a plane to what a body's state says.
func (hs *herds) set(f host.FacetID, h *herd, gi, lane, slot int32) {
	p := &hs.planes[f]
	p.bits[h.class] = column.Grow(p.bits[h.class], len(h.group))
	if hs.matches(f, slot) {
		p.bits[h.class][gi] |= 1 << lane
	} else {
		p.bits[h.class][gi] &^= 1 << lane
	}
}

func (hs *herds) matches(f host.FacetID, slot int32) bool {
	facet := hs.g.Setup.Registry.Facets()[f-1]
	return hs.g.World.StateColumn(int(facet.Key))[slot] == uint32(facet.Value)
}

// mark sets the bits of a body that came to a lane.
func (hs *herds) mark(h *herd, gi, lane, slot int32) {
	for f := range hs.planes {
		if hs.planes[f].used {
			hs.set(host.FacetID(f), h, gi, lane, slot)
		}
	}
}

// restate brings the planes up to date with a body's state. Groups that a new
// match may be the nearest for will look for their candidates anew.
func (hs *herds) restate(slot int32, key host.Key) {
	if int(slot) >= len(hs.home) {
		return
	}
	facets := hs.g.Setup.Registry.Facets()
	for f := range hs.planes {
		p := &hs.planes[f]
		if !p.used || facets[f-1].Key != key {
			continue
		}
		if p.sought && hs.matches(host.FacetID(f), slot) {
			p.since = append(p.since, slot)
		}
		if at := hs.home[slot]; at != nowhere {
			h := hs.of[hs.g.World.ClassOf(hs.g.World.IDAt(slot))]
			hs.set(host.FacetID(f), h, at.group(), at.lane(), slot)
		}
	}
}

// sense gets the plane of a facet ready for a tick: who matches, and how to
// find the nearest of them. It reports false for a facet that has no plane.
func (hs *herds) sense(f host.FacetID, points spatial.Points) bool {
	if int(f) >= len(hs.planes) || !hs.planes[f].used || !hs.planes[f].sought {
		return false
	}
	p := &hs.planes[f]
	bodies := hs.g.World.Len()
	hs.count(f)
	switch {
	case p.count <= maxFew:
		p.how = few
	case p.count <= bodies/sparseShare:
		p.how = sparse
		for class, h := range hs.of {
			if h != nil {
				p.lists[class] = column.Grow(p.lists[class], len(h.group))
			}
		}
	case hs.mixed || p.asked > bodies/denseShare:
		p.how = dense
	default:
		p.how = scanned
	}
	p.asked = 0
	hs.index(f, points)
	p.fresh, p.since = p.since, spent(p.fresh)
	slices.SortFunc(p.fresh, func(a, b int32) int { return cmp.Compare(points.X[a], points.X[b]) })
	return true
}

// anyOther reports whether somebody asks for the nearest without being in a
// herd.
func (hs *herds) anyOther() bool {
	for class, h := range hs.of {
		if h == nil && hs.g.World.Count(class) > 0 {
			return true
		}
	}
	return slices.ContainsFunc(hs.g.Setup.Rules, func(r Rule) bool { return !r.From.Plain || !r.To.Plain })
}

// faster takes note of the highest speed that there is. It only grows: what was
// allowed for is never too little.
func (hs *herds) faster(mps float64) {
	if mps <= hs.fast {
		return
	}
	defer hs.rehome() // somebody may have gone that fast already
	hs.fast = mps
	hs.reach = hs.way(mps)
	hs.forget()
}

// way is more than anybody of a speed goes until its group looks again, in
// metres. Each step may be rounded up to what a float32 can tell apart at the
// far edge; the borders of cells are no finer, so that it is never nothing.
func (hs *herds) way(mps float64) float64 {
	rounding := float64(max(hs.g.Setup.Width, hs.g.Setup.Height)) / (1 << 22)
	return (min(mps*hs.g.World.Clock().DT, maxStep)+rounding)*(refreshTicks+2) + 1e-3
}

// notice takes in what the workers found in the rows of a class, or of the
// players: who was put somewhere else, and how fast they are.
func (hs *herds) notice(class int, found []sensed) {
	for i := range found {
		f := &found[i]
		hs.moved = append(hs.moved, f.moved...)
		hs.faster(float64(f.top))
		f.moved, f.top = spent(f.moved), 0
	}
	slices.Sort(hs.moved) // whoever found them
	for _, slot := range hs.moved {
		hs.teleport(class, slot)
	}
	hs.moved = spent(hs.moved)
}

// rehome moves all bots that are too far from their leaf at once.
func (hs *herds) rehome() {
	for _, h := range hs.of {
		if h != nil {
			for _, gi := range h.live {
				hs.moving = h.strays(hs.g, gi, hs.moving)
			}
		}
	}
	hs.settle()
}

// settle moves the bots that strayed in the last tick to where they are now.
func (hs *herds) settle() {
	slices.Sort(hs.moving) // whoever saw them
	for _, slot := range hs.moving {
		if h := hs.herd(hs.g.World.ClassOf(hs.g.World.IDAt(slot))); h != nil && hs.home[slot] != nowhere {
			h.remove(hs.g, slot)
			h.add(hs.g, slot)
		}
	}
	hs.moving = spent(hs.moving)
}

func (hs *herds) count(f host.FacetID) {
	p := &hs.planes[f]
	p.others = p.others[:0]
	p.count = 0
	for class, h := range hs.of {
		if h == nil {
			continue
		}
		p.bits[class] = column.Grow(p.bits[class], len(h.group))
		for _, gi := range h.live {
			p.count += bits.OnesCount64(p.bits[class][gi])
		}
	}
	for _, t := range hs.g.World.Tables() {
		if t.Class != ecs.Human && hs.of[t.Class] != nil {
			continue
		}
		for _, st := range hs.g.World.State.Column(t) {
			if hs.matches(f, st.Slot) {
				p.others = append(p.others, st.Slot)
			}
		}
	}
	p.count += len(p.others)
}

// index lists the members of a facet and indexes those that are looked up.
func (hs *herds) index(f host.FacetID, points spatial.Points) {
	p := &hs.planes[f]
	p.members = append(p.members[:0], p.others...)
	if p.how != scanned {
		for class, h := range hs.of {
			if h == nil {
				continue
			}
			for _, gi := range h.live {
				for m := p.bits[class][gi]; m != 0; m &= m - 1 {
					p.members = append(p.members, h.group[gi].slot[bits.TrailingZeros64(m)])
				}
			}
		}
	}
	ids := hs.g.columns.id
	if p.how == few {
		slices.SortFunc(p.members, func(a, b int32) int { return int(ids[a]) - int(ids[b]) })
	}
	hs.g.facets.index[f].Build(hs.g.field, points, p.members)
}

// forget makes all groups look anew in the next tick: somebody was put
// elsewhere, or is gone. Many may be at once, so that it only takes note.
func (hs *herds) forget() { hs.stale = true }

// refresh spoils all candidates, where somebody has made them stale.
func (hs *herds) refresh() {
	if !hs.stale {
		return
	}
	hs.stale = false
	for f := range hs.planes {
		for _, lists := range hs.planes[f].lists {
			for i := range lists {
				lists[i].good = never
			}
		}
	}
}

// sync makes the columns long enough for n bodies.
func (hs *herds) sync(n int) {
	for len(hs.home) < n {
		hs.home = append(hs.home, nowhere)
	}
}

// spent empties a list for the next tick, and lets go of its memory after a tick
// that needed far more of it than this one: the first, or one in which everybody
// was put elsewhere.
func spent(list []int32) []int32 {
	if cap(list) > 1<<16 && len(list) < cap(list)/8 {
		return nil
	}
	return list[:0]
}

// herd is that of a class, or nil.
func (hs *herds) herd(class int) *herd {
	if class < 0 {
		return nil
	}
	return hs.of[class]
}

// arrive takes in a body that is new.
func (hs *herds) arrive(class int, slot int32) {
	if h := hs.herd(class); h != nil {
		h.add(hs.g, slot)
	}
	for f := range hs.planes {
		if hs.planes[f].sought && hs.matches(host.FacetID(f), slot) {
			hs.planes[f].since = append(hs.planes[f].since, slot)
		}
	}
}

// leave lets go of a body before it is removed.
func (hs *herds) leave(class int, slot int32) {
	if h := hs.herd(class); h != nil && hs.home[slot] != nowhere {
		h.remove(hs.g, slot)
	}
	hs.forget()
}

// teleport notes that a body was put somewhere else.
func (hs *herds) teleport(class int, slot int32) {
	if h := hs.herd(class); h != nil && hs.home[slot] != nowhere {
		h.remove(hs.g, slot)
		h.add(hs.g, slot)
	}
	hs.forget()
}

// matching appends the bots of a herd that are on all planes and that keep.
func (h *herd) matching(g *Game, planes []host.FacetID, keep func(int32) bool, list []int32) []int32 {
	for _, gi := range h.live {
		for m := g.herds.on(planes, h, gi); m != 0; m &= m - 1 {
			if slot := h.group[gi].slot[bits.TrailingZeros64(m)]; keep(slot) {
				list = append(list, slot)
			}
		}
	}
	return list
}

// bytes is the memory that herds have reserved for bodies.
func (hs *herds) bytes() int64 {
	n := ecs.SliceBytes(hs.home) + ecs.SliceBytes(hs.moving) + ecs.SliceBytes(hs.moved)
	for _, h := range hs.of {
		if h != nil {
			n += ecs.SliceBytes(h.cells) + ecs.SliceBytes(h.group) + ecs.SliceBytes(h.live) +
				ecs.SliceBytes(h.where) + ecs.SliceBytes(h.free) + ecs.SliceBytes(h.spare)
		}
	}
	for f := range hs.planes {
		p := &hs.planes[f]
		n += ecs.SliceBytes(p.members) + ecs.SliceBytes(p.others) + ecs.SliceBytes(p.fresh) + ecs.SliceBytes(p.since)
		for class := range p.bits {
			n += ecs.SliceBytes(p.bits[class]) + ecs.SliceBytes(p.lists[class])
		}
	}
	return n
}
