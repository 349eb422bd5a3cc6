package window

import (
	"fmt"
	"image"
	"image/color"
	"path"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/insight/draw"
	"github.com/thicket-sim/thicket/internal/insight/treedraw"
)

// Widths in a row of the tree, in units.
const (
	rowIndent = 12 // a level
	rowFold   = 10 // of the mark that folds
	rowStatus = 13
	rowSign   = 16
	rowLine   = 34 // of the number of a line
	rowShare  = 40 // of how often a node ran
	leastWhy  = 70 // of a reason that is worth showing
	maxIndent = 16 // levels
)

// rows returns the indices of the nodes that are shown: not those below folded ones, and while
// somebody searches those that have the text, with all above them.
func (n *inspector) rows() []int {
	nodes := n.Nodes()
	n.seen = n.seen[:0]
	if n.search != "" {
		return n.matches(nodes)
	}
	hidden := -1 // what is deeper than that is not shown
	for i := range nodes {
		w := &nodes[i]
		if hidden >= 0 && w.Depth > hidden {
			continue
		}
		hidden = -1
		n.seen = append(n.seen, i)
		if n.folded[fold{n.Program().Base(), w.ID}] {
			hidden = w.Depth
		}
	}
	return n.seen
}

func (n *inspector) matches(nodes []treedraw.Node) []int {
	keep := make([]bool, len(nodes))
	var above []int // by depth
	for i := range nodes {
		w := &nodes[i]
		above = append(above[:min(w.Depth, len(above))], i)
		if n.matched(w) {
			for _, a := range above {
				keep[a] = true
			}
		}
	}
	for i := range keep {
		if keep[i] {
			n.seen = append(n.seen, i)
		}
	}
	return n.seen
}

// matched reports whether a node has what somebody searches.
func (n *inspector) matched(w *treedraw.Node) bool {
	return n.search != "" && strings.Contains(strings.ToLower(w.Kind+" "+w.Detail), strings.ToLower(n.search))
}

// foldAll folds all nodes below the first level, or unfolds all where some are folded.
func (n *inspector) foldAll() {
	p := n.Program().Base()
	some := false
	for f := range n.folded {
		if f.program == p {
			delete(n.folded, f)
			some = true
		}
	}
	for i := range n.Nodes() {
		if w := &n.Nodes()[i]; !some && w.Depth == 1 && len(w.Children) > 0 {
			n.fold(w)
		}
	}
}

// fold folds a node, or unfolds it.
func (n *inspector) fold(w *treedraw.Node) {
	key := fold{n.Program().Base(), w.ID}
	if n.folded[key] {
		delete(n.folded, key)
		return
	}
	if n.folded == nil {
		n.folded = map[fold]bool{}
	}
	n.folded[key] = true
}

// rowAt returns the node whose row is at a point of the rectangle of the tree, and whether the
// point is on the mark that folds it.
func (n *inspector) rowAt(p *overlayList, r image.Rectangle, at image.Point) (w *treedraw.Node, onFold bool) {
	if !at.In(r) {
		return nil, false
	}
	rows := n.rows()
	i := int((float32(at.Y-r.Min.Y) + n.top) / p.px(rowHigh))
	if i < 0 || i >= len(rows) {
		return nil, false
	}
	w = &n.Nodes()[rows[i]]
	return w, len(w.Children) > 0 && float32(at.X) < n.left(p, w, r)+p.px(rowFold)
}

// left returns the left end of a row.
func (n *inspector) left(p *overlayList, w *treedraw.Node, r image.Rectangle) float32 {
	return float32(r.Min.X) + p.px(2) + float32(min(w.Depth, maxIndent))*p.px(rowIndent)
}

// draw lists the tree in a rectangle. The row under the cursor is not cut, and may
// reach beyond the rectangle.
func (n *inspector) draw(p *overlayList, r image.Rectangle, cursor, screen image.Point) {
	high := p.px(rowHigh)
	nodes, rows := n.Nodes(), n.rows()
	all := float32(len(rows)) * high
	n.top = min(max(n.top, 0), max(all-float32(r.Dy()), 0))
	file := ""
	var whole *treedraw.Node
	wholeY := float32(0)
	for i, at := range rows {
		w := &nodes[at]
		y := float32(r.Min.Y) + float32(i)*high - n.top
		if y < float32(r.Min.Y) || y+high > float32(r.Max.Y)+1 {
			continue
		}
		n.drawRow(p, w, r, y+high/2, w.File != file)
		file = w.File
		if cursor.In(r) && float32(cursor.Y) >= y && float32(cursor.Y) < y+high {
			whole, wholeY = w, y
		}
	}
	p.bar(r, n.top, all)
	if whole != nil {
		n.drawWhole(p, whole, r, wholeY, high, screen)
	}
}

// leastWhole says how wide the whole text of a node may be at least, in units: where there
// is less room to the right of its row, it begins farther to the left.
const leastWhole = 280

// drawWhole draws the whole text of a node over its row, where the row cuts it: in as many
// lines as it takes to stay on the screen.
func (n *inspector) drawWhole(p *overlayList, w *treedraw.Node, r image.Rectangle, y, high float32, screen image.Point) {
	x, room, _ := n.room(p, w, r, "")
	title, rest, _ := n.words(w)
	whole := strings.TrimSpace(title + "  " + rest)
	if why := n.Why(w.ID); why != "" {
		whole += "  " + whySign + why
	}
	if p.width(whole, 12) <= room {
		return
	}
	right := float32(screen.X) - p.px(8)
	x = max(min(x, right-p.px(leastWhole)), p.px(6))
	lines, wide := p.wrap(whole, 12, right-x), float32(0)
	for _, line := range lines {
		wide = max(wide, p.width(line, 12))
	}
	tall := high * float32(len(lines))
	y = max(min(y, float32(screen.Y)-tall), 0)
	p.rect(panelColor, x-p.px(4), y, wide+p.px(10), tall)
	p.frame(idleColor, x-p.px(4), y, wide+p.px(10), tall, p.px(1))
	for i, line := range lines {
		p.text(brightInk, draw.Left, x, y+(float32(i)+0.5)*high+p.px(4), 12, line)
	}
}

// room returns where the text of a row begins and how wide it may be, in pixels, beside what
// the row says of the line and, where there are shares, of how often the node ran.
func (n *inspector) room(p *overlayList, w *treedraw.Node, r image.Rectangle, line string) (x, room float32, shares bool) {
	x = n.left(p, w, r) + p.px(rowFold+rowStatus+rowSign)
	room = float32(r.Max.X) - p.px(8) - max(p.px(rowLine), p.width(line, 11)) - x
	shares = (n.share(w) > 0 || n.classShare(w) > 0) && room >= p.px(2*rowShare+leastName)
	if shares {
		room -= p.px(2 * rowShare)
	}
	return x, room, shares
}

// leastName says how much room the text of a row keeps, in units: where the pane is too
// narrow for it, the row does not say how often its node ran.
const leastName = 60

// classShare is for which share of its class a node ran in the last ticks.
func (n *inspector) classShare(w *treedraw.Node) float64 {
	times, of := n.tally.Ran(w.ID)
	return float64(times) / float64(max(of, 1))
}

// share is in which share of the last ticks a node ran.
func (n *inspector) share(w *treedraw.Node) float64 {
	times, of := n.Ran(w.ID)
	return float64(times) / float64(max(of, 1))
}

// lineOf returns the line of a node, with its file where that is asked for.
func lineOf(w *treedraw.Node, named bool) string {
	switch {
	case w.Line <= 0:
		return ""
	case named && w.File != "":
		return fmt.Sprintf("%s:%d", path.Base(strings.ReplaceAll(w.File, `\`, "/")), w.Line)
	}
	return fmt.Sprint(w.Line)
}

// drawRow draws a node around y: the mark that folds it, its status, its sign, its text, how
// often it ran, and its line, with the file where that is not the file of the row above.
func (n *inspector) drawRow(p *overlayList, w *treedraw.Node, r image.Rectangle, y float32, named bool) {
	left, right := n.left(p, w, r), float32(r.Max.X)-p.px(6)
	line := lineOf(w, named)
	x, room, shares := n.room(p, w, r, line)
	if n.matched(w) {
		p.rect(hoverColor, x-p.px(3), y-p.px(9), room+p.px(3), p.px(18))
	}
	for d := range min(w.Depth, maxIndent) {
		gx := float32(r.Min.X) + p.px(2) + float32(d)*p.px(rowIndent) + p.px(rowFold/2)
		p.line(idleColor, gx, y-p.px(9.5), gx, y+p.px(9.5), p.px(1))
	}
	answer, asked := n.Answer(w.ID)
	ink := dimInk
	if asked {
		ink = brightInk
	}
	if len(w.Children) > 0 {
		p.foldMark(left+p.px(rowFold/2), y, n.search == "" && n.folded[fold{n.Program().Base(), w.ID}])
	}
	p.status(left+p.px(rowFold+rowStatus/2), y, answer, asked)
	p.sign(ink, left+p.px(rowFold+rowStatus+rowSign/2-1), y, w.Sign())
	p.text(dimInk, draw.Right, right, y+p.px(4), 11, line)
	if share := n.share(w); shares && share > 0 {
		p.drawShare(runningColor, x+room+p.px(4), y, share)
	}
	if share := n.classShare(w); shares && share > 0 {
		p.drawShare(pastColor, x+room+p.px(4+rowShare), y, share)
	}
	title, rest, hue := n.words(w)
	shown := p.fit(title, 12, room)
	p.text(ink, draw.Left, x, y+p.px(4), 12, shown)
	if taken := p.width(shown, 12) + p.px(6); shown == title {
		n.drawRest(p, w, rest, hue, x+taken, y, room-taken)
	}
}

// whySign stands before what an answer rests on.
const whySign = "← "

// drawRest draws what stands behind the title of a node: its text, and what its answer rests
// on. Where both have no room, the text keeps a third of it, and all where the reason would be
// too short to read.
func (n *inspector) drawRest(p *overlayList, w *treedraw.Node, rest string, hue color.NRGBA, x, y, room float32) {
	why := n.Why(w.ID)
	if why == "" {
		p.text(hue, draw.Left, x, y+p.px(4), 12, p.fit(rest, 12, room))
		return
	}
	why = whySign + why
	gap := float32(0)
	if rest != "" {
		gap = p.px(8)
	}
	wide := p.width(why, 12)
	shown := p.fit(rest, 12, max(room-wide-gap, room/3))
	left := room - p.width(shown, 12) - gap
	if left < min(wide, p.px(leastWhy)) {
		p.text(hue, draw.Left, x, y+p.px(4), 12, p.fit(rest, 12, room))
		return
	}
	p.text(hue, draw.Left, x, y+p.px(4), 12, shown)
	p.text(dimInk, draw.Left, x+room-left, y+p.px(4), 12, p.fit(why, 12, left))
}

// words returns the title of a node, and the text beside it with its colour: the dialect's text
// about a running node, or else the node's parameters.
func (n *inspector) words(w *treedraw.Node) (title, rest string, ink color.NRGBA) {
	title, rest = w.Title()
	if text := n.texts[w.ID]; text != "" && text != title {
		return title, strings.TrimSpace(strings.TrimPrefix(text, title)), runningColor
	}
	return title, rest, dimInk
}

// drawShare draws in which share of the last ticks a node ran: the number over a bar in a
// colour.
func (p *overlayList) drawShare(ink color.NRGBA, x, y float32, share float64) {
	wide := p.px(rowShare - 8)
	text := fmt.Sprintf("%.0f%%", 100*share)
	if share < 0.01 {
		text = "<1%"
	}
	p.rect(offColor, x, y+p.px(5), wide, p.px(2))
	p.rect(ink, x, y+p.px(5), max(wide*float32(share), 1), p.px(2))
	p.text(dimInk, draw.Right, x+wide, y+p.px(3), 10, text)
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

// foldMark draws the mark of a node that can be folded, pointing down, or right where it
// is folded.
func (p *overlayList) foldMark(x, y float32, folded bool) {
	d := draw.Prim{Kind: draw.Dart, Color: dimInk, X: x, Y: y, V: 1, R: p.px(4.5)}
	if folded {
		d.Color, d.U, d.V = brightInk, 1, 0
	}
	p.add(d)
}

// sign draws what a node is.
func (p *overlayList) sign(ink color.NRGBA, x, y float32, s treedraw.Sign) {
	r, thin := p.px(4.5), p.px(1.3)
	arrow := func(y float32) {
		p.line(ink, x-r, y, x+r, y, thin)
		p.line(ink, x+r*0.3, y-r*0.6, x+r, y, thin)
		p.line(ink, x+r*0.3, y+r*0.6, x+r, y, thin)
	}
	switch s {
	case treedraw.Sequence:
		arrow(y)
	case treedraw.Selector:
		p.text(ink, draw.Center, x, y+p.px(4.5), 13, "?")
	case treedraw.Parallel:
		arrow(y - r*0.6)
		arrow(y + r*0.6)
	case treedraw.Decorator:
		p.add(draw.Prim{Kind: draw.DiamondRing, Color: ink, X: x, Y: y, U: thin, R: r})
	case treedraw.Condition:
		p.ring(ink, x, y, r*0.85, thin)
	case treedraw.Action:
		p.rect(ink, x-r*0.7, y-r*0.7, r*1.4, r*1.4)
	default:
		p.frame(ink, x-r*0.8, y-r*0.8, r*1.6, r*1.6, thin)
	}
}
