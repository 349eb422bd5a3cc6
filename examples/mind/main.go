// Command mind is a game with a world of its own, whose crabs have trees.
package main

import (
	"embed"
	"image/color"
	"log"
	"math"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/vector"

	"github.com/thicket-sim/thicket/mind"
	"github.com/thicket-sim/thicket/tool"
)

//go:embed *.bt
var files embed.FS

type game struct {
	time, sea float64
	crabs     []*Crab
	minds     *mind.Minds[*Crab]
}

// Crab is an agent as any game has it. Its tree calls its methods.
type Crab struct {
	X, Y, Food float64
	game       *game
}

func (c *Crab) Wet() bool          { return c.Y > c.game.sea }
func (c *Crab) Climb() mind.Status { c.Y--; return mind.Success }

func (c *Crab) Graze() mind.Status {
	c.X, c.Y, c.Food = c.X+math.Sin(c.game.time+c.Y), c.Y+0.2, c.Food+0.01
	if c.Food < 1 {
		return mind.Running
	}
	return mind.Success
}

func (c *Crab) Rest() mind.Status {
	if c.Food -= 0.005; c.Food > 0 {
		return mind.Running
	}
	return mind.Success
}

var options = mind.Options[*Crab]{Files: files, Methods: true}

func newGame() (g *game, err error) {
	g = &game{}
	if g.minds, err = mind.New(options); err != nil {
		return nil, err
	}
	for i := range 40 {
		crab := &Crab{X: 8 * float64(i), Y: 60 + float64(i*37%80), game: g}
		if _, err := g.minds.Add(crab, "crab.bt"); err != nil {
			return nil, err
		}
		g.crabs = append(g.crabs, crab)
	}
	return g, nil
}

func (g *game) Update() error {
	g.time += 1.0 / 60
	g.sea = 150 + 50*math.Sin(g.time/2)
	g.minds.Tick(1.0 / 60)
	g.minds.ThinkAll(1)
	return nil
}

func (g *game) Draw(screen *ebiten.Image) {
	screen.Fill(color.RGBA{0xe0, 0xc8, 0x90, 0xff})
	vector.FillRect(screen, 0, float32(g.sea), 320, 240, color.RGBA{0x30, 0x70, 0xa0, 0xff}, false)
	for _, c := range g.crabs {
		vector.FillCircle(screen, float32(c.X), float32(c.Y), 2+2*float32(c.Food), color.RGBA{0xd0, 0x40, 0x20, 0xff}, true)
	}
}

func (g *game) Layout(int, int) (w, h int) { return 320, 240 }

func main() {
	tool.Minds(options, nil)
	g, err := newGame()
	if err == nil {
		err = ebiten.RunGame(g)
	}
	if err != nil {
		log.Fatal(err)
	}
}
