package window

import (
	"image"
	"image/color"
	"math"

	"github.com/thicket-sim/thicket/internal/insight/draw"
)

// Sizes of the map in the corner, at a unit of 1.
const (
	mapSize = 150 // of its longer side
	mapCell = 3   // of the squares that show how dense a crowd is
)

// mapBodies is the number of bodies the map shows one by one. Of more it shows how dense
// they are, and counts only one in several where there are many times as many.
const mapBodies = 1000

// cell is a square of the map: how many are there, and their colours added up.
type cell struct{ n, r, g, b int32 }

// fieldMap is the map in the corner.
type fieldMap struct {
	*frame
	cells []cell
}

// minimap draws the whole field, with a frame around the part in view, into a corner of
// the viewport. It draws nothing while the whole field is in view.
func (fm *fieldMap) minimap(view image.Rectangle) {
	r, p := fm.renderer, &fm.overlay
	plot, c := r.Plot(), r.Camera()
	f := &r.field
	x0, y0 := c.Pixel(f.X, f.Y)
	x1, y1 := c.Pixel(f.X+f.Width, f.Y+f.Height)
	const slack = 2
	if x0 >= float32(plot.Min.X)-slack && y0 >= float32(plot.Min.Y)-slack &&
		x1 <= float32(plot.Max.X)+slack && y1 <= float32(plot.Max.Y)+slack {
		return
	}
	k := p.Px(mapSize) / max(r.field.Width, r.field.Height)
	w, h := r.field.Width*k, r.field.Height*k
	left := float32(view.Min.X+plot.Max.X) - w
	top := float32(view.Min.Y + plot.Min.Y)
	p.Rect(panelColor, left-p.Px(4), top-p.Px(4), w+p.Px(8), h+p.Px(8))
	p.Rect(cardColor, left, top, w, h)
	if len(r.bodies) > mapBodies {
		fm.mapCrowd(left, top, w, h, k)
	}
	mark := p.Px(2.2)
	if len(r.bodies) > mapBodies {
		mark = p.Px(0.8)
	}
	for i := range r.bodies {
		b := &r.bodies[i]
		x, y := left+(b.X-f.X)*k, top+(b.Y-f.Y)*k
		switch {
		case b.Hidden || b.Dead:
		case b.Focus:
			p.Disc(successColor, x, y, p.Px(3))
		case b.Marked && !b.Hued:
			p.Disc(draw.MarkShown(fm.light), x, y, mark)
		case len(r.bodies) <= mapBodies:
			p.Disc(fm.mapInk(b), x, y, p.Px(1.3))
		}
	}
	wx0, wy0 := c.World(float32(0), float32(plot.Min.Y))
	wx1, wy1 := c.World(float32(view.Dx()), float32(plot.Max.Y))
	wx0, wy0 = max(wx0, f.X), max(wy0, f.Y)
	wx1, wy1 = min(wx1, f.X+f.Width), min(wy1, f.Y+f.Height)
	if wx1 > wx0 && wy1 > wy0 {
		p.Frame(brightInk, left+(wx0-f.X)*k, top+(wy0-f.Y)*k, (wx1-wx0)*k, (wy1-wy0)*k, p.Px(1.5))
	}
}

func (fm *fieldMap) mapInk(b *draw.Body) color.NRGBA {
	if b.Color.A == 0 {
		return dimInk
	}
	return fm.shown(b.Color)
}

// mapCrowd draws squares that are the more opaque the more bodies they have, in the mean
// of their colours.
func (fm *fieldMap) mapCrowd(left, top, w, h, k float32) {
	r, p := fm.renderer, &fm.overlay
	side := p.Px(mapCell)
	columns, rows := int(w/side)+1, int(h/side)+1
	if n := columns * rows; cap(fm.cells) < n {
		fm.cells = make([]cell, n)
	}
	cells := fm.cells[:columns*rows]
	clear(cells)
	densest := int32(0)
	for i, stride := 0, len(r.bodies)/(40*mapBodies)+1; i < len(r.bodies); i += stride {
		b := &r.bodies[i]
		x, y := int((b.X-r.field.X)*k/side), int((b.Y-r.field.Y)*k/side)
		if b.Hidden || b.Dead || x < 0 || y < 0 || x >= columns || y >= rows {
			continue
		}
		ink, c := fm.mapInk(b), &cells[y*columns+x]
		c.n, c.r, c.g, c.b = c.n+1, c.r+int32(ink.R), c.g+int32(ink.G), c.b+int32(ink.B)
		densest = max(densest, c.n)
	}
	for i := range cells {
		c := &cells[i]
		if c.n == 0 {
			continue
		}
		share := math.Pow(float64(c.n)/float64(densest), 1.5) // so that an even crowd is no plain square
		ink := color.NRGBA{uint8(c.r / c.n), uint8(c.g / c.n), uint8(c.b / c.n), uint8(30 + 225*share)}
		x, y := float32(i%columns)*side, float32(i/columns)*side
		p.Rect(ink, left+x, top+y, min(side, w-x), min(side, h-y))
	}
}
