package playback

import (
	"fmt"
	"image/color"
	"path"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/internal/command/terminal"
)

// inspectColors maps the names of colours that dialects use to colours that are easy
// to read on a dark screen.
var inspectColors = map[string]color.RGBA{
	"blue": {0x6f, 0xb1, 0xff, 0xff}, "green": {0x7b, 0xd8, 0x8f, 0xff}, "red": {0xff, 0x6b, 0x6b, 0xff},
	"gray": {0x9a, 0xa8, 0xbd, 0xff}, "white": {},
}

// marks are the signs of statuses. A node that was not evaluated has a dot.
var marks = map[string]struct{ glyph, color string }{
	"success": {"✓", "green"}, "failure": {"✗", "red"}, "running": {"▶", "blue"}, "skipped": {"»", "gray"},
}

// wide is the number of characters a line of a summary has at most.
const wide = 100

// lines describes a bot for people: its name; its numbers; what its dialect
// tells, with the running nodes first; its tree, with the status of each node in the last tick; and the steps
// of that tick.
func (in *Inspection) lines(s terminal.Style) []string {
	if in.Gone {
		return []string{s.Bold(fmt.Sprintf("id %d is gone", in.ID))}
	}
	lines := []string{s.Bold(fmt.Sprintf("%s  (id %d)  %s", terminal.Printable(in.Name), in.ID, terminal.Printable(in.Tree)))}
	if in.Tree == "" {
		lines[0] += "no tree"
	}
	if in.form != "" {
		lines = append(lines, "now "+terminal.Printable(in.form))
	}
	lines = append(lines, wrapped(in.sheetWords(), wide)...)
	paint := func(name, text string) string { return s.SGR(s.Paint(inspectColors[name]), text) }
	for _, n := range in.View {
		lines = append(lines, paint(n.Color, terminal.Printable(n.Text)))
	}
	var facts []string
	for _, v := range in.Values {
		facts = append(facts, s.Dim(terminal.Printable(v.Kind+" "+v.Name)+" = ")+paint(v.Color, terminal.Printable(v.Value)))
	}
	lines = appendList(lines, facts)
	var events []string
	for _, e := range in.Events {
		events = append(events, s.Dim(fmt.Sprintf("tick %d: ", e.Tick))+terminal.Printable(e.Name))
	}
	lines = appendList(lines, events)
	for _, text := range in.Log {
		lines = append(lines, s.Dim("log: ")+terminal.Printable(text))
	}
	lines = append(lines, in.tree(s, paint)...)
	for _, text := range in.Steps {
		lines = append(lines, s.Dim("step: ")+terminal.Printable(text))
	}
	return lines
}

func appendList(lines, items []string) []string {
	if len(items) == 0 {
		return lines
	}
	return append(lines, strings.Join(items, ", "))
}

func (in *Inspection) tree(s terminal.Style, paint func(name, text string) string) []string {
	width := 0
	for _, n := range in.Nodes {
		width = max(width, len(n.at()))
	}
	var lines []string
	for _, n := range in.Nodes {
		text := n.text()
		if n.why != "" {
			text += "  " + s.Dim("← "+terminal.Printable(n.why))
		}
		lines = append(lines, n.head(s, paint, width)+strings.Repeat("  ", n.Depth)+text)
	}
	return lines
}

func (n *NodeView) text() string {
	return terminal.Printable(strings.TrimSpace(n.Kind + "  " + n.Detail))
}

// head begins the line of a node: its place, so wide, and a mark of what it answered.
func (n *NodeView) head(s terminal.Style, paint func(name, text string) string, width int) string {
	mark := s.Dim("·")
	if n.Status != nil {
		m, ok := marks[*n.Status]
		if !ok {
			m.glyph = *n.Status
		}
		mark = paint(m.color, m.glyph)
	}
	return s.Dim(fmt.Sprintf("%*s", width, n.at())) + " " + mark + " "
}

// at returns where the node stands, with its file in a tree of several.
func (n *NodeView) at() string {
	at := fmt.Sprintf("%d:%d", n.Line, n.Col)
	if n.named {
		at = path.Base(n.File) + ":" + at
	}
	return at
}

// nameFiles has nodes name their files where the tree has several.
func nameFiles(nodes []NodeView) {
	several := slices.ContainsFunc(nodes, func(n NodeView) bool { return n.File != nodes[0].File })
	for i := range nodes {
		nodes[i].named = several
	}
}
