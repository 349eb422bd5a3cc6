package herd

import "github.com/thicket-sim/thicket/internal/systems/column"

// renewal goes through the tree of a herd round and round, a few leaves a tick. It
// numbers groups in the order of the tree, so that neighbours on the field are
// neighbours in memory, and rebuilds parts of the tree whose groups are half
// empty. What a Set answers does not depend on it.
type renewal struct {
	x, y   float32 // the corner of the leaf that is next
	next   int32   // the number for the next group
	credit int     // groups times renewTicks that may be renewed
	rounds int     // how often it has been through the tree
	bots   []bot   // scratch
	whole  bool    // all bots were rebuilt since the last time through, and scratch is as long
}

const (
	// renewTicks is in how many ticks the renewal goes once through all groups. A
	// group that is renumbered is copied, once or twice, and a seat is written for
	// each of its bots.
	renewTicks = 256
	// maxRebuilt is the number of bots a part of the tree has at most that is rebuilt in
	// one go. It bounds what a tick pays.
	maxRebuilt = 512
	// fill is the number of bots a group of a rebuilt part has at most: fewer than it has
	// room for, so that it is not cut by the next who come.
	fill = 60
)

// renewSome renews as many groups as are due in a tick.
func (h *Herd) renewSome() {
	r := &h.renew
	for r.credit += h.count; r.credit >= h.set.renewTicks; {
		r.credit -= h.set.renewTicks * max(h.renewNext(), 1)
	}
}

// renewNext renews the next leaf, or a larger part of the tree that begins with
// it, and returns how many groups that has.
func (h *Herd) renewNext() int {
	r := &h.renew
	at, thin := h.thin(h.leafAt(r.x, r.y))
	if thin {
		h.rebuild(at)
	}
	first := r.next
	h.number(at)
	for at != 0 && h.cells[h.cells[at].parent].kids != at {
		at = h.cells[at].parent
	}
	n := int(r.next - first)
	if at == 0 {
		if r.whole { // nobody has moved so many for a while
			r.bots, h.spots, r.whole = nil, nil, false
		}
		h.endRound()
	} else {
		other := &h.cells[at+1]
		r.x, r.y = other.x, other.y
	}
	return n
}

// thin returns the largest part of the tree that begins with a leaf and has more groups
// than it needs by more than an eighth; the leaf itself where there is none.
func (h *Herd) thin(leaf int32) (at int32, ok bool) {
	bots, groups := h.weigh(leaf, 0, 0)
	at = leaf
	for i := leaf; i != 0; {
		parent := h.cells[i].parent
		if h.cells[parent].kids != i {
			break
		}
		if bots, groups = h.weigh(i+1, bots, groups); bots > maxRebuilt {
			break
		}
		i = parent
		if need := (bots + fill - 1) / fill; groups > need+need/8 {
			at, ok = i, true
		}
	}
	return at, ok
}

// weigh adds the bots and groups below a cell, and stops where they are too many.
func (h *Herd) weigh(at, bots, groups int32) (int32, int32) {
	q := &h.cells[at]
	if q.kids != 0 {
		if bots, groups = h.weigh(q.kids, bots, groups); bots <= maxRebuilt {
			bots, groups = h.weigh(q.kids+1, bots, groups)
		}
		return bots, groups
	}
	return bots + q.count, groups + (q.count+63)/64
}

// share gives bots of a full leaf to those near it: it rebuilds the smallest part of
// the tree around the leaf that has room for all of its bots in as many groups, and
// reports whether there is one.
func (h *Herd) share(leaf int32) bool {
	bots, groups := h.weigh(leaf, 0, 0)
	for i := leaf; i != 0; {
		parent := h.cells[i].parent
		kids := h.cells[parent].kids
		if bots, groups = h.weigh(kids+kids+1-i, bots, groups); bots > maxRebuilt {
			return false
		}
		i = parent
		if bots < groups*fill {
			h.rebuild(i)
			return true
		}
	}
	return false
}

// rebuild makes the part of the tree below a cell anew, with groups that are
// nearly full.
func (h *Herd) rebuild(at int32) {
	bots := h.clear(at, h.renew.bots[:0])
	h.spots = spotsOf(bots, h.spots)
	h.build(at, h.spots, func(i int32) bot { return bots[i] })
	h.renew.bots = bots
	for i := range bots { // the next look may be RefreshTicks from now
		b := &bots[i]
		if pale := h.pale(&h.cells[h.set.group(h.set.seats[b.slot]).cell]); !pale.has(b.x, b.y) {
			h.moving = append(h.moving, b.slot)
		}
	}
}

// anew makes all groups anew, in order.
func (h *Herd) anew() {
	h.rebuild(0)
	h.renew.whole = true
	h.renew.next = 0
	h.number(0)
	h.endRound()
}

// clear takes all bots below a cell away and leaves one empty leaf.
func (h *Herd) clear(at int32, list []bot) []bot {
	kids := h.cells[at].kids
	if kids == 0 {
		return h.empty(at, list)
	}
	list = h.clear(kids+1, h.clear(kids, list))
	h.spare = append(h.spare, kids)
	q := &h.cells[at]
	q.kids, q.head, q.count = 0, -1, 0
	return list
}

// build gives bots their groups below an empty leaf. take gives the bot of a spot.
func (h *Herd) build(leaf int32, bots []spot, take func(i int32) bot) {
	if parts := (len(bots) + fill - 1) / fill; parts > 1 && h.cells[leaf].depth < maxDepth {
		low := h.cut(leaf, bots, len(bots)*(parts/2)/parts)
		kids := h.cells[leaf].kids
		h.build(kids, bots[:low], take)
		h.build(kids+1, bots[low:], take)
		return
	}
	for i := range bots {
		b := take(bots[i].i)
		h.sit(leaf, &b)
	}
}

// number gives the groups below a cell the next numbers.
func (h *Herd) number(at int32) {
	q := &h.cells[at]
	if q.kids != 0 {
		h.number(q.kids)
		h.number(q.kids + 1)
		return
	}
	for gi := q.head; gi >= 0; gi = h.group(gi).next {
		gi = h.place(gi, h.renew.next)
		h.renew.next++
	}
}

// place gives a group another number, and the group that has that number its own.
// It returns the number that the group has then: the old one where both are of
// one leaf, and where there is no such number.
func (h *Herd) place(gi, to int32) int32 {
	if gi == to || int(to) >= h.numbers || h.group(gi).cell == h.group(to).cell {
		return gi
	}
	from, there := h.group(gi), h.group(to)
	*h.link(gi) = to
	if there.cell == noCell {
		h.free = append(h.free, gi)
	} else {
		*h.link(to) = gi
	}
	*from, *there = *there, *from
	h.reseat(gi)
	h.reseat(to)
	for f := range h.set.planes {
		p := &h.set.planes[f]
		if !p.used {
			continue
		}
		b := column.Grow(p.bits[h.class], h.numbers)
		b[gi], b[to] = b[to], b[gi]
		p.bits[h.class] = b
		if l := p.lists[h.class]; len(l) > 0 {
			l = column.Grow(l, h.numbers)
			l[gi], l[to] = l[to], l[gi]
			p.lists[h.class] = l
		}
	}
	return to
}

// reseat tells the bots of a group its number.
func (h *Herd) reseat(gi int32) {
	gr := h.group(gi)
	for lane, slot := range gr.slot[:gr.n] {
		h.set.seats[slot] = h.seat(gi, int32(lane))
	}
}

// endRound forgets the numbers past the last group and lists the free ones.
func (h *Herd) endRound() {
	r := &h.renew
	r.x, r.y, r.next = 0, 0, 0
	r.rounds++
	n := h.numbers
	for n > 0 && h.group(int32(n-1)).cell == noCell {
		n--
	}
	h.numbers = n
	need := (n + groupsAChunk - 1) / groupsAChunk
	for last := len(h.chunks) - 1; last > need+need/8; last-- { // a few are kept for groups to come
		at := h.places[last]
		h.set.chunks[at], h.set.owners[at], h.chunks[last] = nil, owner{}, nil
		h.chunks, h.places = h.chunks[:last], h.places[:last]
	}
	h.free = h.free[:0]
	for gi := int32(n) - 1; gi >= 0; gi-- {
		if h.group(gi).cell == noCell {
			h.free = append(h.free, gi)
		}
	}
}
