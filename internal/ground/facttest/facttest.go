// Package facttest holds tests to lists of known facts about an original. A list is
// a file of JSON Lines beside the module, of which each line has a name.
package facttest

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// Whole wants each fact about a dialect to be held, by its name: by a test, or by
// a reason why there is none. It skips where there is no list.
func Whole(t *testing.T, dialect string, held func(name string) bool) {
	t.Helper()
	module, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(module, "go.mod")); err == nil {
			break
		}
		above := filepath.Dir(module)
		if above == module {
			t.Fatal("the test is in no module")
		}
		module = above
	}
	list, err := os.Open(filepath.Join(module, "..", "shared", "vocabulary", dialect+".facts.jsonl"))
	if os.IsNotExist(err) {
		t.Skipf("no list of facts beside the module: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer list.Close()
	lines := bufio.NewScanner(list)
	for lines.Scan() {
		var f struct{ Name, Given, Then string }
		if err := json.Unmarshal(lines.Bytes(), &f); err != nil {
			t.Fatal(err)
		}
		if !held(f.Name) {
			t.Errorf("nothing holds %s: given %s, then %s", f.Name, f.Given, f.Then)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}
