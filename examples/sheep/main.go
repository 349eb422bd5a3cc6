// Command sheep is a small game: you are the dog, the arrow keys are your legs,
// and the wolves want your sheep. Sheep and wolves are Thicket's bots, the rest
// is a plain Ebiten game with sprites of its own.
package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"image"
	"image/color"
	"log"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/ebitenutil"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/tool"
)

//go:embed sheep.yaml
var scene []byte

//go:embed sprites.png
var sprites []byte // a sheep, a wolf and a dog, 8 x 5 pixels each

const metre = 12 // pixels

type game struct {
	bots   *thicket.Session
	was    thicket.Snapshot // before
	snap   thicket.Snapshot
	alpha  float64 // how far time has come to the next tick
	coat   thicket.Key
	dog    thicket.Who
	arrows func() thicket.Heading
	sheet  *ebiten.Image
}

func (g *game) Update() error {
	if err := g.bots.Do(&thicket.Input{Player: g.dog, Heading: g.arrows()}); err != nil {
		return err
	}
	var ticks int64
	if ticks, g.alpha = g.bots.Advance(1.0 / ebiten.DefaultTPS); ticks > 0 {
		g.was, g.snap = g.snap, g.was
		g.bots.SnapshotInto(&g.snap)
	}
	return nil
}

func (g *game) Draw(screen *ebiten.Image) {
	screen.Fill(color.RGBA{0x3c, 0x5a, 0x32, 0xff})
	for b := range g.was.Between(&g.snap, g.alpha) {
		o := &ebiten.DrawImageOptions{}
		o.GeoM.Translate(-4, -2.5)
		if b.HX < 0 {
			o.GeoM.Scale(-1, 1)
		}
		o.GeoM.Scale(3, 3)
		o.GeoM.Translate(float64(b.X)*metre, float64(b.Y)*metre)
		x := map[string]int{"sheep": 0, "wolf": 8, "dog": 16}[b.Value(g.coat).Text()]
		screen.DrawImage(g.sheet.SubImage(image.Rect(x, 0, x+8, 5)).(*ebiten.Image), o)
	}
	ebitenutil.DebugPrint(screen, fmt.Sprintf("arrow keys move the dog   %.0f s", g.snap.Time))
}

func (g *game) Layout(int, int) (width, height int) { return 80 * metre, 60 * metre }

// near returns the nearest match, the way there, and whether it is near enough.
func near(c *thicket.Call) (other int32, dx, dy float64, within bool) {
	if other = c.World.Nearest(c.Body, c.Facet); other >= 0 {
		dx, dy = c.World.Delta(c.Body, other)
		metres := c.Args[0].Number()
		within = dx*dx+dy*dy < metres*metres
	}
	return other, dx, dy, within
}

// fleeWithin runs away from the nearest match, where one is near.
func fleeWithin(c *thicket.Call) thicket.Status {
	_, dx, dy, within := near(c)
	if !within {
		return thicket.Failure
	}
	c.Head(-dx, -dy)
	return thicket.Success
}

// flock goes to the nearest match, and once it is there goes along with it.
func flock(c *thicket.Call) thicket.Status {
	friend, dx, dy, within := near(c)
	if friend < 0 {
		return thicket.Failure
	}
	if within {
		hx, hy := c.World.Heading(friend)
		dx, dy = float64(hx)+c.Random()-0.5, float64(hy)+c.Random()-0.5
	}
	c.Head(dx, dy)
	return thicket.Success
}

func options() (thicket.Options, error) {
	registry := thicket.NewRegistry()
	params := []thicket.Param{{Name: "metres", Kind: thicket.Number}, {Name: "where", Kind: thicket.Where}}
	for name, tick := range map[string]func(*thicket.Call) thicket.Status{"flee_within": fleeWithin, "flock": flock} {
		if err := registry.AddAction(thicket.Action{Name: name, Local: true, Params: params, Tick: tick}); err != nil {
			return thicket.Options{}, err
		}
	}
	return thicket.Options{Registry: registry}, nil
}

func newGame() (*game, error) {
	o, err := options()
	if err != nil {
		return nil, err
	}
	s, err := thicket.Start("sheep.yaml", scene, o)
	if err != nil {
		return nil, err
	}
	g := &game{bots: s, dog: thicket.Who{Name: "Dog"}, arrows: arrows}
	if g.coat, err = s.Key("coat"); err != nil {
		return nil, err
	}
	return g, s.Do(&thicket.Join{Name: "Dog", At: thicket.Point(40, 30), SpeedMPS: 8})
}

// arrows is where the arrow keys point.
func arrows() (h thicket.Heading) {
	for key, way := range map[ebiten.Key]thicket.Heading{
		ebiten.KeyLeft: {X: -1}, ebiten.KeyRight: {X: 1}, ebiten.KeyUp: {Y: -1}, ebiten.KeyDown: {Y: 1},
	} {
		if ebiten.IsKeyPressed(key) {
			h.X, h.Y = h.X+way.X, h.Y+way.Y
		}
	}
	return h
}

func main() {
	if o, err := options(); err == nil {
		tool.Main(o)
	}
	g, err := newGame()
	if err != nil {
		log.Fatal(err)
	}
	if g.sheet, _, err = ebitenutil.NewImageFromReader(bytes.NewReader(sprites)); err != nil {
		log.Fatal(err)
	}
	ebiten.SetWindowSize(g.Layout(0, 0))
	if err := ebiten.RunGame(g); err != nil {
		log.Fatal(err)
	}
}
