package economy

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/mind"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
)

// How a medkit heals, in seconds.
const (
	cureStart = 4 // in which it is slow
	cureParts = 5 // a point comes after this part of what is left of the start
	cureEvery = 0.1
)

// How bombs are thrown. Lengths are metres.
const (
	throwReach   = 400 * lore.Unit
	grenadeFuse  = 5 // seconds
	firebombFuse = 4
)

// Bomb is a grenade or firebomb that lies on the ground.
type Bomb struct {
	_    struct{} `save:"lower"`
	X, Y float32
	At   int64 // when it goes off
	By   components.ID
	Fire bool
}

// useUpgrades does what upgrades do that were switched on.
func (s *Economy) useUpgrades(b int32) {
	e := &s.Bots[b]
	if e.Upgrades>>lore.Medkit&1 != 0 {
		e.Upgrades &^= 1 << lore.Medkit
		s.beginCuring(b)
	}
	for _, u := range [...]int{lore.Grenade, lore.Firebomb} {
		if e.Upgrades>>u&1 != 0 {
			e.Upgrades &^= 1 << u
			s.a.Cargo[b].Goods &^= 1 << s.UpgradeGood[u]
			s.throw(b, u == lore.Firebomb)
		}
	}
}

// now returns the time of the match in seconds.
func (s *Economy) now() float64 { return float64(float64(s.a.Now) * s.a.Game.World.Clock().DT) }

// beginCuring uses up a body's medkit. One in full health, and one that is being cured,
// keeps it.
func (s *Economy) beginCuring(b int32) {
	c := &s.Bots[b].Cure
	missing := float64(s.a.FormOf(b).Health - s.a.Health[b].Points)
	if c.Missing > 0 || missing <= 0 {
		return
	}
	s.a.Cargo[b].Goods &^= 1 << s.UpgradeGood[lore.Medkit]
	*c = world.Cure{Missing: missing, Since: s.now(), Next: s.now() + float64(cureStart)/cureParts}
}

// goOnCuring gives back the points whose time has come, until the body has its full
// health.
func (s *Economy) goOnCuring(b int32) {
	c := &s.Bots[b].Cure
	for ; c.Missing > 0 && c.Next <= s.now()+1e-9; c.Missing-- {
		if s.a.Life.Heal(b, float32(min(c.Missing, 1))) == 0 {
			c.Missing = 0
			return
		}
		c.Next += max((cureStart-(c.Next-c.Since))/cureParts, cureEvery)
	}
}

// throw throws a bomb the way a body faces. It comes to lie at the goal, where that is
// nearer than a throw goes, and before an obstacle: Thicket's own, as in the game it
// flies, and rolls.
func (s *Economy) throw(b int32, fire bool) {
	x, y, hx, hy := s.a.Game.Body(b)
	far := float32(min(throwReach, s.Gap(b, s.Bots[b].Goal)))
	for ; far > lore.Unit; far /= 2 {
		if s.a.Land.NothingBetween(x, y, x+float32(hx*far), y+float32(hy*far)) {
			break
		}
	}
	at := s.a.OnField(components.Position{X: x + float32(hx*far), Y: y + float32(hy*far)})
	fuse := float64(grenadeFuse)
	if fire {
		fuse = firebombFuse
	}
	s.Bombs = append(s.Bombs, Bomb{X: at.X, Y: at.Y, At: s.a.Now + s.a.Ticks(fuse), By: s.a.ID(b), Fire: fire})
}

// canUse reports whether the bot knows how to use an upgrade.
func (t turn) canUse(u int) bool { return u != lore.Medkit || t.Has(t.Body, lore.UsesMedkit) }

// kits are the actions with weapons and upgrades.
var kits = []mind.Entry[turn]{
	{
		Name: "reload", Doc: "Begins to load the weapon in hand with a spare clip; the rounds that are left in it are lost. Fails where the clip is full or the weapon needs none, as those of aliens, without a spare " +
			"clip, and while the bot loads. Empty weapons load by themselves.",
		Act: func(t turn) host.Status {
			m := t.InHand(t.Body)
			t.tellLoad(m)
			if m.Weapon < 0 || m.Spare == 0 || int(m.Loaded) >= t.Config.Weapons[m.Weapon].Clip || t.Bots[t.Body].Load.At != 0 {
				return host.Failure
			}
			return t.Do(t.ReloadDeed())
		},
	},
	{
		Name: "activateUpgrade",
		Doc: "Switches on an upgrade that the bot has and that is off, and fails otherwise, and for a medkit without the skill for it. A medkit is used up where health is missing, and gives that back: slowly for 4 seconds, then 10 points a second; in full health, and while one " +
			"works, it stays and is off again. A grenade or firebomb is thrown ahead, to the goal or 12.5 m. A grenade goes off after 5 seconds, with up to 310 points for every foe within 6 m; a firebomb after 4, with up " +
			"to 40, and sets buildings of aliens on fire. Radar, armour and jetpack, with which it runs at its best, work without being switched on.",
		Act: func(t turn) host.Status {
			u := int(t.Num(0))
			t.tellUpgrade(u)
			if u <= 0 || u > lore.Medkit || t.held().Upgrades>>u&1 == 0 || t.Active(t.Body, u) || !t.canUse(u) {
				return host.Failure
			}
			t.Bots[t.Body].Upgrades |= 1 << u
			return host.Success
		},
	},
	{
		Name: "deactivateUpgrade", Doc: "Switches off an upgrade that is on, and fails otherwise.",
		Act: func(t turn) host.Status {
			u := int(t.Num(0))
			t.tellUpgrade(u)
			if u <= 0 || u > lore.Medkit || t.held().Upgrades>>u&1 == 0 || !t.Active(t.Body, u) {
				return host.Failure
			}
			t.Bots[t.Body].Upgrades &^= 1 << u
			return host.Success
		},
	},
}
