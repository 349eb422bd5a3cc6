package sweepreport

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/thicket-sim/thicket/internal/ground/humanize"
)

// Style says how a terminal shows what stands out and what does not.
type Style interface {
	Bold(text string) string
	Dim(text string) string
}

const (
	textWidth   = 100 // characters of a line; tables that are wider are cut between measures
	labelWidth  = 32  // of what the runs of a row share
	mostReasons = 5   // for which runs failed
)

// Text writes the answer and the tables for a terminal.
func (r *Report) Text(w io.Writer, style Style) error {
	var b strings.Builder
	if r.Title != "" {
		b.WriteString(style.Bold(printable(r.Title)) + "\n")
	}
	if r.Answer != "" {
		b.WriteString(printable(r.Answer) + "\n")
	}
	for _, note := range r.Notes {
		b.WriteString("note: " + printable(note) + "\n")
	}
	b.WriteString(style.Dim(r.counted()) + "\n")
	tables := r.tables()
	for i := range tables {
		b.WriteString("\n" + style.Bold(tables[i].title) + "\n")
		tables[i].write(&b, style)
	}
	if all := r.reasons(); len(all) > 0 {
		b.WriteString("\n" + style.Bold("Why runs failed") + "\n")
		for _, why := range all[:min(len(all), mostReasons)] {
			fmt.Fprintf(&b, "  %6s  %s\n", humanize.Thousands(int64(why.Runs)), why.Text)
		}
		if more := len(all) - mostReasons; more > 0 {
			fmt.Fprintf(&b, "  and for %s\n", humanize.Count(int64(more), "other reason"))
		}
	}
	if len(r.Facts) > 0 {
		b.WriteByte('\n')
	}
	wide := 0
	for _, fact := range r.Facts {
		wide = max(wide, utf8.RuneCountInString(fact[0]))
	}
	for _, fact := range r.Facts {
		b.WriteString("  " + style.Dim(pad(printable(fact[0]), wide)) + "  " + printable(fact[1]) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// pad fills a text with spaces; below 0 it does so on the left.
func pad(text string, width int) string {
	if n := utf8.RuneCountInString(text); width < 0 {
		return strings.Repeat(" ", max(0, -width-n)) + text
	} else {
		return text + strings.Repeat(" ", max(0, width-n))
	}
}

// cut shortens a text to most characters by leaving out its middle, as names often differ at
// their ends.
func cut(text string, most int) string {
	all := []rune(text)
	if len(all) <= most {
		return text
	}
	head := most / 2
	return string(all[:head]) + "…" + string(all[len(all)-(most-head-1):])
}

// write aligns the columns. Measures that are too many for a line stand in further lines of
// tables of their own, after the same first columns.
func (t *table) write(b *strings.Builder, style Style) {
	first := t.shared + t.counts
	cells := [][]string{t.head}
	cells = append(cells, t.rows...)
	width := make([]int, len(t.head))
	for _, row := range cells {
		for i := range row {
			if i < t.shared || row[i] == t.head[i] {
				row[i] = cut(row[i], labelWidth)
			}
			width[i] = max(width[i], utf8.RuneCountInString(row[i]))
		}
	}
	common := 0
	for _, n := range width[:first] {
		common += n + 2
	}
	for from := first; ; {
		to, wide := from, common
		for to < len(width) && (to == from || wide+2+width[to] <= textWidth) {
			wide += 2 + width[to]
			to++
		}
		if from > first {
			b.WriteByte('\n')
		}
		for n, row := range cells {
			line := ""
			for i := range row {
				switch {
				case i < t.shared:
					line += "  " + pad(row[i], width[i])
				case i < first || i >= from && i < to:
					line += "  " + pad(row[i], -width[i])
				}
			}
			if line = strings.TrimRight(line, " "); n == 0 {
				line = style.Dim(line)
			}
			b.WriteString(line + "\n")
		}
		if from = to; from >= len(width) {
			return
		}
	}
}
