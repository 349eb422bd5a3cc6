package ecs

import (
	"iter"

	arche "github.com/mlange-42/arche/ecs"

	"github.com/thicket-sim/thicket/components"
)

const (
	Human   = -1 // the class of players, which are no bots
	NoClass = -2 // the class of a body that is not alive
)

// Body is what a spawn needs. Its zero value is in the first team and has the
// first row of the first program; At makes one that has neither.
type Body struct {
	Position components.Position
	Heading  components.Heading
	Speed    components.Speed
	Team     components.Team
	Brain    components.Brain
}

// noBrain is the Brain of those who do not think.
var noBrain = components.Brain{Program: components.NoBrain, Row: components.NoBrain}

// At is a body that stands at a place in metres, without heading, team or brain.
func At(x, y float32) Body {
	return Body{
		Position: components.Position{X: x, Y: y},
		Team:     components.Team{Index: components.NoTeam},
		Brain:    noBrain,
	}
}

// Spawn adds a body and returns its ID, the lowest that was never used. The
// class is a number below Classes, or Human for a player, whose Brain is none
// whatever b says. Spawn panics if there is no such class.
func (w *World) Spawn(class int, b Body) components.ID {
	k := w.kindOf(class)
	e := w.kinds[k].shape.builder.New(w.kinds[k].target...)
	id, slot := w.slots.take(e, k)
	w.kinds[k].count++
	w.stale = true
	if class == Human {
		b.Brain = noBrain
	}
	s, c := &w.store, &w.ids
	*at[components.Identity](s, e, c.identity) = components.Identity{ID: id}
	*at[components.State](s, e, c.state) = components.State{Slot: slot}
	*at[components.Position](s, e, c.position) = b.Position
	*at[components.Heading](s, e, c.heading) = b.Heading
	*at[components.Speed](s, e, c.speed) = b.Speed
	*at[components.Team](s, e, c.team) = b.Team
	*at[components.Brain](s, e, c.brain) = b.Brain
	return id
}

// SpawnN adds n bodies and returns the first ID of n consecutive ones, or 0 if n
// is 0. It gives the same world as n calls of Spawn, in less time. fill is
// called for i from 0 to n-1, with a body as At(0, 0) makes it; it must not make
// structural changes.
func (w *World) SpawnN(class, n int, fill func(i int, b *Body)) components.ID {
	return w.SpawnInOrder(class, n, nil, fill)
}

// SpawnInOrder is SpawnN with a say in where bodies lie in memory: order is a
// permutation of 0 to n-1, and body order[j] gets the j-th of the new rows and
// slots. Bodies that are worked on together are best kept together. IDs, and so
// results, are those of SpawnN; a nil order is that of the IDs.
func (w *World) SpawnInOrder(class, n int, order []int32, fill func(i int, b *Body)) components.ID {
	k := w.kindOf(class)
	if n <= 0 {
		return 0
	}
	w.slots.reserve(n)
	first := w.NextID()
	start := w.kinds[k].count
	w.slots.of = append(w.slots.of, make([]int32, n)...)
	j := 0
	for q := w.kinds[k].shape.builder.NewBatchQ(n, w.kinds[k].target...); q.Next(); j++ {
		w.slots.assign(first+components.ID(rank(order, j)), q.Entity(), k)
	}
	w.kinds[k].count += n
	w.stale = true
	t := w.Tables()[k].from(start)
	var b Body
	for j := range n {
		i := rank(order, j)
		id := first + components.ID(i)
		b = At(0, 0)
		fill(i, &b)
		if class == Human {
			b.Brain = noBrain
		}
		t.Identity[j] = components.Identity{ID: id}
		t.State[j] = components.State{Slot: w.slots.of[id]}
		t.Position[j], t.Heading[j], t.Speed[j] = b.Position, b.Heading, b.Speed
		t.Team[j], t.Brain[j] = b.Team, b.Brain
	}
	return first
}

func rank(order []int32, j int) int {
	if order == nil {
		return j
	}
	return int(order[j])
}

// NextID is the ID that the next body will get.
func (w *World) NextID() components.ID { return components.ID(len(w.slots.of)) }

// Remove takes a body out of the world and reports whether it was alive.
func (w *World) Remove(id components.ID) bool {
	slot := w.slots.find(id)
	if slot < 0 {
		return false
	}
	w.store.RemoveEntity(w.slots.entity[slot])
	w.kinds[w.slots.kind[slot]].count--
	w.slots.release(slot)
	w.stale = true
	return true
}

// Alive reports whether a body is in the world.
func (w *World) Alive(id components.ID) bool { return w.slots.find(id) >= 0 }

// ClassOf is the class of a body: a number below Classes, Human, or NoClass if
// it is not alive.
func (w *World) ClassOf(id components.ID) int {
	slot := w.slots.find(id)
	if slot < 0 {
		return NoClass
	}
	return w.kinds[w.slots.kind[slot]].class
}

// Count is how many bodies of a class, or of Human, are alive. It panics if
// there is no such class.
func (w *World) Count(class int) int { return w.kinds[w.kindOf(class)].count }

// Len is how many bodies are alive, players included.
func (w *World) Len() int { return w.slots.alive() }

// Bodies goes through all bodies in the order of their IDs, those that are
// spawned on the way included. It takes time for every ID ever given.
func Bodies(w *World) iter.Seq[components.ID] {
	return func(yield func(components.ID) bool) {
		for id := 1; id < len(w.slots.of); id++ {
			if w.slots.of[id] >= 0 && !yield(components.ID(id)) {
				return
			}
		}
	}
}

// Position is where a body is; false if it is not alive.
func (w *World) Position(id components.ID) (components.Position, bool) {
	return read[components.Position](w, id, w.ids.position)
}

// SetPosition reports whether the body is alive, as all setters do.
func (w *World) SetPosition(id components.ID, p components.Position) bool {
	return write(w, id, w.ids.position, p)
}

// Heading is where a body faces; false if it is not alive.
func (w *World) Heading(id components.ID) (components.Heading, bool) {
	return read[components.Heading](w, id, w.ids.heading)
}

// SetHeading takes a unit vector or zero.
func (w *World) SetHeading(id components.ID, h components.Heading) bool {
	return write(w, id, w.ids.heading, h)
}

// Speed is how fast a body moves; false if it is not alive.
func (w *World) Speed(id components.ID) (components.Speed, bool) {
	return read[components.Speed](w, id, w.ids.speed)
}

// SetSpeed sets how fast a body moves, in metres a second.
func (w *World) SetSpeed(id components.ID, s components.Speed) bool {
	return write(w, id, w.ids.speed, s)
}

// Team is a body's team; false if it is not alive.
func (w *World) Team(id components.ID) (components.Team, bool) {
	return read[components.Team](w, id, w.ids.team)
}

// SetTeam puts a body into a team or, with NoTeam, out of any.
func (w *World) SetTeam(id components.ID, t components.Team) bool {
	return write(w, id, w.ids.team, t)
}

// Brain is what thinks for a body; false if it is not alive.
func (w *World) Brain(id components.ID) (components.Brain, bool) {
	return read[components.Brain](w, id, w.ids.brain)
}

// SetBrain gives a bot another brain. A player takes none: it reports false for
// one, and changes nothing.
func (w *World) SetBrain(id components.ID, b components.Brain) bool {
	return w.ClassOf(id) != Human && write(w, id, w.ids.brain, b)
}

// at is a component of an entity that is alive and has it.
func at[T any](store *arche.World, e arche.Entity, component arche.ID) *T {
	return (*T)(store.GetUnchecked(e, component))
}

// find is a component of a body, or nil if the body is not alive.
func find[T any](w *World, id components.ID, component arche.ID) *T {
	slot := w.slots.find(id)
	if slot < 0 {
		return nil
	}
	return at[T](&w.store, w.slots.entity[slot], component)
}

func read[T any](w *World, id components.ID, component arche.ID) (T, bool) {
	if p := find[T](w, id, component); p != nil {
		return *p, true
	}
	var none T
	return none, false
}

func write[T any](w *World, id components.ID, component arche.ID, value T) bool {
	p := find[T](w, id, component)
	if p != nil {
		*p = value
	}
	return p != nil
}
