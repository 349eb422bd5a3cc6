package herd

import "math"

// maxDepth bounds the tree where many bodies are on one spot: 20 cuts in each
// direction make leaves of a millimetre on a field of a kilometre.
const maxDepth = 40

// Herd keeps the bots of one class in groups of up to 64 that are near each
// other: the leaves of a tree over the field, cut by density. The bots of a group
// are the bits of one machine word. Bots that stray from their leaf are moved to
// another a few groups a tick, so that no tick pays for a sort.
//
// When a group last looked, each of its bots was within maxSlack*reach of its
// leaf; since then it went less than reach. Searches allow for both, and so are
// exact at any moment.
type Herd struct {
	set    *Set
	class  int
	cells  []cell
	groups []group
	free   []int32 // groups without bots
	spare  []int32 // cells that were joined, the first of each two
	live   []int32 // groups with bots, in no order that matters
	where  []int32 // by group: its place in live
	moving []int32 // bots that strayed from their leaf
}

// Class is that of the herd's bots.
func (h *Herd) Class() int { return h.class }

// Groups are the groups that have bots, in no order that matters. The list is
// valid until a bot comes or goes.
func (h *Herd) Groups() []int32 { return h.live }

// cell is a node of the tree. A leaf has a chain of groups; more than one only
// where the tree may not be cut further.
type cell struct {
	x, y, w, h float32 // the corner nearest to the origin, and the size
	kids       int32   // the first of two, or 0 in a leaf
	head       int32   // the first group of a leaf, or -1
	parent     int32
	count      int32 // bots in a leaf
	depth      uint8
}

// group is up to 64 bots of a leaf, in lanes 0 to n-1.
type group struct {
	slot    [64]int32
	n       int32
	cell    int32
	next    int32 // of the leaf's chain, or -1
	version int32 // counts who came
}

// seat is where a body is in the herd of its class: group<<6 | lane, or nowhere
// for a body in no herd.
type seat int32

const nowhere seat = -1

func (s seat) group() int32 { return int32(s) >> 6 }
func (s seat) lane() int32  { return int32(s) & 63 }

// holds reports whether a body has its seat in this herd, and not in another.
func (h *Herd) holds(at seat, slot int32) bool {
	if at == nowhere || int(at.group()) >= len(h.groups) {
		return false
	}
	gr := &h.groups[at.group()]
	return at.lane() < gr.n && gr.slot[at.lane()] == slot
}

func newHerd(s *Set, class int) *Herd {
	return &Herd{set: s, class: class, cells: []cell{{w: s.Field.Width, h: s.Field.Height, head: -1}}}
}

// leafAt is the leaf that a position belongs to.
func (h *Herd) leafAt(x, y float32) int32 {
	i := int32(0)
	for {
		q := &h.cells[i]
		if q.kids == 0 {
			return i
		}
		i = q.kids
		if q.w >= q.h && x >= q.x+q.w/2 || q.w < q.h && y >= q.y+q.h/2 {
			i++
		}
	}
}

// add puts a body into the group of its position.
func (h *Herd) add(slot int32) {
	x, y := h.set.X[slot], h.set.Y[slot]
	leaf := h.leafAt(x, y)
	for h.cells[leaf].count >= 64 && h.cells[leaf].depth < maxDepth {
		h.split(leaf)
		leaf = h.leafAt(x, y)
	}
	q := &h.cells[leaf]
	gi := q.head
	for gi >= 0 && h.groups[gi].n == 64 {
		gi = h.groups[gi].next
	}
	if gi < 0 {
		gi = h.newGroup(leaf)
	}
	h.cells[leaf].count++
	gr := &h.groups[gi]
	lane := gr.n
	gr.slot[lane] = slot
	gr.n++
	gr.version++
	h.set.seats[slot] = seat(gi<<6 | lane)
	h.set.mark(h, gi, lane, slot)
}

// remove takes a body out of its group; the last lane moves into its place.
func (h *Herd) remove(slot int32) {
	at := h.set.seats[slot]
	gi, lane := at.group(), at.lane()
	gr := &h.groups[gi]
	gr.n--
	last := gr.n
	moved := gr.slot[last]
	gr.slot[lane] = moved
	h.set.seats[moved] = at
	h.set.seats[slot] = nowhere
	for f := range h.set.planes {
		if p := &h.set.planes[f]; p.used {
			b := p.bits[h.class]
			bit := b[gi] >> last & 1
			b[gi] &^= 1<<last | 1<<lane
			if lane != last {
				b[gi] |= bit << lane
			}
		}
	}
	h.cells[gr.cell].count--
	if gr.n == 0 {
		h.dropGroup(gi)
	}
	h.join(h.cells[gr.cell].parent)
}

func (h *Herd) newGroup(leaf int32) int32 {
	var gi int32
	if n := len(h.free); n > 0 {
		gi = h.free[n-1]
		h.free = h.free[:n-1]
	} else {
		gi = int32(len(h.groups))
		h.groups = append(h.groups, group{})
		h.where = append(h.where, 0)
	}
	h.groups[gi].n, h.groups[gi].cell, h.groups[gi].next = 0, leaf, h.cells[leaf].head
	h.cells[leaf].head = gi
	h.where[gi] = int32(len(h.live))
	h.live = append(h.live, gi)
	return gi
}

func (h *Herd) dropGroup(gi int32) {
	link := &h.cells[h.groups[gi].cell].head
	for *link != gi {
		link = &h.groups[*link].next
	}
	*link = h.groups[gi].next
	last := h.live[len(h.live)-1]
	h.live[h.where[gi]] = last
	h.where[last] = h.where[gi]
	h.live = h.live[:len(h.live)-1]
	h.free = append(h.free, gi)
}

// split halves a leaf across its longer side.
func (h *Herd) split(leaf int32) {
	q := h.cells[leaf]
	var all [64]int32
	n := 0
	for gi := q.head; gi >= 0; gi = h.groups[gi].next {
		n += copy(all[n:], h.groups[gi].slot[:h.groups[gi].n])
		h.clearGroup(gi)
	}
	for h.cells[leaf].head >= 0 {
		h.dropGroup(h.cells[leaf].head)
	}
	kids := h.twoCells()
	low := cell{x: q.x, y: q.y, w: q.w, h: q.h, head: -1, parent: leaf, depth: q.depth + 1}
	high := low
	if q.w >= q.h {
		low.w = q.w / 2
		high.x, high.w = q.x+low.w, q.w-low.w
	} else {
		low.h = q.h / 2
		high.y, high.h = q.y+low.h, q.h-low.h
	}
	h.cells[kids], h.cells[kids+1] = low, high
	h.cells[leaf].kids, h.cells[leaf].count = kids, 0
	for _, slot := range all[:n] {
		h.add(slot)
	}
}

func (h *Herd) clearGroup(gi int32) {
	h.groups[gi].n = 0
	for f := range h.set.planes {
		if p := &h.set.planes[f]; p.used {
			p.bits[h.class][gi] = 0
		}
	}
}

func (h *Herd) twoCells() int32 {
	if n := len(h.spare); n > 0 {
		first := h.spare[n-1]
		h.spare = h.spare[:n-1]
		return first
	}
	first := int32(len(h.cells))
	h.cells = append(h.cells, make([]cell, 2)...)
	return first
}

// join makes one leaf of two that have become nearly empty: half full, so that a
// bot that goes and comes does not cut and join in turn.
func (h *Herd) join(parent int32) {
	q := &h.cells[parent]
	if q.kids == 0 {
		return
	}
	total := int32(0)
	for k := q.kids; k < q.kids+2; k++ {
		if h.cells[k].kids != 0 {
			return
		}
		total += h.cells[k].count
	}
	if total > 32 {
		return
	}
	var all [32]int32
	n := 0
	for k := q.kids; k < q.kids+2; k++ {
		for h.cells[k].head >= 0 {
			gi := h.cells[k].head
			n += copy(all[n:], h.groups[gi].slot[:h.groups[gi].n])
			h.clearGroup(gi)
			h.dropGroup(gi)
		}
	}
	h.spare = append(h.spare, q.kids)
	q.kids, q.head, q.count = 0, -1, 0
	for _, slot := range all[:n] {
		h.add(slot)
	}
}

// strays appends the bots of a group that are too far from their leaf.
func (h *Herd) strays(gi int32, list []int32) []int32 {
	gr := &h.groups[gi]
	q := &h.cells[gr.cell]
	s := float32(maxSlack * h.set.reach)
	minX, maxX, minY, maxY := q.x-s, q.x+q.w+s, q.y-s, q.y+q.h+s
	for _, slot := range gr.slot[:gr.n] {
		x, y := h.set.X[slot], h.set.Y[slot]
		if x < minX || x > maxX || y < minY || y > maxY {
			list = append(list, slot)
		}
	}
	return list
}

// bounds is the box around all bots of the group, in metres.
func (gr *group) bounds(set *Set) (b box) {
	x, y := set.X, set.Y
	b = box{float32(math.Inf(1)), float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.Inf(-1))}
	for _, slot := range gr.slot[:gr.n] {
		b.minX, b.maxX = min(b.minX, x[slot]), max(b.maxX, x[slot])
		b.minY, b.maxY = min(b.minY, y[slot]), max(b.maxY, y[slot])
	}
	return b
}

type box struct{ minX, minY, maxX, maxY float32 }

// circle is a circle around the box. Its middle and the sides of the box are
// rounded as float32, by 2^-24 of their size: the radius is made larger by far
// more than that.
func (b box) circle() (cx, cy float32, radius float64) {
	dx, dy := float64(b.maxX-b.minX), float64(b.maxY-b.minY)
	radius = math.Sqrt(float64(dx*dx)+float64(dy*dy))/2*1.00001 + 1e-6*float64(max(b.maxX, b.maxY))
	return (b.minX + b.maxX) / 2, (b.minY + b.maxY) / 2, radius
}

// all is the mask of all bots of the group.
func (gr *group) all() uint64 { return ^uint64(0) >> (64 - uint(gr.n)) }
