package render_test

import (
	"log"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/render"
)

// A window with a game, and a panel to look into it.
func Example() {
	s, err := thicket.Open("tag", thicket.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	if err := render.Run(s); err != nil {
		log.Fatal(err)
	}
}

// meadow is a game of its own that lets Thicket draw its bots.
type meadow struct {
	bots     *thicket.Session
	snapshot thicket.Snapshot
	renderer *render.Renderer
	alpha    float64
}

func (m *meadow) Update() error {
	_, m.alpha = m.bots.Advance(1.0 / ebiten.DefaultTPS)
	m.bots.SnapshotInto(&m.snapshot)
	return nil
}

func (m *meadow) Draw(screen *ebiten.Image) {
	if err := m.renderer.Draw(screen, &m.snapshot, m.alpha); err != nil {
		log.Print(err)
	}
}

func (m *meadow) Layout(w, h int) (width, height int) { return w, h }

// A game of its own draws its bots by a Renderer.
func ExampleRenderer() {
	s, err := thicket.Open("tag", thicket.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	r, err := render.NewRenderer(s)
	if err != nil {
		log.Fatal(err)
	}
	if err := ebiten.RunGame(&meadow{bots: s, renderer: r}); err != nil {
		log.Fatal(err)
	}
}

// The whole window is a game, too, for programs that have a say in each update.
func ExampleGame() {
	s, err := thicket.Open("tag", thicket.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	game, err := render.NewGame(s)
	if err != nil {
		log.Fatal(err)
	}
	game.OnUpdate = func(g *render.Game) error {
		if g.Snapshot().Time > 60 {
			return ebiten.Termination
		}
		return nil
	}
	if err := game.Run(); err != nil {
		log.Fatal(err)
	}
}
