package dst

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/run"
)

func TestInspect(t *testing.T) {
	src := inBrain(`
		for i = 1, 30 do print(i) end
		self.bt = BT(inst, PriorityNode({ SequenceNode{ WaitNode(3), ActionNode(function() end, "act") } }, 0.5, true)) do return end`)
	p, _ := loaded(t, src, false)
	w := &emptyWorld{}
	pool := run.NewPool(p, w)
	pool.Add(1, 0, 0, 0.1)
	x := pool.NewExec()
	pool.TickRange(&x, pool.Order(), 0, 0.1)
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
