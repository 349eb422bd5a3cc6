package dst

import (
	"fmt"
	"math"
	"slices"

	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dryrun"
	"github.com/thicket-sim/thicket/internal/dialect/dst/nodes"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
)

// extra are the keys of a case that only this dialect has.
type extra struct {
	Start  int64 `json:"start"`
	Brain  bool  `json:"brain"`
	Limit  int64 `json:"limit"`
	Report []string
	TreeAt []int `json:"tree_at"`
	Sleeps map[string][]*float64
	Ops    []struct {
		Tick int
		Op   string
	}
	Ticks *int
	Stage string
}

// dry is the dry run of a case.
type dry struct {
	c      *dryrun.Case
	extra  extra
	host   *dryrun.Host
	i      int // of the tick, from 0 on
	visits []string
	calls  map[string]int // of each leaf
	draws  int
	fault  string
}

// dryTicks is how long a case runs that names no number of ticks: those about a
// fault.
const dryTicks = 10

// Trace dry-runs a case whose source gives a node, a BT or a brain. Scripts
// have act(NAME), cond(NAME), note(NAME), push(EVENT) and inst.
//
// HostNode(host(NAME)) runs a leaf as an action of the game.
func Trace(c dryrun.Case) dryrun.Result {
	r, _ := dryRun(c)
	return r
}

// dryRun returns also the bot, as its last tick left it; nil if the source was
// refused.
func dryRun(c dryrun.Case) (r dryrun.Result, b *bot) {
	r.Name = c.Name
	d := &dry{c: &c, host: dryrun.NewHost(&c), calls: map[string]int{}}
	if err := c.Decode(&d.extra); err != nil {
		r.Error = syntax.Pos{File: c.Name, Line: 1, Col: 1}.String() + ": " + err.Error()
		return r, nil
	}
	done, err := d.host.Offer(true, d.status)
	if err != nil {
		return c.Refused(err), nil
	}
	for _, name := range script.SortedKeys(c.Leaves) {
		if done {
			break
		}
		if err := d.host.Registry.AddAction(d.action(name)); err != nil {
			r.Error = syntax.Pos{File: c.Name, Line: 1, Col: 1}.String() + ": " + err.Error()
			return r, nil
		}
	}
	lim := script.LimitsOf(c.Limits)
	if d.extra.Limit > 0 {
		lim.Steps, lim.Load = min(lim.Steps, d.extra.Limit), min(lim.Load, d.extra.Limit)
	}
	p, err := newProgram(c.Name, []byte(c.Source), newFolder(d.host.Registry, lim))
	if err != nil {
		r.Error = err.Error()
		return r, nil
	}
	p.folder.setup, p.Draw, p.asBrain, p.folder.dry = d.setup, d.random, d.extra.Brain, true
	p.Find = d.find
	b = d.run(p, &r)
	if t := b.tree(); t != nil {
		if laid := t.LaidOut(); laid != nil {
			r.Loaded = &run.Program{Tree: laid}
		}
	}
	return r, b
}

func (d *dry) find(at syntax.Pos, ref string) (string, []byte, *syntax.Error) {
	for _, name := range []string{ref, ref[:len(ref)-len(".lua")]} {
		if src, ok := d.c.Files[name]; ok {
			return name, []byte(src), nil
		}
	}
	e := &syntax.Error{Pos: at, Msg: fmt.Sprintf("no file %q", ref)}
	return "", nil, e.Suggest(ref, script.SortedKeys(d.c.Files))
}

// Fault ends the run.
func (d *dry) Fault(f host.Fault) {
	if d.fault == "" {
		d.fault = f.Pos + ": " + f.Text
	}
}

// world is the scripted host, whose faults have the form of errors.
type world struct {
	*dryrun.Host
	d *dry
}

func (w world) Fault(f host.Fault) { w.d.Fault(f) }

func (d *dry) run(p *program, r *dryrun.Result) *bot {
	ticks := dryTicks
	dt := d.c.DT
	if dt == 0 {
		dt = 0.1
	}
	if d.c.Ticks != nil {
		ticks = *d.c.Ticks
	}
	compiled := p.compiled(&tree.Tree{Name: d.c.Name, Nodes: make([]tree.Node, 1), Spans: make([]syntax.Span, 1)})
	pool := run.NewPool(compiled, world{d.host, d})
	r.Ticks = []dryrun.Tick{}
	row := pool.Add(1, 0, run.Moment{Tick: d.extra.Start, DT: dt})
	x := pool.NewExec()
	x.Seek(row)
	b := x.Side.(*bot)
	if b.Parked {
		r.Error = d.fault
		return b
	}
	if t := b.tree(); d.c.Watch != nil && t != nil {
		if err := b.m.Protect(func() { p.show(t) }); err == nil {
			pool.Trace = d.c.Watch(p.compiled(p.Shown))
		}
	}
	for d.i = 0; d.i < ticks; d.i++ {
		now := d.extra.Start + int64(d.i)
		for _, e := range d.c.Events {
			if e.Tick == d.i {
				pool.Send(row, host.Event{ID: host.SymbolsOf(d.host.Registry).Event(e.Name), Arg: dryrun.Value(e.Data)}, run.Moment{Tick: now, DT: dt})
			}
		}
		for _, op := range d.extra.Ops {
			if op.Tick != d.i {
				continue
			}
			if err := pool.Control(row, run.Command{Name: op.Op}, run.Moment{Tick: now, DT: dt}); err != nil && d.fault == "" {
				d.fault = syntax.Pos{File: d.c.Name, Line: 1, Col: 1}.String() + ": " + err.Error()
			}
		}
		b.updated = false
		d.host.Begin(d.i)
		if d.fault == "" {
			pool.TickRange(&x, pool.Order(), run.Moment{Tick: now, DT: dt})
		}
		tick := dryrun.Tick{Status: b.status.String(), Visits: d.visits, More: map[string]any{}}
		if tick.Visits == nil {
			tick.Visits = []string{}
		}
		d.visits = nil
		if d.fault == "" {
			d.look(b, &x, &tick)
		}
		if d.fault != "" {
			tick.More = map[string]any{"error": true}
			r.Ticks = append(r.Ticks, tick)
			r.Error = d.fault
			return b
		}
		r.Ticks = append(r.Ticks, tick)
	}
	return b
}

// look adds to a tick what the case wants to be told.
func (d *dry) look(b *bot, x *run.Exec, t *dryrun.Tick) {
	m := b.m
	old := m.enter(x, b)
	defer m.leave(old)
	if d.extra.Brain {
		t.More["updated"] = b.updated
	}
	err := m.Protect(func() {
		if bt := b.tree(); bt != nil {
			if slices.Contains(d.extra.Report, "sleep") {
				t.More["sleep"] = nil
				if s := bt.SleepTime(); s.Ok {
					t.More["sleep"] = s.Seconds
				}
				if s, ok := t.More["sleep"].(float64); ok && math.IsInf(s, 0) {
					t.More["sleep"] = nodes.Two(s)
				}
			}
			if slices.Contains(d.extra.TreeAt, d.i) {
				t.More["tree"] = bt.Text()
			}
		}
	})
	if slices.Contains(d.extra.Report, "list") {
		t.More["list"] = b.list()
	}
	if err != nil {
		m.Fault(err)
	}
}

// random returns the next number of the case; the last one repeats.
func (d *dry) random() float64 {
	n := len(d.c.Random)
	if n == 0 {
		return 0.5
	}
	f := d.c.Random[min(d.draws, n-1)]
	d.draws++
	return f
}

func (d *dry) see(name, what string) { d.visits = append(d.visits, name+what) }

// setup defines the scripted leaves.
func (d *dry) setup(m *troupe) {
	give := func(name string, f func(name string) func(*machine.Call) int) {
		m.Lua.Define(name, m.Lua.NewFunction(name, func(c *machine.Call) int {
			return c.Give(m.Lua.NewFunction(name, f(c.CheckText(1))).V())
		}).V())
	}
	give("note", func(name string) func(*machine.Call) int {
		return func(*machine.Call) int { d.see(name, "=success"); return 0 }
	})
	give("push", func(event string) func(*machine.Call) int {
		return func(*machine.Call) int {
			m.stage.Push(m.stage.Bot.Entity, machine.String(event), machine.Nil)
			return 0
		}
	})
	give("cond", func(name string) func(*machine.Call) int {
		return func(c *machine.Call) int { return c.Give(d.value(m, name)) }
	})
	act := m.Scripted(
		func(n *nodes.Node) { d.visit(n, func(seconds float64) { m.SleepBase(n, seconds) }) },
		func(n *nodes.Node) {
			if n.Status() != script.Ready {
				d.see(machine.Show(n.Name), "!reset")
			}
			m.ResetBase(n)
		},
		func(n *nodes.Node) { d.see(machine.Show(n.Name), "!stop") })
	m.Lua.Define("act", m.Lua.NewFunction("act", func(c *machine.Call) int {
		return c.Give(m.Lua.Call(act.V(), machine.String(c.CheckText(1))))
	}).V())
}

// action is a leaf as an action of the game.
func (d *dry) action(name string) host.Action {
	return host.Action{Name: name, Tick: func(*host.Call) host.Status { return d.status(name) }}
}

// status is answer in the words of games.
func (d *dry) status(name string) host.Status {
	s, _ := d.answer(name)
	return script.ToHost(s)
}

// answer is the next status in the script of a leaf, of which the last one
// repeats, and how often the leaf was called before.
func (d *dry) answer(name string) (s script.Status, calls int) {
	calls = d.calls[name]
	d.calls[name]++
	s = script.Success
	if answers := d.c.Leaves[name]; len(answers) > 0 {
		s = map[string]script.Status{"success": script.Success, "failure": script.Failed, "running": script.Running}[answers[min(calls, len(answers)-1)]]
	}
	d.see(name, "="+script.ToHost(s).String())
	return s, calls
}

// visit gives a leaf its next status, and its sleep if that is RUNNING.
func (d *dry) visit(n *nodes.Node, sleep func(float64)) {
	name := machine.Show(n.Name)
	s, k := d.answer(name)
	n.SetStatus(s)
	if sleeps := d.extra.Sleeps[name]; s == script.Running && len(sleeps) > 0 {
		if t := sleeps[min(k, len(sleeps)-1)]; t != nil {
			sleep(*t)
		}
	}
}

// value returns a scripted value in this tick.
func (d *dry) value(m *troupe, name string) machine.Value {
	values := d.c.Values[name]
	if len(values) == 0 {
		return machine.Nil
	}
	return m.ToLua(dryrun.Value(values[min(d.i, len(values)-1)]))
}
