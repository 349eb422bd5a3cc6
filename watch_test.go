package thicket_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/session"
)

// frogs has a frog that sits until a fly comes near, and flies that pass by.
const frogs = `
tickRate: 10
world: { width: 40, height: 40 }
bots:
  - id: frog
    name: Frog
    count: 1
    minCount: 0
    speedMps: 3
    behavior:
      kind: selector
      children:
        - kind: sequence
          children:
            - { kind: condition, name: distance_below, args: { who: fly, limit: 6 } }
            - { kind: action, name: approach, args: { who: fly, stop: 0.5 } }
        - { kind: action, name: stand }
  - { id: fly, name: Fly, count: 1, minCount: 0, maxCount: 3, speedMps: 0, behavior: { kind: action, name: stand } }
`

func openFrogs(t *testing.T, o thicket.Options) *thicket.Session {
	t.Helper()
	s, err := thicket.Start("pond.yaml", []byte(frogs), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	put(t, s, "Fly 1", 30)
	return s
}

// put puts a body somewhere to the right of the frog, which stands at 10.
func put(t *testing.T, s *thicket.Session, fly string, x float64) {
	t.Helper()
	for name, x := range map[string]float64{"Frog 1": 10, fly: x} {
		if err := s.Do(&session.Place{Who: thicket.Who{Name: name}, At: thicket.Point(x, 20)}); err != nil {
			t.Fatal(err)
		}
	}
}

// A view of a bot has the answers and the reasons of the last tick, and what the bot did.
func TestWatchShowsTheTreeOfABot(t *testing.T) {
	t.Parallel()
	s, plain := openFrogs(t, thicket.Options{}), openFrogs(t, thicket.Options{})
	v, err := s.Watch(1)
	if err != nil {
		t.Fatal(err)
	}
	again, err := s.Watch(1)
	if err != nil {
		t.Fatal(err)
	}
	if len(v.Rows) != 5 || v.Rows[0].Answer != "" || v.Name != "Frog 1" {
		t.Errorf("before the first tick it is %q with\n%s", v.Name, v)
	}
	look := func(ticks int) {
		for range ticks {
			s.Step()
			plain.Step()
		}
		v.Update()
		again.Update()
		if s.Digest() != plain.Digest() {
			t.Error("watching changes the game")
		}
	}
	look(3)
	if got := v.String(); !strings.Contains(got, "[distance to Fly 1: 20 >= 6 m]") || !strings.Contains(got, "success    action stand") {
		t.Errorf("far from the fly\n%s", got)
	}
	put(t, s, "Fly 1", 14)
	put(t, plain, "Fly 1", 14)
	look(1)
	if got := v.String(); !strings.Contains(got, "running      action approach") || got != again.String() {
		t.Errorf("near the fly\n%s\nand another view\n%s", got, again)
	}
	if d := v.Deeds; len(d) != 2 || d[0].Action != "stand" || d[0].Turns != 3 || d[1].Action != "approach" || d[1].Since != 0.4 {
		t.Errorf("it did %v", d)
	}
	if v.Turns != 4 || v.Time != 0.4 || v.Rows[0].Ran != 1 || v.Rows[3].Ran != 0.25 {
		t.Errorf("after four ticks: %d, %g s, ran %g and %g", v.Turns, v.Time, v.Rows[0].Ran, v.Rows[3].Ran)
	}
	v.Close()
	look(1)
	if v.Turns != 4 || again.Turns != 5 || again.Rows[0].Answer != "running" {
		t.Errorf("a view that is closed is of tick %d, another one of %d\n%s", v.Turns, again.Turns, again)
	}
	if err := s.Do(&session.Remove{Bot: &thicket.Who{ID: 1}}); err != nil {
		t.Fatal(err)
	}
	s.Step()
	if again.Update(); !again.Gone || len(again.Rows) != 5 {
		t.Errorf("of a bot that is gone: %v, %d rows", again.Gone, len(again.Rows))
	}
}

func TestWatchRefusesWhoHasNoTree(t *testing.T) {
	t.Parallel()
	s := openFrogs(t, thicket.Options{})
	join := &thicket.Join{Name: "Ann"}
	if err := s.Do(join); err != nil {
		t.Fatal(err)
	}
	for _, id := range []thicket.ID{0, 99, join.IDs[0]} {
		if v, err := s.Watch(id); err == nil {
			t.Errorf("%d is watched: %v", id, v)
		}
	}
}

// Another moment is another game: it is watched and counted from there on.
func TestWatchAndCoverGoOnAfterAJump(t *testing.T) {
	t.Parallel()
	s := openFrogs(t, thicket.Options{History: thicket.History{Seconds: 60}})
	v, err := s.Watch(1)
	if err != nil {
		t.Fatal(err)
	}
	write := s.Cover()
	for range 20 {
		s.Step()
	}
	if err := s.SeekTick(5); err != nil {
		t.Fatal(err)
	}
	s.Branch()
	put(t, s, "Fly 1", 13)
	s.Step()
	if v.Update(); v.Turns != 6 || !strings.Contains(v.String(), "running      action approach") {
		t.Errorf("tick %d\n%s", v.Turns, v)
	}
	var text bytes.Buffer
	if err := write(&text); err != nil || !strings.Contains(text.String(), "covered: 6 of 6 nodes") {
		t.Errorf("%v\n%s", err, text.String())
	}
}
