package inspect_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/insight/inspect"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// whys lists what the nodes of the followed tree that were evaluated say of their answers.
func whys(f *inspect.Follower) []string {
	var all []string
	for _, n := range f.Nodes() {
		if s, ok := f.Answer(n.ID); ok {
			all = append(all, fmt.Sprintf("%s: %s because %s", n.Kind, s, f.Why(n.ID)))
		}
	}
	return all
}

// A game whose bots are asked why is the game that it is without.
func TestAskingWhyChangesNothing(t *testing.T) {
	told := 0
	names := []string{"siege", "skirmish", "camp", "squad", "monsters", "meadow", "bases", "cowardly", "gunship"}
	if testing.Short() {
		names = names[:2] // each is played twice
	}
	for _, name := range names {
		s, plain := open(t, name, live.Options{Workers: 2}), open(t, name, live.Options{Workers: 2})
		var f inspect.Follower
		for tick, ids := 0, s.Game().Everyone(); tick < 40; tick++ {
			if tick%4 == 0 {
				f.Follow(chronicle.Minds(s.Game()), ids[tick/4%len(ids)])
			}
			f.BeginTick()
			s.Step()
			plain.Step()
			for _, n := range f.Nodes() {
				if f.Why(n.ID) != "" {
					told++
				}
			}
		}
		if s.Digest() != plain.Digest() {
			t.Errorf("%s: digest %016x, %016x while nobody asks", name, s.Digest(), plain.Digest())
		}
	}
	if told == 0 {
		t.Error("nobody said why")
	}
}

func watch(t *testing.T, s *live.Session, id components.ID) *inspect.Follower {
	t.Helper()
	f := &inspect.Follower{}
	f.Follow(chronicle.Minds(s.Game()), id)
	f.BeginTick()
	s.Step()
	return f
}

const two = `
world: { width: 100, height: 100 }
teams: [{ id: blue }, { id: red }]
bots:
  - id: a
    name: Ann
    count: 0
    minCount: 0
    speedMps: 1
    teamId: blue
    health: 100
    sight: { radius: 12 }
    initialState: { it: false }
    behavior:
      kind: selector
      children:
        - { kind: sequence, children: [{ kind: state_equals, key: it, value: true }, { kind: wander }] }
        - { kind: sequence, children: [{ kind: state_equals, key: other, value: 1 }, { kind: wander }] }
        - { kind: condition, name: distance_below, args: { limit: 3 } }
        - { kind: condition, name: health_below, args: { limit: 0.5 } }
        - { kind: condition, name: sees, args: { who: a } }
        - { kind: action, name: approach, args: { stop: 2 } }
  - id: b
    name: Bob
    count: 0
    minCount: 0
    speedMps: 0
    teamId: red
    health: 100
    behavior: { kind: chase_nearest, where: { key: it, value: false } }
`

func TestLeavesSayWhy(t *testing.T) {
	s := start(t, two)
	for _, c := range []session.Command{&session.Add{Class: "a", At: &session.Spot{X: 10, Y: 10}}, &session.Add{Class: "b", At: &session.Spot{X: 15.8, Y: 10}}} {
		if err := s.Do(c); err != nil {
			t.Fatal(err)
		}
	}
	f := watch(t, s, 1)
	want := []string{
		"selector: running because ", "sequence: failure because ", "state_equals: failure because it: false != true",
		"sequence: failure because ", "state_equals: failure because no state other",
		"condition: failure because distance to Bob 1: 5.8 >= 3 m",
		"condition: failure because health: 1 >= 0.5",
		"condition: failure because no a in sight within 12 m",
		"action: running because way to Bob 1: 5.8 > 2.01 m",
	}
	if diff := cmp.Diff(want, whys(f)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	f = watch(t, s, 2)
	if diff := cmp.Diff([]string{"chase_nearest: success because distance to Ann 1: 5.77 m"}, whys(f)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
