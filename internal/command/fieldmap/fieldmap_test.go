package fieldmap

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/command/terminal"
	"github.com/thicket-sim/thicket/internal/insight/palette"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

var yes = host.BoolValue(true)

var plainColors = palette.New(&scenes.Scene{Mark: scenes.Mark{Key: "it"}, Setup: systems.Setup{
	Classes: []systems.Class{{ID: "bot", Team: systems.NoTeam}},
	Places:  []systems.Place{{X: 3, Y: 18, Team: systems.NoTeam}, {X: 15, Y: 3, Team: systems.NoTeam}},
}})

func TestMap(t *testing.T) {
	s := &session.Snapshot{
		Bots: []session.BodyView{
			view("bot", 0, 0, 1, 0, false),
			view("bot", 20, 20, -0.6, -0.8, false), // on the far edges
			view("bot", 9, 9, 0, 1, false),
			view("bot", 9.5, 9.5, 0, 1, true), // in the same cell: it is shown
			view("bot", 9.9, 9.1, 1, 0, false),
			view("bot", 15, 3, 0, 0, false), // on a place
			view("bot", 5, 1, 0.7, 0.7, false),
			view("bot", 7, 1, -0.7, 0.7, false),
			view("bot", 9, 1, 0.7, -0.7, false),
			view("bot", 11, 1, 0, -1, false),
			view("bot", 13, 1, -1, 0, false),
		},
		Players: []session.BodyView{view("", 1, 11, 1, 0, false), view("", 9, 9, 1, 0, true)},
	}
	m := New(20, 20, 40, 10, terminal.Style{})
	m.Fill(s, plainColors)
	want := []string{
		"┌────────────────────┐",
		"│→    ↘ ↙ ↗ ↑ ←      │",
		"│               •    │",
		"│                    │",
		"│                    │",
		"│         ◆          │",
		"│ ◆                  │",
		"│                    │",
		"│                    │",
		"│                    │",
		"│   +               ↖│",
		"└────────────────────┘",
	}
	if diff := cmp.Diff(want, m.Lines()); diff != "" {
		t.Errorf("map (-want +got)\n%s", diff)
	}
	s.Players = nil
	m.Fill(s, plainColors)
	if got := []rune(m.Lines()[5])[10]; got != markGlyph {
		t.Errorf("found %q where one is it among others, wanted %q", got, markGlyph)
	}
}

// The map is as large as fits and as broad as the field.
func TestMapSize(t *testing.T) {
	for _, c := range []struct {
		width, height float32
		cols, rows    int
		wantC, wantR  int
	}{
		{200, 200, 80, 20, 40, 20},
		{200, 200, 30, 20, 30, 15},
		{200, 100, 80, 20, 80, 20},
		{1000, 1, 80, 20, 80, 1},
		{1, 1000, 80, 20, 1, 20},
		{219.1, 219.1, 98, 29, 58, 29},
	} {
		m := New(c.width, c.height, c.cols, c.rows, terminal.Style{})
		if m.cols != c.wantC || m.rows != c.wantR {
			t.Errorf("%v x %v m in %d x %d: found %d x %d, wanted %d x %d",
				c.width, c.height, c.cols, c.rows, m.cols, m.rows, c.wantC, c.wantR)
		}
	}
}

// With more bots than cells, a cell shows how many bots it has, or a bot that is
// it where such bots are rare.
func TestCrowdedMap(t *testing.T) {
	s := &session.Snapshot{}
	add := func(cell, n int, it bool) {
		for range n {
			s.Bots = append(s.Bots, view("bot", float32(cell)+0.5, 0.5, 1, 0, it))
		}
	}
	add(0, 1, false)
	add(1, 10, false)
	add(2, 14, false)
	add(3, 40, false)
	add(4, 10, false)
	add(4, 1, true)
	add(5, 10, false)
	add(5, 5, true)
	add(6, 9, true)
	m := New(8, 2, 8, 1, terminal.Style{})
	m.Fill(s, plainColors)
	if got, want := m.Lines()[1], "│░▒▓█▒●●+│"; got != want {
		t.Errorf("found %s, wanted %s", got, want)
	}
}

func TestMapColors(t *testing.T) {
	s := &session.Snapshot{
		Bots: []session.BodyView{
			view("bot", 0, 0, 1, 0, false), view("bot", 1, 0, 1, 0, false), view("bot", 3, 0, 1, 0, true),
		},
		Players: []session.BodyView{view("", 4, 0, 1, 0, false)},
	}
	m := New(8, 2, 8, 1, terminal.Style{On: true, Full: true})
	m.Fill(s, palette.New(&scenes.Scene{Mark: scenes.Mark{Key: "it"}, Setup: systems.Setup{Classes: []systems.Class{{ID: "bot", Team: systems.NoTeam}}}}))
	want := "\x1b[0;38;2;111;177;255m→→ \x1b[0;1;38;2;255;180;46m●\x1b[0;1;39m◆   \x1b[0m"
	if got := m.row(m.cells); got != want {
		t.Errorf("found %q\nwanted %q", got, want)
	}
}

// view returns a bot or, without a class, a player.
func view(class string, x, y, hx, hy float32, it bool) session.BodyView {
	v := session.BodyView{Class: class, X: x, Y: y, HX: hx, HY: hy, Health: 1}
	if it {
		v.State = []session.StateView{{Key: "it", Value: yes}}
	}
	return v
}

// Classes of one team have signs of their own, the hurt are faint, and who carries something
// is underlined.
func TestClassesOfATeam(t *testing.T) {
	scene := &scenes.Scene{Setup: systems.Setup{Teams: []systems.Team{{ID: "red"}}}}
	for _, id := range []string{"soldier", "archer", "hauler", "mage", "nurse", "oracle", "page"} {
		scene.Setup.Classes = append(scene.Setup.Classes, systems.Class{ID: id, Team: 0})
	}
	colors := palette.New(scene)
	s := &session.Snapshot{}
	for i, c := range scene.Setup.Classes[:4] {
		v := view(c.ID, float32(2*i), 0, 1, 0, false)
		v.Team, v.Health = "red", 1
		s.Bots = append(s.Bots, v)
	}
	m := New(20, 20, 20, 10, terminal.Style{})
	m.Fill(s, colors)
	if got, want := m.Lines()[1], "│→ ⇒ ▶ M             │"; got != want {
		t.Errorf("found %s, wanted %s", got, want)
	}
	still := s.Bots[1]
	still.HX = 0
	s.Bots = append(s.Bots[:0:0], still)
	m.Fill(s, colors)
	if got := []rune(m.Lines()[1])[3]; got != '◦' {
		t.Errorf("an archer that stands is %c", got)
	}
	letters := New(20, 20, 20, 10, terminal.Style{ASCII: true})
	letters.Fill(s, colors)
	if got := []rune(letters.Lines()[1])[3]; got != '◦' { // and no arrow, which would look like that of a soldier
		t.Errorf("in ASCII an archer is %c", got)
	}
	plain := m.code(*m.at(2, 0))
	s.Bots[0].Health, s.Bots[0].Cargo = 0.4, 2
	m.Fill(s, colors)
	if got := m.code(*m.at(2, 0)); got != "2;4;"+plain {
		t.Errorf("one that is hurt and carries something is painted %s, others %s", got, plain)
	}
}
