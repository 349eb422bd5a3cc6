package dst

import (
	"cmp"
	"fmt"
	"maps"
	"path"
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

// ticksPerSecond is the original's rate. FRAMES is made of it, and the time of a
// tree that is only loaded.
const ticksPerSecond = 30

// Limits bounds what the scripts of one bot may cost.
type Limits struct {
	Script lua.Limits
	Load   int64 // instructions to load a file or to start a brain
	Steps  int64 // instructions in one tick of a bot
	Visits int64 // nodes visited in one tick of a bot
	Faults int   // ticks in succession that may fail before the bot is parked
}

// DefaultLimits let brains of the original run with room to spare.
var DefaultLimits = Limits{Load: 5_000_000, Steps: 1_000_000, Visits: 100_000, Faults: 10}

func init() {
	limit.Of(&DefaultLimits.Load, 1<<40, "brain.load", "instructions", "loading the files of a brain, or starting one", limit.Refused)
	limit.Of(&DefaultLimits.Steps, 1<<40, "brain.steps", "instructions", "the scripts of one bot in one tick", limit.Stopped)
	limit.Of(&DefaultLimits.Visits, 1<<40, "brain.visits", "nodes", "nodes of a bot that are visited in one tick", limit.Stopped)
	limit.Of(&DefaultLimits.Faults, 1<<30, "brain.faults", "ticks", "ticks in a row in which a brain may fail", "the bot is parked, which is a fault")
	limit.Of(&keptBytes, 1<<40, "brain.memory", "bytes", "what the brains of one folder keep together", "the bot that keeps the most is parked, or all of the file")
	limit.Of(&keptBytesBot, 1<<40, "brain.memory-bot", "bytes", "what each bot adds to brain.memory", "the bot that keeps the most is parked, or all of the file")
	limit.Of(&maxNodes, 60_000, "brain.nodes", "nodes", "nodes of one tree of a brain", limit.Stopped)
	limit.Of(&maxTasks, 1<<30, "brain.tasks", "tasks", "tasks of one entity", limit.Stopped)
	limit.Of(&maxThreads, 1<<30, "brain.threads", "threads", "threads of one entity", limit.Stopped)
	limit.Of(&maxListeners, 1<<30, "brain.listeners", "listeners", "listeners of one entity", limit.Stopped)
	limit.Of(&maxTags, 1<<30, "brain.tags", "tags", "tags that scripts give to one entity", limit.Stopped)
	limit.Of(&maxDeep, 5000, "brain.depth", "visits", "visits of nodes within each other", limit.Stopped)
}

// project is what brain files of one folder have in common: their bots live in one
// machine, as all creatures do in the original.
type project struct {
	reg     *host.Registry
	own     *host.Overlay // what brains alone see of the registry
	limits  Limits
	lenient bool
	excused bool // while a file runs whose faults are excused
	versions
	holders
	latest    map[string]*program               // the programs that were loaded last, by key
	ownPlaces map[*glua.FunctionProto]lua.Place // where functions of Thicket's own files stand
	modules   map[string]*lua.Chunk             // the files that were required, as they were read last
	found     map[reference]string              // the files that were required since the last Checkpoint,
	texts     map[string][]byte                 // and what they held,
	current   map[reference]*lua.Chunk          // compiled: all of it stays until the next one
	shapes    map[string]*shape
	noticed   map[syntax.Pos]bool
	stubbed   map[string]bool // notices that were given
	// searched are the modules in which names were looked for that nobody defines
	searched map[*lua.Chunk]bool
	// For dry runs only: more globals, and given random numbers
	setup func(*machine)
	draw  func() float64
	dry   bool
}

// Checkpoint returns what makes the project as it is now again. New versions stay until the
// next one: they are only found by who has their text. Then those go that nobody uses.
func (p *project) Checkpoint() (undo func()) {
	p.tidy()
	defer p.release()
	latest, modules := maps.Clone(p.latest), maps.Clone(p.modules)
	found, texts, current := p.found, p.texts, p.current
	noticed, stubbed, searched := maps.Clone(p.noticed), maps.Clone(p.stubbed), maps.Clone(p.searched)
	return func() {
		p.latest, p.modules = latest, modules
		p.found, p.texts, p.current = found, texts, current
		p.noticed, p.stubbed, p.searched = noticed, stubbed, searched
	}
}

// reference is a file as a file in a folder names it.
type reference struct{ folder, name string }

func (r reference) compare(o reference) int {
	return cmp.Or(strings.Compare(r.folder, o.folder), strings.Compare(r.name, o.name))
}

// remember has the files that were required before a save, and these alone, be what they were
// then, whatever happened to them since.
func (p *project) remember(u *used) {
	if p.files == nil {
		return
	}
	found, texts := map[reference]string{}, map[string][]byte{}
	for by, name := range u.asked {
		src, ok := p.texts[name]
		if was, saved := u.texts[askedMark+name]; saved {
			src, ok = []byte(was), true
		} else if !ok {
			src, ok = p.files.Held(name)
		}
		if ok {
			found[by], texts[name] = name, src
		}
	}
	p.found, p.texts = found, texts
}

// release has the files that are required from now on read as they are then.
func (p *project) release() {
	p.found, p.texts, p.current = map[reference]string{}, map[string][]byte{}, map[reference]*lua.Chunk{}
	p.round++
}

// findFile finds and reads a file that is required. Whoever asks gets the same until the next
// Checkpoint, since all share one state, whatever happens to the file.
func (p *project) findFile(files *syntax.Files, at syntax.Pos, ref string) (string, []byte, *syntax.Error) {
	by := reference{path.Dir(at.File), ref}
	name, ok := p.found[by]
	if !ok {
		var err *syntax.Error
		if name, err = findFile(files, at, ref); err != nil {
			return "", nil, err
		}
	}
	src, ok := p.texts[name]
	if ok {
		files.Note(name, src)
	} else {
		var err *syntax.Error
		if src, err = files.Read(at, name); err != nil {
			return "", nil, err
		}
	}
	p.found[by], p.texts[name] = name, src
	return name, src, nil
}

// tidy lets go of versions of files that were edited.
func (p *project) tidy() {
	if !p.isEdited() {
		return
	}
	used, ok := p.used()
	if !ok {
		return
	}
	for _, c := range p.modules {
		used[c] = true
	}
	p.letGo(used)
	maps.DeleteFunc(p.searched, func(c *lua.Chunk, _ bool) bool { return !used[c] })
}

// program is a brain file, ready to run for any number of bots.
type program struct {
	*project
	name    string
	chunk   *lua.Chunk
	find    func(at syntax.Pos, ref string) (file string, src []byte, err *syntax.Error)
	shape   *shape                // of the bot for which the file was loaded
	names   []string              // names of the nodes of shape
	given   []given               // to the constructors of those nodes
	bare    bool                  // the file returns a tree: it is run for each bot, and bots share no globals
	cast    *cast                 // the creature that bots are; nil for those without a file
	users   map[string]*lua.Chunk // files of the user's root that take the place of Thicket's own; nil where there is none
	usersOf int                   // the round of the project in which users were found
	asBrain bool                  // in dry runs: a file that returns a tree gets a brain around it
}

func newProject(reg *host.Registry, lim Limits) *project {
	p := &project{
		reg: reg, own: reg.Overlay("dst"), limits: lim, versions: newVersions(), latest: map[string]*program{}, modules: map[string]*lua.Chunk{}, shapes: map[string]*shape{},
		noticed: map[syntax.Pos]bool{}, stubbed: map[string]bool{}, searched: map[*lua.Chunk]bool{},
	}
	p.release()
	return p
}

func newProgram(file string, src []byte, project *project) (*program, error) {
	chunk, err := project.compile(fileKey{project.innerName(file), true}, file, string(src), project.limits.Script)
	if err != nil {
		return nil, err
	}
	p := &program{
		project: project, name: file, chunk: chunk, users: map[string]*lua.Chunk{},
		find: func(at syntax.Pos, ref string) (string, []byte, *syntax.Error) {
			return "", nil, &syntax.Error{Pos: at, Msg: "no file " + ref}
		},
	}
	project.programs.add(p)
	return p, nil
}

// require returns the file that a script requires, compiled once.
func (p *program) require(at syntax.Pos, ref string) (*lua.Chunk, error) {
	ref = strings.TrimSuffix(strings.TrimPrefix(ref, "scripts/"), ".lua")
	file, src := namesFolder+ref+".lua", []byte("return "+engineFiles[ref])
	if engineFiles[ref] == "" {
		found, text, e := p.find(at, ref+".lua")
		name := ownGlobal(ref)
		switch {
		case e == nil:
			return p.module(found, text)
		case name != "":
			src = []byte("return " + name)
		case p.lenient || p.excused: // the file is treated as an unknown name
			src = fmt.Appendf(nil, "return _G[%q]", missingFile+ref)
		default:
			return nil, e
		}
	}
	return p.moduleAs(file, file, src)
}

// module is a file that is required, compiled.
func (p *project) module(file string, src []byte) (*lua.Chunk, error) {
	return p.moduleAs(p.innerName(file), file, src)
}

func (p *project) moduleAs(name, shown string, src []byte) (*lua.Chunk, error) {
	c, err := p.compile(fileKey{name: name}, shown, string(src), p.limits.Script)
	if err == nil {
		p.modules[name] = c
	}
	return c, err
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
		project := newProject(reg, lim)
		project.lenient, project.files = lenient, files.Noting(nil)
		return project
	})
	if creature != nil && file == "" {
		file, src = creature.File, creature.Source
	}
	p, err := newProgram(file, src, shared.(*project))
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
	b := &bot{m: m, program: p}
	m.seat.bot = b
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
	return p.compiled(p.shape.tree)
}

// show makes the tree of a bot the one that the program shows. It must be called within protect.
func (p *program) show(t *bt) {
	in, _ := t.tree()
	p.shape = in.shape
	for _, n := range in.nodes {
		name, of := "", given{}
		if n != nil {
			name, of = lua.Text(n.name), n.given()
		}
		p.names, p.given = append(p.names, name), append(p.given, of)
	}
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

// placed puts the file's name into an error that has no place.
func (p *program) placed(e *syntax.Error) *syntax.Error {
	if e.Pos.File == "" {
		e.Pos, e.Msg = p.chunk.At, strings.TrimLeft(e.Msg, " ")
	}
	return e
}

// compiled returns the program with the tree that is drawn for all its bots.
// Their memory is in their instances, not in the pool.
func (p *program) compiled(t *tree.Tree) *run.Program {
	p.latest[p.key()] = p
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

func findFile(files *syntax.Files, at syntax.Pos, ref string) (string, *syntax.Error) {
	name, err := files.Find(at, ref)
	if err != nil {
		var ours []string
		for _, home := range homes {
			ours = append(ours, path.Base(home))
		}
		slices.Sort(ours)
		return "", err.Suggest(strings.TrimSuffix(path.Base(ref), ".lua"), slices.Compact(ours))
	}
	return name, nil
}

// begin makes the entity of a bot and runs its file, or starts the brain that the
// file returned before.
func (m *machine) begin(b *bot, id host.BotID) *syntax.Error {
	b.e = m.stage.bodyEntity(id)
	b.e.bot = b
	return m.protectLoad(func() {
		m.stage.outfit()
		if m.program.cast != nil {
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
	if c := m.program.cast; c != nil && c.Brain == "" {
		m.stage.restartBrain(b.e)
		return
	}
	class := m.brainClass()
	if class == nil {
		m.lastBT, m.lastNode = nil, nil
		var v glua.LValue
		m.lua.Thawed(func() { v = m.lua.Call(m.lua.Function(m.program.chunk), b.e.obj) })
		if t, ok := v.(*glua.LTable); !ok || !isClassOf(t, m.brain) {
			m.program.bare = true
			if v != glua.LNil || b.brain() == nil { // else the file set the brain itself
				b.bare = m.result(v, b.e.obj)
			}
			return
		}
		class = v
		m.brainClasses[m.program.key()] = brainClass{m.program, class}
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

// brainClass returns the class that the file of the bot whose turn it is returned; nil
// before the file was run for this program, and for a file that returns a tree.
func (m *machine) brainClass() glua.LValue {
	p := m.program
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
