package markup

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// Element is an element of an XML document.
type Element struct {
	Name     string      // as written, with its prefix
	Span     syntax.Span // from the < of its first tag to behind the > of its last
	Attrs    []Attr      // in the order of the file, no name twice
	Children []*Element
	Texts    []Text

	lastLine, lastCol int32 // where the name in its last tag begins; 0 where it has only one
}

// Attr is an attribute of an element.
type Attr struct {
	Name, Value string
	NameSpan    syntax.Span
	ValueSpan   syntax.Span // without the quotes

	raw string // as it is written, where that differs from Value
}

// Escaped reports whether the value is not written as it is, but with references.
func (a *Attr) Escaped() bool { return a.raw != "" }

// At returns the position of a byte of the value, which may stand on several lines and have
// references in it.
func (a *Attr) At(off int) syntax.Pos {
	raw := a.raw
	if raw == "" {
		raw = a.Value
	}
	c := newCursor(a.ValueSpan.Start.File, a.ValueSpan.Start.Line, []byte(raw))
	c.col = a.ValueSpan.Start.Col
	for range a.Value[:min(off, len(a.Value))] {
		switch end := bytes.IndexByte(c.text[c.off:], ';'); {
		case c.peek() == '&' && end >= 0 && entityFault(c.text[c.off:]) == "":
			c.seek(c.off + end + 1)
		case bytes.HasPrefix(c.text[c.off:], []byte("\r\n")):
			c.seek(c.off + 2)
		default:
			c.next()
		}
	}
	return c.pos()
}

// Text is a piece of text in an element. A child, a comment, a processing
// instruction and the borders of a CDATA section end a piece.
type Text struct {
	Value string
	Span  syntax.Span
	CDATA bool
	// First and Last say that nothing but comments stands before the piece in
	// its element, and behind it.
	First, Last bool
}

// Attr finds an attribute by its exact name; nil when there is none.
func (e *Element) Attr(name string) *Attr {
	for i := range e.Attrs {
		if e.Attrs[i].Name == name {
			return &e.Attrs[i]
		}
	}
	return nil
}

// ParseXML reads an XML 1.0 document, in UTF-8 or, where its declaration says
// so and it is not UTF-8 all the same, in ISO-8859-1, and gives its root. Comments, processing instructions and a
// document type without declarations of its own are skipped. Limits.Nodes
// counts elements, attributes and pieces of text.
//
// Refused are, beside what is no XML, an attribute twice in one element,
// entities other than the five of XML, declarations within a document type, and
// what is past a limit. A byte order mark is accepted. Errors are of type
// [ErrorList] and have file, line and column; those of all faults are told, see
// [XML].
func ParseXML(file string, src []byte, lim Limits) (*Element, error) {
	return parseXML(file, 1, src, lim, false).result()
}

// ParseLenientXML is ParseXML for files of programs that read with tinyxml2: it takes < and & as
// they stand in values of attributes, entities that it does not know, and anything behind the
// root element.
func ParseLenientXML(file string, src []byte, lim Limits) (*Element, error) {
	return parseXML(file, 1, src, lim, true).result()
}

// XML is ParseXML for a loader that goes on with what is whole: the root is nil only where there
// is none. A function is called when the loader is done with it, see [Done].
func XML(file string, src []byte, lim Limits, l *syntax.List) (*Element, Done) {
	return XMLFrom(file, 1, src, lim, l)
}

// XMLFrom is XML for a document whose first line has a number.
func XMLFrom(file string, line int32, src []byte, lim Limits, l *syntax.List) (*Element, Done) {
	return parseXML(file, line, src, lim, false).partly(l)
}

// LenientXML is XML in the way of ParseLenientXML.
func LenientXML(file string, src []byte, lim Limits, l *syntax.List) (*Element, Done) {
	return parseXML(file, 1, src, lim, true).partly(l)
}

func parseXML(file string, line int32, src []byte, lim Limits, lenient bool) *xmlReader {
	lim = lim.orDefault()
	r := &xmlReader{lim: lim, lenient: lenient, xmlRecovery: xmlRecovery{gaps: newGaps(file)}}
	text, ok := cleanXML(file, src, lim, &r.list)
	if !ok {
		ranged(r.list.Errors, 1, src)
		return r
	}
	r.cursor, r.decoded = newCursor(file, line, text), text
	if lenient {
		r.decoded = withoutBare(text)
	}
	r.decodeFrom(0)
	r.document()
	ranged(r.list.Errors, 1, text)
	return r
}

// result returns the root of a document without faults.
func (r *xmlReader) result() (*Element, error) {
	if err := r.list.Err(); err != nil {
		return nil, err
	}
	return r.root, nil
}

// partly returns what is whole of the document.
func (r *xmlReader) partly(l *syntax.List) (*Element, Done) {
	for _, e := range r.crossed {
		r.gaps.around[e.Span.Start] = true
		for _, c := range e.Children {
			r.gaps.around[c.Span.Start] = true
		}
	}
	return r.root, r.gaps.done(r.list.Errors, l)
}

// XMLRoot gives the name of the first element of a document, or "" where there
// is none. What follows it may be anything.
func XMLRoot(src []byte) string {
	src = bytes.TrimPrefix(src, []byte(byteOrderMark))
	if !utf8.Valid(src) {
		src = fromLatin1(src)
	}
	dec := newDecoder(src)
	for {
		token, err := dec.RawToken()
		if err != nil {
			return ""
		}
		if start, ok := token.(xml.StartElement); ok {
			return prefixed(start.Name)
		}
	}
}

func newDecoder(text []byte) *xml.Decoder {
	dec := xml.NewDecoder(bytes.NewReader(text))
	// The text is UTF-8 already, whatever it declares.
	dec.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	return dec
}

func prefixed(n xml.Name) string {
	if n.Space == "" {
		return n.Local
	}
	return n.Space + ":" + n.Local
}

// xmlReader takes tokens from a decoder and walks a cursor alongside.
type xmlReader struct {
	cursor
	dec   *xml.Decoder
	base  int // where in the text the decoder began
	lim   Limits
	list  syntax.List
	root  *Element
	open  []openElement // around the cursor
	nodes int
	typed bool // there was a document type
	// lenient: see ParseLenientXML
	lenient bool
	decoded []byte // what the decoder reads: the text, or that without bare <

	xmlRecovery
}

type openElement struct {
	*Element
	items   int  // children, instructions and pieces of text so far
	trailer int  // items up to and with the last piece of text
	broken  bool // its first tag was faulty
}

// document reads all tokens. Where one is faulty, it goes on behind that.
func (r *xmlReader) document() {
	for r.tokens() {
	}
}

// tokens reads tokens up to the end of the document or up to one that is faulty, and reports
// whether there may be more.
func (r *xmlReader) tokens() (more bool) {
	defer r.goOn(&more)
	for {
		r.from = r.cursor
		tag := r.tag()
		token, err := r.dec.RawToken()
		switch {
		case err == nil:
		case errors.Is(err, io.EOF):
			r.end()
			return false
		default:
			panic(r.syntaxError(err))
		}
		switch token := token.(type) {
		case xml.StartElement:
			r.startElement(token, tag)
		case xml.EndElement:
			r.endElement(prefixed(token.Name))
		case xml.CharData:
			r.piece(token)
		case xml.ProcInst:
			if strings.EqualFold(token.Target, "xml") && r.off > 0 {
				panic(r.fault("an XML declaration that is not at the very start of the file"))
			}
			r.item()
		case xml.Directive:
			r.documentType(token)
		}
		r.seek(r.read())
		if r.over || r.lenient && r.root != nil && len(r.open) == 0 {
			return false
		}
	}
}

// decodeFrom lets the decoder go on at an offset.
func (r *xmlReader) decodeFrom(off int) {
	r.base, r.dec = off, newDecoder(r.decoded[off:])
	r.dec.Strict = !r.lenient
}

// read returns how much of the text the decoder has read.
func (r *xmlReader) read() int { return r.base + int(r.dec.InputOffset()) }

// bare stands for a < in the value of an attribute, which the decoder never takes.
const bare = '\x7f'

// withoutBare returns a text of the same length without < in values of attributes.
func withoutBare(text []byte) []byte {
	text = bytes.Clone(text)
	for i := 0; i < len(text); i++ {
		rest := text[i:]
		switch {
		case rest[0] != '<':
		case bytes.HasPrefix(rest, []byte("<!--")):
			i += after(rest, "-->")
		case bytes.HasPrefix(rest, []byte("<![CDATA[")):
			i += after(rest, "]]>")
		case bytes.HasPrefix(rest, []byte("<?")):
			i += after(rest, "?>")
		default:
			i += hideBare(rest)
		}
	}
	return text
}

// after returns how far the end of a text is that ends in something.
func after(text []byte, end string) int {
	if i := bytes.Index(text, []byte(end)); i >= 0 {
		return i + len(end) - 1
	}
	return len(text)
}

// hideBare replaces each < within quotes of a tag, and returns where the tag ends.
func hideBare(tag []byte) int {
	quote := byte(0)
	for i, c := range tag {
		switch {
		case quote == 0 && c == '>':
			return i
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case c == quote:
			quote = 0
		case quote != 0 && c == '<':
			tag[i] = bare
		}
	}
	return len(tag)
}

// end checks that the document is whole.
func (r *xmlReader) end() {
	n := len(r.open)
	for n > 0 && r.open[n-1].broken {
		n--
	}
	if n > 0 {
		e := r.fault(fmt.Sprintf("found the end of the file, wanted </%s>", shorten(r.open[n-1].Name)))
		e.Notes = []syntax.Note{{Pos: r.open[n-1].Span.Start, Msg: "opened here"}}
		if n == 1 && len(r.open) == 1 {
			r.mendRoot(e)
		}
		r.report(e)
	}
	r.closeFrom(0)
	if r.root == nil && len(bytes.TrimSpace(r.text)) == 0 {
		panic(stop{r.fault("empty file, wanted an element")})
	}
	if r.root == nil && len(r.list.Errors) == 0 {
		panic(stop{r.fault("found the end of the file, wanted an element")})
	}
}

func (r *xmlReader) fault(msg string) *syntax.Error { return &syntax.Error{Pos: r.pos(), Msg: msg} }

// count is called once for what [Limits].Nodes counts.
func (r *xmlReader) count(n int) {
	if r.nodes += n; r.nodes > r.lim.Nodes {
		panic(stop{r.fault(fmt.Sprintf("more than %d elements, attributes and pieces of text in one file", r.lim.Nodes))})
	}
}

// item notes that something other than a comment stands in the element around.
func (r *xmlReader) item() {
	if n := len(r.open); n > 0 {
		r.open[n-1].items++
	}
}

func (r *xmlReader) startElement(token xml.StartElement, tag []Attr) {
	if len(r.open) == r.lim.Depth {
		panic(stop{r.fault(fmt.Sprintf("elements nested deeper than %d levels", r.lim.Depth))})
	}
	r.count(1 + len(token.Attr))
	e := &Element{Name: prefixed(token.Name), Attrs: r.attributes(token, tag)}
	e.Span.Start = r.pos()
	r.place(e)
	r.open = append(r.open, openElement{Element: e})
}

// place puts an element into the one around it.
func (r *xmlReader) place(e *Element) {
	switch n := len(r.open); {
	case n > 0:
		parent := r.open[n-1].Element
		parent.Children = append(parent.Children, e)
	case r.root != nil:
		fault := r.fault(fmt.Sprintf("a second root element <%s>, wanted the end of the file", shorten(e.Name)))
		fault.Notes = []syntax.Note{{Pos: r.root.Span.Start, Msg: "the first is here"}}
		r.report(fault)
		r.over = true
	default:
		r.root = e
	}
	r.item()
}

// tag finds the attributes of the tag at the cursor, if it is that of an
// element. It goes ahead of the decoder, which reads attributes without end and
// cannot tell where one is.
func (r *xmlReader) tag() []Attr {
	rest := r.text[r.off:]
	if len(rest) == 0 || rest[0] != '<' || len(rest) > 1 && strings.IndexByte("/!?", rest[1]) >= 0 {
		return nil
	}
	r.scanner = tagScanner{cursor: r.cursor, most: r.lim.Attrs, lenient: r.lenient}
	r.scanner.scan()
	return r.scanner.attrs
}

// attributes returns the attributes of a tag with the values that the decoder read.
func (r *xmlReader) attributes(token xml.StartElement, tag []Attr) []Attr {
	attrs := tag[:0]
	for i, a := range tag {
		same := func(b Attr) bool { return b.Name == a.Name }
		if first := slices.IndexFunc(attrs, same); first >= 0 {
			e := r.list.Errorf(a.NameSpan, "attribute %q stands twice in one element", shorten(a.Name))
			e.Notes = []syntax.Note{{Pos: attrs[first].NameSpan.Start, Msg: "first here"}}
			continue
		}
		if raw := a.Value; strings.ContainsAny(raw, "&\t\r\n") {
			a.Value, a.raw = attrValue(raw, token.Attr[i].Value), raw
			if r.lenient {
				a.Value = strings.ReplaceAll(token.Attr[i].Value, string(bare), "<")
			}
		}
		attrs = append(attrs, a)
	}
	return attrs
}

// attrValue returns the value of an attribute with each line break and tab that was
// written as such turned into a space, as XML demands; those that were written
// as references stay.
func attrValue(raw, decoded string) string {
	if !strings.ContainsAny(raw, "\t\r\n") {
		return decoded
	}
	if raw = lineBreaks.Replace(raw); !strings.Contains(raw, "&") {
		return raw
	}
	quote := `"`
	if strings.Contains(raw, quote) {
		quote = "'"
	}
	token, err := newDecoder([]byte("<a v=" + quote + raw + quote + ">")).RawToken()
	if start, ok := token.(xml.StartElement); err == nil && ok {
		return start.Attr[0].Value
	}
	return decoded
}

var lineBreaks = strings.NewReplacer("\r\n", " ", "\r", " ", "\n", " ", "\t", " ")

func (r *xmlReader) endElement(name string) {
	n := len(r.open)
	if n == 0 {
		if !r.forgiven(name) {
			panic(r.fault(fmt.Sprintf("found </%s>, wanted an element", shorten(name))))
		}
		return
	}
	if e := &r.open[n-1]; e.Name != name {
		r.crossing(name)
		return
	}
	behind := r.cursor
	behind.seek(r.read())
	r.closeTop(&behind)
}

// closeTop ends the innermost element that is open.
func (r *xmlReader) closeTop(behind *cursor) {
	n := len(r.open)
	e := &r.open[n-1]
	if e.trailer > 0 && e.trailer == e.items {
		e.Texts[len(e.Texts)-1].Last = true
	}
	e.Span = behind.span(e.Span.Start)
	if behind.off > r.off {
		e.lastLine, e.lastCol = r.line, r.col+int32(len("</"))
	}
	r.open = r.open[:n-1]
}

func (r *xmlReader) piece(value []byte) {
	cdata := bytes.HasPrefix(r.text[r.off:], []byte("<![CDATA["))
	n := len(r.open)
	if n == 0 {
		skipBlank(&r.cursor)
		if cdata || r.off < r.read() {
			where := "before"
			if r.root != nil {
				where = "after"
			}
			e := r.fault(fmt.Sprintf("found %s %s the root element", r.found(), where))
			if c := r.peek(); c == '-' || c == '+' {
				e.Hint = fmt.Sprintf("browsers show a %c before tags, which thicket fmt -w drops", c)
			}
			panic(e)
		}
		return
	}
	r.count(1)
	e := &r.open[n-1]
	behind := r.cursor
	behind.seek(r.read())
	e.Texts = append(e.Texts, Text{
		Value: string(value), Span: behind.span(r.pos()), CDATA: cdata, First: e.items == 0,
	})
	e.items++
	e.trailer = e.items
}

// documentType skips a document type that only names one.
func (r *xmlReader) documentType(d xml.Directive) {
	switch {
	case !bytes.HasPrefix(d, []byte("DOCTYPE")):
		panic(r.fault(`found "<!", wanted a comment, a CDATA section or an element`))
	case r.root != nil, r.typed:
		panic(r.fault("a document type that is not before the root element, or a second one"))
	case bytes.IndexByte(d, '[') >= 0:
		e := r.fault("a document type with declarations of its own")
		e.Hint = "leave out what stands from [ to ]; entities are not expanded here"
		panic(stop{e})
	}
	r.typed = true
}
