package systems_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// annex is an extension that writes down what it is told.
type annex struct {
	systems.Inert
	game     *systems.Game
	started  int
	programs int
	alive    map[components.ID]int // classes
	sum      uint64
}

func (a *annex) Start()           { a.started++ }
func (a *annex) Use(*run.Program) { a.programs++ }
func (a *annex) Digest() uint64   { return a.sum }
func (a *annex) Site(_ int, _ components.ID, p components.Position) components.Position {
	return components.Position{X: 7, Y: p.Y}
}

func (a *annex) Refuse(x, _ float32) error {
	if x == 3 {
		return errors.New("x is 3")
	}
	return nil
}

func (a *annex) Arrive(class int, id components.ID, body int32) {
	if a.game.World.Slot(id) != body {
		panic("a body in another slot")
	}
	a.alive[id] = class
}
func (a *annex) Leave(id components.ID, _ int32) { delete(a.alive, id) }
func (a *annex) Snapshot(s *session.Snapshot)    { s.Result = "told" }
func (a *annex) Memory() []ecs.Part              { return []ecs.Part{{Name: "annex", Bytes: 5}} }
func (a *annex) Top(mps float32) float32         { return 3 * mps }
func (a *annex) Move(_ int32, p *components.Position, h *components.Heading, mps float32, dt float64) {
	p.X += mps * float32(dt)
	*h = components.Heading{X: 1}
}

// annexed returns a game of a scene with an annex.
func annexed(t *testing.T, src string) (*live.Session, *annex) {
	t.Helper()
	a := &annex{alive: map[components.ID]int{}}
	scene, err := scenes.Parse("scene.yaml", []byte(src), scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	scene.Setup.Extensions = append(scene.Setup.Extensions, func(g *systems.Game) systems.Extension {
		a.game = g
		return a
	})
	s, err := live.New(scene, live.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s, a
}

func TestAnExtensionIsToldOfAllThatHappens(t *testing.T) {
	s, a := annexed(t, `
tickRate: 10
bots:
  - { id: a, name: A, count: 3, behavior: { kind: wander } }
rules: [{ on: contact, from: { x: 1 }, to: { x: 2 } }]
`)
	if a.started != 1 || a.programs != 3 { // the tree, and two conditions
		t.Errorf("started %d times with %d programs", a.started, a.programs)
	}
	for _, b := range s.Snapshot().Bots {
		if b.X != 7 {
			t.Errorf("%s begins at x %v, wanted the extension's 7", b.Name, b.X)
		}
	}
	p := do(t, s, &session.Join{Name: "Ann"}).IDs[0]
	if a.alive[p] != ecs.Human || a.alive[1] != 0 || len(a.alive) != 4 {
		t.Errorf("arrived: %v", a.alive)
	}
	if x := find(t, s, p).X; x != 7 {
		t.Errorf("a player joins at x %v, wanted the extension's 7", x)
	}
	do(t, s, &session.Leave{Player: who(p)})
	do(t, s, &session.Remove{Class: "a", Count: 1})
	if len(a.alive) != 2 {
		t.Errorf("left: %v are there", a.alive)
	}
	if err := s.Game().Population.Dismiss(1); err != nil || len(a.alive) != 1 {
		t.Errorf("dismissed: %v, %v are there", err, a.alive)
	}
	refuse(t, s, &session.Place{Who: who(2), At: session.Point(3, 1)}, "x is 3")
	before := s.Digest()
	a.sum = 9
	if s.Digest() == before {
		t.Error("the digest is blind to the extension")
	}
	if got := s.Snapshot().Result; got != "told" {
		t.Errorf("snapshot with result %q", got)
	}
	last := s.Game().Memory()[len(s.Game().Memory())-1]
	if last.Name != "annex" || last.Bytes != 5 {
		t.Errorf("memory %v", last)
	}
}

func TestDismissLetsTheFloorFillUp(t *testing.T) {
	s, _ := annexed(t, "bots: [{ id: a, name: A, minCount: 2 }]")
	if err := s.Game().Population.Dismiss(1); err != nil {
		t.Fatal(err)
	}
	s.Step()
	if got := strings.Join(names(s), ", "); got != "A 2, A 3" {
		t.Errorf("bots %s, wanted A 2, A 3", got)
	}
	if err := s.Game().Population.Dismiss(1); err == nil {
		t.Error("dismissed somebody who is gone")
	}
}

func TestAMoverTakesTheNextTick(t *testing.T) {
	s, a := annexed(t, "tickRate: 8\nbots: [{ id: a, name: A, count: 1, speedMps: 2 }]")
	s.Game().SetMover(a)
	steps(s, 4)
	if b := find(t, s, 1); b.X != 8 || b.HX != 1 {
		t.Errorf("at x %v heading %v, wanted 8 and 1", b.X, b.HX)
	}
	s.Game().SetMover(nil)
	steps(s, 4)
	if b := find(t, s, 1); b.X != 9 {
		t.Errorf("at x %v, wanted 9 by heading alone", b.X)
	}
}
