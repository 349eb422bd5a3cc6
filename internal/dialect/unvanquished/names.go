package unvanquished

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/standin"
)

// Name is the overlay of the registry from which files of this dialect take
// actions, functions and symbols first.
const Name = "unvanquished"

// names are the actions, functions and symbols that a file may use, the former
// two without regard to case.
type names struct {
	actions     map[string]*host.Action
	funcs       map[string]*host.Func
	symbols     map[string]host.Value
	actionNames []string // for hints
	funcNames   []string
	symbolNames []string
	tables      map[string]*Entry   // actions of Unvanquished, where its vocabulary is asked for; without a game's own of such a name
	offered     map[*host.Func]bool // functions that the game supplies for this dialect
}

// IsWord reports whether a name begins a node or is a symbol of the original, in
// every tree.
func IsWord(name string) bool {
	isSymbol := func(s Symbol) bool { return s.Name == name }
	return nodeReaders[fold(name)] != nil || slices.ContainsFunc(Symbols, isSymbol)
}

// newNames collects the names; the first of each counts, see [host.Found]. Those of the
// tables that nobody offers come last, where the vocabulary is asked for.
func newNames(reg *host.Registry) *names {
	own := reg.Overlay(Name)
	n := &names{
		actions: map[string]*host.Action{}, funcs: map[string]*host.Func{}, symbols: map[string]host.Value{},
		offered: map[*host.Func]bool{},
	}
	actions, funcs := host.Found(own)
	for _, a := range actions {
		n.addAction(a)
	}
	for _, f := range funcs {
		n.addFunc(f)
	}
	for _, name := range own.FuncNames() {
		n.offered[own.Func(name)] = true
	}
	if own.Vocabulary {
		n.tables = map[string]*Entry{}
		for i := range Actions {
			key := fold(Actions[i].Name)
			if has := n.actions[key]; has == nil || has.Vocabulary {
				n.tables[key] = &Actions[i]
			}
			n.addAction(Actions[i].idle())
		}
		for i := range Functions {
			n.addFunc(Functions[i].zero())
		}
	}
	for _, s := range Symbols {
		n.symbols[s.Name] = host.IntValue(int64(s.Value))
	}
	for _, name := range own.ConstNames() {
		n.symbols[name], _ = own.Const(name)
	}
	for name := range n.symbols {
		n.symbolNames = append(n.symbolNames, name)
	}
	slices.Sort(n.symbolNames)
	return n
}

// addAction adds an action that is in no table, unless its name is taken.
func (n *names) addAction(a *host.Action) {
	if key := fold(a.Name); n.actions[key] == nil && a.Kind == host.Leaf {
		n.actions[key] = a
		n.actionNames = append(n.actionNames, a.Name)
	}
}

func (n *names) addFunc(f *host.Func) {
	if key := fold(f.Name); n.funcs[key] == nil {
		n.funcs[key] = f
		n.funcNames = append(n.funcNames, f.Name)
	}
}

// Action makes an action of an entry, with the parameters that trees may give it.
// Trees of this dialect call it when it is in the overlay [Name].
func (e Entry) Action(tick func(*host.Call) host.Status) host.Action {
	return host.Action{Name: e.Name, Doc: e.Doc, Params: e.Params, Tick: tick}
}

// Func makes a function of an entry.
func (e Entry) Func(eval func(*host.Call) host.Value) host.Func {
	return host.Func{Name: e.Name, Doc: e.Doc, Params: e.Params, Result: e.Result, Domain: e.Domain, Unit: e.Unit, Eval: eval}
}

// Supply puts actions and functions for the entries of the tables into the
// overlay, for trees of games that ask for the vocabulary. Each takes its parameters and its result from the entry of its name;
// names that are in no table are ignored.
func Supply(reg *host.Registry, actions []host.Action, funcs []host.Func) error {
	own := reg.Overlay(Name)
	for _, a := range actions {
		e := entryOf(Actions, a.Name)
		if e == nil {
			continue
		}
		a.Name, a.Params, a.Vocabulary = e.Name, e.Params, true
		if err := own.AddAction(a); err != nil {
			return err
		}
	}
	for _, f := range funcs {
		e := entryOf(Functions, f.Name)
		if e == nil {
			continue
		}
		f.Name, f.Params, f.Result, f.Domain, f.Unit, f.Vocabulary = e.Name, e.Params, e.Result, e.Domain, e.Unit, true
		if f.Result == host.Any { // columns hold numbers alone
			f.Rows = nil
		}
		if err := own.AddFunc(f); err != nil {
			return err
		}
	}
	return nil
}

// entryOf finds the entry of a name, without regard to case; nil when there is
// none.
func entryOf(table []Entry, name string) *Entry {
	for i := range table {
		if fold(table[i].Name) == fold(name) {
			return &table[i]
		}
	}
	return nil
}

// idle returns an action of the game that nobody supplies.
func (e Entry) idle() *host.Action {
	a := e.Action(func(c *host.Call) host.Status {
		c.Warnf("this game does not say what the action %s does", e.Name)
		return host.Failure
	})
	a.Local = true
	return &a
}

// zero returns a function of the game that nobody supplies.
func (e Entry) zero() *host.Func {
	f := e.Func(func(c *host.Call) host.Value {
		c.Warnf("this game does not say what the function %s gives", e.Name)
		return host.IntValue(0)
	})
	f.Local = true
	return &f
}

// guess hints at the symbol that a word probably means.
func (lib *library) guess(t *token) string {
	if t.kind == nameToken {
		if lib.names.funcs[fold(t.text)] != nil {
			return "; functions are no parameters"
		}
		if was := oldWords[fold(t.text)]; was != "" {
			return "; " + was
		}
		if w := syntax.Closest(t.text, lib.names.symbolNames); w != "" {
			return "; did you mean " + quote(w) + "?"
		}
		if hint := lib.kin(t.text); hint != "" {
			return "; " + hint
		}
	}
	return ""
}

// check reports arguments that a leaf does not take, of which the first were given. What stands in
// for a leaf whose game lacks what they name takes its place.
func (lib *library) check(p *parser, at *token, leaf *tree.Leaf, given int, args []host.Value) (ok bool) {
	params := leaf.Params()
	for i := range params {
		if params[i].Kind == host.Where {
			continue
		}
		if given == 0 {
			break
		}
		given--
		if _, err := params[i].Accept(args[i]); err != nil {
			p.errorf(at, "%s: %v", leaf.Name(), err)
			return false
		}
	}
	check := func(*host.Site) error { return nil }
	if a, f := leaf.Action, leaf.Func; a != nil && a.Check != nil {
		check = a.Check
	} else if f != nil && f.Check != nil {
		check = f.Check
	}
	if err := check(host.SiteIn(lib.reg, host.Site{Tree: p.file.Name, Args: args, Params: params})); err != nil {
		fault := p.errorf(at, "%s: %v", leaf.Name(), err)
		return standin.For(lib.reg, p.errs, fault, err, leaf)
	}
	return true
}
