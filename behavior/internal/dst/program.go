package dst

import (
	"maps"
	"slices"
	"strings"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/internal/lua"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/ground/limit"
)

func init() {
	limit.Of(&keptBytes, 1<<40, "brain.memory", "bytes", "what the brains of one folder keep together", "the bot that keeps the most is parked, or all of the file")
	limit.Of(&keptBytesBot, 1<<40, "brain.memory-bot", "bytes", "what each bot adds to brain.memory", "the bot that keeps the most is parked, or all of the file")
}

// folder is what brain files of one folder have in common: their bots live in one
// machine, as all creatures do in the original.
type folder struct {
	*project
	latest map[string]*program // the programs that were loaded last, by key
	shapes map[string]*shape
	// For dry runs only: more globals
	setup func(*machine)
	dry   bool
}

func newFolder(reg *host.Registry, lim Limits) *folder {
	return &folder{project: newProject(reg, lim), latest: map[string]*program{}, shapes: map[string]*shape{}}
}

// Checkpoint returns what makes the folder as it is now again, see [project.checkpoint].
func (f *folder) Checkpoint() (undo func()) {
	latest, undoFiles := maps.Clone(f.latest), f.checkpoint()
	return func() {
		f.latest = latest
		undoFiles()
	}
}

// program is a brain file, ready to run for any number of bots.
type program struct {
	*code
	folder  *folder
	names   []string // names of the nodes of shown
	given   []given  // to the constructors of those nodes
	bare    bool     // the file returns a tree: it is run for each bot, and bots share no globals
	cast    *cast    // the creature that bots are; nil for those without a file
	asBrain bool     // in dry runs: a file that returns a tree gets a brain around it
}

func newProgram(file string, src []byte, f *folder) (*program, error) {
	c, err := newCode(file, src, f.project)
	if err != nil {
		return nil, err
	}
	return &program{code: c, folder: f}, nil
}

// Load compiles a brain file and starts its brain once, without a world, to see
// its tree. Errors go to the list; then it returns nil.
func Load(file string, src []byte, reg *host.Registry, files *syntax.Files, l *syntax.List) *run.Program {
	return load(file, src, nil, reg, files, l, false)
}

// LoadLeniently is Load for a file that needs more of its game than there is:
// stubs stand in for unknown names and files, each with a notice.
func LoadLeniently(file string, src []byte, reg *host.Registry, files *syntax.Files, l *syntax.List) *run.Program {
	return load(file, src, nil, reg, files, l, true)
}

func load(file string, src []byte, creature *Creature, reg *host.Registry, files *syntax.Files, l *syntax.List, lenient bool) *run.Program {
	type key struct {
		reg     *host.Registry
		lenient bool
	}
	shared := files.Keep(key{reg, lenient}, func() any {
		lim := DefaultLimits
		lim.Script.Compare = lenient
		f := newFolder(reg, lim)
		f.lenient, f.files = lenient, files.Noting(nil)
		return f
	})
	if creature != nil && file == "" {
		file, src = creature.File, creature.Source
	}
	p, err := newProgram(file, src, shared.(*folder))
	if err == nil && creature != nil {
		err = p.addCreature(creature)
	}
	if err != nil {
		l.Add(err)
		return nil
	}
	p.find = func(at syntax.Pos, ref string) (string, []byte, *syntax.Error) { return p.findFile(files, at, ref) }
	m := newMachine(p)
	m.notice = func(at syntax.Pos, text string) { l.Noticef(at, "%s", text) }
	b := m.newBot(p, 0, nil)
	m.stage.bot = &b.actor
	if e := m.begin(b, 1); e != nil {
		l.Add(p.placed(e))
		if strings.HasPrefix(e.Msg, "unknown name ") { // there may be more such names
			m.noticeMissing(l)
			l.Notices = slices.DeleteFunc(l.Notices, func(n *syntax.Error) bool { return n.Pos == e.Pos })
		}
		return nil
	}
	t := b.tree()
	if t == nil && p.cast != nil && b.brain() == nil {
		m.noticeMissing(l)
		return p.compiled(treeless(file))
	}
	if t == nil && lenient {
		m.tell("the brain has no tree after it was started: one that fails stands in for it")
		if e := m.protect(func() { t = m.lenientTree(b.e.obj, glua.LString("no tree")) }); e != nil {
			l.Add(p.placed(e))
			return nil
		}
	}
	if t == nil {
		l.Errorf(p.chunk.At, "the brain has no tree after it was started: OnStart sets self.bt to a BT")
		return nil
	}
	if e := m.protect(func() { p.show(t) }); e != nil {
		l.Add(p.placed(e))
		return nil
	}
	m.noticeMissing(l)
	return p.compiled(p.shown)
}

// show makes the tree of a bot the one that the program shows. It must be called within protect.
func (p *program) show(t *bt) {
	p.shown, p.names, p.given = t.show()
}

// noticeMissing gives a notice for each name in the user's files that nobody
// defines; the script would fail when it uses it.
func (m *machine) noticeMissing(l *syntax.List) {
	p := m.program
	if p.lenient { // there are stubs for them
		return
	}
	known := func(name string) bool {
		return p.own.FindAction(name) != nil || p.own.FindFunc(name) != nil || homes[name] != ""
	}
	chunks := []*lua.Chunk{p.chunk}
	for _, file := range sortedKeys(p.modules) {
		if c := p.modules[file]; !strings.HasPrefix(file, ownFolder) && !p.searched[c] {
			p.searched[c] = true
			chunks = append(chunks, c)
		}
	}
	for _, c := range chunks {
		l.Notices = append(l.Notices, m.lua.Missing(c, known)...)
	}
}

// compiled returns the program with the tree that is drawn for all its bots.
// Their memory is in their instances, not in the pool.
func (p *program) compiled(t *tree.Tree) *run.Program {
	p.folder.latest[p.key()] = p
	shown := *t
	shown.Bits = 0
	// a function that is not Local keeps the rows on one worker, as their scripts
	// share a machine
	scripts := host.Func{Name: "scripts"}
	if stay := p.reg.Action(host.DoStay); stay != nil { // what scripts do goes through the same part of the game
		scripts.Needs = stay.Needs
	}
	shown.Leaves = append(append([]tree.Leaf{}, t.Leaves...), tree.Leaf{Func: &scripts})
	return &run.Program{Tree: &shown, Symbols: &p.reg.Symbols, Semantics: &semantics{p}}
}

// begin makes the entity of a bot and runs its file, or starts the brain that the
// file returned before.
func (m *machine) begin(b *bot, id host.BotID) *syntax.Error {
	b.e = m.stage.bodyEntity(id)
	b.e.bot = &b.actor
	return m.protectLoad(func() {
		m.stage.outfit()
		if b.program.cast != nil {
			m.raise(b)
		}
		m.wake(b)
	})
}

// protectLoad is protect with the budget for loading files.
func (m *machine) protectLoad(f func()) *syntax.Error {
	return m.protectFor(m.program.limits.Load, func(*glua.LState) { f() })
}

// wake starts the brain of a bot: the one of its class's file, else the one that the
// creature gave itself. It must be called within protect.
func (m *machine) wake(b *bot) {
	if c := b.program.cast; c != nil && c.Brain == "" {
		m.stage.restartBrain(b.e)
		return
	}
	class := m.brainClass(b.program)
	if class == nil {
		m.lastBT, m.lastNode = nil, nil
		var v glua.LValue
		m.lua.Thawed(func() { v = m.lua.Call(m.lua.Function(m.program.chunk), b.e.obj) })
		if t, ok := v.(*glua.LTable); !ok || !isClassOf(t, m.brain) {
			b.program.bare = true
			if v != glua.LNil || b.brain() == nil { // else the file set the brain itself
				b.bare = m.result(v, b.e.obj)
			}
			return
		}
		class = v
		m.brainClasses[b.program.key()] = brainClass{b.program, class}
		m.lua.Freeze()
	}
	m.stage.setBrain(b.e, class)
	m.stage.restartBrain(b.e)
}

// brainClass is the class that the file of a program returned.
type brainClass struct {
	program *program
	class   glua.LValue
}

// brainClass returns the class that the file of a program returned; nil before the file was
// run for it, and for a file that returns a tree.
func (m *machine) brainClass(p *program) glua.LValue {
	if made := m.brainClasses[p.key()]; made.program == p {
		return made.class
	}
	if !p.asBrain {
		return nil
	}
	class := m.wrap()
	m.brainClasses[p.key()] = brainClass{p, class}
	return class
}

// key is the same for all programs that took each other's place as files were edited.
func (p *program) key() string {
	if p.cast == nil {
		return p.chunk.Name
	}
	return strings.Join([]string{p.chunk.Name, p.cast.chunk.Name, p.cast.Prefab, p.cast.Class}, "\x00")
}

// result returns the tree of a file that returned v: a BT, a node, or nothing
// after it made one of them.
func (m *machine) result(v, inst glua.LValue) *bt {
	if v == glua.LNil && m.lastBT == nil && m.lastNode != nil {
		v = m.lastNode.obj
	}
	if t, ok := handle(v).(*bt); ok {
		return t
	}
	if nodeOf(v) != nil {
		t := handle(m.lua.Call(m.btClass, inst, v)).(*bt)
		return t
	}
	if v == glua.LNil && m.lastBT != nil {
		return m.lastBT
	}
	if m.program.lenient {
		m.tell("the file gave " + describe(v) + ", which is no brain: a tree that fails stands in for it")
		return m.lenientTree(inst, v)
	}
	if t, ok := v.(*glua.LTable); ok && t.Metatable != glua.LNil && lua.MetatableOf(t) == m.lua.Get("Prefab") {
		m.lua.Throw(&syntax.Error{
			Pos:  m.program.chunk.At,
			Msg:  "the file describes creatures, wanted a brain",
			Hint: "name it as the creature of the brain, or of a class: behavior: { creature: FILE }",
		})
	}
	m.lua.Throw(&syntax.Error{
		Pos: m.program.chunk.At,
		Msg: "the file gave " + describe(v) + ", wanted a class derived from Brain, a BT or a node",
	})
	return nil
}

// wrap makes a brain for a file that only returns a tree.
func (m *machine) wrap() *glua.LTable {
	class := m.class(m.brain, m.L.NewFunction(func(*glua.LState) int { return 0 }), nil)
	class.RawSetString("OnStart", m.L.NewFunction(func(L *glua.LState) int {
		b := m.brainOf(L.Get(1))
		v := m.lua.Call(m.lua.Function(m.program.chunk), b.inst)
		if class, ok := v.(*glua.LTable); ok && isClassOf(class, m.brain) { // it is a brain after all: take its tree
			inner := m.lua.Call(class)
			m.L.SetField(inner, "inst", b.inst)
			m.lua.Call(m.L.GetField(inner, "OnStart"), inner)
			b.write("bt", m.L.GetField(inner, "bt"))
			return 0
		}
		b.write("bt", m.result(v, b.inst).obj)
		return 0
	}))
	return class
}
