package playback

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// A run that fails leaves the result of an earlier one as it was, and no half file.
func TestAHalfOutputIsNoFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "run.jsonl")
	for _, c := range []struct {
		text string
		err  error
		want string
	}{{"first", nil, "first"}, {"half of the sec", errors.New("the disk is full"), "first"}, {"third", nil, "third"}} {
		f, err := Create(path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString(c.text); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Finish("a line", c.err); !errors.Is(err, c.err) {
			t.Errorf("%v, wanted %v", err, c.err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != c.want {
			t.Errorf("the file has %q (%v), wanted %q", got, err, c.want)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("the folder has %v (%v)", left, err)
	}
}
