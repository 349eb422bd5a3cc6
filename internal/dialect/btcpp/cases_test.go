package btcpp

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dryrun"
	"github.com/thicket-sim/thicket/internal/dialect/dryrun/dryruntest"
)

// casesFile has the cases of the dialect, which say what its ops do.
const casesFile = "testdata/cases.jsonl"

func TestCases(t *testing.T) { dryruntest.Run(t, Trace, casesFile) }

func TestCasesLaidOut(t *testing.T) { dryruntest.RunLaidOut(t, Trace, casesFile) }

// Every op has a name, a truth and a node in a case, but for what a game alone brings, which functions
// with other values than truth values are, too, and for what stands in for a decorator.
func TestEveryOp(t *testing.T) {
	elsewhere := dryruntest.Constants(t, "ops.go", "opNone")
	elsewhere = elsewhere[opPipelineSequence:opCount] // Nav2's, in cases of their own
	dryruntest.EveryOp(t, &ops, Trace, casesFile, nil, append(elsewhere, "opGate", "opDecorator", "opComposite", "opPass", "opValue"))
	defer func() {
		if got, want := recover(), fmt.Sprintf("btcpp: no case for op %d (op %[1]d)", opCount); got != want {
			t.Errorf("panic %v, wanted %s", got, want)
		}
	}()
	ops.Unknown(tree.Op(opCount))
}

// Every node that a tree can use stands in a case, by its name.
func TestEveryNodeHasACase(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range dryruntest.Read(t, casesFile) {
		for name := range builtIn {
			if strings.Contains(c.Source, "<"+name+" ") || strings.Contains(c.Source, "<"+name+"/") || strings.Contains(c.Source, "<"+name+">") {
				seen[name] = true
			}
		}
	}
	for name := range builtIn {
		if !seen[name] {
			t.Errorf("no case has a <%s>", name)
		}
	}
	if len(builtIn) != 42 {
		t.Errorf("%d nodes, wanted the original's 42", len(builtIn))
	}
}

// The host may name the tree that runs.
func TestTheHostNamesTheTree(t *testing.T) {
	c, err := dryrun.Parse([]byte(`{"name": "c", "dialect": "btcpp", "ticks": 1, "dt": 0.1, "tree": "Other", "leaves": {"A": ["success"], "B": ["failure"]},
		"source": "<root><BehaviorTree ID='Main'><A/></BehaviorTree><BehaviorTree ID='Other'><B/></BehaviorTree></root>"}`))
	if err != nil {
		t.Fatal(err)
	}
	got := Trace(c)
	if len(got.Ticks) != 1 || !slices.Equal(got.Ticks[0].Visits, []string{"B+start", "B=failure"}) {
		t.Errorf("%+v", got)
	}
}

// A case whose own keys are wrong is refused at its name.
func TestWrongKeysOfCases(t *testing.T) {
	for keys, want := range map[string]string{
		`"sync": 3`:                                             "cannot unmarshal",
		`"init": {"x": 1.2.3}`:                                  "",
		`"init": {"x": []}`:                                     "entry x: ",
		`"global": {"x": {}}`:                                   "entry x: ",
		`"models": {"A": {"in": {"x": "real"}}}`:                `port x: unknown type "real"`,
		`"models": {"A": {"in": {"x": 3}}}`:                     "cannot unmarshal",
		`"leaves": {"A": ["success"]}, "values": {"A": [true]}`: "A",
		`"substitution": {"TestNodeConfigs": {"M": {"return_status": "DONE"}}}`: "return_status of M: ",
	} {
		c, err := dryrun.Parse([]byte(`{"name": "c", "dialect": "btcpp", "ticks": 1, "dt": 0.1, "source": "<root BTCPP_format='4'><BehaviorTree ID='Main'><AlwaysSuccess/></BehaviorTree></root>", ` + keys + `}`))
		if err != nil {
			if want != "" {
				t.Errorf("%s: %v", keys, err)
			}
			continue
		}
		if got := Trace(c).Error; !strings.HasPrefix(got, "c:1:1: ") || !strings.Contains(got, want) {
			t.Errorf("%s: %q, wanted %s", keys, got, want)
		}
	}
}

// TestRecorded runs the cases that were recorded from the original, where they are there.
func TestRecorded(t *testing.T) {
	files, _ := filepath.Glob("../../../../shared/btcpp/*.jsonl")
	if len(files) == 0 {
		t.Skip("no recorded cases beside the module")
	}
	for _, file := range files {
		for _, c := range dryruntest.Read(t, file) {
			t.Run(c.Name, func(t *testing.T) { checkRecorded(t, &c) })
		}
	}
}

var place = regexp.MustCompile(`^[^\n:]+:\d+:\d+: .`)

// unbound are cases that the original's own reader or an early release decides otherwise.
var unbound = []string{"btcpp-bad-bt-id-blank", "btcpp-bad-bt-id-dot", "btcpp-bad-bt-id-slash"}

func checkRecorded(t *testing.T, c *dryruntest.Case) {
	got := Trace(c.Case)
	if c.Want.Expect == nil {
		if slices.Contains(unbound, c.Name) {
			return
		}
		if got.Error == "" {
			t.Errorf("it loads, wanted an error")
			return
		}
		if !place.MatchString(got.Error) {
			t.Errorf("error %q, wanted one at a place", got.Error)
		}
		return
	}
	var want []struct {
		Status string
		Visits []string
		Board  map[string]string
	}
	if err := json.Unmarshal(c.Want.Expect, &want); err != nil {
		t.Fatal(err)
	}
	if len(got.Ticks) != len(want) {
		t.Errorf("%d ticks, wanted %d: %s", len(got.Ticks), len(want), got.Error)
	}
	for i := range min(len(got.Ticks), len(want)) {
		g, w := got.Ticks[i], want[i]
		if g.Status != w.Status || !slices.EqualFunc(g.Visits, w.Visits, sameVisit) {
			t.Errorf("tick %d: %s %v, wanted %s %v (%s)", i, g.Status, g.Visits, w.Status, w.Visits, got.Error)
		}
		board, _ := g.More["board"].(map[string]string)
		for name, v := range w.Board {
			if !sameShown(board[name], v) {
				t.Errorf("tick %d: %s is %s, wanted %s", i, name, board[name], v)
			}
		}
		for name, v := range board {
			if _, ok := w.Board[name]; !ok {
				t.Errorf("tick %d: %s is %s, wanted none", i, name, v)
			}
		}
	}
}

// sameVisit compares visits, of which some have numbers.
func sameVisit(got, want string) bool {
	a, v, _ := strings.Cut(got, "=")
	b, w, _ := strings.Cut(want, "=")
	return a == b && sameShown(v, w)
}

func sameShown(got, want string) bool {
	a, real1 := strings.CutPrefix(got, "d:")
	b, real2 := strings.CutPrefix(want, "d:")
	if !real1 || !real2 {
		return got == want
	}
	f, err := strconv.ParseFloat(a, 64)
	g, err2 := strconv.ParseFloat(b, 64)
	return err == nil && err2 == nil && (f == g || f != f && g != g)
}
