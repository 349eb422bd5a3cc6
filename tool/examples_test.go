package tool_test

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestExamplesPassTheirOwnCheck checks the scenes and trees of each example with its tool.
func TestExamplesPassTheirOwnCheck(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds all examples")
	}
	t.Parallel()
	folders, err := filepath.Glob("../examples/*")
	if err != nil || len(folders) < 9 {
		t.Fatalf("found %d examples: %v", len(folders), err)
	}
	for _, folder := range folders {
		t.Run(filepath.Base(folder), func(t *testing.T) {
			args := []string{"run", ".", "tool", "check"}
			if own, err := filepath.Glob(filepath.Join(folder, "*.go")); err != nil || len(own) == 0 { // no nodes of its own
				args = []string{"run", "../../cmd/thicket", "check"}
			}
			given := len(args)
			for _, ext := range []string{"yaml", "bt", "debt", "xml", "lua", "json"} {
				files, err := filepath.Glob(filepath.Join(folder, "*."+ext))
				if err != nil {
					t.Fatal(err)
				}
				for _, file := range files {
					args = append(args, filepath.Base(file))
				}
			}
			args = slices.DeleteFunc(args, func(file string) bool { return strings.HasSuffix(file, ".test.yaml") })
			if len(args) == given {
				t.Fatal("it has no scene and no tree")
			}
			check := exec.Command("go", args...)
			check.Dir = folder
			if out, err := check.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
