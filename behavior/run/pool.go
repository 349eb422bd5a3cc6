package run

import (
	"fmt"
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/ground/digest"
	"github.com/thicket-sim/thicket/internal/ground/state"
)

// maxNesting is how deep events may be sent from within events.
const maxNesting = 16

// Pool runs one program for many bots, each in a row of its own. It is not for
// concurrent use, except by TickRange.
//
// A leaf of a program that is not Local may Send and Control while the pool is
// evaluated; that acts at once. Bots are added and removed between ticks only.
type Pool struct {
	// Trace is told of all that happens in the pool; nil when off. Where the
	// ranges of a tick are split over workers, it is told by all of them.
	Trace Tracer

	program  *Program
	world    host.World
	words    int // of memory a row
	rowwise  RowTicker
	walker   walker
	planes   *planes // nil where the program keeps none
	sleeper  Sleeper
	sharer   Sharer
	shared   any
	sidecars Sidecars

	mem    []uint32
	env    []uint32
	bots   []host.BotID // 0 in a free row
	bodies []int32
	status []host.Status
	due    []int64 // the tick that wakes a row; only where the program sleeps
	side   []any   // the sidecars of the rows; nil where there are none
	free   []int32
	order  []int32 // rows in use, by bot id
	sorted bool
	near   []int32 // rows in use, by body
	beside bool    // near is up to date
	rowOf  []int32 // scratch: by body, its row, or -1
	// nested are the cursors of what happens outside TickRange; the first
	// depth of them are in use.
	nested []*Exec
	depth  int
}

// NewPool makes an empty pool of a program for a world, which is most often a [host.World]; see
// [host.Whole] for others.
func NewPool(p *Program, w host.Actor) *Pool {
	pool := &Pool{world: host.Whole(w), sorted: true}
	pool.use(p)
	return pool
}

func (p *Pool) use(program *Program) {
	p.program, p.words = program, program.Tree.Words()
	p.shared, p.rowwise, p.planes = nil, nil, nil
	p.sharer, _ = program.Semantics.(Sharer)
	if p.sharer != nil {
		p.shared = p.sharer.Share(p.world)
	}
	p.sleeper, _ = program.Semantics.(Sleeper)
	p.walker, _ = program.Semantics.(walker)
	if p.sleeper == nil {
		p.rowwise, _ = program.Semantics.(RowTicker)
	}
	p.planes = newPlanes(program)
	p.sidecars, _ = program.Semantics.(Sidecars)
}

// NewExec makes a cursor for one worker.
func (p *Pool) NewExec() Exec {
	return Exec{Tree: p.program.Tree, World: p.world, Shared: p.shared, pool: p, symbols: p.program.Symbols}
}

// Program returns the program that the pool runs.
func (p *Pool) Program() *Program { return p.program }

// Len returns the number of bots.
func (p *Pool) Len() int { return len(p.bots) - len(p.free) }

// Add gives a bot, by its id and its row in the world, a row of zeroed memory
// in the pool, and returns that. The moment is the one that Init sees.
func (p *Pool) Add(bot host.BotID, body int32, now Moment) int32 {
	row := p.freeRow()
	p.bots[row], p.bodies[row], p.status[row] = bot, body, host.Ready
	clear(p.memory(row))
	clear(p.environment(row))
	p.sorted, p.beside = false, false
	p.begin(row, now)
	return row
}

// begin lets the tree of a bot begin.
func (p *Pool) begin(row int32, now Moment) {
	p.wake(row)
	x := p.enter(row, now)
	defer p.leave()
	p.program.Init(x)
}

func (p *Pool) freeRow() int32 {
	if n := len(p.free); n > 0 {
		row := p.free[n-1]
		p.free = p.free[:n-1]
		return row
	}
	p.bots = append(p.bots, 0)
	p.bodies = append(p.bodies, 0)
	p.status = append(p.status, host.Ready)
	p.mem = append(p.mem, make([]uint32, p.words)...)
	p.env = append(p.env, make([]uint32, p.program.Tree.Env)...)
	if p.sleeper != nil {
		p.due = append(p.due, 0)
	}
	if p.sidecars != nil {
		p.side = append(p.side, nil)
	}
	return int32(len(p.bots) - 1)
}

// Reserve makes the rows of the bots that are added next. order is a permutation: bot
// order[j] of them gets the j-th of the new rows. What workers that share the bots by body
// write lies apart if rows are in the order of bodies. Where bots remember nothing, the order
// does not matter, and nothing is done.
func (p *Pool) Reserve(order []int32) {
	if p.words == 0 {
		return
	}
	free := p.free
	p.free = nil
	rows := make([]int32, len(order))
	for _, i := range order {
		rows[len(rows)-1-int(i)] = p.freeRow()
	}
	p.free = append(free, rows...)
}

// Remove stops a bot's tree and frees its row.
func (p *Pool) Remove(row int32, now Moment) {
	x := p.enter(row, now)
	defer p.leave()
	p.program.Stop(x)
	x.EndLives()
	if p.planes != nil {
		p.planes.remove(row)
	}
	p.bots[row], p.status[row] = 0, host.Ready
	clear(p.window(row))
	clear(p.environment(row))
	p.wake(row)
	if p.sidecars != nil {
		p.side[row] = nil
	}
	p.free = append(p.free, row)
	p.sorted, p.beside = false, false
}

// Send hands an event to a bot at once and wakes it. Past maxNesting the
// event is dropped and reported: bots that answer each other without end.
func (p *Pool) Send(row int32, e host.Event, now Moment) {
	x := p.enter(row, now)
	defer p.leave()
	if p.depth > maxNesting {
		x.Warnf(x.Tree.Entries[0], "an event was dropped: events from within events nest deeper than %d", maxNesting)
		return
	}
	p.wake(row)
	if h, ok := p.program.Semantics.(EventHandler); ok {
		h.Event(x, e)
	}
	if t, ok := x.Trace.(EventTracer); ok {
		t.Event(row, e)
	}
}

// SendTraced is Send, and tells a tracer.
func (p *Pool) SendTraced(row int32, e host.Event, now Moment, t Tracer) {
	p.traced(t, func() { p.Send(row, e, now) })
}

// Control passes a dialect's own command to a bot's tree and wakes the bot. It
// fails when the dialect has no such command or refuses it.
func (p *Pool) Control(row int32, c Command, now Moment) error {
	ctl, err := p.controller(c.Name)
	if err != nil {
		return err
	}
	x := p.enter(row, now)
	defer p.leave()
	if p.depth > maxNesting {
		return fmt.Errorf("tree %s: command %q from within events nested deeper than %d", p.program.Tree.Name, c.Name, maxNesting)
	}
	p.wake(row)
	return ctl.Control(x, c)
}

// Die tells a bot's tree, where it wants to know, that the bot has died, and ends the
// lives of its actions.
func (p *Pool) Die(row int32, now Moment) {
	life, ok := p.program.Semantics.(Lifecycle)
	if !ok && len(p.program.Tree.Lives) == 0 {
		return
	}
	x := p.enter(row, now)
	defer p.leave()
	if ok {
		p.wake(row)
		life.Die(x)
	}
	x.EndLives()
}

// Revive tells a bot's tree, where it wants to know, that the bot is about to
// come back to life, and wakes it.
func (p *Pool) Revive(row int32, now Moment) {
	life, ok := p.program.Semantics.(Lifecycle)
	if !ok {
		return
	}
	x := p.enter(row, now)
	defer p.leave()
	p.wake(row)
	life.Revive(x)
}

// ReviveTraced is Revive, and tells a tracer.
func (p *Pool) ReviveTraced(row int32, now Moment, t Tracer) {
	p.traced(t, func() { p.Revive(row, now) })
}

// traced calls f while a tracer is told.
func (p *Pool) traced(t Tracer, f func()) {
	old := p.Trace
	p.Trace = t
	defer func() { p.Trace = old }()
	f()
}

// enter takes a cursor of its own for a call that may come in the middle of another;
// leave gives it back.
func (p *Pool) enter(row int32, now Moment) *Exec {
	if p.depth == len(p.nested) {
		x := p.NewExec()
		p.nested = append(p.nested, &x)
	}
	x := p.nested[p.depth]
	x.Moment, x.Trace = now, p.Trace
	x.Seek(row)
	p.depth++ // not before Seek, which panics where there is no such row
	return x
}

func (p *Pool) leave() { p.depth-- }

// Bot returns the bot of a row in use.
func (p *Pool) Bot(row int32) host.BotID { return p.bots[row] }

// Status returns what a bot's tree answered when it last ran.
func (p *Pool) Status(row int32) host.Status { return p.status[row] }

// Order lists the rows in use by ascending bot id. It is valid until the next
// Add or Remove. Call it before workers start on its ranges.
func (p *Pool) Order() []int32 {
	if !p.sorted {
		p.order = p.order[:0]
		for row, bot := range p.bots {
			if bot != 0 {
				p.order = append(p.order, int32(row))
			}
		}
		sortByBot(p.order, p.bots)
		p.sorted = true
		if p.planes != nil {
			p.ByBody()
		}
	}
	return p.order
}

// ByBody lists the rows in use by ascending body, so that what the world keeps of
// neighbours in the list lies together, too. It is valid until the next Add or Remove.
// A program that is Local may run in that order: the result is the same. Call it
// before workers start on its ranges.
func (p *Pool) ByBody() []int32 {
	if p.beside {
		return p.near
	}
	p.near, p.beside = p.near[:0], true
	p.rowOf = p.rowOf[:0]
	for row, bot := range p.bots {
		if bot == 0 {
			continue
		}
		body := int(p.bodies[row])
		for body >= len(p.rowOf) {
			p.rowOf = append(p.rowOf, -1)
		}
		p.rowOf[body] = int32(row)
	}
	for _, row := range p.rowOf {
		if row >= 0 {
			p.near = append(p.near, row)
		}
	}
	if p.planes != nil {
		p.planes.arrange(p)
	}
	return p.near
}

// Local reports whether the rows may be split over workers.
func (p *Pool) Local() bool { return p.program.Tree.Local() }

// BlockRows is how many rows of [Pool.ByBody], from the first on, make a block: a program
// may keep what they remember side by side.
const BlockRows = 64

// TickRange evaluates some rows of [Pool.Order] or ByBody in order, on the worker that
// owns x. Different workers may run disjoint ranges at the same time when the
// program is Local and no two ranges have rows of one block.
func (p *Pool) TickRange(x *Exec, rows []int32, now Moment) {
	x.Moment, x.Trace = now, p.Trace
	done := false
	defer x.Ended(&done)
	switch {
	case p.planes != nil && p.Trace == nil:
		p.planes.tick(p, x, rows)
	case p.rowwise != nil:
		p.tickRows(x, rows)
	default:
		p.TickEach(x, rows, now)
	}
	done = true
}

func (p *Pool) tickRows(x *Exec, rows []int32) {
	x.near = nil
	t := p.program.Tree
	if len(t.Lives) == 0 {
		p.rowwise.TickRows(x, rows)
		return
	}
	for _, row := range rows {
		beginTurn(t, p.window(row))
	}
	p.rowwise.TickRows(x, rows)
	p.endTurns(x, rows)
}

// TickEach is TickRange one bot after the other: the definition that running
// by columns must equal.
func (p *Pool) TickEach(x *Exec, rows []int32, now Moment) {
	x.Moment, x.Trace = now, p.Trace
	lives := len(p.program.Tree.Lives) > 0
	if !lives && p.sleeper == nil && p.side == nil && p.words == 0 && p.program.Tree.Env == 0 {
		p.tickBare(x, rows)
		return
	}
	for _, row := range rows {
		if p.sleeper != nil && p.due[row] > now.Tick {
			continue
		}
		x.Seek(row)
		if lives {
			x.BeginTurn()
		}
		p.status[row] = p.program.Tick(x)
		if lives {
			x.EndTurn()
		}
		if p.sleeper != nil {
			p.due[row] = p.nextDue(x)
		}
	}
}

// tickBare is TickEach of trees that remember nothing.
func (p *Pool) tickBare(x *Exec, rows []int32) {
	if p.walker != nil && x.Trace == nil {
		for from := p.walker.First(); len(rows) > 0; from = x.Next {
			rows = p.walk(x, rows, from)
		}
		return
	}
	tick, bodies, bots, status := p.program.Semantics, p.bodies, p.bots, p.status
	for _, row := range rows {
		x.Row, x.Body, x.Bot, x.Draws = row, bodies[row], bots[row], 0
		status[row] = tick.Tick(x)
	}
}

// walk evaluates rows, the first of them from a place of its tree on, until a leaf panics, and returns
// those that are left then, the first to be gone on with at x.Next.
func (p *Pool) walk(x *Exec, rows []int32, from int32) (left []int32) {
	done := false
	defer rescueWalk(x, rows, &left, &done)
	first := p.walker.First()
	walks, bodies, bots, status := p.walker, p.bodies, p.bots, p.status
	for i, row := range rows {
		x.turn, x.Row, x.Body, x.Bot, x.Draws = i, row, bodies[row], bots[row], 0
		status[row] = walks.Walk(x, from)
		from = first
	}
	done = true
	return nil
}

func rescueWalk(x *Exec, rows []int32, left *[]int32, done *bool) {
	if *done || !x.acts {
		return
	}
	x.acts = false
	if v := recover(); v != nil {
		host.Panicked(&x.call, v)
		*left = rows[x.turn:]
	}
}

// TickTraced is TickEach of one row, and tells a tracer. A row that sleeps is
// evaluated, too, so that the tracer sees what runs in it, and sleeps on: that
// changes nothing, see [Sleeper].
func (p *Pool) TickTraced(x *Exec, row int32, now Moment, t Tracer) {
	p.traced(t, func() {
		done := false
		defer x.Ended(&done)
		if p.sleeper == nil || p.due[row] <= now.Tick {
			p.TickEach(x, []int32{row}, now)
		} else {
			x.Moment, x.Trace = now, t
			x.Seek(row)
			p.program.Tick(x) // its status is the one that the row has
		}
		done = true
	})
}

func (p *Pool) nextDue(x *Exec) int64 {
	ticks, forever := p.sleeper.Sleep(x)
	if forever || ticks > math.MaxInt64-x.Tick {
		return math.MaxInt64
	}
	return x.Tick + max(ticks, 1)
}

// Wake lets a row that sleeps have its next tick, which may be this one.
func (p *Pool) Wake(row int32) { p.wake(row) }

// At calls f with a cursor over a row, in the middle of the turn of another or
// between ticks.
func (p *Pool) At(row int32, now Moment, f func(*Exec)) {
	x := p.enter(row, now)
	defer p.leave()
	f(x)
}

// Rests is why a row's tree is not asked, see [Rester].
func (p *Pool) Rests(row int32, now Moment) (why string) {
	if r, ok := p.program.Semantics.(Rester); ok {
		p.At(row, now, func(x *Exec) { why = r.Rests(x) })
	}
	return why
}

func (p *Pool) wake(row int32) {
	if p.sleeper != nil {
		p.due[row] = 0
	}
}

// memory is what a bot remembers, for somebody who may change it.
func (p *Pool) memory(row int32) []uint32 {
	if p.planes != nil {
		p.planes.checkOut(p, row)
	}
	return p.window(row)
}

// remembered is what a bot remembers, to be read.
func (p *Pool) remembered(row int32) []uint32 {
	if p.planes != nil {
		p.planes.read(p, row)
	}
	return p.window(row)
}

// Remembered returns a copy of what the nodes of a bot's tree remember, for [tree.Tree.Differ].
func (p *Pool) Remembered(row int32) []uint32 { return slices.Clone(p.remembered(row)) }

// window is the memory of a row as it is: what is kept by planes may be old.
func (p *Pool) window(row int32) []uint32 { return window(p.mem, row, p.words) }

func (p *Pool) environment(row int32) []uint32 { return window(p.env, row, p.program.Tree.Env) }

func window(words []uint32, row int32, n int) []uint32 {
	i := int(row) * n
	return words[i : i+n : i+n]
}

// Hash returns a number made from what a bot remembers, for digests.
func (p *Pool) Hash(row int32) uint64 {
	h := p.hashWords(row)
	if p.sidecars != nil {
		h = uint64(digest.Sum(h).Word(p.sidecars.HashSide(p.side[row])))
	}
	return h
}

// HashBriefly is Hash without what takes long to hash, see [BriefHasher].
func (p *Pool) HashBriefly(row int32) uint64 {
	if brief, ok := p.sidecars.(BriefHasher); ok {
		return uint64(digest.Sum(p.hashWords(row)).Word(brief.HashBriefly(p.side[row])))
	}
	return p.Hash(row)
}

func (p *Pool) hashWords(row int32) uint64 {
	h := HashWords(p.remembered(row), p.environment(row))
	if p.sleeper != nil {
		h = uint64(digest.Sum(h).Word(uint64(p.due[row])))
	}
	return h
}

// HashShare returns a number made from what the bots share, where that is a part of
// digests, and else 0.
func (p *Pool) HashShare() uint64 {
	if p.sharer == nil {
		return 0
	}
	return p.sharer.HashShare(p.shared)
}

// HashWords is [Pool.Hash] for a bot that is in no pool and never sleeps, from the
// parts of its memory.
func HashWords(parts ...[]uint32) uint64 {
	h := digest.New()
	for _, words := range parts {
		for _, w := range words {
			h = h.Word(uint64(w))
		}
	}
	return uint64(h)
}

// Bytes returns the memory that the pool has reserved for its bots.
func (p *Pool) Bytes() int64 {
	n := state.Memory(p)
	if p.planes != nil {
		n += state.Memory(p.planes)
	}
	return n
}
