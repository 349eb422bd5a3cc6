package ecs

import (
	"fmt"
	"slices"

	arche "github.com/mlange-42/arche/ecs"

	"github.com/thicket-sim/thicket/components"
)

// Options are what a world is made with.
type Options struct {
	Classes  int     // how many classes of bots there are, fixed for good
	Seed     uint64  // for Rand, by those who ask the world for it
	TickRate float64 // ticks a second of simulated time; 0 means 30
	Workers  int     // goroutines that share a Run, the caller's included; 0 means 1
}

// World holds all bodies of a simulation and the systems that move it on. Make
// one with New. It belongs to one goroutine; see the package comment for what
// jobs may do.
type World struct {
	seed    uint64
	clock   Clock
	workers *Workers

	store  arche.World
	ids    componentIDs
	kinds  []kind // one for each class, and the players' last
	bots   shape
	humans shape

	slots  slots
	tables []Table
	stale  bool // tables are older than the last structural change

	schedule schedule
	commands commands
}

// componentIDs are the store's numbers of the components of package components.
type componentIDs struct {
	identity, position, heading, speed, state, team, brain, class, player arche.ID
}

// shape is a set of components that bodies have: one for bots, one for players.
type shape struct {
	ids     []arche.ID
	exact   arche.MaskFilter // matches entities with just these components
	builder *arche.Builder   // makes them
}

// kind is a class or the players: those who share a table.
type kind struct {
	class  int
	shape  *shape
	target []arche.Entity // the class entity; none for players
	filter arche.Filter   // matches the rows of the table
	count  int            // bodies alive
}

// New makes a world without bodies. It panics where an option is negative.
// Close ends its workers, and so does dropping the world.
func New(o Options) *World {
	if o.Classes < 0 || o.TickRate < 0 || o.Workers < 0 {
		panic(fmt.Sprintf("ecs: negative option in %+v", o))
	}
	if o.TickRate == 0 {
		o.TickRate = 30
	}
	w := &World{
		seed:    o.Seed,
		clock:   Clock{DT: 1 / o.TickRate},
		workers: newWorkers(max(o.Workers, 1)),
		store:   arche.NewWorld(),
		kinds:   make([]kind, o.Classes+1),
		slots:   newSlots(),
		tables:  make([]Table, o.Classes+1),
		stale:   true,
	}
	s := &w.store
	w.ids = componentIDs{
		identity: arche.ComponentID[components.Identity](s),
		position: arche.ComponentID[components.Position](s),
		heading:  arche.ComponentID[components.Heading](s),
		speed:    arche.ComponentID[components.Speed](s),
		state:    arche.ComponentID[components.State](s),
		team:     arche.ComponentID[components.Team](s),
		brain:    arche.ComponentID[components.Brain](s),
		class:    arche.ComponentID[components.BotClass](s),
		player:   arche.ComponentID[components.Player](s),
	}
	i := &w.ids
	shared := []arche.ID{i.identity, i.position, i.heading, i.speed, i.state, i.team, i.brain}
	for c := range o.Classes {
		target := s.NewEntity()
		filter := arche.NewRelationFilter(&w.bots.exact, target)
		w.kinds[c] = kind{class: c, shape: &w.bots, target: []arche.Entity{target}, filter: &filter}
	}
	w.kinds[o.Classes] = kind{class: Human, shape: &w.humans, filter: &w.humans.exact}
	w.bots.ids = append(slices.Clone(shared), i.class)
	w.humans.ids = append(shared, i.player)
	w.makeTables()
	return w
}

// Close ends the goroutines of the world's workers. The world stays usable; its
// jobs then run on the caller.
func (w *World) Close() { w.workers.Close() }

// Seed is what the world was made with.
func (w *World) Seed() uint64 { return w.seed }

// Clock is the world's time. During a Step its Tick is the number of the tick
// being made: 0 before the first Step, 1 in it.
func (w *World) Clock() Clock { return w.clock }

// Workers are the goroutines that share the world's jobs.
func (w *World) Workers() *Workers { return w.workers }

// Classes is how many classes of bots there are.
func (w *World) Classes() int { return len(w.kinds) - 1 }

// kindOf is the index in kinds and tables for a class or Human.
func (w *World) kindOf(class int) int {
	switch {
	case class == Human:
		return len(w.kinds) - 1
	case class < 0 || class >= len(w.kinds)-1:
		panic(fmt.Sprintf("ecs: class %d of a world that has %d", class, len(w.kinds)-1))
	}
	return class
}

// makeTables makes the store create the tables of all kinds, for the components
// that their shapes now have. An entity in each, gone at once, keeps them in the
// order of kinds; left to itself the store would create them in the order in
// which bodies first appear.
func (w *World) makeTables() {
	for _, s := range []*shape{&w.bots, &w.humans} {
		mask := arche.All(s.ids...)
		s.exact = mask.Exclusive()
		s.builder = arche.NewBuilder(&w.store, s.ids...)
	}
	w.bots.builder.WithRelation(w.ids.class)
	for _, k := range w.kinds {
		w.store.RemoveEntity(k.shape.builder.New(k.target...))
	}
}
