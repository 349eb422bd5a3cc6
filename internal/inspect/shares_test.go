package inspect_test

import (
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/inspect"
	"github.com/thicket-sim/thicket/session"
)

// A share is of the last ticks alone, and another bot is counted anew.
func TestSharesOfTheLastTicks(t *testing.T) {
	s := start(t, `
bots:
  - id: a
    name: A
    count: 2
    speedMps: 1
    initialState: { x: false }
    behavior: { kind: selector, children: [{ kind: sequence, children: [{ kind: state_equals, key: x, value: true }, { kind: wander }] }, { kind: wander }] }
rules: [{ on: contact, radius: 0.001, from: { x: true }, to: { x: true }, set: { from: { x: true } } }]
`)
	var f inspect.Follower
	f.Follow(s.Game(), 1)
	shares := inspect.Shares{Last: 10}
	if _, ok := shares.Of(0); ok {
		t.Error("a share before the first tick")
	}
	play := func(ticks int) {
		for range ticks {
			f.BeginTick()
			s.Step()
			shares.Note(&f)
		}
	}
	want := func(when string, want ...float64) {
		t.Helper()
		for i, n := range f.Nodes() {
			if got, ok := shares.Of(n.ID); !ok || got != want[i] {
				t.Errorf("%s: %s ran in %g of the ticks, wanted %g", when, n.Kind, got, want[i])
			}
		}
	}
	play(4)
	want("at first", 1, 1, 1, 0, 1)
	become(t, s, 1, true)
	play(5)
	want("half the time", 1, 1, 1, 5./9, 4./9)
	play(5)
	want("in the last ten ticks", 1, 1, 1, 1, 0)
	f.Follow(s.Game(), 2)
	play(1)
	want("another bot", 1, 1, 1, 0, 1)
}

// become sets the state x of a bot.
func become(t *testing.T, s *session.Session, id components.ID, x bool) {
	t.Helper()
	if err := s.Do(&session.SetState{Who: session.Who{ID: id}, State: session.State{Key: "x", Value: host.BoolValue(x)}}); err != nil {
		t.Fatal(err)
	}
}
