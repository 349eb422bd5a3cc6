package unvanquished

import (
	"fmt"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
)

// patrol is a tree of 20 nodes that keeps a place, has two timers, conditions
// and a concurrent, with the file's own node.
const patrol = `
selector
{
	condition stuckTime > 10000 { action jump }
	sequence
	{
		condition alertedToEnemy && percentHealth( E_SELF ) > 0.3
		concurrent
		{
			action fight
			decorator return( STATUS_SUCCESS ) { condition goalType == ET_BUILDABLE { action moveInDir( MOVE_BACKWARD ) } }
		}
	}
	decorator timer( 3000 ) { condition percentHealth( E_SELF ) < 0.5 { action heal } }
	decorator timer( 1000 ) { action reload }
	sequence { action moveToGoal action roam }
}`

// BenchmarkTick measures the runtime alone, with leaves that do next to nothing,
// side by side and one bot after the other.
func BenchmarkTick(b *testing.B) {
	for _, path := range []string{"rows", "each"} {
		for _, bots := range []int{1_000, 100_000} {
			b.Run(fmt.Sprintf("dialect=unvanquished/path=%s/bots=%d", path, bots), func(b *testing.B) {
				pool := patrolPool(b, bots)
				x := pool.NewExec()
				tick := pool.TickRange
				if path == "each" {
					tick = pool.TickEach
				}
				pool.Order()
				b.ReportAllocs()
				b.ResetTimer()
				for i := range b.N {
					tick(&x, pool.ByBody(), run.Moment{Tick: int64(i), DT: 1.0 / 30})
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(bots), "ns/bot")
				b.ReportMetric(float64(4*pool.Program().Tree.Words()), "B/bot")
			})
		}
	}
}

// patrolPool is bots of which one in three fights, and the others roam.
func patrolPool(t testing.TB, bots int) *run.Pool {
	reg := asking()
	answer := func(name string, s host.Status, params ...host.Param) host.Action {
		return host.Action{Name: name, Params: params, Local: true, Tick: func(*host.Call) host.Status { return s }}
	}
	ask := func(name string, v float64, params ...host.Param) host.Func {
		return host.Func{Name: name, Params: params, Result: host.Number, Local: true, Eval: func(*host.Call) host.Value { return host.NumberValue(v) }}
	}
	offerAll(t, reg, []host.Action{
		answer("jump", host.Success), answer("fight", host.Running), answer("heal", host.Running), answer("reload", host.Failure),
		answer("moveToGoal", host.Success), answer("roam", host.Running), answer("moveInDir", host.Success, intParam("direction")),
	}, []host.Func{
		ask("stuckTime", 0), ask("percentHealth", 0.9, entity), ask("goalType", 1),
		{Name: "alertedToEnemy", Result: host.Int, Local: true, Eval: func(c *host.Call) host.Value {
			return host.IntValue(int64((int(c.Bot) + int(c.Tick)/64) % 3 / 2))
		}},
	})
	pool := run.NewPool(mustLoad(t, reg, patrol), plain{})
	for i := range bots {
		pool.Add(host.BotID(i+1), int32(i), run.Moment{DT: 1.0 / 30})
	}
	return pool
}
