package systems

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/systems/column"
	"github.com/thicket-sim/thicket/session"
)

// behaviorKey is the state key by which bots of classes without a tree find theirs.
const behaviorKey = "behavior"

// noPool is the pool of a bot that has no tree.
const noPool = components.NoBrain

// pools are those in which bots think: one for each class and program.
type pools struct {
	g    *Game       `save:"-"`
	list []classPool `save:"-"` // each is a part of its own
	// order is that in which pools think: by class, then by the name of the tree,
	// so that it does not depend on which bot was given a tree first.
	order []int32                 `save:"-"`
	of    map[poolKey]int32       `save:"-"`
	named map[string]*run.Program `save:"-"` // what state.behavior may say
	key   host.Key                `save:"-"` // the state key `behavior`
	// asked is, by body, the value of state.behavior that its tree was chosen
	// by; bodies with a tree of their own do not ask.
	asked   []uint32 `digest:"-,the numbers of values are the registry's: summed up by value, as are the unknown ones"`
	pinned  []bool
	unknown []uint32 `digest:"-,summed up by value, as asked"` // values of it that were told of, as they name no tree
	notices []string
}

type classPool struct {
	*run.Pool
	class int
	of    *run.Program // the scene's, of which the pool may run a variant
}

type poolKey struct {
	class   int
	program *run.Program
}

func (b *pools) init(g *Game) {
	b.g = g
	b.of = map[poolKey]int32{}
	b.key = g.Setup.Registry.Key(behaviorKey)
	b.name(g.Setup.Behaviors)
}

// name makes behaviours the ones that state.behavior may say.
func (b *pools) name(list []Behavior) {
	b.named = map[string]*run.Program{}
	for _, n := range list {
		b.named[n.Name] = n.Program
	}
}

// behavior is the tree that a value of state.behavior names, or nil.
func (b *pools) behavior(value host.Sym) *run.Program {
	if value == host.Missing {
		return nil
	}
	v := host.SymbolsOf(b.g.Setup.Registry).Value(value)
	if v.Kind() != host.String {
		return nil
	}
	return b.named[v.Text()]
}

// pool is the number of the pool in which bots of a class run a program.
func (b *pools) pool(class int, p *run.Program) int32 {
	if p == nil {
		return noPool
	}
	k := poolKey{class, p}
	if n, ok := b.of[k]; ok {
		return n
	}
	n := b.append(class, p)
	b.of[k] = n
	b.g.use(b.list[n].Program())
	return n
}

// append makes a pool that nobody finds.
func (b *pools) append(class int, p *run.Program) int32 {
	n := int32(len(b.list))
	b.list = append(b.list, classPool{run.NewPool(b.g.variant(class, p), leafWorld{b.g}), class, p})
	at, _ := slices.BinarySearchFunc(b.order, n, b.compare)
	b.order = slices.Insert(b.order, at, n)
	return n
}

func (b *pools) compare(i, j int32) int {
	p, q := &b.list[i], &b.list[j]
	return cmp.Or(
		cmp.Compare(p.class, q.class),
		cmp.Compare(p.Program().Tree.Name, q.Program().Tree.Name),
		cmp.Compare(i, j),
	)
}

// think gives a bot a tree, or none, in place of the one that it has.
func (b *pools) think(id components.ID, body, pool int32) {
	w, clock := b.g.World, b.g.World.Clock()
	b.forget(id)
	brain := components.Brain{Program: pool, Row: -1}
	if pool != noPool {
		brain.Row = b.list[pool].Add(id, body, run.Moment(clock))
		b.tune(b.list[pool].class, pool, brain.Row)
	}
	*w.Brain.Of(id) = brain
}

// forget stops a bot's tree.
func (b *pools) forget(id components.ID) {
	if brain := b.g.World.Brain.Of(id); brain != nil && brain.Program != noPool {
		clock := b.g.World.Clock()
		b.list[brain.Program].Remove(brain.Row, run.Moment(clock))
	}
}

// start gives a new bot the tree of its class.
func (b *pools) start(id components.ID, body int32, class int) {
	b.asked, b.pinned = column.Grow(b.asked, int(body)+1), column.Grow(b.pinned, int(body)+1)
	b.asked[body], b.pinned[body] = uint32(host.Missing), false
	b.think(id, body, b.pool(class, b.g.classes[class].program))
}

// follow looks up state.behavior of the bots whose class has no tree.
func (b *pools) follow(class int, t ecs.Table) {
	if b.g.classes[class].program != nil {
		return
	}
	column := b.g.columns.state[b.key]
	identity := b.g.World.Identity.Column(t)
	for i, st := range b.g.World.State.Column(t) {
		want := column[st.Slot]
		if b.pinned[st.Slot] || want == b.asked[st.Slot] {
			continue
		}
		b.asked[st.Slot] = want
		p := b.behavior(host.Sym(want))
		if p == nil && host.Sym(want) != host.Missing {
			b.notice(class, want)
		}
		b.think(identity[i].ID, st.Slot, b.pool(class, p))
	}
}

// maxUnknown bounds the values of state.behavior that are told of.
const maxUnknown = 100

// notice tells, once, that a value of state.behavior names no tree.
func (b *pools) notice(class int, value uint32) {
	if len(b.unknown) > maxUnknown || slices.Contains(b.unknown, value) {
		return
	}
	text := "state.behavior had still other values that name no behaviour"
	if len(b.unknown) < maxUnknown {
		text = fmt.Sprintf("state.behavior %v names no behaviour, wanted one of the scene or an action that needs no arguments; bots of class %q that have it keep their heading",
			host.SymbolsOf(b.g.Setup.Registry).Value(host.Sym(value)), b.g.Setup.Classes[class].ID)
	}
	b.unknown = append(b.unknown, value)
	b.notices = append(b.notices, text)
}

// Notices lists what is odd about the game so far, errors excepted.
func (g *Game) Notices() []string { return g.pools.notices }

// NamedBehavior finds a behaviour of the scene by name.
func (g *Game) NamedBehavior(name string) (*run.Program, error) {
	i, err := find("behaviour", name, g.Setup.Behaviors, func(b *Behavior) string { return b.Name })
	if err != nil {
		return nil, err
	}
	return g.Setup.Behaviors[i].Program, nil
}

// SwitchBot gives one bot a tree of its own.
func (g *Game) SwitchBot(id components.ID, p *run.Program) error {
	body, err := g.bodyOf(id)
	if err != nil {
		return err
	}
	class := g.World.ClassOf(id)
	if class == ecs.Human {
		return fmt.Errorf("%d is a player, and players have no tree", id)
	}
	if !g.pools.pinned[body] {
		g.pools.pinned[body] = true
		g.classes[class].pinned++
	}
	g.dissolveHerd(class)
	g.pools.think(id, body, g.pools.pool(class, p))
	g.chooseHerd(class)
	return nil
}

// SwitchClass gives all bots of a class, also those to come, another tree.
func (g *Game) SwitchClass(class int, p *run.Program) {
	g.classes[class].program = p
	g.classes[class].pinned = 0
	g.dissolveHerd(class)
	pool := g.pools.pool(class, p)
	t := g.World.Tables()[class]
	identity := g.World.Identity.Column(t)
	for i, st := range g.World.State.Column(t) {
		g.pools.pinned[st.Slot] = false
		g.pools.think(identity[i].ID, st.Slot, pool)
	}
	g.chooseHerd(class)
}

// Send hands an event to a bot's tree; to a player it is only counted. One with a new name
// goes to nobody where the game has too many names, which is a fault: see CheckEvent.
func (g *Game) Send(id components.ID, name string, data host.Value) error {
	if _, err := g.bodyOf(id); err != nil {
		return err
	}
	g.send(id, name, data)
	return nil
}

// CheckEvent is why the tree of a bot cannot take events of a name, or nil; a body
// without a tree takes any. A game has a limited number of names.
func (g *Game) CheckEvent(id components.ID, name string) error {
	if err := g.checkEventName(name); err != nil {
		return err
	}
	if pool, _ := g.poolOf(id); pool != nil {
		return run.CheckEvent(pool.Program(), name)
	}
	return nil
}

// Deaf reports whether a bot has a tree that does nothing with any event.
func (g *Game) Deaf(id components.ID) bool {
	pool, _ := g.poolOf(id)
	if pool == nil {
		return false
	}
	_, hears := pool.Program().Semantics.(run.EventHandler)
	return !hears
}

func (g *Game) checkEventName(name string) error {
	names := g.Setup.Registry
	if _, known := host.SymbolsOf(names).FindEvent(name); !known && host.SymbolsOf(names).Events() >= g.limits.events {
		return fmt.Errorf("event %q: there were %d names of events before it, wanted one of them", name, host.SymbolsOf(names).Events())
	}
	return nil
}

func (g *Game) send(id components.ID, name string, data host.Value) {
	if err := g.checkEventName(name); err != nil {
		g.faults.add(host.Fault{Bot: id, Tick: g.World.Clock().Tick, Text: err.Error()})
		return
	}
	g.counts.event(name)
	g.occurTo(session.Informed, id, name)
	g.handOver(id, host.Event{ID: host.SymbolsOf(g.Setup.Registry).Event(name), Arg: data})
}

// handOver hands an event to a bot's tree, where it has one, and tells whoever
// watches the bot.
func (g *Game) handOver(id components.ID, e host.Event) {
	brain := *g.World.Brain.Of(id)
	if brain.Program == noPool {
		return
	}
	clock := g.World.Clock()
	pool := g.pools.list[brain.Program]
	if w := g.watches.of(id); w != nil {
		pool.SendTraced(brain.Row, e, run.Moment(clock), w.tracer(pool.Program()))
		return
	}
	pool.Send(brain.Row, e, run.Moment(clock))
}
