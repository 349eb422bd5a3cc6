package render

import (
	"image"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/render/draw"
)

// mapSize is the longer side of the map in the corner, at a unit of 1.
const mapSize = 150

// mapBodies bounds the bodies on the map: of twice as many it shows every other one.
const mapBodies = 4000

// minimap draws the whole field, with a frame around the part in view, into a corner of
// the viewport. It draws nothing while the whole field is in view.
func (g *Game) minimap(view image.Rectangle) {
	r, p := g.renderer, &g.overlay
	plot, c := r.Plot(), r.Camera()
	x0, y0 := c.Pixel(0, 0)
	x1, y1 := c.Pixel(r.field.Width, r.field.Height)
	const slack = 2
	if x0 >= float32(plot.Min.X)-slack && y0 >= float32(plot.Min.Y)-slack &&
		x1 <= float32(plot.Max.X)+slack && y1 <= float32(plot.Max.Y)+slack {
		return
	}
	k := p.px(mapSize) / max(r.field.Width, r.field.Height)
	w, h := r.field.Width*k, r.field.Height*k
	left := float32(view.Min.X+plot.Max.X) - w
	top := float32(view.Min.Y + plot.Min.Y)
	p.rect(panelColor, left-p.px(4), top-p.px(4), w+p.px(8), h+p.px(8))
	p.rect(cardColor, left, top, w, h)
	stride := len(r.bodies)/mapBodies + 1
	for i := 0; i < len(r.bodies); i += stride {
		b := &r.bodies[i]
		ink := dimInk
		if b.Color.A > 0 {
			ink.R, ink.G, ink.B = b.Color.R, b.Color.G, b.Color.B
		}
		p.disc(ink, left+b.X*k, top+b.Y*k, p.px(1.1))
	}
	wx0, wy0 := c.World(float32(0), float32(plot.Min.Y))
	wx1, wy1 := c.World(float32(view.Dx()), float32(plot.Max.Y))
	wx0, wy0 = max(wx0, 0), max(wy0, 0)
	wx1, wy1 = min(wx1, r.field.Width), min(wy1, r.field.Height)
	if wx1 > wx0 && wy1 > wy0 {
		p.frame(brightInk, left+wx0*k, top+wy0*k, (wx1-wx0)*k, (wy1-wy0)*k, p.px(1.5))
	}
}

// mice lists what the mouse does, for the help.
var mice = [][2]string{
	{"Click", "select a bot or player"},
	{"Drag, arrows", "move the camera"},
	{"Wheel", "zoom to the cursor"},
	{"WASD, right button", "steer, once you joined"},
}

// drawHelp lists all keys in the middle of the screen.
func (g *Game) drawHelp(screen *ebiten.Image) {
	p := &g.overlay
	p.list.Reset()
	const line, wide = 23, 470
	high := p.px(float32(line*(len(bindings)+len(mice)) + 84))
	size := screen.Bounds().Size()
	x, y := (float32(size.X)-p.px(wide))/2, max((float32(size.Y)-high)/2, 0)
	shade := panelColor
	shade.A = 0xb0
	p.rect(shade, 0, 0, float32(size.X), float32(size.Y))
	p.rect(panelColor, x, y, p.px(wide), high)
	p.frame(idleColor, x, y, p.px(wide), high, p.px(1))
	p.text(brightInk, draw.Left, x+p.px(24), y+p.px(36), 18, "Keys")
	y += p.px(64)
	row := func(key, help string) {
		p.text(successColor, draw.Left, x+p.px(24), y, 14, key)
		p.text(brightInk, draw.Left, x+p.px(190), y, 14, help)
		y += p.px(line)
	}
	for _, b := range bindings {
		row(b.name, b.help)
	}
	y += p.px(8)
	for _, m := range mice {
		row(m[0], m[1])
	}
	g.painter.Paint(screen, p.list.Prims)
}
