package dragengine

import (
	"hash/fnv"
	"maps"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/internal/lua"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/digest"
)

// share is what a tree shares with others in its world.
type share struct {
	triggers []*trigger   // by target
	scripts  *scriptWorld // nil for a tree without
}

var _ run.ShareSaver = (*semantics)(nil)

func (s *semantics) share(x *run.Exec) *share { return x.Shared.(*share) }

func (s *semantics) triggerAt(x *run.Exec, i int) *trigger { return s.share(x).triggers[i] }

// Share returns the triggers of the tree in a world, and the state of its scripts there.
func (s *semantics) Share(w host.World) any {
	sh := &share{scripts: s.scriptWorldOf(w)}
	for _, t := range s.targets {
		sh.triggers = append(sh.triggers, t.table.In(w).target(t.name))
	}
	return sh
}

// Tally does nothing: nothing that is shared follows from what bots remember.
func (*semantics) Tally(*run.Exec, bool) {}

// HashShare hashes the triggers that have ever fired, and what scripts keep.
func (s *semantics) HashShare(shared any) (h uint64) {
	sh := shared.(*share)
	for i, t := range sh.triggers {
		if t.ever {
			h = uint64(digest.Sum(h).Word(uint64(2*i+1) ^ uint64(word(t.fired))))
		}
	}
	if sh.scripts != nil {
		h ^= sh.scripts.hash() ^ sh.scripts.begun
	}
	return h
}

// SaveShare saves a byte for each trigger, and behind them what scripts keep.
func (s *semantics) SaveShare(shared any) (b []byte, err error) {
	sh := shared.(*share)
	for _, t := range sh.triggers {
		b = append(b, byte(word(t.fired)|word(t.ever)<<1))
	}
	if sh.scripts == nil {
		return b, nil
	}
	kept, err := sh.scripts.encode()
	return append(b, kept...), err
}

// ReadShare reads what SaveShare returned. Bots of whom scripts keep nothing are as new.
func (s *semantics) ReadShare(shared any, b []byte) (func(), error) {
	sh := shared.(*share)
	n := len(sh.triggers)
	if len(b) < n || sh.scripts == nil && len(b) > n || slices.ContainsFunc(b[:n], func(c byte) bool { return c > 3 }) {
		return nil, lua.ErrDamaged
	}
	kept := func() {}
	if sh.scripts != nil {
		var err error
		if kept, err = sh.scripts.decode(s, b[n:]); err != nil {
			return nil, err
		}
	}
	return func() {
		for i, t := range sh.triggers {
			t.fired, t.ever = b[i]&1 != 0, b[i]&2 != 0
		}
		kept()
	}, nil
}

// The kinds of records of what scripts hold of the game.
const (
	recordBot = lua.RecordOwn + iota
	recordMethod
)

// scriptObjects are what scripts hold of the game: bots, and functions of the registry as
// their methods.
type scriptObjects struct {
	*scriptWorld
	read map[host.BotID]*glua.LTable // the bots of a save
}

var _ lua.Objects = (*scriptObjects)(nil)

func (o *scriptObjects) Kind(object any) (byte, error) {
	switch object := object.(type) {
	case *glua.LTable:
		if _, ok := o.ids[object]; ok {
			return recordBot, nil
		}
	case *glua.LFunction:
		if object.IsG && o.nameOf(object) != "" {
			return recordMethod, nil
		}
	}
	return 0, nil
}

// nameOf is the name of a function of the game; none of another function.
func (o *scriptObjects) nameOf(f *glua.LFunction) string {
	for of, m := range o.funcs {
		if m == f {
			return of.Name
		}
	}
	return ""
}

func (o *scriptObjects) New(kind byte, first any) any {
	switch first := first.(type) {
	case int64:
		if kind == recordBot {
			t := o.state.L.NewTable()
			o.read[host.BotID(first)] = t
			return t
		}
	case string:
		if kind == recordMethod {
			if m := o.method(first); m != nil {
				return m
			}
		}
	}
	return nil
}

func (o *scriptObjects) Code(c lua.Codec, object any) {
	switch object := object.(type) {
	case *glua.LTable:
		c.Whole(int64(o.ids[object]))
		c.Content(object)
	case *glua.LFunction:
		name := o.nameOf(object)
		c.Text(&name)
	}
}

// Make knows no words: all functions of the game are methods.
func (o *scriptObjects) Make(*glua.LFunction, []glua.LValue) bool { return false }

// encode returns all that scripts keep: what the globals reach, and the bots that have
// fields of their own, by ascending id.
func (w *scriptWorld) encode() ([]byte, error) {
	return w.graph.Encode(&scriptObjects{scriptWorld: w}, func(c lua.Codec) {
		for _, id := range slices.Sorted(maps.Keys(w.bots)) {
			t := w.bots[id]
			if values, keys := lua.Entries(t); len(values)+len(keys) > 0 {
				var v glua.LValue = t
				c.Value(&v)
			}
		}
	})
}

// hash is that of all that scripts keep; what cannot be saved is not hashed.
func (w *scriptWorld) hash() uint64 {
	b, _ := w.encode()
	sum := fnv.New64a()
	sum.Write(b)
	return sum.Sum64()
}

// decode reads what encode returned, for a tree; commit puts it in place.
func (w *scriptWorld) decode(s *semantics, b []byte) (commit func(), err error) {
	o := &scriptObjects{scriptWorld: w, read: map[host.BotID]*glua.LTable{}}
	w.sem = s // whose registry has the functions of the game
	read, err := w.graph.Decode(b, o, func(c lua.Codec) {
		for range c.Rest(0) {
			var v glua.LValue
			if c.Value(&v); v.Type() != glua.LTTable {
				panic(lua.ErrDamaged)
			}
		}
	})
	w.sem = nil
	if err != nil {
		return nil, err
	}
	return func() {
		read()
		clear(w.bots)
		clear(w.ids)
		for id, t := range o.read {
			w.own(id, t)
		}
	}, nil
}
