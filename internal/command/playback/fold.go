package playback

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/thicket-sim/thicket/internal/command/terminal"
)

// treeRow is a line of a tree that is folded: a node, with how many nodes below it are not
// shown, or so many nodes side by side that were not asked.
type treeRow struct {
	node   *NodeView // nil for several
	depth  int
	hidden int
}

// fold shows a tree in at most rows lines, if it can: nodes below one that was not asked in
// the last tick go first, then those beside each other that were not asked, then those below
// one that failed.
func fold(nodes []NodeView, rows int) []treeRow {
	var all []treeRow
	for i := range nodes {
		all = append(all, treeRow{node: &nodes[i], depth: nodes[i].Depth})
	}
	if len(all) <= rows {
		return all
	}
	unasked := func(n *NodeView) bool { return n.Status == nil }
	folded := foldBelow(nodes, unasked)
	if len(folded) <= rows {
		return folded
	}
	if merged := merge(folded); len(merged) <= rows {
		return merged
	}
	return merge(foldBelow(nodes, func(n *NodeView) bool { return unasked(n) || *n.Status == "failure" }))
}

// foldBelow shows of some nodes nothing that is below them.
func foldBelow(nodes []NodeView, folds func(*NodeView) bool) (rows []treeRow) {
	for i := 0; i < len(nodes); {
		end := i + 1
		if folds(&nodes[i]) {
			for end < len(nodes) && nodes[end].Depth > nodes[i].Depth {
				end++
			}
		}
		rows = append(rows, treeRow{&nodes[i], nodes[i].Depth, end - i - 1})
		i = end
	}
	return rows
}

// merge makes one row of those beside each other that were not asked.
func merge(folded []treeRow) (merged []treeRow) {
	for i := 0; i < len(folded); {
		end, hidden := i, 0
		for end < len(folded) && folded[end].node.Status == nil && folded[end].depth == folded[i].depth {
			hidden += 1 + folded[end].hidden
			end++
		}
		if end-i < 2 {
			merged = append(merged, folded[i])
			i++
			continue
		}
		merged = append(merged, treeRow{depth: folded[i].depth, hidden: hidden})
		i = end
	}
	return merged
}

// pane shows a bot in at most rows lines of cols characters: its name and sheet, what its
// dialect tells, and its tree, folded until it fits. What does not fit then is marked, and
// comes with scroll, a number of lines of the tree.
func (in *Inspection) pane(s terminal.Style, cols, rows, scroll int) []string {
	if in.Gone {
		return []string{s.Bold(fmt.Sprintf("id %d is gone", in.ID))}
	}
	title := fmt.Sprintf("%s  (id %d)  %s", terminal.Printable(in.Name), in.ID, terminal.Printable(in.Tree))
	if in.Tree == "" {
		title += "no tree"
	}
	lines := []string{s.Bold(terminal.Cut(title, cols))}
	lines = append(lines, atMost(wrapped(in.sheetWords(), cols), max(1, rows/4))...)
	paint := func(name, text string) string { return s.SGR(s.Paint(inspectColors[name]), text) }
	var told []string
	for _, n := range in.View {
		told = append(told, paint(n.Color, terminal.Cut(terminal.Printable(n.Text), cols)))
	}
	var facts []string
	for _, v := range in.Values {
		facts = append(facts, terminal.Printable(v.Kind+" "+v.Name+" = "+v.Value))
	}
	told = append(told, wrapped(facts, cols)...)
	if n := len(in.Events); n > 0 {
		e := in.Events[n-1]
		told = append(told, s.Dim(terminal.Cut(fmt.Sprintf("tick %d: %s", e.Tick, terminal.Printable(e.Name)), cols)))
	}
	lines = append(lines, atMost(told, max(1, rows/5))...)
	room := rows - len(lines)
	tree := fold(in.Nodes, room)
	first := 0
	if len(tree) > room && room > 0 {
		room--
		first = min(scroll, len(tree)-room)
	}
	width := 0
	for _, r := range tree {
		if r.node != nil {
			width = max(width, len(r.node.at()))
		}
	}
	for _, r := range tree[first:min(first+max(room, 0), len(tree))] {
		lines = append(lines, r.line(s, paint, width, cols))
	}
	if left := len(tree) - room; left > 0 && room >= 0 {
		lines = append(lines, s.Dim(terminal.Cut(fmt.Sprintf("⋯ %d of %d lines of the tree, ↑ ↓ for the others", room, len(tree)), cols)))
	}
	return lines[:min(len(lines), rows)]
}

// line returns a line of a tree: the place, a mark of the answer, and the node.
func (r *treeRow) line(s terminal.Style, paint func(name, text string) string, width, cols int) string {
	indent := strings.Repeat("  ", r.depth)
	if r.node == nil {
		return s.Dim(terminal.Cut(fmt.Sprintf("%*s ⋯ %s%d not asked", width, "", indent, r.hidden), cols))
	}
	n := r.node
	text, more, why := n.text(), "", ""
	if r.hidden > 0 {
		more = fmt.Sprintf("  ⋯ %d below", r.hidden)
	}
	room := max(cols-width-3-len(indent)-utf8.RuneCountInString(more), 8)
	if n.why != "" {
		text, why = beside(text, "  ← "+terminal.Printable(n.why), room)
	}
	text = terminal.Cut(text, room) + more
	return n.head(s, paint, width) + terminal.Cut(indent+text, max(cols-width-3, 1)) + s.Dim(why)
}

// leastWhy is the number of characters of a reason are worth showing.
const leastWhy = 16

// beside cuts a node and its reason so that both have so many characters together: the
// node keeps half of them, and all where no reason has room.
func beside(text, why string, room int) (short, reason string) {
	long := utf8.RuneCountInString(why)
	short = terminal.Cut(text, max(room-long, room/2))
	left := room - utf8.RuneCountInString(short)
	if left < min(leastWhy, long) {
		return text, ""
	}
	return short, terminal.Cut(why, left)
}

// wrapped joins words to lines of at most cols characters; a longer word is cut.
func wrapped(words []string, cols int) (lines []string) {
	line := ""
	for _, w := range words {
		w = terminal.Cut(w, cols)
		if line != "" && utf8.RuneCountInString(line)+2+utf8.RuneCountInString(w) > cols {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += "  "
		}
		line += w
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// atMost returns a list of at most n lines: the last says how many others there are.
func atMost(lines []string, n int) []string {
	if len(lines) <= n {
		return lines
	}
	last := fmt.Sprintf("⋯ %d more lines", len(lines)-n+1)
	return append(lines[:n-1:n-1], last)
}

// sheetWords returns the numbers of the bot, each with its label.
func (in *Inspection) sheetWords() (words []string) {
	for _, r := range in.rows {
		words = append(words, terminal.Printable(r.Label+" "+r.Text))
	}
	for _, st := range in.state {
		words = append(words, terminal.Printable(st.Key+" = "+st.Value.String()))
	}
	if n := len(in.faults); n > 0 {
		words = append(words, terminal.Printable("fault: "+in.faults[0].Text))
	}
	return words
}
