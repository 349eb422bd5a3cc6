package unvanquished

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// walking is what is kept of how a body gets on.
type walking struct {
	changed        int64   // when the goal was changed last
	stuckAt        int64   // when the stuck clock was reset last
	stuckX, stuckY float32 // where that was
	tried          int64   // when it wanted to take a step last
	step           float32 // how long that was to be, in metres
	fromX, fromY   float32 // where it began
	blocked        bool    // it got nowhere by it
	hop            int64   // when it jumped last
}

func (w *walking) digest(h *core.Sum) {
	for _, tick := range [...]int64{w.changed, w.stuckAt, w.tried, w.hop} {
		h.Add(uint64(tick))
	}
	for _, v := range [...]float32{w.stuckX, w.stuckY, w.step, w.fromX, w.fromY} {
		h.Float(v)
	}
	h.Truth(w.blocked)
}

// nowhere is a coordinate that no body has, in metres.
const nowhere = -1e9

// stuckReach is how far a body must get for its stuck clock to be reset, in metres.
const stuckReach = 150 * unit

// freeShare is the least share of a step that a body gets on when nothing blocks it.
const freeShare = 0.3

// look brings the stuck clock of a body up to date.
func (w *walking) look(s *state, b int32) {
	s.a.Mind[b].Stays = true // it moves in those ticks alone in which an action moves it
	x, y, _, _ := s.a.Game.Body(b)
	if s.a.Field.Dist2(x, y, w.stuckX, w.stuckY) >= stuckReach*stuckReach {
		w.stuckAt, w.stuckX, w.stuckY = s.a.Now, x, y
	}
	w.blocked = w.tried == s.a.Now-1 && math.Sqrt(s.a.Field.Dist2(x, y, w.fromX, w.fromY)) < freeShare*float64(w.step)
}

// stuckFor returns for how many seconds a body has got nowhere.
func (s *state) stuckFor(b int32) float64 { return s.a.Since(s.bots[b].stuckAt) }

// unstick resets the stuck clock of a body.
func (s *state) unstick(b int32) { s.bots[b].stuckAt = s.a.Now }

// The times in which a blocked step fails, by the stuck clock, in seconds:
// BotMoveToGoal and BotAvoidObstacles.
const (
	countsFrom  = 1.7
	countsUntil = 5
)

// stepOn takes a step along the way to the goal, to within stop metres of it. It is
// Running, or Failure when something blocks the way.
func (t turn) stepOn(stop float64) host.Status {
	e := &t.bots[t.Body]
	if stuck := t.stuckFor(t.Body); e.blocked && stuck > countsFrom && stuck <= countsUntil {
		return host.Failure
	}
	return core.KeepOn(t.goTo(e.goal, stop, t.paceTo(e.goal)))
}

// paceTo returns how fast a bot goes to a target: from skill 5 on at its best, humans
// always and aliens to a friend.
func (t turn) paceTo(m target) float32 {
	p := &t.FormOf(t.Body).Paces
	fast := t.skill(t.Body) >= 5 && (t.TeamOf(t.Body) == humans || t.entityOf(m) && t.teamAt(m) == t.TeamOf(t.Body))
	if fast || t.active(t.Body, jetpack) {
		return p.Sprint
	}
	return p.Run
}

// goTo goes within stop metres of the middle of a target.
func (t turn) goTo(m target, stop float64, pace float32) host.Status {
	e := &t.bots[t.Body]
	e.tried, e.fromX, e.fromY = -1, 0, 0
	s := host.Failure
	switch m.kind {
	case bodyTarget:
		q := t.livingOf(m)
		if q < 0 {
			return host.Failure
		}
		if q == t.Body {
			t.Stand()
			return host.Success
		}
		s = t.Approach(q, stop, pace)
	case placeTarget:
		if t.gap(t.Body, m) <= stop {
			t.Stand()
			return host.Success
		}
		dx, dy, far := t.WayToPlace(t.Body, m.place)
		s = t.Travel(dx, dy, far, stop, pace)
	case pointTarget:
		dx, dy, far := t.Way(t.Body, m.x, m.y)
		s = t.Travel(dx, dy, far, stop, pace)
	}
	if s == host.Running {
		e.tried = t.Now
		e.fromX, e.fromY, _, _ = t.Game.Body(t.Body)
		e.step = float32(min(float64(t.SpeedOf(t.Body)*pace)*t.DT, t.gap(t.Body, m)-stop))
	}
	return s
}

// around returns a random point within a radius of a point, in metres, that the bot
// can walk to; where it stands when there is none.
func (t turn) around(x, y float32, radius float64) target {
	setup := t.Game.Setup
	for range 8 {
		dx, dy := 2*t.Random()-1, 2*t.Random()-1
		if float64(dx*dx)+float64(dy*dy) > 1 {
			continue
		}
		px := min(max(x+float32(radius*dx), 0), setup.Width)
		py := min(max(y+float32(radius*dy), 0), setup.Height)
		if t.Reaches(t.Body, px, py) {
			return target{kind: pointTarget, x: px, y: py}
		}
	}
	x, y, _, _ = t.Game.Body(t.Body)
	return target{kind: pointTarget, x: x, y: y}
}

// skill returns the skill of a body, 1 to 9.
func (s *state) skill(b int32) int {
	if n := s.a.OwnForm(b).Skill; n > 0 {
		return min(n, 9)
	}
	return int(s.number("g_bot_defaultSkill"))
}
