package six_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/thickettest"
)

// TestSix plays what docs/six-dialects.md tells of the six.
func TestSix(t *testing.T) {
	thickettest.Run(t, "six.test.yaml")
}

// TestThePageHasTheTrees compares the trees that docs/six-dialects.md shows with those that are played.
func TestThePageHasTheTrees(t *testing.T) {
	page, err := os.ReadFile("../../docs/six-dialects.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("*.*")
	if err != nil {
		t.Fatal(err)
	}
	trees := 0
	for _, file := range files {
		if !strings.HasPrefix(file, "rounds.") && file != "groot.xml" {
			continue
		}
		trees++
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(page), "\n"+string(text)+"```\n") {
			t.Errorf("the page does not show %s as it is", file)
		}
	}
	if trees != 6 {
		t.Errorf("found %d trees, wanted 6", trees)
	}
}
