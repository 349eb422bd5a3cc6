package core_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// field is a scene whose arena sleeps until somebody is given one of three trees, each of
// another vocabulary.
const field = `
seed: 5
tickRate: 10
vocabularies: [unvanquished, mbt]
world: { width: 60, height: 60 }
behaviors:
  shy: { file: cowardly.debt }
  wild: { file: monster.xml }
  brave: { file: brave.bt }
  idle: { file: idle.xml }
bots:
  - { id: hen, name: Hen, count: 4, maxCount: 12, speedMps: 2, behavior: wander }
  - { id: fox, name: Fox, count: 3, maxCount: 12, speedMps: 3, behavior: wander }
  - { id: dog, name: Dog, count: 3, maxCount: 12, speedMps: 3, behavior: wander }
`

// brave notes numbers for others to count, and goes here and there.
const brave = `selector {
	sequence { condition blackboardNumTransient( 3 ) < 2 action blackboardNoteTransient( 3 ) action roam }
	action roam
}
`

// idle is a tree of a vocabulary that has a state, and does nothing that needs an arena.
const idle = `<BehaviorTree><Root><Loop><Wait duration="1"/></Loop></Root></BehaviorTree>`

// fieldIn opens the field.
func fieldIn(t *testing.T) *live.Session {
	dir := t.TempDir()
	for _, name := range []string{"cowardly.debt", "monster.xml"} {
		b, err := os.ReadFile(filepath.Join("../../scenes/shipped/trees", name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name), b)
	}
	write(t, filepath.Join(dir, "brave.bt"), []byte(brave))
	write(t, filepath.Join(dir, "idle.xml"), []byte(idle))
	write(t, filepath.Join(dir, "field.yaml"), []byte(field))
	s, err := live.Open(filepath.Join(dir, "field.yaml"), live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func write(t *testing.T, file string, b []byte) {
	if err := os.WriteFile(file, b, 0o600); err != nil {
		t.Fatal(err)
	}
}

// moments lists the events of the field, one after the other.
var moments = []func() session.Command{
	func() session.Command { return &session.Remove{Bot: &session.Who{ID: 3}} },       // whose slot nobody takes before the arena wakes
	func() session.Command { return &session.Switch{Class: "fox", Behavior: "wild"} }, // who wakes the arena
	func() session.Command { return &session.Switch{Class: "dog", Behavior: "brave"} },
	func() session.Command { return &session.Switch{Class: "hen", Behavior: "shy"} },
	func() session.Command { return &session.Remove{Class: "hen", Count: 2} },
	func() session.Command {
		return &session.Join{Name: "Ann", At: session.Point(30, 30), Heading: components.Heading{X: 1}, SpeedMPS: 2}
	},
	func() session.Command { return &session.Add{Class: "dog", Count: 5} },
	func() session.Command {
		return &session.Nature{Set: []session.State{{Key: "season", Value: host.StringValue("winter")}}}
	},
	func() session.Command { return &session.Leave{Player: session.Who{Name: "Ann"}} },
}

// An arena is saved asleep and awake, and whoever woke it in which order: vocabularies
// come one after the other, bodies come and go, and slots are taken again.
func TestArenasThatWokeWhilePlayedAreRestored(t *testing.T) {
	t.Parallel()
	for n := range moments {
		s := fieldIn(t)
		for i, happens := range moments[:n+1] {
			if err := s.Do(happens()); err != nil {
				t.Fatal(err)
			}
			for range 12 * min(n-i, 1) {
				s.Step()
			}
		}
		goesOn(t, s, 12) // at once, before anything comes of it
		if asleep := core.Of(s.Game()) == nil; asleep != (n == 0) {
			t.Fatalf("after %d moments the arena sleeps: %v", n+1, asleep)
		}
		goesOn(t, s, 100)
		if a := core.Of(s.Game()); a != nil {
			fresh := core.Fresh(a)
			if err := fresh.RestoreState(saved(t, a)); err != nil {
				t.Fatal(err)
			}
			for _, d := range differences(a, fresh) {
				t.Errorf("with the vocabularies in another order: %s", d)
			}
		}
	}
}

// goesOn wants a session that was saved and restored, with two workers, to be as the one that
// was saved: at once in every field of the arena, and from then on in every digest.
func goesOn(t *testing.T, s *live.Session, ticks int) {
	t.Helper()
	var file bytes.Buffer
	if err := s.Save(&file); err != nil {
		t.Fatal(err)
	}
	other, err := live.Restore(&file, live.Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if a, b := core.Of(s.Game()), core.Of(other.Game()); a != nil && b != nil {
		for _, d := range differences(a, b) {
			t.Errorf("tick %d: %s", s.World().Clock().Tick, d)
		}
	}
	for range ticks {
		s.Step()
		other.Step()
		if x, y := s.Digest(), other.Digest(); x != y {
			t.Fatalf("tick %d: digest %016x, wanted %016x", s.World().Clock().Tick, y, x)
		}
	}
}

// A slot whose body had gone before the arena woke is empty in it, for every vocabulary and
// wherever it is: at the beginning, in between and at the end.
func TestAnArenaWakesAroundFreeSlots(t *testing.T) {
	if testing.Short() {
		t.Skip("wakes twenty arenas")
	}
	t.Parallel()
	wakes := []func() session.Command{
		func() session.Command {
			return &session.Nature{Set: []session.State{{Key: "phase", Value: host.StringValue("night")}}}
		},
		func() session.Command { return &session.Switch{Class: "fox", Behavior: "wild"} },
		func() session.Command { return &session.Switch{Class: "dog", Behavior: "brave"} },
		func() session.Command { return &session.Switch{Class: "hen", Behavior: "shy"} },
	}
	for first, wake := range wakes {
		for _, gone := range [][]components.ID{{1}, {3}, {10}, {1, 2, 3, 4}, {2, 9, 10}} {
			s := fieldIn(t)
			if err := s.Do(&session.Switch{Class: "dog", Behavior: "idle"}); err != nil {
				t.Fatal(err)
			}
			for _, id := range gone {
				if err := s.Do(&session.Remove{Bot: &session.Who{ID: id}}); err != nil {
					t.Fatal(err)
				}
			}
			s.Step()
			if err := s.Do(wake()); err != nil {
				t.Fatal(err)
			}
			goesOn(t, s, 20)
			for next := range wakes { // the others find an arena that is awake, with these slots
				if next != first {
					if err := s.Do(wakes[next]()); err != nil {
						t.Fatal(err)
					}
				}
			}
			goesOn(t, s, 20)
		}
	}
}
