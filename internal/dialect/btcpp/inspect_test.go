package btcpp

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/insight/judge"
)

// An inspection shows the nodes that run, how far they are, and all entries.
func TestInspect(t *testing.T) {
	g := newGame(t)
	p := mustLoad(t, g.reg, inspected)
	h := newHerdIn(&strict{t: t}, p, 1)
	h.play(2)
	var got run.Inspection
	h.At(0, run.Moment{Tick: 1, DT: testDT}, func(x *run.Exec) { got = p.Semantics.(run.Inspector).Inspect(x) })
	want := run.Inspection{
		Nodes: []run.InspectedNode{
			{Node: 1, Depth: 0, Text: "Sequence all", Color: "gray"},
			{Node: 4, Depth: 1, Text: "Parallel failure_count 2 - 1 succeeded, 0 failed", Color: "gray"},
			{Node: 5, Depth: 2, Text: "Timeout msec 350 - 0.25 s left", Color: "gray"},
			{Node: 6, Depth: 3, Text: "Stay", Color: "blue"},
			{Node: 7, Depth: 2, Text: "Repeat num_cycles 3 - 0 so far", Color: "gray"},
			{Node: 8, Depth: 3, Text: "KeepRunningUntilFailure", Color: "gray"},
			{Node: 10, Depth: 2, Text: "LoopString queue a;b value {s} - element 1", Color: "gray"},
			{Node: 11, Depth: 3, Text: "SubTree In in _skipIf n == 2", Color: "gray"},
			{Node: 12, Depth: 4, Text: "Stay", Color: "blue"},
		},
		Log: []string{},
		Values: []run.InspectedFact{
			{Kind: "entry", Name: "n", Value: "1", Color: "green"},
			{Kind: "entry", Name: "t", Value: "made2", Color: "green"},
			{Kind: "entry", Name: "r", Value: "0.25", Color: "green"},
			{Kind: "entry", Name: "s", Value: "a", Color: "green"},
			{Kind: "entry", Name: "in/c", Value: "5", Color: "green"},
			{Kind: "entry", Name: "made2", Value: "x", Color: "green"},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

const inspected = `<root BTCPP_format="4" main_tree_to_execute="Main"><BehaviorTree ID="Main">
<Sequence name="all">
  <Script code="n := 1; t := 'made' .. 2; r := n / 4"/>
  <SetBlackboard value="x" output_key="{t}"/>
  <Parallel failure_count="2">
    <Timeout msec="350"><Stay/></Timeout>
    <Repeat num_cycles="3"><KeepRunningUntilFailure><AlwaysSuccess/></KeepRunningUntilFailure></Repeat>
    <LoopString queue="a;b" value="{s}"><SubTree ID="In" name="in" _skipIf="n == 2" n="{n}" c="5"/></LoopString>
    <AlwaysSuccess/>
  </Parallel>
</Sequence>
</BehaviorTree><BehaviorTree ID="In"><Stay/></BehaviorTree></root>`

// reasons keeps what a tracer is told of why.
type reasons struct {
	everything
	by map[tree.NodeID][]*host.Reason
}

func (r *reasons) Reason(_ int32, n tree.NodeID) *host.Reason {
	reason := &host.Reason{}
	r.by[n] = append(r.by[n], reason)
	return reason
}

// A tracer is told what scripts have read, the variable of a Switch, counts and times.
func TestReasons(t *testing.T) {
	g := newGame(t)
	for root, want := range map[string][]string{
		`<Sequence><Script code="n := 3"/><ScriptCondition code="n &gt; 2"/></Sequence>`:                                              {"n"},
		`<Sequence><Script code="n := 3"/><AlwaysSuccess _skipIf="n == 2"/></Sequence>`:                                               {"n"},
		`<Sequence><Script code="m := 'b'"/><Switch2 variable="{m}" case_1="a" case_2="b"><Stay/><Stay/><Stay/></Switch2></Sequence>`: {"variable"},
		`<Sequence><AlwaysSuccess/><Parallel><Stay/><AlwaysSuccess/></Parallel></Sequence>`:                                           {"successes"},
		`<Sequence><AlwaysSuccess/><ParallelAll><Stay/><AlwaysSuccess/></ParallelAll></Sequence>`:                                     {"ended"},
		`<Sequence><AlwaysSuccess/><Sleep msec="100"/></Sequence>`:                                                                    nil,
		`<Sequence><AlwaysSuccess/><Delay delay_msec="100"><Stay/></Delay></Sequence>`:                                                {host.TimeLeft},
	} {
		h := newHerdIn(&strict{t: t}, mustLoad(t, g.reg, whole(root)), 1)
		told := &reasons{by: map[tree.NodeID][]*host.Reason{}}
		h.Trace = told
		h.step()
		var got []string
		for _, r := range told.by[3] {
			got = append(got, r.What)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", root, diff)
		}
	}
}

// What a node can answer, by the answers that its children can give.
func TestJudge(t *testing.T) {
	g := newGame(t)
	const s, f, r, k = host.MaySucceed, host.MayFail, host.MayRun, host.MayOther
	for root, want := range map[string]host.Answers{
		`<Sequence><AlwaysSuccess/><AlwaysSuccess/></Sequence>`:                 s,
		`<Sequence><AlwaysSuccess/><AlwaysFailure/></Sequence>`:                 f,
		`<Fallback><AlwaysFailure/><Sleep msec="5"/></Fallback>`:                s | r,
		`<AsyncSequence><AlwaysSuccess/><AlwaysSuccess/></AsyncSequence>`:       s | r,
		`<ReactiveFallback><AlwaysFailure/><AlwaysFailure/></ReactiveFallback>`: f,
		`<Inverter><AlwaysFailure/></Inverter>`:                                 s,
		`<Inverter><AlwaysSuccess/></Inverter>`:                                 f,
		`<ForceSuccess><AlwaysFailure/></ForceSuccess>`:                         s,
		`<ForceFailure><AlwaysSuccess/></ForceFailure>`:                         f,
		`<ForceFailure><AlwaysSuccess _skipIf="true"/></ForceFailure>`:          f | k,
		`<KeepRunningUntilFailure><AlwaysSuccess/></KeepRunningUntilFailure>`:   r,
		`<KeepRunningUntilFailure><AlwaysFailure/></KeepRunningUntilFailure>`:   r | f,
		`<IsNear speed="1"/>`:                                                  s | f,
		`<ScriptCondition code="true"/>`:                                       s | f,
		`<Script code="a := 1"/>`:                                              s,
		`<AlwaysSuccess _failureIf="true"/>`:                                   s | f,
		`<Sequence><AlwaysSuccess _skipIf="true"/></Sequence>`:                 s | k,
		`<Sequence><AlwaysSuccess _skipIf="true"/><AlwaysSuccess/></Sequence>`: s,
	} {
		p := mustLoad(t, g.reg, whole(root))
		if got := judgeNode(p, 1); got != want {
			t.Errorf("%s: %b, wanted %b", root, got, want)
		}
	}
}

func judgeNode(p *run.Program, n tree.NodeID) host.Answers {
	var kids []host.Answers
	for _, k := range p.Tree.Kids(n) {
		kids = append(kids, judgeNode(p, k))
	}
	return p.Semantics.(judge.Judge).Judge(p.Tree, n, kids).Answers
}
