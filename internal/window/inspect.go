package window

import (
	"image"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/insight/draw"
	"github.com/thicket-sim/thicket/internal/insight/inspect"
	"github.com/thicket-sim/thicket/internal/insight/treedraw"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/internal/window/paint"
)

// inspector shows what the tree of one bot does, tick by tick.
type inspector struct {
	inspect.Follower
	tally inspect.Tally // of the followed bot's class
	told  run.Inspection
	texts map[tree.NodeID]string // what the dialect tells of running nodes

	top    float32 // pixels of the tree above the visible part
	search string  // what the rows that are shown have in their texts; empty: all are
	folded map[fold]bool
	seen   []int // of the nodes, those that have a row

	pressed *treedraw.Node // where the left button went down
}

// fold is a node with nothing shown below it, in the trees of all bots that run the program,
// with any numbers.
type fold struct {
	program *run.Program
	node    tree.NodeID
}

// turnTo turns to another bot, or to nobody for id 0.
func (n *inspector) turnTo(g *systems.Game, id components.ID) {
	n.top = 0
	n.Follow(chronicle.Minds(g), id)
	n.tally.Count(chronicle.Minds(g), id)
}

// beginTick is to be called before a tick.
func (n *inspector) beginTick(g *systems.Game) {
	n.BeginTick()
	n.tally.Count(chronicle.Minds(g), n.ID()) // it may have got another tree
	n.tally.BeginTick()
}

// ask asks the dialect for its texts about the bot. It is called between ticks.
func (n *inspector) ask() {
	n.told, n.texts = n.Inspect(), map[tree.NodeID]string{}
	for _, v := range n.told.Nodes {
		n.texts[v.Node] = beside(v.Text, n.Program(), v.Node)
	}
}

// beside shortens a dialect's line about a node to what its row does not show yet: it
// removes the line number, the dashes or angles of the depth, the node's name and what is
// said twice.
func beside(text string, p *run.Program, id tree.NodeID) string {
	text = strings.TrimLeft(text, "0123456789 ->\t")
	if labels, ok := p.Semantics.(run.Describer); ok {
		kind, _ := labels.Label(p.Tree, id)
		text = strings.TrimPrefix(text, kind)
	}
	words := strings.Fields(strings.TrimLeft(text, " -:"))
	for i := len(words) - 1; i > 0; i-- {
		if words[i] == "<"+words[i-1]+">" { // the status now, and the one before, which is the same
			words = slices.Delete(words, i, i+1)
		}
	}
	return strings.TrimSuffix(strings.Join(words, " "), " ()>0.00") // nothing that it waits for
}

// Heights in the log of the inspector, in units.
const (
	logHigh  = 17
	logTitle = 26 // over the lines of a log
)

// log returns the last log messages of the bot's tree or, if it logged nothing, its steps of
// the last tick; oldest first.
func (n *inspector) log() (title string, lines []string) {
	if lines := n.told.Log; len(lines) > 0 {
		return "Log", lines
	}
	return "Steps", n.Steps()
}

// split splits a rectangle between the tree and the log under it, which gets what the tree
// leaves, and a third where that is not enough.
func (n *inspector) split(p *paint.List, r image.Rectangle) (tree, log image.Rectangle) {
	_, lines := n.log()
	if len(lines) == 0 {
		return r, image.Rectangle{}
	}
	left := r.Dy() - int(float32(len(n.rows()))*p.Px(paint.RowHigh))
	high := min(int(float32(len(lines))*p.Px(logHigh)+p.Px(logTitle)), max(left, r.Dy()/3))
	tree, log = r, r
	tree.Max.Y, log.Min.Y = r.Max.Y-high, r.Max.Y-high
	return tree, log
}

// drawLog lists the newest texts, the newest at the bottom.
func (n *inspector) drawLog(p *paint.List, r image.Rectangle) {
	if r.Empty() {
		return
	}
	title, lines := n.log()
	x, y, wide := float32(r.Min.X)+p.Px(4), float32(r.Min.Y), float32(r.Dx())-p.Px(8)
	p.Line(idleColor, x, y+p.Px(4), x+wide, y+p.Px(4), p.Px(1))
	p.Text(brightInk, draw.Left, x, y+p.Px(20), 13, title)
	y += p.Px(logTitle)
	room := int((float32(r.Max.Y) - y) / p.Px(logHigh))
	for _, s := range lines[max(len(lines)-room, 0):] {
		p.Text(dimInk, draw.Left, x, y+p.Px(13), 12, p.Fit(s, 12, wide))
		y += p.Px(logHigh)
	}
}
