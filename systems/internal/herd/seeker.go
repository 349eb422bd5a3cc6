package herd

import (
	"math"
	"math/bits"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/systems/internal/column"
)

// Seeker finds the nearest matches for the bots of one group after the other.
// Each worker has its own. It may be used at the same time as others, until the
// bodies or their state change.
type Seeker struct {
	set   *Set
	herd  *Herd
	gi    int32
	gr    *group
	tick  int64
	asked []int   // by FacetID: how many bots looked for the nearest
	stray []int32 // bots that must move to another group
	found []int32 // scratch
	aim   Aim
}

// Begin makes the seeker ready for the groups of a herd in a tick. End follows
// when all are done.
func (k *Seeker) Begin(h *Herd, tick int64) {
	k.set, k.herd, k.tick = h.set, h, tick
	k.asked = column.Grow(k.asked, len(h.set.planes))
}

// Enter turns to the group of a number, and reports false for a number without one.
func (k *Seeker) Enter(number int) bool {
	k.gi, k.gr = int32(number), &k.herd.groups[number]
	if k.gr.n == 0 {
		return false
	}
	if k.due() {
		k.stray = k.herd.strays(k.gi, k.stray)
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

// NearestOf is the nearest of some bodies to another one, the lowest id of
// several, or -1.
func (s *Set) NearestOf(list []int32, self int32) int32 {
	q := search{best: math.Inf(1), slot: -1}
	for _, slot := range list {
		if slot != self {
			q.offer(slot, s.ID[slot], s.Field.Dist2(s.X[self], s.Y[self], s.X[slot], s.Y[slot]))
		}
	}
	return q.slot
}
