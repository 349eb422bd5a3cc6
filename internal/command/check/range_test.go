package check

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/command/check/document"
)

// TestFindingsHaveRanges loads all documents that tests of this repository have, many of which are
// bad. Whatever is told about a place in a file has a range in it.
func TestFindingsHaveRanges(t *testing.T) {
	if testing.Short() {
		t.Skip("loads some thousand files")
	}
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	found := 0
	err = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || d.Name() == ".git"):
			return filepath.SkipDir
		case filepath.Ext(name) == ".txtar":
			archive, err := txtar.ParseFile(name)
			if err != nil {
				return err
			}
			found += checkRanges(t, filepath.Base(name), archive.Files)
		case strings.Contains(name, "testdata") && loads(name):
			src, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			found += checkRanges(t, "", []txtar.File{{Name: d.Name(), Data: src}})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found < 1000 {
		t.Errorf("%d findings, wanted more", found)
	}
	t.Logf("%d findings", found)
}

// loads reports whether a file may be a scene or a tree.
func loads(name string) bool {
	return slices.Contains([]string{".yaml", ".yml", ".json", ".xml", ".bt", ".debt", ".lua"}, filepath.Ext(name))
}

// checkRanges writes files to a folder, loads each, and returns how much is found in them.
func checkRanges(t *testing.T, archive string, files []txtar.File) (found int) {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	for _, f := range files {
		if !filepath.IsLocal(f.Name) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(f.Name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(f.Name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range files {
		if !loads(f.Name) {
			continue
		}
		loaded := Load(f.Name, Options{Notes: true, Ticks: 20, Document: document.Loader{}.Load})
		for _, e := range loaded.findings() {
			found++
			if why := faultyRange(e); why != "" {
				t.Errorf("%s: %v: %s: %s", archive, e.Location, e.Message, why)
			}
		}
	}
	return found
}

// faultyRange says what is wrong with the range of a finding.
func faultyRange(e Finding) string {
	text, err := os.ReadFile(e.File)
	switch {
	case e.Range == nil || e.Range.Line < 1 || e.Range.Col < 1 || e.Range.EndLine < 1 || e.Range.EndCol < 1:
		return "no range"
	case err != nil: // of no file: the command line, a shipped scene
		return ""
	}
	r, text := *e.Range, bytes.TrimPrefix(text, []byte("\ufeff"))
	from := syntax.Pos{Line: r.Line, Col: r.Col}
	to := syntax.Pos{Line: r.EndLine, Col: r.EndCol}
	start, end := syntax.Offset(text, from), syntax.Offset(text, to)
	switch {
	case len(text) == 0:
		return ""
	case start >= end:
		return "the range is empty"
	case place(text, start) != from || place(text, end) != to:
		return "the range is outside of the file"
	case (r.Line != e.Line || r.Col != e.Col) && end < len(text) && end < syntax.Offset(text, syntax.Pos{Line: e.Line, Col: e.Col}):
		return "the range is elsewhere"
	}
	return ""
}

// place is the place of a byte of a text.
func place(text []byte, off int) syntax.Pos {
	at := syntax.Pos{Line: 1, Col: 1}
	for i, r := range string(text) {
		if i >= off {
			break
		}
		at.Col++
		if r == '\n' || r == '\r' && !bytes.HasPrefix(text[min(i+1, len(text)):], []byte("\n")) {
			at.Line, at.Col = at.Line+1, 1
		}
	}
	return at
}
