package unvanquished

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// The times of ammunition, in seconds.
const (
	refillEvery = 2   // between two times that a weapon is filled up
	refillLook  = 0.1 // between two looks for where
)

// loading is that of the weapon in hand.
type loading struct {
	at   int64 // when it is done, 0 for none
	hand int8
}

// lookForSupply finds out whether a body stands where its weapon is filled up, ten
// times a second.
func (s *state) lookForSupply(b int32) {
	s.supplied[b] = false
	if _, looks := s.a.Span(refillLook).Rounds(s.a.Now + int64(s.a.ID(b))); !looks {
		return
	}
	m := s.primary(b)
	if s.full(m) || s.busy(b) || s.bots[b].refilled > 0 && s.a.Since(s.bots[b].refilled-1) <= refillEvery {
		return
	}
	s.supplied[b] = s.suppliedBy(b, armoury)
	if !s.supplied[b] && s.a.Config.Weapons[m.Weapon].Energy {
		s.supplied[b] = s.suppliedBy(b, reactor) || s.suppliedBy(b, drill)
	}
}

// full reports whether an arm has all its shots, or needs none.
func (s *state) full(m *core.Arm) bool {
	if m.Weapon < 0 {
		return true
	}
	w := &s.a.Config.Weapons[m.Weapon]
	return w.Clip == 0 || int(m.Loaded) == w.Clip && int(m.Spare) == w.Ammo
}

// suppliedBy reports whether a body is near a building of its team of a kind that
// works.
func (s *state) suppliedBy(b int32, kind int) bool {
	m := s.ownBuilding(b, kind)
	return m.kind != noTarget && s.gap(b, m) <= s.serves(m)
}

// refill fills up the clip and the spare clips of a body's weapon.
func (s *state) refill(b int32) {
	e, arm := &s.bots[b], s.primaryArm(b)
	if s.supplied[b] = false; arm < 0 || s.busy(b) {
		return
	}
	m := s.a.Cargo[b].Arms[arm]
	w := &s.a.Config.Weapons[m.Weapon]
	s.a.SetArm(b, arm, int(m.Weapon), w.Clip, w.Ammo)
	e.refilled, e.load = s.a.Now+1, loading{}
}

// beginLoading begins to load the weapon in hand, after the shot that is under way.
func (s *state) beginLoading(b int32) {
	c, m := &s.a.Cargo[b], s.a.InHand(b)
	if s.a.Dead(b) || m.Weapon < 0 || m.Spare == 0 {
		return
	}
	c.Ready = c.Ready.Next(max(c.Ready.At, s.a.Now), s.a.Span(s.a.Config.Weapons[m.Weapon].Reload))
	s.bots[b].load = loading{c.Ready.At, c.Hand}
}

// loads reports whether a body loads the weapon in hand, or begins to as it is empty.
func (s *state) loads(b int32) bool {
	m := s.a.InHand(b)
	return s.bots[b].load.at != 0 || m.Weapon >= 0 && m.Loaded <= 0 && m.Spare != 0
}

// goOnLoading loads the weapon in hand when its time has come: the rounds that were
// left in the clip are lost. An empty one begins to load by itself.
func (s *state) goOnLoading(b int32) {
	if !s.loads(b) {
		return
	}
	c, l := &s.a.Cargo[b], &s.bots[b].load
	m := &c.Arms[c.Hand]
	if l.at == 0 {
		s.beginLoading(b)
	}
	switch {
	case l.hand != c.Hand || m.Weapon < 0: // it changed weapons
		if c.Ready.At == l.at {
			c.Ready = ecs.Due{At: s.a.Now}
		}
		*l = loading{}
	case l.at <= s.a.Now+1: // for the next tick
		*l = loading{}
		n := min(s.a.Config.Weapons[m.Weapon].Clip, int(m.Spare))
		s.a.SetArm(b, int(c.Hand), int(m.Weapon), n, int(m.Spare)-n)
	}
}

// supplyScore returns how much a bot wants to be supplied: BotGetResupplyScore.
// Aliens want the boost of a booster.
func supplyScore(t turn) host.Value {
	want, gap, m := 1., host.Endless, t.primary(t.Body)
	near := func(kind int) { gap = min(gap, t.gap(t.Body, t.ownBuilding(t.Body, kind))) }
	switch {
	case !t.full(m):
		w := &t.Config.Weapons[m.Weapon]
		want -= float64(int(m.Loaded)+int(m.Spare)) / float64(w.Clip+w.Ammo)
		near(armoury)
		if w.Energy {
			near(reactor)
			near(drill)
		}
	case t.TeamOf(t.Body) == aliens && !t.boosted(t.Body):
		near(booster)
	}
	if gap == host.Endless {
		return number32(0)
	}
	return number32((1 + float64(5*t.skill(t.Body))) * want / math.Sqrt(gap/float64(t.SpeedOf(t.Body))))
}

// ammoAsks are the functions that ask for ammunition.
var ammoAsks = []entry{
	{name: "percentAmmoClip", doc: "The share of its shots that the clip of its weapon has, 0 to 1, also while a blaster is in hand; 1 for a weapon without a clip, as aliens have, and without a weapon.",
		ask: func(t turn) host.Value {
			m := t.primary(t.Body)
			if m.Weapon < 0 || t.Config.Weapons[m.Weapon].Clip == 0 {
				return number32(1)
			}
			return number32(float64(m.Loaded) / float64(t.Config.Weapons[m.Weapon].Clip))
		}},
	{name: "percentClips", doc: "The share of its spare clips that its weapon has, 0 to 1; 0 for a weapon that has none at any time, and without a weapon.",
		ask: func(t turn) host.Value {
			m := t.primary(t.Body)
			if m.Weapon < 0 || t.Config.Weapons[m.Weapon].Ammo == 0 {
				return number32(0)
			}
			return number32(float64(m.Spare) / float64(t.Config.Weapons[m.Weapon].Ammo))
		}},
	{name: "resupplyScore", doc: "How much a bot wants ammunition, or an alien that has touched none for 20 seconds a booster: (1 + 5 x skill) times the share of its shots that its weapon lacks (of an alien 1), over the root of the seconds to the nearest " +
		"building that has it. 0 without such a building, and for who wants nothing. There is no upper limit.",
		ask: supplyScore},
}
