package panel_test

import (
	"image"
	"log"
	"testing/fstest"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/mind"
	"github.com/thicket-sim/thicket/render/panel"
)

// Crab is an agent that a game has already.
type Crab struct{ X, Y float64 }

func (c *Crab) Walk() mind.Status { c.X++; return mind.Running }

// beach is a game with a panel in a corner, and an overlay.
type beach struct {
	minds *mind.Minds[*Crab]
	view  *mind.View
	tree  panel.Panel
	names panel.Overlay[*Crab]
}

var corner = image.Rect(10, 10, 330, 250)

func (g *beach) Update() error {
	g.minds.Tick(1.0 / 60)
	g.minds.ThinkAll(1)
	if g.tree.Update(g.view, corner) {
		return nil // mouse and keys are the panel's
	}
	return nil // and here they are the game's
}

func (g *beach) Draw(screen *ebiten.Image) {
	g.names.Draw(screen, g.minds, func(c *Crab) (x, y float64, visible bool) { return 4 * c.X, 4 * c.Y, true })
	g.tree.Draw(screen, g.view, corner)
}

func (g *beach) Layout(w, h int) (width, height int) { return w, h }

// A game shows the tree of an agent that it watches.
func Example() {
	files := fstest.MapFS{"crab.bt": {Data: []byte("action Walk()")}}
	minds, err := mind.New(mind.Options[*Crab]{Files: files, Methods: true})
	if err != nil {
		log.Fatal(err)
	}
	crab, err := minds.Add(&Crab{X: 20, Y: 40}, "crab.bt")
	if err != nil {
		log.Fatal(err)
	}
	if err := ebiten.RunGame(&beach{minds: minds, view: crab.Watch()}); err != nil {
		log.Fatal(err)
	}
}
