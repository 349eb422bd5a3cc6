package unvanquished

import (
	"testing"
	"testing/fstest"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/golden"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// TestNUL is here, and not among the golden files, to keep these text.
func TestNUL(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"selector\n{\n\taction heal\n\t\x00action roam\n}\n", "bots/a.bt:4:2: found the control character NUL, which ends the file; save the file as plain text\n" +
			"\tbots/a.bt:1:1: the file ends within this selector, wanted \"}\"\n"},
		{"\x00selector { }", "bots/a.bt:1:1: found the control character NUL, which ends the file; save the file as plain text\n" +
			"\tbots/a.bt:1:1: the file has no node, wanted one such as selector { ... }\n"},
		{"selector { action heal }\n\x00action roam\n", "ok\n" +
			"notice: bots/a.bt:2:1: found the control character NUL, which ends the file; save the file as plain text\n"},
	} {
		var l syntax.List
		Load("bots/a.bt", []byte(c.src), asking(), sourcefile.Embedded(fstest.MapFS{}, "."), &l)
		if got := golden.Said(&l); got != c.want {
			t.Errorf("%q: got\n%swanted\n%s", c.src, got, c.want)
		}
	}
}
