package wage

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

// forest draws trees of all nodes that there are.
type forest struct {
	*rapid.T
	reg  *host.Registry
	line int32
	// byWords leaves out what cannot be evaluated by words: conditions of the
	// game, and actions that remember or run bot by bot.
	byWords bool
}

func (f *forest) span() syntax.Span {
	f.line++
	return syntax.Span{Start: syntax.Pos{File: "random.yaml", Line: f.line, Col: 1}}
}

func (f *forest) facet() host.FacetID {
	if rapid.IntRange(0, 3).Draw(f.T, "facet") == 0 {
		return host.Everyone
	}
	return host.SymbolsOf(f.reg).Facet(host.Facet{Key: f.reg.Key("k0"), Value: f.reg.Sym(rapid.SampledFrom(stateValues).Draw(f.T, "value"))})
}

func (f *forest) node(depth int) Node {
	kind := rapid.IntRange(0, 9).Draw(f.T, "kind")
	if depth == 0 {
		kind = 4 + kind%6
	}
	at := f.span()
	switch {
	case kind < 2:
		return &Selector{at, f.nodes(depth)}
	case kind < 4:
		return &Sequence{at, f.nodes(depth)}
	case kind < 6:
		key := rapid.SampledFrom([]string{"k0", "k1"}).Draw(f.T, "key")
		return &StateEquals{at, key, rapid.SampledFrom(stateValues).Draw(f.T, "value")}
	case f.byWords:
		name := rapid.SampledFrom([]string{"column", "once"}).Draw(f.T, "action")
		return &Action{at, f.reg.Action(name), nil, f.facet(), nil}
	case kind < 7:
		use := f.reg.Func(rapid.SampledFrom([]string{"lucky", "near"}).Draw(f.T, "condition"))
		return &Condition{at, use, make([]host.Value, len(use.Params)), f.facet(), nil}
	}
	use := f.reg.Action(rapid.SampledFrom(
		[]string{"chase_nearest", "flee_nearest", "wander", "dice", "laps", "brittle", "column", "once"}).Draw(f.T, "action"))
	args := make([]host.Value, len(use.Params))
	if use.Name == "laps" {
		args[0] = host.IntValue(rapid.Int64Range(1, 3).Draw(f.T, "laps"))
	}
	return &Action{at, use, args, f.facet(), nil}
}

func (f *forest) nodes(depth int) []Node {
	kids := make([]Node, rapid.IntRange(0, 4).Draw(f.T, "kids"))
	for i := range kids {
		kids[i] = f.node(depth - 1)
	}
	return kids
}

// arena is one pool of bots in a field of its own.
type arena struct {
	*field
	pool *run.Pool
	exec run.Exec
}

func newArena(p *run.Program, bots []host.BotID, state [][]uint32, trace run.Tracer) *arena {
	a := &arena{field: &field{state: state, log: map[host.BotID][]string{}}}
	a.pool = run.NewPool(p, a.field)
	for _, bot := range bots {
		a.pool.Add(bot, int32(bot-1000), run.Moment{DT: 0.1})
	}
	a.exec = a.pool.NewExec()
	a.pool.Trace = trace
	return a
}

// saved returns what all bots remember, and their statuses.
func (a *arena) saved(t interface{ Fatal(...any) }) []byte {
	var b bytes.Buffer
	if err := a.pool.Save(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// sameByRows checks some ticks of a program by columns against the same ticks
// one bot after the other: equal statuses, memories, intents and faults of each
// bot in order and, with traces, equal traces of each row.
func sameByRows(t interface {
	Fatal(...any)
	Fatalf(string, ...any)
}, p *run.Program, bots []host.BotID, state [][]uint32, cut int, traced bool) {
	rowTrace, eachTrace := byRow{}, byRow{}
	rows, each := newArena(p, bots, state, nil), newArena(p, bots, state, nil)
	if traced {
		rows.pool.Trace, each.pool.Trace = rowTrace, eachTrace
	}
	for tick := range int64(3) {
		order := rows.pool.Order()
		for _, part := range [][]int32{order[:cut], order[cut:]} {
			rows.pool.TickRange(&rows.exec, part, run.Moment{Tick: tick, DT: 0.1})
		}
		each.pool.TickEach(&each.exec, each.pool.Order(), run.Moment{Tick: tick, DT: 0.1})
		for _, row := range order {
			if got, want := rows.pool.Status(row), each.pool.Status(row); got != want {
				t.Fatalf("tick %d, row %d: %v, want %v", tick, row, got, want)
			}
		}
		if diff := cmp.Diff(each.log, rows.log); diff != "" {
			t.Fatalf("tick %d, what leaves did (-want +got)\n%s", tick, diff)
		}
		if !bytes.Equal(rows.saved(t), each.saved(t)) {
			t.Fatalf("tick %d: the memories differ", tick)
		}
		if diff := cmp.Diff(eachTrace, rowTrace); diff != "" {
			t.Fatalf("tick %d, traces (-want +got)\n%s", tick, diff)
		}
	}
}

func drawBots(t *rapid.T) []host.BotID {
	n := rapid.SampledFrom([]int{1, 2, 63, 64, 65, 127, 128, 129, 200}).Draw(t, "bots")
	bots := make([]host.BotID, n)
	for i := range bots {
		bots[i] = host.BotID(1000 + (i*11+3)%n) // 11 shares no factor with the sizes above
	}
	return bots
}

func drawState(t *rapid.T, reg *host.Registry, bodies int) [][]uint32 {
	syms := []uint32{uint32(host.Missing)}
	for _, v := range stateValues {
		syms = append(syms, uint32(reg.Sym(v)))
	}
	state := make([][]uint32, len(host.SymbolsOf(reg).KeyNames()))
	seed := rapid.Uint64().Draw(t, "states")
	for k := range state {
		state[k] = make([]uint32, bodies)
		for b := range state[k] {
			seed = seed*6364136223846793005 + 1442695040888963407
			state[k][b] = syms[seed>>33%uint64(len(syms))]
		}
	}
	return state
}

func TestTickRowsIsTick(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		reg := newGame()
		reg.Key("k0")
		f := &forest{T: t, reg: reg}
		var l syntax.List
		p := Compile("random.yaml", f.node(4), reg, &l)
		if err := l.Err(); err != nil {
			t.Fatal(err)
		}
		bots := drawBots(t)
		state := drawState(t, reg, len(bots))
		cut := rapid.IntRange(0, len(bots)).Draw(t, "cut")
		sameByRows(t, p, bots, state, cut, rapid.Bool().Draw(t, "traced"))
	})
}

// TestTickLanesIsTick holds words to the bot by bot path: equal outcomes and
// intents, for trees that words can be made for and for any mask.
func TestTickLanesIsTick(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		reg := newGame()
		reg.Key("k0")
		f := &forest{T: t, reg: reg, byWords: true}
		var l syntax.List
		p := Compile("random.yaml", f.node(4), reg, &l)
		if err := l.Err(); err != nil {
			t.Fatal(err)
		}
		bots := make([]host.BotID, rapid.IntRange(1, 64).Draw(t, "bots"))
		for i := range bots {
			bots[i] = host.BotID(1000 + i)
		}
		state := drawState(t, reg, len(bots))
		mask := rapid.Uint64().Draw(t, "mask") & (^uint64(0) >> (64 - len(bots)))
		each := newArena(p, bots, state, nil)
		var rows []int32
		var success, running uint64
		for _, row := range each.pool.Order() {
			if mask>>row&1 != 0 {
				rows = append(rows, row)
			}
		}
		each.pool.TickEach(&each.exec, rows, run.Moment{Tick: 7, DT: 0.1})
		for _, row := range rows {
			switch each.pool.Status(row) {
			case host.Success:
				success |= 1 << row
			case host.Running:
				running |= 1 << row
			}
		}
		words := &field{state: state, log: map[host.BotID][]string{}}
		x := run.NewExec(p, words)
		x.Tick, x.DT = 7, 0.1
		s, r := p.Semantics.(run.LaneTicker).TickLanes(&x, word{reg, state}, mask)
		if s != success || r != running {
			t.Fatalf("success %b, running %b; bot by bot %b, %b", s, r, success, running)
		}
		if diff := cmp.Diff(each.log, words.log); diff != "" {
			t.Fatalf("what leaves did (-want +got)\n%s", diff)
		}
	})
}

// word is the bodies of a field, one a bit.
type word struct {
	reg   *host.Registry
	state [][]uint32
}

func (w word) Holds(f host.FacetID) (mask uint64) {
	facet := host.SymbolsOf(w.reg).Facets()[f-1]
	for body, value := range w.state[facet.Key] {
		if value == uint32(facet.Value) {
			mask |= 1 << body
		}
	}
	return mask
}

func (w word) Bodies() []int32 {
	bodies := make([]int32, len(w.state[0]))
	for i := range bodies {
		bodies[i] = int32(i)
	}
	return bodies
}

func TestNoAllocationInATick(t *testing.T) {
	reg := newGame()
	p := mustLoad(t, reg, `
kind: selector
children:
- kind: sequence
  children: [{kind: state_equals, key: it, value: true}, {kind: condition, name: lucky}, {kind: chase_nearest}]
- {kind: state_equals, key: it, value: []}
- {kind: action, name: column}
- {kind: action, name: laps, args: {n: 3}}
`)
	quiet := quietField{field{state: [][]uint32{make([]uint32, 300)}}}
	pool := run.NewPool(p, &quiet)
	for i := range 300 {
		quiet.state[0][i] = uint32(reg.Sym(host.BoolValue(i%2 == 0)))
		pool.Add(host.BotID(i+1), int32(i), run.Moment{DT: 0.1})
	}
	x := pool.NewExec()
	tick := int64(0)
	for name, run := range map[string]func(){
		"rows": func() { pool.TickRange(&x, pool.Order(), run.Moment{Tick: tick, DT: 0.1}) },
		"each": func() { pool.TickEach(&x, pool.Order(), run.Moment{Tick: tick, DT: 0.1}) },
	} {
		if allocs := testing.AllocsPerRun(20, func() { run(); tick++ }); allocs != 0 {
			t.Errorf("%s: %v allocations a tick", name, allocs)
		}
	}
}

// quietField is a field that writes nothing down.
type quietField struct{ field }

func (*quietField) Decide(int32, *host.Action, host.Intent) {}

func mustLoad(t testing.TB, reg *host.Registry, src string) *run.Program {
	t.Helper()
	var l syntax.List
	p := Load("tree.yaml", []byte(src), reg, &l)
	if err := l.Err(); err != nil {
		t.Fatal(err)
	}
	return p
}

// brokenField panics when it is told what a bot decided.
type brokenField struct{ quietField }

func (*brokenField) Decide(int32, *host.Action, host.Intent) { panic("the world broke") }

// A panic of the world itself is no failure of the leaf before it: it goes on to who plays the tick.
func TestPanicsOfTheWorldGoOn(t *testing.T) {
	reg := &host.Registry{}
	if err := reg.AddAction(host.Action{Name: "wander", Tick: func(*host.Call) host.Status { return host.Success }}); err != nil {
		t.Fatal(err)
	}
	world := &brokenField{quietField{field{log: map[host.BotID][]string{}}}}
	pool := run.NewPool(mustLoad(t, reg, "kind: wander\n"), world)
	pool.Add(1, 0, run.Moment{DT: 0.1})
	x := pool.NewExec()
	for name, tick := range map[string]func(*run.Exec, []int32, run.Moment){"bot by bot": pool.TickEach, "by columns": pool.TickRange} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if v := recover(); v != "the world broke" {
					t.Errorf("panic %v, wanted the world's", v)
				}
			}()
			tick(&x, pool.Order(), run.Moment{Tick: 1, DT: 0.1})
		})
	}
	if len(world.log) > 0 {
		t.Errorf("told %v", world.log)
	}
}
