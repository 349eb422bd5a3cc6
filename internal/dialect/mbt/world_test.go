package mbt

import (
	"fmt"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

// world is a game without places: bots, by body, in groups of three.
type world struct {
	host.World
	kept    map[any]any
	signals []sent
	faults  []string
	logs    []string
	state   map[host.Key]host.Sym
}

type sent struct {
	from int32
	to   host.Audience
	e    host.Event
}

func (w *world) Group(body int32) uint32                 { return uint32(body) / 3 }
func (w *world) Fault(f host.Fault)                      { w.faults = append(w.faults, f.String()) }
func (w *world) Log(e host.LogEntry)                     { w.logs = append(w.logs, e.String()) }
func (w *world) Decide(int32, *host.Action, host.Intent) {}
func (w *world) Position(body int32) (x, y float32)      { return float32(body), 2 }
func (w *world) Heading(int32) (x, y float32)            { return 1, 0 }
func (w *world) State(_ int32, k host.Key) host.Sym      { return w.state[k] }

func (w *world) Signal(from int32, to host.Audience, e host.Event) {
	w.signals = append(w.signals, sent{from, to, e})
}

func (w *world) Keep(key any, fresh func() any) any {
	if w.kept == nil {
		w.kept = map[any]any{}
	}
	if w.kept[key] == nil {
		w.kept[key] = fresh()
	}
	return w.kept[key]
}

func (w *world) Random(bot host.BotID, tick int64, node uint16, draw uint32) uint64 {
	h := uint64(bot)<<48 ^ uint64(tick)<<32 ^ uint64(node)<<16 ^ uint64(draw)
	h = (h ^ h>>31) * 0x9e3779b97f4a7c15
	h = (h ^ h>>27) * 0xbf58476d1ce4e5b9
	return h ^ h>>29
}

// quiet is a world for trees that run on several workers.
type quiet struct{ world }

func (*quiet) Fault(host.Fault)  {}
func (*quiet) Log(host.LogEntry) {}

// asking makes a registry of a game that asks for the vocabulary.
func asking() *host.Registry {
	reg := &host.Registry{}
	reg.Overlay(dialect).Vocabulary = true
	return reg
}

// newGame offers a leaf of each kind.
func newGame(t testing.TB) *host.Registry {
	t.Helper()
	reg := asking()
	count := func(name string, end host.Status) host.Action {
		return host.Action{
			Name: name, Bits: 8, Local: true,
			Params: []host.Param{{Name: "ticks", Kind: host.Int, Optional: true, Default: host.IntValue(1)}},
			Tick: func(c *host.Call) host.Status {
				n := c.Load(0, 8) + 1
				c.Store(0, 8, n)
				if n < uint32(c.Args[0].Number()) {
					return host.Running
				}
				return end
			},
			Describe: func(c *host.Call) string { return fmt.Sprint(c.Load(0, 8)) },
		}
	}
	dice := host.Action{Name: "Dice", Local: true, Tick: func(c *host.Call) host.Status { return host.Status(3 * c.Random()) }}
	for _, a := range []host.Action{
		count("Do", host.Success), count("Try", host.Failure), dice,
		{Name: "Lucky", Kind: host.Gate, Local: true, Tick: func(c *host.Call) host.Status { return host.Status(2 * c.Random()) }},
		{Name: "Not", Kind: host.Decorator, Local: true, Tick: func(c *host.Call) host.Status {
			if c.Child == host.Running {
				return host.Running
			}
			return host.Success - c.Child
		}},
		anyChild,
	} {
		if err := reg.AddAction(a); err != nil {
			t.Fatal(err)
		}
	}
	return reg
}

// anyChild runs one child, drawn when it is entered.
var anyChild = host.Action{
	Name: "AnyChild", Kind: host.Composite, Bits: 16, Local: true,
	Tick: func(c *host.Call) host.Status {
		i := c.Load(0, 16)
		if i == 0 {
			i = 1 + uint32(c.Random()*float64(c.Kids.Len()))
			c.Store(0, 16, i)
		}
		return c.Kids.Run(int(i) - 1)
	},
}

// mustLoad loads a tree whose root is given, with blocks before it.
func mustLoad(t testing.TB, reg *host.Registry, blocks, root string) *run.Program {
	t.Helper()
	src := "<BehaviorTree>" + blocks + "<Root>" + root + "</Root></BehaviorTree>"
	var l syntax.List
	p := Load("t.xml", []byte(src), reg, &l)
	if err := l.Err(); err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return p
}

const testDT = 0.1

// player plays ticks of one pool.
type player struct {
	*run.Pool
	exec run.Exec
	tick int64
}

func newPlayer(p *run.Program, w host.World, bots int) *player {
	pl := &player{Pool: run.NewPool(p, w)}
	pl.exec = pl.NewExec()
	for i := range bots {
		pl.Add(host.BotID(i+1), int32(i), run.Moment{DT: testDT})
	}
	return pl
}

func (p *player) step() {
	p.TickRange(&p.exec, p.Order(), run.Moment{Tick: p.tick, DT: testDT})
	p.tick++
}

func (p *player) send(reg *host.Registry, row int32, name string) {
	p.Send(row, host.Event{ID: host.SymbolsOf(reg).Event(name)}, run.Moment{Tick: p.tick, DT: testDT})
}

// inspect returns what a bot's tree is about after its last tick.
func (p *player) inspect(row int32) run.Inspection {
	x := p.NewExec()
	x.Tick, x.DT = p.tick-1, testDT
	x.Seek(row)
	return p.Program().Semantics.(run.Inspector).Inspect(&x)
}

// picture returns all that shows of a pool.
func (p *player) picture() string {
	var b strings.Builder
	for _, row := range p.Order() {
		fmt.Fprintf(&b, "%v %x", p.Status(row), p.Hash(row))
		for _, n := range p.inspect(row).Nodes {
			fmt.Fprintf(&b, " %d", n.Node)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
