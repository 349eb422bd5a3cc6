package live_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

const field = `
name: Field
playerJoinStates: { it: null }
world: { width: 40, height: 40 }
places: [{ id: base, at: [5, 5], radius: 0 }]
behaviors: { flee: { kind: flee_nearest } }
bots:
  - { id: bot, name: Bot, count: 3, minCount: 1, maxCount: 5, speedMps: 1, behavior: { kind: chase_nearest },
      tunable: [{ key: speedMps, min: 0, max: 9 }] }
`

func start(t testing.TB, src string) *live.Session {
	t.Helper()
	s, err := live.Start("scene.yaml", []byte(src), live.Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func do(t testing.TB, s *live.Session, c session.Command) session.Reply {
	t.Helper()
	if err := s.Do(c); err != nil {
		t.Fatalf("%T: %v", c, err)
	}
	return c.Answer()
}

func body(t testing.TB, s *live.Session, id components.ID) session.BodyView {
	t.Helper()
	snap := s.Snapshot()
	all := slices.Concat(snap.Bots, snap.Players)
	i := slices.IndexFunc(all, func(b session.BodyView) bool { return b.ID == id })
	if i < 0 {
		t.Fatalf("nobody has id %d", id)
	}
	return all[i]
}

func TestPause(t *testing.T) {
	s := start(t, field)
	s.Step()
	do(t, s, &session.Pause{})
	before := s.Digest()
	s.Step()
	if s.Digest() != before || s.Snapshot().Tick != 1 || !s.Paused() {
		t.Error("a step of a paused session did something")
	}
	do(t, s, &session.Place{Who: session.Who{ID: 1}, At: session.Point(1, 2)}) // commands go on
	if b := body(t, s, 1); b.X != 1 || b.Y != 2 {
		t.Errorf("placed at (%v, %v) while paused, wanted (1, 2)", b.X, b.Y)
	}
	if err := s.Do(&session.Pause{}); err == nil || err.Error() != "paused already" {
		t.Errorf("a second pause: %v", err)
	}
	do(t, s, &session.Resume{})
	s.Step()
	if s.Snapshot().Tick != 2 || s.Paused() {
		t.Error("it does not go on after resume")
	}
	if err := s.Do(&session.Resume{}); err == nil || err.Error() != "not paused" {
		t.Errorf("a second resume: %v", err)
	}
}

func TestSeed(t *testing.T) {
	where := func(commands ...session.Command) (b session.BodyView) {
		s := start(t, field)
		for _, c := range commands {
			do(t, s, c)
		}
		return body(t, s, do(t, s, &session.Add{Class: "bot", Count: 1}).IDs[0])
	}
	of := func(seed int64) session.Command { return &session.Seed{Seed: seed} }
	if a, b := where(of(3)), where(of(3)); a.X != b.X || a.Y != b.Y {
		t.Error("one seed puts a bot in two places")
	}
	if a, b := where(of(3)), where(of(-3)); a.X == b.X {
		t.Error("two seeds put a bot in one place")
	}
	if a, b := where(), where(of(1)); a.X != b.X {
		t.Error("the scene's own seed, given anew, changes where a bot is put")
	}
}

func TestPlace(t *testing.T) {
	s := start(t, field)
	do(t, s, &session.Place{Who: session.Who{Name: "Bot 2"}, At: &session.Spot{Place: "base"}, Heading: &components.Heading{X: 3, Y: -4}})
	if b := body(t, s, 2); b.X != 5 || b.Y != 5 || b.HX != 0.6 || b.HY != -0.8 {
		t.Errorf("placed at (%v, %v) heading (%v, %v), wanted (5, 5) and (0.6, -0.8)", b.X, b.Y, b.HX, b.HY)
	}
	do(t, s, &session.Place{Who: session.Who{ID: 2}, At: session.Point(9, 9)})
	if b := body(t, s, 2); b.X != 9 || b.HX != 0.6 {
		t.Error("a place without a heading turned the bot, or did not move it")
	}
	do(t, s, &session.Place{Who: session.Who{ID: 2}, Heading: &components.Heading{}})
	if b := body(t, s, 2); b.X != 9 || b.HX != 0 || b.HY != 0 {
		t.Error("the zero heading was not set, or moved the bot")
	}
}

// TestReplies uses one command again and again: what it says is what it did
// last.
func TestReplies(t *testing.T) {
	s := start(t, field)
	add := &session.Add{Class: "bot", Count: 3}
	if got := do(t, s, add); !slices.Equal(got.IDs, []components.ID{4, 5}) || got.Note != `added 2 of 3: class "bot" is at its maxCount` {
		t.Errorf("reply %+v", got)
	}
	if err := s.Do(add); err == nil {
		t.Error("added to a full class")
	}
	if got := add.Answer(); len(got.IDs) > 0 || got.Note != "" {
		t.Errorf("refused, but replies %+v", got)
	}
	remove := &session.Remove{Bot: &session.Who{Name: "Bot 4"}}
	if got := do(t, s, remove); !slices.Equal(got.IDs, []components.ID{4}) || got.Note != "" {
		t.Errorf("reply %+v, wanted bot 4", got)
	}
	if err := s.Do(remove); err == nil || len(remove.Answer().IDs) > 0 {
		t.Errorf("removed a bot twice: %v, %+v", err, remove.Answer())
	}
	add.Count = 1
	if got := do(t, s, add); !slices.Equal(got.IDs, []components.ID{6}) || got.Note != "" {
		t.Errorf("reply %+v, wanted bot 6 and no note", got)
	}
	if got := do(t, s, &session.Remove{Class: "bot", Count: 9}); !slices.Equal(got.IDs, []components.ID{2, 3, 5, 6}) || !strings.HasPrefix(got.Note, "removed 4 of 9") {
		t.Errorf("reply %+v", got)
	}
	remove.Bot.Name = "Bot 1"
	if err := s.Do(remove); err == nil || len(remove.Answer().IDs) > 0 {
		t.Errorf("removed the last bot of a class with a floor: %v, %+v", err, remove.Answer())
	}
	join := do(t, s, &session.Join{Name: "Ann", State: []session.State{{Key: "it", Value: host.StringValue("red")}}})
	if !slices.Equal(join.IDs, []components.ID{7}) {
		t.Errorf("reply %+v, wanted id 7", join)
	}
	want := []session.StateView{{Key: "it", Value: host.StringValue("red")}}
	if diff := cmp.Diff(want, body(t, s, 7).State, cmp.Comparer(func(a, b host.Value) bool { return a == b })); diff != "" {
		t.Error(diff)
	}
	if got := do(t, s, &session.Event{Name: "e", All: true}); got.Note != "sent to 2; the trees of 1 take no events" {
		t.Errorf("reply %+v", got)
	}
}

func TestOpen(t *testing.T) {
	t.Parallel()
	for _, name := range scenes.Shipped() {
		if name == "crowd" {
			continue // it takes a while
		}
		s, err := live.Open(name, live.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if s.Scene().Bots() != len(s.Snapshot().Bots) {
			t.Errorf("%s: %d bots, wanted %d", name, len(s.Snapshot().Bots), s.Scene().Bots())
		}
		s.Close()
		s.Close() // twice is no harm
	}
	if _, err := live.Open("tagg", live.Options{}); err == nil || !strings.Contains(err.Error(), `did you mean "tag"?`) {
		t.Errorf("tagg: %v", err)
	}
	if _, err := live.Open("tag", live.Options{Workers: -1}); err == nil || !strings.Contains(err.Error(), "-1 workers") {
		t.Errorf("-1 workers: %v", err)
	}
	if _, err := live.Start("x.yaml", []byte("bots: 5"), live.Options{}); err == nil || !strings.HasPrefix(err.Error(), "x.yaml:1:7: ") {
		t.Errorf("a faulty scene: %v", err)
	}
}

// TestTakingTurns calls everything from several goroutines; the race detector
// watches. What all did must add up.
func TestTakingTurns(t *testing.T) {
	s := start(t, field)
	const each = 50
	var wg sync.WaitGroup
	for _, f := range []func(){
		func() { s.Step() },
		func() { s.Step() },
		func() { s.Snapshot() },
		func() { s.Digest() },
		func() { s.Paused() },
		func() { do(t, s, &session.Event{Name: "tick", Class: "bot"}) },
		func() {
			id := do(t, s, &session.Join{}).IDs[0]
			do(t, s, &session.Input{Player: session.Who{ID: id}, Heading: components.Heading{X: 1}})
			do(t, s, &session.Leave{Player: session.Who{ID: id}})
		},
	} {
		wg.Go(func() {
			for range each {
				f()
			}
		})
	}
	wg.Wait()
	snap := s.Snapshot()
	if snap.Tick != 2*each || len(snap.Players) != 0 || len(snap.Bots) != 3 {
		t.Errorf("tick %d, %d players, %d bots, wanted %d, 0 and 3", snap.Tick, len(snap.Players), len(snap.Bots), 2*each)
	}
	if got := s.Game().Counts.EventCounts()["tick"]; got != 3*each {
		t.Errorf("%d events, wanted %d", got, 3*each)
	}
}

func TestSetStateIsForBotsAndPlayers(t *testing.T) {
	s := start(t, `
bots: [{ id: bot, name: Bot, count: 2, initialState: { mood: calm, it: false } }]
`)
	ann := do(t, s, &session.Join{Name: "Ann"}).IDs[0]
	set := func(w session.Who, key string, v host.Value) error {
		return s.Do(&session.SetState{Who: w, State: session.State{Key: key, Value: v}})
	}
	for _, id := range []components.ID{1, ann} {
		if err := set(session.Who{ID: id}, "mood", host.StringValue("angry")); err != nil {
			t.Error(err)
		}
		if got := stateOf(body(t, s, id), "mood"); got != host.StringValue("angry") {
			t.Errorf("body %d: mood %v", id, got)
		}
	}
	if got := stateOf(body(t, s, 2), "mood"); got != host.StringValue("calm") {
		t.Errorf("mood of another bot: %v", got)
	}
	for want, err := range map[string]error{
		`unknown state key "mod"; did you mean "mood"?`:                set(session.Who{ID: 1}, "mod", host.NullValue),
		`unknown state key "colour", wanted one of mood, it, behavior`: set(session.Who{ID: 1}, "colour", host.NullValue),
		`state key "it": wanted true or false, found 3`:                set(session.Who{ID: 2}, "it", host.NumberValue(3)),
		`nobody has id 9`: set(session.Who{ID: 9}, "mood", host.NullValue),
		`neither an id nor a name says who is meant`: set(session.Who{}, "mood", host.NullValue),
		`nobody is called "Bot 3"`:                   set(session.Who{Name: "Bot 3"}, "mood", host.NullValue),
	} {
		if err == nil || err.Error() != want {
			t.Errorf("error %v, wanted %s", err, want)
		}
	}
}

// TestWhoJoinsBringsKnownState wants Join to refuse what SetState refuses.
func TestWhoJoinsBringsKnownState(t *testing.T) {
	s := start(t, `
playerJoinStates: { it: false }
bots: [{ id: bot, name: Bot, count: 2, initialState: { mood: calm } }]
`)
	for want, state := range map[string][]session.State{
		`unknown state key "mod"; did you mean "mood"?`:                {{Key: "mod", Value: host.BoolValue(true)}},
		`unknown state key "colour", wanted one of it, mood, behavior`: {{Key: "it", Value: host.BoolValue(true)}, {Key: "colour", Value: host.NullValue}},
		`state key "it": wanted true or false, found 3`:                {{Key: "it", Value: host.NumberValue(3)}},
		`state key "mood": wanted a text, found 3`:                     {{Key: "mood", Value: host.StringValue("sly")}, {Key: "mood", Value: host.NumberValue(3)}},
	} {
		if err := s.Do(&session.Join{State: state}); err == nil || err.Error() != want {
			t.Errorf("error %v, wanted %s", err, want)
		}
	}
	if n := len(s.Snapshot().Players); n > 0 {
		t.Errorf("%d players joined who were refused", n)
	}
	ann := do(t, s, &session.Join{State: []session.State{{Key: "it", Value: host.BoolValue(true)}}}).IDs[0]
	if got := stateOf(body(t, s, ann), "it"); got != host.BoolValue(true) {
		t.Errorf("it: %v", got)
	}
}

func stateOf(b session.BodyView, key string) host.Value {
	i := slices.IndexFunc(b.State, func(v session.StateView) bool { return v.Key == key })
	if i < 0 {
		return host.NullValue
	}
	return b.State[i].Value
}

func TestNoCountMeansOne(t *testing.T) {
	s := start(t, field)
	if r := do(t, s, &session.Add{Class: "bot"}); len(r.IDs) != 1 || r.Note != "" {
		t.Errorf("add: %+v, wanted one bot", r)
	}
	if r := do(t, s, &session.Remove{Class: "bot"}); len(r.IDs) != 1 || r.Note != "" {
		t.Errorf("remove: %+v, wanted one bot", r)
	}
	if err := s.Do(&session.Add{Class: "bot", Count: -1}); err == nil {
		t.Error("-1 bots were added")
	}
}

func TestTuneTellsOfAValueOffTheStep(t *testing.T) {
	s := start(t, `
bots: [{ id: bot, name: Bot, count: 1, tunable: [{ key: speedMps, min: 0.5, max: 8, step: 0.5 }] }]`)
	const want = "speedMps 3.3 is off the step of 0.5: 3 and 3.5 are on it"
	for _, c := range []struct {
		tune session.Tune
		want string
	}{
		{session.Tune{Class: "bot", Key: "speedMps", Value: 3.3}, want},
		{session.Tune{Bot: &session.Who{ID: 1}, Key: "speedMps", Value: 3.3}, want},
		{session.Tune{Class: "bot", Key: "speedMps", Value: 4}, ""},
	} {
		if got := do(t, s, &c.tune); got.Note != c.want {
			t.Errorf("%+v: note %q, wanted %q", c.tune, got.Note, c.want)
		}
	}
	if mps, _ := s.Game().Tuning.TunedBot(1); mps != 3.3 {
		t.Errorf("the bot goes %v m/s, wanted the 3.3 that are off the step", mps)
	}
}
