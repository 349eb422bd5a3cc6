package session_test

import (
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/session"
	"github.com/thicket-sim/thicket/systems/arena"
)

func TestNoCommandIsRefused(t *testing.T) {
	s := meddlers(t, true, session.Options{}, func() {})
	for _, c := range []session.Command{nil, (*session.Join)(nil), (*session.Pause)(nil)} {
		if err := s.Do(c); err == nil || err.Error() != "no command: it is nil" {
			t.Errorf("%T: %v", c, err)
		}
	}
	if s.Paused() {
		t.Error("paused")
	}
}

// TestAfterClose goes on, as the doc of Close says.
func TestAfterClose(t *testing.T) {
	s := meddlers(t, true, session.Options{Workers: 3}, func() {})
	s.Step()
	s.Close()
	s.Close()
	s.Step()
	if tick := s.Snapshot().Tick; tick != 2 {
		t.Errorf("tick %d, wanted 2", tick)
	}
}

// TestASystemThatPanics leaves a session that can be asked and stepped.
func TestASystemThatPanics(t *testing.T) {
	s := meddlers(t, true, session.Options{Workers: 2}, func() {})
	fails := true
	s.World().Add(ecs.Rules, "trip", ecs.SystemFunc(func(*ecs.World) {
		if fails {
			panic("over a stone")
		}
	}))
	func() {
		defer func() {
			if v := recover(); v != "over a stone" {
				t.Errorf("panic %v", v)
			}
		}()
		s.Step()
	}()
	fails = false
	before := s.Snapshot().Tick
	s.Step()
	if tick := s.Snapshot().Tick; tick != before+1 {
		t.Errorf("tick %d, wanted %d", tick, before+1)
	}
}

// TestAStatusThatThereIsNot is a fault, and the action fails.
func TestAStatusThatThereIsNot(t *testing.T) {
	reg := arena.NewRegistry()
	if err := reg.AddAction(host.Action{Name: "babble", Local: true, Tick: func(*host.Call) host.Status { return 77 }}); err != nil {
		t.Fatal(err)
	}
	s, err := session.Start("scene.yaml", []byte(`
bots: [{ id: bot, name: Bot, count: 3, behavior: { kind: selector, children: [{ kind: action, name: babble }, { kind: wander }] } }]
`), session.Options{Registry: reg, OnFault: func(host.Fault) {}, OnNotice: func(string) {}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.Step()
	kinds, count := s.Faults()
	if count != 3 || len(kinds) != 1 || kinds[0].Text != "answers the status 77, which there is not: it fails" {
		t.Errorf("%d faults: %v", count, kinds)
	}
	if n := s.Game().ActionCounts()["wander"]; n != 3 {
		t.Errorf("%d bots wander, wanted 3", n)
	}
}
