package ecs_test

import (
	"fmt"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
)

// Health is a game's own component, in points.
type Health struct{ Points int32 }

// bleeding takes a point from all bots in every tick, and takes those who have
// none left out of the world.
type bleeding struct{ health ecs.Component[Health] }

func (s bleeding) Update(w *ecs.World) {
	for _, table := range w.Tables() {
		if table.Class == ecs.Human {
			continue
		}
		health, identity := s.health.Column(table), w.Identity.Column(table)
		for row := range health {
			health[row].Points--
			if id := identity[row].ID; health[row].Points == 0 {
				w.Defer(func(w *ecs.World) { w.Remove(id) })
			}
		}
	}
}

// A game adds a component and a system of its own, and steps the world.
func Example() {
	w := ecs.New(ecs.Options{Classes: 1, Seed: 1, TickRate: 30})
	health := ecs.RegisterFunc(w, func(id components.ID) Health { return Health{Points: int32(id)} })
	w.Add(ecs.Rules, "bleeding", bleeding{health})

	for i := range 3 {
		w.Spawn(0, ecs.At(float32(i), 0))
	}
	w.Spawn(ecs.Human, ecs.At(9, 9))

	for range 2 {
		w.Step()
		for id := range ecs.Bodies(w) {
			fmt.Printf("tick %d: body %d has %d\n", w.Clock().Tick, id, health.Of(id).Points)
		}
	}
	// Output:
	// tick 1: body 2 has 1
	// tick 1: body 3 has 2
	// tick 1: body 4 has 4
	// tick 2: body 3 has 1
	// tick 2: body 4 has 4
}

// A random number belongs to who draws it, and to when and where.
func ExampleRand() {
	const node = 7
	w := ecs.New(ecs.Options{Classes: 1, Seed: 1})
	id := w.Spawn(0, ecs.At(0, 0))
	w.Step()
	for draw := range uint32(2) {
		fmt.Println(ecs.Rand(w.Seed(), id, w.Clock().Tick, node, draw)%6 + 1) // a die
	}
	// Output:
	// 1
	// 2
}

// lift moves bodies up, range by range.
type lift struct{ position []components.Position }

func (j lift) Do(worker, lo, hi int) {
	for i := lo; i < hi; i++ {
		j.position[i].Y--
	}
}

// A job takes a column on one goroutine and shares its rows out.
func ExampleWorkers_Run() {
	w := ecs.New(ecs.Options{Classes: 1, Workers: 2})
	defer w.Close()
	first := w.SpawnBatch(0, 1000, nil, func(i int, b *ecs.Body) { b.Position.Y = float32(i) })
	table := w.Tables()[0]
	w.Workers().Run(table.Len(), 100, &lift{w.Position.Column(table)})
	fmt.Println(*w.Position.Of(first + 999))
	// Output:
	// {0 998}
}
