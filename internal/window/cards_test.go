package window

import (
	"fmt"
	"image"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/insight/draw"
)

// barIn returns the bar at the right edge of a list, empty for none.
func (tb *table) barIn(r image.Rectangle) (bar image.Rectangle) {
	p := &tb.game.overlay
	for _, s := range p.Prims {
		if s.Kind == draw.Rect && s.Color == idleColor && s.X == float32(r.Max.X)-p.Px(3) && s.U == p.Px(3) {
			bar = image.Rect(int(s.X), int(s.Y), int(s.X+s.U), int(s.Y+s.V))
		}
	}
	return bar
}

// A list of classes that is longer than its room has a bar, which says where in it one is.
func TestALongListOfClassesHasABar(t *testing.T) {
	tb := play(t, open(t, "siege", 0, 5), 1000, 640)
	tb.frames(2)
	view := tb.game.panel.cards.ViewRect()
	top := tb.barIn(view)
	if top.Empty() || top.Min.Y != view.Min.Y || top.Dy() >= view.Dy()/2 {
		t.Fatalf("the bar of the list in %v is %v", view, top)
	}
	tb.save("classes-1000")
	tb.game.panel.cards.ScrollTop = 1
	tb.frames(2)
	if end := tb.barIn(view); end.Max.Y < view.Max.Y-1 || end.Max.Y > view.Max.Y {
		t.Errorf("at the end of the list in %v the bar is %v", view, end)
	}
	tb = play(t, open(t, "tag", 0, 5), 1280, 720)
	tb.frames(2)
	if bar := tb.barIn(tb.game.panel.cards.ViewRect()); !bar.Empty() {
		t.Errorf("a list that is whole has the bar %v", bar)
	}
}

// In a small window the field keeps two fifths of the width beside both sidebars, or more.
func TestTheFieldKeepsItsRoom(t *testing.T) {
	for _, size := range []image.Point{{900, 560}, {1000, 640}, {1280, 720}, {1920, 1080}} {
		tb := selected(t, "siege", "Red Soldier 3", 5, size.X, size.Y)
		if wide := tb.game.viewport().Dx(); wide < size.X*2/5-1 {
			t.Errorf("of a window of %v the field has %d pixels", size, wide)
		}
		if out := tb.outside(); out != nil {
			t.Errorf("%v: beside the screen: %q", size, out)
		}
		if side := tb.game.viewport().Min.X; size.X == 1920 && float64(side) < 1.2*inspectWidth*tb.game.unit() {
			t.Errorf("in a window of %v the tree has %d pixels, no more than in a small one", size, side)
		}
		tb.save(fmt.Sprintf("sides-%d", size.X))
	}
}

// A name of 24 characters is whole in a small window and on a phone, over the buttons where it
// has no room beside them; a short one stands beside them.
func TestANameIsWhole(t *testing.T) {
	const long = "Mammoth Wrangler Wummm 1"
	scene := "world: { width: 40, height: 30 }\nbots: [{ id: cat, name: Mammoth Wrangler Wummm, count: 3, speedMps: 2, behavior: { kind: wander } }, { id: dog, name: Dog, count: 1, speedMps: 2, behavior: { kind: wander } }]\n"
	for _, size := range []image.Point{{900, 560}, {390, 844}, {1280, 720}, {1920, 1080}} {
		tb := play(t, start(t, scene), size.X, size.Y)
		tb.frames(2)
		for _, name := range []string{long, "Dog 1"} {
			if err := tb.game.SelectNamed(name); err != nil {
				t.Fatal(err)
			}
			if tb.game.drawer.narrow && tb.game.hidden {
				tb.game.pull(true)
			}
			tb.frames(3)
			p := tb.game.panel
			if c := p.cards; c != nil && c.GetWidget().Rect.Dx() > int(panelWidth*tb.game.unit()) {
				t.Errorf("%v: the classes are %d pixels wide", size, c.GetWidget().Rect.Dx())
			}
			for _, s := range tb.game.renderer.list.Prims {
				if s.Kind == draw.Text && strings.Contains(s.Str, "…") {
					t.Errorf("%v: %q is cut", size, s.Str)
				}
			}
			wide, high := p.name.PreferredSize()
			at, follow, close := p.name.GetWidget().Rect, p.named["follow"].GetWidget().Rect, p.named["nobody"].GetWidget().Rect
			if got := strings.Join(strings.Fields(p.name.Label), " "); got != name {
				t.Errorf("%v: the name is %q, wanted %q", size, got, name)
			}
			if wide > at.Dx() || high > at.Dy() || at.Overlaps(follow) || close.Max.X > int(tb.game.inspectWide()*tb.game.unit()) {
				t.Errorf("%v: %q wants %d by %d pixels in %v, with buttons at %v to %v", size, name, wide, high, at, follow, close)
			}
			if beside := at.Min.Y < follow.Max.Y && follow.Min.Y < at.Max.Y; name != long && size.X != 900 && !beside {
				t.Errorf("%v: a short name in %v is not beside the buttons in %v", size, at, follow)
			}
		}
		tb.save(fmt.Sprintf("name-%d", size.X))
	}
}

// A cell of the sheet that has no room beside another one has a line for itself, and stays there.
func TestCellsOfTheSheetAreWhole(t *testing.T) {
	for _, size := range []image.Point{{390, 844}, {1280, 720}} {
		tb := play(t, open(t, "skirmish", 0, 600), size.X, size.Y)
		tb.game.selectNamed("Ivory Soldier 6")
		if tb.game.drawer.narrow {
			tb.game.pull(true)
		}
		before := map[string]image.Point{}
		for range 20 {
			tb.frames(3)
			facts, found := tb.game.panel.facts.GetWidget().Rect, 0
			for _, p := range tb.game.overlay.Prims {
				at := image.Pt(int(p.X), int(p.Y))
				if p.Kind != draw.Text || !at.In(facts) {
					continue
				}
				if found++; strings.Contains(p.Str, "…") {
					t.Errorf("%v: %q is cut", size, p.Str)
				}
				if was, ok := before[p.Str]; ok && p.Str == "machinegun spare" && was != at {
					t.Errorf("%v: %q has gone from %v to %v", size, p.Str, was, at)
				}
				before[p.Str] = at
			}
			if found < 12 || before["machinegun spare"] == (image.Point{}) {
				t.Fatalf("%v: the sheet has %d texts: %v", size, found, before)
			}
		}
	}
}
