package vocabulary

import (
	"bytes"
	"math"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/words"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// Vocabulary is what some files list together.
type Vocabulary struct {
	Files    []string // their names
	Arena    bool     // the game plays scenes, and its trees have all of the arena
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
	at      syntax.Span
	name    string
	kind    words.Role
	doc     string
	params  []host.Param
	result  host.Kind
	unit    string
	domain  host.Domain // of what it gives
	files   []string    // the extensions of the only files that have it
	dialect string      // the only one that has it; empty where files tell

	// Of actions, see host.Action.
	outputs  []host.Param
	elements []host.Element
	skips    bool
}

// kinds are those of entries. A node is one of a dialect in files of earlier versions, for readers.
var kinds = func() (all []string) {
	for _, r := range words.Roles() {
		all = append(all, string(r))
	}
	return append(all, "node")
}()

// offered are the kinds of what a game offers; the others tell of dialects.
var offered = []words.Role{words.Action, words.Gate, words.Decorator, words.Composite, words.Condition, words.Function, words.Relation}

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

// Vocabulary reads a file that was not written.
func (f File) Vocabulary(limits limit.Values) (*Vocabulary, error) {
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		return nil, err
	}
	v, err := Parse("the game", b.Bytes(), limits)
	v.Files = nil
	return v, err
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
		_, err := v.Registry(nil, nil, nil)
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
	o.Known("version", "$schema")
	v.Arena = o.Bool("arena", false) || v.Arena
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
	dialect, _ := o.Str("dialect")
	if o.Bool("own", false) {
		o.Known("entries")
		o.Done()
		return
	}
	for _, n := range o.List("entries") {
		v.entry(n, strings.Fields(files), dialect, l)
	}
	o.Done()
}

func (v *Vocabulary) entry(n *markup.Node, files []string, dialect string, l *syntax.List) {
	o := n.Object(l, "an entry")
	if o == nil {
		return
	}
	o.Known("truth", "open", "children", "in", "answers", "value", "conditions", "page", "example")
	e := leaf{at: n.Span, name: o.RequiredText("name"), kind: words.Role(o.RequiredText("kind")), files: files, dialect: dialect, domain: domain(o)}
	e.doc, _ = o.Str("doc")
	if at := o.Node("kind"); at != nil && !slices.Contains(kinds, string(e.kind)) {
		l.Errorf(at.Span, "kind: unknown kind %q, wanted %s", e.kind, markup.Or(kinds)).Suggest(string(e.kind), kinds)
	}
	e.params = parameters(o.List("params"), l)
	o.Known("parts") // behind params, which more people misspell
	if _, acts := e.kind.ActionKind(); acts {
		e.outputs, e.skips = parameters(o.List("outputs"), l), o.Bool("skips", false)
		e.elements = elements(o.List("elements"), l)
	}
	switch result, given := o.Str("result"); {
	case e.kind == words.Condition:
		e.result = host.Bool
	case e.kind == words.Function && !given:
		l.Errorf(o.Span(), "function %s without result, wanted what it gives", e.name)
	case e.kind == words.Function:
		kind, unit, _ := strings.Cut(strings.TrimSuffix(result, ")"), " (")
		e.unit = unit
		e.result = kindOf(kind, o.Node("result"), l)
	}
	o.Done()
	first := slices.IndexFunc(v.leaves, func(have leaf) bool { return have.name == e.name && have.meets(&e) })
	switch {
	case !slices.Contains(offered, e.kind):
	case first >= 0:
		l.Errorf(o.Span(), "a second entry %q", e.name).Notes = []syntax.Note{{Pos: v.leaves[first].at.Start, Msg: "the first one"}}
	default:
		v.leaves = append(v.leaves, e)
	}
}

// meets reports whether a tree may see both.
func (e *leaf) meets(o *leaf) bool {
	if e.dialect != "" && o.dialect != "" {
		return e.dialect == o.dialect
	}
	return len(e.files) == 0 && len(o.files) == 0 || slices.ContainsFunc(e.files, func(ext string) bool { return slices.Contains(o.files, ext) })
}

// parameters reads a list of parameters.
func parameters(list []*markup.Node, l *syntax.List) (all []host.Param) {
	for _, n := range list {
		all = append(all, parameter(n, l))
	}
	return all
}

// maxElements bounds how many of one element stand in a node.
const maxElements = 1 << 20

// elements reads what may stand in the node of an action.
func elements(list []*markup.Node, l *syntax.List) (all []host.Element) {
	for _, n := range list {
		o := n.Object(l, "an element")
		if o == nil {
			continue
		}
		e := host.Element{Name: o.RequiredText("name"), Params: parameters(o.List("params"), l), Elements: elements(o.List("elements"), l)}
		e.Doc, _ = o.Str("doc")
		e.Least, e.Most = int(o.Int("least", 0, 0, maxElements)), int(o.Int("most", 0, 0, maxElements))
		o.Done()
		all = append(all, e)
	}
	return all
}

// domain reads what a value can be.
func domain(o *markup.Object) (d host.Domain) {
	d.Names, _ = o.Str("names")
	for _, n := range o.List("words") {
		d.Words = append(d.Words, n.Str)
	}
	if o.Has("least") || o.Has("most") {
		d.Least, d.Most = o.Number("least", math.Inf(-1)), o.Number("most", math.Inf(1))
	}
	return d
}

// parameter reads a parameter.
func parameter(n *markup.Node, l *syntax.List) (p host.Param) {
	o := n.Object(l, "a parameter")
	if o == nil {
		return p
	}
	p.Name = o.RequiredText("name")
	o.Known("sample", "writes")
	p.Domain = domain(o)
	p.Unit, _ = o.Str("unit")
	p.Doc, _ = o.Str("doc")
	if text := o.RequiredText("type"); text != "" {
		p.Kind = kindOf(text, o.Node("type"), l)
	}
	if text, _ := o.Str("default"); text != "" && text != words.Everybody {
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
	p.Optional = o.Bool("optional", o.Has("default"))
	o.Done()
	return p
}

// kindOf reads the kind of a value.
func kindOf(text string, n *markup.Node, l *syntax.List) host.Kind {
	var known []string
	for k := host.Bool; k <= host.Where; k++ {
		if known = append(known, k.String()); k.String() == text {
			return k
		}
	}
	if text != words.AnyWord && n != nil {
		l.Errorf(n.Span, "unknown type %q, wanted %s", text, markup.Or(known)).Suggest(text, known)
	}
	return host.Any
}
