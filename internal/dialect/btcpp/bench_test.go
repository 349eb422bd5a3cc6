package btcpp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// patrol is the tree of 20 nodes of the module in bench/, in this dialect: a round takes half a second,
// and the next begins in the tick in which it ends.
const patrol = `<root BTCPP_format="4"><BehaviorTree ID="Main">
<Repeat num_cycles="-1">
  <Parallel>
    <Sequence>
      <Step0/>
      <Sleep msec="500"/>
      <Step1/>
      <Fallback>
        <Step2/>
        <Step3/>
      </Fallback>
    </Sequence>
    <Sequence>
      <Sleep msec="300"/>
      <Step4/>
      <Fallback>
        <Step5/>
        <Sequence>
          <Step6/>
          <Sleep msec="100"/>
          <Step7/>
        </Sequence>
      </Fallback>
    </Sequence>
    <Sequence>
      <Sleep msec="400"/>
    </Sequence>
  </Parallel>
</Repeat>
</BehaviorTree></root>`

// steps offers leaves that do next to nothing.
func steps(t testing.TB) *host.Registry {
	reg := wildGame(t).reg
	for i := range 8 {
		answer := host.Success
		if i == 2 || i == 5 {
			answer = host.Failure
		}
		offerAll(t, reg, []host.Action{{Name: fmt.Sprintf("Step%d", i), Local: true, Tick: func(*host.Call) host.Status { return answer }}}, nil)
	}
	return reg
}

func mustLoad(t testing.TB, reg *host.Registry, src string) *run.Program {
	t.Helper()
	var l syntax.List
	p := Load("t.xml", []byte(src), reg, sourcefile.Memory(nil), &l)
	if err := l.Err(); err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return p
}

// A tick takes no memory, but for texts that no file has.
func TestATickAllocatesNothing(t *testing.T) {
	one := func(root string) string {
		return "<root BTCPP_format='4' main_tree_to_execute='Main'><BehaviorTree ID='Main'>" + root + "</BehaviorTree>" + portsTree + "</root>"
	}
	for _, src := range []string{
		patrol, guards, wary,
		one(`<Sequence><Script code="n := 1; x := n / 3 + 2; b := n &lt; x &amp;&amp; true"/><Parallel success_count="2" failure_count="2"><Repeat num_cycles="3"><Step0/></Repeat><Timeout msec="150"><Delay delay_msec="40"><Walk/></Delay></Timeout><ScriptCondition code="x &gt; 2 ? b : n == 1"/></Parallel></Sequence>`),
		one(`<Fallback _skipIf="false" _post="k := 3"><ReactiveSequence><Cond/><Step0 _while="true" _onHalted="k := 4"/><Walk/></ReactiveSequence><Swap><TryCatch><Step2/><Step3/></TryCatch></Swap><Lucky><RetryUntilSuccessful num_attempts="2"><Act/></RetryUntilSuccessful></Lucky><AnyChild><Walk/><Act/></AnyChild></Fallback>`),
		one(`<Sequence><Script code="t := 'far'; u := t; i := 0"/><LoopInt queue="1;2;3" value="{i}" if_empty="FAILURE"><SubTree ID="Ports" name="p" code="v := 1" text="{t}"/></LoopInt></Sequence>`),
		one(`<ParallelAll><Sequence><Script code="n := 3"/><SetBlackboard value="{n}" output_key="m"/><WasEntryUpdated entry="n"/></Sequence><Sequence><Script code="n := 5"/><Sleep msec="100"/></Sequence><SkipUnlessUpdated entry="{n}"><AlwaysSuccess/></SkipUnlessUpdated></ParallelAll>`),
		one(`<Sequence><Script code="mode := 2.5"/><Switch2 variable="{mode}" case_1="a" case_2="2.5"><Act/><Walk/><Act/></Switch2></Sequence>`),
		one(`<Sequence><Script code="mode := 'b'"/><Switch2 variable="{mode}" case_1="a" case_2="b"><Act/><Walk/><Act/></Switch2></Sequence>`),
	} {
		src = strings.ReplaceAll(src, `<Script code="{code}"/>`, "")            // it is parsed anew in each call
		src = strings.ReplaceAll(src, `<Say text="{mine}" said="{said}"/>`, "") // it makes texts
		herd := newHerdIn(&strict{t: t}, mustLoad(t, guarding(t), src), 50)
		herd.play(20)
		if n := testing.AllocsPerRun(50, herd.step); n != 0 {
			t.Errorf("%v allocations a tick\n%s", n, src)
		}
	}
}

// guards is a tree of 15 nodes as most are: conditions before lasting actions, the most urgent first.
const guards = `<root BTCPP_format="4"><BehaviorTree ID="Main">
<ReactiveFallback>
  <ReactiveSequence><Seen/><Fight/></ReactiveSequence>
  <ReactiveSequence><Hurt/><Flee/></ReactiveSequence>
  <ReactiveSequence><Inverter><Fed/></Inverter><Eat/></ReactiveSequence>
  <Sequence><Go/><Look/><Roam/></Sequence>
</ReactiveFallback>
</BehaviorTree></root>`

// wary is the same with scripts, which run bot by bot.
const wary = `<root BTCPP_format="4"><BehaviorTree ID="Main">
<Sequence>
<Script code="post := 1"/>
<ReactiveFallback>
  <ReactiveSequence><Seen/><Fight/></ReactiveSequence>
  <ReactiveSequence><ScriptCondition code="post &gt; 1"/><Hurt/><Flee/></ReactiveSequence>
  <ReactiveSequence><Inverter><Fed/></Inverter><Eat/></ReactiveSequence>
  <Sequence><Script code="post = 3 - post"/><Look/><Roam/></Sequence>
</ReactiveFallback>
</Sequence>
</BehaviorTree></root>`

// guarding offers the leaves of guards, which do next to nothing. One bot in three fights, a few flee or
// eat, the others go round.
func guarding(t testing.TB) *host.Registry {
	reg := steps(t)
	for name, f := range map[string]func(bot, tick int64) bool{
		"Seen": func(bot, tick int64) bool { return (bot+tick/64)%3 == 2 },
		"Hurt": func(bot, tick int64) bool { return (bot*7+tick/90)%10 == 0 },
		"Fed":  func(bot, tick int64) bool { return (bot*3+tick/150)%8 != 0 },
	} {
		offerAll(t, reg, nil, []host.Func{{Name: name, Result: host.Bool, Local: true, Eval: func(c *host.Call) host.Value { return host.BoolValue(f(int64(c.Bot), c.Tick)) }}})
	}
	for name, ticks := range map[string]int64{"Fight": 1 << 40, "Flee": 1 << 40, "Eat": 1 << 40, "Go": 50, "Look": 20, "Roam": 70} {
		offerAll(t, reg, []host.Action{{Name: name, Local: true, Tick: func(c *host.Call) host.Status {
			if (int64(c.Bot)+c.Tick)%ticks == 0 {
				return host.Success
			}
			return host.Running
		}}}, nil)
	}
	return reg
}

// BenchmarkTick measures the runtime alone, side by side and one bot after the other.
func BenchmarkTick(b *testing.B) {
	for _, tree := range []struct{ name, src string }{{"patrol", patrol}, {"guards", guards}, {"wary", wary}} {
		for _, path := range []string{"planes", "each"} {
			for _, bots := range []int{1000, 10_000, 100_000} {
				b.Run(fmt.Sprintf("dialect=btcpp/tree=%s/path=%s/bots=%d", tree.name, path, bots), func(b *testing.B) {
					herd := newHerd(mustLoad(b, guarding(b), tree.src), bots)
					tick := herd.TickRange
					if path == "each" {
						tick = herd.TickEach
					}
					herd.Order()
					b.ReportAllocs()
					for b.Loop() {
						tick(&herd.exec, herd.ByBody(), run.Moment{Tick: herd.tick, DT: 1.0 / 50})
						herd.tick++
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(bots), "ns/bot")
					b.ReportMetric(float64(herd.Bytes())/float64(bots), "bytes/bot")
				})
			}
		}
	}
}
