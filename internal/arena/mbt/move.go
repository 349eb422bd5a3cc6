package mbt

import (
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/dialect/standin"
)

// plan says how the last request to move goes. There is one for a body, as its requests run
// one at a time.
type plan struct {
	moves uint8   // how many Move nodes run
	tries uint8   // how often the body got stuck since the request
	stop  bool    // an order to stand waits for the Move to end
	x, y  float32 // where it goes
	near  float32
	best  float32 // the least that was left of the way, in metres
	since int64   // when that was
}

// The figures of the original.
const (
	chased      = 0.5 // metres that a target moves until there is a new request
	leadTime    = 0.5 // seconds of the target's way that the bot goes ahead
	patience    = 3.0 // seconds without getting nearer until a try has failed
	nearer      = 0.05
	tries       = 2
	shortRun    = 5.0 // metres below which one that stands does not sprint
	shortWalk   = 2.5 // metres below which it does not run
	standsBelow = 0.05
)

// The memory of a Move, in bits: how near is near enough, the pace, and flags.
const (
	moveStop    = 0
	movePace    = 32
	moveFlags   = 64
	moveBits    = 72
	moveEntered = 1 << 0
	moveFired   = 1 << 1 // it has ordered to fire
	moveTurned  = 1 << 2 // it has turned before it went
	moveAsked   = 1 << 3 // it has requested a way
)

// moving are the nodes that move a bot.
var moving = []action{
	{
		name: "Move", bits: moveBits, act: move, check: reachable, exit: moveLeft,
		doc: "Goes to the target (half a second ahead of it, else to where it was seen last), to the cover or the reference point that a query found, home, or to a place by its id or tag. " +
			"A target that moves is followed. Succeeds at the end of the way or within `stopWithinDistance`; fails where no way leads there, and when the bot is stuck for 6 s. " +
			"A bot whose Move is dropped walks on to the end of its way.",
	},
	{name: "StopMovement", bits: 1, act: stopMovement, doc: "Stands."},
	{name: "Hover", bits: hoverBits, act: hover, doc: "Stays where it was when it began, for ever, and drifts back there at 0.5 m/s."},
	{
		name: "ChasePlayer", act: chasePlayer,
		doc: "Runs after the nearest player that it sees, else its target; bots of classes with the tag player are players, too. Succeeds in reach of the hand; fails when there is nobody.",
	},
	{
		name: "CheckIfTargetCanBeReached", act: canBeReached,
		doc: "Succeeds where a way leads to the target; fails without one.",
	},
	{
		name: "KeepTargetAtADistance", act: keepAway,
		doc: "Pushes the nearest player that it sees away while that one is nearer than `distance` and does not go away faster than 2.8 m/s. " +
			"Bots of classes with the tag player are players, too. Runs for ever.",
	},
	{name: "TeleportStalker_Deprecated", act: teleport, doc: "Jumps to the reference point once neither it nor the bot is seen by a foe. Succeeds, also without one."},
	{name: "Teleport", act: teleport, doc: "Jumps to the reference point once neither it nor the bot is seen by a foe. Succeeds, also without one."},
}

func (t turn) flags() uint32 { return t.Load(moveFlags, 8) }

func (t turn) setFlag(f uint32) { t.Store(moveFlags, 8, t.flags()|f) }

func move(t turn) host.Status {
	g := t.agent()
	entered := t.flags()&moveEntered == 0
	to := t.textArg("to")
	x, y, ok := t.destination(to)
	if entered {
		t.setFlag(moveEntered)
		t.beginMove()
		g.plan.moves++
		if !ok {
			t.Because("there is no").About(to)
			return host.Failure
		}
	}
	t.fireOnOrder()
	dx, dy := t.way(x, y)
	stop := float64(math.Float32frombits(t.Load(moveStop, 32)))
	if t.Watched && ok && stop > 0 {
		t.Because("distance to").About(to).Is(core.Length(dx, dy), host.Below, stop, "m")
	}
	if ok && stop > 0 && core.Length(dx, dy) < stop {
		if t.flags()&moveAsked != 0 {
			t.Stay()
		}
		return host.Success
	}
	switch asked := t.flags()&moveAsked != 0; {
	case !asked:
		return t.request(to, x, y)
	case ok && (to == "Target" || to == "RefPoint" || to == "LastOp") && core.Length(t.Field.Delta(g.plan.x, g.plan.y, x, y)) > chased:
		if g.plan.stop { // the order to stand came before
			g.plan.stop = false
			t.stop()
			t.Store(moveFlags, 8, t.flags()&^moveAsked)
			return host.Running
		}
		return t.request(to, x, y)
	}
	return t.walk()
}

// way returns the straight way to a point.
func (t turn) way(x, y float32) (dx, dy float64) {
	px, py := t.Game.At(t.Body)
	return t.Field.Delta(px, py, x, y)
}

// beginMove does the beginning of a Move: it draws how near is near enough, takes
// its stance and orders to fire.
func (t turn) beginMove() {
	stop := t.numberArg("stopWithinDistance", 0)
	if variation := t.numberArg("stopDistanceVariation", 0); stop > 0 && variation > 0 {
		stop += float64(variation * t.Random())
	}
	t.Store(moveStop, 32, math.Float32bits(float32(stop)))
	t.stand(t.textArg("stance"))
	if mode := t.textArg("fireMode"); mode != "Off" {
		t.setFlag(moveFired)
		t.orderFire(mode)
	}
}

// moveLeft ends a Move that is over or dropped: the bot walks on.
func moveLeft(t turn) {
	g := t.agent()
	if t.flags()&moveFired != 0 {
		ceaseFire(t)
	}
	if g.plan.moves > 0 {
		g.plan.moves--
	}
	if g.plan.stop {
		g.plan.stop = false
		t.stop()
	}
}

// request asks for a way to a point and sets out.
func (t turn) request(to string, x, y float32) host.Status {
	if !t.Land.Reaches(t.Body, x, y) {
		t.Because("no way leads to").About(to)
		return host.Failure
	}
	if t.boolArg("turnTowardsMovementDirectionBeforeMoving") && t.flags()&moveTurned == 0 {
		if w := t.Land.Way(t.Body, x, y); w.Far > 0.2 && t.TurnTo(w.DX, w.DY) == host.Running {
			return host.Running
		}
		t.setFlag(moveTurned)
	}
	far := t.Land.Way(t.Body, x, y).Far
	g := t.agent()
	t.Store(movePace, 32, math.Float32bits(t.paceFor(far)))
	t.setFlag(moveAsked)
	g.plan.near = float32(t.arrival(to))
	g.plan.x, g.plan.y = x, y
	g.plan.tries, g.plan.best, g.plan.since = 0, float32(far), t.Tick
	if t.Order(t.setOutDeed(to == "Cover")) != host.Success {
		return host.Failure
	}
	return t.walk()
}

// arrival returns how near to its end a way is over, in metres.
func (t turn) arrival(to string) float64 {
	trim := t.numberArg("lengthToTrimFromThePathEnd", 0)
	q := t.target()
	switch to {
	case "Target":
		if q < 0 {
			return trim
		}
	case "Cover", "RefPoint", "LastOp":
		return trim
	case "InitialPosition":
		return max(trim, float64(t.Places()[t.Mind[t.Body].Home].Radius))
	default:
		return max(trim, float64(t.Places()[t.NearestPlace(t.Body, to, core.Anyones)].Radius))
	}
	return max(trim, float64(t.FormOf(t.Body).Radius+t.FormOf(q).Radius)+touching)
}

// touching says how much more than their radii two bodies are apart that meet, in metres.
const touching = 0.1

// walk goes on along the way that was requested, and gives up when the bot is stuck.
func (t turn) walk() host.Status {
	p := &t.agent().plan
	x, y := p.x, p.y
	pace := math.Float32frombits(t.Load(movePace, 32))
	far := t.Land.Way(t.Body, x, y).Far
	if far < float64(p.best)-nearer {
		p.best, p.since = float32(far), t.Tick
	}
	t.tellPassed("since it got nearer", t.Tick-p.since, patience)
	if float64(t.Tick-p.since)*t.DT > patience {
		p.best, p.since = float32(far), t.Tick
		if p.tries++; p.tries >= tries {
			t.Stay()
			return host.Failure
		}
	}
	switch t.GoOn(x, y, float64(p.near), pace) {
	case host.Failure:
		return host.Failure
	case host.Success:
		return t.arrived()
	}
	if q := t.target(); q >= 0 && (t.textArg("bodyOrientation") == "FullyTowardsAimOrLook" || t.agent().order.mode != fireOff) {
		t.Face(t.Delta(t.Body, q))
	}
	return host.Running
}

// arrived ends a way.
func (t turn) arrived() host.Status {
	if t.textArg("to") == "Cover" {
		t.stand("Crouch")
	}
	t.Stay()
	return host.Success
}

// paceFor returns the pace for a way of so many metres: one that stands does not sprint,
// or run, along a short way.
func (t turn) paceFor(far float64) float32 {
	p := &t.FormOf(t.Body).Paces
	speed := t.textArg("speed")
	if core.Length(t.velocity(t.Body)) < standsBelow {
		switch {
		case far < shortWalk:
			speed = "Walk"
		case far < shortRun && speed == "Sprint":
			speed = "Run"
		}
	}
	return paceNamed(p, speed)
}

// paceNamed returns the pace that a word of the original stands for.
func paceNamed(p *core.Paces, word string) float32 {
	switch word {
	case "Walk":
		return p.Walk
	case "Sprint":
		return p.Sprint
	}
	return p.Run
}

// destination returns where a word leads, now.
func (t turn) destination(to string) (x, y float32, ok bool) {
	place := int32(-1)
	switch to {
	case "Target":
		x, y, ok = t.targetPoint()
		if q := t.target(); q >= 0 {
			vx, vy := t.velocity(q)
			at := t.OnField(pointAt(x, y, float64(vx*leadTime), float64(vy*leadTime)))
			x, y = at.X, at.Y
		}
		return x, y, ok
	case "RefPoint":
		p, ok := t.refPoint()
		return p.X, p.Y, ok
	case "Cover":
		place = t.agent().cover.registered
	case "InitialPosition":
		place = t.Mind[t.Body].Home
	case "LastOp":
		p := &t.agent().lastOp
		return p.X, p.Y, p.set
	default:
		place = t.NearestPlace(t.Body, to, core.Anyones)
	}
	if place < 0 {
		return 0, 0, false
	}
	at := &t.Places()[place]
	return at.X, at.Y, true
}

// stopMovement stands. With one of its attributes it succeeds when the bot has come to rest.
func stopMovement(t turn) host.Status {
	if t.Load(0, 1) == 0 {
		t.Store(0, 1, 1)
		t.halt()
	} else if t.agent().plan.moves == 0 {
		t.Stay()
	}
	waits := t.boolArg("waitUntilStopped") || t.boolArg("waitUntilIdleAnimation")
	if t.Watched {
		t.Because("speed").Is(core.Length(t.velocity(t.Body)), host.Below, standsBelow, "m/s")
	}
	return onceDone(!waits || core.Length(t.velocity(t.Body)) < standsBelow)
}

// halt orders the bot to stand: now, or when the Move that runs has ended.
func (t turn) halt() {
	if p := &t.agent().plan; p.moves > 0 {
		p.stop = true
		return
	}
	t.stop()
}

// stop makes the bot stand, which is a plan to move, too.
func (t turn) stop() {
	t.Stay()
	t.Order(t.planDeed())
}

// player returns the nearest player that the bot sees, or -1; of several at one distance
// that with the lowest id.
func (t turn) player() int32 {
	best, far := int32(-1), 0.0
	for _, class := range t.players {
		q := t.Sight.NearestSeen(t.Body, class)
		if q < 0 {
			continue
		}
		if d := t.Distance(t.Body, q); best < 0 || d < far || d == far && t.ID(q) < t.ID(best) {
			best, far = q, d
		}
	}
	return best
}

// playerOrTarget returns the nearest player that the bot sees, else its target, or -1.
func (t turn) playerOrTarget() int32 {
	if q := t.player(); q >= 0 {
		return q
	}
	return t.target()
}

func chasePlayer(t turn) host.Status {
	q := t.playerOrTarget()
	if q < 0 {
		t.tellNobody()
		return host.Failure
	}
	t.Choose(q)
	x, y := t.Game.At(q)
	s := t.GoOn(x, y, core.HandReach*0.8, t.FormOf(t.Body).Paces.Run)
	if s == host.Running && t.Land.Way(t.Body, x, y).Far <= core.HandReach { // who runs is a step ahead of who comes that near
		t.Stay()
		return host.Success
	}
	return s
}

func canBeReached(t turn) host.Status {
	x, y, ok := t.targetPoint()
	if q := t.target(); t.textArg("mode") == "UseLiveTarget" && q < 0 {
		t.Because("there is no living target")
		return host.Failure
	}
	t.tellTarget()
	reached := ok && t.Land.Reaches(t.Body, x, y)
	if ok {
		t.Because("a way leads to it").HasValue(host.BoolValue(reached))
	}
	return host.StatusOf(reached)
}

// The memory of a Hover: where it began, and whether it has.
const (
	hoverY     = 32
	hoverBegun = 64
	hoverBits  = 65
)

func hover(t turn) host.Status {
	const drifts, still = 0.5, 0.01 // metres a second, and metres
	if t.Load(hoverBegun, 1) == 0 {
		x, y := t.Game.At(t.Body)
		t.storeFloat(0, x)
		t.storeFloat(hoverY, y)
		t.Store(hoverBegun, 1, 1)
	}
	dx, dy := t.way(t.loadFloat(0), t.loadFloat(hoverY))
	far := core.Length(dx, dy)
	t.Because("distance to where it began").Is(far, host.AtMost, still, "m")
	if far > still {
		t.MoveAt(dx, dy, far, drifts)
	} else {
		t.Stay()
	}
	return host.Running
}

// keepAway pushes a player that is too near away from the bot.
func keepAway(t turn) host.Status {
	const goesAway = 2.8 // metres a second
	q := t.player()
	if q < 0 {
		t.Because("no player in sight")
		return host.Running
	}
	dx, dy := t.Delta(t.Body, q)
	far, near := core.Length(dx, dy), t.numberArg("distance", 0)
	t.Because("distance to", q).Is(far, host.Below, near, "m")
	if far == 0 || far >= near {
		return host.Running
	}
	vx, vy := t.velocity(q)
	away := (float64(vx*dx) + float64(vy*dy)) / far
	t.Because("goes away at", q).Is(away, host.Below, goesAway, "m/s")
	if away < goesAway {
		t.Do(core.PushDeed(t.ID(q), float32(dx/far*t.numberArg("impulsePower", 0)*t.DT), float32(dy/far*t.numberArg("impulsePower", 0)*t.DT)))
	}
	return host.Running
}

func teleport(t turn) host.Status {
	p, ok := t.refPoint()
	t.tellPoint("reference point", -1, p.X, p.Y, ok)
	if !ok {
		return host.Success
	}
	x, y := t.Game.At(t.Body)
	for _, gi := range t.Groups[t.Group[t.Body]].Foes {
		for _, q := range t.Groups[gi].Members {
			qx, qy := t.Game.At(q)
			if t.Land.NothingBetween(qx, qy, x, y) || t.Land.NothingBetween(qx, qy, p.X, p.Y) {
				t.Because("could be seen by", q)
				return host.Running
			}
		}
	}
	return t.Do(core.JumpDeed(p.X, p.Y))
}

// reachable returns the error for a Move to a place that the game does not
// have.
func reachable(s *host.Site) error {
	switch to := attribute(s, "to"); to {
	case "Target", "InitialPosition", "Cover", "RefPoint", "LastOp":
		return nil
	default:
		return tagged(s, to)
	}
}

// tagged returns the error for an id or a tag that no place of the game has.
func tagged(s *host.Site, tag string) error {
	if places, known := s.Declared(core.PlaceNames); known && !slices.Contains(places, tag) {
		return standin.Lack(errors.New("no place has the id or the tag \"" + strings.ToValidUTF8(tag, "?") + "\""))
	}
	return nil
}
