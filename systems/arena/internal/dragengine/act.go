package dragengine

import (
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// sectionDoc explains the section to users.
const sectionDoc = "In trees of `.debt` files these names come before those of other sections. A player is a human, or a bot of a class with the tag `player`, " +
	"that the bot sees; how fast it is, is measured by where it was a tick ago. An action that was not run in the tick before starts over, and draws its chance again."

// The parameters of a rule are shared by its action and its conditions. Those
// that only one action reads have its name in front.
func chance() core.Param {
	return core.Number("chance", "", "how likely it is that the action begins; else it fails", 0, 1).Or(1.0)
}

func nearPlayer() core.Param {
	return core.Number("player.distance", "m", "how near a player is that is near", 0, 1e6).Or(8.0)
}

func fastPlayer() core.Param {
	return core.Number("player.speed", "m/s", "from which speed on a player is fast", 0, 1e6).Or(2.0)
}

// ownSpeed is the parameter for how fast the bot goes in an action.
func ownSpeed(action, pace string) core.Param {
	return core.Number(action+".speed", "m/s", "how fast the bot goes, at most at its sprint; 0: at its "+pace, 0, 1e6).Or(0.0)
}

// abilities are the actions and conditions. An action begins anew when it was
// not run in the tick before.
var abilities = []core.Ability{
	{
		Name: "wander", Bits: 96,
		Doc: "Walks to a random point, around obstacles. Succeeds there; fails where it gets nowhere.",
		Params: []core.Param{
			chance(), core.Number("wander.distance", "m", "how far away the point is at most, along each side of the field", 0, 1e6).Or(12.0), ownSpeed("wander", "walk"),
		},
		Example: "<action name='wander'><parameter name='chance'>0.25</parameter></action>",
		Act:     withPlayers(wander),
	},
	{
		Name: "turning", Bits: 96,
		Doc:     "Turns on the spot, by a random angle to either side. Succeeds when it faces there.",
		Params:  []core.Param{chance(), core.Number("turning.angle", "degrees", "the widest angle", 0, 180).Or(180.0)},
		Example: "<action name='turning'><parameter name='turning.angle'>90</parameter></action>",
		Act:     withPlayers(turning),
	},
	{
		Name: "wait", Bits: 64,
		Doc: "Stands for a random time, then succeeds.",
		Params: []core.Param{
			chance(), core.Number("wait.lower", "s", "the shortest time", 0, 1e6).Or(1.0), core.Number("wait.upper", "s", "the longest time, no less than the shortest", 0, 1e6).Or(3.0),
		},
		Example: "<action name='wait'><parameter name='wait.upper'>2</parameter></action>",
		Act:     withPlayers(pause),
	},
	{
		Name: "flee", Bits: 32,
		Doc: "Runs in panic from a player that is near and fast. Succeeds when it is far enough; fails when there is no such player, or it has become slow.",
		Params: []core.Param{
			chance(), nearPlayer(), fastPlayer(), core.Number("flee.distance", "m", "how far is far enough", 0, 1e6).Or(12.0), ownSpeed("flee", "sprint"),
		},
		Example: "<action name='flee'><parameter name='player.speed'>3</parameter></action>",
		Act:     withPlayers(fleePlayer),
	},
	{
		Name: "backOff", Bits: 32,
		Doc: "Walks backwards from a player that is near and not fast. Succeeds when it is far enough; fails when there is no such player, or it has become fast.",
		Params: []core.Param{
			chance(), nearPlayer(), fastPlayer(), core.Number("backOff.distance", "m", "how far is far enough", 0, 1e6).Or(10.0), ownSpeed("backOff", "walk"),
		},
		Example: "<action name='backOff'><parameter name='backOff.speed'>1</parameter></action>",
		Act:     withPlayers(backOff),
	},
	{
		Name: "playerNearby", Doc: "Whether the bot sees a player that is near.",
		Params: []core.Param{nearPlayer()}, Example: "<condition>playerNearby</condition>",
		Is: func(t core.Turn) bool { return addPlayers(t).seesPlayerNearby() },
	},
	{
		Name: "playerNotNearby", Doc: "The opposite of `playerNearby`.",
		Params: []core.Param{nearPlayer()}, Example: "<condition>playerNotNearby</condition>",
		Is: func(t core.Turn) bool { return !addPlayers(t).seesPlayerNearby() },
	},
}

// Offsets in the memory of an action, in bits: of the tick at which it goes on,
// and of what is its own.
const (
	resumes = 0
	ownBits = 32
)

// begins reports whether the action did not run in the tick before.
func (t turn) begins() bool { return t.Load(resumes, 32) != resumeAt(t.Tick) }

// resumeAt encodes a tick for memory, where 0 is none.
func resumeAt(tick int64) uint32 { return uint32(tick) + 1 }

// carryOn is Running, and remembers to go on in the next tick.
func (t turn) carryOn() host.Status {
	t.Store(resumes, 32, resumeAt(t.Tick+1))
	return host.Running
}

// end ends an action. The bot stands unless another action moves it: without an
// action it would go on along its heading, which may be toward the player.
func (t turn) end(s host.Status) host.Status {
	t.Store(resumes, 32, 0)
	t.Stand()
	return s
}

// lucky draws whether an action begins, with the chance in its first argument.
func (t turn) lucky() bool {
	p := t.Num(0)
	return p >= 1 || t.Random() < p
}

func (t turn) storePoint(x, y float32) {
	t.Store(ownBits, 32, math.Float32bits(x))
	t.Store(ownBits+32, 32, math.Float32bits(y))
}

func (t turn) loadPoint() (x, y float32) {
	return math.Float32frombits(t.Load(ownBits, 32)), math.Float32frombits(t.Load(ownBits+32, 32))
}

// goAt moves the bot along (dx, dy) by at most maxDist metres, at the speed in
// an argument, or at a pace where that is 0.
func (t turn) goAt(dx, dy, maxDist float64, arg int, pace float32) {
	if mps := t.Num(arg); mps > 0 {
		pace, maxDist = t.FormOf(t.Body).Paces.Sprint, min(maxDist, mps*t.DT)
	}
	t.MoveAlong(dx, dy, maxDist, pace)
}

// How near wander comes to its point, in metres, and for how long it stays
// stuck before it fails, in seconds.
const (
	wandered = 0.5
	patience = 2
)

// The poses of these bots.
var calm, panicked = slices.Index(core.Poses, "stand"), slices.Index(core.Poses, "panic")

func wander(t turn) host.Status {
	if t.begins() {
		if !t.lucky() {
			return t.end(host.Failure)
		}
		x, y, _, _ := t.Game.Body(t.Body)
		far := t.Num(1)
		to := components.Position{
			X: x + float32(far*(2*t.Random()-1)),
			Y: y + float32(far*(2*t.Random()-1)),
		}
		to = t.Free(t.OnField(to))
		t.storePoint(to.X, to.Y)
	}
	x, y := t.loadPoint()
	dx, dy, far := t.Way(t.Body, x, y)
	t.SetPose(calm)
	switch {
	case far <= wandered+core.Slack:
		return t.end(host.Success)
	case far >= host.Endless, t.Mind[t.Body].Stuck > patience:
		return t.end(host.Failure)
	}
	t.goAt(dx, dy, far-wandered, 2, t.FormOf(t.Body).Paces.Walk)
	return t.carryOn()
}

func turning(t turn) host.Status {
	if t.begins() {
		if !t.lucky() {
			return t.end(host.Failure)
		}
		_, _, hx, hy := t.Game.Body(t.Body)
		if hx == 0 && hy == 0 {
			hx = 1
		}
		sin, cos := core.SinCos(t.Num(1) * (2*t.Random() - 1) * math.Pi / 180)
		x, y := float64(hx), float64(hy)
		t.storePoint(float32(float64(x*cos)-float64(y*sin)), float32(float64(x*sin)+float64(y*cos)))
	}
	x, y := t.loadPoint()
	t.SetPose(calm)
	if t.TurnTo(float64(x), float64(y)) == host.Running {
		return t.carryOn()
	}
	return t.end(host.Success)
}

func pause(t turn) host.Status {
	if t.begins() {
		if !t.lucky() {
			return t.end(host.Failure)
		}
		lower := t.Num(1)
		seconds := lower + float64(max(t.Num(2)-lower, 0)*t.Random())
		t.Store(ownBits, 32, uint32(t.Tick+t.Ticks(seconds)))
	}
	t.SetPose(calm)
	t.Stand()
	if int32(t.Load(ownBits, 32)-uint32(t.Tick)) > 0 { // ticks may pass 32 bits
		return t.carryOn()
	}
	return t.end(host.Success)
}

func (t turn) seesPlayerNearby() bool { return t.playerWithin(t.Num(0)) }

// keepFrom begins or goes on keeping away from the player, and is Running while
// it should.
func (t turn) keepFrom(fast bool) (player int32, s host.Status) {
	reach := t.Num(3)
	first := t.begins()
	if first {
		reach = t.Num(1)
	}
	q := t.player()
	switch {
	case q < 0, fast != (float64(t.tracks[q].speed) >= t.Num(2)):
		return q, host.Failure
	case t.Distance(t.Body, q) > reach && first, first && !t.lucky():
		return q, host.Failure
	case t.Distance(t.Body, q) > reach:
		return q, host.Success
	}
	t.Choose(q)
	return q, host.Running
}

func fleePlayer(t turn) host.Status {
	q, s := t.keepFrom(true)
	if s != host.Running {
		return t.end(s)
	}
	dx, dy := t.AwayFrom(q)
	t.SetPose(panicked)
	t.goAt(dx, dy, host.Endless, 4, t.FormOf(t.Body).Paces.Sprint)
	return t.carryOn()
}

func backOff(t turn) host.Status {
	q, s := t.keepFrom(false)
	if s != host.Running {
		return t.end(s)
	}
	dx, dy := t.AwayFrom(q)
	t.SetPose(calm)
	t.goAt(dx, dy, host.Endless, 4, t.FormOf(t.Body).Paces.Walk)
	px, py := t.Delta(t.Body, q)
	t.Face(px, py)
	return t.carryOn()
}
