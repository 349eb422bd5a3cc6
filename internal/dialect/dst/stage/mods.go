package stage

import (
	"fmt"
	"path"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// modding is what the stage knows of the mods of its project.
type modding struct {
	taken  []taken // calls of the mod that is being run that do nothing
	awaits []await // what all mods wait for
}

// taken are the calls of a name.
type taken struct {
	name  string
	first syntax.Pos
	count int
}

// openMods offers Thicket's own file about mods what it needs, where there are mods.
func (st *Stage) openMods() {
	st.ComponentClass = func(name string) machine.Value { return st.componentClass(name, true) }
	if len(st.Program.Mods) == 0 {
		return
	}
	for _, f := range []struct {
		name string
		call func(c *machine.Call) int
	}{
		{"modrun", func(c *machine.Call) int { st.runMod(c.CheckText(1), c.CheckText(2), c.Get(3)); return 0 }},
		{"moddo", st.importMod},
		{"modcalls", func(c *machine.Call) int {
			st.Offered = nil
			for _, name := range c.Get(1).Table().Pairs {
				st.Offered = append(st.Offered, script.Text(name))
			}
			return 0
		}},
		{"modrequire", st.requireForMod},
		{"modread", func(c *machine.Call) int { return c.Give(machine.Bool(st.hasFile(c.CheckText(1)))) }},
		{"modtold", func(c *machine.Call) int { st.tellTaken(c.CheckText(1)); return 0 }},
		{"awaits", func(c *machine.Call) int { st.await(c.CheckText(1), c.CheckText(2), c.CheckText(3)); return 0 }},
		{"unmet", func(c *machine.Call) int { st.tellUnmet(c.CheckText(1)); return 0 }},
		{"taken", func(c *machine.Call) int { st.take(c.CheckText(1)); return 0 }},
		{"guarded", func(c *machine.Call) int { return c.Give(st.guarded(c.Get(1), script.Arguments(c, 2))) }},
		{"excused", func(c *machine.Call) int { st.excused(c.Get(1), script.Arguments(c, 2)); return 0 }},
	} {
		st.Offer(st.World, f.name, f.call)
	}
	st.openForMods()
}

// openForMods gives scripts what mods ask of the parts of Lua that the sandbox leaves out: times that
// stand still, no loaded files, and the variables of functions that are not Thicket's.
func (st *Stage) openForMods() {
	variable := func(c *machine.Call) (string, *machine.Value) {
		f := c.Get(1).Function()
		if f == nil || c.IsLibrary(f) {
			return "", nil
		}
		return f.UpValue(int(c.CheckNumber(2)))
	}
	fresh := func(*machine.Call) machine.Value { return st.Lua.NewTable().V() }
	constant := func(v machine.Value) func(*machine.Call) machine.Value {
		return func(*machine.Call) machine.Value { return v }
	}
	tables := map[string]map[string]func(*machine.Call) machine.Value{
		"os":      {"time": constant(machine.Number(0)), "clock": constant(machine.Number(0)), "date": constant(machine.String("1")), "getenv": constant(machine.Nil)},
		"package": {},
		"debug": {"getinfo": fresh, "traceback": constant(machine.String("")), "setupvalue": func(c *machine.Call) machine.Value {
			name, at := variable(c)
			if at == nil {
				return machine.Nil
			}
			*at = c.Get(3)
			return machine.String(name)
		}},
	}
	for _, name := range script.SortedKeys(tables) {
		t := st.Lua.NewTable()
		for _, call := range script.SortedKeys(tables[name]) {
			st.Offer(t, call, func(c *machine.Call) int { return c.Give(tables[name][call](c)) })
		}
		switch name {
		case "package":
			st.Lua.SetField(t, "loaded", st.Lua.NewTable().V())
			st.Lua.SetField(t, "path", st.Lua.Constant(""))
		case "debug":
			st.Offer(t, "getupvalue", func(c *machine.Call) int {
				name, at := variable(c)
				if at == nil {
					return c.Give(machine.Nil)
				}
				c.Push(machine.String(name))
				c.Push(*at)
				return 2
			})
		}
		st.Lua.SetGlobal(name, t.V())
	}
}

// runMods runs the mods of the project, in their order.
func (st *Stage) runMods() {
	if len(st.Program.Mods) == 0 {
		return
	}
	list := st.Lua.NewTable()
	for _, root := range st.Program.Mods {
		mod := st.Lua.NewTable()
		st.Lua.SetField(mod, "root", st.Lua.Constant(root))
		st.Lua.SetField(mod, "name", st.Lua.Constant(path.Base(root)))
		st.Lua.Append(list, mod.V())
	}
	st.RunOwn("mods", list.V())
}

// runMod runs one of the main files of a mod, if it has it. What is nil there may be used as in a
// lenient file, with a notice. The file ends where it fails, and what it did before counts.
func (st *Stage) runMod(root, name string, env machine.Value) {
	c, err := st.Program.ModFile(root, name)
	if err == nil && c == nil {
		return
	}
	if err == nil {
		err = st.runExcused(c, env)
	}
	st.tellEnd(err, root, name)
}

// runExcused runs a file of a mod with budgets of its own.
func (st *Stage) runExcused(c *machine.Chunk, env machine.Value) *syntax.Error {
	steps := machine.Budget{Steps: st.Program.Limits.Load, Limit: script.LoadLimit}
	return st.Lua.ProtectApart(steps, func() { st.Excuse(func() { st.Lua.Call(st.Lua.Function(c).V(), env) }) })
}

// tellEnd gives a notice of the error that ended a file of a mod.
func (st *Stage) tellEnd(err *syntax.Error, root, name string) {
	if err == nil || st.Notice == nil {
		return
	}
	text := fmt.Sprintf("the mod %s: %s; the file %s ends there", path.Base(root), err.Text(), name)
	if !st.Program.Stubbed[text] {
		st.Program.Stubbed[text] = true
		st.Notice(st.Program.ShownAt(err.Pos), text)
	}
}

// importMod is modimport: it runs a file of a mod in the environment of that. Where it fails, whoever
// imports it goes on.
func (st *Stage) importMod(c *machine.Call) int {
	root, name := c.CheckText(1), c.CheckText(2)
	if !strings.HasSuffix(name, ".lua") {
		name += ".lua"
	}
	chunk, err := st.Program.ModFile(root, name)
	if err != nil {
		st.Lua.Throw(err)
	}
	if chunk == nil {
		st.Lua.Throw(&syntax.Error{Pos: st.Lua.WhereOfUser(), Msg: fmt.Sprintf("modimport: no file %q in the mod %s", name, path.Base(root))})
	}
	st.tellEnd(st.runExcused(chunk, c.Get(3)), root, name)
	return 0
}

// requireForMod is require on behalf of the file of a mod.
func (st *Stage) requireForMod(c *machine.Call) int {
	ref := c.CheckText(1)
	chunk, err := st.Program.Require(st.Lua.WhereOfUser(), ref)
	if err != nil {
		var list syntax.List
		list.Add(err)
		st.Lua.Throw(list.Errors[0])
	}
	return c.Give(st.Lua.Load(chunk, ref))
}

// hasFile reports whether there is a file in the roots. It is read at once, so that a game that goes
// on elsewhere has it.
func (st *Stage) hasFile(ref string) bool {
	_, _, err := st.Program.Find(syntax.Pos{File: st.Program.Name}, "/"+ref+".lua")
	return err == nil
}

// take counts a call of a mod that does nothing.
func (st *Stage) take(name string) {
	for i := range st.modding.taken {
		if t := &st.modding.taken[i]; t.name == name {
			t.count++
			return
		}
	}
	st.modding.taken = append(st.modding.taken, taken{name, st.Program.ShownAt(st.Lua.WhereOfUser()), 1})
}

// tellTaken gives a notice for each name of which a mod made calls that do nothing.
func (st *Stage) tellTaken(mod string) {
	for _, t := range st.modding.taken {
		text := t.name + " of the mod " + mod + " does nothing here"
		if t.count > 1 {
			text += fmt.Sprintf(" (%d times)", t.count)
		}
		if st.Notice != nil && !st.Program.Stubbed[text] {
			st.Program.Stubbed[text] = true
			st.Notice(t.first, text)
		}
	}
	st.modding.taken = nil
}

// guarded calls a function of a mod and returns what it gave; an error is told as a fault of the
// bot whose turn it is, and nil is returned.
func (st *Stage) guarded(f machine.Value, args []machine.Value) (v machine.Value) {
	err := st.Lua.Protect(machine.Budget{}, func() { v = st.Lua.Call(f, args...) })
	if err == nil {
		return v
	}
	at := st.Program.ShownAt(err.Pos)
	switch {
	case st.X != nil:
		err.Pos = at
		st.ReportFault(err, err.Text())
	case st.Notice != nil:
		st.Notice(at, err.Text())
	}
	return machine.Nil
}

// excused calls a function of a mod that is about the world, not about the bot whose turn it is:
// what is nil may be used as in a lenient file, and an error is a notice.
func (st *Stage) excused(f machine.Value, args []machine.Value) {
	err := st.Lua.Protect(machine.Budget{}, func() { st.Excuse(func() { st.Lua.Call(f, args...) }) })
	if err != nil && st.Notice != nil {
		st.Notice(st.Program.ShownAt(err.Pos), err.Text())
	}
}

// HasPostInit reports whether mods want something to be called when the world is there.
func (st *Stage) HasPostInit() bool { return !st.World.Field("simpostinit").IsNil() }

// PostInit calls that, once. It must be called within Protect.
func (st *Stage) PostInit() {
	st.Lua.Thawed(func() { st.Lua.Call(st.World.Field("simpostinit")) })
}

// ModBrain has the functions of mods for a brain of a name known to its class.
func (st *Stage) ModBrain(class machine.Value, name string) {
	if f := st.World.Field("modbrain"); !f.IsNil() {
		st.Lua.Call(f, class, machine.String(name))
	}
}
