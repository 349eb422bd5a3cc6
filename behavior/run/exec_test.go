package run_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

func splitList(list string) []string { return strings.Split(list, ", ") }

func tree1(a *host.Action) tree.Leaf { return tree.Leaf{Action: a} }

// Whatever a leaf panics with is reported once, with its place, and changes
// nothing for other bots.
func TestPanicsAreCaught(t *testing.T) {
	const bad = 2 // the bot whose leaf is faulty
	armed := true
	boom := func(c *host.Call) {
		if c.Bot == bad && armed {
			armed = false
			panic("boom")
		}
	}
	base := func(change func(*host.Action)) *spec {
		a := *count("faulty", 2)
		change(&a)
		return group(sequence, act(&a), act(always(host.Success)))
	}
	for name, c := range map[string]struct {
		root *spec
		want string
	}{
		"Tick": {base(func(a *host.Action) {
			tick := a.Tick
			a.Tick = func(c *host.Call) host.Status { boom(c); return tick(c) }
		}), "2:1: faulty of tree panics, bot 2, tick 0: panic: boom"},
		"Enter": {base(func(a *host.Action) { a.Enter = boom }), "2:1: faulty of tree panics, bot 2, tick 0: panic: boom"},
		"Exit":  {base(func(a *host.Action) { a.Exit = boom }), "2:1: faulty of tree panics, bot 2, tick 1: panic: boom"},
		"Event": {base(func(a *host.Action) {
			a.Event = func(c *host.Call, _ host.Event) { boom(c) }
		}), "2:1: faulty of tree panics, bot 2, tick 1: panic: boom"},
		"Reset": {base(func(a *host.Action) { a.Reset = boom }), "2:1: faulty of tree panics, bot 2, tick 3: panic: boom"},
		"Stop":  {base(func(a *host.Action) { a.Stop = boom }), "2:1: faulty of tree panics, bot 2, tick 4: panic: boom"},
		"Eval": {
			group(sequence, &spec{op: sum, funcs: []*host.Func{{Name: "f", Eval: func(c *host.Call) host.Value {
				boom(c)
				return host.NumberValue(1)
			}}}}, act(count("fine", 2))),
			"2:1: tree panics, bot 2, tick 0: panic: boom",
		},
		"memory of another node": {base(func(a *host.Action) {
			a.Stop = func(c *host.Call) {
				if c.Bot == bad {
					c.Store(8, 1, 1)
				}
			}
		}), "2:1: faulty of tree panics, bot 2, tick 4: panic: bits 8 to 8 of a memory of 8 bits"},
	} {
		t.Run(name, func(t *testing.T) {
			log := func(bots ...host.BotID) (trace []string, w *world) {
				w = &world{}
				pool := newTicker(program("panics", c.root), w, 0)
				for _, bot := range bots {
					pool.Add(bot, int32(bot), run.Moment{DT: 0.1})
				}
				tr := &seen{}
				for range 3 {
					for row := range bots {
						if pool.tick == 1 {
							pool.send(int32(row))
						}
					}
					pool.Trace = tr
					pool.step()
				}
				for row, bot := range bots {
					if err := pool.Control(int32(row), run.Command{Name: "reset"}, run.Moment{Tick: pool.tick, DT: 0.1}); err != nil {
						t.Fatal(err)
					}
					tr.lines = append(tr.lines, fmt.Sprintf("row %d: %d hash %x", row, bot, pool.Hash(int32(row))))
				}
				pool.step()
				for row := range bots {
					pool.Remove(int32(row), run.Moment{Tick: pool.tick, DT: 0.1})
				}
				return tr.lines, w
			}
			armed = true
			trace, w := log(1, bad, 3)
			if diff := cmp.Diff([]string{"panics:" + c.want}, w.faults); diff != "" {
				t.Errorf("faults (-want +got)\n%s", diff)
			}
			alone, _ := log(1, 4, 3)
			others := func(lines []string) []string {
				return slices.DeleteFunc(lines, func(s string) bool { return strings.HasPrefix(s, "row 1:") })
			}
			if diff := cmp.Diff(others(alone), others(trace)); diff != "" {
				t.Errorf("the other bots (-want +got)\n%s", diff)
			}
		})
	}
}

func TestText(t *testing.T) {
	w := &world{}
	panics := &host.Action{Describe: func(*host.Call) string { panic("boom") }}
	silent := &host.Action{}
	speaks := &host.Action{Bits: 8, Describe: func(c *host.Call) string { return fmt.Sprint(c.Bot, " waited ", c.Load(0, 8)) }}
	pool := newTicker(program("text", group(sequence, act(panics), act(silent), act(speaks))), w, 1)
	x := pool.NewExec()
	x.Seek(0)
	if got := []string{x.Describe(2), x.Describe(3), x.Describe(4)}; !cmp.Equal(got, []string{"", "", "1 waited 0"}) {
		t.Errorf("texts %q", got)
	}
	if want := []string{"text:2:1: tree text, bot 1, tick 0: panic: boom"}; !cmp.Equal(w.faults, want) {
		t.Errorf("faults %q, want %q", w.faults, want)
	}
}

// A dictionary of texts and the declared arguments reach the leaf.
func TestCallHasArgumentsAndTexts(t *testing.T) {
	w := &world{}
	a := &host.Action{Name: "say", Tick: func(c *host.Call) host.Status {
		text, ok := c.TextParam("what")
		_, other := c.TextParam("who")
		w.logf("%v %q %v %v %d %s", c.Args, text, ok, other, c.Facet, host.RuntimeOf(c).Action.Name)
		return host.Failure
	}}
	leaf := tree.Leaf{Action: a, Args: []host.Value{host.NumberValue(3)}, Texts: []host.TextParam{{Name: "what", Value: "hello"}}, Facet: 4}
	newTicker(program("say", &spec{op: action, leaf: leaf}), w, 1).step()
	if want := []string{`[3] "hello" true false 4 say`}; !cmp.Equal(w.log, want) {
		t.Errorf("saw %q, want %q", w.log, want)
	}
}

// Whatever a leaf writes into its call, the next leaf gets a call of its own.
func TestCallsStartClean(t *testing.T) {
	next := func(first func(*host.Call)) (got host.Call) {
		scribble := &host.Action{Name: "first", Bits: 32, Tick: func(c *host.Call) host.Status { first(c); return host.Success }}
		look := &host.Action{Name: "look", Tick: func(c *host.Call) host.Status { got = *c; return host.Success }}
		pool := newTicker(program("clean", group(sequence, act(scribble), act(look))), &world{}, 1)
		pool.tick = 3
		pool.step()
		rt := host.RuntimeOf(&got)
		got.World, rt.Source, rt.Action, rt.Orders = nil, nil, nil, nil // differ between pools
		return got
	}
	want := next(func(*host.Call) {})
	if want.Bot != 1 || want.Tick != 3 || want.DT != 0.1 || host.RuntimeOf(&want).Node != 3 || !reflect.DeepEqual(want.Memory, host.Memory{}) {
		t.Errorf("a call is %+v", want)
	}
	got := next(func(c *host.Call) {
		rt := host.Runtime{Source: host.RuntimeOf(c).Source, Node: host.RuntimeOf(c).Node}
		*c = host.Call{
			World: c.World, Body: 9, Bot: 9, Tick: 9, DT: 9,
			Args: make([]host.Value, 9), Texts: make([]host.TextParam, 9), Facet: 9, Child: 9,
			Memory: host.MemoryOf(make([]uint32, 9), 9, 9), Intent: host.Intent{Steer: 1, HX: 9, HY: 9, Target: 9},
		}
		*host.RuntimeOf(c) = rt
	})
	if !reflect.DeepEqual(want, got) {
		t.Errorf("a call is %+v, wanted %+v", got, want)
	}
}

// Ranges of a local program may run at the same time.
func TestRangesRunAtTheSameTime(t *testing.T) {
	local := *count("count", 3)
	local.Local = true
	lucky := &host.Action{Name: "lucky", Local: true, Tick: func(c *host.Call) host.Status { return host.Status(2 * c.Random()) }}
	p := program("local", group(parallel, act(&local), wait(2), act(lucky)))
	alone, shared := newTicker(p, &quietWorld{}, 500), newTicker(p, &quietWorld{}, 500)
	if !shared.Local() {
		t.Fatal("the program is not local")
	}
	execs := [4]run.Exec{shared.NewExec(), shared.NewExec(), shared.NewExec(), shared.NewExec()}
	for tick := range int64(6) {
		alone.step()
		order := shared.Order()
		var wait sync.WaitGroup
		for i := range execs {
			wait.Go(func() { shared.TickRange(&execs[i], order[i*125:(i+1)*125], run.Moment{Tick: tick, DT: 0.1}) })
		}
		wait.Wait()
		for _, row := range order {
			if alone.Hash(row) != shared.Hash(row) {
				t.Fatalf("tick %d, row %d", tick, row)
			}
		}
	}
}

// The same leaf called twice in a tick draws different numbers, whatever other
// bots do in between; the next tick draws anew.
func TestRandomStreamGoesOnWithinAVisit(t *testing.T) {
	draws := map[host.BotID][]float64{}
	a := &host.Action{Name: "draw", Tick: func(c *host.Call) host.Status {
		draws[c.Bot] = append(draws[c.Bot], c.Random())
		return host.Success
	}}
	twice := act(a)
	root := program("draw", group(sequence, twice, twice))
	pool := newTicker(root, &world{}, 2)
	pool.step()
	together := draws[2]
	if len(together) != 2 || together[0] == together[1] || together[0] == draws[1][0] {
		t.Fatalf("drew %v and %v", draws[1], together)
	}
	clear(draws)
	pool.Remove(0, run.Moment{DT: 0.1})
	pool.tick = 0
	pool.step()
	if diff := cmp.Diff(together, draws[2]); diff != "" {
		t.Errorf("alone (-want +got)\n%s", diff)
	}
}

// An event that a leaf sends in the middle of its own visit acts at once, also
// on the bot itself, and leaves the call in progress as it was.
func TestEventsInTheMiddleOfAVisit(t *testing.T) {
	w := &world{}
	var pool *ticker
	shout := &host.Action{
		Name: "shout", Bits: 1,
		Tick: func(c *host.Call) host.Status {
			if c.Bot != 1 || c.Load(0, 1) == 1 {
				return host.Running
			}
			c.Head(1, 0)
			node := host.RuntimeOf(c).Node
			for _, row := range pool.Order() {
				pool.send(row)
			}
			w.logf("bot %d, tick %d, same node %v, told itself %v", c.Bot, c.Tick, host.RuntimeOf(c).Node == node, c.Load(0, 1) == 1)
			return host.Running
		},
		Event: func(c *host.Call, _ host.Event) {
			w.logf("told bot %d, tick %d, body %d", c.Bot, c.Tick, c.Body)
			c.Store(0, 1, 1)
			c.Head(0, 1) // has no effect
		},
	}
	pool = newTicker(program("shout", act(shout)), w, 0)
	for _, bot := range []host.BotID{3, 1, 2} {
		pool.Add(bot, int32(bot)*10, run.Moment{DT: 0.1})
	}
	pool.step()
	want := []string{
		// only bot 1 runs its leaf already
		"told bot 1, tick 0, body 10",
		"bot 1, tick 0, same node true, told itself true",
		"body 10: shout {2 1 0 0}", "body 20: shout {0 0 0 0}", "body 30: shout {0 0 0 0}",
	}
	if diff := cmp.Diff(want, w.log); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if len(w.faults) > 0 {
		t.Error(w.faults)
	}
}

// Bots that answer each other's events are stopped and reported, and the pool
// works on.
func TestEventsNestToALimit(t *testing.T) {
	w := &world{}
	var pool *ticker
	told := 0
	echo := &host.Action{
		Name: "echo",
		Tick: func(*host.Call) host.Status { return host.Running },
		Event: func(c *host.Call, _ host.Event) {
			told++
			if err := pool.Control(int32(c.Bot-1), run.Command{Name: "none"}, run.Moment{Tick: c.Tick, DT: c.DT}); err != nil && told == run.MaxNesting {
				w.logf("%v", err)
			}
			pool.send(int32(2 - c.Bot))
		},
	}
	pool = newTicker(program("echo", act(echo)), w, 2)
	pool.step()
	w.log = nil
	for range 2 {
		told = 0
		pool.send(0)
		if told != run.MaxNesting {
			t.Errorf("told %d times, want %d", told, run.MaxNesting)
		}
	}
	fault := "echo:1:1: tree echo, bot 1, tick 1: an event was dropped: events from within events nest deeper than 16"
	if want := []string{fault, fault}; !cmp.Equal(w.faults, want) {
		t.Errorf("faults %q", w.faults)
	}
	refusal := `tree echo: command "none" from within events nested deeper than 16`
	if want := []string{refusal, refusal}; !cmp.Equal(w.log, want) {
		t.Errorf("log %q", w.log)
	}
}

// What panics in an event that a leaf sent does not leave a cursor behind.
func TestNestingSurvivesPanics(t *testing.T) {
	w := &world{}
	var pool *ticker
	send := &host.Action{Name: "send", Tick: func(c *host.Call) host.Status { pool.send(99); return host.Running }}
	pool = newTicker(program("send", act(send)), w, 1)
	for range 2 * run.MaxNesting {
		pool.step()
	}
	if len(w.faults) != 2*run.MaxNesting {
		t.Errorf("%d faults", len(w.faults))
	}
	for _, f := range w.faults {
		if !strings.Contains(f, "index out of range") {
			t.Fatal(f)
		}
	}
	w.faults = nil
	pool.send(0)
	if len(w.faults) > 0 {
		t.Errorf("the pool takes no event any more: %q", w.faults)
	}
}

// A leaf that runs by columns does what it does for each, whatever the mask.
func TestLeafRows(t *testing.T) {
	odd := func(c *host.Call) host.Status { return host.Status(c.Bot % 2) }
	for name, c := range map[string]struct {
		rows   func(*host.Rows)
		faults []string
	}{
		"each": {func(r *host.Rows) {
			r.Each(func(i int) bool {
				odd := r.World.ID(r.Body[i])%2 == 1
				if odd {
					r.World.Decide(r.Body[i], host.RuntimeOfRows(r).Action, host.Intent{})
				}
				return odd
			})
		}, nil},
		"panics": {
			func(*host.Rows) { panic("boom") },
			[]string{
				"rows:1:1: odd of tree rows, bot 1, tick 0: panic: boom",
				"rows:1:1: odd of tree rows, bot 65, tick 0: panic: boom",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			outcome := func(rows func(*host.Rows), trace run.Tracer) (st []host.Status, w *world) {
				w = &world{}
				p := &run.Program{
					Tree:      compile("rows", act(&host.Action{Name: "odd", Tick: odd, Rows: rows})),
					Semantics: rowToy{&toy{}},
				}
				pool := newTicker(p, w, 70)
				pool.Trace = trace
				pool.step()
				for _, row := range pool.Order() {
					st = append(st, pool.Status(row))
				}
				return st, w
			}
			want, each := outcome(nil, nil)
			got, w := outcome(c.rows, nil)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("statuses (-want +got)\n%s", diff)
			}
			if diff := cmp.Diff(each.log, w.log); diff != "" {
				t.Errorf("decided (-want +got)\n%s", diff)
			}
			if diff := cmp.Diff(c.faults, w.faults); diff != "" {
				t.Errorf("faults (-want +got)\n%s", diff)
			}
			trace := &seen{}
			traced, w := outcome(c.rows, trace)
			if !cmp.Equal(want, traced) || len(trace.lines) != 70 || len(w.faults) > 0 {
				t.Errorf("traced: %d lines, faults %q", len(trace.lines), w.faults)
			}
		})
	}
}

// Rows that a leaf was not asked for do not count, whatever it answers.
func TestLeafRowsKeepsToItsMask(t *testing.T) {
	a := &host.Action{Name: "eager", Tick: always(host.Success).Tick, Rows: func(r *host.Rows) { r.Success = ^uint64(0) }}
	p := &run.Program{Tree: compile("mask", act(a)), Semantics: rowToy{&toy{}}}
	pool := newTicker(p, &world{}, 8)
	x := pool.NewExec()
	if success, running := x.LeafRows(1, pool.Order(), 0b1010); success != 0b1010 || running != 0 {
		t.Errorf("success %b, running %b, want 1010 and 0", success, running)
	}
}

func TestNoAllocationInSteadyState(t *testing.T) {
	hooks := *await
	hooks.Exit, hooks.Reset, hooks.Stop = hooks.Enter, hooks.Enter, hooks.Enter
	zero := &host.Func{Name: "zero", Eval: func(c *host.Call) host.Value { return host.NumberValue(c.Random()) }}
	quiet := &quietWorld{}
	root := group(parallel,
		group(sequence, act(count("a", 2)), wait(2), &spec{op: sum, funcs: []*host.Func{zero, zero}}, &spec{op: raise}),
		act(&hooks), act(dice),
	)
	pool := newTicker(program("alloc", root), quiet, 100)
	allocs := testing.AllocsPerRun(50, func() {
		for _, row := range pool.Order() {
			pool.send(row)
		}
		pool.step()
	})
	if allocs != 0 {
		t.Errorf("%v allocations a tick", allocs)
	}
}

type quietWorld struct{ world }

func (*quietWorld) Decide(int32, *host.Action, host.Intent) {}
