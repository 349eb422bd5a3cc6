package machine

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/lua/bytecode"
)

// thrown is what ends a script, on its way to whoever catches it.
type thrown struct {
	value Value
	err   *syntax.Error // of the owner, as it is
	msg   string        // the text without its place; empty for a value that scripts threw
	at    point
	trace []point
	quota bool // nothing but Protect catches it

	method string // that is none of a table
	of     *Table
}

// point is an instruction of a function that is under way.
type point struct {
	proto *Proto
	pc    int
	from  int32 // where it is told; negative for where the instruction stands
}

func (p point) pos() syntax.Pos {
	from := p.from
	if from < 0 {
		from = p.proto.PlaceOf(p.pc)
	}
	return p.proto.Chunk.Lines.At(from)
}

// rest is the range from the place to the end of its line.
func (p point) rest() syntax.Span {
	from := p.from
	if from < 0 {
		from = p.proto.PlaceOf(p.pc)
	}
	return p.proto.Chunk.Lines.Rest(from)
}

// maxTrace bounds the functions that an error tells of.
const maxTrace = 12

// trace lists the functions of scripts that are under way, the innermost first.
func (f *faults) trace() (list []point) {
	for fr := f.s.th.last; fr != &f.s.th.root && len(list) < maxTrace; fr = fr.outer {
		list = append(list, point{fr.fn.code.Proto, max(fr.pc-1, 0), -1})
		if p := fr.lostUser(); p != nil && len(list) < maxTrace {
			list = append(list, point{p, int(fr.lost.pc), -1})
		}
	}
	return list
}

// caller is the function of a script at a level of those under way, as error counts them; not
// ok where that is one of Go, or was replaced by the one that it called last.
func (f *faults) caller(level int) (p point, ok bool) {
	by, fr := f.s.running, f.s.th.last // a function of Go, or where there is none that of a frame
	if by != nil {
		by = by.outer
	}
	for ; level > 1; level-- {
		switch {
		case by != nil:
			by = by.outer
		case fr == &f.s.th.root:
			return p, false
		default:
			if level -= int(fr.tails); level <= 1 {
				return p, false
			}
			if fr.entry {
				by = fr.by
			}
			fr = fr.outer
		}
	}
	if by != nil || fr == &f.s.th.root {
		return p, false
	}
	return point{fr.fn.code.Proto, max(fr.pc-1, 0), -1}, true
}

// prefix is the place that Lua puts before the text of an error.
func (p point) prefix() string {
	from := p.from
	if from < 0 {
		from = p.proto.PlaceOf(p.pc)
	}
	return p.proto.Chunk.Name + ":" + strconv.Itoa(p.proto.Chunk.Lines.Number(from)) + ": "
}

// Raise ends the running script with an error at the line that it is at.
func (f *faults) Raise(format string, args ...any) {
	f.s.raise(-1, fmt.Sprintf(format, args...))
}

// raise is Raise with a place in the source of the running function.
func (f *faults) raise(from int32, text string) { panic(f.s.raised(from, text)) }

func (f *faults) raised(from int32, text string) *thrown {
	t := &thrown{msg: text, value: String(text), trace: f.s.trace()}
	if at, ok := f.s.caller(1); ok {
		t.at = at
		t.at.from = from
		t.value = String(t.at.prefix() + text)
	} else if len(t.trace) > 0 {
		t.at = t.trace[0]
	}
	return t
}

// quit ends the script with an error that pcall does not catch.
func (f *faults) quit(text string) {
	t := &thrown{msg: text, value: String(text), quota: true, trace: f.s.trace()}
	if len(t.trace) > 0 {
		t.at = t.trace[0]
	}
	panic(t)
}

// Throw ends the running script with an error that has its own place.
func (f *faults) Throw(e *syntax.Error) {
	panic(&thrown{err: e, value: NewData(e, nil).V(), trace: f.s.trace()})
}

// throw raises a value of a script. Before a text it puts the place of a level.
func (f *faults) throw(v Value, level int) {
	t := &thrown{value: v, trace: f.s.trace()}
	if d := v.Data(); d != nil {
		t.err, _ = d.Value.(*syntax.Error)
	}
	if text, ok := f.s.joins(v); ok && level > 0 {
		t.value = String(text)
		if at, ok := f.s.caller(level); ok {
			t.at, t.msg = at, text
			t.value = String(at.prefix() + text)
		}
	}
	panic(t)
}

// faultOf converts what ended a script to an error with a place.
func (f *faults) faultOf(v any) *syntax.Error {
	t, ok := v.(*thrown)
	if !ok {
		e := &syntax.Error{Pos: f.s.Where(), Msg: fmt.Sprint(v)}
		if err, ok := v.(error); ok {
			errors.As(err, &e)
		}
		return e
	}
	if t.err != nil {
		return t.err
	}
	e := &syntax.Error{Msg: t.msg}
	text, isText := f.s.joins(t.value)
	switch {
	case t.at.proto != nil:
		e.Pos = t.at.pos()
	case isText:
		e.Pos, e.Msg = f.s.split(text)
	default:
		e.Msg = "an error that is " + t.value.Kind().article()
	}
	if strings.TrimSpace(e.Msg) == "" {
		e.Msg = "an error without a text"
	}
	if e.Pos.Line == 0 && len(t.trace) > 0 {
		t.at = t.trace[0]
		e.Pos = t.at.pos()
	}
	if t.at.proto != nil && f.s.isLibrary(t.at.proto.Chunk) {
		f.s.outside(e, t)
	}
	if t.of != nil && e.Msg == t.msg {
		e.Suggest(t.method, methodsOf(t.of))
	}
	f.s.suggest(e)
	if t.at.proto != nil && e.At.EndLine == 0 && e.Pos == t.at.pos() {
		e.At = t.at.rest()
	}
	e.Notes = f.s.callers(e.Pos, t.trace)
	return e
}

// outside tells an error in one of the owner's files at the line of the script that called it.
func (f *faults) outside(e *syntax.Error, t *thrown) {
	for _, p := range t.trace {
		if f.s.isLibrary(p.proto.Chunk) {
			continue
		}
		if in := p.proto.Code[p.pc]; in.Op == bytecode.Call || in.Op == bytecode.Tail {
			if _, name := p.proto.NameAt(p.pc, int(in.A)); name != "" && !strings.HasPrefix(e.Msg, name+": ") {
				e.Msg = name + ": " + e.Msg
			}
		}
		e.Pos, e.At = p.pos(), p.rest()
		return
	}
}

func (f *faults) isLibrary(c *Chunk) bool {
	return f.s.opt.Library != "" && strings.HasPrefix(c.Name, f.s.opt.Library)
}

// callers are the places of scripts that led to an error, without that of the error itself.
func (f *faults) callers(at syntax.Pos, trace []point) (notes []syntax.Note) {
	i := slices.IndexFunc(trace, func(p point) bool {
		pos := p.pos()
		return pos.File == at.File && pos.Line == at.Line
	})
	for _, p := range trace[i+1:] {
		pos := p.pos()
		if f.s.isLibrary(p.proto.Chunk) || pos.File == at.File && pos.Line == at.Line {
			continue
		}
		at = pos
		notes = append(notes, syntax.Note{Pos: pos, Msg: "called from here"})
	}
	return notes
}

// split takes "file:line: text" apart, where the file is one of the state's.
func (f *faults) split(text string) (at syntax.Pos, msg string) {
	var found *Chunk
	line := 0
	for name, c := range f.s.chunks {
		rest, ok := strings.CutPrefix(text, name+":")
		if !ok || found != nil && len(name) <= len(found.Name) {
			continue
		}
		number, after, ok := strings.Cut(rest, ":")
		if n, err := strconv.Atoi(number); ok && err == nil {
			found, line, msg = c, n, strings.TrimPrefix(after, " ")
		}
	}
	if found == nil {
		return at, text
	}
	return found.LineStart(line), msg
}

// Where returns the place that the running script is at, or none if none runs.
func (f *faults) Where() syntax.Pos { return f.s.WhereOutside(nil) }

// WhereOutside is Where for the innermost function that stands in none of some sources.
func (f *faults) WhereOutside(sources []*Chunk) syntax.Pos {
	for fr := f.s.th.last; fr != &f.s.th.root; fr = fr.outer {
		if p := fr.fn.code.Proto; !slices.Contains(sources, p.Chunk) {
			return point{p, max(fr.pc-1, 0), -1}.pos()
		}
	}
	return syntax.Pos{}
}

// WhereLine is the place of the first thing on the line that the running script is at.
func (f *faults) WhereLine() syntax.Pos {
	fr := f.s.th.last
	if fr == &f.s.th.root {
		return syntax.Pos{}
	}
	p := fr.fn.code.Proto
	return p.Chunk.LineStart(p.Chunk.Lines.Number(p.PlaceOf(max(fr.pc-1, 0))))
}

// WhereOfUser is Where for the innermost function that stands in none of the owner's own files.
func (f *faults) WhereOfUser() syntax.Pos {
	for fr := f.s.th.last; fr != &f.s.th.root; fr = fr.outer {
		if c := fr.fn.code; !c.library {
			return point{c.Proto, max(fr.pc-1, 0), -1}.pos()
		}
		if p := fr.lostUser(); p != nil {
			return point{p, int(fr.lost.pc), -1}.pos()
		}
	}
	return f.s.Where()
}

// Calls reports whether a method of a table is being called, by the script that runs or by one of those
// that called it.
func (f *faults) Calls(method *Function, self *Table) bool {
	for fr := f.s.th.last; fr != &f.s.th.root; fr = fr.outer {
		if fr.fn != method || method.code.Params == 0 {
			continue
		}
		first := &f.s.th.stack[fr.base]
		if c := first.Cell(); c != nil {
			first = c.Held()
		}
		if first.Table() == self {
			return true
		}
	}
	return false
}

// Caller is the piece of code of the script that called the function of Go that runs; nil where
// Go called it.
func (c *Call) Caller() *Chunk {
	if c.byGo || c.th.last == &c.th.root {
		return nil
	}
	return c.th.last.fn.code.Chunk
}

// Defined is where a function of a script begins.
func (f *Function) Defined() syntax.Pos {
	if f.code == nil {
		return syntax.Pos{}
	}
	return f.code.Span().Start
}

const unknownName = "unknown name "

// suggest looks for what a misspelt name may stand for.
func (f *faults) suggest(e *syntax.Error) {
	quoted, ok := strings.CutPrefix(e.Msg, unknownName)
	if !ok || e.Hint != "" {
		return
	}
	if name, err := strconv.Unquote(quoted); err == nil {
		for _, c := range f.s.chunks {
			if at := c.Word(int(e.Pos.Line), name); at.Start == e.Pos {
				e.At = at
			}
		}
		e.Suggest(name, f.known(strings.Contains(name, ".")))
	}
}

// methodsOf lists the functions of a table and of the classes that it is of.
func methodsOf(t *Table) (names []string) {
	for range mostClasses {
		for k, v := range t.Pairs {
			if name, ok := k.Text(); ok && v.Function() != nil {
				names = append(names, name)
			}
		}
		class := t.Meta()
		if class == nil {
			class = t.Field("_base").Table()
		}
		if class == nil {
			return names
		}
		if more := class.Field("__index").Table(); more != nil {
			class = more
		}
		t = class
	}
	return names
}

// mostClasses bounds how far methods are looked for.
const mostClasses = 8

// known lists the globals, or what the source.Libraries have.
func (f *faults) known(ofLibraries bool) (names []string) {
	if !ofLibraries {
		for _, e := range f.s.globals.dict().entries {
			if e.value.p != nil {
				names = append(names, e.key.text().s)
			}
		}
		return append(names, f.s.opt.Names...)
	}
	for _, lib := range [...]string{"string", "table", "math"} {
		for _, name := range f.s.Library(lib) {
			names = append(names, lib+"."+name)
		}
	}
	return names
}

// Missing lists the globals that a source reads although nothing defines or assigns them, each
// where it is read first. isKnown reports names that are defined only once they are read.
func (f *faults) Missing(c *Chunk, isKnown func(name string) bool) (missing []*syntax.Error) {
	told := map[string]bool{}
	for _, u := range c.Uses {
		if told[u.Name] || c.Gives[u.Name] || strings.Contains(u.Name, ".") || f.s.Global(u.Name).p != nil || isKnown(u.Name) {
			continue
		}
		told[u.Name] = true
		e := &syntax.Error{Pos: c.Lines.At(u.At), At: c.WordAt(u.At, u.Name), Msg: unknownName + strconv.Quote(u.Name) + ", which is nil"}
		missing = append(missing, e.Suggest(u.Name, f.known(false)))
	}
	return missing
}
