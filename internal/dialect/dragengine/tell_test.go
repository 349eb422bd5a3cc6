package dragengine_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dragengine"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// told is a tracer that lists what it is told in words.
type told struct{ lines []string }

var _ run.StepTextTracer = (*told)(nil)

func (*told) Leaf(int32, tree.NodeID, host.Notice, host.Status) {}
func (*told) Node(int32, tree.NodeID, host.Notice, host.Status) {}
func (l *told) StepText(row int32, text string) {
	l.lines = append(l.lines, fmt.Sprintf("%d: %s", row, text))
}

// A tracer that wants words is told of each rule that runs or becomes the current
// one, and how a step ends that fails or runs away.
func TestWhatIsTold(t *testing.T) {
	g := newGame(t).load(`<choice id="r"><sequence id="in"><action id="a" name="A"/></sequence><action name="B"/></choice>`)
	l := &told{}
	g.pool.Trace = l
	g.answers["A"], g.answers["B"] = host.Failure, host.Running
	g.step()
	g.bot.Reset()
	g.answers["B"] = host.Failure
	g.step()
	if err := g.bot.SetLimit(2); err != nil {
		t.Fatal(err)
	}
	g.step()
	want := `0: now at sequence #in
0: choice #r runs: success
0: now at action A #a
0: sequence #in runs: success
0: action A #a runs: failure
0: now at sequence #in
0: sequence #in goes on as the parent: failure
0: now at action B without id
0: choice #r goes on as the parent: failure
0: action B without id runs: running
0: now at choice #r
0: now at sequence #in
0: choice #r runs: success
0: now at action A #a
0: sequence #in runs: success
0: action A #a runs: failure
0: now at sequence #in
0: sequence #in goes on as the parent: failure
0: now at action B without id
0: choice #r goes on as the parent: failure
0: action B without id runs: failure
0: now at choice #r
0: choice #r goes on as the parent: failure
0: the tree failed
0: now at sequence #in
0: choice #r runs: success
0: now at action A #a
0: sequence #in runs: success
0: run-away after 2 rules`
	if diff := cmp.Diff(strings.Split(want, "\n"), l.lines); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// visits writes down what any tracer is told.
type visits struct{ lines []string }

func (v *visits) Leaf(_ int32, n tree.NodeID, what host.Notice, s host.Status) {
	v.lines = append(v.lines, "leaf "+string(rune('0'+n))+" "+s.String())
}

func (v *visits) Node(_ int32, n tree.NodeID, what host.Notice, s host.Status) {
	v.lines = append(v.lines, "rule "+string(rune('0'+n))+" "+s.String())
}

// A tracer is told of every action that is called and of every other rule that
// runs.
func TestTracer(t *testing.T) {
	g := newGame(t)
	if err := dragengine.AddBehaviors(g.reg); err != nil {
		t.Fatal(err)
	}
	g.load(`<sequence id="r"><action name="A" doNotFail="true"/><action name="none" doNotFail="true"/>
	 <action name="B" doNotFail="true"><condition>day</condition></action><action name="flags.set"/></sequence>`)
	v := &visits{}
	g.pool.Trace = v
	g.answers["A"] = host.Failure
	g.step()
	want := "rule 1 success, leaf 2 failure, rule 1 success, rule 3 success, rule 1 success, rule 4 success, rule 1 success, leaf 5 success, rule 1 success"
	if got := strings.Join(v.lines, ", "); got != want {
		t.Errorf("told %s, want %s", got, want)
	}
}

// The documentation's own example, as it is printed, loads and runs.
func TestExampleOfTheDocumentation(t *testing.T) {
	pages, err := filepath.Glob("../../../../shared/seeds/002_*")
	if err != nil || len(pages) == 0 {
		t.Skip("the page is not beside the module")
	}
	page, err := os.ReadFile(pages[0])
	if err != nil {
		t.Fatal(err)
	}
	_, example, ok := strings.Cut(string(page), "<?xml")
	if !ok {
		t.Fatal("no example on the page")
	}
	g := newGame(t)
	far := true
	for _, name := range []string{"wander", "turning", "wait", "flee", "backOff"} {
		g.action(host.Action{Name: name, Tick: func(c *host.Call) host.Status {
			g.calls += name + " "
			if chance, ok := c.TextParam("chance"); ok && chance != "1" {
				return host.Failure
			}
			return host.Running
		}})
	}
	g.condition(host.Func{Name: "playerNearby", Result: host.Bool, Eval: func(*host.Call) host.Value { return host.BoolValue(!far) }})
	g.condition(host.Func{Name: "playerNotNearby", Result: host.Bool, Eval: func(*host.Call) host.Value { return host.BoolValue(far) }})
	var l syntax.List
	p := dragengine.Load("page.debt", []byte("<?xml"+example), g.reg, sourcefile.Memory(nil), &l)
	if err := l.Err(); err != nil {
		t.Fatal(err)
	}
	for _, n := range l.Notices {
		t.Errorf("notice %v", n)
	}
	g.pool = run.NewPool(p, g.world)
	g.pool.Add(1, 0, run.Moment{DT: 0.1})
	g.exec = g.pool.NewExec()
	g.want(host.Running, "wander turning wait ")
	g.want(host.Running, "wait ")
	far = false
	g.want(host.Running, "flee ") // the wait fails without a call
	g.want(host.Running, "flee ")
	far = true
	g.want(host.Success, "") // neither flee nor backOff, so the last resort
}
