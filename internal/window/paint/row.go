package paint

import (
	"fmt"
	"image"
	"image/color"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/insight/draw"
	"github.com/thicket-sim/thicket/internal/insight/treedraw"
)

// Lengths of a row of a tree, in units.
const (
	RowHigh   = 19
	RowFold   = 10 // of the mark that folds
	rowIndent = 12 // a level
	rowStatus = 13
	rowSign   = 16
	rowLine   = 34 // of the number of a line
	rowShare  = 40 // of how often a node ran
	leastWhy  = 70 // of a reason that is worth showing
	maxIndent = 16 // levels

	// leastName says how much room the text of a row keeps: where the pane is too narrow for it,
	// the row does not say how often its node ran.
	leastName = 60
	// leastWhole says how wide the whole text of a node may be at least: where there is less room
	// to the right of its row, it begins farther to the left.
	leastWhole = 280
)

// WhySign stands before what an answer rests on.
const WhySign = "← "

// Row is a node of a tree as a row shows it.
type Row struct {
	Depth int
	Folds Fold
	// Answer is that of a node that was Asked.
	Answer host.Status
	Asked  bool
	Sign   treedraw.Sign
	// Title is followed by Text: parameters, or with Told what a dialect tells of a node.
	Title, Text string
	Told        bool
	Why         string // what the answer rests on
	Line        string // where the node was written
	Hit         bool   // somebody searches it
	// Share says for which share of the last ticks the node ran, 0 to 1, and ClassShare for which one
	// it did in all bots of a class.
	Share, ClassShare float64
}

// Fold says whether nodes below one are shown.
type Fold uint8

// The folds: of nodes without others below them, with these shown, and hidden.
const (
	Childless Fold = iota
	Unfolded
	Folded
)

// RowLeft returns the left end of a row of a tree in a rectangle.
func (p *List) RowLeft(depth int, in image.Rectangle) float32 {
	return float32(in.Min.X) + p.Px(2) + float32(min(depth, maxIndent))*p.Px(rowIndent)
}

// room returns where the text of a row begins and how wide it may be, in pixels, beside what
// the row says of the line and, where there are shares, of how often the node ran.
func (p *List) room(w *Row, in image.Rectangle) (x, room float32, shares bool) {
	wide := float32(rowShare)
	if w.ClassShare > 0 {
		wide *= 2
	}
	x = p.RowLeft(w.Depth, in) + p.Px(RowFold+rowStatus+rowSign)
	room = float32(in.Max.X) - p.Px(8) - max(p.Px(rowLine), p.Width(w.Line, 11)) - x
	shares = (w.Share > 0 || w.ClassShare > 0) && room >= p.Px(wide+leastName)
	if shares {
		room -= p.Px(wide)
	}
	return x, room, shares
}

// Row draws a node around y: the mark that folds it, its answer, its sign, its text, how
// often it ran, and its line.
func (p *List) Row(w *Row, in image.Rectangle, y float32) {
	t := &p.Theme
	left, right := p.RowLeft(w.Depth, in), float32(in.Max.X)-p.Px(6)
	x, room, shares := p.room(w, in)
	if w.Hit {
		p.Rect(t.Hover, x-p.Px(3), y-p.Px(9), room+p.Px(3), p.Px(18))
	}
	for d := range min(w.Depth, maxIndent) {
		gx := p.RowLeft(d, in) + p.Px(RowFold/2)
		p.Line(t.Idle, gx, y-p.Px(9.5), gx, y+p.Px(9.5), p.Px(1))
	}
	ink := t.Dim
	if w.Asked {
		ink = t.Bright
	}
	if w.Folds != Childless {
		p.foldMark(left+p.Px(RowFold/2), y, w.Folds == Folded)
	}
	p.Status(left+p.Px(RowFold+rowStatus/2), y, w.Answer, w.Asked)
	p.Sign(ink, left+p.Px(RowFold+rowStatus+rowSign/2-1), y, w.Sign)
	p.Text(t.Dim, draw.Right, right, y+p.Px(4), 11, w.Line)
	if shares && w.Share > 0 {
		p.share(t.Running, x+room+p.Px(4), y, w.Share)
	}
	if shares && w.ClassShare > 0 {
		p.share(t.Past, x+room+p.Px(4+rowShare), y, w.ClassShare)
	}
	shown := p.Fit(w.Title, 12, room)
	p.Text(ink, draw.Left, x, y+p.Px(4), 12, shown)
	if taken := p.Width(shown, 12) + p.Px(6); shown == w.Title {
		p.rest(w, x+taken, y, room-taken)
	}
}

// rest draws what stands behind the title of a node: its text, and what its answer rests
// on. Where both have no room, the text keeps a third of it, and all where the reason would be
// too short to read.
func (p *List) rest(w *Row, x, y, room float32) {
	hue := p.Theme.Dim
	if w.Told {
		hue = p.Theme.Running
	}
	if w.Why == "" {
		p.Text(hue, draw.Left, x, y+p.Px(4), 12, p.Fit(w.Text, 12, room))
		return
	}
	why := WhySign + w.Why
	gap := float32(0)
	if w.Text != "" {
		gap = p.Px(8)
	}
	wide := p.Width(why, 12)
	shown := p.Fit(w.Text, 12, max(room-wide-gap, room/3))
	left := room - p.Width(shown, 12) - gap
	if left < min(wide, p.Px(leastWhy)) {
		p.Text(hue, draw.Left, x, y+p.Px(4), 12, p.Fit(w.Text, 12, room))
		return
	}
	p.Text(hue, draw.Left, x, y+p.Px(4), 12, shown)
	p.Text(p.Theme.Dim, draw.Left, x+room-left, y+p.Px(4), 12, p.Fit(why, 12, left))
}

// WholeRow draws the whole text of a node over its row at y, where the row cuts it: in as many
// lines as it takes to stay on the screen.
func (p *List) WholeRow(w *Row, in image.Rectangle, y float32, screen image.Rectangle) {
	x, room, _ := p.room(w, in)
	whole := strings.TrimSpace(w.Title + "  " + w.Text)
	if w.Why != "" {
		whole += "  " + WhySign + w.Why
	}
	if p.Width(whole, 12) <= room {
		return
	}
	right := float32(screen.Max.X) - p.Px(8)
	x = max(min(x, right-p.Px(leastWhole)), float32(screen.Min.X)+p.Px(6))
	lines, wide := p.Wrap(whole, 12, right-x), float32(0)
	for _, line := range lines {
		wide = max(wide, p.Width(line, 12))
	}
	high := p.Px(RowHigh)
	tall := high * float32(len(lines))
	y = max(min(y, float32(screen.Max.Y)-tall), float32(screen.Min.Y))
	p.Rect(p.Theme.Panel, x-p.Px(4), y, wide+p.Px(10), tall)
	p.Frame(p.Theme.Idle, x-p.Px(4), y, wide+p.Px(10), tall, p.Px(1))
	for i, line := range lines {
		p.Text(p.Theme.Bright, draw.Left, x, y+(float32(i)+0.5)*high+p.Px(4), 12, line)
	}
}

// share draws in which share of the last ticks a node ran: the number over a bar in a
// colour.
func (p *List) share(ink color.NRGBA, x, y float32, share float64) {
	wide := p.Px(rowShare - 8)
	text := fmt.Sprintf("%.0f%%", 100*share)
	if share < 0.01 {
		text = "<1%"
	}
	p.Rect(p.Theme.Off, x, y+p.Px(5), wide, p.Px(2))
	p.Rect(ink, x, y+p.Px(5), max(wide*float32(share), 1), p.Px(2))
	p.Text(p.Theme.Dim, draw.Right, x+wide, y+p.Px(3), 10, text)
}

// Status draws the answer of a node: a disc for success, a cross for failure, a dart
// for running, a small ring for a node that was not asked.
func (p *List) Status(x, y float32, s host.Status, asked bool) {
	r, t := p.Px(4), &p.Theme
	switch {
	case !asked:
		p.Ring(t.Idle, x, y, r*0.6, p.Px(1.2))
	case s == host.Success:
		p.Disc(t.Success, x, y, r)
	case s == host.Running:
		p.Dart(t.Running, x, y, r*1.5)
	default:
		p.Line(t.Failure, x-r*0.8, y-r*0.8, x+r*0.8, y+r*0.8, p.Px(1.8))
		p.Line(t.Failure, x-r*0.8, y+r*0.8, x+r*0.8, y-r*0.8, p.Px(1.8))
	}
}

// foldMark draws the mark of a node that can be folded, pointing down, or right where it
// is folded.
func (p *List) foldMark(x, y float32, folded bool) {
	d := draw.Prim{Kind: draw.Dart, Color: p.Theme.Dim, X: x, Y: y, V: 1, R: p.Px(4.5)}
	if folded {
		d.Color, d.U, d.V = p.Theme.Bright, 1, 0
	}
	p.Add(d)
}

// Sign draws what a node is.
func (p *List) Sign(ink color.NRGBA, x, y float32, s treedraw.Sign) {
	r, thin := p.Px(4.5), p.Px(1.3)
	arrow := func(y float32) {
		p.Line(ink, x-r, y, x+r, y, thin)
		p.Line(ink, x+r*0.3, y-r*0.6, x+r, y, thin)
		p.Line(ink, x+r*0.3, y+r*0.6, x+r, y, thin)
	}
	switch s {
	case treedraw.Sequence:
		arrow(y)
	case treedraw.Selector:
		p.Text(ink, draw.Center, x, y+p.Px(4.5), 13, "?")
	case treedraw.Parallel:
		arrow(y - r*0.6)
		arrow(y + r*0.6)
	case treedraw.Decorator:
		p.Add(draw.Prim{Kind: draw.DiamondRing, Color: ink, X: x, Y: y, U: thin, R: r})
	case treedraw.Condition:
		p.Ring(ink, x, y, r*0.85, thin)
	case treedraw.Action:
		p.Rect(ink, x-r*0.7, y-r*0.7, r*1.4, r*1.4)
	default:
		p.Frame(ink, x-r*0.8, y-r*0.8, r*1.6, r*1.6, thin)
	}
}
