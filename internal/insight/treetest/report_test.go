package treetest

import (
	"bytes"
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/live"
)

// mixed are tests of which one holds, one fails, and one fails with some seeds.
const mixed = placed + `tests:
  - name: it holds
    then: [{ eventually: { bot: Hen 1, does: wander } }]
  - name: the hen's in the coop
    then: [{ eventually: { bot: Hen 1, in: coop }, within: 0.1s }]
  - name: the second begins in the left half
    given: { seeds: 1..20, bodies: [] }
    share: 80%
    then: [{ always: { bot: Hen 2, distance: { to: [0, 30], is: "< 42" } }, within: 1 tick }]
`

var times = regexp.MustCompile(`[0-9]+\.[0-9]+s\)`)

// A report has the moment, the bot's way through its tree with what answers rest on, and the
// command that plays it again, in the order of the file, however many play.
func TestReport(t *testing.T) {
	want := `--- PASS: it holds (T)
--- FAIL: the hen's in the coop (T)
    hens.test.yaml:10:12: it did not come
        wanted  { eventually: { bot: Hen 1, in: coop }, within: 0.1s }
        found   Hen 1 is 32.57 m from the middle of coop, whose radius is 4.00 m
        at      0.1 s, tick 3, seed 1: Hen 1 does flee_nearest
          hens.yaml
          12:7   selector                               success
          14:11    sequence                             success
          16:15      state_equals  tasty = true         success  because tasty: true = true
          17:15      flee_nearest  where tasty = false  success  because distance to Fox 1: 3.8 m
        again   thicket test hens.test.yaml --run '^the hen'\''s in the coop$' --seed 1 --record .
        why     thicket why hens.test.yaml --test 'the hen'\''s in the coop' --seed 1 --bot 'Hen 1' --at 3
--- FAIL: the second begins in the left half (14 of 20 runs, T)
    6 of 20 runs fail, wanted 80% of them to pass; seeds 3, 4, 6, 11, 13, 16. The first:
`
	for _, workers := range []int{1, 4} {
		folder(t, map[string]string{"hens.yaml": hens, "hens.test.yaml": mixed})
		report := ReportOf((&Runner{Workers: workers}).Run("hens.test.yaml"), 1)
		var b strings.Builder
		if err := report.WriteText(&b, true); err != nil {
			t.Fatal(err)
		}
		if got := times.ReplaceAllString(b.String(), "T)"); !strings.HasPrefix(got, want) || !strings.HasSuffix(got, "FAIL  hens.test.yaml  3 tests, 22 runs\n") {
			t.Errorf("%d workers: wanted\n%s\ngot\n%s", workers, want, got)
		}
		if report.OK || report.Passed != 1 || report.Failed != 2 || report.Broken != 0 {
			t.Errorf("the sums are %+v", report)
		}
	}
}

func TestReportForPrograms(t *testing.T) {
	folder(t, map[string]string{"hens.yaml": hens, "hens.test.yaml": mixed, "bad.test.yaml": "tests: [{ name: a, thne: [] }]"})
	report := ReportOf((&Runner{}).Run("hens.test.yaml", "bad.test.yaml"), 1)
	var b bytes.Buffer
	if err := report.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	var back Report
	if err := json.Unmarshal(b.Bytes(), &back); err != nil {
		t.Fatal(err)
	}
	f := back.Files[0].Tests[1].Failures[0]
	if back.OK || back.Broken != 1 || len(back.Files[1].Errors) == 0 || f.Place != "hens.test.yaml:10:12" || f.Tick != 3 || f.Name != "Hen 1" || len(f.Nodes) != 4 ||
		!strings.Contains(f.Nodes[3].Because, "3.8 m") || !strings.Contains(f.Replay, "--seed 1") {
		t.Errorf("as JSON it is %s", b.String())
	}
}

// A recording of a run that failed plays again what failed.
func TestRecording(t *testing.T) {
	folder(t, map[string]string{"hens.yaml": hens, "hens.test.yaml": mixed})
	res := (&Runner{Record: ".", Match: regexp.MustCompile("coop")}).Run("hens.test.yaml")[0]
	if len(res.Tests) != 1 || res.OK {
		t.Fatalf("played %d tests, ok %v", len(res.Tests), res.OK)
	}
	name := strings.TrimPrefix(res.Tests[0].Failures[0].Replay, "thicket replay ")
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rec, err := live.ReadRecording(file, limit.Values{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := rec.Open(live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	again, err := live.NewReplay(rec, s, nil)
	if err != nil {
		t.Fatal(err)
	}
	for {
		more, err := again.Before()
		if err != nil {
			t.Fatal(err)
		}
		if !more {
			break
		}
		s.Step()
		if err := again.After(); err != nil {
			t.Fatal(err)
		}
	}
	if b := s.Snapshot().Body(2); again.Ticks() != 3 || b.Name != "Hen 1" || b.X < 24 || b.X > 25 || b.Y != 30 {
		t.Errorf("%d ticks, and then %+v", again.Ticks(), b)
	}
}

// A game's own actions and systems are there.
func TestRegistryAndPrepare(t *testing.T) {
	reg := arena.NewRegistry()
	if err := reg.AddAction(host.Action{Name: "cackle", Tick: func(*host.Call) host.Status { return host.Success }}); err != nil {
		t.Fatal(err)
	}
	prepared := 0
	r := Runner{Registry: reg, Workers: 1, Prepare: func(s *live.Session) {
		prepared++
		if s.World().Clock().Tick != 0 {
			t.Error("it was played before")
		}
	}}
	_, text := playHens(t, `
given: { seeds: 1..3, scene: { bots: [{ id: hen, name: Hen, count: 1, behavior: { kind: action, name: cackle } }] } }
tests: [{ name: it cackles, then: [{ always: { every: hen, does: cackle } }] }]
`, r)
	if !strings.HasPrefix(text, "ok ") || prepared != 3 {
		t.Errorf("prepared %d sessions, wanted 3\n%s", prepared, text)
	}
}

// Watching nodes, numbers and what happens changes nothing: a test that asks for all of it
// plays what one plays that asks for little.
func TestLookingChangesNothing(t *testing.T) {
	digest := func(then string) (d uint64) {
		var last *live.Session
		r := Runner{Workers: 1, Prepare: func(s *live.Session) { last = s }}
		res, _ := playHens(t, "given: { scene: siege }\ntests: [{ name: a, for: 5s, then: ["+then+"] }]", r)
		if len(res.Errors) > 0 {
			t.Fatal(res.Errors)
		}
		return last.Digest()
	}
	little := digest(`{ always: { some: all } }`)
	all := digest(`{ always: { some: all } }` +
		`, { always: { some: all, has: { health: "> 0" } } }, { times: { some: red-soldier, node: buy }, is: ">= 0" }, { times: { happens: kill }, is: ">= 0" }`)
	if little != all {
		t.Errorf("the digest is %x, and %x where all is asked for", little, all)
	}
}

// What is placed and changed leaves the lines of the scene where they are.
func TestEditsKeepLines(t *testing.T) {
	for _, given := range []string{
		"bots: { hen: 1 }", "bots: { fox: 3 }", "with: { world: { edges: wrap } }", "with: { places: [], seed: 4, tickRate: 10 }", "with: { rules: [] }", "with: { bots: [] }",
	} {
		f, err := Load("hens.test.yaml", []byte("tests: [{ name: a, given: { "+given+" }, then: [{ never: { no: all } }] }]"), limit.Values{})
		if err != nil {
			t.Fatal(err)
		}
		text, err := f.Tests[0].edit("hens.yaml", []byte(hens))
		if err != nil {
			t.Fatal(err)
		}
		was, is := strings.Split(hens, "\n"), strings.Split(string(text), "\n")
		same := 0
		for i := range was {
			if i < len(is) && was[i] == is[i] {
				same++
			}
		}
		if same == len(was) || given != "with: { bots: [] }" && same < len(was)-2 {
			t.Errorf("%s: %d of %d lines are where they were\n%s", given, same, len(was), text)
		}
	}
}
