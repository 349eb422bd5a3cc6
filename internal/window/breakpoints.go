package window

import (
	"fmt"
	"image"

	"github.com/thicket-sim/thicket/internal/insight/inspect"
	"github.com/thicket-sim/thicket/internal/insight/treedraw"
	"github.com/thicket-sim/thicket/internal/window/paint"
)

// waitFor goes on with a node of the selected bot's tree: nobody waits for it, then time stands
// still when this bot evaluates it, then when any of its class does, and then nobody waits.
func (g *Game) waitFor(w *treedraw.Node) {
	id, p := g.renderer.Selected, g.inspect.Program()
	if id == 0 || p == nil {
		return
	}
	one := inspect.Breakpoint{Class: g.session.World().ClassOf(id), Bot: id, Node: w.ID, Pos: p.Base().Tree.Spans[w.ID].Start}
	all := one
	all.Bot = 0
	b := &g.breaks
	name, _ := w.Title()
	switch {
	case b.Has(one):
		b.Toggle(one)
		b.Toggle(all)
		g.Log("time stands still when any of its class comes to %s", name)
	case b.Has(all):
		b.Toggle(all)
		g.Log("nobody waits for %s any more", name)
	default:
		b.Toggle(one)
		g.Log("time stands still when %s comes to %s", g.session.Game().NameOf(id), name)
	}
}

// breakAt makes time stand still when a node was evaluated that somebody waits for, and
// selects who did.
func (g *Game) breakAt() {
	w, who, ok := g.breaks.Reached(&g.inspect.Follower)
	if !ok {
		return
	}
	g.standStill(fmt.Sprintf("stopped: %s has come to %s:%d", g.session.Game().NameOf(who), baseOf(w.Pos.File), w.Pos.Line))
	if who != g.renderer.Selected {
		g.Select(who)
	}
}

// drawBreaks marks the nodes in the list of the tree that somebody waits for: a disc for this
// bot, a ring for its class.
func (g *Game) drawBreaks(r image.Rectangle) {
	p, n, prog := &g.overlay, &g.inspect, g.inspect.Program()
	if prog == nil || len(g.breaks.List()) == 0 {
		return
	}
	class, high := g.session.World().ClassOf(g.renderer.Selected), p.Px(paint.RowHigh)
	for i, at := range n.rows() {
		id := n.Nodes()[at].ID
		y := float32(r.Min.Y) + (float32(i)+0.5)*high - n.top
		if y < float32(r.Min.Y) || y > float32(r.Max.Y) {
			continue
		}
		w := inspect.Breakpoint{Class: class, Node: id, Pos: prog.Base().Tree.Spans[id].Start}
		if g.breaks.Has(w) {
			p.Ring(alarmColor, float32(r.Min.X)+p.Px(1), y, p.Px(4), p.Px(1.6))
		}
		if w.Bot = g.renderer.Selected; g.breaks.Has(w) {
			p.Disc(alarmColor, float32(r.Min.X)+p.Px(1), y, p.Px(4))
		}
	}
}
