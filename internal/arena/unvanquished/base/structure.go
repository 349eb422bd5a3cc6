package base

import (
	"math"
	"slices"

	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/systems"
)

// plan holds the rules of a class of buildings.
type plan struct {
	team   int
	kinds  uint32  // that it is, a bit each; 0 for bots
	kind   int     // the first of its team's; 0 for none
	points float64 // build points
	ticks  int64   // from its beginning until it is finished
	timer  float64 // seconds for which its builder must wait
	regen  float32 // points of health a second; 0 where the scene says it
}

// The life of a building.
const (
	firstHealth = 0.25 // the share of its health that it begins with
	alienRest   = 2    // seconds without damage until it regenerates
	humanRest   = 5
	remainsLie  = 3.5 // seconds for which the remains of an alien one lie
)

// What explodes does so much damage so far around, less with the distance: Thicket's
// own numbers, those of the game are not known.
const (
	blastPoints     = 50
	blastReach      = 150 * lore.Unit
	mainBlastPoints = 200
	mainBlastReach  = 200 * lore.Unit
)

// The node numbers for random draws of buildings; no tree has so many nodes.
const (
	fuseNode = 1<<16 + 16 + iota
	fireNode
	spreadNode
	besideNode
)

// planClasses works out what the rules say of each class of buildings: what the scene
// does not say comes from the tables.
func (s *Base) planClasses() {
	s.plans = s.plans[:0]
	for i := range s.a.Game.Setup.Classes {
		p, f := plan{team: s.TeamOfClass(i)}, s.a.FormOfClass(i)
		if !s.Thinks[i] {
			p.kinds = s.FormKinds[i]
			p.kind = lore.FirstKind(p.kinds, p.team == lore.Humans)
		}
		if p.kind != 0 {
			facts := &lore.Buildings[p.kind]
			if p.points = f.Price; p.points == 0 {
				p.points = facts.Points
			}
			seconds := f.Build
			if seconds == 0 {
				seconds = facts.Seconds
			}
			p.ticks, p.timer = s.a.Ticks(seconds), float64(seconds*timerShare)
			if s.a.Config.Game == lore.Name && f.Regen == 0 {
				p.regen = facts.Regen
			}
		}
		s.plans = append(s.plans, p)
	}
	s.plans = append(s.plans, plan{}) // of players
	for team := range s.sides {
		e := &s.sides[team]
		for kind := range e.class {
			e.class[kind] = s.classOfKind(team, kind)
		}
		e.plugged = (e.class[lore.Overmind] >= 0 || e.class[lore.Reactor] >= 0) && s.PlacesOf(team, lore.Mains) == 0
	}
}

// classOfKind returns the class of a kind of building of a team, or -1.
func (s *Base) classOfKind(team, kind int) int {
	return slices.IndexFunc(s.plans[:len(s.a.Game.Setup.Classes)], func(p plan) bool {
		return kind > 0 && p.kinds>>kind&1 != 0 && p.team == team
	})
}

// planOf returns what the rules say of a building.
func (s *Base) planOf(q int32) *plan { return &s.plans[s.a.Form[q]] }

// SenseBuildings brings up to date what follows from which buildings there are: power,
// what is damaged and what burns, and build points.
func (s *Base) SenseBuildings() {
	for g := range s.Teams {
		c := &s.Teams[g]
		c.Powered = g >= len(s.sides) || !s.sides[g].plugged
		for _, kind := range [...]int{lore.Overmind, lore.Reactor} {
			for _, q := range c.Kinds[kind].List {
				c.Powered = c.Powered || s.Finished(q)
			}
		}
		spent, mines := 0., 0
		for _, q := range c.Kinds[lore.AllBuildings].List {
			spent += s.planOf(q).points
			if !s.Works(q) {
				continue
			}
			if s.FormKinds[s.a.Form[q]]&lore.Miners != 0 {
				mines++
			}
			if s.a.HealthShare(q) < 1 {
				c.Add(lore.Damaged, q)
			}
			if s.Burns(q) {
				c.Add(lore.Burning, q)
			}
		}
		if g < len(s.sides) {
			c.Free = s.sides[g].total(&s.law, mines) - spent - s.sides[g].queued
			c.Next, c.Lucky = s.nextOf(g)
		}
	}
}

// Struck is called when a body has lost health.
func (s *Base) Struck(q int32) { s.StruckAt[q] = s.a.Now }

// Collapse is called when a building dies. It is true where the building lies until it
// explodes; one that was not finished is gone at once.
func (s *Base) Collapse(q int32) bool {
	e := &s.Structures[q]
	e.LitAt = 0
	p, team := s.planOf(q), s.a.TeamOf(q)
	if p.kind == 0 || s.a.FormOf(q).Respawn >= 0 {
		return false
	}
	if team != systems.NoTeam {
		s.sides[team].queued += p.points
	}
	if !s.Finished(q) {
		return false
	}
	e.BlastAt = s.a.Now + max(s.a.Ticks(s.fuse(q, p.kind)), 1)
	return true
}

// fuse draws how long a destroyed building lies until it explodes, in seconds.
func (s *Base) fuse(q int32, kind int) float64 {
	switch u := s.Chance(q, fuseNode); {
	case kind == lore.Reactor:
		return 4
	case kind >= lore.FirstOfB:
		return 3 + float64(2*u)
	default:
		return 2 + float64(3*u)
	}
}

// TendBuildings lets what is built grow, what stands regenerate and burn, and what is
// destroyed explode.
func (s *Base) TendBuildings() {
	for g := range s.Teams {
		for _, q := range s.Teams[g].Kinds[lore.AllBuildings].List {
			if p := s.planOf(q); p.kind != 0 && s.a.Health[q].Points > 0 {
				s.tend(q, p)
			}
		}
		for _, q := range s.Teams[g].Wrecks {
			s.decay(q)
		}
	}
	for _, b := range s.builders {
		s.mend(b)
	}
}

// tend does to a living building what a tick does.
func (s *Base) tend(q int32, p *plan) {
	e, struckAt := &s.Structures[q], s.StruckAt[q]
	full := s.a.FormOf(q).Health
	switch {
	case e.DoneAt >= s.a.Now:
		s.a.Life.Heal(q, full*(1-firstHealth)/float32(max(p.ticks, 1)))
		if s.Finished(q) {
			s.rewardBuilding(q, p)
		}
	case p.regen > 0 && s.Teams[s.a.Group[q]].Powered && (struckAt == 0 || s.a.Since(struckAt) >= s.restOf(q)):
		s.a.Life.Heal(q, float32(float64(p.regen)*s.a.Game.World.Clock().DT))
	}
	if s.Burns(q) {
		s.burn(q)
	}
}

// restOf returns for how many seconds a building must not be struck to regenerate.
func (s *Base) restOf(q int32) float64 {
	if s.a.TeamOf(q) == lore.Humans {
		return humanRest
	}
	return alienRest
}

// decay does to a destroyed building what a tick does.
func (s *Base) decay(q int32) {
	switch e := &s.Structures[q]; s.a.Now {
	case e.BlastAt:
		s.blast(q)
		s.avenge(q)
		if e.GoneAt = s.a.Now; s.planOf(q).kind < lore.FirstOfB {
			e.GoneAt += max(s.a.Ticks(remainsLie), 1)
			return
		}
		s.a.Life.Dismiss(q)
	case e.GoneAt:
		s.a.Life.Dismiss(q)
	}
}

// blast hurts those near a building that explodes: alien ones spare their team.
func (s *Base) blast(q int32) {
	damage, reach := float32(blastPoints), float32(blastReach)
	if s.FormKinds[s.a.Form[q]]&lore.Mains != 0 {
		damage, reach = mainBlastPoints, mainBlastReach
	}
	x, y := s.a.Game.At(q)
	for g := range s.a.Groups {
		if s.planOf(q).kind < lore.FirstOfB && int16(g) == s.a.Group[q] {
			continue
		}
		s.near = s.a.Groups[g].Index.Within(x, y, reach, s.near[:0])
		for _, p := range s.near {
			px, py := s.a.Game.At(p)
			far := float32(math.Sqrt(s.a.Field.Dist2(x, y, px, py)))
			if far < reach { // it may have moved since bodies were listed
				s.a.Life.Hurt(p, damage*(1-far/reach), 0)
				s.Knock(p, x, y, damage*(1-far/reach))
			}
		}
	}
}

// hits reports whether the way that a body looks goes through another.
func (s *Base) hits(b, q int32) bool {
	dx, dy := s.a.Delta(b, q)
	hx, hy := s.a.Game.HeadingOf(b)
	ahead := float64(dx*float64(hx)) + float64(dy*float64(hy))
	aside := float64(dx*float64(hy)) - float64(dy*float64(hx))
	return ahead > 0 && math.Abs(aside) <= float64(s.a.FormOf(q).Radius)
}
