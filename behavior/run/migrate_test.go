package run_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// migrate gives a ticker's bots another version of their tree and returns what
// leaves were told on the way.
func (t *ticker) migrate(to *run.Program) []string {
	trace := &seen{}
	t.Trace = trace
	t.Migrate(run.NewMigration(t.Program(), to), run.Moment{Tick: t.tick, DT: 0.1})
	t.exec = t.NewExec()
	trace.lines = append([]string{}, trace.lines...)
	return trace.lines
}

// steps plays ticks and returns what was visited.
func (t *ticker) steps(n int) (log []string) {
	trace := &seen{}
	t.Trace = trace
	for range n {
		t.step()
	}
	return trace.lines
}

// A node that has the same path keeps what it and its leaf remember, though it
// has another number, another slot and another argument.
func TestNodesOfTheSamePathKeepTheirMemory(t *testing.T) {
	version := func(first *spec, ticks int32) *run.Program {
		return program("life", group(sequence, first, group(parallel, act(count("count", 5)), wait(ticks))))
	}
	w := &world{}
	pool := newTicker(version(wait(1), 3), w, 2)
	pool.steps(3) // the timer of the parallel ends at tick 4
	// the first child is another node, with more below it and more memory
	told := pool.migrate(version(group(parallel, act(count("other", 2)), act(await), wait(9)), 30))
	if len(told) > 0 {
		t.Errorf("told %v", told)
	}
	want := []string{
		// the sequence is at its second child still, the action was not entered again
		"row 0: leaf 7 visited running", "row 0: node 8 visited running", "row 0: node 6 visited running", "row 0: node 1 visited running",
		"row 1: leaf 7 visited running", "row 1: node 8 visited running", "row 1: node 6 visited running", "row 1: node 1 visited running",
		// the timer ends when it would have
		"row 0: leaf 7 visited running", "row 0: node 8 visited success", "row 0: node 6 visited running", "row 0: node 1 visited running",
		"row 1: leaf 7 visited running", "row 1: node 8 visited success", "row 1: node 6 visited running", "row 1: node 1 visited running",
		// and so does the action, at its fifth visit
		"row 0: leaf 7 visited success", "row 0: leaf 7 exited ready", "row 0: node 6 visited success", "row 0: node 1 visited success",
		"row 1: leaf 7 visited success", "row 1: leaf 7 exited ready", "row 1: node 6 visited success", "row 1: node 1 visited success",
	}
	if diff := cmp.Diff(want, pool.steps(3)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if len(w.faults) > 0 {
		t.Error(w.faults)
	}
}

// What runs at a node that is gone, or is of another kind, is stopped in the
// old version and starts anew in the new one.
func TestNodesOfAnotherPathStartAnew(t *testing.T) {
	for _, test := range []struct {
		name string
		to   *spec
		told []string
		next []string
	}{
		{
			"the leaf of another action", group(parallel, act(count("other", 9)), wait(9)),
			[]string{"row 0: leaf 2 stopped ready"},
			[]string{"row 0: leaf 2 entered ready", "row 0: leaf 2 visited running", "row 0: node 3 visited running", "row 0: node 1 visited running"},
		},
		{
			"an action with more memory", group(parallel, act(&host.Action{Name: "count", Bits: 9, Tick: count("count", 9).Tick}), wait(9)),
			[]string{"row 0: leaf 2 stopped ready"},
			[]string{"row 0: leaf 2 entered ready", "row 0: leaf 2 visited running", "row 0: node 3 visited running", "row 0: node 1 visited running"},
		},
		{
			"the children exchanged", group(parallel, wait(9), act(count("count", 9))),
			[]string{"row 0: leaf 2 stopped ready"},
			[]string{"row 0: node 2 visited running", "row 0: leaf 3 entered ready", "row 0: leaf 3 visited running", "row 0: node 1 visited running"},
		},
		{
			"a composite with more memory, and all below it", group(parallel, act(count("count", 9)), wait(9), wait(9)),
			[]string{"row 0: leaf 2 stopped ready"},
			[]string{"row 0: leaf 2 entered ready", "row 0: leaf 2 visited running", "row 0: node 3 visited running", "row 0: node 4 visited running", "row 0: node 1 visited running"},
		},
		{
			"a node less", group(sequence, act(count("count", 9))),
			[]string{"row 0: leaf 2 stopped ready"},
			[]string{"row 0: leaf 2 entered ready", "row 0: leaf 2 visited running", "row 0: node 1 visited running"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			pool := newTicker(program("life", group(parallel, act(count("count", 9)), wait(9))), &world{}, 1)
			pool.steps(2)
			if diff := cmp.Diff(test.told, pool.migrate(program("life", test.to))); diff != "" {
				t.Errorf("told (-want +got)\n%s", diff)
			}
			if diff := cmp.Diff(test.next, pool.steps(1)); diff != "" {
				t.Errorf("then (-want +got)\n%s", diff)
			}
		})
	}
}

// settled is Semantics that cannot carry anything over.
type settled struct{ run.Semantics }

func TestWithoutAMigratorBotsBeginAnew(t *testing.T) {
	tree := func(name string) *run.Program { return program(name, act(count("count", 9))) }
	for name, test := range map[string]struct {
		from, to *run.Program
		carries  bool
	}{
		"a migrator":              {tree("a"), tree("a"), true},
		"a root of another file":  {tree("a"), tree("b"), true},
		"no migrator":             {settle(tree("a")), settle(tree("a")), false},
		"from one that is none":   {settle(tree("a")), tree("a"), false},
		"to one that is none":     {tree("a"), settle(tree("a")), false},
		"another type of program": {tree("a"), &run.Program{Tree: tree("a").Tree, Semantics: rowToy{&toy{}}}, false},
	} {
		t.Run(name, func(t *testing.T) {
			pool := newTicker(test.from, &world{}, 1)
			pool.steps(2)
			if got := run.NewMigration(test.from, test.to).Carries(); got != test.carries {
				t.Errorf("carries %v, want %v", got, test.carries)
			}
			told := pool.migrate(test.to)
			kept := name == "a migrator"
			if want := []string{"row 0: leaf 1 stopped ready"}; !kept && !cmp.Equal(want, told) || kept && len(told) > 0 {
				t.Errorf("told %v", told)
			}
			if got, want := pool.Status(0) == host.Ready, !test.carries; got != want {
				t.Errorf("status %v", pool.Status(0))
			}
			fresh := newTicker(test.to, &world{}, 0)
			fresh.Add(1, 0, run.Moment{Tick: pool.tick, DT: 0.1})
			if same := pool.Hash(0) == fresh.Hash(0); !test.carries && !same {
				t.Error("the memory is not that of a new bot")
			}
		})
	}
}

func settle(p *run.Program) *run.Program {
	return &run.Program{Tree: p.Tree, Semantics: settled{p.Semantics}}
}

// A migration to an equal tree changes nothing, whatever runs.
func TestMigratingToTheSameTreeChangesNothing(t *testing.T) {
	version := func() *run.Program {
		shared := act(count("shared", 3))
		return program("life", group(sequence,
			wait(2),
			group(parallel, shared, group(sequence, act(dice), wait(3)), &spec{op: raise}),
			group(sequence, shared, wait(1)),
		))
	}
	one, other := newTicker(version(), &world{}, 20), newTicker(version(), &world{}, 20)
	other.Remove(7, run.Moment{DT: 0.1})
	one.Remove(7, run.Moment{DT: 0.1})
	for tick := range 60 {
		if tick%3 == 1 {
			other.migrate(version())
		}
		a, b := one.steps(1), other.steps(1)
		if diff := cmp.Diff(a, b); diff != "" {
			t.Fatalf("tick %d (-want +got)\n%s", tick, diff)
		}
		for _, row := range one.Order() {
			if one.Hash(row) != other.Hash(row) {
				t.Fatalf("tick %d: row %d remembers something else", tick, row)
			}
		}
	}
}

func TestMigrateWakesSleepers(t *testing.T) {
	version := func(ticks int32) *run.Program {
		return &run.Program{Tree: compile("life", wait(ticks)), Semantics: sleepyToy{&toy{}}}
	}
	pool := newTicker(version(50), &world{}, 1)
	pool.steps(1)
	if got := pool.steps(3); len(got) > 0 {
		t.Fatalf("it does not sleep: %v", got)
	}
	pool.migrate(version(9))
	if got := pool.steps(3); !cmp.Equal(got, []string{"row 0: node 1 visited running"}) {
		t.Errorf("visited %v", got)
	}
}

// pointer is Semantics whose bots remember the number of one node, in memory of
// the tree as a whole: the leaf that they visit until it ends.
type pointer struct{ toy }

func (*pointer) Init(x *run.Exec) { x.Mem[0] = uint32(x.Tree.Entries[0]) }

func (*pointer) Tick(x *run.Exec) host.Status {
	n := tree.NodeID(x.Mem[0])
	s := x.Leaf(n)
	if s == host.Success {
		kids := x.Tree.Kids(x.Tree.Entries[0])
		for i, kid := range kids {
			if kid == n {
				x.Mem[0] = uint32(kids[(i+1)%len(kids)])
				return s
			}
		}
		x.Mem[0] = uint32(kids[0])
	}
	return s
}

func (*pointer) Stop(x *run.Exec) { x.Notify(tree.NodeID(x.Mem[0]), host.WasStopped) }

func (*pointer) Depart(x *run.Exec, m *run.Migration) {
	if n := tree.NodeID(x.Mem[0]); m.New(n) == 0 {
		x.Notify(n, host.WasStopped)
	}
}

func (p *pointer) Arrive(x, was *run.Exec, m *run.Migration) {
	if n := m.New(tree.NodeID(was.Mem[0])); n != 0 {
		x.Mem[0] = uint32(n)
		return
	}
	p.Init(x)
}

func pointerProgram(names ...string) *run.Program {
	b := tree.NewBuilder("pointer")
	b.Reserve(0, 32)
	at := syntax.Span{Start: syntax.Pos{File: "p", Line: 1, Col: 1}}
	root := b.Add(1, at)
	b.Entry(root)
	b.Leaf(root, tree.Leaf{Action: always(host.Success)})
	for i, name := range names {
		op := tree.Op(2)
		if name == "gap" { // a node that makes the numbers of the others different
			op = 3
		}
		n := b.Add(op, at)
		b.Leaf(n, tree.Leaf{Action: count(name, 4)})
		b.Put(root, n)
		if i == 0 && op == 3 {
			b.Put(n, b.Add(op, at))
		}
	}
	t, err := b.Build()
	if err != nil {
		panic(err)
	}
	return &run.Program{Tree: t, Semantics: &pointer{}}
}

func TestADialectTranslatesTheNodesThatItRemembers(t *testing.T) {
	for name, test := range map[string]struct {
		to   *run.Program
		told []string
		want string
	}{
		"the node is there":          {pointerProgram("a", "b", "c"), nil, "leaf 3"},
		"under another number":       {pointerProgram("gap", "b"), nil, "leaf 4"},
		"the node is gone":           {pointerProgram("a"), []string{"row 0: leaf 3 stopped ready"}, "leaf 1"},
		"the node is something else": {pointerProgram("a", "x"), []string{"row 0: leaf 3 stopped ready"}, "leaf 1"},
	} {
		t.Run(name, func(t *testing.T) {
			pool := newTicker(pointerProgram("a", "b"), &world{}, 1)
			pool.steps(1 + 4 + 2) // the root, a to its end, b is under way
			if diff := cmp.Diff(append([]string{}, test.told...), pool.migrate(test.to)); diff != "" {
				t.Errorf("told (-want +got)\n%s", diff)
			}
			got := pool.steps(1)
			if len(got) != 1 || got[0][:len("row 0: leaf 3")] != "row 0: "+test.want {
				t.Errorf("goes on with %v, want %s", got, test.want)
			}
			if name == "the node is there" || name == "under another number" {
				if log := pool.steps(1); log[0] != fmt.Sprintf("row 0: %s visited success", test.want) {
					t.Errorf("it forgot that this is the fourth visit: %v", log)
				}
			}
		})
	}
}

func TestAMigrationIsForItsOwnProgram(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a migration from another program is carried out")
		}
	}()
	pool := newTicker(program("a", wait(1)), &world{}, 1)
	pool.Migrate(run.NewMigration(program("a", wait(1)), program("a", wait(2))), run.Moment{DT: 0.1})
}

func BenchmarkMigrate(b *testing.B) {
	version := func() *run.Program {
		return program("life", group(sequence, wait(2), group(parallel, act(count("count", 5)), wait(9), group(sequence, act(dice), wait(3)))))
	}
	const bots = 100_000
	pool := newTicker(version(), &world{}, bots)
	for b.Loop() {
		pool.Migrate(run.NewMigration(pool.Program(), version()), run.Moment{Tick: 1, DT: 0.1})
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/bots, "ns/bot")
}

// kept is Semantics that keeps something beside the words.
type kept struct{ *toy }

func (kept) Init(x *run.Exec)                     { x.Keep(fmt.Sprint("since tick ", x.Tick)) }
func (kept) HashSide(side any) uint64             { return uint64(len(side.(string))) }
func (kept) SaveSide(any) ([]byte, error)         { return nil, nil }
func (kept) ReadSide(any, []byte) (func(), error) { return func() {}, nil }
func (kept) Arrive(x, was *run.Exec, _ *run.Migration) {
	x.Keep(was.Side.(string) + fmt.Sprint(", and ", x.Tick))
}

func TestMigrateAndWhatIsKeptBesideTheWords(t *testing.T) {
	version := func() *run.Program {
		return &run.Program{Tree: compile("life", wait(5)), Semantics: kept{&toy{}}}
	}
	pool := newTicker(program("life", wait(5)), &world{}, 2)
	pool.Remove(0, run.Moment{DT: 0.1})
	side := func(want any) {
		t.Helper()
		pool.Look(1, run.Moment{Tick: pool.tick, DT: 0.1}, func(x *run.Exec) {
			if x.Side != want {
				t.Errorf("keeps %v, want %v", x.Side, want)
			}
		})
	}
	side(nil)
	pool.steps(2)
	pool.migrate(version())
	side("since tick 2")
	pool.steps(1)
	pool.migrate(version())
	side("since tick 2, and 3")
	pool.Add(9, 0, run.Moment{Tick: 3, DT: 0.1})
	pool.migrate(program("life", wait(5)))
	side(nil)
}

// tallied is Semantics that counts its bots in what is shared.
type tallied struct{ *toy }

type tally struct{ bots map[host.BotID]bool }

func (tallied) Share(w host.World) any { return w.(*world).shared }

func (tallied) HashShare(any) uint64 { return 0 }

func (tallied) Tally(x *run.Exec, on bool) {
	t := x.Shared.(*tally)
	if t.bots[x.Bot] == on {
		panic("counted twice")
	}
	t.bots[x.Bot] = on
}

func TestMigrateCountsBotsAnew(t *testing.T) {
	version := func() *run.Program {
		return &run.Program{Tree: compile("life", wait(5)), Semantics: tallied{&toy{}}}
	}
	shared := &tally{map[host.BotID]bool{1: true, 2: true}}
	pool := newTicker(version(), &world{shared: shared}, 2)
	pool.migrate(version())
	if !shared.bots[1] || !shared.bots[2] {
		t.Errorf("counted: %v", shared.bots)
	}
	pool.Remove(0, run.Moment{DT: 0.1})
	shared.bots[1] = true // nobody counts who is not there
	pool.migrate(version())
	pool.migrate(settle(version()))
	if !shared.bots[1] || shared.bots[2] {
		t.Errorf("counted: %v, wanted the bot that is there to be taken off with its tree", shared.bots)
	}
}
