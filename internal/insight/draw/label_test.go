package draw

import (
	"fmt"
	"math"
	"testing"
)

// written returns the labels of bodies in a list, by text, and where they are.
func written(a *Layout, l *List) map[string]area {
	all := map[string]area{}
	for _, p := range l.Prims {
		if p.Kind == Text && p.R == a.px(labelSize) && p.Color.A == 0xff {
			half := a.faces.width(p.R, p.Str) / 2
			all[p.Str] = area{p.X - half, p.Y - p.R, p.X + half, p.Y + a.px(3)}
		}
	}
	return all
}

// brawl returns a fight of so many bodies, each with a name of its own, where many are hurt and
// many say something, around the middle of the arena; dx moves them all.
func brawl(n int, within, dx float32) []Body {
	bodies := make([]Body, n)
	for i := range bodies {
		angle, r := float64(i)*2.4, float64(within)*math.Sqrt(float64(i)/float64(n))
		b := Body{ID: uint32(i + 1), X: 50 + dx + float32(r*math.Cos(angle)), Y: 30 + float32(r*math.Sin(angle)), HX: 1, Label: fmt.Sprintf("Red Soldier %d", i+1)}
		if i%3 == 0 {
			b.Hurt = 0.5
		}
		if i%4 == 0 {
			b.Speech = fmt.Sprintf("Contact %d!", i+1)
		}
		bodies[i] = b
	}
	bodies[3].Marked = true
	bodies[5].Named, bodies[5].Focus = true, true
	bodies[6].Human = true
	return bodies
}

// No text lies over another one or over a bar, and no bot's name over a body. Who is looked at
// has a name in any case, places have theirs, and what does not fit is left out.
func TestLabelsLieOverNothing(t *testing.T) {
	f := arena
	f.Places = []Place{{Name: "base", X: 50, Y: 30, Radius: 8, Color: red}}
	for _, within := range []float32{2, 6, 15, 28} {
		for _, o := range []Options{{Width: 1280, Unit: 1}, {Width: 390, Height: 640, Unit: 1}, {Width: 1920, Unit: 2}} {
			a := layout(t, f, Legend{}, o, 1)
			fr := Frame{Bodies: brawl(40, within, 0)}
			s := a.sizes(fr)
			var l List
			a.DrawBodies(&l, fr, nil)
			all := written(a, &l)
			if _, ok := all["base"]; !ok {
				t.Errorf("within %g m of %d px: the name of the place is missing", within, o.Width)
			}
			if _, ok := all["Red Soldier 6"]; !ok {
				t.Errorf("within %g m of %d px: the name of who is looked at is missing", within, o.Width)
			}
			if within == 28 && o.Width > 1000 && len(all) < 30 {
				t.Errorf("%d texts where there is room, of 51", len(all))
			}
			for text, b := range all {
				if b.x0 < 0 || b.x1 > float32(a.Width) || b.y0 < float32(a.head) {
					t.Errorf("%q is outside of the picture", text)
				}
				for other, c := range all {
					if text < other && b.overlaps(c) {
						t.Errorf("within %g m of %d px: %q lies over %q", within, o.Width, text, other)
					}
				}
				for i := range fr.Bodies {
					src := &fr.Bodies[i]
					x, y := a.Camera.Pixel(src.X, src.Y)
					if bar, ok := a.barOf(src, x, y, s.bot); ok && b.overlaps(bar) && text != "Red Soldier 6" && text != "base" {
						t.Errorf("within %g m of %d px: %q lies over the bar of %s", within, o.Width, text, src.Label)
					}
					// Names of people and of who is looked at may; speech is moved first.
					disc := thing{area{x - s.bot, y - s.bot, x + s.bot, y + s.bot}, bodyThere}
					plain := len(text) > 3 && text[:3] == "Red" && text != "Red Soldier 6" && text != "Red Soldier 7"
					if plain && disc.covers(b) {
						t.Errorf("within %g m of %d px: %q covers the body of %s", within, o.Width, text, src.Label)
					}
				}
			}
		}
	}
}

// What a body says stands near it, over its name, and under it at the top of the picture.
func TestSpeechStandsOverNames(t *testing.T) {
	bodies := []Body{
		{ID: 1, X: 50, Y: 30, Label: "Bot 1", Named: true, Focus: true, Speech: "All quiet here"},
		{ID: 2, X: 50.5, Y: 30, Label: "Bot 2", Named: true, Speech: "Contact!"},
		{ID: 3, X: 50, Y: 0.5, Label: "Bot 3", Named: true, Speech: "At the top"},
		{ID: 4, X: 20, Y: 30, Speech: "Without a name"},
		{ID: 5, X: 80, Y: 30, Label: "Bot 5", Speech: "Hello"},
	}
	a := layout(t, arena, Legend{}, Options{Width: 1280, Unit: 1}, 1)
	quiet := make([]Body, len(bodies))
	for i, b := range bodies {
		b.Speech = ""
		quiet[i] = b
	}
	var silent, l List
	layout(t, arena, Legend{}, Options{Width: 1280, Unit: 1}, 1).DrawBodies(&silent, Frame{Bodies: quiet}, nil)
	names := written(a, &silent)
	a.DrawBodies(&l, Frame{Bodies: bodies}, nil)
	all := written(a, &l)
	for _, b := range bodies {
		if b.ID != 2 && all[b.Label] != names[b.Label] {
			t.Errorf("%q is at %v, and at %v while nobody speaks", b.Label, all[b.Label], names[b.Label])
		}
		says, ok := all[b.Speech]
		_, y := a.Camera.Pixel(b.X, b.Y)
		if !ok || (says.y0 > y) == (b.Y > 5) || max(says.y0-y, y-says.y1) > a.px(70) {
			t.Errorf("%q of a body at %g is at %v, %v", b.Speech, y, says, ok)
		}
		if name, ok := all[b.Label]; ok && b.ID != 2 && (says.y0 > name.y0) == (b.Y > 5) {
			t.Errorf("%q at %v is on the wrong side of the name at %v", b.Speech, says, name)
		}
	}
}

// From frame to frame labels stay beside their bodies where they were, and none comes and goes
// while bodies pass each other slowly.
func TestLabelsDoNotFlicker(t *testing.T) {
	a := layout(t, arena, Legend{}, Options{Width: 1280, Unit: 1}, 1)
	seen, changes := map[string][2]float32{}, map[string]int{}
	for tick := range 120 {
		fr := Frame{Bodies: brawl(24, 14, 0)}
		for i := range fr.Bodies {
			b := &fr.Bodies[i]
			b.X += 0.05 * float32(math.Sin(float64(tick)*1.3+float64(i))) // about half a pixel, to and fro
		}
		var l List
		a.DrawBodies(&l, fr, nil)
		now := map[string][2]float32{}
		boxes := written(a, &l)
		for i := range fr.Bodies {
			b := &fr.Bodies[i]
			x, y := a.Camera.Pixel(b.X, b.Y)
			for _, text := range []string{b.Label, b.Speech} {
				if at, ok := boxes[text]; ok {
					now[text] = [2]float32{(at.x0+at.x1)/2 - x, at.y0 - y}
				}
			}
		}
		for _, from := range []map[string][2]float32{seen, now} {
			for text := range from {
				p, was := seen[text]
				q, is := now[text]
				if tick > 0 && (was != is || math.Hypot(float64(p[0]-q[0]), float64(p[1]-q[1])) > 2) {
					changes[text]++
				}
			}
		}
		seen = now
	}
	for text, n := range changes {
		if n > 4 { // both ways are counted
			t.Errorf("%q came, went or jumped %d times in 120 frames", text, n/2)
		}
	}
}

// The night lies under the names of places, which are read then as by day.
func TestNamesOfPlacesAreOverTheNight(t *testing.T) {
	f := arena
	f.Places = []Place{{Name: "base", X: 50, Y: 30, Radius: 8}}
	a := layout(t, f, Legend{}, Options{}, 0)
	var l List
	a.Draw(&l, Frame{Night: true}, nil)
	night, name := -1, -1
	for i, p := range l.Prims {
		switch {
		case p.Color == darkTheme.night:
			night = i
		case p.Str == "base" && name < 0:
			name = i
		}
	}
	if night < 0 || name < night {
		t.Errorf("the night is the %dth part of the picture, the name of the place the %dth", night, name)
	}
}
