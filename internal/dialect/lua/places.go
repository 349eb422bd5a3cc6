package lua

import (
	"fmt"
	"hash/fnv"
	"path"

	glua "github.com/yuin/gopher-lua"
)

// Places knows where the functions of pieces of code stand, for a [Graph].
type Places struct {
	chunks map[string]*Chunk // by name
	of     map[*glua.FunctionProto]Place
}

// Graph makes the graph of a state whose functions stand in places that are known by
// then.
func (p *Places) Graph() Graph {
	p.chunks, p.of = map[string]*Chunk{}, map[*glua.FunctionProto]Place{}
	return Graph{
		Place: func(f *glua.FunctionProto) (Place, bool) { at, ok := p.of[f]; return at, ok },
		Chunk: func(name string) *Chunk { return p.chunks[name] },
	}
}

// Know makes the functions of a piece of code such that they can be saved. Its name tells
// it apart by where it begins in its file, and by what it says. The folder is no part of it,
// since that depends on how the scene is named; of pieces that are equal but for their
// folders the later ones are numbered.
func (p *Places) Know(c *Chunk) {
	sum := fnv.New64a()
	sum.Write([]byte(c.Source()))
	first := fmt.Sprintf("%s:%d:%d#%016x", path.Base(c.At.File), c.At.Line, c.At.Col, sum.Sum64())
	name := first
	for n := 2; p.chunks[name] != nil && p.chunks[name].At.File != c.At.File; n++ {
		name = fmt.Sprintf("%s#%d", first, n)
	}
	p.chunks[name] = c
	for number, f := range c.Functions() {
		p.of[f] = Place{File: name, Number: number}
	}
}
