package draw

import (
	"image"
	"math"
	"testing"

	"pgregory.net/rapid"
)

func near(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance }

func TestFitKeepsAspectAndCentres(t *testing.T) {
	tests := []struct {
		name           string
		f              Field
		x0, y0, x1, y1 float32 // pixels of the field's corners in (100, 50)-(300, 150)
	}{
		{"as the rectangle", Field{Width: 20, Height: 10}, 100, 50, 300, 150},
		{"square: bars at the sides", Field{Width: 7, Height: 7}, 150, 50, 250, 150},
		{"wide: bars above and below", Field{Width: 80, Height: 20}, 100, 75, 300, 125},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := Fit(tt.f, image.Rect(100, 50, 300, 150))
			x0, y0 := c.Pixel(0, 0)
			x1, y1 := c.Pixel(tt.f.Width, tt.f.Height)
			if x0 != tt.x0 || y0 != tt.y0 || x1 != tt.x1 || y1 != tt.y1 {
				t.Errorf("corners at (%g, %g) and (%g, %g), want (%g, %g) and (%g, %g)",
					x0, y0, x1, y1, tt.x0, tt.y0, tt.x1, tt.y1)
			}
		})
	}
}

func TestCameraRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.Float32Range(0.1, 1e6)
		f := Field{Width: side.Draw(t, "width"), Height: side.Draw(t, "height")}
		r := image.Rect(14, 60, 14+rapid.IntRange(1, 4000).Draw(t, "w"), 60+rapid.IntRange(1, 4000).Draw(t, "h"))
		c := Fit(f, r)
		share := rapid.Float32Range(0, 1)
		x, y := f.Width*share.Draw(t, "x"), f.Height*share.Draw(t, "y")
		px, py := c.Pixel(x, y)
		const slack = 0.01 // pixels
		if float64(px) < float64(r.Min.X)-slack || float64(px) > float64(r.Max.X)+slack ||
			float64(py) < float64(r.Min.Y)-slack || float64(py) > float64(r.Max.Y)+slack {
			t.Fatalf("(%g, %g) of %v is shown at (%g, %g), outside %v", x, y, f, px, py, r)
		}
		bx, by := c.World(px, py)
		if !near(float64(x), float64(bx), slack/c.Scale) || !near(float64(y), float64(by), slack/c.Scale) {
			t.Fatalf("(%g, %g) comes back as (%g, %g)", x, y, bx, by)
		}
	})
}

func TestGridStepIsRound(t *testing.T) {
	tests := []struct {
		scale float64
		want  float64
		text  string
	}{
		{40, 1, "1 m"}, {39, 2, "2 m"}, {3, 20, "20 m"}, {400, 0.1, "0.1 m"}, {0.02, 2000, "2 km"}, {0.0009, 50000, "50 km"},
	}
	for _, tt := range tests {
		got := Camera{Scale: tt.scale}.gridStep(40)
		if !near(got, tt.want, tt.want*1e-12) || metres(got) != tt.text {
			t.Errorf("%g px/m: step %g (%q), want %g (%q)", tt.scale, got, metres(got), tt.want, tt.text)
		}
	}
}

// TestACameraWithoutAScaleTakesIt centers a camera before there is a frame.
func TestACameraWithoutAScaleTakesIt(t *testing.T) {
	plot := image.Rect(10, 20, 210, 120)
	fit := Fit(Field{Width: 50, Height: 50}, plot)
	if got, want := (Camera{}).Center(7, 0, image.Rectangle{}).Or(fit, plot), fit.Center(7, 0, plot); got != want {
		t.Errorf("%+v, wanted %+v", got, want)
	}
	if got := (Camera{}).Or(fit, plot); got != fit {
		t.Errorf("%+v, wanted %+v", got, fit)
	}
	if c := (Camera{Scale: 1, X: 3}); c.Or(fit, plot) != c {
		t.Error("a camera with a scale has changed")
	}
}
