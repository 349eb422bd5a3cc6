package thicket_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/session"
)

// counting is a game whose bots count their turns, and walk.
type counting struct{ turns map[thicket.ID]int }

func (g *counting) options(t *testing.T) thicket.Options {
	t.Helper()
	g.turns = map[thicket.ID]int{}
	reg := thicket.NewRegistry()
	if err := reg.AddAction(thicket.Action{
		Name: "count", Bits: 32, Tick: func(c *thicket.Call) thicket.Status {
			c.Store(0, 32, c.Load(0, 32)+1)
			g.turns[c.Bot] = int(c.Load(0, 32))
			c.Head(1, 0)
			return thicket.Running
		},
	}); err != nil {
		t.Fatal(err)
	}
	return thicket.Options{Registry: reg, OnFault: func(f thicket.Fault) { t.Log(f) }, History: thicket.History{Seconds: 60}}
}

// holdScene has sheep whose tree a herd thinks, goats whose tree remembers, and, in an arena,
// walkers.
func holdScene(arena bool) []byte {
	walk := "{ kind: wander }"
	if arena {
		walk = "{ kind: action, name: move_to, args: { x: 199, y: 199 } }"
	}
	return fmt.Appendf(nil, `tickRate: 10
world: { width: 200, height: 200 }
bots:
  - { id: sheep, name: Sheep, minCount: 0, count: 4, speedMps: 3, behavior: { kind: wander } }
  - { id: goat, name: Goat, minCount: 0, count: 4, speedMps: 1, behavior: { kind: action, name: count } }
  - { id: walker, name: Walker, minCount: 0, count: 4, speedMps: 2, behavior: %s }
`, walk)
}

func places(s *thicket.Session) map[thicket.ID]thicket.Position {
	at := map[thicket.ID]thicket.Position{}
	for _, b := range s.Snapshot().Bots {
		at[b.ID] = thicket.Position{X: b.X, Y: b.Y}
	}
	return at
}

// Who is held stands, and its tree gets no turns and forgets nothing; nobody else is concerned.
func TestHold(t *testing.T) {
	for _, arena := range []bool{false, true} {
		g := &counting{}
		s, err := thicket.Start("pen.yaml", holdScene(arena), g.options(t))
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		free, err := s.Fork()
		if err != nil {
			t.Fatal(err)
		}
		defer free.Close()
		play(s, 5)
		held := []thicket.ID{2, 6, 9} // a sheep, a goat, a walker
		for _, id := range held {
			if err := s.Do(&session.Hold{Bot: &thicket.Who{ID: id}}); err != nil {
				t.Fatal(err)
			}
		}
		before, facing := places(s), *s.World().Heading.Of(9)
		play(s, 20)
		for id, at := range places(s) {
			if stands := at == before[id]; stands != (id == 2 || id == 6 || id == 9) {
				t.Errorf("arena %v: bot %d went from %v to %v", arena, id, before[id], at)
			}
		}
		if *s.World().Heading.Of(9) != facing || g.turns[6] != 5 || g.turns[5] != 25 {
			t.Errorf("arena %v: turns %v", arena, g.turns)
		}
		for _, id := range held {
			if err := s.Do(&session.Release{Bot: &thicket.Who{ID: id}}); err != nil {
				t.Fatal(err)
			}
		}
		play(s, 5)
		if at := places(s); at[2] == before[2] || at[6] == before[6] || at[9] == before[9] || g.turns[6] != 10 {
			t.Errorf("arena %v: who was let go does not go on: turns %v", arena, g.turns)
		}
		g.turns = map[thicket.ID]int{}
		play(free, 30)
		if was, is := places(free), places(s); is[1] != was[1] || is[5] != was[5] || is[10] != was[10] {
			t.Errorf("arena %v: others went elsewhere than in a game in which nobody was held", arena)
		}
	}
}

// A class may be held, and whoever goes is held no more.
func TestHoldOfAClass(t *testing.T) {
	g := &counting{}
	s, err := thicket.Start("pen.yaml", holdScene(false), g.options(t))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, c := range []thicket.Command{
		&session.Hold{Class: "goat"}, &thicket.Remove{Bot: &thicket.Who{ID: 5}}, &thicket.Add{Class: "goat"}, &session.Hold{Class: "goat"},
		&session.Release{Bot: &thicket.Who{ID: 13}}, &session.Switch{Bot: &thicket.Who{ID: 6}, Behavior: "count"},
	} {
		if err := s.Do(c); err != nil {
			t.Fatalf("%T: %v", c, err)
		}
	}
	play(s, 3)
	if fmt.Sprint(g.turns) != "map[13:3]" {
		t.Errorf("turns %v, wanted those of the one that was let go", g.turns)
	}
	if err := s.Do(&thicket.Join{Name: "Ann"}); err != nil {
		t.Fatal(err)
	}
	for want, c := range map[string]thicket.Command{
		"14 is a player, and players have no tree": &session.Hold{Bot: &thicket.Who{Name: "Ann"}},
		"nobody has id 5":                          &session.Hold{Bot: &thicket.Who{ID: 5}},
		"unknown bot class":                        &session.Release{Class: "gaot"},
	} {
		if err := s.Do(c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, wanted %s", err, want)
		}
	}
	if err := s.World().Hold(6, true); err == nil || !strings.Contains(err.Error(), "handed to World.Defer") {
		t.Errorf("held between two ticks by its world: %v", err)
	}
}

// Who is held stays so in saves, forks, the past and recordings, which digests tell.
func TestHoldIsKept(t *testing.T) {
	g := &counting{}
	o := g.options(t)
	stun := func(w *thicket.World) error { // a system holds a goat for a second
		w.Add(thicket.Rules, "stun", thicket.SystemFunc(func(w *thicket.World) {
			if tick := w.Clock().Tick; tick == 12 || tick == 22 {
				w.Defer(func(w *thicket.World) {
					if err := w.Hold(7, tick == 12); err != nil {
						t.Error(err)
					}
				})
			}
		}))
		return nil
	}
	o.Prepare = stun
	s, err := thicket.Start("pen.yaml", holdScene(true), o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var tape bytes.Buffer
	stop, err := s.Record(&tape)
	if err != nil {
		t.Fatal(err)
	}
	play(s, 5)
	bare := s.Digest()
	if err := s.Do(&session.Hold{Bot: &thicket.Who{ID: 2}}); err != nil || s.Digest() == bare {
		t.Fatalf("the digest does not tell who is held: %v", err)
	}
	play(s, 10)
	saved, fork := branches(t, s)
	again, err := thicket.Restore(bytes.NewReader(saved), o)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	for _, s := range []*thicket.Session{s, fork, again} {
		if s.Digest() != again.Digest() {
			t.Error("a fork or a restored session is another")
		}
		play(s, 15)
		if g.turns[7] != 20 || g.turns[8] != 30 {
			t.Errorf("turns %v, wanted 20 of the one that was stunned, and 30", g.turns)
		}
	}
	if s.Digest() != fork.Digest() || s.Digest() != again.Digest() {
		t.Error("a fork or a restored session goes on otherwise")
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	if err := thicket.Replay(&tape, o, nil); err != nil {
		t.Error(err)
	}
	whole := s.Digest()
	for _, tick := range []int64{8, 30} {
		if err := s.SeekTick(tick); err != nil {
			t.Fatal(err)
		}
	}
	if s.Digest() != whole {
		t.Error("a session that went back and on is another")
	}
}

// Held bots take no memory.
func TestHeldBotsAllocateNothing(t *testing.T) {
	g := &counting{}
	o := g.options(t)
	o.History = thicket.History{}
	s, err := thicket.Start("pen.yaml", holdScene(true), o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, class := range []string{"sheep", "walker"} {
		if err := s.Do(&session.Hold{Class: class}); err != nil {
			t.Fatal(err)
		}
	}
	play(s, 20)
	if n := testing.AllocsPerRun(50, s.Step); n != 0 {
		t.Errorf("%v allocations a tick", n)
	}
}
