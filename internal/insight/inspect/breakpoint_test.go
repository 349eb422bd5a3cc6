package inspect_test

import (
	"testing"

	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/insight/inspect"
	"github.com/thicket-sim/thicket/internal/live"
)

// Whoever evaluates a node is found, in a tree of each dialect and for any number of workers,
// and the game is the one that it is when nobody waits.
func TestBreakpointsFindWhoEvaluatesANode(t *testing.T) {
	names := []string{"tag", "siege", "skirmish", "monsters", "meadow", "camp", "chase"}
	if testing.Short() {
		names = names[:3] // each is played three times
	}
	for _, scene := range names {
		t.Run(scene, func(t *testing.T) {
			const ticks = 40
			s, followed, plain := waited(t, scene, 2), waited(t, scene, 1), waited(t, scene, 1)
			id := firstWithTree(t, s)
			class := s.World().ClassOf(id)
			p, err := s.Game().Watchers.ProgramOf(id)
			if err != nil {
				t.Fatal(err)
			}
			var f inspect.Follower
			f.Follow(chronicle.Minds(followed.Game()), id)
			var b inspect.Breakpoints
			b.Use(chronicle.Minds(s.Game()))
			all := make([]inspect.Breakpoint, len(p.Tree.Nodes))
			for n := range p.Tree.Nodes {
				all[n] = inspect.Breakpoint{Class: class, Bot: id, Node: tree.NodeID(n), Pos: p.Tree.Spans[n].Start}
			}
			reached := 0
			for tick := range ticks {
				want := inspect.Breakpoint{}
				f.BeginTick()
				followed.Step()
				for n := range all {
					if _, ok := f.Answer(all[n].Node); ok && f.Program() != nil {
						want = all[n]
					}
				}
				if want != (inspect.Breakpoint{}) {
					b.Toggle(want)
				}
				s.Step()
				plain.Step()
				if got, who, ok := b.Reached(nil); want != (inspect.Breakpoint{}) && (!ok || who != id || got != want) {
					t.Fatalf("tick %d: %d at %+v, %v; wanted %d at %+v", tick, who, got, ok, id, want)
				} else if ok {
					reached++
				}
				if want != (inspect.Breakpoint{}) {
					b.Toggle(want)
				}
			}
			if reached == 0 {
				t.Error("no node was ever reached")
			}
			if s.Digest() != plain.Digest() {
				t.Error("waiting for a node changes the game")
			}
			if len(b.List()) != 0 {
				t.Errorf("%d breakpoints after each was taken away", len(b.List()))
			}
		})
	}
}

func waited(t testing.TB, scene string, workers int) *live.Session {
	t.Helper()
	s, err := live.Open(scene, live.Options{Workers: workers, OnNotice: func(string) {}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func firstWithTree(t testing.TB, s *live.Session) components.ID {
	t.Helper()
	for _, id := range s.Game().Everyone() {
		if p, err := s.Game().Watchers.ProgramOf(id); err == nil && p != nil {
			return id
		}
	}
	t.Fatal("nobody has a tree")
	return 0
}
