package reference_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/insight/reference"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
)

// worlds are the two ways to play one setup.
type worlds struct {
	t     *testing.T
	scene *scenes.Scene
	game  *systems.Game
	plain *reference.World
}

func open(t *testing.T, name string, bots int, change func(*systems.Setup)) *worlds {
	t.Helper()
	scene, err := scenes.Load(name, scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := scene.Scale(bots); err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(&scene.Setup)
	}
	scene.Setup.Workers = 2
	game, err := systems.New(&scene.Setup)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(game.Close)
	plain, err := reference.New(&scene.Setup)
	if err != nil {
		t.Fatal(err)
	}
	return &worlds{t, scene, game, plain}
}

// play steps both and demands one digest at the start and after each tick.
func (w *worlds) play(ticks int, change func(tick int)) {
	w.t.Helper()
	w.compare(0)
	for tick := range ticks {
		if change != nil {
			change(tick)
		}
		w.game.Step()
		w.plain.Step()
		w.compare(tick + 1)
	}
}

func (w *worlds) compare(tick int) {
	w.t.Helper()
	if a, b := w.game.DigestOfBodies(), w.plain.Digest(); a != b {
		w.t.Fatalf("tick %d: the game has digest %#x, the reference %#x", tick, a, b)
	}
}

func (w *worlds) place(id components.ID, at components.Position) {
	w.t.Helper()
	if err := w.game.Place(id, &at, nil); err != nil {
		w.t.Fatal(err)
	}
	w.plain.Place(id, at)
}

func (w *worlds) retag(id components.ID, key string, value host.Value) {
	reg := w.scene.Setup.Registry
	v := systems.StateValue{Key: reg.Key(key), Value: reg.Sym(value)}
	if err := w.game.Restate(id, v); err != nil {
		panic(err)
	}
	w.plain.SetState(id, v)
}

// draw returns a random number in 0 <= x < 1 of a place in a test.
func draw(tick int, what uint32) float64 {
	return host.Float64(ecs.Rand(99, 0, int64(tick), 0, what))
}

func TestDigestsEqualThoseOfTheGame(t *testing.T) {
	bots, ticks := 3000, 200
	if testing.Short() {
		bots, ticks = 1000, 60
	}
	it := func(n int) func(*systems.Setup) {
		return func(s *systems.Setup) { s.Classes[0].Start[0].Count = n }
	}
	for _, c := range []struct {
		name, scene string
		change      func(*systems.Setup)
	}{
		{"uniform", "crowd", nil},
		{"wrapping", "crowd", func(s *systems.Setup) { s.Edges = systems.Wrap }},
		{"clamped", "crowd", func(s *systems.Setup) { s.Edges = systems.Clamp }},
		{"one it", "crowd", it(1)},
		{"five it", "crowd", it(5)},
		{"half it", "crowd", it(bots / 2)},
		{"all it", "crowd", it(bots)},
		{"nobody it", "crowd", it(0)},
		{"fast", "crowd", func(s *systems.Setup) { s.Classes[0].SpeedMPS = 500 }},
		{"narrow field", "crowd", func(s *systems.Setup) { s.Height = 3 }},
		{"narrow torus", "crowd", func(s *systems.Setup) { s.Width, s.Edges = 3, systems.Wrap }},
		{"wide reach", "crowd", func(s *systems.Setup) { s.Rules[0].Radius, s.Edges = 40, systems.Wrap }},
		{"two classes on a torus", "chase", nil},
		{"two rules and teams", "bots-vs-humans", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := open(t, c.scene, bots, c.change)
			w.play(ticks, nil)
			if want := c.name != "nobody it" && c.name != "all it"; (w.game.Counts.EventCounts()["contact"] > 0) != want {
				t.Errorf("%d contacts, wanted some: %v", w.game.Counts.EventCounts()["contact"], want)
			}
		})
	}
}

// TestMeet has the reference join a game that was played without it.
func TestMeet(t *testing.T) {
	w := open(t, "crowd", 1000, func(s *systems.Setup) { s.Rules = nil })
	for tick := range 100 {
		for _, id := range w.game.Everyone()[:10] {
			if err := w.game.SetState(id, "it", host.BoolValue(tick%2 == 0)); err != nil {
				t.Fatal(err)
			}
		}
		w.game.Step()
	}
	if err := w.plain.Meet(w.game); err != nil {
		t.Fatal(err)
	}
	w.play(50, nil)
	if err := w.game.Population.RemoveBot(w.game.Everyone()[7]); err != nil {
		t.Fatal(err)
	}
	if err := w.plain.Meet(w.game); err == nil {
		t.Error("wanted no reference of a game that has lost a bot")
	}
}

func TestDigestsEqualInClusters(t *testing.T) {
	w := open(t, "crowd", 3000, nil)
	for _, id := range w.game.Everyone() {
		x, y := 20+100*(id%3), 30+100*(id%2)
		w.place(id, components.Position{
			X: float32(x) + float32(8*draw(int(id), 0)), Y: float32(y) + float32(8*draw(int(id), 1)),
		})
	}
	w.play(200, nil)
}

// TestTiesGoToTheLowest has bots on the points of a coarse lattice, so that
// several are equally near to most.
func TestTiesGoToTheLowest(t *testing.T) {
	w := open(t, "crowd", 1000, func(s *systems.Setup) { s.Edges, s.Classes[0].Start[0].Count = systems.Wrap, 100 })
	for _, id := range w.game.Everyone() {
		w.place(id, components.Position{
			X: float32(math.Floor(16*draw(int(id), 0)) * 4), Y: float32(math.Floor(16*draw(int(id), 1)) * 4),
		})
	}
	w.play(200, nil)
}

func TestDigestsEqualWhileTheWorldChanges(t *testing.T) {
	for _, edges := range []systems.Edges{systems.Bounce, systems.Wrap} {
		t.Run(fmt.Sprintf("edges=%d", edges), func(t *testing.T) {
			w := open(t, "crowd", 2000, func(s *systems.Setup) { s.Edges, s.Classes[0].Max = edges, 5000 })
			field := w.scene.Setup
			w.play(200, func(tick int) {
				all := w.game.Everyone()
				pick := func(what uint32) components.ID { return all[int(draw(tick, what)*float64(len(all)))] }
				switch tick % 4 {
				case 0:
					spot := &systems.Spot{X: field.Width / 3, Y: field.Height / 2, Radius: 30}
					if tick%8 == 0 {
						spot = nil
					}
					if _, err := w.game.Population.Add(0, 7, spot); err != nil {
						t.Fatal(err)
					}
					w.plain.Add(0, 7, spot)
				case 1:
					for what := range uint32(5) {
						id := pick(what)
						if w.game.World.Alive(id) {
							if err := w.game.Population.RemoveBot(id); err != nil {
								t.Fatal(err)
							}
							w.plain.Remove(id)
						}
					}
				case 2:
					for what := range uint32(10) {
						w.retag(pick(what), "it", host.BoolValue(what%2 == 0))
					}
				case 3:
					for what := range uint32(10) {
						w.place(pick(what), components.Position{
							X: float32(draw(tick, what+10)) * field.Width, Y: float32(draw(tick, what+20)) * field.Height,
						})
					}
				}
			})
		})
	}
}

func TestFloorsHold(t *testing.T) {
	w := open(t, "crowd", 50, func(s *systems.Setup) { s.Classes[0].Max = 1000 })
	w.play(20, func(tick int) { w.scene.Setup.Classes[0].Min = 50 + 3*tick })
	if got := w.game.World.Len(); got != 107 {
		t.Errorf("%d bots, wanted as many as the floor says, 107", got)
	}
}

func TestRefusesWhatItCannotPlay(t *testing.T) {
	scene, err := scenes.Load("tag", scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	scene.Setup.Classes[0].Program = nil
	if _, err := reference.New(&scene.Setup); err == nil {
		t.Error("made a world of bots that choose their tree by their state")
	}
}
