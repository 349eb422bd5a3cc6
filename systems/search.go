package systems

import (
	"math"
	"math/bits"

	"github.com/thicket-sim/thicket/behavior/host"
)

// search looks through the herds for bots on some planes: for the nearest to a
// point, the lowest id of several, or for all within a distance of it.
type search struct {
	x, y   float32
	self   int32 // is not looked at; -1: nobody
	planes []host.FacetID
	best   float64 // the square of the distance in which to look
	slot   int32   // the nearest so far, or -1
	id     uint32
	all    bool
	found  []int32
}

// offer takes a match if it is nearer, or as near with a lower id.
func (s *search) offer(slot int32, id uint32, d2 float64) {
	if d2 < s.best || d2 == s.best && (s.slot < 0 || id < s.id) {
		s.slot, s.best, s.id = slot, d2, id
	}
}

// nearest is the nearest match of a facet for a body: by the herds and, for
// those in no herd, by the index.
func (hs *herds) nearest(self int32, f host.FacetID) int32 {
	c := &hs.g.columns
	s := search{x: c.x[self], y: c.y[self], self: self, planes: hs.planes[f].alone, best: math.Inf(1), slot: -1}
	if other := hs.g.facets.index[f].Nearest(s.x, s.y, self); other >= 0 {
		s.offer(other, c.id[other], hs.g.field.Dist2(s.x, s.y, c.x[other], c.y[other]))
	}
	hs.search(&s)
	return s.slot
}

// within appends the other bots in herds that are on all planes and no farther
// from a body than a distance in metres.
func (hs *herds) within(planes []host.FacetID, self int32, distance float32, list []int32) []int32 {
	c := &hs.g.columns
	s := search{x: c.x[self], y: c.y[self], self: self, planes: planes, best: float64(distance) * float64(distance), all: true, found: list}
	hs.search(&s)
	return s.found
}

// search begins in each herd with the leaf of the point and climbs, looking at
// the other half of each cell, until nothing outside can be near enough.
func (hs *herds) search(s *search) {
	for _, h := range hs.of {
		if h == nil || len(h.live) == 0 {
			continue
		}
		at := hs.start(h, s)
		hs.walk(h, at, s)
		for at != 0 && !hs.encloses(&h.cells[at], s) {
			parent := h.cells[at].parent
			first := h.cells[parent].kids
			if other := first + first + 1 - at; hs.gap2(h, &h.cells[other], s) <= s.best {
				hs.walk(h, other, s)
			}
			at = parent
		}
	}
}

// start is the leaf where a search begins: that of the body that looks, or of
// the point.
func (hs *herds) start(h *herd, s *search) int32 {
	if s.self >= 0 && h.holds(hs.home[s.self], s.self) {
		return h.group[hs.home[s.self].group()].cell
	}
	return h.leafAt(s.x, s.y)
}

// walk looks at all groups below a cell that can be near enough.
func (hs *herds) walk(h *herd, at int32, s *search) {
	q := &h.cells[at]
	if q.kids == 0 {
		for gi := q.head; gi >= 0; gi = h.group[gi].next {
			hs.look(&h.group[gi], hs.on(s.planes, h, gi), s)
		}
		return
	}
	first, second := q.kids, q.kids+1
	near, far := hs.gap2(h, &h.cells[first], s), hs.gap2(h, &h.cells[second], s)
	if far < near {
		first, second, near, far = second, first, far, near
	}
	if near <= s.best {
		hs.walk(h, first, s)
	}
	if far <= s.best {
		hs.walk(h, second, s)
	}
}

// look looks at the bots of a mask.
func (hs *herds) look(gr *group, mask uint64, s *search) {
	if hs.g.field.Wrap {
		hs.lookAround(gr, mask, s)
		return
	}
	xs, ys := hs.g.columns.x, hs.g.columns.y
	x, y, best := float64(s.x), float64(s.y), s.best
	for m := mask; m != 0; m &= m - 1 {
		slot := gr.slot[bits.TrailingZeros64(m)]
		dx, dy := float64(xs[slot])-x, float64(ys[slot])-y
		if d2 := float64(dx*dx) + float64(dy*dy); d2 <= best {
			best = s.take(slot, hs.g.columns.id[slot], d2)
		}
	}
}

// lookAround is look where distances are measured around the edges.
func (hs *herds) lookAround(gr *group, mask uint64, s *search) {
	c := &hs.g.columns
	for m := mask; m != 0; m &= m - 1 {
		slot := gr.slot[bits.TrailingZeros64(m)]
		if d2 := hs.g.field.Dist2(s.x, s.y, c.x[slot], c.y[slot]); d2 <= s.best {
			s.take(slot, c.id[slot], d2)
		}
	}
}

// take takes a match that is near enough and returns in what distance, squared,
// to look from now on.
func (s *search) take(slot int32, id uint32, d2 float64) float64 {
	switch {
	case slot == s.self:
	case s.all:
		s.found = append(s.found, slot)
	default:
		s.offer(slot, id, d2)
	}
	return s.best
}

// on is the bots of a group that are on all planes.
func (hs *herds) on(planes []host.FacetID, h *herd, gi int32) uint64 {
	m := ^uint64(0)
	for _, f := range planes {
		m &= hs.planes[f].bits[h.class][gi]
	}
	return m
}

// margin is how far from its cell a bot of a herd can be, in metres.
func (hs *herds) margin() float64 { return maxSlack*hs.reach + hs.reach }

// encloses reports whether all bots that are near enough have their home in a
// cell: the way out of it is longer. At the edge of a field that ends there is
// no way out.
func (hs *herds) encloses(q *cell, s *search) bool {
	way := math.Inf(1)
	field := &hs.g.field
	if q.x > 0 || field.Wrap {
		way = min(way, float64(s.x)-float64(q.x))
	}
	if q.y > 0 || field.Wrap {
		way = min(way, float64(s.y)-float64(q.y))
	}
	if right := float64(q.x) + float64(q.w); right < float64(field.Width) || field.Wrap {
		way = min(way, right-float64(s.x))
	}
	if low := float64(q.y) + float64(q.h); low < float64(field.Height) || field.Wrap {
		way = min(way, low-float64(s.y))
	}
	way = (way - hs.margin()) * 0.999999
	return way > 0 && float64(way*way) > s.best
}

// gap2 is no more than the square of the distance to any bot below a cell.
func (hs *herds) gap2(h *herd, q *cell, s *search) float64 {
	field := &hs.g.field
	margin := hs.margin()
	dx := gap1(float64(s.x), float64(q.x)-margin, float64(q.x+q.w)+margin, float64(field.Width), field.Wrap)
	dy := gap1(float64(s.y), float64(q.y)-margin, float64(q.y+q.h)+margin, float64(field.Height), field.Wrap)
	return (float64(dx*dx) + float64(dy*dy)) * 0.999999
}

func gap1(x, lo, hi, size float64, wrap bool) float64 {
	d := max(lo-x, x-hi, 0)
	if wrap && d > 0 {
		d = min(d, max(lo-x-size, x+size-hi, 0), max(lo-x+size, x-size-hi, 0))
	}
	return d
}
