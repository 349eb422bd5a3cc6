package main

import (
	"image/color"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/internal/ground/windowtest"
	"github.com/thicket-sim/thicket/render"
	"github.com/thicket-sim/thicket/thickettest"
)

func TestMain(m *testing.M) { windowtest.Main(m) }

// TestBeesBringNectarHome plays two minutes by frames of a sixtieth of a second.
func TestBeesBringNectarHome(t *testing.T) {
	s := newGarden()
	defer s.Close()
	was, filled, emptied := false, 0, 0
	for range 120 * 60 {
		s.Advance(1.0 / 60)
		bee := s.Snapshot().Body(16)
		switch full := bee.Get("full").Bool(); {
		case full && !was:
			filled++
			if bee.X < 40 {
				t.Errorf("%s is full at x = %g, on the hive's side of the hedge", bee.Name, bee.X)
			}
			was = full
		case !full && was:
			emptied++
			if math.Hypot(float64(bee.X-8), float64(bee.Y-25)) > 4 {
				t.Errorf("%s is empty at (%g, %g), far from the hive", bee.Name, bee.X, bee.Y)
			}
			was = full
		}
	}
	if filled < 2 || emptied < 2 {
		t.Errorf("a bee was full %d times and empty again %d times in two minutes", filled, emptied)
	}
	if now := s.Snapshot().Time; math.Abs(now-120) > 0.1 {
		t.Errorf("two minutes of frames are %g s", now)
	}
	if faults, n := s.Faults(); n > 0 {
		t.Errorf("%d faults, the first %v", n, faults[0])
	}
}

func TestTrees(t *testing.T) {
	registry := thicket.NewRegistry()
	params := []thicket.Param{{Name: "drops", Kind: thicket.Number}, {Name: "where", Kind: thicket.Where}}
	check(registry.AddAction(thicket.Action{Name: "pump", Params: params, Tick: pump}))
	prepare := func(s *thicket.Session) { nectar = thicket.Register(s.World(), Nectar{}) }
	thickettest.Run(t, "*.test.yaml", thickettest.With(registry), thickettest.Prepare(prepare))
}

// TestTheWindowShowsHedges draws the game as its window does, and looks for the
// colour of the ground inside a hedge.
func TestTheWindowShowsHedges(t *testing.T) {
	windowtest.Need(t)
	s := newGarden()
	defer s.Close()
	r, err := render.NewRenderer(s)
	if err != nil {
		t.Fatal(err)
	}
	img := ebiten.NewImage(800, 600)
	defer img.Deallocate()
	if err := r.Draw(img, s.Snapshot(), 1); err != nil {
		t.Fatal(err)
	}
	pixels := windowtest.Pixels(img)
	windowtest.Save(t, "garden", pixels)
	at := func(x, y float32) color.RGBA {
		px, py := r.Camera().Pixel(x, y)
		return pixels.RGBAAt(int(px), int(py))
	}
	if hedge, ground := at(39, 10), at(30, 10); hedge == ground {
		t.Errorf("the hedge has the colour %v of the ground", ground)
	}
}

// TestTheProgramOpensItsWindow builds the program and runs it for a moment.
func TestTheProgramOpensItsWindow(t *testing.T) {
	windowtest.Need(t)
	if testing.Short() {
		t.Skip("builds a program")
	}
	program := filepath.Join(t.TempDir(), "garden")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run := exec.Command(program)
	var said strings.Builder
	run.Stderr = &said
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- run.Wait() }()
	select {
	case err := <-ended:
		t.Errorf("it ended by itself: %v\n%s", err, said.String())
	case <-time.After(3 * time.Second):
		if err := run.Process.Signal(os.Kill); err != nil {
			t.Error(err)
		}
		<-ended
	}
	if strings.Contains(said.String(), "thicket:") {
		t.Errorf("it says\n%s", said.String())
	}
}
