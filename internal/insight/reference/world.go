package reference

import (
	"fmt"
	"math"
	"slices"

	arche "github.com/mlange-42/arche/ecs"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/systems"
)

// never is a tick before all cooldowns.
const never = math.MinInt64 / 2

// World is a setup being played. A body is the number of a bot's row in the
// columns, which is its ID; rows are not used again.
type World struct {
	setup *systems.Setup
	field systems.Field
	tick  int64
	dt    float64 // seconds a tick

	store     arche.World
	component componentIDs
	everybody arche.Filter
	classes   []class
	rules     []rule
	facets    []facet

	// by body
	entity  []arche.Entity // zero for the dead
	sensed  []sensed
	decided []components.Heading
	touched []int64    // the last tick with a contact
	state   [][]uint32 // by key
}

// botClass relates a bot to the entity that stands for its class.
type botClass struct {
	arche.Relation
	components.BotClass
}

type componentIDs struct {
	identity, position, heading, speed, team, class arche.ID
}

type class struct {
	*systems.Class
	target  arche.Entity
	members arche.Filter
	brain   *node
	count   int
}

// sensed is a body at the moment when the tick began.
type sensed struct{ x, y, hx, hy float32 }

// facet is the set of bots that match one where clause.
type facet struct {
	id      host.FacetID
	column  []uint32 // nil: everyone
	want    uint32
	members []point
	grid    grid
}

// New makes a world and its first bots. It fails for a setup that needs what the
// package leaves out; see the package comment.
func New(s *systems.Setup) (*World, error) {
	if s.X != 0 || s.Y != 0 {
		return nil, fmt.Errorf("a field of %s, wanted one that begins at (0, 0)", s.Extent())
	}
	w := &World{
		setup: s,
		field: s.Field(),
		dt:    1 / s.TickRate,
		store: arche.NewWorld(1 << 14),
		state: make([][]uint32, len(host.SymbolsOf(s.Registry).KeyNames())),
	}
	w.component = componentIDs{
		identity: arche.ComponentID[components.Identity](&w.store),
		position: arche.ComponentID[components.Position](&w.store),
		heading:  arche.ComponentID[components.Heading](&w.store),
		speed:    arche.ComponentID[components.Speed](&w.store),
		team:     arche.ComponentID[components.Team](&w.store),
		class:    arche.ComponentID[botClass](&w.store),
	}
	w.everybody = arche.All(w.component.class)
	w.grow() // nobody has the number 0
	for i := range s.Classes {
		c := &s.Classes[i]
		if c.Program == nil {
			return nil, fmt.Errorf("class %q has no tree of its own", c.ID)
		}
		brain, err := w.tree(c.Program)
		if err != nil {
			return nil, err
		}
		target := w.store.NewEntity()
		members := arche.NewRelationFilter(w.everybody, target)
		w.classes = append(w.classes, class{Class: c, target: target, members: &members, brain: brain})
	}
	for i := range s.Rules {
		r, err := newRule(w, &s.Rules[i])
		if err != nil {
			return nil, err
		}
		w.rules = append(w.rules, r)
	}
	for i := range w.classes {
		w.start(i)
	}
	return w, nil
}

// start spawns the first bots of a class, the earliest with the overrides.
func (w *World) start(class int) {
	c := w.classes[class].Class
	made := 0
	for _, st := range c.Start {
		for range min(st.Count, c.Count-made) {
			w.set(w.spawn(class, nil), st.State)
			made++
		}
	}
	for ; made < c.Count; made++ {
		w.spawn(class, nil)
	}
}

// facet returns the index of a facet, -1 for nobody; the facet has a grid from now
// on.
func (w *World) facet(id host.FacetID) int {
	if id == host.Nobody {
		return -1
	}
	if at := slices.IndexFunc(w.facets, func(f facet) bool { return f.id == id }); at >= 0 {
		return at
	}
	w.facets = append(w.facets, facet{id: id})
	return len(w.facets) - 1
}

// grow adds a row to every column.
func (w *World) grow() {
	w.entity = append(w.entity, arche.Entity{})
	w.sensed = append(w.sensed, sensed{})
	w.decided = append(w.decided, components.Heading{})
	w.touched = append(w.touched, never)
	for k := range w.state {
		w.state[k] = append(w.state[k], uint32(host.Missing))
	}
	for i := range w.rules {
		r := &w.rules[i]
		r.last, r.due, r.carried = append(r.last, never), append(r.due, ecs.Due{}), append(r.carried, 0)
	}
}

func (w *World) spawn(class int, at *systems.Spot) components.ID {
	id := components.ID(len(w.entity))
	w.grow()
	c, of := &w.classes[class], &w.component
	c.count++
	e := arche.NewBuilder(&w.store, of.identity, of.position, of.heading, of.speed, of.team, of.class).
		WithRelation(of.class).New(c.target)
	w.entity[id] = e
	*(*components.Identity)(w.store.Get(e, of.identity)) = components.Identity{ID: id}
	*(*components.Position)(w.store.Get(e, of.position)) = w.setup.Scatter(w.setup.Seed, id, at)
	*(*components.Speed)(w.store.Get(e, of.speed)) = components.Speed{MPS: float32(min(c.SpeedMPS, math.MaxFloat32))}
	*(*components.Team)(w.store.Get(e, of.team)) = components.Team{Index: int16(w.setup.TeamOf(&w.setup.Classes[class]))}
	w.set(id, c.State)
	return id
}

func (w *World) set(id components.ID, bag []systems.StateValue) {
	for _, v := range bag {
		w.state[v.Key][id] = uint32(v.Value)
	}
}

// Add spawns n bots of a class, at a spot or anywhere.
func (w *World) Add(class, n int, at *systems.Spot) {
	for range n {
		w.spawn(class, at)
	}
}

// Remove takes a bot away.
func (w *World) Remove(id components.ID) {
	e := w.entity[id]
	target := w.store.Relations().Get(e, w.component.class)
	w.classes[slices.IndexFunc(w.classes, func(c class) bool { return c.target == target })].count--
	w.store.RemoveEntity(e)
	w.entity[id] = arche.Entity{}
}

// Place puts a bot somewhere on the field.
func (w *World) Place(id components.ID, at components.Position) {
	*(*components.Position)(w.store.Get(w.entity[id], w.component.position)) = at
}

// SetState gives a bot a value of a state key that the setup knew at New.
func (w *World) SetState(id components.ID, v systems.StateValue) {
	w.set(id, []systems.StateValue{v})
}

// Meet brings all bots to where a game has them after some ticks, in the state that
// they have there. The game is one of the same setup, and has the same bots. What
// contact rules remember of the ticks before is left out.
func (w *World) Meet(g *systems.Game) error {
	if ids := g.Everyone(); len(ids) != len(w.entity)-1 || len(ids) > 0 && int(slices.Max(ids)) != len(ids) {
		return fmt.Errorf("the game has other bots than at its beginning")
	}
	w.tick = g.World.Clock().Tick
	for id := components.ID(1); int(id) < len(w.entity); id++ {
		w.Place(id, *g.World.Position.Of(id))
		*(*components.Heading)(w.store.Get(w.entity[id], w.component.heading)) = *g.World.Heading.Of(id)
		for key := range w.state {
			w.state[key][id] = g.World.StateColumn(key)[g.World.Slot(id)]
		}
	}
	return nil
}

// Digest returns what systems.Game.DigestOfBodies returns for the same world.
func (w *World) Digest() uint64 {
	d := systems.NewDigester(w.setup.Registry, w.tick, w.state)
	of := &w.component
	for i := range w.classes {
		b := systems.BodyDigest{Class: w.classes[i].ID, Thinks: true, Last: make([]int64, len(w.rules))}
		for q := w.store.Query(w.classes[i].members); q.Next(); {
			b.ID = (*components.Identity)(q.Get(of.identity)).ID
			b.Slot = int32(b.ID)
			b.Position = *(*components.Position)(q.Get(of.position))
			b.Heading = *(*components.Heading)(q.Get(of.heading))
			b.Speed = *(*components.Speed)(q.Get(of.speed))
			b.Team = *(*components.Team)(q.Get(of.team))
			b.Brain = run.HashWords()
			for r := range b.Last {
				b.Last[r] = w.rules[r].last[b.Slot]
			}
			b.Carried = b.Carried[:0]
			for r := range w.rules {
				if rule := &w.rules[r]; rule.every > ecs.Tick && rule.every.Rest() != 0 {
					b.Carried = append(b.Carried, rule.carried[b.Slot])
				}
			}
			d.Add(&b)
		}
	}
	return d.Sum()
}
