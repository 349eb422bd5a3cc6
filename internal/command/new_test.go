package command

import (
	"os"
	"path/filepath"
	"testing"
)

// TestNewWritesTheTreesOfAScene beside the scene, so that it can be played.
func TestNewWritesTheTreesOfAScene(t *testing.T) {
	file := filepath.Join(t.TempDir(), "my.yaml")
	if code, out, errs := thicket(t, "new", "monsters", file); code != 0 {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	tree := filepath.Join(filepath.Dir(file), "trees", "monster.xml")
	if err := os.WriteFile(tree, []byte("<BehaviorTree><Root><Halt/></Root></BehaviorTree>"), 0o644); err != nil {
		t.Fatal(err)
	}
	if code, out, errs := thicket(t, "new", "monsters", filepath.Join(filepath.Dir(file), "two.yaml")); code != 0 {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	if text, err := os.ReadFile(tree); err != nil || len(text) > 100 {
		t.Errorf("the tree was written over: %v", err)
	}
	if code, out, errs := thicket(t, "check", file); code != 0 {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
}
