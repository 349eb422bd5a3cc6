package draw

import (
	"image"
	"image/color"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
)

// Rasterizer paints draw lists on images. The zero value is not ready: use
// NewRasterizer. It keeps font data between pictures and belongs to one goroutine.
type Rasterizer struct {
	faces faces
}

// NewRasterizer makes a Rasterizer.
func NewRasterizer() *Rasterizer { return &Rasterizer{faces: faces{}} }

// Draw paints l on dst and makes opaque what it touches. What lies outside
// dst, or has no finite size, is left out.
func (r *Rasterizer) Draw(dst *image.RGBA, l *List) {
	for i := range l.Prims {
		p := &l.Prims[i]
		if !finite(p.X, p.Y, p.U, p.V, p.R) {
			continue
		}
		switch p.Kind {
		case Rect:
			fillRect(dst, p)
		case Line:
			strokeLine(dst, p)
		case Disc:
			fillDisc(dst, p)
		case Ring:
			strokeRing(dst, p)
		case Dart:
			fillDart(dst, p)
		case Diamond:
			fillDiamond(dst, p)
		case DiamondRing:
			strokeDiamond(dst, p)
		case Polygon:
			paintPolygon(dst, p)
		case Dot:
			splatDot(dst, p)
		case Text:
			r.text(dst, p)
		}
	}
}

// blend lays c over the pixel at byte offset i, with a of 255 parts.
func blend(dst *image.RGBA, i int, c color.NRGBA, a int32) {
	px := dst.Pix[i : i+4 : i+4]
	px[0] = over(px[0], c.R, a)
	px[1] = over(px[1], c.G, a)
	px[2] = over(px[2], c.B, a)
	px[3] = 255
}

// over is d with a of 255 parts replaced by s, rounded.
func over(d, s uint8, a int32) uint8 {
	return uint8((int32(d)*(255-a) + int32(s)*a + 127) / 255)
}

// box gives the pixels of dst that a shape of the given reach around x, y can touch.
func box(dst *image.RGBA, x0, y0, x1, y1, reach float32) image.Rectangle {
	b := dst.Rect
	lo := func(v float32, from, to int) int {
		return int(math.Floor(float64(min(max(v-reach-1, float32(from)), float32(to)))))
	}
	hi := func(v float32, from, to int) int {
		return int(math.Ceil(float64(min(max(v+reach+1, float32(from)), float32(to)))))
	}
	return image.Rect(lo(min(x0, x1), b.Min.X, b.Max.X), lo(min(y0, y1), b.Min.Y, b.Max.Y),
		hi(max(x0, x1), b.Min.X, b.Max.X), hi(max(y0, y1), b.Min.Y, b.Max.Y))
}

// paint blends c over the pixels of b by their coverage, which is taken from
// the distance (pixels, negative inside) of a pixel's centre to the shape's edge.
func paint(dst *image.RGBA, b image.Rectangle, c color.NRGBA, distance func(x, y float32) float32) {
	for y := b.Min.Y; y < b.Max.Y; y++ {
		i := dst.PixOffset(b.Min.X, y)
		for x := b.Min.X; x < b.Max.X; x++ {
			cover := 0.5 - distance(float32(x)+0.5, float32(y)+0.5)
			if cover > 0 {
				blend(dst, i, c, int32(min(cover, 1)*float32(c.A)))
			}
			i += 4
		}
	}
}

func fillRect(dst *image.RGBA, p *Prim) {
	b := image.Rect(round(p.X), round(p.Y), round(p.X+p.U), round(p.Y+p.V)).Intersect(dst.Rect)
	for y := b.Min.Y; y < b.Max.Y; y++ {
		i := dst.PixOffset(b.Min.X, y)
		for range b.Dx() {
			blend(dst, i, p.Color, int32(p.Color.A))
			i += 4
		}
	}
}

func strokeLine(dst *image.RGBA, p *Prim) {
	mx, my := (p.X+p.U)/2, (p.Y+p.V)/2
	ux, uy := p.U-mx, p.V-my
	half := length(ux, uy)
	if half == 0 {
		return
	}
	ux, uy = ux/half, uy/half
	paint(dst, box(dst, p.X, p.Y, p.U, p.V, p.R), p.Color, func(x, y float32) float32 {
		x, y = x-mx, y-my
		return max(abs(dot(x, y, ux, uy))-half, abs(dot(x, y, -uy, ux))-p.R/2)
	})
}

func fillDisc(dst *image.RGBA, p *Prim) {
	paint(dst, box(dst, p.X, p.Y, p.X, p.Y, p.R), p.Color, func(x, y float32) float32 {
		return length(x-p.X, y-p.Y) - p.R
	})
}

func strokeRing(dst *image.RGBA, p *Prim) {
	paint(dst, box(dst, p.X, p.Y, p.X, p.Y, p.R+p.U), p.Color, func(x, y float32) float32 {
		return abs(length(x-p.X, y-p.Y)-p.R) - p.U/2
	})
}

// fillDart measures the distance to the outline's four edges; a ray to the
// right that crosses them an odd number of times starts inside.
func fillDart(dst *image.RGBA, p *Prim) {
	var vx, vy, ex, ey, long [len(DartOutline)]float32
	for i, v := range DartOutline {
		vx[i] = dot(v[0], -v[1], p.U, p.V) * p.R
		vy[i] = dot(v[0], v[1], p.V, p.U) * p.R
	}
	for i := range vx {
		j := (i + 1) % len(vx)
		ex[i], ey[i] = vx[j]-vx[i], vy[j]-vy[i]
		long[i] = dot(ex[i], ey[i], ex[i], ey[i])
	}
	paint(dst, box(dst, p.X, p.Y, p.X, p.Y, p.R), p.Color, func(x, y float32) float32 {
		x, y = x-p.X, y-p.Y
		d, inside := float32(math.MaxFloat32), false
		for i := range vx {
			dx, dy := x-vx[i], y-vy[i]
			d = min(d, segment(dx, dy, ex[i], ey[i], long[i]))
			if (dy >= 0) != (dy >= ey[i]) && (float32(dx*ey[i]) < float32(ex[i]*dy)) == (ey[i] > 0) {
				inside = !inside
			}
		}
		if inside {
			d = -d
		}
		return d - float32(DartRounding*p.R)
	})
}

func fillDiamond(dst *image.RGBA, p *Prim) {
	paint(dst, box(dst, p.X, p.Y, p.X, p.Y, p.R), p.Color, func(x, y float32) float32 {
		return (abs(x-p.X) + abs(y-p.Y) - p.R) / math.Sqrt2
	})
}

func strokeDiamond(dst *image.RGBA, p *Prim) {
	paint(dst, box(dst, p.X, p.Y, p.X, p.Y, p.R+p.U), p.Color, func(x, y float32) float32 {
		return abs(abs(x-p.X)+abs(y-p.Y)-p.R)/math.Sqrt2 - p.U/2
	})
}

// maxCorners is the number of corners a polygon has at most.
const maxCorners = 8

// paintPolygon measures how far outside of its farthest side a pixel is.
func paintPolygon(dst *image.RGBA, p *Prim) {
	n := min(max(int(p.U), 3), maxCorners)
	var nx, ny [maxCorners]float32 // of the sides, outward
	for i := range n {
		sin, cos := math.Sincos(math.Pi/2 + 2*math.Pi*float64(i)/float64(n))
		nx[i], ny[i] = float32(cos), float32(sin)
	}
	side := p.R * float32(math.Cos(math.Pi/float64(n)))
	paint(dst, box(dst, p.X, p.Y, p.X, p.Y, p.R), p.Color, func(x, y float32) float32 {
		d := float32(-math.MaxFloat32)
		for i := range n {
			d = max(d, dot(x-p.X, y-p.Y, nx[i], ny[i])-side)
		}
		if p.V > 0 {
			d = max(d, -d-p.V)
		}
		return d
	})
}

// splatDot spreads a dot over the four pixels around it, so that it is equally bright
// wherever it lies.
func splatDot(dst *image.RGBA, p *Prim) {
	if !image.Pt(round(p.X), round(p.Y)).In(dst.Rect.Inset(-1)) {
		return
	}
	left, top := math.Floor(float64(p.X)-0.5), math.Floor(float64(p.Y)-0.5)
	fx, fy := p.X-0.5-float32(left), p.Y-0.5-float32(top)
	for k, w := range [4]float32{(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy} {
		at := image.Pt(int(left)+k&1, int(top)+k>>1)
		if at.In(dst.Rect) {
			blend(dst, dst.PixOffset(at.X, at.Y), p.Color, int32(w*float32(p.Color.A)))
		}
	}
}

func (r *Rasterizer) text(dst *image.RGBA, p *Prim) {
	x := p.X
	switch p.Align {
	case Center:
		x -= r.faces.width(p.R, p.Str) / 2
	case Right:
		x -= r.faces.width(p.R, p.Str)
	}
	d := font.Drawer{Dst: dst, Src: image.NewUniform(p.Color), Face: r.faces.at(p.R),
		Dot: fixed.P(round(x), round(p.Y))}
	d.DrawString(p.Str)
}

// segment gives the distance of x, y to the line from 0, 0 to ux, uy, whose
// squared length is long, above 0.
func segment(x, y, ux, uy, long float32) float32 {
	t := min(max(dot(x, y, ux, uy)/long, 0), 1)
	return length(x-float32(t*ux), y-float32(t*uy))
}

// dot computes ax*bx + ay*by, never fused.
func dot(ax, ay, bx, by float32) float32 { return float32(ax*bx) + float32(ay*by) }

func length(x, y float32) float32 { return float32(math.Sqrt(float64(dot(x, y, x, y)))) }

func abs(v float32) float32 { return max(v, -v) }

// round gives the nearest whole pixel, within the largest picture.
func round(v float32) int {
	return int(math.Floor(float64(min(max(v, -maxSide), 2*maxSide)) + 0.5))
}
