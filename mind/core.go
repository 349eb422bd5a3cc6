package mind

import (
	"fmt"
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
	"github.com/thicket-sim/thicket/internal/insight/cover"
	"github.com/thicket-sim/thicket/internal/trees"
)

// senses are what a game tells of agents, by body. Functions that it lacks are nil.
type senses struct {
	name             func(body int32) string
	position, facing func(body int32) (x, y float64)
	alive            func(body int32) bool
	near             func(body int32, list []int32) []int32
	// states are values by their names, and relations those of two bodies.
	states    map[string]func(body int32) host.Value
	relations map[string]func(me, other int32) bool
	forget    func(body int32) // nobody has it any more
	forgetAll func()           // nobody is left
}

// core is all of Minds that does not depend on the type of agents.
type core struct {
	senses
	seed   uint64
	step   float64 // seconds
	strict bool
	reg    *host.Registry
	files  *sourcefile.Files
	loader *trees.Loader

	groves []*grove // in the order of loading
	ones   []*one   // by body; nil where nobody is
	free   []int32  // bodies
	order  []*one   // in the order of adding, some of which are gone
	byID   map[host.BotID]*one
	serial host.BotID // the last that was given

	tick  int64   // the time, in steps
	part  float64 // of the next step
	count int64   // of calls of Tick

	depth   int // of calls in which trees may run
	pending []func()
	columns bool // leaves run that may call nothing

	x, y   []float64  // by body, as of the last Tick
	values [][]uint32 // by state key and body; nil for keys that are no states
	hot
	kept map[any]any

	society
	faults
	onLog   func(body int32, text string)
	profile *cover.Profile // nil: nothing is counted
}

// hot is what each turn of a mind reads and writes, by body, side by side so that many turns
// find it in the cache.
type hot struct {
	turns     []int64
	odd       []bool // it is not due in every tick, or somebody watches it
	did, last []uint16
	past      []deeds
}

// one is a mind.
type one struct {
	core  *core
	grove *grove
	body  int32
	row   int32 // in the pool of the grove; -1 until it begins
	id    host.BotID
	every int64
	held  bool
	gone  bool
	watch *watch // nil while nobody looks
}

// turns is how many turns a mind has had.
func (o *one) turns() int64 { return o.core.turns[o.body] }

// mark notes what a mind is like that is not due in every tick.
func (o *one) mark() { o.core.odd[o.body] = o.every > 1 || o.held || o.gone || o.watch != nil }

// grove is a tree and all who have it.
type grove struct {
	file    string
	program *run.Program
	pool    *run.Pool
	local   bool
	ones    []*one  // by row
	bodies  []int32 // by row
	one     [1]int32
	workers []worker // the first is that of the game's goroutine
}

// worker is a cursor over a grove with room for the rows that are due.
type worker struct {
	x    run.Exec
	rows []int32
}

// newCore makes a core without trees.
func newCore(s senses, reg *host.Registry, files *sourcefile.Files) *core {
	c := &core{senses: s, reg: reg, files: files, step: 1.0 / 60, byID: map[host.BotID]*one{}, kept: map[any]any{}}
	c.loader = trees.NewLoader(reg, files)
	host.SymbolsOf(reg).Hold(func(keep func([]uint32)) {
		for _, column := range c.values {
			keep(column)
		}
	})
	return c
}

// now is the moment of the last Tick.
func (c *core) now() run.Moment { return run.Moment{Tick: c.tick, DT: c.step} }

// idle panics where something is asked for that nobody may ask for now.
func (c *core) idle(what string) {
	if c.columns {
		panic("mind: " + what + " is called by a Local leaf, which may call nothing of Minds")
	}
}

// between is idle for what cannot be done in the middle of a turn either.
func (c *core) between(what string) {
	if c.idle(what); c.depth > 0 {
		panic("mind: " + what + " is called in the middle of a turn")
	}
}

// enter begins a call in which trees may run; leave ends it, and does what leaves asked for.
func (c *core) enter() { c.depth++ }

func (c *core) leave() {
	if c.depth--; c.depth > 0 {
		return
	}
	for len(c.fresh) > 0 || len(c.pending) > 0 {
		if len(c.fresh) > 0 { // before those whom it is about are gone
			c.publish()
			continue
		}
		do := c.pending[0]
		c.pending = c.pending[1:]
		c.depth++
		do()
		c.depth--
	}
}

// later does something between two turns: at once where none goes on.
func (c *core) later(do func()) {
	c.enter()
	if c.depth > 1 {
		c.pending = append(c.pending, do)
	} else {
		do()
	}
	c.leave()
}

// body gives out a body.
func (c *core) newBody() int32 {
	if n := len(c.free); n > 0 {
		body := c.free[n-1]
		c.free = c.free[:n-1]
		c.turns[body], c.odd[body], c.past[body], c.last[body] = 0, false, deeds{}, 0
		return body
	}
	c.ones = append(c.ones, nil)
	c.turns, c.odd, c.past = append(c.turns, 0), append(c.odd, false), append(c.past, deeds{})
	c.did, c.last = append(c.did, 0), append(c.last, 0)
	c.x, c.y, c.groups = append(c.x, 0), append(c.y, 0), append(c.groups, 0)
	for k, column := range c.values {
		if column != nil {
			c.values[k] = append(column, uint32(host.Missing))
		}
	}
	return int32(len(c.ones) - 1)
}

// add gives a body a mind, which begins between two turns.
func (c *core) add(o *one, g *grove) {
	c.serial++
	*o = one{core: c, grove: g, body: o.body, row: -1, id: c.serial, every: 1}
	c.ones[o.body], c.byID[o.id] = o, o
	c.order = append(c.order, o)
	c.enter()
	defer c.leave()
	c.senseBody(o.body)
	c.later(func() {
		if !o.gone {
			o.grove.join(o)
		}
	})
}

// join lets the tree of a mind begin.
func (g *grove) join(o *one) {
	o.grove = g
	o.row = g.pool.Add(o.id, o.body, o.core.now())
	for len(g.ones) <= int(o.row) {
		g.ones, g.bodies = append(g.ones, nil), append(g.bodies, 0)
	}
	g.ones[o.row], g.bodies[o.row] = o, o.body
}

// part ends the tree of a mind.
func (g *grove) part(o *one) {
	if o.row < 0 {
		return
	}
	g.pool.Remove(o.row, o.core.now())
	g.ones[o.row], o.row = nil, -1
	if g.pool.Len() == 0 && g.clear() {
		g.plant(o.core)
	}
}

// clear reports whether a grove without minds can give back its memory: nothing is shared in it.
func (g *grove) clear() bool {
	_, shares := g.program.Semantics.(run.Sharer)
	return !shares && len(g.ones) > few
}

// plant makes an empty pool.
func (g *grove) plant(c *core) {
	g.pool, g.ones, g.bodies, g.workers = run.NewPool(g.program, c.world()), nil, nil, nil
	g.grow(c)
}

// grow notes what depends on the program.
func (g *grove) grow(c *core) {
	g.program = g.pool.Program()
	g.local = g.pool.Local()
	g.workers = []worker{{x: g.pool.NewExec()}}
	g.pool.Trace = nil
	if c.profile != nil {
		g.pool.Trace = c.profile.Tracer(0, g.program)
	}
}

// drop ends a mind: it thinks no more, and its tree is stopped between two turns.
func (c *core) drop(o *one) {
	if o.gone {
		return
	}
	c.idle("Drop")
	o.gone = true
	o.mark()
	c.later(func() {
		o.grove.part(o)
		delete(c.byID, o.id)
		c.ones[o.body] = nil
		for _, column := range c.values {
			if column != nil {
				column[o.body] = uint32(host.Missing)
			}
		}
		c.forget(o.body)
		c.free = append(c.free, o.body)
		c.tidy()
	})
}

// tidy gives memory back when most of those that there were are gone, and all of it when nobody
// is left.
func (c *core) tidy() {
	if len(c.byID) == 0 && len(c.ones) > few {
		c.ones, c.free, c.order, c.x, c.y, c.groups, c.hot, c.byID = nil, nil, nil, nil, nil, nil, hot{}, map[host.BotID]*one{}
		for key, column := range c.values {
			if column != nil {
				c.values[key] = []uint32{}
			}
		}
		c.forgetAll()
	}
	if len(c.order) > few && len(c.order) > 2*len(c.byID) {
		c.order = slices.Clone(slices.DeleteFunc(c.order, func(o *one) bool { return o.gone }))
	}
}

// few minds are not worth giving memory back.
const few = 64

// elapse begins a tick.
func (c *core) elapse(seconds float64) {
	if !(seconds >= 0) || math.IsInf(seconds, 0) {
		panic(fmt.Sprintf("mind: a tick of %v seconds", seconds))
	}
	if c.profile != nil {
		c.profile.EndTick(crowd{c})
	}
	c.count++
	if seconds == c.step {
		c.tick++
	} else {
		c.part += seconds / c.step
		whole := math.Floor(c.part + 1e-9) // three steps are three, whatever the rounding
		c.tick += int64(whole)
		c.part -= whole
	}
	c.enter()
	defer c.leave()
	c.sense()
	c.deliver()
	host.SymbolsOf(c.reg).Sweep()
}

// due reports whether a mind has a turn in this tick.
func (o *one) due() bool {
	return !o.gone && !o.held && o.row >= 0 && (o.every == 1 || (o.core.count+int64(o.id))%o.every == 0)
}

// think gives a mind its turn.
func (c *core) think(o *one) Status {
	c.between("Think")
	if o.gone || o.held {
		return Failure
	}
	c.enter()
	defer c.leave()
	return c.turn(o)
}

func (c *core) turn(o *one) Status {
	g := o.grove
	c.did[o.body] = 0
	if o.watch != nil {
		o.watch.turn(o)
	} else {
		c.turns[o.body]++
		g.one[0] = o.row
		g.pool.TickRange(&g.workers[0].x, g.one[:], c.now())
	}
	c.note(o.body)
	return g.pool.Status(o.row)
}

// send hands an event to a tree.
func (c *core) send(o *one, name string, data host.Value) error {
	c.idle("Send")
	if o.gone {
		return fmt.Errorf("event %q for a mind that is dropped", name)
	}
	if err := run.CheckEvent(o.grove.program, name); err != nil {
		return err
	}
	e := host.Event{ID: host.SymbolsOf(c.reg).Event(name), Arg: data}
	deliver := func() {
		if o.watch != nil {
			o.grove.pool.SendTraced(o.row, e, c.now(), o.watch.tracer(o))
		} else {
			o.grove.pool.Send(o.row, e, c.now())
		}
	}
	if o.row < 0 { // it begins after this turn
		c.later(func() {
			if !o.gone {
				deliver()
			}
		})
		return nil
	}
	c.enter()
	defer c.leave()
	deliver()
	return nil
}

// use gives a mind another tree.
func (c *core) use(o *one, g *grove) {
	c.later(func() {
		if o.gone {
			return
		}
		o.grove.part(o)
		g.join(o)
	})
}
