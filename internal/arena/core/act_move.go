package core

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
)

// moves are the abilities to move and to turn.
func moves() []Ability {
	return []Ability{
		{
			Name: "move_to", Doc: "Goes to a point, around obstacles. Succeeds when it is near enough, and stands then.",
			Params: []Param{
				Number("x", "m", "where, from the left", 0, math.Inf(1)), Number("y", "m", "where, from the top", 0, math.Inf(1)), stop(0.5), pace(),
			},
			Example: "{ x: 20, y: 35, pace: walk }",
			Act: func(t Turn) host.Status {
				return t.Travel(t.Land.way(t.Body, float32(t.Num(0)), float32(t.Num(1))), t.Num(2), t.pace(3))
			},
		},
		{
			Name: "move_to_place", Doc: "Goes to a place, around obstacles. Succeeds within the place's radius, or within `stop` of its middle where that is more.",
			Params:  []Param{spot(), whose(), stop(0), pace()},
			Example: "{ place: base }",
			Act: func(t Turn) host.Status {
				p := t.NearestPlace(t.Body, t.Str(0), t.Str(1))
				if p < 0 {
					t.noPlace(0)
					return host.Failure
				}
				return t.EnterPlace(p, t.Num(2), t.pace(3))
			},
		},
		{
			Name: "go_home", Doc: "Goes to the bot's home, around obstacles. Fails for a bot without one.",
			Params: []Param{pace()}, Example: "{}",
			Act: func(t Turn) host.Status {
				home := t.Mind[t.Body].Home
				if home < 0 {
					t.Because("no home")
					return host.Failure
				}
				return t.EnterPlace(home, 0, t.pace(0))
			},
		},
		{
			Name: "approach", Doc: "Goes to somebody, around obstacles. Succeeds when it is near enough, and stands then. Fails when there is nobody.",
			Params:  []Param{whom().Or("enemy"), stop(1.5), pace()},
			Example: "{ who: enemy, stop: 2, pace: sprint }",
			Act: func(t Turn) host.Status {
				q := t.Who(0)
				if t.isNobody(q) {
					return host.Failure
				}
				return t.Approach(q, t.Num(1), t.pace(2))
			},
		},
		{
			Name: "approach_last_seen", Doc: "Goes to where the bot saw a foe last; see the key `sight` of a class. Fails when it saw none.",
			Params: []Param{stop(1), pace()}, Example: "{}",
			Act: func(t Turn) host.Status {
				s := &t.Eyes[t.Body]
				if s.Last == 0 {
					t.Because("it never saw a foe")
					return host.Failure
				}
				return t.Travel(t.Land.way(t.Body, s.X, s.Y), t.Num(0), t.pace(1))
			},
		},
		{
			Name: "move_to_item", Doc: "Goes to the nearest item of a kind that lies on the field. Succeeds in reach of the hand (1.5 m).",
			Params: []Param{
				named("item", ItemNames, "the kind of item"), radius("how far it may be from the bot").Or(host.Endless), pace(),
			},
			Example: "{ item: berry, radius: 30 }",
			Act: func(t Turn) host.Status {
				i := t.items.nearestItem(t.Body, t.kindOf(t.Str(0)), t.Num(1))
				if i < 0 {
					t.noItem(0, t.Num(1))
					return host.Failure
				}
				it := &t.items.list[i]
				return t.Travel(t.Land.way(t.Body, it.X, it.Y), HandReach*0.8, t.pace(2))
			},
		},
		{
			Name: "follow", Answers: host.MayFail | host.MayRun, Doc: "Follows somebody at a distance. Stays Running, also when it is near enough; fails when there is nobody.",
			Params:  []Param{whom().Or("leader"), Number("distance", "m", "how near to come", 0, math.Inf(1)).Or(3.0), pace()},
			Example: "{ who: leader, distance: 4 }",
			Act: func(t Turn) host.Status {
				q := t.Who(0)
				if t.isNobody(q) {
					return host.Failure
				}
				return KeepOn(t.Approach(q, t.Num(1), t.pace(2)))
			},
		},
		{
			Name: "flee", Doc: "Runs away from somebody, straight while nothing is in the way, and from those that it ran away from in the ticks before while they are too near, seen or not. Succeeds when it is far enough; fails when there is nobody.",
			Params:  []Param{whom().Or("enemy"), Number("distance", "m", "how far is far enough", 0, math.Inf(1)).Or(20.0), pace()},
			Example: "{ who: enemy, distance: 15, pace: sprint }", Bits: fleeBits,
			Act: flee,
		},
		{
			Name: "roam", Answers: host.MayRun, Doc: "Walks to random points of the field, a new one every few seconds. Stays Running.",
			Params:  []Param{Number("every", "s", "how long to one point", 0.1, 1e6).Or(8.0), pace()},
			Example: "{ pace: walk }",
			Act: func(t Turn) host.Status {
				x, y := t.wander(t.Num(0))
				s := t.Game.Setup
				t.Travel(t.Land.way(t.Body, s.X+float32(x*float64(s.Width)), s.Y+float32(y*float64(s.Height))), 0.5, t.pace(1)) // also where no way leads there: the next point may be better
				return host.Running
			},
		},
		{
			Name: "roam_near", Answers: host.MayFail | host.MayRun, Doc: "Walks to random points within a radius of a place, a new one every few seconds. Stays Running; fails without such a place.",
			Params: []Param{
				spot(), whose(), radius("how far from the middle of the place").Or(10.0),
				Number("every", "s", "how long to one point", 0.1, 1e6).Or(5.0), pace(),
			},
			Example: "{ place: base, radius: 15, pace: walk }",
			Act: func(t Turn) host.Status {
				p := t.NearestPlace(t.Body, t.Str(0), t.Str(1))
				if p < 0 {
					t.noPlace(0)
					return host.Failure
				}
				at := &t.places.setup[p]
				x, y := t.wander(t.Num(3))
				r := 2 * t.Num(2)
				goal := t.OnField(components.Position{X: float32(float64(at.X) + float64(r*(x-0.5))), Y: float32(float64(at.Y) + float64(r*(y-0.5)))})
				t.Travel(t.Land.way(t.Body, goal.X, goal.Y), 0.5, t.pace(4))
				return host.Running
			},
		},
		{
			Name: "strafe", Answers: host.MayFail | host.MayRun, Doc: "Goes sideways and faces somebody. Stays Running; fails when there is nobody.",
			Params: []Param{
				whom().Or("enemy"), oneOf("side", "to which side; `alternate` changes every second", "left", "right", "alternate").Or("alternate"), pace(),
			},
			Example: "{ who: enemy, side: left }",
			Act: func(t Turn) host.Status {
				q := t.Who(0)
				if t.isNobody(q) {
					return host.Failure
				}
				t.Because("faces", q)
				dx, dy := t.Delta(t.Body, q)
				sign := 1.0
				second, _ := t.Span(1).Rounds(t.Now)
				switch side := t.Str(1); {
				case side == "left", side == "alternate" && (second+int64(t.Bot))%2 == 0:
					sign = -1
				}
				t.MoveAlong(-sign*dy, sign*dx, host.Endless, t.pace(2)) // y is down: right of (1, 0) is (0, 1)
				t.Face(dx, dy)
				return host.Running
			},
		},
		{
			Name: "move_dir", Answers: host.MayRun, Doc: "Goes in a direction relative to where the bot faces, and keeps facing that way. Stays Running.",
			Params: []Param{
				Number("forward", "", "ahead; below 0: back", -1, 1).Or(0.0), Number("right", "", "to the right; below 0: to the left", -1, 1).Or(0.0), pace(),
			},
			Example: "{ forward: -1 }",
			Act: func(t Turn) host.Status {
				hx, hy := t.Game.HeadingOf(t.Body)
				if hx == 0 && hy == 0 {
					hx = 1
				}
				f, r := t.Num(0), t.Num(1)
				x, y := float64(hx), float64(hy)
				t.MoveAlong(float64(f*x)-float64(r*y), float64(f*y)+float64(r*x), host.Endless, t.pace(2))
				t.Face(x, y)
				return host.Running
			},
		},
		{
			Name: host.DoGo, Doc: "Goes to a point, around obstacles, at a speed of its own. Succeeds when it is near enough, and stands then; fails when no way leads there.",
			Params: []Param{
				Number("x", "m", "where, from the left", 0, math.Inf(1)), Number("y", "m", "where, from the top", 0, math.Inf(1)),
				Number("within", "m", "how near is near enough", 0, math.Inf(1)).Or(0.0), velocity(),
			},
			Example: "{ x: 20, y: 35, speed: 4 }",
			Act: func(t Turn) host.Status {
				s := t.Travel(t.Land.way(t.Body, float32(t.Num(0)), float32(t.Num(1))), t.Num(2), 1)
				t.hurry(t.Num(3))
				return s
			},
		},
		{
			Name: host.DoHead, Answers: host.MayRun, Doc: "Goes in a direction at a speed of its own, and faces there or elsewhere. Stays Running.",
			Params: []Param{
				Number("angle", "°", "which way: 0 right, 90 up", math.Inf(-1), math.Inf(1)), velocity(),
				Number("face", "°", "where to face; where it goes if left out", math.Inf(-1), math.Inf(1)).Or(host.Endless),
			},
			Example: "{ angle: 90, speed: 6 }",
			Act: func(t Turn) host.Status {
				dx, dy := toward(t.Num(0))
				far := host.Endless
				if t.Num(1) == 0 {
					far = 0
				}
				t.MoveAlong(dx, dy, far, 1)
				t.hurry(t.Num(1))
				if face := t.Num(2); face != host.Endless {
					dx, dy = toward(face)
				}
				t.Face(dx, dy)
				return host.Running
			},
		},
		{
			Name: "stand", Answers: host.MaySucceed, Doc: "Stands still. Always succeeds.", Example: "{}",
			Act: func(t Turn) host.Status {
				t.Stand()
				return host.Success
			},
		},
		{
			Name: host.DoStay, Answers: host.MaySucceed, Doc: "Stands still until another action moves the bot, also while its tree sleeps. Always succeeds.", Example: "{}",
			Act: func(t Turn) host.Status {
				t.Stand()
				t.want[t.Body].stays = true
				return host.Success
			},
		},
		{
			Name: "wait", Doc: "Stands still for a time, then succeeds. It starts over when it was not called in the tick before.",
			Params: []Param{Number("seconds", "s", "how long", 0, 1e6)}, Example: "{ seconds: 2 }", Bits: 128,
			Act: func(t Turn) host.Status {
				t.Stand()
				const began, next = 0, 64 // where the tick is kept in which it began, and the one in which it goes on
				if t.LoadInt(next) != t.Tick {
					t.StoreInt(began, t.Tick)
				}
				waited, wanted := t.Tick-t.LoadInt(began), t.Ticks(t.Num(0))
				t.Because("waited").Is(float64(waited)*t.dt, host.AtLeast, float64(wanted)*t.dt, "s")
				if waited >= wanted {
					t.StoreInt(next, 0)
					return host.Success
				}
				t.StoreInt(next, t.Tick+1)
				return host.Running
			},
		},
		{
			Name: "face", Doc: "Turns to somebody, as fast as the bot can turn. Succeeds when it faces there; fails when there is nobody.",
			Params: []Param{whom().Or("enemy")}, Example: "{ who: target }",
			Act: func(t Turn) host.Status {
				q := t.Who(0)
				if t.isNobody(q) {
					return host.Failure
				}
				dx, dy := t.Delta(t.Body, q)
				t.Choose(q)
				return t.TurnTo(dx, dy)
			},
		},
		{
			Name: "face_point", Doc: "Turns to a point, as fast as the bot can turn. Succeeds when it faces there.",
			Params: []Param{
				Number("x", "m", "where, from the left", math.Inf(-1), math.Inf(1)), Number("y", "m", "where, from the top", math.Inf(-1), math.Inf(1)),
			},
			Example: "{ x: 20, y: 35 }",
			Act: func(t Turn) host.Status {
				x, y := t.Game.At(t.Body)
				return t.TurnTo(t.Num(0)-float64(x), t.Num(1)-float64(y))
			},
		},
		{
			Name: "look_around", Answers: host.MayRun, Doc: "Turns round and round on the spot. Stays Running.",
			Params: []Param{Number("every", "s", "how long for one turn", 0.1, 1e6).Or(4.0)}, Example: "{ every: 6 }",
			Act: func(t Turn) host.Status {
				t.Spin(t.Num(0))
				return host.Running
			},
		},
		{
			Name: host.DoTeleport, Doc: "Puts the bot at a point at once, or at the nearest free spot. Always succeeds.",
			Params: []Param{
				Number("x", "m", "where, from the left", 0, math.Inf(1)), Number("y", "m", "where, from the top", 0, math.Inf(1)),
			},
			Example: "{ x: 20, y: 35 }",
			Act: func(t Turn) host.Status {
				return t.Do(JumpDeed(float32(t.Num(0)), float32(t.Num(1))))
			},
		},
		{
			Name: "reset_stuck", Answers: host.MaySucceed, Doc: "Sets `stuck_time` to 0. Always succeeds.", Example: "{}",
			Act: func(t Turn) host.Status {
				t.Mind[t.Body].Stuck = 0
				return host.Success
			},
		},
	}
}

// KeepOn turns Success into Running, for actions that go on when they are where
// they want to be.
func KeepOn(s host.Status) host.Status {
	if s == host.Success {
		return host.Running
	}
	return s
}

// Slack says how far from its goal a body may stop because of rounding, in
// metres.
const Slack = 0.01

// Travel goes along a way. It succeeds, and stands, within stop metres of its end, and fails
// when no way leads there.
func (t Turn) Travel(w Way, stop float64, pace float32) host.Status {
	if t.Watched {
		t.tellWay(w.Far, stop)
	}
	if w.Far >= host.Endless { // no way leads there
		return host.Failure
	}
	if w.Far <= stop+Slack {
		t.Stand()
		return host.Success
	}
	t.MoveBy(w, w.Far-stop, pace)
	return host.Running
}

// EnterPlace goes into a place, or within stop metres of its middle where that
// is farther out.
func (t Turn) EnterPlace(place int32, stop float64, pace float32) host.Status {
	t.tellPlace(place)
	if t.Inside(t.Body, place) {
		t.Stand()
		return host.Success
	}
	return t.Travel(t.Land.wayTo(t.Body, place), stop, pace)
}

// Approach goes within stop metres of a body.
func (t Turn) Approach(q int32, stop float64, pace float32) host.Status {
	x, y := t.Game.At(q)
	t.Choose(q)
	return t.Travel(t.Land.way(t.Body, x, y), stop, pace)
}

func (t Turn) TurnTo(dx, dy float64) host.Status {
	hx, hy := t.Game.HeadingOf(t.Body)
	t.Face(dx, dy)
	ahead, far := float64(dx*float64(hx))+float64(dy*float64(hy)), Length(dx, dy)
	if t.Watched && far > 0 {
		t.Because("cosine of the angle left").Is(ahead/far, host.AtLeast, 0.999, "")
	}
	if ahead < float64(0.999*far) {
		return host.Running
	}
	return host.Success
}

// Spin turns the bot on the spot, by a whole turn in so many seconds.
func (t Turn) Spin(seconds float64) {
	hx, hy := t.Game.HeadingOf(t.Body)
	if hx == 0 && hy == 0 {
		hx = 1
	}
	sin, cos := SinCos(min(2*math.Pi*t.dt/seconds, math.Pi))
	x, y := float64(hx), float64(hy)
	t.Stand()
	t.Face(float64(x*cos)-float64(y*sin), float64(x*sin)+float64(y*cos))
}

// velocity returns the parameter for a speed that is not its class's.
func velocity() Param { return Number("speed", "m/s", "how fast", 0, 1000).Or(4.0) }

// toward returns the direction of an angle in degrees, counted from the right against
// the clock, as a vector of length 1.
func toward(degrees float64) (dx, dy float64) {
	turn := math.Remainder(degrees, 360)
	if math.IsNaN(turn) {
		turn = 0
	}
	sin, cos := SinCos(math.Abs(turn) * math.Pi / 180)
	return cos, math.Copysign(sin, -turn) // y is down
}

// AwayFrom returns the direction in which the bot gets away from a body:
// straight away, or, when it is stuck, sideways toward the middle of the field.
func (t Turn) AwayFrom(q int32) (dx, dy float64) {
	dx, dy = t.Delta(q, t.Body)
	if dx == 0 && dy == 0 {
		h := t.Steps.anywhere(t.Body)
		dx, dy = float64(h.X), float64(h.Y)
	}
	if t.Mind[t.Body].Stuck > 0 {
		x, y := t.Game.At(t.Body)
		sx, sy := -dy, dx
		if mx, my := float64(t.Game.Setup.X+float32(t.Game.Setup.Width/2)-x), float64(t.Game.Setup.Y+float32(t.Game.Setup.Height/2)-y); float64(sx*mx)+float64(sy*my) < 0 {
			sx, sy = -sx, -sy
		}
		dx, dy = float64(dx/4)+sx, float64(dy/4)+sy
	}
	return dx, dy
}

// wander draws two random numbers in [0, 1) that stay the same for some
// seconds.
func (t Turn) wander(seconds float64) (x, y float64) {
	since, _ := t.Span(seconds).Rounds(t.Tick + int64(t.Bot)*7919) // not all in one tick
	draw := func(n uint32) float64 {
		return host.Float64(t.World.Random(t.Bot, since, host.RuntimeOf(t.Call).Node, n))
	}
	return draw(1), draw(2)
}
