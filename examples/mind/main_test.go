package main

import (
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/internal/ground/windowtest"
)

func TestMain(m *testing.M) { windowtest.Main(m) }

// TestCrabsLiveByTheirTree plays a minute: all crabs graze until they are full, rest until they
// are not, and get out of the water.
func TestCrabsLiveByTheirTree(t *testing.T) {
	g, err := newGame()
	if err != nil {
		t.Fatal(err)
	}
	full, empty, wet := map[*Crab]bool{}, map[*Crab]bool{}, map[*Crab]int{}
	for range 60 * 60 {
		if err := g.Update(); err != nil {
			t.Fatal(err)
		}
		for _, c := range g.crabs {
			full[c] = full[c] || c.Food >= 1
			empty[c] = empty[c] || full[c] && c.Food <= 0
			if c.Wet() {
				wet[c]++
			} else {
				wet[c] = 0
			}
			if wet[c] > 120 {
				t.Fatalf("a crab at (%g, %g) is wet for more than two seconds", c.X, c.Y)
			}
		}
	}
	if len(full) != 40 || len(empty) != 40 {
		t.Errorf("%d crabs", len(full))
	}
	for _, c := range g.crabs {
		if !full[c] || !empty[c] {
			t.Errorf("a crab was full %t, and then hungry %t", full[c], empty[c])
		}
	}
	if faults, n := g.minds.Faults(); n > 0 {
		t.Errorf("%d faults, the first %v", n, faults[0])
	}
	if a := testing.AllocsPerRun(100, func() { _ = g.Update() }); a != 0 {
		t.Errorf("%v allocations an update", a)
	}
}

// TestTheGameIsDrawn looks for a crab, sand and sea in a picture.
func TestTheGameIsDrawn(t *testing.T) {
	windowtest.Need(t)
	g, err := newGame()
	if err != nil {
		t.Fatal(err)
	}
	for range 100 {
		if err := g.Update(); err != nil {
			t.Fatal(err)
		}
	}
	w, h := g.Layout(0, 0)
	img := ebiten.NewImage(w, h)
	defer img.Deallocate()
	g.Draw(img)
	pixels := windowtest.Pixels(img)
	colors := map[any]bool{}
	for x := range w {
		for y := range h {
			colors[pixels.RGBAAt(x, y)] = true
		}
	}
	if len(colors) < 3 {
		t.Errorf("%d colours, wanted three or more", len(colors))
	}
}
