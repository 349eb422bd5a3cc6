package mbt

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/core"
)

// looking are the nodes that turn a bot.
var looking = []action{
	{name: "Look", act: look, doc: "Turns to its target, to the nearest of its group or to the reference point. Runs for ever, also when there is nothing to look at."},
	{
		name: "Aim", bits: aimBits, act: aim, exit: ceaseFire,
		doc: "Aims at where its target was when it began, or at the reference point. Succeeds when it was within the angle for long enough in all, after 8 s, and when there is nothing to aim at.",
	},
	{name: "AimAroundWhileUsingAMachingGun", bits: timed + 64, act: aimAround, exit: ceaseFire, doc: "Looks here and there about the direction of the reference point, or about where it looked when it began. Runs for ever."},
	{
		name: "TurnBody", bits: turnBits, act: turnBody,
		doc: "Turns to its target or the reference point, or in the direction of the reference point, and farther by a random angle. Succeeds when it has faced there for more than 0.2 s, after 8 s, and when there is nothing to turn to.",
	},
	{name: "LookAround", bits: timed, act: lookAround, doc: "Turns round once, in 4 s."},
	{name: "WaitAlignedWithAttentionTarget", act: waitAligned, doc: "Waits until the bot faces its target within an angle; fails without one."},
}

// longest is for how long a bot aims or turns at most, in seconds.
const longest = 8

func pointAt(x, y float32, dx, dy float64) components.Position {
	return components.Position{X: x + float32(dx), Y: y + float32(dy)}
}

// turnToward turns the bot to a direction, and reports whether it faces there within an
// angle in degrees.
func (t turn) turnToward(dx, dy, degrees float64) bool {
	t.Face(dx, dy)
	t.tellAngle(dx, dy, degrees)
	hx, hy := t.Game.HeadingOf(t.Body)
	if dx == 0 && dy == 0 {
		return true
	}
	_, least := core.SinCos(min(max(degrees, 0), 180) * math.Pi / 180)
	ahead := float64(dx*float64(hx)) + float64(dy*float64(hy))
	const rounding = 1e-6
	return ahead >= float64((least-rounding)*core.Length(dx, dy))
}

func look(t turn) host.Status {
	x, y, ok := float32(0), float32(0), false
	switch t.textArg("at") {
	case "ClosestGroupMember":
		if q := t.NearestMember(t.Body); q >= 0 {
			x, y = t.Game.At(q)
			ok = true
		}
	case "RefPoint":
		var p spot
		p, ok = t.refPoint()
		x, y = p.X, p.Y
	default:
		x, y, ok = t.targetPoint()
		if q := t.target(); q >= 0 {
			t.Choose(q)
		}
	}
	if t.Watched {
		t.tellPoint(t.textArg("at"), -1, x, y, ok)
	}
	if ok {
		t.Face(t.way(x, y))
	}
	return host.Running
}

// The memory of an Aim beside the tick in which it was entered: the point, and how many
// ticks it was within the angle.
const (
	aimX    = timed
	aimY    = timed + 32
	aimSum  = timed + 64
	aimBits = timed + 96
)

func (t turn) loadFloat(off int) float32 { return math.Float32frombits(t.Load(off, 32)) }

func (t turn) storeFloat(off int, v float32) { t.Store(off, 32, math.Float32bits(v)) }

func aim(t turn) host.Status {
	began, now := t.began()
	if now {
		x, y, ok := t.targetPoint()
		if t.textArg("at") == "RefPoint" {
			var p spot
			p, ok = t.refPoint()
			x, y = p.X, p.Y
		}
		if !ok {
			t.Because("there is nothing to aim at")
			return host.Success
		}
		t.storeFloat(aimX, x)
		t.storeFloat(aimY, y)
		t.orderFire("Aim")
	}
	dx, dy := t.way(t.loadFloat(aimX), t.loadFloat(aimY))
	within := t.turnToward(dx, dy, t.numberArg("angleThreshold", 0))
	if t.textArg("durationOnceWithinThreshold") == "forever" {
		return host.Running
	}
	sum := t.Load(aimSum, 32)
	if within && !now {
		sum++
		t.Store(aimSum, 32, sum)
	}
	wanted := t.numberArg("durationOnceWithinThreshold", 0)
	t.tellPassed("within the angle for", int64(sum), wanted)
	if within && float64(float64(sum)*t.DT) > wanted {
		return host.Success
	}
	return t.orTooLong(began)
}

// orTooLong gives up what takes too long.
func (t turn) orTooLong(began int64) host.Status {
	if t.Tick-began < t.Ticks(longest) {
		return host.Running
	}
	t.Notef("it took longer than %d s", longest)
	return host.Success
}

// The memory of a TurnBody beside the tick in which it was entered: the direction, and how
// many ticks in a row the bot faced there.
const (
	turnX    = timed
	turnY    = timed + 32
	turnRow  = timed + 64
	turnBits = timed + 96
)

func turnBody(t turn) host.Status {
	began, now := t.began()
	if now {
		dx, dy, ok := t.bodyDirection()
		if !ok {
			t.Because("there is nothing to turn to")
			t.Notef("there is nothing to turn to")
			return host.Success
		}
		t.storeFloat(turnX, float32(dx))
		t.storeFloat(turnY, float32(dy))
	}
	row := t.Load(turnRow, 32)
	switch within := t.turnToward(float64(t.loadFloat(turnX)), float64(t.loadFloat(turnY)), t.numberArg("stopWithinAngle", 0)); {
	case !within:
		row = 0
	case !now:
		row++
	}
	t.Store(turnRow, 32, row)
	const held = 0.2 // seconds
	t.tellPassed("has faced there for", int64(row), held)
	if float64(float64(row)*t.DT) > held {
		return host.Success
	}
	return t.orTooLong(began)
}

// bodyDirection returns the direction that a TurnBody fixes as it is entered.
func (t turn) bodyDirection() (dx, dy float64, ok bool) {
	hx, hy := t.Game.HeadingOf(t.Body)
	own := func() (float64, float64) { return float64(hx), float64(hy) }
	least, most := t.arg("randomMinAngle"), t.arg("randomMaxAngle")
	random := least.Kind() != host.Null || most.Kind() != host.Null
	towards, align := t.textArg("towards"), t.textArg("alignWith")
	switch {
	case towards == "Target":
		var x, y float32
		if x, y, ok = t.targetPoint(); ok {
			dx, dy = t.way(x, y)
		}
	case towards == "RefPoint":
		var p spot
		if p, ok = t.refPoint(); ok {
			dx, dy = t.way(p.X, p.Y)
		}
	case align == "Target":
		_, _, ok = t.targetPoint()
		dx, dy = own()
	case align == "RefPoint":
		var p spot
		if p, ok = t.refPoint(); ok {
			dx, dy = float64(p.DX), float64(p.DY)
			ok = dx != 0 || dy != 0
		}
	case random:
		dx, dy = own()
		ok = true
	}
	if !ok || !random {
		return dx, dy, ok
	}
	from, to := t.numberArg("randomMinAngle", 0), t.numberArg("randomMaxAngle", 180)
	sin, cos := core.SinCos((from + float64((to-from)*t.Random())) * math.Pi / 180)
	if t.Random() >= t.numberArg("randomTurnRightChance", 0.5) {
		sin = -sin // to the left
	}
	return float64(dx*cos) - float64(dy*sin), float64(dx*sin) + float64(dy*cos), true
}

// aimAround looks here and there.
func aimAround(t turn) host.Status {
	began, now := t.began()
	if now {
		hx, hy := t.Game.HeadingOf(t.Body)
		if p, ok := t.refPoint(); ok && (p.DX != 0 || p.DY != 0) {
			hx, hy = p.DX, p.DY
		}
		t.storeFloat(timed, hx)
		t.storeFloat(timed+32, hy)
		t.orderFire("Aim")
	}
	between := t.numberArg("minSecondsBeweenUpdates", 0)
	t.tellPassed("since it began", t.Tick-began, between)
	round, _ := t.Span(between).Rounds(t.Tick - began)
	part := float64(2*host.Float64(t.World.Random(t.Bot, began+round, host.RuntimeOf(t.Call).Node, 1))) - 1
	sin, cos := core.SinCos(math.Abs(part) * min(max(t.numberArg("maxAngleRange", 0), 0), 180) * math.Pi / 180)
	sin = math.Copysign(sin, part)
	dx, dy := float64(t.loadFloat(timed)), float64(t.loadFloat(timed+32))
	t.Face(float64(dx*cos)-float64(dy*sin), float64(dx*sin)+float64(dy*cos))
	return host.Running
}

// lookAround turns round once.
func lookAround(t turn) host.Status {
	const round = 4 // seconds
	if t.lasted(round) {
		return host.Success
	}
	t.Spin(round)
	return host.Running
}

// waitAligned succeeds once the bot faces its target within an angle.
func waitAligned(t turn) host.Status {
	x, y, ok := t.targetPoint()
	if !ok {
		t.tellTarget()
		return host.Failure
	}
	hx, hy := t.Game.HeadingOf(t.Body)
	degrees := t.numberArg("toleranceDegrees", 0)
	_, least := core.SinCos(min(max(degrees, 0), 180) * math.Pi / 180)
	dx, dy := t.way(x, y)
	t.tellAngle(dx, dy, degrees)
	ahead := float64(dx*float64(hx)) + float64(dy*float64(hy))
	return onceDone(ahead >= float64(least*core.Length(dx, dy)))
}
