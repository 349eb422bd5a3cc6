package draw

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"
	"testing"
)

// spread is n bodies in rows over the arena, each turned a little from the last.
func spread(n int, c color.RGBA) []Body {
	cols := int(math.Ceil(math.Sqrt(float64(n))))
	bs := make([]Body, n)
	for i := range bs {
		sin, cos := math.Sincos(float64(i))
		bs[i] = Body{
			ID: uint32(i + 1), Color: c, HX: float32(cos), HY: float32(sin),
			X: arena.Width * (float32(i%cols) + 0.5) / float32(cols),
			Y: arena.Height * (float32(i/cols) + 0.5) / float32(cols),
		}
	}
	return bs
}

// at returns the pixel that shows x, y of the arena.
func at(t *testing.T, img *image.RGBA, x, y float32) color.RGBA {
	t.Helper()
	px, py := layout(t, arena, Legend{}, Options{}, 0).Camera.Pixel(x, y)
	return img.RGBAAt(int(px), int(py))
}

func TestBodiesHaveTheirColourWhereTheyAre(t *testing.T) {
	mark := color.RGBA(darkTheme.mark)
	tests := []struct {
		name string
		b    Body
		want color.RGBA
	}{
		{"bot", Body{HX: 1, Color: red}, red},
		{"bot that heads nowhere", Body{Color: red}, red},
		{"heading of any length", Body{HX: -1e-30, HY: 1e30, Color: red}, red},
		{"heading that is no number", Body{HX: float32(math.NaN()), Color: red}, red},
		{"no colour", Body{}, color.RGBA(darkTheme.body)},
		{"human", Body{Color: blue, Human: true}, blue},
		{"marked", Body{HX: 1, Color: blue, Marked: true}, mark},
		{"marked human", Body{Color: blue, Human: true, Marked: true}, mark},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.b.X, tt.b.Y = 37, 21
			img := render(t, arena, Frame{Bodies: []Body{tt.b}}, Legend{}, Options{})
			if got := at(t, img, 37, 21); got != tt.want {
				t.Errorf("pixel %v, want %v", got, tt.want)
			}
		})
	}
}

// TestKindsAreToldApart wants every kind of body to look unlike the others and
// the marked ones to take the most room.
func TestKindsAreToldApart(t *testing.T) {
	empty := render(t, arena, Frame{}, Legend{}, Options{})
	size := func(b Body) image.Rectangle {
		b.X, b.Y, b.Color = 50, 30, blue
		return differing(empty, render(t, arena, Frame{Bodies: []Body{b}}, Legend{}, Options{}))
	}
	bot, still := size(Body{HX: 1}), size(Body{})
	human, marked := size(Body{Human: true}), size(Body{HX: 1, Marked: true})
	if bot.Dx() < 12 || bot.Dx() <= bot.Dy() {
		t.Errorf("a bot that heads right fills %v; want a long shape", bot)
	}
	if !near(float64(still.Dx()), float64(still.Dy()), 1) {
		t.Errorf("a bot that heads nowhere fills %v; want a disc", still)
	}
	if human.Dx() <= still.Dx() {
		t.Errorf("a human fills %v, a bot %v; want the human larger", human, still)
	}
	if marked.Dx() < human.Dx()*5/4 || marked.Dx() < bot.Dx()*3/2 {
		t.Errorf("a marked bot fills %v, a plain one %v, a human %v", marked, bot, human)
	}
}

func TestHeadingTurnsTheDart(t *testing.T) {
	colour := func(hx, hy, dx, dy float32) color.RGBA {
		img := render(t, arena, Frame{Bodies: []Body{{X: 50, Y: 30, HX: hx, HY: hy, Color: red}}}, Legend{}, Options{})
		return at(t, img, 50+dx, 30+dy)
	}
	const ahead = 1.1 // metres: 6 to 7 pixels
	for _, h := range [][2]float32{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {0.6, 0.8}} {
		front, back := colour(h[0], h[1], h[0]*ahead, h[1]*ahead), colour(h[0], h[1], -h[0]*ahead, -h[1]*ahead)
		if front.R < 200 || back.R > 120 {
			t.Errorf("heading %v: %v ahead, %v behind; want the body ahead only", h, front, back)
		}
	}
}

func TestBodiesShrinkWithTheirNumber(t *testing.T) {
	last := float32(math.Inf(1))
	for _, tt := range []struct {
		n    int
		kind Kind
	}{{2, Dart}, {50, Dart}, {1000, Dart}, {6000, Disc}, {100000, Dot}} {
		t.Run(fmt.Sprint(tt.n), func(t *testing.T) {
			a := layout(t, arena, Legend{}, Options{}, 0)
			fr := Frame{Bodies: spread(tt.n, blue)}
			s := a.sizes(fr)
			if s.bot > last || s.marked < s.bot || s.human < s.bot {
				t.Errorf("sizes %+v after %g", s, last)
			}
			last = s.bot
			var l List
			a.DrawBodies(&l, fr, nil)
			count := 0
			for _, p := range l.Prims {
				if p.Kind == tt.kind && p.Color.R == blue.R {
					count++
				}
			}
			if count != tt.n {
				t.Errorf("%d of kind %d, want one for each body", count, tt.kind)
			}
		})
	}
}

func TestHumansAndMarkedOnesShrinkToo(t *testing.T) {
	tests := []struct {
		n             int
		human, marked Kind
	}{{10, Diamond, Dart}, {6000, Disc, Disc}, {100000, Disc, Dot}}
	for _, tt := range tests {
		a := layout(t, arena, Legend{}, Options{}, 0)
		kinds := func(b Body) map[Kind]bool {
			fr := Frame{Bodies: spread(tt.n, blue)}
			for i := range fr.Bodies {
				fr.Bodies[i].Human, fr.Bodies[i].Marked = b.Human, b.Marked
			}
			var l List
			a.DrawBodies(&l, fr, nil)
			seen := map[Kind]bool{}
			for _, p := range l.Prims {
				seen[p.Kind] = true
			}
			return seen
		}
		if got := kinds(Body{Human: true}); !got[tt.human] || got[Diamond] != (tt.human == Diamond) {
			t.Errorf("%d humans are drawn as kinds %v, want %d", tt.n, got, tt.human)
		}
		if got := kinds(Body{Marked: true}); !got[tt.marked] || got[Dart] != (tt.marked == Dart) {
			t.Errorf("%d marked ones are drawn as kinds %v, want %d", tt.n, got, tt.marked)
		}
	}
}

// TestCrowdsShowTheirDensity puts 100,000 bodies on the left half, three times
// as many above as below, and a few marked ones on the right among none.
func TestCrowdsShowTheirDensity(t *testing.T) {
	bs := spread(100000, blue)
	for i := range bs {
		bs[i].X /= 2
		if i%4 != 0 {
			bs[i].Y /= 2
		} else {
			bs[i].Y = (arena.Height + bs[i].Y) / 2
		}
	}
	bs = append(bs, Body{X: 25, Y: 15, Marked: true}, Body{X: 75, Y: 15, Marked: true})
	img := render(t, arena, Frame{Bodies: bs}, Legend{}, Options{})
	mean := func(x0, y0, x1, y1 float32) float64 {
		a := layout(t, arena, Legend{}, Options{}, 0)
		px0, py0 := a.Camera.Pixel(x0, y0)
		px1, py1 := a.Camera.Pixel(x1, y1)
		r := image.Rect(int(px0), int(py0), int(px1), int(py1))
		return light(img, r) / float64(r.Dx()*r.Dy())
	}
	dense, sparse, empty := mean(30, 2, 48, 28), mean(30, 32, 48, 58), mean(80, 32, 98, 58)
	if dense < sparse*1.2 || sparse < empty*1.5 {
		t.Errorf("brightness %.3f where dense, %.3f where sparse, %.3f where empty", dense, sparse, empty)
	}
	for _, x := range []float32{25, 75} {
		if got := at(t, img, x, 15); got != color.RGBA(darkTheme.mark) {
			t.Errorf("the marked body at %g m shows %v", x, got)
		}
	}
}

func TestMarkedBodiesLieOnTop(t *testing.T) {
	here := Body{X: 50, Y: 30, HX: 1, Color: blue}
	marked, human := here, here
	marked.Marked, human.Human = true, true
	var l List
	layout(t, arena, Legend{}, Options{}, 0).DrawBodies(&l, Frame{Bodies: []Body{marked, human, here}}, nil)
	var got []string
	for _, p := range l.Prims {
		switch {
		case p.Kind == Dart && p.Color == color.NRGBA(blue):
			got = append(got, "bot")
		case p.Kind == Diamond && p.Color == color.NRGBA(blue):
			got = append(got, "human")
		case p.Kind == Dart && p.Color == darkTheme.mark:
			got = append(got, "marked")
		}
	}
	if want := []string{"bot", "human", "marked"}; !slices.Equal(got, want) {
		t.Errorf("drawn in the order %v, want %v", got, want)
	}
}

func TestLabelsStayInThePicture(t *testing.T) {
	a := layout(t, arena, Legend{}, Options{}, 0)
	for _, p := range [][2]float32{{0, 0}, {100, 0}, {0, 60}, {100, 60}, {50, 30}} {
		fr := Frame{Bodies: []Body{{X: p[0], Y: p[1], Human: true, Label: "Ada Lovelace"}}}
		var l List
		a.DrawBodies(&l, fr, nil)
		name := l.Prims[len(l.Prims)-1]
		half := a.faces.width(name.R, name.Str) / 2
		if name.Str != "Ada Lovelace" || name.X < half || name.X > float32(a.Width)-half || name.Y-name.R < float32(a.head) {
			t.Errorf("at %v m: %q around pixel (%g, %g)", p, name.Str, name.X, name.Y)
		}
	}
	crowd := Frame{Bodies: spread(400, blue)}
	for i := range crowd.Bodies {
		crowd.Bodies[i].Label = "bot"
	}
	if got := texts(a, crowd); len(got) > 10 {
		t.Errorf("a crowd of bots has %d texts, want no labels", len(got))
	}
}

func TestPlacesAreTranslucentAndNamed(t *testing.T) {
	f := arena
	f.Places = []Place{{Name: "base", X: 50, Y: 30, Radius: 12, Color: red}, {X: float32(math.NaN())}}
	empty, img := render(t, arena, Frame{}, Legend{}, Options{}), render(t, f, Frame{}, Legend{}, Options{})
	inside, rim, out := at(t, img, 42, 33), at(t, img, 38, 30), at(t, img, 36, 33)
	if inside.R <= at(t, empty, 42, 33).R || inside.R > 90 || rim.R <= inside.R || out != at(t, empty, 36, 33) {
		t.Errorf("inside %v, rim %v, outside %v", inside, rim, out)
	}
	f.Places[0].Name = ""
	nameless := render(t, f, Frame{}, Legend{}, Options{})
	circle := differing(empty, nameless)
	if !near(float64(circle.Dx()), 24*6.12+2, 3) || !near(float64(circle.Dx()), float64(circle.Dy()), 1) {
		t.Errorf("the place fills %v; want a circle of 24 m", circle)
	}
	if r := differing(img, nameless); r.Dx() < 20 || r.Dy() < 7 || r.Min.Y < circle.Max.Y {
		t.Errorf("the name fills %v, want it below the circle %v", r, circle)
	}
}

func TestBodiesWithoutAPlaceAreLeftOut(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(-1))
	bs := spread(2, blue)
	all := append([]Body{{X: nan, Y: 1, Marked: true}, {X: 1, Y: inf, Human: true, Label: "x"}, {X: 3e38, Y: -3e38}}, bs...)
	a := render(t, arena, Frame{Bodies: bs}, Legend{}, Options{})
	b := render(t, arena, Frame{Bodies: all}, Legend{}, Options{})
	if r := differing(a, b); !r.Empty() {
		t.Errorf("they show in %v", r)
	}
	var few, many List
	f := arena
	layout(t, f, Legend{}, Options{}, 0).Draw(&few, Frame{Bodies: bs}, nil)
	f.Places = []Place{{X: nan}, {Radius: inf * -1}, {Y: 3e38, Name: "far"}}
	layout(t, f, Legend{}, Options{}, 0).Draw(&many, Frame{Bodies: all}, nil)
	if len(few.Prims) != len(many.Prims) {
		t.Errorf("they add %d primitives", len(many.Prims)-len(few.Prims))
	}
}

func TestPNGIsDeterministic(t *testing.T) {
	f := arena
	f.Places = []Place{{Name: "base", X: 20, Y: 20, Radius: 8, Color: red}}
	fr := Frame{Tick: 9, Time: 0.3, Bodies: spread(500, blue), Captions: []string{"tags 12"}}
	lg := Legend{[]LegendEntry{{Color: blue, Text: "Tag Bot", Shape: ShapeBot}}}
	var first, second bytes.Buffer
	if err := PNG(&first, f, fr, lg, Options{}); err != nil {
		t.Fatal(err)
	}
	if err := PNG(&second, f, fr, lg, Options{}); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("the same frame gives other bytes")
	}
	fr.Bodies[7].X += 1
	second.Reset()
	if err := PNG(&second, f, fr, lg, Options{}); err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("a moved body gives the same bytes")
	}
}
