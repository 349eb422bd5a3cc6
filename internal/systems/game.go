package systems

import (
	"errors"
	"fmt"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/systems/column"
	"github.com/thicket-sim/thicket/internal/systems/spatial"
	"github.com/thicket-sim/thicket/session"
)

// Game is a scene being played: what its parts share, and the parts, which it calls in turn.
// It is not for concurrent use: methods are called between steps of the world.
type Game struct {
	commons
	Pools      pools
	Tuning     tuning
	Population population
	Mail       mail
	Watchers   watchers
	Journal    occurrences
	Faults     faults
	Counts     counts
	TreeLog    treeLog
	facets     facets
	contact    contacts
	moving     *movementSystem
	ears       ears
	shared     shared
	changes    stateChanges
	viewer     viewer
	// of the extensions
	parts    []part
	spawners []host.Spawner
	indexers []Indexer
	stocked  []host.Stocked
	grounded []host.Grounded
	vital    []host.Vital
	release  func() // its values
}

// commons holds what all parts of a game share: the world, the columns of bodies, and who
// thinks in herds.
type commons struct {
	World *ecs.World
	Setup *Setup

	limits   limits
	field    spatial.Field
	columns  columns
	herds    herds
	classes  []classState
	people   people
	nursery  nursery
	seed     uint64
	playing  bool      // a tick
	guests   bool      // the players are bodies of other strips, see Strip
	mover    Mover     // nil: headings and edges alone
	own      *ownMover // nil: no program moves bodies
	held     heldBots
	stations stations
	// extensions lists the extensions of the setup, mortal those of them in which bodies die
	extensions []Extension
	mortal     []host.Mortal
}

// columns are by body. The sensed ones hold the moment at which the tick
// began; decided is what the bot's tree wants. Of a body in a herd its group knows
// that, see at, heading and decided: positions are spread over the columns where
// they are asked for, and the others may be shorter than the number of bodies.
type columns struct {
	id     []uint32   `save:"-" memory:"-,the world's"` // of the world, as are the next four
	x, y   []float32  `save:"-"`
	hx, hy []float32  `save:"-"`
	state  [][]uint32 `save:"-" memory:"-,the world's"` // by key; current at all times
	decide []decision `digest:"-,summed up body by body, as herds keep theirs in columns of their own"`
	number []uint32   // running number in the class's names; 0 for a player
}

type decision struct {
	hx, hy float32 `digest:"-,a tick begins with the heading of the body"`
	target host.BotID
	action uint16
	steers bool // its tree wants the heading hx, hy, or to hold the one that it has
}

// New makes the game and its first bots. It fails without a registry, and for
// a negative number of workers.
func New(s *Setup) (*Game, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	g := newGame(s)
	g.begins()
	return g, nil
}

// begins makes the first bots, and what they need.
func (g *Game) begins() {
	s := g.Setup
	for i := range s.Classes {
		if p := s.Classes[i].Program; p != nil {
			g.Pools.pool(i, p)
		}
	}
	for i := range g.classes {
		g.chooseHerd(i)
	}
	g.contact.init(g)
	for i := range s.Classes {
		g.Population.spawnStart(i)
	}
	g.herds.Order()
	g.start()
}

// check finds what no game can be made of.
func (s *Setup) check() error {
	switch {
	case s.Registry == nil:
		return errors.New("a game without a registry")
	case s.Workers < 0:
		return fmt.Errorf("%d workers, wanted 1 or more, or 0 for one", s.Workers)
	case len(s.Classes) > ecs.MaxClasses:
		return fmt.Errorf("%d classes, wanted %d or fewer", len(s.Classes), ecs.MaxClasses)
	}
	return nil
}

// newGame makes a game without bots, pools and systems.
func newGame(s *Setup) *Game {
	w := ecs.New(ecs.Options{Classes: len(s.Classes), Seed: s.Seed, TickRate: s.TickRate, Workers: s.Workers})
	g := &Game{commons: commons{World: w, Setup: s, limits: limitsOf(*host.LimitsOf(s.Registry)), field: s.Field(), seed: s.Seed}, release: func() {}}
	g.assemble()
	g.Counts.known(host.NumberedActions(s.Registry))
	g.people.names = map[components.ID]string{}
	g.Population.named = map[string]uint32{}
	g.Tuning.ownSpeed = map[components.ID]float64{}
	for _, extend := range s.Extensions {
		e := extend(g)
		g.extensions = append(g.extensions, e)
		if k := e.Key(); k != nil {
			g.parts = append(g.parts, part{k, e})
		}
		g.mortal = appendIf(g.mortal, e)
		g.spawners = appendIf(g.spawners, e)
		g.indexers = appendIf(g.indexers, e)
		g.stocked = appendIf(g.stocked, e)
		g.grounded = appendIf(g.grounded, e)
		g.vital = appendIf(g.vital, e)
	}
	g.Pools.init()
	for i := range s.Classes {
		g.classes = append(g.classes, newClassState(&s.Classes[i]))
	}
	g.herds.Init(g.field, len(g.classes))
	return g
}

// assemble tells the parts of each other.
func (g *Game) assemble() {
	c := &g.commons
	g.facets.commons, g.Counts.commons = c, c
	g.Pools.commons, g.Pools.world, g.Pools.facets, g.Pools.counts = c, leafWorld{g}, &g.facets, &g.Counts
	g.Watchers.commons, g.Watchers.pools = c, &g.Pools
	g.Journal.commons, g.Journal.watchers = c, &g.Watchers
	g.Faults.commons, g.Faults.journal = c, &g.Journal
	g.Tuning.commons, g.Tuning.pools = c, &g.Pools
	g.Mail.commons, g.Mail.pools, g.Mail.watchers, g.Mail.counts, g.Mail.faults, g.Mail.journal = c, &g.Pools, &g.Watchers, &g.Counts, &g.Faults, &g.Journal
	g.Population.commons, g.Population.pools, g.Population.tuning, g.Population.contact, g.Population.journal = c, &g.Pools, &g.Tuning, &g.contact, &g.Journal
}

// start puts the game's systems into their stages.
func (g *Game) start() {
	w := g.World
	w.Add(ecs.Sense, "sense", &senseSystem{g: g})
	g.Pools.thinking = newBehaviorSystem(g)
	w.Add(ecs.Think, "behavior", g.Pools.thinking)
	g.moving = newMovementSystem(g)
	w.Add(ecs.Act, "movement", g.moving)
	if !g.guests { // a strip makes contacts with the others, when all have moved
		w.Add(ecs.Rules, "contact", &contactSystem{g: g})
	}
	w.Add(ecs.Populate, "population", &populationSystem{g: g})
	w.Add(ecs.Publish, "state", ecs.SystemFunc(func(*ecs.World) { g.applyState() }))
	for _, e := range g.extensions {
		e.Start()
	}
	g.sync()
	g.release = host.SymbolsOf(g.Setup.Registry).Hold(g.keepSyms)
}

// part is an extension by its key.
type part struct {
	key any
	Extension
}

// appendIf appends an extension that is a T.
func appendIf[T any](list []T, e Extension) []T {
	if t, ok := e.(T); ok {
		return append(list, t)
	}
	return list
}

// Step plays one tick.
func (g *Game) Step() {
	if !g.guests { // a strip may yet get a body with a value that none of its own has
		host.SymbolsOf(g.Setup.Registry).Sweep()
	}
	g.playing = true
	g.World.Step()
	g.Faults.amend()
	g.playing = false
	g.Faults.publish()
}

// Close ends the game's workers.
func (g *Game) Close() {
	g.release()
	g.World.Close()
}

// keepSyms tells which values the game has numbers of.
func (g *Game) keepSyms(keep func(column []uint32)) {
	for key := range host.SymbolsOf(g.Setup.Registry).KeyNames() {
		keep(g.World.StateColumn(key))
	}
	keep(g.Pools.asked)
	keep(g.Pools.unknown)
}

// Reseed gives all random streams a new seed from the next tick on.
func (cm *commons) Reseed(seed uint64) { cm.seed = seed }

// sync makes the columns long enough for every body and state key.
func (cm *commons) sync() {
	c, n := &cm.columns, cm.World.Slots()
	c.id = cm.World.IDs()
	c.x, c.y = column.Grow(c.x, n), column.Grow(c.y, n)
	if cm.anyLoose() {
		c.hx, c.hy = column.Grow(c.hx, n), column.Grow(c.hy, n)
		c.decide = column.Grow(c.decide, n)
	}
	c.number = column.Grow(c.number, n)
	c.state = c.state[:0]
	for k := range host.SymbolsOf(cm.Setup.Registry).KeyNames() {
		c.state = append(c.state, cm.World.StateColumn(k))
	}
	cm.herds.Grow(n)
	h := &cm.herds.Bodies
	h.Points = spatial.Points{X: c.x, Y: c.y, ID: c.id}
	h.State, h.Asks = c.state, host.SymbolsOf(cm.Setup.Registry).Facets()
}

// bodyOf returns the body of a bot or player that must be alive.
func (cm *commons) bodyOf(id components.ID) (int32, error) {
	slot := cm.World.Slot(id)
	if slot < 0 {
		return 0, refuse(session.Nobody, "nobody has id %d", id)
	}
	return slot, nil
}

func (cm *commons) setState(body int32, bag []StateValue) {
	for _, v := range bag {
		cm.World.StateColumn(int(v.Key))[body] = uint32(v.Value)
		cm.herds.Restate(body, v.Key)
	}
}

// ClassIndex finds a class by its id.
func (cm *commons) ClassIndex(id string) (int, error) {
	class, err := find("bot class", id, cm.Setup.Classes, func(c *Class) string { return c.ID })
	if err != nil {
		return 0, &session.Refusal{Reason: session.UnknownClass, Err: err}
	}
	return class, nil
}

// refuse makes the error of a command that is not carried out.
func refuse(why session.Reason, format string, args ...any) error {
	return &session.Refusal{Reason: why, Err: fmt.Errorf(format, args...)}
}

// PlaceIndex finds a place by its id.
func (cm *commons) PlaceIndex(id string) (int, error) {
	return find("place", id, cm.Setup.Places, func(p *Place) string { return p.ID })
}

func find[T any](what, name string, list []T, nameOf func(*T) string) (int, error) {
	for i := range list {
		if nameOf(&list[i]) == name {
			return i, nil
		}
	}
	return 0, unknown(what, name, list, nameOf)
}
