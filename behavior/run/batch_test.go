package run_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// planeToy runs one leaf that asks a function, twice, and has a word and a number that it
// counts in: word 0 by bits and the number behind it.
type planeToy struct{ *toy }

var _ run.PlaneTicker = planeToy{}

func (planeToy) Layout() run.Layout {
	return run.Layout{Words: []uint32{^uint32(0)}, Columns: []int{1}, Notes: 1}
}

func (planeToy) Tick(x *run.Exec) host.Status {
	n := x.Tree.Entries[0]
	x.Mem[0]++
	x.Mem[1] += uint32(x.Bot)
	x.Leaf(n)
	v := x.Value(n, asked(x.Tree)).Number()
	if s := x.Leaf(n); v != 3 {
		return s
	}
	return host.Other
}

// asked is the function in the expression of a tree.
func asked(t *tree.Tree) uint16 { return uint16(t.Exprs[t.Nodes[t.Entries[0]].Arg].A) }

func (planeToy) TickPlanes(x *run.Exec, mask uint64) (success, running, other uint64) {
	n := x.Tree.Entries[0]
	for i, carry := 0, mask; i < 32; i++ {
		x.Planes[i], carry = x.Planes[i]^carry, x.Planes[i]&carry
	}
	for i := range x.Bodies() {
		if mask>>i&1 != 0 {
			x.Enter(i)
			x.Planes[32+i] += uint64(x.Bot)
			x.Leave()
		}
	}
	x.ActLanes(n, mask)
	v := x.Column(0)
	x.AskLanes(n, asked(x.Tree), mask, 0, v)
	success, running, other = x.ActLanes(n, mask)
	for i := range x.Bodies() {
		if bit := uint64(1) << i; mask&bit != 0 && v[i] == 3 {
			success, running, other = success&^bit, running&^bit, other|bit
			x.Others[i] = host.Other
		}
	}
	return success, running, other
}

// Side by side a leaf does for each bot what it does for one: same answers, memory,
// random numbers, intents and faults, whoever panics; for any of the rows, and with
// bots that come and go.
func TestPlanesAreTick(t *testing.T) {
	type player struct {
		*world
		pool *run.Pool
		exec run.Exec
		did  map[host.BotID][]string
	}
	play := func() *player {
		p := &player{world: &world{}, did: map[host.BotID][]string{}}
		note := func(c *host.Call, args ...any) { p.did[c.Bot] = append(p.did[c.Bot], fmt.Sprint(args...)) }
		a := host.Action{Name: "a", Bits: 9, Local: true, Tick: func(c *host.Call) host.Status {
			c.Store(0, 9, c.Load(0, 9)+1+uint32(c.Bot))
			c.Head(1, float64(c.Bot))
			note(c, c.Body, c.Load(0, 9), c.Random())
			if c.Bot%3 == 0 {
				panic("broke")
			}
			return host.Status(c.Bot % 3)
		}}
		ask := &host.Func{Name: "f", Local: true, Eval: func(c *host.Call) host.Value {
			note(c, c.Args, c.Random())
			if c.Bot%4 == 0 {
				c.Args = nil // as a function does that hands some of them on
				panic("lost")
			}
			return host.IntValue(int64(c.Bot % 5))
		}}
		root := &spec{op: sum, leaf: tree.Leaf{Action: &a}, funcs: []*host.Func{ask}}
		p.pool = run.NewPool(&run.Program{Tree: compileAt("planes", root, 96), Semantics: planeToy{&toy{}}}, p.world)
		p.exec = p.pool.NewExec()
		for i := range 140 {
			p.pool.Add(host.BotID(i+1), int32(i*57%140), run.Moment{DT: 0.1})
		}
		return p
	}
	planes, each := play(), play()
	for tick := range int64(30) {
		for _, p := range []*player{planes, each} {
			order := p.pool.Order()
			if tick%4 == 1 {
				p.pool.Remove(order[int(tick)*7%len(order)], run.Moment{Tick: tick, DT: 0.1})
				p.pool.Add(host.BotID(200+tick), int32(500+tick), run.Moment{Tick: tick, DT: 0.1})
				order = p.pool.Order()
			}
			if tick%3 == 2 {
				order = order[tick : 100-2*tick]
			}
			if p == each {
				p.pool.TickEach(&p.exec, order, run.Moment{Tick: tick, DT: 0.1})
			} else {
				if len(order) == len(p.pool.ByBody()) {
					order = p.pool.ByBody()
				}
				p.pool.TickRange(&p.exec, order, run.Moment{Tick: tick, DT: 0.1})
			}
		}
		if diff := cmp.Diff(each.did, planes.did); diff != "" {
			t.Fatalf("tick %d: what leaves did (-each +planes)\n%s", tick, diff)
		}
		for _, row := range each.pool.Order() {
			if got, want := planes.pool.Status(row), each.pool.Status(row); got != want {
				t.Fatalf("tick %d: row %d: %v, want %v", tick, row, got, want)
			}
		}
		if diff := cmp.Diff(sorted(each.log), sorted(planes.log)); diff != "" {
			t.Fatalf("tick %d: what bots want (-each +planes)\n%s", tick, diff)
		}
		if diff := cmp.Diff(sorted(each.faults), sorted(planes.faults)); diff != "" {
			t.Fatalf("tick %d: faults (-each +planes)\n%s", tick, diff)
		}
		if tick%5 == 0 && !bytes.Equal(saved(t, each.pool), saved(t, planes.pool)) {
			t.Fatalf("tick %d: the memories differ", tick)
		}
	}
	if len(each.faults) == 0 || len(each.log) == 0 {
		t.Error("no leaf panicked, or none did anything")
	}
}

func sorted(lines []string) []string { return slices.Sorted(slices.Values(lines)) }

func saved(t *testing.T, p *run.Pool) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := p.Save(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Planes that are in use allocate nothing, nor do a few rows, a command or a digest.
func TestPlanesAllocateNothing(t *testing.T) {
	a := &host.Action{Name: "a", Local: true, Tick: func(c *host.Call) host.Status { return host.Status(c.Tick % 3) }}
	ask := &host.Func{Name: "f", Local: true, Eval: func(c *host.Call) host.Value { return host.NumberValue(c.Random()) }}
	root := &spec{op: sum, leaf: tree.Leaf{Action: a}, funcs: []*host.Func{ask}}
	pool := newTicker(&run.Program{Tree: compileAt("planes", root, 96), Semantics: planeToy{&toy{}}}, &quietWorld{}, 150)
	x, tick := pool.NewExec(), int64(0)
	if allocs := testing.AllocsPerRun(20, func() {
		order := pool.Order()
		pool.TickRange(&x, order, run.Moment{Tick: tick, DT: 0.1})
		pool.TickRange(&x, order[3:5], run.Moment{Tick: tick, DT: 0.1})
		pool.Hash(order[7])
		pool.Wake(order[9])
		tick++
	}); allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}
