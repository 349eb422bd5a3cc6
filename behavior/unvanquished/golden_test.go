package unvanquished

import (
	"flag"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

var update = flag.Bool("update", false, "write the answers of golden files")

func TestErrors(t *testing.T) { golden(t, "testdata/errors.txtar") }
func TestLints(t *testing.T)  { golden(t, "testdata/lints.txtar") }

// golden loads every behaviour of an archive, all of which lie in one root, and
// holds what is said to the file NAME.want behind it.
func golden(t *testing.T, path string) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	fsys := fstest.MapFS{}
	want := map[string]string{}
	for _, f := range archive.Files {
		fsys[f.Name] = &fstest.MapFile{Data: f.Data}
		want[f.Name] = string(f.Data)
	}
	var files []txtar.File
	for _, f := range archive.Files {
		if strings.HasSuffix(f.Name, ".want") {
			continue
		}
		files = append(files, f)
		if !strings.HasSuffix(f.Name, Ext) {
			continue
		}
		var l syntax.List
		p := Load(f.Name, f.Data, &host.Registry{}, syntax.EmbeddedFiles(fsys, "."), &l)
		if (p == nil) != (len(l.Errors) > 0) {
			t.Errorf("%s: program %v with errors %v", f.Name, p != nil, l.Err())
		}
		got := said(&l)
		files = append(files, txtar.File{Name: f.Name + ".want", Data: []byte(got)})
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

func said(l *syntax.List) string {
	text := "ok\n"
	if err := l.Err(); err != nil {
		text = err.Error() + "\n"
	}
	for _, n := range l.SortedNotices() {
		text += "notice: " + n.Error() + "\n"
	}
	return text
}
