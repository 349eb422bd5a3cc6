package scenes_test

import (
	"os"
	"path"
	"path/filepath"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// TestDigestsOfAnyNaming plays shipped scenes from a folder of the disk, by names of every
// kind: the digests are those of the shipped ones. Where tests may not take long, each is played by
// one of the names, for 20 ticks.
func TestDigestsOfAnyNaming(t *testing.T) {
	ticks := 0
	if longtest.On {
		ticks = 1
	}
	for i, name := range scenes.Shipped() {
		if name == "crowd" { // the crowd has no files beside it
			continue
		}
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			src, file, _ := scenes.Source(name)
			all, err := scenes.Companions(name)
			if err != nil {
				t.Fatal(err)
			}
			file = path.Base(file)
			for _, c := range append(all, scenes.Companion{Name: file, Src: src}) {
				to := filepath.Join(folder, filepath.FromSlash(c.Name))
				if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(to, c.Src, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			for k, n := range []struct{ from, name string }{
				{folder, file}, {filepath.Dir(folder), filepath.Join(filepath.Base(folder), file)}, {folder, filepath.Join(folder, file)},
			} {
				if k != i%3 && !longtest.On {
					continue
				}
				t.Chdir(n.from)
				s, err := scenes.Load(n.name, scenes.Options{})
				if err != nil {
					t.Fatal(err)
				}
				g := start(t, s)
				for range digestTicks[ticks] {
					g.Step()
				}
				if got, want := g.Digest(), digests[name][ticks]; got != want {
					t.Errorf("%s in %s: digest %#016x after %d ticks, of the shipped one %#016x", n.name, n.from, got, digestTicks[ticks], want)
				}
			}
		})
	}
}
