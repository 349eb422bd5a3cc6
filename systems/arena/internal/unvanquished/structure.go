package unvanquished

import (
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/systems"
)

// structure is what is kept of a building, and of a bot as a builder. Ticks that are 0
// stand for never.
type structure struct {
	doneAt int64 // when it is finished
	litAt  int64 // when the fire on it began
	knowledge
	blastAt   int64         // of a destroyed one: when it explodes
	goneAt    int64         // of an exploded one: when its remains are gone
	serves    ecs.Due       // of a spawn: from when on it can bring back the next
	dampUntil int64         // until when it catches no fire
	ready     ecs.Due       // of a builder: when its build timer is over
	mends     ecs.Due       // of a builder: when its kit mends again
	patient   components.ID // of a medistation: whom it heals, or 0
}

// plan is what the rules say of a class of buildings.
type plan struct {
	team   int
	kinds  uint32  // that it is, a bit each; 0 for bots
	kind   int     // the first of its team's; 0 for none
	points float64 // build points
	ticks  int64   // from its beginning until it is finished
	timer  float64 // seconds for which its builder must wait
	regen  float32 // points of health a second; 0 where the scene says it
}

// selfPowered are the kinds of buildings that need no main building, a bit each;
// miners those that give build points, mains those that give power.
const (
	selfPowered = 1<<egg | 1<<overmind | 1<<leech | 1<<telenode | 1<<drill | 1<<reactor
	miners      = 1<<leech | 1<<drill
	mains       = 1<<overmind | 1<<reactor
)

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
	blastReach      = 150 * unit
	mainBlastPoints = 200
	mainBlastReach  = 200 * unit
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
func (s *state) planClasses() {
	s.plans = s.plans[:0]
	for i := range s.a.Game.Setup.Classes {
		p, f := plan{team: s.teamOfClass(i)}, s.a.FormOfClass(i)
		if !s.thinks[i] {
			p.kinds = s.forms[i]
			p.kind = firstKind(p.kinds, p.team == humans)
		}
		if p.kind != 0 {
			facts := &buildings[p.kind]
			if p.points = f.Price; p.points == 0 {
				p.points = facts.points
			}
			seconds := f.Build
			if seconds == 0 {
				seconds = facts.seconds
			}
			p.ticks, p.timer = s.a.Ticks(seconds), float64(seconds*timerShare)
			if s.a.Config.Game == Name && f.Regen == 0 {
				p.regen = facts.regen
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
		e.plugged = (e.class[overmind] >= 0 || e.class[reactor] >= 0) && s.placesOf(team, mains) == 0
	}
}

// classOfKind returns the class of a kind of building of a team, or -1.
func (s *state) classOfKind(team, kind int) int {
	return slices.IndexFunc(s.plans[:len(s.a.Game.Setup.Classes)], func(p plan) bool {
		return kind > 0 && p.kinds>>kind&1 != 0 && p.team == team
	})
}

// placesOf counts the places of a team that are of some kinds of buildings, a bit each.
func (s *state) placesOf(team int, kinds uint32) (n int) {
	for i, k := range s.places {
		if k&kinds != 0 && s.a.Places()[i].Team == team {
			n++
		}
	}
	return n
}

// planOf returns what the rules say of a building.
func (s *state) planOf(q int32) *plan { return &s.plans[s.a.Form[q]] }

// built reports whether a body is of one of the game's buildings, which it stays with
// any tree that it is given.
func (s *state) built(q int32) bool { return s.a.Config.Game == Name && s.a.FormOf(q).Fixed }

// isBuilding reports whether a body is a building, and no bot with a tag of one.
func (s *state) isBuilding(q int32) bool {
	return s.forms[s.a.Form[q]] != 0 && !s.plays[q]
}

// finished reports whether a building was built to its end.
func (s *state) finished(q int32) bool { return s.structures[q].doneAt <= s.a.Now }

// powered reports whether a building has power.
func (s *state) powered(q int32) bool {
	return s.teams[s.a.Group[q]].powered || s.forms[s.a.Form[q]]&selfPowered != 0
}

// senseBuildings brings up to date what follows from which buildings there are: power,
// what is damaged and what burns, and build points.
func (s *state) senseBuildings() {
	for g := range s.teams {
		c := &s.teams[g]
		c.powered = g >= len(s.sides) || !s.sides[g].plugged
		for _, kind := range [...]int{overmind, reactor} {
			for _, q := range c.kinds[kind].list {
				c.powered = c.powered || s.finished(q)
			}
		}
		spent, mines := 0., 0
		for _, q := range c.kinds[allBuildings].list {
			spent += s.planOf(q).points
			if !s.works(q) {
				continue
			}
			if s.forms[s.a.Form[q]]&miners != 0 {
				mines++
			}
			if s.a.HealthShare(q) < 1 {
				c.add(damaged, q)
			}
			if s.burns(q) {
				c.add(burning, q)
			}
		}
		if g < len(s.sides) {
			c.free = s.sides[g].total(&s.law, mines) - spent - s.sides[g].queued
			c.next, c.lucky = s.nextOf(g)
		}
	}
}

// struck is called when a body has lost health.
func (s *state) struck(q int32) { s.struckAt[q] = s.a.Now }

// collapse is called when a building dies. It is true where the building lies until it
// explodes; one that was not finished is gone at once.
func (s *state) collapse(q int32) bool {
	e := &s.structures[q]
	e.litAt = 0
	p, team := s.planOf(q), s.a.TeamOf(q)
	if p.kind == 0 || s.a.FormOf(q).Respawn >= 0 {
		return false
	}
	if team != systems.NoTeam {
		s.sides[team].queued += p.points
	}
	if !s.finished(q) {
		return false
	}
	e.blastAt = s.a.Now + max(s.a.Ticks(s.fuse(q, p.kind)), 1)
	return true
}

// fuse draws how long a destroyed building lies until it explodes, in seconds.
func (s *state) fuse(q int32, kind int) float64 {
	switch u := s.chance(q, fuseNode); {
	case kind == reactor:
		return 4
	case kind >= firstOfB:
		return 3 + float64(2*u)
	default:
		return 2 + float64(3*u)
	}
}

// chance draws a number in [0, 1) for a body in this tick.
func (s *state) chance(q int32, node uint32) float64 {
	return host.Float64(ecs.Rand(s.a.Game.Seed(), s.a.ID(q), s.a.Now, node, 0))
}

// tendBuildings lets what is built grow, what stands regenerate and burn, and what is
// destroyed explode.
func (s *state) tendBuildings() {
	for g := range s.teams {
		for _, q := range s.teams[g].kinds[allBuildings].list {
			if p := s.planOf(q); p.kind != 0 && s.a.Health[q].Points > 0 {
				s.tend(q, p)
			}
		}
		for _, q := range s.teams[g].wrecks {
			s.decay(q)
		}
	}
	for _, b := range s.builders {
		s.mend(b)
	}
}

// tend does to a living building what a tick does.
func (s *state) tend(q int32, p *plan) {
	e, struckAt := &s.structures[q], s.struckAt[q]
	full := s.a.FormOf(q).Health
	switch {
	case e.doneAt >= s.a.Now:
		s.a.Heal(q, full*(1-firstHealth)/float32(max(p.ticks, 1)))
		if s.finished(q) {
			s.rewardBuilding(q, p)
		}
	case p.regen > 0 && s.teams[s.a.Group[q]].powered && (struckAt == 0 || s.a.Since(struckAt) >= s.restOf(q)):
		s.a.Heal(q, float32(float64(p.regen)*s.a.Game.World.Clock().DT))
	}
	if s.burns(q) {
		s.burn(q)
	}
}

// restOf returns for how many seconds a building must not be struck to regenerate.
func (s *state) restOf(q int32) float64 {
	if s.a.TeamOf(q) == humans {
		return humanRest
	}
	return alienRest
}

// decay does to a destroyed building what a tick does.
func (s *state) decay(q int32) {
	switch e := &s.structures[q]; s.a.Now {
	case e.blastAt:
		s.blast(q)
		s.avenge(q)
		if e.goneAt = s.a.Now; s.planOf(q).kind < firstOfB {
			e.goneAt += max(s.a.Ticks(remainsLie), 1)
			return
		}
		s.a.Dismiss(q)
	case e.goneAt:
		s.a.Dismiss(q)
	}
}

// blast hurts those near a building that explodes: alien ones spare their team.
func (s *state) blast(q int32) {
	damage, reach := float32(blastPoints), float32(blastReach)
	if s.forms[s.a.Form[q]]&mains != 0 {
		damage, reach = mainBlastPoints, mainBlastReach
	}
	x, y, _, _ := s.a.Game.Body(q)
	for g := range s.a.Groups {
		if s.planOf(q).kind < firstOfB && int16(g) == s.a.Group[q] {
			continue
		}
		s.near = s.a.Groups[g].Index.Within(x, y, reach, s.near[:0])
		for _, p := range s.near {
			px, py, _, _ := s.a.Game.Body(p)
			far := float32(math.Sqrt(s.a.Field.Dist2(x, y, px, py)))
			if far < reach { // it may have moved since bodies were listed
				s.a.Hurt(p, damage*(1-far/reach), 0)
			}
		}
	}
}

// hits reports whether the way that a body looks goes through another.
func (s *state) hits(b, q int32) bool {
	dx, dy := s.a.Delta(b, q)
	_, _, hx, hy := s.a.Game.Body(b)
	ahead := float64(dx*float64(hx)) + float64(dy*float64(hy))
	aside := float64(dx*float64(hy)) - float64(dy*float64(hx))
	return ahead > 0 && math.Abs(aside) <= float64(s.a.FormOf(q).Radius)
}
