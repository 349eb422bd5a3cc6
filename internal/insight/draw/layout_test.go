package draw

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"slices"
	"strings"
	"testing"
)

var (
	blue  = color.RGBA{0x4a, 0xa3, 0xff, 0xff}
	red   = color.RGBA{0xff, 0x5a, 0x5f, 0xff}
	arena = Field{Width: 100, Height: 60, Title: "Arena"}
)

// render is PNG, there and back.
func render(t *testing.T, f Field, fr Frame, lg Legend, opt Options) *image.RGBA {
	t.Helper()
	var buf bytes.Buffer
	if err := PNG(&buf, f, fr, lg, opt); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&buf)
	if err != nil {
		t.Fatal(err)
	}
	out, ok := img.(*image.RGBA)
	if !ok {
		t.Fatalf("decodes as %T, want opaque pixels", img)
	}
	return out
}

// differing returns the smallest rectangle with all pixels in which a and b differ.
func differing(a, b *image.RGBA) image.Rectangle {
	var r image.Rectangle
	for y := range a.Rect.Dy() {
		for x := range a.Rect.Dx() {
			if a.RGBAAt(x, y) != b.RGBAAt(x, y) {
				r = r.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return r
}

func layout(t *testing.T, f Field, lg Legend, opt Options, captions int) *Layout {
	t.Helper()
	a, err := NewLayout(f, lg, opt, captions)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// texts returns all that a picture says.
func texts(a *Layout, fr Frame) []string {
	var l List
	a.Draw(&l, fr, nil)
	var out []string
	for _, p := range l.Prims {
		if p.Kind == Text {
			out = append(out, p.Str)
		}
	}
	return out
}

func TestTextsAreDrawnInTheirBars(t *testing.T) {
	with := func(title, caption, entry string) *image.RGBA {
		f := arena
		f.Title = title
		return render(t, f, Frame{Captions: []string{caption}}, Legend{[]LegendEntry{{Color: blue, Text: entry, Shape: ShapeBot}}}, Options{})
	}
	plain := with("", "", "")
	a := layout(t, arena, Legend{}, Options{}, 1)
	header := image.Rect(0, 0, a.Width, a.head)
	footer := image.Rect(0, a.Height-a.foot, a.Width, a.Height)
	tests := []struct {
		name string
		img  *image.RGBA
		bar  image.Rectangle
		wide int
	}{
		{"title", with("Arena", "", ""), header, 40},
		{"caption", with("", "tags 12   it: Tag Bot 7", ""), header, 120},
		{"legend", with("", "", "Tag Bot"), footer, 40},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := differing(plain, tt.img)
			if !got.In(tt.bar) || got.Dx() < tt.wide || got.Dy() < 7 {
				t.Errorf("text fills %v; want at least %d x 7 px in %v", got, tt.wide, tt.bar)
			}
		})
	}
}

func TestLegendShapesDiffer(t *testing.T) {
	var seen []*image.RGBA
	for s := ShapeBot; s <= ShapePlace; s++ {
		img := render(t, arena, Frame{}, Legend{[]LegendEntry{{Color: blue, Text: "x", Shape: s}}}, Options{})
		for _, other := range seen {
			if r := differing(img, other); r.Dx() < 4 || r.Dx() > 30 {
				t.Errorf("shape %d differs from another in %v, want in a swatch", s, r)
			}
		}
		seen = append(seen, img)
	}
}

func TestLegendFlowsAndSaysWhatIsLeftOut(t *testing.T) {
	var lg Legend
	for i := range 60 {
		lg.Entries = append(lg.Entries, LegendEntry{Text: fmt.Sprintf("class %d", i)})
	}
	a := layout(t, arena, lg, Options{}, 0)
	last := a.legend[len(a.legend)-1]
	if want := fmt.Sprintf("+%d", 60-(len(a.legend)-1)); last.text != want || len(a.legend) < 12 {
		t.Errorf("%d items, the last says %q, want %q", len(a.legend), last.text, want)
	}
	for _, e := range a.legend {
		if right := e.x + a.px(12) + a.faces.width(a.px(textSize), e.text); right > float32(a.Width)-a.px(scaleRoom-30) {
			t.Errorf("%q reaches %g px, into the scale bar", e.text, right)
		}
		if e.y < float32(a.Height-a.foot) || e.y > float32(a.Height)-8 {
			t.Errorf("%q is at y %g, outside the bar", e.text, e.y)
		}
	}
}

func TestLongTextsAreCut(t *testing.T) {
	long := strings.Repeat("a long title\n", 2000)
	f := Field{Width: 10, Height: 10, Title: long}
	a := layout(t, f, Legend{[]LegendEntry{{Text: long}}}, Options{}, 2)
	got := texts(a, Frame{Time: 12.34, Tick: 369, Captions: []string{long, "second", "third"}})
	cut := 0
	for _, s := range got {
		if strings.ContainsRune(s, '\n') {
			t.Errorf("%q has a line break", s)
		}
		if strings.HasSuffix(s, "…") {
			cut++
			if w := a.faces.width(a.px(textSize), s); w > float32(a.Width) {
				t.Errorf("%q is %g px wide", s, w)
			}
		}
	}
	if cut != 3 {
		t.Errorf("%d texts are cut, want title, caption and legend", cut)
	}
	if !slices.Contains(got, "second") || slices.Contains(got, "third") {
		t.Errorf("captions of %q; want two", got)
	}
	if !slices.Contains(got, "12.3 s    tick 369") {
		t.Errorf("no clock in %q", got)
	}
}

func TestClock(t *testing.T) {
	for _, tt := range []struct {
		time float64
		want string
	}{
		{0, "0.0 s"}, {59.94, "59.9 s"}, {59.96, "1 min 00.0 s"}, {119.99, "2 min 00.0 s"}, {754.25, "12 min 34.3 s"},
	} {
		if got := clockText(Frame{Time: tt.time, Tick: 5}); got != tt.want+"    tick 5" {
			t.Errorf("%g s: %q, want %q", tt.time, got, tt.want)
		}
	}
}

func TestUnfitInputIsRefused(t *testing.T) {
	nan := float32(math.NaN())
	inf := float32(math.Inf(1))
	tests := []struct {
		name string
		f    Field
		opt  Options
		want string
	}{
		{"no area", Field{Width: 10}, Options{}, "field of 10 x 0 m"},
		{"negative", Field{Width: -1, Height: 10}, Options{}, "field of -1 x 10 m"},
		{"not a number", Field{Width: nan, Height: 10}, Options{}, "field of NaN x 10 m"},
		{"endless", Field{Width: inf, Height: 10}, Options{}, "finite"},
		{"narrow", arena, Options{Width: 20}, "width 20 px; want 160 to 8192"},
		{"huge", arena, Options{Height: 9000}, "height 9000 px; want 0 to 8192"},
		{"low", arena, Options{Height: 50}, "leaves no room"},
		{"delay", arena, Options{FrameDelay: -1}, "frame delay -1"},
		{"frames", arena, Options{MaxFrames: -1}, "at most -1 frames"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var buf bytes.Buffer
			err := PNG(&buf, tt.f, Frame{}, Legend{}, tt.opt)
			if err == nil || !strings.Contains(err.Error(), tt.want) || buf.Len() > 0 {
				t.Errorf("error %v after %d bytes, want %q", err, buf.Len(), tt.want)
			}
			g := NewGIF(tt.f, Legend{}, tt.opt)
			if g.Add(Frame{}) || g.Encode(&buf) == nil {
				t.Error("a GIF took it")
			}
		})
	}
}

func TestExtremeFieldsStayFinite(t *testing.T) {
	for _, f := range []Field{
		{Width: 10000, Height: 1}, {Width: 1, Height: 10000}, {Width: 3e38, Height: 1e-44}, {Width: 1e-44, Height: 3e38},
		{Width: 1e-44, Height: 1e-44}, {Width: 3e38, Height: 3e38},
	} {
		t.Run(fmt.Sprintf("%gx%g", f.Width, f.Height), func(t *testing.T) {
			f.Places = []Place{{Name: "middle", X: f.Width / 2, Y: f.Height / 2, Radius: f.Height / 4}}
			a := layout(t, f, Legend{}, Options{}, 0)
			var l List
			a.Draw(&l, Frame{Bodies: []Body{{X: f.Width / 2, Y: f.Height / 2, HX: 1, Color: red}}}, nil)
			for _, p := range l.Prims {
				if !finite(p.X, p.Y, p.U, p.V, p.R) {
					t.Fatalf("%+v", p)
				}
			}
			if len(l.Prims) > 200 {
				t.Errorf("%d primitives for one body", len(l.Prims))
			}
			img := image.NewRGBA(image.Rect(0, 0, a.Width, a.Height))
			NewRasterizer().Draw(img, &l)
			x, y := a.Camera.Pixel(f.Width/2, f.Height/2)
			if got := img.RGBAAt(int(x)+1, int(y)); got != red {
				t.Errorf("the body's pixel is %v, want %v", got, red)
			}
		})
	}
}

func TestPictureGrowsWithItsWidth(t *testing.T) {
	small, large := layout(t, arena, Legend{}, Options{}, 1), layout(t, arena, Legend{}, Options{Width: 1280}, 1)
	if large.Width != 2*small.Width || !near(float64(large.Height), 2*float64(small.Height), 2) {
		t.Errorf("%d x %d, twice as wide %d x %d", small.Width, small.Height, large.Width, large.Height)
	}
	fixed := layout(t, arena, Legend{}, Options{Height: 300}, 1)
	if fixed.Height != 300 || fixed.Camera.Scale >= small.Camera.Scale {
		t.Errorf("300 px high: %d px, %g px/m", fixed.Height, fixed.Camera.Scale)
	}
}
