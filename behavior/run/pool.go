package run

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
)

// Pool runs one program for many bots. It is not for concurrent use, but for
// TickRange.
type Pool struct {
	program *Program
	world   host.World
	words   int // of memory a row
	rowwise RowTicker
	sleeper Sleeper

	mem    []uint32
	bots   []host.BotID // 0 in a free row
	bodies []int32
	status []host.Status
	due    []int64 // the tick that wakes a row; only where the program sleeps
	free   []int32
	order  []int32 // rows in use, by bot id
	sorted bool
	exec   Exec // for what happens outside TickRange
}

// NewPool makes an empty pool of a program for a world.
func NewPool(p *Program, w host.World) *Pool {
	pool := &Pool{program: p, world: w, words: p.Tree.Words(), sorted: true}
	pool.sleeper, _ = p.Semantics.(Sleeper)
	if pool.sleeper == nil {
		pool.rowwise, _ = p.Semantics.(RowTicker)
	}
	pool.exec = pool.NewExec()
	return pool
}

// NewExec makes a cursor for one worker.
func (p *Pool) NewExec() Exec {
	return Exec{Tree: p.program.Tree, World: p.world, pool: p}
}

// Program is the program that the pool runs.
func (p *Pool) Program() *Program { return p.program }

// Len is the number of bots.
func (p *Pool) Len() int { return len(p.bots) - len(p.free) }

// Add gives a bot a row of zeroed memory and returns the row.
func (p *Pool) Add(bot host.BotID, body int32) int32 {
	var row int32
	if n := len(p.free); n > 0 {
		row = p.free[n-1]
		p.free = p.free[:n-1]
		p.bots[row], p.bodies[row] = bot, body
		clear(p.memory(row))
	} else {
		row = int32(len(p.bots))
		p.bots = append(p.bots, bot)
		p.bodies = append(p.bodies, body)
		p.status = append(p.status, host.Ready)
		p.mem = append(p.mem, make([]uint32, p.words)...)
		if p.sleeper != nil {
			p.due = append(p.due, 0)
		}
	}
	p.status[row] = host.Ready
	if p.sleeper != nil {
		p.due[row] = 0
	}
	p.sorted = false
	p.exec.Seek(row)
	p.program.Init(&p.exec)
	return row
}

// Remove stops a bot's tree and frees its row.
func (p *Pool) Remove(row int32) {
	p.exec.Seek(row)
	p.program.Stop(&p.exec)
	p.bots[row] = 0
	p.free = append(p.free, row)
	p.sorted = false
}

// Send hands an event to a bot and wakes it.
func (p *Pool) Send(row int32, e host.Event, tick int64, dt float64) {
	if p.sleeper != nil {
		p.due[row] = 0
	}
	p.exec.Tick, p.exec.DT = tick, dt
	p.exec.Seek(row)
	p.program.Event(&p.exec, e)
}

// Control passes a dialect's own command to a bot's tree.
func (p *Pool) Control(row int32, c Command) error {
	ctl, ok := p.program.Semantics.(Controller)
	if !ok {
		return errNoControl(p.program.Tree.Name, c.Name)
	}
	p.exec.Seek(row)
	return ctl.Control(&p.exec, c)
}

// Status is what a bot's tree answered when it last ran.
func (p *Pool) Status(row int32) host.Status { return p.status[row] }

// Order lists the rows in use by ascending bot id. It is valid until the next
// Add or Remove. Call it before workers start on its ranges.
func (p *Pool) Order() []int32 {
	if !p.sorted {
		p.sortRows()
	}
	return p.order
}

// Local reports whether the rows may be split over workers.
func (p *Pool) Local() bool { return p.program.Tree.Local() }

// TickRange evaluates some rows of [Pool.Order] in order, on the worker that
// owns x. Different workers may run disjoint ranges at the same time when the
// program is Local.
func (p *Pool) TickRange(x *Exec, rows []int32, tick int64, dt float64) {
	x.Tick, x.DT = tick, dt
	if p.rowwise != nil {
		p.rowwise.TickRows(x, rows)
		return
	}
	p.TickEach(x, rows, tick, dt)
}

// TickEach is TickRange one bot after the other: the definition that running
// by columns must equal.
func (p *Pool) TickEach(x *Exec, rows []int32, tick int64, dt float64) {
	x.Tick, x.DT = tick, dt
	for _, row := range rows {
		if p.sleeper != nil && p.due[row] > tick {
			continue
		}
		x.Seek(row)
		p.status[row] = p.program.Tick(x)
		if p.sleeper != nil {
			p.sleep(x, tick)
		}
	}
}

func (p *Pool) sleep(x *Exec, tick int64) {
	ticks, forever := p.sleeper.Sleep(x)
	if forever {
		p.due[x.Row] = math.MaxInt64
		return
	}
	p.due[x.Row] = tick + max(ticks, 1)
}

func (p *Pool) memory(row int32) []uint32 {
	i := int(row) * p.words
	return p.mem[i : i+p.words : i+p.words]
}

// Hash is a number made from a bot's memory and status, for digests.
func (p *Pool) Hash(row int32) uint64 {
	h := Hash(p.status[row], p.memory(row))
	if p.sleeper != nil {
		h = (h ^ uint64(p.due[row])) * 1099511628211
	}
	return h
}

// Hash is [Pool.Hash] for a bot that is in no pool and never sleeps.
func Hash(s host.Status, mem []uint32) uint64 {
	h := uint64(14695981039346656037) ^ uint64(s)
	for _, w := range mem {
		h = (h ^ uint64(w)) * 1099511628211
	}
	return h
}

// Bytes is the memory that the pool has reserved for its bots.
func (p *Pool) Bytes() int64 {
	words := cap(p.mem) + cap(p.bots) + cap(p.bodies) + cap(p.free) + cap(p.order)
	return int64(words)*4 + int64(cap(p.due))*8 + int64(cap(p.status))
}

func (p *Pool) sortRows() {
	p.order = p.order[:0]
	for row, bot := range p.bots {
		if bot != 0 {
			p.order = append(p.order, int32(row))
		}
	}
	sortByBot(p.order, p.bots)
	p.sorted = true
}
