package live_test

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

func TestNoCommandIsRefused(t *testing.T) {
	s := meddlers(t, true, live.Options{}, func() {})
	for _, c := range []session.Command{nil, (*session.Join)(nil), (*session.Pause)(nil)} {
		if err := s.Do(c); err == nil || err.Error() != "no command: it is nil" {
			t.Errorf("%T: %v", c, err)
		}
	}
	if s.Paused() {
		t.Error("paused")
	}
}

// A command has one target: which of two was meant, nobody can know.
func TestOneTarget(t *testing.T) {
	s := meddlers(t, true, live.Options{}, func() {})
	who := &session.Who{ID: 1}
	for want, commands := range map[string][]session.Command{
		"a command for a bot and for a class, wanted one of them": {
			&session.Remove{Bot: who, Class: "a"}, &session.Event{Name: "e", Bot: who, Class: "a"}, &session.Control{Bot: who, Class: "a", Name: "jump"},
			&session.Switch{Bot: who, Class: "a", Behavior: "wander"}, &session.Tune{Bot: who, Class: "a", Key: "speedMps", Value: 1}, &session.Hold{Bot: who, Class: "a"}, &session.Station{Bot: who, Class: "a"}, &session.Untune{Bot: who, Class: "a", Key: "speedMps"},
		},
		"a command for a class and for all, wanted one of them":             {&session.Event{Name: "e", Class: "a", All: true}},
		"a command for nobody, wanted a bot, a class or, for an event, all": {&session.Remove{}, &session.Event{Name: "e"}, &session.Control{Name: "jump"}, &session.Switch{Behavior: "wander"}},
	} {
		for _, c := range commands {
			if err := s.Do(c); err == nil || err.Error() != want {
				t.Errorf("%T: %v, wanted %s", c, err, want)
			}
		}
	}
}

// TestNothing hands in nothing: what returns an error says so, and all else panics with a
// text, and leaves the session as it was.
func TestNothing(t *testing.T) {
	s := meddlers(t, true, live.Options{}, func() {})
	for name, f := range map[string]func() error{
		"no scene: it is nil":       func() error { _, err := live.New(nil, live.Options{}); return err },
		"a game without a registry": func() error { _, err := live.New(&scenes.Scene{}, live.Options{}); return err },
		"no writer: it is nil":      func() error { return s.Save(nil) },
		"no reader: it is nil":      func() error { _, err := live.Restore(nil, live.Options{}); return err },
		"no reader: it is nil ":     func() error { _, err := live.ReadRecording(nil, limit.Values{}); return err },
		"no writer: it is nil ":     func() error { _, err := s.Record(nil); return err },
	} {
		if err := f(); err == nil || !strings.Contains(err.Error(), strings.TrimSpace(name)) {
			t.Errorf("%v, wanted %q", err, name)
		}
	}
	var none *live.Session
	for want, f := range map[string]func(){
		"Session.Step of a session that plays no scene":   func() { (&live.Session{}).Step() },
		"Session.Digest of a session that plays no scene": func() { none.Digest() },
		"Session.Close of a session that plays no scene":  func() { new(live.Session).Close() },
		"Session.SnapshotInto(nil): wanted a Snapshot":    func() { s.SnapshotInto(nil) },
		"Session.DetailInto(nil): wanted a Detail":        func() { s.DetailInto(nil) },
		`ecs: system "mine" is nil`:                       func() { s.World().Add(ecs.Rules, "mine", nil) },
		"ecs: Defer(nil), wanted a change":                func() { s.World().Defer(nil) },
	} {
		func() {
			defer func() {
				if v := recover(); !strings.Contains(fmt.Sprint(v), want) {
					t.Errorf("panic %v, wanted %q", v, want)
				}
			}()
			f()
		}()
	}
	s.Step()
}

// TestAnActionThatEndsItsGoroutine is told, and the session can be used on: by the caller,
// where a worker has ended, and by others, where the caller has.
func TestAnActionThatEndsItsGoroutine(t *testing.T) {
	for name, behavior := range map[string]string{
		"of a herd":     "{ kind: action, name: leave }",
		"with a memory": "{ file: leave.xml }",
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if err := os.WriteFile("leave.xml", []byte("<BehaviorTree><Root>\n<Loop><Leave/></Loop></Root></BehaviorTree>"), 0o666); err != nil {
				t.Fatal(err)
			}
			reg := arena.NewRegistry()
			err := reg.AddAction(host.Action{Name: "leave", Local: true, Tick: func(c *host.Call) host.Status {
				if c.Tick == 2 {
					runtime.Goexit()
				}
				return host.Success
			}})
			if err != nil {
				t.Fatal(err)
			}
			s, err := live.Start("scene.yaml", []byte("bots: [{ id: bot, name: Bot, count: 5000, behavior: "+behavior+" }]"),
				live.Options{Registry: reg, Workers: 3, OnFault: func(host.Fault) {}, OnNotice: func(string) {}})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			s.Step()
			done := make(chan bool)
			go func() {
				defer func() { _ = recover(); close(done) }()
				s.Step()
			}()
			<-done
			kinds, _ := s.Faults()
			if len(kinds) != 1 || !strings.Contains(kinds[0].Text, "runtime.Goexit") || !strings.HasPrefix(kinds[0].Name, "Bot ") || kinds[0].Pos == "" {
				t.Errorf("%v", kinds)
			}
			for range 3 {
				s.Step()
			}
			if tick := s.Snapshot().Tick; tick != 5 {
				t.Errorf("tick %d, wanted 5", tick)
			}
		})
	}
}

// TestAfterClose goes on, as the doc of Close says.
func TestAfterClose(t *testing.T) {
	s := meddlers(t, true, live.Options{Workers: 3}, func() {})
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
	s := meddlers(t, true, live.Options{Workers: 2}, func() {})
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
	s, err := live.Start("scene.yaml", []byte(`
bots: [{ id: bot, name: Bot, count: 3, behavior: { kind: selector, children: [{ kind: action, name: babble }, { kind: wander }] } }]
`), live.Options{Registry: reg, OnFault: func(host.Fault) {}, OnNotice: func(string) {}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.Step()
	kinds, count := s.Faults()
	if count != 3 || len(kinds) != 1 || kinds[0].Text != "answers the status 77, which there is not: it fails" {
		t.Errorf("%d faults: %v", count, kinds)
	}
	if n := s.Game().Counts.ActionCounts()["wander"]; n != 3 {
		t.Errorf("%d bots wander, wanted 3", n)
	}
}
