package dst

import (
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// turner turns what the nodes of one line are asked, and keeps what they answered.
type turner struct {
	p       *run.Program
	line    int32 // 0: nothing is turned
	to      bool
	answers map[int32]host.Status // the last, by line
}

var _ run.Forcer = (*turner)(nil)

func (f *turner) at(n tree.NodeID) int32 { return f.p.Tree.Spans[n].Start.Line }

func (f *turner) Holds(_ int32, n tree.NodeID, ok bool) bool {
	if f.at(n) == f.line {
		return f.to
	}
	return ok
}

func (f *turner) Answers(_ int32, n tree.NodeID, s host.Status) host.Status {
	if f.at(n) == f.line {
		return host.StatusOf(f.to)
	}
	return s
}

func (*turner) Leaf(int32, tree.NodeID, host.Notice, host.Status) {}
func (f *turner) Node(_ int32, n tree.NodeID, what host.Notice, s host.Status) {
	if what == host.Visited {
		f.answers[f.at(n)] = s
	}
}

// A brain goes the way to which a condition or an action is turned, whoever asks it: a
// function of Lua, one of the game, or a script of its own.
func TestBrainsGoTheWayTheyAreForced(t *testing.T) {
	const src = `local Own = Class(BehaviourNode, function(self) BehaviourNode._ctor(self, "Own") end)
function Own:Visit() self.status = FAILED end
local T = Class(Brain, function(self) Brain._ctor(self) end)
function T:OnStart() self.bt = BT(self.inst, SelectorNode{
SequenceNode{ ConditionNode(function() return false end), FailIfSuccessDecorator(
ActionNode(function() end)) },
SequenceNode{ ConditionWaitNode(function() return true end), FailIfSuccessDecorator(
ActionNode(function() end)) },
Own(),
ActionNode(function() end) }) end
return T`
	plain := map[int32]host.Status{5: host.Failure, 7: host.Failure, 8: host.Success, 9: host.Failure, 10: host.Success}
	for _, c := range []struct {
		line int32
		to   bool
		want map[int32]host.Status // where it is another answer; Ready where it is not asked
	}{
		{0, false, nil},
		{5, true, map[int32]host.Status{6: host.Success}},
		{7, false, map[int32]host.Status{7: host.Running, 8: host.Ready, 9: host.Ready, 10: host.Ready}},
		{9, true, map[int32]host.Status{9: host.Success, 10: host.Ready}},
	} {
		pool, w := brainPool(t, src, 1)
		x := pool.NewExec()
		f := &turner{p: pool.Program(), line: c.line, to: c.to, answers: map[int32]host.Status{}}
		pool.TickTraced(&x, 0, run.Moment{DT: 1.0 / 30}, f)
		for line := int32(5); line <= 10; line++ {
			got, asked := f.answers[line]
			want, wanted := plain[line]
			if s, ok := c.want[line]; ok {
				want, wanted = s, s != host.Ready
			}
			if asked != wanted || got != want && wanted {
				t.Errorf("line %d turned to %v: line %d asked %v, %v, wanted %v, %v (%v)", c.line, c.to, line, asked, got, wanted, want, w.faults)
			}
		}
	}
}
