package dst

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dst/nodes"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/dst/stage"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/dialect/lua/source"
	"github.com/thicket-sim/thicket/internal/dialect/standin"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// folder is what brain files of one folder have in common: their bots live in one
// troupe, as all creatures do in the original.
type folder struct {
	*script.Project
	latest map[string]*program // the programs that were loaded last, by key
	shapes map[string]*nodes.Shape
	said   map[*machine.Chunk]named // what the user's files said when they were looked through last
	// For dry runs only: more globals
	setup func(*troupe)
	dry   bool
}

func newFolder(reg *host.Registry, lim script.Limits) *folder {
	return &folder{Project: script.NewProject(reg, lim), latest: map[string]*program{}, shapes: map[string]*nodes.Shape{}}
}

// Checkpoint returns what makes the folder as it is now again, see [script.Project.Checkpoint].
func (f *folder) Checkpoint() (undo func()) {
	latest, undoFiles := maps.Clone(f.latest), f.Project.Checkpoint()
	return func() {
		f.latest = latest
		undoFiles()
	}
}

// program is a brain file, ready to run for any number of bots.
type program struct {
	*script.Code
	folder  *folder
	names   []string      // names of the nodes of shown
	given   []nodes.Given // to the constructors of those nodes
	bare    bool          // the file returns a tree: it is run for each bot, and bots share no globals
	cast    *cast         // the creature that bots are; nil for those without a file
	asBrain bool          // in dry runs: a file that returns a tree gets a brain around it
}

func newProgram(file string, src []byte, f *folder) (*program, error) {
	c, err := script.NewCode(file, src, f.Project)
	if err != nil {
		return nil, err
	}
	return &program{Code: c, folder: f}, nil
}

// Load compiles a brain file and starts its brain once, without a world, to see
// its tree. Errors go to the list; then it returns nil. Where stand-ins are allowed, stubs stand in
// for unknown names and files, each with a notice.
func Load(file string, src []byte, reg *host.Registry, files *sourcefile.Files, l *syntax.List) *run.Program {
	return load(file, src, nil, reg, files, l)
}

func load(file string, src []byte, creature *Creature, reg *host.Registry, files *sourcefile.Files, l *syntax.List) *run.Program {
	lenient := standin.Allowed(reg) == standin.All
	type key struct {
		reg     *host.Registry
		lenient bool
	}
	shared := files.Keep(key{reg, lenient}, func() any {
		lim := script.LimitsOf(*host.LimitsOf(reg))
		lim.Script.Lenient = lenient
		f := newFolder(reg, lim)
		f.Lenient, f.Files, f.Mods = lenient, files.Noting(nil), files.Mods
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
	p.Find = func(at syntax.Pos, ref string) (string, []byte, *syntax.Error) { return p.FindFile(files, at, ref) }
	m := newTroupe(p)
	m.Notice = func(at syntax.Pos, text string) {
		if n := l.Noticef(at, "%s", text); lenient {
			n.Places = 1
		}
	}
	b := m.newBot(p, 0, nil)
	m.stage.Bot = &b.Actor
	if e := m.begin(b, 1); e != nil {
		misspelt := p.hint(m, e)
		l.Add(fromCause(p.Placed(e), l))
		l.Notices = append(l.Notices, misspelt...)
		if strings.HasPrefix(e.Msg, "unknown name ") { // there may be more such names
			p.noticeMissing(m, l)
			l.Notices = slices.DeleteFunc(l.Notices, func(n *syntax.Error) bool { return n.Pos == e.Pos })
		}
		return nil
	}
	t := b.tree()
	if t == nil && p.cast != nil && b.brain() == nil {
		p.noticeMissing(m, l)
		return p.compiled(treeless(file))
	}
	if t == nil && lenient {
		m.Tell("the brain has no tree after it was started: one that fails stands in for it")
		if e := m.Protect(func() { t = m.LenientTree(b.Entity.Object().V(), machine.String("no tree")) }); e != nil {
			l.Add(p.Placed(e))
			return nil
		}
	}
	if t == nil {
		l.Errorf(p.Chunk.At, "the brain has no tree after it was started: OnStart sets self.bt to a BT")
		return nil
	}
	if e := m.Protect(func() { p.show(t) }); e != nil {
		l.Add(p.Placed(e))
		return nil
	}
	p.noticeMissing(m, l)
	return p.compiled(p.Shown)
}

// notesBefore bounds the notices that an error tells of.
const notesBefore = 10

// fromCause has an error that ended loading begin with what was its cause, if that is known: a file of
// constants or numbers that ended before its time. That is no notice any more.
func fromCause(e *syntax.Error, l *syntax.List) *syntax.Error {
	i := slices.IndexFunc(l.Notices, func(n *syntax.Error) bool { return strings.Contains(n.Msg, stage.Ends) })
	if i < 0 {
		return before(e, l.Notices)
	}
	cause := l.Notices[i]
	l.Notices = slices.Delete(l.Notices, i, i+1)
	text := "after that: " + e.Msg
	if e.Hint != "" {
		text += "; " + e.Hint
	}
	e.Notes = append([]syntax.Note{{Pos: e.Pos, Msg: text}}, before(e, l.Notices).Notes...)
	return &syntax.Error{Pos: cause.Pos, At: cause.At, Msg: cause.Msg, Notes: e.Notes}
}

// before has an error that ended loading tell what was odd before it, the first of it first: that may be
// its cause.
func before(e *syntax.Error, notices syntax.ErrorList) *syntax.Error {
	var notes []syntax.Note
	for _, n := range notices[:min(len(notices), notesBefore)] {
		notes = append(notes, syntax.Note{Pos: n.Pos, Msg: "before that: " + n.Msg})
	}
	e.Notes = append(notes, e.Notes...)
	return e
}

// show makes the tree of a bot the one that the program shows. It must be called within protect.
func (p *program) show(t *nodes.BT) {
	p.Shown, p.names, p.given = t.Show()
}

// noticeMissing gives a notice for each name in the user's files that nobody
// defines; the script would fail when it uses it.
func (p *program) noticeMissing(m *troupe, l *syntax.List) {
	if p.Lenient { // there are stubs for them
		m.castStubs()
		return
	}
	known := func(name string) bool {
		return host.FindAction(p.Own, name) != nil || host.FindFunc(p.Own, name) != nil || script.IsKnown(name)
	}
	chunks := []*machine.Chunk{p.Chunk}
	for _, c := range p.userModules() {
		if !p.Searched[c] {
			p.Searched[c] = true
			chunks = append(chunks, c)
		}
	}
	for _, c := range chunks {
		l.Notices = append(l.Notices, m.Lua.Missing(c, known)...)
	}
	l.Notices = append(l.Notices, p.slips(m, chunks)...)
}

// compiled returns the program with the tree that is drawn for all its bots.
// Their memory is in their instances, not in the pool.
func (p *program) compiled(t *tree.Tree) *run.Program {
	p.folder.latest[p.key()] = p
	shown := *t
	shown.Bits, shown.Lives = 0, nil
	// a function that is not Local keeps the rows on one worker, as their scripts
	// share a troupe
	scripts := host.Func{Name: "scripts"}
	if stay := p.Reg.Action(host.DoStay); stay != nil { // what scripts do goes through the same part of the game
		scripts.Needs = stay.Needs
	}
	shown.Leaves = append(append([]tree.Leaf{}, t.Leaves...), tree.Leaf{Func: &scripts})
	return &run.Program{Tree: &shown, Symbols: host.SymbolsOf(p.Reg), Semantics: &semantics{p}}
}

// begin makes the entity of a bot and runs its file, or starts the brain that the
// file returned before.
func (m *troupe) begin(b *bot, id host.BotID) *syntax.Error {
	b.Entity = m.stage.BodyEntity(id)
	b.Entity.Bot = &b.Actor
	return m.protectLoad(func() {
		m.stage.Outfit()
		if b.program.cast != nil {
			m.raise(b)
		}
		m.wake(b)
	})
}

// protectLoad is protect with the budget for loading files.
func (m *troupe) protectLoad(f func()) *syntax.Error {
	lim := &m.Program.Limits
	return m.ProtectFor(machine.Budget{Steps: lim.Load, Limit: script.LoadLimit, Memory: lim.LoadBytes, MemoryLimit: script.LoadBytesLimit}, f)
}

// wake starts the brain of a bot: the one of its class's file, else the one that the
// creature gave itself. It must be called within protect.
func (m *troupe) wake(b *bot) {
	if c := b.program.cast; c != nil && c.Brain == "" {
		m.stage.RestartBrain(b.Entity)
		return
	}
	class := m.brainClass(b.program)
	if class.IsNil() {
		m.LastBT, m.LastNode = nil, nil
		if class = m.modded(b.program); class.IsNil() {
			m.Lua.Thawed(func() { class = m.Lua.Call(m.Lua.Function(m.Program.Chunk).V(), b.Entity.Object().V()) })
		}
		if t := class.Table(); t == nil || !m.IsClassOf(t, m.brain) {
			b.program.bare = true
			if !class.IsNil() || b.brain() == nil { // else the file set the brain itself
				b.bare = m.result(class, b.Entity.Object().V())
			}
			return
		}
		m.brainClasses[b.program.key()] = brainClass{b.program, class}
		m.Lua.Freeze()
	}
	m.stage.SetBrain(b.Entity, class)
	m.stage.RestartBrain(b.Entity)
}

// modded is the class of a brain that a mod required, and may have changed; nil for any other.
func (m *troupe) modded(p *program) machine.Value {
	c := p.Modules[p.Chunk.Name]
	if len(p.Mods) == 0 || c == nil || !m.Lua.Ran(c) {
		return machine.Nil
	}
	if c, err := p.Module(p.Name, []byte(p.Chunk.Source())); err == nil {
		class := m.Lua.Load(c, p.Name)
		if t := class.Table(); t != nil && m.IsClassOf(t, m.brain) {
			m.stage.ModBrain(class, strings.TrimSuffix(path.Base(p.Name), ".lua"))
			return class
		}
	}
	return machine.Nil
}

// brainClass is the class that the file of a program returned.
type brainClass struct {
	program *program
	class   machine.Value
}

// brainClass returns the class that the file of a program returned; nil before the file was
// run for it, and for a file that returns a tree.
func (m *troupe) brainClass(p *program) machine.Value {
	if made := m.brainClasses[p.key()]; made.program == p {
		return made.class
	}
	if !p.asBrain {
		return machine.Nil
	}
	class := m.wrap().V()
	m.brainClasses[p.key()] = brainClass{p, class}
	return class
}

// key is the same for all programs that took each other's place as files were edited.
func (p *program) key() string {
	if p.cast == nil {
		return p.Chunk.Name
	}
	return strings.Join([]string{p.Chunk.Name, p.cast.chunk.Name, p.cast.Prefab, p.cast.Class}, "\x00")
}

// result returns the tree of a file that returned v: a BT, a node, or nothing
// after it made one of them.
func (m *troupe) result(v, inst machine.Value) *nodes.BT {
	if v.IsNil() && m.LastBT == nil && m.LastNode != nil {
		v = m.LastNode.Obj().V()
	}
	if t, ok := script.Handle(v).(*nodes.BT); ok {
		return t
	}
	if nodes.NodeOf(v) != nil {
		return script.Handle(m.Lua.Call(m.BTClass.V(), inst, v)).(*nodes.BT)
	}
	if v.IsNil() && m.LastBT != nil {
		return m.LastBT
	}
	if m.Program.Lenient {
		m.Tell("the file gave " + script.Describe(v) + ", which is no brain: a tree that fails stands in for it")
		return m.LenientTree(inst, v)
	}
	if t := v.Table(); t != nil && t.Meta() != nil && t.Meta() == m.Lua.Global("Prefab").Table() {
		m.Lua.Throw(&syntax.Error{
			Pos:  m.Program.Chunk.At,
			Msg:  "the file describes creatures, wanted a brain",
			Hint: "name it as the creature of the brain, or of a class: behavior: { creature: FILE }",
		})
	}
	m.Lua.Throw(&syntax.Error{
		Pos: m.Program.Chunk.At,
		Msg: "the file gave " + script.Describe(v) + ", wanted a class derived from Brain, a BT or a node",
	})
	return nil
}

// wrap makes a brain for a file that only returns a tree.
func (m *troupe) wrap() *machine.Table {
	class := m.Class(m.brain, m.Lua.NewFunction("_ctor", func(*machine.Call) int { return 0 }), nil)
	m.Offer(class, "OnStart", func(c *machine.Call) int {
		b := m.brainOf(c.Get(1))
		v := m.Lua.Call(m.Lua.Function(m.Program.Chunk).V(), b.inst)
		if class := v.Table(); class != nil && m.IsClassOf(class, m.brain) { // it is a brain after all: take its tree
			inner := m.Lua.Call(v)
			m.Lua.SetIndex(inner, m.Lua.Constant("inst"), b.inst)
			m.Lua.Call(m.Method(inner, "OnStart"), inner)
			b.Write("bt", m.Method(inner, "bt"))
			return 0
		}
		b.Write("bt", m.result(v, b.inst).Object().V())
		return 0
	})
	return class
}

// IsCreature reports whether a file returns prefabs.
func IsCreature(src []byte) bool {
	words := source.Words(string(src))
	for i := range max(len(words)-2, 0) {
		if words[i].Text == "return" && words[i+1].Text == "Prefab" && words[i+2].Text == "(" {
			return true
		}
	}
	return false
}
