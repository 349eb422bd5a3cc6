package scenes_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/thicket-sim/thicket/internal/scenes"
)

// A shipped scene with its companions is whole in another folder, and plays as
// it does where it came from.
func TestCompanions(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, src []byte) {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, src, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	companions, err := scenes.Companions("skirmish")
	if err != nil || len(companions) != 6 {
		t.Fatalf("%d companions, %v", len(companions), err)
	}
	for _, c := range companions {
		write(c.Name, c.Src)
	}
	src, _, _ := scenes.Source("skirmish")
	write("mine.yaml", src)
	a, b := start(t, load(t, "skirmish")), start(t, load(t, filepath.Join(dir, "mine.yaml")))
	for range 300 {
		a.Step()
		b.Step()
	}
	if a.Digest() != b.Digest() {
		t.Error("the copy plays another game")
	}
	for _, name := range []string{"siege", "nothing"} {
		if c, err := scenes.Companions(name); len(c) > 0 || err != nil {
			t.Errorf("%s: %d companions, %v", name, len(c), err)
		}
	}
}
