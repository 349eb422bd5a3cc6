package arena_test

import (
	"strings"
	"testing"
)

func TestSay(t *testing.T) {
	g := in(t, "{ kind: sequence, children: [{ kind: condition, name: time_below, args: { limit: 0.15 } }, "+act("say", "{ text: Hello, seconds: 0.5 }")+"] }").steps(1).is(done)
	if got := g.bot(one).Speech; got != "Hello" {
		t.Errorf("says %q", got)
	}
	if got := g.steps(5).bot(one).Speech; got != "" {
		t.Errorf("still says %q", got)
	}
}

func TestPoseAndAlertness(t *testing.T) {
	g := in(t, act("set_pose", "{ pose: crouch }")).steps(1).is(done)
	g.truth("is_pose", true, "crouch")
	if p, v := g.value("pose_of").Text(), g.bot(one).Pose; p != "crouch" || v != "crouch" {
		t.Errorf("pose %q, seen %q", p, v)
	}
	g = in(t, act("set_alertness", "{ level: combat }")).steps(1).is(done)
	g.number("alertness", 2)
	g.number("alertness", 0, id(two))
}

func TestOthersSeeAPoseOnlyInTheNextTick(t *testing.T) {
	src := strings.Replace(yard, "TREE", "{ kind: action, name: set_pose, args: { pose: sit } }", 1)
	src = strings.Replace(src, "cargo: 0 }", "cargo: 0, behavior: "+ask("is_pose", "{ pose: sit, who: 1 }")+" }", 1)
	g := open(t, src, 1).steps(1)
	if got := g.state(three, "is"); got != failed {
		t.Errorf("sees the pose in the tick in which it was taken: %q", got)
	}
	if got := g.steps(1).state(three, "is"); got != done {
		t.Errorf("does not see the pose: %q", got)
	}
}

func TestSignal(t *testing.T) {
	for args, want := range map[string]int64{
		"{ event: help }":                                       2, // the group: one and three
		"{ event: help, to: others }":                           1,
		"{ event: help, to: everybody }":                        3,
		"{ event: help, to: everybody, radius: 9 }":             1, // only itself
		"{ event: help, to: enemy, value: 7 }":                  1,
		"{ event: help, to: 3 }":                                1,
		"{ event: help, to: others, radius: 11, value: [1,2] }": 1,
	} {
		g := in(t, act("signal", args)).steps(1).is(done)
		if got := g.events("help"); got != want {
			t.Errorf("%s: sent to %d, wanted %d", args, got, want)
		}
	}
	in(t, act("signal", "{ event: help, to: leader }")).steps(1).is(failed)
}

func TestSetLeader(t *testing.T) {
	in(t, act("set_leader", "{ who: friend }")).steps(1).is(done)
	g := in(t, act("set_leader", "{ who: 3 }")).steps(1).is(done)
	g.truth("has_leader", true)
	in(t, act("set_leader", "{ who: player }")).steps(1).is(failed)
	g = in(t, "{ kind: sequence, children: [{ kind: action, name: set_leader, args: { who: 3 } }, "+act("set_leader", "{ who: self }")+"] }").steps(1)
	g.truth("has_leader", false)
}

func TestSetState(t *testing.T) {
	g := in(t, "{ kind: action, name: set_state, args: { key: mood, value: 3.5 } }").steps(1)
	if got := g.state(one, "mood"); got != "3.5" {
		t.Errorf("mood %s", got)
	}
}

func TestNote(t *testing.T) {
	g := in(t, act("note", "{ value: 7 }")).steps(1).is(done)
	g.number("count_noted", 1, 7)
	g.number("count_noted", 0, 8)
	if n := g.valueFor(three, "count_noted", num(7)).Number(); n != 1 {
		t.Errorf("three counts %v", n)
	}
	if n := g.valueFor(two, "count_noted", num(7)).Number(); n != 0 {
		t.Errorf("two counts %v, and is on the other side", n)
	}
}

func TestStopwatch(t *testing.T) {
	g := in(t, "{ kind: sequence, children: [{ kind: condition, name: time_below, args: { limit: 0.55 } }, "+act("start_watch", "{}")+"] }").steps(15)
	g.number("stopwatch", 1)
}

func TestSetHome(t *testing.T) {
	g := in(t, act("set_home", "{ place: well }")).steps(1).is(done)
	g.number("distance_to_home", 29.8) // it went on
	in(t, act("set_home", "{ place: yours }")).steps(1).is(failed)
}

func TestTooManyDeedsAreReported(t *testing.T) {
	g := in(t, "{ kind: sequence, children: ["+strings.Repeat("{ kind: action, name: say, args: { text: a } }, ", 3)+"] }").steps(1)
	if first, n := g.Game().Faults(); n != 1 || !strings.Contains(first[0].Text, "more than 2 texts") {
		t.Errorf("faults %v", first)
	}
}

// TestDays runs a day of 24 seconds: an hour a second.
func TestDays(t *testing.T) {
	g := open(t, "tickRate: 10\nday: { length: 24s, start: 5, dawn: 6, dusk: 20 }\nbots: [{ id: a, name: A, count: 3 }]", 1)
	g.truth("is_night", true)
	g.steps(11)
	g.number("hour", 6.1)
	g.truth("is_day", true)
	if g.events("dawn") != 3 || g.events("dusk") != 0 {
		t.Errorf("dawn %d, dusk %d", g.events("dawn"), g.events("dusk"))
	}
	g.steps(140)
	g.truth("is_day", false)
	if g.events("dusk") != 3 || !g.Snapshot().Night {
		t.Errorf("dusk %d", g.events("dusk"))
	}
	g = open(t, "solid: 1\nworld: { solid: true }\nbots: [{ id: a, name: A, count: 3 }]", 1)
	g.number("hour", 12)
	g.truth("is_night", false)
}

func TestAMatchEnds(t *testing.T) {
	src := strings.Replace(stockedMatch, "LIMIT", "score: 8, time: 100s", 1)
	g := open(t, src, 1).steps(100)
	if got := g.Snapshot().Result; got != "red won, 8:0" {
		t.Errorf("result %q", got)
	}
	if !g.Game().Over() || g.arena.Winner() != 0 || g.events("match_ended") != 2 {
		t.Errorf("over %v, winner %d, told %d", g.Game().Over(), g.arena.Winner(), g.events("match_ended"))
	}
	at := g.bot(1)
	if now := g.steps(20).bot(1); now.X != at.X || now.Y != at.Y {
		t.Error("somebody moves after the end")
	}
	g = open(t, strings.Replace(stockedMatch, "LIMIT", "time: 2s", 1), 1).steps(19)
	if g.Game().Over() {
		t.Error("over too early")
	}
	if got := g.steps(1).Snapshot().Result; !strings.HasPrefix(got, "a draw") && !strings.HasPrefix(got, "red won") {
		t.Errorf("result %q", got)
	}
}

const stockedMatch = `
tickRate: 10
world: { width: 10, height: 10 }
teams: [{ id: red }, { id: blue }]
match: { LIMIT, income: 2 }
places: [{ id: store, at: [5, 5], radius: 1, tags: [store] }]
items: [{ kind: ore, count: 3, respawn: 1s, worth: 4, at: store }]
bots:
  - id: a
    name: A
    teamId: red
    count: 1
    behavior:
      kind: selector
      children:
        - { kind: action, name: deliver }
        - { kind: action, name: take, args: { item: ore } }
        - kind: sequence
          children:
            - { kind: condition, name: carries_at_least, args: { limit: 1 } }
            - { kind: action, name: move_to_place, args: { place: store } }
        - { kind: action, name: move_to_item, args: { item: ore } }
        - { kind: action, name: stand }
  - { id: b, name: B, teamId: blue, count: 1 }
`
