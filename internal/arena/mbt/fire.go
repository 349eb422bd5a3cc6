package mbt

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/core"
)

// fireOrder is the standing order to fire: the body strikes whenever it can, in each tick
// until another order comes. A node that fires, or moves, sees to it while it runs.
type fireOrder struct {
	mode   uint8
	told   uint8 // which of its events were sent
	second bool  // with its second weapon
	at     spot  // the point that it fires at, in place of its target
	tended int64 // the tick in which a node saw to it last, and 1
	shot   int64 // the tick of the last try to strike, and 1
	loaded int64 // the tick at which the weapon is loaded again, or 0
	last   int16 // shots in the clip a tick ago
}

// The fire modes that differ on a flat field. Kill and the other modes strike as Burst does.
const (
	fireOff uint8 = iota
	fireBurst
	fireForced // also through what is in between
	fireAim
	fireOnce
	fireMelee
)

// fireMode returns what a word of the original means here, and whether it means the second
// weapon.
func fireMode(word string) (mode uint8, second bool) {
	switch word {
	case "", "Off":
		return fireOff, false
	case "Forced":
		return fireForced, false
	case "Aim", "AimSweep":
		return fireAim, false
	case "BurstOnce":
		return fireOnce, false
	case "Melee", "MeleeForced":
		return fireMelee, false
	case "Secondary", "SecondarySmoke":
		return fireBurst, true
	}
	return fireBurst, false
}

// orderFire gives a body a standing order, in a word of the original.
func (s *agents) orderFire(b int32, word string) {
	o := &s.list[b].order
	o.mode, o.second = fireMode(word)
	o.told, o.at = 0, spot{}
	if o.mode != fireOff {
		s.busy[b] = true
	}
}

func (t turn) orderFire(word string) { t.agents.orderFire(t.Body, word) }

// ceaseFire ends the order of a node that is left.
func ceaseFire(t turn) { t.orderFire("Off") }

// fireOnOrder strikes as the order says, on behalf of a node.
func (t turn) fireOnOrder() {
	t.agent().order.tended = t.Tick + 1
	t.fire()
}

// fireByItself strikes as the order of a body says to which no node sees.
func (s *agents) fireByItself(b int32) {
	a := s.arena
	if o := &s.list[b].order; o.mode == fireOff || o.tended >= a.Now || a.Dead(b) {
		return
	}
	c := host.Call{Body: b, Bot: host.BotID(a.ID(b)), Tick: a.Now, DT: a.Game.World.Clock().DT}
	turn{core.Turn{Arena: a, Call: &c}, s}.fire()
}

// fire strikes at the target of the order, once a tick: at a body that it sees, else where
// it saw one last, or at the point of the order.
func (t turn) fire() {
	o := &t.agent().order
	if t.agent().holstered || o.mode == fireOff || o.mode == fireAim || o.shot == t.Tick+1 {
		return
	}
	q, x, y, ok := int32(-1), o.at.X, o.at.Y, o.at.set
	if !ok {
		q = t.target()
		x, y, ok = t.targetPoint()
	}
	if !ok {
		return
	}
	o.shot = t.Tick + 1
	if o.mode == fireMelee && (q < 0 || t.Distance(t.Body, q) > core.HandReach) {
		return
	}
	if t.strikeAt(x, y, q) && o.mode == fireOnce {
		o.mode = fireOff
	}
}

// strikeAt turns to a point and strikes there, at the body q where there is one, with the
// first weapon that reaches, or loads that; it reports whether it struck.
func (t turn) strikeAt(x, y float32, q int32) bool {
	o, c := &t.agent().order, &t.Cargo[t.Body]
	dx, dy := t.way(x, y)
	arm, dry := t.Reach(t.Body, core.Length(dx, dy))
	if o.second {
		arm, dry = t.second(core.Length(dx, dy))
	}
	px, py := t.Game.At(t.Body)
	free := t.Land.NothingBetween(px, py, x, y)
	if reach := t.agent().altered.reach; reach >= 0 && core.Length(dx, dy) > float64(reach) {
		return false
	}
	switch {
	case arm < 0, !free && o.mode != fireForced:
		return false
	case (q < 0 || !free) && t.Config.Weapons[c.Arms[arm].Weapon].Melee(): // nobody is in reach of it
		return false
	}
	if q >= 0 && t.World != nil {
		t.Choose(q)
	}
	t.Face(dx, dy)
	switch {
	case c.Ready.At > t.Now:
		return false
	case dry:
		t.Order(core.ReloadDeed(arm))
		return false
	case q >= 0 && free:
		return t.Do(core.StrikeDeed(arm, t.ID(q))) == host.Success
	}
	return t.Order(t.fireDeed(arm, x, y)) == host.Success
}

// second returns the second weapon of the body where that reaches so many metres, or -1; it
// is dry when it must be loaded.
func (t turn) second(far float64) (arm int, dry bool) {
	n := 0
	for i := range t.Cargo[t.Body].Arms {
		m := &t.Cargo[t.Body].Arms[i]
		if m.Weapon < 0 {
			continue
		}
		if n++; n < 2 {
			continue
		}
		w := &t.Config.Weapons[m.Weapon]
		switch {
		case far > float64(w.Range):
		case w.Melee() || m.Loaded > 0:
			return i, false
		case m.Spare > 0:
			return i, true
		}
		break
	}
	return -1, false
}

// fireAt does a shot at a point: it hits who stands there, unless something is in between.
func (s *agents) fireAt(b int32, arm int, x, y float32) {
	px, py := s.arena.Game.At(b)
	if !s.arena.Land.NothingBetween(px, py, x, y) {
		s.arena.Arms.Strike(b, arm, -1, 1)
		return
	}
	s.arena.Arms.StrikeAt(b, arm, x, y)
}
