package fieldmap

import (
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/command/terminal"
	"github.com/thicket-sim/thicket/internal/insight/palette"
	"github.com/thicket-sim/thicket/internal/live"
)

// TestMapShowsTheArena looks for walls, items and the dead on a map.
func TestMapShowsTheArena(t *testing.T) {
	src := `
world: { width: 20, height: 20 }
obstacles: [{ rect: [10, 0, 4, 20] }]
items: [{ kind: ore, count: 3, at: pit }]
places: [{ id: pit, at: [4, 4], radius: 1 }]
bots: [{ id: a, name: A, count: 1, health: 5, respawn: 9s, home: pit, behavior: { kind: action, name: die } }]
`
	s, err := live.Start("scene.yaml", []byte(src), live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.Step()
	m := New(20, 20, 20, 10, terminal.Style{})
	m.Fill(s.Snapshot(), palette.New(s.Scene()))
	var all strings.Builder
	for i := range m.cells {
		all.WriteRune(m.cells[i].glyph)
	}
	if n := strings.Count(all.String(), string(wallGlyph)); n != 40 {
		t.Errorf("%d cells of wall, wanted 4 by 10", n)
	}
	if text := all.String(); !strings.ContainsRune(text, itemGlyph) && !strings.ContainsRune(text, deadGlyph) {
		t.Errorf("no item and nobody dead in %q", text)
	}
}

// A building is a block, and the key says so once.
func TestMapShowsBuildings(t *testing.T) {
	s, err := live.Start("scene.yaml", []byte(`
game: unvanquished
world: { width: 20, height: 20 }
teams: [{ id: aliens }, { id: humans }]
buildings: [{ kind: egg, at: [4, 5] }, { kind: overmind, at: [12, 5] }]
bots: [{ id: a, name: A, teamId: aliens, behavior: { kind: wander } }]
`), live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	m := New(20, 20, 20, 10, terminal.Style{})
	colors := palette.New(s.Scene())
	m.Fill(s.Snapshot(), colors)
	if got, want := m.Lines()[3], "│    ■       ■       │"; got != want {
		t.Errorf("found %s, wanted %s", got, want)
	}
	var blocks []string
	for _, e := range m.Key(colors, false) {
		if e.Glyph == houseGlyph {
			blocks = append(blocks, e.Text)
		}
	}
	if len(blocks) != 1 || blocks[0] != "building" {
		t.Errorf("the key has %q", blocks)
	}
}
