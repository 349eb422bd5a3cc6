package economy

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/mind"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
	"github.com/thicket-sim/thicket/internal/ecs"
)

// The times of ammunition, in seconds.
const (
	refillEvery = 2   // between two times that a weapon is filled up
	refillLook  = 0.1 // between two looks for where
)

// LookForSupply finds out whether a body stands where its weapon is filled up, ten
// times a second.
func (s *Economy) LookForSupply(b int32) {
	s.Supplied[b] = false
	if _, looks := s.a.Span(refillLook).Rounds(s.a.Now + int64(s.a.ID(b))); !looks {
		return
	}
	m := s.Primary(b)
	if s.full(m) || s.Busy(b) || s.Bots[b].Refilled > 0 && s.a.Since(s.Bots[b].Refilled-1) <= refillEvery {
		return
	}
	s.Supplied[b] = s.suppliedBy(b, lore.Armoury)
	if !s.Supplied[b] && s.a.Config.Weapons[m.Weapon].Energy {
		s.Supplied[b] = s.suppliedBy(b, lore.Reactor) || s.suppliedBy(b, lore.Drill)
	}
}

// full reports whether an arm has all its shots, or needs none.
func (s *Economy) full(m *core.Arm) bool {
	if m.Weapon < 0 {
		return true
	}
	w := &s.a.Config.Weapons[m.Weapon]
	return w.Clip == 0 || int(m.Loaded) == w.Clip && int(m.Spare) == w.Ammo
}

// suppliedBy reports whether a body is near a building of its team of a kind that
// works.
func (s *Economy) suppliedBy(b int32, kind int) bool {
	m := s.OwnBuilding(b, kind)
	return m.Kind != world.NoTarget && s.Gap(b, m) <= s.serves(m)
}

// refill fills up the clip and the spare clips of a body's weapon.
func (s *Economy) refill(b int32) {
	e, arm := &s.Bots[b], s.PrimaryArm(b)
	if s.Supplied[b] = false; arm < 0 || s.Busy(b) {
		return
	}
	m := s.a.Cargo[b].Arms[arm]
	w := &s.a.Config.Weapons[m.Weapon]
	s.a.Life.SetArm(b, arm, int(m.Weapon), w.Clip, w.Ammo)
	e.Refilled, e.Load = s.a.Now+1, world.Loading{}
}

// BeginLoading begins to load the weapon in hand, after the shot that is under way.
func (s *Economy) BeginLoading(b int32) {
	c, m := &s.a.Cargo[b], s.a.InHand(b)
	if s.a.Dead(b) || m.Weapon < 0 || m.Spare == 0 {
		return
	}
	c.Ready = c.Ready.Next(max(c.Ready.At, s.a.Now), s.a.Span(s.a.Config.Weapons[m.Weapon].Reload))
	s.Bots[b].Load = world.Loading{At: c.Ready.At, Hand: c.Hand}
}

// loads reports whether a body loads the weapon in hand, or begins to as it is empty.
func (s *Economy) loads(b int32) bool {
	m := s.a.InHand(b)
	return s.Bots[b].Load.At != 0 || m.Weapon >= 0 && m.Loaded <= 0 && m.Spare != 0
}

// goOnLoading loads the weapon in hand when its time has come: the rounds that were
// left in the clip are lost. An empty one begins to load by itself.
func (s *Economy) goOnLoading(b int32) {
	if !s.loads(b) {
		return
	}
	c, l := &s.a.Cargo[b], &s.Bots[b].Load
	m := &c.Arms[c.Hand]
	if l.At == 0 {
		s.BeginLoading(b)
	}
	switch {
	case l.Hand != c.Hand || m.Weapon < 0: // it changed weapons
		if c.Ready.At == l.At {
			c.Ready = ecs.Due{At: s.a.Now}
		}
		*l = world.Loading{}
	case l.At <= s.a.Now+1: // for the next tick
		*l = world.Loading{}
		n := min(s.a.Config.Weapons[m.Weapon].Clip, int(m.Spare))
		s.a.Life.SetArm(b, int(c.Hand), int(m.Weapon), n, int(m.Spare)-n)
	}
}

// supplyScore returns how much a bot wants to be supplied: BotGetResupplyScore.
// Aliens want the boost of a booster.
func supplyScore(t turn) host.Value {
	want, gap, m := 1., host.Endless, t.Primary(t.Body)
	near := func(kind int) { gap = min(gap, t.Gap(t.Body, t.OwnBuilding(t.Body, kind))) }
	switch {
	case !t.full(m):
		w := &t.Config.Weapons[m.Weapon]
		want -= float64(int(m.Loaded)+int(m.Spare)) / float64(w.Clip+w.Ammo)
		near(lore.Armoury)
		if w.Energy {
			near(lore.Reactor)
			near(lore.Drill)
		}
	case t.TeamOf(t.Body) == lore.Aliens && !t.Boosted(t.Body):
		near(lore.Booster)
	}
	if gap == host.Endless {
		return lore.Number32(0)
	}
	return lore.Number32((1 + float64(5*t.Skill(t.Body))) * want / math.Sqrt(gap/float64(t.SpeedOf(t.Body))))
}

// ammoAsks are the functions that ask for ammunition.
var ammoAsks = []mind.Entry[turn]{
	{Name: "percentAmmoClip", Doc: "The share of its shots that the clip of its weapon has, 0 to 1, also while a blaster is in hand; 1 for a weapon without a clip, as aliens have, and without a weapon.",
		Ask: func(t turn) host.Value {
			m := t.Primary(t.Body)
			if m.Weapon < 0 || t.Config.Weapons[m.Weapon].Clip == 0 {
				return lore.Number32(1)
			}
			return lore.Number32(float64(m.Loaded) / float64(t.Config.Weapons[m.Weapon].Clip))
		}},
	{Name: "percentClips", Doc: "The share of its spare clips that its weapon has, 0 to 1; 0 for a weapon that has none at any time, and without a weapon.",
		Ask: func(t turn) host.Value {
			m := t.Primary(t.Body)
			if m.Weapon < 0 || t.Config.Weapons[m.Weapon].Ammo == 0 {
				return lore.Number32(0)
			}
			return lore.Number32(float64(m.Spare) / float64(t.Config.Weapons[m.Weapon].Ammo))
		}},
	{Name: "resupplyScore", Doc: "How much a bot wants ammunition, or an alien that has touched none for 20 seconds a booster: (1 + 5 x skill) times the share of its shots that its weapon lacks (of an alien 1), over the root of the seconds to the nearest " +
		"building that has it. 0 without such a building, and for who wants nothing. There is no upper limit.",
		Ask: supplyScore},
}
