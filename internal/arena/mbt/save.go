package mbt

import (
	"fmt"

	"github.com/thicket-sim/thicket/internal/arena/core"
)

// Kept returns all that does not follow from the scene.
func (s *agents) Kept() any { return s }

// Restored checks what was read: every number in it that stands for something must stand
// for something that is there.
func (s *agents) Restored(bodies int) error {
	setup := s.arena.Game.Setup
	for _, column := range [...]int{len(s.list), len(s.kinds), len(s.seen), len(s.fading), len(s.formation), len(s.held), len(s.busy)} {
		if column != bodies {
			return fmt.Errorf("mbt: saved with a column of %d bodies, wanted %d", column, bodies)
		}
	}
	if len(s.covers) != len(s.arena.Places()) || len(s.teams) != len(setup.Teams) || len(s.wasX) != len(s.wasY) {
		return fmt.Errorf("mbt: saved with %d covers, %d teams and %d by %d positions, wanted %d and %d", len(s.covers), len(s.teams), len(s.wasX), len(s.wasY), len(s.arena.Places()), len(setup.Teams))
	}
	for b := range s.list {
		if wrong := s.wrongWith(b); wrong != "" {
			return fmt.Errorf("mbt: %s %s", s.arena.Called(int32(b)), wrong)
		}
	}
	for team, kind := range s.teams {
		if kind > visual {
			return fmt.Errorf("mbt: team %d knows of its target in the way %d, wanted %d at most", team, kind, visual)
		}
	}
	for _, w := range s.switches {
		if !core.Below(w.tree, len(setup.Behaviors)+len(setup.Classes)+1) {
			return fmt.Errorf("mbt: body %d is to get tree %d of %d", w.who, w.tree, len(setup.Behaviors)+len(setup.Classes))
		}
	}
	return nil
}

// wrongWith says what in the record of a body stands for something that is not there; empty
// for nothing.
func (s *agents) wrongWith(b int) string {
	g, places, paths := &s.list[b], len(s.arena.Places()), len(s.arena.Game.Setup.Paths)
	for _, c := range g.cover.shunned {
		if !core.Below(c.place, max(places, 1)) {
			return fmt.Sprintf("keeps away from place %d, and the scene has %d", c.place, places)
		}
	}
	for _, p := range [...]spot{g.ref, g.order.at, g.lastOp} {
		if !core.Finite(p.X, p.Y, p.DX, p.DY) {
			return "looks at a point that is nowhere"
		}
	}
	switch {
	case s.kinds[b] > stranger:
		return fmt.Sprintf("thinks in the way %d, wanted %d at most", s.kinds[b], stranger)
	case !core.Below(g.path, paths+1):
		return fmt.Sprintf("flies along path %d, and the scene has %d", g.path, paths)
	case !core.Maybe(g.cover.registered, places) || !core.Maybe(g.cover.taken, places):
		return fmt.Sprintf("takes cover in place %d or %d, and the scene has %d", g.cover.registered, g.cover.taken, places)
	case g.where.kind > visual || !core.Finite(g.where.x, g.where.y):
		return "knows of a target in a way that there is not, or nowhere"
	case g.order.mode > fireMelee:
		return fmt.Sprintf("fires in mode %d, wanted %d at most", g.order.mode, fireMelee)
	case !core.Finite(g.plan.x, g.plan.y):
		return "goes nowhere"
	}
	return ""
}
