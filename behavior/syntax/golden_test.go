package syntax_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

var update = flag.Bool("update", false, "write the answers of golden files")

func TestDocuments(t *testing.T) {
	const path = "testdata/documents.txtar"
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, f := range archive.Files {
		want[f.Name] = string(f.Data)
	}
	var files []txtar.File
	for _, f := range archive.Files {
		if strings.HasSuffix(f.Name, ".want") {
			continue
		}
		got := outcome(f.Name, f.Data) + "\n"
		files = append(files, f, txtar.File{Name: f.Name + ".want", Data: []byte(got)})
		if *update {
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			if diff := cmp.Diff(want[f.Name+".want"], got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
	if *update {
		archive.Files = files
		if err := os.WriteFile(path, txtar.Format(archive), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// outcome is the tree of a document as JSON, or its errors.
func outcome(file string, src []byte) string {
	n, err := syntax.Parse(file, src, syntax.Limits{})
	if err != nil {
		return err.Error()
	}
	return n.JSON()
}
