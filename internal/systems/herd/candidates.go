package herd

import (
	"cmp"
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
)

// candidates are all bodies that can be the nearest match for any bot of a group
// until the group is refreshed.
type candidates struct {
	good    int64 // the tick in which they may be used
	version int32 // of the group
	n       int32 // -1: too many to list
	cx, cy  float32
	radius  float64 // around cx, cy; who is not in it is no candidate
	slot    [maxFew]int32
}

// maxPruned bounds the candidates that are compared with each other, all with
// all. It is a bound for time alone: of four times what a list has room for,
// pruning seldom leaves few enough.
const maxPruned = 4 * maxFew

// candidates returns the candidates of the group for a facet, looked up anew where they are
// too old, where one of them matches no more, and where a new match has come into their
// reach. What changes is looked at in every tick, so a list that a tick went by is no good.
func (k *Seeker) candidates(f host.FacetID) *candidates {
	p := &k.set.planes[f]
	l := &p.lists[k.herd.class][k.gi]
	if l.good != k.tick || k.due() || l.version != k.gr.version || !k.match(f, l) || k.reached(p, l) {
		k.list(p, l)
	}
	l.good = k.tick + 1
	return l
}

// reached reports whether a body that began to match may be a candidate.
func (k *Seeker) reached(p *plane, l *candidates) bool {
	fresh, s := p.fresh, k.set
	if !s.Field.Wrap { // they are sorted by x
		left, right := float64(l.cx)-l.radius, float64(l.cx)+l.radius
		first, _ := slices.BinarySearchFunc(fresh, left, func(slot int32, x float64) int { return cmp.Compare(float64(s.X[slot]), x) })
		fresh = fresh[first:]
		for i, slot := range fresh {
			if float64(s.X[slot]) > right {
				fresh = fresh[:i]
				break
			}
		}
	}
	for _, slot := range fresh {
		if s.Field.Dist2(l.cx, l.cy, s.X[slot], s.Y[slot]) <= float64(l.radius*l.radius) {
			return true
		}
	}
	return false
}

// match reports whether all listed still match.
func (k *Seeker) match(f host.FacetID, l *candidates) bool {
	facet := k.set.Asks[f-1]
	column := k.set.State[facet.Key]
	for i := range l.n {
		if column[l.slot[i]] != uint32(facet.Value) {
			return false
		}
	}
	return true
}

// list takes down who can be the nearest match for any bot of the group that is
// no match itself, now and until the list is made anew. Let c be the middle of
// the group, h its radius, d the distance from c to the nearest match m, and s
// what anybody can go meanwhile. A bot of the group is then at most h + s from c,
// and m at most d + s, so that m is at most d + h + 2s from the bot. A match that
// is D from c now is at least D - s from c then, and at least D - h - 2s from the
// bot. It can be the nearest only where that is no more than d + h + 2s: where D
// is no more than d + 2h + 4s.
//
// The radius is made larger by far more than what rounding takes from it: 2^-24
// of it, when it becomes a float32.
func (k *Seeker) list(p *plane, l *candidates) {
	s := k.set
	b := s.bounds(k.gr)
	var half float64
	l.cx, l.cy, half = b.circle()
	l.version, l.n, l.radius = k.gr.version, 0, math.Inf(1)
	first := p.index.Nearest(l.cx, l.cy, -1)
	if first < 0 {
		return
	}
	d := math.Sqrt(s.Field.Dist2(l.cx, l.cy, s.X[first], s.Y[first]))
	l.radius = float64((d+float64(2*half)+float64(4*s.reach))*1.000001) + 1e-6
	if l.radius > math.MaxFloat32/2 {
		l.n = -1
		return
	}
	k.found = p.index.Within(l.cx, l.cy, float32(l.radius), k.found[:0])
	straight := l.radius+half+s.reach < float64(min(s.Field.Width, s.Field.Height))/2
	if straight || !s.Field.Wrap {
		k.prune(b)
	}
	if len(k.found) > maxFew {
		l.n = -1
		return
	}
	l.n = int32(copy(l.slot[:], k.found))
}

// prune drops the candidates that another one beats wherever a bot of the
// group may be. The places where one match is nearer than another by a margin
// are convex, so it is enough to look at the corners of the group's box, widened
// by what bots can go; the margin is what the two matches can go, and a
// millimetre for rounding.
func (k *Seeker) prune(b box) {
	n := len(k.found)
	if n < 2 || n > maxPruned {
		return
	}
	set := k.set
	s := float32(set.reach)
	xs, ys := [4]float32{b.minX - s, b.maxX + s, b.minX - s, b.maxX + s}, [4]float32{b.minY - s, b.minY - s, b.maxY + s, b.maxY + s}
	var d [maxPruned][4]float64
	var beaten [maxPruned]bool
	for i, slot := range k.found {
		for c := range 4 {
			d[i][c] = math.Sqrt(set.Field.Dist2(xs[c], ys[c], set.X[slot], set.Y[slot]))
		}
	}
	margin := 2*set.reach + 1e-3
	for i := range n {
		for j := 0; j < n && !beaten[i]; j++ {
			beaten[i] = j != i && !beaten[j] && d[i][0]-d[j][0] > margin && d[i][1]-d[j][1] > margin &&
				d[i][2]-d[j][2] > margin && d[i][3]-d[j][3] > margin
		}
	}
	kept := k.found[:0]
	for i, slot := range k.found {
		if !beaten[i] {
			kept = append(kept, slot)
		}
	}
	k.found = kept
}
