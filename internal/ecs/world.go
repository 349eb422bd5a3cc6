package ecs

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"sync/atomic"
	"unsafe"

	arche "github.com/mlange-42/arche/ecs"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/workers"
)

// Options configure a world.
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
	// The columns that every body has. Identity and State are for reading only,
	// and so is the Brain of a player, which is none.
	Identity Component[components.Identity]
	Position Component[components.Position]
	Heading  Component[components.Heading]
	Speed    Component[components.Speed]
	State    Component[components.State]
	Team     Component[components.Team]
	Brain    Component[components.Brain]

	seed    uint64
	workers *workers.Pool

	store   arche.World
	columns []arche.ID            // what every body has; a Component's number is its place here
	types   []reflect.Type        // theirs
	first   []func(components.ID) // give a new body its first values
	kinds   []kind                // one for each class, and the players' last
	tables  []Table               // of the kinds
	bots    shape
	humans  shape
	slots   slots
	stale   bool        // the kinds' columns are older than the last structural change
	touched atomic.Bool // see Touched

	schedule schedule
	commands commands

	saves     []column             // the columns, but for those that are a body's slot and id
	unclaimed map[string]unclaimed // of the save that the world was restored from
}

// shape is a set of components that bodies have: one for bots, one for players.
type shape struct {
	own     arche.ID         // the component that only these bodies have
	exact   arche.MaskFilter // matches entities with just these components
	builder *arche.Builder   // makes them
}

// botClass relates a bot to the entity that stands for its class, which is how bots of one
// class come to share a table.
type botClass struct {
	arche.Relation
	components.BotClass
}

// kind is a class or the players: the bodies that share a table.
type kind struct {
	class   int
	shape   *shape
	target  []arche.Entity   // the class entity; none for players
	filter  arche.Filter     // matches the rows of the table
	count   int              // bodies alive
	columns []unsafe.Pointer // by the components' numbers: their first rows
	lag     lag
}

// MaxClasses is the number of classes a world has at most: a slot notes its class in 16
// bits.
const MaxClasses = math.MaxInt16

// New makes a world without bodies. It panics where an option is negative, and for more
// than MaxClasses.
// Close ends its workers, and so does dropping the world.
func New(o Options) *World {
	if o.Classes < 0 || o.TickRate < 0 || o.Workers < 0 {
		panic(fmt.Sprintf("ecs: negative option in %+v", o))
	}
	if o.Classes > MaxClasses {
		panic(fmt.Sprintf("ecs: %d classes, wanted %d or fewer", o.Classes, MaxClasses))
	}
	if o.TickRate == 0 {
		o.TickRate = 30
	}
	w := &World{
		seed:     o.Seed,
		workers:  workers.New(max(o.Workers, 1)),
		store:    arche.NewWorld(),
		kinds:    make([]kind, o.Classes+1),
		tables:   make([]Table, o.Classes+1),
		slots:    newSlots(),
		stale:    true,
		schedule: schedule{clock: Clock{DT: 1 / o.TickRate}},
	}
	w.bots.own = arche.ComponentID[botClass](&w.store)
	w.humans.own = arche.ComponentID[components.Player](&w.store)
	w.Identity = newColumn[components.Identity](w)
	w.Position = newColumn[components.Position](w)
	w.Heading = newColumn[components.Heading](w)
	w.Speed = newColumn[components.Speed](w)
	w.State = newColumn[components.State](w)
	w.Team = newColumn[components.Team](w)
	w.Brain = newColumn[components.Brain](w)
	w.saves = slices.DeleteFunc(w.saves, func(c column) bool {
		return c.name == typeName[components.Identity]() || c.name == typeName[components.State]()
	})
	for c := range o.Classes {
		target := w.store.NewEntity()
		filter := arche.NewRelationFilter(&w.bots.exact, target)
		w.kinds[c] = kind{class: c, shape: &w.bots, target: []arche.Entity{target}, filter: &filter}
	}
	w.kinds[o.Classes] = kind{class: Human, shape: &w.humans, filter: &w.humans.exact}
	for i := range w.kinds {
		w.tables[i] = Table{Class: w.kinds[i].class, kind: &w.kinds[i], world: w}
	}
	w.makeTables()
	return w
}

// Close ends the goroutines of the world's workers. The world stays usable; its
// jobs then run on the caller.
func (w *World) Close() { w.workers.Close() }

// Seed returns the seed of the world.
func (w *World) Seed() uint64 { return w.seed }

// Clock returns the world's time. During a Step its Tick is the number of the tick
// being made: 0 before the first Step, 1 in it.
func (w *World) Clock() Clock { return w.schedule.clock }

// Workers returns the goroutines that share the world's jobs.
func (w *World) Workers() *Workers { return w.workers }

// Workers share a [Job] on n things: see its methods Run and Count.
type Workers = workers.Pool

// Job is work on n things that can be cut into ranges.
type Job = workers.Job

// Classes counts the classes of bots.
func (w *World) Classes() int { return len(w.kinds) - 1 }

// kindOf returns the index in kinds for a class or Human.
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
// that bodies now have. An entity in each, gone at once, keeps them in the order
// of kinds; left to itself the store would create them in the order in which
// bodies first appear.
func (w *World) makeTables() {
	for _, s := range []*shape{&w.bots, &w.humans} {
		ids := append(slices.Clone(w.columns), s.own)
		mask := arche.All(ids...)
		s.exact = mask.Exclusive()
		s.builder = arche.NewBuilder(&w.store, ids...)
	}
	w.bots.builder.WithRelation(w.bots.own)
	for i := range w.kinds {
		k := &w.kinds[i]
		w.store.RemoveEntity(k.shape.builder.New(k.target...))
	}
	w.stale = true
}
