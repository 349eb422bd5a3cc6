package arena

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
)

// moves are the abilities to get somewhere.
var moves = []ability{
	{
		name: "move_to", doc: "Goes to a point, around obstacles. Succeeds when it is near enough, and stands then.",
		params: []param{
			number("x", "m", "where, from the left", 0, math.Inf(1)), number("y", "m", "where, from the top", 0, math.Inf(1)), stop(0.5), pace(),
		},
		example: "{ x: 20, y: 35, pace: walk }",
		act: func(t Turn) host.Status {
			dx, dy, far := t.land.way(t.Body, float32(t.Args[0].Number()), float32(t.Args[1].Number()))
			return t.arrive(dx, dy, far, t.Args[2].Number(), t.pace(3))
		},
	},
	{
		name: "move_to_place", doc: "Goes to a place, around obstacles. Succeeds within the place's radius, or within `stop` of its middle where that is more.",
		params:  []param{spot(), whose(), stop(0), pace()},
		example: "{ place: base }",
		act: func(t Turn) host.Status {
			p := t.place(t.Body, t.Args[0].Text(), t.Args[1].Text())
			if p < 0 {
				return host.Failure
			}
			return t.enter(p, t.Args[2].Number(), t.pace(3))
		},
	},
	{
		name: "go_home", doc: "Goes to the bot's home, around obstacles. Fails for a bot without one.",
		params: []param{pace()}, example: "{}",
		act: func(t Turn) host.Status {
			home := t.mind[t.Body].Home
			if home < 0 {
				return host.Failure
			}
			return t.enter(home, 0, t.pace(0))
		},
	},
	{
		name: "approach", doc: "Goes to somebody, around obstacles. Succeeds when it is near enough, and stands then. Fails when there is nobody.",
		params:  []param{whom().or("enemy"), stop(1.5), pace()},
		example: "{ who: enemy, stop: 2, pace: sprint }",
		act: func(t Turn) host.Status {
			q := t.who(0)
			if q < 0 || q == t.Body {
				return host.Failure
			}
			return t.approach(q, t.Args[1].Number(), t.pace(2))
		},
	},
	{
		name: "approach_last_seen", doc: "Goes to where the bot saw a foe last; see the key `sight` of a class. Fails when it saw none.",
		params: []param{stop(1), pace()}, example: "{}",
		act: func(t Turn) host.Status {
			s := &t.sight[t.Body]
			if s.Last == 0 {
				return host.Failure
			}
			dx, dy, far := t.land.way(t.Body, s.X, s.Y)
			return t.arrive(dx, dy, far, t.Args[0].Number(), t.pace(1))
		},
	},
	{
		name: "move_to_item", doc: "Goes to the nearest item of a kind that lies on the field. Succeeds in reach of the hand (1.5 m).",
		params: []param{
			named("item", ItemNames, "the kind of item"), radius("how far it may be from the bot").or(forever), pace(),
		},
		example: "{ item: berry, radius: 30 }",
		act: func(t Turn) host.Status {
			i := t.nearestItem(t.Body, t.kindOf(t.Args[0].Text()), t.Args[1].Number())
			if i < 0 {
				return host.Failure
			}
			it := &t.items.list[i]
			dx, dy, far := t.land.way(t.Body, it.X, it.Y)
			return t.arrive(dx, dy, far, handReach*0.8, t.pace(2))
		},
	},
	{
		name: "follow", doc: "Goes after somebody and stays at a distance. Runs on also when it is near; fails when there is nobody.",
		params:  []param{whom().or("leader"), number("distance", "m", "how near to come", 0, math.Inf(1)).or(3.0), pace()},
		example: "{ who: leader, distance: 4 }",
		act: func(t Turn) host.Status {
			q := t.who(0)
			if q < 0 || q == t.Body {
				return host.Failure
			}
			return keepOn(t.approach(q, t.Args[1].Number(), t.pace(2)))
		},
	},
	{
		name: "flee", doc: "Runs away from somebody, straight while nothing is in the way. Succeeds when it is far enough; fails when there is nobody.",
		params:  []param{whom().or("enemy"), number("distance", "m", "how far is far enough", 0, math.Inf(1)).or(20.0), pace()},
		example: "{ who: enemy, distance: 15, pace: sprint }",
		act:     flee,
	},
	{
		name: "roam", doc: "Goes to points of the field by chance, to another one every few seconds. Never ends.",
		params:  []param{number("every", "s", "how long to one point", 0.1, 1e6).or(8.0), pace()},
		example: "{ pace: walk }",
		act: func(t Turn) host.Status {
			x, y := t.wander(t.Args[0].Number())
			s := t.g.Setup
			dx, dy, far := t.land.way(t.Body, float32(x*float64(s.Width)), float32(y*float64(s.Height)))
			t.arrive(dx, dy, far, 0.5, t.pace(1)) // also where no way leads there: the next point may be better
			return host.Running
		},
	},
	{
		name: "roam_near", doc: "Goes to points by chance within a radius of a place, to another one every few seconds. Never ends; fails without such a place.",
		params: []param{
			spot(), whose(), radius("how far from the middle of the place").or(10.0),
			number("every", "s", "how long to one point", 0.1, 1e6).or(5.0), pace(),
		},
		example: "{ place: base, radius: 15, pace: walk }",
		act: func(t Turn) host.Status {
			p := t.place(t.Body, t.Args[0].Text(), t.Args[1].Text())
			if p < 0 {
				return host.Failure
			}
			at := &t.places.setup[p]
			x, y := t.wander(t.Args[3].Number())
			r := 2 * t.Args[2].Number()
			gx := min(max(float64(at.X)+r*(x-0.5), 0), float64(t.g.Setup.Width))
			gy := min(max(float64(at.Y)+r*(y-0.5), 0), float64(t.g.Setup.Height))
			dx, dy, far := t.land.way(t.Body, float32(gx), float32(gy))
			t.arrive(dx, dy, far, 0.5, t.pace(4))
			return host.Running
		},
	},
	{
		name: "strafe", doc: "Goes sideways, with its face to somebody. Never ends; fails when there is nobody.",
		params: []param{
			whom().or("enemy"), oneOf("side", "to which side; `alternate` changes every second", "left", "right", "alternate").or("alternate"), pace(),
		},
		example: "{ who: enemy, side: left }",
		act: func(t Turn) host.Status {
			q := t.who(0)
			if q < 0 || q == t.Body {
				return host.Failure
			}
			dx, dy := t.delta(t.Body, q)
			sign := 1.0
			switch side := t.Args[1].Text(); {
			case side == "left", side == "alternate" && (t.tick/t.ticks(1)+int64(t.Bot))%2 == 0:
				sign = -1
			}
			t.move(-sign*dy, sign*dx, forever, t.pace(2)) // y is down: right of (1, 0) is (0, 1)
			t.face(dx, dy)
			return host.Running
		},
	},
	{
		name: "move_dir", doc: "Goes in a direction that is measured from where the bot faces, and keeps facing that way. Never ends.",
		params: []param{
			number("forward", "", "ahead; below 0: back", -1, 1).or(0.0), number("right", "", "to the right; below 0: to the left", -1, 1).or(0.0), pace(),
		},
		example: "{ forward: -1 }",
		act: func(t Turn) host.Status {
			_, _, hx, hy := t.g.Body(t.Body)
			if hx == 0 && hy == 0 {
				hx = 1
			}
			f, r := t.Args[0].Number(), t.Args[1].Number()
			x, y := float64(hx), float64(hy)
			t.move(float64(f*x)-float64(r*y), float64(f*y)+float64(r*x), forever, t.pace(2))
			t.face(x, y)
			return host.Running
		},
	},
	{
		name: "stand", doc: "Stands still. Always succeeds.", example: "{}",
		act: func(t Turn) host.Status {
			t.hold()
			return host.Success
		},
	},
	{
		name: "stay", doc: "Stands still until another action moves the bot, also while its tree sleeps. Always succeeds.", example: "{}",
		act: func(t Turn) host.Status {
			t.hold()
			t.want[t.Body].stays = true
			return host.Success
		},
	},
	{
		name: "wait", doc: "Stands still for a time, and then succeeds. It begins anew when it was not called in the tick before.",
		params: []param{number("seconds", "s", "how long", 0, 1e6)}, example: "{ seconds: 2 }", bits: 128,
		act: func(t Turn) host.Status {
			t.hold()
			const began, next = 0, 64 // where the tick is kept in which it began, and the one in which it goes on
			if t.LoadInt(next) != t.Tick {
				t.StoreInt(began, t.Tick)
			}
			if t.Tick-t.LoadInt(began) >= t.ticks(t.Args[0].Number()) {
				t.StoreInt(next, 0)
				return host.Success
			}
			t.StoreInt(next, t.Tick+1)
			return host.Running
		},
	},
	{
		name: "face", doc: "Turns to somebody, as fast as the bot can turn. Succeeds when it faces there; fails when there is nobody.",
		params: []param{whom().or("enemy")}, example: "{ who: target }",
		act: func(t Turn) host.Status {
			q := t.who(0)
			if q < 0 || q == t.Body {
				return host.Failure
			}
			dx, dy := t.delta(t.Body, q)
			t.Choose(q)
			return t.turn(dx, dy)
		},
	},
	{
		name: "face_point", doc: "Turns to a point, as fast as the bot can turn. Succeeds when it faces there.",
		params: []param{
			number("x", "m", "where, from the left", math.Inf(-1), math.Inf(1)), number("y", "m", "where, from the top", math.Inf(-1), math.Inf(1)),
		},
		example: "{ x: 20, y: 35 }",
		act: func(t Turn) host.Status {
			x, y, _, _ := t.g.Body(t.Body)
			return t.turn(t.Args[0].Number()-float64(x), t.Args[1].Number()-float64(y))
		},
	},
	{
		name: "look_around", doc: "Turns round and round on the spot. Never ends.",
		params: []param{number("every", "s", "how long for one turn", 0.1, 1e6).or(4.0)}, example: "{ every: 6 }",
		act: func(t Turn) host.Status {
			t.spin(t.Args[0].Number())
			return host.Running
		},
	},
	{
		name: "teleport", doc: "Is at a point at once, or where the nearest free spot is. Always succeeds.",
		params: []param{
			number("x", "m", "where, from the left", 0, math.Inf(1)), number("y", "m", "where, from the top", 0, math.Inf(1)),
		},
		example: "{ x: 20, y: 35 }",
		act: func(t Turn) host.Status {
			return t.Do(JumpDeed(float32(t.Args[0].Number()), float32(t.Args[1].Number())))
		},
	},
	{
		name: "reset_stuck", doc: "Forgets how long the bot is stuck. Always succeeds.", example: "{}",
		act: func(t Turn) host.Status {
			t.mind[t.Body].Stuck = 0
			return host.Success
		},
	},
}

// keepOn is what an action answers that goes on where another one is done.
func keepOn(s host.Status) host.Status {
	if s == host.Success {
		return host.Running
	}
	return s
}

// near is how much farther than near enough is near enough, in metres: what is
// lost to rounding.
const near = 0.01

// arrive goes on along (dx, dy) to something that is far away by a way around
// obstacles.
func (t Turn) arrive(dx, dy, far, stop float64, pace float32) host.Status {
	if far >= forever { // no way leads there
		return host.Failure
	}
	if far <= stop+near {
		t.hold()
		return host.Success
	}
	t.move(dx, dy, far-stop, pace)
	return host.Running
}

// enter goes into a place.
func (t Turn) enter(place int32, stop float64, pace float32) host.Status {
	if t.inside(t.Body, place) {
		t.hold()
		return host.Success
	}
	dx, dy, far := t.land.wayTo(t.Body, place)
	return t.arrive(dx, dy, far, stop, pace)
}

// approach goes to a body.
func (t Turn) approach(q int32, stop float64, pace float32) host.Status {
	x, y, _, _ := t.g.Body(q)
	dx, dy, far := t.land.way(t.Body, x, y)
	t.Choose(q)
	return t.arrive(dx, dy, far, stop, pace)
}

func (t Turn) turn(dx, dy float64) host.Status {
	_, _, hx, hy := t.g.Body(t.Body)
	t.face(dx, dy)
	if ahead := float64(dx*float64(hx)) + float64(dy*float64(hy)); ahead < float64(0.999*length(dx, dy)) {
		return host.Running
	}
	return host.Success
}

// spin turns on, by a whole turn in so many seconds.
func (t Turn) spin(seconds float64) {
	_, _, hx, hy := t.g.Body(t.Body)
	if hx == 0 && hy == 0 {
		hx = 1
	}
	sin, cos := sinCos(min(2*math.Pi*t.dt/seconds, math.Pi))
	x, y := float64(hx), float64(hy)
	t.hold()
	t.face(float64(x*cos)-float64(y*sin), float64(x*sin)+float64(y*cos))
}

// flee runs away from somebody.
func flee(t Turn) host.Status {
	q := t.who(0)
	if q < 0 || q == t.Body {
		return host.Failure
	}
	t.Choose(q)
	if t.distance(q, t.Body) >= t.Args[1].Number() {
		return host.Success
	}
	dx, dy := t.awayFrom(q)
	t.move(dx, dy, forever, t.pace(2))
	return host.Running
}

// awayFrom is the way of a bot that gets away from somebody: straight; one that
// gets nowhere tries to the side that leads to the middle of the field.
func (t Turn) awayFrom(q int32) (dx, dy float64) {
	dx, dy = t.delta(q, t.Body)
	if dx == 0 && dy == 0 {
		h := t.anywhere(t.Body)
		dx, dy = float64(h.X), float64(h.Y)
	}
	if t.mind[t.Body].Stuck > 0 {
		x, y, _, _ := t.g.Body(t.Body)
		sx, sy := -dy, dx
		if mx, my := float64(t.g.Setup.Width/2-x), float64(t.g.Setup.Height/2-y); float64(sx*mx)+float64(sy*my) < 0 {
			sx, sy = -sx, -sy
		}
		dx, dy = dx/4+sx, dy/4+sy
	}
	return dx, dy
}

// wander draws two numbers from 0 to 1 that stay the same for some seconds.
func (t Turn) wander(seconds float64) (x, y float64) {
	every := max(t.ticks(seconds), 1)
	since := (t.Tick + int64(t.Bot)*7919) / every // not all in one tick
	draw := func(n uint32) float64 {
		return float64(t.World.Random(t.Bot, since, t.Node, n)>>11) / (1 << 53)
	}
	return draw(1), draw(2)
}
