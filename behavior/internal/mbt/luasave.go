package mbt

import (
	"hash/fnv"
	"maps"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/internal/lua"
	"github.com/thicket-sim/thicket/behavior/run"
)

var _ run.ShareSaver = (*semantics)(nil)

// signalName is the name of entity:Signal in a save; a function of the game cannot have
// it.
const signalName = "\x00Signal"

// fix makes the graph of a state whose files have not run yet.
func (lw *luaWorld) fix() {
	lw.graph = lw.places.Graph()
	lw.graph.Fix(lw.state, lw.meta, lw.common, lw.signals)
}

// The kinds of records of what Lua holds of the game.
const (
	recordEntity = lua.RecordOwn + iota
	recordMethod
)

// objects are what Lua holds of the game: entities, and functions of the registry as
// their methods.
type objects struct {
	*luaWorld
	read map[host.BotID]*glua.LTable // the entities of a save
}

var _ lua.Objects = (*objects)(nil)

func (o *objects) Kind(object any) (byte, error) {
	switch object := object.(type) {
	case *glua.LTable:
		if _, ok := o.bots[object]; ok {
			return recordEntity, nil
		}
	case *glua.LFunction:
		if object.IsG && o.nameOf(object) != "" {
			return recordMethod, nil
		}
	}
	return 0, nil
}

// nameOf is the name of a method in a save; none of another function.
func (o *objects) nameOf(f *glua.LFunction) string {
	if f == o.signals {
		return signalName
	}
	for of, m := range o.methods {
		if m == f {
			return of.Name
		}
	}
	return ""
}

func (o *objects) New(kind byte, first any) any {
	switch first := first.(type) {
	case int64:
		if kind == recordEntity {
			t := o.state.L.NewTable()
			o.read[host.BotID(first)] = t
			return t
		}
	case string:
		if kind == recordMethod && first == signalName {
			return o.signals
		}
		if kind == recordMethod {
			if m := o.method(first); m != nil {
				return m
			}
		}
	}
	return nil
}

func (o *objects) Code(c lua.Codec, object any) {
	switch object := object.(type) {
	case *glua.LTable:
		c.Whole(int64(o.bots[object]))
		c.Content(object)
	case *glua.LFunction:
		name := o.nameOf(object)
		c.Text(&name)
	}
}

// Make knows no words: all functions of the game are methods.
func (o *objects) Make(*glua.LFunction, []glua.LValue) bool { return false }

// encode returns all that Lua keeps: what the globals reach, and the entities that have
// fields of their own, by ascending id.
func (lw *luaWorld) encode() ([]byte, error) {
	return lw.graph.Encode(&objects{luaWorld: lw}, func(c lua.Codec) {
		for _, id := range slices.Sorted(maps.Keys(lw.entities)) {
			e := lw.entities[id]
			if values, keys := lua.Entries(e); len(values)+len(keys) > 0 {
				var v glua.LValue = e
				c.Value(&v)
			}
		}
	})
}

// hash is that of all that Lua keeps; what cannot be saved is not hashed.
func (lw *luaWorld) hash() uint64 {
	b, _ := lw.encode()
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
	return lw.encode()
}

// ReadShare reads what SaveShare returned. Entities that keep nothing are as new.
func (s *semantics) ReadShare(shared any, b []byte) (func(), error) {
	lw := s.luaShared(shared)
	if lw == nil {
		if len(b) > 0 {
			return nil, lua.ErrDamaged
		}
		return func() {}, nil
	}
	o := &objects{luaWorld: lw, read: map[host.BotID]*glua.LTable{}}
	lw.sem = s // whose registry has the functions of the game
	commit, err := lw.graph.Decode(b, o, func(c lua.Codec) {
		for range c.Rest(0) {
			var v glua.LValue
			if c.Value(&v); v.Type() != glua.LTTable {
				panic(lua.ErrDamaged)
			}
		}
	})
	lw.sem = nil
	if err != nil {
		return nil, err
	}
	return func() {
		commit()
		clear(lw.entities)
		clear(lw.bots)
		for id, e := range o.read {
			lw.own(id, e)
		}
	}, nil
}
