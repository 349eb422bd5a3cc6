package vocabulary

import (
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// Vocabulary is what some files list together.
type Vocabulary struct {
	Files    []string // their names
	leaves   []leaf
	Dialects []Word // that have what their own games offer
	unplaced bool
	limits   limit.Values
}

// Word is a name in a file.
type Word struct {
	At   syntax.Span
	Name string
}

// leaf is a name that trees can use.
type leaf struct {
	at     syntax.Span
	name   string
	kind   string
	doc    string
	params []host.Param
	result host.Kind
	unit   string
	files  []string // the extensions of the only files that have it
}

// The kinds of entries. Nodes are those of dialects, which trees have anyway.
const (
	action    = "action"
	condition = "condition"
	function  = "function"
	relation  = "relation"
	node      = "node"
)

var kinds = []string{action, condition, function, relation, node}

// Read reads files. The error is a syntax.ErrorList of all that is wrong with them.
func Read(files []string, limits limit.Values) (*Vocabulary, error) {
	v := &Vocabulary{Files: files, limits: limits}
	var l syntax.List
	for _, name := range files {
		text, err := markup.ReadFile(name, markup.LimitsOf(limits))
		if err != nil {
			l.Add(err)
			continue
		}
		v.read(name, text, &l)
	}
	return v, v.checked(&l)
}

// Parse reads one file from memory.
func Parse(name string, text []byte, limits limit.Values) (*Vocabulary, error) {
	v := &Vocabulary{Files: []string{name}, limits: limits}
	var l syntax.List
	v.read(name, text, &l)
	return v, v.checked(&l)
}

// checked returns the errors of the files, and those of leaves that no registry takes.
func (v *Vocabulary) checked(l *syntax.List) error {
	if len(l.Errors) == 0 {
		_, err := v.Registry(nil, nil)
		l.Add(err)
	}
	return l.Err()
}

// read takes in a file.
func (v *Vocabulary) read(name string, text []byte, l *syntax.List) {
	doc, err := markup.ParseJSON(name, text, markup.LimitsOf(v.limits))
	if err != nil {
		l.Add(err)
		return
	}
	if n := doc.Get("version"); n != nil && (n.Kind != markup.Number || n.Num != Version) {
		l.Errorf(n.Span, "a vocabulary of the version %s, wanted %d: another version of Thicket has written it", n.JSON(), Version)
		return
	}
	if doc.Kind == markup.Map && doc.Get("sections") == nil {
		l.Errorf(doc.Span, "no sections, wanted a vocabulary as `thicket actions --json` and Minds.Manifest write it")
		return
	}
	o := doc.Object(l, "a vocabulary")
	if o == nil {
		return
	}
	o.Known("version")
	v.unplaced = v.unplaced || o.Bool("unplaced", false)
	for _, n := range o.List("vocabularies") {
		if n.Kind != markup.String {
			l.Errorf(n.Span, "vocabularies: wanted the name of a dialect, found %s", n.Describe())
		}
		v.Dialects = append(v.Dialects, Word{n.Span, n.Str})
	}
	for _, n := range o.List("sections") {
		v.section(n, l)
	}
	o.Done()
}

func (v *Vocabulary) section(n *markup.Node, l *syntax.List) {
	o := n.Object(l, "a section")
	if o == nil {
		return
	}
	o.Known("title", "doc")
	files, _ := o.Str("files")
	for _, n := range o.List("entries") {
		v.entry(n, strings.Fields(files), l)
	}
	o.Done()
}

func (v *Vocabulary) entry(n *markup.Node, files []string, l *syntax.List) {
	o := n.Object(l, "an entry")
	if o == nil {
		return
	}
	o.Known("example")
	e := leaf{at: n.Span, name: o.RequiredText("name"), kind: o.RequiredText("kind"), files: files}
	e.doc, _ = o.Str("doc")
	if at := o.Node("kind"); at != nil && !slices.Contains(kinds, e.kind) {
		l.Errorf(at.Span, "kind: unknown kind %q, wanted %s", e.kind, markup.Or(kinds)).Suggest(e.kind, kinds)
	}
	for _, p := range o.List("params") {
		e.params = append(e.params, parameter(p, l))
	}
	switch result, given := o.Str("result"); {
	case e.kind == condition:
		e.result = host.Bool
	case e.kind == function && !given:
		l.Errorf(o.Span(), "function %s without result, wanted what it gives", e.name)
	case e.kind == function:
		kind, unit, _ := strings.Cut(strings.TrimSuffix(result, ")"), " (")
		e.unit = unit
		e.result = kindOf(kind, o.Node("result"), l)
	}
	o.Done()
	first := slices.IndexFunc(v.leaves, func(have leaf) bool { return have.name == e.name && sameFiles(have.files, files) })
	switch {
	case e.kind == node:
	case first >= 0:
		l.Errorf(o.Span(), "a second entry %q", e.name).Notes = []syntax.Note{{Pos: v.leaves[first].at.Start, Msg: "the first one"}}
	default:
		v.leaves = append(v.leaves, e)
	}
}

// sameFiles reports whether a tree may see what is in sections for either.
func sameFiles(a, b []string) bool {
	return len(a) == 0 && len(b) == 0 || slices.ContainsFunc(a, func(ext string) bool { return slices.Contains(b, ext) })
}

// parameter reads a parameter.
func parameter(n *markup.Node, l *syntax.List) (p host.Param) {
	o := n.Object(l, "a parameter")
	if o == nil {
		return p
	}
	p.Name = o.RequiredText("name")
	o.Known("words")
	p.Unit, _ = o.Str("unit")
	p.Doc, _ = o.Str("doc")
	if text := o.RequiredText("type"); text != "" {
		p.Kind = kindOf(text, o.Node("type"), l)
	}
	if text, _ := o.Str("default"); text != "" && text != Everybody {
		v, err := markup.ParseJSON(n.Span.Start.File, []byte(text), markup.Limits{})
		if err == nil {
			p.Default, err = v.Value(), nil
		}
		if p.Default.Kind() != host.Null {
			_, err = p.Accept(p.Default)
		}
		if err != nil {
			l.Errorf(o.Node("default").Span, "default of %s: wanted %v as JSON, found %q", p.Name, p.Kind, text)
			p.Default = host.NullValue
		}
	}
	p.Optional = o.Has("default")
	o.Done()
	return p
}

// anyWords is a kind of listings: a word, or what has an id.
const anyWords = "a word or an id"

// kindOf reads the kind of a value.
func kindOf(text string, n *markup.Node, l *syntax.List) host.Kind {
	var known []string
	for k := host.Bool; k <= host.Where; k++ {
		if known = append(known, k.String()); k.String() == text {
			return k
		}
	}
	if text != anyWords && n != nil {
		l.Errorf(n.Span, "unknown type %q, wanted %s", text, markup.Or(known)).Suggest(text, known)
	}
	return host.Any
}
