package core

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/session"
)

// AlertLevels are the levels of alertness.
var AlertLevels = []string{"calm", "alert", "combat"}

// thoughts are the abilities to show a mood and to tell others something.
func thoughts() []Ability {
	return []Ability{
		{
			Name: "say", Doc: "Says a line, which is shown over the bot for a time. Always succeeds.",
			Params:  []Param{text("text", "what to say"), Number("seconds", "s", "how long it is shown", 0, 1e6).Or(2.0)},
			Example: "{ text: 'To the gate!' }",
			Act: func(t Turn) host.Status {
				ticks := max(t.Ticks(t.Num(1)), 1)
				return t.DoWithText(SayDeed(ticks), t.Str(0), host.NullValue)
			},
		},
		{
			Name: "set_pose", Answers: host.MaySucceed, Doc: "Takes a pose, which others can see. Always succeeds.",
			Params: []Param{oneOf("pose", "the pose", Poses...)}, Example: "{ pose: crouch }",
			Act: func(t Turn) host.Status {
				t.SetPose(slices.Index(Poses, t.Str(0)))
				return host.Success
			},
		},
		{
			Name: "set_alertness", Answers: host.MaySucceed, Doc: "Sets how alert the bot is, which others can see. Always succeeds.",
			Params: []Param{oneOf("level", "how alert", AlertLevels...)}, Example: "{ level: combat }",
			Act: func(t Turn) host.Status {
				t.SetAlertness(int8(slices.Index(AlertLevels, t.Str(0))))
				return host.Success
			},
		},
		{
			Name: "signal", Sends: "event", Doc: "Sends an event to the trees of others, by ascending id: to the bot's group (its team, else its class), to the others of it, to everybody, " +
				"or to one body. Fails when that one is not there.",
			Params: []Param{
				named("event", EventNames, "the event's name"), signalTo(), radius("how far it is heard; 0: everywhere").Or(0.0),
				{Param: host.Param{Name: "value", Doc: "what goes with it", Kind: host.Any, Optional: true}},
			},
			Example: "{ event: help, to: others, radius: 30 }",
			Act: func(t Turn) host.Status {
				d, far := Deed{}, float32(t.Num(2))
				switch t.Str(1) {
				case "group":
					d = SignalDeed(ToGroup, far)
				case "others":
					d = SignalDeed(ToOthers, far)
				case "everybody":
					d = SignalDeed(ToEverybody, far)
				default:
					q := t.Who(1)
					if q < 0 {
						return host.Failure
					}
					t.Because("tells", q)
					d = SignalToDeed(t.ID(q))
				}
				return t.DoWithText(d, t.Str(0), t.Args[3])
			},
		},
		{
			Name: "set_leader", Doc: "Makes somebody the bot's leader, which it keeps. Fails when there is nobody; `self` gives the leader up.",
			Params: []Param{whom()}, Example: "{ who: friend }",
			Act: func(t Turn) host.Status {
				q := t.Who(0)
				if q < 0 {
					return host.Failure
				}
				leader := t.ID(q)
				if q == t.Body {
					leader = 0
					t.Because("gives its leader up")
				} else {
					t.Because("follows", q)
				}
				return t.Do(LeadDeed(leader))
			},
		},
		{
			Name: "set_home", Doc: "Makes a place the bot's home, where it comes back after its death. Fails without such a place.",
			Params: []Param{spot(), whose()}, Example: "{ place: camp }",
			Act: func(t Turn) host.Status {
				p := t.NearestPlace(t.Body, t.Str(0), t.Str(1))
				if p < 0 {
					t.noPlace(0)
					return host.Failure
				}
				t.Because("the nearest is").About(t.places.setup[p].ID)
				return t.Do(SettleDeed(p))
			},
		},
		{
			Name: "set_state", Doc: "Sets a key of the bot's own state, at the end of the tick. Always succeeds.",
			Params: []Param{
				named("key", StateNames, "the key"), {Param: host.Param{Name: "value", Doc: "its new value", Kind: host.Any}},
			},
			Example: "{ key: angry, value: true }",
			Act: func(t Turn) host.Status {
				return t.DoWithText(StateDeed(), t.Str(0), t.Args[1])
			},
		},
		{
			Name: "note", Answers: host.MaySucceed, Doc: "Notes a number for this tick; in the next one the bot's group can count who noted it, see `count_noted`. Always succeeds.",
			Params: []Param{whole("value", "the number", 0, MaxNote)}, Example: "{ value: 3 }",
			Act: func(t Turn) host.Status {
				t.Note(int(t.Num(0)))
				return host.Success
			},
		},
		{
			Name: "start_watch", Answers: host.MaySucceed, Doc: "Sets the bot's stopwatch to 0, see `stopwatch`. Always succeeds.", Example: "{}",
			Act: func(t Turn) host.Status {
				t.Mind[t.Body].Stopwatch = t.Now
				return host.Success
			},
		},
	}
}

// signalTo returns the parameter that says who hears a signal.
func signalTo() Param {
	p := whom()
	p.Name = "to"
	p.Doc = "to whom: `group`, `others` of the group, `everybody`, or as a parameter `who`"
	p.Domain.Words = append([]string{"group", "others", "everybody"}, whoWords...)
	return p.Or("group")
}

// speak shows a line over a body for a number of ticks.
func (bs *bodies) speak(b int32, text string, ticks int64) {
	if text != "" && text != bs.speech[b] && bs.Game.Journal.Listens() {
		bs.Game.Journal.Occur(session.Occurrence{Kind: session.Spoke, From: bs.ID(b), Text: text})
	}
	bs.speech[b], bs.Mind[b].Quiet = text, bs.Now+ticks
}

// Say makes a body say a line for a number of seconds, from outside of its
// tree. It returns false when there is no such body.
func (bs *bodies) Say(id components.ID, text string, seconds float64) bool {
	b := bs.BodyOf(id)
	if b >= 0 {
		bs.speak(b, text, bs.Ticks(seconds))
	}
	return b >= 0
}
