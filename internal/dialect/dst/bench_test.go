package dst

import (
	"fmt"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// emptyWorld is a world in which nothing is but bots. It takes what is printed for
// one fault among others.
type emptyWorld struct {
	host.World
	faults []string
}

func (f *emptyWorld) Random(bot host.BotID, tick int64, node uint16, draw uint32) uint64 {
	h := (uint64(bot)<<32 ^ uint64(tick)<<8 ^ uint64(draw)) * 0x9e3779b97f4a7c15
	return h ^ h>>29
}
func (f *emptyWorld) Position(body int32) (x, y float32)      { return float32(body), 2 }
func (f *emptyWorld) Heading(int32) (x, y float32)            { return 1, 0 }
func (f *emptyWorld) Decide(int32, *host.Action, host.Intent) {}
func (f *emptyWorld) Fault(e host.Fault)                      { f.faults = append(f.faults, e.String()) }
func (f *emptyWorld) Log(e host.LogEntry) {
	e.Text = "print: " + e.Text
	f.faults = append(f.faults, e.String())
}

// game offers two conditions and an action.
func game(t testing.TB) *host.Registry {
	t.Helper()
	reg := &host.Registry{}
	for _, f := range []host.Func{
		{Name: "scared", Result: host.Bool, Local: true, Eval: func(c *host.Call) host.Value {
			return host.BoolValue((int64(c.Bot)+c.Tick)%16 == 0)
		}},
		{Name: "hungry", Result: host.Bool, Local: true, Eval: func(c *host.Call) host.Value {
			return host.BoolValue((int64(c.Bot)+c.Tick)%8 < 4)
		}},
	} {
		if err := reg.AddFunc(f); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"flee", "eat", "stroll"} {
		if err := reg.AddAction(host.Action{Name: name, Local: true, Tick: func(*host.Call) host.Status { return host.Running }}); err != nil {
			t.Fatal(err)
		}
	}
	return reg
}

// twenty is a brain of 20 nodes with a condition function in five places.
const twenty = `
local scared, hungry = %s, %s
local Mob = Class(Brain, function(self) Brain._ctor(self) end)
function Mob:OnStart()
	self.bt = BT(self.inst, PriorityNode({
		WhileNode(scared, "Scared", HostNode(flee)),
		EventNode(self.inst, "attacked", SequenceNode{ WaitNode(0.2), HostNode(flee) }),
		IfNode(hungry, "Hungry", LoopNode({ HostNode(eat), WaitNode(1) }, 3)),
		WhileNode(hungry, "Still hungry", HostNode(eat)),
		ParallelNode{ ConditionNode(function_or_go), HostNode(stroll) },
		SelectorNode{ FailIfRunningDecorator(HostNode(stroll)) },
	}, 0.25))
end
return Mob`

func brainPool(t testing.TB, src string, bots int) (*run.Pool, *emptyWorld) {
	t.Helper()
	var l syntax.List
	p := Load("mob.lua", []byte(src), game(t), sourcefile.Disk("mob.lua", ""), &l)
	if err := l.Err(); err != nil {
		t.Fatal(err)
	}
	w := &emptyWorld{}
	pool := run.NewPool(p, w)
	for i := range bots {
		pool.Add(host.BotID(i+1), int32(i), run.Moment{DT: 1.0 / 30})
	}
	return pool, w
}

func sourceOf(kind string) string {
	if kind == "go" {
		return fmt.Sprintf("local function_or_go = hungry\n"+twenty, "scared", "hungry")
	}
	lua := "function() return math.floor(GetTime() * 30) % 16 == 0 end"
	return fmt.Sprintf("local function_or_go = function() return true end\n"+twenty, lua, "function() return GetTime() % 1 < 0.5 end")
}

func BenchmarkTick(b *testing.B) {
	for _, kind := range []string{"go", "lua"} {
		const bots = 10_000
		b.Run(fmt.Sprintf("conditions=%s/bots=%d", kind, bots), func(b *testing.B) {
			pool, w := brainPool(b, sourceOf(kind), bots)
			x := pool.NewExec()
			tick := int64(0)
			for range 90 {
				tick++
				pool.TickRange(&x, pool.Order(), run.Moment{Tick: tick, DT: 1.0 / 30})
			}
			b.ReportAllocs()
			for b.Loop() {
				tick++
				pool.TickRange(&x, pool.Order(), run.Moment{Tick: tick, DT: 1.0 / 30})
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/bots, "ns/bot")
			if len(w.faults) > 0 {
				b.Fatal(w.faults[0])
			}
		})
	}
}

// A tick in which no script runs allocates nothing.
func TestATickAllocatesNothing(t *testing.T) {
	pool, w := brainPool(t, sourceOf("go"), 50)
	x := pool.NewExec()
	tick := int64(0)
	step := func() {
		tick++
		pool.TickRange(&x, pool.Order(), run.Moment{Tick: tick, DT: 1.0 / 30})
	}
	for range 100 {
		step()
	}
	if n := testing.AllocsPerRun(200, step); n != 0 {
		t.Errorf("%v allocations in a tick of 50 bots", n)
	}
	if len(w.faults) > 0 {
		t.Error(w.faults[0])
	}
}
