package unvanquished

import (
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/systems"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// The entities that trees name by number, after the kinds of buildings.
const (
	theGoal = iota + lastBuilding + 1
	theEnemy
	theDamaged
	theFriendly
	theHostile
	theSelf
)

func (s *state) targetBody(b int32) target {
	if b < 0 {
		return target{}
	}
	return target{kind: bodyTarget, who: s.a.ID(b)}
}

// entityNumbered returns what the number of an entity means for a body; no
// target where there is none.
func (s *state) entityNumbered(b int32, number int) target {
	switch {
	case number == theSelf:
		return s.targetBody(b)
	case number == theGoal:
		return s.bots[b].goal
	case number == theEnemy:
		return s.targetBody(s.enemy(b))
	case number == theDamaged:
		return s.targetBody(s.nearestOf(b, damaged, s.a.Group[b]))
	case number == theFriendly:
		return s.building(b, allBuildings, core.Ours)
	case number == theHostile:
		return s.building(b, allBuildings, core.Theirs)
	case number > 0 && number <= lastBuilding:
		m := s.building(b, number, core.Ours)
		if m.kind == noTarget {
			m = s.building(b, number, core.Theirs)
		}
		m.as = uint8(number)
		return m
	}
	return target{}
}

// enemy returns the nearest foe that a body sees, or, with its radar on, that
// is within the radius of its sight; -1 for none.
func (s *state) enemy(b int32) int32 {
	q := s.a.NearestFoe(b)
	if q >= 0 || !s.active(b, radar) {
		return q
	}
	x, y, _, _ := s.a.Game.Body(b)
	best := math.Inf(1)
	for _, gi := range s.a.Groups[s.a.Group[b]].Foes {
		if s.a.Groups[gi].Index.Len() == 0 {
			continue
		}
		f := s.a.Groups[gi].Index.NearestWithin(x, y, s.a.FormOf(b).Sight.Radius, -1)
		if f < 0 {
			continue
		}
		if d := s.a.Distance(b, f); d < best || d == best && s.a.ID(f) < s.a.ID(q) {
			q, best = f, d
		}
	}
	return q
}

// nearestOf returns the nearest body in a listing of a group, or -1.
func (s *state) nearestOf(b int32, kind int, group int16) int32 {
	l := &s.teams[group].kinds[kind]
	if len(l.list) == 0 {
		return -1
	}
	x, y, _, _ := s.a.Game.Body(b)
	return l.index.NearestWithin(x, y, host.Endless, b)
}

// building returns the nearest building of a kind: a body, or a place where
// that is nearer. With core.Ours it is of the body's team or of nobody, with
// core.Theirs of another team.
func (s *state) building(b int32, kind int, whose string) target {
	x, y, _, _ := s.a.Game.Body(b)
	team, best, found := s.a.TeamOf(b), math.Inf(1), target{}
	look := func(q int32) {
		if q >= 0 {
			if d := s.a.Distance(b, q); d < best {
				best, found = d, s.targetBody(q)
			}
		}
	}
	if whose == core.Ours {
		look(s.nearestOf(b, kind, s.a.Group[b]))
	} else {
		for _, gi := range s.a.Groups[s.a.Group[b]].Foes {
			look(s.nearestOf(b, kind, gi))
		}
	}
	for i, kinds := range s.places {
		p := &s.a.Places()[i]
		if kinds>>kind&1 == 0 || (p.Team == team || p.Team == systems.NoTeam) != (whose == core.Ours) {
			continue
		}
		if d := math.Sqrt(s.a.Field.Dist2(x, y, p.X, p.Y)); d < best {
			best, found = d, target{kind: placeTarget, place: int32(i)}
		}
	}
	return found
}

// coreOf returns what a team must not lose: its reactor or overmind, else where
// it spawns, else any building.
func (s *state) coreOf(b int32, whose string) target {
	for _, kind := range [...]int{reactor, overmind, hatchery, allBuildings} {
		if m := s.building(b, kind, whose); m.kind != noTarget {
			return m
		}
	}
	return target{}
}

// spotOf returns where a target is, in metres; false for no target and for a
// body that is gone.
func (s *state) spotOf(m target) (x, y float32, ok bool) {
	switch m.kind {
	case bodyTarget:
		q := s.a.BodyOf(m.who)
		if q < 0 {
			return 0, 0, false
		}
		x, y, _, _ = s.a.Game.Body(q)
	case placeTarget:
		x, y = s.a.Places()[m.place].X, s.a.Places()[m.place].Y
	case pointTarget:
		x, y = m.x, m.y
	default:
		return 0, 0, false
	}
	return x, y, true
}

// gap returns how far the middle of a target is, in metres; host.Endless for
// none.
func (s *state) gap(b int32, m target) float64 {
	mx, my, ok := s.spotOf(m)
	if !ok {
		return host.Endless
	}
	x, y, _, _ := s.a.Game.Body(b)
	return math.Sqrt(s.a.Field.Dist2(x, y, mx, my))
}

// stopAt returns how near a body comes to a target that it goes to, in metres.
func (s *state) stopAt(m target) float64 {
	switch m.kind {
	case bodyTarget:
		if q := s.a.BodyOf(m.who); q >= 0 {
			return core.HandReach + float64(s.a.FormOf(q).Radius)
		}
	case placeTarget:
		return float64(s.a.Places()[m.place].Radius)
	}
	return 0.5
}

// livingOf returns the living body that a target is, or -1.
func (s *state) livingOf(m target) int32 {
	if m.kind != bodyTarget {
		return -1
	}
	return s.a.Living(m.who)
}

// kindsAt returns the kinds of buildings that a target is, a bit each.
func (s *state) kindsAt(m target) uint32 {
	switch m.kind {
	case bodyTarget:
		if q := s.a.BodyOf(m.who); q >= 0 {
			return s.forms[s.a.Mind[q].Form]
		}
	case placeTarget:
		return s.places[m.place]
	}
	return 0
}

// teamAt returns the team of a target, or systems.NoTeam.
func (s *state) teamAt(m target) int {
	switch m.kind {
	case bodyTarget:
		if q := s.a.BodyOf(m.who); q >= 0 {
			return s.a.TeamOf(q)
		}
	case placeTarget:
		return s.a.Places()[m.place].Team
	}
	return systems.NoTeam
}

// kindAt returns the kind of building that a target is: the one as which it was
// asked for, else one of its team's; 0 for no building.
func (s *state) kindAt(m target) int {
	if m.as != 0 {
		return int(m.as)
	}
	kinds, first := s.kindsAt(m)&^(1<<allBuildings), 0
	second := s.teamAt(m) == 1
	for kind := 1; kind <= lastBuilding; kind++ {
		if kinds>>kind&1 != 0 && (first == 0 || second && first < firstOfB && kind >= firstOfB) {
			first = kind
		}
	}
	return first
}

// goTo goes within stop metres of the middle of a target.
func (t turn) goTo(m target, stop float64, pace float32) host.Status {
	if t.active(t.Body, jetpack) {
		pace = max(pace, t.FormOf(t.Body).Paces.Sprint)
	}
	switch m.kind {
	case bodyTarget:
		q := t.Living(m.who)
		if q < 0 {
			return host.Failure
		}
		if q == t.Body {
			t.Stand()
			return host.Success
		}
		return t.Approach(q, stop, pace)
	case placeTarget:
		if t.gap(t.Body, m) <= stop {
			t.Stand()
			return host.Success
		}
		dx, dy, far := t.WayToPlace(t.Body, m.place)
		return t.Travel(dx, dy, far, stop, pace)
	case pointTarget:
		dx, dy, far := t.Way(t.Body, m.x, m.y)
		return t.Travel(dx, dy, far, stop, pace)
	}
	return host.Failure
}

// around returns a random point within a radius of a point, on the field.
func (t turn) around(x, y float32, radius float64) target {
	for {
		dx, dy := 2*t.Random()-1, 2*t.Random()-1
		if float64(dx*dx)+float64(dy*dy) <= 1 {
			x += float32(radius * dx)
			y += float32(radius * dy)
			break
		}
	}
	s := t.Game.Setup
	return target{kind: pointTarget, x: min(max(x, 0), s.Width), y: min(max(y, 0), s.Height)}
}

// active reports whether a body has an upgrade switched on.
func (s *state) active(b int32, upgrade int) bool { return s.bots[b].upgrades>>upgrade&1 != 0 }

// owns reports whether a body has an upgrade, on or off.
func (s *state) owns(b int32, upgrade int) bool {
	if upgrade <= 0 || upgrade >= len(s.good) || s.good[upgrade] < 0 {
		return false
	}
	return s.a.Cargo[b].Goods>>s.good[upgrade]&1 != 0
}

// builder reports whether a body can build: by a tag of its class, its class or
// a tool.
func (s *state) builder(b int32) bool {
	if slices.Contains(s.a.FormOf(b).Tags, "builder") {
		return true
	}
	if n := s.class[s.a.Mind[b].Form]; n == 1 || n == 2 {
		return true
	}
	for i := range s.a.Cargo[b].Arms {
		if w := s.a.Cargo[b].Arms[i].Weapon; w >= 0 && s.weapon[w] >= 20 {
			return true
		}
	}
	return false
}

// due returns the first class of buildings of which a body's team has fewer
// than at the start, or -1.
func (s *state) due(b int32) int {
	team := s.a.TeamOf(b)
	for i := range s.a.Game.Setup.Classes {
		c := &s.a.Game.Setup.Classes[i]
		if s.forms[i] != 0 && c.Team == team && team != systems.NoTeam && s.a.Game.World.Count(i) < c.Count {
			return i
		}
	}
	return -1
}

// Useful reports whether a good is an upgrade that can be switched on and that
// a body does not have.
func (s *state) Useful(b int32, good int) bool {
	if s.a.Cargo[b].Goods>>good&1 != 0 {
		return false
	}
	for u := radar; u <= medkit; u++ {
		if s.good[u] == good {
			return true
		}
	}
	return false
}
