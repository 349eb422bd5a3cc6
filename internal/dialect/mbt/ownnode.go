package mbt

import (
	"maps"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/dialect/words"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// nodesTable is the global that files of Lua fill with nodes, by the names of their elements.
const nodesTable = "nodes"

// ownNode is the Payload of an action that a file of Lua defines.
type ownNode struct {
	name    string
	at      syntax.Span // where the file names it
	loose   bool        // a function alone, which takes whatever attributes are there
	one     bool        // it stands over one node
	watched bool        // it tells a text about itself
}

// The functions of a node in Lua, by the moments at which they are called.
const (
	nodeEnter  = "enter"
	nodeUpdate = "update"
	nodeExit   = "exit"
	nodeEvent  = "event"
	nodeDebug  = "debug"
)

// What else a node in Lua declares.
const (
	nodeAttributes = "attributes"
	nodeElements   = "elements"
	nodeChildren   = "children"
)

var nodeKeys = []string{nodeEnter, nodeUpdate, nodeExit, nodeEvent, nodeDebug, nodeAttributes, nodeElements, nodeChildren}

// definesNodes reports whether a piece of Lua reads the table of nodes. A global of that name
// that it makes itself is something else.
func definesNodes(c *machine.Chunk) bool {
	return slices.Contains(c.Reads(), nodesTable) && !c.Assigns(nodesTable)
}

// definesNodes reports whether files of the library define nodes.
func (lib *Library) definesNodes() bool {
	return slices.ContainsFunc(lib.chunks, definesNodes) &&
		!slices.ContainsFunc(lib.chunks, func(c *machine.Chunk) bool { return c.Assigns(nodesTable) })
}

// ownNodes runs the files of the library and returns the nodes that they define, by name.
// Faults go to the list.
func ownNodes(reg *host.Registry, cfg *Config, l *syntax.List) map[string]*host.Action {
	if cfg.Lua == nil || !cfg.Lua.definesNodes() {
		return nil
	}
	c := *cfg
	c.registry = reg
	lw, faults := newLuaWorld(&c, nil)
	for _, e := range faults {
		l.Add(e)
	}
	r := nodeReader{chunks: cfg.Lua.chunks, list: l, found: map[string]host.Action{}}
	for k, v := range lw.nodes.Pairs {
		if name, isName := k.Text(); isName && name != "" {
			r.node(name, v)
		} else {
			l.Errorf(r.place(nodesTable), "%s has a key that is no name: %s", nodesTable, machine.Show(k))
		}
	}
	nodes, overlay := map[string]*host.Action{}, reg.Overlay(ownDialect)
	for _, name := range slices.Sorted(maps.Keys(r.found)) {
		if err := host.PutAction(overlay, r.found[name]); err != nil {
			l.Errorf(r.place(name), "%v", err)
			continue
		}
		nodes[name] = overlay.Action(name)
	}
	return nodes
}

// ownDialect is the overlay of the nodes in Lua, which trees find by [Config] alone.
const ownDialect = dialect + " nodes"

// nodeReader reads the table of nodes.
type nodeReader struct {
	chunks []*machine.Chunk
	list   *syntax.List
	found  map[string]host.Action
}

// place returns where the files name something first.
func (r *nodeReader) place(name string) syntax.Span {
	for _, c := range r.chunks {
		if at := c.Find(name); at.EndLine > 0 {
			return at
		}
	}
	return r.chunks[0].Find(nodesTable)
}

// node reads one entry of the table.
func (r *nodeReader) node(name string, v machine.Value) {
	own := &ownNode{name: name, at: r.place(name)}
	a := host.Action{
		Name: name, Doc: "Lua of the scene.", Tick: ownTick, Enter: ownMoment(nodeEnter), Exit: ownMoment(nodeExit),
		Internals: host.Internals{Scripts: true, Payload: own},
	}
	switch t, f := v.Table(), v.Function(); {
	case loaders[name] != nil:
		r.list.Errorf(own.at, "%s.%s: every game has a node <%s>, which nothing replaces", nodesTable, name, name)
		return
	case outside[asciiLower(name)] != "":
		r.list.Errorf(own.at, "%s.%s: <%s> is no node", nodesTable, name, name).Hint = outside[asciiLower(name)]
		return
	case f != nil && !f.IsNative():
		own.loose = true
		if at := f.Proto().Chunk.Word(int(f.Defined().Line), name); at.EndLine > 0 {
			own.at = at
		}
	case t == nil:
		r.list.Errorf(own.at, "%s.%s is %s, wanted a function, or a table with the function %s", nodesTable, name, aKind(v), nodeUpdate)
		return
	default:
		r.table(own, &a, t)
	}
	r.found[name] = a
}

func aKind(v machine.Value) string {
	if v.IsNil() {
		return "nil"
	}
	return "a " + v.Kind().String()
}

// table reads the functions and declarations of a node.
func (r *nodeReader) table(own *ownNode, a *host.Action, t *machine.Table) {
	of := nodesTable + "." + own.name
	for k, v := range t.Pairs {
		key, _ := k.Text()
		switch f := v.Function(); key {
		case nodeEnter, nodeUpdate, nodeExit, nodeEvent, nodeDebug:
			if f == nil || f.IsNative() {
				r.list.Errorf(own.at, "%s.%s is %s, wanted a function of a script", of, key, aKind(v))
			}
		case nodeAttributes:
			a.Params = r.params(own, of+"."+key, v)
		case nodeElements:
			a.Elements = r.elements(own, of+"."+key, v)
		case nodeChildren:
			a.Kind, own.one = host.Composite, v == machine.Number(1)
			if !own.one && v != machine.Bool(true) {
				r.list.Errorf(own.at, "%s.%s is %s, wanted 1 for one node, or true for one or more", of, key, machine.Show(v))
			}
		default:
			if near := syntax.Closest(key, nodeKeys); near != "" {
				r.list.Errorf(own.at, "unknown %s.%s", of, shorten(key)).Suggest(key, nodeKeys)
			}
		}
	}
	if t.Field(nodeUpdate).IsNil() {
		r.list.Errorf(own.at, "%s without %s, wanted a function that answers true, false or \"running\"", of, nodeUpdate)
	}
	if !t.Field(nodeEvent).IsNil() {
		a.Event = ownEvent
	}
	if own.watched = !t.Field(nodeDebug).IsNil(); own.watched {
		a.Describe = ownText
	}
}

// params reads a table of attributes: the names with what they are where they are not written,
// whose kinds they have.
func (r *nodeReader) params(own *ownNode, of string, v machine.Value) (list []host.Param) {
	t := v.Table()
	if t == nil {
		r.list.Errorf(own.at, "%s is %s, wanted a table of attributes, such as { speed = 1.5 }", of, aKind(v))
		return nil
	}
	for k, v := range t.Pairs {
		name, isName := k.Text()
		p := host.Param{Name: name, Optional: true}
		switch v.Kind() {
		case machine.KindNumber:
			f, _ := v.Number()
			p.Kind, p.Default = host.Number, host.NumberValue(f)
		case machine.KindText:
			text, _ := v.Text()
			p.Kind, p.Default = host.String, host.StringValue(text)
		case machine.KindBool:
			p.Kind, p.Default = host.Bool, host.BoolValue(v.Truth())
		default:
			r.list.Errorf(own.at, "%s.%s is %s, wanted a number, a text, true or false, which it is where it is not written", of, machine.Show(k), aKind(v))
			continue
		}
		switch same := slices.IndexFunc(list, func(p host.Param) bool { return sameName(p.Name, name) }); {
		case !isName || name == "":
			r.list.Errorf(own.at, "%s has a key that is no name: %s", of, machine.Show(k))
		case same >= 0:
			r.list.Errorf(own.at, "%s has both %s and %s; upper and lower case make no difference", of, list[same].Name, name)
		default:
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b host.Param) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// elements reads a table of elements: their names with tables of attributes.
func (r *nodeReader) elements(own *ownNode, of string, v machine.Value) (list []host.Element) {
	t := v.Table()
	if t == nil {
		r.list.Errorf(own.at, "%s is %s, wanted a table of elements, such as { Answer = { say = '' } }", of, aKind(v))
		return nil
	}
	for k, v := range t.Pairs {
		name, _ := k.Text()
		if name == "" {
			r.list.Errorf(own.at, "%s has a key that is no name: %s", of, machine.Show(k))
			continue
		}
		list = append(list, host.Element{Name: name, Params: r.params(own, of+"."+name, v)})
	}
	slices.SortFunc(list, func(a, b host.Element) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// find looks up what an element's name means: what the game offers, except that a node in Lua
// of the scene goes before the arena's actions and the nodes of the original's games.
func (d *decoder) find(name string) *host.Action {
	use, own := find(d.reg, name), d.config.nodes[name]
	if own == nil || use == nil {
		if own != nil {
			return own
		}
		return use
	}
	if original := originalOf(name, use); original != nil || use.Needs != "" || use.Vocabulary {
		return own
	}
	return use
}

// noteHidden gives a notice where an element is a node of the game, and the scene's Lua has one
// of its name.
func (d *decoder) noteHidden(e *markup.Element, use *host.Action) {
	if own := d.config.nodes[e.Name]; own != nil && own != use {
		n := d.lint(e.Span, "<%s> is the game's own here, and %s.%s of the scene's Lua is never called", e.Name, nodesTable, e.Name)
		n.Notes = []syntax.Note{{Pos: own.Payload.(*ownNode).at.Start, Msg: "which is here"}}
	}
}

// loosely returns the use of a function alone as a node: its parameters are the attributes that
// are there.
func (own *ownNode) loosely(use *host.Action, e *markup.Element) *host.Action {
	if !own.loose {
		return use
	}
	with := *use
	for i := range e.Attrs {
		name := e.Attrs[i].Name
		if !slices.ContainsFunc(logNames[:], func(log string) bool { return sameName(log, name) }) {
			with.Params = append(with.Params, host.Param{Name: name, Kind: host.Any, Optional: true})
		}
	}
	return &with
}

// NodesInLua lists the nodes that files of the scene's Lua define, by name.
func NodesInLua(reg *host.Registry) (all []words.Word) {
	cfg, _ := reg.Overlay(dialect).Config.(Config)
	for _, name := range slices.Sorted(maps.Keys(cfg.nodes)) {
		all = append(all, words.OfAction(cfg.nodes[name]))
	}
	return all
}

// Describe is words.Describer.
func (own *ownNode) Describe(w *words.Word) {
	w.Doc = "Lua of the scene, at " + own.at.Start.String() + "."
	w.Open = own.loose
	switch {
	case own.one:
		w.Role, w.Least, w.Most = words.Decorator, 1, 1
	case w.Most == words.Any:
		w.Least = 1
	}
	for i := range w.Elements {
		w.Parts = append(w.Parts, w.Elements[i].Name)
	}
}

// isOwn returns the node in Lua that an action is; nil for another action.
func isOwn(a *host.Action) *ownNode {
	own, _ := a.Payload.(*ownNode)
	return own
}
