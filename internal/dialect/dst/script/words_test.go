package script_test

import (
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua/source"
	"github.com/thicket-sim/thicket/internal/ground/golden"
)

// The list of words is that of Thicket's own files; with -update it is written anew.
func TestWordsAreThoseOfTheFiles(t *testing.T) {
	known := map[string]bool{}
	err := fs.WalkDir(script.Files, "lib", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		src, err := fs.ReadFile(script.Files, name)
		for _, w := range source.Words(string(src)) {
			word := w.Text
			switch w.Kind {
			case source.NameWord:
			case source.TextWord:
				word = script.Unquoted(word)
			default:
				continue
			}
			if !strings.Contains(word, "\n") && word != "" {
				known[word] = true
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for word := range known {
		all = append(all, word)
	}
	slices.Sort(all)
	const file = "words.txt"
	text := "\n" + strings.Join(all, "\n") + "\n"
	if golden.Update() {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	have, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(have) != text {
		t.Errorf("%s is not of these files: go test ./internal/dialect/dst/script -run Words -update writes it", file)
	}
	for word, want := range map[string]bool{"attacked": true, "GetTime": true, "a word that nobody wrote": false, "GetTime\nattacked": false, "etTime": false} {
		if script.HasWord(word) != want {
			t.Errorf("HasWord(%q) is %v", word, !want)
		}
	}
}
