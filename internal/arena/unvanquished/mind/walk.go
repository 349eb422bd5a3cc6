package mind

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
)

// Stray notes whether a bot that plays runs a tree of another kind. One that has just begun to goes
// its way: trees of this vocabulary had it stand.
func (s *Minds) Stray(b int32) {
	if !s.OwnTree[b] && !s.Strays[b] {
		s.a.Mind[b].Stays = false
	}
	s.Strays[b] = !s.OwnTree[b]
}

// stuckReach is the distance that a body must get for its stuck clock to be reset, in
// metres.
const stuckReach = 150 * lore.Unit

// freeShare is the least share of a step that a body gets on when nothing blocks it.
const freeShare = 0.3

// TrackWay brings the stuck clock of a body up to date.
func (s *Minds) TrackWay(b int32) {
	w := &s.Bots[b].Walking
	s.weary(b)
	if !s.Strays[b] {
		s.a.Mind[b].Stays = true // it moves in those ticks alone in which an action moves it
	}
	x, y := s.a.Game.At(b)
	if s.a.Field.Dist2(x, y, w.StuckX, w.StuckY) >= stuckReach*stuckReach {
		w.StuckAt, w.StuckX, w.StuckY = s.a.Now, x, y
	}
	w.Blocked = w.Tried == s.a.Now-1 && math.Sqrt(s.a.Field.Dist2(x, y, w.FromX, w.FromY)) < freeShare*float64(w.Step)
}

// stuckFor returns for how many seconds a body has got nowhere.
func (s *Minds) stuckFor(b int32) float64 { return s.a.Since(s.Bots[b].StuckAt) }

// Unstick resets the stuck clock of a body: from here it must get away again.
func (s *Minds) Unstick(b int32) {
	w := &s.Bots[b].Walking
	w.StuckAt = s.a.Now
	w.StuckX, w.StuckY, _, _ = s.a.Game.Body(b)
}

// The times in which a blocked step fails, by the stuck clock, in seconds:
// BotMoveToGoal and BotAvoidObstacles. That whatever blocks the way counts from the time
// on from which walls do is Thicket's own.
const (
	countsFrom  = 1.7
	countsUntil = 5
)

// StepOn takes a step along the way to the goal, to within stop metres of it. It is
// Running, Failure when something blocks the way, and Success where the way ends.
func (t Turn) StepOn(stop float64) host.Status {
	e := &t.Bots[t.Body]
	if stuck := t.stuckFor(t.Body); e.Blocked && stuck > countsFrom && stuck <= countsUntil {
		t.Because("something blocks its way; stuck for").Is(stuck, host.Above, countsFrom, "s")
		return host.Failure
	}
	return t.goTo(e.Goal, stop, t.paceTo(e.Goal))
}

// paceTo returns how fast a bot goes to a target: from skill 5 on at its best, humans
// always and aliens to a friend.
func (t Turn) paceTo(m world.Target) float32 {
	p := &t.FormOf(t.Body).Paces
	fast := false
	if t.TeamOf(t.Body) == lore.Humans {
		fast = t.Has(t.Body, lore.HumanFlee)
	} else {
		fast = t.EntityOf(m) && t.TeamAt(m) == t.TeamOf(t.Body) && t.Has(t.Body, lore.AlienFlee)
	}
	if fast || t.Owns(t.Body, lore.Jetpack) {
		return p.Sprint
	}
	return p.Run
}

// Slightly says how much nearer than it must a bot goes, in metres, so that rounding does
// not keep it from being near enough for ever.
const Slightly = 1 * lore.Unit

// goTo goes within stop metres of the middle of a target.
func (t Turn) goTo(m world.Target, stop float64, pace float32) host.Status {
	e := &t.Bots[t.Body]
	e.Tried = -1
	if m.Kind == world.NoTarget || m.Kind == world.BodyTarget && t.LivingOf(m) < 0 {
		return host.Failure
	}
	if t.Gap(t.Body, m) <= stop {
		t.Stand()
		return host.Success
	}
	w := t.wayTo(m)
	pace = t.Effort(Forward, pace)
	s := t.Travel(w, max(stop-Slightly, 0), pace)
	if s == host.Running {
		e.Tried = t.Now
		e.FromX, e.FromY, _, _ = t.Game.Body(t.Body)
		e.Step = float32(min(float64(t.SpeedOf(t.Body)*pace)*t.DT, w.Far-stop, core.Length(w.DX, w.DY)))
		e.PressedAt, e.Keys, e.ViewX, e.ViewY = t.Now, Forward, float32(w.DX), float32(w.DY)
	}
	return s
}

// wayTo returns the way to a target.
func (t Turn) wayTo(m world.Target) core.Way {
	switch m.Kind {
	case world.PlaceTarget:
		return t.Land.WayToPlace(t.Body, m.Place)
	case world.BodyTarget:
		t.Choose(t.LivingOf(m))
	}
	x, y, _ := t.SpotOf(m)
	return t.Land.Way(t.Body, x, y)
}

// around returns a random point within a radius of a point, in metres, that the bot
// can walk to; false where some tries find none.
func (t Turn) around(x, y float32, radius float64) (m world.Target, ok bool) {
	for range 8 {
		dx, dy := 2*t.Random()-1, 2*t.Random()-1
		if float64(dx*dx)+float64(dy*dy) > 1 {
			continue
		}
		p := t.Land.Free(t.OnField(components.Position{X: x + float32(radius*dx), Y: y + float32(radius*dy)}))
		if t.Land.Reaches(t.Body, p.X, p.Y) {
			return world.Target{Kind: world.PointTarget, X: p.X, Y: p.Y}, true
		}
	}
	return world.Target{}, false
}

// walkAsks are the functions that ask how a bot gets on.
var walkAsks = []Entry[Turn]{
	{Name: "stuckTime", Doc: "Milliseconds since the bot was 4.7 m from where it was when this was 0 last, since it pressed the trigger, since `resetStuckTime`, or since it appeared. Who stands because it wants to is stuck as well.",
		Ask: func(t Turn) host.Value { return t.Milliseconds(t.Bots[t.Body].StuckAt) }},
}
