package palette

import (
	"image/color"
	"slices"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/insight/draw"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

// tagged returns a scene where who has it true stands out, and its colours by a state key.
func tagged(t *testing.T, by string) *Colors {
	t.Helper()
	s, err := scenes.Parse("a.yaml", []byte(`
mark: { key: it }
bots:
  - { id: a, name: A, initialState: { it: false, mood: calm }, behavior: { kind: wander } }
`), scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := New(s)
	c.ColorBy(By{State: by})
	return c
}

// What the legend says of a value is what bodies with that value look like: colour, shape and
// whether only the halo is warm. No two lines of it look alike.
func TestTheLegendIsWhatIsDrawn(t *testing.T) {
	state := func(it bool, mood string) []session.StateView {
		return []session.StateView{{Key: "it", Value: host.BoolValue(it)}, {Key: "mood", Value: host.StringValue(mood)}}
	}
	snap := &session.Snapshot{Bots: []session.BodyView{{ID: 1, Class: "a", State: state(true, "calm")}, {ID: 2, Class: "a"}, {ID: 3, Class: "a", State: state(false, "wild")}}}
	for i := range len(Palette) + 2 {
		snap.Bots = append(snap.Bots, session.BodyView{ID: 4, Class: "a", State: state(false, string(rune('a'+i)))})
	}
	for by, want := range map[string][]string{
		"it":   {"it true", "no it", "it false"},
		"mood": {`mood "calm"`, "no mood", `mood "wild"`, `mood "a"`, `mood "b"`, `mood "c"`, `mood "d"`, `mood "e"`, `mood "f"`, "other mood"},
	} {
		c := tagged(t, by)
		bodies := c.Bodies(nil, snap)
		type look struct {
			hue    color.RGBA
			marked bool
		}
		seen := map[look]string{}
		for _, e := range c.Legend(false).Entries {
			if e.Hued || e.Text == "place" {
				continue // the halo, which any value may have
			}
			k := look{e.Color, e.Shape == draw.ShapeMarked}
			if old, ok := seen[k]; ok {
				t.Errorf("by %s: %q and %q look alike", by, old, e.Text)
			}
			seen[k] = e.Text
		}
		if len(seen) != len(want) {
			t.Errorf("by %s: legend %v, wanted %q", by, seen, want)
		}
		for i, text := range want[:3] {
			b := &bodies[i]
			if got := seen[look{b.Color, b.Marked && !b.Hued}]; got != text {
				t.Errorf("by %s: a body in %v, marked %v, hued %v is %q in the legend, wanted %q", by, b.Color, b.Marked, b.Hued, got, text)
			}
		}
		last := &bodies[len(bodies)-1]
		if got := seen[look{last.Color, last.Marked && !last.Hued}]; got != want[len(want)-1] {
			t.Errorf("by %s: the last body is %q in the legend, wanted %q", by, got, want[len(want)-1])
		}
		if again := c.Bodies(nil, snap); again[3].Color != bodies[3].Color {
			t.Errorf("by %s: a body changed its colour", by)
		}
	}
}

// Classes of a team have its colour in charts, and are told apart by their number; coloured by
// class they have a colour each.
func TestLinesHaveTheColoursOfTheField(t *testing.T) {
	s, err := scenes.Load("siege", scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := New(s)
	for _, by := range c.Ways() {
		c.ColorBy(by)
		seen := map[string]bool{}
		type line struct {
			hue color.RGBA
			nth int
		}
		all := map[line]bool{}
		for _, k := range s.Setup.Classes {
			hue, nth := c.Line(k.ID)
			all[line{hue, nth}], seen[k.ID] = true, true
			v := session.BodyView{Class: k.ID, Team: s.Setup.Teams[k.Team].ID}
			if want := c.Color(&v); by.State == "" && hue != want {
				t.Errorf("by %v: the line of %s is %v, its bodies are %v", by, k.ID, hue, want)
			}
		}
		if len(all) != len(seen) {
			t.Errorf("by %v: %d lines look like %d", by, len(seen), len(all))
		}
	}
}

// Bots of a class without a team that are assigned to one look like that team, in lines, glyphs
// and the legend, too.
func TestAssignedClassesAreOfTheirTeam(t *testing.T) {
	s, err := scenes.Parse("a.yaml", []byte(`
teams: [{ id: blue, color: "#4aa3ff" }, { id: red, color: "#ff5252" }]
teamAssignment: { humanTeamId: blue, botTeamId: red }
bots:
  - { id: hunter, name: Hunter, behavior: { kind: wander } }
  - { id: boss, name: Boss, teamId: red, behavior: { kind: wander } }
  - { id: runner, name: Runner, teamId: blue, behavior: { kind: wander } }
`), scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := New(s)
	blue, red := color.RGBA{0x4a, 0xa3, 0xff, 0xff}, color.RGBA{0xff, 0x52, 0x52, 0xff}
	for id, want := range map[string]color.RGBA{"hunter": red, "boss": red, "runner": blue} {
		if hue, _ := c.Line(id); hue != want {
			t.Errorf("the line of %s is %v, wanted %v", id, hue, want)
		}
	}
	if c.Glyph("hunter") == c.Glyph("boss") {
		t.Error("two classes of a team look alike")
	}
	seen := map[string]color.RGBA{}
	for _, e := range c.Legend(false).Entries {
		seen[e.Text] = e.Color
	}
	if seen["Hunter"] != red || seen["Boss"] != red || len(seen) != 3 {
		t.Errorf("legend %v, wanted the classes of the red team in red, and the blue team", seen)
	}
}

// On a light ground, too, every eye tells apart the colours of the palette, those of the teams
// of a shipped scene, and bodies that stand out; and all of them from the ground.
func TestEveryEyeTellsLightColoursApart(t *testing.T) {
	light := func(c color.RGBA) color.RGBA { return color.RGBA(draw.Shown(c, true)) }
	check := func(what string, all []color.RGBA, most float64) {
		t.Helper()
		for i, a := range all {
			for _, b := range all[:i] {
				if d, eye := apart(a, b); d < most {
					t.Errorf("%s: %v and %v are %.1f apart with %s, wanted %g", what, a, b, d, eye, most)
				}
			}
		}
	}
	const least = 14
	first := []color.RGBA{color.RGBA(draw.MarkShown(true)), {0xe9, 0xed, 0xf3, 0xff}}
	all := first
	for _, c := range Palette {
		all = append(all, light(c))
	}
	check("palette", all, least)
	all = nil
	for _, c := range itemPalette {
		all = append(all, light(c))
	}
	check("items", all, 10)
	for _, name := range scenes.Shipped() {
		s, err := scenes.Load(name, scenes.Options{})
		if err != nil {
			t.Fatal(err)
		}
		all := first
		for _, team := range s.Setup.Teams {
			all = append(all, light(New(s).Team(team.ID)))
		}
		check(name, all, least)
	}
}

// The legend shows a class as the field does: without a tip where none of it heads anywhere.
func TestClassesThatStandStill(t *testing.T) {
	s, err := scenes.Parse("a.yaml", []byte(`
bots:
  - { id: house, name: House, behavior: { kind: wander } }
  - { id: pig, name: Pig, behavior: { kind: wander } }
`), scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := New(s)
	still := func() (all []bool) {
		for _, e := range c.Legend(false).Entries {
			all = append(all, e.Still)
		}
		return all
	}
	snap := &session.Snapshot{Bots: []session.BodyView{{ID: 1, Class: "house"}, {ID: 2, Class: "house"}, {ID: 3, Class: "pig"}, {ID: 4, Class: "pig"}}}
	c.Bodies(nil, snap)
	if got := still(); !slices.Equal(got, []bool{false, false}) {
		t.Errorf("before the first tick, when nobody heads anywhere: %v", got)
	}
	snap.Bots[3].HX = 1
	c.Bodies(nil, snap)
	snap.Bots[3].HX = 0
	c.Bodies(nil, snap)
	if got := still(); !slices.Equal(got, []bool{true, false}) {
		t.Errorf("a house and a pig are still: %v", got)
	}
}
