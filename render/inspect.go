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
	"github.com/thicket-sim/thicket/internal/treedraw"
	"github.com/thicket-sim/thicket/render/draw"
	"github.com/thicket-sim/thicket/systems"
)

// inspector follows what the tree of one bot does, tick by tick.
type inspector struct {
	id      components.ID
	program *run.Program
	rows    []row
	status  []host.Status // by node
	asked   []bool        // by node: it was evaluated in the last tick
	top     float32       // pixels that are scrolled out above
	told    run.Inspection
	texts   map[tree.NodeID]string // what the dialect tells of nodes that run
}

// row is a line of the tree as it is drawn.
type row struct {
	node  treedraw.Node
	depth int
}

var _ run.Tracer = (*inspector)(nil)

// Leaf and Node are what the tree tells.
func (n *inspector) Leaf(_ int32, id tree.NodeID, what host.Notice, s host.Status) {
	if what == host.Visited {
		n.status[id], n.asked[id] = s, true
	}
}

func (n *inspector) Node(row int32, id tree.NodeID, what host.Notice, s host.Status) {
	n.Leaf(row, id, what, s)
}

// watch turns to another bot, or to nobody for id 0.
func (n *inspector) watch(g *systems.Game, id components.ID) {
	n.id, n.top = id, 0
	n.follow(g)
}

// follow keeps up with a bot that gets another tree, or goes away.
func (n *inspector) follow(g *systems.Game) {
	p, err := g.ProgramOf(n.id)
	if n.id == 0 || err != nil {
		p = nil
	}
	if p == n.program && p != nil {
		_ = g.Watch(n.id, n) // a bot that has a tree can be watched
		return
	}
	n.program, n.rows = p, nil
	if p == nil {
		_ = g.Watch(0, nil)
		return
	}
	n.status, n.asked = make([]host.Status, len(p.Tree.Nodes)), make([]bool, len(p.Tree.Nodes))
	n.rows, n.texts = unfold(treedraw.Of(p)), map[tree.NodeID]string{}
	_ = g.Watch(n.id, n)
}

// look asks the dialect what it tells of the bot between two ticks.
func (n *inspector) look(g *systems.Game) {
	n.told = run.Inspection{}
	clear(n.texts)
	if n.program == nil {
		return
	}
	told, ok := n.program.Semantics.(run.Inspector)
	if !ok {
		return
	}
	_ = g.Look(n.id, func(x *run.Exec) { n.told = told.Inspect(x) }) // it has a tree
	for _, v := range n.told.Nodes {
		n.texts[v.Node] = beside(v.Text, n.program, v.Node)
	}
}

// beside is what a dialect's line about a node says that is not in its row: the
// line number, the depth in dashes or angles and the name of the node are.
func beside(text string, p *run.Program, id tree.NodeID) string {
	text = strings.TrimLeft(text, "0123456789 ->\t")
	if labels, ok := p.Semantics.(run.Labeler); ok {
		kind, _ := labels.Label(p.Tree, id)
		text = strings.TrimPrefix(text, kind)
	}
	return strings.TrimLeft(text, " -:")
}

// tick is called before each step.
func (n *inspector) tick() { clear(n.asked) }

// unfold lists a tree's nodes in the order of drawing, each once.
func unfold(t *treedraw.Tree) []row {
	nodes := map[tree.NodeID]*treedraw.Node{}
	for i := range t.Nodes {
		nodes[t.Nodes[i].ID] = &t.Nodes[i]
	}
	var rows []row
	seen := map[tree.NodeID]bool{}
	var visit func(ids []tree.NodeID, depth int)
	visit = func(ids []tree.NodeID, depth int) {
		for _, id := range ids {
			if n := nodes[id]; n != nil && !seen[id] {
				seen[id] = true
				rows = append(rows, row{*n, depth})
				visit(n.Children, depth+1)
			}
		}
	}
	visit(t.Roots, 0)
	return rows
}

// Shapes and colours of what nodes answered: each has both, for those who see
// colours differently.
var (
	successColor = color.NRGBA{0x3d, 0xf0, 0x8a, 0xff}
	failureColor = color.NRGBA{0xf0, 0x70, 0xa0, 0xff}
	runningColor = color.NRGBA{0x6f, 0xb1, 0xff, 0xff}
	idleColor    = color.NRGBA{0x4a, 0x58, 0x70, 0xff}
)

// draw lists the tree in a rectangle. The node under the cursor is told whole,
// beyond the rectangle where it is longer.
func (n *inspector) draw(p *pen, r image.Rectangle, cursor image.Point) {
	high := p.px(19)
	whole, wholeY := -1, float32(0)
	all := float32(len(n.rows)) * high
	n.top = min(max(n.top, 0), max(all-float32(r.Dy()), 0))
	for i, w := range n.rows {
		y := float32(r.Min.Y) + float32(i)*high - n.top
		if y < float32(r.Min.Y) || y+high > float32(r.Max.Y) {
			continue
		}
		n.drawRow(p, w, r, y+high/2)
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
		n.drawWhole(p, n.rows[whole], r, wholeY, high)
	}
}

// drawWhole draws what a node says over its row, where the row has to cut it.
func (n *inspector) drawWhole(p *pen, w row, r image.Rectangle, y, high float32) {
	x, room := n.room(p, w, r)
	detail, _ := n.detail(w)
	if detail == "" {
		detail = w.node.Kind
	} else {
		detail = w.node.Kind + "  " + detail
	}
	wide := p.width(detail, 12)
	if wide <= room {
		return
	}
	p.rect(panelColor, x+p.px(6), y, wide+p.px(10), high)
	p.frame(idleColor, x+p.px(6), y, wide+p.px(10), high, p.px(1))
	p.text(brightInk, draw.Left, x+p.px(10), y+high/2+p.px(4), 12, detail)
}

// room is where a row's text begins, but for its mark, and how wide it may be.
func (n *inspector) room(p *pen, w row, r image.Rectangle) (x, room float32) {
	x = float32(r.Min.X) + p.px(6) + float32(min(w.depth, 12))*p.px(13)
	return x, float32(r.Max.X) - p.px(8) - x - p.px(44)
}

// detail is what is told beside a node's name, and in which colour: what the
// dialect tells of a node that runs, else what it was made with.
func (n *inspector) detail(w row) (string, color.NRGBA) {
	if text := n.texts[w.node.ID]; text != "" {
		return text, runningColor
	}
	return w.node.Detail, dimInk
}

// drawRow draws a node around y: what it answered, its name and its line.
func (n *inspector) drawRow(p *pen, w row, r image.Rectangle, y float32) {
	x, room := n.room(p, w, r)
	for d := range min(w.depth, 12) {
		gx := float32(r.Min.X) + p.px(6) + float32(d)*p.px(13)
		p.line(idleColor, gx, y-p.px(9.5), gx, y+p.px(9.5), p.px(1))
	}
	id := w.node.ID
	ink := dimInk
	if n.asked[id] {
		ink = brightInk
	}
	p.status(x, y, n.status[id], n.asked[id])
	line := ""
	if w.node.Line > 0 {
		line = fmt.Sprint(w.node.Line)
	}
	right := float32(r.Max.X) - p.px(8)
	p.text(dimInk, draw.Right, right, y+p.px(4), 11, line)
	kind := p.fit(w.node.Kind, 12, room)
	p.text(ink, draw.Left, x+p.px(10), y+p.px(4), 12, kind)
	taken := p.width(kind, 12) + p.px(6)
	detail, hue := n.detail(w)
	p.text(hue, draw.Left, x+p.px(10)+taken, y+p.px(4), 12, p.fit(detail, 12, room-taken))
}

// status draws what a node answered: a disc for success, a cross for failure, a
// dart for running, a small ring for a node that was not asked.
func (p *pen) status(x, y float32, s host.Status, asked bool) {
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
