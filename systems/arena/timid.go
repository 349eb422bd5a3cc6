package arena

import (
	"math"

	"github.com/thicket-sim/thicket/behavior"
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
)

// timidFiles are the files whose trees have the abilities of this file.
const timidFiles = ".debt"

// timidDoc explains them, for listings.
const timidDoc = "In trees of `.debt` files these names come before those of other sections. A player is a human, or a bot of a class with the tag `player`, " +
	"that the bot sees; how fast it is, is measured by where it was a tick ago. An action that was not run in the tick before begins anew, and draws its chance again."

// What the rules of these trees share is named by whose it is: an action and the
// conditions of its rule see the same parameters.
func chance() param {
	return number("chance", "", "how likely it is that the action begins; else it fails", 0, 1).or(1.0)
}

func nearPlayer() param {
	return number("player.distance", "m", "how near a player is that is near", 0, 1e6).or(8.0)
}

func fastPlayer() param {
	return number("player.speed", "m/s", "from which speed on a player is fast", 0, 1e6).or(2.0)
}

// ownSpeed is how fast the bot goes; at 0 it goes at a pace of its class.
func ownSpeed(action, pace string) param {
	return number(action+".speed", "m/s", "how fast the bot goes, at most at its sprint; 0: at its "+pace, 0, 1e6).or(0.0)
}

// timids are what timid creatures do that live beside a player. All actions
// begin anew where they were not run in the tick before.
var timids = []ability{
	{
		name: "wander", bits: 96,
		doc: "Walks to a point by chance, around obstacles. Succeeds there; fails where it gets nowhere.",
		params: []param{
			chance(), number("wander.distance", "m", "how far away the point is at most, along each side of the field", 0, 1e6).or(12.0), ownSpeed("wander", "walk"),
		},
		example: "<action name='wander'><parameter name='chance'>0.25</parameter></action>",
		act:     wander,
	},
	{
		name: "turning", bits: 96,
		doc:     "Turns on the spot, by an angle by chance to either side. Succeeds when it faces there.",
		params:  []param{chance(), number("turning.angle", "degrees", "the widest angle", 0, 180).or(180.0)},
		example: "<action name='turning'><parameter name='turning.angle'>90</parameter></action>",
		act:     turning,
	},
	{
		name: "wait", bits: 64,
		doc: "Stands for a time by chance, and then succeeds.",
		params: []param{
			chance(), number("wait.lower", "s", "the shortest time", 0, 1e6).or(1.0), number("wait.upper", "s", "the longest time, no less than the shortest", 0, 1e6).or(3.0),
		},
		example: "<action name='wait'><parameter name='wait.upper'>2</parameter></action>",
		act:     pause,
	},
	{
		name: "flee", bits: 32,
		doc: "Runs in panic from a player that is near and fast. Succeeds when it is far enough; fails when there is no such player, or it has become slow.",
		params: []param{
			chance(), nearPlayer(), fastPlayer(), number("flee.distance", "m", "how far is far enough", 0, 1e6).or(12.0), ownSpeed("flee", "sprint"),
		},
		example: "<action name='flee'><parameter name='player.speed'>3</parameter></action>",
		act:     fleePlayer,
	},
	{
		name: "backOff", bits: 32,
		doc: "Walks backwards from a player that is near and not fast. Succeeds when it is far enough; fails when there is no such player, or it has become fast.",
		params: []param{
			chance(), nearPlayer(), fastPlayer(), number("backOff.distance", "m", "how far is far enough", 0, 1e6).or(10.0), ownSpeed("backOff", "walk"),
		},
		example: "<action name='backOff'><parameter name='backOff.speed'>1</parameter></action>",
		act:     backOff,
	},
	{
		name: "playerNearby", doc: "Whether the bot sees a player that is near.",
		params: []param{nearPlayer()}, example: "<condition>playerNearby</condition>",
		is: playerNearby,
	},
	{
		name: "playerNotNearby", doc: "The opposite of `playerNearby`.",
		params: []param{nearPlayer()}, example: "<condition>playerNotNearby</condition>",
		is: func(a *Arena, c *host.Call) bool { return !playerNearby(a, c) },
	},
}

// addTimids offers these abilities to the trees that have them.
func addTimids(r *host.Registry) error {
	own := behavior.OverlayOf(r, timidFiles)
	for i := range timids {
		b := &timids[i]
		if b.act != nil {
			if err := own.AddAction(b.action()); err != nil {
				return err
			}
			continue
		}
		for _, f := range b.funcs() {
			if err := own.AddFunc(f); err != nil {
				return err
			}
		}
	}
	return nil
}

// Where these actions keep the tick in which they go on, and what is their own.
const (
	resumes = 0
	ownBits = 32
)

// begins reports whether an action did not run on in the tick before.
func begins(c *host.Call) bool { return c.Load(resumes, 32) != resumeAt(c.Tick) }

// resumeAt is a tick as it is kept: 0, which new memory holds, is none.
func resumeAt(tick int64) uint32 { return uint32(tick) + 1 }

// carryOn runs on, and remembers that.
func carryOn(c *host.Call) host.Status {
	c.Store(resumes, 32, resumeAt(c.Tick+1))
	return host.Running
}

// end ends an action. The bot stands unless another action moves it: without an
// action it would go on along its heading, which may be toward the player.
func (a *Arena) end(c *host.Call, s host.Status) host.Status {
	c.Store(resumes, 32, 0)
	a.hold(c)
	return s
}

// lucky draws whether an action begins, with the chance in its first argument.
func lucky(c *host.Call) bool {
	p := c.Args[0].Number()
	return p >= 1 || c.Random() < p
}

func storePoint(c *host.Call, x, y float32) {
	c.Store(ownBits, 32, math.Float32bits(x))
	c.Store(ownBits+32, 32, math.Float32bits(y))
}

func loadPoint(c *host.Call) (x, y float32) {
	return math.Float32frombits(c.Load(ownBits, 32)), math.Float32frombits(c.Load(ownBits+32, 32))
}

// stride sends the bot along (dx, dy), for at most so many metres, at the speed in
// an argument or else at a pace.
func (a *Arena) stride(c *host.Call, dx, dy, most float64, arg int, pace float32) {
	if mps := c.Args[arg].Number(); mps > 0 {
		pace, most = a.form(c.Body).Paces.Sprint, min(most, mps*a.dt)
	}
	a.move(c, dx, dy, most, pace)
}

// How near wander comes to its point, in metres, and how long it tries to get
// on, in seconds.
const (
	wandered = 0.5
	patience = 2
)

// What these bots show, in poses.
var calm, panicked = int8(wordOf(poses, "stand")), int8(wordOf(poses, "panic"))

func (a *Arena) pose(c *host.Call, pose int8) { a.want[c.Body].pose = pose + 1 }

func wander(a *Arena, c *host.Call) host.Status {
	if begins(c) {
		if !lucky(c) {
			return a.end(c, host.Failure)
		}
		x, y, _, _ := a.g.Body(c.Body)
		far := c.Args[1].Number()
		to := components.Position{
			X: x + float32(far*(2*c.Random()-1)),
			Y: y + float32(far*(2*c.Random()-1)),
		}
		to = a.land.free(a.onField(to))
		storePoint(c, to.X, to.Y)
	}
	x, y := loadPoint(c)
	dx, dy, far := a.land.way(c.Body, x, y)
	a.pose(c, calm)
	switch {
	case far <= wandered+near:
		return a.end(c, host.Success)
	case far >= forever, a.mind[c.Body].Stuck > patience:
		return a.end(c, host.Failure)
	}
	a.stride(c, dx, dy, far-wandered, 2, a.form(c.Body).Paces.Walk)
	return carryOn(c)
}

func turning(a *Arena, c *host.Call) host.Status {
	if begins(c) {
		if !lucky(c) {
			return a.end(c, host.Failure)
		}
		_, _, hx, hy := a.g.Body(c.Body)
		if hx == 0 && hy == 0 {
			hx = 1
		}
		sin, cos := sinCos(c.Args[1].Number() * (2*c.Random() - 1) * math.Pi / 180)
		x, y := float64(hx), float64(hy)
		storePoint(c, float32(float64(x*cos)-float64(y*sin)), float32(float64(x*sin)+float64(y*cos)))
	}
	x, y := loadPoint(c)
	a.pose(c, calm)
	if a.turn(c, float64(x), float64(y)) == host.Running {
		return carryOn(c)
	}
	return a.end(c, host.Success)
}

func pause(a *Arena, c *host.Call) host.Status {
	if begins(c) {
		if !lucky(c) {
			return a.end(c, host.Failure)
		}
		lower := c.Args[1].Number()
		seconds := lower + float64(max(c.Args[2].Number()-lower, 0)*c.Random())
		c.Store(ownBits, 32, uint32(c.Tick+a.ticks(seconds)))
	}
	a.pose(c, calm)
	a.hold(c)
	if int32(c.Load(ownBits, 32)-uint32(c.Tick)) > 0 { // ticks may pass 32 bits
		return carryOn(c)
	}
	return a.end(c, host.Success)
}

func playerNearby(a *Arena, c *host.Call) bool { return a.playerWithin(c.Body, c.Args[0].Number()) }

// shun begins or goes on to get away from the player, or says how that ended.
func (a *Arena) shun(c *host.Call, fast bool) (player int32, s host.Status) {
	reach := c.Args[3].Number()
	first := begins(c)
	if first {
		reach = c.Args[1].Number()
	}
	q := a.player(c.Body)
	switch {
	case q < 0, fast != (float64(a.tracks[q].speed) >= c.Args[2].Number()):
		return q, host.Failure
	case a.distance(c.Body, q) > reach && first, first && !lucky(c):
		return q, host.Failure
	case a.distance(c.Body, q) > reach:
		return q, host.Success
	}
	c.Choose(q)
	return q, host.Running
}

func fleePlayer(a *Arena, c *host.Call) host.Status {
	q, s := a.shun(c, true)
	if s != host.Running {
		return a.end(c, s)
	}
	dx, dy := a.awayFrom(c, q)
	a.pose(c, panicked)
	a.stride(c, dx, dy, forever, 4, a.form(c.Body).Paces.Sprint)
	return carryOn(c)
}

func backOff(a *Arena, c *host.Call) host.Status {
	q, s := a.shun(c, false)
	if s != host.Running {
		return a.end(c, s)
	}
	dx, dy := a.awayFrom(c, q)
	a.pose(c, calm)
	a.stride(c, dx, dy, forever, 4, a.form(c.Body).Paces.Walk)
	px, py := a.delta(c.Body, q)
	a.face(c, px, py)
	return carryOn(c)
}
