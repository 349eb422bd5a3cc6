package paint

import (
	"image"
	"image/color"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/internal/ground/windowtest"
	"github.com/thicket-sim/thicket/internal/insight/draw"
)

// TestAWindowShowsWhatPicturesShow holds the painter to the rasterizer of
// package draw, kind by kind.
func TestAWindowShowsWhatPicturesShow(t *testing.T) {
	windowtest.Need(t)
	p, err := NewPainter()
	if err != nil {
		t.Fatal(err)
	}
	ink := color.NRGBA{0xff, 0xb4, 0x2e, 0xff}
	faint := color.NRGBA{0x40, 0xa0, 0xff, 0x80}
	for name, prim := range map[string]draw.Prim{
		"rect":         {Kind: draw.Rect, Color: faint, X: 3.4, Y: 5.6, U: 20, V: 11},
		"line":         {Kind: draw.Line, Color: ink, X: 4, Y: 6, U: 33, V: 29, R: 3},
		"flat line":    {Kind: draw.Line, Color: faint, X: 4, Y: 20, U: 33, V: 20, R: 1.5},
		"disc":         {Kind: draw.Disc, Color: ink, X: 20.3, Y: 19.8, R: 9.5},
		"small disc":   {Kind: draw.Disc, Color: faint, X: 20.3, Y: 19.8, R: 0.7},
		"ring":         {Kind: draw.Ring, Color: ink, X: 20, Y: 20, R: 12, U: 3},
		"dart":         {Kind: draw.Dart, Color: ink, X: 20, Y: 20, U: 0.6, V: -0.8, R: 14},
		"small dart":   {Kind: draw.Dart, Color: faint, X: 20.5, Y: 20.5, U: -1, V: 0, R: 4},
		"diamond":      {Kind: draw.Diamond, Color: ink, X: 20, Y: 20, R: 11},
		"diamond ring": {Kind: draw.DiamondRing, Color: faint, X: 20, Y: 20, R: 11, U: 3},
		"triangle":     {Kind: draw.Polygon, Color: ink, X: 20, Y: 20, R: 14, U: 3},
		"square":       {Kind: draw.Polygon, Color: faint, X: 20.3, Y: 19.8, R: 9, U: 4},
		"hexagon edge": {Kind: draw.Polygon, Color: ink, X: 20, Y: 20, R: 13, U: 6, V: 2},
		"octagon":      {Kind: draw.Polygon, Color: faint, X: 20, Y: 20, R: 15, U: 8},
		"dot":          {Kind: draw.Dot, Color: ink, X: 20.25, Y: 19.75},
		"edge dot":     {Kind: draw.Dot, Color: ink, X: 0, Y: 39.9},
	} {
		t.Run(name, func(t *testing.T) {
			want := image.NewRGBA(image.Rect(0, 0, 40, 40))
			back := draw.Prim{Kind: draw.Rect, Color: color.NRGBA{0x12, 0x1a, 0x28, 0xff}, U: 40, V: 40}
			prims := []draw.Prim{back, prim, prim} // twice, to see how they mix
			draw.NewRasterizer().Draw(want, &draw.List{Prims: prims})
			// A part of a larger image has its own top left corner.
			img := ebiten.NewImage(60, 60)
			defer img.Deallocate()
			part := img.SubImage(image.Rect(10, 15, 50, 55)).(*ebiten.Image)
			p.Paint(part, prims)
			got := windowtest.Pixels(part)
			var off, total int
			for i := range want.Pix {
				d := int(max(want.Pix[i], got.Pix[i]) - min(want.Pix[i], got.Pix[i]))
				off = max(off, d)
				total += d
			}
			if off > 12 || total > 4000 {
				t.Errorf("a channel is %d off, all together %d", off, total)
				windowtest.Save(t, "want", want)
				windowtest.Save(t, "got", got)
			}
			if around := windowtest.Pixels(img); around.RGBAAt(9, 20).A > 0 || around.RGBAAt(51, 20).A > 0 {
				t.Error("it is painted beyond its part of the image")
			}
		})
	}
}

func TestTextIsPaintedWhereTheListSays(t *testing.T) {
	windowtest.Need(t)
	p, err := NewPainter()
	if err != nil {
		t.Fatal(err)
	}
	img := ebiten.NewImage(200, 40)
	defer img.Deallocate()
	for align, want := range map[draw.Align]image.Rectangle{
		draw.Left: image.Rect(100, 14, 160, 34), draw.Center: image.Rect(69, 14, 132, 34), draw.Right: image.Rect(40, 14, 102, 34),
	} {
		img.Clear()
		p.Paint(img, []draw.Prim{{Kind: draw.Text, Align: align, Color: color.NRGBA{255, 255, 255, 255}, X: 100, Y: 30, R: 16, Str: "Thicket"}})
		lit := bounds(windowtest.Pixels(img))
		if lit.Empty() || !lit.In(want) {
			t.Errorf("align %d: text covers %v, wanted it in %v", align, lit, want)
		}
	}
}

// bounds returns the smallest rectangle around all that is not transparent.
func bounds(img *image.RGBA) (r image.Rectangle) {
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			if img.RGBAAt(x, y).A > 0 {
				r = r.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return r
}
