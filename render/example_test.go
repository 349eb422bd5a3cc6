package render_test

import (
	"log"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/render"
	"github.com/thicket-sim/thicket/session"
	"github.com/thicket-sim/thicket/systems"
)

// meadow is a game of its own that lets Thicket draw its bots.
type meadow struct {
	bots     *session.Session
	snapshot systems.Snapshot
	renderer *render.Renderer
}

func (m *meadow) Update() error {
	m.bots.Step()
	m.bots.SnapshotInto(&m.snapshot)
	return nil
}

func (m *meadow) Draw(screen *ebiten.Image) {
	if err := m.renderer.Draw(screen, &m.snapshot, 1); err != nil {
		log.Print(err)
	}
}

func (m *meadow) Layout(w, h int) (width, height int) { return w, h }

// A game of its own draws its bots by a Renderer.
func ExampleRenderer() {
	s, err := session.Open("tag", session.Options{})
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

// The whole window, with its panel, is a game, too.
func ExampleGame() {
	s, err := session.Open("tag", session.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	game, err := render.NewGame(s)
	if err != nil {
		log.Fatal(err)
	}
	if err := ebiten.RunGame(game); err != nil {
		log.Fatal(err)
	}
}
