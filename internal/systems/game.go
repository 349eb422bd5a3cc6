package systems

import (
	"errors"
	"fmt"

	"github.com/thicket-sim/thicket/behavior/run"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/systems/column"
	"github.com/thicket-sim/thicket/internal/systems/spatial"
	"github.com/thicket-sim/thicket/session"
)

// Game is a scene being played. It is not for concurrent use: methods are
// called between steps of the world.
type Game struct {
	World *ecs.World
	Setup *Setup

	limits   limits
	field    spatial.Field
	columns  columns
	facets   facets
	pools    pools
	herds    herds
	classes  []classState
	people   people
	contact  contacts
	thinking *behaviorSystem
	moving   *movementSystem
	counts   counts
	ears     ears
	faults   faults
	shared   shared
	nursery  nursery
	signals  signals
	treeLog  treeLog
	happened occurrences
	watches  watches
	glances  watches                                    // of the next tick
	listed   []components.ID                            // see told
	trace    func(class int, p *run.Program) run.Tracer // nil: nobody is traced
	changes  stateChanges
	seed     uint64
	playing  bool // a tick
	guests   bool // the players are bodies of other strips, see Strip
	viewer   viewer
	mover    Mover // nil: headings and edges alone
	// extensions are those of the setup
	extensions []Extension
	// of the extensions
	parts    []part
	mortal   []host.Mortal
	spawners []host.Spawner
	indexers []Indexer
	stocked  []host.Stocked
	grounded []host.Grounded
	vital    []host.Vital
	// named is the running number of the last bot so named, by class name
	named map[string]uint32
	// ownSpeed is speedMps tuned for one bot, in metres a second
	ownSpeed map[components.ID]float64
	release  func() // its values
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
			g.pools.pool(i, p)
		}
	}
	for i := range g.classes {
		g.chooseHerd(i)
	}
	g.contact.init(g)
	for i := range s.Classes {
		g.spawnStart(i)
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
	g := &Game{World: w, Setup: s, limits: limitsOf(*host.LimitsOf(s.Registry)), field: s.Field(), seed: s.Seed, release: func() {}}
	g.faults.g = g
	g.counts.known(host.NumberedActions(s.Registry))
	g.people.names = map[components.ID]string{}
	g.named = map[string]uint32{}
	g.ownSpeed = map[components.ID]float64{}
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
	g.pools.init(g)
	for i := range s.Classes {
		g.classes = append(g.classes, newClassState(&s.Classes[i]))
	}
	g.herds.Init(g.field, len(g.classes))
	return g
}

// start puts the game's systems into their stages.
func (g *Game) start() {
	w := g.World
	w.Add(ecs.Sense, "sense", &senseSystem{g: g})
	g.thinking = newBehaviorSystem(g)
	w.Add(ecs.Think, "behavior", g.thinking)
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
	g.amend()
	g.playing = false
	g.faults.publish()
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
	keep(g.pools.asked)
	keep(g.pools.unknown)
}

// Reseed gives all random streams a new seed from the next tick on.
func (g *Game) Reseed(seed uint64) { g.seed = seed }

// sync makes the columns long enough for every body and state key.
func (g *Game) sync() {
	c, n := &g.columns, g.World.Slots()
	c.id = g.World.IDs()
	c.x, c.y = column.Grow(c.x, n), column.Grow(c.y, n)
	if g.anyLoose() {
		c.hx, c.hy = column.Grow(c.hx, n), column.Grow(c.hy, n)
		c.decide = column.Grow(c.decide, n)
	}
	c.number = column.Grow(c.number, n)
	c.state = c.state[:0]
	for k := range host.SymbolsOf(g.Setup.Registry).KeyNames() {
		c.state = append(c.state, g.World.StateColumn(k))
	}
	g.herds.Grow(n)
	h := &g.herds.Bodies
	h.Points = spatial.Points{X: c.x, Y: c.y, ID: c.id}
	h.State, h.Asks = c.state, host.SymbolsOf(g.Setup.Registry).Facets()
}

// bodyOf is the body of a bot or player that must be alive.
func (g *Game) bodyOf(id components.ID) (int32, error) {
	slot := g.World.Slot(id)
	if slot < 0 {
		return 0, refuse(session.Nobody, "nobody has id %d", id)
	}
	return slot, nil
}

func (g *Game) setState(body int32, bag []StateValue) {
	for _, v := range bag {
		g.World.StateColumn(int(v.Key))[body] = uint32(v.Value)
		g.herds.Restate(body, v.Key)
	}
}

// ClassIndex finds a class by its id.
func (g *Game) ClassIndex(id string) (int, error) {
	class, err := find("bot class", id, g.Setup.Classes, func(c *Class) string { return c.ID })
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
func (g *Game) PlaceIndex(id string) (int, error) {
	return find("place", id, g.Setup.Places, func(p *Place) string { return p.ID })
}

func find[T any](what, name string, list []T, nameOf func(*T) string) (int, error) {
	for i := range list {
		if nameOf(&list[i]) == name {
			return i, nil
		}
	}
	return 0, unknown(what, name, list, nameOf)
}
