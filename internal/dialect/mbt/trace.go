package mbt

import (
	"maps"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/dryrun"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// traceKeys are the keys of a case that only this dialect knows.
type traceKeys struct {
	Log      bool   `json:"pin_log"`      // show the log
	View     bool   `json:"pin_view"`     // show the tree view
	Finished bool   `json:"pin_finished"` // show what finished with the root
	AfterEnd string `json:"after_end"`    // stop, fresh, or else reboot
	Grafts   []struct {
		Tick int    `json:"tick"`
		Op   string `json:"op"` // request, run or cancel
		File string `json:"file"`
	} `json:"grafts"`
}

// dryRun is the world of a case: one bot in a group of its own.
type dryRun struct {
	*dryrun.Host
	c       *dryrun.Case
	keys    traceKeys
	signals []host.Event
	kept    map[any]any
}

var (
	_ host.Society = (*dryRun)(nil)
	_ host.Keeper  = (*dryRun)(nil)
)

// Fault does nothing: what the original reports stops no tree.
func (w *dryRun) Fault(host.Fault) {}

// Group returns 0, the only group.
func (w *dryRun) Group(int32) uint32 { return 0 }

// Signal keeps a signal for the next tick.
func (w *dryRun) Signal(_ int32, to host.Audience, e host.Event) {
	if to != host.GroupExceptSender {
		w.signals = append(w.signals, e)
	}
}

// Keep makes a shared thing at its first call.
func (w *dryRun) Keep(key any, fresh func() any) any {
	if w.kept[key] == nil {
		w.kept[key] = fresh()
	}
	return w.kept[key]
}

// Trace dry-runs a case whose source is an XML file. Its leaves are action nodes
// of these names; its values set the variables of the tree, tick by tick, and are
// fields of entity in Lua, where Note(text) lists the text among the visits; its
// files are trees to graft.
func Trace(c dryrun.Case) dryrun.Result {
	w := &dryRun{Host: dryrun.NewHost(&c), c: &c, kept: map[any]any{}}
	w.Registry.Overlay(dialect).Vocabulary = c.Knows(dialect)
	if err := c.Decode(&w.keys); err != nil {
		return c.Refused(err)
	}
	done, err := w.Offer(false, nil)
	if err != nil {
		return c.Refused(err)
	}
	for _, name := range slices.Sorted(maps.Keys(c.Leaves)) {
		if done {
			break
		}
		if err := w.Registry.AddAction(w.leaf(name)); err != nil {
			return c.Refused(err)
		}
	}
	var l syntax.List
	p, _ := load(c.Name, []byte(c.Source), w.Registry, w.config(), &l)
	if err := l.Err(); err != nil {
		return dryrun.Result{Name: c.Name, Error: err.Error()}
	}
	if c.Ticks == nil {
		return w.Run(p, l.SortedNotices())
	}
	if err := c.Lacks(p, w.Registry); err != nil {
		return c.Refused(err)
	}
	return w.play(p)
}

// leaf makes a scripted action that lists when it is entered and left.
func (w *dryRun) leaf(name string) host.Action {
	a := w.Action(name, host.Failure)
	a.Enter = func(*host.Call) { w.Visit(name + "+enter") }
	a.Exit = func(*host.Call) { w.Visit(name + "-exit") }
	return a
}

func (w *dryRun) config() Config {
	cfg := Config{
		Graft: func(_ host.BotID, n GraftNotice) { w.Visit("graft:" + n.String()) },
		Lua: &Library{Globals: func(s *machine.State) {
			s.Define("Note", s.NewFunction("Note", func(c *machine.Call) int {
				w.Visit("lua:" + c.CheckText(1))
				return 0
			}).V())
		}},
	}
	switch w.keys.AfterEnd {
	case "stop":
		cfg.OnRootFinished = Stop
	case "fresh":
		cfg.OnRootFinished = Fresh
	}
	for _, name := range slices.Sorted(maps.Keys(w.c.Files)) {
		cfg.Grafts = append(cfg.Grafts, Source{name, []byte(w.c.Files[name])})
	}
	return cfg
}

// play ticks a program as its case says: before each tick the values are set,
// then grafts, signals of the tick before and events come.
func (w *dryRun) play(p *run.Program) dryrun.Result {
	r := dryrun.Result{Name: w.c.Name, Ticks: []dryrun.Tick{}}
	sem := p.Semantics.(*semantics)
	pool := run.NewPool(p, w)
	pool.Trace = w.c.Tracer(p)
	row := pool.Add(1, 0, run.Moment{DT: w.c.DT})
	x := pool.NewExec()
	for i := range *w.c.Ticks {
		w.Begin(i)
		at := run.Moment{Tick: int64(i), DT: w.c.DT}
		x.Seek(row)
		for name := range w.c.Values { // fields of entity that are set in each tick
			sem.forgetField(&x, name)
		}
		w.setVariables(pool, row, at)
		w.graft(pool, row, at)
		signals := w.signals
		w.signals = nil
		for _, e := range signals {
			pool.Send(row, e, at)
		}
		for _, e := range w.c.Events {
			if e.Tick == i {
				pool.Send(row, host.Event{ID: host.SymbolsOf(w.Registry).Event(e.Name), Arg: dryrun.Value(e.Data)}, at)
			}
		}
		pool.TickRange(&x, pool.Order(), at)
		t := dryrun.Tick{Status: pool.Status(row).String(), Visits: w.Visits(), More: map[string]any{}}
		x.Seek(row)
		if w.keys.Log {
			t.More["log"] = sem.logged(&x)
		}
		if w.keys.View {
			t.More["view"] = viewLines(sem.view(&x))
		}
		if st := pool.Status(row); w.keys.Finished && (st == host.Success || st == host.Failure) {
			t.More["finished"] = sem.finished(&x)
		}
		r.Ticks = append(r.Ticks, t)
	}
	return r
}

type viewLine struct {
	Text  string `json:"text"`
	Color string `json:"color"`
}

func viewLines(nodes []run.InspectedNode) []viewLine {
	lines := make([]viewLine, len(nodes))
	for i, n := range nodes {
		lines[i] = viewLine{n.Text, n.Color}
	}
	return lines
}

// setVariables sets the variables to the values of this tick. Names that the tree
// does not declare are ignored.
func (w *dryRun) setVariables(pool *run.Pool, row int32, at run.Moment) {
	for _, name := range slices.Sorted(maps.Keys(w.c.Values)) {
		values := w.c.Values[name]
		on := dryrun.Value(values[min(int(at.Tick), len(values)-1)]).Number() != 0
		_ = SetVariable(pool, row, name, on, at) // it declares no such variable
	}
}

func (w *dryRun) graft(pool *run.Pool, row int32, at run.Moment) {
	for _, g := range w.keys.Grafts {
		if int64(g.Tick) != at.Tick {
			continue
		}
		switch g.Op {
		case "request":
			_ = RequestGraft(pool, row, at) // of a tree that has ended, for ever unheard
		case "cancel":
			_ = CancelGraft(pool, row, at)
		case "run":
			answer := "accepted"
			if RunGraft(pool, row, g.File, at) != nil {
				answer = "refused"
			}
			w.Visit("graft:" + answer)
		}
	}
}
