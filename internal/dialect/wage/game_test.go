package wage

import (
	"errors"
	"fmt"
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/tree"
)

var where = host.Param{Name: "where", Kind: host.Where, Optional: true}

// newGame offers actions and conditions that do everything a game may do to a
// tree: answer any status, remember, draw, choose, run by columns, panic.
func newGame() *host.Registry {
	reg := &host.Registry{}
	toward := func(sign float64) func(*host.Call) host.Status {
		return func(c *host.Call) host.Status {
			target := c.World.Nearest(c.Body, c.Facet)
			if target < 0 {
				return host.Failure
			}
			c.Choose(target)
			c.Head(sign*float64(target), sign)
			return host.Success
		}
	}
	column := func(w host.World, body int32) host.Status { return host.Status(w.StateColumn(0)[body] % 3) }
	for _, a := range []host.Action{
		{Name: "chase_nearest", Params: []host.Param{where}, Tick: toward(1)},
		{Name: "flee_nearest", Params: []host.Param{where}, Tick: toward(-1)},
		{Name: "wander", Tick: func(c *host.Call) host.Status { c.Hold(); return host.Success }},
		{Name: "dice", Tick: func(c *host.Call) host.Status {
			c.Head(c.Random()-0.5, c.Random()-0.5)
			return host.Status(float64(host.Error+2) * c.Random())
		}},
		{Name: "laps", Bits: 37, Params: []host.Param{{Name: "n", Kind: host.Int}}, Tick: func(c *host.Call) host.Status {
			n := c.Load(33, 4) + 1
			c.Store(33, 4, n)
			if n%uint32(c.Args[0].Number()) != 0 {
				return host.Running
			}
			return host.Success
		}},
		{Name: "brittle", Bits: 3, Tick: func(c *host.Call) host.Status {
			c.Store(0, 3, c.Load(0, 3)+1)
			c.Head(1, 0)
			if c.Random() < 0.3 {
				panic("broke")
			}
			return host.Success
		}},
		{
			Name: "column",
			Tick: func(c *host.Call) host.Status {
				c.Hold()
				return column(c.World, c.Body)
			},
			Rows: func(r *host.Rows) {
				r.Each(func(i int) bool {
					s := column(r.World, r.Body[i])
					if s != host.Failure {
						r.Decide(i, host.Intent{Steer: host.SteerHold})
					}
					if s == host.Running {
						r.Running |= 1 << i
					}
					return s == host.Success
				})
			},
		},
		{
			Name: "once", Rows: (*host.Rows).OneByOne,
			Tick: func(c *host.Call) host.Status {
				c.Head(float64(c.Bot), c.Random())
				draw := c.Random()
				if draw < 0.1 {
					panic("once more")
				}
				return host.Status(3.2 * draw) // now and then ready
			},
		},
		{
			Name: "orbit", Params: []host.Param{
				{Name: "radius", Kind: host.Number}, {Name: "laps", Kind: host.Int, Optional: true, Default: host.IntValue(1)},
				{Name: "clockwise", Kind: host.Bool, Optional: true}, where,
			},
			Check: func(s *host.Site) error {
				if s.Args[0].Number() <= 0 {
					return errors.New("radius: wanted more than 0")
				}
				return nil
			},
			Tick: func(*host.Call) host.Status { return host.Success },
		},
		{Name: "door", Kind: host.Gate, Tick: func(*host.Call) host.Status { return host.Success }},
		{Name: "invert", Kind: host.Decorator, Tick: func(c *host.Call) host.Status { return c.Child }},
	} {
		if err := reg.AddAction(a); err != nil {
			panic(err)
		}
	}
	for _, f := range []host.Func{
		{Name: "lucky", Result: host.Bool, Eval: func(c *host.Call) host.Value { return host.BoolValue(c.Random() < 0.5) }},
		{Name: "near", Result: host.Any, Params: []host.Param{{Name: "radius", Kind: host.Number}, where}, Eval: func(c *host.Call) host.Value {
			if c.Random() < 0.2 {
				panic("lost")
			}
			if c.Random() < 0.2 {
				return host.NumberValue(1) // is not true
			}
			return host.BoolValue(c.World.Nearest(c.Body, c.Facet) >= 0)
		}},
		{Name: "weight", Result: host.Any, Eval: func(*host.Call) host.Value { return host.NumberValue(1) }},
		{Name: "health", Result: host.Number, Eval: func(*host.Call) host.Value { return host.NumberValue(1) }},
	} {
		if err := reg.AddFunc(f); err != nil {
			panic(err)
		}
	}
	return reg
}

// field is a world of columns that writes down, by bot, what leaves did. Bot
// and body differ by 1000, as worlds reuse bodies.
type field struct {
	state [][]uint32
	log   map[host.BotID][]string
}

func (f *field) logf(bot host.BotID, format string, args ...any) {
	f.log[bot] = append(f.log[bot], fmt.Sprintf(format, args...))
}

func (f *field) ID(body int32) host.BotID              { return host.BotID(body) + 1000 }
func (f *field) Position(body int32) (x, y float32)    { return float32(body), 0 }
func (f *field) Heading(int32) (x, y float32)          { return 0, 0 }
func (f *field) Delta(from, to int32) (dx, dy float64) { return float64(to - from), 0 }
func (f *field) State(body int32, k host.Key) host.Sym { return host.Sym(f.state[k][body]) }
func (f *field) StateColumn(k host.Key) []uint32       { return f.state[k] }
func (*field) Part(any) any                            { return nil }
func (f *field) Fault(fault host.Fault)                { f.logf(fault.Bot, "%v", fault) }
func (f *field) Nearest(body int32, id host.FacetID) int32 {
	if id == host.Nobody || body%3 == int32(id)%3 {
		return -1
	}
	return body + 1
}

func (f *field) Decide(body int32, a *host.Action, in host.Intent) {
	f.logf(f.ID(body), "%s %+v", a.Name, in)
}

func (f *field) Random(bot host.BotID, tick int64, node uint16, draw uint32) uint64 {
	h := uint64(bot)<<40 ^ uint64(tick)<<28 ^ uint64(node)<<8 ^ uint64(draw)
	for range 3 {
		h = (h ^ h>>29) * 0x9e3779b97f4a7c15
	}
	return h
}

// byRow is a trace that keeps what it was told of each row apart.
type byRow map[int32][]string

func (t byRow) Leaf(row int32, n tree.NodeID, what host.Notice, s host.Status) {
	t[row] = append(t[row], fmt.Sprint("leaf ", n, what, s))
}

func (t byRow) Node(row int32, n tree.NodeID, what host.Notice, s host.Status) {
	t[row] = append(t[row], fmt.Sprint("node ", n, what, s))
}

// stateValues lists the values to which states are compared: some are equal, some equal
// nothing.
var stateValues = []host.Value{
	host.BoolValue(true), host.NumberValue(1), host.StringValue("1"), host.NullValue,
	host.NumberValue(math.NaN()), host.OpaqueValue("[]"),
}
