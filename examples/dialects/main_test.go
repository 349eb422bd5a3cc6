package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestMain(m *testing.M) {
	if err := os.Chdir("../.."); err != nil { // where the program is to be run
		panic(err)
	}
	os.Exit(m.Run())
}

func Example() {
	main()
	// Output:
	// wage            hop hop hop nap hop hop  10 m
	// unvanquished    hop hop hop nap hop hop  10 m
	// dragengine      hop hop hop nap hop hop  10 m
	// mbt             hop hop hop nap hop hop  10 m
	// btcpp           hop hop hop nap hop hop  10 m
	// dst             hop hop hop nap hop hop  10 m
}

// TestPagesAreCutFromExamples wants every tree of the page on embedding, and
// what the page on brains says of actions, to be a part of an example, which is
// built and run.
func TestPagesAreCutFromExamples(t *testing.T) {
	files, err := filepath.Glob("examples/*/*")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files of examples, %v", len(files), err)
	}
	var texts []string
	for _, f := range files {
		texts = append(texts, read(t, f))
	}
	checked := 0
	brains := read(t, "docs/brains.md")
	own := brains[strings.Index(brains, "## Actions and functions of a game"):strings.Index(brains, "## Lenient")]
	for i, block := range strings.Split(read(t, "docs/embedding.md")+own, "```") {
		lang, code, _ := strings.Cut(block, "\n")
		if i%2 == 0 || lang == "console" || lang == "sh" || lang == "go" {
			continue
		}
		checked++
		if !slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, code) }) {
			t.Errorf("in no example:\n%s", code)
		}
	}
	if checked < 5 {
		t.Errorf("%d blocks of code, wanted some in each dialect", checked)
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
