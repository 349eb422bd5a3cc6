package dragengine

import (
	"crypto/sha256"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/ground/limit"
)

// scriptTables are the globals that scripts fill with functions, by name: the actions and
// conditions that trees find behind those of the game, closures in the engine
// (BTBlockAction, BTBlockCondition), and what listens to announcements.
var scriptTables = [...]string{"actions", "conditions", "listeners"}

const (
	scriptedAction = iota
	scriptedCondition
	scriptedListener
)

// Scripts are files of Lua in which trees find actions and conditions.
type Scripts struct {
	limits  limit.Values
	chunks  []*machine.Chunk
	sum     [sha256.Size]byte
	offered [len(scriptTables)][]offered // by table, in the order of the files
}

// offered is a function of a script.
type offered struct {
	name string
	at   syntax.Span
}

// ScriptFiles lists the files in which trees that are loaded now find actions and
// conditions.
func ScriptFiles(reg *host.Registry) (names []string) {
	if sc := configOf(reg).scripts; sc != nil {
		for _, c := range sc.chunks {
			names = append(names, c.At.File)
		}
	}
	return names
}

// names lists the functions in a table; none without scripts.
func (sc *Scripts) names(table int) (names []string) {
	if sc == nil {
		return nil
	}
	for _, o := range sc.offered[table] {
		names = append(names, o.name)
	}
	return names
}

// find returns a function of a table; nil where there is none.
func (sc *Scripts) find(table int, name string) *offered {
	if sc == nil {
		return nil
	}
	if i := slices.IndexFunc(sc.offered[table], func(o offered) bool { return o.name == name }); i >= 0 {
		return &sc.offered[table][i]
	}
	return nil
}

// Scripted holds what a script offers: an action, a condition or a listener.
type Scripted struct {
	Kind, Name string
	At         syntax.Span
}

// Offered lists what the scripts of a scene offer to trees that are loaded now, and what of
// them listens.
func Offered(reg *host.Registry) (list []Scripted) {
	sc := configOf(reg).scripts
	if sc == nil {
		return nil
	}
	for table, offered := range sc.offered {
		for _, o := range offered {
			list = append(list, Scripted{strings.TrimSuffix(scriptTables[table], "s"), o.name, o.at})
		}
	}
	return list
}

// UsesScripts reports whether a piece of Lua fills a table that trees of this dialect look
// into.
func UsesScripts(c *machine.Chunk) bool {
	reads := c.Reads()
	return slices.ContainsFunc(scriptTables[:], func(t string) bool { return slices.Contains(reads, t) || c.Assigns(t) })
}

// SetScripts makes files of Lua those in which trees that are loaded from now on find
// actions and conditions; none for no files. Each file is run once, and what it gets wrong
// goes to the list.
func SetScripts(reg *host.Registry, chunks []*machine.Chunk, l *syntax.List) {
	sc, before := &Scripts{limits: *host.LimitsOf(reg)}, len(l.Errors)
	for _, c := range chunks {
		sc.chunks = append(sc.chunks, c)
		sc.sum = sha256.Sum256(slices.Concat(sc.sum[:], []byte(c.At.File), []byte{0}, []byte(c.Source())))
	}
	if len(chunks) > 0 {
		sc.try(l)
	}
	if len(l.Errors) > before {
		return
	}
	own := reg.Overlay(scriptDialect)
	for table, isAction := range []bool{scriptedAction: true, scriptedCondition: false} {
		for _, o := range sc.offered[table] {
			if err := put(own, isAction, o); err != nil {
				l.Errorf(o.at, "%v", err)
			}
		}
	}
	cfg := configOf(reg)
	cfg.scripts = sc
	reg.Overlay(dialect).Config = cfg
}

// scriptDialect is the overlay of the actions and conditions of scripts, which trees look
// into last.
const scriptDialect = dialect + " scripts"

// put offers a function of a script to the compiler, unless that was offered before. Which
// file it stands in now is found by its name.
func put(own *host.Overlay, isAction bool, o offered) error {
	const doc = "Lua of the scene."
	switch {
	case isAction && own.Action(o.name) == nil:
		return own.AddAction(readyMade(o.name, doc, false, func(c *compiler, h *Head) ready {
			return ready{kind: scriptAction, at: c.call(o.name, h)}
		}))
	case !isAction && own.Func(o.name) == nil:
		return own.AddFunc(readyAsked(o.name, doc, false, func(c *compiler, h *Head) ready {
			return ready{kind: scriptCondition, at: c.call(o.name, h)}
		}))
	}
	return nil
}

// try runs the files and lists what they offer.
func (sc *Scripts) try(l *syntax.List) {
	w, fault := newScriptWorld(sc, func(w *scriptWorld, c *machine.Chunk) {
		for table, t := range w.tables {
			sc.offer(table, t, c, l)
		}
	})
	if fault != nil {
		l.Add(fault)
		return
	}
	told := map[string]bool{}
	for _, c := range sc.chunks {
		for _, e := range w.state.Missing(c, sc.assigns) {
			if !told[e.Msg] {
				told[e.Msg] = true
				l.Notices = append(l.Notices, e)
			}
		}
	}
}

func (sc *Scripts) assigns(name string) bool {
	return slices.ContainsFunc(sc.chunks, func(c *machine.Chunk) bool { return c.Assigns(name) })
}

// offer lists what a file has put into a table.
func (sc *Scripts) offer(table int, t *machine.Table, c *machine.Chunk, l *syntax.List) {
	of := scriptTables[table]
	if t.Len() > 0 {
		l.Errorf(c.Find(of), "%s has values without names, wanted functions by name", of)
	}
	for k, v := range t.Pairs {
		f := v.Function()
		name, isName := k.Text()
		switch {
		case k.Kind() == machine.KindNumber && t.Len() > 0: // told
		case !isName || name == "":
			l.Errorf(c.Find(of), "%s has a key that is no name: %s", of, machine.Show(k))
		case f == nil || f.IsNative():
			l.Errorf(c.Find(name), "%s.%s is no function of a script", of, clip(name))
		case f.Proto().Chunk == c:
			sc.add(table, offered{name, c.Word(int(f.Defined().Line), name)}, l)
		}
	}
}

// add lists a function. The last one of a name counts.
func (sc *Scripts) add(table int, o offered, l *syntax.List) {
	before := sc.find(table, o.name)
	if before == nil {
		sc.offered[table] = append(sc.offered[table], o)
		return
	}
	n := l.Noticef(o.at, "a second %s.%s, the last one counts", scriptTables[table], clip(o.name))
	n.Notes = []syntax.Note{{Pos: before.at.Start, Msg: "the first is here"}}
	*before = o
}

// call is one use of a function of a script by a rule.
type call struct {
	name   string
	params []host.TextParam
}

func (c *compiler) call(name string, h *Head) int {
	h.open = true // nobody knows what the script reads
	c.s.calls = append(c.s.calls, call{name, h.Params})
	return len(c.s.calls) - 1
}

// scripted returns the function of a script that a rule means by a name, where the game
// has found none; where it has, it is told that the game's comes first.
func (c *compiler) scripted(table int, name string, at syntax.Span, isThere bool) bool {
	o := c.s.scripts.find(table, name)
	if o == nil || !isThere {
		return o != nil
	}
	key := scriptTables[table] + at.Start.String()
	if !c.noticed[key] {
		c.noticed[key] = true
		n := c.list.Noticef(at, "%q is the game's own here, and %s.%s of the scene's Lua is never called", clip(name), scriptTables[table], clip(name))
		n.Notes = []syntax.Note{{Pos: o.at.Start, Msg: "which is here"}}
	}
	return false
}
