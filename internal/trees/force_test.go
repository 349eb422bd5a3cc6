package trees_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/trees"
)

// turner turns what nodes are asked, by the lines in which they stand.
type turner struct {
	p     *run.Program
	turns map[int32]bool // a condition holds or not; an action succeeds or fails
	asked []string
	did   []string
}

var _ run.Forcer = (*turner)(nil)

func (f *turner) line(n tree.NodeID) int32 { return f.p.Tree.Spans[n].Start.Line }

func (f *turner) Holds(_ int32, n tree.NodeID, ok bool) bool {
	f.asked = append(f.asked, "condition")
	if to, turned := f.turns[f.line(n)]; turned {
		return to
	}
	return ok
}

func (f *turner) Answers(_ int32, n tree.NodeID, s host.Status) host.Status {
	f.asked = append(f.asked, "action")
	if to, turned := f.turns[f.line(n)]; turned {
		return host.StatusOf(to)
	}
	return s
}

func (f *turner) Leaf(_ int32, n tree.NodeID, what host.Notice, s host.Status) {
	if what == host.Visited && s != host.Failure {
		if a := f.p.Tree.Leaves[f.p.Tree.Nodes[n].Leaf].Action; a != nil {
			f.did = append(f.did, a.Name)
		}
	}
}

func (f *turner) Node(int32, tree.NodeID, host.Notice, host.Status) {}

// stateless is a diary whose bots have no state.
type stateless struct{ diary }

func (*stateless) State(int32, host.Key) host.Sym { return host.Missing }

// A node goes the way to which its condition, or its action, is turned. That of brains in Lua
// is tested beside them.
func TestTreesGoTheWayTheyAreForced(t *testing.T) {
	for name, test := range map[string]struct {
		file, src, as string // what is done where nothing is turned
		turn          int32  // the line of what is turned
		to            bool
		want          string
	}{
		"a state of wage":             {"t.yaml", "kind: selector\nchildren:\n- kind: sequence\n  children:\n  - { kind: state_equals, key: it, value: true }\n  - { kind: action, name: A }\n- { kind: action, name: B }", "B", 5, true, "A"},
		"a condition of wage":         {"t.yaml", "kind: selector\nchildren:\n- kind: sequence\n  children:\n  - { kind: condition, name: yes }\n  - { kind: action, name: A }\n- { kind: action, name: B }", "A", 5, false, "B"},
		"an action of wage":           {"t.yaml", "kind: selector\nchildren:\n- { kind: action, name: fails }\n- { kind: action, name: B }", "B", 3, true, "fails"},
		"a condition of unvanquished": {"t.bt", "selector {\nsequence {\ncondition no\naction A }\naction B }", "B", 3, true, "A"},
		"a block of unvanquished":     {"t.bt", "selector {\ncondition no {\naction A }\naction B }", "B", 2, true, "A"},
		"an action of unvanquished":   {"t.bt", "selector {\naction fails\naction B }", "B", 2, true, "fails"},
		"a rule of dragengine":        {"t.debt", "<behaviorTree><choice id='r'>\n<action name='A'><condition>no</condition></action>\n<action name='B'/></choice></behaviorTree>", "B", 2, true, "A"},
		"an action of dragengine":     {"t.debt", "<behaviorTree><choice id='r'>\n<action name='fails'/>\n<action name='B'/></choice></behaviorTree>", "B", 2, true, "fails"},
		"a gate of mbt":               {"t.xml", "<BehaviorTree><Variables><Variable name='x'/></Variables><Root><Selector>\n<IfCondition condition='x'><A/></IfCondition>\n<B/></Selector></Root></BehaviorTree>", "B", 2, true, "A"},
		"an assertion of mbt":         {"t.xml", "<BehaviorTree><Variables><Variable name='x'/></Variables><Root><Selector>\n<Sequence>\n<AssertCondition condition='x'/><A/></Sequence>\n<B/></Selector></Root></BehaviorTree>", "B", 3, true, "A"},
		"a case of mbt":               {"t.xml", "<BehaviorTree><Variables><Variable name='x'/></Variables><Root><Priority>\n<Case condition='x'><A/></Case>\n<Case><B/></Case></Priority></Root></BehaviorTree>", "B", 2, true, "A"},
		"an action of mbt":            {"t.xml", "<BehaviorTree><Root><Selector>\n<fails/>\n<B/></Selector></Root></BehaviorTree>", "B", 2, true, "fails"},
	} {
		t.Run(name, func(t *testing.T) {
			reg := &host.Registry{}
			for name, s := range map[string]host.Status{"A": host.Success, "B": host.Success, "fails": host.Failure} {
				if err := reg.AddAction(host.Action{Name: name, Tick: func(*host.Call) host.Status { return s }}); err != nil {
					t.Fatal(err)
				}
			}
			for name, v := range map[string]bool{"yes": true, "no": false} {
				if err := reg.AddFunc(host.Func{Name: name, Result: host.Bool, Eval: func(*host.Call) host.Value { return host.BoolValue(v) }}); err != nil {
					t.Fatal(err)
				}
			}
			p, _, err := trees.LoadSource(test.file, []byte(test.src), reg)
			if err != nil {
				t.Fatal(err)
			}
			for _, turn := range []bool{false, true} {
				f, want := &turner{p: p}, test.as
				if turn {
					f.turns, want = map[int32]bool{test.turn: test.to}, test.want
				}
				w := &stateless{}
				pool := run.NewPool(p, w)
				row := pool.Add(host.BotID(1), 0, run.Moment{DT: 0.1})
				x := pool.NewExec()
				pool.TickTraced(&x, row, run.Moment{Tick: 1, DT: 0.1}, f)
				if diff := cmp.Diff(want, strings.Join(f.did, ", ")); diff != "" {
					t.Errorf("turned: %v, asked %v, %q (-want +got)\n%s", turn, f.asked, w.log, diff)
				}
			}
		})
	}
}
