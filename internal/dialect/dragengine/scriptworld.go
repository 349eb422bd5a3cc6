package dragengine

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/lua"
	"github.com/thicket-sim/thicket/internal/dialect/lua/graph"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/ground/limit"
)

const stepsLimit = "dragengine.steps"

// maxSteps is the number of steps one call of a script, or one of its files, may take.
var maxSteps = limit.New(stepsLimit, 100_000, 1<<40, "steps", "one call of a script of a Drag[en]gine tree, or one file of them", limit.Stopped)

// scriptWorld is the Lua state of a world, with the call that is running in it. All trees
// with the same scripts share it.
type scriptWorld struct {
	scripts *Scripts
	world   host.World // nil where the files are only tried
	state   *machine.State
	budget  machine.Budget // of one call, or of one file
	tables  [len(scriptTables)]*machine.Table
	bots    lua.Entities
	meta    *machine.Table               // of bots
	orders  map[string]*machine.Function // methods of bots
	funcs   map[*host.Func]*machine.Function
	places  graph.Places
	begun   uint64 // the hash of what Lua kept when it began

	sem    *semantics
	exec   *run.Exec // nil while no bot's tree has called
	node   tree.NodeID
	intent host.Intent // of the action that ran last
}

var errNoBot = errors.New("no bot's tree runs here")

// newScriptWorld runs the files in a new state; ran is called after each.
func newScriptWorld(sc *Scripts, ran func(*scriptWorld, *machine.Chunk)) (w *scriptWorld, fault *syntax.Error) {
	w = &scriptWorld{scripts: sc, budget: machine.Budget{Steps: maxSteps.In64(sc.limits), Limit: stepsLimit}, funcs: map[*host.Func]*machine.Function{}}
	w.state = machine.NewState(machine.Options{
		Limits: lua.LimitsOf(sc.limits),
		Random: func() float64 {
			if w.exec == nil {
				w.state.Raise("math.random: %v", errNoBot)
			}
			return w.exec.Random(w.node)
		},
		Print: func(_ syntax.Pos, text string) {
			if w.exec != nil {
				w.exec.Log(w.node, text)
			}
		},
	})
	w.meta = w.state.NewTable()
	w.state.SetField(w.meta, "__index", w.state.NewFunction("__index", w.index).V())
	w.state.SetField(w.meta, "__newindex", w.state.NewFunction("__newindex", w.setField).V())
	w.bots.Begin(w.state, w.meta)
	roots := append(w.makeOrders(), w.meta.V())
	for i, name := range scriptTables {
		w.tables[i] = w.state.NewTable()
		w.state.Define(name, w.tables[i].V())
	}
	w.bots.Graph = w.places.Graph()
	w.bots.Graph.Fix(w.state, roots...)
	w.bots.Method = w.method
	w.bots.Name = func(f *machine.Function) string {
		for of, m := range w.funcs {
			if m == f {
				return of.Name
			}
		}
		return ""
	}
	for _, c := range sc.chunks {
		w.places.Know(c)
		if _, fault = w.state.Run(w.budget, w.state.Function(c)); fault != nil {
			return nil, fault
		}
		if ran != nil {
			ran(w, c)
		}
	}
	w.begun = w.bots.Hash()
	return w, nil
}

// scriptsKey is the key under which a world keeps the state of its scripts, and earKey that
// of what listens: only the scripts that came last do.
type (
	scriptsKey struct{ sum [32]byte }
	earKey     struct{}
)

// scriptWorldOf returns the state of the scripts in a world.
func (s *semantics) scriptWorldOf(world host.World) *scriptWorld {
	if !s.usesScripts() {
		return nil
	}
	fresh := func() any {
		w, fault := newScriptWorld(s.scripts, nil)
		if fault != nil { // the files ran when they were loaded
			panic(fault)
		}
		w.world = world
		if a, ok := host.Find[host.Announcer](world); ok {
			a.Ear(earKey{}, w)
		}
		return w
	}
	if k, ok := host.Find[host.Keeper](world); ok {
		return k.Keep(scriptsKey{s.scripts.sum}, fresh).(*scriptWorld)
	}
	return fresh().(*scriptWorld)
}

// usesScripts reports whether the tree calls scripts, or may make scripts listen.
func (s *semantics) usesScripts() bool {
	return s.scripts != nil && (len(s.calls) > 0 || len(s.scripts.offered[scriptedListener]) > 0)
}

// do calls the function that a table has by a name, on behalf of a node.
func (w *scriptWorld) do(s *semantics, x *run.Exec, n tree.NodeID, table int, c *call) (v machine.Value, ok bool) {
	f, err := w.function(table, c.name)
	if err == nil {
		params := w.state.NewTable()
		for _, p := range c.params {
			w.state.SetField(params, p.Name, w.state.Constant(p.Value))
		}
		sem, exec, node := w.sem, w.exec, w.node
		w.sem, w.exec, w.node, w.intent = s, x, n, host.Intent{}
		v, err = w.state.Run(w.budget, f, w.bots.Of(x.Bot).V(), params.V())
		w.sem, w.exec, w.node = sem, exec, node
	}
	if err != nil {
		s.scriptFault(x, n, table, c.name, err)
		return machine.Nil, false
	}
	return v, true
}

// function returns the function that a table has by a name now: scripts may have put another
// function there.
func (w *scriptWorld) function(table int, name string) (*machine.Function, *syntax.Error) {
	v := w.tables[table].Field(name)
	f := v.Function()
	if f == nil {
		return nil, &syntax.Error{Pos: w.state.Where(), Msg: "it is no function any more: a script has set it to " + machine.Show(v)}
	}
	return f, nil
}

// scriptFault reports the failure of a script at its own place.
func (s *semantics) scriptFault(x *run.Exec, n tree.NodeID, table int, name string, err *syntax.Error) {
	of, pos := x.Tree.Origin(uint16(n))
	if err.Pos.File != "" {
		pos = err.Pos.String()
	}
	x.World.Fault(host.Fault{Tree: of, Pos: pos, Bot: x.Bot, Tick: x.Tick, Text: fmt.Sprintf("%s.%s: %s", scriptTables[table], name, textOfFault(err))})
}

// textOfFault returns an error of a script without its place.
func textOfFault(err *syntax.Error) string {
	return (&syntax.Error{Msg: strings.TrimSpace(err.Msg), Hint: err.Hint}).Error()
}

// scriptAction runs an action of a script: true or "success", false or "failure", or
// "running". Another answer is a fault, and the action fails.
func (s *semantics) scriptAction(x *run.Exec, n tree.NodeID, r *ready) host.Status {
	c := &s.calls[r.at]
	v, ok := s.runScript(x, n, scriptedAction, c)
	answer, _ := v.Text()
	switch {
	case v == machine.Bool(true) || answer == "success":
		return host.Success
	case answer == "running":
		return host.Running
	case ok && v != machine.Bool(false) && answer != "failure":
		s.wrongAnswer(x, n, scriptedAction, c.name, `true, false or "running"`, v)
	}
	return host.Failure
}

// scriptCondition asks a condition of a script: true or false. Another answer is a fault,
// and the condition is false.
func (s *semantics) scriptCondition(x *run.Exec, n tree.NodeID, r *ready) bool {
	c := &s.calls[r.at]
	v, ok := s.runScript(x, n, scriptedCondition, c)
	if ok && v.Kind() != machine.KindBool {
		s.wrongAnswer(x, n, scriptedCondition, c.name, "true or false", v)
	}
	return v.Truth() && v.Kind() == machine.KindBool
}

func (s *semantics) wrongAnswer(x *run.Exec, n tree.NodeID, table int, name, wanted string, v machine.Value) {
	found := v.Kind().String()
	if text, isText := v.Text(); isText {
		found = strconv.Quote(clip(text))
	} else if v.Kind() == machine.KindNumber {
		found = machine.Show(v)
	}
	at := s.scripts.find(table, name).at
	s.scriptFault(x, n, table, name, &syntax.Error{Pos: at.Start, Msg: fmt.Sprintf("it returned %s, wanted %s", found, wanted)})
}

var _ host.Ear = (*scriptWorld)(nil)

// Names lists what scripts listen to.
func (w *scriptWorld) Names() []string { return w.scripts.names(scriptedListener) }

// Hear calls the listener of a script with a table of what is announced. No bot's tree
// runs there.
func (w *scriptWorld) Hear(a host.Announcement, tick int64) {
	f, err := w.function(scriptedListener, a.Name)
	if err == nil {
		exec := w.exec
		w.exec = nil
		e := w.state.NewTable()
		w.state.SetField(e, "name", machine.String(a.Name))
		w.state.SetField(e, "source", machine.String(a.Source))
		w.state.SetField(e, "data", lua.FromHost(a.Data))
		_, err = w.state.Run(w.budget, f, e.V())
		w.exec = exec
	}
	if err != nil {
		w.world.Fault(host.Fault{Pos: err.Pos.String(), Tick: tick, Text: fmt.Sprintf("listeners.%s: %s", a.Name, textOfFault(err))})
	}
}
