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
		if wrong := s.wrongWith(b); wrong != "" {
			return fmt.Errorf("%s %s", s.a.Called(int32(b)), wrong)
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

// wrongWith says what is kept of a body that stands for something that is not there; empty for
// nothing.
func (s *state) wrongWith(b int) string {
	e, classes, weapons := &s.bots[b], len(s.a.Game.Setup.Classes), len(s.weapon)
	no := func(what string, n, of int) string {
		return fmt.Sprintf("has %s %d, and the scene has %d", what, n, of)
	}
	for u := range 16 {
		if e.upgrades>>u&1 != 0 && (u == 0 || u > medkit || s.good[u] < 0) {
			return fmt.Sprintf("has upgrade %d, and the scene does not", u)
		}
	}
	m := &e.goal
	switch {
	case m.kind > pointTarget || m.as > lastBuilding || !core.Finite(m.x, m.y):
		return "goes for what is not there"
	case m.kind == placeTarget && !core.Below(m.place, len(s.places)):
		return no("for its goal place", int(m.place), len(s.places))
	case !core.Below(e.queue.first, queued) || !core.Below(e.queue.count, queued+1):
		return fmt.Sprintf("will react to %d of those it knows, beginning at %d, of %d", e.queue.count, e.queue.first, queued)
	case !core.Below(e.bore, weapons+1):
		return no("for the weapon that it carried", int(e.bore), weapons)
	case !core.Maybe(s.records[b].deal.weapon, max(weapons, 1)):
		return no("bought weapon", s.records[b].deal.weapon, weapons)
	case !core.Below(e.load.hand, core.MaxWeapons):
		return fmt.Sprintf("loads weapon %d, and can carry %d", e.load.hand, core.MaxWeapons)
	case !core.Below(e.pick, classes+1):
		return no("chosen class", int(e.pick), classes)
	case !core.Below(e.weapon, lastWeapon+1):
		return fmt.Sprintf("has chosen weapon %d of %d", e.weapon, lastWeapon)
	}
	return ""
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
