package wage

import (
	"math"
	"slices"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dryrun/dryruntest"
)

// Every op has a name, a truth, a case in each dispatch and one among the cases
// and below; any other is told by its number.
func TestEveryOp(t *testing.T) {
	dryruntest.EveryOp(t, &ops, Trace, casesFile, []string{"eval", "evalRows"}, nil)
	for op := range opCount {
		if op != opNone && !slices.ContainsFunc(opCases, func(c opCase) bool { return c.op == op }) {
			t.Errorf("%v has no case in this test", op)
		}
	}
	defer func() {
		if got, want := recover(), "wage: no case for op 7 (op 7)"; got != want {
			t.Errorf("panic %v, wanted %s", got, want)
		}
	}()
	new(semantics).eval(&run.Exec{Tree: &tree.Tree{Nodes: []tree.Node{{Op: tree.Op(opCount)}}}}, 0)
}

// opCase is a tree whose root has an opcode, and what it answers.
type opCase struct {
	op            opcode
	source        string
	want          host.Status
	kind, details string // its label
}

var opCases = []opCase{
	{opSelector, `{kind: selector, children: []}`, host.Failure, "selector", ""},
	{opSelector, `{kind: selector, children: [{kind: selector, children: []}, {kind: wander}]}`, host.Success, "selector", ""},
	{opSelector, `{kind: selector, children: [{kind: action, name: laps, args: {n: 2}}, {kind: wander}]}`, host.Running, "selector", ""},
	{opSequence, `{kind: sequence, children: []}`, host.Success, "sequence", ""},
	{opSequence, `{kind: sequence, children: [{kind: wander}, {kind: selector, children: []}]}`, host.Failure, "sequence", ""},
	{opSequence, `{kind: sequence, children: [{kind: action, name: laps, args: {n: 2}}, {kind: selector, children: []}]}`, host.Running, "sequence", ""},
	{opStateEquals, `{kind: state_equals, key: it, value: true}`, host.Success, "state_equals", "it = true"},
	{opStateEquals, `{kind: state_equals, key: it, value: "true"}`, host.Failure, "state_equals", `it = "true"`},
	{opStateEquals, `{kind: state_equals, key: absent, value: null}`, host.Failure, "state_equals", "absent = null"},
	{opNever, `{kind: state_equals, key: list, value: []}`, host.Failure, "state_equals", "never: []"},
	{opNever, `{kind: state_equals, key: number, value: .nan}`, host.Failure, "state_equals", `never: ".nan"`},
	{opAction, `{kind: wander}`, host.Success, "wander", ""},
	{opAction, `{kind: chase_nearest, where: {key: it, value: true}}`, host.Success, "chase_nearest", " where it = true"},
	{opAction, `{kind: chase_nearest, where: {key: it, value: []}}`, host.Failure, "chase_nearest", " where nobody"},
	{opAction, `{kind: action, name: orbit, args: {radius: 2}}`, host.Success, "action", "orbit radius=2 laps=1 clockwise=null"},
	{opAction, `{kind: action, name: laps, args: {n: 2}}`, host.Running, "action", "laps n=2"},
	{opCondition, `{kind: condition, name: weight}`, host.Failure, "condition", "weight"},
	{opCondition, `{kind: condition, name: lucky}`, host.Success, "condition", "lucky"},
}

func TestOpcodes(t *testing.T) {
	for _, c := range opCases {
		t.Run(c.source, func(t *testing.T) {
			reg := newGame()
			for _, key := range []string{"it", "list", "number"} {
				reg.Key(key)
			}
			p := mustLoad(t, reg, c.source)
			root := p.Tree.Entries[0]
			if got := opcode(p.Tree.Nodes[root].Op); got != c.op {
				t.Fatalf("the root has op %v, want %v", got, c.op)
			}
			if kind, details := p.Semantics.(*semantics).Label(p.Tree, root); kind != c.kind || details != c.details {
				t.Errorf("label %q %q, want %q %q", kind, details, c.kind, c.details)
			}
			state := make([][]uint32, len(host.SymbolsOf(reg).KeyNames()))
			for k := range state {
				state[k] = make([]uint32, 200)
			}
			for key, v := range map[string]host.Value{
				"it": host.BoolValue(true), "list": host.OpaqueValue("[]"), "number": host.NumberValue(math.NaN()),
			} {
				state[reg.Key(key)][lucky] = uint32(reg.Sym(v))
			}
			for _, byRows := range []bool{false, true} {
				a := newArena(p, []host.BotID{1000 + lucky}, state, nil)
				if byRows {
					a.pool.TickRange(&a.exec, a.pool.Order(), run.Moment{DT: 0.1})
				} else {
					a.pool.TickEach(&a.exec, a.pool.Order(), run.Moment{DT: 0.1})
				}
				if got := a.pool.Status(0); got != c.want {
					t.Errorf("by rows %v: %v, want %v", byRows, got, c.want)
				}
			}
		})
	}
}

// lucky is a body whose bot draws less than a half first, and has somebody near.
const lucky = 9
