package markup

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// noXML reports whether r may not stand in an XML document: production [2] of
// XML 1.0. The control characters from U+0080 on may, other than in YAML: they
// are what other bytes than those of ISO-8859-1 come to.
func noXML(r rune) bool {
	switch {
	case r == '\t', r == '\n', r == '\r':
		return false
	case r < ' ', r >= 0xd800 && r < 0xe000, r == 0xfffe, r == 0xffff, r > utf8.MaxRune:
		return true
	}
	return false
}

// cleanXML is clean for XML, whose declaration says the encoding. Text of
// another encoding comes out as UTF-8 and looks as if it had declared that.
func cleanXML(file string, src []byte, lim Limits, l *syntax.List) (text []byte, ok bool) {
	if !readable(file, 1, src, lim, l) {
		return nil, false
	}
	marked := bytes.HasPrefix(src, []byte(byteOrderMark))
	src = bytes.TrimPrefix(src, []byte(byteOrderMark))
	encoding, ok := declaration(file, src, lim, l)
	if !ok {
		return nil, false
	}
	before := len(l.Errors)
	switch strings.ToLower(encoding.Value) {
	case "", "utf-8", "utf8", "us-ascii", "ascii":
	case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1":
		if !marked && !utf8.Valid(src) { // many a file in UTF-8 has a declaration that was copied
			src = fromLatin1(src)
		}
	default:
		l.Errorf(encoding.ValueSpan, "encoding %q, wanted UTF-8 or ISO-8859-1", shorten(encoding.Value))
		return nil, false
	}
	text, ok = scrub(file, 1, src, noXML, l)
	if len(l.Errors) > before && encoding.Name == "" && isText(src) {
		l.Errors[before].Hint = "a file in ISO-8859-1 says so: <?xml version='1.0' encoding='ISO-8859-1'?>"
	}
	return text, ok
}

// isText reports whether a text that is not UTF-8 may be one in ISO-8859-1.
func isText(src []byte) bool {
	return !utf8.Valid(src) && !bytes.ContainsFunc(src, func(r rune) bool { return r < ' ' && noXML(r) })
}

// fromLatin1 turns ISO-8859-1 into UTF-8.
func fromLatin1(src []byte) []byte {
	text := make([]byte, 0, len(src)+len(src)/16)
	for _, b := range src {
		text = utf8.AppendRune(text, rune(b))
	}
	return text
}

// declaration reads the XML declaration that a file may begin with and gives the
// encoding, without a name where there is none. A fault goes to the list.
func declaration(file string, src []byte, lim Limits, l *syntax.List) (encoding Attr, ok bool) {
	rest, found := bytes.CutPrefix(src, []byte("<?xml"))
	if !found || len(rest) == 0 || strings.IndexByte(" \t\r\n", rest[0]) < 0 {
		return Attr{}, true
	}
	before := len(l.Errors)
	defer func() { ok = len(l.Errors) == before }()
	defer recoverError(l)
	t := tagScanner{cursor: newCursor(file, 1, src), most: lim.Attrs}
	t.seek(len("<?xml"))
	for {
		blank := t.blank()
		if bytes.HasPrefix(t.text[t.off:], []byte("?>")) {
			break
		}
		if !blank {
			panic(t.wanted("a space or ?>"))
		}
		if t.off == len(t.text) {
			panic(t.wanted("?>"))
		}
		t.attribute()
	}
	if len(t.attrs) == 0 || t.attrs[0].Name != "version" {
		l.Errorf(syntax.Pos{File: file, Line: 1, Col: 1}, "an XML declaration without version, wanted version='1.0' first")
	}
	for _, a := range t.attrs {
		switch a.Name {
		case "version":
			if a.Value != "1.0" {
				l.Errorf(a.ValueSpan, "XML version %q, wanted 1.0", shorten(a.Value))
			}
		case "encoding":
			encoding = a
		case "standalone":
		default:
			e := l.Errorf(a.NameSpan, "unknown attribute %q in the XML declaration", shorten(a.Name))
			e.Suggest(a.Name, []string{"version", "encoding", "standalone"})
		}
	}
	return encoding, true
}
