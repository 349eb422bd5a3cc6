package unvanquished

import (
	"math"

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

// entityNumbered returns what the number of an entity means for a body; no target
// where there is none: BotGetClosestBuilding and its kin.
func (s *state) entityNumbered(b int32, number int) target {
	switch {
	case number == theSelf:
		return s.targetBody(b)
	case number == theGoal:
		if goal := s.bots[b].goal; s.entityOf(goal) {
			return goal
		}
	case number == theEnemy:
		return s.bestEnemy(b)
	case number == theDamaged:
		return s.damagedBuilding(b)
	case namesBuilding(number):
		return s.targetAt(s.buildingNumbered(b, number))
	}
	return target{}
}

// namesBuilding reports whether the number of an entity stands for the nearest building
// of some kind.
func namesBuilding(number int) bool {
	return number > 0 && number <= lastBuilding || number == theFriendly || number == theHostile
}

// buildingNumbered returns the building that the number of an entity means for a body.
func (s *state) buildingNumbered(b int32, number int) found {
	switch number {
	case theFriendly:
		return s.nearestBuilding(b, allBuildings, core.Ours, 0, s.alive)
	case theHostile:
		return s.nearestBuilding(b, allBuildings, core.Theirs, 0, s.alive)
	}
	if own := s.nearestOwn(b, number); own.kind != noTarget {
		return own
	}
	return s.nearestKnown(b, number)
}

// entity returns what an argument means for the bot.
func (t turn) entity(arg int) target { return t.entityNumbered(t.Body, t.entityNumber(arg)) }

// entityNumber returns the number of an entity that an argument is.
func (t turn) entityNumber(arg int) int {
	number := whole(t.Num(arg))
	if number < 0 || number > theSelf {
		t.Warnf("there is no entity %d", number)
	}
	return number
}

// The distances to what is not there, in the trees' units.
const (
	noDistance = math.MaxFloat32 // to a building of a kind, to an enemy
	noEntity   = 1e15
	noUserSpot = 1.7e19 // to the spot that a user named
)

// distanceTo returns the distance of a body to an entity that trees name by a number, in
// their unit of length.
func (s *state) distanceTo(b int32, number int) float64 {
	if namesBuilding(number) {
		if q := s.buildingNumbered(b, number); q.kind != noTarget {
			return q.far * s.perM
		}
	} else if m := s.entityNumbered(b, number); m.kind != noTarget {
		return s.gap(b, m) * s.perM
	}
	switch {
	case number > 0 && number <= lastBuilding, number == theEnemy, number == theDamaged:
		return noDistance
	}
	return noEntity
}

// straightTo reports whether the bot can walk straight to a target.
func (t turn) straightTo(m target) bool {
	x, y, ok := t.spotOf(m)
	return ok && t.StraightWay(t.Body, x, y)
}

// straightToGoal reports whether the way to the goal has no bend, as it was at the start
// of the tick: not in the tick in which the goal was changed. Where the goal is dead it
// is what it was when it was asked last.
func (t turn) straightToGoal() bool {
	e := &t.bots[t.Body]
	if e.changed == t.Now {
		return false
	}
	if t.valid(e.goal) {
		e.straight = t.straightTo(e.goal)
	}
	return e.straight
}

// targetAsks are the functions that ask where something is.
var targetAsks = []entry{
	{name: "directPathTo", doc: "1 when the bot can walk straight to an entity, past all obstacles; 0 for none. Of the goal it is 0 in the tick in which that was set, and stays as it was when the goal dies.",
		ask: func(t turn) host.Value {
			if whole(t.Num(0)) == theGoal {
				return truth(t.straightToGoal())
			}
			return truth(t.straightTo(t.entity(0)))
		}},
	{name: "distanceTo", doc: "The distance to the middle of an entity. Without one it is 3.4e38 for the kinds of buildings, E_ENEMY and E_DAMAGEDBUILDING, and 1e15 for others.",
		ask: func(t turn) host.Value { return number32(t.distanceTo(t.Body, t.entityNumber(0))) }},
	{name: "distanceToSpecifiedPosition", doc: "The distance to the team's nearest place with the tag `rally`, which stands for the spot that a user named; 1.7e19 for none.",
		ask: func(t turn) host.Value {
			if place, far := t.nearestRally(t.Body); place >= 0 {
				return number32(far * t.perM)
			}
			return number32(noUserSpot)
		}},
}

// found is a building and how far it is.
type found struct {
	kind  uint8 // of target
	as    uint8 // the kind of building as which it was asked for, or 0
	which int32 // body or place
	far   float64
}

// targetAt returns the target that a building is.
func (s *state) targetAt(f found) (m target) {
	switch f.kind {
	case bodyTarget:
		m = s.targetBody(f.which)
	case placeTarget:
		m = target{kind: placeTarget, place: f.which}
	}
	m.as = f.as
	return m
}

// nearestOwn returns the nearest building of a kind of a body's team that works.
func (s *state) nearestOwn(b int32, kind int) found {
	f := s.nearestBuilding(b, kind, core.Ours, 0, s.works)
	if f.kind == placeTarget && !s.poweredPlace(f.which) {
		f = found{}
	}
	f.as = uint8(kind)
	return f
}

// nearestKnown returns the nearest building of a kind of another team of which a body's
// team knows.
func (s *state) nearestKnown(b int32, kind int) found {
	f := s.nearestBuilding(b, kind, core.Theirs, firstKnown, s.alive)
	f.as = uint8(kind)
	return f
}

// ownBuilding is nearestOwn as a target.
func (s *state) ownBuilding(b int32, kind int) target { return s.targetAt(s.nearestOwn(b, kind)) }

// knownBuilding is nearestKnown as a target.
func (s *state) knownBuilding(b int32, kind int) target { return s.targetAt(s.nearestKnown(b, kind)) }

// damagedBuilding returns the nearest building of a body's team that must be mended:
// for humans one that is damaged, for aliens one that burns.
func (s *state) damagedBuilding(b int32) target {
	kind := damaged
	if s.a.TeamOf(b) == aliens {
		kind = burning
	}
	return s.targetBody(s.nearestOf(b, kind, s.a.Group[b], s.works))
}

// alive accepts all that live.
func (s *state) alive(int32) bool { return true }

// works reports whether a building is finished and has power.
func (s *state) works(q int32) bool { return s.finished(q) && s.powered(q) }

// worksAt is works for a target that lives; places are finished.
func (s *state) worksAt(m target) bool {
	q := s.livingOf(m)
	return s.poweredAt(m) && (q < 0 || s.finished(q))
}

// poweredAt is powered for a target that lives.
func (s *state) poweredAt(m target) bool {
	switch m.kind {
	case bodyTarget:
		q := s.livingOf(m)
		return q >= 0 && s.powered(q)
	case placeTarget:
		return s.poweredPlace(m.place)
	}
	return false
}

// poweredPlace is powered for a place.
func (s *state) poweredPlace(place int32) bool {
	team := s.a.Places()[place].Team
	return team < 0 || s.teams[team].powered || s.places[place]&selfPowered != 0
}

// nearestOf returns the nearest body in a listing of a group that will do, or -1.
func (s *state) nearestOf(b int32, kind int, group int16, will func(int32) bool) int32 {
	return s.nearestOfWithin(b, kind, group, host.Endless, will)
}

// nearestOfWithin is nearestOf for who is no farther than so many metres.
func (s *state) nearestOfWithin(b int32, kind int, group int16, metres float64, will func(int32) bool) int32 {
	l := &s.teams[group].kinds[kind]
	if len(l.list) == 0 {
		return -1
	}
	reach := float32(metres)
	if float64(reach) < metres {
		reach = math.Nextafter32(reach, host.Endless)
	}
	x, y, _, _ := s.a.Game.Body(b)
	first := l.index.NearestWithin(x, y, reach, b)
	if first < 0 || will(first) {
		return first
	}
	near := s.a.Borrow()
	defer near.Return()
	for far := 2*s.a.Distance(b, first) + 1; ; far *= 2 {
		far = min(far, float64(reach))
		near.List = l.index.Within(x, y, float32(far), near.List[:0])
		if q := s.nearestAmong(b, near.List, will); q >= 0 || far == float64(reach) || len(near.List) == len(l.list) {
			return q
		}
	}
}

// nearestAmong returns the nearest of some bodies that will do, or -1.
func (s *state) nearestAmong(b int32, list []int32, will func(int32) bool) int32 {
	best, far := int32(-1), math.Inf(1)
	for _, q := range list {
		if q == b || !will(q) {
			continue
		}
		if d := s.a.Distance(b, q); d < far || d == far && s.a.ID(q) < s.a.ID(best) {
			best, far = q, d
		}
	}
	return best
}

// nearestBuilding returns the nearest building of a kind that will do: a body, or a
// place where that is nearer. With core.Ours it is of the body's team or of nobody,
// with core.Theirs of another team. Bodies are of the listings from one on: 0, or
// firstKnown for those that others know of.
func (s *state) nearestBuilding(b int32, kind int, whose string, from int, will func(int32) bool) found {
	x, y, _, _ := s.a.Game.Body(b)
	team, best := s.a.TeamOf(b), found{far: math.Inf(1)}
	look := func(q int32) {
		if q >= 0 {
			if d := s.a.Distance(b, q); d < best.far {
				best = found{kind: bodyTarget, which: q, far: d}
			}
		}
	}
	if whose == core.Ours {
		look(s.nearestOf(b, from+kind, s.a.Group[b], will))
	} else {
		for _, gi := range s.a.Groups[s.a.Group[b]].Foes {
			look(s.nearestOf(b, from+kind, gi, will))
		}
	}
	for i, kinds := range s.places {
		p := &s.a.Places()[i]
		if kinds>>kind&1 == 0 || (p.Team == team || p.Team == systems.NoTeam) != (whose == core.Ours) {
			continue
		}
		if d := math.Sqrt(s.a.Field.Dist2(x, y, p.X, p.Y)); d < best.far {
			best = found{kind: placeTarget, which: int32(i), far: d}
		}
	}
	return best
}

// mainOf returns the main building of a body's team that works, or no target.
func (s *state) mainOf(b int32) target {
	if s.a.TeamOf(b) == aliens {
		return s.ownBuilding(b, overmind)
	}
	return s.ownBuilding(b, reactor)
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
