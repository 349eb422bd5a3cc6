package playground

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/insight/treetest"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/trees"
)

// source is thicket's source, from this package.
const source = "../../.."

// offered returns what the page offers.
func offered(t *testing.T) (all []example) {
	t.Helper()
	text, err := examplesOf(source)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// What the page offers is whole: each game loads from its files alone, and there are some of every
// dialect.
func TestExamplesAreWhole(t *testing.T) {
	if testing.Short() {
		t.Skip("loads every game twice")
	}
	t.Parallel()
	all := offered(t)
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

// address matches what follows the playground's own address in a text: an example, and one of its files.
var address = regexp.MustCompile(`/try/#([^)\s/]+)/?([^)\s]*)`)

// Links into the playground lead to what is there, and each door of the README has one.
func TestLinksIntoThePlayground(t *testing.T) {
	if testing.Short() {
		t.Skip("loads every game")
	}
	t.Parallel()
	all := offered(t)
	pages, err := filepath.Glob(filepath.Join(source, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	readme := filepath.Join(source, "README.md")
	for _, page := range append(pages, readme) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range address.FindAllStringSubmatch(string(text), -1) {
			i := slices.IndexFunc(all, func(e example) bool { return e.Name == found[1] })
			if i < 0 {
				t.Errorf("%s: there is no example %s", page, found[1])
				continue
			}
			if _, ok := all[i].Files[found[2]]; !ok && found[2] != "" {
				t.Errorf("%s: the example %s has no file %s", page, found[1], found[2])
			}
		}
		if page != readme {
			continue
		}
		for _, door := range []string{"Play and share", "I have trees", "I write a game in Go", "I ask questions"} {
			_, part, ok := strings.Cut(string(text), "\n## "+door+"\n")
			part, _, _ = strings.Cut(part, "\n## ")
			if !ok || !address.MatchString(part) {
				t.Errorf("the door %q has no link into the playground", door)
			}
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
