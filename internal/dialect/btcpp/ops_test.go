package btcpp

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// tape has what is drawn in a run, and goes through all runs there are: each draw is one of a number of
// values, and the last one that can be raised is raised for the next run.
type tape struct {
	drawn, most []int
	at          int
	random      func(n int) int // where it is set, what is not on the tape is drawn by it
}

func (t *tape) draw(n int) int {
	if t.at == len(t.drawn) {
		v := 0
		if t.random != nil {
			v = t.random(n)
		}
		t.drawn, t.most = append(t.drawn, v), append(t.most, n)
	}
	v := t.drawn[t.at]
	t.at++
	return v % n
}

func (t *tape) rewind() { t.at = 0 }

// next goes to the next run; false where there is none.
func (t *tape) next() bool {
	t.drawn, t.most = t.drawn[:t.at], t.most[:t.at]
	t.at = 0
	for i := len(t.drawn) - 1; i >= 0; i-- {
		if t.drawn[i]+1 < t.most[i] {
			t.drawn[i]++
			t.drawn, t.most = t.drawn[:i+1], t.most[:i+1]
			return true
		}
	}
	return false
}

// answersOf are what leaves of the game answer.
var answersOf = map[string][]answer{
	"Act": {success, failure, running, skipped}, "Sync": {success, failure, skipped}, "Cond": {success, failure},
}

// bench plays the dialect beside the model.
type bench struct {
	tape tape
	reg  *host.Registry
	told []heard
}

func (b *bench) Leaf(_ int32, n tree.NodeID, what host.Notice, _ host.Status) {
	switch what {
	case host.Entered:
		b.told = append(b.told, heard{int(n), "entered"})
	case host.WasStopped:
		b.told = append(b.told, heard{int(n), "halt"})
	}
}

func (b *bench) Node(_ int32, n tree.NodeID, what host.Notice, s host.Status) {
	text := s.String()
	if what == host.WasStopped {
		text = "stopped"
	}
	b.told = append(b.told, heard{int(n), text})
}

func newBench(t testing.TB) *bench {
	b := &bench{reg: &host.Registry{}}
	tick := func(name string) func(*host.Call) host.Status {
		return func(*host.Call) host.Status {
			all := answersOf[name]
			return toStatus[all[b.tape.draw(len(all))]]
		}
	}
	offerAll(t, b.reg,
		[]host.Action{
			{Name: "Act", Skips: true, Tick: tick("Act")},
			{Name: "Sync", Skips: true, Internals: host.Internals{Payload: &native{sync: true}}, Tick: tick("Sync")},
		},
		[]host.Func{{Name: "Cond", Result: host.Bool, Eval: func(*host.Call) host.Value { return host.BoolValue(tick("Cond")(nil) == host.Success) }}})
	return b
}

func offerAll(t testing.TB, reg *host.Registry, actions []host.Action, funcs []host.Func) {
	t.Helper()
	for _, a := range actions {
		if err := reg.AddAction(a); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range funcs {
		if err := reg.AddFunc(f); err != nil {
			t.Fatal(err)
		}
	}
}

// modelEntries are the entries of the model's blackboard.
var modelEntries = []string{"a", "b", "c", "d"}

// late is the entry that gets its value when the tree is made, a text: the variable of a Switch can be
// nothing else. No script uses it.
const late = "d"

func (b *bench) load(t rapid.TB, src string, exactly bool) *run.Program {
	t.Helper()
	o := &options{exactly: exactly}
	for name, v := range newOracle(nil, false).entries {
		if name != late {
			o.start = append(o.start, given{name, board.WholeOf(board.Int, int64(v))})
		}
	}
	o.start = append(o.start, given{"t", board.TextOf("n")}, given{"u", board.TextOf("m")}, given{"list", board.TextOf("x;y;z")})
	slices.SortFunc(o.start, func(a, b given) int { return strings.Compare(a.name, b.name) })
	var l syntax.List
	p := load("t.xml", []byte(src), b.reg, sourcefile.Memory(nil), o, &l)
	if err := l.Err(); err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return p
}

// match is a run of the dialect and of the model.
type match struct {
	ticks   int
	exactly bool
	halts   bool // the game may stop the tree before a tick
	writes  int  // how many of the entries the game may write before a tick
}

// play plays one run and tells where the two differ; "" where they agree.
func (b *bench) play(pool *run.Pool, root *unit, how match) string {
	m := newOracle(root, how.exactly)
	root.forget()
	m.answer = func(u *unit) answer {
		all := answersOf[u.name]
		return all[b.tape.draw(len(all))]
	}
	row := pool.Add(1, 0, run.Moment{DT: testDT})
	defer pool.Remove(row, run.Moment{DT: testDT})
	x := pool.NewExec()
	sem := pool.Program().Semantics.(*semantics)
	x.Seek(row)
	writeEntry(sem, &x, late, m.entries[late])
	for i := range how.ticks {
		x.Moment, x.Trace = run.Moment{Tick: int64(i), DT: testDT}, b
		x.Seek(row)
		stops := how.halts && i > 0 && b.tape.draw(2) == 1
		write := 0
		if how.writes > 0 {
			write = b.tape.draw(1 + 2*how.writes)
		}
		was := b.tape.at
		want := m.turn(100*i, stops, write)
		b.tape.at, b.told = was, nil
		status := host.Error
		if !stops || sem.stop(&x, x.Tree.Entries[0]) {
			if write > 0 {
				writeEntry(sem, &x, modelEntries[(write-1)/2], write%2)
			}
			status = sem.Tick(&x)
		}
		b.told = append(b.told, heard{0, status.String()})
		if !slices.Equal(want, b.told) {
			return fmt.Sprintf("tick %d of %v: (-model +dialect)\n%s", i, b.tape.drawn, cmp.Diff(want, b.told, cmp.AllowUnexported(heard{})))
		}
		if diff := m.sameEntries(sem, &x); diff != "" {
			return fmt.Sprintf("tick %d of %v: %s", i, b.tape.drawn, diff)
		}
		if status == host.Error {
			break
		}
	}
	return ""
}

func writeEntry(sem *semantics, x *run.Exec, name string, v int) {
	slot := sem.findNamed(x, sem.main, name)
	isNew := slot < 0
	if isNew {
		slot = sem.makeNamed(x, sem.main, name)
	}
	value := board.WholeOf(board.Int, int64(v))
	if name == late {
		value = board.TextOf(strconv.Itoa(v))
	}
	if err := sem.set(x, slot, isNew, value); err != nil {
		panic(err)
	}
}

func (m *oracle) sameEntries(sem *semantics, x *run.Exec) string {
	for _, name := range modelEntries {
		en := sem.entry(x, sem.findNamed(x, sem.main, name))
		got := en.Value.Whole()
		if en.Value.Text() == "1" {
			got = 1
		}
		if got != int64(m.entries[name]) || en.Sequence != uint64(m.writes[name]) {
			return fmt.Sprintf("entry %s is %d (write %d), in the model %d (%d)", name, got, en.Sequence, m.entries[name], m.writes[name])
		}
	}
	return ""
}

// forget has a unit begin a new run.
func (u *unit) forget() {
	*u = unit{id: u.id, name: u.name, kids: u.kids, count: u.count, count2: u.count2, flag: u.flag, entry: u.entry, other: u.other, list: u.list, scripts: u.scripts}
	for _, k := range u.kids {
		k.forget()
	}
}

// all plays all runs there are of a tree.
func (b *bench) all(t *testing.T, root *unit, how match) (runs int) {
	t.Helper()
	src := root.source()
	pool := run.NewPool(b.load(t, src, how.exactly), &quiet{})
	b.tape = tape{}
	for {
		b.tape.rewind()
		if diff := b.play(pool, root, how); diff != "" {
			t.Errorf("%s\n%s", diff, src)
			return runs
		}
		if runs++; !b.tape.next() {
			return runs
		}
	}
}

// leavesNamed makes leaves of the game.
func leavesNamed(n int) []*unit {
	kids := make([]*unit, n)
	for i := range kids {
		kids[i] = &unit{name: "Act"}
	}
	return kids
}

// controls are the controls over a number of children, with what can be written in them.
func controls(kids int) (all []*unit) {
	add := func(u unit) { u.kids = leavesNamed(kids); all = append(all, &u) }
	for _, name := range []string{"Sequence", "AsyncSequence", "SequenceWithMemory", "Fallback", "AsyncFallback", "ReactiveSequence", "ReactiveFallback", "IfThenElse", "WhileDoElse"} {
		add(unit{name: name})
	}
	for needed := -kids - 2; needed <= kids; needed++ {
		for most := -kids - 2; most <= kids; most++ {
			if kids == 2 || needed*most == -1 || needed == 2 && most == 2 || needed == 0 && most == 1 {
				add(unit{name: "Parallel", count: needed, count2: most})
			}
		}
	}
	for most := -kids - 2; most <= kids+1; most++ {
		if kids == 2 || most > 0 && most < 3 || most > kids {
			add(unit{name: "ParallelAll", count2: most})
		}
	}
	add(unit{name: "TryCatch"})
	add(unit{name: "TryCatch", flag: true})
	if kids == 3 {
		add(unit{name: "Switch2", entry: late, list: []int{0, 1}})
	}
	return all
}

// turns is for how many ticks a node answers all that it can.
func turns() int {
	if testing.Short() {
		return 2
	}
	return 3
}

// Every control answers and halts as the model does, whatever its children answer in three ticks, and
// whether the game halts it between them.
func TestControlsAgainstTheModel(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	runs := 0
	for _, u := range controls(2) {
		if runs += b.all(t, u, match{ticks: turns(), halts: true, exactly: true}); u.count == 0 && u.count2 == 0 {
			runs += b.all(t, u, match{ticks: turns(), halts: true})
		}
	}
	for _, u := range controls(3) {
		switch u.name {
		case "Parallel", "ParallelAll": // three ticks of three children that all run are 262,144 runs each
			runs += b.all(t, u, match{ticks: 2, halts: true})
		case "Switch2":
			runs += b.all(t, u, match{ticks: 2, writes: len(modelEntries), halts: true})
		default:
			runs += b.all(t, u, match{ticks: turns(), exactly: true})
		}
	}
	t.Logf("%d runs", runs)
}

// Every decorator, in the same way.
func TestDecoratorsAgainstTheModel(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	var all []*unit
	for _, kid := range []string{"Act", "Sync", "Cond"} {
		add := func(u unit) { u.kids = []*unit{{name: kid}}; all = append(all, &u) }
		for _, name := range []string{"Inverter", "ForceSuccess", "ForceFailure", "KeepRunningUntilFailure", "SubTree"} {
			add(unit{name: name})
		}
		for count := -2; count <= 3; count++ {
			if count != -1 { // which has no end over an instant child
				add(unit{name: "Repeat", count: count})
				add(unit{name: "RetryUntilSuccessful", count: count})
			}
		}
		for _, ms := range []int{0, 100, 150, 250} {
			add(unit{name: "Timeout", count: ms})
			add(unit{name: "Delay", count: ms})
		}
		for _, flag := range []bool{false, true} {
			add(unit{name: "RunOnce", flag: flag})
		}
		for _, other := range []answer{idle, running, success, failure, skipped} {
			add(unit{name: "Precondition", entry: "a", other: other})
			add(unit{name: "Precondition", entry: "b", other: other})
			add(unit{name: "LoopInt", entry: "c", other: other, list: []int{1, 0}})
			add(unit{name: "LoopInt", entry: "c", other: other})
		}
		add(unit{name: "SkipUnlessUpdated", entry: "a"})
		add(unit{name: "WaitValueUpdate", entry: "a"})
	}
	runs := 0
	for _, u := range all {
		ticks := 3
		if u.name == "Timeout" || u.name == "Delay" {
			ticks = 5
		}
		runs += b.all(t, u, match{ticks: ticks, halts: true, exactly: true})
		runs += b.all(t, u, match{ticks: turns(), writes: 1})
	}
	t.Logf("%d runs", runs)
}

// Every leaf, and every attribute with a script over a leaf and over a Sequence of two.
func TestScriptsOfNodesAgainstTheModel(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	runs := 0
	for _, u := range []*unit{
		{name: "AlwaysSuccess"}, {name: "AlwaysFailure"}, {name: "Sleep"}, {name: "Sleep", count: 100}, {name: "Sleep", count: 150},
		{name: "Script", entry: "a"}, {name: "ScriptCondition", entry: "a"}, {name: "WasEntryUpdated", entry: "a"},
		{name: "Act"}, {name: "Sync"}, {name: "Cond"}, {name: "Sequence", kids: leavesNamed(2)},
	} {
		runs += b.all(t, u, match{ticks: turns(), halts: true, writes: 1})
		for _, name := range conditionNames {
			u.scripts = map[string]string{name: "a"}
			runs += b.all(t, u, match{ticks: turns(), halts: true})
		}
		for i, name := range conditionNames {
			u.scripts = map[string]string{name: "a", conditionNames[(i+3)%len(conditionNames)]: "b", conditionNames[(i+5)%len(conditionNames)]: "a"}
			runs += b.all(t, u, match{ticks: turns(), halts: true})
		}
	}
	t.Logf("%d runs", runs)
}
