package lua

import (
	"hash/fnv"
	"maps"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/internal/ground/id"
)

// Entities are the bots of a world as its scripts know them, a table each, and the
// functions of the game that scripts call as their methods. They are saved with all that
// scripts keep, by a [Graph].
type Entities struct {
	Graph Graph
	// Name is the name of a function of the game; empty for another function. Method
	// finds the function of a name; nil for none.
	Name   func(*glua.LFunction) string
	Method func(name string) *glua.LFunction

	state  *State
	meta   *glua.LTable
	tables map[id.ID]*glua.LTable
	ids    map[*glua.LTable]id.ID // whose tables they are
}

// Begin has no entities yet; those of a state will have a metatable.
func (e *Entities) Begin(s *State, meta *glua.LTable) {
	e.state, e.meta = s, meta
	e.tables, e.ids = map[id.ID]*glua.LTable{}, map[*glua.LTable]id.ID{}
}

// Of returns the table of a bot. Scripts may add fields to it.
func (e *Entities) Of(bot id.ID) *glua.LTable {
	t := e.tables[bot]
	if t == nil {
		t = e.state.L.NewTable()
		t.Metatable = e.meta
		e.own(bot, t)
	}
	return t
}

func (e *Entities) own(bot id.ID, t *glua.LTable) { e.tables[bot], e.ids[t] = t, bot }

// Known returns the table of a bot; nil where no script has asked for it.
func (e *Entities) Known(bot id.ID) *glua.LTable { return e.tables[bot] }

// Bots lists the bots that have a table, ascending.
func (e *Entities) Bots() []id.ID { return slices.Sorted(maps.Keys(e.tables)) }

// ID returns whose table it is; false for another table.
func (e *Entities) ID(t *glua.LTable) (bot id.ID, ok bool) {
	bot, ok = e.ids[t]
	return bot, ok
}

// Forget drops the fields that scripts gave to a bot.
func (e *Entities) Forget(bot id.ID) {
	delete(e.ids, e.tables[bot])
	delete(e.tables, bot)
}

// Encode returns all that scripts keep: what the globals reach, and the entities that have
// fields of their own.
func (e *Entities) Encode() ([]byte, error) {
	return e.Graph.Encode(&entityObjects{Entities: e}, func(c Codec) {
		for _, bot := range e.Bots() {
			t := e.tables[bot]
			if values, keys := Entries(t); len(values)+len(keys) > 0 {
				var v glua.LValue = t
				c.Value(&v)
			}
		}
	})
}

// Hash is that of all that scripts keep; what cannot be saved is not hashed.
func (e *Entities) Hash() uint64 {
	b, _ := e.Encode()
	sum := fnv.New64a()
	sum.Write(b)
	return sum.Sum64()
}

// Decode reads what Encode returned; commit puts it in place. Entities that keep nothing
// are as new.
func (e *Entities) Decode(b []byte) (commit func(), err error) {
	o := &entityObjects{Entities: e, read: map[id.ID]*glua.LTable{}}
	fill, err := e.Graph.Decode(b, o, func(c Codec) {
		for range c.Rest(0) {
			var v glua.LValue
			if c.Value(&v); v.Type() != glua.LTTable {
				panic(ErrDamaged)
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return func() {
		fill()
		clear(e.tables)
		clear(e.ids)
		for bot, t := range o.read {
			e.own(bot, t)
		}
	}, nil
}

// The kinds of records of what scripts hold of the game.
const (
	recordEntity = RecordOwn + iota
	recordMethod
)

// entityObjects are the objects of a graph.
type entityObjects struct {
	*Entities
	read map[id.ID]*glua.LTable // the entities of a save
}

var _ Objects = (*entityObjects)(nil)

func (o *entityObjects) Kind(object any) (byte, error) {
	switch object := object.(type) {
	case *glua.LTable:
		if _, ok := o.ids[object]; ok {
			return recordEntity, nil
		}
	case *glua.LFunction:
		if object.IsG && o.Name(object) != "" {
			return recordMethod, nil
		}
	}
	return 0, nil
}

func (o *entityObjects) New(kind byte, first any) any {
	switch first := first.(type) {
	case int64:
		if kind == recordEntity {
			t := o.state.L.NewTable()
			o.read[id.ID(first)] = t
			return t
		}
	case string:
		if kind == recordMethod {
			if m := o.Method(first); m != nil {
				return m
			}
		}
	}
	return nil
}

func (o *entityObjects) Code(c Codec, object any) {
	switch object := object.(type) {
	case *glua.LTable:
		c.Whole(int64(o.ids[object]))
		c.Content(object)
	case *glua.LFunction:
		name := o.Name(object)
		c.Text(&name)
	}
}

// Make knows no words: all functions of the game are methods.
func (o *entityObjects) Make(*glua.LFunction, []glua.LValue) bool { return false }
