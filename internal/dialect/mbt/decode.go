package mbt

import (
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// maxDepth says how deep nodes may be nested in a tree.
var maxDepth = limit.New("mbt.depth", 200, 1000, "nodes", "nodes of a Modular Behavior Tree within each other", limit.Refused)

// fileLimits returns the limits of a file. An element of a tree with its attributes and the
// blanks around it counts about five values.
func fileLimits(v limit.Values) markup.Limits {
	all := markup.LimitsOf(v)
	all.Depth = 4 * maxDepth.In(v)
	return all
}

// decoder turns a file into a document. It reports every fault to the list and
// leaves out what is faulty.
type decoder struct {
	file  string
	reg   *host.Registry
	list  *syntax.List
	lints syntax.ErrorList // notices that the original does not give
	doc   document
	names map[string]declared // the variables, by their names in lower case
	codes []luaCode
	// scripted: there are nodes whose work scripts of the scene do
	scripted bool
	excused  int             // unknown elements that have a stand-in, which are errors no longer
	known    []string        // names of nodes, once asked for
	stamps   map[string]bool // names of timestamps
	config   *Config
	// within has the machines and priorities around the current node
	within []*markup.Element
	lacks  syntax.ErrorList // of the action that is read: names that the scene does not have
	depth  int
}

// decode reads a file. It returns nil when it has added errors to the list. Those of its syntax
// come when all others have been told.
func decode(file string, src []byte, reg *host.Registry, cfg *Config, l *syntax.List) (*document, syntax.ErrorList, markup.Done) {
	before := len(l.Errors)
	root, done := read(file, src, reg, l)
	if root == nil {
		return nil, nil, done
	}
	d := &decoder{file: file, reg: reg, list: l, names: map[string]declared{}, stamps: map[string]bool{}, config: cfg}
	if d.refuseRoot(root) {
		return nil, nil, done
	}
	d.document(root)
	d.luaLints()
	if len(l.Errors) > before {
		return nil, d.lints, done
	}
	return &d.doc, d.lints, done
}

// rootName says how the original's files call their root. Nobody looks at it there.
const rootName = "BehaviorTree"

// refuseRoot tells of a root with another name, and refuses one that cannot be meant as a tree.
func (d *decoder) refuseRoot(root *markup.Element) bool {
	if sameName(root.Name, rootName) {
		return false
	}
	for _, c := range root.Children {
		if !sameName(c.Name, "Root") {
			continue
		}
		if syntax.Closest(root.Name, []string{rootName}) != "" {
			odd := d.lint(root.Span, "the root is called <%s>, wanted <%s>, though nobody looks at its name", shorten(root.Name), rootName)
			root.Misnamed(odd).Fix = root.Renamed(rootName)
		}
		return false
	}
	if sameName(root.Name, pipesRoot) {
		d.list.Errorf(root.Span, "a file of %d goal pipes, wanted a tree", len(root.Children)).Hint = "scenes name it under lua, and nodes GoalPipe run them"
		return true
	}
	if sameName(root.Name, "SelectionTrees") || sameName(root.Name, "SelectionTree") {
		d.list.Errorf(root.Span, "found <%s>, wanted <%s> with a <Root> in it", root.Name, rootName).Hint = "selection trees are an older system of the engine, with leaves that name behaviours in Lua, and have no counterpart here"
		return true
	}
	fault := root.Misnamed(d.list.Errorf(root.Span, "found <%s>, wanted <%s> with a <Root> in it", shorten(root.Name), rootName), rootName)
	if fault.Hint == "" && (loaders[root.Name] != nil || slices.ContainsFunc(blocks, func(b string) bool { return sameName(root.Name, b) })) {
		fault.Hint = "thicket fmt -w --wrap puts a fragment into one"
	}
	return true
}

// lint reports something odd that the original accepts silently.
func (d *decoder) lint(at syntax.Place, format string, args ...any) *syntax.Error {
	var l syntax.List
	e := l.Noticef(at, format, args...)
	d.lints = append(d.lints, e)
	return e
}

// maxGuesses is the number of faults and lints of a file get a guess at what was
// meant.
const maxGuesses = 100

// guess adds the name of which a word is probably a misspelling.
func (d *decoder) guess(e *syntax.Error, word string, among func() []string) *syntax.Error {
	if d.guesses() {
		e.Suggest(word, among())
	}
	return e
}

// guesses reports whether there are still guesses at what was meant.
func (d *decoder) guesses() bool { return len(d.list.Errors)+len(d.lints)+d.excused <= maxGuesses }

// guessOf is guess, and lists the names where none of them is near and they are few.
func (d *decoder) guessOf(e *syntax.Error, word, what string, among func() []string) {
	if d.guess(e, word, among).Hint == "" && d.guesses() {
		e.Hint = few(what, among())
	}
}

// unplaced adds an error for which the original names no line of its own, but
// that of the machine or priority around it, which is named too where it is far.
func (d *decoder) unplaced(at syntax.Span, format string, args ...any) *syntax.Error {
	d.around(at)
	return d.list.Errorf(at, format, args...)
}

func (d *decoder) around(at syntax.Span) {
	if n := len(d.within); n > 0 && d.within[n-1].Span.Start.Line < at.Start.Line-1 {
		around := d.within[n-1]
		d.list.Errorf(around.Span, "<%s>: what stands below it does not load", around.Name)
	}
}

// block returns the first child of an element with a name; later ones are
// ignored.
func (d *decoder) block(parent *markup.Element, name string) *markup.Element {
	var first *markup.Element
	for _, e := range parent.Children {
		switch {
		case !sameName(e.Name, name):
		case first == nil:
			first = e
		default:
			n := d.lint(e.Span, "a second <%s>, of which only the first is read", shorten(e.Name))
			n.Notes = []syntax.Note{{Pos: first.Span.Start, Msg: "the first is here"}}
		}
	}
	return first
}

// editorBlock is what the newer editor of trees keeps for itself in a file.
const editorBlock = "MetaExtensions"

var blocks = []string{"Root", "Variables", "SignalVariables", "Timestamps"}

// document reads the blocks in the order in which the original does, whatever
// their order in the file.
func (d *decoder) document(root *markup.Element) {
	for _, e := range root.Children {
		known := sameName(e.Name, editorBlock)
		for _, b := range blocks {
			known = known || sameName(e.Name, b)
		}
		if !known {
			e.Misnamed(d.lint(e.Span, "<%s> is ignored here", shorten(e.Name)), blocks...)
		}
	}
	d.text(root)
	if e := d.block(root, "Timestamps"); e != nil {
		d.timestamps(e)
	}
	if e := d.block(root, "Variables"); e != nil {
		d.variables(e)
	}
	if e := d.block(root, "SignalVariables"); e != nil {
		d.signalVariables(e)
	}
	e := d.block(root, "Root")
	switch {
	case e == nil:
		fault := d.list.Errorf(root.Span, "<%s> without <Root>, wanted one with a node in it", shorten(root.Name))
		for _, c := range root.Children {
			if syntax.Closest(c.Name, []string{"Root"}) != "" {
				fault.Pos = c.Span.Start
				c.Misnamed(fault, "Root")
				return
			}
		}
	case len(e.Children) == 0:
		d.list.Errorf(e.Span, "<%s> without a node, wanted one", e.Name)
	case len(e.Children) > 1:
		second := e.Children[1]
		d.list.Errorf(second.Span, "<%s> with %d nodes, wanted one", e.Name, len(e.Children)).Hint =
			"put them into a Sequence, a Selector or a Parallel"
		fallthrough
	default:
		d.attrs(e).done()
		d.text(e)
		d.doc.root = d.node(e.Children[0])
	}
}

// text reports text between elements, as a lint.
func (d *decoder) text(e *markup.Element) {
	for _, t := range e.Texts {
		if strings.TrimSpace(t.Value) != "" {
			d.lint(t.Span, "text in <%s> is ignored", shorten(e.Name))
			return
		}
	}
}

// variables reads the block of variables. A faulty entry ends the block; the tree
// still loads.
func (d *decoder) variables(block *markup.Element) {
	for i, e := range block.Children {
		if why, first := d.variable(e); why != "" {
			n := d.endOfBlock(block, i, why)
			if first.Line > 0 {
				n.Notes = append(n.Notes, syntax.Note{Pos: first, Msg: "the first is here"})
			}
			return
		}
	}
}

// variable reads an entry. Of a faulty one it says why, and where the first of its name is.
func (d *decoder) variable(e *markup.Element) (why string, first syntax.Pos) {
	if !sameName(e.Name, "Variable") {
		return "found <" + shorten(e.Name) + ">, wanted <Variable>", first
	}
	a := d.attrs(e)
	name, def := a.text("name"), a.get("default")
	a.done()
	if name == "" {
		return "<" + e.Name + "> without a name", first
	}
	v := variable{name: strings.ToLower(name), show: name}
	if def != nil {
		switch strings.ToLower(def.Value) {
		case "true":
			v.on = true
		case "false":
		default:
			return "default \"" + shorten(def.Value) + "\", wanted true or false", first
		}
	}
	if was, ok := d.names[v.name]; ok {
		why = "a second variable \"" + shorten(name) + "\""
		if was.show != name {
			why += "; upper and lower case make no difference to \"" + shorten(was.show) + "\""
		}
		return why, was.at.Start
	}
	if !canName(name) {
		d.lint(e.Span, "no condition can ask for the variable %q", shorten(name)).Hint = nameRule
	}
	d.names[v.name] = declared{name, e.Span}
	d.doc.variables = append(d.doc.variables, v)
	return "", first
}

// declared is a variable as its block has it.
type declared struct {
	show string // as written
	at   syntax.Span
}

// endOfBlock warns that a faulty entry ends its block.
func (d *decoder) endOfBlock(block *markup.Element, i int, why string) *syntax.Error {
	n := d.list.Noticef(block.Children[i].Span, "%s; the block ends here", why)
	if left := len(block.Children) - i - 1; left > 0 {
		n.Notes = []syntax.Note{{Pos: block.Children[i+1].Span.Start, Msg: "this and what follows in the block is not read"}}
	}
	return n
}

// signalVariables reads its block as variables does. An entry whose value is no
// condition also ends the block, but is kept and sets its variable to false.
func (d *decoder) signalVariables(block *markup.Element) {
	for i, e := range block.Children {
		if why := d.signalVariable(e); why != "" {
			d.endOfBlock(block, i, why)
			return
		}
	}
}

func (d *decoder) signalVariable(e *markup.Element) (why string) {
	if !sameName(e.Name, "Signal") {
		return "found <" + shorten(e.Name) + ">, wanted <Signal>"
	}
	a := d.attrs(e)
	name, target, value := a.text("name"), a.text("variable"), a.get("value")
	a.done()
	s := signalVariable{event: name, at: e.Span, variable: strings.ToLower(target), value: never}
	switch {
	case name == "":
		return "<" + e.Name + "> without a name"
	case target == "":
		return "<" + e.Name + "> without a variable"
	}
	if _, ok := d.names[s.variable]; !ok {
		return "unknown variable \"" + shorten(target) + "\"" + d.doc.nearVariable(target)
	}
	if value == nil {
		why = "<" + e.Name + "> without a value, so that the variable becomes false"
	} else {
		c, fault := d.condition(value)
		if s.value = c; fault != nil {
			why = fault.Msg + ", so that the variable becomes false"
		}
	}
	d.doc.signals = append(d.doc.signals, s)
	return why
}

func (d *document) nearVariable(name string) string {
	names := d.variableNames()
	if near := syntax.Closest(name, names); near != "" {
		return "; did you mean \"" + near + "\"?"
	}
	if all := few("there is", names); all != "" {
		return "; " + all
	}
	return ""
}

// few lists names where these are few.
func few(what string, names []string) string {
	const most = 6
	names = slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == "" })
	slices.Sort(names)
	names = slices.Compact(names)
	if len(names) == 0 || len(names) > most {
		return ""
	}
	return what + " " + shorten(strings.Join(names, ", "))
}

func (d *document) variableNames() []string {
	names := make([]string, len(d.variables))
	for i, v := range d.variables {
		names[i] = v.show
	}
	return names
}

// condition reads a condition. It returns a fault without reporting it. What the
// original ignores or takes for false is a lint.
func (d *decoder) condition(at *markup.Attr) (c expression, fault *syntax.Error) {
	c, rest, off, err := parseCondition(at.Value)
	if err != nil {
		fault := &syntax.Error{Pos: at.At(off), Msg: at.Name + " \"" + shorten(at.Value) + "\": " + err.Error()}
		switch rest := at.Value[off:]; {
		case strings.HasPrefix(rest, "~"):
			fault.Hint = "write !"
		case strings.HasPrefix(rest, "$"):
			fault.Hint = "variables are written by their names alone"
		}
		return never, fault
	}
	if rest != "" {
		n := d.lint(at.At(len(at.Value)-len(rest)), "what follows in the condition is ignored: %q", shorten(rest))
		switch {
		case strings.HasPrefix(rest, "&&"):
			n.Hint = "write and"
		case strings.HasPrefix(rest, "||"):
			n.Hint = "write or"
		case strings.HasPrefix(rest, "="):
			n.Hint = "write =="
		}
	}
	told := map[string]bool{}
	for _, s := range c.steps {
		if s.code != codeVar || told[s.name] {
			continue
		}
		if _, declared := d.names[s.name]; !declared {
			told[s.name] = true
			n := d.lint(at.ValueSpan, "no variable %q is declared, so that it is false", shorten(s.shown))
			switch s.name {
			case "not":
				n.Hint = "write !"
			case "yes", "no", "on", "off":
				n.Hint = "write true or false"
			default:
				d.guessOf(n, s.name, "there is", d.doc.variableNames)
			}
		}
	}
	return c, nil
}

// timestamps reads the block of timestamps. Nothing in it is an error, and
// entries may have any element name.
func (d *decoder) timestamps(block *markup.Element) {
	seen := map[string]syntax.Pos{}
	for _, e := range block.Children {
		a := d.attrs(e)
		t := timestamp{name: a.text("name"), event: a.text("setOnEvent"), exclusiveTo: a.text("exclusiveTo"), at: e.Span}
		a.done()
		if first, ok := seen[t.name]; ok {
			n := d.lint(e.Span, "a second timestamp %q: only the first is looked up", shorten(t.name))
			n.Notes = []syntax.Note{{Pos: first, Msg: "the first is here"}}
		} else {
			seen[t.name] = e.Span.Start
			d.stamps[t.name] = true
		}
		if t.event == "" {
			d.lint(e.Span, "the timestamp %q has no setOnEvent, so that no event with a name sets it", shorten(t.name))
		}
		d.doc.timestamps = append(d.doc.timestamps, t)
	}
	for i, t := range d.doc.timestamps {
		if _, ok := seen[t.exclusiveTo]; t.exclusiveTo != "" && !ok {
			at := attr(block.Children[i], "exclusiveTo").ValueSpan
			d.guessOf(d.lint(at, "no timestamp %q is declared", shorten(t.exclusiveTo)), t.exclusiveTo, "there is", d.doc.timestampNames)
		}
	}
}

func (d *document) timestampNames() []string {
	names := make([]string, len(d.timestamps))
	for i, t := range d.timestamps {
		names[i] = t.name
	}
	return names
}
