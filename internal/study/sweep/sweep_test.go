package sweep

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/insight/treedraw"
	"github.com/thicket-sim/thicket/internal/insight/treetest"
	"github.com/thicket-sim/thicket/internal/study/search"
)

// hens is a scene with two teams, a tunable, a setting and a number in its tree.
const hens = `world: { width: 60, height: 60 }
teams: [{ id: foxes }, { id: hens }]
settings: { g_skill: 2 }
bots:
  - { id: fox, name: Fox, teamId: foxes, count: 1, maxCount: 5, speedMps: 6, health: 50, tunable: [{ key: speedMps, label: Speed, min: 2, max: 9 }],
      initialState: { tasty: false }, behavior: { kind: chase_nearest, where: { key: tasty, value: true } } }
  - { id: hen, name: Hen, teamId: hens, count: 4, maxCount: 8, speedMps: 3, health: 50, initialState: { tasty: true }, behavior: { file: hen.yaml } }
rules: [{ on: contact, radius: 1, from: { tasty: false }, to: { tasty: true }, set: { to: { tasty: false } } }]
`

const hen = `kind: selector
children:
  - { kind: sequence, children: [{ kind: state_equals, key: tasty, value: true }, { kind: flee_nearest, where: { key: tasty, value: false } }] }
  - { kind: wander }
`

// inFolder writes the scene of hens to a folder and goes there.
func inFolder(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"hens.yaml": hens, "hen.yaml": hen, "still.yaml": "kind: wander\n", "brave.bt": "selector {\n  action wander\n}\n", "hunt.yaml": "kind: chase_nearest\nwhere: { key: tasty, value: 5 }\n"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// plan makes the plan of a sweep file of the scene of hens, which keeps scenes by their number.
func plan(t *testing.T, text string) (*Plan, map[string][]byte) {
	t.Helper()
	f, err := Load("hens.sweep.yaml", []byte(text), limit.Values{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPlan(f)
	if err != nil {
		t.Fatal(err)
	}
	kept := map[string][]byte{}
	p.Store = func(scene []byte) (string, error) {
		name := fmt.Sprint(len(kept))
		kept[name] = scene
		return name, nil
	}
	return p, kept
}

// run plays a plan to its end.
func run(t *testing.T, p *Plan, kept map[string][]byte) (all []Row) {
	t.Helper()
	for {
		jobs, err := p.Next()
		if err != nil {
			t.Fatal(err)
		}
		if len(jobs) == 0 {
			return all
		}
		var rows []Row
		for i := range jobs {
			b, err := DecodeBundle(kept[jobs[i].Scene], limit.Values{})
			if err != nil {
				t.Fatal(err)
			}
			part, err := p.File.Play(t.Context(), &jobs[i], b)
			if err == nil {
				err = jobs[i].Check(part, len(p.File.Experiment.Measures))
			}
			if err != nil {
				t.Fatal(err)
			}
			for k := range part {
				part[k].At = jobs[i].At
			}
			rows = append(rows, part...)
		}
		p.Tell(rows)
		all = append(all, rows...)
	}
}

// Every kind of factor changes the scene, and all else of a point is as it was.
func TestFactorsChangeTheScene(t *testing.T) {
	inFolder(t)
	p, kept := plan(t, `
factors:
  speed: { tune: speedMps, of: fox }
  foxes: { count: fox, list: [1, 3] }
  skill: { setting: g_skill, list: [2, 7] }
  brain: { tree: hen, list: [own, still.yaml, brave.bt] }
  field: { with: { small: { world: { width: 30 } }, own: {} } }
measures: { seconds: seconds }
design: { list: [
  { speed: 2, foxes: 1, skill: 2, brain: own, field: own },
  { speed: 4.5, foxes: 3, skill: 7, brain: brave.bt, field: small } ] }
repeats: 1
for: 1s
`)
	rows := run(t, p, kept)
	if len(rows) != 2 || rows[0].Failed+rows[1].Failed != "" {
		t.Fatalf("%+v", rows)
	}
	first, second := p.Points()[0], p.Points()[1]
	if !slices.Equal(first.At, []float64{2, 0, 0, 0, 1}) || !slices.Equal(second.At, []float64{4.5, 1, 1, 2, 0}) {
		t.Errorf("the points are %v and %v", first.At, second.At)
	}
	is := func(at *Point, speed float64, foxes int, skill float64, tree string, width float32) {
		t.Helper()
		s, err := p.File.Experiment.Load(p.variation(at.At))
		if err != nil {
			t.Fatal(err)
		}
		fox, hen := s.Setup.Classes[0], s.Setup.Classes[1]
		if fox.SpeedMPS != speed || fox.Count != foxes || s.Setup.Settings[0].Value.Number() != skill || s.Setup.Width != width || s.Setup.Height != 60 || hen.SpeedMPS != 3 || hen.Count != 4 {
			t.Errorf("%v: speed %v, %d foxes, skill %v, %v m wide", at.At, fox.SpeedMPS, fox.Count, s.Setup.Settings[0].Value, s.Setup.Width)
		}
		if got := treedraw.Of(hen.Program).Nodes[0].File; filepath.Base(got) != tree {
			t.Errorf("%v: the tree of hens is of %s, wanted %s", at.At, got, tree)
		}
	}
	is(first, 2, 1, 2, "hen.yaml", 60)
	is(second, 4.5, 3, 7, "brave.bt", 30)
}

// What is measured is what happened.
func TestMeasures(t *testing.T) {
	inFolder(t)
	p, kept := plan(t, `
given: { bodies: [{ bot: Fox 1, at: [10, 10] }, { bot: Hen 1, at: [14, 10] }, { bot: Hen 2, at: [55, 55] }, { bot: Hen 3, at: [55, 50] }, { bot: Hen 4, at: [50, 55] }] }
for: 4s
measures:
  caught: { first: { happens: contact } }
  never: { first: { happens: death } }
  times: { times: { happens: contact } }
  chasing: { share: { every: fox, does: chase_nearest } }
  tasty: { count: { every: hen, state: { tasty: true } } }
  still: { held: { every: hen, state: { tasty: true } } }
  health: { mean: health, of: hen }
  ok: { test: { eventually: { happens: contact }, within: 3s } }
  no: { test: { eventually: { happens: contact }, within: 2 ticks } }
  length: seconds
  played: ticks
  faults: faults
  nodes: coverage
repeats: 1
`)
	rows := run(t, p, kept)
	got := map[string]float64{}
	for i, m := range p.File.Experiment.Measures {
		got[m.Name] = float64(rows[0].Values[i])
	}
	caught := got["caught"]
	// 4 m at a difference of 3 m/s take a second or so, less the radius.
	if !(caught > 0.8 && caught < 2) || math.Abs(got["still"]-100*(caught*30-1)/120) > 0.01 {
		t.Errorf("caught after %v s, all were tasty in %v %% of the ticks", caught, got["still"])
	}
	for name, want := range map[string]float64{"times": 1, "chasing": 100, "tasty": 3, "health": 50, "ok": 1, "no": 0, "length": 4, "played": 120, "faults": 0, "nodes": 100} {
		if got[name] != want {
			t.Errorf("%s is %v, wanted %v", name, got[name], want)
		}
	}
	if !math.IsNaN(got["never"]) {
		t.Errorf("what never happens is measured as %v", got["never"])
	}
}

// A run ends when nothing can change any more what is measured, and at its condition.
func TestRunsEnd(t *testing.T) {
	inFolder(t)
	for _, c := range []struct {
		text string
		ends func(ticks int64, first float64) bool
	}{
		{"measures: { caught: { first: { happens: contact } } }", func(ticks int64, first float64) bool { return float64(ticks) == math.Round(first*30) }},
		{"measures: { caught: { first: { happens: contact } }, n: ticks }\nuntil: { happens: contact }", func(ticks int64, first float64) bool { return float64(ticks) == math.Round(first*30) }},
		{"measures: { caught: { first: { happens: contact } }, n: ticks }\nfor: 50s", func(ticks int64, _ float64) bool { return ticks == 1500 }},
	} {
		p, kept := plan(t, c.text+"\nrepeats: 1\n")
		rows := run(t, p, kept)
		if !c.ends(rows[0].Ticks, float64(rows[0].Values[0])) {
			t.Errorf("%s: it ends after %d ticks, with %v", c.text, rows[0].Ticks, rows[0].Values)
		}
	}
}

// One tree that plays against itself is no different, and the sides are swapped: the fox's class
// has the tree of the hens in half of the games.
func TestComparisonSwapsSides(t *testing.T) {
	inFolder(t)
	p, kept := plan(t, `
question: { compare: [still.yaml, hunt.yaml], sides: [fox, hen], by: [a, b] }
measures: { a: { count: { every: fox, does: wander } }, b: { count: { every: hen, does: wander } } }
for: 1s
repeats: 8
`)
	rows := run(t, p, kept)
	if len(rows) != 16 || len(p.Points()) != 2 {
		t.Fatalf("%d rows of %d points, wanted 16 of 2", len(rows), len(p.Points()))
	}
	// Where foxes have the tree that wanders, all of them do, and no hen; and the other way round.
	for _, r := range rows {
		want := []Value{1, 0}
		if r.At[0] == 1 {
			want = []Value{0, 4}
		}
		if !slices.Equal(r.Values, want) {
			t.Errorf("with the trees %v it is %v, wanted %v", r.At, r.Values, want)
		}
	}
	if a := p.Answer(); a.Value != 1 || len(a.At) != 1 || a.At[0] != 0 {
		t.Errorf("%+v, wanted that who wanders wins both ways", a)
	}
}

// A scene that comes with the program takes trees that stand beside the sweep file.
func TestShippedScenesTakeTrees(t *testing.T) {
	inFolder(t)
	p, kept := plan(t, `
scene: tag
factors: { tree: { tree: tag-bot, list: [own, still.yaml, brave.bt] } }
measures: { moving: { share: { every: tag-bot, does: wander } } }
repeats: 1
for: 1s
`)
	rows := run(t, p, kept)
	if len(rows) != 3 || rows[0].Failed+rows[1].Failed+rows[2].Failed != "" {
		t.Fatalf("%+v", rows)
	}
	if rows[0].Values[0] > 50 || rows[1].Values[0] < 90 || rows[2].Values[0] < 90 {
		t.Errorf("%v, %v and %v %% wander, wanted few, and all with the others' trees", rows[0].Values, rows[1].Values, rows[2].Values)
	}
}

// A sweep file that says no scene, and is called as none, is not taken for one.
func TestASweepNeedsAScene(t *testing.T) {
	inFolder(t)
	text := []byte("measures: { a: ticks }\n")
	if err := os.WriteFile("lost.yaml", text, 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := Load("lost.yaml", text, limit.Values{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := NewPlan(f); err == nil || !strings.Contains(err.Error(), "in a sweep the key scene") {
		t.Errorf("%v", err)
	}
}

// A design that has a point twice plays it once.
func TestPointsArePlayedOnce(t *testing.T) {
	inFolder(t)
	p, kept := plan(t, `
factors: { foxes: { count: fox, list: [1, 2] } }
design: { random: 16 }
measures: { a: ticks }
repeats: 3
for: 0.1s
`)
	if rows := run(t, p, kept); len(rows) != 6 {
		t.Errorf("%d rows, wanted 3 of each of 2 points", len(rows))
	}
}

// Runs that last differently count up to one time, the shortest that runs of a point can last: what
// came later is censored there, and what had not come when a game was over at the end of that game.
func TestTimesAreCutAtOneTime(t *testing.T) {
	inFolder(t)
	if err := os.WriteFile("slow.yaml", []byte("tickRate: 10\n"+hens), 0o666); err != nil {
		t.Fatal(err)
	}
	p, _ := plan(t, "scene: [hens.yaml, slow.yaml]\nmeasures: { caught: { first: { happens: contact } } }\nuntil: { happens: contact }\nfor: 2.04s\n")
	if _, err := p.Next(); err != nil {
		t.Fatal(err)
	}
	none, high := Value(math.NaN()), 62./30 // at ten ticks a second it is 2.1 seconds
	for _, c := range []struct {
		row  Row
		want search.Value
	}{
		{Row{Ticks: 30, Values: []Value{1}}, search.Value{X: 1}},
		{Row{Ticks: 30, Values: []Value{none}}, search.Value{X: 1, Censored: true}}, // its game was over after a second
		{Row{Ticks: 62, Values: []Value{none}}, search.Value{X: high, Censored: true}},
		{Row{Point: 1, Ticks: 21, Values: []Value{none}}, search.Value{X: high, Censored: true}},
		{Row{Point: 1, Ticks: 21, Values: []Value{Value(high + 0.01)}}, search.Value{X: high, Censored: true}}, // it came after the others' end
	} {
		if got := p.Value(&c.row, 0); got != c.want {
			t.Errorf("%+v is %+v, wanted %+v", c.row, got, c.want)
		}
	}
}

// A game of which one side's measure is missing is nobody's.
func TestAGameWithoutAMeasureIsNoDraw(t *testing.T) {
	inFolder(t)
	p, kept := plan(t, `
question: { compare: [still.yaml, hunt.yaml], sides: [fox, hen], by: [a, b] }
measures: { a: ticks, b: { first: { happens: contact } } }
for: 0.1s
repeats: 4
`)
	run(t, p, kept)
	if a := p.Answer(); a.None != 8 || a.Why == "" {
		t.Errorf("%+v, wanted eight games that say nothing", a)
	}
}

// Jobs do not depend on who plays them, and a run that fails is a row with its reason.
func TestJobs(t *testing.T) {
	inFolder(t)
	p, _ := plan(t, "measures: { s: seconds }\nfactors: { speed: { tune: speedMps, of: fox, list: [3, 4] } }\nrepeats: 100\nfor: 60s\n")
	jobs, err := p.Next()
	if err != nil {
		t.Fatal(err)
	}
	runs, ids := map[string]bool{}, map[string]bool{}
	for _, j := range jobs {
		ids[j.ID] = true
		for i := range j.Runs {
			runs[fmt.Sprint(j.Point, j.First+i)] = true
		}
	}
	if len(runs) != 200 || len(ids) != len(jobs) || len(jobs) < 16 {
		t.Errorf("%d jobs with %d names have %d runs, wanted 200", len(jobs), len(ids), len(runs))
	}
	failed := jobs[0].Failure("nobody could play it")
	if err := jobs[0].Check(failed, 1); err != nil {
		t.Error(err)
	}
	for _, bad := range [][]Row{nil, failed[1:], append(slices.Clone(failed[1:]), failed[0])} {
		if jobs[0].Runs > 1 && jobs[0].Check(bad, 1) == nil {
			t.Errorf("rows of other runs were taken: %+v", bad)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.File.Play(ctx, &jobs[0], nil); err == nil {
		t.Error("a job was played after the end")
	}
}

func TestValuesInJSON(t *testing.T) {
	b, err := json.Marshal([]Value{0.1, Value(math.NaN()), -3})
	if err != nil || string(b) != "[0.1,null,-3]" {
		t.Fatalf("%s, %v", b, err)
	}
	var back []Value
	if err := json.Unmarshal(b, &back); err != nil || back[0] != 0.1 || !math.IsNaN(float64(back[1])) {
		t.Errorf("%v, %v", back, err)
	}
}

// bad are files with what is wrong in them. Those with "plan" are only wrong with the scene.
var bad = []struct{ text, want string }{
	{"measures: {}", "measures: wanted a map of names"},
	{"scene: hens", "nothing is measured"},
	{"measures: { a: tics }", `did you mean "ticks"?`},
	{"measures: { a: { share: { some: hen, does: wander } } }", "share: wanted a condition of every body"},
	{"measures: { a: { first: { happens: contact }, count: { every: hen } } }", "count beside first, wanted one of them"},
	{"measures: { a: ticks }\nfactors: { a: { count: hen, list: [1] } }", "measure a: results have another column of this name"},
	{"measures: { seed: ticks }", "measure seed: results have another column of this name"},
	{"measures: { a: ticks }\nfactors: { b: { count: hen, list: [1.5] } }", "wanted a number of bots, found 1.5"},
	{"measures: { a: ticks }\nfactors: { b: { count: hen, from: 1 } }", "found no to"},
	{"measures: { a: ticks }\nfactors: { b: { count: hen, from: 3, to: 1 } }", "from 3 to 1, wanted a range"},
	{"measures: { a: ticks }\nfactors: { b: { tree: hen } }", "wanted list with files of trees"},
	{"measures: { a: ticks }\nfactors: { b: { of: hen } }", "wanted one of tune, count, setting, tree or with"},
	{"measures: { a: ticks }\ndesign: sobol", "a map such as { sobol: 64 }"},
	{"measures: { a: ticks }\ndesign: { sobol: 0 }", "sobol"},
	{"measures: { a: ticks }\nfactors: { b: { count: hen, from: 1, to: 3 } }\ndesign: { list: [{ b: 7 }] }", "b: wanted a number from 1 to 3, found 7"},
	{"measures: { a: ticks }\nquestion: { maximise: b }", `unknown measure "b"`},
	{"measures: { a: ticks }\nquestion: { reach: { measure: a, value: 3 } }", "wanted one factor with from and to"},
	{"measures: { a: ticks }\nquestion: { compare: [x.bt], sides: [fox, hen] }", "wanted a list of two trees or more"},
	{"measures: { fox: ticks }\nquestion: { compare: [x.bt, y.bt], sides: [fox, hen] }", "measure fox: results have another column of this name"},
	{"measures: { a: ticks }\nquestion: { compare: [x.bt, y.bt], sides: [fox, fox] }", "fox is on both sides"},
	{"measures: { a: ticks }\nquestion: { compare: [x.bt, y.bt], sides: [fox, []] }", "found an empty list"},
	{"measures: { a: ticks }\nfactors: { b: { count: fox, list: [1, 2, 1.0] } }", "1 is in the list twice"},
	{"measures: { a: ticks }\nfactors: { b: { tune: speedMps, of: fox, list: [1, .inf] } }", "wanted a finite number"},
	{"measures: { a: ticks }\nfactors: { b: { count: fox, from: 1, to: 3.5 } }", "wanted whole numbers from 0"},
	{"measures: { a: ticks }\nfactors: { b: { with: { c: { seed: 3 } } } }", "wanted seed and repeats of the sweep"},
	{"measures: { a: ticks }\nquestion: { compare: [x.bt, y.bt] }", "wanted sides"},
	{"measures: { a: ticks }\ngiven: { seed: 3 }", `wanted the key "seed" of the file`},
	{"measures: { a: ticks }\ngiven: { scene: hens }", `wanted the key "scene" of the file`},
	{"measures: { a: ticks }\nuntil: ower", "until: wanted over"},
	{"measures: { a: ticks }\nrepeat: 3", `did you mean "repeats"?`},
	{"measures: { a: ticks }\nbudget: { runs: 0 }", "runs"},
}

// What is wrong with a file is told with its place, and the schema refuses most of it, too.
func TestBadFiles(t *testing.T) {
	schema := compileSchema(t)
	refused := 0
	for _, c := range bad {
		_, err := Load("a.yaml", []byte(c.text), limit.Values{})
		var list syntax.ErrorList
		if !errors.As(err, &list) || list[0].Pos.Line == 0 || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\nsays %v\nwanted %s", c.text, err, c.want)
		}
		if schema.Validate(value(t, c.text)) != nil {
			refused++
		}
	}
	if refused < len(bad)/2 {
		t.Errorf("the schema refuses %d of %d files", refused, len(bad))
	}
}

// A side whose bots are assigned to a team can win its matches.
func TestSidesThatAreAssignedToATeam(t *testing.T) {
	inFolder(t)
	p, _ := plan(t, `
scene: bots-vs-humans
question: { compare: [still.yaml, hunt.yaml], sides: [hunter, runner] }
measures: { a: ticks }
`)
	if !slices.Equal(p.teams, []string{"red", "blue"}) {
		t.Errorf("the sides are of the teams %q", p.teams)
	}
}

// What a scene does not have is told before anything is played.
func TestBadPlans(t *testing.T) {
	inFolder(t)
	for _, c := range []struct{ text, want string }{
		{"measures: { a: ticks }\nfactors: { b: { tune: speedMs, of: fox } }", `did you mean "speedMps"?`},
		{"measures: { a: ticks }\nfactors: { b: { tune: speedMps, of: hen } }", "the scene declares no range of speedMps"},
		{"measures: { a: ticks }\nfactors: { b: { count: hem, list: [1] } }", `did you mean "hen"?`},
		{"measures: { a: ticks }\nfactors: { b: { tree: hen, list: [own, none.bt] } }", "none.bt"},
		{"measures: { a: { count: { every: hem } } }", `unknown class "hem"`},
		{"scene: nests.yaml\nmeasures: { a: ticks }", `no scene "nests.yaml" beside this file`},
		{"measures: { a: ticks }\nfactors: { b: { with: { odd: { world: { width: -3 } } } } }", "with b odd"},
		{"measures: { a: ticks }\nquestion: { compare: [still.yaml, brave.bt], sides: [fox, cow] }", `no class "cow"`},
	} {
		f, err := Load("hens.sweep.yaml", []byte(c.text), limit.Values{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := NewPlan(f); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\nsays %v\nwanted %s", c.text, err, c.want)
		}
	}
}

// The schema takes what the loader takes.
func TestSchema(t *testing.T) {
	s := compileSchema(t)
	for _, text := range []string{
		"measures: { a: ticks }",
		"scene: [tag, chase]\nmeasures: { a: { first: { happens: contact } }, b: { share: { every: all, does: wander } } }\nuntil: over\ndesign: { latin: 9 }\nbudget: { runs: 9, seconds: 3 }",
		"measures: { a: { mean: health, of: all, unit: hp }, b: { score: red }, c: { winner: red }, d: { test: { never: { no: all } } } }\nfactors: { x: { tune: speedMps, of: a }, y: { count: a, from: 1, to: 9, step: 2 }, z: { with: { q: {} } }, s: { setting: g, list: [a, 1, true] } }",
		"measures: { a: ticks }\nfactors: { x: { tune: v, of: a, from: 1, to: 3 } }\nquestion: { reach: { measure: a, value: 60 } }",
		"measures: { a: ticks, b: faults }\nquestion: { compare: [x.bt, y.bt], sides: [[fox, cock], hen], by: [a, b] }",
		"measures: { a: ticks }\nquestion: { race: { minimise: a } }",
	} {
		if _, err := Load("a.yaml", []byte(text), limit.Values{}); err != nil {
			t.Errorf("%s\nthe loader says %v", text, err)
		}
		if err := s.Validate(value(t, text)); err != nil {
			t.Errorf("%s\nthe schema says %v", text, err)
		}
	}
}

func compileSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	for name, text := range map[string][]byte{"thicket.sweep.schema.json": Schema, "thicket.test.schema.json": treetest.Schema} {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err == nil {
			err = c.AddResource(name, doc)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	s, err := c.Compile("thicket.sweep.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func value(t *testing.T, text string) any {
	t.Helper()
	doc, err := markup.ParseYAML("a.yaml", []byte(text), markup.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(doc.JSON()))
	if err != nil {
		t.Fatal(err)
	}
	return v
}
