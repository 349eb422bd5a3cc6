package mbt

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// eventLog lists the events that trees get, by row.
type eventLog struct {
	reg    *host.Registry
	events []string
}

func (*eventLog) Leaf(int32, tree.NodeID, host.Notice, host.Status) {}
func (*eventLog) Node(int32, tree.NodeID, host.Notice, host.Status) {}
func (l *eventLog) Event(row int32, e host.Event) {
	l.events = append(l.events, fmt.Sprintf("%d: %s", row, host.SymbolsOf(l.reg).EventName(e.ID)))
}

// An inspection shows what runs with its texts, the log, variables and
// timestamps;
// a tracer is told of events from outside and of those that a tree sends itself.
func TestInspect(t *testing.T) {
	reg := newGame(t)
	p := mustLoad(t, reg, randomBlocks, `
<Parallel>
<LimitConcurrentUsers max="2"><Do ticks="9" _startLog="doing"/></LimitConcurrentUsers>
<Sequence><Wait duration="0.15"/><SendEvent name="E1"/><Halt/></Sequence>
<Graft/>
</Parallel>`)
	pool := newPlayer(p, &world{}, 2)
	told := &eventLog{reg: reg}
	pool.Trace = told
	pool.step()
	pool.send(reg, 1, "E2")
	pool.step()
	got := pool.inspect(1)
	want := run.Inspection{
		Nodes: []run.InspectedNode{
			{Node: 1, Depth: 0, Text: "    4   Parallel", Color: "gray"},
			{Node: 2, Depth: 1, Text: "    5   - LimitConcurrentUsers - max 2", Color: "white"},
			{Node: 3, Depth: 2, Text: "    5   -   Do - 2", Color: "blue"},
			{Node: 4, Depth: 1, Text: "    6   - Sequence", Color: "gray"},
			{Node: 5, Depth: 2, Text: "    6   -   Wait - 0.0 (0.2)", Color: "blue"},
			{Node: 8, Depth: 1, Text: "    7   - Graft", Color: "blue"},
		},
		Log: []string{"doing"},
		Values: []run.InspectedFact{
			{Kind: "variable", Name: "a", Value: "false", Color: "red"},
			{Kind: "variable", Name: "b", Value: "true", Color: "green"},
			{Kind: "timestamp", Name: "T1", Value: "--", Color: "gray"},
			{Kind: "timestamp", Name: "T2", Value: "0.00", Color: "green"},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	pool.step()
	if diff := cmp.Diff([]string{"1: E2", "0: E1", "1: E1"}, told.events); diff != "" {
		t.Errorf("events (-want +got)\n%s", diff)
	}
}
