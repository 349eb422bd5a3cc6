package scenes_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/thicket-sim/thicket/internal/scenes"
)

// What Edit returns is read in the place of the scene, and is what a bundle has.
func TestEdit(t *testing.T) {
	fewer := func(file string, text []byte) ([]byte, error) {
		if file != "shipped/tag.yaml" {
			t.Errorf("asked for an edit of %q", file)
		}
		return bytes.Replace(text, []byte("count: 50"), []byte("count: 3"), 1), nil
	}
	s, err := scenes.Load("tag", scenes.Options{Edit: fewer})
	if err != nil {
		t.Fatal(err)
	}
	again, err := s.Bundle().Load(scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if s.Bots() != 3 || again.Bots() != 3 {
		t.Errorf("%d bots, and %d of the bundle, wanted 3", s.Bots(), again.Bots())
	}
	wrong := errors.New("no such class")
	if _, err := scenes.Load("tag", scenes.Options{Edit: func(string, []byte) ([]byte, error) { return nil, wrong }}); !errors.Is(err, wrong) {
		t.Errorf("an edit that fails gives %v", err)
	}
}
