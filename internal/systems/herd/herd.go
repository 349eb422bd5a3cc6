package herd

import (
	"math"
	"math/bits"

	"github.com/thicket-sim/thicket/internal/systems/herd/kernel"
)

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
	set     *Set
	class   int
	cells   []cell
	chunks  []*chunk  // of groups, by number
	places  []int32   // of the chunks in Set.chunks
	numbers int       // all numbers of groups are below it
	count   int       // groups that have a leaf
	free    []int32   // numbers without a group, and some that have one again
	spare   []int32   // cells that were joined, the first of each two
	rooms   [][]bot   // for bots of leaves that are split; none of them is in use
	moving  []int32   // bots that strayed from their leaf
	turns   uint8     // the turn of the group that was made last
	spots   []spot    // scratch
	keys    []float32 // scratch of cut
	renew   renewal
}

// Class returns the class of the herd's bots.
func (h *Herd) Class() int { return h.class }

// Numbers returns how many numbers groups have: all are below it, and to some no group
// belongs.
func (h *Herd) Numbers() int { return h.numbers }

// Groups returns how many groups there are.
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

func newHerd(s *Set, class int) *Herd {
	return &Herd{set: s, class: class, cells: []cell{{w: s.Field.Width, h: s.Field.Height, head: -1}}}
}

// leafAt returns the leaf that a position belongs to.
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

// add puts a bot into the group of its position.
func (h *Herd) add(b *bot) {
	leaf := h.leafAt(b.x, b.y)
	for shared := false; h.cells[leaf].count >= 64 && h.cells[leaf].depth < maxDepth; shared = true {
		if shared || !h.share(leaf) {
			h.split(leaf)
		}
		leaf = h.leafAt(b.x, b.y)
	}
	h.sit(leaf, b)
}

// sit gives a bot a lane in a leaf.
func (h *Herd) sit(leaf int32, b *bot) {
	gi := h.cells[leaf].head
	for gi >= 0 && h.group(gi).n == 64 {
		gi = h.group(gi).next
	}
	if gi < 0 {
		gi = h.newGroup(leaf)
	}
	h.cells[leaf].count++
	gr := h.group(gi)
	lane := gr.n
	gr.n++
	gr.version++
	h.set.put(gr, lane, b)
	h.set.seats[b.slot] = h.seat(gi, lane)
	h.set.mark(h, gi, lane, b.slot)
}

// remove takes a body out of its group; the last lane moves into its place.
func (h *Herd) remove(slot int32) bot {
	s := h.set
	at := s.seats[slot]
	_, gi, lane := s.find(at)
	gr := h.group(gi)
	b := s.bot(gr, lane)
	gr.n--
	last := gr.n
	if moved := s.bot(gr, last); lane != last {
		s.put(gr, lane, &moved)
		s.seats[moved.slot] = at
	}
	gr.act(0, 1<<last)
	gr.steers &^= 1 << last
	gr.far = 0
	s.seats[slot] = nowhere
	for f := range s.planes {
		if p := &s.planes[f]; p.used {
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
	gr := h.group(gi)
	gr.n, gr.cell, gr.next, gr.turn = 0, leaf, h.cells[leaf].head, h.turns%RefreshTicks
	gr.actions, gr.steers, gr.far = 0, 0, 0
	h.cells[leaf].head = gi
	h.count++
	return gi
}

// freeNumber is one that no group has.
func (h *Herd) freeNumber() int32 {
	for n := len(h.free); n > 0; n-- {
		gi := h.free[n-1]
		h.free = h.free[:n-1]
		if int(gi) < h.numbers && h.group(gi).cell == noCell {
			return gi
		}
	}
	return h.addNumber()
}

// dropGroup takes an empty group out of its leaf.
func (h *Herd) dropGroup(gi int32) {
	gr := h.group(gi)
	*h.link(gi) = gr.next
	gr.cell = noCell
	h.free = append(h.free, gi)
	h.count--
}

// link returns the link that leads to a group in the chain of its leaf.
func (h *Herd) link(gi int32) *int32 {
	link := &h.cells[h.group(gi).cell].head
	for *link != gi {
		link = &h.group(*link).next
	}
	return link
}

// strays appends the bots of a group that are too far from their leaf.
func (h *Herd) strays(gr *group, list []int32) []int32 {
	now := h.set.now
	b := h.pale(&h.cells[gr.cell])
	for m := kernel.Outside(int(gr.n), &gr.x[now], &gr.y[now], b.minX, b.maxX, b.minY, b.maxY); m != 0; m &= m - 1 {
		list = append(list, gr.slot[bits.TrailingZeros64(m)])
	}
	return list
}

// pale returns the box that the bots of a leaf are in when they are looked at.
func (h *Herd) pale(q *cell) box {
	s := float32(maxSlack * h.set.reach)
	return box{q.x - s, q.y - s, q.x + q.w + s, q.y + q.h + s}
}

// has reports whether a position is in the box.
func (b *box) has(x, y float32) bool {
	return x >= b.minX && x <= b.maxX && y >= b.minY && y <= b.maxY
}

// bounds returns the box around all bots of the group, in metres.
func (s *Set) bounds(gr *group) (b box) {
	b.minX, b.maxX, b.minY, b.maxY = kernel.Bounds(int(gr.n), &gr.x[s.now], &gr.y[s.now])
	return b
}

type box struct{ minX, minY, maxX, maxY float32 }

// circle returns a circle around the box. Its middle and the sides of the box are
// rounded as float32, by 2^-24 of their size: the radius is made larger by far
// more than that.
func (b box) circle() (cx, cy float32, radius float64) {
	dx, dy := float64(b.maxX-b.minX), float64(b.maxY-b.minY)
	radius = float64(math.Sqrt(float64(dx*dx)+float64(dy*dy))/2*1.00001) + float64(1e-6*float64(max(b.maxX, b.maxY)))
	return (b.minX + b.maxX) / 2, (b.minY + b.maxY) / 2, radius
}
