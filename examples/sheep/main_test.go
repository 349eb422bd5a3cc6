package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/ebitenutil"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/internal/ground/windowtest"
)

func TestMain(m *testing.M) { windowtest.Main(m) }

// still returns a game whose dog goes where a test says.
func still(t *testing.T, h thicket.Heading) *game {
	t.Helper()
	g, err := newGame()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.bots.Close)
	g.arrows = func() thicket.Heading { return h }
	return g
}

func update(t *testing.T, g *game, n int) {
	t.Helper()
	for range n {
		if err := g.Update(); err != nil {
			t.Fatal(err)
		}
	}
}

func sheep(g *game) (n int) {
	for _, b := range g.snap.Bots {
		if b.Get("coat").Text() == "sheep" {
			n++
		}
	}
	return n
}

func TestWolvesGetSheepUnlessTheDogIsAbout(t *testing.T) {
	g := still(t, thicket.Heading{})
	update(t, g, 1)
	if n := sheep(g); n != 24 {
		t.Fatalf("%d sheep at the start", n)
	}
	update(t, g, 3000)
	if n := sheep(g); n == 24 {
		t.Error("no wolf caught a sheep in fifty seconds")
	}
	for _, b := range g.snap.Bots {
		if b.Action == "" {
			t.Errorf("%s does nothing", b.Name)
		}
	}
}

func TestTheDogGoesWhereTheArrowsPoint(t *testing.T) {
	g := still(t, thicket.Heading{X: 1})
	update(t, g, 60)
	if x := g.snap.Players[0].X; x < 47 || x > 49 {
		t.Errorf("the dog is at x = %g, a second of 8 m/s from 40", x)
	}
}

func TestAThousandUpdatesDoNotGrow(t *testing.T) {
	g := still(t, thicket.Heading{Y: 1})
	update(t, g, 1000)
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	update(t, g, 1000)
	if after := heap(); after > before+64<<10 {
		t.Errorf("the heap grew from %d to %d bytes", before, after)
	}
	if n := testing.AllocsPerRun(100, func() { update(t, g, 1) }); n > 8 {
		t.Errorf("%g allocations an update", n)
	}
}

func TestPicture(t *testing.T) {
	windowtest.Need(t)
	g := still(t, thicket.Heading{})
	update(t, g, 300)
	var err error
	if g.sheet, _, err = ebitenutil.NewImageFromReader(bytes.NewReader(sprites)); err != nil {
		t.Fatal(err)
	}
	img := ebiten.NewImage(g.Layout(0, 0))
	defer img.Deallocate()
	g.Draw(img)
	pixels := windowtest.Pixels(img)
	windowtest.Save(t, "sheep", pixels)
	b := bodyOf(g, "dog")
	if c := pixels.RGBAAt(int(b.X*metre), int(b.Y*metre)); c.R < c.G {
		t.Errorf("the dog is not at (%g, %g): %v is", b.X, b.Y, c)
	}
}

func bodyOf(g *game, kind string) thicket.Body {
	for _, b := range slices.Concat(g.snap.Bots, g.snap.Players) {
		if b.Get("coat").Text() == kind {
			return b
		}
	}
	return thicket.Body{}
}

// TestItBuildsInAModuleOfItsOwn is what the README tells readers to do.
func TestItBuildsInAModuleOfItsOwn(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a module")
	}
	repository, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	copyTo := func(name, from string, change func(string) string) {
		t.Helper()
		src, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(change(string(src))), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	same := func(s string) string { return s }
	for _, name := range []string{"main.go", "sheep.yaml", "sprites.png"} {
		copyTo(name, name, same)
	}
	copyTo("go.sum", filepath.Join(repository, "go.sum"), same)
	copyTo("go.mod", filepath.Join(repository, "go.mod"), func(s string) string {
		return strings.Replace(s, "module github.com/thicket-sim/thicket\n", "module sheep.example\n", 1) +
			"\nrequire github.com/thicket-sim/thicket v0.0.0\n\nreplace github.com/thicket-sim/thicket => " + repository + "\n"
	})
	build := exec.Command("go", "build", "-mod=mod", "-o", os.DevNull, ".")
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
