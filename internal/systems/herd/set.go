package herd

import (
	"slices"
	"unsafe"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/ground/state"
	"github.com/thicket-sim/thicket/internal/systems/column"
	"github.com/thicket-sim/thicket/internal/systems/spatial"
)

// Bodies holds the bodies who can be looked for, as columns by slot. A Set reads them;
// its owner brings them up to date before it calls a method of the Set.
type Bodies struct {
	spatial.Points
	Field spatial.Field
	Count int          // how many there are
	State [][]uint32   // by state key
	Asks  []host.Facet // what facets ask; element i is FacetID i+1
}

// matches reports whether a body is of a facet that is not Everyone.
func (b *Bodies) matches(f host.FacetID, slot int32) bool {
	facet := b.Asks[f-1]
	return b.State[facet.Key][slot] == uint32(facet.Value)
}

// Set is the herds of a game, one for each class that has one, and what their
// groups share. Init makes one ready.
type Set struct {
	Bodies     `memory:"-,the columns of the owner"`
	herds      []*Herd  // by class; nil for a class whose bots think one by one
	chunks     []*chunk // of all herds; nil for one of a herd that was dissolved
	owners     []owner  // of the chunks
	now, head  int      // which of a group's positions and headings are read
	turned     bool     // headings were decided that nobody reads yet
	moved      bool     // bodies have moved since the tick began
	seats      []seat   // by body
	planes     []plane  // by FacetID; Everyone has none
	stale      bool     // the lists of candidates of all groups must be made anew
	step       float64  // metres that anybody ever went in a tick
	renewTicks int      // in how many ticks all groups are renewed once
	reach      float64  // metres that anybody can go before a group looks again
	guard
}

const (
	// RefreshTicks is after how many ticks a group looks at itself anew. Searches
	// allow for what bodies go meanwhile: fewer ticks make more lists, with more
	// the lists run out of room. With 8, 16 and 32 ticks BenchmarkNearest has a
	// list for 79, 62 and 26 % of the groups (10 m apart, one in 16 matches, all
	// ask), and a tick takes 1.9, 1.5 and 2.5 ms.
	RefreshTicks = 16
	// maxSlack says how far from its leaf a bot may be before it is moved to
	// another, in terms of reach. With 1 a bot that walks to and fro over a border
	// changes its leaf at every look; each more makes all searches wider by reach.
	maxSlack = 2
	// manyMoved is the number of bots a group, on average, are put elsewhere at once where it
	// takes less time to make all groups anew than to move these bots one by one.
	manyMoved = 16
)

// Init makes a set of no herds for so many classes on a field.
func (s *Set) Init(field spatial.Field, classes int) {
	s.Field = field
	s.herds = make([]*Herd, classes)
	s.reach = s.maxTravel(0)
	s.renewTicks = renewTicks
}

// Of returns the herd of a class, or nil; also for a class that is none.
func (s *Set) Of(class int) *Herd {
	if class < 0 {
		return nil
	}
	return s.herds[class]
}

// Form makes a herd of a class with these bots, in order.
func (s *Set) Form(class int, members []int32) {
	for f := range s.planes {
		if p := &s.planes[f]; p.used {
			p.bits[class], p.lists[class] = nil, nil
		}
	}
	h := newHerd(s, class)
	s.herds[class] = h
	h.gather(members)
}

// gather gives bots their groups in a herd that has none.
func (h *Herd) gather(members []int32) {
	bots := make([]spot, len(members))
	for i, slot := range members {
		bots[i] = spot{[2]float32{h.set.X[slot], h.set.Y[slot]}, slot}
	}
	h.build(0, bots, h.set.newcomer)
}

// newcomer returns a body as a group takes it in: where the columns say, and for the
// rest as Reload will say before anybody moves.
func (s *Set) newcomer(slot int32) bot { return bot{slot: slot, x: s.X[slot], y: s.Y[slot]} }

// Dissolve ends the herd of a class that has these bots, and brings the columns of
// positions up to date for them.
func (s *Set) Dissolve(class int, members []int32) {
	h := s.herds[class]
	for _, slot := range members {
		s.X[slot], s.Y[slot] = s.At(slot)
		s.seats[slot] = nowhere
	}
	for _, at := range h.places {
		s.chunks[at], s.owners[at] = nil, owner{}
	}
	s.herds[class] = nil
}

// Grow makes the columns of the set long enough for n bodies.
func (s *Set) Grow(n int) {
	for len(s.seats) < n {
		s.seats = append(s.seats, nowhere)
	}
}

// Arrive takes in bodies that are new. Many of them at once have their groups in less time, where
// the class had nobody.
func (s *Set) Arrive(class int, slots ...int32) {
	switch h := s.Of(class); {
	case h == nil:
	case h.count == 0:
		h.gather(slots)
	default:
		for _, slot := range slots {
			b := s.newcomer(slot)
			h.add(&b)
		}
	}
	s.unsure = true
	for f := range s.planes {
		if p := &s.planes[f]; p.sought {
			for _, slot := range slots {
				if s.matches(host.FacetID(f), slot) {
					p.since = append(p.since, slot)
				}
			}
		}
	}
}

// Leave forgets a body that is about to be removed. It may be a candidate of
// groups, so that all lists are made anew.
func (s *Set) Leave(class int, slot int32) {
	if h := s.Of(class); h != nil && s.seats[slot] != nowhere {
		h.remove(slot)
	}
	s.stale = true
}

// Moved notes that bodies of a class were put somewhere else. It sorts the list,
// so that it does not matter who found them.
func (s *Set) Moved(class int, slots []int32) {
	if len(slots) == 0 {
		return
	}
	s.stale, s.unsure = true, true
	h := s.Of(class)
	switch {
	case h == nil:
		return
	case len(slots) > h.count*manyMoved:
		h.anew()
		return
	}
	slices.Sort(slots)
	for _, slot := range slots {
		if s.seats[slot] != nowhere {
			b := h.remove(slot)
			h.add(&b)
		}
	}
}

// Restate brings the planes up to date with a body's state of a key. Groups that
// a new match may be the nearest for will look for their candidates anew.
func (s *Set) Restate(slot int32, key host.Key) {
	if int(slot) >= len(s.seats) {
		return
	}
	for f := range s.planes {
		p := &s.planes[f]
		if !p.used || s.Asks[f-1].Key != key {
			continue
		}
		if p.sought && s.matches(host.FacetID(f), slot) {
			p.since = append(p.since, slot)
			s.unsure = s.unsure || host.FacetID(f) == s.facet
		}
		if at := s.seats[slot]; at != nowhere {
			h, gi, lane := s.find(at)
			s.set(host.FacetID(f), h, gi, lane, slot)
		}
	}
}

// NoteStep tells how far some body goes in a tick, in metres. The longest step
// ever counts, so that what searches allow for is never too little.
func (s *Set) NoteStep(metres float64) {
	if metres <= s.step {
		return
	}
	s.step = metres
	s.reach = s.maxTravel(metres)
	s.stale, s.unsure = true, true
	for _, h := range s.herds { // some body may have gone that far already
		if h != nil {
			for gi := range int32(h.numbers) {
				if gr := h.group(gi); gr.n > 0 {
					h.moving = h.strays(gr, h.moving)
				}
			}
		}
	}
	s.Settle()
}

// maxTravel bounds how far a body that goes so many metres in a tick can go
// before its group is refreshed, in metres: a group looks every RefreshTicks
// ticks, and moves those that strayed in the tick after. Each step may be rounded
// up to what a float32 can tell apart at the far edge, 2^-24 of it; the borders
// of cells are no finer, so that four times that, and a millimetre, are enough
// for both.
func (s *Set) maxTravel(step float64) float64 {
	return float64((step+s.rounding())*(RefreshTicks+2)) + 1e-3
}

// rounding bounds what a step gains by being rounded, in metres.
func (s *Set) rounding() float64 {
	return float64(float64(max(s.Field.Width, s.Field.Height)) / (1 << 22))
}

// Reach returns how far anybody can go in RefreshTicks ticks and two more, in metres.
func (s *Set) Reach() float64 { return s.reach }

// Renew brings the groups that are due in this tick in order, and does what Settle
// does.
func (s *Set) Renew() {
	for _, h := range s.herds {
		if h != nil {
			h.renewSome()
		}
	}
	s.Settle()
}

// Order renews all groups at once: for a game that begins, whose bots have come in
// the order of their ids.
func (s *Set) Order() {
	for _, h := range s.herds {
		if h == nil {
			continue
		}
		for round := h.renew.rounds; h.renew.rounds == round; {
			h.renewNext()
		}
	}
	s.Settle()
}

// Settle moves the bots that strayed in the last tick to where they are now.
func (s *Set) Settle() {
	for _, h := range s.herds {
		if h != nil {
			h.settle()
		}
	}
}

// Refresh spoils all lists of candidates if a body was put elsewhere or removed
// since the last tick. Many may be at once, so that each only sets a flag.
func (s *Set) Refresh() {
	if !s.stale {
		return
	}
	s.stale = false
	for f := range s.planes {
		for _, lists := range s.planes[f].lists {
			for i := range lists {
				lists[i].good = never
			}
		}
	}
}

// Bytes returns the memory that the set has reserved for bodies.
func (s *Set) Bytes() int64 {
	n := state.Memory(s)
	for _, h := range s.herds {
		if h != nil {
			n += state.Memory(h) + int64(len(h.chunks))*int64(unsafe.Sizeof(chunk{}))
		}
	}
	return n
}

// settle moves the bots that strayed to where they are now.
func (h *Herd) settle() {
	slices.Sort(h.moving)                // whoever saw them
	for i := 0; i < len(h.moving); i++ { // more may come
		slot := h.moving[i]
		if at := h.set.seats[slot]; at != nowhere && h.set.owners[at>>12].herd == h {
			b := h.remove(slot)
			h.add(&b)
		}
	}
	h.moving = column.Reset(h.moving)
}
