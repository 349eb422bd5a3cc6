package unvanquished

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// walking is what is kept of how a body gets on.
type walking struct {
	stuckAt        int64   // when the stuck clock was reset last
	stuckX, stuckY float32 // where that was
	tried          int64   // when it wanted to take a step last
	step           float32 // how long that was to be, in metres
	fromX, fromY   float32 // where it began
	blocked        bool    // it got nowhere by it
	straight       bool    // the way to its goal had no bend when it was asked last
	keys           uint8   // the directions in which it goes
	pressedAt      int64   // when it pressed these
	viewX, viewY   float32 // what is ahead
	changed        int64   // when the goal was changed last
	hop            int64   // when it jumped last
	tired          float64 // the stamina that it lacked then
}

// newWalking is the state of who has just appeared.
func newWalking(now int64) walking {
	return walking{changed: -1, stuckAt: now, stuckX: nowhere, stuckY: nowhere, tried: -1, pressedAt: -1, hop: -1}
}

// nowhere is a coordinate that no body has, in metres.
const nowhere = -1e9

// stuckReach is how far a body must get for its stuck clock to be reset, in metres.
const stuckReach = 150 * unit

// freeShare is the least share of a step that a body gets on when nothing blocks it.
const freeShare = 0.3

// look brings the stuck clock of a body up to date.
func (w *walking) look(s *state, b int32) {
	if !s.strays[b] {
		s.a.Mind[b].Stays = true // it moves in those ticks alone in which an action moves it
	}
	x, y, _, _ := s.a.Game.Body(b)
	if s.a.Field.Dist2(x, y, w.stuckX, w.stuckY) >= stuckReach*stuckReach {
		w.stuckAt, w.stuckX, w.stuckY = s.a.Now, x, y
	}
	w.blocked = w.tried == s.a.Now-1 && math.Sqrt(s.a.Field.Dist2(x, y, w.fromX, w.fromY)) < freeShare*float64(w.step)
}

// stuckFor returns for how many seconds a body has got nowhere.
func (s *state) stuckFor(b int32) float64 { return s.a.Since(s.bots[b].stuckAt) }

// unstick resets the stuck clock of a body: from here it must get away again.
func (s *state) unstick(b int32) {
	w := &s.bots[b].walking
	w.stuckAt = s.a.Now
	w.stuckX, w.stuckY, _, _ = s.a.Game.Body(b)
}

// The times in which a blocked step fails, by the stuck clock, in seconds:
// BotMoveToGoal and BotAvoidObstacles. That whatever blocks the way counts from the time
// on from which walls do is Thicket's own.
const (
	countsFrom  = 1.7
	countsUntil = 5
)

// stepOn takes a step along the way to the goal, to within stop metres of it. It is
// Running, Failure when something blocks the way, and Success where the way ends.
func (t turn) stepOn(stop float64) host.Status {
	e := &t.bots[t.Body]
	if stuck := t.stuckFor(t.Body); e.blocked && stuck > countsFrom && stuck <= countsUntil {
		t.Because("something blocks its way; stuck for").Is(stuck, host.Above, countsFrom, "s")
		return host.Failure
	}
	return t.goTo(e.goal, stop, t.paceTo(e.goal))
}

// paceTo returns how fast a bot goes to a target: from skill 5 on at its best, humans
// always and aliens to a friend.
func (t turn) paceTo(m target) float32 {
	p := &t.FormOf(t.Body).Paces
	fast := t.skill(t.Body) >= 5 && (t.TeamOf(t.Body) == humans || t.entityOf(m) && t.teamAt(m) == t.TeamOf(t.Body))
	if fast || t.owns(t.Body, jetpack) {
		return p.Sprint
	}
	return p.Run
}

// slightly is how much nearer than it must a bot goes, in metres, so that rounding does
// not keep it from being near enough for ever.
const slightly = 1 * unit

// goTo goes within stop metres of the middle of a target.
func (t turn) goTo(m target, stop float64, pace float32) host.Status {
	e := &t.bots[t.Body]
	e.tried = -1
	if m.kind == noTarget || m.kind == bodyTarget && t.livingOf(m) < 0 {
		return host.Failure
	}
	if t.gap(t.Body, m) <= stop {
		t.Stand()
		return host.Success
	}
	w := t.wayTo(m)
	s := t.Travel(w, max(stop-slightly, 0), pace)
	if s == host.Running {
		e.tried = t.Now
		e.fromX, e.fromY, _, _ = t.Game.Body(t.Body)
		e.step = float32(min(float64(t.SpeedOf(t.Body)*pace)*t.DT, w.Far-stop, core.Length(w.DX, w.DY)))
		e.pressedAt, e.keys, e.viewX, e.viewY = t.Now, forward, float32(w.DX), float32(w.DY)
	}
	return s
}

// wayTo returns the way to a target.
func (t turn) wayTo(m target) core.Way {
	switch m.kind {
	case placeTarget:
		return t.WayToPlace(t.Body, m.place)
	case bodyTarget:
		t.Choose(t.livingOf(m))
	}
	x, y, _ := t.spotOf(m)
	return t.Way(t.Body, x, y)
}

// around returns a random point within a radius of a point, in metres, that the bot
// can walk to; false where some tries find none.
func (t turn) around(x, y float32, radius float64) (m target, ok bool) {
	for range 8 {
		dx, dy := 2*t.Random()-1, 2*t.Random()-1
		if float64(dx*dx)+float64(dy*dy) > 1 {
			continue
		}
		p := t.Free(t.OnField(components.Position{X: x + float32(radius*dx), Y: y + float32(radius*dy)}))
		if t.Reaches(t.Body, p.X, p.Y) {
			return target{kind: pointTarget, x: p.X, y: p.Y}, true
		}
	}
	return target{}, false
}

// walkAsks are the functions that ask how a bot gets on.
var walkAsks = []entry{
	{name: "stuckTime", doc: "Milliseconds since the bot was 4.7 m from where it was when this was 0 last, since it pressed the trigger, since `resetStuckTime`, or since it appeared. Who stands because it wants to is stuck as well.",
		ask: func(t turn) host.Value { return t.milliseconds(t.bots[t.Body].stuckAt) }},
}

// mostSkill is the highest skill; the lowest is 1.
const mostSkill = 9

// skill returns the skill of a body, 1 to 9.
func (s *state) skill(b int32) int {
	if n := s.a.OwnForm(b).Skill; n > 0 {
		return min(n, mostSkill)
	}
	return s.defaultSkill
}
