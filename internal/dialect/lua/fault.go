package lua

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// fault converts the error that ended a script to one with a place.
func (s *State) fault(err error) *syntax.Error {
	var own *syntax.Error
	if errors.As(err, &own) {
		return own
	}
	var api *glua.ApiError
	if !errors.As(err, &api) {
		return &syntax.Error{Msg: err.Error()}
	}
	if u, ok := api.Object.(*glua.LUserData); ok {
		if e, ok := u.Value.(*syntax.Error); ok {
			return e
		}
	}
	text, isText := api.Object.(glua.LString)
	if !isText {
		text = glua.LString("an error that is " + article(api.Object.Type()))
	}
	c, line, msg := s.split(plainNames(string(text)))
	if c == nil || s.isLibrary(c) { // it says no place that helps, so take the next that called
		for _, call := range strings.Split(api.StackTrace, "\n\t") {
			if from, at, _ := s.split(call); from != nil && (c == nil || !s.isLibrary(from)) {
				c, line = from, at
				if !s.isLibrary(c) {
					break
				}
			}
		}
	}
	if c == nil {
		return &syntax.Error{Msg: msg}
	}
	line -= int(c.At.Line) - 1
	if e := s.unknown(c, line, msg); e != nil {
		return e
	}
	return &syntax.Error{Pos: c.lineStart(line), Msg: s.explain(c, line, msg)}
}

// plainNames is a message of the interpreter with the functions of libraries
// named as sources name them.
func plainNames(msg string) string {
	return strings.Replace(msg, " to "+libraryMark, " to ", 1)
}

func (s *State) isLibrary(c *Chunk) bool {
	return s.opt.Library != "" && strings.HasPrefix(c.Name, s.opt.Library)
}

func article(t glua.LValueType) string {
	if t == glua.LTNil {
		return "nil"
	}
	return "a " + t.String()
}

// split takes "file:line: text" apart, where the file is one of the state's.
func (s *State) split(text string) (c *Chunk, line int, msg string) {
	longest := -1
	for name, chunk := range s.chunks {
		rest, ok := strings.CutPrefix(text, name+":")
		if !ok || len(name) <= longest {
			continue
		}
		number, after, ok := strings.Cut(rest, ":")
		n, err := strconv.Atoi(number)
		if ok && err == nil {
			longest, c, line, msg = len(name), chunk, n, strings.TrimPrefix(after, " ")
		}
	}
	if c == nil {
		msg = text
	}
	if strings.TrimSpace(msg) == "" {
		msg = "an error without a text"
	}
	return c, line, msg
}

// unknown explains a failed call or look-up by a global on the same line that
// nobody assigned.
func (s *State) unknown(c *Chunk, line int, msg string) *syntax.Error {
	isCall := strings.HasPrefix(msg, "attempt to call a non-function object")
	if !isCall && !strings.HasPrefix(msg, "attempt to index a non-table object(nil)") {
		return nil
	}
	for _, u := range c.uses {
		lib, _, inLibrary := strings.Cut(u.name, ".")
		name := u.name
		if inLibrary {
			name = libraryMark + u.name
		}
		if u.line != line || s.Get(name) != glua.LNil {
			continue
		}
		e := &syntax.Error{Pos: c.word(line, lib), Msg: "unknown name " + strconv.Quote(u.name)}
		return e.Suggest(u.name, s.names(inLibrary))
	}
	return nil
}

// Missing lists the globals that a source reads although nothing defines or
// assigns them, each where it is read first. known reports names that are defined
// only once they are read.
func (s *State) Missing(c *Chunk, known func(name string) bool) (missing []*syntax.Error) {
	told := map[string]bool{}
	for _, u := range c.uses {
		if told[u.name] || c.gives[u.name] || strings.Contains(u.name, ".") || s.Get(u.name) != glua.LNil || known(u.name) {
			continue
		}
		told[u.name] = true
		e := &syntax.Error{Pos: c.word(u.line, u.name), Msg: "unknown name " + strconv.Quote(u.name) + ", which is nil"}
		missing = append(missing, e.Suggest(u.name, s.names(false)))
	}
	return missing
}

// names lists the globals, or the functions of the libraries.
func (s *State) names(ofLibraries bool) (names []string) {
	for k, _ := s.globals.Next(glua.LNil); k != glua.LNil; k, _ = s.globals.Next(k) {
		name, ok := strings.CutPrefix(k.String(), libraryMark)
		if ok == ofLibraries && !strings.HasPrefix(name, "\x00") {
			names = append(names, name)
		}
	}
	if !ofLibraries {
		names = append(names, s.opt.Names...)
	}
	return names
}

// Where returns the line that the running script is at, or no position if none
// runs.
func (s *State) Where() syntax.Pos {
	const levels = 3
	return s.outside(levels, nil)
}

// WhereOutside is Where for the innermost function that stands in none of some sources.
func (s *State) WhereOutside(sources []*Chunk) syntax.Pos {
	const levels = 20
	return s.outside(levels, sources)
}

func (s *State) outside(levels int, sources []*Chunk) syntax.Pos {
	for level := 1; level <= levels; level++ {
		if c, line, _ := s.split(s.L.Where(level) + " "); c != nil && !slices.Contains(sources, c) {
			return c.lineStart(line - int(c.At.Line) + 1)
		}
	}
	return syntax.Pos{}
}

// place is the position of a line as the interpreter names it, "file:line:"; none for a file
// that the state has not run.
func (s *State) place(where string) syntax.Pos {
	c, line, _ := s.split(where + " ")
	if c == nil {
		return syntax.Pos{}
	}
	return c.lineStart(line - int(c.At.Line) + 1)
}

// defined is where a function of a script begins.
func (s *State) defined(f *glua.FunctionProto) syntax.Pos {
	return s.place(fmt.Sprintf("%s:%d:", f.SourceName, f.LineDefined))
}

// Throw ends the running script with an error that has its own place.
func (s *State) Throw(e *syntax.Error) {
	s.L.Error(&glua.LUserData{Value: e, Metatable: glua.LNil}, 0)
}
