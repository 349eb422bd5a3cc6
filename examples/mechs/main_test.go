package main

import (
	"fmt"
	"image"
	"image/color"
	"maps"
	"math/cmplx"
	"slices"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/internal/ground/windowtest"
	"github.com/thicket-sim/thicket/render/panel"
)

func TestMain(m *testing.M) { windowtest.Main(m) }

// begin returns a game that has been played for some ticks.
func begin(t *testing.T, ticks int) *game {
	t.Helper()
	g := newGame()
	g.tree.Read = func() panel.Input { return panel.Input{} } // nobody is at the mouse
	for range ticks {
		g.play()
	}
	return g
}

// TestMechsFight plays two minutes: all shoot, many go home, none stands in a wall or jumps unless
// a new one comes, and all do what their trees have.
func TestMechsFight(t *testing.T) {
	g := begin(t, 1)
	did := map[string]map[string]int{}
	for m := range g.minds.All() {
		did[m.Name] = map[string]int{}
	}
	fallen := 0
	for range 120 * 60 {
		was := map[*Mech]Mech{}
		for m := range g.minds.All() {
			was[m] = *m
			if m.Health <= 0 {
				fallen++
			}
		}
		g.play()
		for m, its := range g.minds.All() {
			did[m.Name][its.Doing().Action]++
			if blocked(m.At, 1.4) {
				t.Fatalf("%s stands in a wall at %g", m.Name, m.At)
			}
			if d := cmplx.Abs(m.At - was[m].At); d > 0.2 && was[m].Health > 0 {
				t.Fatalf("%s went %g m in a tick", m.Name, d)
			}
		}
	}
	all := map[string]bool{}
	for name, acts := range did {
		if acts["Fire"] == 0 || acts["Patrol"] == 0 {
			t.Errorf("%s did %v", name, acts)
		}
		for act := range acts {
			all[act] = true
		}
	}
	if got, want := slices.Sorted(maps.Keys(all)), []string{"Aim", "Circle", "Fire", "Patrol", "Retreat"}; !slices.Equal(got, want) {
		t.Errorf("all did %q, wanted %q", got, want)
	}
	if fallen < 5 {
		t.Errorf("%d have fallen", fallen)
	}
	if faults, n := g.minds.Faults(); n > 0 {
		t.Errorf("%d faults, the first %v", n, faults[0])
	}
}

// TestNobodyIsStuck wants patrols to come along: who patrols for ten seconds is elsewhere then.
func TestNobodyIsStuck(t *testing.T) {
	if testing.Short() {
		t.Skip("plays for minutes")
	}
	g := begin(t, 1)
	type since struct {
		at    complex128
		ticks int
	}
	at := map[*Mech]*since{}
	for range 150 * 60 {
		g.play()
		for m, its := range g.minds.All() {
			s := at[m]
			if s == nil || its.Doing().Action != "Patrol" {
				at[m] = &since{m.At, 0}
				continue
			}
			if s.ticks++; s.ticks == 600 {
				if cmplx.Abs(m.At-s.at) < 3 {
					t.Fatalf("%s is stuck at %g on its way to %g", m.Name, m.At, posts[m.Post])
				}
				at[m] = nil
			}
		}
	}
}

// TestAPlayedGameTakesNoMemory is what minds promise, in a game.
func TestAPlayedGameTakesNoMemory(t *testing.T) {
	g := begin(t, 600)
	g.view.Close()
	if a := testing.AllocsPerRun(300, g.play); a != 0 {
		t.Errorf("%g allocations a tick", a)
	}
}

// TestAFrame updates and draws, which needs no window.
func TestAFrame(t *testing.T) {
	g := begin(t, 60)
	img := ebiten.NewImage(g.Layout(960, 640))
	for range 3 {
		if err := g.Update(); err != nil {
			t.Fatal(err)
		}
		g.Draw(img)
	}
	if g.view.Turns < 62 {
		t.Errorf("the view is at turn %d", g.view.Turns)
	}
}

// TestSaves plays on from a save, in the game that wrote it and in another one, and wants the same.
// The beginning is saved, too.
func TestSaves(t *testing.T) {
	g := begin(t, 1234)
	if err := g.save(); err != nil {
		t.Fatal(err)
	}
	where := func(g *game) (text string) {
		for range 2000 {
			g.play()
		}
		for m := range g.minds.All() {
			text += fmt.Sprintln(m.Name, m.At, m.Turret, m.Health, m.Post)
		}
		return text + fmt.Sprint(g.minds.Digest())
	}
	if early := begin(t, 55); early.load() != nil || where(early) != where(begin(t, 0)) {
		t.Error("without a save, the game does not begin anew")
	}
	other := begin(t, 77)
	other.saved, other.savedMinds = g.saved, g.savedMinds
	first := where(g)
	for name, of := range map[string]*game{"the same game": g, "another game": other} {
		if err := of.load(); err != nil {
			t.Fatal(err)
		}
		if got := where(of); got != first {
			t.Errorf("%s goes on to\n%s\nwanted\n%s", name, got, first)
		}
	}
	if g.view.Update(); g.view.Gone {
		t.Error("the view is lost")
	}
}

// TestPictures draws the game in three sizes, with the tree and without: the panel is over the
// game and nothing of it elsewhere, and the camera has moved.
func TestPictures(t *testing.T) {
	windowtest.Need(t)
	sizes := []image.Point{{960, 640}, {480, 320}, {1920, 1080}}
	if testing.Short() {
		sizes = sizes[:1] // one is enough
	}
	for _, size := range sizes {
		g := begin(t, 1500)
		img := ebiten.NewImage(g.Layout(size.X, size.Y))
		fights := func() bool { return real(g.camera) > 32 && g.minds.Of(g.chosen).Doing().Action == "Fire" }
		for i := 0; i < 300 || i < 9000 && !fights(); i++ {
			if err := g.Update(); err != nil {
				t.Fatal(err)
			}
		}
		if g.camera == 20+20i {
			t.Error("the camera stands still")
		}
		g.Draw(img)
		with := windowtest.Pixels(img)
		windowtest.Save(t, fmt.Sprintf("mechs-%dx%d", size.X, size.Y), with)
		g.noTree = true
		g.Draw(img)
		without := windowtest.Pixels(img)
		g.noName = true
		g.Draw(img)
		bare := windowtest.Pixels(img)
		img.Deallocate()
		names := 0
		for y := range size.Y {
			for x := range size.X {
				in, differ := image.Pt(x, y).In(g.corner), with.RGBAAt(x, y) != without.RGBAAt(x, y)
				if differ && !in {
					t.Fatalf("the panel is at %d, %d", x, y)
				}
				if without.RGBAAt(x, y) != bare.RGBAAt(x, y) {
					names++
				}
			}
		}
		if at := with.RGBAAt(g.corner.Min.X+3, g.corner.Min.Y+3); at != (color.RGBA{0x17, 0x20, 0x30, 0xff}) {
			t.Errorf("%v in the corner of the panel", at)
		}
		if names < 500 {
			t.Errorf("%d pixels of names", names)
		}
	}
}
