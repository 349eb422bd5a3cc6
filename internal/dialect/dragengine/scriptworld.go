package dragengine

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/lua"
	"github.com/thicket-sim/thicket/internal/ground/limit"
)

// maxSteps is how many instructions one call of a script, or one of its files, may run.
var maxSteps = limit.New("dragengine.steps", 100_000, 1<<40, "instructions", "one call of a script of a Drag[en]gine tree, or one file of them", limit.Stopped)

// scriptWorld is the Lua state of a world, with the call that is running in it. All trees
// with the same scripts share it.
type scriptWorld struct {
	scripts *Scripts
	world   host.World // nil where the files are only tried
	state   *lua.State
	budget  int64 // instructions of one call, or of one file
	tables  [len(scriptTables)]*glua.LTable
	bots    lua.Entities
	meta    *glua.LTable               // of bots
	orders  map[string]*glua.LFunction // methods of bots
	funcs   map[*host.Func]*glua.LFunction
	places  lua.Places
	begun   uint64 // the hash of what Lua kept when it began

	sem    *semantics
	exec   *run.Exec // nil while no bot's tree has called
	node   tree.NodeID
	intent host.Intent // of the action that ran last
}

var errNoBot = errors.New("no bot's tree runs here")

// newScriptWorld runs the files in a new state; ran is called after each.
func newScriptWorld(sc *Scripts, ran func(*scriptWorld, *lua.Chunk)) (w *scriptWorld, fault *syntax.Error) {
	w = &scriptWorld{scripts: sc, budget: maxSteps.In64(sc.limits), funcs: map[*host.Func]*glua.LFunction{}}
	w.state = lua.NewState(lua.Options{
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
	L := w.state.L
	w.meta = L.NewTable()
	w.meta.RawSetString("__index", L.NewFunction(w.index))
	w.meta.RawSetString("__newindex", L.NewFunction(w.setField))
	w.bots.Begin(w.state, w.meta)
	roots := append(w.makeOrders(), w.meta)
	for i, name := range scriptTables {
		w.tables[i] = L.NewTable()
		w.state.Define(name, w.tables[i])
	}
	w.bots.Graph = w.places.Graph()
	w.bots.Graph.Fix(w.state, roots...)
	w.bots.Method = w.method
	w.bots.Name = func(f *glua.LFunction) string {
		for of, m := range w.funcs {
			if m == f {
				return of.Name
			}
		}
		return ""
	}
	for _, c := range sc.chunks {
		w.places.Know(c)
		main := w.state.Function(c)
		if fault = w.state.Protect(w.budget, func(*glua.LState) { w.state.Call(main) }); fault != nil {
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
		if a, ok := world.(host.Announcer); ok {
			a.Ear(earKey{}, w)
		}
		return w
	}
	if k, ok := world.(host.Keeper); ok {
		return k.Keep(scriptsKey{s.scripts.sum}, fresh).(*scriptWorld)
	}
	return fresh().(*scriptWorld)
}

// usesScripts reports whether the tree calls scripts, or may make scripts listen.
func (s *semantics) usesScripts() bool {
	return s.scripts != nil && (len(s.calls) > 0 || len(s.scripts.offered[scriptedListener]) > 0)
}

// do calls the function that a table has by a name, on behalf of a node.
func (w *scriptWorld) do(s *semantics, x *run.Exec, n tree.NodeID, table int, c *call) (v glua.LValue, ok bool) {
	sem, exec, node := w.sem, w.exec, w.node
	w.sem, w.exec, w.node, w.intent = s, x, n, host.Intent{}
	err := w.state.Protect(w.budget, func(L *glua.LState) {
		params := L.NewTable()
		for _, p := range c.params {
			params.RawSetString(p.Name, glua.LString(p.Value))
		}
		v = w.state.Call(w.function(table, c.name), w.bots.Of(x.Bot), params)
	})
	w.sem, w.exec, w.node = sem, exec, node
	if err != nil {
		s.scriptFault(x, n, table, c.name, err)
		return glua.LNil, false
	}
	return v, true
}

// function is what a table has by a name now: scripts may have put another function there.
func (w *scriptWorld) function(table int, name string) glua.LValue {
	f := w.tables[table].RawGetString(name)
	if f.Type() != glua.LTFunction {
		w.state.Raise("it is no function any more: a script has set it to %v", f)
	}
	return f
}

// scriptFault reports the failure of a script at its own place.
func (s *semantics) scriptFault(x *run.Exec, n tree.NodeID, table int, name string, err *syntax.Error) {
	of, pos := x.Tree.Origin(uint16(n))
	if err.Pos.File != "" {
		pos = err.Pos.String()
	}
	x.World.Fault(host.Fault{Tree: of, Pos: pos, Bot: x.Bot, Tick: x.Tick, Text: fmt.Sprintf("%s.%s: %s", scriptTables[table], name, textOfFault(err))})
}

// textOfFault is an error of a script without its place.
func textOfFault(err *syntax.Error) string {
	return (&syntax.Error{Msg: strings.TrimSpace(err.Msg), Hint: err.Hint}).Error()
}

// scriptAction runs an action of a script: true or "success", false or "failure", or
// "running". Another answer is a fault, and the action fails.
func (s *semantics) scriptAction(x *run.Exec, n tree.NodeID, r *ready) host.Status {
	c := &s.calls[r.at]
	v, ok := s.runScript(x, n, scriptedAction, c)
	switch v {
	case glua.LTrue, glua.LString("success"):
		return host.Success
	case glua.LString("running"):
		return host.Running
	}
	if ok && v != glua.LFalse && v != glua.LString("failure") {
		s.wrongAnswer(x, n, scriptedAction, c.name, `true, false or "running"`, v)
	}
	return host.Failure
}

// scriptCondition asks a condition of a script: true or false. Another answer is a fault,
// and the condition is false.
func (s *semantics) scriptCondition(x *run.Exec, n tree.NodeID, r *ready) bool {
	c := &s.calls[r.at]
	v, ok := s.runScript(x, n, scriptedCondition, c)
	if _, is := v.(glua.LBool); ok && !is {
		s.wrongAnswer(x, n, scriptedCondition, c.name, "true or false", v)
	}
	return v == glua.LTrue
}

func (s *semantics) wrongAnswer(x *run.Exec, n tree.NodeID, table int, name, wanted string, v glua.LValue) {
	found := v.Type().String()
	switch v := v.(type) {
	case glua.LString:
		found = strconv.Quote(clip(string(v)))
	case glua.LNumber:
		found = v.String()
	}
	at := s.scripts.find(table, name).at
	s.scriptFault(x, n, table, name, &syntax.Error{Pos: at, Msg: fmt.Sprintf("it returned %s, wanted %s", found, wanted)})
}

var _ host.Ear = (*scriptWorld)(nil)

// Names lists what scripts listen to.
func (w *scriptWorld) Names() []string { return w.scripts.names(scriptedListener) }

// Hear calls the listener of a script with a table of what is announced. No bot's tree
// runs there.
func (w *scriptWorld) Hear(a host.Announcement, tick int64) {
	exec := w.exec
	w.exec = nil
	err := w.state.Protect(w.budget, func(L *glua.LState) {
		e := L.NewTable()
		e.RawSetString("name", glua.LString(a.Name))
		e.RawSetString("source", glua.LString(a.Source))
		e.RawSetString("data", lua.FromHost(a.Data))
		w.state.Call(w.function(scriptedListener, a.Name), e)
	})
	if w.exec = exec; err != nil {
		w.world.Fault(host.Fault{Pos: err.Pos.String(), Tick: tick, Text: fmt.Sprintf("listeners.%s: %s", a.Name, textOfFault(err))})
	}
}
