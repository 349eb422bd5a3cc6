package lua

import (
	glua "github.com/yuin/gopher-lua"
)

// Functions lists the functions of a chunk in the order of the source; the chunk
// itself is the first.
func (c *Chunk) Functions() []*glua.FunctionProto {
	var all []*glua.FunctionProto
	var add func(p *glua.FunctionProto)
	add = func(p *glua.FunctionProto) {
		all = append(all, p)
		for _, inner := range p.FunctionPrototypes {
			add(inner)
		}
	}
	add(c.proto)
	return all
}

// Remake makes a function of a chunk anew, with the variables that it shared with
// others.
func (s *State) Remake(c *Chunk, p *glua.FunctionProto, shared []*glua.Upvalue) *glua.LFunction {
	s.chunks[c.Name] = c
	f := s.L.NewFunctionFromProto(p)
	copy(f.Upvalues, shared)
	return f
}

// Kept holds what a state keeps beside its globals.
type Kept struct {
	Frozen  bool
	Taken   int64
	Written []string
	Files   []string      // that were required
	Values  []glua.LValue // what they gave; nil where a file has not ended
}

// Kept returns what the state keeps beside its globals.
func (s *State) Kept() Kept {
	k := Kept{s.frozen, s.taken, s.written, s.Modules(), nil}
	for _, file := range k.Files {
		k.Values = append(k.Values, s.modules[file])
	}
	return k
}

// Keep restores what Kept returned.
func (s *State) Keep(k Kept) {
	s.frozen, s.taken, s.written = k.Frozen, k.Taken, k.Written
	clear(s.modules)
	for i, file := range k.Files {
		s.modules[file] = k.Values[i]
	}
}

// Globals returns the table of all globals.
func (s *State) Globals() *glua.LTable { return s.globals }

// LastRun is a file as it was when the state ran it last; nil for one that it did not run.
func (s *State) LastRun(file string) *Chunk { return s.chunks[file] }

// SetLastRun notes as what a file was run last, in a state that was restored.
func (s *State) SetLastRun(c *Chunk) { s.chunks[c.Name] = c }
