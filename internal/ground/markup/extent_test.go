package markup_test

import (
	"testing"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

func TestExtent(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text      string
		line, col int32
		want      string // of the text
	}{
		{"kind: selecter # or", 1, 7, "selecter"},
		{"{ file: ../trees/a-b.yaml }", 1, 9, "../trees/a-b.yaml"},
		{"a: \"x \\\" y\" z", 1, 4, "\"x \\\" y\""},
		{"a: \"x\nb", 1, 4, "\""},
		{"<a file='x y.xml'/>", 1, 10, "x y.xml"},
		{"\n</choice>\n", 2, 1, "</choice"},
		{"<!-- x", 1, 1, "<!--"},
		{"a: [1 2]", 1, 4, "["},
		{"bots:\r\nx", 1, 6, "\r\n"},
		{"bots:", 1, 6, ":"},
		{"bots:\r\n", 2, 1, "\r\n"},
		{"\ufeffkïnd: x", 1, 1, "kïnd"},
		{"a\n", 9, 9, "\n"},
		{"", 1, 1, ""},
	} {
		at := markup.Extent([]byte(c.text), syntax.Pos{File: "f", Line: c.line, Col: c.col})
		from, to := syntax.Offset([]byte(c.text), at.Start), syntax.Offset([]byte(c.text), at.End())
		if got := c.text[from:to]; got != c.want || at.Start.File != "f" {
			t.Errorf("%q at %d:%d: got %q, wanted %q", c.text, c.line, c.col, got, c.want)
		}
	}
}
