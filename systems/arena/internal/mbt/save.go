package mbt

import (
	"fmt"

	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// Kept is all that does not follow from the scene.
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
		if g := &s.list[b]; s.kinds[b] > stranger || !s.possible(g) {
			return fmt.Errorf("mbt: body %d has what the scene does not: %+v", b, *g)
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

// possible reports whether a record names what is there.
func (s *agents) possible(g *agent) bool {
	places := len(s.arena.Places())
	for _, c := range g.cover.shunned {
		if !core.Below(c.place, max(places, 1)) {
			return false
		}
	}
	for _, p := range [...]spot{g.ref, g.order.at, g.lastOp} {
		if !core.Finite(p.X, p.Y, p.DX, p.DY) {
			return false
		}
	}
	return core.Below(g.path, len(s.arena.Game.Setup.Paths)+1) && core.Maybe(g.cover.registered, places) && core.Maybe(g.cover.taken, places) &&
		g.where.kind <= visual && core.Finite(g.where.x, g.where.y) && g.order.mode <= fireMelee && core.Finite(g.plan.x, g.plan.y)
}
