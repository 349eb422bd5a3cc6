package arena

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/systems"
)

// The entities that trees name by number, beside the kinds of buildings.
const (
	theGoal = iota + lastBuilding + 1
	theEnemy
	theDamaged
	theFriendly
	theHostile
	theSelf
)

func (a *Arena) markBody(b int32) mark {
	if b < 0 {
		return mark{}
	}
	return mark{kind: bodyMark, who: a.id(b)}
}

// thing is what a number means for a body; nothing where there is no such thing.
func (a *Arena) thing(b int32, number int) mark {
	switch {
	case number == theSelf:
		return a.markBody(b)
	case number == theGoal:
		return a.base.errand[b].goal
	case number == theEnemy:
		return a.markBody(a.enemy(b))
	case number == theDamaged:
		return a.markBody(a.nearestOf(b, damaged, a.group[b]))
	case number == theFriendly:
		return a.building(b, allBuildings, ours)
	case number == theHostile:
		return a.building(b, allBuildings, theirs)
	case number > 0 && number <= lastBuilding:
		m := a.building(b, number, ours)
		if m.kind == noMark {
			m = a.building(b, number, theirs)
		}
		m.as = uint8(number)
		return m
	}
	return mark{}
}

// enemy is a body's best enemy: the nearest foe that it sees, and with its radar
// on the nearest in its sight's radius; -1 for none.
func (a *Arena) enemy(b int32) int32 {
	q := a.foe(b)
	if q >= 0 || !a.active(b, radar) {
		return q
	}
	x, y, _, _ := a.g.Body(b)
	best := math.Inf(1)
	for _, gi := range a.groups[a.group[b]].foes {
		if a.groups[gi].index.Len() == 0 {
			continue
		}
		f := a.groups[gi].index.NearestWithin(x, y, a.formOfBody(b).Sight.Radius, -1)
		if f < 0 {
			continue
		}
		if d := a.distance(b, f); d < best || d == best && a.id(f) < a.id(q) {
			q, best = f, d
		}
	}
	return q
}

// nearestOf is the nearest body of a group's list, or -1.
func (a *Arena) nearestOf(b int32, kind int, group int16) int32 {
	l := &a.base.camps[group].kinds[kind]
	if len(l.list) == 0 {
		return -1
	}
	x, y, _, _ := a.g.Body(b)
	return l.index.NearestWithin(x, y, forever, b)
}

// building is the nearest building of a kind: a body, or a place where that is
// nearer. Whose is ours, with those of nobody, or theirs.
func (a *Arena) building(b int32, kind int, whose string) mark {
	x, y, _, _ := a.g.Body(b)
	team, best, found := a.team(b), math.Inf(1), mark{}
	look := func(q int32) {
		if q >= 0 {
			if d := a.distance(b, q); d < best {
				best, found = d, a.markBody(q)
			}
		}
	}
	if whose == ours {
		look(a.nearestOf(b, kind, a.group[b]))
	} else {
		for _, gi := range a.groups[a.group[b]].foes {
			look(a.nearestOf(b, kind, gi))
		}
	}
	for i, kinds := range a.base.places {
		p := &a.placesOf()[i]
		if kinds>>kind&1 == 0 || (p.Team == team || p.Team == systems.NoTeam) != (whose == ours) {
			continue
		}
		if d := math.Sqrt(a.field.Dist2(x, y, p.X, p.Y)); d < best {
			best, found = d, mark{kind: placeMark, place: int32(i)}
		}
	}
	return found
}

// core is what a team must not lose: of either kind, else where it spawns.
func (a *Arena) core(b int32, whose string) mark {
	for _, kind := range [...]int{reactor, overmind, hatchery, allBuildings} {
		if m := a.building(b, kind, whose); m.kind != noMark {
			return m
		}
	}
	return mark{}
}

// spotOf is where a mark is; false for nothing and for a body that is gone.
func (a *Arena) spotOf(m mark) (x, y float32, ok bool) {
	switch m.kind {
	case bodyMark:
		q := a.body(m.who)
		if q < 0 {
			return 0, 0, false
		}
		x, y, _, _ = a.g.Body(q)
	case placeMark:
		x, y = a.placesOf()[m.place].X, a.placesOf()[m.place].Y
	case pointMark:
		x, y = m.x, m.y
	default:
		return 0, 0, false
	}
	return x, y, true
}

// gap is how far the middle of a mark is, in metres; forever for nothing.
func (a *Arena) gap(b int32, m mark) float64 {
	mx, my, ok := a.spotOf(m)
	if !ok {
		return forever
	}
	x, y, _, _ := a.g.Body(b)
	return math.Sqrt(a.field.Dist2(x, y, mx, my))
}

// foot is how near a body comes to a mark that it goes to, in metres.
func (a *Arena) foot(m mark) float64 {
	switch m.kind {
	case bodyMark:
		if q := a.body(m.who); q >= 0 {
			return handReach + float64(a.formOfBody(q).Radius)
		}
	case placeMark:
		return float64(a.placesOf()[m.place].Radius)
	}
	return 0.5
}

// livingOf is the living body of a mark, or -1.
func (a *Arena) livingOf(m mark) int32 {
	if m.kind != bodyMark {
		return -1
	}
	return a.living(m.who)
}

// kindsAt are the kinds of buildings that a mark is, a bit each.
func (a *Arena) kindsAt(m mark) uint32 {
	switch m.kind {
	case bodyMark:
		if q := a.body(m.who); q >= 0 {
			return a.base.forms[a.mind[q].Form]
		}
	case placeMark:
		return a.base.places[m.place]
	}
	return 0
}

// teamAt is the team of a mark, or systems.NoTeam.
func (a *Arena) teamAt(m mark) int {
	switch m.kind {
	case bodyMark:
		if q := a.body(m.who); q >= 0 {
			return a.team(q)
		}
	case placeMark:
		return a.placesOf()[m.place].Team
	}
	return systems.NoTeam
}

// kindAt is the number of the kind of building that a mark is: that as which it
// was asked for, else one of those of its team; 0 for no building.
func (a *Arena) kindAt(m mark) int {
	if m.as != 0 {
		return int(m.as)
	}
	kinds, first := a.kindsAt(m)&^(1<<allBuildings), 0
	second := a.teamAt(m) == 1
	for kind := 1; kind <= lastBuilding; kind++ {
		if kinds>>kind&1 != 0 && (first == 0 || second && first < firstOfB && kind >= firstOfB) {
			first = kind
		}
	}
	return first
}

// goTo goes to a mark, up to a distance of its middle in metres.
func (t Turn) goTo(m mark, stop float64, pace float32) host.Status {
	if t.active(t.Body, jetpack) {
		pace = max(pace, t.formOfBody(t.Body).Paces.Sprint)
	}
	switch m.kind {
	case bodyMark:
		q := t.living(m.who)
		if q < 0 {
			return host.Failure
		}
		if q == t.Body {
			t.hold()
			return host.Success
		}
		return t.approach(q, stop, pace)
	case placeMark:
		if t.gap(t.Body, m) <= stop {
			t.hold()
			return host.Success
		}
		dx, dy, far := t.wayToPlace(t.Body, m.place)
		return t.arrive(dx, dy, far, stop, pace)
	case pointMark:
		dx, dy, far := t.way(t.Body, m.x, m.y)
		return t.arrive(dx, dy, far, stop, pace)
	}
	return host.Failure
}

// around is a point by chance within a radius of a point, on the field.
func (t Turn) around(x, y float32, radius float64) mark {
	for {
		dx, dy := 2*t.Random()-1, 2*t.Random()-1
		if float64(dx*dx)+float64(dy*dy) <= 1 {
			x += float32(radius * dx)
			y += float32(radius * dy)
			break
		}
	}
	s := t.g.Setup
	return mark{kind: pointMark, x: min(max(x, 0), s.Width), y: min(max(y, 0), s.Height)}
}

// active reports whether a body has an upgrade switched on.
func (a *Arena) active(b int32, upgrade int) bool { return a.base.errand[b].upgrades>>upgrade&1 != 0 }

// owns reports whether a body has an upgrade, on or off.
func (a *Arena) owns(b int32, upgrade int) bool {
	if upgrade <= 0 || upgrade >= len(a.base.good) || a.base.good[upgrade] < 0 {
		return false
	}
	return a.cargo[b].Goods>>a.base.good[upgrade]&1 != 0
}

// builder reports whether a body can build: by a tag of its class or its tool.
func (a *Arena) builder(b int32) bool {
	for _, tag := range a.formOfBody(b).Tags {
		if tag == "builder" {
			return true
		}
	}
	if n := a.base.class[a.mind[b].Form]; n == 1 || n == 2 {
		return true
	}
	for i := range a.cargo[b].Arms {
		if w := a.cargo[b].Arms[i].Weapon; w >= 0 && a.base.weapon[w] >= 20 {
			return true
		}
	}
	return false
}

// due is the first class of buildings of which a body's team has fewer than it
// began with, or -1.
func (a *Arena) due(b int32) int {
	team := a.team(b)
	for i := range a.g.Setup.Classes {
		c := &a.g.Setup.Classes[i]
		if a.base.forms[i] != 0 && c.Team == team && team != systems.NoTeam && a.g.World.Count(i) < c.Count {
			return i
		}
	}
	return -1
}

// Useful reports whether a good is an upgrade that trees switch on, and that a
// body does not have.
func (a *Arena) Useful(b int32, good int) bool {
	if a.cargo[b].Goods>>good&1 != 0 {
		return false
	}
	for u := radar; u <= medkit; u++ {
		if a.base.good[u] == good {
			return true
		}
	}
	return false
}
