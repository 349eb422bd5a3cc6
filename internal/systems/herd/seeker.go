package herd

import (
	"math"
	"math/bits"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/systems/column"
	"github.com/thicket-sim/thicket/internal/systems/herd/kernel"
)

// Seeker finds the nearest matches for the bots of one group after the other.
// Each worker has its own. It may be used at the same time as others, until the
// bodies or their state change.
type Seeker struct {
	set     *Set
	herd    *Herd
	gi      int32
	gr      *group
	tick    int64
	asked   []int         // by FacetID: how many bots looked for the nearest
	stray   []int32       // bots that must move to another group
	found   []int32       // scratch
	rivals  kernel.Rivals // scratch
	farther float64       // square metres, see guard
}

// Begin makes the seeker ready for the groups of a herd in a tick. End follows
// when all are done.
func (k *Seeker) Begin(h *Herd, tick int64) {
	k.set, k.herd, k.tick = h.set, h, tick
	s := h.set
	reach := s.within + float64(2*(s.step+s.rounding())) + 1e-3
	k.farther = reach * reach
	k.asked = column.Grow(k.asked, len(h.set.planes))
}

// Enter turns to the group of a number, whose bots have not decided for anything
// yet, and reports false for a number without one.
func (k *Seeker) Enter(number int) bool {
	k.gi, k.gr = int32(number), k.herd.group(int32(number))
	gr, head := k.gr, k.set.head
	if gr.n == 0 {
		return false
	}
	gr.actions, gr.steers, gr.far = 0, 0, 0
	gr.hx[1-head], gr.hy[1-head] = gr.hx[head], gr.hy[head]
	clear(gr.target[:gr.n])
	if k.due() {
		k.stray = k.herd.strays(gr, k.stray)
	}
	return true
}

// End tells the herd what was seen. It is called for one seeker at a time.
func (k *Seeker) End() {
	k.herd.moving = append(k.herd.moving, k.stray...)
	k.stray = column.Reset(k.stray)
	for f := range k.asked {
		k.set.planes[f].asked += k.asked[f]
		k.asked[f] = 0
	}
}

// due reports whether the group looks at itself anew in this tick. Not all groups
// do in the same.
func (k *Seeker) due() bool { return (k.tick+int64(k.gr.turn))%RefreshTicks == 0 }

// Bodies returns the bots of the group: lane i is element i.
func (k *Seeker) Bodies() []int32 { return k.gr.slot[:k.gr.n] }

// All returns the mask of all lanes of the group.
func (k *Seeker) All() uint64 { return k.gr.all() }

// Holds returns the mask of the lanes whose bots are of a facet.
func (k *Seeker) Holds(f host.FacetID) uint64 {
	return k.set.planes[f].bits[k.herd.class][k.gi]
}

// Rivals returns the bodies of a facet of which one is the nearest to any bot of the
// group that is not of the facet itself, at most maxFew and in id order where that
// is cheap to know; else it is not ok, and Set.Nearest is to be asked for each
// bot. asking is the mask of the bots that look.
func (k *Seeker) Rivals(f host.FacetID, asking uint64) (list []int32, ok bool) {
	p := &k.set.planes[f]
	k.asked[f] += bits.OnesCount64(asking)
	switch {
	case p.count == 0:
		return nil, true
	case p.strategy == few:
		return p.members, true
	case p.strategy == sparse:
		if l := k.candidates(f); l.n >= 0 {
			return l.slot[:l.n], true
		}
	}
	return nil, false
}

// Steer turns the bots of a mask toward the nearest of some rivals, or away from it
// for sign -1, as an action has it. There is a rival, none of the mask is one, and
// the field does not wrap. Who stands on the rival's very spot keeps the heading.
func (k *Seeker) Steer(mask uint64, rivals []int32, sign float64, action uint16) {
	s, gr, of := k.set, k.gr, &k.rivals
	for i, slot := range rivals {
		of.X[i], of.Y[i], of.ID[i] = float64(s.X[slot]), float64(s.Y[slot]), s.ID[slot]
	}
	of.N = len(rivals)
	hx, hy := &gr.hx[1-s.head], &gr.hy[1-s.head]
	k.Hold(mask & gr.acted())
	kernel.Steer(mask, &gr.x[s.now], &gr.y[s.now], of, sign, math.Inf(1), hx, hy, &gr.target)
	gr.act(action, mask)
}

// SteerAround is Steer on a field without edges.
func (k *Seeker) SteerAround(mask uint64, rivals []int32, sign float64, action uint16) {
	s, gr := k.set, k.gr
	for m := mask; m != 0; m &= m - 1 {
		lane := bits.TrailingZeros64(m)
		x, y := gr.x[s.now][lane], gr.y[s.now][lane]
		nearest, best := rivals[0], math.Inf(1)
		for _, slot := range rivals {
			if d2 := s.Field.Dist2(x, y, s.X[slot], s.Y[slot]); d2 < best {
				nearest, best = slot, d2
			}
		}
		dx, dy := s.Field.Delta(x, y, s.X[nearest], s.Y[nearest])
		k.Toward(lane, sign*dx, sign*dy)
		gr.target[lane] = s.ID[nearest]
	}
	gr.act(action, mask)
}

// Toward heads the bot of a lane along a way; where that has no length it keeps its
// heading.
func (k *Seeker) Toward(lane int, dx, dy float64) {
	if length := math.Sqrt(float64(dx*dx) + float64(dy*dy)); length > 0 {
		scale := 1 / length
		k.Head(lane, float32(dx*scale)+0, float32(dy*scale)+0) // -0 is 0
		return
	}
	k.Hold(1 << lane)
}

// Head heads the bot of a lane somewhere.
func (k *Seeker) Head(lane int, hx, hy float32) {
	next := 1 - k.set.head
	k.gr.hx[next][lane], k.gr.hy[next][lane] = hx, hy
}

// Hold has the bots of a mask keep the headings that they had when the tick began.
func (k *Seeker) Hold(mask uint64) {
	gr, head := k.gr, k.set.head
	for ; mask != 0; mask &= mask - 1 {
		lane := bits.TrailingZeros64(mask)
		gr.hx[1-head][lane], gr.hy[1-head][lane] = gr.hx[head][lane], gr.hy[head][lane]
	}
}

// UnderWay returns the bots of a mask that have a heading, and do not stand at an edge
// and head beyond it where edges stop them.
func (k *Seeker) UnderWay(mask uint64, edges bool) (under uint64) {
	s, gr := k.set, k.gr
	xs, ys, hxs, hys := &gr.x[s.now], &gr.y[s.now], &gr.hx[s.head], &gr.hy[s.head]
	for m := mask; m != 0; m &= m - 1 {
		lane := bits.TrailingZeros64(m)
		hx, hy := hxs[lane], hys[lane]
		if hx == 0 && hy == 0 {
			continue
		}
		x, y := xs[lane], ys[lane]
		if edges && (x <= 0 && hx < 0 || x >= s.Field.Width && hx > 0 || y <= 0 && hy < 0 || y >= s.Field.Height && hy > 0) {
			continue
		}
		under |= 1 << lane
	}
	return under
}

// Choose notes who the target of the bot of a lane is.
func (k *Seeker) Choose(lane int, target host.BotID) { k.gr.target[lane] = uint32(target) }

// Did notes that the bots of a mask have done an action.
func (k *Seeker) Did(mask uint64, action uint16) { k.gr.act(action, mask) }

// Steers notes that the trees of the bots of a mask have said where to head.
func (k *Seeker) Steers(mask uint64) { k.gr.steers |= mask }

// Lane returns the lane of a body of the group.
func (k *Seeker) Lane(body int32) int { return int(k.set.seats[body].lane()) }

// Nearest returns the nearest of the set for the bot of a lane.
func (k *Seeker) Nearest(lane int, f host.FacetID) int32 {
	slot, d2 := k.set.nearest(k.gr.slot[lane], f)
	if f == k.set.facet && d2 > k.farther {
		k.gr.far |= 1 << lane
	}
	return slot
}
