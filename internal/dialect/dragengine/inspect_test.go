package dragengine_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/dialect/dragengine"
)

func (g *game) inspect() (in run.Inspection) {
	g.pool.Look(0, run.Moment{Tick: g.tick, DT: 0.1}, func(x *run.Exec) { in = g.pool.Program().Semantics.(run.Inspector).Inspect(x) })
	return in
}

func TestInspect(t *testing.T) {
	g := newGame(t)
	if err := dragengine.AddBehaviors(g.reg); err != nil {
		t.Fatal(err)
	}
	g.load(`<choice id="r"><sequence>` + rule("flags.set flag=f") + rule("flags.check flag=g cleared=") +
		rule("parameterTable.set name=n value=3") + rule("parameterTable.check name=m") + rule("timer.start timer=b timeout=0") +
		rule("timer.start timeout=1") + rule("timer.running timer=c cleared=") + `</sequence><action id="a" name="A"/></choice>`)
	g.answers["A"] = host.Running
	want := run.Inspection{
		Nodes: []run.InspectedNode{{Node: 1, Text: "choice #r", Color: "blue"}},
		Log:   []string{},
		Values: []run.InspectedFact{
			{Kind: "rule", Name: "current", Value: "choice #r", Color: "blue"},
			{Kind: "parameter", Name: "m", Value: "--", Color: "gray"},
			{Kind: "parameter", Name: "n", Value: "--", Color: "gray"},
			{Kind: "flag", Name: "f", Value: "clear", Color: "red"},
			{Kind: "flag", Name: "g", Value: "clear", Color: "red"},
			{Kind: "timer", Name: "without name", Value: "--", Color: "gray"},
			{Kind: "timer", Name: "b", Value: "--", Color: "gray"},
			{Kind: "timer", Name: "c", Value: "--", Color: "gray"},
		},
	}
	if diff := cmp.Diff(want, g.inspect()); diff != "" {
		t.Errorf("a new bot (-want +got)\n%s", diff)
	}
	g.want(host.Running, "A")
	if err := g.bot.SetLimit(7); err != nil {
		t.Fatal(err)
	}
	if err := g.bot.OnRootFailed(dragengine.Stop); err != nil {
		t.Fatal(err)
	}
	want.Nodes = []run.InspectedNode{{Node: 1, Text: "choice #r", Color: "gray"}, {Node: 10, Depth: 1, Text: "action A #a", Color: "blue"}}
	want.Values[0].Value = "choice #r > 1: action A #a"
	want.Values[2].Value, want.Values[2].Color = "3", "white"
	want.Values[3].Value, want.Values[3].Color = "set", "green"
	want.Values[5].Value, want.Values[5].Color = "0.9 s left", "green"
	want.Values[6].Value, want.Values[6].Color = "finished", "red"
	want.Values = append(want.Values,
		run.InspectedFact{Kind: "limit", Name: "rules in a step", Value: "7", Color: "white"},
		run.InspectedFact{Kind: "policy", Name: "onRootFailed", Value: "stop", Color: "white"},
	)
	if diff := cmp.Diff(want, g.inspect()); diff != "" {
		t.Errorf("later (-want +got)\n%s", diff)
	}
	g.answers["A"] = host.Failure
	g.want(host.Stopped, "A")
	if v := g.inspect().Values; v[len(v)-1].Value != "stopped" {
		t.Errorf("a stopped bot shows %+v", v[len(v)-1])
	}
	g.bot.Restore(dragengine.Place{HasRule: true, Rule: "gone"})
	if n := g.inspect().Nodes; len(n) > 0 {
		t.Errorf("a bot that is nowhere shows %+v", n)
	}
}
