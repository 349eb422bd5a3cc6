package systems

import (
	"math"
	"math/bits"

	"github.com/thicket-sim/thicket/behavior/host"
)

// maxPruned bounds the candidates that are compared with each other.
const maxPruned = 48

// nearest is a search for the nearest match that is not the one who asks.
type nearest struct {
	x, y  float64
	self  int32
	slot  int32 // the best so far, or -1
	best  float64
	id    uint32
	bound float64 // beyond it nothing can be better
}

func newNearest(x, y float32, self int32) nearest {
	return nearest{x: float64(x), y: float64(y), self: self, slot: -1, best: math.Inf(1)}
}

// offer takes a match if it is nearer, or as near with a lower id.
func (s *nearest) offer(slot int32, id uint32, d2 float64) {
	if d2 < s.best || d2 == s.best && id < s.id {
		s.slot, s.best, s.id = slot, d2, id
	}
}

// candidates are those of a group for a facet, looked up anew where they are
// too old, or where one of them matches no more.
func (v *wordView) candidates(f host.FacetID) *candidates {
	p := &v.herds.planes[f]
	l := &p.lists[v.herd.class][v.gi]
	due := (v.tick+int64(v.gi))%refreshTicks == 0 // not all groups in one tick
	if l.built == never || due || v.tick-l.built >= refreshTicks || l.version != v.gr.version || !v.match(f, l) {
		v.list(f, l)
	}
	return l
}

func (v *wordView) match(f host.FacetID, l *candidates) bool {
	facet := v.facets0[f-1]
	column := v.columns.state[facet.Key]
	for i := range l.n {
		if column[l.slot[i]] != uint32(facet.Value) {
			return false
		}
	}
	return true
}

// list takes down who can be the nearest match for any bot of the group that is
// no match itself. With c the middle of the group, h half its diagonal, d the
// distance from c to the nearest match and s what anybody can go until the list
// is made anew, a match farther than d + 2h + 4s from c is for nobody the
// nearest.
func (v *wordView) list(f host.FacetID, l *candidates) {
	index := v.facets.index[f]
	c := &v.columns
	b := v.gr.bounds(v.Game)
	var half float64
	l.cx, l.cy, half = b.circle()
	l.built, l.version, l.n, l.radius = v.tick, v.gr.version, 0, math.Inf(1)
	first := index.Nearest(l.cx, l.cy, -1)
	if first < 0 {
		return
	}
	d := math.Sqrt(v.field.Dist2(l.cx, l.cy, c.x[first], c.y[first]))
	l.radius = (d+2*half+4*v.herds.reach)*1.000001 + 1e-6
	if l.radius > math.MaxFloat32/2 {
		l.n = -1
		return
	}
	v.found = index.Within(l.cx, l.cy, float32(l.radius), v.found[:0])
	straight := l.radius+half+v.herds.reach < float64(min(v.field.Width, v.field.Height))/2
	if straight || !v.field.Wrap {
		v.prune(b)
	}
	if len(v.found) > maxFew {
		l.n = -1
		return
	}
	l.n = int32(copy(l.slot[:], v.found))
}

// prune drops the candidates that another one beats wherever a bot of the
// group may be. Where a match m' is nearer than m by a margin is convex, so it
// is enough to look at the corners of the group's box, widened by what bots
// can go; the margin is what the two matches can go.
func (v *wordView) prune(b box) {
	n := len(v.found)
	if n < 2 || n > maxPruned {
		return
	}
	s := float32(v.herds.reach)
	xs, ys := [4]float32{b.minX - s, b.maxX + s, b.minX - s, b.maxX + s}, [4]float32{b.minY - s, b.minY - s, b.maxY + s, b.maxY + s}
	var d [maxPruned][4]float64
	var beaten [maxPruned]bool
	for i, slot := range v.found {
		for k := range 4 {
			d[i][k] = math.Sqrt(v.field.Dist2(xs[k], ys[k], v.columns.x[slot], v.columns.y[slot]))
		}
	}
	margin := 2*v.herds.reach + 1e-3
	for i := range n {
		for j := 0; j < n && !beaten[i]; j++ {
			beaten[i] = j != i && !beaten[j] && d[i][0]-d[j][0] > margin && d[i][1]-d[j][1] > margin &&
				d[i][2]-d[j][2] > margin && d[i][3]-d[j][3] > margin
		}
	}
	kept := v.found[:0]
	for i, slot := range v.found {
		if !beaten[i] {
			kept = append(kept, slot)
		}
	}
	v.found = kept
}

// scan finds the nearest match among the herds, by their trees.
func (v *wordView) scan(f host.FacetID, s *nearest) {
	for class, h := range v.herds.of {
		if h != nil && len(h.live) > 0 {
			v.walk(h, v.herds.planes[f].bits[class], 0, s)
		}
	}
}

func (v *wordView) walk(h *herd, plane []uint64, at int32, s *nearest) {
	q := &h.cells[at]
	if q.kids == 0 {
		for gi := q.head; gi >= 0; gi = h.group[gi].next {
			v.scanGroup(&h.group[gi], plane[gi], s)
		}
		return
	}
	first, second := q.kids, q.kids+1
	near, far := v.herds.gap2(&h.cells[first], s), v.herds.gap2(&h.cells[second], s)
	if far < near {
		first, second, near, far = second, first, far, near
	}
	if near <= s.best {
		v.walk(h, plane, first, s)
	}
	if far <= s.best {
		v.walk(h, plane, second, s)
	}
}

// gap2 is no more than the square of the distance to any bot below a cell.
func (hs *herds) gap2(q *cell, s *nearest) float64 {
	field := hs.g.field
	margin := float64(q.slack()) + hs.reach // those of its kids are smaller
	dx := gap1(s.x, float64(q.x)-margin, float64(q.x+q.w)+margin, float64(field.Width), field.Wrap)
	dy := gap1(s.y, float64(q.y)-margin, float64(q.y+q.h)+margin, float64(field.Height), field.Wrap)
	return (float64(dx*dx) + float64(dy*dy)) * 0.999999
}

func gap1(x, lo, hi, size float64, wrap bool) float64 {
	d := max(lo-x, x-hi, 0)
	if wrap && d > 0 {
		d = min(d, max(lo-x-size, x+size-hi, 0), max(lo-x+size, x-size-hi, 0))
	}
	return d
}

func (v *wordView) scanGroup(gr *group, match uint64, s *nearest) {
	c := &v.columns
	wrap := v.field.Wrap
	for m := match; m != 0; m &= m - 1 {
		slot := gr.slot[bits.TrailingZeros64(m)]
		if slot == s.self {
			continue
		}
		var d2 float64
		if wrap {
			d2 = v.field.Dist2(float32(s.x), float32(s.y), c.x[slot], c.y[slot])
		} else {
			dx, dy := float64(c.x[slot])-s.x, float64(c.y[slot])-s.y
			d2 = float64(dx*dx) + float64(dy*dy)
		}
		if d2 <= s.best {
			s.offer(slot, c.id[slot], d2)
		}
	}
}
