package mbt

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior"
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// actions are the actions of these trees that mean something on a flat field.
// Their parameters are declared by the dialect. The target of a bot is the body
// that it chose, else the foe that it keeps its eyes on, else the nearest foe
// that it sees.
var actions = []action{
	{name: "Move", act: moveAs, check: reachable},
	{name: "ChasePlayer", act: chasePlayer},
	{name: "TauntPlayer", bits: 64, act: tauntPlayer},
	{name: "KeepTargetAtADistance", bits: 64, act: keepAway},
	{name: "StopMovement", act: func(t turn) host.Status { t.Stand(); return host.Success }},
	{name: "HoldFormation", act: holdFormation},
	{name: "JoinFormation", act: inFormation},
	{name: "CheckIfTargetCanBeReached", act: func(t turn) host.Status {
		q := t.target()
		if q < 0 {
			return host.Failure
		}
		x, y, _, _ := t.Game.Body(q)
		_, _, far := t.Way(t.Body, x, y)
		return host.StatusOf(far < host.Endless)
	}},
	{name: "Look", act: func(t turn) host.Status { return core.KeepOn(t.lookAt("at")) }, check: lookable},
	{name: "Aim", bits: 64, act: aim, check: lookable},
	{name: "TurnBody", act: turnBody},
	{name: "LookAround", bits: 64, act: lookAround},
	{name: "Hover", act: func(t turn) host.Status { t.Stand(); return host.Running }},
	{name: "Shoot", bits: 64, act: func(t turn) host.Status {
		t.poseAs(t.textArg("stance"))
		return t.shoot()
	}},
	{name: "ShootFromCover", bits: 64, act: func(t turn) host.Status {
		if p := t.NearestPlace(t.Body, coverTag, core.Anyones); p < 0 || !t.Inside(t.Body, p) {
			return host.Failure
		}
		return t.shoot()
	}, check: func(s *host.Site) error { return tagged(s, coverTag) }},
	{name: "Melee", act: func(t turn) host.Status {
		if q := t.target(); q >= 0 && t.Distance(t.Body, q) <= core.HandReach {
			return onceDone(t.Attack(q) != host.Running)
		}
		return host.Success
	}},
	{name: "ClearTargets", act: func(t turn) host.Status {
		t.Mind[t.Body].Target = 0
		return host.Success
	}},
	{name: "QueryTPS", act: func(t turn) host.Status {
		return host.StatusOf(t.NearestPlace(t.Body, registers[t.textArg("register")], core.Anyones) >= 0)
	}, check: func(s *host.Site) error { return tagged(s, registers[attribute(s, "register")]) }},
	{name: "Animate", bits: 64, act: func(t turn) host.Status {
		t.Stand()
		t.poseAs(t.textArg("name"))
		return onceDone(!t.boolArg("loop", false) && t.lasted(animation))
	}},
	{name: "AnimateFragment", bits: 64, act: func(t turn) host.Status {
		t.Stand()
		t.poseAs(t.textArg("name"))
		return onceDone(t.lasted(animation))
	}},
	{name: "Communicate", bits: 64, act: communicate},
	{name: "Bubble", act: func(t turn) host.Status {
		return t.speakFor(t.textArg("message"), t.numberArg("duration", 2))
	}},
	{name: "Stance", act: func(t turn) host.Status {
		t.poseAs(t.textArg("name"))
		return host.Success
	}},
	{name: "AdjustCoverStance", bits: 64, act: func(t turn) host.Status {
		t.Stand()
		t.poseAs("crouch")
		return onceDone(t.lasted(t.numberArg("duration", 0)))
	}},
	{name: "SetAlertness", act: func(t turn) host.Status {
		t.SetAlertness(int8(min(max(t.numberArg("value", 0), 0), float64(len(core.AlertLevels)-1))))
		return host.Success
	}},
	{name: "SendSquadEvent", act: func(t turn) host.Status {
		return t.DoWithText(core.SignalDeed(core.ToGroup, 0), t.textArg("name"), host.NullValue)
	}},
	{name: "IfSquadCount", act: func(t turn) host.Status {
		n := float64(len(t.Groups[t.Group[t.Body]].Members))
		fits := n > t.numberArg("isGreaterThan", -1) && n < t.numberArg("isLesserThan", math.Inf(1)) && n == t.numberArg("equals", n)
		return host.StatusOf(fits)
	}},
}

// action is one action of the vocabulary. It becomes a core.Ability when it is
// offered, but for its parameters, which the dialect declares.
type action struct {
	name string
	bits int // of memory; 64 keep the tick in which the action began
	act  func(turn) host.Status
	// check says what the game lacks for a use.
	check func(*host.Site) error
}

// animation is how long an animation plays, in seconds.
const animation = 1.5

// The tags of places that stand for the results of tactical point queries.
const (
	coverTag = "cover"
	pointTag = "refpoint"
)

var registers = map[string]string{"Cover": coverTag, "RefPoint": pointTag}

// onceDone is Running until something is done, and Success then.
func onceDone(done bool) host.Status {
	if done {
		return host.Success
	}
	return host.Running
}

// arg returns an argument by the name of its parameter; null where it was not
// given.
func (t turn) arg(name string) host.Value {
	for i := range t.Action.Params {
		if t.Action.Params[i].Name == name {
			return t.Args[i]
		}
	}
	return host.NullValue
}

func (t turn) textArg(name string) string {
	if v := t.arg(name); v.Kind() == host.String {
		return v.Text()
	}
	return ""
}

func (t turn) numberArg(name string, without float64) float64 {
	if v := t.arg(name); v.Kind() == host.Number || v.Kind() == host.Int {
		return v.Number()
	}
	return without
}

func (t turn) boolArg(name string, without bool) bool {
	if v := t.arg(name); v.Kind() == host.Bool {
		return v.Bool()
	}
	return without
}

// target is the body that the bot chose, else the foe that it keeps its eyes on,
// else the nearest foe that it sees; -1 for none.
func (t turn) target() int32 {
	if q := t.Living(t.Mind[t.Body].Target); q >= 0 && q != t.Body {
		return q
	}
	if q := t.Living(t.Eyes[t.Body].Seen); q >= 0 {
		return q
	}
	return t.NearestFoe(t.Body)
}

// lasted reports whether an action with 64 bits of memory has run for so many
// seconds.
func (t turn) lasted(seconds float64) bool {
	began := t.LoadInt(0) - 1
	if began < 0 {
		began = t.Tick
		t.StoreInt(0, began+1)
	}
	return t.Tick-began >= t.Ticks(seconds)
}

// poseAs takes the pose whose name is in a word, or none.
func (t turn) poseAs(says string) {
	for i, pose := range core.Poses {
		if containsFold(says, pose) {
			t.SetPose(i)
			return
		}
	}
	if containsFold(says, "alert") {
		t.SetPose(slices.Index(core.Poses, "combat"))
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

// speedAs returns the pace that a word stands for.
func (t turn) speedAs(says string) float32 {
	p := &t.FormOf(t.Body).Paces
	switch {
	case strings.EqualFold(says, "walk"), strings.EqualFold(says, "slow"):
		return p.Walk
	case strings.EqualFold(says, "sprint"), strings.EqualFold(says, "fast"):
		return p.Sprint
	}
	return p.Run
}

// moveAs goes to the target or where it was seen last, to a place that a query
// found, home, to the leader, or to a place by its name. With a fireMode it
// attacks its target on the way.
func moveAs(t turn) host.Status {
	t.poseAs(t.textArg("stance"))
	if mode := t.textArg("fireMode"); mode != "" && !strings.EqualFold(mode, "off") {
		if q := t.target(); q >= 0 {
			t.Attack(q)
		}
	}
	pace, stop := t.speedAs(t.textArg("speed")), t.numberArg("stopWithinDistance", 0)
	switch to := t.textArg("to"); to {
	case "Target":
		return t.hunt(stop, pace)
	case "FormationSlot":
		q := t.Living(t.Mind[t.Body].Leader)
		if q < 0 || q == t.Body {
			return host.Failure
		}
		return t.Approach(q, max(stop, 1.5), pace)
	case "InitialPosition":
		if home := t.Mind[t.Body].Home; home >= 0 {
			return t.EnterPlace(home, stop, pace)
		}
		return host.Failure
	case "Cover", "RefPoint":
		return t.goToPlace(registers[to], stop, pace)
	default:
		return t.goToPlace(to, stop, pace)
	}
}

func (t turn) goToPlace(place string, stop float64, pace float32) host.Status {
	p := t.NearestPlace(t.Body, place, core.Anyones)
	if p < 0 {
		return host.Failure
	}
	return t.EnterPlace(p, stop, pace)
}

// hunt goes to the target, or to where it was seen last.
func (t turn) hunt(stop float64, pace float32) host.Status {
	if q := t.target(); q >= 0 {
		return t.Approach(q, max(stop, 1.5), pace)
	}
	s := &t.Eyes[t.Body]
	if s.Last == 0 {
		return host.Failure
	}
	dx, dy, far := t.Way(t.Body, s.X, s.Y)
	return t.Travel(dx, dy, far, max(stop, 1), pace)
}

// playerOrTarget is the nearest player that the bot sees, else its target, or -1.
func (t turn) playerOrTarget() int32 {
	if q := t.NearestSeen(t.Body, ecs.Human); q >= 0 {
		return q
	}
	return t.target()
}

func chasePlayer(t turn) host.Status {
	q := t.playerOrTarget()
	if q < 0 {
		return host.Failure
	}
	return t.Approach(q, core.HandReach*0.8, t.FormOf(t.Body).Paces.Run)
}

// tauntPlayer stands and taunts the player for a while, with a line that
// depends on the bot.
func tauntPlayer(t turn) host.Status {
	q := t.playerOrTarget()
	if q < 0 {
		return host.Failure
	}
	t.Stand()
	dx, dy := t.Delta(t.Body, q)
	t.Face(dx, dy)
	t.poseAs("taunt")
	t.Choose(q)
	if t.LoadInt(0) == 0 {
		t.speakFor(taunts[uint32(t.Bot)%uint32(len(taunts))], animation)
	}
	return onceDone(t.lasted(animation))
}

var taunts = [...]string{"Boo!", "Run!", "Hahaha!", "Here, kitty!"}

// keepAway backs off from a target that is too near, for a time.
func keepAway(t turn) host.Status {
	q := t.target()
	if q < 0 {
		return host.Failure
	}
	if seconds := t.numberArg("duration", -1); seconds >= 0 && t.lasted(seconds) {
		return host.Success
	}
	dx, dy := t.Delta(q, t.Body)
	if core.Length(dx, dy) < t.numberArg("distance", 5) {
		t.MoveAlong(dx, dy, host.Endless, t.FormOf(t.Body).Paces.Run)
	} else {
		t.Stand()
	}
	t.Face(-dx, -dy)
	return host.Running
}

// holdFormation runs its child for as long as it has a leader.
func holdFormation(t turn) host.Status {
	if t.Living(t.Mind[t.Body].Leader) < 0 {
		return host.Failure
	}
	return core.KeepOn(t.Kids.Run(0))
}

// inFormation stays near the leader.
func inFormation(t turn) host.Status {
	q := t.Living(t.Mind[t.Body].Leader)
	if q < 0 || q == t.Body {
		return host.Failure
	}
	return core.KeepOn(t.Approach(q, 3, t.FormOf(t.Body).Paces.Run))
}

// lookAt turns to the target, or to the place that a parameter names.
func (t turn) lookAt(name string) host.Status {
	to := t.textArg(name)
	if tag, ok := registers[to]; ok {
		to = tag
	}
	if p := t.NearestPlace(t.Body, to, core.Anyones); p >= 0 {
		x, y, _, _ := t.Game.Body(t.Body)
		at := &t.Places()[p]
		return t.TurnTo(float64(at.X-x), float64(at.Y-y))
	}
	q := t.target()
	if q < 0 {
		return host.Failure
	}
	dx, dy := t.Delta(t.Body, q)
	t.Choose(q)
	return t.TurnTo(dx, dy)
}

// aim succeeds when the bot has looked there for a while.
func aim(t turn) host.Status {
	s := t.lookAt("at")
	if s != host.Success {
		if t.LoadInt(0) != 0 {
			t.StoreInt(0, 0)
		}
		return s
	}
	return onceDone(t.lasted(t.numberArg("durationOnceWithinThreshold", 0)))
}

func turnBody(t turn) host.Status {
	if t.textArg("towards") == "" {
		return host.Success
	}
	return t.lookAt("towards")
}

// lookAround turns round once.
func lookAround(t turn) host.Status {
	const round = 4 // seconds
	if t.lasted(round) {
		return host.Success
	}
	t.Spin(round)
	return host.Running
}

// shoot attacks the target for a time. It fails without a target, and when the
// target was out of reach for too long.
func (t turn) shoot() host.Status {
	q := t.target()
	if q < 0 {
		return host.Failure
	}
	if t.lasted(t.numberArg("duration", 0)) {
		return host.Success
	}
	if t.Attack(q) == host.Failure {
		patience := t.numberArg("aimObstructedTimeout", 0)
		if t.lasted(patience) {
			return host.Failure
		}
		t.Stand()
		dx, dy := t.Delta(t.Body, q)
		t.Face(dx, dy)
	}
	return host.Running
}

// communicate says a line, its name, once. It is Running until the line is
// over, unless waitUntilFinished is off.
func communicate(t turn) host.Status {
	const seconds = 2
	if t.LoadInt(0) == 0 {
		if s := t.speakFor(t.textArg("name"), seconds); s != host.Success {
			return s
		}
	}
	return onceDone(t.lasted(seconds) || !t.boolArg("waitUntilFinished", true))
}

func (t turn) speakFor(text string, seconds float64) host.Status {
	ticks := max(t.Ticks(min(seconds, 1e6)), 1)
	return t.DoWithText(core.SayDeed(ticks), text, host.NullValue)
}

// attribute returns the text of a parameter in a use of an action.
func attribute(s *host.Site, name string) string {
	for i := range s.Params {
		if s.Params[i].Name == name && s.Args[i].Kind() == host.String {
			return s.Args[i].Text()
		}
	}
	return ""
}

// reachable returns the error for a Move to a place that the game does not
// have.
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

// lookable returns the error for a look at a place that the game does not have.
func lookable(s *host.Site) error {
	if tag, ok := registers[attribute(s, "at")]; ok {
		return tagged(s, tag)
	}
	return nil
}

// tagged returns the error for an id or a tag that no place of the game has.
func tagged(s *host.Site, tag string) error {
	if s.Names == nil {
		return nil
	}
	if places, known := s.Names.Declared(core.PlaceNames); known && !slices.Contains(places, tag) {
		return fmt.Errorf("no place has the id or the tag %q", tag)
	}
	return nil
}

// knowledge is the functions for the Lua code of these trees.
var knowledge = []core.Ability{
	{Name: "GetTargetDistance", Num: func(t core.Turn) float64 {
		if q := turnOf(t).target(); q >= 0 {
			return t.Distance(t.Body, q)
		}
		return host.Endless
	}},
	{Name: "HasTarget", Is: func(t core.Turn) bool { return turnOf(t).target() >= 0 }},
	{Name: "IsTargetVisible", Is: func(t core.Turn) bool {
		q := turnOf(t).target()
		return q >= 0 && t.Sees(t.Body, q)
	}},
	{Name: "GetHealthRatio", Num: func(t core.Turn) float64 { return t.HealthShare(t.Body) }},
	{Name: "GetGroupSize", Num: func(t core.Turn) float64 {
		return float64(len(t.Groups[t.Group[t.Body]].Members))
	}},
}

// Vocabulary returns the vocabulary for an arena.
func Vocabulary() core.Vocabulary {
	return core.Vocabulary{Needs: Needs, Register: register, NewState: newAgents}
}

func register(r *host.Registry) error {
	var offered []host.Action
	for _, p := range slices.Concat(actions, flying) {
		b := core.Ability{Name: p.name, Bits: p.bits, Act: func(t core.Turn) host.Status { return p.act(turnOf(t)) }}
		a := b.HostAction()
		a.Check, a.Needs = p.check, Needs
		offered = append(offered, a)
	}
	var funcs []host.Func
	for i := range knowledge {
		f := knowledge[i].HostFunc()
		f.Needs = Needs
		funcs = append(funcs, f)
	}
	return behavior.Supply(r, offered, funcs)
}
