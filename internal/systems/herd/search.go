package herd

import (
	"math"
	"math/bits"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/systems/herd/kernel"
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
func (q *search) offer(slot int32, id uint32, d2 float64) {
	if d2 < q.best || d2 == q.best && (q.slot < 0 || id < q.id) {
		q.slot, q.best, q.id = slot, d2, id
	}
}

// Nearest returns the nearest body of a facet other than one that looks from where it
// is, the lowest id of several, or -1. The facet is one that was sensed.
func (s *Set) Nearest(self int32, f host.FacetID) int32 {
	slot, _ := s.nearest(self, f)
	return slot
}

// nearest is Nearest with the square of the distance.
func (s *Set) nearest(self int32, f host.FacetID) (slot int32, d2 float64) {
	p := &s.planes[f]
	q := search{self: self, planes: p.self, best: math.Inf(1), slot: -1}
	q.x, q.y = s.At(self)
	if other := p.index.Nearest(q.x, q.y, self); other >= 0 {
		q.offer(other, s.ID[other], s.Field.Dist2(q.x, q.y, s.X[other], s.Y[other]))
	}
	if p.strategy == scanned {
		s.search(&q)
	}
	return q.slot, q.best
}

// Senses reports whether a facet was sensed, so that Nearest can be asked for it.
func (s *Set) Senses(f host.FacetID) bool { return int(f) < len(s.planes) && s.planes[f].index != nil }

// Within appends the other bots in herds that are of all facets and no farther
// from a body than a distance in metres.
func (s *Set) Within(facets []host.FacetID, self int32, distance float32, list []int32) []int32 {
	q := search{self: self, planes: facets, best: float64(distance) * float64(distance), all: true, found: list}
	q.x, q.y = s.At(self)
	s.search(&q)
	return q.found
}

// search begins in each herd with the leaf of the point and climbs, looking at
// the other half of each cell, until nothing outside can be near enough.
func (s *Set) search(q *search) {
	for _, h := range s.herds {
		if h == nil {
			continue
		}
		at := s.start(h, q)
		s.walk(h, at, q)
		for at != 0 && !s.encloses(&h.cells[at], q) {
			parent := h.cells[at].parent
			first := h.cells[parent].kids
			if other := first + first + 1 - at; s.gap2(&h.cells[other], q) <= q.best {
				s.walk(h, other, q)
			}
			at = parent
		}
	}
}

// start returns the leaf where a search begins: that of the body that looks, or of
// the point.
func (s *Set) start(h *Herd, q *search) int32 {
	if q.self >= 0 {
		if at := s.seats[q.self]; at != nowhere && s.owners[at>>12].herd == h {
			return s.group(at).cell
		}
	}
	return h.leafAt(q.x, q.y)
}

// walk scans all groups below a cell that can be near enough.
func (s *Set) walk(h *Herd, at int32, q *search) {
	c := &h.cells[at]
	if c.kids == 0 {
		for gi := c.head; gi >= 0; {
			gr := h.group(gi)
			s.scan(gr, s.on(q.planes, h, gi), q)
			gi = gr.next
		}
		return
	}
	first, second := c.kids, c.kids+1
	near, far := s.gap2(&h.cells[first], q), s.gap2(&h.cells[second], q)
	if far < near {
		first, second, near, far = second, first, far, near
	}
	if near <= q.best {
		s.walk(h, first, q)
	}
	if far <= q.best {
		s.walk(h, second, q)
	}
}

// scan looks at the bots of a mask.
func (s *Set) scan(gr *group, mask uint64, q *search) {
	if q.self >= 0 {
		if at := s.seats[q.self]; at != nowhere && s.group(at) == gr {
			mask &^= 1 << at.lane()
		}
	}
	xs, ys := &gr.x[s.now], &gr.y[s.now]
	if !q.all && !s.Field.Wrap {
		d2, at := kernel.Nearest(mask, xs, ys, q.x, q.y)
		for ; at != 0 && d2 <= q.best; at &= at - 1 {
			slot := gr.slot[bits.TrailingZeros64(at)]
			q.offer(slot, s.ID[slot], d2)
		}
		return
	}
	for m := mask; m != 0; m &= m - 1 {
		lane := bits.TrailingZeros64(m)
		if d2 := s.Field.Dist2(q.x, q.y, xs[lane], ys[lane]); d2 <= q.best {
			q.take(gr.slot[lane], s.ID[gr.slot[lane]], d2)
		}
	}
}

// take takes a match that is near enough.
func (q *search) take(slot int32, id uint32, d2 float64) {
	if q.all {
		q.found = append(q.found, slot)
		return
	}
	q.offer(slot, id, d2)
}

// margin returns how far from its cell a bot of a herd can be, in metres: as far as it
// may be when its group looks, and as far as it goes until the next look.
func (s *Set) margin() float64 { return maxSlack*s.reach + s.reach }

// slightlyLess makes a bound safe for what rounding adds to it: a dozen float64
// operations, each off by 2^-53 of its result. A larger factor would only have a
// cell scanned in vain once in a million times less.
const slightlyLess = 0.999999

// encloses reports whether all bots that are near enough have their seat in a
// cell: the way out of it is longer. At the edge of a field that ends there is
// no way out.
func (s *Set) encloses(c *cell, q *search) bool {
	way := math.Inf(1)
	field := &s.Field
	if c.x > 0 || field.Wrap {
		way = min(way, float64(q.x)-float64(c.x))
	}
	if c.y > 0 || field.Wrap {
		way = min(way, float64(q.y)-float64(c.y))
	}
	if right := float64(c.x) + float64(c.w); right < float64(field.Width) || field.Wrap {
		way = min(way, right-float64(q.x))
	}
	if low := float64(c.y) + float64(c.h); low < float64(field.Height) || field.Wrap {
		way = min(way, low-float64(q.y))
	}
	way = (way - s.margin()) * slightlyLess
	return way > 0 && float64(way*way) > q.best
}

// gap2 returns no more than the square of the distance to any bot below a cell.
func (s *Set) gap2(c *cell, q *search) float64 {
	field := &s.Field
	margin := s.margin()
	dx := gap1(float64(q.x), float64(c.x)-margin, float64(c.x+c.w)+margin, float64(field.Width), field.Wrap)
	dy := gap1(float64(q.y), float64(c.y)-margin, float64(c.y+c.h)+margin, float64(field.Height), field.Wrap)
	return (float64(dx*dx) + float64(dy*dy)) * slightlyLess
}

// gap1 returns the distance from x to the range lo..hi, on a line or on a circle.
func gap1(x, lo, hi, size float64, wrap bool) float64 {
	d := max(lo-x, x-hi, 0)
	if wrap && d > 0 {
		d = min(d, max(lo-x-size, x+size-hi, 0), max(lo-x+size, x-size-hi, 0))
	}
	return d
}
