package thicket_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket"
)

// Hops counts what a frog did.
type Hops struct{ Done, Seen int }

var frogScene = []byte(`
tickRate: 10
world: { width: 100, height: 100 }
bots: [{ id: frog, name: Frog, count: 3, behavior: { kind: sequence, children: [{ kind: action, name: hop }, { kind: wander }] } }]
`)

// marsh is a game with a component, which its action and its system use.
type marsh struct {
	hops     thicket.Component[Hops]
	prepared int
}

func (m *marsh) options(t *testing.T) thicket.Options {
	t.Helper()
	reg := thicket.NewRegistry()
	if err := reg.AddAction(thicket.Action{Name: "hop", Tick: func(c *thicket.Call) thicket.Status {
		m.hops.In(c).Of(c.Bot).Done++
		return thicket.Success
	}}); err != nil {
		t.Fatal(err)
	}
	return thicket.Options{Registry: reg, Prepare: m.prepare, History: thicket.History{Seconds: 60}}
}

func (m *marsh) prepare(w *thicket.World) error {
	m.prepared++
	hops := thicket.Register(w, Hops{})
	m.hops = hops
	w.Add(thicket.Rules, "count", thicket.SystemFunc(func(w *thicket.World) {
		for _, table := range w.Tables() {
			for i := range hops.Column(table) {
				hops.Column(table)[i].Seen += hops.Column(table)[i].Done
			}
		}
	}))
	return nil
}

// seen returns what the system has counted of the first frog in a session.
func seen(s *thicket.Session) Hops { return *thicket.Register(s.World(), Hops{}).Of(1) }

func play(s *thicket.Session, ticks int) {
	for range ticks {
		s.Step()
	}
}

// branches returns a save and a fork of a session.
func branches(t *testing.T, s *thicket.Session) (save []byte, fork *thicket.Session) {
	t.Helper()
	var b bytes.Buffer
	if err := s.Save(&b); err != nil {
		t.Fatal(err)
	}
	fork, err := s.Fork()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(fork.Close)
	return b.Bytes(), fork
}

// Each world of a session has what Prepare adds, and what is played there is the same.
func TestEachWorldIsPrepared(t *testing.T) {
	m := &marsh{}
	o := m.options(t)
	s, err := thicket.Start("marsh.yaml", frogScene, o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if play(s, 10); seen(s) != (Hops{10, 55}) {
		t.Fatalf("%+v after 10 ticks, wanted 10 hops, and 55 seen", seen(s))
	}
	saved, fork := branches(t, s)
	if play(fork, 10); seen(fork) != (Hops{20, 210}) || seen(s) != (Hops{10, 55}) {
		t.Errorf("the fork has %+v after 20 ticks, and the session %+v after 10", seen(fork), seen(s))
	}
	play(s, 10)
	whole := s.Digest()
	if fork.Digest() != whole {
		t.Error("the fork goes on otherwise than the session")
	}
	again, err := thicket.Restore(bytes.NewReader(saved), o)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if play(again, 10); again.Digest() != whole {
		t.Errorf("a restored session goes on otherwise: %+v", seen(again))
	}
	for _, tick := range []int64{3, 20} {
		if err := s.SeekTick(tick); err != nil {
			t.Fatal(err)
		}
	}
	if s.Digest() != whole {
		t.Errorf("a session that went back and on is another: %+v", seen(s))
	}
	if err := s.Recover(); err != nil || seen(s).Done != int(s.World().Clock().Tick) {
		t.Errorf("a recovered session at tick %d: %+v, %v", s.World().Clock().Tick, seen(s), err)
	}
	if play(s, 1); seen(s).Done != int(s.World().Clock().Tick) {
		t.Errorf("a recovered session does not go on: %+v", seen(s))
	}
}

// A recording is played with what Prepare adds.
func TestARecordingIsPrepared(t *testing.T) {
	m := &marsh{}
	o := m.options(t)
	s, err := thicket.Start("marsh.yaml", frogScene, o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	play(s, 5)
	var tape bytes.Buffer
	stop, err := s.Record(&tape)
	if err != nil {
		t.Fatal(err)
	}
	play(s, 5)
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	var last Hops
	if err := thicket.Replay(bytes.NewReader(tape.Bytes()), o, func(s *thicket.Session) bool { last = seen(s); return true }); err != nil || last != (Hops{10, 55}) {
		t.Errorf("the replay ends with %+v: %v", last, err)
	}
}

// A recording names the systems that a program added, also one from the beginning, and is not
// played without.
func TestRecordingsNameSystems(t *testing.T) {
	m := &marsh{}
	o := m.options(t)
	bare := o
	bare.Prepare = nil
	for _, begun := range []int{0, 5} {
		s, err := thicket.Start("marsh.yaml", frogScene, o)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		play(s, begun)
		var tape bytes.Buffer
		stop, err := s.Record(&tape)
		if err != nil {
			t.Fatal(err)
		}
		play(s, 5)
		if err := stop(); err != nil {
			t.Fatal(err)
		}
		if err := thicket.Replay(bytes.NewReader(tape.Bytes()), o, nil); err != nil {
			t.Errorf("begun %d: %v", begun, err)
		}
		const want = "of marsh.yaml was played with a system that a program added, count of stage rules, and this program does not"
		if err := thicket.Replay(&tape, bare, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("begun %d: played without the system: %v", begun, err)
		}
	}
}

// A save names the systems that a program added, and is refused where one is missing; so is
// whatever makes another world of a session whose systems were added by hand.
func TestSystemsAreNotLost(t *testing.T) {
	m := &marsh{}
	o := m.options(t)
	s, err := thicket.Start("marsh.yaml", frogScene, o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var saved bytes.Buffer
	if err := s.Save(&saved); err != nil {
		t.Fatal(err)
	}
	bare := o
	bare.Prepare = nil
	const want = "with a system that a program added, count of stage rules, and this program does not: Options.Prepare adds it to each world"
	if _, err := thicket.Restore(bytes.NewReader(saved.Bytes()), bare); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("restored without the system: %v", err)
	}
	byHand, err := thicket.Start("marsh.yaml", frogScene, bare)
	if err != nil {
		t.Fatal(err)
	}
	defer byHand.Close()
	if err := m.prepare(byHand.World()); err != nil {
		t.Fatal(err)
	}
	play(byHand, 20)
	if _, err := byHand.Fork(); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("forked without the system: %v", err)
	}
}

// What Prepare refuses is the error of who asked for a world.
func TestPrepareRefuses(t *testing.T) {
	flood := errors.New("the marsh is flooded")
	o := (&marsh{}).options(t)
	o.Prepare = func(*thicket.World) error { return flood }
	if _, err := thicket.Start("marsh.yaml", frogScene, o); !errors.Is(err, flood) || !strings.Contains(err.Error(), "marsh.yaml: Options.Prepare") {
		t.Errorf("%v, wanted what Prepare says", err)
	}
}

// A component that a world does not have is told with the next step.
func TestAComponentOfAnotherWorldIsTold(t *testing.T) {
	m := &marsh{}
	o := m.options(t)
	first, err := thicket.Start("marsh.yaml", frogScene, o)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	var faults []thicket.Fault
	o.Prepare, o.OnFault = nil, func(f thicket.Fault) { faults = append(faults, f) }
	other, err := thicket.Start("marsh.yaml", frogScene, o)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	other.Step()
	if len(faults) == 0 || !strings.Contains(faults[0].Text, "component thicket_test.Hops is not in this world: thicket.Register adds it, in Options.Prepare to each world") {
		t.Errorf("faults %v", faults)
	}
}
