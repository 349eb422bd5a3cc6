package thicket_test

import (
	"bytes"
	"errors"
	"fmt"
	"log"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/session"
)

// What has failed so far, each text once with its count.
func ExampleSession_Faults() {
	registry := thicket.NewRegistry()
	if err := registry.AddAction(thicket.Action{Name: "dig", Tick: func(c *thicket.Call) thicket.Status {
		if c.Tick > 2 {
			c.Warnf("the spade is broken")
			return thicket.Failure
		}
		return thicket.Success
	}}); err != nil {
		log.Fatal(err)
	}
	s, err := thicket.Start("garden.yaml", []byte("bots: [{ id: mole, name: Mole, count: 3, behavior: { kind: action, name: dig } }]"), thicket.Options{
		Registry: registry,
		OnFault:  func(thicket.Fault) {}, // nothing to standard error
	})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	for range 10 {
		s.Step()
	}
	kinds, count := s.Faults()
	for _, f := range kinds {
		fmt.Printf("%d times since tick %d, first by %s: %s: %s\n", f.Times, f.Tick, f.Name, f.Node, f.Text)
	}
	fmt.Println(count, "in all")
	// Output:
	// 24 times since tick 3, first by Mole 1: dig: the spade is broken
	// 24 in all
}

// A game records what happens. The recording has all that is needed to play it once more,
// and to see that it goes the same.
func ExampleReplay() {
	s, err := thicket.Open("tag", thicket.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	var file bytes.Buffer
	stop, err := s.Record(&file)
	if err != nil {
		log.Fatal(err)
	}
	for tick := range 50 {
		if tick == 20 {
			_ = s.Do(&thicket.Join{Name: "Ann", SpeedMPS: 3, Heading: thicket.Heading{X: 1}}) // it is recorded, refused or not
		}
		s.Step()
	}
	if err := stop(); err != nil {
		log.Fatal(err)
	}

	var digest uint64
	err = thicket.Replay(&file, thicket.Options{Workers: 2}, func(again *thicket.Session) bool {
		digest = again.Digest()
		return true
	})
	fmt.Println("goes the same:", err == nil, digest == s.Digest())
	// Output: goes the same: true true
}

const pond = `
tickRate: 10
world: { width: 100, height: 100 }
bots: [{ id: duck, name: Duck, count: 2, maxCount: 3, speedMps: 1, behavior: { kind: wander } }]
`

func startPond(t *testing.T, o thicket.Options) *thicket.Session {
	t.Helper()
	s, err := thicket.Start("pond.yaml", []byte(pond), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// An error of Do says what was refused, and why for a program and for people.
func TestRefusalsAreTyped(t *testing.T) {
	s := startPond(t, thicket.Options{})
	if err := s.Do(&thicket.Add{Class: "duck"}); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		command thicket.Command
		reason  session.Reason
		text    string
	}{
		{&thicket.Add{Class: "duck"}, session.Full, `class "duck" is full: 3 bots, maxCount 3`},
		{&thicket.Add{Class: "dock"}, session.UnknownClass, `unknown bot class "dock"; did you mean "duck"?`},
		{&thicket.Remove{Bot: &thicket.Who{ID: 77}}, session.Nobody, "nobody has id 77"},
		{&thicket.Leave{Player: thicket.Who{Name: "Bob"}}, session.Nobody, `nobody is called "Bob"`},
		{&thicket.Place{Who: thicket.Who{ID: 1}, At: thicket.Point(-1, 5)}, session.OutOfBounds, "(-1, 5) is off the field of 100 x 100 m"},
		{&thicket.Resume{}, "", "not paused"},
	} {
		err := s.Do(test.command)
		var no *thicket.Refusal
		if !errors.As(err, &no) || no.Command != test.command || no.Reason != test.reason || err.Error() != test.text {
			t.Errorf("%T: %#v, %v; wanted the reason %q: %s", test.command, no, err, test.reason, test.text)
		}
		for _, reason := range []session.Reason{session.Full, session.Nobody, session.UnknownClass, session.OutOfBounds} {
			if errors.Is(err, reason) != (reason == test.reason) {
				t.Errorf("%T: is %q: %v", test.command, reason, errors.Is(err, reason))
			}
		}
	}
}

// What a system or an action defers adds and removes bots in the same tick, and is refused as a
// command would be.
func TestDeferredBotsComeAndGo(t *testing.T) {
	s := startPond(t, thicket.Options{})
	w := s.World()
	if _, err := w.AddBots("duck", 1, nil); err == nil || w.RemoveBot(1) == nil || w.Len() != 2 {
		t.Errorf("between two ticks bots come by World.AddBots (%v) or go: %d are there", err, w.Len())
	}
	var came []thicket.ID
	var full, gone error
	w.Add(thicket.Rules, "brood", thicket.SystemFunc(func(w *thicket.World) {
		if w.Clock().Tick == 1 {
			w.Defer(func(w *thicket.World) {
				came, _ = w.AddBots("duck", 1, thicket.Point(5, 6))
				_, full = w.AddBots("duck", 1, nil)
				gone = w.RemoveBot(1)
			})
		}
	}))
	s.Step()
	if len(came) != 1 || gone != nil || !errors.Is(full, session.Full) {
		t.Fatalf("%v came, then %v, and one went: %v", came, full, gone)
	}
	if w.Len() != 2 || w.Count("duck") != 2 || w.Count("") != 0 || w.Count("goose") != 0 || w.Alive(1) || w.ClassOf(came[0]) != "duck" || w.ClassOf(1) != "" {
		t.Errorf("%d in all, %d ducks, %d players; 1 is there: %v; %d is a %q", w.Len(), w.Count("duck"), w.Count(""), w.Alive(1), came[0], w.ClassOf(came[0]))
	}
	if at := w.Position.Of(came[0]); at == nil || at.X != 5 || at.Y != 6 {
		t.Errorf("it came to %v, wanted (5, 6)", at)
	}
	var classes []string
	for _, table := range w.Tables() {
		classes = append(classes, fmt.Sprintf("%s %d", table.Class, table.Len()))
	}
	if !slices.Equal(classes, []string{"duck 2", " 0"}) {
		t.Errorf("tables %q", classes)
	}
}

// diary notes what it is told.
type diary struct{ lines []string }

func (d *diary) Happened(o session.Occurrence) {
	d.lines = append(d.lines, strings.TrimSpace(fmt.Sprintf("%d %v %s %s", o.Tick, o.Kind, o.FromName, o.Text)))
}
func (d *diary) Branched(tick int64) { d.lines = append(d.lines, fmt.Sprintf("branched %d", tick)) }

// A session with a history goes back, and on from there another way; who listens is told, and a
// World of before is another one.
func TestASessionGoesBack(t *testing.T) {
	s := startPond(t, thicket.Options{History: thicket.History{Seconds: 60}})
	var d diary
	s.Listen(&d)
	before := s.World()
	for range 20 {
		s.Step()
	}
	if err := s.SeekTick(12); err != nil {
		t.Fatal(err)
	}
	now := s.World()
	if from, to := s.Remembered(); from != 0 || to != 20 || now.Clock().Tick != 12 || now == before || s.World() != now {
		t.Errorf("remembered %d to %d, at tick %d", from, to, now.Clock().Tick)
	}
	if err := s.Do(&thicket.Pause{}); err == nil {
		t.Error("a session in its past took a command")
	}
	s.Branch()
	if err := s.Do(&thicket.Add{Class: "duck"}); err != nil {
		t.Error(err)
	}
	want := fmt.Sprintf("[branched 12 12 %v  add class duck 12 %v Duck 3 duck]", session.Commanded, session.Born)
	if got := fmt.Sprint(d.lines); got != strings.ReplaceAll(want, "  ", " ") && got != want {
		t.Errorf("told %s, wanted %s", got, want)
	}
}

// A session goes on from a save, from what was held before, and beside a fork.
func TestASessionGoesOnFromWhatWasKept(t *testing.T) {
	s := startPond(t, thicket.Options{})
	for range 5 {
		s.Step()
	}
	if err := s.CanSave(); err != nil {
		t.Fatal(err)
	}
	fork, err := s.Fork()
	if err != nil {
		t.Fatal(err)
	}
	defer fork.Close()
	write, err := s.Hold()
	if err != nil {
		t.Fatal(err)
	}
	var saved, held bytes.Buffer
	if err := s.Save(&saved); err != nil {
		t.Fatal(err)
	}
	s.Step()
	if err := write(&held); err != nil || !bytes.Equal(saved.Bytes(), held.Bytes()) {
		t.Fatalf("what was held is another save: %v", err)
	}
	restored, err := thicket.Restore(&held, thicket.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer restored.Close()
	restored.Step()
	fork.Step()
	if restored.Digest() != s.Digest() || fork.Digest() != s.Digest() {
		t.Error("they go on another way")
	}
}
