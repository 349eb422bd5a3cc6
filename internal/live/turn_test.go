package live_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// meddlers returns a game of many bots whose action calls f.
func meddlers(t *testing.T, local bool, o live.Options, f func()) *live.Session {
	t.Helper()
	o.Registry = arena.NewRegistry()
	if err := o.Registry.AddAction(host.Action{Name: "meddle", Local: local, Tick: func(*host.Call) host.Status {
		f()
		return host.Success
	}}); err != nil {
		t.Fatal(err)
	}
	s, err := live.Start("scene.yaml", []byte(`
bots: [{ id: bot, name: Bot, count: 5000, behavior: { kind: action, name: meddle } }]
`), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// within fails a test that hangs.
func within(t *testing.T, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	select {
	case <-done:
	case <-time.After(2 * time.Minute):
		t.Fatal("hangs")
	}
}

// TestASessionIsNotCalledWithinATick wants a fault of each bot, on the goroutine that
// steps and on workers.
func TestASessionIsNotCalledWithinATick(t *testing.T) {
	t.Parallel()
	for name, call := range map[string]func(*live.Session){
		"Do":           func(s *live.Session) { _ = s.Do(&session.Pause{}) },
		"Step":         (*live.Session).Step,
		"Advance":      func(s *live.Session) { s.Advance(1) },
		"SnapshotInto": func(s *live.Session) { s.Snapshot() },
		"Paused":       func(s *live.Session) { s.Paused() },
		"Digest":       func(s *live.Session) { s.Digest() },
		"Files":        func(s *live.Session) { s.Files() },
	} {
		for _, local := range []bool{false, true} {
			within(t, func() {
				var s *live.Session
				var told []string
				s = meddlers(t, local, live.Options{Workers: 4, OnFault: func(f host.Fault) { told = append(told, f.Text) }}, func() { call(s) })
				s.Step()
				if len(told) != 1 || !strings.HasPrefix(told[0], "panic: Session."+name+" called while a tick is played") {
					t.Errorf("%s: told %q", name, told)
				}
				if _, n := s.Game().Faults.List(); n != 5000 {
					t.Errorf("%s, local %v: %d faults, wanted 5000", name, local, n)
				}
			})
		}
	}
}

func TestASystemCallsNoSession(t *testing.T) {
	within(t, func() {
		s := meddlers(t, true, live.Options{}, func() {})
		s.World().Add(ecs.Rules, "meddle", ecs.SystemFunc(func(*ecs.World) { s.Snapshot() }))
		defer func() {
			if text := fmt.Sprint(recover()); !strings.Contains(text, "called while a tick is played") {
				t.Errorf("panic %q", text)
			}
			s.Snapshot() // the session is free
		}()
		s.Step()
	})
}

// TestOthersWaitForTheirTurn has many goroutines at a session at once, and calls it when
// it tells of faults.
func TestOthersWaitForTheirTurn(t *testing.T) {
	t.Parallel()
	within(t, func() {
		var s *live.Session
		s = meddlers(t, true, live.Options{Workers: 2, OnFault: func(host.Fault) { s.Snapshot() }}, func() { panic("once") })
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				for range 5 {
					s.Step()
					s.Snapshot()
				}
			})
		}
		all.Wait()
		if tick := s.Snapshot().Tick; tick != 40 {
			t.Errorf("tick %d, wanted 40", tick)
		}
	})
}

// TestAnActionAddsAndRemovesByDefer is the way for actions to change who is there.
func TestAnActionAddsAndRemovesByDefer(t *testing.T) {
	var s *live.Session
	registry := arena.NewRegistry()
	if err := registry.AddAction(host.Action{Name: "hatch", Tick: func(c *host.Call) host.Status {
		egg := c.Bot
		s.World().Defer(func(*ecs.World) {
			class, err := s.Game().ClassIndex("chick")
			if err == nil {
				_, err = s.Game().Population.Add(class, 1, nil)
			}
			if err == nil {
				err = s.Game().Population.RemoveBot(egg)
			}
			if err != nil {
				t.Error(err)
			}
		})
		return host.Success
	}}); err != nil {
		t.Fatal(err)
	}
	var err error
	s, err = live.Start("scene.yaml", []byte(`
bots:
  - { id: egg, name: Egg, count: 3, behavior: { kind: action, name: hatch } }
  - { id: chick, name: Chick, count: 0, behavior: { kind: wander } }
`), live.Options{Registry: registry, Workers: 3})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.Step()
	var names []string
	for _, b := range s.Snapshot().Bots {
		names = append(names, b.Name)
	}
	if want := []string{"Chick 1", "Chick 2", "Chick 3"}; !slices.Equal(names, want) {
		t.Errorf("%q, wanted %q", names, want)
	}
}
