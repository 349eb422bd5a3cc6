package base

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
)

// Lengths and amounts of mending and putting out fires.
const (
	mendReach   = 100 * lore.Unit
	mendPoints  = 10 // at a time
	mendEvery   = 1  // seconds
	spitReach   = 200 * lore.Unit
	spitSplash  = 64 * lore.Unit
	dampFor     = 3  // seconds
	doused      = 20 // credits for a fire
	AimedCosine = 0.99705
)

// The fire on a building. Chances are those of a second.
const (
	fireDamage   = 12.5 // points a second
	heatDamage   = 20   // points a second
	heatReach    = 60 * lore.Unit
	spreadReach  = 120 * lore.Unit
	spreadChance = 0.5 // beside it, less with the distance: Thicket's own
	fireAtLeast  = 4   // seconds
	endChance    = 0.25
)

// repair goes to the goal and looks at it; the tool mends by itself.
func repair(t turn) host.Status {
	goal := t.Bots[t.Body].Goal
	q := t.LivingOf(goal)
	switch {
	case q < 0:
		t.TellLost(goal)
		return host.Failure
	case t.HealthShare(q) >= 1:
		t.TellHealth(q)
		t.Stand()
		return host.Success
	}
	t.TellHealth(q)
	t.TellGap(goal, mendReach)
	t.takeTool()
	if t.Gap(t.Body, goal) > mendReach || !t.Sight.InLine(t.Body, q) {
		t.StepOn(mendReach)
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
func (s *Base) handy(b int32) bool {
	w := s.a.InHand(b).Weapon
	return w >= 0 && s.WeaponNumber[w] == lore.Kit || s.tagged(b)
}

// ForgetBuilders begins to list anew who mends what it looks at.
func (s *Base) ForgetBuilders() { s.builders = s.builders[:0] }

// NoteBuilder lists a living bot that mends what it looks at.
func (s *Base) NoteBuilder(b int32) {
	if s.handy(b) {
		s.builders = append(s.builders, b)
	}
}

// tagged reports whether a body is a builder by a tag, which counts in scenes with rules
// of their own.
func (s *Base) tagged(b int32) bool {
	return s.HasTool[s.a.Form[b]] && s.a.Config.Game != lore.Name
}

// mend lets a builder mend the building that it looks at.
func (s *Base) mend(b int32) {
	e := &s.Structures[b]
	if s.a.Health[b].Points <= 0 || e.Ready.At > s.a.Now || e.Mends.At > s.a.Now {
		return
	}
	q := s.LivingOf(s.Bots[b].Goal)
	if !s.mendable(b, q) {
		if q = s.NearestListed(b, lore.Damaged, s.a.Group[b], s.Anybody); !s.mendable(b, q) {
			return
		}
	}
	s.a.Life.Heal(q, mendPoints)
	e.Mends = e.Mends.Next(s.a.Now, s.a.Span(mendEvery))
}

// mendable reports whether a body looks at a building that it can mend.
func (s *Base) mendable(b, q int32) bool {
	return q >= 0 && s.a.Group[q] == s.a.Group[b] && s.IsBuilding(q) && s.Finished(q) && s.a.Health[q].Points > 0 && s.a.HealthShare(q) < 1 &&
		s.a.Distance(b, q) <= mendReach+float64(s.a.FormOf(q).Radius) && s.hits(b, q) && s.a.Sight.InLine(b, q)
}

// quenches reports whether a body can put out fires.
func (s *Base) quenches(b int32) bool {
	return s.ClassNumber[s.a.Form[b]] == lore.AdvancedGranger || s.tagged(b)
}

// extinguish goes to the goal and spits at it.
func extinguish(t turn) host.Status {
	goal := t.Bots[t.Body].Goal
	q := t.LivingOf(goal)
	switch {
	case q < 0:
		t.TellLost(goal)
		return host.Failure
	case !t.quenches(t.Body):
		t.Because("it cannot put out fires")
		return host.Failure
	case !t.Burns(q):
		t.Because("its fire is out:", q)
		t.Stand()
		return host.Success
	}
	t.TellGap(goal, spitReach)
	if t.Gap(t.Body, goal) > spitReach || !t.Sight.InLine(t.Body, q) {
		t.StepOn(spitReach)
		return host.Running
	}
	t.lookAt(q)
	dx, dy := t.Delta(t.Body, q)
	hx, hy := t.Game.HeadingOf(t.Body)
	if ahead := float64(dx*float64(hx)) + float64(dy*float64(hy)); ahead >= float64(AimedCosine*core.Length(dx, dy)) {
		t.Do(t.DouseDeed(goal.Who))
	}
	return host.Running
}

// Douse puts out the fire on a building and those near it, for a bot that spits at it.
func (s *Base) Douse(b int32, who components.ID) {
	q := s.a.BodyOf(who)
	if q < 0 || s.a.Dead(b) {
		return
	}
	x, y := s.a.Game.At(q)
	s.near = s.a.Groups[s.a.Group[q]].Index.Within(x, y, spitSplash, s.near[:0])
	for _, near := range s.near {
		if s.Burns(near) {
			s.quench(near)
			s.economy.Earn(b, doused)
		}
	}
}

// quench ends the fire on a building, which catches none for a while.
func (s *Base) quench(q int32) {
	s.Structures[q].LitAt, s.Structures[q].DampUntil = 0, s.a.Now+s.a.Ticks(dampFor)
}

// Ignite sets a building of the aliens on fire, if it is not wet and does not burn.
func (s *Base) Ignite(q int32) {
	if e := &s.Structures[q]; s.a.TeamOf(q) == lore.Aliens && s.IsBuilding(q) && !s.a.Dead(q) && e.LitAt == 0 && e.DampUntil <= s.a.Now {
		e.LitAt = s.a.Now
	}
}

// burn does what a tick of fire does to a building and to who is near, and once a second
// lets the fire spread and end.
func (s *Base) burn(q int32) {
	lit := s.Structures[q].LitAt
	if lit == s.a.Now {
		return
	}
	dt := s.a.Game.World.Clock().DT
	s.a.Life.Hurt(q, float32(fireDamage*dt), 0)
	_, checks := s.a.Span(1).Rounds(s.a.Now - lit)
	x, y := s.a.Game.At(q)
	for g := range s.a.Groups {
		s.near = s.a.Groups[g].Index.Within(x, y, spreadReach, s.near[:0])
		for _, p := range s.near {
			far := s.a.Distance(q, p)
			switch {
			case s.IsBuilding(p):
				if checks && p != q && s.Chance(p, spreadNode) < float64(spreadChance*(1-far/spreadReach)) {
					s.Ignite(p)
				}
			case far <= heatReach:
				s.a.Life.Hurt(p, float32(heatDamage*dt), 0)
			}
		}
	}
	if checks && s.a.Since(lit) >= fireAtLeast && s.Chance(q, fireNode) < endChance {
		s.Structures[q].LitAt = 0
	}
}
