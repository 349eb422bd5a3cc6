package render

import (
	"fmt"
	"image"
	"image/color"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/inspect"
	"github.com/thicket-sim/thicket/internal/treedraw"
	"github.com/thicket-sim/thicket/render/draw"
	"github.com/thicket-sim/thicket/systems"
)

// inspector shows what the tree of one bot does, tick by tick.
type inspector struct {
	inspect.Follower
	top   float32 // pixels of the tree above the visible part
	told  run.Inspection
	texts map[tree.NodeID]string // what the dialect tells of running nodes
}

// turnTo turns to another bot, or to nobody for id 0.
func (n *inspector) turnTo(g *systems.Game, id components.ID) {
	n.top = 0
	n.Follow(g, id)
}

// ask asks the dialect for its texts about the bot. It is called between ticks.
func (n *inspector) ask() {
	n.told, n.texts = n.Inspect(), map[tree.NodeID]string{}
	for _, v := range n.told.Nodes {
		n.texts[v.Node] = beside(v.Text, n.Program(), v.Node)
	}
}

// beside shortens a dialect's line about a node to what its row does not show yet: it
// removes the line number, the dashes or angles of the depth, and the node's name.
func beside(text string, p *run.Program, id tree.NodeID) string {
	text = strings.TrimLeft(text, "0123456789 ->\t")
	if labels, ok := p.Semantics.(run.Describer); ok {
		kind, _ := labels.Label(p.Tree, id)
		text = strings.TrimPrefix(text, kind)
	}
	return strings.TrimLeft(text, " -:")
}

// draw lists the tree in a rectangle. The row under the cursor is not cut, and may
// reach beyond the rectangle.
func (n *inspector) draw(p *overlayList, r image.Rectangle, cursor image.Point) {
	high := p.px(rowHigh)
	whole, wholeY := -1, float32(0)
	rows := n.Nodes()
	all := float32(len(rows)) * high
	n.top = min(max(n.top, 0), max(all-float32(r.Dy()), 0))
	for i := range rows {
		y := float32(r.Min.Y) + float32(i)*high - n.top
		if y < float32(r.Min.Y) || y+high > float32(r.Max.Y) {
			continue
		}
		n.drawRow(p, &rows[i], r, y+high/2)
		if cursor.In(r) && float32(cursor.Y) >= y && float32(cursor.Y) < y+high {
			whole, wholeY = i, y
		}
	}
	if hidden := all - float32(r.Dy()); hidden > 0 {
		long := float32(r.Dy()) * float32(r.Dy()) / all
		at := (float32(r.Dy()) - long) * n.top / hidden
		p.rect(idleColor, float32(r.Max.X)-p.px(3), float32(r.Min.Y)+at, p.px(3), long)
	}
	if whole >= 0 {
		n.drawWhole(p, &rows[whole], r, wholeY, high)
	}
}

// Heights in the list of the inspector, in units.
const (
	rowHigh  = 19
	logHigh  = 17
	logTitle = 26 // over the lines of a log
)

// log is what the bot's tree has logged last, or else what it did in the last tick, where it
// tells of that; oldest first.
func (n *inspector) log() (title string, lines []string) {
	if lines := n.told.Log; len(lines) > 0 {
		return "Log", lines
	}
	return "Steps", n.Steps()
}

// share splits a rectangle between the tree and the log under it, which gets what the tree
// leaves, and a third where that is not enough.
func (n *inspector) share(p *overlayList, r image.Rectangle) (tree, log image.Rectangle) {
	_, lines := n.log()
	if len(lines) == 0 {
		return r, image.Rectangle{}
	}
	left := r.Dy() - int(float32(len(n.Nodes()))*p.px(rowHigh))
	high := min(int(float32(len(lines))*p.px(logHigh)+p.px(logTitle)), max(left, r.Dy()/3))
	tree, log = r, r
	tree.Max.Y, log.Min.Y = r.Max.Y-high, r.Max.Y-high
	return tree, log
}

// drawLog lists the newest texts, the newest at the bottom.
func (n *inspector) drawLog(p *overlayList, r image.Rectangle) {
	if r.Empty() {
		return
	}
	title, lines := n.log()
	x, y, wide := float32(r.Min.X)+p.px(4), float32(r.Min.Y), float32(r.Dx())-p.px(8)
	p.line(idleColor, x, y+p.px(4), x+wide, y+p.px(4), p.px(1))
	p.text(brightInk, draw.Left, x, y+p.px(20), 13, title)
	y += p.px(logTitle)
	room := int((float32(r.Max.Y) - y) / p.px(logHigh))
	for _, s := range lines[max(len(lines)-room, 0):] {
		p.text(dimInk, draw.Left, x, y+p.px(13), 12, p.fit(s, 12, wide))
		y += p.px(logHigh)
	}
}

// drawWhole draws the whole text of a node over its row, where the row cuts it.
func (n *inspector) drawWhole(p *overlayList, w *treedraw.Node, r image.Rectangle, y, high float32) {
	x, room := n.room(p, w, r)
	detail, _ := n.detail(w)
	if detail == "" {
		detail = w.Kind
	} else {
		detail = w.Kind + "  " + detail
	}
	wide := p.width(detail, 12)
	if wide <= room {
		return
	}
	p.rect(panelColor, x+p.px(6), y, wide+p.px(10), high)
	p.frame(idleColor, x+p.px(6), y, wide+p.px(10), high, p.px(1))
	p.text(brightInk, draw.Left, x+p.px(10), y+high/2+p.px(4), 12, detail)
}

// room is the left end of a row and the width that its text may take, in pixels.
func (n *inspector) room(p *overlayList, w *treedraw.Node, r image.Rectangle) (x, room float32) {
	x = float32(r.Min.X) + p.px(6) + float32(min(w.Depth, 12))*p.px(13)
	return x, float32(r.Max.X) - p.px(8) - x - p.px(44)
}

// detail is the text beside a node's name and its colour: the dialect's text about a
// running node, or else the node's parameters.
func (n *inspector) detail(w *treedraw.Node) (string, color.NRGBA) {
	if text := n.texts[w.ID]; text != "" {
		return text, runningColor
	}
	return w.Detail, dimInk
}

// drawRow draws a node around y: its status, its name and its line in the file.
func (n *inspector) drawRow(p *overlayList, w *treedraw.Node, r image.Rectangle, y float32) {
	x, room := n.room(p, w, r)
	for d := range min(w.Depth, 12) {
		gx := float32(r.Min.X) + p.px(6) + float32(d)*p.px(13)
		p.line(idleColor, gx, y-p.px(9.5), gx, y+p.px(9.5), p.px(1))
	}
	answer, asked := n.Answer(w.ID)
	ink := dimInk
	if asked {
		ink = brightInk
	}
	p.status(x, y, answer, asked)
	line := ""
	if w.Line > 0 {
		line = fmt.Sprint(w.Line)
	}
	right := float32(r.Max.X) - p.px(8)
	p.text(dimInk, draw.Right, right, y+p.px(4), 11, line)
	kind := p.fit(w.Kind, 12, room)
	p.text(ink, draw.Left, x+p.px(10), y+p.px(4), 12, kind)
	taken := p.width(kind, 12) + p.px(6)
	detail, hue := n.detail(w)
	p.text(hue, draw.Left, x+p.px(10)+taken, y+p.px(4), 12, p.fit(detail, 12, room-taken))
}

// status draws the status of a node: a disc for success, a cross for failure, a dart
// for running, a small ring for a node that was not evaluated.
func (p *overlayList) status(x, y float32, s host.Status, asked bool) {
	r := p.px(4)
	switch {
	case !asked:
		p.ring(idleColor, x, y, r*0.6, p.px(1.2))
	case s == host.Success:
		p.disc(successColor, x, y, r)
	case s == host.Running:
		p.dart(runningColor, x, y, r*1.5)
	default:
		p.line(failureColor, x-r*0.8, y-r*0.8, x+r*0.8, y+r*0.8, p.px(1.8))
		p.line(failureColor, x-r*0.8, y+r*0.8, x+r*0.8, y-r*0.8, p.px(1.8))
	}
}
