package herd

import "math"

// maxDepth bounds the tree where many bodies are on one spot. Most cuts halve a
// cell, so that leaves of a millimetre are possible on a field of many kilometres.
const maxDepth = 80

// Herd keeps the bots of one class in groups of up to 64 that are near each
// other: the leaves of a tree over the field, cut by density. The bots of a group
// are the bits of one machine word. Bots that stray from their leaf are moved to
// another a few groups a tick, so that no tick pays for a sort. Groups are
// numbered in the order of the tree, as far as that has been renewed, so that
// neighbours on the field are neighbours in memory.
//
// When a group last looked, each of its bots was within maxSlack*reach of its
// leaf; since then it went less than reach. Searches allow for both, and so are
// exact at any moment.
type Herd struct {
	set    *Set
	class  int
	cells  []cell
	groups []group
	count  int       // groups that have a leaf
	free   []int32   // numbers without a group, and some that have one again
	spare  []int32   // cells that were joined, the first of each two
	moving []int32   // bots that strayed from their leaf
	turns  uint8     // the turn of the group that was made last
	keys   []float32 // scratch of cut
	renew  renewal
}

// Class is that of the herd's bots.
func (h *Herd) Class() int { return h.class }

// Numbers is how many numbers groups have: all are below it, and to some no group
// belongs.
func (h *Herd) Numbers() int { return len(h.groups) }

// Groups is how many groups there are.
func (h *Herd) Groups() int { return h.count }

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
	cell    int32 // its leaf; noCell for a number without a group
	next    int32 // of the leaf's chain, or -1
	version int32 // counts who came
	turn    uint8 // in which of RefreshTicks ticks it looks at itself anew
}

const noCell = -1

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
		if high := &h.cells[i+1]; high.x > q.x && x >= high.x || high.y > q.y && y >= high.y {
			i++
		}
	}
}

// bot is what a group holds of one of its bots, on the way to another group.
type bot struct {
	slot int32
	x, y float32 // metres
}

// add puts a bot into the group of its position.
func (h *Herd) add(b bot) {
	leaf := h.leafAt(b.x, b.y)
	for h.cells[leaf].count >= 64 && h.cells[leaf].depth < maxDepth {
		h.split(leaf)
		leaf = h.leafAt(b.x, b.y)
	}
	h.sit(leaf, b)
}

// sit gives a bot a lane in a leaf.
func (h *Herd) sit(leaf int32, b bot) {
	gi := h.cells[leaf].head
	for gi >= 0 && h.groups[gi].n == 64 {
		gi = h.groups[gi].next
	}
	if gi < 0 {
		gi = h.newGroup(leaf)
	}
	h.cells[leaf].count++
	gr := &h.groups[gi]
	lane := gr.n
	gr.slot[lane] = b.slot
	gr.n++
	gr.version++
	h.set.seats[b.slot] = seat(gi<<6 | lane)
	h.set.mark(h, gi, lane, b.slot)
}

// bot is the bot of a lane.
func (h *Herd) bot(gr *group, lane int32) bot {
	slot := gr.slot[lane]
	return bot{slot, h.set.X[slot], h.set.Y[slot]}
}

// remove takes a body out of its group; the last lane moves into its place.
func (h *Herd) remove(slot int32) bot {
	at := h.set.seats[slot]
	gi, lane := at.group(), at.lane()
	gr := &h.groups[gi]
	b := h.bot(gr, lane)
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
	leaf := gr.cell
	h.cells[leaf].count--
	if gr.n == 0 {
		h.dropGroup(gi)
	}
	h.join(leaf)
	return b
}

func (h *Herd) newGroup(leaf int32) int32 {
	gi := h.freeNumber()
	h.turns++
	h.groups[gi] = group{cell: leaf, next: h.cells[leaf].head, version: h.groups[gi].version, turn: h.turns % RefreshTicks}
	h.cells[leaf].head = gi
	h.count++
	return gi
}

// freeNumber is one that no group has.
func (h *Herd) freeNumber() int32 {
	for n := len(h.free); n > 0; n-- {
		gi := h.free[n-1]
		h.free = h.free[:n-1]
		if int(gi) < len(h.groups) && h.groups[gi].cell == noCell {
			return gi
		}
	}
	h.groups = append(h.groups, group{cell: noCell})
	return int32(len(h.groups) - 1)
}

// dropGroup takes an empty group out of its leaf.
func (h *Herd) dropGroup(gi int32) {
	gr := &h.groups[gi]
	*h.link(gi) = gr.next
	gr.cell = noCell
	h.free = append(h.free, gi)
	h.count--
}

// link is what leads to a group in the chain of its leaf.
func (h *Herd) link(gi int32) *int32 {
	link := &h.cells[h.groups[gi].cell].head
	for *link != gi {
		link = &h.groups[*link].next
	}
	return link
}

// strays appends the bots of a group that are too far from their leaf.
func (h *Herd) strays(gi int32, list []int32) []int32 {
	gr := &h.groups[gi]
	q := &h.cells[gr.cell]
	for _, slot := range gr.slot[:gr.n] {
		if h.strayed(q, h.set.X[slot], h.set.Y[slot]) {
			list = append(list, slot)
		}
	}
	return list
}

// strayed reports whether a position is too far from a leaf for a bot of it.
func (h *Herd) strayed(q *cell, x, y float32) bool {
	s := float32(maxSlack * h.set.reach)
	return x < q.x-s || x > q.x+q.w+s || y < q.y-s || y > q.y+q.h+s
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
	radius = float64(math.Sqrt(float64(dx*dx)+float64(dy*dy))/2*1.00001) + float64(1e-6*float64(max(b.maxX, b.maxY)))
	return (b.minX + b.maxX) / 2, (b.minY + b.maxY) / 2, radius
}

// all is the mask of all bots of the group.
func (gr *group) all() uint64 { return ^uint64(0) >> (64 - uint(gr.n)) }
