package unvanquished

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// Lengths and amounts of mending and putting out fires.
const (
	mendReach   = 100 * unit
	mendPoints  = 10 // at a time
	mendEvery   = 1  // seconds
	spitReach   = 200 * unit
	spitSplash  = 64 * unit
	dampFor     = 3  // seconds
	doused      = 20 // credits for a fire
	aimedCosine = 0.99705
)

// The fire on a building. Chances are those of a second.
const (
	fireDamage   = 12.5 // points a second
	heatDamage   = 20   // points a second
	heatReach    = 60 * unit
	spreadReach  = 120 * unit
	spreadChance = 0.5 // beside it, less with the distance: Thicket's own
	fireAtLeast  = 4   // seconds
	endChance    = 0.25
)

// repair goes to the goal and looks at it; the tool mends by itself.
func repair(t turn) host.Status {
	goal := t.bots[t.Body].goal
	q := t.livingOf(goal)
	switch {
	case q < 0:
		t.tellLost(goal)
		return host.Failure
	case t.HealthShare(q) >= 1:
		t.tellHealth(q)
		t.Stand()
		return host.Success
	}
	t.tellHealth(q)
	t.tellGap(goal, mendReach)
	t.takeTool()
	if t.gap(t.Body, goal) > mendReach || !t.InLine(t.Body, q) {
		t.stepOn(mendReach)
		return host.Running
	}
	t.lookAt(q)
	return host.Running
}

// lookAt makes the bot stand and turn to a body.
func (t turn) lookAt(q int32) {
	t.Stand()
	dx, dy := t.Delta(t.Body, q)
	t.Face(dx, dy)
}

// handy reports whether a body mends what it looks at: with a kit in hand or, by the
// tag builder, in scenes with rules of their own.
func (s *state) handy(b int32) bool {
	w := s.a.InHand(b).Weapon
	return w >= 0 && s.weapon[w] == kit || s.tagged(b)
}

// tagged reports whether a body is a builder by a tag, which counts in scenes with rules
// of their own.
func (s *state) tagged(b int32) bool {
	return s.tools[s.a.Form[b]] && s.a.Config.Game != Name
}

// mend lets a builder mend the building that it looks at.
func (s *state) mend(b int32) {
	e := &s.structures[b]
	if s.a.Health[b].Points <= 0 || e.ready.At > s.a.Now || e.mends.At > s.a.Now {
		return
	}
	q := s.livingOf(s.bots[b].goal)
	if !s.mendable(b, q) {
		if q = s.nearestOf(b, damaged, s.a.Group[b], s.alive); !s.mendable(b, q) {
			return
		}
	}
	s.a.Heal(q, mendPoints)
	e.mends = e.mends.Next(s.a.Now, s.a.Span(mendEvery))
}

// mendable reports whether a body looks at a building that it can mend.
func (s *state) mendable(b, q int32) bool {
	return q >= 0 && s.a.Group[q] == s.a.Group[b] && s.isBuilding(q) && s.finished(q) && s.a.Health[q].Points > 0 && s.a.HealthShare(q) < 1 &&
		s.a.Distance(b, q) <= mendReach+float64(s.a.FormOf(q).Radius) && s.hits(b, q) && s.a.InLine(b, q)
}

// quenches reports whether a body can put out fires.
func (s *state) quenches(b int32) bool {
	return s.class[s.a.Form[b]] == advancedGranger || s.tagged(b)
}

// extinguish goes to the goal and spits at it.
func extinguish(t turn) host.Status {
	goal := t.bots[t.Body].goal
	q := t.livingOf(goal)
	switch {
	case q < 0:
		t.tellLost(goal)
		return host.Failure
	case !t.quenches(t.Body):
		t.Because("it cannot put out fires")
		return host.Failure
	case !t.burns(q):
		t.Because("its fire is out:", q)
		t.Stand()
		return host.Success
	}
	t.tellGap(goal, spitReach)
	if t.gap(t.Body, goal) > spitReach || !t.InLine(t.Body, q) {
		t.stepOn(spitReach)
		return host.Running
	}
	t.lookAt(q)
	dx, dy := t.Delta(t.Body, q)
	_, _, hx, hy := t.Game.Body(t.Body)
	if ahead := float64(dx*float64(hx)) + float64(dy*float64(hy)); ahead >= float64(aimedCosine*core.Length(dx, dy)) {
		t.Do(t.douseDeed(goal.who))
	}
	return host.Running
}

// douse puts out the fire on a building and those near it, for a bot that spits at it.
func (s *state) douse(b int32, who components.ID) {
	q := s.a.BodyOf(who)
	if q < 0 || s.a.Dead(b) {
		return
	}
	x, y, _, _ := s.a.Game.Body(q)
	s.near = s.a.Groups[s.a.Group[q]].Index.Within(x, y, spitSplash, s.near[:0])
	for _, near := range s.near {
		if s.burns(near) {
			s.quench(near)
			s.earn(b, doused)
		}
	}
}

// quench ends the fire on a building, which catches none for a while.
func (s *state) quench(q int32) {
	s.structures[q].litAt, s.structures[q].dampUntil = 0, s.a.Now+s.a.Ticks(dampFor)
}

// burns reports whether a building is on fire.
func (s *state) burns(q int32) bool { return s.structures[q].litAt > 0 }

// ignite sets a building of the aliens on fire, if it is not wet and does not burn.
func (s *state) ignite(q int32) {
	if e := &s.structures[q]; s.a.TeamOf(q) == aliens && s.isBuilding(q) && !s.a.Dead(q) && e.litAt == 0 && e.dampUntil <= s.a.Now {
		e.litAt = s.a.Now
	}
}

// burn does what a tick of fire does to a building and to who is near, and once a second
// lets the fire spread and end.
func (s *state) burn(q int32) {
	lit := s.structures[q].litAt
	if lit == s.a.Now {
		return
	}
	dt := s.a.Game.World.Clock().DT
	s.a.Hurt(q, float32(fireDamage*dt), 0)
	_, checks := s.a.Span(1).Rounds(s.a.Now - lit)
	x, y, _, _ := s.a.Game.Body(q)
	for g := range s.a.Groups {
		s.near = s.a.Groups[g].Index.Within(x, y, spreadReach, s.near[:0])
		for _, p := range s.near {
			far := s.a.Distance(q, p)
			switch {
			case s.isBuilding(p):
				if checks && p != q && s.chance(p, spreadNode) < float64(spreadChance*(1-far/spreadReach)) {
					s.ignite(p)
				}
			case far <= heatReach:
				s.a.Hurt(p, float32(heatDamage*dt), 0)
			}
		}
	}
	if checks && s.a.Since(lit) >= fireAtLeast && s.chance(q, fireNode) < endChance {
		s.structures[q].litAt = 0
	}
}
