package arena

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior"
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/ecs"
)

// plays are the actions by which trees of story games lead their characters, as
// far as they mean something on a flat field: the dialect that knows an action
// of that name says which parameters it has, and what they may be. A character's
// target is the body that it chose, else the foe that it has in its eye, else the
// nearest foe that it sees.
var plays = []play{
	{name: "Move", act: moveAs, check: reachable},
	{name: "ChasePlayer", act: chasePlayer},
	{name: "TauntPlayer", bits: 64, act: tauntPlayer},
	{name: "KeepTargetAtADistance", bits: 64, act: keepAway},
	{name: "StopMovement", act: func(a *Arena, c *host.Call) host.Status { a.hold(c); return host.Success }},
	{name: "HoldFormation", act: inFormation},
	{name: "JoinFormation", act: inFormation},
	{name: "CheckIfTargetCanBeReached", act: func(a *Arena, c *host.Call) host.Status {
		q := a.prey(c.Body)
		if q < 0 {
			return host.Failure
		}
		x, y, _, _ := a.g.Body(q)
		_, _, far := a.land.way(c.Body, x, y)
		return either(far < forever, host.Success, host.Failure)
	}},
	{name: "Look", act: func(a *Arena, c *host.Call) host.Status { return keepOn(a.lookAt(c, "at")) }, check: lookable},
	{name: "Aim", bits: 64, act: aim, check: lookable},
	{name: "TurnBody", act: turnBody},
	{name: "LookAround", bits: 64, act: lookAround},
	{name: "Hover", act: func(a *Arena, c *host.Call) host.Status { a.hold(c); return host.Running }},
	{name: "Shoot", bits: 64, act: func(a *Arena, c *host.Call) host.Status {
		a.poseAs(c, told(c, "stance"))
		return a.shoot(c)
	}},
	{name: "ShootFromCover", bits: 64, act: func(a *Arena, c *host.Call) host.Status {
		if p := a.place(c.Body, coverTag, anyone); p < 0 || !a.inside(c.Body, p) {
			return host.Failure
		}
		return a.shoot(c)
	}, check: func(s *host.Site) error { return tagged(s, coverTag) }},
	{name: "Melee", act: func(a *Arena, c *host.Call) host.Status {
		q := a.prey(c.Body)
		if q < 0 || a.distance(c.Body, q) > handReach {
			return either(flag(c, "failIfTooFar", true), host.Failure, host.Success)
		}
		return a.attack(c, q)
	}},
	{name: "ClearTargets", act: func(a *Arena, c *host.Call) host.Status {
		a.mind[c.Body].Target = 0
		return host.Success
	}},
	{name: "QueryTPS", act: func(a *Arena, c *host.Call) host.Status {
		return either(a.place(c.Body, registers[told(c, "register")], anyone) >= 0, host.Success, host.Failure)
	}, check: func(s *host.Site) error { return tagged(s, registers[attribute(s, "register")]) }},
	{name: "Animate", bits: 64, act: func(a *Arena, c *host.Call) host.Status {
		a.hold(c)
		a.poseAs(c, told(c, "name"))
		return either(!flag(c, "loop", false) && a.lasted(c, animation), host.Success, host.Running)
	}},
	{name: "AnimateFragment", bits: 64, act: func(a *Arena, c *host.Call) host.Status {
		a.hold(c)
		a.poseAs(c, told(c, "name"))
		return either(a.lasted(c, animation), host.Success, host.Running)
	}},
	{name: "Communicate", bits: 64, act: communicate},
	{name: "Bubble", act: func(a *Arena, c *host.Call) host.Status {
		return a.speakFor(c, told(c, "message"), figure(c, "duration", 2))
	}},
	{name: "Stance", act: func(a *Arena, c *host.Call) host.Status {
		a.poseAs(c, told(c, "name"))
		return host.Success
	}},
	{name: "AdjustCoverStance", bits: 64, act: func(a *Arena, c *host.Call) host.Status {
		a.hold(c)
		a.poseAs(c, "crouch")
		return either(a.lasted(c, figure(c, "duration", 0)), host.Success, host.Running)
	}},
	{name: "SetAlertness", act: func(a *Arena, c *host.Call) host.Status {
		a.want[c.Body].alert = int8(min(max(figure(c, "value", 0), 0), float64(len(alerts)-1))) + 1
		return host.Success
	}},
	{name: "SendSquadEvent", act: func(a *Arena, c *host.Call) host.Status {
		return a.doWord(c, deed{kind: doSignal, arg: toGroup}, told(c, "name"), host.NullValue)
	}},
	{name: "IfSquadCount", act: func(a *Arena, c *host.Call) host.Status {
		n := float64(len(a.groups[a.group[c.Body]].members))
		fits := n > figure(c, "isMoreThan", -1) && n < figure(c, "isLessThan", math.Inf(1)) && n == figure(c, "equals", n)
		return either(fits, host.Success, host.Failure)
	}},
}

// play is one of them.
type play struct {
	name string
	bits int // of memory; 64 keep the tick in which the action began
	act  func(*Arena, *host.Call) host.Status
	// check says what the game lacks for a use.
	check func(*host.Site) error
}

// animation is how long a character plays one, in seconds, where nobody says.
const animation = 1.5

// The tags of places that stand for what a query finds.
const (
	coverTag = "cover"
	pointTag = "refpoint"
)

var registers = map[string]string{"Cover": coverTag, "RefPoint": pointTag}

func either[T any](first bool, a, b T) T {
	if first {
		return a
	}
	return b
}

// argument is a parameter by its name; null where it was not given.
func argument(c *host.Call, name string) host.Value {
	for i := range c.Action.Params {
		if c.Action.Params[i].Name == name {
			return c.Args[i]
		}
	}
	return host.NullValue
}

func told(c *host.Call, name string) string {
	if v := argument(c, name); v.Kind() == host.String {
		return v.Text()
	}
	return ""
}

func figure(c *host.Call, name string, without float64) float64 {
	if v := argument(c, name); v.Kind() == host.Number {
		return v.Number()
	}
	return without
}

func flag(c *host.Call, name string, without bool) bool {
	if v := argument(c, name); v.Kind() == host.Bool {
		return v.Bool()
	}
	return without
}

// prey is a character's target, or -1.
func (a *Arena) prey(body int32) int32 {
	if q := a.living(a.mind[body].Target); q >= 0 && q != body {
		return q
	}
	if q := a.living(a.sight[body].Seen); q >= 0 {
		return q
	}
	return a.foe(body)
}

// lasted reports whether an action that has 64 bits of memory runs for so many
// seconds by now.
func (a *Arena) lasted(c *host.Call, seconds float64) bool {
	began := c.LoadInt(0) - 1
	if began < 0 {
		began = c.Tick
		c.StoreInt(0, began+1)
	}
	return c.Tick-began >= a.ticks(seconds)
}

// poseAs takes the pose that a word comes nearest to; none for a word that says
// nothing.
func (a *Arena) poseAs(c *host.Call, says string) {
	for i, pose := range poses {
		if containsFold(says, pose) {
			a.want[c.Body].pose = int8(i + 1)
			return
		}
	}
	if containsFold(says, "alert") {
		a.want[c.Body].pose = int8(wordOf(poses, "combat") + 1)
	}
}

// containsFold is strings.Contains without regard to the case of ASCII, for a
// part in lower case.
func containsFold(s, part string) bool {
	for i := 0; i+len(part) <= len(s); i++ {
		if strings.EqualFold(s[i:i+len(part)], part) {
			return true
		}
	}
	return false
}

// speedAs is the pace that a word says: creep and walk, run, sprint.
func (a *Arena) speedAs(c *host.Call, says string) float32 {
	p := &a.form(c.Body).Paces
	switch {
	case strings.EqualFold(says, "walk"), strings.EqualFold(says, "slow"):
		return p.Walk
	case strings.EqualFold(says, "sprint"), strings.EqualFold(says, "fast"):
		return p.Sprint
	}
	return p.Run
}

// moveAs goes to the target or to where it was seen last, to a place that a
// query found, home, to the leader, or to a place by its name. With a fireMode
// it strikes on the way whom it can.
func moveAs(a *Arena, c *host.Call) host.Status {
	a.poseAs(c, told(c, "stance"))
	if mode := told(c, "fireMode"); mode != "" && !strings.EqualFold(mode, "off") {
		if q := a.prey(c.Body); q >= 0 {
			a.attack(c, q)
		}
	}
	pace, stop := a.speedAs(c, told(c, "speed")), figure(c, "stopWithinDistance", 0)
	switch to := told(c, "to"); to {
	case "Target":
		return a.hunt(c, stop, pace)
	case "FormationSlot":
		q := a.living(a.mind[c.Body].Leader)
		if q < 0 || q == c.Body {
			return host.Failure
		}
		return a.approach(c, q, max(stop, 1.5), pace)
	case "InitialPosition":
		if home := a.mind[c.Body].Home; home >= 0 {
			return a.enter(c, home, stop, pace)
		}
		return host.Failure
	case "Cover", "RefPoint":
		return a.goToPlace(c, registers[to], stop, pace)
	default:
		return a.goToPlace(c, to, stop, pace)
	}
}

func (a *Arena) goToPlace(c *host.Call, place string, stop float64, pace float32) host.Status {
	p := a.place(c.Body, place, anyone)
	if p < 0 {
		return host.Failure
	}
	return a.enter(c, p, stop, pace)
}

// hunt goes to the target, or to where it was seen last.
func (a *Arena) hunt(c *host.Call, stop float64, pace float32) host.Status {
	if q := a.prey(c.Body); q >= 0 {
		return a.approach(c, q, max(stop, 1.5), pace)
	}
	s := &a.sight[c.Body]
	if s.Last == 0 {
		return host.Failure
	}
	dx, dy, far := a.land.way(c.Body, s.X, s.Y)
	return a.arrive(c, dx, dy, far, max(stop, 1), pace)
}

// playerOrPrey is the nearest player that a body sees, else its target, or -1.
func (a *Arena) playerOrPrey(body int32) int32 {
	if q := a.anybody(body, ecs.Human); q >= 0 {
		return q
	}
	return a.prey(body)
}

func chasePlayer(a *Arena, c *host.Call) host.Status {
	q := a.playerOrPrey(c.Body)
	if q < 0 {
		return host.Failure
	}
	return a.approach(c, q, handReach*0.8, a.form(c.Body).Paces.Run)
}

// tauntPlayer stands and jeers at the player for a while, by a line that the bot
// has for it.
func tauntPlayer(a *Arena, c *host.Call) host.Status {
	q := a.playerOrPrey(c.Body)
	if q < 0 {
		return host.Failure
	}
	a.hold(c)
	dx, dy := a.delta(c.Body, q)
	a.face(c, dx, dy)
	a.poseAs(c, "taunt")
	c.Choose(q)
	if c.LoadInt(0) == 0 {
		a.speakFor(c, taunts[uint32(c.Bot)%uint32(len(taunts))], animation)
	}
	return either(a.lasted(c, animation), host.Success, host.Running)
}

var taunts = [...]string{"Boo!", "Run!", "Hahaha!", "Here, kitty!"}

// keepAway backs off from a target that is too near, for a time.
func keepAway(a *Arena, c *host.Call) host.Status {
	q := a.prey(c.Body)
	if q < 0 {
		return host.Failure
	}
	if seconds := figure(c, "duration", -1); seconds >= 0 && a.lasted(c, seconds) {
		return host.Success
	}
	dx, dy := a.delta(q, c.Body)
	if length(dx, dy) < figure(c, "distance", 5) {
		a.move(c, dx, dy, forever, a.form(c.Body).Paces.Run)
	} else {
		a.hold(c)
	}
	a.face(c, -dx, -dy)
	return host.Running
}

// inFormation stays near the leader.
func inFormation(a *Arena, c *host.Call) host.Status {
	q := a.living(a.mind[c.Body].Leader)
	if q < 0 || q == c.Body {
		return host.Failure
	}
	return keepOn(a.approach(c, q, 3, a.form(c.Body).Paces.Run))
}

// lookAt turns to the target, or to the place that a parameter names.
func (a *Arena) lookAt(c *host.Call, name string) host.Status {
	to := told(c, name)
	if tag, ok := registers[to]; ok {
		to = tag
	}
	if p := a.place(c.Body, to, anyone); p >= 0 {
		x, y, _, _ := a.g.Body(c.Body)
		at := &a.places.setup[p]
		return a.turn(c, float64(at.X-x), float64(at.Y-y))
	}
	q := a.prey(c.Body)
	if q < 0 {
		return host.Failure
	}
	dx, dy := a.delta(c.Body, q)
	c.Choose(q)
	return a.turn(c, dx, dy)
}

// aim succeeds when it has looked there for a while.
func aim(a *Arena, c *host.Call) host.Status {
	s := a.lookAt(c, "at")
	if s != host.Success {
		if c.LoadInt(0) != 0 {
			c.StoreInt(0, 0)
		}
		return s
	}
	return either(a.lasted(c, figure(c, "durationOnceWithinThreshold", 0)), host.Success, host.Running)
}

func turnBody(a *Arena, c *host.Call) host.Status {
	if told(c, "turnTowards") == "" {
		return host.Success
	}
	return a.lookAt(c, "turnTowards")
}

// lookAround turns round once.
func lookAround(a *Arena, c *host.Call) host.Status {
	const round = 4 // seconds
	if a.lasted(c, round) {
		return host.Success
	}
	a.spin(c, round)
	return host.Running
}

// spin turns on, by a whole turn in so many seconds.
func (a *Arena) spin(c *host.Call, seconds float64) {
	_, _, hx, hy := a.g.Body(c.Body)
	if hx == 0 && hy == 0 {
		hx = 1
	}
	sin, cos := sinCos(min(2*math.Pi*a.dt/seconds, math.Pi))
	x, y := float64(hx), float64(hy)
	a.hold(c)
	a.face(c, float64(x*cos)-float64(y*sin), float64(x*sin)+float64(y*cos))
}

// shoot strikes at the target for a time. It fails when nobody is there, and
// after a while in which something was in between or nobody in range.
func (a *Arena) shoot(c *host.Call) host.Status {
	q := a.prey(c.Body)
	if q < 0 {
		return host.Failure
	}
	if a.lasted(c, figure(c, "duration", 0)) {
		return host.Success
	}
	if a.attack(c, q) == host.Failure {
		patience := figure(c, "aimObstructedTimeout", 0)
		if a.lasted(c, patience) {
			return host.Failure
		}
		a.hold(c)
		dx, dy := a.delta(c.Body, q)
		a.face(c, dx, dy)
	}
	return host.Running
}

// communicate says a line, whose name stands for it, once, and stays with it
// until it is over unless that is not wanted.
func communicate(a *Arena, c *host.Call) host.Status {
	const seconds = 2
	if c.LoadInt(0) == 0 {
		if s := a.speakFor(c, told(c, "name"), seconds); s != host.Success {
			return s
		}
	}
	return either(a.lasted(c, seconds) || !flag(c, "waitUntilFinished", true), host.Success, host.Running)
}

func (a *Arena) speakFor(c *host.Call, text string, seconds float64) host.Status {
	ticks := max(a.ticks(min(seconds, 1e6)), 1)
	return a.doWord(c, deed{kind: doSay, arg: int32(ticks)}, text, host.NullValue)
}

// attribute is a text that a use has for a parameter.
func attribute(s *host.Site, name string) string {
	for i := range s.Params {
		if s.Params[i].Name == name && s.Args[i].Kind() == host.String {
			return s.Args[i].Text()
		}
	}
	return ""
}

// reachable says what a Move lacks.
func reachable(s *host.Site) error {
	switch to := attribute(s, "to"); to {
	case "Target", "FormationSlot", "InitialPosition":
		return nil
	case "Cover", "RefPoint":
		return tagged(s, registers[to])
	default:
		return tagged(s, to)
	}
}

// lookable says what a look at something lacks.
func lookable(s *host.Site) error {
	if tag, ok := registers[attribute(s, "at")]; ok {
		return tagged(s, tag)
	}
	return nil
}

// tagged says that the game has no place of an id or a tag.
func tagged(s *host.Site, tag string) error {
	if s.Names == nil {
		return nil
	}
	if places, known := s.Names.Declared(PlaceNames); known && !slices.Contains(places, tag) {
		return fmt.Errorf("no place has the id or the tag %q", tag)
	}
	return nil
}

// knowledge is what scripts of story games ask their characters.
var knowledge = []ability{
	{name: "GetTargetDistance", num: func(a *Arena, c *host.Call) float64 {
		if q := a.prey(c.Body); q >= 0 {
			return a.distance(c.Body, q)
		}
		return forever
	}},
	{name: "HasTarget", is: func(a *Arena, c *host.Call) bool { return a.prey(c.Body) >= 0 }},
	{name: "IsTargetVisible", is: func(a *Arena, c *host.Call) bool {
		q := a.prey(c.Body)
		return q >= 0 && a.sees(c.Body, q)
	}},
	{name: "GetHealthRatio", num: func(a *Arena, c *host.Call) float64 { return a.share(c.Body) }},
	{name: "GetGroupSize", num: func(a *Arena, c *host.Call) float64 {
		return float64(len(a.groups[a.group[c.Body]].members))
	}},
}

// supply offers the plays and the knowledge to the dialects that know them.
func supply(r *host.Registry) error {
	var actions []host.Action
	for _, p := range slices.Concat(plays, flights) {
		b := ability{name: p.name, bits: p.bits, act: p.act}
		a := b.action()
		a.Check = p.check
		actions = append(actions, a)
	}
	var funcs []host.Func
	for i := range knowledge {
		funcs = append(funcs, knowledge[i].funcs()[0])
	}
	return behavior.Supply(r, actions, funcs)
}
