package main

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/thicket-sim/thicket/behavior"
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// The limits, beside those of files and of package tree: nodes within each other in a file, files
// within each other, subtrees of a tree, and rounds of its loops in a turn.
const maxDepth, maxFiles, maxUses, maxRounds = 200, 16, 1000, 10_000

// dialect takes the editor's files: objects with nodes, or with a scope, as its projects have. What
// is wrong with one is told by load.
var dialect = behavior.Dialect{
	Name: "behavior3", Exts: []string{".json"}, Load: load,
	Match: func(text []byte) bool {
		var t struct{ Nodes, Scope json.RawMessage }
		err := json.Unmarshal(text, &t)
		return t.Nodes != nil || t.Scope != nil || err != nil && bytes.Contains(text, []byte(`"nodes"`))
	},
	Nodes: nodes(),
}

// loader compiles a file with its subtrees, of which each use has nodes and memory of its own.
type loader struct {
	reg     *host.Registry
	b       *tree.Builder
	s       *semantics
	errs    syntax.List
	numbers []run.Number
	files   []string // that are being read, the outermost first
	uses    int
	junk    int // see reach
	bits    int // of the lists of scopes
}

// node is a node of the file that is being read.
type node struct {
	*behavior.Document
	label
	at   syntax.Span
	op   tree.Op
	leaf tree.Leaf // its arguments too, where it is the dialect's own
	kids []*node
	put  bool // it is the root, or below another one
	in   bool // so is all above it
	id   tree.NodeID
}

// load compiles a tree for what a game offers.
func load(f behavior.File, reg *host.Registry) (*run.Program, error) {
	l := &loader{reg: reg, b: tree.NewBuilder(f.Name), s: &semantics{labels: make([]label, 1)}}
	l.b.Entry(l.file(f, 0))
	if err := l.errs.Err(); err != nil {
		return nil, err
	}
	l.b.Reserve(0, l.bits)
	t, err := l.b.Build()
	return &run.Program{Tree: t, Numbers: l.numbers, Symbols: host.SymbolsOf(reg), Semantics: l.s}, err
}

// file compiles a file that stands below a node, and returns its root. Its nodes are numbered in the
// order in which they are written.
func (l *loader) file(f behavior.File, above tree.NodeID) tree.NodeID {
	l.files = append(l.files, f.Name)
	defer func() { l.files = l.files[:len(l.files)-1] }()
	doc, err := f.Document()
	if err != nil {
		l.errs.Add(err)
		return 0
	}
	l.object(doc, "the tree", "nodes", "root", "id", "name", "title", "description", "desc", "version", "scope", "properties", "display", "custom_nodes")
	named, order := map[string]*node{}, []*node{}
	for _, m := range l.object(doc.Get("nodes"), "nodes") {
		named[m.Key] = l.node(f, m)
		order = append(order, named[m.Key])
	}
	root := l.find(named, doc.Get("root"), doc.At, "the root")
	for _, n := range order {
		l.children(n, named)
	}
	if root == nil {
		return 0
	}
	l.junk = 0
	most := l.reach(root, 1) + l.junk
	l.s.scopes = append(l.s.scopes, scope{above, l.bits, most})
	l.bits += 16 * (most + 1)
	for _, n := range order {
		if !n.in {
			f.Noticef(n.at.Start, "the node %q stands nowhere below the root, and does nothing", n.Key)
			continue
		}
		n.id = l.b.Add(n.op, syntax.Span{Start: n.KeyAt.Start, EndLine: n.At.EndLine, EndCol: n.At.EndCol})
		l.b.Reserve(n.id, 1+ops[n.op].bits)
		l.s.labels = append(l.s.labels, n.label)
		if n.leaf.Action != nil || n.leaf.Func != nil {
			l.b.Leaf(n.id, n.leaf)
		} else if len(n.leaf.Args) > 0 {
			l.b.Node(n.id).Arg = l.b.Const(n.leaf.Args[0])
		}
	}
	for _, n := range order {
		if n.in && n.op == opSubTree && n.leaf.Args[0].Kind() == host.String {
			l.b.Node(n.id).Arg = int32(len(l.s.scopes))
			l.b.Put(n.id, l.subtree(f, n))
		}
		for _, kid := range n.kids {
			l.b.Put(n.id, kid.id)
		}
	}
	return root.id
}

// subtree compiles the file of a SubTree.
func (l *loader) subtree(f behavior.File, n *node) tree.NodeID {
	inner, err := f.Read(n.at.Start, n.leaf.Args[0].Text())
	switch l.uses++; {
	case err != nil:
		l.errs.Add(err)
	case slices.Contains(l.files, inner.Name):
		l.errs.Errorf(n.at, "the subtree %s leads back into itself", inner.Name)
	case len(l.files) == maxFiles, l.uses > maxUses:
		l.errs.Errorf(n.at, "more than %d files within each other, or %d subtrees", maxFiles, maxUses)
	default:
		return l.file(inner, n.id)
	}
	return 0
}

// find returns the node that a value names, and gives it its place.
func (l *loader) find(named map[string]*node, v *behavior.Document, at syntax.Span, what string) *node {
	id, at := l.text(v, at, what)
	switch n := named[id]; {
	case id == "":
	case n == nil:
		l.errs.Errorf(at, "%s: there is no node %q", what, id)
	case n.put:
		l.errs.Errorf(at, "%s: the node %q has its place already, as the root or below a node", what, id)
	default:
		n.put = true
		return n
	}
	return nil
}

// children finds the nodes below a node, which it has by the key child or children.
func (l *loader) children(n *node, named map[string]*node) {
	var ids []*behavior.Document
	if all := n.Get("children"); all != nil {
		if ids = all.Items; ids == nil {
			l.errs.Errorf(all.At, "children: wanted a list")
		}
	}
	if one := n.Get("child"); one != nil && one.Value.Kind() != host.Null {
		ids = append(ids, one)
	}
	for _, id := range ids {
		if kid := l.find(named, id, n.at, "a child"); kid != nil {
			n.kids = append(n.kids, kid)
		}
	}
	switch leaf := n.op == opSubTree || ops[n.op].role > run.Decorator; {
	case leaf && len(ids) > 0:
		l.errs.Errorf(n.at, "%s has %d children, wanted none", n.name, len(ids))
	case !leaf && ops[n.op].role == run.Decorator && len(ids) != 1:
		l.errs.Errorf(n.at, "%s has %d children, wanted one", n.name, len(ids))
	}
}

// reach marks what stands below a node, and returns how high the tree is from there on. Junk is how
// many nodes MaxTimes can leave on the list of open ones, by ending before their children.
func (l *loader) reach(n *node, depth int) (height int) {
	if n.in = true; depth > maxDepth {
		l.errs.Errorf(n.at, "more than %d nodes within each other", maxDepth)
		return 1
	}
	for _, kid := range n.kids {
		height = max(height, l.reach(kid, depth+1))
	}
	if n.op == opMaxTime {
		l.junk += height
	}
	return height + 1
}

// node reads a node by itself: what it is, and what it is given.
func (l *loader) node(f behavior.File, m *behavior.Document) *node {
	l.object(m, "a node", "name", "id", "title", "description", "desc", "category", "properties", "args", "parameters", "child", "children", "display")
	n := &node{Document: m, label: label{id: m.Key}}
	n.name, n.at = l.text(m.Get("name"), m.KeyAt, "the name of the node")
	var params []host.Param
	var check func(*host.Site) error
	own := l.reg.Overlay("behavior3")
	a, ask := host.FindAction(own, n.name), host.FindFunc(own, n.name)
	switch n.op = opNamed(n.name); {
	case n.op != opNone:
		params = ops[n.op].params
	case a != nil && a.Kind == host.Leaf && !slices.ContainsFunc(a.Elements, func(e host.Element) bool { return e.Least > 0 }):
		n.op, n.leaf.Action, params, check = opAction, a, a.Params, a.Check
	case ask != nil && ask.Result == host.Bool:
		n.op, n.leaf.Func, params, check = opCondition, ask, ask.Params, ask.Check
	case a != nil || ask != nil:
		l.errs.Errorf(n.at, "%s is no action that stands alone and no condition", n.name)
		return n
	case n.name != "":
		known := slices.Concat(l.reg.ActionNames(), l.reg.FuncNames())
		for _, o := range ops {
			known = append(known, o.names...)
		}
		l.errs.Errorf(n.at, "unknown node %q", n.name).Suggest(n.name, known)
		return n
	}
	before := len(l.errs.Errors)
	l.bind(n, params)
	if check != nil && len(l.errs.Errors) == before {
		if err := check(host.SiteIn(l.reg, host.Site{Tree: f.Name, Args: n.leaf.Args, Params: params})); err != nil {
			l.errs.Errorf(n.at, "%s: %v", n.name, err)
		}
	}
	if d := m.Get("desc"); d != nil {
		n.says += " " + d.Value.String()
	}
	if n.op == opLimiter {
		f.Noticef(n.at.Start, "a Limiter is closed whenever its child ends, and counts from 0 again: it never limits")
	}
	return n
}

// bind reads what a node is given, by the names of parameters.
func (l *loader) bind(n *node, params []host.Param) {
	given := n.Get("properties")
	if given == nil {
		given = n.Get("args")
	}
	var names []string
	for i := range params {
		p := &params[i]
		d, v := given.Get(p.Name), p.Default
		names = append(names, p.Name)
		switch {
		case d == nil && !p.Optional:
			l.errs.Errorf(n.at, "%s without %s, wanted %v", n.name, p.Name, p.Kind)
		case d == nil:
		case p.Kind == host.Where:
			n.leaf.Facet = l.where(d)
		default:
			var err error
			if v, err = p.Accept(d.Value); err != nil {
				l.errs.Errorf(d.At, "%v", err)
			} else if v.Number() < ops[n.op].least {
				l.errs.Errorf(d.At, "%s: found %v, wanted %v or more", p.Name, v, ops[n.op].least)
			}
			n.says += " " + p.Name + "=" + d.Value.String()
			if d.Value.Kind() == host.Number {
				l.numbers = append(l.numbers, run.Number{Of: n.Key, Arg: p.Name, At: d.At, Value: v.Number()})
			}
		}
		n.leaf.Args = append(n.leaf.Args, v)
	}
	l.object(given, n.name, names...)
}

// where reads the bodies whose state has a value for a key.
func (l *loader) where(d *behavior.Document) host.FacetID {
	l.object(d, "where", "key", "value")
	key, _ := l.text(d.Get("key"), d.At, "the key of where")
	if d.Get("value") == nil {
		l.errs.Errorf(d.At, "where without a value")
		return host.Nobody
	}
	symbols := host.SymbolsOf(l.reg)
	return symbols.Facet(host.Facet{Key: symbols.Key(key), Value: symbols.Sym(d.Get("value").Value)})
}

// object returns the members of an object, which has known keys only where some are named.
func (l *loader) object(d *behavior.Document, what string, known ...string) []*behavior.Document {
	if d == nil {
		return nil
	}
	if d.Members == nil {
		l.errs.Errorf(d.At, "%s: wanted an object", what)
	}
	for _, m := range d.Members {
		if len(known) > 0 && !slices.Contains(known, m.Key) {
			l.errs.Errorf(m.KeyAt, "%s: unknown key %q", what, m.Key).Suggest(m.Key, known)
		}
	}
	return d.Members
}

// text returns a text that must be there, and its place.
func (l *loader) text(d *behavior.Document, at syntax.Span, what string) (string, syntax.Span) {
	if d != nil {
		at = d.At
	}
	if d == nil || d.Value.Kind() != host.String || d.Value.Text() == "" {
		l.errs.Errorf(at, "%s: wanted a text", what)
		return "", at
	}
	return d.Value.Text(), at
}
