package facttest

import (
	"bytes"
	"testing"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// Inside wants the errors that are in a file to lie in it: at a line that there is, and no
// farther than just behind its end. A return without a new line ends a line in some formats.
func Inside(t testing.TB, file string, src []byte, list syntax.ErrorList) {
	t.Helper()
	some := bytes.Split(src, []byte("\n"))
	all := bytes.Split(bytes.ReplaceAll(bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n")), []byte("\n"))
	inside := func(p syntax.Pos) {
		t.Helper()
		if p.File == file && !isIn(p, some) && !isIn(p, all) {
			t.Fatalf("%v is outside of a file of %d lines: %v", p, len(all), list)
		}
	}
	for _, e := range list {
		inside(e.Pos)
		for _, n := range e.Notes {
			inside(n.Pos)
		}
	}
}

func isIn(p syntax.Pos, lines [][]byte) bool {
	return p.Line >= 1 && int(p.Line) <= len(lines) && p.Col >= 1 && int(p.Col) <= len(lines[p.Line-1])+1
}
