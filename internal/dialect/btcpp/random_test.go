package btcpp

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// randomUnit draws a node that the model knows.
func randomUnit(t *rapid.T, depth int, raw []string) *unit {
	u := &unit{}
	if len(raw) > 0 && rapid.IntRange(0, 3).Draw(t, "raw") == 0 {
		return &unit{raw: rapid.SampledFrom(raw).Draw(t, "element")}
	}
	names := []string{"Act", "Act", "Act", "Sync", "Cond", "AlwaysSuccess", "AlwaysFailure", "Sleep", "Script", "ScriptCondition", "WasEntryUpdated"}
	if depth > 0 && rapid.IntRange(0, 5).Draw(t, "leaf") > 0 {
		names = append([]string{
			"Sequence", "AsyncSequence", "SequenceWithMemory", "Fallback", "AsyncFallback", "ReactiveSequence", "ReactiveFallback",
			"Parallel", "ParallelAll", "IfThenElse", "WhileDoElse", "Switch2", "TryCatch",
		}, decorators...)
	}
	u.name = rapid.SampledFrom(names).Draw(t, "name")
	number := func(least, most int) int { return rapid.IntRange(least, most).Draw(t, "number") }
	kids := 0
	switch {
	case u.isDecorator():
		kids = 1
	case u.name == "IfThenElse", u.name == "WhileDoElse":
		kids = number(2, 3)
	case u.name == "Switch2":
		kids = 3
	case u.name == "TryCatch":
		kids = number(2, 4)
	case depth > 0 && len(names) > 20:
		kids = number(1, 3)
	}
	for i := range kids {
		k := randomUnit(t, depth-1, raw)
		if i == 0 && (u.name == "IfThenElse" || u.name == "WhileDoElse") && number(0, 3) > 0 {
			k = &unit{name: "Cond"} // others may be skipped, which is an error
		}
		if u.name == "ReactiveSequence" && k.name == "AsyncSequence" {
			k.name = "Sequence" // it takes one of the others at most
		}
		u.kids = append(u.kids, k)
	}
	u.fill(t, number)
	if number(0, 2) == 0 {
		u.scripts = map[string]string{}
		for range number(1, 3) {
			u.scripts[rapid.SampledFrom(conditionNames[:]).Draw(t, "attribute")] = randomEntry(t)
		}
	}
	return u
}

func randomEntry(t *rapid.T) string { return rapid.SampledFrom(modelEntries[:3]).Draw(t, "entry") }

// fill draws what stands in an element.
func (u *unit) fill(t *rapid.T, number func(int, int) int) {
	u.entry = randomEntry(t)
	u.flag = number(0, 1) == 1
	u.other = rapid.SampledFrom([]answer{success, failure, running, skipped}).Draw(t, "other")
	switch n := len(u.kids); u.name {
	case "Parallel", "ParallelAll":
		u.count, u.count2 = number(-n-1, n), number(-n-1, n)
	case "Switch2":
		u.entry = late
		u.list = rapid.SampledFrom([][]int{{0, 1}, {1, 0}, {1, 1}, {2, 0}}).Draw(t, "cases")
	case "Repeat", "RetryUntilSuccessful":
		u.count = number(-1, 4)
	case "Timeout", "Delay", "Sleep":
		u.count = 50 * number(0, 8)
	case "LoopInt":
		u.list = rapid.SliceOfN(rapid.IntRange(0, 1), 0, 3).Draw(t, "list")
	case "SkipUnlessUpdated", "WaitValueUpdate", "WasEntryUpdated":
		u.entry = rapid.SampledFrom(modelEntries).Draw(t, "updated")
	}
}

// Random trees of all nodes, in which the game writes entries and halts the tree, do what the model does.
func TestRandomTreesAgainstTheModel(t *testing.T) {
	b := newBench(t)
	rapid.Check(t, func(rt *rapid.T) {
		root := randomUnit(rt, 4, nil)
		how := match{ticks: 20, exactly: rapid.Bool().Draw(rt, "exactly"), halts: rapid.Bool().Draw(rt, "halts"), writes: rapid.IntRange(0, 4).Draw(rt, "writes")}
		seed := rapid.Uint64().Draw(rt, "seed")
		draws := rand.New(rand.NewPCG(seed, 1))
		b.tape = tape{random: draws.IntN}
		src := root.source()
		pool := run.NewPool(b.load(t, src, how.exactly), &quiet{})
		if diff := b.play(pool, root, how); diff != "" {
			rt.Fatalf("%s\n%s", diff, src)
		}
	})
}

// rawElements are what the model does not know: entries of texts, of names that no file has, lists,
// SubTrees with ports, and all kinds of actions of a game.
var rawElements = []string{
	`<SetBlackboard value="{a}" output_key="copy"/>`,
	`<SetBlackboard value="7" output_key="{t}"/>`,
	`<SetBlackboard value="a text" output_key="other"/>`,
	`<UnsetBlackboard key="copy"/>`,
	`<UnsetBlackboard key="{t}"/>`,
	`<Script code="t = t .. 'x'"/>`,
	`<Script code="u := 's' .. a; w := a / 3"/>`,
	`<Say text="{t}" said="{said}"/>`,
	`<Sequence _skipIf="u == 's1.000000'"><Say text="{u}" said="{u}"/></Sequence>`,
	`<Walk/>`,
	`<Lucky><Walk/></Lucky>`,
	`<Swap><Walk/></Swap>`,
	`<AnyChild><Walk/><Act/><Sleep msec="150"/></AnyChild>`,
	`<LoopString name="same" queue="{list}" value="{s}"><Walk/></LoopString>`,
	`<LoopString name="same" queue="{t}" value="{s}"><Act/></LoopString>`,
	`<Switch3 variable="{t}" case_1="n" case_2="nx" case_3="nxx"><Act/><Walk/><Act/><AlwaysSuccess/></Switch3>`,
	`<SubTree ID="Ports" name="p$" text="{t}" code="v := 1" said="{=}"/>`,
	`<SubTree ID="Ports" name="q$" text="constant" code="v := 'c' .. 2; x := 4"/>`,
	`<Timeout msec="250"><SubTree ID="Ports" name="r$" text="{u}" code="v := u" _autoremap="true"/></Timeout>`,
}

// wildGame offers actions of all kinds that may run on any worker.
func wildGame(t testing.TB) *bench {
	b := &bench{reg: &host.Registry{}}
	answer := func(name string) func(*host.Call) host.Status {
		all := answersOf[name]
		return func(c *host.Call) host.Status { return toStatus[all[int(c.Random()*float64(len(all)))]] }
	}
	offerAll(t, b.reg, []host.Action{
		{Name: "Act", Skips: true, Local: true, Tick: answer("Act")},
		{Name: "Sync", Skips: true, Local: true, Internals: host.Internals{Payload: &native{sync: true}}, Tick: answer("Sync")},
		{
			Name: "Walk", Bits: 8, Local: true, Tick: func(c *host.Call) host.Status {
				n := c.Load(0, 8) + 1
				c.Store(0, 8, n)
				return []host.Status{host.Success, host.Running}[n%2]
			},
			Begin: func(c *host.Call) { c.Store(0, 8, 6*uint32(c.Tick%2)) },
		},
		{
			Name: "Say", Local: true, Params: []host.Param{{Name: "text", Kind: host.String, Optional: true}}, Outputs: []host.Param{{Name: "said", Kind: host.String}},
			Tick: func(c *host.Call) host.Status {
				if text := c.Args[0].Text(); len(text)%2 == 1 && len(text) < 9 {
					_ = c.Output("said", host.StringValue(text+"!")) // where it is bound to nothing
					return host.Success
				}
				return host.Failure
			},
		},
		{Name: "Lucky", Kind: host.Gate, Local: true, Tick: func(c *host.Call) host.Status { return host.Status(2 * c.Random()) }},
		{Name: "Swap", Kind: host.Decorator, Local: true, Tick: func(c *host.Call) host.Status {
			if c.Child == host.Running {
				return host.Running
			}
			return host.Success - c.Child
		}},
		{Name: "AnyChild", Kind: host.Composite, Bits: 16, Local: true, Tick: func(c *host.Call) host.Status {
			i := c.Load(0, 16)
			if i == 0 {
				i = 1 + uint32(c.Random()*float64(c.Kids.Len()))
				c.Store(0, 16, i)
			}
			return c.Kids.Run(int(i) - 1)
		}},
	}, []host.Func{{Name: "Cond", Result: host.Bool, Local: true, Eval: func(c *host.Call) host.Value { return host.BoolValue(c.Random() < 0.5) }}})
	return b
}

// herd plays ticks of one pool.
type herd struct {
	*run.Pool
	exec run.Exec
	tick int64
}

func newHerd(p *run.Program, bots int) *herd { return newHerdIn(&quiet{}, p, bots) }

func newHerdIn(w host.Actor, p *run.Program, bots int) *herd {
	h := &herd{Pool: run.NewPool(p, w)}
	h.exec = h.NewExec()
	for i := range bots {
		h.Add(host.BotID(i+1), int32(i), run.Moment{DT: testDT})
	}
	return h
}

func (h *herd) step() {
	h.TickRange(&h.exec, h.Order(), run.Moment{Tick: h.tick, DT: testDT})
	h.tick++
}

// picture tells what every bot's tree answered and remembers.
func (h *herd) picture() string {
	var b strings.Builder
	for _, row := range h.Order() {
		fmt.Fprintf(&b, "%v %x\n", h.Status(row), h.Hash(row))
	}
	return b.String()
}

func (h *herd) play(ticks int) (pictures []string) {
	for range ticks {
		h.step()
		pictures = append(pictures, h.picture())
	}
	return pictures
}

// wildTree draws a tree of all that there is.
func wildTree(t testing.TB, rt *rapid.T, b *bench) func() *run.Program {
	src := randomUnit(rt, 3, rawElements).source()
	exactly := rapid.Bool().Draw(rt, "exactly")
	load := func() *run.Program { return b.load(t, src, exactly) }
	if !load().Tree.Local() {
		rt.Fatalf("it runs alone\n%s", src)
	}
	return load
}

// everything is a tracer that wants to know all.
type everything struct{ reasons []host.Reason }

func (*everything) Leaf(int32, tree.NodeID, host.Notice, host.Status) {}
func (*everything) Node(int32, tree.NodeID, host.Notice, host.Status) {}
func (e *everything) Reason(int32, tree.NodeID) *host.Reason {
	e.reasons = append(e.reasons[:0], host.Reason{})
	return &e.reasons[0]
}
func (e *everything) Reasons(int32, tree.NodeID) []host.Reason { return e.reasons }

// A run that is watched is the same run.
func TestWatchingChangesNothing(t *testing.T) {
	b := wildGame(t)
	rapid.Check(t, func(rt *rapid.T) {
		load := wildTree(t, rt, b)
		plain, watched := newHerd(load(), 5), newHerd(load(), 5)
		watched.Trace = &everything{}
		if diff := cmp.Diff(plain.play(12), watched.play(12)); diff != "" {
			rt.Fatalf("(-plain +watched)\n%s", diff)
		}
	})
}

// A pool that is saved in mid-run and loaded goes on as if nothing had happened, also in another pool.
func TestSaveAndLoadGoOnBitForBit(t *testing.T) {
	b := wildGame(t)
	rapid.Check(t, func(rt *rapid.T) {
		load := wildTree(t, rt, b)
		pool := newHerd(load(), 5)
		pool.play(rapid.IntRange(0, 10).Draw(rt, "before"))
		var save bytes.Buffer
		if err := pool.Save(&save); err != nil {
			rt.Fatal(err)
		}
		was, at := pool.picture(), pool.tick
		want := pool.play(10)
		other := newHerd(load(), 5)
		other.play(3)
		for _, back := range []*herd{pool, other} {
			back.tick = at
			if err := back.Load(bytes.NewReader(save.Bytes())); err != nil {
				rt.Fatal(err)
			}
			if diff := cmp.Diff(was, back.picture()); diff != "" {
				rt.Fatalf("loaded (-want +got)\n%s", diff)
			}
			if diff := cmp.Diff(want, back.play(10)); diff != "" {
				rt.Fatalf("what follows (-want +got)\n%s", diff)
			}
		}
	})
}

// A pool whose tree is loaded anew in mid-run, and is the same, goes on as if nothing had happened.
func TestMigratingToTheSameTreeChangesNothing(t *testing.T) {
	b := wildGame(t)
	rapid.Check(t, func(rt *rapid.T) {
		load := wildTree(t, rt, b)
		stays, moves := newHerd(load(), 5), newHerd(load(), 5)
		before := rapid.IntRange(0, 10).Draw(rt, "before")
		stays.play(before)
		moves.play(before)
		moves.Migrate(run.NewMigration(moves.Program(), load()), run.Moment{Tick: moves.tick, DT: testDT})
		moves.exec = moves.NewExec()
		// what a picture has at once is another one where a bot sleeps: it wakes
		if diff := cmp.Diff(stays.play(10), moves.play(10)); diff != "" {
			rt.Fatalf("what follows (-want +got)\n%s", diff)
		}
	})
}

// Trees do the same on any number of workers.
func TestWorkersAgree(t *testing.T) {
	b := wildGame(t)
	rapid.Check(t, func(rt *rapid.T) {
		load := wildTree(t, rt, b)
		const blocks, ticks = 7, 8
		const bots = blocks*run.BlockRows - 5
		want := newHerd(load(), bots).play(ticks)
		for _, workers := range []int{2, 4, 7} {
			shared := newHerd(load(), bots)
			execs := make([]run.Exec, workers)
			for i := range execs {
				execs[i] = shared.NewExec()
			}
			var got []string
			for range ticks {
				order := shared.ByBody()
				var wait sync.WaitGroup
				for i := range execs {
					wait.Go(func() {
						shared.TickRange(&execs[i], order[min(blocks*i/workers*run.BlockRows, bots):min(blocks*(i+1)/workers*run.BlockRows, bots)], run.Moment{Tick: shared.tick, DT: testDT})
					})
				}
				wait.Wait()
				shared.tick++
				got = append(got, shared.picture())
			}
			if diff := cmp.Diff(want, got); diff != "" {
				rt.Fatalf("%d workers (-one +more)\n%s", workers, diff)
			}
		}
	})
}

// answered notes what the nodes of a tree answer.
type answered map[tree.NodeID]host.Answers

func (answered) Leaf(int32, tree.NodeID, host.Notice, host.Status) {}
func (a answered) Node(_ int32, n tree.NodeID, what host.Notice, s host.Status) {
	if what == host.Visited {
		a[n] |= map[host.Status]host.Answers{host.Success: host.MaySucceed, host.Failure: host.MayFail, host.Running: host.MayRun, host.Skipped: host.MayOther}[s]
	}
}

// No node answers what it is judged not to answer.
func TestJudgementsHold(t *testing.T) {
	b := wildGame(t)
	rapid.Check(t, func(rt *rapid.T) {
		src := randomUnit(rt, 3, rawElements).source()
		p := b.load(t, src, false)
		h := newHerd(p, 10)
		is := answered{}
		h.Trace = is
		h.play(15)
		var check func(n tree.NodeID)
		check = func(n tree.NodeID) {
			if judged := judgeNode(p, n); is[n]&^judged != 0 {
				rt.Fatalf("node %d answers %b and is judged to answer %b\n%s", n, is[n], judged, src)
			}
			for _, k := range p.Tree.Kids(n) {
				check(k)
			}
		}
		check(1)
	})
}
