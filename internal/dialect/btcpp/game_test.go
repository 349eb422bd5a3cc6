package btcpp

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/standin"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// game offers actions that show their arguments and write outputs.
type game struct {
	reg   *host.Registry
	shown []string
	give  host.Value // what give_it writes
}

func newGame(t testing.TB) *game {
	g := &game{reg: &host.Registry{}}
	show := func(c *host.Call, name string) {
		for _, v := range c.Args {
			name += " " + v.String()
		}
		g.shown = append(g.shown, name)
	}
	params := []host.Param{
		{Name: "speed", Kind: host.Number}, {Name: "laps", Kind: host.Int, Optional: true, Default: host.IntValue(3)}, {Name: "loud", Kind: host.Bool, Optional: true},
		{Name: "tag", Kind: host.Any, Optional: true}, {Name: "text", Kind: host.String, Optional: true}, {Name: "around", Kind: host.Where, Optional: true},
	}
	check := func(s *host.Site) error {
		if s.Args[0].Number() < 0 {
			return errors.New("speed must not be negative")
		}
		return nil
	}
	offerAll(t, g.reg, []host.Action{
		{
			Name: "orbit_it", Params: params, Check: check,
			Warn: func(s *host.Site, notice func(string)) {
				if s.Args[0].Number() > 100 {
					notice("that is fast")
				}
			},
			Tick: func(c *host.Call) host.Status { show(c, "orbit"); return host.Success },
		},
		{
			Name: "give_it", Outputs: []host.Param{{Name: "it", Kind: host.Any}},
			Tick: func(c *host.Call) host.Status {
				if err := c.Output("it", g.give); err != nil {
					g.shown = append(g.shown, err.Error())
					return host.Failure
				}
				return host.Success
			},
		},
		{Name: "Gate", Kind: host.Gate, Params: params[:1], Tick: func(c *host.Call) host.Status { show(c, "gate"); return host.Success }},
		{Name: "Skipping", Kind: host.Decorator, Skips: true, Tick: func(*host.Call) host.Status { return host.Skipped }},
		{
			Name: "Both", Kind: host.Composite, Tick: func(c *host.Call) host.Status {
				for i := range c.Kids.Len() {
					if c.Kids.Runs(i) {
						c.Kids.Stop(i)
						g.shown = append(g.shown, fmt.Sprint("ended ", i))
						continue
					}
					c.Kids.Run(i)
				}
				return host.Running
			},
		},
		{Name: "Stay", Tick: func(*host.Call) host.Status { return host.Running }, Stop: func(*host.Call) { g.shown = append(g.shown, "stopped") }},
	}, []host.Func{{
		Name: "is_near", Result: host.Bool, Params: params[:1], Check: check,
		Eval: func(c *host.Call) host.Value { show(c, "near"); return host.BoolValue(c.Args[0].Number() < 2) },
	}})
	return g
}

func whole(root string) string {
	return "<root BTCPP_format=\"4\" main_tree_to_execute=\"Main\"><BehaviorTree ID=\"Main\">\n" + root + "\n</BehaviorTree></root>"
}

func (g *game) play(t *testing.T, root string, ticks int) []string {
	t.Helper()
	g.shown = nil
	newHerdIn(&strict{t: t}, mustLoad(t, g.reg, whole(root)), 1).play(ticks)
	return g.shown
}

// Arguments are texts of the file, read as their parameters want them, or what an entry holds.
func TestArguments(t *testing.T) {
	g := newGame(t)
	for root, want := range map[string][]string{
		`<OrbitIt speed="1.5"/>`: {`orbit 1.5 3 null null null null`},
		`<orbit_it speed="2" laps="4" loud="TRUE" tag="red" text=" a " around="it=1"/>`: {`orbit 2 4 true "red" " a " null`},
		`<OrbitIt speed="2" tag="true"/>`:                                               {`orbit 2 3 null true null null`},
		`<OrbitIt speed="2" tag="-1.5"/>`:                                               {`orbit 2 3 null -1.5 null null`},
		`<Sequence><Script code="s := 2.5; t := 'x'"/><OrbitIt speed="{s}" laps="7" text="{t}" tag="{none}"/></Sequence>`: {`orbit 2.5 7 null null "x" null`},
		`<OrbitIt speed="{s}"/>`: {`orbit null 3 null null null null`},
		`<Sequence><Script code="s := 1"/><IsNear speed="{s}"/><IsNear speed="3"/></Sequence>`: {"near 1", "near 3"},
		`<Gate speed="4"><AlwaysSuccess/></Gate>`:                                              {"gate 4"},
		`<Skipping><AlwaysSuccess/></Skipping>`:                                                nil,
		`<Skipping><AlwaysSuccess _skipIf="true"/></Skipping>`:                                 nil,
	} {
		if diff := cmp.Diff(want, g.play(t, root, 1)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", root, diff)
		}
	}
}

// A composite of a game sees which children run, ends them, and runs one again that has ended.
func TestComposite(t *testing.T) {
	g := newGame(t)
	want := []string{"orbit 1 3 null null null null", "orbit 1 3 null null null null", "stopped", "ended 1"}
	if diff := cmp.Diff(want, g.play(t, `<Both><OrbitIt speed="1"/><Stay/></Both>`, 2)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// Gates, decorators and composites of a game have the values of the moment, also behind calls of what
// stands under them.
func TestArgumentsOverOthers(t *testing.T) {
	var shown []string
	show := func(c *host.Call, name string) {
		shown = append(shown, fmt.Sprint(name, c.Args))
	}
	params := []host.Param{{Name: "a", Kind: host.Number}, {Name: "b", Kind: host.Any, Optional: true}}
	reg := &host.Registry{}
	offerAll(t, reg, []host.Action{
		{Name: "Gate", Kind: host.Gate, Params: params, Tick: func(c *host.Call) host.Status { show(c, "gate"); return host.Success }},
		{Name: "Dec", Kind: host.Decorator, Params: params, Tick: func(c *host.Call) host.Status { show(c, "dec"); return c.Child }},
		{Name: "Leaf", Params: params, Tick: func(c *host.Call) host.Status { show(c, "leaf"); return host.Success }},
		{Name: "Each", Kind: host.Composite, Params: params, Tick: func(c *host.Call) host.Status {
			show(c, "each")
			for i := range c.Kids.Len() {
				c.Kids.Run(i)
				show(c, "still")
			}
			return host.Success
		}},
	}, nil)
	newHerdIn(&strict{t: t}, mustLoad(t, reg, whole(`<Sequence><Script code="x := 1.5; y := 2; z := 7.0"/>
<Each a="{x}" b="{y}"><Each a="{y}" b="{x}"><Leaf a="{z}" b="{none}"/></Each><Dec a="{z}"><Script code="z = 8; y = 3"/></Dec><Gate a="{y}" b="text"><Leaf a="4"/></Gate></Each>
</Sequence>`)), 1).play(1)
	want := []string{
		"each[1.5 2]", "each[2 1.5]", "leaf[7 null]", "still[2 1.5]", "still[1.5 2]", "dec[8 null]", "still[1.5 2]",
		`gate[3 "text"]`, "leaf[4 null]", "still[1.5 2]",
	}
	if diff := cmp.Diff(want, shown); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// Outputs of all kinds are read back as they were written; what is no value of an entry is refused.
func TestOutputs(t *testing.T) {
	g := newGame(t)
	for _, test := range []struct {
		give host.Value
		want []string
	}{
		{host.IntValue(4), []string{"orbit 1 3 null 4 null null"}},
		{host.NumberValue(4.5), []string{"orbit 1 3 null 4.5 null null"}},
		{host.BoolValue(true), []string{"orbit 1 3 null true null null"}},
		{host.StringValue("far"), []string{`orbit 1 3 null "far" null null`}},
		{host.OpaqueValue(`[1,2.5]`), []string{"orbit 1 3 null [1,2.5] null null"}},
		{host.OpaqueValue(`["a","b"]`), []string{`orbit 1 3 null ["a","b"] null null`}},
		{host.OpaqueValue(`[true]`), []string{"orbit 1 3 null [true] null null"}},
		{host.OpaqueValue(`[]`), []string{"orbit 1 3 null [] null null"}},
		{host.OpaqueValue(`{"a":1}`), []string{`found {"a":1}, wanted a list`}},
		{host.OpaqueValue(`[[1]]`), []string{"element 1 of a list is [1], wanted a pose, [X, Y] or [X, Y, ANGLE]"}},
		{host.OpaqueValue(`[1,"a"]`), []string{"element 2 of a list is of another kind than those before it"}},
		{host.NullValue, []string{"found no value, wanted one"}},
	} {
		g.give = test.give
		got := g.play(t, `<Sequence><GiveIt it="{it}"/><OrbitIt speed="1" tag="{it}"/></Sequence>`, 1)
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%v (-want +got)\n%s", test.give, diff)
		}
	}
	g.give = host.IntValue(1)
	if diff := cmp.Diff([]string{`output it: wanted a key in braces, found ""`}, g.play(t, `<GiveIt/>`, 1)); diff != "" {
		t.Errorf("without a key (-want +got)\n%s", diff)
	}
}

// What a game offers is checked where it is used.
func TestSlips(t *testing.T) {
	for root, want := range map[string]string{
		`<OrbitIt/>`:                                              `t.xml:2:1: <orbit_it> without speed, wanted a number, or a key in braces`,
		`<OrbitIt speed="fast"/>`:                                 `t.xml:2:17: speed: `,
		`<OrbitIt speed="-1"/>`:                                   `t.xml:2:1: <orbit_it>: speed must not be negative`,
		`<IsNear speed="-1"/>`:                                    `t.xml:2:1: <is_near>: speed must not be negative`,
		`<OrbitIt speed="1" around="it"/>`:                        `t.xml:2:28: where it, wanted KEY=VALUE`,
		`<OrbitIt speed="1" around="{it}"/>`:                      `t.xml:2:28: where {it}, wanted KEY=VALUE`,
		`<OrbitIt speed="1" laps="1.5x" spede="3"/>`:              `t.xml:2:32: <orbit_it> has no port "spede"; did you mean "speed"?`,
		`<OrbitIt speed="101"/>`:                                  `t.xml:2:1: <orbit_it>: that is fast`,
		`<Gate speed="1"><AlwaysSuccess/><AlwaysSuccess/></Gate>`: `t.xml:2:1: found 2 nodes in <Gate>, wanted exactly 1`,
	} {
		var l syntax.List
		Load("t.xml", []byte(whole(root)), newGame(t).reg, sourcefile.Memory(nil), &l)
		if all := slices.Concat(l.Errors, l.Notices); len(all) != 1 || !strings.HasPrefix(all[0].Error(), want) {
			t.Errorf("%s: %v, wanted %s", root, all, want)
		}
	}
}

// Nodes that the game does not have are stood in for: by what a model says that they are, by what the
// kind word says, or by how many children they have.
func TestStandIns(t *testing.T) {
	src := `<root BTCPP_format="4" main_tree_to_execute="Main"><BehaviorTree ID="Main">
<Pipeline>
<RateController hz="1"><ComputePath goal="{goal}"/></RateController>
<Condition ID="IsUp"/>
<Declared goal="{goal}" path="{path}"/>
<Control ID="Ring"><IsUp/></Control>
</Pipeline>
</BehaviorTree><TreeNodesModel><Condition ID="Declared"><input_port name="goal"/><output_port name="path"/><metadata/><input_port/></Condition></TreeNodesModel></root>`
	var l syntax.List
	p := loadLeniently("t.xml", []byte(src), &host.Registry{}, sourcefile.Memory(nil), &l)
	want := []string{
		`t.xml:2:1: unknown node "Pipeline", for which a sequence stands in`,
		`t.xml:3:1: unknown node "RateController", for which a decorator that passes its child's answer stands in; RateController is a word of the vocabulary nav2, which is not asked for: see "vocabularies"`,
		`t.xml:3:24: unknown node "ComputePath", for which an action that succeeds after a second stands in`,
		`t.xml:4:16: unknown node "IsUp", for which a condition that is false stands in, and in 1 more place`,
		`t.xml:5:1: unknown node "Declared", for which a condition that is false stands in; the file's TreeNodesModel describes it, and the game has to offer it`,
		`t.xml:6:14: unknown node "Ring", for which a sequence stands in`,
	}
	var got []string
	for _, n := range l.SortedNotices() {
		got = append(got, n.Error())
	}
	if diff := cmp.Diff(want, got); diff != "" || p == nil {
		t.Fatalf("%v (-want +got)\n%s", l.Err(), diff)
	}
	herd := newHerdIn(&strict{t: t}, p, 1)
	for tick := range 12 { // the action succeeds in the eleventh, and the condition behind it fails the tree
		herd.step()
		if got, want := herd.Status(0), []host.Status{host.Running, host.Failure, host.Running}[max(0, tick-9)]; got != want {
			t.Errorf("tick %d: %v, wanted %v", tick, got, want)
		}
	}
	p = loadLeniently("t.xml", []byte(whole(`<SequenceStar><AlwaysSuccess/></SequenceStar>`)), &host.Registry{}, sourcefile.Memory(nil), &syntax.List{})
	if p != nil {
		t.Error("a node of version 3 is stood in for")
	}
}

// An error leaves nothing running: what runs below nodes that do not is stopped before the tree begins
// anew. A tree that the game stops leaves nothing, too, also where an _onHalted fails.
func TestNothingRunsAfterAnError(t *testing.T) {
	g := newGame(t)
	play := func(root string) *herd {
		h := newHerd(mustLoad(t, g.reg, whole(root)), 1)
		g.shown = nil
		h.step()
		return h
	}
	h := play(`<Switch2 variable="x" case_1="x" case_2="y"><Parallel failure_count="3" success_count="3"><Stay/><Stay/><ScriptCondition code="gone"/></Parallel><Stay/><Stay/></Switch2>`)
	if h.Status(0) != host.Error || len(g.shown) != 0 {
		t.Fatalf("%v, %v", h.Status(0), g.shown)
	}
	h.step()
	if diff := cmp.Diff([]string{"stopped", "stopped"}, g.shown); diff != "" {
		t.Errorf("the tick after an error (-want +got)\n%s", diff)
	}
	h = play(`<Parallel failure_count="3"><Sequence _onHalted="gone = 1"><Stay/></Sequence><Stay/><Stay/></Parallel>`)
	h.Remove(0, run.Moment{Tick: 1, DT: testDT})
	if diff := cmp.Diff([]string{"stopped", "stopped", "stopped"}, g.shown); diff != "" {
		t.Errorf("a bot that goes (-want +got)\n%s", diff)
	}
}

// In a tick that wakes itself the root is called as often as the limit says, which is told.
func TestTheBudgetIsTold(t *testing.T) {
	w := &noting{}
	newHerdIn(w, mustLoad(t, newGame(t).reg, whole(`<Repeat num_cycles="-1"><AlwaysSuccess/></Repeat>`)), 1).step()
	if len(w.faults) != 1 || !strings.Contains(w.faults[0], "called 100 times in one tick") {
		t.Errorf("%q", w.faults)
	}
}

// noting is a world that keeps faults.
type noting struct {
	quiet
	faults []string
}

func (w *noting) Fault(f host.Fault) { w.faults = append(w.faults, f.String()) }

// loadLeniently is Load with stand-ins for all that the game does not have.
func loadLeniently(file string, src []byte, reg *host.Registry, files *sourcefile.Files, l *syntax.List) *run.Program {
	standin.Allow(reg, standin.All)
	defer standin.Allow(reg, standin.Nothing)
	return Load(file, src, reg, files, l)
}

// What a file takes from others that are not there is stood in for, too.
func TestStandInsOfFiles(t *testing.T) {
	src := `<root BTCPP_format="4"><include ros_pkg="robot" path="more.xml"/>
<include path="none.xml"/>
<BehaviorTree ID="Pick">
<ReactiveSequence>
<Action ID="Grasp"/>
<SubTree ID="Elsewhere" at="3"/>
<SubTree ID="In"/>
</ReactiveSequence>
</BehaviorTree><BehaviorTree ID="In"><AlwaysSuccess/></BehaviorTree>
<TreeNodesModel><SubTree ID="In"><input_port name="goal"/></SubTree></TreeNodesModel></root>`
	var l syntax.List
	p := loadLeniently("t.xml", []byte(src), &host.Registry{}, sourcefile.Memory(map[string]string{"t.xml": src}), &l)
	want := []string{
		`t.xml:1:1: found 2 trees and no main_tree_to_execute: Pick was looked at as if it were that`,
		`t.xml:1:33: found ros_pkg`,
		`t.xml:2:16: the file is not included: no file "none.xml"`,
		`t.xml:5:1: found <Action> right below <ReactiveSequence>, which the original refuses`,
		`t.xml:5:13: unknown node "Grasp"`,
		`t.xml:6:14: there is no tree "Elsewhere", for which an action that succeeds after a second stands in`,
		`t.xml:7:1: <SubTree> of "In" without goal`,
	}
	got := l.SortedNotices()
	for i := range max(len(want), len(got)) {
		if i >= len(want) || i >= len(got) || !strings.HasPrefix(got[i].Error(), want[i]) {
			t.Fatalf("notice %d of %v, wanted %v", i, got, want)
		}
	}
	if p == nil {
		t.Fatal(l.Err())
	}
	var strictly syntax.List
	if p := Load("t.xml", []byte(src), &host.Registry{}, sourcefile.Memory(map[string]string{"t.xml": src}), &strictly); p != nil || len(strictly.Errors) < 4 {
		t.Errorf("without stand-ins %v %v", p, strictly.Errors)
	}
}

// A node of another program that the game has by another spelling and with other ports is stood in for.
func TestStandInsOfStrangeNodes(t *testing.T) {
	src := `<root BTCPP_format="4"><BehaviorTree ID="M"><Sequence>
<OrbitIt pose="{p}"/>
<Parallel success_threshold="1"><OrbitIt speed="1"/></Parallel>
</Sequence></BehaviorTree></root>`
	var l syntax.List
	p := loadLeniently("t.xml", []byte(src), newGame(t).reg, sourcefile.Memory(nil), &l)
	want := []string{`t.xml:2:1: unknown node "OrbitIt", for which an action that succeeds after a second stands in; the game has orbit_it with other ports`, `t.xml:3:11: <Parallel> has no port "success_threshold", which is ignored`}
	got := l.SortedNotices()
	if p == nil || len(got) != len(want) {
		t.Fatal(l.Err(), got)
	}
	for i := range want {
		if !strings.HasPrefix(got[i].Error(), want[i]) {
			t.Errorf("%v, wanted %s", got[i], want[i])
		}
	}
	leaf := func(n tree.NodeID) *host.Action { return p.Tree.Leaves[p.Tree.Nodes[n].Leaf].Action }
	if root := p.Tree.Kids(p.Tree.Entries[0]); leaf(root[0]).Name != "OrbitIt" || leaf(p.Tree.Kids(root[1])[0]).Name != "orbit_it" {
		t.Error("the strange one is not stood in for, or the other one is")
	}
}
