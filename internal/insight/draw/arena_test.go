package draw

import (
	"image/color"
	"testing"
)

// walled returns the arena of the other tests with one obstacle of each form.
func walled() Field {
	f := arena
	f.Obstacles = []Obstacle{
		{Points: [][2]float32{{10, 10}, {20, 10}, {20, 20}, {10, 20}}},
		{X: 40, Y: 15, Radius: 5},
		{Points: [][2]float32{{60, 10}, {70, 10}, {65, 20}}},
	}
	return f
}

func TestObstaclesAreFilled(t *testing.T) {
	img := render(t, walled(), Frame{}, Legend{}, Options{})
	wall := color.RGBA(darkTheme.wall)
	for _, p := range [][2]float32{{12.5, 12.5}, {17.5, 17.5}, {42, 17}, {65, 12.5}} {
		if got := at(t, img, p[0], p[1]); got != wall {
			t.Errorf("pixel at %v is %v, wanted the wall's %v", p, got, wall)
		}
	}
	for _, p := range [][2]float32{{22.5, 17.5}, {47.5, 12.5}, {61.5, 18.5}} {
		if got := at(t, img, p[0], p[1]); got == wall {
			t.Errorf("pixel at %v is a wall's", p)
		}
	}
}

// TestLifeShows wants whatever a body or the field has to change the picture.
func TestLifeShows(t *testing.T) {
	plain := Body{X: 37, Y: 21, HX: 1, Color: red}
	with := func(change func(*Body, *Frame)) Frame {
		b, fr := plain, Frame{}
		change(&b, &fr)
		fr.Bodies = []Body{b}
		return fr
	}
	before := render(t, arena, with(func(*Body, *Frame) {}), Legend{}, Options{})
	for name, fr := range map[string]Frame{
		"hurt":   with(func(b *Body, _ *Frame) { b.Hurt = 0.5 }),
		"dead":   with(func(b *Body, _ *Frame) { b.Dead = true }),
		"laden":  with(func(b *Body, _ *Frame) { b.Laden = true }),
		"speech": with(func(b *Body, _ *Frame) { b.Speech = "Ho" }),
		"item":   with(func(_ *Body, fr *Frame) { fr.Items = []Item{{X: 50, Y: 30}} }),
		"night":  with(func(_ *Body, fr *Frame) { fr.Night = true }),
	} {
		if differing(before, render(t, arena, fr, Legend{}, Options{})).Empty() {
			t.Errorf("%s does not show", name)
		}
	}
	img := render(t, arena, with(func(_ *Body, fr *Frame) { fr.Items = []Item{{X: 50, Y: 30, Color: blue}} }), Legend{}, Options{})
	if got := at(t, img, 50, 30); got != blue {
		t.Errorf("an item is %v, wanted %v", got, blue)
	}
}

// TestHurtIsInProportion wants the bar of one who is nearly dead to be short and
// warm.
func TestHurtIsInProportion(t *testing.T) {
	count := func(hurt float32, want color.NRGBA) (n int) {
		img := render(t, arena, Frame{Bodies: []Body{{X: 37, Y: 21, HX: 1, Hurt: hurt}}}, Legend{}, Options{})
		for i := 0; i < len(img.Pix); i += 4 {
			if img.Pix[i] == want.R && img.Pix[i+1] == want.G && img.Pix[i+2] == want.B {
				n++
			}
		}
		return n
	}
	little, half, nearly := count(0.1, darkTheme.well), count(0.5, darkTheme.well), count(0.9, darkTheme.hurt)
	if little <= half || half == 0 || nearly == 0 || nearly >= half {
		t.Errorf("bars of %d, %d and %d pixels", little, half, nearly)
	}
}
