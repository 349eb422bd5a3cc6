// Package golden holds messages about documents to files, for the tests of
// loaders.
//
// A golden file is a txtar archive. Behind each document stands NAME.want, the
// answer. `go test -update` writes the answers; read them before they are kept.
package golden

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

// Update reports whether tests are to write what they expect.
func Update() bool { return *update }

// Documents are the files of an archive that are no answers, by name.
type Documents map[string]string

// Test asks for the answer to every document of an archive. A document whose
// answer is empty is there for the others only, and has no answer behind it.
func Test(t *testing.T, path string, answer func(t *testing.T, file string, all Documents) string) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	all, want := Documents{}, map[string]string{}
	for _, f := range archive.Files {
		if name, isAnswer := strings.CutSuffix(f.Name, ".want"); isAnswer {
			want[name] = string(f.Data)
		} else {
			all[f.Name] = string(f.Data)
		}
	}
	var files []txtar.File
	for _, f := range archive.Files {
		if strings.HasSuffix(f.Name, ".want") {
			continue
		}
		files = append(files, f)
		t.Run(f.Name, func(t *testing.T) {
			got := answer(t, f.Name, all)
			if got != "" {
				files = append(files, txtar.File{Name: f.Name + ".want", Data: []byte(got)})
			}
			if diff := cmp.Diff(want[f.Name], got); diff != "" && !*update {
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

// Said returns the answer of a list, as text: errors or ok, then notices.
func Said(l *syntax.List) string {
	text := "ok\n"
	if err := l.Err(); err != nil {
		text = err.Error() + "\n"
	}
	for _, n := range l.SortedNotices() {
		text += "notice: " + n.Error() + "\n"
	}
	return text
}

// Table holds a table on a page, between <!-- name --> and <!-- end of name -->, to what code makes of
// it.
func Table(t *testing.T, page, name, table string) {
	t.Helper()
	src, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	begin, end := "<!-- "+name+" -->\n", "<!-- end of "+name+" -->"
	head, rest, opened := strings.Cut(string(src), begin)
	got, tail, closed := strings.Cut(rest, end)
	switch {
	case !opened || !closed:
		t.Errorf("%s has no place for the table of %s", page, name)
	case got == table:
	case !*update:
		t.Errorf("%s: the table of %s is old; -update writes it (-want +got)\n%s", page, name, cmp.Diff(table, got))
	default:
		if err := os.WriteFile(page, []byte(head+begin+table+end+tail), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
