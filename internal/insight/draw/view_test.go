package draw

import (
	"image"
	"math"
	"testing"
)

func TestZoomKeepsThePointUnderTheCursor(t *testing.T) {
	c := Fit(arena, image.Rect(20, 10, 620, 410))
	for _, factor := range []float64{0.25, 1, 1.1, 64} {
		x0, y0 := c.World(123, 77)
		x1, y1 := c.Zoom(123, 77, factor).World(123, 77)
		if math.Abs(float64(x1-x0)) > 1e-4 || math.Abs(float64(y1-y0)) > 1e-4 {
			t.Errorf("times %g: (%g, %g) became (%g, %g)", factor, x0, y0, x1, y1)
		}
		if got := c.Zoom(123, 77, factor).Scale; got != c.Scale*factor {
			t.Errorf("times %g: scale %g, was %g", factor, got, c.Scale)
		}
	}
}

func TestPanAndCenter(t *testing.T) {
	r := image.Rect(0, 0, 600, 400)
	c := Fit(arena, r)
	x0, y0 := c.Pixel(10, 10)
	if x, y := c.Pan(7, -3).Pixel(10, 10); x != x0+7 || y != y0-3 {
		t.Errorf("(%g, %g) after a pan by 7, -3 from (%g, %g)", x, y, x0, y0)
	}
	if x, y := c.Zoom(0, 0, 5).Center(10, 20, r).Pixel(10, 20); x != 300 || y != 200 {
		t.Errorf("the middle is at (%g, %g)", x, y)
	}
}

func TestZoomedInOnlyWhatIsSeenIsDrawn(t *testing.T) {
	a := layout(t, arena, Legend{}, Options{}, 0)
	fr := Frame{Bodies: spread(10_000, blue)}
	bodies := func() int {
		var l List
		a.DrawGround(&l)
		ground := len(l.Prims)
		if ground > 200 {
			t.Errorf("the ground takes %d primitives", ground)
		}
		a.DrawBodies(&l, fr, nil)
		for _, p := range l.Prims[ground:] {
			if p.X < -40 || p.X > float32(a.Width)+40 || p.Y < -40 || p.Y > float32(a.Height)+40 {
				t.Fatalf("something at (%g, %g) of %d x %d px", p.X, p.Y, a.Width, a.Height)
			}
		}
		return len(l.Prims) - ground
	}
	all := bodies()
	a.Camera = a.Camera.Zoom(320, 200, 30)
	if seen := bodies(); seen == 0 || seen > all/20 {
		t.Errorf("%d primitives zoomed in, %d before", seen, all)
	}
}

func TestNamesDoNotCoverEachOther(t *testing.T) {
	a := layout(t, arena, Legend{}, Options{}, 0)
	fr := Frame{Bodies: []Body{
		{X: 50, Y: 30, Label: "Bot 1"}, {X: 50.5, Y: 30.2, Label: "Bot 2"},
		{X: 51, Y: 30.1, Human: true, Label: "Ann"}, {X: 20, Y: 30, Label: "Bot 3"},
		{X: 80, Y: 31.5, Label: "Bot 5"}, {X: 80.5, Y: 29.5, Label: "Bot 6"},
		{X: 49.9, Y: 30, Label: "Bot 4", Named: true},
	}}
	seen := map[string]bool{}
	for _, s := range texts(a, fr) {
		seen[s] = true
	}
	for name, want := range map[string]bool{"Bot 4": true, "Bot 3": true, "Ann": true, "Bot 5": true, "Bot 6": true, "Bot 1": false, "Bot 2": false} {
		if seen[name] != want {
			t.Errorf("%s is named: %v, wanted %v: Bot 4 comes first, Ann, Bot 5 and Bot 6 have room beside them, the others have none", name, seen[name], want)
		}
	}
}

func TestFocusLinkAndFlash(t *testing.T) {
	a := layout(t, arena, Legend{}, Options{}, 0)
	x, y := a.Camera.Pixel(50, 30)
	var l List
	a.DrawBodies(&l, Frame{
		Bodies:  []Body{{X: 50, Y: 30, HX: 1, Focus: true, Label: "Bot 7", Named: true}},
		Links:   []Link{{50, 30, 90, 30, red}, {X0: float32(math.NaN())}},
		Flashes: []Flash{{X: 50, Y: 30, Age: 0.5}, {X: 50, Y: 30, Age: 1}, {X: 9000, Y: 0}},
	}, nil)
	var around, named bool
	var darts float32
	flashes, dashes := 0, 0
	for _, p := range l.Prims {
		switch {
		case p.Color == darkTheme.focus && p.Kind == Ring && p.X == x && p.Y == y:
			around = p.R-p.U/2 > darts
		case p.Kind == Dart && p.Color.R == darkTheme.body.R:
			darts = p.R
		case p.Kind == Text && p.Color == darkTheme.focus && p.Str == "Bot 7":
			named = true
		case p.Kind == Ring && p.Color.R == darkTheme.ink.R:
			flashes++
		case p.Kind == Line && p.Color.R == red.R:
			dashes++
			if p.X < x || p.U > float32(a.Width) || p.Y != y {
				t.Errorf("a dash from (%g, %g) to (%g, %g)", p.X, p.Y, p.U, p.V)
			}
		}
	}
	if !around || !named || flashes != 1 || dashes < 10 {
		t.Errorf("ring around the dart %v, green name %v, %d flashes, %d dashes", around, named, flashes, dashes)
	}
}

func TestUnitIsTheSizeOfText(t *testing.T) {
	size := func(o Options) float32 {
		a := layout(t, arena, Legend{}, o, 0)
		var l List
		a.Draw(&l, Frame{}, nil)
		for _, p := range l.Prims {
			if p.Str == "Arena" {
				return p.R
			}
		}
		t.Fatal("no title")
		return 0
	}
	if one, two := size(Options{Width: 1280, Unit: 1}), size(Options{Width: 1280, Unit: 2}); two != 2*one {
		t.Errorf("titles of %g and %g px", one, two)
	}
	if _, err := NewLayout(arena, Legend{}, Options{Unit: 99}, 0); err == nil {
		t.Error("a unit of 99 is taken")
	}
}

// A path is dashes between its points, of which no part reaches beyond them.
func TestPathsAreDashes(t *testing.T) {
	f := arena
	f.Paths = []Path{{Points: [][2]float32{{10, 10}, {60, 10}, {60, 40}}}}
	dashes := func(f Field) (list []Prim) {
		a := layout(t, f, Legend{}, Options{}, 0)
		var l List
		a.drawField(&l)
		for _, p := range l.Prims {
			if p.Kind == Line {
				list = append(list, p)
			}
		}
		return list
	}
	bare := len(dashes(arena))
	list := dashes(f)[bare:]
	a := layout(t, f, Legend{}, Options{}, 0)
	x0, y0 := a.Camera.Pixel(10, 10)
	x1, y1 := a.Camera.Pixel(60, 40)
	if len(list) < 10 {
		t.Fatalf("%d dashes", len(list))
	}
	across, down := float32(0), float32(0) // how much of each leg is drawn
	for _, p := range list {
		across += p.U - p.X
		down += p.V - p.Y
		if p.X < x0 || p.U > x1+0.01 || p.Y < y0 || p.V > y1+0.01 || p.Y != y0 && p.X != x1 {
			t.Errorf("a dash from (%g, %g) to (%g, %g) is not on the path", p.X, p.Y, p.U, p.V)
		}
	}
	if a, d := across/(x1-x0), down/(y1-y0); a < 0.3 || a > 0.8 || d < 0.3 || d > 0.8 {
		t.Errorf("%.2f and %.2f of its legs are drawn, wanted about half", a, d)
	}
}
