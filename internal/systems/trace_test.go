package systems_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/live"
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
func watchedScene(t *testing.T, pooled bool) *live.Session {
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
  - { id: b, name: B, count: 5, speedMps: 2, behavior: { kind: wander } }
`, live.Options{Registry: reg, Workers: 2})
}

func TestWatchHearsOneBotAndChangesNothing(t *testing.T) {
	for _, pooled := range []bool{false, true} {
		t.Run(fmt.Sprint("pooled=", pooled), func(t *testing.T) {
			s, plain := watchedScene(t, pooled), watchedScene(t, pooled)
			const id = 57
			p, err := s.Game().Watchers.ProgramOf(id)
			if err != nil {
				t.Fatal(err)
			}
			l := &listener{program: p}
			if err := s.Game().Watchers.Watch(id, tell(l)); err != nil {
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
			if err := s.Game().Watchers.Watch(id, nil); err != nil {
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

// rows notes of which rows it is told, and how often their leaves answer.
type rows map[int32]int

func (r rows) Leaf(row int32, _ tree.NodeID, what host.Notice, s host.Status) {
	if what == host.Visited && s == host.Success {
		r[row]++
	}
}

func (r rows) Node(int32, tree.NodeID, host.Notice, host.Status) {}

// alone reports whether a bot was told of, once, and nobody else.
func (r rows) alone(s *live.Session, id components.ID) bool {
	return len(r) == 1 && r[s.World().Brain.Of(id).Row] == 1
}

// Several bots are watched at once, of one class and of two, and each tells its own; to end one
// watch ends no other.
func TestSeveralAreWatched(t *testing.T) {
	for _, pooled := range []bool{false, true} {
		s, plain := watchedScene(t, pooled), watchedScene(t, pooled)
		heard := map[components.ID]rows{150: {}, 57: {}, 3: {}, 58: {}, 203: {}}
		for id, r := range heard {
			if err := s.Game().Watchers.Watch(id, tell(r)); err != nil {
				t.Fatal(err)
			}
		}
		for tick := range 40 {
			if tick == 20 {
				if err := s.Game().Watchers.Watch(57, nil); err != nil {
					t.Fatal(err)
				}
			}
			for _, r := range heard {
				clear(r)
			}
			s.Step()
			plain.Step()
			for id, r := range heard {
				if ended := id == 57 && tick >= 20; ended && len(r) > 0 || !ended && !r.alone(s, id) {
					t.Fatalf("pooled %v, tick %d: who watches %d was told of rows %v", pooled, tick, id, r)
				}
			}
		}
		if s.Digest() != plain.Digest() {
			t.Error("watching changed the world")
		}
	}
}

// However many are watched, and in whatever order they came, each bot thinks once in a tick.
func TestWhoIsWatchedThinksOnce(t *testing.T) {
	thoughts := map[components.ID]int{}
	reg := with(t, host.Action{Name: "count", Tick: func(c *host.Call) host.Status {
		thoughts[components.ID(c.Bot)]++
		return host.Success
	}})
	s := openWith(t, "bots: [{ id: a, name: A, count: 20, behavior: { kind: action, name: count } }]", live.Options{Registry: reg})
	for _, id := range []components.ID{17, 3, 9, 20, 1} {
		if err := s.Game().Watchers.Watch(id, tell(rows{})); err != nil {
			t.Fatal(err)
		}
	}
	s.Step()
	for id := components.ID(1); id <= 20; id++ {
		if thoughts[id] != 1 {
			t.Errorf("%d has thought %d times", id, thoughts[id])
		}
	}
}

// Another watch of a bot takes the place of the first.
func TestABotHasOneWatch(t *testing.T) {
	s := watchedScene(t, true)
	first, second := rows{}, rows{}
	for _, r := range []rows{first, second} {
		if err := s.Game().Watchers.Watch(57, tell(r)); err != nil {
			t.Fatal(err)
		}
	}
	s.Step()
	if len(first) > 0 || !second.alone(s, 57) {
		t.Errorf("the first was told of rows %v, the second of %v", first, second)
	}
}

// Beside those who are watched others are glanced at, or the same ones, by several and in the
// next tick alone; and who traces all is told of each.
func TestGlanceHearsAnotherBot(t *testing.T) {
	for _, pooled := range []bool{false, true} {
		s, plain := watchedScene(t, pooled), watchedScene(t, pooled)
		watch, a, b := rows{}, rows{}, rows{}
		if err := s.Game().Watchers.Watch(57, tell(watch)); err != nil {
			t.Fatal(err)
		}
		for tick := range 40 {
			id := components.ID(40 + tick) // before, the same and after
			for _, r := range []rows{a, b} {
				if err := s.Game().Watchers.Glance(id, tell(r)); err != nil {
					t.Fatal(err)
				}
			}
			clear(watch)
			clear(a)
			clear(b)
			s.Step()
			plain.Step()
			if !watch.alone(s, 57) || !a.alone(s, id) || !b.alone(s, id) {
				t.Fatalf("pooled %v: with a glance at %d the watch was told of rows %v, the glances of %v and %v", pooled, id, watch, a, b)
			}
		}
		clear(a)
		s.Step()
		plain.Step()
		if len(a) > 0 {
			t.Errorf("pooled %v: a glance went on for another tick: %v", pooled, a)
		}
		if s.Digest() != plain.Digest() {
			t.Error("glancing changed the world")
		}
	}
	s := watchedScene(t, false)
	if err := s.Game().Watchers.Glance(9999, tell(&listener{})); err == nil {
		t.Error("nobody was glanced at")
	}
}

// Who traces all is told of those, too, who are watched or glanced at.
func TestTraceHearsWhoIsWatched(t *testing.T) {
	for _, pooled := range []bool{false, true} {
		s, all := watchedScene(t, pooled), &shared{rows: rows{}}
		s.Game().Watchers.Trace(func(class int, _ *run.Program) run.Tracer {
			if class == 0 {
				return all
			}
			return nil
		})
		if err := s.Game().Watchers.Watch(57, tell(rows{})); err != nil {
			t.Fatal(err)
		}
		if err := s.Game().Watchers.Glance(90, tell(rows{})); err != nil {
			t.Fatal(err)
		}
		s.Step()
		if len(all.rows) != 200 {
			t.Errorf("pooled %v: told of %d bots of the class, wanted all 200", pooled, len(all.rows))
		}
	}
}

// shared is rows for several goroutines.
type shared struct {
	mu sync.Mutex
	rows
}

func (s *shared) Leaf(row int32, n tree.NodeID, what host.Notice, status host.Status) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rows.Leaf(row, n, what, status)
}

func TestWatchWantsABot(t *testing.T) {
	s := watchedScene(t, false)
	player := do(t, s, &session.Join{Name: "Ann"}).IDs[0]
	if err := s.Game().Watchers.Watch(player, tell(&listener{})); err == nil || !strings.Contains(err.Error(), "players have no tree") {
		t.Errorf("watching a player: %v", err)
	}
	if err := s.Game().Watchers.Watch(9999, tell(&listener{})); err == nil || !strings.Contains(err.Error(), "nobody has id 9999") {
		t.Errorf("watching nobody: %v", err)
	}
	l := &listener{}
	l.program, _ = s.Game().Watchers.ProgramOf(200)
	if err := s.Game().Watchers.Watch(200, tell(l)); err != nil {
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
	if err := g.Watchers.Watch(2, tell(seen)); err != nil {
		t.Fatal(err)
	}
	do(t, s, &session.Event{Name: "e", All: true})
	do(t, s, &session.Event{Name: "f", Bot: &session.Who{ID: 1}})
	if want := host.SymbolsOf(g.Setup.Registry).Event("e"); len(seen.got) != 1 || seen.got[0] != want {
		t.Errorf("told of %v, wanted of %v alone", seen.got, want)
	}
	for id, want := range map[components.ID]string{2: "", 3: "3 has no tree", 9: "nobody has id 9"} {
		looked := false
		err := g.Watchers.Look(id, func(x *run.Exec) { looked = x.Bot == id })
		if (want == "") != (err == nil) || err != nil && err.Error() != want || looked != (want == "") {
			t.Errorf("look at %d: %v, wanted %q", id, err, want)
		}
	}
}
