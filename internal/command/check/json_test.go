package check

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/golden"
)

// TestJSON holds the shape of check --json: errors, notices, lints and what was mended or could not
// be, with their ranges and fixes. NUL, which makes a file one that nobody may write, is ␀ there.
func TestJSON(t *testing.T) {
	golden.Test(t, "testdata/json.txtar", func(t *testing.T, file string, all golden.Documents) string {
		t.Chdir(t.TempDir())
		if err := os.WriteFile(file, []byte(strings.ReplaceAll(all[file], "␀", "\x00")), 0o644); err != nil {
			t.Fatal(err)
		}
		load := Load
		if strings.HasPrefix(file, "fix") {
			load = new(Fixer).Load
		}
		var b, laid bytes.Buffer
		if err := (Report{[]File{load(file, Options{})}}).WriteJSON(&b); err != nil {
			t.Fatal(err)
		}
		if err := json.Indent(&laid, b.Bytes(), "", " "); err != nil {
			t.Fatal(err)
		}
		return laid.String()
	})
}

// What could not be mended is told behind the rest, and it still counts.
func TestUnfixedIsTold(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.bt", []byte("action wandr\n\x00"), 0o644); err != nil {
		t.Fatal(err)
	}
	var x Fixer
	f := x.Load("a.bt", Options{})
	var b strings.Builder
	if err := (Report{[]File{f}}).WriteText(&b); err != nil {
		t.Fatal(err)
	}
	want := `a.bt:1:8: unfixed: unknown action "wandr"; did you mean "wander"?; not mended, as it cannot be written: it is not in UTF-8`
	if f.OK || !strings.Contains(b.String(), want) || x.Diff() != "" {
		t.Errorf("ok %v, told %s", f.OK, b.String())
	}
}
