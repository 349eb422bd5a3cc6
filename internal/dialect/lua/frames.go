package lua

import (
	"slices"
	"strings"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// frame is a function of a script that is under way: where it is.
type frame struct {
	chunk *Chunk
	line  int // of the chunk's source, from 1
	level int // as GetStack counts
}

// maxFrames bounds the functions that an error tells of.
const maxFrames = 12

// frames lists the functions under way from a level on, the innermost first.
func (s *State) frames(from int) (list []frame) {
	for level := from; len(list) < maxFrames; level++ {
		if _, ok := s.L.GetStack(level); !ok {
			return list
		}
		if c, line, _ := s.split(s.L.Where(level) + " "); c != nil && !strings.HasPrefix(s.L.Where(level), "[G]") {
			list = append(list, frame{c, line - int(c.At.Line) + 1, level})
		}
	}
	return list
}

// tell is called with what ends a script, while its functions are still on the stack.
// It makes an error with a place, names and the calls that led there.
func (s *State) tell(L *glua.LState) int {
	object := L.Get(1)
	frames := s.frames(1)
	e := asThrown(object)
	if text, ok := object.(glua.LString); ok && e == nil {
		e = s.told(plainNames(string(text)), frames)
	}
	if e == nil && object.Type() != glua.LTString && object.Type() != glua.LTNumber {
		e = &syntax.Error{Msg: "an error that is " + article(object.Type())}
		for _, f := range frames {
			if !s.isLibrary(f.chunk) {
				e.Pos = f.chunk.lineStart(f.line)
				break
			}
		}
	}
	if e == nil {
		L.Push(object)
		return 1
	}
	if len(e.Notes) == 0 && e.Pos.Line > 0 {
		e.Notes = s.callers(e.Pos, frames)
	}
	L.Push(&glua.LUserData{Value: e, Metatable: glua.LNil})
	return 1
}

func asThrown(object glua.LValue) *syntax.Error {
	if u, ok := object.(*glua.LUserData); ok {
		if e, ok := u.Value.(*syntax.Error); ok {
			return e
		}
	}
	return nil
}

// told makes an error of a message of the interpreter; nil for one that needs no more
// than its place. A fault in one of the owner's files is told at the line of the script
// that called it.
func (s *State) told(text string, frames []frame) *syntax.Error {
	c, line, msg := s.split(text)
	if len(frames) == 0 {
		return nil
	}
	at := frames[0]
	if c != nil {
		for _, f := range frames {
			if f.chunk == c && f.line == line-int(c.At.Line)+1 {
				at = f
				break
			}
		}
		if at.chunk != c {
			return nil
		}
	}
	e := s.named(at, msg)
	if !s.isLibrary(at.chunk) {
		return e
	}
	for _, f := range frames {
		if !s.isLibrary(f.chunk) {
			line := f.chunk.text()[f.line-1]
			if called := allCalls(line, blankStrings(line)); len(called) == 1 && e.Msg != msg {
				e.Msg = called[0] + ": " + e.Msg
			}
			e.Pos = f.chunk.lineStart(f.line)
			return e
		}
	}
	return e
}

// callers are the places of scripts that led to an error, without that of the error
// itself.
func (s *State) callers(at syntax.Pos, frames []frame) (notes []syntax.Note) {
	i := slices.IndexFunc(frames, func(f frame) bool {
		pos := f.chunk.lineStart(f.line)
		return pos.File == at.File && pos.Line == at.Line
	})
	for _, f := range frames[i+1:] {
		pos := f.chunk.lineStart(f.line)
		if s.isLibrary(f.chunk) || pos.File == at.File && pos.Line == at.Line {
			continue
		}
		at = pos
		notes = append(notes, syntax.Note{Pos: pos, Msg: "called from here"})
	}
	return notes
}

// named makes an error at a frame, with the names of what was nil or no function.
func (s *State) named(f frame, msg string) *syntax.Error {
	lines := f.chunk.text()
	if f.line < 1 || f.line > len(lines) {
		return &syntax.Error{Pos: f.chunk.lineStart(f.line), Msg: msg}
	}
	line := lines[f.line-1]
	text := blankStrings(line)
	var names []string
	what := ""
	switch m := indexedNil.FindStringSubmatch(msg); {
	case m != nil:
		what = " is " + m[1] + ", where something that has " + m[2] + " is wanted"
		for _, at := range fieldAt(text, m[2]) {
			if owner := chainBefore(line, text, at); owner != "" {
				names = append(names, owner)
			}
		}
	case strings.HasPrefix(msg, calledNone):
		names, what = s.calls(line, text), " is no function"
	case reckoned.MatchString(msg):
		var unset []string
		for _, name := range fields(line, text) {
			if v, known := s.resolve(f, name); known && v == glua.LNil {
				unset = append(unset, name)
			}
		}
		if len(unset) > 0 {
			return &syntax.Error{Pos: f.chunk.word(f.line, unset[0]), Msg: said(msg, unset, " is nil")}
		}
	}
	for _, name := range names {
		root, _, _ := strings.Cut(name, ".")
		v, known := s.resolve(f, name)
		if !known || libraries[root] || v != glua.LNil && (what != " is no function" || v.Type() == glua.LTFunction) {
			continue
		}
		pos := f.chunk.word(f.line, name)
		if _, local := s.local(f, name); !local && !strings.ContainsAny(name, ".:[(") {
			e := &syntax.Error{Pos: pos, Msg: "unknown name \"" + name + "\""}
			return e.Suggest(name, s.names(false))
		}
		return &syntax.Error{Pos: pos, Msg: name + what}
	}
	if e := s.unknown(f.chunk, f.line, msg); e != nil {
		return e
	}
	return &syntax.Error{Pos: f.chunk.lineStart(f.line), Msg: s.explain(f.chunk, f.line, msg)}
}

// Nil names what a running function took for something that it is not, as its line
// has it: what was indexed with a key, or, without one, what was called or reckoned with.
// level counts the functions from the one that asks.
func (s *State) Nil(key string) string {
	frames := s.frames(1)
	if len(frames) == 0 {
		return ""
	}
	f := frames[0]
	lines := f.chunk.text()
	if f.line < 1 || f.line > len(lines) {
		return ""
	}
	line := lines[f.line-1]
	text := blankStrings(line)
	var names []string
	if key != "" {
		for _, at := range fieldAt(text, key) {
			names = append(names, chainBefore(line, text, at))
		}
	} else {
		names = append(s.calls(line, text), fields(line, text)...)
	}
	first := ""
	for _, name := range names {
		if v, known := s.resolve(f, name); known && v == glua.LNil {
			return name
		} else if !known && first == "" {
			first = name
		}
	}
	return first
}

// resolve finds what an expression of names is in a frame. It is unknown where the
// expression has more than names, or where a part before the last is nil.
func (s *State) resolve(f frame, expr string) (v glua.LValue, known bool) {
	parts := strings.FieldsFunc(expr, func(r rune) bool { return r == '.' || r == ':' })
	if len(parts) == 0 || strings.ContainsAny(expr, "[]() \"'") {
		return glua.LNil, false
	}
	v, ok := s.local(f, parts[0])
	switch {
	case !ok && s.declares(f, parts[0]):
		return glua.LNil, false
	case !ok:
		if v = s.Get(parts[0]); v == glua.LNil && s.opt.Unknown != nil {
			if found := s.opt.Unknown(parts[0]); found != nil {
				v = found
			}
		}
	}
	for _, part := range parts[1:] {
		if v == glua.LNil {
			return glua.LNil, false
		}
		if v, ok = s.field(v, part); !ok {
			return glua.LNil, false
		}
	}
	return v, true
}

// field reads a field without an error.
func (s *State) field(of glua.LValue, name string) (v glua.LValue, ok bool) {
	L := s.L
	L.Push(L.NewFunction(func(L *glua.LState) int {
		u := unwind(L)
		defer u.end()
		L.Push(L.GetField(L.Get(1), L.CheckString(2)))
		u.ended = true
		return 1
	}))
	L.Push(of)
	L.Push(glua.LString(name))
	if protected(L, 2, 1, nil) != nil {
		return glua.LNil, false
	}
	v = L.Get(-1)
	L.Pop(1)
	return v, true
}

// declares reports whether the function of a frame has a local variable of a name
// anywhere.
func (s *State) declares(f frame, name string) bool {
	dbg, ok := s.L.GetStack(f.level)
	if !ok {
		return false
	}
	fn, err := s.L.GetInfo("f", dbg, glua.LNil)
	of, isFn := fn.(*glua.LFunction)
	return err == nil && isFn && !of.IsG && slices.ContainsFunc(of.Proto.DbgLocals, func(l *glua.DbgLocalInfo) bool { return l.Name == name })
}

// local returns a local variable of a frame, or one of a function around it.
func (s *State) local(f frame, name string) (v glua.LValue, ok bool) {
	dbg, ok := s.L.GetStack(f.level)
	if !ok {
		return glua.LNil, false
	}
	ok = false
	for n := 1; n < 250; n++ {
		local, value := s.L.GetLocal(dbg, n)
		if local == "" {
			break
		}
		if local == name { // the innermost of that name is the last
			v, ok = value, true
		}
	}
	if ok {
		return v, true
	}
	fn, err := s.L.GetInfo("f", dbg, glua.LNil)
	if of, isFn := fn.(*glua.LFunction); err == nil && isFn && !of.IsG {
		for i, up := range of.Proto.DbgUpvalues {
			if up == name && i < len(of.Upvalues) {
				return of.Upvalues[i].Value(), true
			}
		}
	}
	return glua.LNil, false
}
