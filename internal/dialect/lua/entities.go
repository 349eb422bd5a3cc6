package lua

import (
	"github.com/thicket-sim/thicket/internal/dialect/lua/graph"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/ground/id"
)

// Entities are the bots of a world as its scripts know them, a table each, and the
// functions of the game that scripts call as their methods. They are saved with all that
// scripts keep, by a [graph.Graph].
type Entities struct {
	Graph graph.Graph
	// Name is the name of a function of the game; empty for another function. Method
	// finds the function of a name; nil for none.
	Name   func(*machine.Function) string
	Method func(name string) *machine.Function

	state  *machine.State
	meta   *machine.Table
	tables roll
}

// entity is whom a table stands for.
type entity struct {
	bot    id.ID
	isGone bool // its fields were dropped, and a script still has the table
}

// Begin has no entities yet; those of a state will have a metatable.
func (e *Entities) Begin(s *machine.State, meta *machine.Table) {
	e.state, e.meta, e.tables = s, meta, roll{}
}

// Of returns the table of a bot. Scripts may add fields to it.
func (e *Entities) Of(bot id.ID) *machine.Table {
	t := e.tables.of(bot)
	if t == nil {
		t = e.make(bot)
		t.SetMeta(e.meta)
		e.tables.put(bot, t)
	}
	return t
}

func (e *Entities) make(bot id.ID) *machine.Table { return e.state.NewObject(&entity{bot: bot}) }

// entityOf is whom a table stands for; nil for another table.
func entityOf(t *machine.Table) *entity {
	if t == nil {
		return nil
	}
	if of, ok := t.Host().(*entity); ok && !of.isGone {
		return of
	}
	return nil
}

// Known returns the table of a bot; nil where no script has asked for it.
func (e *Entities) Known(bot id.ID) *machine.Table { return e.tables.of(bot) }

// Bots lists the bots that have a table, ascending.
func (e *Entities) Bots() (bots []id.ID) {
	for bot := range e.tables.all() {
		bots = append(bots, bot)
	}
	return bots
}

// ID returns whose table it is; false for another table, and for none.
func (e *Entities) ID(t *machine.Table) (bot id.ID, ok bool) {
	if of := entityOf(t); of != nil {
		return of.bot, true
	}
	return 0, false
}

// Forget drops the fields that scripts gave to a bot.
func (e *Entities) Forget(bot id.ID) {
	if of := entityOf(e.tables.of(bot)); of != nil {
		of.isGone = true
		e.tables.put(bot, nil)
	}
}

// Encode returns all that scripts keep: what the globals reach, and the entities that have
// fields of their own.
func (e *Entities) Encode() ([]byte, error) {
	return e.Graph.Encode(&entityObjects{Entities: e}, e.code)
}

// Hash is that of all that scripts keep; what cannot be saved is not hashed.
func (e *Entities) Hash() uint64 { return e.Graph.Sum(&entityObjects{Entities: e}, e.code) }

// code visits the entities that have fields of their own.
func (e *Entities) code(c machine.Codec) {
	var held machine.Contents
	for _, t := range e.tables.all() {
		if held.Of(t); len(held.List)+len(held.Keys) > 0 {
			v := t.V()
			c.Value(&v)
		}
	}
}

// Decode reads what Encode returned; commit puts it in place. Entities that keep nothing
// are as new.
func (e *Entities) Decode(b []byte) (commit func(), err error) {
	o := &entityObjects{Entities: e, read: map[id.ID]*machine.Table{}}
	fill, err := e.Graph.Decode(b, o, func(c machine.Codec) {
		for range c.Rest(0) {
			var v machine.Value
			if c.Value(&v); v.Table() == nil {
				panic(machine.ErrDamaged)
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return func() {
		fill()
		for _, bot := range e.Bots() {
			e.Forget(bot)
		}
		for bot, t := range o.read {
			e.tables.put(bot, t)
		}
	}, nil
}

// The kinds of records of what scripts hold of the game.
const (
	recordEntity = graph.RecordOwn + iota
	recordMethod
)

// entityObjects are the objects of a graph.
type entityObjects struct {
	*Entities
	read map[id.ID]*machine.Table // the entities of a save
}

var _ graph.Objects = (*entityObjects)(nil)

func (o *entityObjects) Kind(v machine.Value) (byte, error) {
	if entityOf(v.Table()) != nil {
		return recordEntity, nil
	}
	if f := v.Function(); f != nil && f.IsNative() && o.Name(f) != "" {
		return recordMethod, nil
	}
	return 0, nil
}

func (o *entityObjects) New(kind byte, first any) machine.Value {
	switch first := first.(type) {
	case int64:
		if kind == recordEntity {
			t := o.make(id.ID(first))
			o.read[id.ID(first)] = t
			return t.V()
		}
	case string:
		if kind == recordMethod {
			if m := o.Method(first); m != nil {
				return m.V()
			}
		}
	}
	return machine.Nil
}

func (o *entityObjects) Code(c machine.Codec, v machine.Value) {
	if t := v.Table(); t != nil {
		c.Whole(int64(entityOf(t).bot))
		c.Content(t)
		return
	}
	name := o.Name(v.Function())
	c.Text(&name)
}

// Make knows no words: all functions of the game are methods.
func (o *entityObjects) Make(*machine.Function, string, []machine.Value) bool { return false }
