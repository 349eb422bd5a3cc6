package unvanquished

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dryrun/dryruntest"
)

// bot is one bot in a pool of its own.
type bot struct {
	*field
	pool *run.Pool
	exec run.Exec
	row  int32
	tick int64
}

func newBot(p *run.Program) *bot {
	b := &bot{field: &field{dead: map[int32]bool{}, queue: map[int32]int32{}}}
	b.pool = run.NewPool(p, b.field)
	b.row = b.pool.Add(1, 0, run.Moment{DT: 0.1})
	b.exec = b.pool.NewExec()
	return b
}

// step runs a tick and tells what leaves did, and the status.
func (b *bot) step() string {
	b.log = nil
	b.pool.TickRange(&b.exec, b.pool.Order(), run.Moment{Tick: b.tick, DT: 0.1})
	b.tick++
	return strings.Join(append(b.log, b.pool.Status(b.row).String()), " ")
}

// game offers actions that note each call, answer in turn what a test gives
// them, and say when they start over.
type game struct {
	reg     *host.Registry
	calls   []string
	answers map[string][]host.Status
}

func newGame(t testing.TB, long bool, names ...string) *game {
	g := &game{reg: asking(), answers: map[string][]host.Status{}}
	for _, name := range names {
		a := host.Action{Name: name, Tick: func(*host.Call) host.Status {
			g.calls = append(g.calls, name)
			s := host.Success
			if left := g.answers[name]; len(left) > 0 {
				s, g.answers[name] = left[0], left[1:]
			}
			return s
		}}
		if long {
			a.Enter = func(*host.Call) { g.calls = append(g.calls, name+"+") }
		}
		offerAll(t, g.reg, []host.Action{a}, nil)
	}
	return g
}

// take returns what was called since it was asked last.
func (g *game) take() string {
	text := strings.Join(g.calls, " ")
	g.calls = nil
	return text
}

// An action starts over when the bot's current action is another, and after it
// ended; a one-shot action in between changes nothing.
func TestActionsAreToldWhenTheyStartOver(t *testing.T) {
	g := newGame(t, true, "walk", "fight")
	offerAll(t, g.reg, []host.Action{{Name: "hop", Tick: func(*host.Call) host.Status { return host.Success }}}, []host.Func{
		{Name: "f", Result: host.Int, Eval: func(c *host.Call) host.Value { return host.BoolValue(c.Tick == 2) }},
	})
	g.answers["walk"] = []host.Status{host.Running, host.Running, host.Running, host.Success, host.Running}
	g.answers["fight"] = []host.Status{host.Running}
	b := newBot(mustLoad(t, g.reg, "concurrent { action hop selector { condition f { action fight } action walk } }"))
	var got []string
	for range 6 {
		b.step()
		got = append(got, g.take())
	}
	want := []string{"walk+ walk", "walk", "fight+ fight", "walk+ walk", "walk", "walk+ walk"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// The actions of a dead bot fail without a call; all else goes on.
func TestDeadBotsDoNothing(t *testing.T) {
	g := newGame(t, false, "walk")
	b := newBot(mustLoad(t, g.reg, "sequence { condition 1 action walk }"))
	b.dead[0] = true
	if got := b.step() + g.take(); got != "failure" {
		t.Errorf("dead: %s", got)
	}
	b.dead[0] = false
	if got := b.step() + " " + g.take(); got != "0 walk success walk" {
		t.Errorf("alive: %s", got)
	}
}

// Only the command evaluates selectClass, with the same list.
func TestSelectClass(t *testing.T) {
	g := newGame(t, false, "walk")
	b := newBot(mustLoad(t, g.reg, "selectClass { selector { spawnAs 4 spawnAs WP_HBUILD } } selector { spawnAs 4 action walk }"))
	order := run.Command{Name: SelectClass}
	if err := b.pool.Control(b.row, order, run.Moment{DT: 0.1}); err == nil {
		t.Error("selected, though the bot does not wait to spawn")
	}
	b.queue[0] = 22
	if err := b.pool.Control(b.row, order, run.Moment{DT: 0.1}); err != nil {
		t.Error(err)
	}
	if got := b.step(); got != "0 walk success" {
		t.Errorf("a tick: %s", got)
	}
	b.queue[0] = 4
	if got := b.step(); got != "success" {
		t.Errorf("a tick of a bot that waits for 4: %s", got)
	}
	other := newBot(mustLoad(t, g.reg, "action walk()"))
	for _, c := range []run.Command{order, {Name: "jump"}} {
		if err := other.pool.Control(other.row, c, run.Moment{DT: 0.1}); err == nil {
			t.Errorf("%s of a tree without selectClass is taken", c.Name)
		}
	}
}

// A respawn empties the list and leaves the timers.
func TestRespawn(t *testing.T) {
	g := newGame(t, false, "a", "b", "c")
	g.answers["b"] = []host.Status{host.Running, host.Running, host.Running}
	g.answers["c"] = []host.Status{host.Failure}
	b := newBot(mustLoad(t, g.reg, "selector { decorator timer( 1000 ) { action c } sequence { action a action b } }"))
	var got []string
	for range 5 {
		if b.tick == 3 {
			if err := b.pool.Control(b.row, run.Command{Name: Respawn}, run.Moment{Tick: b.tick, DT: 0.1}); err != nil {
				t.Fatal(err)
			}
		}
		b.step()
		got = append(got, g.take())
	}
	if diff := cmp.Diff([]string{"a b", "c b", "b", "a b", "a b"}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// A status that the game's actions do not have is another number; an action that
// panics fails.
func TestStatusesOfActions(t *testing.T) {
	g := newGame(t, false, "a", "b")
	g.answers["a"] = []host.Status{host.Ready, host.Error}
	b := newBot(mustLoad(t, g.reg, "selector { action a action b }"))
	if got := b.step() + ", " + b.step(); got != "other, other" {
		t.Errorf("got %s", got)
	}
	reg := asking()
	offerAll(t, reg, []host.Action{{Name: "a", Tick: func(*host.Call) host.Status { panic("broke") }}}, nil)
	b = newBot(mustLoad(t, reg, "action a()"))
	if got := b.step(); !strings.HasSuffix(got, "panic: broke failure") {
		t.Errorf("got %s", got)
	}
}

// What the tables have and no game supplies fails, and says so.
func TestNobodySaysWhatItDoes(t *testing.T) {
	b := newBot(mustLoad(t, asking(), "condition stuckTime == 0 { action heal() }"))
	want := []string{
		"bots/tree.bt:1:1: tree bots/tree.bt, bot 1, tick 0: this game does not say what the function stuckTime gives",
		"bots/tree.bt:1:28: heal of tree bots/tree.bt, bot 1, tick 0: this game does not say what the action heal does",
		"failure",
	}
	if got := b.step(); got != strings.Join(want, " ") {
		t.Errorf("got %s", got)
	}
}

// Values are handed over as the original's casts have them.
func TestArgumentsAreCast(t *testing.T) {
	reg := asking()
	var got []string
	show := func(name string, kind host.Kind) host.Action {
		return host.Action{Name: name, Params: []host.Param{{Name: "v", Kind: kind}}, Tick: func(c *host.Call) host.Status {
			got = append(got, fmt.Sprint(name, " ", c.Args[0], " ", c.Args[0].Kind()))
			return host.Success
		}}
	}
	offerAll(t, reg, []host.Action{
		show("int", host.Int), show("float", host.Number), show("text", host.String), show("truth", host.Bool), show("any", host.Any),
	}, nil)
	newBot(mustLoad(t, reg, `sequence {
		action int( 2.9 ) action int( -2.9 ) action int( "7" ) action int( 3000000000 )
		action float( 2 ) action float( 0.5 ) action float( "x" )
		action text( 3 ) action text( 0.5 ) action text( "x" )
		action truth( 2 ) action truth( 0 ) action any( 1.0 ) action any( 1.5 ) action any( "x" )
	}`)).step()
	want := []string{
		"int 2 a whole number", "int -2 a whole number", "int 0 a whole number", "int 2147483647 a whole number",
		"float 2 a number", "float 0.5 a number", "float 0 a number",
		`text "3" a text`, `text "0.500000" a text`, `text "x" a text`,
		"truth true true or false", "truth false true or false", "any 1 a whole number", "any 1.5 a number", `any "x" a text`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// full has a node of every opcode.
const full = `
selector
{
	sequence { condition c action a }
	fallback { condition c { action a } spawnAs 3 }
	concurrent { decorator invert() { action b } decorator mapStatus( 1 0 2 ) { action b } }
	decorator return( STATUS_FAILURE ) { action b }
	decorator timer( 100 ) { action a }
}`

// recorder is a trace of node numbers.
type recorder struct{ nodes, leaves []tree.NodeID }

func (r *recorder) Node(_ int32, n tree.NodeID, _ host.Notice, _ host.Status) {
	r.nodes = append(r.nodes, n)
}
func (r *recorder) Leaf(_ int32, n tree.NodeID, _ host.Notice, _ host.Status) {
	r.leaves = append(r.leaves, n)
}

func TestEveryOpIsTraced(t *testing.T) {
	g := newGame(t, false, "a", "b")
	for range 10 {
		g.answers["a"] = append(g.answers["a"], host.Failure)
		g.answers["b"] = append(g.answers["b"], host.Failure, host.Success, host.Success)
	}
	offerAll(t, g.reg, nil, []host.Func{{Name: "c", Result: host.Int, Eval: func(*host.Call) host.Value { return host.IntValue(1) }}})
	p := mustLoad(t, g.reg, full)
	b := newBot(p)
	var trace recorder
	b.pool.Trace = &trace
	b.step()
	b.step() // at time 0 the timer is closed
	visited := append(trace.nodes, trace.leaves...)
	seen := map[opcode]bool{}
	for n := range p.Tree.Nodes[1:] {
		id := tree.NodeID(n + 1)
		seen[opOf(&p.Tree.Nodes[id])] = true
		if !slices.Contains(visited, id) {
			t.Errorf("node %d, a %v, was not traced", id, opOf(&p.Tree.Nodes[id]))
		}
	}
	for op := opNone + 1; op < opCount; op++ {
		if !seen[op] {
			t.Errorf("%v (op %d) is in no tree of this test", op, op)
		}
	}
	labels := p.Semantics.(run.Describer)
	if kind, detail := labels.Label(p.Tree, p.Tree.Entries[0]); kind != "behavior" || detail != "tree" {
		t.Errorf("the root is drawn as %s %s", kind, detail)
	}
}

// Every op has a name, a truth, a case in each dispatch and one among the cases;
// any other is told by its number.
func TestEveryOp(t *testing.T) {
	dryruntest.EveryOp(t, &ops, Trace, casesFile, []string{"dispatch", "dispatchAll"}, nil)
	defer func() {
		if got, want := recover(), "unvanquished: no case for op 14 (op 14)"; got != want {
			t.Errorf("panic %v, wanted %s", got, want)
		}
	}()
	dispatch(nil, 0, &tree.Node{Op: tree.Op(opCount)})
}

// A pool that is saved in the middle and loaded goes on bit for bit.
func TestSavedPoolsGoOn(t *testing.T) {
	const bots = 40
	start := func() (*run.Pool, *field) {
		f := &field{}
		pool := run.NewPool(mustLoad(t, dice(t), full), f)
		for i := range bots {
			pool.Add(host.BotID(i+1), int32(i), run.Moment{DT: 0.1})
		}
		return pool, f
	}
	play := func(pool *run.Pool, from, to int64) {
		x := pool.NewExec()
		for tick := from; tick < to; tick++ {
			pool.TickRange(&x, pool.Order(), run.Moment{Tick: tick, DT: 0.1})
		}
	}
	straight, log := start()
	play(straight, 0, 30)
	var saved, end bytes.Buffer
	if err := straight.Save(&saved); err != nil {
		t.Fatal(err)
	}
	log.log = nil
	play(straight, 30, 80)

	again, second := start()
	play(again, 0, 7)
	if err := again.Load(&saved); err != nil {
		t.Fatal(err)
	}
	second.log = nil
	play(again, 30, 80)
	if diff := cmp.Diff(log.log, second.log); diff != "" || len(log.log) == 0 {
		t.Errorf("what leaves did (-straight +loaded)\n%s", diff)
	}
	saved.Reset()
	if err := straight.Save(&saved); err != nil {
		t.Fatal(err)
	}
	if err := again.Save(&end); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(saved.Bytes(), end.Bytes()) {
		t.Error("the memories differ")
	}
}

// dice offers actions that answer what they draw.
func dice(t testing.TB) *host.Registry {
	reg := asking()
	throw := func(name string, bits int) host.Action {
		a := host.Action{Name: name, Bits: bits, Local: true, Tick: func(c *host.Call) host.Status {
			if bits > 0 {
				c.Store(0, bits, c.Load(0, bits)+1)
			}
			return host.Status(3 * c.Random())
		}}
		if bits > 0 {
			a.Enter = func(c *host.Call) { c.Store(0, bits, 0) }
		}
		return a
	}
	offerAll(t, reg, []host.Action{throw("a", 5), throw("b", 0)}, []host.Func{
		{Name: "c", Result: host.Number, Local: true, Eval: func(c *host.Call) host.Value { return host.NumberValue(2*c.Random() - 1) }},
	})
	return reg
}

func TestNoAllocationInATick(t *testing.T) {
	pool := patrolPool(t, 300)
	x := pool.NewExec()
	tick := int64(0)
	for name, play := range map[string]func(*run.Exec, []int32, run.Moment){"rows": pool.TickRange, "each": pool.TickEach} {
		if allocs := testing.AllocsPerRun(200, func() {
			play(&x, pool.Order(), run.Moment{Tick: tick, DT: 0.1})
			tick++
		}); allocs != 0 {
			t.Errorf("%s: %v allocations a tick", name, allocs)
		}
	}
	if got := pool.Program().Tree.Words() * 4; got != 24 {
		t.Errorf("%d bytes a bot, wanted 24: the list of %d nodes and two timers", got, len(pool.Program().Tree.Nodes)-1)
	}
}

// A bot that comes back to life selects its class with the list that it has,
// and then forgets the list.
func TestRevive(t *testing.T) {
	g := newGame(t, false, "a", "b")
	g.answers["b"] = []host.Status{host.Running, host.Running}
	b := newBot(mustLoad(t, g.reg, "selectClass { sequence { spawnAs 4 action a } } sequence { action a action b }"))
	b.step()
	b.step()
	if got := g.take(); got != "a b b" {
		t.Fatalf("before: %s", got)
	}
	b.queue[0] = 4
	b.pool.Revive(b.row, run.Moment{Tick: b.tick, DT: 0.1})
	if got := g.take(); got != "a" {
		t.Errorf("while it selects: %s", got)
	}
	b.step()
	if got := g.take(); got != "a b" {
		t.Errorf("after: %s, wanted it to start over", got)
	}
}

// A bot that is respawned or comes back to life has no current action: what it
// did before starts over.
func TestAnotherLifeHasNoCurrentAction(t *testing.T) {
	for name, again := range map[string]func(*bot){
		"respawn": func(b *bot) {
			if err := b.pool.Control(b.row, run.Command{Name: Respawn}, run.Moment{Tick: b.tick, DT: 0.1}); err != nil {
				t.Fatal(err)
			}
		},
		"revive": func(b *bot) { b.pool.Revive(b.row, run.Moment{Tick: b.tick, DT: 0.1}) },
	} {
		g := newGame(t, true, "walk")
		g.answers["walk"] = []host.Status{host.Running, host.Running, host.Running}
		b := newBot(mustLoad(t, g.reg, "action walk()"))
		b.step()
		b.step()
		again(b)
		b.step()
		if got := g.take(); got != "walk+ walk walk walk+ walk" {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// An action that ends leaves the current action alone where that is another by
// then: the one that a selectClass began, which the action itself asked for.
func TestAnActionThatEndsLeavesTheCurrentOfAnother(t *testing.T) {
	g := newGame(t, true, "walk")
	g.answers["walk"] = []host.Status{host.Running, host.Running}
	offerAll(t, g.reg, []host.Action{{
		Name: "order", Enter: func(*host.Call) { g.calls = append(g.calls, "order+") },
		Tick: func(c *host.Call) host.Status {
			if err := c.Control(SelectClass, host.NullValue); err == nil {
				t.Error("a class was selected by an action that runs")
			}
			return host.Success
		},
	}}, nil)
	b := newBot(mustLoad(t, g.reg, "selectClass { action walk } action order()"))
	b.step()
	if err := b.pool.Control(b.row, run.Command{Name: SelectClass}, run.Moment{Tick: b.tick, DT: 0.1}); err == nil {
		t.Error("a class was selected by an action that runs")
	}
	if got := g.take(); got != "order+ walk+ walk walk" {
		t.Errorf("%s, wanted walk to go on", got)
	}
}
