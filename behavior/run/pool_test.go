package run_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
)

// ticker plays ticks of one pool.
type ticker struct {
	*run.Pool
	exec run.Exec
	tick int64
}

func newTicker(p *run.Program, w host.World, bots int) *ticker {
	t := &ticker{Pool: run.NewPool(p, w)}
	t.exec = t.NewExec()
	for i := range bots {
		t.Add(host.BotID(i+1), int32(i), run.Moment{DT: 0.1})
	}
	return t
}

func (t *ticker) step() {
	t.TickRange(&t.exec, t.Order(), run.Moment{Tick: t.tick, DT: 0.1})
	t.tick++
}

func (t *ticker) send(row int32) { t.Send(row, host.Event{}, run.Moment{Tick: t.tick, DT: 0.1}) }

// Every node is told what happens to it, as often as it happens.
func TestLifeCycle(t *testing.T) {
	root := group(sequence, // 1
		act(always(host.Success)), // 2
		group(parallel, // 3
			act(count("count", 3)), // 4
			wait(1),                // 5
			act(await),             // 6
		),
		act(always(host.Failure)), // 7
	)
	w := &world{}
	pool := newTicker(program("life", root), w, 1)
	trace := &seen{}
	pool.Trace = trace
	for i, want := range []string{
		"leaf 2 entered, leaf 2 visited success, leaf 2 exited, leaf 4 entered, leaf 4 visited running, node 5 visited running, " +
			"leaf 6 entered, leaf 6 visited running, node 3 visited running, node 1 visited running",
		"leaf 4 visited running, node 5 visited success, leaf 6 visited running, node 3 visited running, node 1 visited running",
		"leaf 4 event, leaf 6 event, leaf 4 visited success, leaf 4 exited, leaf 6 visited success, leaf 6 exited, node 3 visited success, " +
			"leaf 7 entered, leaf 7 visited failure, leaf 7 exited, node 1 visited failure",
		"leaf 2 entered, leaf 2 visited success, leaf 2 exited, leaf 4 entered, leaf 4 visited running, node 5 visited running, " +
			"leaf 6 entered, leaf 6 visited running, node 3 visited running, node 1 visited running",
	} {
		trace.lines = nil
		if i == 2 {
			pool.send(0)
		}
		pool.step()
		if diff := cmp.Diff(lines("row 0: ", want), trace.lines); diff != "" {
			t.Errorf("tick %d (-want +got)\n%s", i, diff)
		}
	}
	if len(w.faults) > 0 {
		t.Error(w.faults)
	}
}

// lines splits a list and gives each entry a prefix. Notices that are no visit
// have the status ready.
func lines(prefix, list string) []string {
	var out []string
	for _, entry := range splitList(list) {
		var kind, what, status string
		var n int
		if fields, _ := fmt.Sscan(entry, &kind, &n, &what, &status); fields == 3 {
			entry += " ready"
		}
		out = append(out, prefix+entry)
	}
	return out
}

// What ends without having run out is told why, once.
func TestStopAndReset(t *testing.T) {
	for name, c := range map[string]struct {
		end  func(*ticker) error
		want []string
	}{
		"removed": {
			func(p *ticker) error { p.Remove(0, run.Moment{Tick: p.tick, DT: 0.1}); return nil },
			[]string{"await stop at 1", "slow stop at 1"},
		},
		"reset": {
			func(p *ticker) error {
				return p.Control(0, run.Command{Name: "reset"}, run.Moment{Tick: p.tick, DT: 0.1})
			},
			[]string{"await reset at 1", "slow reset at 1"},
		},
		"failed beside": {
			func(p *ticker) error { p.send(0); p.step(); return nil },
			[]string{"await event at 1", "slow stop at 1"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := &world{}
			hooked := func(a host.Action) *host.Action {
				say := func(what string) func(*host.Call) {
					return func(c *host.Call) { w.logf("%s %s at %d", a.Name, what, c.Tick) }
				}
				a.Reset, a.Stop = say("reset"), say("stop")
				event := a.Event
				a.Event = func(c *host.Call, e host.Event) {
					if event != nil {
						w.logf("%s event at %d", a.Name, c.Tick)
						event(c, e)
					}
				}
				return &a
			}
			root := group(parallel,
				group(sequence, act(hooked(*await)), act(always(host.Failure))),
				act(hooked(*count("slow", 200))),
			)
			pool := newTicker(program("end", root), w, 1)
			pool.step()
			w.log = nil
			if err := c.end(pool); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, line := range w.log {
				if line[:4] != "body" {
					got = append(got, line)
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// A node under two parents is one node with one memory.
func TestSharedNodeHasOneMemory(t *testing.T) {
	shared := act(count("shared", 3))
	pool := newTicker(program("shared", group(parallel, group(sequence, shared), shared)), &world{}, 1)
	pool.step() // visits 1 and 2
	if got := pool.Status(0); got != host.Running {
		t.Errorf("first tick: %v", got)
	}
	trace := &seen{}
	pool.Trace = trace
	pool.step() // visit 3 succeeds under the sequence, and it starts anew below the root
	want := lines("row 0: ", "leaf 3 visited success, leaf 3 exited, node 2 visited success, leaf 3 entered, leaf 3 visited running, node 1 visited running")
	if diff := cmp.Diff(want, trace.lines); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestGateAndDecorator(t *testing.T) {
	open := false
	asked := 0
	door := &host.Action{Name: "door", Kind: host.Gate, Tick: func(*host.Call) host.Status {
		asked++
		if open {
			return host.Success
		}
		return host.Failure
	}}
	invert := &host.Action{Name: "invert", Kind: host.Decorator, Tick: func(c *host.Call) host.Status {
		switch c.Child {
		case host.Success:
			return host.Failure
		case host.Failure:
			return host.Success
		}
		return c.Child
	}}
	w := &world{}
	root := &spec{op: decorator, leaf: tree1(invert), kids: []*spec{
		{op: gate, leaf: tree1(door), kids: []*spec{act(count("count", 2))}},
	}}
	pool := newTicker(program("gate", root), w, 1)
	for i, want := range []host.Status{host.Success, host.Running, host.Failure, host.Running} {
		open = i > 0 && i != 2
		pool.step()
		if got := pool.Status(0); got != want {
			t.Errorf("tick %d: %v, want %v", i, got, want)
		}
	}
	if asked != 3 {
		t.Errorf("the gate was asked %d times, want 3: only when it is entered", asked)
	}
	for _, line := range w.log {
		if line != "body 0: count {0 0 0 0}" {
			t.Errorf("decided %s: gates and decorators decide nothing", line)
		}
	}
}

// An expression calls several functions in one node.
func TestExpressionCallsFunctions(t *testing.T) {
	value := func(name string, v float64) *host.Func {
		return &host.Func{Name: name, Eval: func(c *host.Call) host.Value { return host.NumberValue(v * float64(c.Tick)) }}
	}
	for want, funcs := range map[host.Status][]*host.Func{
		host.Success: {value("a", 3), value("b", -2)},
		host.Failure: {value("a", 3), value("b", -2), value("c", -1)},
	} {
		pool := newTicker(program("sum", &spec{op: sum, funcs: funcs}), &world{}, 1)
		pool.tick = 5
		pool.step()
		if got := pool.Status(0); got != want {
			t.Errorf("%d functions: %v, want %v", len(funcs), got, want)
		}
	}
}

// A grafted tree works in its host's environment, and has its own memory.
func TestGraftSharesItsHostsEnvironment(t *testing.T) {
	w := &world{}
	guest := newTicker(program("guest", group(sequence, &spec{op: raise}, act(count("count", 2)))), w, 1)
	p := program("host", group(sequence, &spec{op: raise}, &spec{op: graft}))
	p.Semantics.(*toy).grafted, p.Semantics.(*toy).exec = guest.Pool, guest.NewExec()
	pool := newTicker(p, w, 1)
	guestHash := guest.Hash(0)
	pool.step() // host and guest raise, the guest runs on
	pool.step() // neither raises, the guest succeeds
	pool.step()
	if got, want := pool.Status(0), host.Running; got != want {
		t.Errorf("status %v, want %v", got, want)
	}
	x := pool.NewExec()
	x.Seek(0)
	if x.Env[0] != 4 {
		t.Errorf("raised %d times, want 4", x.Env[0])
	}
	x = guest.NewExec()
	x.Seek(0)
	if x.Env[0] != 0 || guest.Hash(0) == guestHash {
		t.Errorf("the guest's own environment has %d, and its memory changed: %v", x.Env[0], guest.Hash(0) != guestHash)
	}
}

func TestRowsAreReused(t *testing.T) {
	w := &world{}
	pool := newTicker(program("reuse", group(sequence, &spec{op: raise}, act(count("count", 100)))), w, 3)
	fresh := pool.Hash(1)
	pool.step()
	pool.tick = 7
	pool.Remove(1, run.Moment{Tick: pool.tick, DT: 0.1})
	pool.Remove(0, run.Moment{Tick: pool.tick, DT: 0.1})
	if pool.Len() != 1 || !cmp.Equal(pool.Order(), []int32{2}) {
		t.Fatalf("%d bots in rows %v", pool.Len(), pool.Order())
	}
	first, second, third := pool.Add(9, 5, run.Moment{DT: 0.1}), pool.Add(8, 6, run.Moment{DT: 0.1}), pool.Add(2, 7, run.Moment{DT: 0.1})
	if first != 0 || second != 1 || third != 3 {
		t.Errorf("rows %d, %d, %d, want 0, 1, 3", first, second, third)
	}
	for _, row := range []int32{0, 1, 3} {
		if pool.Hash(row) != fresh || pool.Status(row) != host.Ready {
			t.Errorf("row %d is not like new: %v", row, pool.Status(row))
		}
	}
	if pool.Hash(2) == fresh {
		t.Error("the row that stayed forgot")
	}
	x := pool.NewExec()
	x.Seek(pool.Add(10, 8, run.Moment{Tick: 42, DT: 0.1}))
	if x.Env[1] != 42 || x.Body != 8 || x.Bot != 10 {
		t.Errorf("Init saw tick %d, body %d, bot %d", x.Env[1], x.Body, x.Bot)
	}
	w.log = nil
	pool.step()
	want := []string{"body 7", "body 2", "body 6", "body 5", "body 8"} // bots 2, 3, 8, 9, 10
	var got []string
	for _, line := range w.log {
		got = append(got, line[:6])
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("order (-want +got)\n%s", diff)
	}
}

func TestRowsGoByBotOrByBody(t *testing.T) {
	pool := run.NewPool(program("go", act(count("count", 100))), &world{})
	want := func(order, byBody []int32) {
		t.Helper()
		if !cmp.Equal(pool.Order(), order) || !cmp.Equal(pool.ByBody(), byBody) {
			t.Errorf("by bot %v, by body %v; wanted %v and %v", pool.Order(), pool.ByBody(), order, byBody)
		}
	}
	want(nil, nil)
	for _, b := range [][2]int32{{4, 70}, {2, 0}, {9, 3}, {7, 2}} {
		pool.Add(host.BotID(b[0]), b[1], run.Moment{DT: 0.1})
	}
	want([]int32{1, 0, 3, 2}, []int32{1, 3, 2, 0})
	pool.Remove(3, run.Moment{DT: 0.1})
	want([]int32{1, 0, 2}, []int32{1, 2, 0})
	pool.Add(1, 50, run.Moment{DT: 0.1}) // in the row that is free
	want([]int32{3, 1, 0, 2}, []int32{1, 2, 3, 0})
	pool.Remove(0, run.Moment{DT: 0.1})
	want([]int32{3, 1, 2}, []int32{1, 2, 3})
}

func TestHashIsOfMemoryAndEnvironment(t *testing.T) {
	seen := map[uint64]string{}
	for name, c := range map[string]struct {
		root  *spec
		ticks int
	}{
		"new":                     {act(count("count", 9)), 0},
		"one visit":               {act(count("count", 9)), 1},
		"two visits":              {act(count("count", 9)), 2},
		"environment raised once": {&spec{op: raise, arg: 1}, 1},
		"environment raised more": {&spec{op: raise, arg: 1}, 2},
	} {
		pool := newTicker(program("hash", c.root), &world{}, 2)
		for range c.ticks {
			pool.step()
		}
		h := pool.Hash(0)
		if pool.Hash(1) != h {
			t.Errorf("%s: two bots that remember the same have two hashes", name)
		}
		if other, ok := seen[h]; ok {
			t.Errorf("%s and %s have one hash", name, other)
		}
		seen[h] = name
	}
}

func TestControl(t *testing.T) {
	pool := newTicker(program("control", act(await)), &world{}, 1)
	if err := pool.Control(0, run.Command{Name: "jump"}, run.Moment{DT: 0.1}); err == nil || err.Error() != "unknown command" {
		t.Error(err)
	}
	deaf := &run.Program{Tree: compile("deaf", act(await)), Semantics: onlySemantics{&toy{}}}
	pool = newTicker(deaf, &world{}, 1)
	const want = `tree deaf takes no command "reset"`
	if err := pool.Control(0, run.Command{Name: "reset"}, run.Moment{DT: 0.1}); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

type onlySemantics struct{ run.Semantics }

func TestSleep(t *testing.T) {
	w := &world{}
	visits := func(root *spec, events map[int]func(*ticker)) (got []int64) {
		p := program("sleep", root)
		p.Semantics = sleepyToy{p.Semantics.(*toy)}
		pool := newTicker(p, w, 1)
		trace := &seen{}
		pool.Trace = trace
		for i := range 12 {
			if f := events[i]; f != nil {
				f(pool)
			}
			trace.lines = nil // without what the event itself did
			pool.step()
			if len(trace.lines) > 0 {
				got = append(got, int64(i))
			}
		}
		return got
	}
	wake := func(p *ticker) { p.send(0) }
	reset := func(p *ticker) {
		if err := p.Control(0, run.Command{Name: "reset"}, run.Moment{Tick: p.tick, DT: 0.1}); err != nil {
			t.Error(err)
		}
	}
	for name, c := range map[string]struct {
		root   *spec
		events map[int]func(*ticker)
		want   []int64
	}{
		"until a timer":        {wait(5), nil, []int64{0, 5, 6, 11}},
		"woken by an event":    {wait(5), map[int]func(*ticker){3: wake}, []int64{0, 3, 5, 6, 11}},
		"woken by a command":   {wait(5), map[int]func(*ticker){3: reset}, []int64{0, 3, 8, 9}},
		"until an event comes": {act(await), map[int]func(*ticker){4: wake, 10: wake}, []int64{0, 4, 5, 10, 11}},
		"past the end of time": {wait(math.MaxInt32), nil, []int64{0}},
	} {
		if got := visits(c.root, c.events); !cmp.Equal(got, c.want) {
			t.Errorf("%s: visited in ticks %v, want %v", name, got, c.want)
		}
	}
}

// A tracer sees what runs in a row that sleeps, and the row sleeps on.
func TestTickTracedLooksIntoSleep(t *testing.T) {
	sleepy := program("sleep", wait(5))
	sleepy.Semantics = sleepyToy{sleepy.Semantics.(*toy)}
	p := newTicker(sleepy, &world{}, 1)
	x := p.NewExec()
	p.TickEach(&x, []int32{0}, run.Moment{DT: 0.1})
	before := p.Hash(0)
	trace := &seen{}
	p.TickTraced(&x, 0, run.Moment{Tick: 1, DT: 0.1}, trace)
	if len(trace.lines) == 0 || p.Hash(0) != before {
		t.Errorf("the tracer saw %q; the row has hash %x, had %x", trace.lines, p.Hash(0), before)
	}
	p.TickTraced(&x, 0, run.Moment{Tick: 5, DT: 0.1}, &seen{})
	if p.Hash(0) == before {
		t.Error("the row does not wake when it is due")
	}
}
