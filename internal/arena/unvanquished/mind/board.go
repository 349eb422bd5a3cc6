package mind

import (
	"github.com/thicket-sim/thicket/internal/systems/column"
)

// board tells the bots of a team how many others have noted one number, and so lets
// them elect who does a job: who is told too many keeps away from it.
//
// In the original bots think one after the other, and each sees what those before it
// noted in this frame and what those behind it noted in the last. Here all think at
// once, so that a bot is told who will probably have noted the number when its turn
// would be:
//
//   - who noted it in the last tick will note it again;
//   - of those who asked in the last tick and did not note it, who is now told less
//     than then will note it. They come one after the other by id;
//   - then come those who did not ask in the last tick and can note it: each is told
//     that all before it will. Who was told too many thereby comes before the others
//     when it asks again.
//
// So as long as bots ask, and note the number if and only if they are told few enough,
// no more of them note it than if they thought one after the other. Where bots ask
// without need and then begin to need it at the same time, too many may note it for a
// tick; who came too late is not counted then, and is told of the others.
type board struct {
	number int
	seats  []seat  // by body
	teams  []tally `save:"-"` // by group; counted anew in each tick
}

// patience says how often a bot comes before others for having been told too many.
const patience = 4

// seat holds a bot's part of a board.
type seat struct {
	told   int32 // when it asked last: how many others
	before int32 // of its own sort, those who come before it
	level  uint8 // how often running it was told too many
	can    bool  // its tree can note the number
	asks   bool  // in this tick
	asked  bool  // in the last tick
	holds  bool  // it noted the number in the last tick, or before it died
	late   bool  // in the last tick it noted the number after too many others
}

// tally holds what a board counts of a team, anew in every tick.
type tally struct {
	held   int32           // noted the number in the last tick
	likely int32           // did not, and will probably do it now
	fresh  [patience]int32 // did not ask in the last tick, by level
	took   int32           // asked in the last tick and did not note it, and have now
	passed int32           // of held, those whose turn is over
	now    int32           // have noted the number in this tick
}

// member is a bot of a team. Those of a team are listed by ascending id.
type member struct {
	body int32
	note int32 // that it has noted as a tick ends; not of the dead
	team int16
	dead bool
}

// grow makes room for a body, which begins anew.
func (b *board) grow(body int32) {
	b.seats = column.Grow(b.seats, int(body)+1)
	b.seats[body] = seat{}
}

// open prepares the board for a tick of a team. Teams do not meddle with each other, so
// that they may be prepared at the same time.
func (b *board) open(team int16, members []member) {
	t := &b.teams[team]
	*t = tally{}
	for i := range members {
		if b.seats[members[i].body].holds {
			t.held++
		}
	}
	for i := range members {
		m := &members[i]
		s := &b.seats[m.body]
		s.before = t.likely
		switch {
		case s.holds || !s.can || m.dead:
		case !s.asked:
			s.before = t.fresh[s.level]
			t.fresh[s.level]++
		case s.late || t.held+t.likely < s.told:
			t.likely++
		}
	}
}

// ask returns how many others of a bot's team have noted the number, and remembers
// that a living bot asked.
func (b *board) ask(m member) int32 {
	s, t := &b.seats[m.body], &b.teams[m.team]
	n := t.held + s.before
	switch {
	case s.holds:
		n = t.held - 1
	case s.can && !s.asked && !m.dead:
		n += t.likely
		for _, k := range t.fresh[s.level+1:] {
			n += k
		}
	}
	if !m.dead {
		s.told, s.asks = n, true
	}
	return n
}

// close takes down who of a team noted the number in the tick. What the dead noted stays.
func (b *board) close(team int16, members []member) {
	t, number := &b.teams[team], int32(b.number)
	for i := range members {
		m := &members[i]
		s := &b.seats[m.body]
		if s.late = false; !m.dead && s.asked && s.asks && !s.holds && m.note == number {
			s.late = s.told < t.held+t.took
			t.took++
		}
	}
	for i := range members {
		m := &members[i]
		s := &b.seats[m.body]
		if s.holds {
			t.passed++
		}
		if !m.dead {
			if s.asks && !s.asked && !s.holds {
				s.late = s.told < t.held+t.took
			}
			s.close(m.note == number, t.now+t.held-t.passed)
		}
		if s.holds {
			t.now++
		}
	}
}

// close ends the tick of a bot. In turn it would have been told the number true.
func (s *seat) close(noted bool, true int32) {
	s.late = s.late && noted
	s.holds = noted && !s.late
	switch {
	case s.asks && !noted && s.told > true:
		s.level = min(s.level+1, patience-1)
	case s.asks:
		s.level = 0
	}
	s.asked, s.asks = s.asks, false
}
