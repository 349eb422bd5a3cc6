package machine

import (
	"fmt"
	"sort"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// Chunk is a compiled file or a piece of one. It is immutable and runs in any number of states.
type Chunk struct {
	At   syntax.Pos // where the source begins
	Name string     // of its file as scripts have it, in the texts of errors, and saves

	lines   *Lines
	protos  []*Proto // in the order of the source; the chunk itself is the first
	uses    []use
	gives   map[string]bool // globals that it assigns
	wants   []string        // files that it requires by name while it runs
	lenient bool
}

// Compile compiles a source that begins at a position of its file. The parameters are local
// names that [State.Function] takes values for. The error is a [syntax.ErrorList] with all
// faults of the source.
func Compile(at syntax.Pos, src string, lim Limits, params ...string) (*Chunk, error) {
	return CompileAs(at.File, at, src, lim, params...)
}

// CompileAs is Compile of a file that has another name in scripts.
func CompileAs(name string, at syntax.Pos, src string, lim Limits, params ...string) (*Chunk, error) {
	lim = lim.orDefault()
	at.Line, at.Col = max(at.Line, 1), max(at.Col, 1)
	if len(src) > lim.Source {
		return nil, syntax.ErrorList{{Pos: at, Msg: fmt.Sprintf("a script of %d bytes, wanted at most %d, the limit lua.source; --limit lua.source=NUMBER sets it", len(src), lim.Source)}}
	}
	if strings.HasPrefix(src, "\x1bLua") {
		return nil, syntax.ErrorList{{Pos: at, Msg: "found a compiled script, wanted its source"}}
	}
	src = strings.TrimPrefix(src, "\ufeff")
	c := &Chunk{At: at, Name: name, lines: newLines(at, src), lenient: lim.Lenient}
	f, p := parse(c.lines, src, lim.Depth, params)
	c.uses, c.gives, c.wants = p.uses, p.gives, p.wants
	sort.SliceStable(c.uses, func(i, j int) bool { return c.uses[i].at < c.uses[j].at })
	if len(p.faults) == 0 {
		c.generate(f, nil, p.fail)
	}
	if len(p.faults) > 0 {
		sort.SliceStable(p.faults, func(i, j int) bool {
			a, b := p.faults[i].Pos, p.faults[j].Pos
			return a.Line < b.Line || a.Line == b.Line && a.Col < b.Col
		})
		return nil, p.faults
	}
	return c, nil
}

// Reread lets a chunk forget the text that it was compiled from, and get it again when
// somebody wants to see it.
func (c *Chunk) Reread(text func() string) { c.lines.text = text }

// Source returns the text that the chunk was compiled from.
func (c *Chunk) Source() string { return c.lines.text() }

// Functions lists the functions of a chunk in the order of the source; the chunk itself is the
// first.
func (c *Chunk) Functions() []*Proto { return c.protos }

// Reads lists the globals that the source reads, functions of the libraries as LIBRARY.NAME,
// in the order of the source.
func (c *Chunk) Reads() []string {
	names := make([]string, len(c.uses))
	for i, u := range c.uses {
		names[i] = u.name
	}
	return names
}

// Assigns reports whether the source assigns a global.
func (c *Chunk) Assigns(name string) bool { return c.gives[name] }

// Find returns the place of the first use of a name, or where the source begins.
func (c *Chunk) Find(name string) syntax.Pos {
	src := c.Source()
	for _, w := range Words(src) {
		if w.Text == name {
			return c.lines.At(int32(w.From))
		}
	}
	return c.At
}

// Word returns the place of a name on a line of the file, or of the first thing there.
func (c *Chunk) Word(line int, name string) syntax.Pos {
	from, text := c.lineText(line)
	for _, w := range Words(text) {
		if w.Text == name {
			return c.lines.At(from + int32(w.From))
		}
	}
	return c.lineStart(line)
}

// lineText is a line of the file, and where it begins.
func (c *Chunk) lineText(line int) (int32, string) {
	starts := c.lines.starts
	i := max(0, min(line-int(c.At.Line), len(starts)-1))
	src := c.Source()
	from, to := int(starts[i]), len(src)
	if i+1 < len(starts) {
		to = int(starts[i+1])
	}
	return int32(from), strings.TrimRight(src[min(from, len(src)):min(to, len(src))], "\r\n")
}

// lineStart returns the place of the first thing on a line of the file.
func (c *Chunk) lineStart(line int) syntax.Pos {
	from, text := c.lineText(line)
	return c.lines.At(from + int32(len(text)-len(strings.TrimLeft(text, " \t"))))
}

// Word is a token of a source, as it is written.
type Word struct {
	From, To int // in bytes
	Text     string
	Kind     WordKind
}

// WordKind is what a word is.
type WordKind uint8

// The kinds of words.
const (
	NameWord   WordKind = iota // names and keywords
	NumberWord                 // a number
	TextWord                   // a text
	SignWord
)

// Words splits a source into its tokens, without comments.
func Words(src string) (all []Word) {
	x := lexer{src: src, fault: func(int32, string, ...any) {}}
	for {
		t := x.next()
		w := Word{int(t.from), int(t.to), src[t.from:t.to], SignWord}
		switch {
		case t.kind == tokenEnd:
			return all
		case t.kind == tokenName || t.kind >= tokenAnd:
			w.Kind = NameWord
		case t.kind == tokenNumber:
			w.Kind = NumberWord
		case t.kind == tokenText:
			w.Kind = TextWord
		}
		all = append(all, w)
	}
}
