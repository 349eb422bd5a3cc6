package render

import (
	"fmt"
	"image"
	"testing"

	"github.com/thicket-sim/thicket/render/draw"
)

// barIn is the bar at the right edge of a list, empty for none.
func (tb *table) barIn(r image.Rectangle) (bar image.Rectangle) {
	p := &tb.game.overlay
	for _, s := range p.list.Prims {
		if s.Kind == draw.Rect && s.Color == idleColor && s.X == float32(r.Max.X)-p.px(3) && s.U == p.px(3) {
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
		tb.save(fmt.Sprintf("sides-%d", size.X))
	}
}
