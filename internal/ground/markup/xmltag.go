package markup

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

const ampersand = "write & as &amp;"

// tagScanner walks through the tag of an element and notes where its
// attributes are. It panics with what is wrong with the tag.
type tagScanner struct {
	cursor
	most    int    // attributes
	tag     string // the name of the element
	attrs   []Attr // with their values as they are written
	lenient bool   // values may have < and &
}

func (t *tagScanner) scan() {
	t.next() // the <
	if t.tag = t.name(); t.tag == "" {
		e := &syntax.Error{Pos: t.pos(), Msg: fmt.Sprintf("found %s after <, wanted the name of an element", t.found())}
		e.Hint = "write < as &lt; in text"
		panic(e)
	}
	for {
		blank := t.blank()
		switch c := t.peek(); {
		case t.off == len(t.text):
			panic(t.wanted("the > of the tag"))
		case c == '>', c == '/':
			if t.next(); c == '/' && t.peek() != '>' {
				panic(t.wanted("> after /"))
			}
			return
		case !blank:
			e := t.wanted("a space, / or >")
			if n := len(t.attrs); n > 0 {
				e.Fix = t.closeQuote(t.attrs[n-1].ValueSpan.Start)
			}
			panic(e)
		}
		t.attribute()
	}
}

func (t *tagScanner) attribute() {
	var a Attr
	start := t.pos()
	if a.Name = t.name(); a.Name == "" {
		panic(t.wanted("the name of an attribute, / or >"))
	}
	a.NameSpan = t.span(start)
	if len(t.attrs) == t.most {
		panic(stop{&syntax.Error{Pos: start, Msg: fmt.Sprintf("more than %d attributes in one element", t.most)}})
	}
	t.blank()
	if t.peek() != '=' {
		panic(t.wanted(fmt.Sprintf("= after the attribute %q", shorten(a.Name))))
	}
	t.next()
	t.blank()
	quote := t.peek()
	if quote != '"' && quote != '\'' {
		e := t.wanted(fmt.Sprintf("the value of the attribute %q in quotes", shorten(a.Name)))
		e.Hint = typographic(string(t.rest(1)))
		e.Fix = t.openQuote()
		panic(e)
	}
	open := t.pos()
	t.next()
	start, from := t.pos(), t.off
	for t.peek() != quote || t.off == len(t.text) {
		switch {
		case t.off == len(t.text):
			e := &syntax.Error{Pos: open, Msg: fmt.Sprintf("the value of the attribute %q has no closing quote", shorten(a.Name))}
			e.Hint = typographic(string(t.text[from:]))
			e.Fix = t.closeQuote(start)
			panic(e)
		case t.lenient:
		case t.peek() == '<':
			e := &syntax.Error{Pos: t.pos(), Msg: fmt.Sprintf(`found "<" in the value of the attribute %q`, shorten(a.Name))}
			e.Notes = []syntax.Note{{Pos: open, Msg: "the value begins here"}}
			if e.Hint = typographic(string(t.text[from:t.off])); e.Hint == "" {
				e.Hint = "write < as &lt;"
				e.Fix = t.closeQuote(start)
			}
			panic(e)
		case t.peek() == '&':
			if msg := entityFault(t.text[t.off:]); msg != "" {
				panic(&syntax.Error{Pos: t.pos(), Msg: msg, Hint: ampersand})
			}
		}
		t.next()
	}
	a.Value = string(t.text[from:t.off])
	a.ValueSpan = t.span(start)
	t.next()
	t.attrs = append(t.attrs, a)
}

// entityFault returns the fault of the entity that a text begins with; ""
// for nothing.
func entityFault(text []byte) string {
	end := 1
	for end < len(text) && (text[end] == '#' || text[end] >= utf8.RuneSelf || nameRune(rune(text[end]))) {
		end++
	}
	if end == len(text) || text[end] != ';' {
		return `found "&" alone`
	}
	name, whole := string(text[1:end]), shorten(string(text[:end+1]))
	if digits, ok := strings.CutPrefix(name, "#"); ok {
		base := 10
		if strings.HasPrefix(digits, "x") {
			digits, base = digits[1:], 16
		}
		if n, err := strconv.ParseUint(digits, base, 32); err != nil || noXML(rune(n)) {
			return fmt.Sprintf("%q is no character of XML", whole)
		}
		return ""
	}
	switch name {
	case "lt", "gt", "amp", "quot", "apos":
		return ""
	}
	return fmt.Sprintf("unknown entity %q, wanted &lt; &gt; &amp; &quot; or &apos;", whole)
}

// name takes what may be a name.
func (t *tagScanner) name() string {
	from := t.off
	for t.off < len(t.text) {
		if r, _ := utf8.DecodeRune(t.text[t.off:]); !nameRune(r) {
			break
		}
		t.next()
	}
	return string(t.text[from:t.off])
}

func nameRune(r rune) bool {
	return r > ' ' && !strings.ContainsRune(`<>/='"&;?![]()`, r) && !strings.ContainsRune(typographicQuotes, r)
}

// blank steps over white space and tells whether there was some.
func (t *tagScanner) blank() bool {
	from := t.off
	skipBlank(&t.cursor)
	return t.off > from
}

func skipBlank(c *cursor) {
	for c.off < len(c.text) && strings.IndexByte(" \t\r\n", c.text[c.off]) >= 0 {
		c.next()
	}
}

func (t *tagScanner) rest(runes int) []byte {
	end := t.off
	for ; runes > 0 && end < len(t.text); runes-- {
		_, size := utf8.DecodeRune(t.text[end:])
		end += size
	}
	return t.text[t.off:end]
}

// wanted returns the error that something else stands at the cursor.
func (t *tagScanner) wanted(what string) *syntax.Error {
	e := &syntax.Error{Pos: t.pos(), Msg: fmt.Sprintf("found %s, wanted %s", t.found(), what)}
	if n := len(t.attrs); n > 0 {
		e.Hint = typographic(t.attrs[n-1].Value)
	}
	if e.Hint == "" {
		e.Hint = typographic(string(t.rest(1)))
	}
	return e
}

// typographicQuotes are quotes as word processors and web pages make them; the last four are
// those of Windows read as ISO-8859-1.
const typographicQuotes = "“”„‟‘’‚‛«»‹›″′＂＇\u0091\u0092\u0093\u0094"

// typographic returns the hint for a text with a typographic quote in it.
func typographic(text string) string {
	if i := strings.IndexAny(text, typographicQuotes); i >= 0 {
		r, _ := utf8.DecodeRuneInString(text[i:])
		return fmt.Sprintf("the typographic quote %q is no quote here, write \" or ', as thicket fmt -w does", r)
	}
	return ""
}

// syntaxError says what is wrong with the token at the cursor, which the decoder
// refused.
func (r *xmlReader) syntaxError(err error) *syntax.Error {
	rest := r.text[r.off:]
	stop := min(r.read(), len(r.text))
	switch {
	case bytes.HasPrefix(rest, []byte("<!--")):
		if i := bytes.Index(rest[4:], []byte("--")); i >= 0 {
			r.seek(r.off + 4 + i)
			return r.fault(`found "--" in a comment, wanted --> at its end`)
		}
		return r.fault("a comment without end, wanted -->")
	case bytes.HasPrefix(rest, []byte("<![CDATA[")):
		return r.fault("a CDATA section without end, wanted ]]>")
	case bytes.HasPrefix(rest, []byte("</")):
		r.seek(stop)
		return r.fault("found a faulty closing tag, wanted </name>")
	case bytes.HasPrefix(rest, []byte("<?")) && !bytes.Contains(rest, []byte("?>")):
		return r.fault("a processing instruction without end, wanted ?>")
	case !bytes.HasPrefix(rest, []byte("<")):
		for i := range rest[:stop-r.off] {
			if rest[i] != '&' {
				continue
			}
			if msg := entityFault(rest[i:]); msg != "" {
				r.seek(r.off + i)
				return &syntax.Error{Pos: r.pos(), Msg: msg, Hint: ampersand}
			}
		}
		if bytes.HasSuffix(rest[:stop-r.off], []byte("]]>")) {
			r.seek(stop - 3)
			return r.fault(`found "]]>" in text, wanted ]]&gt;`)
		}
	}
	msg := err.Error()
	var fault *xml.SyntaxError
	if errors.As(err, &fault) {
		msg = fault.Msg
	}
	return r.fault("no XML: " + strings.TrimPrefix(msg, "xml: "))
}
