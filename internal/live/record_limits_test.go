package live_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/live"
)

// TestLimitsOfFilesHoldForAWholeRecording edits a file between chunks: what all of them have
// together is bounded, and what is told is no damage.
func TestLimitsOfFilesHoldForAWholeRecording(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("scene.yaml", "world: { width: 20, height: 20 }\nbots: [{ id: hare, name: Hare, count: 2, behavior: { file: hare.bt } }]\n")
	write("hare.bt", "action wander()\n")
	s, err := live.Open(filepath.Join(dir, "scene.yaml"), muted)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var file bytes.Buffer
	r, err := s.Record(&file)
	if err != nil {
		t.Fatal(err)
	}
	const edits = 6
	for i := range edits {
		write("hare.bt", fmt.Sprintf("action wander() // %s %d\n", strings.Repeat("x", 1000), i))
		if _, err := s.Reload(); err != nil {
			t.Fatal(err)
		}
		for range 40 { // more than a chunk has
			s.Step()
		}
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	// read reads all of it, and returns how often files were found after the beginning
	read := func(limits limit.Values) (found int, err error) {
		in, err := live.ReadRecording(bytes.NewReader(file.Bytes()), limits)
		for err == nil {
			var e *live.Entry
			if e, err = in.Next(); err == nil {
				found += len(e.Found)
			}
		}
		if err == io.EOF {
			err = nil
		}
		return found, err
	}
	if found, err := read(limit.Values{}); found != edits || err != nil {
		t.Fatalf("%d files, %v", found, err)
	}
	in, err := live.ReadRecording(bytes.NewReader(file.Bytes()), limit.Values{})
	if err != nil {
		t.Fatal(err)
	}
	first := int64(len(in.Bundle.Found))
	for _, c := range []struct {
		name  string
		most  int64
		found int
		want  string
	}{
		{"bundle.files", first + edits, edits, ""},
		{"bundle.files", first + 4, 4, "1 files, wanted at most 0"},
		{"bundle.bytes", 3500, 3, "files of more than 3500 bytes together"},
	} {
		limits, err := limit.From(map[string]int64{c.name: c.most})
		if err != nil {
			t.Fatal(err)
		}
		found, err := read(limits)
		if found != c.found || (err == nil) != (c.want == "") {
			t.Errorf("%s %d: %d files, %v", c.name, c.most, found, err)
		}
		if err != nil && (!strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "damaged")) {
			t.Errorf("%s %d: %v", c.name, c.most, err)
		}
	}
}
