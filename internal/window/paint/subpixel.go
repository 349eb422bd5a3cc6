package paint

import (
	"encoding/binary"
	"image"
	"math"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/internal/insight/draw"
)

// subpixel paints the bodies of a crowd so large that each has less than a pixel. The
// corners of a triangle take longer to write than the pixels of such a dot, so that
// the processor paints the dots into one image, which is drawn on the screen.
type subpixel struct {
	image *ebiten.Image // at least as large as any layer so far
	pix   []byte        // premultiplied RGBA of the layer
	at    image.Rectangle
}

// paint draws a run of dots over an image. The layer is no larger than they need.
func (d *subpixel) paint(dst *ebiten.Image, dots []draw.Prim) {
	whole := dst.Bounds()
	d.at = extent(dots).Intersect(image.Rectangle{Max: whole.Size()}.Inset(-1))
	size := d.at.Size()
	if d.at.Empty() {
		return
	}
	if n := 4 * size.X * size.Y; n > cap(d.pix) {
		d.pix = make([]byte, n)
	} else {
		d.pix = d.pix[:n]
		clear(d.pix)
	}
	for i := range dots {
		d.add(&dots[i])
	}
	if d.image == nil || d.image.Bounds().Dx() < size.X || d.image.Bounds().Dy() < size.Y {
		if d.image != nil {
			d.image.Deallocate()
		}
		d.image = ebiten.NewImage(whole.Dx()+2, whole.Dy()+2)
	}
	layer := d.image.SubImage(image.Rectangle{Max: size}).(*ebiten.Image)
	layer.WritePixels(d.pix)
	o := &ebiten.DrawImageOptions{}
	at := whole.Min.Add(d.at.Min)
	o.GeoM.Translate(float64(at.X), float64(at.Y))
	dst.DrawImage(layer, o)
}

// extent gives the rectangle of the pixels that dots touch.
func extent(dots []draw.Prim) image.Rectangle {
	x0, y0, x1, y1 := dots[0].X, dots[0].Y, dots[0].X, dots[0].Y
	for i := range dots {
		x0, x1 = min(x0, dots[i].X), max(x1, dots[i].X)
		y0, y1 = min(y0, dots[i].Y), max(y1, dots[i].Y)
	}
	return image.Rect(int(x0)-1, int(y0)-1, int(x1)+2, int(y1)+2)
}

// add spreads a dot over the four pixels around it, so that it is equally bright
// wherever it lies.
func (d *subpixel) add(p *draw.Prim) {
	left, top := math.Floor(float64(p.X)-0.5), math.Floor(float64(p.Y)-0.5)
	x, y := int(left)-d.at.Min.X, int(top)-d.at.Min.Y
	fx, fy := uint32((p.X-0.5-float32(left))*256), uint32((p.Y-0.5-float32(top))*256)
	width := d.at.Dx()
	if x < 0 || y < 0 || x+1 >= width || y+1 >= d.at.Dy() {
		return // the extent leaves room for all that lie on the image
	}
	alpha := uint32(p.Color.A) + uint32(p.Color.A)>>7 // of 256
	over := alpha * (256 - fx) >> 8
	i := 4 * (y*width + x)
	lay(d.pix[i:], p, over*(256-fy)>>8)
	lay(d.pix[i+4*width:], p, over*fy>>8)
	over = alpha * fx >> 8
	lay(d.pix[i+4:], p, over*(256-fy)>>8)
	lay(d.pix[i+4*width+4:], p, over*fy>>8)
}

// lay blends a dot's colour over the first pixel of a row, with an opacity of a in
// 256: two channels at a time, each with eight bits of room above it.
func lay(pix []byte, p *draw.Prim, a uint32) {
	const lanes = 0x00ff00ff
	under := binary.LittleEndian.Uint32(pix)
	rb := (uint32(p.Color.R)|uint32(p.Color.B)<<16)*a + (under&lanes)*(256-a)
	ga := (uint32(p.Color.G)|0xff<<16)*a + (under>>8&lanes)*(256-a)
	binary.LittleEndian.PutUint32(pix, rb>>8&lanes|ga&^lanes)
}
