package mbt

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/core"
)

// showing are the nodes that show something.
var showing = []action{
	{name: "TauntPlayer", bits: timed, act: tauntPlayer, doc: "Stands and jeers at the nearest player that it sees, else its target, for 1.5 s; bots of classes with the tag player are players, too. Fails when there is nobody."},
	{name: "Animate", bits: timed, act: animate, doc: "Stands in the pose that its `name` holds, if any, for 1.5 s; with `loop`, or playMode=\"InfiniteLoop\", for ever."},
	{name: "AnimateFragment", bits: timed, act: animate, doc: "Stands in the pose that its `name` holds, if any, for 1.5 s."},
	{name: "AnimationTagWrapper", act: func(t turn) host.Status {
		t.poseAs(t.textArg("name"))
		return t.Child
	}, doc: "Takes the pose that its `name` holds while its child runs."},
	{
		name: "Communicate", bits: timed + 8, act: communicate,
		doc: "Says a line. Waits until it is over, after 2 s, or for `timeout`; with waitUntilFinished=\"0\" it succeeds at once. A line that cannot be said, because the bot says another, waits in vain and never fails.",
	},
	{name: "Bubble", act: func(t turn) host.Status {
		if t.boolArg("balloon") {
			return t.speakFor(t.textArg("message"), t.numberArg("duration", 0))
		}
		return host.Success
	}, doc: "Shows a text over the bot."},
	{name: "Stance", act: func(t turn) host.Status {
		t.stand(t.textArg("name"))
		return host.Success
	}, doc: "Takes a stance."},
	{name: "AdjustCoverStance", bits: timed + 32, act: adjustCoverStance, doc: "Crouches in its cover for a time; fails outside of one."},
	{name: "SetAlertness", act: func(t turn) host.Status {
		t.SetAlertness(int8(min(max(t.numberArg("value", 0), 0), float64(len(core.AlertLevels)-1))))
		return host.Success
	}, doc: "Shows how alert the bot is."},
	{name: "InflateAgentCollisionRadiusUsingPhysicsTrick", act: func(turn) host.Status { return host.Running }, doc: "Runs for ever. Bodies keep their size."},
	{name: "SuppressHitReactions", act: func(t turn) host.Status { return t.Child }, doc: "Runs its child. Nobody reacts to a hit by itself."},
}

// animation says how long an animation plays, in seconds.
const animation = 1.5

// stand takes a stance.
func (t turn) stand(stance string) {
	pose := "stand"
	switch stance {
	case "Crouch":
		pose = "crouch"
	case "Alerted":
		pose = "combat"
	}
	t.SetPose(max(slices.Index(core.Poses, pose), 0))
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
		t.stand("Alerted")
	}
}

func animate(t turn) host.Status {
	t.Stay()
	t.poseAs(t.textArg("name"))
	if x, y, ok := t.targetPoint(); ok && t.boolArg("setBodyDirectionTowardsAttentionTarget") {
		t.Face(t.way(x, y))
	}
	loops := t.boolArg("loop")
	if mode := t.textArg("playMode"); mode != "" {
		loops = mode == "InfiniteLoop"
	}
	return onceDone(!loops && t.lasted(animation))
}

// tauntPlayer stands and taunts the player for a while, with a line that
// depends on the bot.
func tauntPlayer(t turn) host.Status {
	q := t.playerOrTarget()
	if q < 0 {
		t.tellNobody()
		return host.Failure
	}
	t.Stay()
	t.Face(t.Delta(t.Body, q))
	t.poseAs("taunt")
	t.Choose(q)
	if _, now := t.began(); now {
		t.speakFor(taunts[uint32(t.Bot)%uint32(len(taunts))], animation)
	}
	return onceDone(t.lasted(animation))
}

var taunts = [...]string{"Boo!", "Run!", "Hahaha!", "Here, kitty!"}

// lineLasts says how long a line is shown, in seconds.
const lineLasts = 2

// The states of a Communicate, behind the tick in which it was entered.
const (
	lineWaits uint32 = iota // for the bot to be silent
	lineIsSaid
	lineIsLost
)

// communicate says a line, its name, once.
func communicate(t turn) host.Status {
	began, _ := t.began()
	passed := float64(t.Tick-began) * t.DT
	state := t.Load(timed, 8)
	if state == lineWaits {
		switch busy := t.Mind[t.Body].Quiet > t.Now; {
		case !busy && t.speakFor(t.textArg("name"), lineLasts) == host.Success:
			t.StoreInt(0, t.Tick+1)
			state, passed = lineIsSaid, 0
		case !busy, passed >= t.numberArg("expiry", 0):
			t.Notef("the line %q cannot be said: the bot says another", t.textArg("name"))
			state = lineIsLost
		}
		t.Store(timed, 8, state)
	}
	timeout := t.numberArg("timeout", 0)
	switch {
	case !t.Watched:
	case state == lineWaits:
		t.Because("has waited for silence for").Is(passed, host.AtLeast, t.numberArg("expiry", 0), "s")
	case state == lineIsSaid:
		t.Because("says the line for").Is(passed, host.AtLeast, min(lineLasts, timeout), "s")
	default:
		t.Because("the line is lost; waits for").Is(passed, host.Above, timeout, "s")
	}
	switch {
	case !t.boolArg("waitUntilFinished"):
		return host.Success
	case state == lineIsSaid:
		return onceDone(passed >= min(lineLasts, timeout))
	}
	return onceDone(passed > timeout)
}

func (t turn) speakFor(text string, seconds float64) host.Status {
	ticks := max(t.Ticks(min(max(seconds, 0), 1e6)), 1)
	return t.DoWithText(core.SayDeed(ticks), text, host.NullValue)
}

// adjustCoverStance crouches for a time that is drawn as it begins.
func adjustCoverStance(t turn) host.Status {
	if !t.agent().cover.in {
		t.Because("it is in no cover")
		return host.Failure
	}
	t.stand("Crouch")
	began, now := t.began()
	if now {
		t.storeFloat(timed, float32(t.numberArg("duration", 0)+float64(t.numberArg("variation", 0)*t.Random())))
	}
	if t.textArg("duration") == "continuous" {
		return host.Running
	}
	t.tellPassed("crouches for", t.Tick-began, float64(t.loadFloat(timed)))
	return onceDone(t.Tick-began >= t.Ticks(float64(t.loadFloat(timed))))
}
