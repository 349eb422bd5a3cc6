package markup

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/indent"
)

// mendEnd gives a fix to the error that a closing tag of another name stands where that of the
// innermost element is wanted: the name where it is a misspelling, or the missing tag before it
// where that closes an element around and the lines are indented so that nothing else can be
// meant.
func (r *xmlReader) mendEnd(fault *syntax.Error, name string) {
	n := len(r.open)
	e := r.open[n-1].Element
	at := r.pos()
	at.Col += int32(len("</"))
	fault.At = syntax.Span{Start: at, EndLine: at.Line, EndCol: at.Col + int32(utf8.RuneCountInString(name))}
	around := false
	for _, o := range r.open[:n-1] {
		around = around || o.Name == name
	}
	switch {
	case !around:
		if syntax.Closest(name, []string{e.Name}) != "" {
			fault.Fix = []syntax.Edit{{At: fault.At, With: e.Name}}
		}
	case n > 1 && r.open[n-2].Name == name && r.holdsAll(e):
		line := r.pos()
		line.Col = 1
		text := r.indent(e.Span.Start) + "</" + e.Name + ">" + r.lineEnd()
		fault.Fix = []syntax.Edit{{At: here(line), With: text}}
	case n > 1 && r.open[n-2].Name == name:
		fault.Fix = r.closeEarlier(e)
	}
}

// closeEarlier returns the fix that closes an element behind the children that are indented deeper
// than its tag, where all others are indented as the tag is. Nothing else stands on any of the lines.
func (r *xmlReader) closeEarlier(e *Element) []syntax.Edit {
	in := r.indent(e.Span.Start)
	within := 0
	for i, c := range e.Children {
		own := r.indent(c.Span.Start)
		switch {
		case !r.first(c.Span.Start):
			return nil
		case i == within && len(own) > len(in) && strings.HasPrefix(own, in):
			within++
		case own != in:
			return nil
		}
	}
	out := r.indent(r.pos())
	if within == 0 || !r.first(e.Span.Start) || !r.first(r.pos()) || len(out) >= len(in) || !strings.HasPrefix(in, out) {
		return nil
	}
	last := e.Children[within-1].Span
	rest := r.text[syntax.Offset(r.text, last.End()):]
	end := bytes.IndexByte(rest, '\n')
	if end < 0 || len(bytes.TrimSpace(rest[:end])) > 0 {
		return nil
	}
	line := syntax.Pos{File: e.Span.Start.File, Line: last.EndLine + 1, Col: 1}
	return []syntax.Edit{{At: here(line), With: in + "</" + e.Name + ">" + r.lineEnd()}}
}

// holdsAll reports whether the indentation of lines says that all since the tag of an element up
// to the cursor is in it: the tag and that at the cursor begin their lines, the latter farther to
// the left, and each child is farther to the right or on the line of the tag.
func (r *xmlReader) holdsAll(e *Element) bool {
	in, out := r.indent(e.Span.Start), r.indent(r.pos())
	if !r.first(e.Span.Start) || !r.first(r.pos()) || len(out) >= len(in) || !strings.HasPrefix(in, out) || e.Span.Start.Line == r.pos().Line {
		return false
	}
	for _, c := range e.Children {
		if own := r.indent(c.Span.Start); len(own) <= len(in) || !strings.HasPrefix(own, in) {
			return false
		}
	}
	return len(e.Children) > 0
}

// mendRoot gives a fix to the error that the closing tag of the root is missing.
func (r *xmlReader) mendRoot(fault *syntax.Error) {
	text := "</" + r.root.Name + ">" + r.lineEnd()
	if !bytes.HasSuffix(r.text, []byte("\n")) {
		text = r.lineEnd() + strings.TrimRight(text, "\r\n")
	}
	end := newCursor(r.pos().File, 1, r.text)
	end.seek(len(r.text))
	fault.Fix = []syntax.Edit{{At: end.span(end.pos()), With: text}}
}

// before returns what stands on a line before a place.
func (r *xmlReader) before(at syntax.Pos) string {
	off := syntax.Offset(r.text, at)
	return string(r.text[bytes.LastIndexAny(r.text[:off], "\r\n")+1 : off])
}

// first reports whether nothing but blanks stands before a place of its line.
func (r *xmlReader) first(at syntax.Pos) bool { return strings.Trim(r.before(at), " \t") == "" }

// indent returns the blanks that the line of a place begins with.
func (r *xmlReader) indent(at syntax.Pos) string {
	line := r.before(at)
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// lineEnd returns how lines of the text end.
func (r *xmlReader) lineEnd() string { return indent.LineEnd(string(r.text)) }
