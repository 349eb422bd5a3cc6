package window

import (
	"math"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/window/paint"
)

// border is the right edge of the sidebar of the selected body, which can be dragged.
type border struct {
	wide float64 // of the sidebar, in units
	own  bool    // somebody dragged it there
	on   bool    // it is being dragged
	lit  bool    // the cursor is on it
}

// grip says how near to the border, in units, a press means it.
const grip = 5

// What the two sidebars have of a window together at most: by themselves, and where somebody
// drags the border.
const (
	sidesShare   = 0.6
	draggedShare = 0.75
)

// sparedShare is the part that the sidebar of the selected body gets of each unit by which a
// window is wider than usual.
const (
	sparedShare = 0.75
	usualWide   = 1280
)

// inspectWide returns how wide the sidebar of the selected body is, in units: what it was
// dragged to, or else more in a wide window, as long as the field keeps a quarter of the
// window.
func (fr *frame) inspectWide() float64 {
	if fr.screen.X == 0 {
		return fr.border.wide
	}
	if fr.drawer.narrow {
		return float64(fr.screen.X)/fr.unit() - 8
	}
	whole, wide, share := float64(fr.screen.X)/fr.unit(), fr.border.wide, sidesShare
	if fr.border.own {
		share = draggedShare
	} else {
		wide += math.Max(whole-usualWide, 0) * sparedShare
	}
	return math.Max(math.Min(wide, whole*share-panelWidth), leastInspect)
}

// onBorder reports whether the cursor is on the border.
func (fr *frame) onBorder() bool {
	if fr.hidden || fr.drawer.narrow || fr.renderer.Selected == 0 || fr.help {
		return false
	}
	return math.Abs(float64(fr.controls.cursor().X)-fr.inspectWide()*fr.unit()) <= grip*fr.unit()
}

// dragBorder lets the border be dragged, and reports whether it is.
func (g *Game) dragBorder() bool {
	c, on := g.controls, g.onBorder()
	switch {
	case c.clicked(ebiten.MouseButtonLeft) && on:
		g.border.on = true
	case !c.button(ebiten.MouseButtonLeft):
		g.border.on = false
	}
	if g.border.lit = on || g.border.on; !g.border.on {
		return false
	}
	if wide := math.Max(float64(c.cursor().X)/g.unit(), leastInspect); math.Abs(wide-g.border.wide) >= 1 {
		g.border.wide, g.border.own = wide, true
		g.Refresh()
	}
	return true
}

// pressPanes lets the wheel and clicks act on the source and the tree, and reports whether
// the cursor is over one of them, so that they do not act on the field.
func (g *Game) pressPanes() bool {
	if g.help {
		return false
	}
	c, at, p := g.controls, g.controls.cursor(), &g.overlay
	switch {
	case g.source.lines != nil && at.In(g.source.at):
		g.source.scroll(-int(math.Round(3 * c.wheel())))
		if c.clicked(ebiten.MouseButtonLeft) && at.In(g.source.closer(p)) {
			g.source = sourcePane{}
		}
		return true
	case g.panel.tree != nil && !g.hidden && at.In(g.panel.list):
		g.inspect.top -= float32(c.wheel() * paint.RowHigh * g.unit())
		w, onFold := g.inspect.rowAt(p, g.panel.list, at)
		switch {
		case w != nil && c.clicked(ebiten.MouseButtonRight):
			g.waitFor(w)
		case c.clicked(ebiten.MouseButtonLeft):
			g.inspect.pressed = w
		case w == nil || w != g.inspect.pressed || !c.released(ebiten.MouseButtonLeft):
		case onFold:
			g.inspect.fold(w)
		default:
			g.openSource(w)
		}
		return true
	}
	return false
}

// Ticks that a paused game plays once more, in a copy, to tell what the tree of a bot did that
// nobody followed: fewer in crowds, where they take longer.
const (
	recalled      = 60
	recalledCrowd = 2
	crowd         = 2000 // bots
)

// recall learns what the tree of the selected bot did where time stands: no tick will tell.
func (g *Game) recall() {
	if !g.still() || g.renderer.Selected == 0 {
		return
	}
	ticks := recalled
	if len(g.snap.Bots) > crowd {
		ticks = recalledCrowd
	}
	_ = chronicle.Recall(&g.inspect.Follower, g.session, ticks) // without a history the next tick will tell
}
