package systems

import (
	"cmp"
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
)

// maxPruned bounds the candidates that are compared with each other.
const maxPruned = 48

// candidates are those of a group for a facet, looked up anew where they are
// too old, where one of them matches no more, and where a new match has come
// into their reach. What changes is looked at in every tick, so a list that a
// tick went by is no good.
func (v *wordView) candidates(f host.FacetID) *candidates {
	p := &v.herds.planes[f]
	l := &p.lists[v.herd.class][v.gi]
	due := (v.tick+int64(v.gi))%refreshTicks == 0 // not all groups in one tick
	if l.good != v.tick || due || l.version != v.gr.version || !v.match(f, l) || v.reached(p, l) {
		v.list(f, l)
	}
	l.good = v.tick + 1
	return l
}

// reached reports whether somebody who began to match may be a candidate.
func (v *wordView) reached(p *plane, l *candidates) bool {
	fresh, c := p.fresh, &v.columns
	if !v.field.Wrap { // they are sorted by x
		left, right := float64(l.cx)-l.radius, float64(l.cx)+l.radius
		first, _ := slices.BinarySearchFunc(fresh, left, func(slot int32, x float64) int { return cmp.Compare(float64(c.x[slot]), x) })
		fresh = fresh[first:]
		for i, slot := range fresh {
			if float64(c.x[slot]) > right {
				fresh = fresh[:i]
				break
			}
		}
	}
	for _, slot := range fresh {
		if v.field.Dist2(l.cx, l.cy, c.x[slot], c.y[slot]) <= float64(l.radius*l.radius) {
			return true
		}
	}
	return false
}

func (v *wordView) match(f host.FacetID, l *candidates) bool {
	facet := v.asks[f-1]
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
	l.version, l.n, l.radius = v.gr.version, 0, math.Inf(1)
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
