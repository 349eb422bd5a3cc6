package unvanquished

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/internal/dryrun"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

// byBot is a world that writes down what each bot's leaves did.
type byBot struct {
	field
	done map[host.BotID][]string
}

func (w *byBot) note(bot host.BotID, text string) { w.done[bot] = append(w.done[bot], text) }

func (w *byBot) Fault(f host.Fault) { w.note(f.Bot, f.String()) }

func (w *byBot) Decide(body int32, a *host.Action, in host.Intent) {
	w.note(w.ID(body), fmt.Sprint(a.Name, in))
}

// wild offers actions and functions that do all that a leaf may do to a tree.
func wild(t testing.TB) *host.Registry {
	reg := &host.Registry{}
	throw := func(c *host.Call) host.Status {
		c.Head(c.Random()-0.5, c.Random()-0.5)
		return host.Status(3.2 * c.Random()) // now and then ready
	}
	offerAll(t, reg, []host.Action{
		{Name: "A", Local: true, Params: []host.Param{optional(anyParam(""), "p")}, Tick: throw},
		{Name: "B", Local: true, Tick: func(c *host.Call) host.Status { return host.Status(c.Tick+int64(c.Bot)) % 3 }},
		{Name: "C", Local: true, Bits: 37, Tick: func(c *host.Call) host.Status {
			n := c.Load(33, 4) + 1
			c.Store(33, 4, n)
			if n%3 == 0 {
				return host.Success
			}
			return host.Running
		}},
		{Name: "D", Local: true, Bits: 6, Enter: func(c *host.Call) { c.Store(0, 6, uint32(64*c.Random())) }, Tick: func(c *host.Call) host.Status {
			c.Hold()
			return host.Status(c.Load(0, 6)) % 4
		}},
		{Name: "E", Local: true, Bits: 3, Tick: func(c *host.Call) host.Status {
			c.Store(0, 3, c.Load(0, 3)+1)
			c.Head(1, 0)
			if c.Random() < 0.3 {
				panic("broke")
			}
			return throw(c)
		}},
		{Name: "F", Local: true, Bits: 2, Internals: host.Internals{Admit: func(c *host.Call) bool {
			c.Store(0, 2, c.Load(0, 2)+1)
			return c.Random() < 0.5
		}}, Tick: throw},
	}, []host.Func{
		{Name: "c", Local: true, Result: host.Number, Eval: func(c *host.Call) host.Value { return host.NumberValue(4*c.Random() - 2) }},
		{Name: "d", Local: true, Result: host.Int, Eval: func(c *host.Call) host.Value { return host.IntValue(int64(c.Bot) % 3) }},
		{Name: "e", Local: true, Result: host.Any, Params: []host.Param{entity}, Eval: func(c *host.Call) host.Value {
			if c.Random() < 0.2 {
				panic("lost")
			}
			return host.StringValue("far")
		}},
	})
	return reg
}

// drawNode writes a random node.
func drawNode(t *rapid.T, depth int) string {
	kind := rapid.IntRange(0, 13).Draw(t, "kind")
	if depth == 0 {
		kind = 8 + kind%6
	}
	switch kind {
	case 0, 1, 2, 3:
		text := compositeNames[kind] + " { "
		for range rapid.IntRange(0, 4).Draw(t, "children") {
			text += drawNode(t, depth-1) + " "
		}
		return text + "}"
	case 4:
		return "condition " + drawExpr(t, 3) + " { " + drawNode(t, depth-1) + " }"
	case 5:
		return fmt.Sprintf("decorator timer( %d ) { %s }", rapid.SampledFrom([]int{-100, 0, 100, 350}).Draw(t, "ms"), drawNode(t, depth-1))
	case 6:
		status := rapid.SampledFrom([]string{"return( 0 )", "return( 1 )", "return( 2 )", "return( 7 )", "invert()"}).Draw(t, "decorator")
		return "decorator " + status + " { " + drawNode(t, depth-1) + " }"
	case 7:
		n := func() int { return rapid.IntRange(0, 3).Draw(t, "status") }
		return fmt.Sprintf("decorator mapStatus( %d %d %d ) { %s }", n(), n(), n(), drawNode(t, depth-1))
	case 8:
		return "condition " + drawExpr(t, 2)
	case 9:
		return "behavior " + rapid.SampledFrom([]string{"x", "y"}).Draw(t, "behavior")
	case 10:
		return fmt.Sprint("spawnAs ", rapid.IntRange(1, 3).Draw(t, "choice"))
	}
	return "action " + rapid.SampledFrom([]string{"A", "A( 1 )", "B", "C", "D", "E", "F"}).Draw(t, "action")
}

func drawExpr(t *rapid.T, depth int) string {
	kind := rapid.IntRange(0, 7).Draw(t, "expression")
	switch {
	case depth == 0 || kind > 5:
		return rapid.SampledFrom([]string{"c()", "d()", "e( 1 )", "0", "1", "0.5", "2"}).Draw(t, "operand")
	case kind == 0:
		return "!( " + drawExpr(t, depth-1) + " )"
	}
	op := rapid.SampledFrom(operators[:]).Draw(t, "operator")
	return "( " + drawExpr(t, depth-1) + " " + op + " " + drawExpr(t, depth-1) + " )"
}

// pen is bots in a pool of their own.
type pen struct {
	byBot
	pool *run.Pool
	exec run.Exec
}

func newPen(p *run.Program, bots int) *pen {
	a := &pen{byBot: byBot{field: field{dead: map[int32]bool{}, queue: map[int32]int32{}}, done: map[host.BotID][]string{}}}
	a.pool = run.NewPool(p, &a.byBot)
	for i := range int32(bots) {
		a.pool.Add(host.BotID(i+1), i, 0, 0.1)
		a.dead[i] = i%11 == 5
		a.queue[i] = i % 5
	}
	a.exec = a.pool.NewExec()
	return a
}

func (a *pen) saved(t *rapid.T) []byte {
	var b bytes.Buffer
	if err := a.pool.Save(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Bots side by side do what they do one after the other: the same statuses,
// memories, intents, draws and faults.
func TestTickRowsIsTick(t *testing.T) {
	reg := wild(t)
	rapid.Check(t, func(t *rapid.T) {
		files := map[string]string{"x.bt": drawNode(t, 2) + " // x", "y.bt": strings.ReplaceAll(drawNode(t, 1), "behavior y", "behavior x")}
		files["x.bt"] = strings.ReplaceAll(strings.ReplaceAll(files["x.bt"], "behavior x", "action A"), "behavior y", "action B")
		for name, src := range files { // a condition cannot end a file
			files[name] = "sequence { " + src + "\n}"
		}
		var l syntax.List
		lib := newLibrary(reg, caseSource{&dryrun.Case{Files: files}}, &l)
		main := lib.root("main", "main.bt", []byte("sequence { "+drawNode(t, 4)+" }"))
		if main == nil {
			t.Fatal(l.Err())
		}
		p := compile(main, lib)
		bots := rapid.SampledFrom([]int{1, 2, 63, 64, 65, 130}).Draw(t, "bots")
		cut := rapid.IntRange(0, bots).Draw(t, "cut")
		rows, each := newPen(p, bots), newPen(p, bots)
		for tick := range int64(6) {
			order := rows.pool.Order()
			rows.pool.TickRange(&rows.exec, order[:cut], tick, 0.1)
			rows.pool.TickRange(&rows.exec, order[cut:], tick, 0.1)
			each.pool.TickEach(&each.exec, each.pool.Order(), tick, 0.1)
			for _, row := range order {
				if got, want := rows.pool.Status(row), each.pool.Status(row); got != want {
					t.Fatalf("tick %d, row %d: %v, want %v of\n%s", tick, row, got, want, main.Print())
				}
			}
			if diff := cmp.Diff(each.done, rows.done); diff != "" {
				t.Fatalf("tick %d, what leaves did (-each +rows) in\n%s%s", tick, main.Print(), diff)
			}
			if !bytes.Equal(rows.saved(t), each.saved(t)) {
				t.Fatalf("tick %d: the memories differ in\n%s", tick, main.Print())
			}
		}
	})
}

// Leaves that may act on other bots at once are called bot by bot.
func TestLeavesThatAreNotLocalKeepTheOrderOfBots(t *testing.T) {
	for local, want := range map[bool]string{true: "1 2 1 2", false: "1 1 2 2"} {
		reg := &host.Registry{}
		var calls []string
		offerAll(t, reg, []host.Action{{Name: "a", Local: local, Tick: func(c *host.Call) host.Status {
			calls = append(calls, fmt.Sprint(c.Bot))
			return host.Success
		}}}, nil)
		a := newPen(mustLoad(t, reg, "sequence { action a action a }"), 2)
		a.pool.TickRange(&a.exec, a.pool.Order(), 0, 0.1)
		if got := strings.Join(calls, " "); got != want {
			t.Errorf("local %v: called for %s, want %s", local, got, want)
		}
	}
}
