package dragengine

import (
	"slices"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dryrun/dryruntest"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// opCase is a file whose root has an opcode, and how it is labelled.
type opCase struct {
	op            opcode
	rules         string
	want          host.Status // of the first step
	kind, details string
	role          run.Role
}

var opCases = []opCase{
	{opSequence, `<sequence id="a" loop="true" doNotFail="true"/>`, host.Success, "sequence", "#a loop doNotFail", run.Composite},
	{opChoice, `<choice><condition>yes</condition><success/></choice>`, host.Success, "choice", "if yes", run.Composite},
	{opChoice, `<choice><conditionMode>anyTrue</conditionMode><condition>no</condition><condition>none</condition><success/></choice>`,
		host.Failure, "choice", "if anyTrue: no, none (missing)", run.Composite},
	{opAction, `<action id="b" name="act"/>`, host.Success, "action", "act #b", run.Action},
	{opReady, `<action name="flags.set" doNotFail="true"/>`, host.Success, "action", "flags.set doNotFail", run.Action},
	{opMissing, `<action name="none"/>`, host.Failure, "action", "none (missing)", run.Action},
	{opSuccess, `<success id="c"/>`, host.Success, "success", "#c", run.Condition},
	{opFailure, `<failure><condition>yes</condition></failure>`, host.Failure, "failure", "", run.Condition},
	{opRunning, `<running/>`, host.Running, "running", "", run.Condition},
	{opYield, `<yield/>`, host.Running, "yield", "", run.Condition},
	{opSequence, `<subtree id="s" loop="true">sub.debt</subtree>`, host.Failure, "subtree", "sub.debt #s loop", run.Composite},
	{opNothing, ``, host.Failure, "nothing", "#root", run.Composite},
}

func opRegistry(t *testing.T) *host.Registry {
	reg := &host.Registry{}
	for name, err := range map[string]error{
		"behaviours": AddBehaviors(reg),
		"act":        reg.AddAction(host.Action{Name: "act", Tick: func(*host.Call) host.Status { return host.Success }}),
		"yes":        reg.AddFunc(host.Func{Name: "yes", Result: host.Bool, Eval: func(*host.Call) host.Value { return host.BoolValue(true) }}),
		"no":         reg.AddFunc(host.Func{Name: "no", Result: host.Bool, Eval: func(*host.Call) host.Value { return host.BoolValue(false) }}),
	} {
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	return reg
}

type silent struct{ host.World }

func (silent) Decide(int32, *host.Action, host.Intent) {}
func (silent) Fault(host.Fault)                        {}

func TestOpcodes(t *testing.T) {
	for _, c := range opCases {
		t.Run(c.rules, func(t *testing.T) {
			var l syntax.List
			p := Load("f.debt", []byte("<behaviorTree>"+c.rules+"</behaviorTree>"), opRegistry(t), sourcefile.Memory(map[string]string{"sub.debt": "<behaviorTree/>"}), &l)
			if err := l.Err(); err != nil {
				t.Fatal(err)
			}
			root := p.Tree.Entries[0]
			if got := opOf(&p.Tree.Nodes[root]); got != c.op {
				t.Fatalf("the root has op %v, want %v", got, c.op)
			}
			if kind, details := p.Semantics.(run.Describer).Label(p.Tree, root); kind != c.kind || details != c.details {
				t.Errorf("label %q %q, want %q %q", kind, details, c.kind, c.details)
			}
			if role := p.Semantics.(run.Describer).Role(p.Tree, root); role != c.role {
				t.Errorf("role %v, want %v", role, c.role)
			}
			pool := run.NewPool(p, silent{})
			pool.Add(1, 0, run.Moment{DT: 0.1})
			x := pool.NewExec()
			pool.TickRange(&x, pool.Order(), run.Moment{DT: 0.1})
			if got := pool.Status(0); got != c.want {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}

// Every op has a name, a truth, a case in the dispatch and one among the cases
// and above; any other is told by its number. Every kind of a ready-made action
// or condition is dispatched.
func TestEveryOp(t *testing.T) {
	dryruntest.EveryOp(t, &ops, Trace, casesFile, []string{"run"}, nil)
	for op := range opCount {
		if op != opNone && !slices.ContainsFunc(opCases, func(c opCase) bool { return c.op == op }) {
			t.Errorf("%v has no case in this test", op)
		}
	}
	ready := append(dryruntest.SwitchCases(t, "ready.go", "act"), dryruntest.SwitchCases(t, "ready.go", "ask")...)
	for _, kind := range dryruntest.Constants(t, "ready.go", "updateParameter") {
		if !slices.Contains(ready, kind) {
			t.Errorf("%s has no case in act or ask", kind)
		}
	}
	defer func() {
		if got, want := recover(), "dragengine: no case for op 11 (op 11)"; got != want {
			t.Errorf("panic %v, wanted %s", got, want)
		}
	}()
	(&semantics{}).run(&run.Exec{Tree: &tree.Tree{Nodes: []tree.Node{{Op: tree.Op(opCount)}}}}, 0)
}
