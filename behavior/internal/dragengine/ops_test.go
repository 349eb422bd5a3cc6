package dragengine

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// opCase is a file whose root has an opcode, and how it is labelled.
type opCase struct {
	op            tree.Op
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
		"yes":        reg.AddFunc(host.Func{Name: "yes", Eval: func(*host.Call) host.Value { return host.BoolValue(true) }}),
		"no":         reg.AddFunc(host.Func{Name: "no", Eval: func(*host.Call) host.Value { return host.BoolValue(false) }}),
	} {
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	return reg
}

type silent struct{ host.World }

func (silent) Decide(int32, *host.Action, host.Intent) {}

func TestOpcodes(t *testing.T) {
	for _, c := range opCases {
		t.Run(c.rules, func(t *testing.T) {
			var l syntax.List
			p := Load("f.debt", []byte("<behaviorTree>"+c.rules+"</behaviorTree>"), opRegistry(t), syntax.MemoryFiles(map[string]string{"sub.debt": "<behaviorTree/>"}), &l)
			if err := l.Err(); err != nil {
				t.Fatal(err)
			}
			root := p.Tree.Entries[0]
			if got := p.Tree.Nodes[root].Op; got != c.op {
				t.Fatalf("the root has opcode %d, want %d", got, c.op)
			}
			if kind, details := p.Semantics.(run.Describer).Label(p.Tree, root); kind != c.kind || details != c.details {
				t.Errorf("label %q %q, want %q %q", kind, details, c.kind, c.details)
			}
			if role := p.Semantics.(run.Describer).Role(p.Tree, root); role != c.role {
				t.Errorf("role %v, want %v", role, c.role)
			}
			pool := run.NewPool(p, silent{})
			pool.Add(1, 0, 0, 0.1)
			x := pool.NewExec()
			pool.TickRange(&x, pool.Order(), 0, 0.1)
			if got := pool.Status(0); got != c.want {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}

// Every opcode has a name, a case in the dispatch and a case above; every kind
// of a ready-made action or condition is dispatched.
func TestEveryOpcode(t *testing.T) {
	names := constants(t, "ops.go", "opNone")
	if len(names) != int(opCount)+1 {
		t.Fatalf("%d opcodes, want %d: %q", len(names)-1, opCount, names)
	}
	dispatched := cases(t, "ops.go", "run")
	for op := opNone + 1; op < opCount; op++ {
		if opNames[op] == "" {
			t.Errorf("%s has no name", names[op])
		}
		if !slices.Contains(dispatched, names[op]) {
			t.Errorf("%s has no case in run: %q", names[op], dispatched)
		}
		if !slices.ContainsFunc(opCases, func(c opCase) bool { return c.op == op }) {
			t.Errorf("%s has no case in this test", names[op])
		}
	}
	ready := append(cases(t, "ready.go", "act"), cases(t, "ready.go", "ask")...)
	for _, kind := range constants(t, "ready.go", "updateParameter") {
		if !slices.Contains(ready, kind) {
			t.Errorf("%s has no case in act or ask", kind)
		}
	}
}

// constants are the names of the block of constants that begins with one.
func constants(t *testing.T, file, first string) (names []string) {
	for _, d := range parse(t, file).Decls {
		block, ok := d.(*ast.GenDecl)
		if !ok || block.Tok != token.CONST || block.Specs[0].(*ast.ValueSpec).Names[0].Name != first {
			continue
		}
		for _, s := range block.Specs {
			names = append(names, s.(*ast.ValueSpec).Names[0].Name)
		}
	}
	return names
}

func cases(t *testing.T, file, fn string) (names []string) {
	for _, d := range parse(t, file).Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Name.Name != fn {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if c, ok := n.(*ast.CaseClause); ok {
				for _, e := range c.List {
					if id, ok := e.(*ast.Ident); ok {
						names = append(names, id.Name)
					}
				}
			}
			return true
		})
	}
	return names
}

func parse(t *testing.T, file string) *ast.File {
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
