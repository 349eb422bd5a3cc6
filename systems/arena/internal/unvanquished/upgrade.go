package unvanquished

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
)

// How a medkit heals, in seconds.
const (
	cureStart = 4 // in which it is slow
	cureParts = 5 // a point comes after this part of what is left of the start
	cureEvery = 0.1
)

// How bombs work. Lengths are metres.
const (
	throwReach     = 400 * unit
	bombRadius     = 192 * unit
	widest         = 64 * unit // half the width of what it can hurt
	grenadeDamage  = 310
	firebombDamage = 40
	grenadeFuse    = 5 // seconds
	firebombFuse   = 4
)

// cure is what a medkit still does.
type cure struct {
	missing     float64 // points to give back
	since, next float64 // when it began and when the next point comes, in seconds
}

// bomb is a grenade or firebomb that lies on the ground.
type bomb struct {
	x, y float32
	at   int64 // when it goes off
	by   components.ID
	fire bool
}

// useUpgrades does what upgrades do that were switched on.
func (s *state) useUpgrades(b int32) {
	e := &s.bots[b]
	if e.upgrades>>medkit&1 != 0 {
		e.upgrades &^= 1 << medkit
		s.beginCuring(b)
	}
	for _, u := range [...]int{grenade, firebomb} {
		if e.upgrades>>u&1 != 0 {
			e.upgrades &^= 1 << u
			s.a.Cargo[b].Goods &^= 1 << s.good[u]
			s.throw(b, u == firebomb)
		}
	}
}

// now returns the time of the match in seconds.
func (s *state) now() float64 { return float64(float64(s.a.Now) * s.a.Game.World.Clock().DT) }

// beginCuring uses up a body's medkit. One in full health, and one that is being cured,
// keeps it.
func (s *state) beginCuring(b int32) {
	c := &s.bots[b].cure
	missing := float64(s.a.FormOf(b).Health - s.a.Health[b].Points)
	if c.missing > 0 || missing <= 0 {
		return
	}
	s.a.Cargo[b].Goods &^= 1 << s.good[medkit]
	*c = cure{missing, s.now(), s.now() + float64(cureStart)/cureParts}
}

// goOnCuring gives back the points whose time has come, until the body has its full
// health.
func (s *state) goOnCuring(b int32) {
	c := &s.bots[b].cure
	for ; c.missing > 0 && c.next <= s.now()+1e-9; c.missing-- {
		if s.a.Heal(b, float32(min(c.missing, 1))) == 0 {
			c.missing = 0
			return
		}
		c.next += max((cureStart-(c.next-c.since))/cureParts, cureEvery)
	}
}

// throw throws a bomb the way a body faces. It comes to lie at the goal, where that is
// nearer than a throw goes, and before an obstacle: Thicket's own, as in the game it
// flies, and rolls.
func (s *state) throw(b int32, fire bool) {
	x, y, hx, hy := s.a.Game.Body(b)
	far := float32(min(throwReach, s.gap(b, s.bots[b].goal)))
	for ; far > unit; far /= 2 {
		if s.a.NothingBetween(x, y, x+float32(hx*far), y+float32(hy*far)) {
			break
		}
	}
	at := s.a.OnField(components.Position{X: x + float32(hx*far), Y: y + float32(hy*far)})
	fuse := float64(grenadeFuse)
	if fire {
		fuse = firebombFuse
	}
	s.bombs = append(s.bombs, bomb{at.X, at.Y, s.a.Now + s.a.Ticks(fuse), s.a.ID(b), fire})
}

// explode sets off the bombs whose time has come.
func (s *state) explode() {
	left := s.bombs[:0]
	for _, m := range s.bombs {
		if m.at <= s.a.Now {
			s.burst(&m)
		} else {
			left = append(left, m)
		}
	}
	s.bombs = left
}

// burst hurts the foes of who threw a bomb: the less the farther they are from it, and
// not behind obstacles. A firebomb sets buildings of the aliens on fire.
func (s *state) burst(m *bomb) {
	b := s.a.BodyOf(m.by)
	if b < 0 {
		return
	}
	full := float64(grenadeDamage)
	if m.fire {
		full = firebombDamage
	}
	s.a.Health[b].Fought = s.a.Now
	for _, gi := range s.a.Groups[s.a.Group[b]].Foes {
		s.near = s.a.Groups[gi].Index.Within(m.x, m.y, bombRadius+widest, s.near[:0])
		for _, q := range s.near {
			x, y, _, _ := s.a.Game.Body(q)
			gap := math.Sqrt(s.a.Field.Dist2(m.x, m.y, x, y)) - float64(s.a.FormOf(q).Radius)
			part := min(1-gap/bombRadius, 1)
			if s.a.Dead(q) || part <= 0 || !s.a.NothingBetween(m.x, m.y, x, y) {
				continue
			}
			s.a.Hurt(q, float32(full*part), m.by)
			if m.fire {
				s.ignite(q)
			}
		}
	}
}

// kits are the actions with weapons and upgrades.
var kits = []entry{
	{
		name: "reload", doc: "Begins to load the weapon in hand with a spare clip; the rounds that are left in it are lost. Fails where the clip is full or the weapon needs none, as those of aliens, without a spare " +
			"clip, and while the bot loads. Empty weapons load by themselves.",
		act: func(t turn) host.Status {
			m := t.InHand(t.Body)
			t.tellLoad(m)
			if m.Weapon < 0 || m.Spare == 0 || int(m.Loaded) >= t.Config.Weapons[m.Weapon].Clip || t.bots[t.Body].load.at != 0 {
				return host.Failure
			}
			return t.Do(t.reloadDeed())
		},
	},
	{
		name: "activateUpgrade",
		doc: "Switches on an upgrade that the bot has and that is off, and fails otherwise. A medkit is used up where health is missing, and gives that back: slowly for 4 seconds, then 10 points a second; in full health, and while one " +
			"works, it stays and is off again. A grenade or firebomb is thrown ahead, to the goal or 12.5 m. A grenade goes off after 5 seconds, with up to 310 points for every foe within 6 m; a firebomb after 4, with up " +
			"to 40, and sets buildings of aliens on fire. Radar, armour and jetpack, with which it runs at its best, work without being switched on.",
		act: func(t turn) host.Status {
			u := int(t.Num(0))
			t.tellUpgrade(u)
			if u <= 0 || u > medkit || t.held().upgrades>>u&1 == 0 || t.active(t.Body, u) {
				return host.Failure
			}
			t.bots[t.Body].upgrades |= 1 << u
			return host.Success
		},
	},
	{
		name: "deactivateUpgrade", doc: "Switches off an upgrade that is on, and fails otherwise.",
		act: func(t turn) host.Status {
			u := int(t.Num(0))
			t.tellUpgrade(u)
			if u <= 0 || u > medkit || t.held().upgrades>>u&1 == 0 || !t.active(t.Body, u) {
				return host.Failure
			}
			t.bots[t.Body].upgrades &^= 1 << u
			return host.Success
		},
	},
}
