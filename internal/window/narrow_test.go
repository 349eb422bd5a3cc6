package window

import "testing"

// A window as narrow as a phone shows the field, and the panel only as a drawer over it, which is
// opened and closed without a key; presses on the drawer are not for the field under it.
func TestANarrowWindowHasADrawer(t *testing.T) {
	tb := play(t, remembered(t, "bots-vs-humans", 50), 390, 844)
	g := tb.game
	if view := g.viewport(); view.Dx() != 390 || !g.hidden || view.Dy() < 600 {
		t.Fatalf("the field has %v, the panel is hidden: %v", view, g.hidden)
	}
	tb.hit("menu/panel")
	was := g.session.World().Count(0)
	g.Select(g.snap.Bots[0].ID)
	tb.frames(2)
	tb.click(tb.widget("hunter/more"))
	if n := g.session.World().Count(0); n != was+1 || g.renderer.Selected != g.snap.Bots[0].ID {
		t.Errorf("%d hunters after a click on +1 of %d; %d is selected", n, was, g.renderer.Selected)
	}
	tb.hit("menu/bot")
	if g.hidden || !g.drawer.bot || g.panel.tree.GetWidget().Rect.Dx() < 300 {
		t.Errorf("hidden %v, of the bot %v, its tree is at %v", g.hidden, g.drawer.bot, g.panel.tree.GetWidget().Rect)
	}
	tb.hit("menu/bot")
	tb.hit("menu/pause")
	if !g.hidden || !g.session.Paused() {
		t.Errorf("hidden %v, paused %v, after the drawer was closed and Pause", g.hidden, g.session.Paused())
	}
	tb.hit("time/back")
	tb.arrive()
	tb.hit("time/branch")
	if _, to := g.session.Remembered(); g.Past() || to != g.session.World().Clock().Tick {
		t.Error("the game does not go on from the past")
	}
	tb.hit("menu/help")
	if !g.help {
		t.Error("the keys are not shown")
	}
}
