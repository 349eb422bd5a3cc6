package window

import (
	"fmt"
	"image"
	"path"
	"strings"

	"github.com/thicket-sim/thicket/internal/insight/treedraw"
	"github.com/thicket-sim/thicket/internal/window/paint"
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
func (n *inspector) rowAt(p *paint.List, r image.Rectangle, at image.Point) (w *treedraw.Node, onFold bool) {
	if !at.In(r) {
		return nil, false
	}
	rows := n.rows()
	i := int((float32(at.Y-r.Min.Y) + n.top) / p.Px(paint.RowHigh))
	if i < 0 || i >= len(rows) {
		return nil, false
	}
	w = &n.Nodes()[rows[i]]
	return w, len(w.Children) > 0 && float32(at.X) < p.RowLeft(w.Depth, r)+p.Px(paint.RowFold)
}

// draw lists the tree in a rectangle. The row under the cursor is not cut, and may
// reach beyond the rectangle.
func (n *inspector) draw(p *paint.List, r image.Rectangle, cursor, screen image.Point) {
	high := p.Px(paint.RowHigh)
	nodes, rows := n.Nodes(), n.rows()
	all := float32(len(rows)) * high
	n.top = min(max(n.top, 0), max(all-float32(r.Dy()), 0))
	file := ""
	var whole paint.Row
	wholeY := float32(-1)
	for i, at := range rows {
		w := &nodes[at]
		y := float32(r.Min.Y) + float32(i)*high - n.top
		if y < float32(r.Min.Y) || y+high > float32(r.Max.Y)+1 {
			continue
		}
		row := n.rowOf(w, w.File != file)
		p.Row(&row, r, y+high/2)
		file = w.File
		if cursor.In(r) && float32(cursor.Y) >= y && float32(cursor.Y) < y+high {
			whole, wholeY = row, y
		}
	}
	p.Bar(r, n.top, all)
	if wholeY >= 0 {
		p.WholeRow(&whole, r, wholeY, image.Rectangle{Max: screen})
	}
}

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

// rowOf returns what a row shows of a node; its line with the file where that is not the file of
// the row above.
func (n *inspector) rowOf(w *treedraw.Node, named bool) paint.Row {
	row := paint.Row{
		Depth: w.Depth, Sign: w.Sign(), Why: n.Why(w.ID), Line: lineOf(w, named), Hit: n.matched(w),
		Share: n.share(w), ClassShare: n.classShare(w),
	}
	if len(w.Children) > 0 {
		row.Folds = paint.Unfolded
		if n.search == "" && n.folded[fold{n.Program().Base(), w.ID}] {
			row.Folds = paint.Folded
		}
	}
	row.Answer, row.Asked = n.Answer(w.ID)
	row.Title, row.Text, row.Told = n.words(w)
	return row
}

// words returns the title of a node, and the text beside it: what the dialect told of a running
// node, or else the node's parameters.
func (n *inspector) words(w *treedraw.Node) (title, rest string, told bool) {
	title, rest = w.Title()
	if text := n.texts[w.ID]; text != "" && text != title {
		return title, strings.TrimSpace(strings.TrimPrefix(text, title)), true
	}
	return title, rest, false
}
