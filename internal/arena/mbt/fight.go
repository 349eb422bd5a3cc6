package mbt

import (
	"math"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/core"
)

// fighting are the nodes that strike.
var fighting = []action{
	{
		name: "Shoot", bits: shootBits, act: shoot, exit: ceaseFire,
		doc: "Stands and fires at its target, at the reference point or at a point beside it whenever it can, for `duration`; then succeeds. Without a target, out of range and out of shots it waits. " +
			"Fails when something was in between for `aimObstructedTimeout` without a break.",
	},
	{
		name: "ShootFromCover", bits: shootBits, act: shootFromCover, exit: ceaseFire,
		doc: "Leans out of its cover where it can hit, fires, and keeps behind it elsewhere, for longer than `duration`; then succeeds. Fails outside a cover and without a target.",
	},
	{
		name: "ThrowGrenade", bits: timed, act: throwGrenade, exit: ceaseFire,
		doc: "Throws at its target with a weapon that has the name of the `type` in its id. Succeeds when the bot has struck, with any weapon; fails when it has not within `timeout`.",
	},
	{name: "Melee", bits: meleeBits, act: melee, doc: "Strikes at its target in reach of the hand and in front of it. Succeeds, also when it hits nobody."},
	{name: "FlyShoot", bits: 1, act: flyShoot, exit: ceaseFire, doc: "Fires at its target whenever it can, for ever, also through what is in between, but with its second weapon."},
	{name: "FlyAimAtCombatTarget", act: func(t turn) host.Status {
		t.tellTarget()
		if x, y, ok := t.targetPoint(); ok {
			t.Face(t.way(x, y))
		}
		return host.Running
	}, doc: "Turns to its target, for ever."},
	{
		name: "FlyForceAttentionTarget", bits: forceBits, scripts: true, act: forceTarget, exit: func(t turn) { t.tellScript("ForceAttentionTargetFinished") },
		doc: "Takes the body whose id is in the field Helicopter_ForcedTargetId of entity as it begins for its target, for ever; without the field it keeps to the target that is there. " +
			"Calls the method ForceAttentionTargetFinished of entity as it is left.",
	},
	{name: "ClearTargets", act: func(t turn) host.Status {
		t.forgetTarget()
		return host.Success
	}, doc: "Forgets its target. What it sees it finds anew in the next tick, with all events."},
	{name: "PullDownThreatLevel", act: func(t turn) host.Status { return t.Order(t.calmDeed()) }, doc: "Takes its target for no more than suspect, until it sees another or is struck."},
}

// The memory of a FlyForceAttentionTarget: the id of its target, and whether it has begun.
const (
	forceBegun = 32
	forceBits  = 33
)

func forceTarget(t turn) host.Status {
	if t.Load(forceBegun, 1) == 0 {
		t.Store(forceBegun, 1, 1)
		if id := t.fieldOr("Helicopter_ForcedTargetId", 0); id >= 1 && id <= math.MaxUint32 {
			t.Store(0, 32, uint32(id))
		}
	}
	q := t.target()
	if id := t.Load(0, 32); id != 0 {
		q = t.Living(components.ID(id))
	}
	if q >= 0 {
		t.Because("keeps to", q)
		t.Mind[t.Body].Target = t.ID(q)
		t.Choose(q)
	} else {
		t.Because("there is no living target")
	}
	return host.Running
}

// The memory of a Shoot: the tick in which it was entered; the tick since which the aim is
// obstructed, and 1; the point that it fires at, or for a ShootFromCover where it leans;
// and the tick in which it looks for another posture.
const (
	shootSince = timed
	shootX     = timed + 64
	shootY     = timed + 96
	shootLooks = timed + 128
	shootBits  = timed + 192
)

func flyShoot(t turn) host.Status {
	if t.Load(0, 1) == 0 {
		t.Store(0, 1, 1)
		mode := "Forced"
		if t.boolArg("useSecondaryWeapon") {
			mode = "Secondary"
		}
		t.orderFire(mode)
	}
	t.tellTarget()
	t.fireOnOrder()
	return host.Running
}

func shoot(t turn) host.Status {
	began, now := t.began()
	if now {
		t.orderFire(t.textArg("fireMode"))
		t.stand(t.textArg("stance"))
		t.halt()
		x, y := t.shotAt()
		t.storeFloat(shootX, x)
		t.storeFloat(shootY, y)
		if t.textArg("at") != "Target" {
			t.agent().order.at = spot{set: true, X: x, Y: y}
		}
	}
	duration := t.numberArg("duration", 0)
	t.tellPassed("fires for", t.Tick-began, duration)
	if t.Tick-began >= t.Ticks(duration) {
		return host.Success
	}
	x, y := t.loadFloat(shootX), t.loadFloat(shootY)
	aimed := true
	if t.textArg("at") == "Target" {
		x, y, aimed = t.targetPoint()
	}
	t.fireOnOrder()
	if aimed {
		t.Face(t.way(x, y))
	}
	return t.obstructed(aimed, x, y)
}

// shotAt returns the point at which a Shoot fires that does not follow its target.
func (t turn) shotAt() (x, y float32) {
	x, y, hx, hy := t.Game.Body(t.Body)
	switch t.textArg("at") {
	case "RefPoint":
		p, _ := t.refPoint()
		return p.X, p.Y
	case "LocalSpacePosition":
		ahead, right := pairOf(t.textArg("position"))
		return x + float32(hx*ahead) - float32(hy*right), y + float32(hy*ahead) + float32(hx*right)
	}
	return x, y
}

// pairOf reads the first two numbers of a text such as "10,0,1.5".
func pairOf(s string) (a, b float32) {
	parts := strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' })
	var list [2]float32
	for i := range min(len(parts), 2) {
		if f, err := strconv.ParseFloat(parts[i], 32); err == nil {
			list[i] = float32(f)
		}
	}
	return list[0], list[1]
}

// obstructed fails when something was in between for too long.
func (t turn) obstructed(aimed bool, x, y float32) host.Status {
	limit := t.numberArg("aimObstructedTimeout", -1)
	mode := t.agent().order.mode
	if limit < 0 || !aimed || mode == fireForced || mode == fireOff {
		return host.Running
	}
	px, py := t.Game.At(t.Body)
	since := t.LoadInt(shootSince) - 1
	switch {
	case t.Land.NothingBetween(px, py, x, y):
		since = -1
	case since < 0:
		since = t.Tick
	}
	t.StoreInt(shootSince, since+1)
	if since >= 0 {
		t.tellPassed("something has been in between for", t.Tick-since, limit)
	}
	return failedIf(since >= 0 && t.Tick-since >= t.Ticks(limit))
}

// failedIf is Running, or Failure where something has gone wrong.
func failedIf(wrong bool) host.Status {
	if wrong {
		return host.Failure
	}
	return host.Running
}

// How far a body leans out of its cover, in metres, and after how many seconds it looks for
// another posture, where it has one and where not.
const (
	leans   = 0.9
	looks   = 2.0
	misses  = 1.0
	leaners = 3 // distances to each side
)

func shootFromCover(t turn) host.Status {
	began, now := t.began()
	if now {
		t.orderFire(t.textArg("fireMode"))
		t.storeFloat(shootX, -1)
	}
	duration := t.numberArg("duration", 0)
	t.tellPassed("fires for", t.Tick-began, duration)
	if t.Tick-began > t.Ticks(duration) {
		return host.Success
	}
	g := t.agent()
	if !g.cover.in {
		t.Because("it is in no cover")
		return host.Failure
	}
	x, y, ok := t.targetPoint()
	if s := t.obstructed(ok, x, y); s == host.Failure {
		return s
	}
	if t.Tick >= t.LoadInt(shootLooks) {
		if !ok {
			t.tellTarget()
			return host.Failure
		}
		px, py, found := t.posture(g.cover.taken, x, y)
		next := looks
		if !found {
			px, py, next = -1, -1, misses
		}
		t.storeFloat(shootX, px)
		t.storeFloat(shootY, py)
		t.StoreInt(shootLooks, t.Tick+t.Ticks(next))
	}
	px, py := t.loadFloat(shootX), t.loadFloat(shootY)
	if px < 0 {
		at := t.coverSpot(g.cover.taken)
		px, py = at.X, at.Y
	}
	t.GoOn(px, py, 0, t.FormOf(t.Body).Paces.Walk)
	if ok {
		t.Face(t.way(x, y))
	}
	t.fireOnOrder()
	return host.Running
}

// posture returns the point beside a cover, as near to it as can be, from which nothing is
// between the bot and a point.
func (t turn) posture(cover int32, x, y float32) (px, py float32, ok bool) {
	at := t.coverSpot(cover)
	dx, dy := t.Field.Delta(at.X, at.Y, x, y)
	far := core.Length(dx, dy)
	if far == 0 {
		return 0, 0, false
	}
	for i := range 2 * leaners {
		lean := leans * float64(i/2+1) / leaners / far
		if i%2 == 1 {
			lean = -lean
		}
		p := pointAt(at.X, at.Y, -dy*lean, dx*lean)
		if t.Ground(p.X, p.Y) && t.Land.NothingBetween(p.X, p.Y, x, y) && t.Clear(at.X, at.Y, p.X, p.Y) {
			return p.X, p.Y, true
		}
	}
	return 0, 0, false
}

// throwGrenade strikes with the weapon whose id has the type in it, until the body has
// struck after the node was entered.
func throwGrenade(t turn) host.Status {
	began, now := t.began()
	t.busy[t.Body] = true
	if !now && t.agent().grenade > began+1 {
		t.Because("it has struck")
		return host.Success
	}
	timeout := t.numberArg("timeout", 0)
	t.tellPassed("waits for", t.Tick-began, timeout)
	if t.Tick-began >= t.Ticks(timeout) {
		return host.Failure
	}
	t.tellTarget()
	q := t.target()
	if q < 0 {
		return host.Running
	}
	c := &t.Cargo[t.Body]
	for i := range c.Arms {
		m := &c.Arms[i]
		if m.Weapon < 0 || m.Loaded == 0 || c.Ready.At > t.Now {
			continue
		}
		w := &t.Config.Weapons[m.Weapon]
		if containsFold(w.ID, t.textArg("type")) && t.Distance(t.Body, q) <= float64(w.Range) && t.Sight.InLine(t.Body, q) {
			t.Face(t.Delta(t.Body, q))
			t.Choose(q)
			t.Do(core.StrikeDeed(i, t.ID(q)))
			break
		}
	}
	return host.Running
}

// meleeBits is the memory of a Melee: whether it has begun.
const meleeBits = timed

// meleeAngle says how far to each side of its heading a bot strikes with its hand, in
// degrees.
const meleeAngle = 90

// melee strikes once. It runs while the blow takes.
func melee(t turn) host.Status {
	_, now := t.began()
	if !now {
		t.Because("the blow takes").Is(float64(max(t.Cargo[t.Body].Ready.At-t.Now, 0))*t.DT, host.AtMost, 0, "s")
		return onceDone(t.Cargo[t.Body].Ready.At <= t.Now)
	}
	t.busy[t.Body] = true
	q := t.target()
	if q < 0 || t.textArg("target") == "RefPoint" {
		t.Because("there is nobody to strike")
		return host.Success
	}
	dx, dy := t.Delta(t.Body, q)
	t.Because("distance to", q).Is(core.Length(dx, dy), host.AtMost, core.HandReach, "m")
	if !t.turnToward(dx, dy, meleeAngle) || core.Length(dx, dy) > core.HandReach {
		return host.Success
	}
	return core.KeepOn(t.Attack(q))
}

// tellOfWeapon tells a body what becomes of its weapon, and notes when it struck.
func (s *agents) tellOfWeapon(b int32) {
	a := s.arena
	o, c := &s.list[b].order, &a.Cargo[b]
	m := &c.Arms[c.Hand]
	if a.Health[b].Fought == a.Now && (m.Loaded < o.last || m.Weapon >= 0 && a.Config.Weapons[m.Weapon].Melee()) {
		s.list[b].grenade = a.Now + 2
		if m.Weapon >= 0 {
			s.tellOfThrow(b, a.Config.Weapons[m.Weapon].ID)
		}
	}
	if m.Weapon >= 0 && m.Loaded > o.last && c.Ready.At > a.Now {
		o.loaded = c.Ready.At
		s.send(b, onReload)
	}
	if o.loaded != 0 && a.Now >= o.loaded {
		o.loaded = 0
		s.send(b, onReloadDone)
	}
	const low, out, lowShare = 1, 2, 0.15
	if m.Weapon >= 0 && o.mode != fireOff {
		if clip := a.Config.Weapons[m.Weapon].Clip; clip > 0 {
			if o.told&low == 0 && float64(m.Loaded) < float64(clip)*lowShare {
				o.told |= low
				s.send(b, onLowAmmo)
			}
			if o.told&out == 0 && m.Loaded == 0 && m.Spare == 0 {
				o.told |= out
				s.send(b, onOutOfAmmo)
			}
		}
	}
	o.last = m.Loaded
	s.busy[b] = o.mode != fireOff || o.loaded != 0 || c.Ready.At > a.Now
}
