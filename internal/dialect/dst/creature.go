package dst

import (
	"path"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dst/mod"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/dst/stage"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/ground/lazy"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
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
	chunk  *machine.Chunk
	brainy map[string]bool // the prefabs whose functions set a brain, as far as their text tells
}

var (
	topFunctions = lazy.Regexp(`(?m)^(?:local[ \t]+)?function[ \t]+(\w+)`)
	madePrefabs  = lazy.Regexp(`Prefab\(\s*"([^"]+)"\s*,\s*(\w+)`)
)

// settersOfBrains lists the prefabs of a file that are made by a function, at the top level, that sets a brain
// or calls one that stands before it and does.
func settersOfBrains(src string) map[string]bool {
	sets, at := map[string]bool{}, topFunctions().FindAllStringSubmatchIndex(src, -1)
	for i, m := range at {
		end := len(src)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		body := src[m[1]:end]
		found := strings.Contains(body, ":SetBrain(")
		for _, before := range at[:i] {
			name := src[before[2]:before[3]]
			found = found || sets[name] && strings.Contains(body, name+"(")
		}
		sets[src[m[2]:m[3]]] = found
	}
	brainy := map[string]bool{}
	for _, m := range madePrefabs().FindAllStringSubmatch(src, -1) {
		brainy[path.Base(m[1])] = sets[m[2]]
	}
	return brainy
}

// LoadCreature compiles a creature with its brain, and starts it once, without a
// world, to see its tree. Errors go to the list; then it returns nil.
func LoadCreature(c Creature, reg *host.Registry, files *sourcefile.Files, l *syntax.List) *run.Program {
	return load(c.Brain, c.BrainSource, &c, reg, files, l)
}

// LoadMods returns the same files with their mods in the order in which they are run; the error is
// at a position for a folder that is no mod.
func LoadMods(files *sourcefile.Files, at syntax.Pos, reg *host.Registry) (*sourcefile.Files, *syntax.Error) {
	return mod.Order(files, at, script.LimitsOf(*host.LimitsOf(reg)).Script)
}

// addCreature gives a program its creature. A creature that has no brain file stands in
// for one.
func (p *program) addCreature(c *Creature) error {
	chunk, err := p.Module(c.File, c.Source)
	if err != nil {
		return err
	}
	p.cast, p.Creature = &cast{*c, chunk, settersOfBrains(string(c.Source))}, chunk
	return nil
}

// raise makes the creature that a bot is: it runs the creature's function, whose
// first entity is the bot's. It must be called within protect.
func (m *troupe) raise(b *bot) {
	prefab := m.prefabOf(b.program.cast)
	m.stage.Newborn = b.Entity
	made := m.Lua.Call(prefab.Field("fn"), m.OwnName("TheSim"))
	m.stage.Newborn = nil
	name := m.stage.PrefabName(prefab)
	if e, ok := script.Handle(made).(*stage.Entity); !ok || e != b.Entity {
		m.Lua.Throw(&syntax.Error{
			Pos: b.program.cast.chunk.At,
			Msg: "the function of the prefab " + machine.Show(name) + " gave " + script.Describe(made) + ", wanted what its first CreateEntity() gave",
		})
	}
	m.RunOwn("birth", b.Entity.Object().V(), name)
}

// prefabOf finds the prefab that a creature's class means, after it has run the
// creature's file, once as long as that stays as it is.
func (m *troupe) prefabOf(c *cast) *machine.Table {
	all := m.stage.PrefabsOf(c.chunk.Name)
	if len(all) == 0 || !m.Lua.Ran(c.chunk) {
		m.stage.Describe(c.chunk, c.chunk.Name)
		if all = m.stage.PrefabsOf(c.chunk.Name); len(all) == 0 {
			m.Lua.Throw(&syntax.Error{Pos: c.chunk.At, Msg: "the file describes no creature: wanted one that returns Prefab(name, function)"})
		}
	}
	own := slices.DeleteFunc(slices.Clone(all), func(prefab *machine.Table) bool { return !m.stage.IsOwn(prefab) })
	var names []string
	for _, wanted := range []string{c.Prefab, c.Class} {
		for _, prefab := range all {
			name := machine.Show(m.stage.PrefabName(prefab))
			if name == wanted {
				return prefab
			}
			names = append(names, name)
		}
		if wanted == c.Prefab && c.Prefab != "" {
			e := &syntax.Error{Pos: c.PrefabAt, Msg: "no prefab " + strings.TrimSpace(c.Prefab) + " in " + c.File + ", which has " + strings.Join(names, ", ")}
			m.Lua.Throw(e.Suggest(c.Prefab, names))
		}
	}
	return m.firstOf(c, own, all)
}

// firstOf chooses the creature of a file where nobody says which one it is: that with the name of the file,
// else the first of its own that sets a brain, else the first; its own go before those of files that it requires.
func (m *troupe) firstOf(c *cast, own, all []*machine.Table) *machine.Table {
	name := func(prefab *machine.Table) string { return machine.Show(m.stage.PrefabName(prefab)) }
	if len(own) == 0 {
		own = all
	}
	first := own[0]
	if i := slices.IndexFunc(own, func(prefab *machine.Table) bool { return c.brainy[name(prefab)] }); i >= 0 {
		first = own[i]
	}
	for _, prefab := range own {
		if name(prefab) == strings.TrimSuffix(path.Base(c.File), ".lua") {
			first = prefab
			break
		}
	}
	if len(own) < len(all) {
		var names []string
		for _, prefab := range all {
			names = append(names, name(prefab))
		}
		m.Tell("the creature is the prefab " + name(first) + " of " + c.File + ", which has " + strings.Join(names, ", ") + "; the key prefab says another")
	}
	return first
}

// treeless is the tree of creatures that have no brain.
func treeless(name string) *tree.Tree {
	return &tree.Tree{Name: name, Nodes: make([]tree.Node, 1), Spans: make([]syntax.Span, 1)}
}
