package draw

import (
	"fmt"
	"image/color"
	"math"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/facttest"
)

// Texts can be read, and things be seen, in both themes.
func TestThemesHaveContrast(t *testing.T) {
	for name, th := range map[string]*theme{"dark": &darkTheme, "light": &lightTheme} {
		for text, c := range map[string]color.NRGBA{"ink": th.ink, "dim": th.dim, "focus": th.focus, "place": mix(th.place, th.ink, 90)} {
			for ground, g := range map[string]color.NRGBA{"page": th.page, "field": th.field} {
				if k := facttest.Contrast(c, g); k < 4.5 {
					t.Errorf("%s: %s on %s is %.1f to 1, wanted 4.5", name, text, ground, k)
				}
			}
		}
		things := map[string]color.NRGBA{"mark": th.mark, "body": th.body, "item": th.item, "hurt": th.hurt, "fire": th.fire, "well": th.well}
		for _, c := range []color.RGBA{{0xff, 0xff, 0xff, 0xff}, {0xf0, 0xf0, 0xd8, 0xff}, {0x6f, 0xb1, 0xff, 0xff}, {0x30, 0xf0, 0xff, 0xff}} {
			things[fmt.Sprint("a body in ", c)] = th.opaque(c, th.body)
		}
		for thing, c := range things {
			if k := facttest.Contrast(c, th.field); k < 3 {
				t.Errorf("%s: %s on the field is %.1f to 1, wanted 3", name, thing, k)
			}
		}
	}
}

// The name of a body can be read in whatever colour the body has, by day and at night.
func TestNamesOfBodiesHaveContrast(t *testing.T) {
	for _, light := range []bool{false, true} {
		th := &darkTheme
		if light {
			th = &lightTheme
		}
		grounds := map[string]color.NRGBA{"page": th.page, "field": th.field, "night": mix(th.field, th.night, int(th.night.A))}
		a := layout(t, arena, Legend{}, Options{Light: light}, 0)
		var l List
		for n := range 1 + 6*6*6 {
			body := color.RGBA{}
			if n > 0 {
				body = color.RGBA{uint8((n - 1) / 36 * 51), uint8((n - 1) / 6 % 6 * 51), uint8((n - 1) % 6 * 51), 0xff}
			}
			l.Reset()
			a.Draw(&l, Frame{Bodies: []Body{{X: 50, Y: 30, HX: 1, Color: body, Label: "Ann", Named: true}}}, nil)
			names := 0
			for _, p := range l.Prims {
				if p.Str != "Ann" || p.Color.A < 0xff { // or the shade around it
					continue
				}
				names++
				for ground, g := range grounds {
					if k := facttest.Contrast(p.Color, g); k < 4.5 {
						t.Errorf("light %v: the name of a body in %v is %v, %.2f to 1 on %s, wanted 4.5", light, body, p.Color, k, ground)
					}
				}
			}
			if names == 0 {
				t.Fatalf("a body in %v has no name", body)
			}
		}
	}
}

// The classes of a team look different as long as there are glyphs, where bodies are large
// enough, and alike where they are not.
func TestGlyphsTellClassesApart(t *testing.T) {
	for _, heading := range []float32{0, 1} {
		seen := map[string]Glyph{}
		for g := range Glyph(Glyphs) {
			img := render(t, arena, Frame{Bodies: []Body{{X: 50, Y: 30, HX: heading, Color: blue, Glyph: g}}}, Legend{}, Options{})
			if old, ok := seen[string(img.Pix)]; ok {
				t.Errorf("heading %g: glyphs %d and %d look alike", heading, old, g)
			}
			seen[string(img.Pix)] = g
		}
	}
	bodies := spread(4000, blue)
	plain := render(t, arena, Frame{Bodies: bodies}, Legend{}, Options{})
	for i := range bodies {
		bodies[i].Glyph = GlyphSquare
	}
	if marked := render(t, arena, Frame{Bodies: bodies}, Legend{}, Options{}); string(marked.Pix) != string(plain.Pix) {
		t.Error("bodies of few pixels have glyphs")
	}
}

func TestLayersAreLeftOut(t *testing.T) {
	f := arena
	f.Places = []Place{{Name: "base", X: 20, Y: 20, Radius: 8, Color: red}}
	f.Paths = []Path{{Points: [][2]float32{{70, 10}, {90, 10}}}}
	fr := Frame{Bodies: []Body{{X: 50, Y: 30, HX: 1, Color: blue, Label: "Bot 1", Named: true, Hurt: 0.5, Speech: "Hello"}}}
	shows := func(hide Layers) (all Layers) {
		a := layout(t, f, Legend{}, Options{}, 0)
		a.Hide = hide
		var l List
		a.Draw(&l, fr, nil)
		for _, p := range l.Prims {
			switch {
			case p.Str == "Bot 1":
				all |= LayerNames
			case p.Str == "Hello":
				all |= LayerSpeech
			case p.Str == "base":
				all |= LayerPlaces
			case p.Kind == Rect && p.Color == darkTheme.well:
				all |= LayerHealth
			case p.Kind == Line && p.Color == alpha(darkTheme.place, 110):
				all |= LayerPaths
			}
		}
		return all
	}
	const every = LayerNames | LayerHealth | LayerSpeech | LayerPaths | LayerPlaces
	for hide := range every + 1 {
		if got := shows(hide); got != every&^hide {
			t.Errorf("hiding %05b, %05b are shown", hide, got)
		}
	}
}

func TestSightIsACircleOrASector(t *testing.T) {
	a := layout(t, arena, Legend{}, Options{}, 0)
	var l List
	a.DrawBodies(&l, Frame{Sights: []Sight{{X: 50, Y: 30, HX: 1, Radius: 10, Angle: 360, Color: red}}}, nil)
	if len(l.Prims) != 1 || l.Prims[0].Kind != Ring || math.Abs(float64(l.Prims[0].R)-10*a.Camera.Scale) > 0.01 {
		t.Errorf("all around: %+v", l.Prims)
	}
	l.Reset()
	a.DrawBodies(&l, Frame{Sights: []Sight{{X: 50, Y: 30, HX: 0, HY: -1, Radius: 10, Angle: 90, Color: red}, {X: float32(math.NaN()), Radius: 1}}}, nil)
	x, y := a.Camera.Pixel(50, 30)
	for _, p := range l.Prims {
		if p.Kind != Line || p.V > y+0.01 || float64(length(p.U-x, p.V-y)) > 10*a.Camera.Scale+0.1 {
			t.Errorf("upwards: %+v from %g, %g", p, x, y)
		}
	}
	if len(l.Prims) < 6 {
		t.Errorf("%d lines", len(l.Prims))
	}
}

// A marked body that shows something else by its colour has only the halo of the mark, on the
// field as in the legend.
func TestMarkedOnesMayKeepTheirColour(t *testing.T) {
	for _, hued := range []bool{false, true} {
		a := layout(t, arena, Legend{[]LegendEntry{{Color: red, Shape: ShapeMarked, Text: "it", Hued: hued}}}, Options{}, 0)
		var l List
		a.Draw(&l, Frame{Bodies: []Body{{X: 50, Y: 30, HX: 1, Color: red, Marked: true, Hued: hued}}}, nil)
		want, halos := darkTheme.mark, 0
		if hued {
			want = color.NRGBA(red)
		}
		for _, p := range l.Prims {
			if p.Kind == Dart && p.Color.A == 0xff && p.Color != want {
				t.Errorf("hued %v: a dart in %v, wanted %v", hued, p.Color, want)
			}
			if p.Kind == Ring && p.Color == alpha(darkTheme.mark, 200) {
				halos++
			}
		}
		if halos != 2 {
			t.Errorf("hued %v: %d halos, wanted that of the body and that of the legend", hued, halos)
		}
	}
}
