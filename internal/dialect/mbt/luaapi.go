package mbt

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/lua"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/ground/lazy"
)

// ownFunction begins the names of functions that only a prelude calls: it
// finds them in its parameter game, without that beginning.
const ownFunction = "game."

// Prelude gives trees that are loaded after it a script of the game, which runs before
// all others, behind those that were given before: what it defines, scripts find in place.
// Its parameter game, which all of these share, has
//
//	game.NAME(...)             the functions of [Supply] whose name is game.NAME
//	game.entity(id)            the entity of a bot or player; nil for one that is gone
//	game.scope_users(id, name) how many of the bot's group are in a GroupScope
//	game.variable(name)        a variable of the tree; nil for one that it does not have
//	game.set_variable(name, on)  sets it; false for one that it does not have
//	game.signal(id, filter, name)  sends a signal as that bot does
//	game.note(text)            tells something that is no failure, once: with its place where a
//	                           file of the scene says it as it is loaded
//	game.query(table)          registers a query of a file, see [Queries]
//	game.fresh                 a table of functions, by the fields of entity that they make
//	                           when they are asked for: each gets the entity
//	game.hooks                 a table of functions that actions call, see [host.Call.Script]:
//	                           each gets the entity, and then the arguments
//
// It is compiled once some tree has scripts: one that is not Lua panics then.
func Prelude(reg *host.Registry, file, src string) {
	own := reg.Overlay(dialect)
	cfg, _ := own.Config.(Config)
	cfg.preludes = append(slices.Clone(cfg.preludes), prelude{file, src})
	own.Config = cfg
}

type prelude struct{ file, src string }

// chunk compiles the prelude.
func (p prelude) chunk() *machine.Chunk {
	c, ok := preludes.Load(p)
	if !ok {
		chunk, err := machine.Compile(syntax.Pos{File: p.file, Line: 1, Col: 1}, p.src, machine.Limits{}, "game")
		if err != nil {
			panic(err)
		}
		c, _ = preludes.LoadOrStore(p, chunk)
	}
	return c.(*machine.Chunk)
}

// preludes holds the preludes of a program. Every registry is given the same few, and to compile them takes
// longer than all else that loading a scene does.
var preludes sync.Map // of prelude to *machine.Chunk

// preludeChunks compiles the preludes.
func (c *Config) preludeChunks() []*machine.Chunk {
	chunks := make([]*machine.Chunk, len(c.preludes))
	for i, p := range c.preludes {
		chunks[i] = p.chunk()
	}
	return chunks
}

// runPreludes defines what the scripts of the game do.
func (lw *luaWorld) runPreludes(reg *host.Registry) *syntax.Error {
	lw.fresh, lw.hooks = lw.state.NewTable(), lw.state.NewTable()
	if len(lw.preludes) == 0 {
		return nil
	}
	game := lw.state.NewTable()
	set := func(name string, f func(*machine.Call) int) {
		lw.state.SetField(game, name, lw.state.NewFunction(name, f).V())
	}
	for _, name := range reg.Overlay(dialect).FuncNames() {
		if short, ok := strings.CutPrefix(name, ownFunction); ok && name != tellFunction {
			f := reg.Overlay(dialect).Func(name)
			set(short, func(c *machine.Call) int { return lw.ask(c, f, short, 1) })
		}
	}
	set("entity", lw.entityOf)
	set("scope_users", lw.scopeUsers)
	set("variable", func(c *machine.Call) int {
		v := machine.Nil
		if i := lw.sem.variableNamed(c.CheckText(1)); i >= 0 {
			v = machine.Bool(lw.sem.variable(lw.exec, i))
		}
		c.Push(v)
		return 1
	})
	set("set_variable", func(c *machine.Call) int {
		i := lw.sem.variableNamed(c.CheckText(1))
		if i >= 0 {
			lw.sem.setVariable(lw.exec, i, c.CheckBool(2))
		}
		c.Push(machine.Bool(i >= 0))
		return 1
	})
	set("signal", func(c *machine.Call) int {
		if body := lw.bodyOf(c.CheckNumber(1)); body >= 0 {
			lw.signalFrom(body, c.CheckText(2), c.CheckText(3))
		}
		return 0
	})
	set("note", func(c *machine.Call) int {
		lw.tellOnce(c.CheckText(1))
		return 0
	})
	set("query", lw.register)
	lw.state.SetField(game, "fresh", lw.fresh.V())
	lw.state.SetField(game, "hooks", lw.hooks.V())
	for _, c := range lw.preludes {
		if _, err := lw.state.Run(lw.budget, lw.state.Function(c), game.V()); err != nil {
			return err
		}
	}
	return nil
}

// bodyOf returns the row of a bot or player, or -1.
func (lw *luaWorld) bodyOf(id float64) int32 {
	if !(id >= 1 && id <= math.MaxUint32) {
		return -1
	}
	x := lw.exec
	switch s, ok := x.World.(host.Surveyor); {
	case host.BotID(id) == x.Bot:
		return x.Body
	case ok:
		return s.BodyOf(host.BotID(id))
	}
	return -1
}

// entityOf is game.entity.
func (lw *luaWorld) entityOf(c *machine.Call) int {
	id := c.CheckNumber(1)
	if lw.bodyOf(id) < 0 {
		c.Push(machine.Nil)
		return 1
	}
	c.Push(lw.entities.Of(host.BotID(id)).V())
	return 1
}

// scopeUsers is game.scope_users.
func (lw *luaWorld) scopeUsers(c *machine.Call) int {
	body, name := lw.bodyOf(c.CheckNumber(1)), c.CheckText(2)
	society, ok := host.Find[host.Society](lw.exec.World)
	if body < 0 || !ok {
		c.Push(machine.Nil)
		return 1
	}
	group, users := int(society.Group(body)), uint32(0)
	for of, r := range lw.rooms {
		if !of.everyone && !of.squad && strings.EqualFold(of.name, name) && group < len(r.inside) {
			users += r.inside[group]
		}
	}
	c.Push(machine.Number(float64(users)))
	return 1
}

func (s *semantics) variableNamed(name string) int {
	name = strings.ToLower(name)
	return slices.IndexFunc(s.variables, func(v variable) bool { return v.name == name })
}

// ask calls a function of the game with the arguments of a script, from the one at first.
func (lw *luaWorld) ask(c *machine.Call, f *host.Func, name string, first int) int {
	c.Push(lua.FromHost(lw.exec.Apply(lw.node, f, lua.Arguments(c, f, name, first))))
	return 1
}

// made returns a field of an entity that is made when it is asked for, or nil.
func (lw *luaWorld) made(e *machine.Table, name machine.Value) machine.Value {
	f := lw.fresh.Get(name).Function()
	if f == nil {
		return machine.Nil
	}
	v := lw.state.Call(f.V(), e.V())
	lw.state.Set(e, name, v)
	return v
}

var _ run.Scripter = (*semantics)(nil)

// Script calls a hook of the prelude for the bot at the cursor, on behalf of a node.
func (s *semantics) Script(x *run.Exec, n tree.NodeID, hook string, args []host.Value) (v host.Value, ok bool) {
	sh, _ := x.Shared.(*share)
	if sh == nil || sh.lua == nil {
		return host.NullValue, false
	}
	if own := isOwn(x.Tree.Leaves[x.Tree.Nodes[n].Leaf].Action); own != nil {
		return s.runOwn(x, n, own, hook, args)
	}
	lw := sh.lua
	f := lw.hooks.Field(hook).Function()
	if f == nil {
		return host.NullValue, false
	}
	goals := s.goals(x, n, sh)
	from := len(lw.args) // what runs meanwhile may call others
	lw.args = append(lw.args, lw.entities.Of(x.Bot).V())
	for _, a := range args {
		lw.args = append(lw.args, lua.FromHost(a))
	}
	if !goals.IsNil() {
		lw.args = append(lw.args, goals)
	}
	result, ok := s.luaCall(x, n, f, lw.args[from:]...)
	clear(lw.args[from:])
	lw.args = lw.args[:from]
	return lua.ToHost(result), ok
}

// goals returns the table of the goals that stand in a node; nil for none.
func (s *semantics) goals(x *run.Exec, n tree.NodeID, sh *share) machine.Value {
	i, ok := slices.BinarySearchFunc(s.pipes, n, func(p nodePipe, n tree.NodeID) int { return cmp.Compare(p.node, n) })
	if !ok {
		return machine.Nil
	}
	code := &sh.code[s.pipes[i].script]
	if code.goals.IsNil() {
		code.goals, _ = s.luaCall(x, n, code.first)
	}
	return code.goals
}

// pipesTable is the global that has goal pipes by their names.
const pipesTable = "GoalPipes"

// namePipes lets scripts find the pipes that stand in nodes with a name; the last of a name stays.
func (s *semantics) namePipes(sh *share) {
	for _, p := range s.pipes {
		all := sh.lua.state.Global(pipesTable).Table()
		if p.name == "" || all == nil {
			continue
		}
		if made, err := sh.lua.state.Run(sh.lua.budget, sh.code[p.script].first); err == nil {
			sh.lua.state.SetField(all, p.name, made)
		}
	}
}

// The fields of an entity with the pipe of a node that runs and with one that a script has selected,
// and the hook of the latter.
const (
	pipeField     = "pipe"
	selectedField = "selected"
	selectedHook  = "run_selected"
)

// selected returns the entity of a bot for which a script has selected a pipe; nil for another.
func (s *semantics) selected(x *run.Exec) *machine.Table {
	sh, _ := x.Shared.(*share)
	if sh == nil || sh.lua == nil {
		return nil
	}
	if e := sh.lua.entities.Known(x.Bot); e != nil && !e.Field(selectedField).IsNil() {
		return e
	}
	return nil
}

// runSelected goes on with the pipe that a script has selected for the bot.
func (s *semantics) runSelected(x *run.Exec) {
	if e := s.selected(x); e != nil {
		lw := s.share(x).lua
		if f := lw.hooks.Field(selectedHook).Function(); f != nil {
			s.luaCall(x, x.Tree.Entries[0], f, e.V(), machine.Number(x.DT))
		}
	}
}

// dropSelected ends the pipe that a script has selected for the bot.
func (s *semantics) dropSelected(x *run.Exec) {
	if e := s.selected(x); e != nil {
		s.share(x).lua.state.SetField(e, selectedField, machine.Nil)
	}
}

// tellEntity calls the method of the entity that has the name of an event, before the tree
// hears of it, with what came with the event.
func (s *semantics) tellEntity(x *run.Exec, e host.Event) {
	sh, _ := x.Shared.(*share)
	if sh == nil || sh.lua == nil {
		return
	}
	lw, name := sh.lua, s.symbols.EventName(e.ID)
	f := lw.common.Field(name).Function()
	if own := lw.entities.Known(x.Bot); own != nil {
		if of := own.Field(name).Function(); of != nil {
			f = of
		}
	}
	if f != nil && !f.IsNative() {
		s.luaCall(x, x.Tree.Entries[0], f, lw.entities.Of(x.Bot).V(), lua.FromHost(e.Arg))
	}
}

var memberUse = lazy.Regexp(`\b([A-Za-z_]\w*)(\s*\.\s*[A-Za-z_]\w*)?\s*[.:]\s*([A-Za-z_]\w*)`)

// lintMembers reports what code asks of the tables of the prelude that these do not have,
// each name once in a file.
func (d *decoder) lintMembers(lw *luaWorld, c *luaCode, known, told map[string]bool) {
	for _, m := range memberUse().FindAllStringSubmatch(c.text, -1) {
		of, inner, name := m[1], strings.Trim(m[2], " \t\r\n."), m[3]
		if inner != "" && of != "entity" {
			name = inner
		}
		var t machine.Value
		switch {
		case of != "entity":
			t = lw.given[of]
		case inner != "":
			t = lw.common.Field(inner)
			of += "." + inner
		}
		table := t.Table()
		if full := of + "." + name; table != nil && table.Field(name).IsNil() && !known[name] && !told[full] {
			told[full] = true
			d.lint(c.at, "%s has no %q in this game", of, shorten(name))
		}
	}
}

// signalFrom sends a signal as a body does.
func (lw *luaWorld) signalFrom(body int32, filter, name string) {
	to := slices.IndexFunc(filters, func(f string) bool { return sameName(f, filter) })
	if to < 0 {
		lw.state.Raise("filter %q, wanted %s", filter, strings.Join(filters, ", "))
	}
	id, known := lw.sem.symbols.FindEvent(name)
	society, ok := host.Find[host.Society](lw.exec.World)
	if ok && known { // an event that no tree and nobody else ever named is heard by none
		society.Signal(body, host.Audience(to), host.Event{ID: id})
	}
}
