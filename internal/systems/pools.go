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

// pools lists the pools in which bots think: one for each class and program.
type pools struct {
	*commons `save:"-"`
	facets   *facets         `save:"-"`
	counts   *counts         `save:"-"`
	world    host.World      `save:"-"` // of the trees
	thinking *behaviorSystem `save:"-"` // which keeps what follows from programs

	list []classPool `save:"-"` // each is a part of its own
	// order lists the pools in the order in which pools think: by class, then by the name of the
	// tree, so that it does not depend on which bot was given a tree first.
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

func (b *pools) init() {
	b.of = map[poolKey]int32{}
	b.key = b.Setup.Registry.Key(behaviorKey)
	b.name(b.Setup.Behaviors)
}

// name makes behaviours the ones that state.behavior may say.
func (b *pools) name(list []Behavior) {
	b.named = map[string]*run.Program{}
	for _, n := range list {
		b.named[n.Name] = n.Program
	}
}

// behavior returns the tree that a value of state.behavior names, or nil.
func (b *pools) behavior(value host.Sym) *run.Program {
	if value == host.Missing {
		return nil
	}
	v := host.SymbolsOf(b.Setup.Registry).Value(value)
	if v.Kind() != host.String {
		return nil
	}
	return b.named[v.Text()]
}

// pool returns the number of the pool in which bots of a class run a program.
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
	b.use(b.list[n].Program())
	return n
}

// append makes a pool that nobody finds.
func (b *pools) append(class int, p *run.Program) int32 {
	n := int32(len(b.list))
	b.list = append(b.list, classPool{run.NewPool(b.variant(class, p), b.world), class, p})
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
	w, clock := b.World, b.World.Clock()
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
	if brain := b.World.Brain.Of(id); brain != nil && brain.Program != noPool {
		clock := b.World.Clock()
		b.list[brain.Program].Remove(brain.Row, run.Moment(clock))
	}
}

// start gives a new bot the tree of its class.
func (b *pools) start(id components.ID, body int32, class int) {
	b.asked, b.pinned = column.Grow(b.asked, int(body)+1), column.Grow(b.pinned, int(body)+1)
	b.asked[body], b.pinned[body] = uint32(host.Missing), false
	b.think(id, body, b.pool(class, b.classes[class].program))
}

// follow looks up state.behavior of the bots whose class has no tree.
func (b *pools) follow(class int, t ecs.Table) {
	if b.classes[class].program != nil {
		return
	}
	column := b.columns.state[b.key]
	identity := b.World.Identity.Column(t)
	for i, st := range b.World.State.Column(t) {
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
			host.SymbolsOf(b.Setup.Registry).Value(host.Sym(value)), b.Setup.Classes[class].ID)
	}
	b.unknown = append(b.unknown, value)
	b.notices = append(b.notices, text)
}

// noteOnce adds a notice, unless it was told before.
func (b *pools) noteOnce(text string) {
	if !slices.Contains(b.notices, text) {
		b.notices = append(b.notices, text)
	}
}

// Notices lists what is odd about the game so far, errors excepted.
func (b *pools) Notices() []string { return b.notices }

// NamedBehavior finds a behaviour of the scene by name.
func (cm *commons) NamedBehavior(name string) (*run.Program, error) {
	i, err := find("behaviour", name, cm.Setup.Behaviors, func(b *Behavior) string { return b.Name })
	if err != nil {
		return nil, err
	}
	return cm.Setup.Behaviors[i].Program, nil
}

// SwitchBot gives one bot a tree of its own.
func (b *pools) SwitchBot(id components.ID, p *run.Program) error {
	body, err := b.bodyOf(id)
	if err != nil {
		return err
	}
	class := b.World.ClassOf(id)
	if class == ecs.Human {
		return fmt.Errorf("%d is a player, and players have no tree", id)
	}
	if !b.pinned[body] {
		b.pinned[body] = true
		b.classes[class].pinned++
	}
	b.dissolveHerd(class)
	b.think(id, body, b.pool(class, p))
	b.chooseHerd(class)
	return nil
}

// SwitchClass gives all bots of a class, also those to come, another tree.
func (b *pools) SwitchClass(class int, p *run.Program) {
	b.classes[class].program = p
	b.classes[class].pinned = 0
	b.dissolveHerd(class)
	pool := b.pool(class, p)
	t := b.World.Tables()[class]
	identity := b.World.Identity.Column(t)
	for i, st := range b.World.State.Column(t) {
		b.pinned[st.Slot] = false
		b.think(identity[i].ID, st.Slot, pool)
	}
	b.chooseHerd(class)
}

// Send hands an event to a bot's tree; to a player it is only counted. One with a new name
// goes to nobody where the game has too many names, which is a fault: see CheckEvent.
func (ml *mail) Send(id components.ID, name string, data host.Value) error {
	if _, err := ml.bodyOf(id); err != nil {
		return err
	}
	ml.send(id, name, data)
	return nil
}

// CheckEvent says why the tree of a bot cannot take events of a name, or nil; a body
// without a tree takes any. A game has a limited number of names.
func (ml *mail) CheckEvent(id components.ID, name string) error {
	if err := ml.checkEventName(name); err != nil {
		return err
	}
	if pool, _ := ml.pools.poolOf(id); pool != nil {
		return run.CheckEvent(pool.Program(), name)
	}
	return nil
}

// Deaf reports whether a bot has a tree that does nothing with any event.
func (ml *mail) Deaf(id components.ID) bool {
	pool, _ := ml.pools.poolOf(id)
	if pool == nil {
		return false
	}
	_, hears := pool.Program().Semantics.(run.EventHandler)
	return !hears
}

func (ml *mail) checkEventName(name string) error {
	names := ml.Setup.Registry
	if _, known := host.SymbolsOf(names).FindEvent(name); !known && host.SymbolsOf(names).Events() >= ml.limits.events {
		return fmt.Errorf("event %q: there were %d names of events before it, wanted one of them", name, host.SymbolsOf(names).Events())
	}
	return nil
}

func (ml *mail) send(id components.ID, name string, data host.Value) {
	if err := ml.checkEventName(name); err != nil {
		ml.faults.add(host.Fault{Bot: id, Tick: ml.World.Clock().Tick, Text: err.Error()})
		return
	}
	ml.counts.event(name)
	ml.journal.occurTo(session.Informed, id, name)
	ml.handOver(id, host.Event{ID: host.SymbolsOf(ml.Setup.Registry).Event(name), Arg: data})
}

// handOver hands an event to a bot's tree, where it has one, and tells whoever
// watches the bot.
func (ml *mail) handOver(id components.ID, e host.Event) {
	brain := *ml.World.Brain.Of(id)
	if brain.Program == noPool {
		return
	}
	clock := ml.World.Clock()
	pool := ml.pools.list[brain.Program]
	if w := ml.watchers.watches.of(id); w != nil {
		pool.SendTraced(brain.Row, e, run.Moment(clock), w.tracer(pool.Program()))
		return
	}
	pool.Send(brain.Row, e, run.Moment(clock))
}
