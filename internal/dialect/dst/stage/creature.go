package stage

import (
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// PrefabsOf lists the prefabs that a file described, in the order of the file.
func (st *Stage) PrefabsOf(file string) (all []*machine.Table) {
	described := st.OwnName("Prefabs").Table()
	if described == nil {
		return nil
	}
	for _, v := range described.Pairs {
		if prefab := v.Table(); prefab != nil && machine.Show(st.get(prefab, slotFile)) == file {
			all = append(all, prefab)
		}
	}
	return all
}

// PrefabName is the name of a prefab.
func (st *Stage) PrefabName(prefab *machine.Table) machine.Value { return st.get(prefab, slotName) }

// madeIn is the field of a prefab with the file that made it, where that is another one than the file
// that was run to describe it.
const madeIn = "madein"

// IsOwn reports whether a prefab was made by the file that described it, and not by one which that
// requires.
func (st *Stage) IsOwn(prefab *machine.Table) bool { return prefab.Field(madeIn).IsNil() }

// Describe runs a file that may describe prefabs, unless it has run as it is now. Those
// that it described before it was edited are forgotten.
func (st *Stage) Describe(c *machine.Chunk, name string) machine.Value {
	if !st.Lua.Ran(c) {
		for _, prefab := range st.PrefabsOf(c.Name) {
			st.Lua.Set(st.OwnName("Prefabs").Table(), st.PrefabName(prefab), machine.Nil)
		}
	}
	before := st.describing
	st.describing = c.Name
	defer func() { st.describing = before }()
	return st.Lua.Load(c, name)
}

// redescribe runs the file that described a prefab again if it was edited since.
func (st *Stage) redescribe(name, file string) {
	st.userFile("prefabs/" + name) // reads it where it is the one of that name
	if c := st.Program.Modules[file]; c != nil && !st.Lua.Ran(c) {
		st.Describe(c, file)
	}
}

// openCreatures adds to native what files of creatures need.
func (st *Stage) openCreatures() {
	for _, f := range []struct {
		name string
		call func(c *machine.Call) int
	}{
		{"create", func(c *machine.Call) int { return c.Give(st.create().Object().V()) }},
		{"described", func(c *machine.Call) int {
			prefab := c.CheckTable(1)
			st.put(prefab, slotFile, st.Lua.Constant(st.describing))
			if by := st.Program.InnerAt(st.Lua.WhereOfUser()).File; by != st.describing { // a file that it requires
				st.Lua.SetField(prefab, madeIn, st.Lua.Constant(by))
			}
			return 0
		}},
		{"redescribe", func(c *machine.Call) int { st.redescribe(c.CheckText(1), c.CheckText(2)); return 0 }},
		{"userfile", func(c *machine.Call) int {
			if file := st.userFile(c.CheckText(1)); file != nil {
				return c.Give(st.Lua.Function(file).V())
			}
			return c.Give(machine.Nil)
		}},
		{"run", func(c *machine.Call) int { return c.Give(st.runUser(c.CheckText(1))) }},
		{"unknown", func(c *machine.Call) int { st.unknown(c.CheckText(1), c.CheckText(2), c.Get(3).Table()); return 0 }},
		{"nearly", func(c *machine.Call) int { st.nearly(script.Text(c.Get(1)), c.Get(2), c.Get(3)); return 0 }},
		{"nocomponent", func(c *machine.Call) int {
			name := c.CheckText(1)
			e := (&syntax.Error{}).Suggest(name, append(st.ComponentNames(), script.WorldComponents()...))
			text := "components/" + name + ": there is no such file, so the component does nothing"
			if e.Hint != "" {
				text += "; " + e.Hint
			}
			st.Tell(text)
			return 0
		}},
		{"need", func(c *machine.Call) int { st.need(c); return 0 }},
		{"calls", func(c *machine.Call) int {
			method, self := c.Get(1).Function(), c.Get(2).Table()
			return c.Give(machine.Bool(method != nil && self != nil && st.Lua.Calls(method, self)))
		}},
		{"constants", func(c *machine.Call) int { return c.Give(st.constants(c.Get(1))) }},
		{"seek", func(c *machine.Call) int { st.seek(c.CheckText(1)); return 0 }},
		{"numbers", func(c *machine.Call) int { st.runNumbers(c.CheckText(1)); return 0 }},
	} {
		st.Offer(st.World, f.name, f.call)
	}
}

// create is CreateEntity(): an entity that has only what scripts give it. The first
// one that a bot's creature makes is the bot's own.
func (cr *crowd) create() *Entity {
	e := cr.Newborn
	if cr.Newborn = nil; e == nil {
		e = cr.makeOwn()
	}
	for k := range e.Object().Pairs { // fields that others made by looking at it
		if name, ok := k.Text(); ok && name != slotNames[slotGUID] {
			cr.Lua.Set(e.Object(), k, machine.Nil)
		}
	}
	e.made = true
	cr.put(e.Object(), slotComponents, cr.Lua.NewTable().V())
	cr.put(e.Object(), slotPersists, machine.Bool(true))
	cr.put(e.Object(), slotSpawned, machine.Number(cr.Now))
	return e
}

// fieldsOfMade are the fields that an entity has from the first look on, even if a
// script made it.
var fieldsOfMade = map[string]bool{"entity": true, "replica": true}

// userFile is userChunk for scripts: what is wrong with the file ends them.
func (st *Stage) userFile(ref string) *machine.Chunk {
	c, err := st.Program.UserChunk(ref)
	if err != nil {
		st.Lua.Throw(err)
	}
	return c
}

// runUser runs a file of the user's root once as long as it stays as it is, and returns
// what it returned; nil if there is none.
func (st *Stage) runUser(ref string) machine.Value {
	c := st.userFile(ref)
	if c == nil {
		return machine.Nil
	}
	return st.Describe(c, "/"+ref)
}

// ComponentNames lists the components that there are: Thicket's own, and those of the root.
func (st *Stage) ComponentNames() (names []string) {
	names = append(names, script.OwnComponents()...)
	if st.Program.Files != nil {
		for _, file := range st.Program.Files.List("components") {
			names = append(names, strings.TrimSuffix(file, ".lua"))
		}
	}
	return names
}

// seek runs the files of the root that may describe a prefab of a name which none of that name does,
// until one has. What is wrong with a file that surely describes it ends the script; another one was a
// guess.
func (st *Stage) seek(prefab string) {
	refs, surely := st.Program.PrefabFiles(prefab)
	for i, ref := range refs {
		if i < surely {
			st.runUser(ref)
		} else if err := st.Lua.Protect(machine.Budget{}, func() { st.runUser(ref) }); err != nil {
			continue
		}
		if !st.OwnName("Prefabs").Table().Field(prefab).IsNil() {
			return
		}
	}
}

// runNumbers runs a file of the user's root that defines what the engine's own names
// stand for, if there is one. It may use names of the engine that nobody knows: each is
// a stub, with a notice, and the rest of the file counts.
func (st *Stage) runNumbers(ref string) {
	c := st.userFile(ref)
	if c == nil {
		return
	}
	st.Program.Searched[c] = true
	err := st.Lua.Protect(machine.Budget{}, func() { st.Excuse(func() { st.Lua.Call(st.Lua.Function(c).V()) }) })
	if err != nil && st.Notice != nil && !st.Program.Stubbed[ref] {
		st.Program.Stubbed[ref] = true
		text := err.Msg + Ends
		if i := slices.IndexFunc(err.Notes, func(n syntax.Note) bool { return n.Pos.File == c.At.File }); i >= 0 && err.Pos.File != c.At.File { // one that it requires
			text += ", and with it " + st.Program.ShownAt(err.Notes[i].Pos).String()
		}
		st.Notice(err.Pos, text)
	}
}

// Ends is in the notice of a file of constants or numbers that failed: what would stand behind is missing.
const Ends = "; the file ends there"
