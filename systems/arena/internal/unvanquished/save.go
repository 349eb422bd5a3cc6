package unvanquished

import (
	"fmt"
	"slices"

	"github.com/thicket-sim/thicket/systems/arena/internal/core"
	"github.com/thicket-sim/thicket/systems/internal/column"
)

// Kept is all that does not follow from the scene and is not made anew in each tick.
func (s *state) Kept() any { return s }

// Restored checks what was read, and makes anew what follows from it.
func (s *state) Restored(bodies int) error {
	if err := s.check(bodies); err != nil {
		return fmt.Errorf("unvanquished: %w", err)
	}
	s.planClasses()
	s.trees = column.Grow(s.trees, bodies)
	clear(s.trees)
	for i := range s.boards {
		s.boards[i].teams = make([]tally, len(s.teams))
	}
	return nil
}

// check returns what is wrong with a state that was read: every number in it that stands for
// something must stand for something that is there.
func (s *state) check(bodies int) error {
	for _, column := range [...]int{
		len(s.plays), len(s.ran), len(s.ownTree), len(s.strays), len(s.supplied), len(s.strikes), len(s.struckAt), len(s.bots), len(s.structures), len(s.records),
	} {
		if column != bodies {
			return fmt.Errorf("saved with a column of %d bodies, wanted %d", column, bodies)
		}
	}
	for b := range s.bots {
		if e, r := &s.bots[b], &s.records[b]; !s.possible(e) || !core.Maybe(r.deal.weapon, max(len(s.weapon), 1)) {
			return fmt.Errorf("body %d has what the scene does not: %+v, %+v", b, *e, r.deal)
		}
	}
	setup := s.a.Game.Setup
	if len(s.thinks) != len(setup.Classes) || len(s.sides) != len(setup.Teams) || len(s.teams) != len(s.a.Groups) {
		return fmt.Errorf("saved with %d classes, %d teams and %d groups, wanted %d, %d and %d", len(s.thinks), len(s.sides), len(s.teams), len(setup.Classes), len(setup.Teams), len(s.a.Groups))
	}
	for i := range s.teams {
		if t := &s.teams[i]; len(t.armed) != len(s.weapon) || !core.Maybe(t.next, len(setup.Classes)) || !core.Maybe(t.lucky, len(setup.Classes)) {
			return fmt.Errorf("group %d has what the scene does not: %d weapons, and builds %d or %d", i, len(t.armed), t.next, t.lucky)
		}
	}
	for i := range s.sides {
		if s.sides[i].started < 0 {
			return fmt.Errorf("%d bots of team %d have appeared", s.sides[i].started, i)
		}
	}
	for _, at := range s.sites {
		if !core.Below(at.class, len(setup.Classes)) || !core.Finite(at.at.X, at.at.Y, at.at.Radius) {
			return fmt.Errorf("a building of class %d is to be put up at (%v, %v)", at.class, at.at.X, at.at.Y)
		}
	}
	for _, m := range s.bombs {
		if !core.Finite(m.x, m.y) {
			return fmt.Errorf("a bomb lies at (%v, %v)", m.x, m.y)
		}
	}
	return s.checkBoards(bodies)
}

// possible reports whether what is kept of a bot names what is there.
func (s *state) possible(e *botState) bool {
	for u := range 16 {
		if e.upgrades>>u&1 != 0 && (u == 0 || u > medkit || s.good[u] < 0) {
			return false
		}
	}
	m := &e.goal
	return m.kind <= pointTarget && m.as <= lastBuilding && (m.kind != placeTarget || core.Below(m.place, len(s.places))) && core.Finite(m.x, m.y) &&
		core.Below(e.queue.first, queued) && core.Below(e.queue.count, queued+1) &&
		core.Below(e.bore, len(s.weapon)+1) && core.Below(e.load.hand, core.MaxWeapons) &&
		core.Below(e.pick, len(s.a.Game.Setup.Classes)+1) && core.Below(e.weapon, lastWeapon+1)
}

func (s *state) checkBoards(bodies int) error {
	for i := range s.boards {
		b := &s.boards[i]
		if len(b.seats) != bodies || slices.ContainsFunc(s.boards[:i], func(other board) bool { return other.number == b.number }) {
			return fmt.Errorf("the board of %d has %d seats, wanted %d, or is there twice", b.number, len(b.seats), bodies)
		}
		for _, seat := range b.seats {
			if !core.Below(seat.level, patience) {
				return fmt.Errorf("somebody was told too much %d times, wanted %d at most", seat.level, patience-1)
			}
		}
	}
	return nil
}
