package systems

import "math"

const (
	// refreshTicks is after how many ticks a group looks at itself anew.
	refreshTicks = 16
	// maxSlack is how far from its leaf a bot may be before it is moved to
	// another, in terms of what anybody can go before a group looks again.
	maxSlack = 2
	// maxDepth bounds the tree where many bodies are on one spot.
	maxDepth = 40
)

// herd keeps the bots of one class in groups of up to 64 that are near each
// other: the leaves of a quadtree over the field, cut by density. A group is
// evaluated as one word. Bots that stray from their leaf are moved to another
// a few groups a tick, so that no tick pays for a sort.
//
// A bot was within its leaf, give or take slack, when its group last looked;
// since then it made at most refreshTicks steps. Searches allow for both, and
// so are exact at any moment.
type herd struct {
	class int
	cells []cell
	group []group
	free  []int32 // groups without bots
	spare []int32 // cells that were joined, the first of each two
	live  []int32 // groups with bots, in no order that matters
	where []int32 // by group: its place in live
}

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

// home is where a body is in the herd of its class: group<<6 | lane; -1 for a
// body in no herd.
type home int32

const nowhere home = -1

func (h home) group() int32 { return int32(h) >> 6 }
func (h home) lane() int32  { return int32(h) & 63 }

// holds reports whether a body is at a place in this herd, and not in another.
func (h *herd) holds(at home, slot int32) bool {
	return at != nowhere && int(at.group()) < len(h.group) && h.group[at.group()].slot[at.lane()] == slot
}

func newHerd(class int, w, h float32) *herd {
	return &herd{class: class, cells: []cell{{w: w, h: h, head: -1}}}
}

// leafAt is the leaf that a position belongs to.
func (h *herd) leafAt(x, y float32) int32 {
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
func (h *herd) add(g *Game, slot int32) {
	x, y := g.columns.x[slot], g.columns.y[slot]
	leaf := h.leafAt(x, y)
	for h.cells[leaf].count >= 64 && h.cells[leaf].depth < maxDepth {
		h.split(g, leaf)
		leaf = h.leafAt(x, y)
	}
	q := &h.cells[leaf]
	gi := q.head
	for gi >= 0 && h.group[gi].n == 64 {
		gi = h.group[gi].next
	}
	if gi < 0 {
		gi = h.newGroup(leaf)
	}
	h.cells[leaf].count++
	gr := &h.group[gi]
	lane := gr.n
	gr.slot[lane] = slot
	gr.n++
	gr.version++
	g.herds.home[slot] = home(gi<<6 | lane)
	g.herds.mark(h, gi, lane, slot)
}

// remove takes a body out of its group; the last lane moves into its place.
func (h *herd) remove(g *Game, slot int32) {
	at := g.herds.home[slot]
	gi, lane := at.group(), at.lane()
	gr := &h.group[gi]
	gr.n--
	last := gr.n
	moved := gr.slot[last]
	gr.slot[lane] = moved
	g.herds.home[moved] = at
	g.herds.home[slot] = nowhere
	for f := range g.herds.planes {
		if p := &g.herds.planes[f]; p.used {
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
	h.join(g, h.cells[gr.cell].parent)
}

func (h *herd) newGroup(leaf int32) int32 {
	var gi int32
	if n := len(h.free); n > 0 {
		gi = h.free[n-1]
		h.free = h.free[:n-1]
	} else {
		gi = int32(len(h.group))
		h.group = append(h.group, group{})
		h.where = append(h.where, 0)
	}
	h.group[gi].n, h.group[gi].cell, h.group[gi].next = 0, leaf, h.cells[leaf].head
	h.cells[leaf].head = gi
	h.where[gi] = int32(len(h.live))
	h.live = append(h.live, gi)
	return gi
}

func (h *herd) dropGroup(gi int32) {
	link := &h.cells[h.group[gi].cell].head
	for *link != gi {
		link = &h.group[*link].next
	}
	*link = h.group[gi].next
	last := h.live[len(h.live)-1]
	h.live[h.where[gi]] = last
	h.where[last] = h.where[gi]
	h.live = h.live[:len(h.live)-1]
	h.free = append(h.free, gi)
}

// split halves a leaf across its longer side.
func (h *herd) split(g *Game, leaf int32) {
	q := h.cells[leaf]
	var all [64]int32
	n := 0
	for gi := q.head; gi >= 0; gi = h.group[gi].next {
		n += copy(all[n:], h.group[gi].slot[:h.group[gi].n])
		h.clearGroup(g, gi)
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
		h.add(g, slot)
	}
}

func (h *herd) clearGroup(g *Game, gi int32) {
	h.group[gi].n = 0
	for f := range g.herds.planes {
		if p := &g.herds.planes[f]; p.used {
			p.bits[h.class][gi] = 0
		}
	}
}

func (h *herd) twoCells() int32 {
	if n := len(h.spare); n > 0 {
		first := h.spare[n-1]
		h.spare = h.spare[:n-1]
		return first
	}
	first := int32(len(h.cells))
	h.cells = append(h.cells, make([]cell, 2)...)
	return first
}

// join makes one leaf of two that have become nearly empty.
func (h *herd) join(g *Game, parent int32) {
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
			n += copy(all[n:], h.group[gi].slot[:h.group[gi].n])
			h.clearGroup(g, gi)
			h.dropGroup(gi)
		}
	}
	h.spare = append(h.spare, q.kids)
	q.kids, q.head, q.count = 0, -1, 0
	for _, slot := range all[:n] {
		h.add(g, slot)
	}
}

// strays appends the bots of a group that are too far from their leaf.
func (h *herd) strays(g *Game, gi int32, list []int32) []int32 {
	gr := &h.group[gi]
	q := &h.cells[gr.cell]
	s := float32(maxSlack * g.herds.reach)
	minX, maxX, minY, maxY := q.x-s, q.x+q.w+s, q.y-s, q.y+q.h+s
	for _, slot := range gr.slot[:gr.n] {
		x, y := g.columns.x[slot], g.columns.y[slot]
		if x < minX || x > maxX || y < minY || y > maxY {
			list = append(list, slot)
		}
	}
	return list
}

// bounds is the box around all bots of the group, in metres.
func (gr *group) bounds(g *Game) (b box) {
	x, y := g.columns.x, g.columns.y
	b = box{float32(math.Inf(1)), float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.Inf(-1))}
	for _, slot := range gr.slot[:gr.n] {
		b.minX, b.maxX = min(b.minX, x[slot]), max(b.maxX, x[slot])
		b.minY, b.maxY = min(b.minY, y[slot]), max(b.maxY, y[slot])
	}
	return b
}

type box struct{ minX, minY, maxX, maxY float32 }

// circle is a circle around the box, with what rounding may have taken from it.
func (b box) circle() (cx, cy float32, radius float64) {
	dx, dy := float64(b.maxX-b.minX), float64(b.maxY-b.minY)
	radius = math.Sqrt(float64(dx*dx)+float64(dy*dy))/2*1.00001 + 1e-6*float64(max(b.maxX, b.maxY))
	return (b.minX + b.maxX) / 2, (b.minY + b.maxY) / 2, radius
}

func (gr *group) all() uint64 { return ^uint64(0) >> (64 - uint(gr.n)) }
