package treedraw

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// DOT writes trees as one Graphviz graph, a cluster each. Children keep their
// order from left to right.
func DOT(w io.Writer, trees ...*Tree) error {
	b := bufio.NewWriter(w)
	b.WriteString(`digraph thicket {
	graph [ordering=out, fontname="monospace", color="#cbd5e1", nodesep=0.25, ranksep=0.4]
	node [shape=box, style="rounded,filled", fontname="monospace", fontsize=11, margin="0.15,0.08"]
	edge [color="#94a3b8", arrowsize=0.6]
`)
	for i, t := range trees {
		fmt.Fprintf(b, "\tsubgraph cluster_%d {\n\t\tlabel=%s\n", i+1, dotString(Printable(t.Name)))
		for _, n := range t.Nodes {
			label := n.Kind
			if n.Detail != "" {
				label += "\n" + n.Detail
			}
			c := palette[n.Role]
			fmt.Fprintf(b, "\t\tt%dn%d [label=%s, color=%q, fillcolor=%q, fontcolor=%q]\n",
				i+1, n.ID, dotString(label), c.line, c.fill, c.ink)
		}
		for _, n := range t.Nodes {
			for _, kid := range n.Children {
				fmt.Fprintf(b, "\t\tt%[1]dn%[2]d -> t%[1]dn%[3]d\n", i+1, n.ID, kid)
			}
		}
		b.WriteString("\t}\n")
	}
	b.WriteString("}\n")
	return b.Flush()
}

// dotEscapes keeps a label's text as it is: Graphviz reads escapes that begin
// with a backslash, and HTML entities.
var dotEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "&", "&amp;", "\n", `\n`)

func dotString(s string) string { return `"` + dotEscapes.Replace(s) + `"` }
