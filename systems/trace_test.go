package systems_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/session"
)

// listener notes the leaves and nodes of the last tick.
type listener struct {
	program *run.Program
	heard   []string
}

func (l *listener) Leaf(_ int32, n tree.NodeID, _ host.Notice, s host.Status) {
	leaf := &l.program.Tree.Leaves[l.program.Tree.Nodes[n].Leaf]
	l.heard = append(l.heard, fmt.Sprintf("%s=%v", leaf.Name(), s))
}

func (l *listener) Node(_ int32, n tree.NodeID, _ host.Notice, s host.Status) {
	l.heard = append(l.heard, fmt.Sprintf("%d=%v", n, s))
}

// tell makes a tracer that is the same for all programs what Watch wants.
func tell(t run.Tracer) func(*run.Program) run.Tracer {
	return func(*run.Program) run.Tracer { return t }
}

// watchedScene has a class that is a herd, and one whose bot by bot actions
// keep it from being one.
func watchedScene(t *testing.T, pooled bool) *session.Session {
	t.Helper()
	reg := with(t, host.Action{Name: "rest", Local: true, Tick: func(*host.Call) host.Status { return host.Failure }})
	first := ""
	if pooled {
		first = "{ kind: action, name: rest }, "
	}
	return openWith(t, `
world: { width: 60, height: 60 }
bots:
  - id: a
    name: A
    count: 200
    initialState: { it: false }
    start: [{ count: 3, state: { it: true } }]
    speedMps: 3
    behavior: { kind: selector, children: [`+first+`{ kind: chase_nearest, where: { key: it, value: true } }, { kind: wander }] }
`, session.Options{Registry: reg, Workers: 2})
}

func TestWatchHearsOneBotAndChangesNothing(t *testing.T) {
	for _, pooled := range []bool{false, true} {
		t.Run(fmt.Sprint("pooled=", pooled), func(t *testing.T) {
			s, plain := watchedScene(t, pooled), watchedScene(t, pooled)
			const id = 57
			p, err := s.Game().ProgramOf(id)
			if err != nil {
				t.Fatal(err)
			}
			l := &listener{program: p}
			if err := s.Game().Watch(id, tell(l)); err != nil {
				t.Fatal(err)
			}
			for range 40 {
				l.heard = l.heard[:0]
				s.Step()
				plain.Step()
				want := find(t, s, id).Action + "=success"
				if len(slices.DeleteFunc(slices.Clone(l.heard), func(h string) bool { return h != want })) != 1 {
					t.Fatalf("heard %v, wanted %s once", l.heard, want)
				}
				if rested := strings.Contains(strings.Join(l.heard, " "), "rest=failure"); rested != pooled {
					t.Fatalf("heard %v, with rest: wanted %v", l.heard, pooled)
				}
			}
			if s.Digest() != plain.Digest() {
				t.Error("watching changed the world")
			}
			if err := s.Game().Watch(0, nil); err != nil {
				t.Fatal(err)
			}
			l.heard = nil
			s.Step()
			if len(l.heard) > 0 {
				t.Errorf("heard %v after the end", l.heard)
			}
		})
	}
}

// Beside the bot that is watched another one is glanced at, and each tells its own; of the same
// bot only Watch tells.
func TestGlanceHearsAnotherBot(t *testing.T) {
	for _, pooled := range []bool{false, true} {
		s, plain := watchedScene(t, pooled), watchedScene(t, pooled)
		watch, glance := &listener{}, &listener{}
		p, err := s.Game().ProgramOf(57)
		if err != nil {
			t.Fatal(err)
		}
		watch.program, glance.program = p, p
		if err := s.Game().Watch(57, tell(watch)); err != nil {
			t.Fatal(err)
		}
		for tick := range 40 {
			id := components.ID(40 + tick) // before, the same and after
			if err := s.Game().Glance(id, tell(glance)); err != nil {
				t.Fatal(err)
			}
			watch.heard, glance.heard = nil, nil
			s.Step()
			plain.Step()
			heard := func(l *listener, id components.ID) int {
				own := find(t, s, id).Action + "=success"
				return len(slices.DeleteFunc(slices.Clone(l.heard), func(h string) bool { return h != own }))
			}
			if n := heard(watch, 57); n != 1 {
				t.Fatalf("pooled %v: who is watched was heard %d times while %d was glanced at", pooled, n, id)
			}
			if n := heard(glance, id); (n == 1) != (id != 57) {
				t.Fatalf("pooled %v: %d was heard %d times by a glance", pooled, id, n)
			}
		}
		if s.Digest() != plain.Digest() {
			t.Error("glancing changed the world")
		}
	}
	s := watchedScene(t, false)
	if err := s.Game().Glance(9999, tell(&listener{})); err == nil {
		t.Error("nobody was glanced at")
	}
}

func TestWatchWantsABot(t *testing.T) {
	s := watchedScene(t, false)
	player := do(t, s, &session.Join{Name: "Ann"}).IDs[0]
	if err := s.Game().Watch(player, tell(&listener{})); err == nil || !strings.Contains(err.Error(), "players have no tree") {
		t.Errorf("watching a player: %v", err)
	}
	if err := s.Game().Watch(9999, tell(&listener{})); err == nil || !strings.Contains(err.Error(), "nobody has id 9999") {
		t.Errorf("watching nobody: %v", err)
	}
	l := &listener{}
	l.program, _ = s.Game().ProgramOf(200)
	if err := s.Game().Watch(200, tell(l)); err != nil {
		t.Fatal(err)
	}
	do(t, s, &session.Remove{Bot: &session.Who{ID: 200}})
	s.Step()
	if len(l.heard) > 0 {
		t.Errorf("heard %v of a bot that is gone", l.heard)
	}
}

// events is a tracer that wants to know of events.
type events struct {
	run.Tracer
	got []host.EventID
}

func (e *events) Event(_ int32, ev host.Event) { e.got = append(e.got, ev.ID) }

func TestAWatcherIsToldOfEvents(t *testing.T) {
	s := open(t, "bots: [{ id: a, name: A, count: 2, speedMps: 1, behavior: { kind: wander } }, { id: b, name: B, count: 1 }]")
	g, seen := s.Game(), &events{}
	if err := g.Watch(2, tell(seen)); err != nil {
		t.Fatal(err)
	}
	do(t, s, &session.Event{Name: "e", All: true})
	do(t, s, &session.Event{Name: "f", Bot: &session.Who{ID: 1}})
	if want := g.Setup.Registry.Event("e"); len(seen.got) != 1 || seen.got[0] != want {
		t.Errorf("told of %v, wanted of %v alone", seen.got, want)
	}
	for id, want := range map[components.ID]string{2: "", 3: "3 has no tree", 9: "nobody has id 9"} {
		looked := false
		err := g.Look(id, func(x *run.Exec) { looked = x.Bot == id })
		if (want == "") != (err == nil) || err != nil && err.Error() != want || looked != (want == "") {
			t.Errorf("look at %d: %v, wanted %q", id, err, want)
		}
	}
}
