package inspect_test

import (
	"os"
	"testing"

	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/insight/inspect"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// patient has a number that is longer when it is tuned, before other nodes on its line.
const patient = `
bots:
  - id: hare
    name: Hare
    count: 3
    speedMps: 1
    behavior: { file: tree.yaml }
    tunable: [{ key: tree.stopwatch_below.limit, min: -100, max: 0, step: 0.25 }]
`

const patientTree = "{ kind: selector, children: [{ kind: condition, name: stopwatch_below, args: { limit: -1 } }, { kind: wander }] }\n"

// startPatient opens that scene.
func startPatient(t *testing.T) *live.Session {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"scene.yaml": patient, "tree.yaml": patientTree} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := live.Open("scene.yaml", live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// lengthen tunes the number.
func lengthen(t *testing.T, s *live.Session) {
	t.Helper()
	if err := s.Do(&session.Tune{Class: "hare", Key: "tree.stopwatch_below.limit", Value: -12.25}); err != nil {
		t.Fatal(err)
	}
}

// A number that is tuned moves what stands behind it in the source: a breakpoint there stays
// one all the same.
func TestBreakpointsStayWhereANumberIsTuned(t *testing.T) {
	s := startPatient(t)
	id, _ := s.Game().ByName("Hare 2")
	p, err := s.Game().Watchers.ProgramOf(id)
	if err != nil {
		t.Fatal(err)
	}
	const wander = 3
	var b inspect.Breakpoints
	b.Use(chronicle.Minds(s.Game()))
	b.Toggle(inspect.Breakpoint{Class: 0, Bot: id, Node: wander, Pos: p.Tree.Spans[wander].Start})
	for _, what := range []string{"as it is written", "tuned"} {
		for tick := range 10 {
			s.Step()
			if _, who, ok := b.Reached(nil); !ok || who != id {
				t.Fatalf("with the number %s the node is not reached in tick %d", what, tick)
			}
		}
		lengthen(t, s)
	}
	if now, _ := s.Game().Watchers.ProgramOf(id); now == p || now.Tree.Spans[wander].Start == p.Tree.Spans[wander].Start {
		t.Error("the node stands where it stood")
	}
}

// What was counted of a class counts on with another number.
func TestATallyGoesOnWhereANumberIsTuned(t *testing.T) {
	s := startPatient(t)
	id, _ := s.Game().ByName("Hare 2")
	var tally inspect.Tally
	for tick := range 20 {
		if tick == 10 {
			lengthen(t, s)
		}
		tally.Count(chronicle.Minds(s.Game()), id)
		tally.BeginTick()
		s.Step()
	}
	tally.BeginTick()
	if times, looks := tally.Ran(3); looks != 20 || times != 20 {
		t.Errorf("it ran in %d of %d looks, wanted 20 of 20", times, looks)
	}
}
