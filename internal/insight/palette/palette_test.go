package palette

import (
	"image/color"
	"math"
	"slices"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/insight/draw"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

// eyes are ways to see: the normal one, and what the three kinds of cones
// missing does to linear RGB (Machado, Oliveira and Fernandes 2009, severity 1).
var eyes = map[string][3][3]float64{
	"normal":       {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// lab returns a colour in CIE L*a*b* as an eye sees it.
func lab(c color.RGBA, eye [3][3]float64) (out [3]float64) {
	var in, rgb [3]float64
	for i, v := range []uint8{c.R, c.G, c.B} {
		if in[i] = float64(v) / 255; in[i] <= 0.04045 {
			in[i] /= 12.92
		} else {
			in[i] = math.Pow((in[i]+0.055)/1.055, 2.4)
		}
	}
	for i := range rgb {
		rgb[i] = min(max(eye[i][0]*in[0]+eye[i][1]*in[1]+eye[i][2]*in[2], 0), 1)
	}
	f := func(t float64) float64 {
		if t > 0.008856 {
			return math.Cbrt(t)
		}
		return 7.787*t + 16.0/116
	}
	x := f((0.4124*rgb[0] + 0.3576*rgb[1] + 0.1805*rgb[2]) / 0.95047)
	y := f(0.2126*rgb[0] + 0.7152*rgb[1] + 0.0722*rgb[2])
	z := f((0.0193*rgb[0] + 0.1192*rgb[1] + 0.9505*rgb[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// apart returns how far apart two colours are for the eye that sees them closest;
// from about 10 on, a glance is enough.
func apart(a, b color.RGBA) (least float64, eye string) {
	least = math.Inf(1)
	for name, m := range eyes {
		p, q := lab(a, m), lab(b, m)
		if d := math.Hypot(math.Hypot(p[0]-q[0], p[1]-q[1]), p[2]-q[2]); d < least {
			least, eye = d, name
		}
	}
	return least, eye
}

func TestEveryEyeTellsThePaletteApart(t *testing.T) {
	field := color.RGBA{0x12, 0x1a, 0x28, 0xff}
	all := append([]color.RGBA{MarkColor, field}, Palette[:]...)
	for i, a := range all {
		for _, b := range all[:i] {
			if d, eye := apart(a, b); d < 19 {
				t.Errorf("%v and %v are %.1f apart with %s", a, b, d, eye)
			}
		}
	}
}

func TestEveryEyeTellsItemsApart(t *testing.T) {
	for i, a := range itemPalette {
		for _, b := range itemPalette[:i] {
			if d, eye := apart(a, b); d < 19 {
				t.Errorf("%v and %v are %.1f apart with %s", a, b, d, eye)
			}
		}
	}
}

// TestEveryEyeTellsTeamsApart holds the shipped scenes' own colours to the same.
func TestEveryEyeTellsTeamsApart(t *testing.T) {
	for _, name := range scenes.Shipped() {
		s, err := scenes.Load(name, scenes.Options{})
		if err != nil {
			t.Fatal(err)
		}
		c := New(s)
		all := []color.RGBA{MarkColor}
		for _, team := range s.Setup.Teams {
			all = append(all, c.Team(team.ID))
		}
		for i, a := range all {
			for _, b := range all[:i] {
				if d, eye := apart(a, b); d < 19 {
					t.Errorf("%s: %v and %v are %.1f apart with %s", name, a, b, d, eye)
				}
			}
		}
	}
}

func scene(t *testing.T) *Colors {
	t.Helper()
	s, err := scenes.Load("bots-vs-humans", scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return New(s)
}

func TestBodiesAreColouredByWhatIsAskedFor(t *testing.T) {
	c := scene(t)
	free := func(v bool) []session.StateView { return []session.StateView{{Key: "free", Value: host.BoolValue(v)}} }
	s := &session.Snapshot{
		Bots: []session.BodyView{
			{ID: 1, Class: "hunter", Team: "red"}, {ID: 2, Class: "runner", Team: "blue", State: free(true)},
			{ID: 3, Class: "runner", Team: "blue", State: free(false)},
		},
		Players: []session.BodyView{{ID: 4, Name: "Ann", Team: "blue", State: free(true)}},
	}
	hues := func() (out []color.RGBA) {
		for _, b := range c.Bodies(nil, s) {
			out = append(out, b.Color)
		}
		return out
	}
	red, blue := color.RGBA{0xff, 0x52, 0x52, 0xff}, color.RGBA{0x4a, 0xa3, 0xff, 0xff}
	if got := hues(); got[0] != red || got[1] != blue || got[2] != blue || got[3] != blue {
		t.Errorf("by team: %v", got)
	}
	c.ColorBy(By{Class: true})
	if got := hues(); got[0] != Palette[0] || got[1] != Palette[1] || got[2] != Palette[1] || got[3] != (color.RGBA{}) {
		t.Errorf("by class: %v", got)
	}
	c.ColorBy(By{State: "free"})
	if got := hues(); got[0] == got[1] || got[1] == got[2] || got[1] != got[3] || got[0] == got[2] {
		t.Errorf("by state: %v", got)
	}
	lg := c.Legend(true)
	if len(lg.Entries) < 2 || lg.Entries[0].Text != "free true" || lg.Entries[1].Text != "free false" {
		t.Errorf("legend %v", lg.Entries)
	}
	if b := c.Bodies(nil, s); b[0].Label != "" || b[3].Label != "Ann" || !b[3].Human || b[0].Human {
		t.Errorf("bodies %+v", b)
	}
}

func TestWays(t *testing.T) {
	var names []string
	for _, by := range scene(t).Ways() {
		names = append(names, by.String())
	}
	if len(names) < 4 || names[0] != "team" || names[1] != "class" {
		t.Errorf("ways %v", names)
	}
}

func TestLegendAndField(t *testing.T) {
	c := scene(t)
	texts := map[string]draw.Shape{}
	for _, e := range c.Legend(false).Entries {
		texts[e.Text] = e.Shape
	}
	if _, human := texts["human"]; human || texts["place"] != draw.ShapePlace || texts["caught"] != draw.ShapeSigned || len(texts) != 4 {
		t.Errorf("legend %v", texts)
	}
	f := c.Field()
	if f.Title != "Bots vs Humans" || len(f.Places) != 2 || f.Places[0].Color != c.Team("blue") {
		t.Errorf("field %+v", f)
	}
}

func TestTheLegendHasTheNamesOfTeams(t *testing.T) {
	s, err := scenes.Parse("a.yaml", []byte("teams: [{ id: blue, name: The Blues }, { id: red }]\nbots: [{ id: a, name: A, teamId: blue }]"), scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	lg := New(s).Legend(false)
	if len(lg.Entries) != 2 || lg.Entries[0].Text != "The Blues" || lg.Entries[1].Text != "red" {
		t.Errorf("legend %v", lg.Entries)
	}
}

func TestManyBodiesAreQuick(t *testing.T) {
	c := scene(t)
	s := &session.Snapshot{Bots: make([]session.BodyView, 1000)}
	to := c.Bodies(nil, s)
	if n := testing.AllocsPerRun(10, func() { to = c.Bodies(to[:0], s) }); n > 0 {
		t.Errorf("%g allocations a snapshot", n)
	}
}

// game returns a scene of a game with two buildings at the start.
func game(t *testing.T) *scenes.Scene {
	t.Helper()
	s, err := scenes.Parse("base.yaml", []byte(`
game: unvanquished
teams: [{ id: aliens }, { id: humans }]
buildings: [{ kind: egg, at: [10, 10] }, { kind: reactor, at: [50, 50] }]
bots: [{ id: bug, name: Bug, teamId: aliens, count: 2, behavior: { kind: wander } }]
`), scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The legend names buildings and classes that are there, and not all that a game has.
func TestLegendOfAGame(t *testing.T) {
	c := New(game(t))
	names := func() (all []string) {
		for _, e := range c.Legend(false).Entries {
			all = append(all, e.Text)
		}
		return all
	}
	if got, want := names(), []string{"aliens", "humans", "Egg", "Reactor"}; !slices.Equal(got, want) {
		t.Errorf("at the start %q, wanted %q", got, want)
	}
	c.ColorBy(By{Class: true})
	c.Bodies(nil, &session.Snapshot{Bots: []session.BodyView{
		{ID: 1, Class: "bug", Team: "aliens", Form: "alien_level4"},
		{ID: 2, Class: "telenode", Team: "humans", Form: "telenode", Building: session.BuildingView{Kind: "telenode"}},
	}})
	if got, want := names(), []string{"Tyrant", "Egg", "Reactor", "Telenode"}; !slices.Equal(got, want) {
		t.Errorf("by class, with a tyrant and a telenode: %q, wanted %q", got, want)
	}
}

func TestBuildingsHaveTheirShape(t *testing.T) {
	s := &session.Snapshot{Bots: []session.BodyView{
		{ID: 1, Team: "aliens", Form: "egg", Building: session.BuildingView{Kind: "egg", Finished: 0.25, Powered: true, Burning: true}},
		{ID: 2, Team: "humans", Form: "reactor", Building: session.BuildingView{Kind: "reactor", Finished: 1}},
		{ID: 3, Team: "humans", Building: session.BuildingView{Kind: "shrine", Finished: 1, Powered: true}},
		{ID: 4, Team: "humans", Class: "bug"},
	}}
	for i, want := range []draw.Body{
		{Shape: draw.ShapeSpawn, Unfinished: 0.75, Burning: true, Radius: 15. / 32}, {Shape: draw.ShapeCore, Dim: true, Radius: 50. / 32},
		{Shape: draw.ShapeBuilding}, {Shape: draw.ShapeBot},
	} {
		b := New(game(t)).Bodies(nil, s)[i]
		if got := (draw.Body{Shape: b.Shape, Unfinished: b.Unfinished, Burning: b.Burning, Radius: b.Radius, Dim: b.Dim}); got != want {
			t.Errorf("body %d: %+v, wanted %+v", b.ID, got, want)
		}
	}
}

// The classes of a team have glyphs of their own, and the legend has one entry for each.
func TestClassesOfATeamHaveGlyphs(t *testing.T) {
	s, err := scenes.Load("siege", scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := New(s)
	for _, team := range []string{"red-", "blue-"} {
		if a, b, h := c.Glyph(team+"soldier"), c.Glyph(team+"archer"), c.Glyph(team+"hauler"); a != draw.GlyphDart || b == a || h == a || h == b {
			t.Errorf("%s: glyphs %d, %d and %d", team, a, b, h)
		}
	}
	b := c.Bodies(nil, &session.Snapshot{Bots: []session.BodyView{{ID: 1, Class: "red-archer", Team: "red"}}})
	found := false
	for _, e := range c.Legend(false).Entries {
		found = found || e.Text == "Red Archer" && e.Glyph == b[0].Glyph && e.Color == b[0].Color
	}
	if !found || b[0].Glyph != c.Glyph("red-archer") {
		t.Errorf("a body %+v, the legend %+v", b[0], c.Legend(false))
	}
}

func TestSights(t *testing.T) {
	s, err := scenes.Load("meadow", scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := New(s)
	snap := &session.Snapshot{Bots: []session.BodyView{{ID: 1, Class: "grazer"}, {ID: 2, Class: "hunter"}, {ID: 3, Class: "hunter", Dead: true}}}
	all := c.Sights(nil, snap, 0)
	if len(all) != 2 || all[0].ID != 1 || all[1].ID != 2 || !(all[0].Radius > 0) || all[0].Radius == all[1].Radius {
		t.Errorf("all: %+v", all)
	}
	if one := c.Sights(nil, snap, 2); len(one) != 1 || one[0] != all[1] {
		t.Errorf("one: %+v", one)
	}
}
