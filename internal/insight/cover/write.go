package cover

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/insight/treedraw"
)

// Formats are the names of files that [Write] knows, by their ends.
var Formats = []struct {
	Ext   string
	write func(io.Writer, []*File) error
}{
	{".html", HTML}, {".info", LCOV}, {".lcov", LCOV}, {".json", JSON},
}

// Write writes files as the name of a file says: .html a page with the sources, .info or .lcov
// the tracefile of lcov, .json data; for any other it is [Text] without colours.
func Write(w io.Writer, name string, files []*File) error {
	for _, f := range Formats {
		if strings.HasSuffix(strings.ToLower(name), f.Ext) {
			return f.write(w, files)
		}
	}
	return Text(w, files, func(_ string, text string) string { return text })
}

// JSON writes files as data, for programs.
func JSON(w io.Writer, files []*File) error {
	asked, of := Covered(files)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(struct {
		Asked int     `json:"asked"`
		Of    int     `json:"of"`
		Files []*File `json:"files"`
	}{asked, of, files})
}

// Text writes the sources with how often the nodes of each line were asked, and what is open.
// paint gives a text the colour of what it tells: covered, partly or missed.
func Text(w io.Writer, files []*File, paint func(mark, text string) string) error {
	b := bufio.NewWriter(w)
	for _, f := range sorted(files) {
		fmt.Fprintf(b, "%s: %s\n", f.Name, Share([]*File{f}))
		for _, l := range f.excerpt() {
			if l == nil {
				b.WriteString("        ...\n")
				continue
			}
			m := markNames[l.mark()]
			count := ""
			if len(l.nodes) > 0 {
				count = humanize.Thousands(l.visits())
			}
			text := fmt.Sprintf("%11s %4d  %s", count, l.number, treedraw.Printable(l.text))
			if notes := l.notes(); len(notes) > 0 {
				text += "   <- " + treedraw.Printable(strings.Join(notes, "; "))
			}
			b.WriteString(strings.TrimRight(paint(m, text), " ") + "\n")
		}
		b.WriteByte('\n')
	}
	for _, line := range Summary(files, 0)[:1] {
		b.WriteString(line + "\n")
	}
	return b.Flush()
}

// LCOV writes files as a tracefile of lcov: each line with a node that counts, and as branches the
// answers of conditions and, where there are several, how their operands came out.
func LCOV(w io.Writer, files []*File) error {
	b := bufio.NewWriter(w)
	b.WriteString("TN:\n")
	for _, f := range files {
		if len(f.Nodes) == 0 {
			continue
		}
		fmt.Fprintf(b, "SF:%s\n", f.Name)
		branches, taken, lines, hit := 0, 0, 0, 0
		for _, l := range f.source() {
			if l.mark() <= excusedOnly {
				continue
			}
			block := 0
			branch := func(n *Node, counts ...int64) {
				for i, c := range counts {
					branches++
					times := "-" // the node was never asked
					if n.Visits > 0 {
						times = fmt.Sprint(c)
					}
					if c > 0 {
						taken++
					}
					fmt.Fprintf(b, "BRDA:%d,%d,%d,%s\n", l.number, block, i, times)
				}
				block++
			}
			for _, n := range l.nodes {
				if n.excused() {
					continue
				}
				if n.Role == run.Condition {
					branch(n, n.Succeeded+n.Ran, n.Failed)
				}
				for _, o := range n.Operands {
					if n.Role != run.Action && !(n.Role == run.Condition && n.answers(o)) {
						branch(n, o.Held, o.Not)
					}
				}
			}
			if lines++; l.visits() > 0 {
				hit++
			}
			fmt.Fprintf(b, "DA:%d,%d\n", l.number, l.visits())
		}
		fmt.Fprintf(b, "BRF:%d\nBRH:%d\nLF:%d\nLH:%d\nend_of_record\n", branches, taken, lines, hit)
	}
	return b.Flush()
}
