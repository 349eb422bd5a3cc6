package inspect_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/insight/inspect"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

func open(t *testing.T, scene string, o live.Options) *live.Session {
	t.Helper()
	o.OnFault, o.OnNotice = func(host.Fault) {}, func(string) {}
	s, err := live.Open(scene, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func start(t *testing.T, scene string) *live.Session {
	t.Helper()
	s, err := live.Start("scene.yaml", []byte(scene), live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// answers lists the nodes of the followed tree with what they answered.
func answers(f *inspect.Follower) []string {
	var all []string
	for _, n := range f.Nodes() {
		answer := "-"
		if s, ok := f.Answer(n.ID); ok {
			answer = s.String()
		}
		all = append(all, fmt.Sprintf("%d %s: %s", n.Depth, n.Kind, answer))
	}
	return all
}

const (
	short = `{ kind: wander }`
	long  = `{ kind: selector, children: [{ kind: sequence, children: [{ kind: state_equals, key: x, value: 1 }, { kind: wander }] }, { kind: wander }] }`
)

// twoTrees has bots that a contact gives another, larger tree; they notice in
// the middle of the tick after it.
const twoTrees = `
world: { width: 4, height: 4 }
bots: [{ id: a, name: A, count: 2, speedMps: 1, initialState: { behavior: short } }]
behaviors: { short: ` + short + `, long: ` + long + ` }
rules:
  - { on: contact, radius: 9, from: { behavior: short }, to: { behavior: short }, set: { from: { behavior: long }, to: { behavior: long } } }
`

var longAnswers = []string{"0 selector: success", "1 sequence: failure", "2 state_equals: failure", "2 wander: -", "1 wander: success"}

func TestATreeThatChangesInTheMiddleOfATick(t *testing.T) {
	s := start(t, twoTrees)
	var f inspect.Follower
	f.Follow(chronicle.Minds(s.Game()), 2)
	for tick, want := range [][]string{nil, {"0 wander: success"}, longAnswers, longAnswers} {
		if diff := cmp.Diff(want, answers(&f)); diff != "" {
			t.Errorf("after %d ticks (-want +got)\n%s", tick, diff)
		}
		f.BeginTick()
		s.Step()
	}
}

// A tree may change and change back between two ticks, seen or unseen.
func TestATreeThatChangesBetweenTicks(t *testing.T) {
	s := start(t, "bots: [{ id: a, name: A, count: 1, speedMps: 1, behavior: "+short+" }]\nbehaviors: { other: "+long+" }\n")
	g := s.Game()
	program, err := g.Watchers.ProgramOf(1)
	if err != nil {
		t.Fatal(err)
	}
	other, err := g.NamedBehavior("other")
	if err != nil {
		t.Fatal(err)
	}
	var f inspect.Follower
	f.Follow(chronicle.Minds(g), 1)
	for i, p := range []*run.Program{program, other, program, nil, other} {
		for _, between := range []*run.Program{other, p} {
			if err := g.Pools.SwitchBot(1, between); err != nil {
				t.Fatal(err)
			}
			if f.Program() != between {
				t.Fatalf("switch %d is not seen", i)
			}
		}
		f.BeginTick()
		s.Step()
		want := map[*run.Program][]string{program: {"0 wander: success"}, other: longAnswers}[p]
		if diff := cmp.Diff(want, answers(&f)); diff != "" {
			t.Errorf("switch %d (-want +got)\n%s", i, diff)
		}
	}
}

// Bots that are evaluated many at a time can be followed, too.
func TestABotOfManyIsFollowed(t *testing.T) {
	s := start(t, "bots: [{ id: a, name: A, count: 200, speedMps: 1, behavior: "+long+" }]\n")
	var f inspect.Follower
	f.Follow(chronicle.Minds(s.Game()), 57)
	for range 3 {
		f.BeginTick()
		s.Step()
		if diff := cmp.Diff(longAnswers, answers(&f)); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	}
}

// Several followers follow bots of one game, and each turns to another without the others.
func TestSeveralAreFollowed(t *testing.T) {
	s := start(t, "bots:\n  - { id: a, name: A, count: 2, speedMps: 1, behavior: "+long+" }\n  - { id: b, name: B, count: 1, speedMps: 1, behavior: "+short+" }\n")
	var f, other inspect.Follower
	f.Follow(chronicle.Minds(s.Game()), 1)
	other.Follow(chronicle.Minds(s.Game()), 2)
	wander := []string{"0 wander: success"}
	for tick, want := range [][]string{longAnswers, wander, nil, longAnswers} {
		switch tick {
		case 1:
			f.Follow(chronicle.Minds(s.Game()), 3)
		case 2:
			f.Follow(chronicle.Minds(s.Game()), 0)
		case 3:
			f.Follow(chronicle.Minds(s.Game()), 1)
		}
		f.BeginTick()
		other.BeginTick()
		s.Step()
		if diff := cmp.Diff([][]string{want, longAnswers}, [][]string{answers(&f), answers(&other)}); diff != "" {
			t.Errorf("tick %d (-want +got)\n%s", tick, diff)
		}
	}
}

// Whom nobody follows, players and those who are gone have nothing to tell.
func TestNobodyIsFollowed(t *testing.T) {
	s := start(t, "bots: [{ id: a, name: A, count: 2, speedMps: 1, behavior: "+short+" }]\n")
	join := &session.Join{Name: "Ann"}
	if err := s.Do(join); err != nil {
		t.Fatal(err)
	}
	var f inspect.Follower
	if f.Nodes() != nil || f.Program() != nil {
		t.Error("the zero Follower has a tree")
	}
	f.Follow(chronicle.Minds(s.Game()), 2)
	for _, id := range []components.ID{0, join.IDs[0], 99} {
		f.Follow(chronicle.Minds(s.Game()), id)
		f.BeginTick()
		s.Step()
		if f.Nodes() != nil || len(f.Inspect().Nodes) > 0 {
			t.Errorf("id %d has a tree", id)
		}
	}
	f.Follow(chronicle.Minds(s.Game()), 2)
	if err := s.Do(&session.Remove{Bot: &session.Who{ID: 2}}); err != nil {
		t.Fatal(err)
	}
	f.BeginTick()
	s.Step()
	if f.Nodes() != nil {
		t.Error("a bot that is gone has a tree")
	}
}

// Following changes nothing that bots do.
func TestFollowingChangesNothing(t *testing.T) {
	s, plain := start(t, twoTrees), start(t, twoTrees)
	var f inspect.Follower
	f.Follow(chronicle.Minds(s.Game()), 1)
	for range 30 {
		f.BeginTick()
		s.Step()
		plain.Step()
	}
	if s.Digest() != plain.Digest() {
		t.Error("a game that is followed is another one")
	}
}

// The last events and steps of the bot are kept, and those of others that a
// tracer is told of are not.
func TestTheLastEventsAndStepsAreKept(t *testing.T) {
	s := start(t, twoTrees)
	g := s.Game()
	var f inspect.Follower
	f.Follow(chronicle.Minds(g), 2)
	s.Step() // which gives them their trees
	f.BeginTick()
	own := g.World.Brain.Of(2)
	other := g.World.Brain.Of(1)
	for i := range 100 {
		e := host.Event{ID: host.SymbolsOf(g.Setup.Registry).Event(fmt.Sprint("e", i)), Arg: host.NumberValue(float64(i))}
		f.Event(own.Row, e)
		f.Event(other.Row, e)
		f.StepText(own.Row, fmt.Sprint("step ", i))
		f.StepText(other.Row, "a step of another bot")
	}
	f.Leaf(other.Row, f.Program().Tree.Entries[0], host.Visited, host.Success)
	if diff := cmp.Diff([]string{"0 wander: -"}, answers(&f)); diff != "" {
		t.Errorf("what another bot did is told (-want +got)\n%s", diff)
	}
	events, steps := f.Events(), f.Steps()
	if len(events) != inspect.MaxEvents || events[0].Name != "e80" || events[19] != (inspect.Event{Tick: 1, Name: "e99", Data: "99"}) {
		t.Errorf("events %v, wanted e80 to e99", events)
	}
	if len(steps) != inspect.MaxSteps || steps[0] != "step 50" || steps[49] != "step 99" {
		t.Errorf("steps %q, wanted 50 to 99", steps)
	}
	f.BeginTick()
	if len(f.Steps()) > 0 || len(f.Events()) != inspect.MaxEvents {
		t.Error("steps are those of one tick, events are not")
	}
}
