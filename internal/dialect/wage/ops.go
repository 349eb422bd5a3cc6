package wage

import (
	"fmt"
	"math/bits"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/optable"
)

// opcode says what a node does. Each op stands here up to three times: for one bot,
// for the rows of a mask, and for the lanes of the world. Property tests want the
// same of all.
type opcode tree.Op

const (
	opNone opcode = iota
	opSelector
	opSequence
	opStateEquals
	opNever // a state_equals whose value can equal nothing
	opAction
	opCondition
	opCount
)

// ops has a line for each op: its name as rulesets write it, the part that it
// plays in a tree, and its truth, in which F, S and R are failure, success and
// running.
var ops = optable.Table{Dialect: "wage", Ops: []optable.Op{
	opNone:        {"none", run.Condition, "no node"},
	opSelector:    {"selector", run.Composite, "from the first; S and R end it, F goes on; past the last F"},
	opSequence:    {"sequence", run.Composite, "from the first; F and R end it, S goes on; past the last S"},
	opStateEquals: {"state_equals", run.Condition, "S where the bot's state has the value, else F"},
	opNever:       {"state_equals", run.Condition, "F"},
	opAction:      {"action", run.Action, "answers what the game does; F where that is neither S nor R"},
	opCondition:   {"condition", run.Condition, "S where the game says true, else F"},
}}

// String returns the name by which rulesets call the op.
func (o opcode) String() string { return ops.Name(tree.Op(o)) }

// semantics runs WAGE trees. It holds nothing of any bot.
type semantics struct {
	symbols *host.Symbols
	steps   []step // of the tree
	first   int32  // with which it begins
}

var (
	_ run.Semantics  = (*semantics)(nil)
	_ run.RowTicker  = (*semantics)(nil)
	_ run.LaneTicker = (*semantics)(nil)
	_ run.Describer  = (*semantics)(nil)
	_ run.Migrator   = (*semantics)(nil)
)

func (*semantics) Init(*run.Exec) {}
func (*semantics) Stop(*run.Exec) {}

// Depart and Arrive have nothing to do: a tree remembers what its leaves do.
func (*semantics) Depart(*run.Exec, *run.Migration)        {}
func (*semantics) Arrive(_, _ *run.Exec, _ *run.Migration) {}

// Tick evaluates the tree from its root.
func (m *semantics) Tick(x *run.Exec) host.Status { return m.eval(x, x.Tree.Entries[0]) }

func (m *semantics) eval(x *run.Exec, n tree.NodeID) host.Status {
	var s host.Status
	switch o := opcode(x.Tree.Nodes[n].Op); o {
	case opSelector:
		s = m.selector(x, n)
	case opSequence:
		s = m.sequence(x, n)
	case opStateEquals:
		s = stateEquals(x, n)
		if x.Trace != nil {
			m.because(x, n)
			s = host.StatusOf(x.Holds(n, s == host.Success))
		}
	case opNever:
		s = host.Failure
		if x.Trace != nil {
			x.Because(n, "nothing equals").About(x.Tree.Consts[x.Tree.Nodes[n].Arg].String())
			s = host.StatusOf(x.Holds(n, false))
		}
	case opAction:
		return action(x, n)
	case opCondition:
		s = condition(x, n)
	default:
		ops.Unknown(tree.Op(o))
	}
	if x.Trace != nil {
		x.Trace.Node(x.Row, n, host.Visited, s)
	}
	return s
}

// selector tries its children from the left: SUCCESS and RUNNING end it, and
// FAILURE goes on. Without children, and past the last, it fails.
// Cases wage-tag-it-json, wage-empty-selector.
func (m *semantics) selector(x *run.Exec, n tree.NodeID) host.Status {
	for _, kid := range x.Tree.Kids(n) {
		if s := m.eval(x, kid); s != host.Failure {
			return s
		}
	}
	return host.Failure
}

func selectorRows(x *run.Exec, n tree.NodeID, rows []int32, mask uint64) (success, running uint64) {
	for _, kid := range x.Tree.Kids(n) {
		if mask == 0 {
			break
		}
		s, r := evalRows(x, kid, rows, mask)
		success, running, mask = success|s, running|r, mask&^(s|r)
	}
	return success, running
}

func selectorLanes(x *run.Exec, l run.Lanes, n tree.NodeID, mask uint64) (success, running uint64) {
	for _, kid := range x.Tree.Kids(n) {
		if mask == 0 {
			break
		}
		s, r := evalLanes(x, l, kid, mask)
		success, running, mask = success|s, running|r, mask&^(s|r)
	}
	return success, running
}

// sequence runs its children from the left: FAILURE and RUNNING end it, and
// SUCCESS goes on. Without children, and past the last, it succeeds. It begins
// with its first child in every tick.
// Cases wage-sequence-stops, wage-empty-sequence, wage-actions-after-success.
func (m *semantics) sequence(x *run.Exec, n tree.NodeID) host.Status {
	for _, kid := range x.Tree.Kids(n) {
		if s := m.eval(x, kid); s != host.Success {
			return s
		}
	}
	return host.Success
}

func sequenceRows(x *run.Exec, n tree.NodeID, rows []int32, mask uint64) (success, running uint64) {
	for _, kid := range x.Tree.Kids(n) {
		if mask == 0 {
			break
		}
		s, r := evalRows(x, kid, rows, mask)
		running, mask = running|r, s
	}
	return mask, running
}

func sequenceLanes(x *run.Exec, l run.Lanes, n tree.NodeID, mask uint64) (success, running uint64) {
	for _, kid := range x.Tree.Kids(n) {
		if mask == 0 {
			break
		}
		s, r := evalLanes(x, l, kid, mask)
		running, mask = running|r, s
	}
	return mask, running
}

// stateEquals compares the bot's own state: same type and same value. A
// missing key equals nothing, not even null.
// Cases wage-strict-number-string, wage-strict-null, wage-int-float.
func stateEquals(x *run.Exec, n tree.NodeID) host.Status {
	test := x.Tree.Exprs[x.Tree.Nodes[n].Arg]
	return host.StatusOf(x.World.State(x.Body, host.Key(test.A)) == host.Sym(test.B))
}

// because notes what a state_equals compared.
func (m *semantics) because(x *run.Exec, n tree.NodeID) {
	of, ok := host.Find[host.Valuer](x.World)
	if !ok {
		return
	}
	test := x.Tree.Exprs[x.Tree.Nodes[n].Arg]
	name := m.symbols.KeyNames()[test.A]
	if y := x.World.State(x.Body, host.Key(test.A)); y == host.Missing {
		x.Because(n, "no state").About(name)
	} else {
		x.Because(n, name).IsValue(of.Value(y), host.Equal, m.symbols.Value(host.Sym(test.B)))
	}
}

func stateEqualsRows(x *run.Exec, n tree.NodeID, rows []int32, mask uint64) (success uint64) {
	test := x.Tree.Exprs[x.Tree.Nodes[n].Arg]
	column := x.World.StateColumn(host.Key(test.A))
	for m := mask; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m)
		if column[x.BodyOf(rows[i])] == test.B {
			success |= 1 << i
		}
	}
	return success
}

func stateEqualsLanes(x *run.Exec, l run.Lanes, n tree.NodeID, mask uint64) (success uint64) {
	return l.Holds(host.FacetID(x.Tree.Exprs[x.Tree.Nodes[n].Arg+1].A)) & mask
}

// action calls the game's action. What is neither success nor running failed:
// WAGE knows no other status. Each action has a stream of random numbers of its
// own, as it has when the tree is run by columns.
func action(x *run.Exec, n tree.NodeID) host.Status {
	x.Draws = 0
	if s := x.Leaf(n); s == host.Success || s == host.Running {
		return s
	}
	return host.Failure
}

// condition succeeds when the game's function says true. Its stream of random
// numbers is its own, too.
func condition(x *run.Exec, n tree.NodeID) host.Status {
	x.Draws = 0
	return host.StatusOf(x.Holds(n, x.Asked(n, x.Tree.Nodes[n].Leaf).Bool()))
}

// TickRows evaluates the tree for 64 bots in one walk: where Tick has a
// status, it has two masks of bots, those that succeed and those that run on.
func (*semantics) TickRows(x *run.Exec, rows []int32) {
	for len(rows) > 0 {
		batch := rows[:min(64, len(rows))]
		rows = rows[len(batch):]
		all := ^uint64(0) >> (64 - len(batch))
		success, running := evalRows(x, x.Tree.Entries[0], batch, all)
		for i, row := range batch {
			s := host.Failure
			switch bit := uint64(1) << i; {
			case success&bit != 0:
				s = host.Success
			case running&bit != 0:
				s = host.Running
			}
			x.Finish(row, s)
		}
	}
}

// evalRows is eval for the rows of a mask.
func evalRows(x *run.Exec, n tree.NodeID, rows []int32, mask uint64) (success, running uint64) {
	switch o := opcode(x.Tree.Nodes[n].Op); o {
	case opSelector:
		success, running = selectorRows(x, n, rows, mask)
	case opSequence:
		success, running = sequenceRows(x, n, rows, mask)
	case opStateEquals:
		success = stateEqualsRows(x, n, rows, mask)
	case opNever: // no row succeeds
	case opAction:
		return x.LeafRows(n, rows, mask)
	case opCondition:
		success = x.TrueRows(n, rows, mask)
	default:
		ops.Unknown(tree.Op(o))
	}
	if x.Trace != nil {
		for m := mask; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m)
			s := host.StatusOf(success>>i&1 != 0)
			if running>>i&1 != 0 {
				s = host.Running
			}
			x.Trace.Node(rows[i], n, host.Visited, s)
		}
	}
	return success, running
}

// TickLanes is TickRows for bots that the world keeps together.
func (*semantics) TickLanes(x *run.Exec, l run.Lanes, mask uint64) (success, running uint64) {
	if mask == 0 {
		return 0, 0
	}
	return evalLanes(x, l, x.Tree.Entries[0], mask)
}

// evalLanes is eval for the bots of a mask. Trees with conditions are not run in
// lanes.
func evalLanes(x *run.Exec, l run.Lanes, n tree.NodeID, mask uint64) (success, running uint64) {
	switch o := opcode(x.Tree.Nodes[n].Op); o {
	case opSelector:
		return selectorLanes(x, l, n, mask)
	case opSequence:
		return sequenceLanes(x, l, n, mask)
	case opStateEquals:
		return stateEqualsLanes(x, l, n, mask), 0
	case opNever:
		return 0, 0
	case opAction:
		return x.LeafLanes(n, l, mask)
	default:
		ops.Unknown(tree.Op(o))
		return 0, 0
	}
}

// Label names a node as a ruleset does.
func (s *semantics) Label(t *tree.Tree, n tree.NodeID) (kind, detail string) {
	node := &t.Nodes[n]
	o := opcode(node.Op)
	kind = o.String()
	switch o {
	case opStateEquals:
		test := t.Exprs[node.Arg]
		detail = s.test(host.Facet{Key: host.Key(test.A), Value: host.Sym(test.B)})
	case opNever:
		detail = "never: " + t.Consts[node.Arg].String()
	case opAction, opCondition:
		leaf := &t.Leaves[node.Leaf]
		if isKind(leaf.Name()) {
			kind = leaf.Name()
		} else {
			detail = leaf.Name()
		}
		detail += s.args(leaf)
	}
	return kind, detail
}

// Role tells composites, tests and actions apart.
func (*semantics) Role(t *tree.Tree, n tree.NodeID) run.Role { return ops.Role(t.Nodes[n].Op) }

func (s *semantics) args(leaf *tree.Leaf) string {
	text := ""
	for i, p := range leaf.Params() {
		switch {
		case p.Kind != host.Where:
			text += fmt.Sprintf(" %s=%v", p.Name, leaf.Args[i])
		case leaf.Facet == host.Nobody:
			text += " where nobody"
		case leaf.Facet != host.Everyone:
			text += " where " + s.test(s.symbols.Facets()[leaf.Facet-1])
		}
	}
	return text
}

func (s *semantics) test(f host.Facet) string {
	return fmt.Sprintf("%s = %v", s.symbols.KeyNames()[f.Key], s.symbols.Value(f.Value))
}
