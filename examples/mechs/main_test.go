package main

import (
	"math"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/internal/ground/windowtest"
)

func TestMain(m *testing.M) { windowtest.Main(m) }

// begin returns a game that has been played for some ticks.
func begin(t *testing.T, ticks int) *game {
	t.Helper()
	g, err := newGame()
	if err != nil {
		t.Fatal(err)
	}
	for range ticks {
		g.play()
	}
	return g
}

// TestMechsFight plays two minutes: mechs shoot, are hit and go home, none stands in a wall, and
// none stays at a place that it patrols.
func TestMechsFight(t *testing.T) {
	g := begin(t, 0)
	shots, retreats := map[string]bool{}, 0
	still := map[*Mech]int{}
	for tick := range 120 * 60 {
		was := map[*Mech][2]float64{}
		for _, m := range g.mechs {
			was[m] = [2]float64{m.X, m.Y}
		}
		g.play()
		for _, m := range g.mechs {
			shots[m.Name] = shots[m.Name] || m.Reload > 0
			if g.minds.Of(m).Doing().Action == "Retreat" {
				retreats++
			}
			if blocked(m.X, m.Y, 1.4) {
				t.Fatalf("%s stands in a wall at (%g, %g)", m.Name, m.X, m.Y)
			}
			if still[m]++; g.minds.Of(m).Doing().Action != "Patrol" || tick%600 == 0 {
				still[m] = 0
			}
			if d := math.Hypot(m.X-was[m][0], m.Y-was[m][1]); d > 0.2 && d < 2 {
				t.Fatalf("%s went %g m in a tick", m.Name, d)
			}
		}
	}
	if len(shots) != 12 || retreats == 0 {
		t.Errorf("%d mechs shot, wanted 12; %d turns of retreats", len(shots), retreats)
	}
	if faults, n := g.minds.Faults(); n > 0 {
		t.Errorf("%d faults, the first %v", n, faults[0])
	}
}

func TestPicture(t *testing.T) {
	windowtest.Need(t)
	g := begin(t, 900)
	g.view = g.minds.Of(g.mechs[0]).Watch()
	for i := range 120 {
		_ = i
		g.play()
		g.view.Update()
	}
	img := ebiten.NewImage(g.Layout(960, 640))
	defer img.Deallocate()
	m := g.mechs[0]
	g.x, g.y = m.X, m.Y
	g.Draw(img)
	windowtest.Save(t, "mechs", windowtest.Pixels(img))
}
