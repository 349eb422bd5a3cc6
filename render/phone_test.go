package render

import (
	"image"
	"testing"

	"github.com/thicket-sim/thicket/session"
)

// part is the middle of a part that the window draws itself.
func (tb *table) part(name string) image.Point {
	tb.t.Helper()
	for _, w := range tb.game.Widgets() {
		if w.Name == name {
			return image.Pt(w.X, w.Y)
		}
	}
	tb.t.Fatalf("the window has no %q", name)
	return image.Point{}
}

// On a phone held upright the field has the whole width, and all that keys do is done with a
// finger: by the bar, the drawers and the rows of the help.
func TestAPhone(t *testing.T) {
	tb := play(t, open(t, "tag", 0, 5), 390, 844)
	g := tb.game
	if w := g.viewport().Dx(); w != 390 {
		t.Errorf("the field is %d pixels wide", w)
	}
	tb.click(tb.part("bar/pause"))
	if !g.session.Paused() {
		t.Error("the bar does not pause")
	}
	tb.click(tb.part("bar/next"))
	if g.renderer.Selected == 0 {
		t.Error("the bar selects nobody")
	}
	tb.click(tb.part("bar/bot"))
	tb.frames(2)
	if g.panel.tree == nil || !g.showsBot() || g.panel.list.Dx() < 300 || g.panel.list.Dy() < 200 {
		t.Error("no tree of the bot is shown")
	}
	tb.save("phone-bot")
	tb.click(tb.part("bar/panel"))
	tb.frames(2)
	tb.save("phone-panel")
	before, camera := len(g.snap.Bots), g.renderer.Camera()
	tb.click(tb.widget("tag-bot/more"))
	if len(g.snap.Bots) != before+1 {
		t.Errorf("%d bots after +1, %d before", len(g.snap.Bots), before)
	}
	if g.renderer.Camera() != camera {
		t.Error("a press on the drawer moved the field")
	}
	tb.click(tb.part("bar/panel"))
	if g.showsBot() || g.panel.events != nil {
		t.Error("the drawer is not closed")
	}
	tb.click(tb.part("bar/keys"))
	tb.save("phone-keys")
	if !g.help || len(g.helps) != len(bindings) {
		t.Fatalf("help %v, %d of %d keys", g.help, len(g.helps), len(bindings))
	}
	for i := range bindings {
		if bindings[i].name == "J" {
			tb.click(g.helps[i].r.Min.Add(image.Pt(30, 8)))
		}
	}
	if g.help || len(g.session.Snapshot().Players) != 1 {
		t.Errorf("help %v, %d players after J by hand", g.help, len(g.session.Snapshot().Players))
	}
	for _, r := range g.helps {
		if !r.r.In(image.Rect(0, 0, 390, 844)) {
			t.Errorf("a row at %v is outside of the screen", r.r)
		}
	}
	_ = g.session.Do(&session.Resume{})
}

func TestPinching(t *testing.T) {
	if w := pinch(100, 115); w < 0.99 || w > 1.01 {
		t.Errorf("fingers 15 percent farther apart turn the wheel by %g", w)
	}
	if pinch(100, 50) >= 0 {
		t.Error("fingers that come together zoom in")
	}
}
