package scenes_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/cputime"
	"github.com/thicket-sim/thicket/internal/scenes"
)

var update = flag.Bool("update", false, "write the answers of golden files")

// deadline is for one file. It is generous: machines are busy.
const deadline = 5 * time.Second

// TestBadScenes loads every scene of testdata/bad and compares all that is said
// about it, with the line that each error is about. Files in folders are what
// scenes refer to.
func TestBadScenes(t *testing.T) {
	paths, err := filepath.Glob("testdata/bad/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, path := range paths {
		path, err := filepath.Abs(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			got := answered(t, archive)
			for _, f := range got.Files {
				if isAnswer(f) {
					total++
				}
			}
			if *update {
				if err := os.WriteFile(path, txtar.Format(got), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			want := map[string]string{}
			for _, f := range archive.Files {
				want[f.Name] = string(f.Data)
			}
			for _, f := range got.Files {
				if diff := cmp.Diff(want[f.Name], string(f.Data)); diff != "" {
					t.Errorf("%s (-want +got)\n%s", f.Name, diff)
				}
			}
		})
	}
	if total < 70 {
		t.Errorf("%d bad scenes, wanted 70 or more", total)
	}
}

// answered returns an archive with the answer to each scene behind it.
func answered(t *testing.T, archive *txtar.Archive) *txtar.Archive {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, f := range archive.Files {
		if err := os.MkdirAll(filepath.Dir(f.Name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(f.Name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	out := &txtar.Archive{Comment: archive.Comment}
	for _, f := range archive.Files {
		if isAnswer(f) {
			continue
		}
		out.Files = append(out.Files, f)
		if !strings.Contains(f.Name, "/") {
			out.Files = append(out.Files, txtar.File{Name: f.Name + ".want", Data: []byte(refusal(t, f.Name))})
		}
	}
	return out
}

func isAnswer(f txtar.File) bool { return strings.HasSuffix(f.Name, ".want") }

// refusal loads a bad scene and gives its errors, each with the line that it is
// about and a mark under its column.
func refusal(t *testing.T, name string) string {
	t.Helper()
	began := cputime.Now()
	s, err := scenes.Load(name, scenes.Options{})
	if d := cputime.Now() - began; d > deadline {
		t.Errorf("%s: took %v", name, d)
	}
	var list syntax.ErrorList
	if !errors.As(err, &list) || s != nil {
		t.Errorf("%s: a scene %v and an error of type %T: %v", name, s != nil, err, err)
		return ""
	}
	var b strings.Builder
	for _, e := range list {
		fmt.Fprintln(&b, e)
		b.WriteString(excerpt(e.Pos))
	}
	return b.String()
}

// excerpt returns the line at a position, and a mark under the column.
func excerpt(p syntax.Pos) string {
	src, err := os.ReadFile(p.File)
	if err != nil || p.Line == 0 {
		return ""
	}
	lines := strings.Split(string(src), "\n")
	if int(p.Line) > len(lines) || len(lines[p.Line-1]) > 150 {
		return ""
	}
	line := []rune(strings.TrimSuffix(lines[p.Line-1], "\r"))
	pad := ""
	for i := range int(p.Col) - 1 {
		if i < len(line) && line[i] == '\t' {
			pad += "\t"
		} else {
			pad += " "
		}
	}
	return fmt.Sprintf("    %s\n    %s^\n", string(line), pad)
}
