package unvanquished

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
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
	reg := asking()
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
		{Name: "G", Local: true, Bits: 5, Enter: orders(Respawn, 0.2), Tick: func(c *host.Call) host.Status {
			c.Store(0, 5, c.Load(0, 5)+1)
			orders(Respawn, 0.4)(c)
			return throw(c)
		}},
		{Name: "H", Local: true, Tick: func(c *host.Call) host.Status {
			orders(SelectClass, 0.3)(c)
			return throw(c)
		}},
		{Name: "I", Local: true, Tick: func(c *host.Call) host.Status { return turn(c.World, c.Body, c.Tick) }, Rows: func(r *host.Rows) {
			r.Success, r.Running = ^r.Mask, ^r.Mask // of whom it was not asked does not count
			r.Each(func(i int) bool {
				s := turn(r.World, r.Body[i], r.Tick)
				if s == host.Running {
					r.Running |= 1 << i
				}
				if s != host.Failure {
					r.Decide(i, host.Intent{})
				}
				return s == host.Success
			})
		}},
		{Name: "J", Local: true, Rows: (*host.Rows).OneByOne, Tick: func(c *host.Call) host.Status {
			if c.Random() < 0.1 {
				panic("fell")
			}
			return host.Status(3 * c.Random())
		}},
	}, []host.Func{
		{Name: "f", Local: true, Result: host.Number, Eval: func(c *host.Call) host.Value { return host.NumberValue(tenth(c.World, c.Body)) },
			Rows: func(r *host.Rows, numbers *[64]float64) {
				r.Each(func(i int) bool {
					numbers[i] = tenth(r.World, r.Body[i])
					return true
				})
			}},
		{Name: "g", Local: true, Result: host.Int, Eval: func(c *host.Call) host.Value { return host.IntValue(int64(turn(c.World, c.Body, c.Tick))) },
			Rows: func(r *host.Rows, numbers *[64]float64) {
				r.Each(func(i int) bool {
					numbers[i] = float64(turn(r.World, r.Body[i], r.Tick))
					return true
				})
			}},
		{Name: "c", Local: true, Result: host.Number, Eval: func(c *host.Call) host.Value { return host.NumberValue(4*c.Random() - 2) }},
		{Name: "d", Local: true, Result: host.Int, Eval: func(c *host.Call) host.Value { return host.IntValue(1<<24 + int64(c.Bot)%3) }}, // 1<<24 + 1 is no float of 32 bits
		{Name: "m", Local: true, Result: host.Any, Eval: func(c *host.Call) host.Value {
			if c.Bot%2 == 0 {
				return host.IntValue(1<<24 + 1)
			}
			return host.NumberValue(0.1)
		}},
		{Name: "e", Local: true, Result: host.Any, Params: []host.Param{entity}, Eval: func(c *host.Call) host.Value {
			if c.Random() < 0.2 {
				panic("lost")
			}
			return host.StringValue("far")
		}},
		{Name: "s", Local: true, Result: host.Number, Params: []host.Param{entity}, Internals: host.Internals{Payload: func(args []host.Value) bool {
			return args[0].Number() > 0
		}}, Eval: func(c *host.Call) host.Value {
			return host.NumberValue(calm(c.Bot, c.Tick, c.Args[0]))
		}, Rows: func(r *host.Rows, numbers *[64]float64) {
			enough := host.RuntimeOfRows(r).Enough
			r.Each(func(i int) bool {
				if numbers[i] = calm(r.World.ID(r.Body[i]), r.Tick, r.Args[0]); enough > 0 && numbers[i] >= enough {
					numbers[i] = enough // any number from there on will do
				}
				return true
			})
		}},
	})
	return reg
}

// calm returns a number of a bot that is the same for a tick.
func calm(bot host.BotID, tick int64, of host.Value) float64 {
	numbers := [...]float64{0, 0.1, 1, 1.0000001, 2, 3.5, 16777217}
	return numbers[(int64(bot)*5+tick*3+int64(of.Number()))%int64(len(numbers))]
}

// orders makes a call that commands the bot's own tree, now and then.
func orders(name string, chance float64) func(*host.Call) {
	return func(c *host.Call) {
		if c.Random() < chance {
			if err := c.Control(name, host.NullValue); err != nil {
				c.Warnf("%v", err)
			}
		}
	}
}

func turn(w host.World, body int32, tick int64) host.Status {
	return host.Status((int64(w.ID(body)) + tick/2) % 3)
}

// tenth returns no number of 32 bits.
func tenth(w host.World, body int32) float64 { return float64(w.ID(body)%2) / 10 }

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
		return fmt.Sprintf("decorator timer( %d ) { %s }", rapid.SampledFrom([]int{-100, 0, 99, 100, 199, 350}).Draw(t, "ms"), drawNode(t, depth-1))
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
	return "action " + rapid.SampledFrom([]string{"A", "A( 1 )", "B", "C", "D", "E", "F", "G", "H", "I", "J"}).Draw(t, "action")
}

func drawExpr(t *rapid.T, depth int) string {
	kind := rapid.IntRange(0, 7).Draw(t, "expression")
	switch {
	case depth == 0 || kind > 5:
		return rapid.SampledFrom([]string{"c()", "d()", "e( 1 )", "f()", "g()", "m()", "s( 0 )", "s( 1 )", "s( 1 )", "s( 2 )", "0", "1", "0.1", "2", "16777217"}).Draw(t, "operand")
	case kind == 0:
		return "!( " + drawExpr(t, depth-1) + " )"
	}
	op := rapid.SampledFrom(operators[:]).Draw(t, "operator")
	return "( " + drawExpr(t, depth-1) + " " + op + " " + drawExpr(t, depth-1) + " )"
}

// Leaves that may act on other bots at once are called bot by bot, others by lanes.
func TestLeavesThatAreNotLocalKeepTheOrderOfBots(t *testing.T) {
	for local, want := range map[bool]string{true: "4 3 2 1 4 3 2 1", false: "1 1 2 2 3 3 4 4"} {
		reg := asking()
		var calls []string
		offerAll(t, reg, []host.Action{{Name: "a", Local: local, Tick: func(c *host.Call) host.Status {
			calls = append(calls, fmt.Sprint(c.Bot))
			return host.Success
		}}}, nil)
		a := newPen(mustLoad(t, reg, "sequence { action a action a }"))
		for range 4 {
			a.add()
		}
		a.pool.TickRange(&a.exec, a.pool.Order(), run.Moment{DT: 0.1})
		if got := strings.Join(calls, " "); got != want {
			t.Errorf("local %v: called for %s, want %s", local, got, want)
		}
	}
}
