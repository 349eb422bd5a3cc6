package herd

import (
	"math"
	"math/bits"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/systems/internal/column"
	"github.com/thicket-sim/thicket/systems/internal/herd/kernel"
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

// Bodies are the bots of the group: lane i is element i.
func (k *Seeker) Bodies() []int32 { return k.gr.slot[:k.gr.n] }

// All is the mask of all lanes of the group.
func (k *Seeker) All() uint64 { return k.gr.all() }

// Holds is the mask of the lanes whose bots are of a facet.
func (k *Seeker) Holds(f host.FacetID) uint64 {
	return k.set.planes[f].bits[k.herd.class][k.gi]
}

// Rivals are the bodies of a facet of which one is the nearest to any bot of the
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
	for again := mask & gr.acted(); again != 0; again &= again - 1 {
		i := bits.TrailingZeros64(again)
		hx[i], hy[i] = gr.hx[s.head][i], gr.hy[s.head][i]
	}
	kernel.Steer(mask, &gr.x[s.now], &gr.y[s.now], of, sign, math.Inf(1), hx, hy, &gr.target)
	gr.act(action, mask)
}

// Head notes what the bot of a lane wants: to head there, or to keep its heading
// where hold is set, and who its target is.
func (k *Seeker) Head(lane int, hx, hy float32, hold bool, target host.BotID, action uint16) {
	gr, head := k.gr, k.set.head
	if hold {
		hx, hy = gr.hx[head][lane], gr.hy[head][lane]
	}
	gr.hx[1-head][lane], gr.hy[1-head][lane] = hx, hy
	k.Choose(lane, target, action)
}

// Choose notes what the bot of a lane has done, and who its target is.
func (k *Seeker) Choose(lane int, target host.BotID, action uint16) {
	k.gr.target[lane] = uint32(target)
	k.gr.act(action, 1<<lane)
}

// Steers notes that the tree of the bot of a lane has said where to head.
func (k *Seeker) Steers(lane int) { k.gr.steers |= 1 << lane }

// Lane is that of a body of the group.
func (k *Seeker) Lane(body int32) int { return int(k.set.seats[body].lane()) }

// Nearest is that of the set for the bot of a lane.
func (k *Seeker) Nearest(lane int, f host.FacetID) int32 {
	slot, d2 := k.set.nearest(k.gr.slot[lane], f)
	if f == k.set.facet && d2 > k.farther {
		k.gr.far |= 1 << lane
	}
	return slot
}

// NearestOf is the nearest of some bodies to another one, the lowest id of
// several, or -1.
func (s *Set) NearestOf(list []int32, self int32) int32 {
	q := search{best: math.Inf(1), slot: -1}
	x, y := s.At(self)
	for _, slot := range list {
		if slot != self {
			q.offer(slot, s.ID[slot], s.Field.Dist2(x, y, s.X[slot], s.Y[slot]))
		}
	}
	return q.slot
}
