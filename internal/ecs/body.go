package ecs

import (
	"fmt"
	"iter"

	"github.com/thicket-sim/thicket/components"
)

const (
	Human   = -1 // the class of players, which are no bots
	NoClass = -2 // the class of a body that is not alive
)

// Body describes a body to be spawned. Its zero value is in the first team and has the
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

// At returns a body that stands at a place in metres, without heading, team or brain.
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
	id := w.NextID()
	w.SpawnAs(id, class, b)
	return id
}

// SpawnAs is Spawn under an ID of the caller's, for a world that has only some of the bodies
// of a larger one: IDs are given there. The next body of Spawn gets a higher one than all
// before. SpawnAs panics for ID 0, which is nobody's, and for one that is alive.
func (w *World) SpawnAs(id components.ID, class int, b Body) {
	if id == 0 || w.Alive(id) {
		panic(fmt.Sprintf("ecs: SpawnAs with ID %d, which is taken", id))
	}
	kind := w.kindOf(class)
	w.tables[kind].CatchUp() // the new row has nothing to catch up with
	k := &w.kinds[kind]
	e := k.shape.builder.New(k.target...)
	slot := w.slots.take(id, e, kind)
	k.count++
	w.stale = true
	*w.Identity.Of(id) = components.Identity{ID: id}
	*w.State.Of(id) = components.State{Slot: slot}
	w.fill(id, class, &b)
	w.begin(id)
}

// SpawnBatch adds n bodies and returns the first ID of n consecutive ones, or 0
// if n is 0. It gives the same world as n calls of Spawn, in less time. fill is
// called once for each i from 0 to n-1, with a body as At(0, 0) makes it; it must
// not make structural changes.
//
// order has a say in where bodies lie in memory: it is a permutation of 0 to n-1,
// and body order[j] gets the j-th of the new rows and slots. Bodies that are
// worked on together are best kept together. IDs, and so results, do not depend
// on it; a nil order is that of the IDs.
func (w *World) SpawnBatch(class, n int, order []int32, fill func(i int, b *Body)) components.ID {
	kind := w.kindOf(class)
	if n <= 0 {
		return 0
	}
	w.tables[kind].CatchUp() // the new rows have nothing to catch up with
	k := &w.kinds[kind]
	w.slots.reserve(n)
	first := w.NextID()
	start := k.count
	w.slots.of = append(w.slots.of, make([]int32, n)...)
	j := 0
	for q := k.shape.builder.NewBatchQ(n, k.target...); q.Next(); j++ {
		w.slots.assign(first+components.ID(rank(order, j)), q.Entity(), kind)
	}
	k.count += n
	w.stale = true
	identity, state := w.Identity.Column(w.tables[kind])[start:], w.State.Column(w.tables[kind])[start:]
	var b Body
	for j := range n {
		i := rank(order, j)
		id := first + components.ID(i)
		identity[j] = components.Identity{ID: id}
		state[j] = components.State{Slot: w.slots.of[id]}
		b = At(0, 0)
		fill(i, &b)
		w.fill(id, class, &b)
	}
	for i := range n {
		w.begin(first + components.ID(i))
	}
	return first
}

// fill writes what a new body is spawned with.
func (w *World) fill(id components.ID, class int, b *Body) {
	if class == Human {
		b.Brain = noBrain
	}
	*w.Position.Of(id), *w.Heading.Of(id), *w.Speed.Of(id) = b.Position, b.Heading, b.Speed
	*w.Team.Of(id), *w.Brain.Of(id) = b.Team, b.Brain
}

// begin gives a new body the first values of the game's own components.
func (w *World) begin(id components.ID) {
	for _, first := range w.first {
		first(id)
	}
}

func rank(order []int32, j int) int {
	if order == nil {
		return j
	}
	return int(order[j])
}

// NextID returns the ID that the next body will get.
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
	w.touched.Store(true)
	return true
}

// Alive reports whether a body is in the world.
func (w *World) Alive(id components.ID) bool { return w.slots.find(id) >= 0 }

// ClassOf returns the class of a body: a number below Classes, Human, or NoClass if
// it is not alive.
func (w *World) ClassOf(id components.ID) int {
	slot := w.slots.find(id)
	if slot < 0 {
		return NoClass
	}
	return w.kinds[w.slots.kind[slot]].class
}

// Count counts the living bodies of a class, or of Human. It panics if
// there is no such class.
func (w *World) Count(class int) int { return w.kinds[w.kindOf(class)].count }

// Len counts the living bodies, players included.
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
