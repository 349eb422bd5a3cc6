package bytecode

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/lua/source"
)

// Chunk is a compiled file or a piece of one. It is immutable and runs in any number of states.
type Chunk struct {
	At   syntax.Pos // where the source begins
	Name string     // of its file as scripts have it, in the texts of errors, and saves

	Lines   *source.Lines
	Protos  []*Proto // in the order of the source; the chunk itself is the first
	Uses    []source.Use
	Gives   map[string]bool // globals that it assigns
	Wants   []string        // files that it requires by name while it runs
	Lenient bool
}

// Limits bounds what is compiled.
type Limits struct {
	Source  int // bytes
	Depth   int // expressions and blocks within each other
	Lenient bool
}

// Compile compiles a source that begins at a position of its file, under the name that its file
// has in scripts. The parameters are locals of the outermost function. The error is a
// [syntax.ErrorList] with all faults of the source.
func Compile(name string, at syntax.Pos, src string, lim Limits, params ...string) (*Chunk, error) {
	at.Line, at.Col = max(at.Line, 1), max(at.Col, 1)
	if len(src) > lim.Source {
		return nil, syntax.ErrorList{{Pos: at, Msg: fmt.Sprintf("a script of %d bytes, wanted at most %d, the limit lua.source; --limit lua.source=NUMBER sets it", len(src), lim.Source)}}
	}
	if strings.HasPrefix(src, "\x1bLua") {
		return nil, syntax.ErrorList{{Pos: at, Msg: "found a compiled script, wanted its source"}}
	}
	src = strings.TrimPrefix(src, "\ufeff")
	c := &Chunk{At: at, Name: name, Lines: source.NewLines(at, src), Lenient: lim.Lenient}
	p := source.Parse(c.Lines, src, lim.Depth, params)
	c.Uses, c.Gives, c.Wants = p.Uses, p.Gives, p.Wants
	if len(p.Faults()) == 0 {
		c.generate(p.Func, p.Fail)
	}
	if list := p.Faults(); len(list) > 0 {
		return nil, list
	}
	return c, nil
}

// Reread lets a chunk forget the text that it was compiled from, and get it again when
// somebody wants to see it.
func (c *Chunk) Reread(text func() string) { c.Lines.Text = text }

// Source returns the text that the chunk was compiled from.
func (c *Chunk) Source() string { return c.Lines.Text() }

// Functions lists the functions of a chunk in the order of the source; the chunk itself is the
// first.
func (c *Chunk) Functions() []*Proto { return c.Protos }

// Reads lists the globals that the source reads, functions of the libraries as LIBRARY.NAME,
// in the order of the source.
func (c *Chunk) Reads() []string {
	names := make([]string, len(c.Uses))
	for i, u := range c.Uses {
		names[i] = u.Name
	}
	return names
}

// Assigns reports whether the source assigns a global.
func (c *Chunk) Assigns(name string) bool { return c.Gives[name] }

// Find returns the range of the first use of a name, or where the source begins.
func (c *Chunk) Find(name string) syntax.Span {
	src := c.Source()
	for _, w := range source.Words(src) {
		if w.Text == name {
			return c.WordAt(int32(w.From), name)
		}
	}
	return syntax.Span{Start: c.At}
}

// WordAt returns the range of a name from a byte of the source on.
func (c *Chunk) WordAt(from int32, name string) syntax.Span {
	at := c.Lines.At(from)
	return syntax.Span{Start: at, EndLine: at.Line, EndCol: at.Col + int32(utf8.RuneCountInString(name))}
}

// Word returns the range of a name on a line of the file, or of the first thing there.
func (c *Chunk) Word(line int, name string) syntax.Span {
	from, text := c.lineText(line)
	for _, w := range source.Words(text) {
		if w.Text == name {
			return c.WordAt(from+int32(w.From), name)
		}
	}
	return syntax.Span{Start: c.LineStart(line)}
}

// lineText is a line of the file, and where it begins.
func (c *Chunk) lineText(line int) (int32, string) {
	starts := c.Lines.Starts
	i := max(0, min(line-int(c.At.Line), len(starts)-1))
	src := c.Source()
	from, to := int(starts[i]), len(src)
	if i+1 < len(starts) {
		to = int(starts[i+1])
	}
	return int32(from), strings.TrimRight(src[min(from, len(src)):min(to, len(src))], "\r\n")
}

// LineStart returns the place of the first thing on a line of the file.
func (c *Chunk) LineStart(line int) syntax.Pos {
	from, text := c.lineText(line)
	return c.Lines.At(from + int32(len(text)-len(strings.TrimLeft(text, " \t"))))
}
