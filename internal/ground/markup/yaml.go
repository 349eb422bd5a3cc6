package markup

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"time"

	"gopkg.in/yaml.v3"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// ParseYAML reads a YAML document. Scalars are what yaml.v3 decodes them to, with
// two exceptions: timestamps and binary values are strings of their source text,
// and so are keys. Aliases stand for the value they name, which is shared; merge
// keys add the keys a map does not have itself, where the << stands.
//
// Refused are a key twice in one map, keys that are lists or maps, unknown tags,
// control characters, a second document, an empty one, aliases inside the value
// they name, and what is past a limit. A byte order mark is accepted. Errors are
// of type [ErrorList] and have file, line and column; those of all faults are told,
// see [Document].
func ParseYAML(file string, src []byte, lim Limits) (*Node, error) {
	var l syntax.List
	root, _ := readYAML(file, src, lim, &l)
	if err := l.Err(); err != nil {
		return nil, err
	}
	return root, nil
}

// readYAML is ParseYAML that returns what is whole of a document, and what is not.
func readYAML(file string, src []byte, lim Limits, l *syntax.List) (*Node, *gaps) {
	lim = lim.orDefault()
	g := newGaps(file)
	before := len(l.Errors)
	text, ok := clean(file, 1, src, lim, l)
	defer func() { ranged(l.Errors[before:], 1, src) }()
	if !ok {
		return nil, g
	}
	if at, crowded := crowd(text, lim.Nodes); crowded {
		c := newCursor(file, 1, text)
		for c.off < at {
			c.next()
		}
		l.Errors = append(l.Errors, lim.tooMany(c.pos()))
		return nil, g
	}
	m := yamlMender{file: file, text: text, gaps: g, list: l, again: yamlAgain, budget: yamlBudget}
	for {
		var own syntax.List
		r := &yamlReader{
			yamlCursor: yamlCursor{cursor: newCursor(file, 1, m.text), yline: 1, ycol: 1},
			lim:        lim,
			list:       &own,
			anchors:    map[*yaml.Node]built{},
		}
		root := r.document(&m)
		if m.fault && m.mend() {
			continue
		}
		for _, e := range own.Errors {
			tell(l, e)
		}
		for _, lost := range g.lost {
			g.surround(root, lost.from)
		}
		return root, g
	}
}

// crowd reports where a text has had so many commas and line breaks that it must
// hold too many values. yaml.v3 reads all of a text before anything can be
// counted, which takes seconds for one that is made of nothing else.
func crowd(text []byte, most int) (off int, crowded bool) {
	n := 0
	for i, b := range text {
		if b == ',' || b == '\n' {
			if n++; n > most {
				return i, true
			}
		}
	}
	return 0, false
}

// yamlReader makes a tree of ours out of one of yaml.v3, in the order of the
// text, with a cursor walking alongside.
type yamlReader struct {
	yamlCursor
	lim     Limits
	list    *syntax.List
	nodes   int
	anchors map[*yaml.Node]built // values that aliases may name, once complete
}

// built is a value and what it counts against the limits.
type built struct {
	node   *Node
	size   int // values in it, those of aliases included
	alias  int // those of them that are there because of an alias
	height int // lists and maps within each other, 0 for a scalar
}

// document reads a document, or tells the mender what yaml.v3 refuses it for.
func (r *yamlReader) document(m *yamlMender) (root *Node) {
	defer recoverError(r.list)
	empty := &syntax.Error{Pos: r.pos(), Msg: "empty file, wanted a value"}
	if len(bytes.TrimLeft(r.text, " \t\r\n")) == 0 {
		m.empty(empty)
		return nil
	}
	dec := &yamlDecoder{text: r.text}
	first, err := dec.next()
	switch {
	case err != nil:
		m.refused(err, dec.read, r.lim)
		return nil
	case first == nil || isEmpty(first):
		m.empty(empty)
		return nil
	}
	root = r.build(first, 0).node
	second, err := dec.next()
	if err != nil {
		m.refused(err, dec.read, r.lim)
		return root
	}
	if second != nil {
		r.seekYAML(second.Line, second.Column)
		panic(&syntax.Error{Pos: r.pos(), Msg: "found a second document, wanted only one"})
	}
	return root
}

// isEmpty reports whether a node has no text, as the value in "key:".
func isEmpty(y *yaml.Node) bool {
	return y.Kind == yaml.ScalarNode && y.Value == "" && y.Style&^yaml.TaggedStyle == 0
}

// yamlDecoder is a yaml.v3 decoder that gives no panics and knows how far it
// read.
type yamlDecoder struct {
	text []byte
	read int // bytes of text that were asked for
	dec  *yaml.Decoder
}

// Read gives the decoder its input.
func (d *yamlDecoder) Read(p []byte) (int, error) {
	if d.read == len(d.text) {
		return 0, io.EOF
	}
	n := copy(p, d.text[d.read:])
	d.read += n
	return n, nil
}

// next gives the content of the next document, or nil after the last one. The
// content of any but the first is the document itself, for its position.
func (d *yamlDecoder) next() (y *yaml.Node, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("yaml: %v", fault)
		}
	}()
	var doc yaml.Node
	first := d.dec == nil
	if first {
		d.dec = yaml.NewDecoder(d)
	}
	switch err := d.dec.Decode(&doc); {
	case errors.Is(err, io.EOF):
		return nil, nil
	case err != nil:
		return nil, err
	case first && len(doc.Content) == 1:
		return doc.Content[0], nil
	}
	return &doc, nil
}

// build reads a value; depth counts the lists and maps around it.
func (r *yamlReader) build(y *yaml.Node, depth int) built {
	r.seekYAML(y.Line, y.Column)
	if y.Kind == yaml.AliasNode {
		return r.alias(y, depth)
	}
	if r.nodes++; r.nodes > r.lim.Nodes {
		panic(r.lim.tooMany(r.pos()))
	}
	r.checkTag(y)
	r.skipProperties(y)
	start := r.pos()
	b := built{node: &Node{}, size: 1}
	if y.Kind == yaml.ScalarNode {
		r.scalar(b.node, y)
		r.skipScalar(y)
	} else {
		if depth++; depth > r.lim.Depth {
			panic(r.lim.tooDeep(start))
		}
		b.height = 1
		open := r.peek()
		if y.Kind == yaml.SequenceNode {
			r.items(&b, y, depth)
		} else {
			r.entries(&b, y, depth)
		}
		switch {
		case open == '[' && y.Kind == yaml.SequenceNode:
			r.skipClosing('[', ']')
		case open == '{' && y.Kind == yaml.MappingNode:
			r.skipClosing('{', '}')
		}
	}
	b.node.Span = r.span(start)
	if y.Anchor != "" {
		r.anchors[y] = b
	}
	return b
}

// alias gives the value an alias names.
func (r *yamlReader) alias(y *yaml.Node, depth int) built {
	at := r.pos()
	r.seek(r.off + len("*") + len(y.Value))
	b, complete := r.anchors[y.Alias]
	if !complete {
		r.list.Errorf(at, "alias *%s is inside the value that it names", y.Value)
		return built{node: &Node{Span: r.span(at)}, size: 1}
	}
	if depth+b.height > r.lim.Depth {
		panic(r.lim.tooDeep(at))
	}
	b.alias = b.size
	return b
}

// child reads a value within b.
func (r *yamlReader) child(b *built, y *yaml.Node, depth int) *Node {
	r.seekYAML(y.Line, y.Column)
	at := r.pos()
	c := r.build(y, depth)
	b.size += c.size
	b.alias += c.alias
	b.height = max(b.height, 1+c.height)
	if b.alias > r.lim.Aliases {
		panic(&syntax.Error{Pos: at, Msg: fmt.Sprintf("aliases expand to more than %d values", r.lim.Aliases)})
	}
	return c.node
}

func (r *yamlReader) items(b *built, y *yaml.Node, depth int) {
	b.node.Kind = Sequence
	for _, item := range y.Content {
		b.node.Items = append(b.node.Items, r.child(b, item, depth))
	}
}

func (r *yamlReader) entries(b *built, y *yaml.Node, depth int) {
	b.node.Kind = Map
	var first firstKeys
	var merged []Entry
	mergeAt := 0
	for i := 0; i+1 < len(y.Content); i += 2 {
		key, value := y.Content[i], y.Content[i+1]
		e, ok := r.key(key, depth)
		ok = ok && first.add(r.list, e.Key, e.KeySpan.Start)
		e.Value = r.child(b, value, depth)
		switch {
		case !ok:
		case key.Value == "<<" && key.ShortTag() == "!!merge":
			mergeAt = len(b.node.Entries)
			merged = r.merged(e)
		default:
			b.node.Entries = append(b.node.Entries, e)
		}
	}
	b.node.Entries = merge(b.node.Entries, mergeAt, merged)
}

// key reads a key, and gives false for one that is none.
func (r *yamlReader) key(y *yaml.Node, depth int) (Entry, bool) {
	written := r.nodes
	r.seekYAML(y.Line, y.Column)
	start := r.pos()
	k := r.build(y, depth).node
	r.nodes = written // keys are no values
	e := Entry{Key: y.Value, KeySpan: k.Span}
	if y.Kind == yaml.AliasNode {
		y = y.Alias
		e = Entry{Key: y.Value, KeySpan: r.span(start)}
	}
	if y.Kind != yaml.ScalarNode {
		r.list.Errorf(start, "found %s as a key, wanted a word", k.Kind)
		return e, false
	}
	return e, true
}

// merged gives the entries that a merge key adds, the first of each name.
func (r *yamlReader) merged(e Entry) []Entry {
	from := []*Node{e.Value}
	if e.Value.Kind == Sequence {
		from = e.Value.Items
	}
	var all []Entry
	have := map[string]bool{}
	for _, n := range from {
		if n.Kind != Map {
			r.list.Errorf(e.KeySpan, "<<: wanted a map or a list of maps, found %s", n.Kind)
			return nil
		}
		for _, m := range n.Entries {
			if !have[m.Key] {
				have[m.Key] = true
				all = append(all, m)
			}
		}
	}
	return all
}

// merge inserts the entries of more that own does not have, before own[at].
func merge(own []Entry, at int, more []Entry) []Entry {
	if len(more) == 0 {
		return own
	}
	have := make(map[string]bool, len(own))
	for _, e := range own {
		have[e.Key] = true
	}
	all := append([]Entry(nil), own[:at]...)
	for _, e := range more {
		if !have[e.Key] {
			all = append(all, e)
		}
	}
	return append(all, own[at:]...)
}

// checkTag reports a tag that is not of the YAML core, or of another kind of node.
func (r *yamlReader) checkTag(y *yaml.Node) {
	tag := y.ShortTag()
	switch y.Kind {
	case yaml.MappingNode:
		if tag == "!!map" {
			return
		}
	case yaml.SequenceNode:
		if tag == "!!seq" {
			return
		}
	default:
		switch tag {
		case "!!str", "!!int", "!!float", "!!bool", "!!null", "!!timestamp", "!!binary", "!!merge":
			return
		}
	}
	r.list.Errorf(r.pos(), "unknown tag %s", shorten(tag))
}

// scalar resolves a scalar the way yaml.v3 does for a value of any type.
func (r *yamlReader) scalar(n *Node, y *yaml.Node) {
	n.Kind, n.Str = String, y.Value
	if tag := y.ShortTag(); tag != "!!str" && tag != "!!merge" {
		var v any
		if err := y.Decode(&v); err != nil {
			r.list.Errorf(r.pos(), "found %q, wanted a value for the tag %s", shorten(y.Value), tag)
			return
		}
		switch v := v.(type) {
		case nil:
			*n = Node{Kind: Null}
		case bool:
			*n = Node{Kind: Bool, Bool: v}
		case float64:
			*n = Node{Kind: Number, Num: v}
		case int:
			*n = wholeNumber(int64(v))
		case int64:
			*n = wholeNumber(v)
		case uint64:
			*n = Node{Kind: Number}
			n.Num, n.Int = integer(v, false)
		case string, time.Time:
			// The source text, which it is already.
		}
	}
	checkString(r.list, r.pos(), n.Str)
}

func wholeNumber(v int64) Node {
	mag := uint64(v)
	if v < 0 {
		mag = -mag
	}
	n := Node{Kind: Number}
	n.Num, n.Int = integer(mag, v < 0)
	return n
}
