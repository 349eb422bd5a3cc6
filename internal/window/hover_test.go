package window

import (
	"fmt"
	"image"
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/internal/insight/draw"
	"github.com/thicket-sim/thicket/internal/window/paint"
	"github.com/thicket-sim/thicket/session"
)

// outside lists the texts beside the field that do not lie whole on the screen.
func (tb *table) outside() (all []string) {
	p := &tb.game.overlay
	for _, s := range p.Prims {
		if s.Kind != draw.Text || strings.TrimSpace(s.Str) == "" {
			continue
		}
		wide := float32(paint.Width(s.Str, p.Painter.Face(s.R)))
		left := s.X
		switch s.Align {
		case draw.Center:
			left -= wide / 2
		case draw.Right:
			left -= wide
		}
		if left < 0 || left+wide > float32(tb.game.screen.X) || s.Y > float32(tb.game.screen.Y) {
			all = append(all, fmt.Sprintf("%q from %.0f to %.0f at %.0f", s.Str, left, left+wide, s.Y))
		}
	}
	return all
}

// over puts the cursor on the row of a node, and gives the lines of the text over it, which
// are none where the row shows all.
func (tb *table) over(node string) (lines []string) {
	tb.t.Helper()
	at, ok := tb.row(node)
	if !ok {
		tb.t.Fatalf("no row with %s", node)
	}
	tb.hand.at = at
	tb.frames(2)
	prims := tb.game.overlay.Prims
	for i := 0; i+5 < len(prims); i++ { // a ground, four edges, and then the lines
		if prims[i].Kind != draw.Rect || prims[i].Color != panelColor || prims[i+1].Color != idleColor || prims[i+4].Color != idleColor {
			continue
		}
		for _, p := range prims[i+5:] {
			if p.Kind != draw.Text || p.Color != brightInk || p.X != prims[i].X+tb.game.overlay.Px(4) {
				break
			}
			lines = append(lines, p.Str)
		}
		if lines != nil {
			return lines
		}
	}
	return nil
}

// The row under the cursor is not cut: its node, what it compares and what it found stand over
// it, whole and on the screen, in as many lines as that takes.
func TestTheRowUnderTheCursorIsWhole(t *testing.T) {
	const long = "distanceToSpecifiedPosition < 9 || distanceTo( E_H_REACTOR ) < 8"
	for _, size := range []image.Point{{1280, 720}, {390, 844}, {300, 640}} {
		tb := selected(t, "skirmish", "Ivory Soldier 1", 60, size.X, size.Y)
		tb.key(ebiten.KeySpace)
		if tb.game.drawer.narrow {
			tb.hit("menu/bot")
			tb.frames(2)
		}
		lines := tb.over(long)
		whole := strings.Join(lines, " ")
		if !strings.HasPrefix(whole, long) || !strings.Contains(whole, paint.WhySign+"distanceToSpecifiedPosition: ") || !strings.Contains(whole, "; distanceTo( E_H_REACTOR ): ") {
			t.Errorf("%v: over the row stands %q", size, lines)
		}
		if out := tb.outside(); out != nil {
			t.Errorf("%v: beside the screen: %s", size, strings.Join(out, "; "))
		}
		tb.save(fmt.Sprintf("hover-%d", size.X))
		if size.X == 1280 && len(lines) != 1 || size.X < 400 && len(lines) < 3 {
			t.Errorf("%v: %d lines", size, len(lines))
		}
		if lines := tb.over("suicide"); lines != nil {
			t.Errorf("%v: over a row that shows all stands %q", size, lines)
		}
	}
}

// Where time stands still, a bot that nobody followed says why its nodes answered as they did.
func TestABotOfAPausedGameSaysWhy(t *testing.T) {
	tb := play(t, remembered(t, "skirmish", 90), 1280, 720)
	tb.key(ebiten.KeySpace)
	tb.frames(2)
	tb.game.selectNamed("Ivory Soldier 1")
	tb.frames(3)
	if whole := strings.Join(tb.over("distanceToSpecifiedPosition < 9 || "), " "); !strings.Contains(whole, paint.WhySign+"distanceToSpecifiedPosition: ") {
		t.Errorf("over the row stands %q", whole)
	}
}

// A window of 300 pixels is no less of an instrument: nothing that it says is cut at its edges.
func TestAWindowOf300Pixels(t *testing.T) {
	tb := play(t, remembered(t, "siege", 200), 300, 640)
	g := tb.game
	check := func(what string) {
		t.Helper()
		tb.frames(2)
		if out := tb.outside(); out != nil {
			t.Errorf("%s: beside the screen: %s", what, strings.Join(out, "; "))
		}
		row := image.Rect(0, g.screen.Y-int(g.overlay.Px(menuHigh)), g.screen.X, g.screen.Y)
		if labels := strings.Join(tb.texts(row), ", "); g.hidden && !g.help && (labels == "" || strings.Contains(labels, "…")) {
			t.Errorf("%s: the buttons are %s", what, labels)
		}
		tb.save("narrow-" + what)
	}
	check("field")
	tb.hit("menu/panel")
	check("panel")
	g.Select(g.snap.Bots[0].ID)
	tb.frames(2)
	tb.hit("menu/bot")
	if g.hidden || g.panel.tree.GetWidget().Rect.Dx() < 250 {
		t.Fatalf("the tree is at %v", g.panel.tree.GetWidget().Rect)
	}
	check("bot")
	tb.hit("menu/bot")
	tb.hit("time/back")
	tb.arrive()
	check("past")
	tb.hit("time/branch")
	tb.hit("menu/help")
	check("help")
	tb.hit("menu/help")
	tb.frames(2)
	g.Fail(fmt.Errorf("trees/soldier.bt:12:3: unknown action %q, wanted one of many; did you mean %q?", "wonder", "wander"))
	check("alarm")
	if alarm := strings.Join(tb.texts(tb.hot("alarm")), " "); !strings.Contains(alarm, `did you mean "wander"?`) || g.journal.alarms[0].Kind != session.OccurrenceKinds {
		t.Error("the alarm is not whole")
	}
}
