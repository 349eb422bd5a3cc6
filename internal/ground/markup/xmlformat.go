package markup

import (
	"bytes"
	"encoding/xml"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/limit"
)

// FormatXML lays out an XML document anew: an element, a comment or an instruction a line, in
// tabs, but for comments that stand behind something. What an element says by text stays as it
// is, and so do values of attributes: it is the same document. One that is no XML because it was
// copied from a page is repaired first, see [RepairXML]. Errors are those of [ParseXML].
func FormatXML(file string, src []byte, limits limit.Values) ([]byte, error) {
	lim := LimitsOf(limits)
	src, err := meant(file, src, lim, ParseXML)
	if err != nil {
		return nil, err
	}
	text, _ := cleanXML(file, src, lim, &syntax.List{}) // ParseXML told of its errors
	return layOut(text, newDecoder(text)), nil
}

// FormatLenientXML is FormatXML for files that [ParseLenientXML] reads. It refuses what stands behind
// the root element, unless these are comments.
func FormatLenientXML(file string, src []byte, limits limit.Values) ([]byte, error) {
	lim := LimitsOf(limits)
	src, err := meant(file, src, lim, ParseLenientXML)
	if err != nil {
		return nil, err
	}
	root, err := ParseLenientXML(file, src, lim)
	if err != nil {
		return nil, err
	}
	text, _ := cleanXML(file, src, lim, &syntax.List{}) // ParseLenientXML told of its errors
	end := syntax.Offset(text, root.Span.End())
	behind := append(bytes.Repeat([]byte(" "), end), text[end:]...) // so that places stay
	copy(behind, "<a/>")
	for i, c := range text[:end] {
		if c == '\n' {
			behind[i] = c
		}
	}
	if _, err := ParseXML(file, behind, lim); err != nil {
		return nil, err
	}
	dec := newDecoder(withoutBare(text))
	dec.Strict = false
	return layOut(text, dec), nil
}

// meant returns a document as it was meant, with the errors that stay.
func meant(file string, src []byte, lim Limits, parse func(string, []byte, Limits) (*Element, error)) ([]byte, error) {
	_, err := parse(file, src, lim)
	if err == nil {
		return src, nil
	}
	text, changes := RepairXML(file, src, lim)
	if len(changes) == 0 {
		return nil, err
	}
	_, err = parse(file, text, lim)
	return text, err
}

// layOut lays out a text that a decoder reads.
func layOut(text []byte, dec *xml.Decoder) []byte {
	r := &xmlLayout{text: text}
	root := &xmlItem{}
	r.read(dec, root)
	for i, it := range root.items {
		if i > 0 && !it.behind {
			r.out.WriteByte('\n')
		}
		r.write(it, 0)
	}
	r.out.WriteByte('\n')
	return r.out.Bytes()
}

type xmlLayout struct {
	text []byte
	out  bytes.Buffer
}

// xmlItem is a piece of a document.
type xmlItem struct {
	from, to int    // of its text, an element's with all that is in it
	tag      string // of an element, laid out and without its end; empty for other pieces
	name     string
	items    []*xmlItem
	stays    bool // an element with text, or without elements in it
	behind   bool // a comment on the line of what stands before it
}

// read reads what is in an item, to its end.
func (r *xmlLayout) read(dec *xml.Decoder, in *xmlItem) {
	newLine := true
	elements, blank := 0, false
	for {
		from := int(dec.InputOffset())
		token, err := dec.RawToken()
		if err != nil { // the end of the document, since it could be parsed
			return
		}
		raw := r.text[from:dec.InputOffset()]
		it := &xmlItem{from: from, to: int(dec.InputOffset())}
		switch token := token.(type) {
		case xml.EndElement:
			in.to = it.to
			in.stays = in.stays || elements == 0 && (blank || len(in.items) > 0)
			return
		case xml.CharData:
			if len(bytes.Trim(raw, " \t\r\n")) > 0 {
				in.stays = true
			}
			newLine, blank = bytes.ContainsRune(raw, '\n'), true
			continue
		case xml.StartElement:
			it.tag, it.name = tagText(raw), prefixed(token.Name)
			elements++
			r.read(dec, it)
		case xml.Comment:
			it.behind = !newLine
		}
		in.items = append(in.items, it)
		newLine = false
	}
}

func (r *xmlLayout) write(it *xmlItem, depth int) {
	switch {
	case it.behind:
		r.out.WriteByte(' ')
	default:
		r.indent(depth)
	}
	if it.tag == "" || it.stays {
		r.out.Write(r.text[it.from:it.to])
		return
	}
	r.out.WriteString(it.tag)
	if len(it.items) == 0 {
		r.out.WriteString("/>")
		return
	}
	r.out.WriteByte('>')
	for _, inner := range it.items {
		if !inner.behind {
			r.out.WriteByte('\n')
		}
		r.write(inner, depth+1)
	}
	r.out.WriteByte('\n')
	r.indent(depth)
	r.out.WriteString("</" + it.name + ">")
}

func (r *xmlLayout) indent(depth int) { r.out.WriteString(strings.Repeat("\t", depth)) }

// tagText returns a tag with one space before each attribute and none around its equals sign,
// without its end.
func tagText(raw []byte) string {
	var out strings.Builder
	quote, space := byte(0), false
	for _, c := range bytes.TrimRight(raw, "/> \t\r\n") {
		isSpace := strings.IndexByte(" \t\r\n", c) >= 0
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case isSpace:
			space = true
			continue
		case c == '=':
			space = false
		case c == '"' || c == '\'':
			quote, space = c, false
		}
		if space {
			out.WriteByte(' ')
		}
		space = false
		out.WriteByte(c)
	}
	return out.String()
}
