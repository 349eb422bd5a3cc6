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
		patrol,
		one(`<Sequence><Script code="n := 1; x := n / 3 + 2; b := n &lt; x &amp;&amp; true"/><Parallel success_count="2" failure_count="2"><Repeat num_cycles="3"><Step0/></Repeat><Timeout msec="150"><Delay delay_msec="40"><Walk/></Delay></Timeout><ScriptCondition code="x &gt; 2 ? b : n == 1"/></Parallel></Sequence>`),
		one(`<Fallback _skipIf="false" _post="k := 3"><ReactiveSequence><Cond/><Step0 _while="true" _onHalted="k := 4"/><Walk/></ReactiveSequence><Swap><TryCatch><Step2/><Step3/></TryCatch></Swap><Lucky><RetryUntilSuccessful num_attempts="2"><Act/></RetryUntilSuccessful></Lucky><AnyChild><Walk/><Act/></AnyChild></Fallback>`),
		one(`<Sequence><Script code="t := 'far'; u := t; i := 0"/><LoopInt queue="1;2;3" value="{i}" if_empty="FAILURE"><SubTree ID="Ports" name="p" code="v := 1" text="{t}"/></LoopInt></Sequence>`),
		one(`<ParallelAll><Sequence><Script code="n := 3"/><SetBlackboard value="{n}" output_key="m"/><WasEntryUpdated entry="n"/></Sequence><Sequence><Script code="n := 5"/><Sleep msec="100"/></Sequence><SkipUnlessUpdated entry="{n}"><AlwaysSuccess/></SkipUnlessUpdated></ParallelAll>`),
		one(`<Sequence><Script code="mode := 2.5"/><Switch2 variable="{mode}" case_1="a" case_2="2.5"><Act/><Walk/><Act/></Switch2></Sequence>`),
		one(`<Sequence><Script code="mode := 'b'"/><Switch2 variable="{mode}" case_1="a" case_2="b"><Act/><Walk/><Act/></Switch2></Sequence>`),
	} {
		src = strings.ReplaceAll(src, `<Script code="{code}"/>`, "")            // it is parsed anew in each call
		src = strings.ReplaceAll(src, `<Say text="{mine}" said="{said}"/>`, "") // it makes texts
		herd := newHerdIn(&strict{t: t}, mustLoad(t, steps(t), src), 50)
		herd.play(20)
		if n := testing.AllocsPerRun(50, herd.step); n != 0 {
			t.Errorf("%v allocations a tick\n%s", n, src)
		}
	}
}

func BenchmarkTick(b *testing.B) {
	for _, bots := range []int{1000, 10_000, 100_000} {
		b.Run(fmt.Sprintf("dialect=btcpp/bots=%d", bots), func(b *testing.B) {
			herd := newHerd(mustLoad(b, steps(b), patrol), bots)
			b.ReportAllocs()
			for b.Loop() {
				herd.TickEach(&herd.exec, herd.Order(), run.Moment{Tick: herd.tick, DT: 1.0 / 50})
				herd.tick++
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(bots), "ns/bot")
			b.ReportMetric(float64(herd.Bytes())/float64(bots), "bytes/bot")
		})
	}
}
