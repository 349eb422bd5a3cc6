package mbt

import (
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/internal/lua"
	"github.com/thicket-sim/thicket/behavior/run"
)

var _ run.ShareSaver = (*semantics)(nil)

// place is where a function of a script stands: a piece of code, and the number of the
// function among those of that piece.
type place struct {
	chunk  string
	number int
}

// chunkName tells pieces of code apart: by where they begin, and what they say.
func chunkName(c *lua.Chunk) string {
	sum := fnv.New64a()
	sum.Write([]byte(c.Source()))
	return fmt.Sprintf("%v#%016x", c.At, sum.Sum64())
}

// know makes the functions of a piece of code such that they can be saved.
func (lw *luaWorld) know(c *lua.Chunk) {
	name := chunkName(c)
	lw.chunks[name] = c
	for number, f := range c.Functions() {
		lw.places[f] = place{name, number}
	}
}

// signalName is the name of entity:Signal in a save; a function of the game cannot have
// it.
const signalName = "\x00Signal"

// fix makes the graph of a state whose files have not run yet.
func (lw *luaWorld) fix() {
	lw.chunks, lw.places = map[string]*lua.Chunk{}, map[*glua.FunctionProto]place{}
	lw.graph = lua.Graph{
		Place: func(f *glua.FunctionProto) (string, int, bool) {
			p, ok := lw.places[f]
			return p.chunk, p.number, ok
		},
		Chunk: func(name string) *lua.Chunk { return lw.chunks[name] },
		Name: func(f *glua.LFunction) (string, bool) {
			if f == lw.signals {
				return signalName, true
			}
			for of, m := range lw.methods {
				if m == f {
					return of.Name, true
				}
			}
			return "", false
		},
		Make: func(name string) *glua.LFunction {
			if name == signalName {
				return lw.signals
			}
			return lw.method(name)
		},
		Handle: func(t *glua.LTable) (uint64, bool) {
			id, ok := lw.bots[t]
			return uint64(id), ok
		},
	}
	lw.graph.Fix(lw.state, lw.meta, lw.common, lw.signals)
}

// kept returns the entities that have fields of their own, by ascending id.
func (lw *luaWorld) kept() []*glua.LTable {
	var list []*glua.LTable
	for _, id := range slices.Sorted(maps.Keys(lw.entities)) {
		e := lw.entities[id]
		if values, keys := lua.Entries(e); len(values)+len(keys) > 0 {
			list = append(list, e)
		}
	}
	return list
}

// hash is that of all that Lua keeps; what cannot be saved is not hashed.
func (lw *luaWorld) hash() uint64 {
	b, _ := lw.graph.Encode(lw.kept())
	sum := fnv.New64a()
	sum.Write(b)
	return sum.Sum64()
}

func (s *semantics) luaShared(shared any) *luaWorld {
	if sh, ok := shared.(*share); ok && sh != nil {
		return sh.lua
	}
	return nil
}

// HashShare returns a hash of what Lua keeps. Scopes are part of the memory of the bots
// that are in them.
func (s *semantics) HashShare(shared any) uint64 {
	lw := s.luaShared(shared)
	if lw == nil {
		return 0
	}
	return lw.hash() ^ lw.begun
}

// SaveShare saves all that Lua keeps in the world, for each of the pools that share it.
func (s *semantics) SaveShare(shared any) ([]byte, error) {
	lw := s.luaShared(shared)
	if lw == nil {
		return nil, nil
	}
	return lw.graph.Encode(lw.kept())
}

// ReadShare reads what SaveShare returned. Entities that keep nothing are as new.
func (s *semantics) ReadShare(shared any, b []byte) (func(), error) {
	lw := s.luaShared(shared)
	if lw == nil {
		if len(b) > 0 {
			return nil, errors.New("the save is damaged")
		}
		return func() {}, nil
	}
	lw.sem = s // whose registry has the functions of the game
	handles, commit, err := lw.graph.Decode(b)
	lw.sem = nil
	if err != nil {
		return nil, err
	}
	return func() {
		commit()
		clear(lw.entities)
		clear(lw.bots)
		for id, e := range handles {
			lw.own(host.BotID(id), e)
		}
	}, nil
}
