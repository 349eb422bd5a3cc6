package playground

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/insight/treetest"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/trees"
)

// source is thicket's source, from this package.
const source = "../../.."

// What the page offers is whole: each game loads from its files alone, and there are some of every
// dialect.
func TestExamplesAreWhole(t *testing.T) {
	if testing.Short() {
		t.Skip("loads every game twice")
	}
	t.Parallel()
	text, err := examplesOf(source)
	if err != nil {
		t.Fatal(err)
	}
	var all []example
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	var dialects []string
	for _, e := range all {
		dir := t.TempDir()
		for name, text := range e.Files {
			path := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := scenes.Load(filepath.Join(dir, e.Scene), scenes.Options{}); err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
		dialects = append(dialects, e.Dialects...)
	}
	for _, name := range trees.Names() {
		if !slices.Contains(dialects, name) {
			t.Errorf("there is no example of the dialect %s", name)
		}
	}
}

// The sheep of docs/six-dialects.md live as it tells, and it shows their trees as they are.
func TestTheSameTreeInSixDialects(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(source, "examples", "six")
	for _, r := range (&treetest.Runner{}).Run(filepath.Join(dir, "six.test.yaml")) {
		if !r.OK || len(r.Tests) < 3 {
			text, _ := json.MarshalIndent(r, "", " ") // of what was read from JSON's types
			t.Errorf("%s", text)
		}
	}
	page, err := os.ReadFile(filepath.Join(source, "docs", "six-dialects.md"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	shown := 0
	for _, f := range files {
		if !strings.HasPrefix(f.Name(), "rounds.") && f.Name() != "groot.xml" {
			continue
		}
		shown++
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(page), "\n"+string(text)+"```\n") {
			t.Errorf("the page does not show %s as it is", f.Name())
		}
	}
	if shown != len(trees.Names()) {
		t.Errorf("%d trees, wanted one of each dialect", shown)
	}
}
