package spatial

import (
	"slices"

	"github.com/thicket-sim/thicket/internal/systems/column"
)

// Lowest finds, of the members of an index, the one with the lowest ID within a radius, and lets members be taken out. Its
// answers are those of a plain scan with Field.Dist2, to the last bit. The zero value has no members. Find may run
// concurrently with itself, but not with Build and Remove.
//
// It is a tree over the points of the index in their order there, in which neighbours lie together: a node knows the box
// and the lowest ID of its points. A search passes over a node that cannot have a lower one than the best found, and looks
// no deeper into one that is wholly within reach. So its cost follows the length of the circle and not how many are inside,
// however many stand on one spot.
type Lowest struct {
	field   Field
	bounds  box
	members []member
	levels  [][]node // the leaves first
	height  int      // levels in use; the last of them has one node
	place   []int32  // by slot: where in members
}

type member struct {
	x, y float32
	id   uint32
	slot int32 // -1 for one that was taken out
}

// node is up to fan members, or up to fan nodes of the level below. Its box stays as it was when members are taken out.
type node struct {
	box
	id   uint32 // the lowest, of
	slot int32  // this member; -1 when all were taken out
}

const fan = 8

// Build takes in the members of an index.
func (l *Lowest) Build(ix *Index) {
	n := len(ix.points)
	l.field, l.bounds = ix.field, ix.bounds
	l.members = slices.Grow(l.members[:0], n)[:n]
	for i, p := range ix.points {
		l.members[i] = member{p.x, p.y, ix.ids[p.slot], p.slot}
		l.place = column.Grow(l.place, int(p.slot)+1)
		l.place[p.slot] = int32(i)
	}
	l.height = 0
	for count := n; count > 1 || l.height == 0 && n > 0; l.height++ {
		if l.height == len(l.levels) {
			l.levels = append(l.levels, nil)
		}
		count = (count + fan - 1) / fan
		l.levels[l.height] = slices.Grow(l.levels[l.height][:0], count)[:count]
		for i := range count {
			l.enclose(l.height, i)
		}
	}
}

// children returns the range of what a node is made of.
func children(i, below int) (first, last int) { return i * fan, min(i*fan+fan, below) }

// enclose computes a node of a level from what is below it.
func (l *Lowest) enclose(level, i int) {
	at := &l.levels[level][i]
	if level == 0 {
		first, last := children(i, len(l.members))
		p := &l.members[first]
		at.box = box{p.x, p.y, p.x, p.y}
		for k := first + 1; k < last; k++ {
			p := &l.members[k]
			at.box = at.box.with(box{p.x, p.y, p.x, p.y})
		}
	} else {
		first, last := children(i, len(l.levels[level-1]))
		at.box = l.levels[level-1][first].box
		for k := first + 1; k < last; k++ {
			at.box = at.box.with(l.levels[level-1][k].box)
		}
	}
	l.choose(level, i)
}

func (b box) with(c box) box {
	return box{min(b.minX, c.minX), min(b.minY, c.minY), max(b.maxX, c.maxX), max(b.maxY, c.maxY)}
}

// choose finds the lowest ID of a node.
func (l *Lowest) choose(level, i int) {
	at := &l.levels[level][i]
	at.slot = -1
	if level == 0 {
		first, last := children(i, len(l.members))
		for _, m := range l.members[first:last] {
			if m.slot >= 0 && (at.slot < 0 || m.id < at.id) {
				at.id, at.slot = m.id, m.slot
			}
		}
		return
	}
	first, last := children(i, len(l.levels[level-1]))
	for _, m := range l.levels[level-1][first:last] {
		if m.slot >= 0 && (at.slot < 0 || m.id < at.id) {
			at.id, at.slot = m.id, m.slot
		}
	}
}

// Remove takes out the member in a slot, if there is one: Find does not find it any more.
func (l *Lowest) Remove(slot int32) {
	if int(slot) >= len(l.place) {
		return
	}
	i := int(l.place[slot])
	if i >= len(l.members) || l.members[i].slot != slot {
		return
	}
	l.members[i].slot = -1
	for level := range l.height {
		i /= fan
		if l.levels[level][i].slot != slot {
			return
		}
		l.choose(level, i)
	}
}

// descent is one query under way, from one image of where it was asked.
type descent struct {
	x, y         float64
	turnX, turnY float64
	limit        float64
	self, slot   int32
	id           uint32
	looked       int // at nodes and members
}

// Find returns the slot of the member with the lowest ID of those with Field.Dist2 from (x, y) of at most r*r, or -1. The
// member in slot self is passed over; -1 passes over nobody. It also returns at how many members and nodes it looked.
func (l *Lowest) Find(x, y, r float32, self int32) (slot int32, looked int) {
	if len(l.members) == 0 {
		return -1, 0
	}
	d := descent{x: float64(x), y: float64(y), limit: float64(r) * float64(r), self: self, slot: -1}
	top := l.height - 1
	l.visit(top, 0, &d)
	if l.field.Wrap {
		w, h := float64(l.field.Width), float64(l.field.Height)
		for _, d.turnX = range [...]float64{0, w, -w} {
			for _, d.turnY = range [...]float64{0, h, -h} {
				if d.turnX != 0 || d.turnY != 0 {
					l.visit(top, 0, &d)
				}
			}
		}
	}
	return d.slot, d.looked
}

func (d *descent) beats(id uint32, slot int32) bool {
	return slot >= 0 && (d.slot < 0 || id < d.id)
}

func (l *Lowest) visit(level, i int, d *descent) {
	at := &l.levels[level][i]
	d.looked++
	if !d.beats(at.id, at.slot) {
		return
	}
	some, all := l.reach(&at.box, d)
	switch {
	case !some:
	case all && at.slot != d.self:
		d.id, d.slot = at.id, at.slot
	case level == 0:
		first, last := children(i, len(l.members))
		for k := first; k < last; k++ {
			m := &l.members[k]
			d.looked++
			if m.slot != d.self && d.beats(m.id, m.slot) && l.within(m, d) {
				d.id, d.slot = m.id, m.slot
			}
		}
	default:
		first, last := children(i, len(l.levels[level-1]))
		for k := first; k < last; k++ {
			l.visit(level-1, k, d)
		}
	}
}

// within does the test of Index.collect.
func (l *Lowest) within(m *member, d *descent) bool {
	dx := float64(m.x) - d.x
	dy := float64(m.y) - d.y
	if l.field.Wrap && (turn(dx, float64(l.field.Width)) != d.turnX || turn(dy, float64(l.field.Height)) != d.turnY) {
		return false
	}
	dx -= d.turnX
	dy -= d.turnY
	return float64(dx*dx)+float64(dy*dy) <= d.limit
}

// reach reports whether some points of a box may be within the limit, and whether all are. Differences, turns, squares and
// sums keep their order when they are rounded, so that what holds for the edges of the box holds for the points in it.
func (l *Lowest) reach(b *box, d *descent) (some, all bool) {
	nearX, farX, someX, allX := l.span(b.minX, b.maxX, d.x, d.turnX, l.field.Width)
	nearY, farY, someY, allY := l.span(b.minY, b.maxY, d.y, d.turnY, l.field.Height)
	some = someX && someY && float64(nearX*nearX)+float64(nearY*nearY) <= d.limit
	return some, some && allX && allY && float64(farX*farX)+float64(farY*farY) <= d.limit
}

// span is reach along one axis: the least and the greatest distance of what is between lo and hi, and whether some and all
// of that is measured from the image.
func (l *Lowest) span(lo, hi float32, x, by float64, size float32) (near, far float64, some, all bool) {
	from, to := float64(lo)-x, float64(hi)-x
	some, all = true, true
	if l.field.Wrap {
		first, last := turn(from, float64(size)), turn(to, float64(size))
		some, all = first <= by && by <= last, first == by && last == by
	}
	from, to = from-by, to-by
	return max(from, -to, 0), max(-from, to), some, all
}
