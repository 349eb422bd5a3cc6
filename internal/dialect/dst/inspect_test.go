package dst

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// visits lists what a tracer is told of nodes, by their labels.
type visits struct {
	p    *run.Program
	told []string
}

func (v *visits) Leaf(row int32, n tree.NodeID, what host.Notice, s host.Status) {
	v.Node(row, n, what, s)
}

func (v *visits) Node(_ int32, n tree.NodeID, what host.Notice, s host.Status) {
	_, name := v.p.Semantics.(run.Describer).Label(v.p.Tree, n)
	v.told = append(v.told, strings.TrimSpace(name+" "+s.String()))
}

// A node that the Visit of a script calls is told of as any other: once, before the one whose
// Visit it is. One whose Visit is not called is not.
func TestVisitsOfScriptsAreTold(t *testing.T) {
	src := inBrain(`
		local Two = Class(BehaviourNode, function(self, a, b, c) BehaviourNode._ctor(self, "Two", { a, b, c }) end)
		function Two:Visit()
			for i = 1, 2 do self.children[i]:Visit() end
			self.status = self.children[2].status
		end
		local function none() end
		self.bt = BT(inst, PriorityNode({ Two(
			ActionNode(none, "first"),
			ChattyNode(inst, {}, Two(ActionNode(none, "second"), SequenceNode{ ActionNode(none, "third"), WaitNode(3) })),
			ActionNode(none, "never")
		) }, 0, true)) do return end`)
	p, _ := loaded(t, src, false)
	v := &visits{p: p}
	pool := run.NewPool(p, &emptyWorld{})
	pool.Add(1, 0, run.Moment{DT: 0.1})
	pool.Trace = v
	x := pool.NewExec()
	for tick := range int64(2) {
		pool.TickRange(&x, pool.Order(), run.Moment{Tick: tick, DT: 0.1})
		v.told = append(v.told, "")
	}
	want := []string{
		"third success", "Wait running", "first success", "second success", "Sequence running", "Two running", "ChattyNode running", "Two running", "Priority running", "",
		"Wait running", "first success", "second success", "Sequence running", "Two running", "ChattyNode running", "Two running", "Priority running", "",
	}
	if diff := cmp.Diff(want, v.told); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestInspect(t *testing.T) {
	src := inBrain(`
		for i = 1, 30 do print(i) end
		self.bt = BT(inst, PriorityNode({ SequenceNode{ WaitNode(3), ActionNode(function() end, "act") } }, 0.5, true)) do return end`)
	p, _ := loaded(t, src, false)
	w := &emptyWorld{}
	pool := run.NewPool(p, w)
	pool.Add(1, 0, run.Moment{DT: 0.1})
	x := pool.NewExec()
	pool.TickRange(&x, pool.Order(), run.Moment{DT: 0.1})
	x.Seek(0)
	got := p.Semantics.(run.Inspector).Inspect(&x)
	var lines []string
	for _, n := range got.Nodes {
		lines = append(lines, n.Color+" "+n.Text)
	}
	want := []string{
		"blue Priority - RUNNING <RUNNING> (execute 1, eval in 0.50)>0.00",
		"blue    >Sequence - RUNNING <RUNNING> (1)>0.00",
		"blue    >   >Wait - RUNNING <RUNNING> (3.00)>0.00",
		"gray    >   >act - READY <READY> ()>0.00",
	}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if n := len(got.Log); n != maxLines || !strings.HasSuffix(got.Log[n-1], "what else is printed in this tick is left out") {
		t.Errorf("log %q", got.Log)
	}
	if len(w.faults) != maxLines+1 {
		t.Errorf("%d lines were told, wanted %d", len(w.faults), maxLines+1)
	}
	if got.Values[0].Value != "updaters" || got.Values[1].Value != "0.00" {
		t.Errorf("values %+v", got.Values)
	}
}
