package systems_test

import (
	"math"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

const runners = `
tickRate: 1
world: { width: 1000, height: 1000 }
bots:
  - { id: a, name: A, count: 2, speedMps: 3, behavior: { kind: wander },
      tunable: [{ key: speedMps, min: 1, max: 10 }, { key: minCount, max: 5 }] }
  - { id: b, name: B, count: 1, speedMps: 4, behavior: { kind: wander } }
`

// pace returns how far a body goes in the next tick of a second.
func pace(t *testing.T, s *live.Session, id components.ID) float64 {
	t.Helper()
	do(t, s, &session.Place{Who: who(id), At: session.Point(500, 500)})
	before := find(t, s, id)
	s.Step()
	after := find(t, s, id)
	return math.Round(1000*math.Hypot(float64(after.X-before.X), float64(after.Y-before.Y))) / 1000
}

func TestTheNearestOverrideWins(t *testing.T) {
	s := open(t, runners)
	want := func(bot1, bot2, added float64) {
		t.Helper()
		if got := [2]float64{pace(t, s, 1), pace(t, s, 2)}; got != [2]float64{bot1, bot2} {
			t.Errorf("bots go at %v m/s, wanted %v and %v", got, bot1, bot2)
		}
		id := do(t, s, &session.Add{Class: "a", Count: 1}).IDs[0]
		if got := pace(t, s, id); got != added {
			t.Errorf("a new bot goes at %v m/s, wanted %v", got, added)
		}
	}
	bot := &session.Who{ID: 1}
	want(3, 3, 3)
	do(t, s, &session.Tune{Class: "a", Key: "speedMps", Value: 5})
	want(5, 5, 5)
	do(t, s, &session.Tune{Bot: bot, Key: "speedMps", Value: 7})
	want(7, 5, 5)
	do(t, s, &session.Tune{Class: "a", Key: "speedMps", Value: 6})
	want(7, 6, 6)
	do(t, s, &session.Untune{Class: "a", Key: "speedMps"})
	want(7, 3, 3)
	do(t, s, &session.Untune{Bot: bot, Key: "speedMps"})
	want(3, 3, 3)
	if got := pace(t, s, 3); got != 4 {
		t.Errorf("a bot of another class goes at %v m/s, wanted 4", got)
	}
}

func TestTunablesAreChecked(t *testing.T) {
	s := open(t, runners)
	player := do(t, s, &session.Join{})
	for _, test := range []struct {
		tune session.Tune
		want string
	}{
		{session.Tune{Class: "a", Key: "speedMps", Value: 0.5}, "0.5 is below min 1"},
		{session.Tune{Class: "a", Key: "speedMps", Value: 10.5}, "10.5 is above max 10"},
		{session.Tune{Class: "a", Key: "speedMps", Value: math.NaN()}, "wanted a finite number, found NaN"},
		{session.Tune{Class: "a", Key: "speedMps", Value: math.Inf(1)}, "wanted a finite number, found +Inf"},
		{session.Tune{Class: "a", Key: "minCount", Value: 1.5}, "wanted a whole number, found 1.5"},
		{session.Tune{Class: "a", Key: "minCount", Value: -1}, "wanted 0 or more, found -1"},
		{session.Tune{Class: "a", Key: "maxCount", Value: 5}, `class "a": unknown tunable "maxCount"`},
		{session.Tune{Class: "a", Key: "speedMp", Value: 5}, `unknown tunable "speedMp"; did you mean "speedMps"?`},
		{session.Tune{Class: "b", Key: "speedMps", Value: 5}, `class "b": unknown tunable "speedMps"; there are none`},
		{session.Tune{Class: "x", Key: "speedMps", Value: 5}, `unknown bot class "x", wanted one of a, b`},
		{session.Tune{Bot: &session.Who{ID: 1}, Key: "speedMps", Value: 11}, "11 is above max 10"},
		{session.Tune{Bot: &session.Who{ID: 1}, Key: "minCount", Value: 1}, `minCount is a number of the whole class: tune class "a"`},
		{session.Tune{Bot: &session.Who{ID: 3}, Key: "speedMps", Value: 5}, `class "b": unknown tunable`},
		{session.Tune{Bot: &session.Who{ID: 77}, Key: "speedMps", Value: 5}, "nobody has id 77"},
		{session.Tune{Bot: &session.Who{ID: player.IDs[0]}, Key: "speedMps", Value: 5}, "players have no tunables"},
	} {
		refuse(t, s, &test.tune, test.want)
	}
	refuse(t, s, &session.Untune{Class: "b", Key: "speedMps"}, `unknown tunable "speedMps"`)
	refuse(t, s, &session.Untune{Bot: &session.Who{ID: 1}, Key: "minCount"}, "tune class")
	if got := pace(t, s, 1); got != 3 {
		t.Errorf("after refusals bot 1 goes at %v m/s, wanted 3", got)
	}
}

func TestTunedTellsWhatHolds(t *testing.T) {
	s := open(t, tunableScene)
	g := s.Game()
	want := func(what string, value float64, over bool, gotValue float64, gotOver bool) {
		t.Helper()
		if gotValue != value || gotOver != over {
			t.Errorf("%s: %g, override %v; wanted %g, %v", what, gotValue, gotOver, value, over)
		}
	}
	mps, over := g.Tuning.Tuned(0, "speedMps")
	want("class, at first", 2, false, mps, over)
	do(t, s, &session.Tune{Class: "a", Key: "speedMps", Value: 3})
	mps, over = g.Tuning.Tuned(0, "speedMps")
	want("class, tuned", 3, true, mps, over)
	mps, over = g.Tuning.TunedBot(1)
	want("bot of a tuned class", 3, false, mps, over)
	do(t, s, &session.Tune{Bot: &session.Who{ID: 1}, Key: "speedMps", Value: 4})
	mps, over = g.Tuning.TunedBot(1)
	want("bot, tuned", 4, true, mps, over)
	if lo, hi := g.Tuning.Limits(0); lo != 1 || hi != 9 {
		t.Errorf("limits %d to %d, wanted 1 to 9", lo, hi)
	}
}

const tunableScene = `
bots:
  - { id: a, name: A, count: 2, minCount: 1, maxCount: 9, speedMps: 2, tunable: [{ key: speedMps, min: 0, max: 9 }] }
`
