package unvanquished

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/golden"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

func TestErrors(t *testing.T) { answers(t, "testdata/errors.txtar") }
func TestLints(t *testing.T)  { answers(t, "testdata/lints.txtar") }

// answers loads every behaviour of an archive, all of which lie in one root.
func answers(t *testing.T, path string) {
	golden.Test(t, path, func(t *testing.T, file string, all golden.Documents) string {
		if !strings.HasSuffix(file, Ext) {
			return ""
		}
		fsys := fstest.MapFS{}
		for name, text := range all {
			fsys[name] = &fstest.MapFile{Data: []byte(text)}
		}
		var l syntax.List
		p := Load(file, []byte(all[file]), asking(), sourcefile.Embedded(fsys, "."), &l)
		if (p == nil) != (len(l.Errors) > 0) {
			t.Errorf("program %v with errors %v", p != nil, l.Err())
		}
		return golden.Said(&l)
	})
}
