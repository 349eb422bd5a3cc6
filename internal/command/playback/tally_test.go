package playback

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

func TestRanges(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{ranges([]components.ID{4}), "id 4"},
		{ranges([]components.ID{4, 5}), "id 4, 5"},
		{ranges([]components.ID{1, 4, 5, 6, 8, 9}), "id 1, 4 to 6, 8, 9"},
	} {
		if c.got != c.want {
			t.Errorf("found %q, wanted %q", c.got, c.want)
		}
	}
}

func TestMost(t *testing.T) {
	counts := map[components.ID]int64{1: 3, 2: 5, 9: 5, 4: 5, 5: 1}
	ids, n, more := most(counts, 2)
	if diff := cmp.Diff([]components.ID{2, 4}, ids); diff != "" || n != 5 || more != 1 {
		t.Errorf("found %v %d times and %d more, wanted [2 4] 5 times and 1 more", ids, n, more)
	}
}

// stroll has three bots; the test hands the mark "it" from one to another.
const stroll = `
tickRate: 10
bots: [{ id: a, name: A, count: 3, speedMps: 1, behavior: { kind: wander } }]
`

func TestSpells(t *testing.T) {
	s, err := live.Start("stroll.yaml", []byte(stroll), live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	tally := newTally(s)
	if tally.who() != "" || tally.caption() != "contacts so far: 0" {
		t.Errorf("found %q and %q in a scene without it", tally.who(), tally.caption())
	}
	do := func(c session.Command) {
		t.Helper()
		if err := s.Do(c); err != nil {
			t.Fatal(err)
		}
		tally.look()
	}
	step := func(n int) {
		for range n {
			s.Step()
			tally.tick()
		}
	}
	it := []session.State{{Key: "it", Value: host.BoolValue(true)}}
	s.Scene().Setup.Registry.Key("it")
	do(&session.Join{Name: "Ann", State: it})
	step(5)
	do(&session.Leave{Player: session.Who{Name: "Ann"}})
	if got, want := tally.who(), "nobody is it"; got != want {
		t.Errorf("found %q, wanted %q", got, want)
	}
	do(&session.Join{Name: "Bob", State: it}) // in the place of Ann
	step(3)
	if got, want := tally.held.longest(), (spell{4, 5}); got != want {
		t.Errorf("after 3 ticks of Bob: found %v, wanted Ann's %v", got, want)
	}
	if got, want := tally.name(4), "id 4 (gone)"; got != want {
		t.Errorf("found %q, wanted %q", got, want)
	}
	step(3)
	do(&session.Join{Name: "Cat", State: it})
	if got, want := tally.held.longest(), (spell{5, 6}); got != want {
		t.Errorf("after 6 ticks of Bob: found %v, wanted his %v", got, want)
	}
	if got, want := tally.caption(), "tags so far: 0    it: Bob, Cat"; got != want {
		t.Errorf("found %q, wanted %q", got, want)
	}
}

// Tags that are counted are those of the events, and each is of two bodies.
func TestTallyCountsContacts(t *testing.T) {
	s, err := live.Open("tag", live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r := New(s, "tag", 1800, nil)
	if err := r.Play(t.Context()); err != nil {
		t.Fatal(err)
	}
	sum := func(m map[components.ID]int64) (n int64) {
		for _, c := range m {
			n += c
		}
		return n
	}
	want := s.Game().Counts.EventCounts()["tagged"]
	if got := r.Tally; want < 3 || got.total != want || got.rules[0] != want || sum(got.made) != want || sum(got.met) != want {
		t.Errorf("found %d tags, %v by rule, %d made, %d met; wanted %d, and several",
			got.total, got.rules, sum(got.made), sum(got.met), want)
	}
}

// A scene names its own mark.
func TestTallyInTheWordsOfTheScene(t *testing.T) {
	s, err := live.Start("plague.yaml", []byte(`
mark: { key: ill, name: bite, past: bitten }
bots: [{ id: a, name: A, count: 2, speedMps: 0, initialState: { ill: true } }]
rules: [{ on: contact, radius: 1000, from: {}, to: {} }]
`), live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r := New(s, "plague.yaml", 30, nil)
	if err := r.Play(t.Context()); err != nil {
		t.Fatal(err)
	}
	text := r.Summary(false)
	for _, want := range []string{"\nBites\n", "  bitten most  ", "  was bitten most  ", "  longest ill  ", "ill: A 1, A 2\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if got, want := r.Tally.caption(), "bites so far: 30    ill: A 1, A 2"; got != want {
		t.Errorf("found %q, wanted %q", got, want)
	}
}

// What is looked at in blocks that have changed is what looking at every body in every tick gives,
// while the mark goes from one to another, and bodies come and go.
func TestSpellsAreThoseOfEveryBody(t *testing.T) {
	s, err := live.Open("tag", live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	tally := newTally(s)
	began, longest := map[components.ID]int64{}, spell{}
	look := func() {
		tick, now := s.Game().World.Clock().Tick, map[components.ID]bool{}
		world := s.Snapshot()
		for _, list := range [...][]session.BodyView{world.Bots, world.Players} {
			for i := range list {
				b := &list[i]
				if b.Get("it") != host.BoolValue(true) {
					continue
				}
				now[b.ID] = true
				if _, was := began[b.ID]; !was {
					began[b.ID] = tick
				}
				if n := tick - began[b.ID]; longest.id == 0 || n > longest.ticks || n == longest.ticks && b.ID < longest.id {
					longest = spell{b.ID, n}
				}
			}
		}
		for id := range began {
			if !now[id] {
				delete(began, id)
			}
		}
		if got := tally.held.longest(); got != longest {
			t.Fatalf("tick %d: the longest spell is %v, wanted %v", tick, got, longest)
		}
		if got, want := tally.held.now(), slices.Sorted(maps.Keys(now)); !slices.Equal(got, want) {
			t.Fatalf("tick %d: %v are marked, wanted %v", tick, got, want)
		}
	}
	look()
	for tick := range 600 {
		switch tick % 50 {
		case 20:
			if err := s.Do(&session.Add{Class: "tag-bot", Count: 3}); err != nil {
				t.Fatal(err)
			}
			tally.look()
		case 40:
			for id := range began { // who is it leaves
				if err := s.Do(&session.Remove{Bot: &session.Who{ID: id}}); err != nil {
					t.Fatal(err)
				}
			}
			tally.look()
			look()
		}
		s.Step()
		tally.tick()
		look()
	}
	if longest.ticks < 10 {
		t.Errorf("the longest spell is %v: nothing was played", longest)
	}
}
