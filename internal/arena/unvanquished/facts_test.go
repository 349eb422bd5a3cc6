package unvanquished_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/facttest"
)

// Each fact of the list has a test in the package of the part that it is about.
func TestEveryFactIsHeld(t *testing.T) {
	files, err := filepath.Glob("*/*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	held := map[string]bool{}
	tested := regexp.MustCompile(`\b[Ff]act\("([^"]+)"`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range tested.FindAllSubmatch(text, -1) {
			held[string(m[1])] = true
		}
	}
	facttest.Whole(t, "unvanquished", func(name string) bool { return held[name] })
}
