package mbt

import (
	"fmt"
	"testing"
)

// guard is a tree of a usual size: states that events lead through, priorities
// that variables decide, timers and gates.
const guardBlocks = `<Variables><Variable name="Near"/><Variable name="Hurt"/></Variables>
<SignalVariables><Signal name="OnNear" variable="Near" value="!Near"/><Signal name="OnHurt" variable="Hurt" value="!Hurt and Near"/></SignalVariables>
<Timestamps><Timestamp name="Seen" setOnEvent="OnNear"/></Timestamps>`

const guardRoot = `<StateMachine>
<State name="Idle">
  <Transitions><Transition to="Fight" onEvent="OnSeen"/></Transitions>
  <BehaviorTree><Loop><Sequence><Do ticks="3"/><Wait duration="0.2"/></Sequence></Loop></BehaviorTree>
</State>
<State name="Fight">
  <Transitions><Transition to="Idle" onEvent="OnLost"/></Transitions>
  <BehaviorTree>
    <Loop>
      <Priority>
        <Case condition="Hurt and Near"><Sequence><Do ticks="2"/><SendTransitionEvent name="OnLost"/></Sequence></Case>
        <Case condition="Near"><Parallel successMode="any"><Loop><Do ticks="2"/></Loop><Wait duration="0.5"/></Parallel></Case>
        <Case><SuppressFailure><IfTime since="Seen" isLessThan="5"><Do ticks="4"/></IfTime></SuppressFailure></Case>
      </Priority>
    </Loop>
  </BehaviorTree>
</State>
</StateMachine>`

func newGuards(t testing.TB, bots int) *player {
	reg := newGame(t)
	pool := newPlayer(mustLoad(t, reg, guardBlocks, guardRoot), &quiet{}, bots)
	for i, row := range pool.Order() {
		pool.step0(i, row, func(name string) { pool.send(reg, row, name) })
	}
	return pool
}

// step0 brings bots into different states.
func (p *player) step0(i int, row int32, send func(string)) {
	if i == 0 {
		p.step()
	}
	if i%4 > 0 {
		send("OnSeen")
	}
	if i%4 > 1 {
		send("OnNear")
	}
	if i%16 == 3 {
		send("OnHurt")
	}
}

func TestATickAllocatesNothing(t *testing.T) {
	for _, root := range []string{
		guardRoot,
		`<Loop><Selector><LimitConcurrentUsers max="5"><Do ticks="3"/></LimitConcurrentUsers><Sequence _startLog="out"><Log message="x"/><Do/></Sequence></Selector></Loop>`,
		`<Loop><SuppressFailure><AnyChild><Not><Do/></Not><Lucky><Do ticks="2"/></Lucky><Sequence><SendEvent name="OnNear"/><Wait duration="0.1" variation="1"/></Sequence></AnyChild></SuppressFailure></Loop>`,
	} {
		reg := newGame(t)
		pool := newPlayer(mustLoad(t, reg, guardBlocks, root), &noFaults{}, 100)
		for range 20 {
			pool.step()
		}
		if n := testing.AllocsPerRun(50, func() {
			pool.send(reg, 3, "OnNear")
			pool.send(reg, 5, "OnSeen")
			pool.step()
		}); n != 0 {
			t.Errorf("%v allocations a tick\n%s", n, root)
		}
	}
}

// noFaults is a world that wants no texts.
type noFaults struct{ quiet }

func BenchmarkTick(b *testing.B) {
	for _, bots := range []int{1000, 100_000} {
		b.Run(fmt.Sprintf("dialect=mbt/bots=%d", bots), func(b *testing.B) {
			pool := newGuards(b, bots)
			b.ReportAllocs()
			for b.Loop() {
				pool.step()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(bots), "ns/bot")
			b.ReportMetric(float64(pool.Bytes())/float64(bots), "bytes/bot")
		})
	}
}
