package dragengine

import (
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/core"
)

// sectionDoc explains the section to users.
const sectionDoc = "In trees of `.debt` files these names come before those of other sections; the numbers are those of the engine's example game. " +
	"A player is a human, or a bot of a class with the tag `player`, whether the bot sees it or not; how fast it is, is measured by where it was a tick ago. " +
	"An action begins when its rule is newly entered. A walk goes on when its rule is left: it ends where it leads, at another one, or when `turning` or `wait` begins."

// The parameters of a rule are shared by its action and its conditions. Those
// that only one action reads have its name in front.
func chance(action string, p float64) core.Param {
	return core.Number(action+".chance", "", "how likely it is that the action begins; else it fails", 0, 1).Or(p)
}

// decoration returns the parameter that the example's tree gives and nothing reads.
func decoration(p float64) core.Param {
	d := core.Number("chance", "", "decoration, as in the engine's example: it changes nothing", 0, 1).Or(p)
	d.Unread, d.Domain = true, host.Domain{} // so that nothing of it is refused
	return d
}

func fastPlayer() core.Param {
	return core.Number("player.speed", "m/s", "from which speed on a player runs", 0, 1e6).Or(2.0)
}

// ownSpeed returns the parameter for how fast the bot goes in an action.
func ownSpeed(action, pace string) core.Param {
	return core.Number(action+".speed", "m/s", "how fast the bot goes, at most at its sprint; 0: at its "+pace, 0, 1e6).Or(0.0)
}

func farEnough(action string) core.Param {
	return core.Number(action+".distance", "m", "how far is far enough", 0, 1e6).Or(6.0)
}

func nearby(name, doc, example string, is func(turn) bool) core.Ability {
	return core.Ability{
		Name: name, Doc: doc, Example: "<condition>" + example + "</condition>",
		Params: []core.Param{core.Number("player.distance", "m", "how near a player is that is nearby", 0, 1e6).Or(4.0)},
		Is:     func(t core.Turn) bool { return is(with(t)) },
	}
}

// abilities are the actions and conditions.
var abilities = []core.Ability{
	{
		Name: "wander", Bits: 1,
		Doc: "Walks to a random point around the bot's home, where it was when the first of these actions ran; around obstacles. Succeeds there.",
		Params: []core.Param{
			chance("wander", 0.25), core.Number("wander.distance", "m", "how far from home the point is at most", 0.1, 1e6).Or(8.0), ownSpeed("wander", "walk"),
			decoration(0.25),
		},
		Example: "<action name='wander'><parameter name='wander.distance'>12</parameter></action>",
		Act:     acting(wander),
	},
	{
		Name: "turning", Bits: 1,
		Doc:     "Turns on the spot to a random heading, by at most 60 degrees in a tick. Succeeds when it faces there.",
		Params:  []core.Param{chance("turning", 0.35), core.Number("turning.angle", "degrees", "the widest angle, to either side", 0, 180).Or(180.0), decoration(0.35)},
		Example: "<action name='turning'><parameter name='turning.angle'>90</parameter></action>",
		Act:     acting(turning),
	},
	{
		Name: "wait", Bits: 1,
		Doc: "Stands for a random time, then succeeds.",
		Params: []core.Param{
			core.Number("wait.lower", "s", "the shortest time", 0, 1e6).Or(1.0), core.Number("wait.upper", "s", "the longest time, no less than the shortest", 0, 1e6).Or(5.0),
			decoration(1),
		},
		Example: "<action name='wait'><parameter name='wait.upper'>2</parameter></action>",
		Act:     acting(pause),
	},
	{
		Name: "flee", Bits: 1,
		Doc: "Runs to a point 8 m from a player who runs, away from it by up to 15 degrees to either side; nearer than 2 m to another such point in every tick. " +
			"Fails when it begins and there is no player who runs; succeeds at the point, or when the player is far enough away.",
		Params:  []core.Param{fastPlayer(), farEnough("flee"), ownSpeed("flee", "sprint")},
		Example: "<action name='flee'><parameter name='player.speed'>3</parameter></action>",
		Act:     acting(flee),
	},
	{
		Name: "backOff", Bits: 1,
		Doc: "Walks to such a point from a player who does not run, and runs when that one is nearer than 2 m. " +
			"Fails when it begins and there is no player who does not run; succeeds as `flee`.",
		Params:  []core.Param{fastPlayer(), farEnough("backOff"), ownSpeed("backOff", "walk")},
		Example: "<action name='backOff'><parameter name='backOff.speed'>1</parameter></action>",
		Act:     acting(backOff),
	},
	nearby("playerNearby", "Whether a player is nearby.", "playerNearby", turn.playerNearby),
	nearby("playerNotNearby", "The opposite of `playerNearby`.", "playerNotNearby", func(t turn) bool { return !t.playerNearby() }),
}

// acting runs an action, for the creature of its bot.
func acting(act func(turn, *creature) host.Status) func(core.Turn) host.Status {
	return func(t core.Turn) host.Status {
		own := with(t)
		c := &own.creatures[t.Body]
		if !c.led {
			c.led = true
			t.Settle()
			c.home.X, c.home.Y, _, _ = t.Game.Body(t.Body)
		}
		return act(own, c)
	}
}

// isNew is the bit of an action's memory that is set when its rule is entered.
const isNew = 0

// begins reports whether the action runs for the first time since its rule was entered.
func (t turn) begins() bool {
	first := t.Load(isNew, 1) != 0
	t.Store(isNew, 1, 0)
	return first
}

// goTo sends a creature to a point, at a pace or at a speed of its own, and makes the first
// step of the way.
func (t turn) goTo(to components.Position, pace float32, mps float64) {
	if t.Field.Wrap {
		to, _ = t.Game.Setup.Confine(to, components.Heading{})
	}
	if mps > 0 {
		pace = t.FormOf(t.Body).Paces.Sprint
	}
	t.WalkTo(t.Land.FreeFor(t.Body, t.OnField(to)), arrived, pace, float32(mps), patience)
	t.WalkOn()
}

// uniform draws a number from lower to upper.
func (t turn) uniform(lower, upper float64) float64 {
	return lower + float64((upper-lower)*t.Random())
}

// rotated turns a vector by so many degrees, from -180 to 180.
func rotated(x, y, degrees float64) (rx, ry float64) {
	sin, cos := core.SinCos(degrees * math.Pi / 180)
	return float64(x*cos) - float64(y*sin), float64(x*sin) + float64(y*cos)
}

// drawn reports whether the bot begins an action that it begins by chance.
func (t turn) drawn() bool {
	r := t.Random()
	t.Because("random number").Is(r, host.Below, t.Num(0), "").Against("chance")
	return r < t.Num(0)
}

// The poses of these bots.
var calm, panicked = slices.Index(core.Poses, "stand"), slices.Index(core.Poses, "panic")

// leastWander says how far from home a point is at least, in metres.
const leastWander = 0.1

func wander(t turn, c *creature) host.Status {
	if t.begins() {
		if !t.drawn() {
			return host.Failure
		}
		t.SetPose(calm)
		far := t.uniform(leastWander, t.Num(1))
		x, y := rotated(far, 0, t.uniform(-180, 180))
		to := components.Position{X: c.home.X + float32(x), Y: c.home.Y + float32(y)}
		t.goTo(to, t.FormOf(t.Body).Paces.Walk, t.Num(2))
		return host.Running
	}
	t.SetPose(calm)
	goes := t.WalkOn()
	t.Because("it walks on").HasValue(host.BoolValue(goes))
	if goes {
		return host.Running
	}
	return host.Success
}

// Of turning: by how much a creature turns in a tick at most, and how little is left when
// it has turned, in degrees.
const (
	turnStep = 60
	turned   = 0.1
)

func turning(t turn, c *creature) host.Status {
	hx, hy := t.Game.HeadingOf(t.Body)
	if hx == 0 && hy == 0 {
		hx = 1
	}
	x, y := float64(hx), float64(hy)
	if t.begins() {
		if !t.drawn() {
			return host.Failure
		}
		fx, fy := rotated(x, y, t.uniform(-t.Num(1), t.Num(1)))
		c.face = components.Heading{X: float32(fx), Y: float32(fy)}
		t.Stand()
	}
	t.SetPose(calm)
	t.Stand()
	fx, fy := float64(c.face.X), float64(c.face.Y)
	ahead, aside := float64(x*fx)+float64(y*fy), float64(x*fy)-float64(y*fx)
	t.Because("cosine of the angle left").Is(ahead, host.AtLeast, cosTurned, "")
	if ahead > 0 && math.Abs(aside) < sinTurned {
		return host.Success
	}
	if ahead < cosTurnStep {
		fx, fy = rotated(x, y, math.Copysign(turnStep, aside))
	}
	t.Face(fx, fy)
	return host.Running
}

var (
	sinTurned, cosTurned = core.SinCos(turned * math.Pi / 180)
	_, cosTurnStep       = core.SinCos(turnStep * math.Pi / 180)
)

func pause(t turn, c *creature) host.Status {
	t.SetPose(calm)
	if t.begins() {
		lower := t.Num(0)
		c.until = t.Now + t.Ticks(t.uniform(lower, max(t.Num(1), lower)))
		t.Stand()
		t.tellWait(c)
		return host.Running
	}
	t.Stand()
	t.tellWait(c)
	if t.Now < c.until {
		return host.Running
	}
	return host.Success
}

// tellWait notes how long a creature still waits.
func (t turn) tellWait(c *creature) {
	t.Because(host.TimeLeft).Is(float64(c.until-t.Now)*t.DT, host.AtMost, 0, "s")
}

// Of keeping away from a player: how far from it the goal is, within how many degrees of
// the line from the player, and how near a player is too near, in metres.
const (
	refuge  = 8.0
	sidings = 15.0
	tooNear = 2.0
)

// keepAway begins or goes on with flee, from a player who is fast, or with backOff.
func (t turn) keepAway(fast bool, pace float32) host.Status {
	if t.begins() {
		q, _ := t.player(refuge)
		if q < 0 {
			q, _ = t.player(float64(t.Field.Width + t.Field.Height))
		}
		if q < 0 {
			t.Because("no player")
			return host.Failure
		}
		relation := host.Below
		if fast {
			relation = host.AtLeast
		}
		t.Because("speed of", q).Is(float64(t.tracks[q].speed), relation, t.Num(0), "m/s")
		if fast != (float64(t.tracks[q].speed) >= t.Num(0)) {
			return host.Failure
		}
		t.retreat(q, pace, t.Num(2))
		return host.Running
	}
	q, far := t.player(max(t.Num(1), tooNear))
	t.tellPlayer(q, far, host.AtLeast, t.Num(1))
	switch {
	case far < tooNear && fast:
		t.retreat(q, pace, t.Num(2))
		return host.Running
	case far < tooNear:
		t.retreat(q, t.FormOf(t.Body).Paces.Sprint, 0)
		return host.Running
	case far < t.Num(1):
		if t.WalkOn() {
			t.Choose(q)
			return host.Running
		}
	}
	t.Stand()
	return host.Success
}

// retreat sends a creature away from a player.
func (t turn) retreat(q int32, pace float32, mps float64) {
	t.Choose(q)
	dx, dy := t.AwayFrom(q)
	far := core.Length(dx, dy)
	dx, dy = rotated(dx/far, dy/far, t.uniform(-sidings, sidings))
	x, y := t.Game.At(q)
	t.goTo(components.Position{X: x + float32(refuge*dx), Y: y + float32(refuge*dy)}, pace, mps)
}

func flee(t turn, _ *creature) host.Status {
	s := t.keepAway(true, t.FormOf(t.Body).Paces.Sprint)
	if s == host.Running {
		t.SetPose(panicked)
	}
	return s
}

func backOff(t turn, _ *creature) host.Status {
	t.SetPose(calm)
	return t.keepAway(false, t.FormOf(t.Body).Paces.Walk)
}
