package draw

import (
	"image"
	"image/color"
	"math"
	"testing"
)

var white = color.NRGBA{255, 255, 255, 255}

// paintList returns what a list gives on a black 40 x 40 image.
func paintList(l *List) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, 40, 40))
	l2 := List{}
	l2.rect(color.NRGBA{A: 255}, 0, 0, 40, 40)
	l2.Prims = append(l2.Prims, l.Prims...)
	NewRasterizer().Draw(img, &l2)
	return img
}

// light returns how much white there is in r, in pixels.
func light(img *image.RGBA, r image.Rectangle) float64 {
	sum := 0
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			sum += int(img.RGBAAt(x, y).G)
		}
	}
	return float64(sum) / 255
}

func TestShapesCoverTheirArea(t *testing.T) {
	tests := []struct {
		name string
		add  func(l *List)
		area float64
	}{
		{"rect", func(l *List) { l.rect(white, 3, 4, 10, 5) }, 50},
		{"line", func(l *List) { l.line(white, 5, 20.5, 35, 20.5, 3) }, 90},
		{"slanted line", func(l *List) { l.line(white, 8, 11, 32, 29, 2) }, 60},
		{"disc", func(l *List) { l.disc(white, 20.3, 19.8, 10) }, 314.16},
		{"small disc", func(l *List) { l.disc(white, 20.5, 20.5, 1.5) }, 7.07},
		{"ring", func(l *List) { l.ring(white, 20, 20, 10, 2) }, 125.66},
		{"dart", func(l *List) { l.dart(white, 20, 20, 0.6, 0.8, 15) }, 0.78*225 + 4.815*15*1.5 + 7.07},
		{"diamond", func(l *List) { l.diamond(white, 20, 20, 10) }, 200},
		{"diamond ring", func(l *List) { l.diamondRing(white, 20, 20, 10, 2) }, 113},
		{"triangle", func(l *List) { l.polygon(white, 20, 20, 14, 3, 0) }, 254.6},
		{"square", func(l *List) { l.polygon(white, 20, 20, 14, 4, 0) }, 392},
		{"edge of a square", func(l *List) { l.polygon(white, 20, 20, 10*math.Sqrt2, 4, 2) }, 144},
		{"hexagon", func(l *List) { l.polygon(white, 20, 20, 14, 6, 0) }, 509.2},
		{"dot", func(l *List) { l.dot(white, 20.3, 20.8) }, 1},
		{"dot in a corner", func(l *List) { l.dot(white, 0, 0) }, 0.25},
		{"nothing", func(l *List) { l.line(white, 5, 5, 5, 5, 3); l.dart(white, 9, 9, 1, 0, 0) }, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var l List
			tt.add(&l)
			img := paintList(&l)
			if got := light(img, img.Rect); !near(got, tt.area, 0.01+0.04*tt.area) {
				t.Errorf("covers %.2f px, want %.2f", got, tt.area)
			}
		})
	}
}

func TestDartPointsWhereItHeads(t *testing.T) {
	left, right := image.Rect(0, 0, 18, 40), image.Rect(22, 0, 40, 40)
	top, bottom := image.Rect(0, 0, 40, 18), image.Rect(0, 22, 40, 40)
	tests := []struct {
		name        string
		hx, hy      float32
		front, back image.Rectangle
	}{
		{"right", 1, 0, right, left}, {"left", -1, 0, left, right},
		{"down", 0, 1, bottom, top}, {"up", 0, -1, top, bottom},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var l List
			l.dart(white, 20, 20, tt.hx, tt.hy, 16)
			img := paintList(&l)
			tip := image.Pt(20+int(12*tt.hx), 20+int(12*tt.hy))
			notch := image.Pt(20-int(12*tt.hx), 20-int(12*tt.hy))
			if img.RGBAAt(tip.X, tip.Y).G < 250 || img.RGBAAt(notch.X, notch.Y).G > 5 {
				t.Errorf("tip %v, notch %v; want white, black", img.RGBAAt(tip.X, tip.Y), img.RGBAAt(notch.X, notch.Y))
			}
			if f, b := light(img, tt.front), light(img, tt.back); f >= b {
				t.Errorf("front covers %.1f px, back %.1f; want a point ahead", f, b)
			}
		})
	}
}

func TestEdgesAreSmooth(t *testing.T) {
	var l List
	l.disc(white, 20, 20, 10)
	img := paintList(&l)
	between := 0
	for y := range 40 {
		for x := range 40 {
			if g := img.RGBAAt(x, y).G; g > 20 && g < 235 {
				between++
			}
		}
	}
	if between < 30 {
		t.Errorf("%d pixels of the edge are neither black nor white, want 30 or more", between)
	}
}

func TestTranslucentColoursBlend(t *testing.T) {
	var l List
	l.disc(alpha(white, 51), 20, 20, 10)
	l.disc(alpha(color.NRGBA{R: 255}, 51), 20, 20, 5)
	if got, want := paintList(&l).RGBAAt(20, 20), (color.RGBA{92, 41, 41, 255}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestTextAligns(t *testing.T) {
	for _, tt := range []struct {
		name  string
		align Align
		in    image.Rectangle
	}{
		{"left", Left, image.Rect(20, 0, 40, 40)},
		{"center", Center, image.Rect(13, 0, 28, 40)},
		{"right", Right, image.Rect(0, 0, 20, 40)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var l List
			l.text(white, tt.align, 20, 20, 13, "HI")
			img := paintList(&l)
			if all, in := light(img, img.Rect), light(img, tt.in); all < 15 || in != all {
				t.Errorf("%.1f px of ink, %.1f of them in %v; want all", all, in, tt.in)
			}
		})
	}
}

func TestOutsideAndEndlessPrimsLeaveThePictureAlone(t *testing.T) {
	nan, far := float32(0), float32(3e38)
	nan /= nan
	var l List
	for _, v := range []float32{nan, far, -far, far * far, -500} {
		l.rect(white, v, v, 5, 5)
		l.line(white, v, v, v, v, 2)
		l.disc(white, v, 20, 9)
		l.ring(white, 20, v, 9, 2)
		l.dart(white, v, v, 1, 0, 9)
		l.diamond(white, v, v, 9)
		l.diamondRing(white, v, v, 9, 2)
		l.dot(white, v, v)
		l.text(white, Left, v, v, 13, "text")
	}
	img := paintList(&l)
	if got := light(img, img.Rect); got != 0 {
		t.Errorf("%.1f px painted, want none", got)
	}
}
