package wage

import (
	"fmt"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
)

// BenchmarkTick measures the runtime alone: the tree of tag, with leaves that
// do next to nothing, over 1 bot in 50 that is it.
func BenchmarkTick(b *testing.B) {
	for _, path := range []string{"rows", "each"} {
		for _, bots := range []int{1_000, 10_000, 100_000} {
			b.Run(fmt.Sprintf("dialect=wage/path=%s/bots=%d", path, bots), func(b *testing.B) {
				pool := tagPool(b, bots)
				x := pool.NewExec()
				tick := pool.TickRange
				if path == "each" {
					tick = pool.TickEach
				}
				pool.Order()
				b.ReportAllocs()
				b.ResetTimer()
				for i := range b.N {
					tick(&x, pool.Order(), run.Moment{Tick: int64(i), DT: 1.0 / 30})
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(bots), "ns/bot")
			})
		}
	}
}

func tagPool(b *testing.B, bots int) *run.Pool {
	reg := &host.Registry{}
	for _, kind := range LeafKinds {
		a := host.Action{Name: kind, Params: []host.Param{where}, Tick: func(*host.Call) host.Status { return host.Success }}
		if err := reg.AddAction(a); err != nil {
			b.Fatal(err)
		}
	}
	p := mustLoad(b, reg, `
kind: selector
children:
- kind: sequence
  children: [{kind: state_equals, key: it, value: true}, {kind: chase_nearest, where: {key: it, value: false}}]
- kind: sequence
  children: [{kind: state_equals, key: it, value: false}, {kind: flee_nearest, where: {key: it, value: true}}]
- {kind: wander}
`)
	quiet := &quietField{field{state: [][]uint32{make([]uint32, bots)}}}
	pool := run.NewPool(p, quiet)
	for i := range bots {
		quiet.state[0][i] = uint32(reg.Sym(host.BoolValue(i%50 == 0)))
		pool.Add(host.BotID(i+1), int32(i), run.Moment{DT: 1.0 / 30})
	}
	return pool
}
