package stage

import (
	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/internal/dialect/lua"
)

// PrefabsOf lists the prefabs that a file described, in the order of the file.
func (st *Stage) PrefabsOf(file string) (all []*glua.LTable) {
	described, _ := st.OwnName("Prefabs").(*glua.LTable)
	if described == nil {
		return nil
	}
	for k, v := described.Next(glua.LNil); k != glua.LNil; k, v = described.Next(k) {
		if prefab, ok := v.(*glua.LTable); ok && lua.Field(prefab, "file").String() == file {
			all = append(all, prefab)
		}
	}
	return all
}

// Describe runs a file that may describe prefabs, unless it has run as it is now. Those
// that it described before it was edited are forgotten.
func (st *Stage) Describe(c *lua.Chunk, name string) glua.LValue {
	if !st.Lua.Ran(c) {
		for _, prefab := range st.PrefabsOf(c.Name) {
			st.OwnName("Prefabs").(*glua.LTable).RawSet(lua.Field(prefab, "name"), glua.LNil)
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
		call glua.LGFunction
	}{
		{"create", st.Give(func() glua.LValue { return st.create().Obj })},
		{"described", func(L *glua.LState) int {
			st.Lua.Put(L.CheckTable(1), glua.LString("file"), glua.LString(st.describing))
			return 0
		}},
		{"redescribe", func(L *glua.LState) int { st.redescribe(L.CheckString(1), L.CheckString(2)); return 0 }},
		{"userfile", st.Give(func() glua.LValue {
			if c := st.userFile(st.L.CheckString(1)); c != nil {
				return st.Lua.Function(c)
			}
			return glua.LNil
		})},
		{"run", st.Give(func() glua.LValue {
			if v := st.runUser(st.L.CheckString(1)); v != nil {
				return v
			}
			return glua.LNil
		})},
		{"numbers", func(L *glua.LState) int { st.runNumbers(L.CheckString(1)); return 0 }},
	} {
		st.World.RawSetString(f.name, st.L.NewFunction(f.call))
	}
}

// create is CreateEntity(): an entity that has only what scripts give it. The first
// one that a bot's creature makes is the bot's own.
func (cr *crowd) create() *Entity {
	e := cr.Newborn
	if cr.Newborn = nil; e == nil {
		e = cr.makeOwn()
	}
	var seen []glua.LValue // fields that others made by looking at it
	for k, _ := e.Obj.Next(glua.LNil); k != glua.LNil; k, _ = e.Obj.Next(k) {
		if s, ok := k.(glua.LString); ok && s != "GUID" {
			seen = append(seen, k)
		}
	}
	for _, k := range seen {
		cr.Lua.Put(e.Obj, k, glua.LNil)
	}
	e.made = true
	cr.Lua.Put(e.Obj, glua.LString("components"), cr.L.CreateTable(0, 8))
	cr.Lua.Put(e.Obj, glua.LString("persists"), glua.LTrue)
	cr.Lua.Put(e.Obj, glua.LString("spawntime"), glua.LNumber(cr.Now))
	return e
}

// fieldsOfMade are the fields that an entity has from the first look on, even if a
// script made it.
var fieldsOfMade = map[string]bool{"entity": true, "replica": true}

// userFile is userChunk for scripts: what is wrong with the file ends them.
func (st *Stage) userFile(ref string) *lua.Chunk {
	c, err := st.Program.UserChunk(ref)
	if err != nil {
		st.Lua.Throw(err)
	}
	return c
}

// runUser runs a file of the user's root once as long as it stays as it is, and returns
// what it returned; nil if there is none.
func (st *Stage) runUser(ref string) glua.LValue {
	c := st.userFile(ref)
	if c == nil {
		return nil
	}
	return st.Describe(c, "/"+ref)
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
	err := st.Lua.Protect(0, func(*glua.LState) { st.Excuse(func() { st.Lua.Call(st.Lua.Function(c)) }) })
	if err != nil && st.Notice != nil && !st.Program.Stubbed[ref] {
		st.Program.Stubbed[ref] = true
		st.Notice(err.Pos, err.Msg+"; the file ends there")
	}
}
