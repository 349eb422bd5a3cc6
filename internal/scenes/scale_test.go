package scenes_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	_ "github.com/thicket-sim/thicket/internal/ground/longtest/draws"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
)

// parse loads a scene from memory that must be right.
func parse(t testing.TB, src string) *scenes.Scene {
	t.Helper()
	s, err := scenes.Parse("scene.yaml", []byte(src), scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func wantNotices(t *testing.T, s *scenes.Scene, want ...string) {
	t.Helper()
	var got []string
	for _, n := range s.Notices {
		got = append(got, n.Msg)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("notices (-want +got)\n%s", diff)
	}
}

// counts returns the bots of each class.
func counts(s *scenes.Scene) []int {
	var n []int
	for i := range s.Setup.Classes {
		n = append(n, s.Setup.Classes[i].Count)
	}
	return n
}

const threeClasses = `
world: { width: 100, height: 50 }
bots:
  - { id: many, name: M, count: 60, start: [{ count: 6, state: { it: true } }, { count: 1, state: { it: null } }] }
  - { id: some, name: S, count: 30, maxCount: 100 }
  - { id: few, name: F, count: 10, minCount: 5 }
places:
  - { id: corner, at: [100, 50], radius: 4 }
  - { id: left, at: [25, 0] }
`

func TestScale(t *testing.T) {
	for _, c := range []struct {
		n       int
		counts  []int
		starts  []int // of the first class
		side    float64
		notices []string
	}{
		{100, []int{60, 30, 10}, []int{6, 1}, 1, nil},
		{400, []int{240, 120, 40}, []int{24, 4}, 2, []string{
			`class "some": maxCount 100 is lifted to 120`,
			"the field is 200 x 100 m for 400 bots"}},
		{50, []int{30, 15, 5}, []int{3, 1}, math.Sqrt(0.5), []string{"the field is 70.71 x 35.36 m for 50 bots"}},
		{103, []int{62, 31, 10}, []int{6, 1}, math.Sqrt(1.03), []string{"the field is 101.5 x 50.74 m for 103 bots"}},
		{2, []int{2, 0, 5}, []int{1, 1}, math.Sqrt(0.07), []string{
			`class "few": 5 bots, as minCount says, instead of 0`,
			"the field is 26.46 x 13.23 m for 7 bots"}},
		{1, []int{1, 0, 5}, []int{1, 0}, math.Sqrt(0.06), []string{
			`class "few": 5 bots, as minCount says, instead of 0`,
			"the field is 24.49 x 12.25 m for 6 bots"}},
		{0, []int{0, 0, 5}, []int{0, 0}, math.Sqrt(0.05), []string{
			`class "few": 5 bots, as minCount says, instead of 0`,
			"the field is 22.36 x 11.18 m for 5 bots"}},
	} {
		s := parse(t, threeClasses)
		if err := s.Scale(c.n); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.counts, counts(s)); diff != "" {
			t.Errorf("%d: counts (-want +got)\n%s", c.n, diff)
		}
		for _, class := range s.Setup.Classes {
			if class.Count > class.Max {
				t.Errorf("%d: class %s has %d bots and maxCount %d", c.n, class.ID, class.Count, class.Max)
			}
		}
		first := s.Setup.Classes[0].Start
		if diff := cmp.Diff(c.starts, []int{first[0].Count, first[1].Count}); diff != "" {
			t.Errorf("%d: starts (-want +got)\n%s", c.n, diff)
		}
		w, h := float32(100*c.side), float32(50*c.side)
		if s.Setup.Width != w || s.Setup.Height != h {
			t.Errorf("%d: field %v x %v, wanted %v x %v", c.n, s.Setup.Width, s.Setup.Height, w, h)
		}
		p := s.Setup.Places
		if p[0].X != w || p[0].Y != h || p[0].Radius != 4 || p[1].X != float32(25*c.side) || p[1].Y != 0 {
			t.Errorf("%d: places %+v", c.n, p)
		}
		wantNotices(t, s, c.notices...)
	}
}

func TestScaleFromNothing(t *testing.T) {
	const src = "bots: [{ id: a, name: A }, { id: b, name: B }, { id: c, name: C, minCount: 0, maxCount: 1 }]"
	s := parse(t, src)
	if err := s.Scale(5); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int{2, 2, 1}, counts(s)); diff != "" {
		t.Errorf("counts (-want +got)\n%s", diff)
	}
	if s.Setup.Width != 200 {
		t.Errorf("field %v for 5 bots, wanted the 200 m that it had", s.Setup.Width)
	}
	wantNotices(t, s)
	s = parse(t, src)
	if err := s.Scale(6400); err != nil {
		t.Fatal(err)
	}
	if s.Setup.Width != 400 || s.Setup.Height != 400 { // 25 square metres a bot
		t.Errorf("field %v x %v for 6400 bots, wanted 400 x 400", s.Setup.Width, s.Setup.Height)
	}
}

func TestScaleRefuses(t *testing.T) {
	for _, c := range []struct {
		src  string
		n    int
		want string
	}{
		{threeClasses, -1, "-1 bots, wanted 0 to 10000000"},
		{threeClasses, scenes.MaxBots + 1, "10000001 bots, wanted 0 to 10000000"},
		{"bots: []", 3, "scene.yaml has no bot classes"},
	} {
		s := parse(t, c.src)
		before := counts(s)
		if err := s.Scale(c.n); err == nil || err.Error() != c.want {
			t.Errorf("%d: %v, wanted %s", c.n, err, c.want)
		}
		if diff := cmp.Diff(before, counts(s)); diff != "" {
			t.Errorf("%d: counts changed (-before +after)\n%s", c.n, diff)
		}
	}
}

// TestScaleKeepsShares holds for any counts: nobody is off by more than one
// bot, and nothing is left over.
func TestScaleKeepsShares(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		was := rapid.SliceOfN(rapid.IntRange(0, 50), 1, 6).Draw(t, "counts")
		n := rapid.IntRange(0, scenes.MaxBots).Draw(t, "n")
		s := &scenes.Scene{Setup: systems.Setup{Width: 100, Height: 100}}
		total := 0
		for _, count := range was {
			s.Setup.Classes = append(s.Setup.Classes, systems.Class{Count: count, Max: math.MaxInt32, Start: []systems.Start{{Count: count / 2}}})
			total += count
		}
		if err := s.Scale(n); err != nil {
			t.Fatal(err)
		}
		if s.Bots() != n {
			t.Fatalf("%d bots, wanted %d", s.Bots(), n)
		}
		for i, c := range s.Setup.Classes {
			exact := float64(n) / float64(len(was))
			if total > 0 {
				exact = float64(n) * float64(was[i]) / float64(total)
			}
			if math.Abs(float64(c.Count)-exact) > 1 {
				t.Errorf("class %d: %d bots, wanted %v", i, c.Count, exact)
			}
			if c.Start[0].Count > c.Count || was[i] >= 2 && c.Count > 0 && c.Start[0].Count == 0 {
				t.Errorf("class %d: a start for %d of %d bots", i, c.Start[0].Count, c.Count)
			}
		}
		density := float64(n) / (float64(s.Setup.Width) * float64(s.Setup.Height))
		if total > 0 && n > 0 && math.Abs(density*1e4/float64(total)-1) > 1e-5 {
			t.Errorf("density %v, wanted %v", density, float64(total)/1e4)
		}
	})
}

func TestSetCount(t *testing.T) {
	for _, c := range []struct {
		class   string
		n       int
		counts  []int
		notices []string
	}{
		{"many", 600, []int{600, 30, 10}, nil},
		{"some", 100, []int{60, 100, 10}, nil},
		{"some", 101, []int{60, 100, 10}, []string{`class "some": 100 bots, as maxCount says, instead of 101`}},
		{"few", 4, []int{60, 30, 5}, []string{`class "few": 5 bots, as minCount says, instead of 4`}},
		{"many", 0, []int{0, 30, 10}, nil},
	} {
		s := parse(t, threeClasses)
		if err := s.SetCount(c.class, c.n); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.counts, counts(s)); diff != "" {
			t.Errorf("%s %d: counts (-want +got)\n%s", c.class, c.n, diff)
		}
		if s.Setup.Width != 100 {
			t.Errorf("%s %d: the field changed", c.class, c.n)
		}
		wantNotices(t, s, c.notices...)
	}
	s := parse(t, threeClasses)
	if err := s.SetCount("many", 600); err != nil || s.Setup.Classes[0].Start[0].Count != 60 || s.Setup.Classes[0].Start[1].Count != 10 {
		t.Errorf("%v, start %+v, wanted 60 and 10", err, s.Setup.Classes[0].Start)
	}
}

func TestSetCountRefuses(t *testing.T) {
	for _, c := range []struct {
		class string
		n     int
		want  string
	}{
		{"feww", 1, `unknown bot class "feww"; did you mean "few"?`},
		{"hunter", 1, `unknown bot class "hunter", wanted one of many, some, few`},
		{"many", -1, `-1 bots of class "many", wanted 0 to 9999960`},
		{"many", 9_999_961, `9999961 bots of class "many", wanted 0 to 9999960`},
	} {
		s := parse(t, threeClasses)
		if err := s.SetCount(c.class, c.n); err == nil || err.Error() != c.want {
			t.Errorf("%s %d: %v, wanted %s", c.class, c.n, err, c.want)
		}
		if diff := cmp.Diff([]int{60, 30, 10}, counts(s)); diff != "" {
			t.Errorf("%s %d: counts changed (-before +after)\n%s", c.class, c.n, diff)
		}
	}
}

func TestScaleLeavesRoom(t *testing.T) {
	src := "world: { width: 200, height: 200 }\nobstacles: [{ rect: [0, 0, 199, 199] }]\nbots: [{ id: a, name: A, count: 1000 }]"
	if err := parse(t, src).Scale(500); err != nil {
		t.Error(err)
	}
	err := parse(t, src).Scale(10)
	if want := "with 10 bots: the obstacles leave no room"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, wanted %s", err, want)
	}
}

func TestScaledScenesPlay(t *testing.T) {
	t.Parallel()
	for _, name := range scenes.Shipped() {
		s := load(t, name)
		if err := s.Scale(200); err != nil {
			t.Fatal(err)
		}
		g := start(t, s)
		g.Step()
		n := 0
		for class := range s.Setup.Classes {
			n += g.World.Count(class)
		}
		if n != 200 {
			t.Errorf("%s: %d bots, wanted 200", name, n)
		}
		for _, notice := range s.Notices {
			if notice.Pos.File != s.File || strings.TrimSpace(notice.Msg) == "" {
				t.Errorf("%s: notice %+v", name, notice)
			}
		}
	}
}
