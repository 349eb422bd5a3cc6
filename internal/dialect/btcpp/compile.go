package btcpp

import (
	"slices"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/script"
	"github.com/thicket-sim/thicket/internal/dialect/standin"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// options are what a host says of a tree beside its files.
type options struct {
	enums     board.Enums
	start     []given // entries of the main tree's blackboard
	global    []given // of the one above it, where hasGlobal
	hasGlobal bool
	wanted    string // the ID of the tree to run; empty for what the file says
	ends      bool   // a root that has ended does not begin anew
	writes    bool   // the host may write entries that no node has
	exactly   bool   // the root is called once a tick, also where it wakes itself
	// replace gives the node that takes the place of one, for tests; nil for none.
	replace func(c *compiler, name, kind, path string) *kind
}

// given is an entry that a host sets before a tree is made.
type given struct {
	name  string
	value board.Value
}

// compiler makes a tree with all SubTrees in place.
type compiler struct {
	*options
	lib     *library
	list    *syntax.List
	b       *tree.Builder
	s       *semantics
	boards  *boards
	numbers []run.Number
	open    []string // IDs of the trees that are being made, one within the other
	depth   int
	most    int // nodes
	deepest int
	full    bool            // that there are too many nodes is told
	paths   map[string]bool // of SubTrees

	// for lints
	mentions []mention
	sent     []string  // events
	given    []mention // names of SubTrees, by the number of the blackboard in the place of the ref
	kids     map[tree.NodeID][]tree.NodeID
	moves    bool // texts at run time name entries, or are scripts
}

// compile makes the program of a tree; nil where anything is wrong.
func compile(file string, lib *library, t *treeText, o *options) *run.Program {
	limits := *host.LimitsOf(lib.reg)
	c := &compiler{
		options: o, lib: lib, list: lib.list, b: tree.NewBuilder(file), boards: newBoards(),
		most: maxNodes.In(limits), deepest: maxDepth.In(limits), paths: map[string]bool{}, kids: map[tree.NodeID][]tree.NodeID{},
	}
	c.s = &semantics{boards: c.boards, enums: o.enums, exactly: o.exactly, ends: o.ends, calls: maxCalls.In(limits), mostText: maxText.In(limits), mostExtra: maxExtra.In(limits), textOf: map[string]uint32{}, nodes: []nodeInfo{{}}, symbols: host.SymbolsOf(lib.reg)}
	before := len(c.list.Errors)
	c.b.Reserve(0, 32*treeWords)
	if o.hasGlobal {
		top := c.boards.add("", -1, 0)
		c.give(top, o.global)
	}
	main := c.boards.add("", -1, 0)
	c.s.main = main
	c.give(main, o.start)
	c.open = []string{t.id}
	c.b.Entry(c.node(t.root, main, ""))
	if len(c.list.Errors) > before {
		return nil
	}
	c.lint()
	c.s.beside = c.s.beside || o.writes || len(c.boards.slots) > 0
	if n := len(c.boards.slots); n > 0 {
		c.b.Reserve(0, 32*slotWords*n)
		c.s.base = int(c.b.Node(0).Slot >> 5)
	}
	built, err := c.b.Build()
	if err != nil {
		c.list.Errorf(t.root.Span, "%v", err)
		return nil
	}
	c.s.fix()
	c.s.layPlanes(built)
	return &run.Program{Tree: built, Numbers: c.numbers, Symbols: host.SymbolsOf(lib.reg), Semantics: c.s}
}

func (c *compiler) give(at int32, entries []given) {
	for _, g := range entries {
		c.boards.set(at, g.name, g.value)
		c.text(g.value.Text())
	}
}

// text notes a text that stands in a file, or that the host has set.
func (c *compiler) text(s string) {
	if _, ok := c.s.textOf[s]; !ok {
		c.s.textOf[s] = uint32(len(c.s.texts))
		c.s.texts = append(c.s.texts, s)
	}
}

// node makes the node of an element that was verified, and all below it. prefix is the path of the
// SubTree around it, with a / behind. XMLParser::PImpl::recursivelyCreateSubtree.
func (c *compiler) node(e *markup.Element, at int32, prefix string) tree.NodeID {
	if len(c.s.nodes) > c.most {
		if !c.full {
			c.full = true
			c.list.Errorf(e.Span, "more than %d nodes, with SubTrees in place", c.most)
		}
		return 0
	}
	c.depth++
	defer func() { c.depth-- }()
	if c.depth > c.deepest {
		c.list.Errorf(e.Span, "nodes nested deeper than %d levels, with SubTrees in place", c.deepest)
		return 0
	}
	k, name, _ := c.lib.kindNamed(e)
	if k == nil || k.op == opSubTree && e.Attr("ID") == nil { // which is told
		return 0
	}
	if k.op == opSubTree {
		name = e.Attr("ID").Value
	}
	if k.op == opSubTree && c.lib.standIn == standin.All && c.lib.trees[name] == nil {
		standin.Tell(c.list, c.noTree(e.Attr("ID")), standin.AnAction)
		k = c.lib.makeStandIn(e, name, nil)
	}
	info := nodeInfo{kind: k, typ: name, name: name, board: at}
	own := name + "::" + strconv.Itoa(len(c.s.nodes))
	if a := e.Attr("name"); a != nil {
		if strings.ContainsFunc(a.Value, isControl) {
			c.list.Errorf(a.ValueSpan, "found a control character in a name, wanted none")
		}
		if info.name = a.Value; a.Value != name {
			own = a.Value
		}
	}
	info.path = prefix + own
	if c.replace != nil {
		if other := c.replace(c, info.name, name, info.path); other != nil {
			k, info.kind = other, other
		}
	}
	n := c.b.Add(tree.Op(k.op), e.Span)
	c.b.Reserve(n, 32*wordsOf(k, len(e.Children)))
	info.scripts = c.conditions(e, at, n)
	if info.scripts != nil {
		c.b.Node(n).Flags |= flagScripts
	}
	c.s.nodes = append(c.s.nodes, info)
	if k.op == opSubTree {
		c.subTree(e, n, at, info.path)
		return n
	}
	c.checkUse(e, k)
	c.ports(e, k, at, n)
	c.payload(e, k, n)
	for _, child := range e.Children {
		if kid := c.node(child, at, prefix); kid != 0 {
			c.put(n, kid)
		}
	}
	return n
}

func (c *compiler) put(n, kid tree.NodeID) {
	c.b.Put(n, kid)
	c.kids[n] = append(c.kids[n], kid)
}

// wordsOf is how many words a node remembers.
func wordsOf(k *kind, kids int) int {
	switch k.op {
	case opSequence, opAsyncSequence, opSequenceWithMemory, opFallback, opAsyncFallback, opTryCatch,
		opRepeat, opRetryUntilSuccessful, opSkipUnlessUpdated, opWaitValueUpdate, opWasEntryUpdated, opLoop:
		return 2
	case opParallel, opParallelAll:
		return 2 + (kids+31)/32
	case opTimeout, opDelay, opSleep, opMock:
		return 1 + timerWords
	}
	return nav2Words(k.op)
}

// subTree makes the blackboard of a SubTree, and the tree in its place.
func (c *compiler) subTree(e *markup.Element, n tree.NodeID, at int32, path string) {
	id := e.Attr("ID")
	t := c.lib.trees[id.Value]
	switch {
	case c.lib.hasNode(id.Value): // which is told
		return
	case t == nil:
		c.noTree(id)
		return
	case slices.Contains(c.open, id.Value):
		c.list.Errorf(id.ValueSpan, "tree %q contains itself: %s", id.Value, strings.Join(append(slices.Clone(c.open), id.Value), " contains "))
		return
	case c.paths[path]:
		c.list.Errorf(e.Span, "a second SubTree with the path %q, wanted another name", path)
		return
	}
	c.paths[path] = true
	inner := c.boards.add(path, at, uint16(n))
	if a := e.Attr("_autoremap"); a != nil {
		v, err := c.enums.Parse(board.Bool, a.Value)
		if err != nil {
			c.list.Errorf(a.ValueSpan, "_autoremap: %v", err)
		}
		c.boards.all[inner].auto = v.Whole() == 1
	}
	for i := range e.Attrs {
		if a := &e.Attrs[i]; isPortName(a.Name) {
			c.bind(inner, a.Name, a.Value, a.ValueSpan, false)
		}
	}
	c.bindModel(e, inner, id.Value)
	c.open = append(c.open, id.Value)
	if kid := c.node(t.root, inner, path+"/"); kid != 0 {
		c.put(n, kid)
	}
	c.open = c.open[:len(c.open)-1]
}

// noTree refuses the ID of a tree that is not there.
func (c *compiler) noTree(id *markup.Attr) *syntax.Error {
	return c.list.Errorf(id.ValueSpan, "there is no tree %q", id.Value).Suggest(id.Value, c.lib.ids())
}

// bindModel gives the ports of a SubTree's model that its use leaves out their defaults.
func (c *compiler) bindModel(e *markup.Element, inner int32, id string) {
	m := c.lib.models[id]
	if m == nil || c.boards.all[inner].auto {
		return
	}
	for _, p := range m.ports {
		switch {
		case e.Attr(p.name) != nil:
		case p.preset == nil && c.lib.standIn == standin.All:
			c.list.Noticef(e.Span, "<SubTree> of %q without %s, which the tree's model has without a default", id, p.name)
		case p.preset == nil:
			err := c.list.Errorf(e.Span, "<SubTree> of %q without %s, wanted it as the tree's model has it without a default", id, p.name)
			err.Notes = []syntax.Note{{Pos: p.at.Start, Msg: "the model"}}
		default:
			c.bind(inner, p.name, *p.preset, p.at, true)
		}
	}
}

// bind binds a name of a SubTree's blackboard to one outside, or gives it a constant. In the default of
// a model {=} is not the same name, but an entry called =.
func (c *compiler) bind(inner int32, name, text string, at syntax.Span, literally bool) {
	key, isKey := keyIn(text)
	if !isKey {
		c.boards.set(inner, name, constant(text))
		c.boards.slots[c.boards.slot(inner, name)].at = at
		c.given = append(c.given, mention{at: at, name: name, ref: inner})
		c.text(text)
		return
	}
	if key == "=" && !literally {
		key = name
	}
	if c.checkKey(key, at) {
		c.boards.all[inner].bound[name] = key
		c.given = append(c.given, mention{at: at, name: name, ref: inner})
		c.boards.ref(c.boards.all[inner].parent, key) // hosts, events and commands know it
	}
}

// constant returns the value of a constant of a SubTree by its look.
func constant(text string) board.Value {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && text[0] != '+' {
		if n == int64(int32(n)) {
			return board.WholeOf(board.Int, n)
		}
		return board.WholeOf(board.Long, n)
	}
	if isDecimal(text) {
		if f, err := strconv.ParseFloat(text, 64); err == nil {
			return board.RealOf(f)
		}
	}
	return board.TextOf(text)
}

// isDecimal reports whether a whole text is a decimal number without a plus before it, or inf or nan.
func isDecimal(text string) bool {
	rest := strings.TrimPrefix(text, "-")
	return rest != "" && rest[0] != '+' && strings.Trim(rest, "0123456789.eE+-") == "" && strings.ContainsAny(rest, "0123456789")
}

// keyIn returns the key that a text is, in braces with blanks around them or not.
func keyIn(text string) (key string, ok bool) {
	text = strings.Trim(text, " ")
	if len(text) < 3 || text[0] != '{' || text[len(text)-1] != '}' {
		return "", false
	}
	return text[1 : len(text)-1], true
}

// checkKey refuses a key with a second @.
func (c *compiler) checkKey(key string, at syntax.Span) bool {
	if strings.Count(key, "@") > 1 || strings.LastIndex(key, "@") > 0 {
		c.list.Errorf(at, "found @ within the key %q, wanted it in front alone, for the outermost blackboard", key)
		return false
	}
	return true
}

// conditionNames are the attributes with scripts, in the order in which they run.
var conditionNames = [...]string{"_failureIf", "_successIf", "_skipIf", "_while", "_onHalted", "_onFailure", "_onSuccess", "_post"}

// conditions reads the scripts of an element's attributes; nil where it has none. What is nearly the
// name of one is ignored, as in the original, with a notice.
func (c *compiler) conditions(e *markup.Element, at int32, n tree.NodeID) (all *conditions) {
	for i := range e.Attrs {
		a := &e.Attrs[i]
		if near := syntax.Closest(a.Name, reserved); a.Name[0] == '_' && near != "" && !slices.Contains(reserved, a.Name) {
			c.list.Noticef(a.NameSpan, "the attribute %q is ignored", a.Name).Suggest(a.Name, reserved)
		}
	}
	for i, name := range conditionNames {
		a := e.Attr(name)
		if a == nil {
			continue
		}
		if all == nil {
			all = &conditions{}
		}
		all[i] = c.script(a.Value, at, a)
	}
	return all
}

// script parses a script in an attribute; nil where it is wrong.
func (c *compiler) script(text string, at int32, a *markup.Attr) *bound {
	parsed, err := script.Parse(text, c.enums)
	if err != nil {
		c.list.Errorf(a.At(err.Off), "%s: %v", a.Name, err)
		return nil
	}
	b := &bound{script: parsed, board: at, attr: a}
	for _, text := range parsed.Texts() {
		c.text(text)
	}
	for _, name := range parsed.Names() {
		if !c.checkKey(name, a.ValueSpan) {
			return nil
		}
		b.refs = append(b.refs, c.boards.ref(at, name))
	}
	c.mentionsOf(b, a)
	return b
}
