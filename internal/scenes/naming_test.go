package scenes_test

import (
	"os"
	"path"
	"path/filepath"
	"testing"

	"github.com/thicket-sim/thicket/internal/scenes"
)

// TestDigestsOfAnyNaming plays shipped scenes from a folder of the disk, by names of every
// kind: the digests are those of the shipped ones.
func TestDigestsOfAnyNaming(t *testing.T) {
	for _, name := range scenes.Shipped() {
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
			for _, n := range []struct{ from, name string }{
				{folder, file}, {filepath.Dir(folder), filepath.Join(filepath.Base(folder), file)}, {folder, filepath.Join(folder, file)},
			} {
				t.Chdir(n.from)
				s, err := scenes.Load(n.name, scenes.Options{})
				if err != nil {
					t.Fatal(err)
				}
				g := start(t, s)
				for range digestTicks[0] {
					g.Step()
				}
				if got, want := g.Digest(), digests[name][0]; got != want {
					t.Errorf("%s in %s: digest %#016x after %d ticks, of the shipped one %#016x", n.name, n.from, got, digestTicks[0], want)
				}
			}
		})
	}
}
