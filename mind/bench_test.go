package mind

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/ground/cputime"
	"github.com/thicket-sim/thicket/internal/trees"
)

// bee is an agent of benchmarks. What it does depends on where it is in its day.
type bee struct {
	n, hour int
	load    float64
}

func (b *bee) Dark() bool    { b.hour = (b.hour + 1) % 24; return b.hour < 6 }
func (b *bee) Full() bool    { return b.load > 5 }
func (b *bee) Near() bool    { return b.hour%3 == 0 }
func (b *bee) Sleep() Status { return Success }
func (b *bee) Home() Status  { b.load--; return host.StatusOf(b.load > 0) }
func (b *bee) Sip() Status   { b.load += 0.5; return Success }
func (b *bee) Fly() Status   { b.n++; return Success }

// twenty is a tree of 20 nodes.
const twenty = `selector {
	sequence { condition Dark { action Sleep() } action Home() }
	sequence { condition Full { action Home() } action Fly() }
	sequence { condition Near { action Sip() } selector { action Home() action Fly() } action Fly() }
	sequence { action Fly() action Fly() }
	selector { action Home() action Fly() }
}`

// leavesOfBees are those of bees, on any worker or not.
func leavesOfBees(local bool) (all []Leaf[*bee]) {
	for _, name := range strings.Fields("Dark Full Near Sleep Home Sip Fly") {
		all = append(all, Leaf[*bee]{Name: name, Local: local})
	}
	return all
}

func bees(t testing.TB, n int, local bool) (*Minds[*bee], []*bee) {
	m, err := New(Options[*bee]{Files: fstest.MapFS{"bee.bt": {Data: []byte(twenty)}}, Leaves: leavesOfBees(local)})
	if err != nil {
		t.Fatal(err)
	}
	var all []*bee
	for i := range n {
		b := &bee{hour: i % 24}
		if _, err := m.Add(b, "bee.bt"); err != nil {
			t.Fatal(err)
		}
		all = append(all, b)
	}
	return m, all
}

// meadow is the least world in which pools play bees.
type meadow struct{ host.World }

func (meadow) ID(body int32) host.BotID                { return host.BotID(body + 1) }
func (meadow) Decide(int32, *host.Action, host.Intent) {}
func (meadow) Fault(f host.Fault)                      { panic(f.String()) }

// pools is the same game without minds, as a game would write it.
func pools(t testing.TB, n int, local bool) *run.Pool {
	all := make([]*bee, n)
	reg := &host.Registry{}
	for name, f := range map[string]func(*bee) bool{"Dark": (*bee).Dark, "Full": (*bee).Full, "Near": (*bee).Near} {
		if err := reg.AddFunc(host.Func{Name: name, Result: host.Bool, Local: local, Eval: func(c *host.Call) host.Value { return host.BoolValue(f(all[c.Body])) }}); err != nil {
			t.Fatal(err)
		}
	}
	for name, f := range map[string]func(*bee) Status{"Sleep": (*bee).Sleep, "Home": (*bee).Home, "Sip": (*bee).Sip, "Fly": (*bee).Fly} {
		if err := reg.AddAction(host.Action{Name: name, Local: local, Tick: func(c *host.Call) Status { return f(all[c.Body]) }}); err != nil {
			t.Fatal(err)
		}
	}
	p, _, err := trees.LoadSource("bee.bt", []byte(twenty), reg)
	if err != nil {
		t.Fatal(err)
	}
	if nodes := len(p.Tree.Nodes) - 1; nodes < 20 {
		t.Fatalf("%d nodes, wanted 20", nodes)
	}
	pool := run.NewPool(p, meadow{})
	for i := range n {
		all[i] = &bee{hour: i % 24}
		pool.Add(host.BotID(i+1), int32(i), run.Moment{DT: 1.0 / 60})
	}
	return pool
}

// BenchmarkTurn compares minds with pools: 10,000 agents with a tree of 20 nodes.
func BenchmarkTurn(b *testing.B) {
	const n = 10_000
	for _, local := range []bool{false, true} {
		b.Run(fmt.Sprintf("pools/local=%t", local), func(b *testing.B) {
			pool := pools(b, n, local)
			x := pool.NewExec()
			tick := int64(0)
			b.ReportAllocs()
			began := cputime.Now()
			for b.Loop() {
				tick++
				pool.TickRange(&x, pool.Order(), run.Moment{Tick: tick, DT: 1.0 / 60})
			}
			b.ReportMetric(float64((cputime.Now()-began).Nanoseconds())/float64(b.N)/n, "cpu-ns/mind")
		})
		b.Run(fmt.Sprintf("minds/local=%t", local), func(b *testing.B) {
			m, _ := bees(b, n, local)
			b.ReportAllocs()
			began := cputime.Now()
			for b.Loop() {
				m.Tick(1.0 / 60)
				m.ThinkAll(1)
			}
			b.ReportMetric(float64((cputime.Now()-began).Nanoseconds())/float64(b.N)/n, "cpu-ns/mind")
		})
		b.Run(fmt.Sprintf("think/local=%t", local), func(b *testing.B) {
			m, all := bees(b, n, local)
			b.ReportAllocs()
			began := cputime.Now()
			minds := make([]*Mind[*bee], n)
			for i, bee := range all {
				minds[i] = m.Of(bee)
			}
			for b.Loop() {
				m.Tick(1.0 / 60)
				for _, one := range minds {
					one.Think()
				}
			}
			b.ReportMetric(float64((cputime.Now()-began).Nanoseconds())/float64(b.N)/n, "cpu-ns/mind")
		})
	}
}

// TestTurnsTakeNoMemory gives many minds their turns in all ways.
func TestTurnsTakeNoMemory(t *testing.T) {
	for _, local := range []bool{false, true} {
		m, all := bees(t, 500, local)
		m.Of(all[7]).Every(3)
		m.Of(all[9]).Hold(true)
		for range 30 {
			m.Tick(1.0 / 60)
			m.ThinkAll(1)
		}
		if n := testing.AllocsPerRun(50, func() { m.Tick(1.0 / 60); m.ThinkAll(1) }); n != 0 {
			t.Errorf("local %t: %v allocations of ThinkAll", local, n)
		}
		one := m.Of(all[3])
		if n := testing.AllocsPerRun(50, func() { m.Tick(1.0 / 60); one.Think() }); n != 0 {
			t.Errorf("local %t: %v allocations of Think", local, n)
		}
	}
}
