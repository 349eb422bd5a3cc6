package herd

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/systems/column"
	"github.com/thicket-sim/thicket/internal/systems/herd/kernel"
	"github.com/thicket-sim/thicket/internal/systems/spatial"
)

// strategy says how the nearest of a facet is found. Every way is exact, and each
// wins somewhere: BenchmarkNearest plays all of them for many shares of matches.
type strategy uint8

const (
	few     strategy = iota // compare with all of them: up to maxFew match
	sparse                  // compare with a few candidates per group: one in sparseShare matches
	scanned                 // walk the herds' trees: many match, and few ask
	dense                   // ask an index of all, built in every tick: many match, and many ask
)

const (
	// maxFew is the most matches that are compared one by one, and the length of a
	// list of candidates. When all bots look for the nearest of 12 matches,
	// comparing takes less time than asking an index (BenchmarkNearest, match=12:
	// few before dense).
	maxFew = kernel.MaxRivals
	// sparseShare bounds a sparse facet: at most one body in sparseShare matches
	// it. Where more match, most groups have more than maxFew candidates: with
	// bodies 10 m apart, 62 % of the groups have a list where one body in 16
	// matches, and 6 % where one in 8 does (BenchmarkNearest). In thicker crowds
	// lists overflow earlier; that costs time, and each group finds it out for
	// itself.
	sparseShare = 16
	// denseShare decides when an index of all matches is worth building: when at
	// least one body in denseShare asks. Where one in 12 asks and half match,
	// walking the trees and an index take the same time, within a third
	// (BenchmarkNearest, ask=1666).
	denseShare = 12
)

// never is a tick before all others.
const never = math.MinInt64 / 2

// plane is a facet as bits: who of each herd matches.
type plane struct {
	used     bool
	sought   bool           // the nearest match is looked for
	self     []host.FacetID // the facet itself, as a list for searches
	bits     [][]uint64     // by class and group; nil without a herd
	lists    [][]candidates // by class and group, where they are in use
	count    int            // of all bodies that match, in herds or not
	strategy strategy
	index    *spatial.Index // of members
	members  []int32        // who matches; for scanned only those in no herd
	others   []int32        // bodies in no herd that match
	since    []int32        // bodies that began to match since the last Sense
	fresh    []int32        // those that did before it, by ascending x
	asked    int            // how many bots looked for the nearest in the last tick
}

// Use makes the planes that trees ask for: by looking for the nearest of a facet,
// and by testing whether a body is of one.
func (s *Set) Use(sought, tested []host.FacetID) {
	for _, f := range sought {
		if f != host.Everyone {
			s.plane(f).sought = true
		}
	}
	for _, f := range tested {
		s.plane(f)
	}
}

// plane returns the plane of a facet, made when it is first asked for.
func (s *Set) plane(f host.FacetID) *plane {
	s.planes = column.Grow(s.planes, int(f)+1)
	p := &s.planes[f]
	if p.used {
		return p
	}
	p.used, p.self = true, []host.FacetID{f}
	p.bits = make([][]uint64, len(s.herds))
	p.lists = make([][]candidates, len(s.herds))
	for _, h := range s.herds {
		if h == nil {
			continue
		}
		for gi := range int32(h.numbers) {
			gr := h.group(gi)
			for lane, slot := range gr.slot[:gr.n] {
				s.set(f, h, gi, int32(lane), slot)
			}
		}
	}
	return p
}

// set sets a bit of a plane to what a body's state says.
func (s *Set) set(f host.FacetID, h *Herd, gi, lane, slot int32) {
	p := &s.planes[f]
	p.bits[h.class] = column.Grow(p.bits[h.class], h.numbers)
	if s.matches(f, slot) {
		p.bits[h.class][gi] |= 1 << lane
	} else {
		p.bits[h.class][gi] &^= 1 << lane
	}
}

// mark sets the bits of a body that came to a lane.
func (s *Set) mark(h *Herd, gi, lane, slot int32) {
	for f := range s.planes {
		if s.planes[f].used {
			s.set(host.FacetID(f), h, gi, lane, slot)
		}
	}
}

// Sense gets the plane of a facet ready for a tick: who matches, and how to find
// the nearest of them. loose are the bodies in no herd; mixed says that some of
// them look for the nearest, too. It builds the index, and reports false for a
// facet that has no plane.
func (s *Set) Sense(f host.FacetID, index *spatial.Index, loose [][]components.State, mixed bool) bool {
	if int(f) >= len(s.planes) || !s.planes[f].sought {
		return false
	}
	p := &s.planes[f]
	s.count(f, loose)
	p.strategy = s.choose(p, mixed)
	if p.strategy == sparse {
		for class, h := range s.herds {
			if h != nil {
				p.lists[class] = column.Grow(p.lists[class], h.numbers)
			}
		}
	}
	p.asked = 0
	p.index = index
	s.build(p)
	p.fresh, p.since = p.since, column.Reset(p.fresh)
	slices.SortFunc(p.fresh, func(a, b int32) int { return cmp.Compare(s.X[a], s.X[b]) })
	return true
}

// choose returns the strategy for a plane whose matches are counted.
func (s *Set) choose(p *plane, mixed bool) strategy {
	switch {
	case p.count <= maxFew:
		return few
	case p.count <= s.Count/sparseShare:
		return sparse
	case mixed || p.asked > s.Count/denseShare:
		return dense
	}
	return scanned
}

// count counts who matches, and lists those in no herd.
func (s *Set) count(f host.FacetID, loose [][]components.State) {
	p := &s.planes[f]
	p.others = p.others[:0]
	p.count = 0
	for class, h := range s.herds {
		if h == nil {
			continue
		}
		p.bits[class] = column.Grow(p.bits[class], h.numbers)
		for _, word := range p.bits[class] {
			p.count += bits.OnesCount64(word)
		}
	}
	for _, rows := range loose {
		for _, st := range rows {
			if s.matches(f, st.Slot) {
				p.others = append(p.others, st.Slot)
			}
		}
	}
	p.count += len(p.others)
}

// build lists the members of a facet and indexes those that are looked up. The
// columns of positions are brought up to date for them.
func (s *Set) build(p *plane) {
	p.members = append(p.members[:0], p.others...)
	if p.strategy != scanned {
		for class, h := range s.herds {
			if h == nil {
				continue
			}
			for gi, m := range p.bits[class] {
				if m == 0 {
					continue
				}
				gr := h.group(int32(gi))
				for ; m != 0; m &= m - 1 {
					lane := bits.TrailingZeros64(m)
					slot := gr.slot[lane]
					s.X[slot], s.Y[slot] = gr.x[s.now][lane], gr.y[s.now][lane]
					p.members = append(p.members, slot)
				}
			}
		}
	}
	if p.strategy == few {
		slices.SortFunc(p.members, func(a, b int32) int { return int(s.ID[a]) - int(s.ID[b]) })
	}
	p.index.Build(s.Field, s.Points, p.members)
}

// on returns the bots of a group that are on all planes.
func (s *Set) on(planes []host.FacetID, h *Herd, gi int32) uint64 {
	m := ^uint64(0)
	for _, f := range planes {
		m &= s.planes[f].bits[h.class][gi]
	}
	return m
}

// Matching appends the bots of a herd that are of all facets and that keep; only
// those who may be in reach of the guarded facet, if near is set.
func (h *Herd) Matching(facets []host.FacetID, near bool, keep func(int32) bool, list []int32) []int32 {
	near = near && !h.set.unsure
	for gi := range int32(h.numbers) {
		gr := h.group(gi)
		if gr.n == 0 {
			continue
		}
		m := h.set.on(facets, h, gi)
		if near {
			m &^= gr.far
		}
		for ; m != 0; m &= m - 1 {
			if slot := gr.slot[bits.TrailingZeros64(m)]; keep(slot) {
				list = append(list, slot)
			}
		}
	}
	return list
}
