package check

import (
	"bytes"
	"os"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// sources are the texts of the files that findings stand in.
type sources struct {
	o    Options
	read map[string][]byte // nil for those that cannot be read
}

// text returns what a file holds; nil for no file.
func (s *sources) text(file string) []byte {
	text, ok := s.o.Texts[file]
	if !ok {
		text, ok = s.read[file]
	}
	if ok {
		return text
	}
	if text, _ = os.ReadFile(file); text == nil {
		text = scenes.ShippedText(file)
	}
	if s.read == nil {
		s.read = map[string][]byte{}
	}
	s.read[file] = text
	return text
}

// line returns the range from a place to the end of its line; the zero Span for a place in no file.
func (s *sources) line(at syntax.Pos) syntax.Span {
	text := s.text(at.File)
	if text == nil || at.Line <= 0 {
		return syntax.Span{}
	}
	off := syntax.Offset(text, at)
	rest := text[off:]
	if end := bytes.IndexAny(rest, "\r\n"); end >= 0 {
		rest = rest[:end]
	}
	if len(rest) == 0 {
		return markup.Extent(text, at)
	}
	return syntax.Span{Start: at, EndLine: at.Line, EndCol: max(at.Col, 1) + int32(bytes.Count(rest, nil)-1)}
}

// setRanges gives findings the ranges that loaders do not know, or know as empty: that of the word, the
// string or the tag at the place; an empty one at the place where there is no such file.
func (f *File) setRanges(o Options, lints []Lint) {
	src := sources{o: o}
	set := func(e *Finding) {
		if e.Range != nil && (e.Range.Line < e.Range.EndLine || e.Range.Col < e.Range.EndCol) {
			return
		}
		at := Range{e.Line, e.Col, e.Line, e.Col}
		if text := src.text(e.File); text != nil {
			at = rangeOf(markup.Extent(text, syntax.Pos{File: e.File, Line: e.Line, Col: e.Col}))
		}
		e.Range = &at
	}
	for i := range f.Errors {
		set(&f.Errors[i])
	}
	for i := range f.Notices {
		set(&f.Notices[i])
	}
	for i := range lints {
		set(&lints[i].Finding)
	}
}
