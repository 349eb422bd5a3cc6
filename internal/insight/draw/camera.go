package draw

import (
	"image"
	"math"
	"strconv"
)

// Camera maps metres to pixels: the world's origin lies at pixel X, Y and a
// metre is Scale pixels long, the same in both directions. To zoom and pan,
// change the values. A camera without a scale, such as the zero Camera, takes it from
// the first frame, see [Camera.Or].
type Camera struct {
	Scale float64 // pixels a metre
	X, Y  float64 // pixels

	Centered bool // without a scale: X, Y is the point in the middle, in metres
}

// Or returns the camera itself where it has a scale. Else it is fit, centered in r on the
// point that Center was given, if it was.
func (c Camera) Or(fit Camera, r image.Rectangle) Camera {
	switch {
	case c.Scale != 0:
		return c
	case c.Centered:
		return fit.Center(float32(c.X), float32(c.Y), r)
	}
	return fit
}

// Fit makes the camera that shows all of the field as large as r allows, in the
// middle of r.
func Fit(f Field, r image.Rectangle) Camera {
	w, h := float64(f.Width), float64(f.Height)
	scale := min(float64(r.Dx())/w, float64(r.Dy())/h)
	return Camera{
		Scale: scale,
		X:     float64(r.Min.X) + (float64(r.Dx())-float64(w*scale))/2 - float64(float64(f.X)*scale),
		Y:     float64(r.Min.Y) + (float64(r.Dy())-float64(h*scale))/2 - float64(float64(f.Y)*scale),
	}
}

// Pixel gives the pixel of the point x, y (metres).
func (c Camera) Pixel(x, y float32) (px, py float32) {
	return float32(c.X + float64(float64(x)*c.Scale)), float32(c.Y + float64(float64(y)*c.Scale))
}

// World gives the point (metres) that pixel px, py shows.
func (c Camera) World(px, py float32) (x, y float32) {
	return float32((float64(px) - c.X) / c.Scale), float32((float64(py) - c.Y) / c.Scale)
}

// Zoom makes a camera that shows everything factor times as large, and the point at
// pixel px, py in the same place.
func (c Camera) Zoom(px, py float32, factor float64) Camera {
	x, y := float64(px), float64(py)
	return Camera{
		Scale: c.Scale * factor,
		X:     x + float64((c.X-x)*factor),
		Y:     y + float64((c.Y-y)*factor),
	}
}

// Pan makes a camera that shows everything moved by dx, dy pixels.
func (c Camera) Pan(dx, dy float32) Camera {
	c.X += float64(dx)
	c.Y += float64(dy)
	return c
}

// Center makes a camera of the same scale with the point x, y (metres) in the middle of r.
func (c Camera) Center(x, y float32, r image.Rectangle) Camera {
	if c.Scale == 0 {
		return Camera{X: float64(x), Y: float64(y), Centered: true}
	}
	c.X = float64(r.Min.X+r.Max.X)/2 - float64(float64(x)*c.Scale)
	c.Y = float64(r.Min.Y+r.Max.Y)/2 - float64(float64(y)*c.Scale)
	return c
}

// gridStep gives the smallest length of 1, 2 or 5 times a power of ten metres
// that spans at least px pixels.
func (c Camera) gridStep(px float64) float64 {
	for exp := -50; exp < 50; exp++ {
		for _, m := range [...]float64{1, 2, 5} {
			if step := m * math.Pow10(exp); step*c.Scale >= px {
				return step
			}
		}
	}
	return math.Pow10(50)
}

// metres writes a length as a scale bar shows it.
func metres(v float64) string {
	if v >= 1000 {
		return strconv.FormatFloat(v/1000, 'g', 4, 64) + " km"
	}
	return strconv.FormatFloat(v, 'g', 4, 64) + " m"
}
