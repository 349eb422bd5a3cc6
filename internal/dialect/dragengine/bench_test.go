package dragengine_test

import (
	"fmt"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/dialect/dragengine"
)

// patrol is a tree of 20 rules with leaves that do next to nothing.
const patrol = `
<choice id="root">
 <sequence id=".alarm"><condition>near</condition>
  <action name="A"/><yield id=".y"/><action name="B"/>
 </sequence>
 <sequence id=".work" doNotFail="true">
  <success><condition>day</condition></success>
  <choice id=".c">
   <sequence><action name="B"/><failure/><action name="C"/></sequence>
   <sequence><action name="C"><condition>day</condition></action><action name="A"/></sequence>
  </choice>
  <yield id=".y"/>
  <action id=".d" name="D"/>
 </sequence>
 <sequence><running><condition>near</condition></running><success/></sequence>
</choice>`

func patrolPool(tb testing.TB, bots int) *run.Pool {
	reg := &host.Registry{}
	for _, name := range []string{"A", "B", "C", "D"} {
		if err := reg.AddAction(host.Action{Name: name, Local: true, Tick: func(*host.Call) host.Status { return host.Success }}); err != nil {
			tb.Fatal(err)
		}
	}
	day := host.Func{Name: "day", Result: host.Bool, Local: true, Eval: func(*host.Call) host.Value { return host.BoolValue(true) }}
	near := host.Func{Name: "near", Result: host.Bool, Local: true, Eval: func(c *host.Call) host.Value { return host.BoolValue(c.Bot%50 == 0) }}
	for _, f := range []host.Func{day, near} {
		if err := reg.AddFunc(f); err != nil {
			tb.Fatal(err)
		}
	}
	p := mustLoad(tb, dragengine.Options{}, patrol, reg)
	if n := len(p.Tree.Nodes) - 1; n != 20 {
		tb.Fatalf("a tree of %d rules, want 20", n)
	}
	pool := run.NewPool(p, &world{quiet: true})
	for i := range bots {
		pool.Add(host.BotID(i+1), int32(i), run.Moment{DT: 1.0 / 30})
	}
	pool.Order()
	return pool
}

// BenchmarkTick measures the runtime alone.
func BenchmarkTick(b *testing.B) {
	for _, bots := range []int{1_000, 100_000} {
		b.Run(fmt.Sprintf("dialect=dragengine/bots=%d", bots), func(b *testing.B) {
			pool := patrolPool(b, bots)
			x := pool.NewExec()
			b.ReportAllocs()
			b.ResetTimer()
			for i := range b.N {
				pool.TickRange(&x, pool.Order(), run.Moment{Tick: int64(i), DT: 1.0 / 30})
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(bots), "ns/bot")
			b.ReportMetric(float64(pool.Bytes())/float64(bots), "bytes/bot")
		})
	}
}

func TestNoAllocationInATick(t *testing.T) {
	pool := patrolPool(t, 300)
	if !pool.Local() {
		t.Error("a tree of local leaves may not run on any worker")
	}
	x := pool.NewExec()
	tick := int64(0)
	if n := testing.AllocsPerRun(20, func() { pool.TickRange(&x, pool.Order(), run.Moment{Tick: tick, DT: 0.1}); tick++ }); n != 0 {
		t.Errorf("%v allocations a tick", n)
	}
	g := newGame(t)
	if err := dragengine.AddBehaviors(g.reg); err != nil {
		t.Fatal(err)
	}
	g.load(work)
	e := host.Event{ID: host.SymbolsOf(g.reg).Event("jump:rest")}
	if n := testing.AllocsPerRun(20, func() { g.pool.Send(0, e, run.Moment{Tick: tick, DT: 0.1}) }); n != 0 {
		t.Errorf("a jump: %v allocations", n)
	}
	g.quiet = true
	g.load(`<sequence id="r">` + rule("flags.set flag=f") + rule("timer.start timeout.lower=0 timeout.upper=1") + rule("timer.wait") +
		rule("parameterTable.set name=n value.increment=2") + asks("flags.state flag=f") + `</sequence>`)
	if n := testing.AllocsPerRun(20, func() { g.pool.TickRange(&g.exec, g.pool.Order(), run.Moment{Tick: tick, DT: 0.1}); tick++ }); n != 0 {
		t.Errorf("ready-made: %v allocations a tick", n)
	}
}

func TestMemoryOfABot(t *testing.T) {
	if words := patrolPool(t, 1).Program().Tree.Words(); words != 2 {
		t.Errorf("a bot remembers %d words, want 2", words)
	}
}
