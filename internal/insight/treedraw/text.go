package treedraw

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Style says what [Text] shows beside the nodes. The zero value shows nothing
// else.
type Style struct {
	// Names puts the name of each tree above it.
	Names bool
	// Positions puts the line and column of each node in front of it, with the file in a
	// tree of several; a file that all stand in is told beside the name of the tree.
	Positions bool
}

// Text writes trees as indented text, with an empty line between two:
//
//	selector
//	├─ sequence
//	│  ├─ state_equals  it = true
//	│  └─ chase_nearest  where it = false
//	└─ wander
func Text(w io.Writer, s Style, trees ...*Tree) error {
	b := bufio.NewWriter(w)
	for i, t := range trees {
		if i > 0 {
			fmt.Fprintln(b)
		}
		if s.Names {
			fmt.Fprint(b, Printable(t.Name))
			if f := t.file(); s.Positions && f != "" && f != t.Name {
				fmt.Fprintf(b, "  (%s)", Printable(f))
			}
			fmt.Fprintln(b)
		}
		p := textPrinter{w: b}
		if s.Positions {
			p.gutter = t.gutter()
		}
		for _, root := range t.grow() {
			p.print(root, "", "")
		}
	}
	return b.Flush()
}

type textPrinter struct {
	w      *bufio.Writer
	gutter map[*Node]string // nil without positions
}

// print writes a node after the prefix first, and its children after the prefix rest.
func (p *textPrinter) print(n *twig, first, rest string) {
	line := n.Kind
	if n.Detail != "" && !n.ref {
		line += "  " + n.Detail
	}
	if m := n.mark(); m != "" {
		line += "  (" + m + ")"
	}
	fmt.Fprintf(p.w, "%s%s%s\n", p.gutter[n.Node], first, line)
	for i, kid := range n.kids {
		if i < len(n.kids)-1 {
			p.print(kid, rest+"├─ ", rest+"│  ")
		} else {
			p.print(kid, rest+"└─ ", rest+"   ")
		}
	}
}

// file returns the one that all nodes stand in; empty where there are several.
func (t *Tree) file() string {
	for i := range t.Nodes {
		if t.Nodes[i].File != t.Nodes[0].File {
			return ""
		}
	}
	if len(t.Nodes) == 0 {
		return ""
	}
	return t.Nodes[0].File
}

// gutter maps each node to its position as a text; all texts have one width.
func (t *Tree) gutter() map[*Node]string {
	g := make(map[*Node]string, len(t.Nodes))
	width := 0
	several := t.file() == ""
	for i := range t.Nodes {
		n := &t.Nodes[i]
		at := ""
		if n.Line > 0 {
			at = fmt.Sprintf("%d:%d", n.Line, n.Col)
		}
		if several {
			at = n.File + ":" + at
		}
		g[n] = at
		width = max(width, utf8.RuneCountInString(at))
	}
	for n, at := range g {
		g[n] = at + strings.Repeat(" ", width-utf8.RuneCountInString(at)+2)
	}
	return g
}
