package core_test

import (
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
)

func TestSay(t *testing.T) {
	g := arenatest.In(t, "{ kind: sequence, children: [{ kind: condition, name: time_below, args: { limit: 0.15 } }, "+arenatest.Act("say", "{ text: Hello, seconds: 0.5 }")+"] }").Steps(1).Is(done)
	if got := g.Bot(one).Speech; got != "Hello" {
		t.Errorf("says %q", got)
	}
	if got := g.Steps(5).Bot(one).Speech; got != "" {
		t.Errorf("still says %q", got)
	}
}

func TestPoseAndAlertness(t *testing.T) {
	g := arenatest.In(t, arenatest.Act("set_pose", "{ pose: crouch }")).Steps(1).Is(done)
	g.Truth("is_pose", true, "crouch")
	if p, v := g.Value("pose_of").Text(), g.Bot(one).Pose; p != "crouch" || v != "crouch" {
		t.Errorf("pose %q, seen %q", p, v)
	}
	g = arenatest.In(t, arenatest.Act("set_alertness", "{ level: combat }")).Steps(1).Is(done)
	g.Number("alertness", 2)
	g.Number("alertness", 0, host.IntValue(int64(two)))
}

func TestOthersSeeAPoseOnlyInTheNextTick(t *testing.T) {
	src := strings.Replace(arenatest.Yard, "TREE", "{ kind: action, name: set_pose, args: { pose: sit } }", 1)
	src = strings.Replace(src, "cargo: 0 }", "cargo: 0, behavior: "+arenatest.Ask("is_pose", "{ pose: sit, who: 1 }")+" }", 1)
	g := arenatest.Open(t, src, 1).Steps(1)
	if got := g.State(three, "is"); got != failed {
		t.Errorf("sees the pose in the tick in which it was taken: %q", got)
	}
	if got := g.Steps(1).State(three, "is"); got != done {
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
		g := arenatest.In(t, arenatest.Act("signal", args)).Steps(1).Is(done)
		if got := g.Events("help"); got != want {
			t.Errorf("%s: sent to %d, wanted %d", args, got, want)
		}
	}
	arenatest.In(t, arenatest.Act("signal", "{ event: help, to: leader }")).Steps(1).Is(failed)
}

func TestSetLeader(t *testing.T) {
	arenatest.In(t, arenatest.Act("set_leader", "{ who: friend }")).Steps(1).Is(done)
	g := arenatest.In(t, arenatest.Act("set_leader", "{ who: 3 }")).Steps(1).Is(done)
	g.Truth("has_leader", true)
	arenatest.In(t, arenatest.Act("set_leader", "{ who: player }")).Steps(1).Is(failed)
	g = arenatest.In(t, "{ kind: sequence, children: [{ kind: action, name: set_leader, args: { who: 3 } }, "+arenatest.Act("set_leader", "{ who: self }")+"] }").Steps(1)
	g.Truth("has_leader", false)
}

func TestSetState(t *testing.T) {
	g := arenatest.In(t, "{ kind: action, name: set_state, args: { key: mood, value: 3.5 } }").Steps(1)
	if got := g.State(one, "mood"); got != "3.5" {
		t.Errorf("mood %s", got)
	}
}

func TestNote(t *testing.T) {
	g := arenatest.In(t, arenatest.Act("note", "{ value: 7 }")).Steps(1).Is(done)
	g.Number("count_noted", 1, 7)
	g.Number("count_noted", 0, 8)
	if n := g.ValueFor(three, "count_noted", host.NumberValue(7)).Number(); n != 1 {
		t.Errorf("three counts %v", n)
	}
	if n := g.ValueFor(two, "count_noted", host.NumberValue(7)).Number(); n != 0 {
		t.Errorf("two counts %v, and is on the other side", n)
	}
}

func TestStopwatch(t *testing.T) {
	g := arenatest.In(t, "{ kind: sequence, children: [{ kind: condition, name: time_below, args: { limit: 0.55 } }, "+arenatest.Act("start_watch", "{}")+"] }").Steps(15)
	g.Number("stopwatch", 1)
}

func TestSetHome(t *testing.T) {
	g := arenatest.In(t, arenatest.Act("set_home", "{ place: well }")).Steps(1).Is(done)
	g.Number("distance_to_home", 29.8) // it went on
	arenatest.In(t, arenatest.Act("set_home", "{ place: yours }")).Steps(1).Is(failed)
}

func TestTooManyDeedsAreReported(t *testing.T) {
	g := arenatest.In(t, "{ kind: sequence, children: ["+strings.Repeat("{ kind: action, name: say, args: { text: a } }, ", 3)+"] }").Steps(1)
	if first, n := g.Game().Faults.List(); n != 1 || !strings.Contains(first[0].Text, "more than 2 texts") {
		t.Errorf("faults %v", first)
	}
}

// TestDays runs a day of 24 seconds: an hour a second.
func TestDays(t *testing.T) {
	g := arenatest.Open(t, "tickRate: 10\nday: { length: 24s, start: 5, dawn: 6, dusk: 20 }\nbots: [{ id: a, name: A, count: 3 }]", 1)
	g.Truth("is_night", true)
	g.Steps(11)
	g.Number("hour", 6.1)
	g.Truth("is_day", true)
	if g.Events("dawn") != 3 || g.Events("dusk") != 0 {
		t.Errorf("dawn %d, dusk %d", g.Events("dawn"), g.Events("dusk"))
	}
	g.Steps(140)
	g.Truth("is_day", false)
	if g.Events("dusk") != 3 || !g.Snapshot().Night {
		t.Errorf("dusk %d", g.Events("dusk"))
	}
	g = arenatest.Open(t, "solid: 1\nworld: { solid: true }\nbots: [{ id: a, name: A, count: 3 }]", 1)
	g.Number("hour", 12)
	g.Truth("is_night", false)
}

func TestAMatchEnds(t *testing.T) {
	src := strings.Replace(stockedMatch, "LIMIT", "score: 8, time: 100s", 1)
	g := arenatest.Open(t, src, 1).Steps(100)
	if got := g.Snapshot().Result; got != "red won, 8:0" {
		t.Errorf("result %q", got)
	}
	if !g.Game().Over() || g.Arena.Match.Winner() != 0 || g.Events("match_ended") != 2 {
		t.Errorf("over %v, winner %d, told %d", g.Game().Over(), g.Arena.Match.Winner(), g.Events("match_ended"))
	}
	at := g.Bot(1)
	if now := g.Steps(20).Bot(1); now.X != at.X || now.Y != at.Y {
		t.Error("somebody moves after the end")
	}
	g = arenatest.Open(t, strings.Replace(stockedMatch, "LIMIT", "time: 2s", 1), 1).Steps(19)
	if g.Game().Over() {
		t.Error("over too early")
	}
	if got := g.Steps(1).Snapshot().Result; !strings.HasPrefix(got, "a draw") && !strings.HasPrefix(got, "red won") {
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
