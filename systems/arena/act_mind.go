package arena

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
)

// AlertLevels are the levels of alertness.
var AlertLevels = []string{"calm", "alert", "combat"}

// thoughts are the abilities to show what one means, and to tell others.
var thoughts = []ability{
	{
		name: "say", doc: "Says a line, which is shown over the bot for a time. Always succeeds.",
		params:  []param{text("text", "what to say"), number("seconds", "s", "how long it is shown", 0, 1e6).or(2.0)},
		example: "{ text: 'To the gate!' }",
		act: func(t Turn) host.Status {
			ticks := max(t.ticks(t.Args[1].Number()), 1)
			return t.DoWithText(SayDeed(ticks), t.Args[0].Text(), host.NullValue)
		},
	},
	{
		name: "set_pose", doc: "Takes a pose, which others can see. Always succeeds.",
		params: []param{oneOf("pose", "the pose", Poses...)}, example: "{ pose: crouch }",
		act: func(t Turn) host.Status {
			t.SetPose(slices.Index(Poses, t.Args[0].Text()))
			return host.Success
		},
	},
	{
		name: "set_alertness", doc: "Sets how alert the bot is, which others can see. Always succeeds.",
		params: []param{oneOf("level", "how alert", AlertLevels...)}, example: "{ level: combat }",
		act: func(t Turn) host.Status {
			t.SetAlertness(int8(slices.Index(AlertLevels, t.Args[0].Text())))
			return host.Success
		},
	},
	{
		name: "signal", doc: "Sends an event to the trees of others, by ascending id: to the bot's group (its team, else its class), to the others of it, to everybody, " +
			"or to one body. Fails when that one is not there.",
		params: []param{
			text("event", "the event's name"), signalTo(), radius("how far it is heard; 0: everywhere").or(0.0),
			{Param: host.Param{Name: "value", Doc: "what goes with it", Kind: host.Any, Optional: true}},
		},
		example: "{ event: help, to: others, radius: 30 }",
		act: func(t Turn) host.Status {
			d, far := Deed{}, float32(t.Args[2].Number())
			switch t.Args[1].Text() {
			case "group":
				d = SignalDeed(ToGroup, far)
			case "others":
				d = SignalDeed(ToOthers, far)
			case "everybody":
				d = SignalDeed(ToEverybody, far)
			default:
				q := t.who(1)
				if q < 0 {
					return host.Failure
				}
				d = SignalToDeed(t.id(q))
			}
			return t.DoWithText(d, t.Args[0].Text(), t.Args[3])
		},
	},
	{
		name: "set_leader", doc: "Makes somebody the bot's leader, which it keeps. Fails when there is nobody; `self` gives the leader up.",
		params: []param{whom()}, example: "{ who: friend }",
		act: func(t Turn) host.Status {
			q := t.who(0)
			if q < 0 {
				return host.Failure
			}
			leader := t.id(q)
			if q == t.Body {
				leader = 0
			}
			return t.Do(LeadDeed(leader))
		},
	},
	{
		name: "set_home", doc: "Makes a place the bot's home, where it comes back after its death. Fails without such a place.",
		params: []param{spot(), whose()}, example: "{ place: camp }",
		act: func(t Turn) host.Status {
			p := t.place(t.Body, t.Args[0].Text(), t.Args[1].Text())
			if p < 0 {
				return host.Failure
			}
			return t.Do(SettleDeed(p))
		},
	},
	{
		name: "set_state", doc: "Sets a key of the bot's own state, at the end of the tick. Always succeeds.",
		params: []param{
			text("key", "the key"), {Param: host.Param{Name: "value", Doc: "its new value", Kind: host.Any}},
		},
		example: "{ key: angry, value: true }",
		act: func(t Turn) host.Status {
			return t.DoWithText(StateDeed(), t.Args[0].Text(), t.Args[1])
		},
	},
	{
		name: "note", doc: "Notes a number for this tick; in the next one the bot's group can count who noted it, see `count_noted`. Always succeeds.",
		params: []param{whole("value", "the number", 0, MaxNote)}, example: "{ value: 3 }",
		act: func(t Turn) host.Status {
			t.Note(int(t.Args[0].Number()))
			return host.Success
		},
	},
	{
		name: "start_watch", doc: "Sets the bot's stopwatch to 0, see `stopwatch`. Always succeeds.", example: "{}",
		act: func(t Turn) host.Status {
			t.mind[t.Body].Watch = t.tick
			return host.Success
		},
	},
}

// signalTo is to whom a signal goes.
func signalTo() param {
	p := whom()
	p.Name = "to"
	p.Doc = "to whom: `group`, `others` of the group, `everybody`, or as a parameter `who`"
	p.words = append([]string{"group", "others", "everybody"}, whoWords...)
	return p.or("group")
}

// speak is a line for a body, from outside of its tree.
func (a *Arena) speak(b int32, text string, ticks int64) {
	a.speech[b], a.mind[b].Quiet = text, a.tick+ticks
}

// Say makes a body say a line for a number of seconds, from outside of its
// tree. It is false for one that is not there.
func (a *Arena) Say(id components.ID, text string, seconds float64) bool {
	b := a.body(id)
	if b >= 0 {
		a.speak(b, text, a.ticks(seconds))
	}
	return b >= 0
}
