package dst

import (
	"strings"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/internal/lua"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// Creature is a file that describes creatures as the original does, by Prefab, and
// which of them the bots of a class are.
type Creature struct {
	File     string
	Source   []byte
	Prefab   string // one of the file's; if empty, that with the name of the class, else the first
	PrefabAt syntax.Pos
	Class    string

	Brain       string // the brain's file; if empty, the creature has the brain that it gives itself
	BrainSource []byte
}

// cast is a creature whose file is compiled.
type cast struct {
	Creature
	chunk *lua.Chunk
}

// LoadCreature compiles a creature with its brain, and starts it once, without a
// world, to see its tree. Errors go to the list; then it returns nil.
func LoadCreature(c Creature, reg *host.Registry, files *syntax.Files, l *syntax.List, lenient bool) *run.Program {
	return load(c.Brain, c.BrainSource, &c, reg, files, l, lenient)
}

// addCreature gives a program its creature. A creature that has no brain file stands in
// for one.
func (p *program) addCreature(c *Creature) error {
	chunk, err := p.module(c.File, c.Source)
	if err != nil {
		return err
	}
	p.cast, p.creature = &cast{*c, chunk}, chunk
	return nil
}

// raise makes the creature that a bot is: it runs the creature's function, whose
// first entity is the bot's. It must be called within protect.
func (m *machine) raise(b *bot) {
	prefab := m.prefabOf(b.program.cast)
	m.stage.newborn = b.e
	made := m.lua.Call(lua.Field(prefab, "fn"), m.ownName("TheSim"))
	m.stage.newborn = nil
	name := lua.Field(prefab, "name")
	if e, ok := handle(made).(*entity); !ok || e != b.e {
		m.lua.Throw(&syntax.Error{
			Pos: b.program.cast.chunk.At,
			Msg: "the function of the prefab " + name.String() + " gave " + describe(made) + ", wanted what its first CreateEntity() gave",
		})
	}
	m.lua.Call(m.lua.Function(ownChunk("birth")), m.world, b.e.obj, name)
}

// prefabOf finds the prefab that a creature's class means, after it has run the
// creature's file, once as long as that stays as it is.
func (m *machine) prefabOf(c *cast) *glua.LTable {
	all := m.stage.prefabsOf(c.chunk.Name)
	if len(all) == 0 || !m.lua.Ran(c.chunk) {
		m.stage.describe(c.chunk, c.chunk.Name)
		if all = m.stage.prefabsOf(c.chunk.Name); len(all) == 0 {
			m.lua.Throw(&syntax.Error{Pos: c.chunk.At, Msg: "the file describes no creature: wanted one that returns Prefab(name, function)"})
		}
	}
	var names []string
	for _, wanted := range []string{c.Prefab, c.Class} {
		for _, prefab := range all {
			name := lua.Field(prefab, "name").String()
			if name == wanted {
				return prefab
			}
			names = append(names, name)
		}
		if wanted == c.Prefab && c.Prefab != "" {
			e := &syntax.Error{Pos: c.PrefabAt, Msg: "no prefab " + strings.TrimSpace(c.Prefab) + " in " + c.File + ", which has " + strings.Join(names, ", ")}
			m.lua.Throw(e.Suggest(c.Prefab, names))
		}
	}
	return all[0]
}

// prefabsOf lists the prefabs that a file described, in the order of the file.
func (st *stage) prefabsOf(file string) (all []*glua.LTable) {
	described, _ := st.ownName("Prefabs").(*glua.LTable)
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

// describe runs a file that may describe prefabs, unless it has run as it is now. Those
// that it described before it was edited are forgotten.
func (st *stage) describe(c *lua.Chunk, name string) glua.LValue {
	if !st.lua.Ran(c) {
		for _, prefab := range st.prefabsOf(c.Name) {
			st.ownName("Prefabs").(*glua.LTable).RawSet(lua.Field(prefab, "name"), glua.LNil)
		}
	}
	before := st.describing
	st.describing = c.Name
	defer func() { st.describing = before }()
	return st.lua.Load(c, name)
}

// redescribe runs the file that described a prefab again if it was edited since.
func (st *stage) redescribe(name, file string) {
	st.userFile("prefabs/" + name) // reads it where it is the one of that name
	if c := st.program.modules[file]; c != nil && !st.lua.Ran(c) {
		st.describe(c, file)
	}
}

// openCreatures adds to native what files of creatures need.
func (st *stage) openCreatures() {
	for _, f := range []struct {
		name string
		call glua.LGFunction
	}{
		{"create", st.give(func() glua.LValue { return st.create().obj })},
		{"described", func(L *glua.LState) int {
			st.lua.Put(L.CheckTable(1), glua.LString("file"), glua.LString(st.describing))
			return 0
		}},
		{"redescribe", func(L *glua.LState) int { st.redescribe(L.CheckString(1), L.CheckString(2)); return 0 }},
		{"userfile", st.give(func() glua.LValue {
			if c := st.userFile(st.L.CheckString(1)); c != nil {
				return st.lua.Function(c)
			}
			return glua.LNil
		})},
		{"run", st.give(func() glua.LValue {
			if v := st.runUser(st.L.CheckString(1)); v != nil {
				return v
			}
			return glua.LNil
		})},
		{"numbers", func(L *glua.LState) int { st.runNumbers(L.CheckString(1)); return 0 }},
	} {
		st.world.RawSetString(f.name, st.L.NewFunction(f.call))
	}
}

// create is CreateEntity(): an entity that has only what scripts give it. The first
// one that a bot's creature makes is the bot's own.
func (cr *crowd) create() *entity {
	e := cr.newborn
	if cr.newborn = nil; e == nil {
		e = cr.makeOwn()
	}
	var seen []glua.LValue // fields that others made by looking at it
	for k, _ := e.obj.Next(glua.LNil); k != glua.LNil; k, _ = e.obj.Next(k) {
		if s, ok := k.(glua.LString); ok && s != "GUID" {
			seen = append(seen, k)
		}
	}
	for _, k := range seen {
		cr.lua.Put(e.obj, k, glua.LNil)
	}
	e.made = true
	cr.lua.Put(e.obj, glua.LString("components"), cr.L.CreateTable(0, 8))
	cr.lua.Put(e.obj, glua.LString("persists"), glua.LTrue)
	cr.lua.Put(e.obj, glua.LString("spawntime"), glua.LNumber(cr.now))
	return e
}

// fieldsOfMade are the fields that an entity has from the first look on, even if a
// script made it.
var fieldsOfMade = map[string]bool{"entity": true, "replica": true}

// userFile is userChunk for scripts: what is wrong with the file ends them.
func (st *stage) userFile(ref string) *lua.Chunk {
	c, err := st.program.userChunk(ref)
	if err != nil {
		st.lua.Throw(err)
	}
	return c
}

// runUser runs a file of the user's root once as long as it stays as it is, and returns
// what it returned; nil if there is none.
func (st *stage) runUser(ref string) glua.LValue {
	c := st.userFile(ref)
	if c == nil {
		return nil
	}
	return st.describe(c, "/"+ref)
}

// runNumbers runs a file of the user's root that defines what the engine's own names
// stand for, if there is one. It may use names of the engine that nobody knows: each is
// a stub, with a notice, and the rest of the file counts.
func (st *stage) runNumbers(ref string) {
	c := st.userFile(ref)
	if c == nil {
		return
	}
	st.program.searched[c] = true
	err := st.lua.Protect(0, func(*glua.LState) { st.excuse(func() { st.lua.Call(st.lua.Function(c)) }) })
	if err != nil && st.notice != nil && !st.program.stubbed[ref] {
		st.program.stubbed[ref] = true
		st.notice(err.Pos, err.Msg+"; the file ends there")
	}
}

// treeless is the tree of creatures that have no brain.
func treeless(name string) *tree.Tree {
	return &tree.Tree{Name: name, Nodes: make([]tree.Node, 1), Spans: make([]syntax.Span, 1)}
}
