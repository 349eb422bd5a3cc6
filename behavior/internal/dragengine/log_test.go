package dragengine_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/internal/dragengine"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
)

func TestLog(t *testing.T) {
	g := newGame(t).load(`<choice id="r"><sequence id="in"><action id="a" name="A"/></sequence><action name="B"/></choice>`)
	g.pool.Add(2, 1, 0, 0.1)
	var b strings.Builder
	log, err := dragengine.NewLog(&b, g.pool, 0)
	if err != nil {
		t.Fatal(err)
	}
	g.pool.Trace = log
	g.answers["A"], g.answers["B"] = host.Failure, host.Running
	g.step()
	log.Name, log.Steps = "bob", false
	g.bot.Reset()
	log.Steps, log.Moves = true, false
	g.answers["B"] = host.Failure
	g.step()
	if err := g.bot.SetLimit(2); err != nil {
		t.Fatal(err)
	}
	g.step()
	want := `BehaviorTree: step
BehaviorTree: now at sequence #in
BehaviorTree:   1) choice #r runs: success
BehaviorTree: now at action A #a
BehaviorTree:   2) sequence #in runs: success
BehaviorTree:   3) action A #a runs: failure
BehaviorTree: now at sequence #in
BehaviorTree:   4) sequence #in goes on as the parent: failure
BehaviorTree: now at action B without id
BehaviorTree:   5) choice #r goes on as the parent: failure
BehaviorTree:   6) action B without id runs: running
bob: now at choice #r
bob: step
bob:   1) choice #r runs: success
bob:   2) sequence #in runs: success
bob:   3) action A #a runs: failure
bob:   4) sequence #in goes on as the parent: failure
bob:   5) choice #r goes on as the parent: failure
bob:   6) action B without id runs: failure
bob:   7) choice #r goes on as the parent: failure
bob: the tree failed
bob: step
bob:   1) choice #r runs: success
bob:   2) sequence #in runs: success
bob: run-away after 2 rules
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	b.Reset()
	log.Row, log.Moves = -1, true
	g.step()
	if got := b.String(); !strings.Contains(got, "bob[0]: step") || !strings.Contains(got, "bob[1]: step") {
		t.Errorf("of all bots: %s", got)
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
	g.condition(host.Func{Name: "playerNearby", Eval: func(*host.Call) host.Value { return host.BoolValue(!far) }})
	g.condition(host.Func{Name: "playerNotNearby", Eval: func(*host.Call) host.Value { return host.BoolValue(far) }})
	var l syntax.List
	p := dragengine.Load("page.debt", []byte("<?xml"+example), g.reg, syntax.MemoryFiles(nil), &l)
	if err := l.Err(); err != nil {
		t.Fatal(err)
	}
	for _, n := range l.Notices {
		t.Errorf("notice %v", n)
	}
	g.pool = run.NewPool(p, g.world)
	g.pool.Add(1, 0, 0, 0.1)
	g.exec = g.pool.NewExec()
	g.want(host.Running, "wander turning wait ")
	g.want(host.Running, "wait ")
	far = false
	g.want(host.Running, "flee ") // the wait fails without a call
	g.want(host.Running, "flee ")
	far = true
	g.want(host.Success, "") // neither flee nor backOff, so the last resort
}
