package run

import (
	"math"
	"math/bits"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
)

// PlaneTicker is Semantics that evaluates up to 64 bots at once and finds what they
// remember by planes: a word has one bit of memory of 64 bots, a lane for each.
// What Tick does with a bit of each bot is then an instruction on the word.
//
// A pool keeps planes beside the memory of bots for trees that are Local. The
// memory is what they mean: whoever asks for it finds it current, see [Pool].
type PlaneTicker interface {
	Layout() Layout
	// TickPlanes does for each bot of a mask of the cursor's batch what Tick does,
	// with the same leaves called in the same order for each, and returns their
	// statuses; who is in none failed. Those of other are in [Exec.Others].
	TickPlanes(x *Exec, mask uint64) (success, running, other uint64)
}

// PlaneSleeper is a [PlaneTicker] that is a [Sleeper], too. SleepPlanes is asked after
// TickPlanes for the same bots: it returns those that sleep for more than a tick, and sets
// their ticks; [math.MaxInt64] is forever.
type PlaneSleeper interface {
	PlaneTicker
	SleepPlanes(x *Exec, mask uint64, ticks *[64]int64) (asleep uint64)
}

// PlaneStorer is a [PlaneTicker] that plays a part of a tree in the memory of single lanes.
// StorePlanes is called when a leaf there commands its own tree: what the cursor's memory has
// of the lane in the place of planes is to be stored in these.
type PlaneStorer interface{ StorePlanes(x *Exec, lane int) }

// Layout says which part of a bot's memory is kept by planes. The rest, such as that
// of leaves, stays in the memory of the bot. One that is empty says that the program
// keeps none.
type Layout struct {
	// Words are the bits of the words of memory, from the first on, that are kept as
	// planes. [Exec.Planes] begins with these, in their order; other bits stay in memory.
	Words []uint32
	// Columns are the first words of numbers of 64 bits, which follow the planes: number
	// c of lane i is [Exec.Planes][64*c+i] behind them.
	Columns []int
	// Notes are words behind the columns that are the semantics' own: what it derives
	// from them. They are 0 whenever planes have been made from memory.
	Notes int
}

// planes returns how many planes there are.
func (l *Layout) planes() (n int) {
	for _, w := range l.Words {
		n += bits.OnesCount32(w)
	}
	return n
}

// kept returns the bits of two words, from word w on, that are kept as planes.
func (l *Layout) kept(w int) uint64 {
	if w+1 == len(l.Words) {
		return uint64(l.Words[w])
	}
	return uint64(l.Words[w]) | uint64(l.Words[w+1])<<32
}

// planes are the blocks of a pool: 64 rows each that follow each other in
// [Pool.ByBody]. Who evaluates rows of a block owns it.
type planes struct {
	layout Layout `memory:"-,the program's"`
	count  int    // of planes
	ticker PlaneTicker
	sleeps PlaneSleeper // nil where bots do not sleep
	blocks []block
	at     []int32 // by row: its place in the order, or -1
	lanes  lanes   // all of them, in that order
}

// lanes are bots side by side.
type lanes struct {
	rows, body []int32
	bots       []host.BotID
}

func (l *lanes) slice(lo, hi int) lanes { return lanes{l.rows[lo:hi], l.body[lo:hi], l.bots[lo:hi]} }

// block is 64 bots. A lane's planes may be ahead of the memory of its row, since they
// were evaluated, or behind it, since somebody was given the memory.
type block struct {
	planes        []uint64
	ahead, behind uint64
	// what the pool has as the statuses of the lanes of told
	told, success, running, other uint64
	changed                       bool // its bots are no longer those of the order
}

// newPlanes is nil for programs that keep no planes.
func newPlanes(p *Program) *planes {
	t, ok := p.Semantics.(PlaneTicker)
	if !ok || !p.Tree.Local() {
		return nil
	}
	pl := &planes{layout: t.Layout(), ticker: t}
	pl.count = pl.layout.planes()
	if _, sleeps := p.Semantics.(Sleeper); sleeps {
		pl.sleeps, ok = p.Semantics.(PlaneSleeper)
	}
	if !ok || pl.count == 0 {
		return nil
	}
	return pl
}

// size is how many words of 64 bits a block has.
func (pl *planes) size() int { return pl.count + 64*len(pl.layout.Columns) + pl.layout.Notes }

// arrange makes the blocks those of an order. Blocks whose rows are still the same
// keep their planes.
func (pl *planes) arrange(p *Pool) {
	order := p.near
	count := (len(order) + 63) / 64
	for k := range pl.blocks {
		now := order[min(64*k, len(order)):min(64*k+64, len(order))]
		if !slices.Equal(pl.of(k).rows, now) {
			pl.blocks[k].changed = true
			pl.update(p, k)
		}
	}
	for len(pl.at) < len(p.bots) {
		pl.at = append(pl.at, -1)
	}
	l := &pl.lanes
	l.rows, l.body, l.bots = resized(l.rows, len(order)), resized(l.body, len(order)), resized(l.bots, len(order))
	old := len(pl.blocks)
	pl.blocks = resized(pl.blocks, count)
	for k := range pl.blocks {
		b := &pl.blocks[k]
		if k < old && !b.changed {
			continue
		}
		lo, hi := 64*k, min(64*k+64, len(order))
		for i := lo; i < hi; i++ {
			row := order[i]
			l.rows[i], l.body[i], l.bots[i], pl.at[row] = row, p.bodies[row], p.bots[row], int32(i)
		}
		b.ahead, b.behind, b.told, b.changed = 0, ^uint64(0)>>(64-(hi-lo)), 0, false
	}
}

// resized is s with n elements, the old ones first.
func resized[T any](s []T, n int) []T { return slices.Grow(s, max(0, n-len(s)))[:n] }

// of is the lanes of a block.
func (pl *planes) of(k int) lanes { return pl.lanes.slice(64*k, min(64*k+64, len(pl.lanes.rows))) }

// where is the place of a row in the order, or -1 for one that came after that was made.
func (pl *planes) where(row int32) int32 {
	if int(row) >= len(pl.at) {
		return -1
	}
	return pl.at[row]
}

// place finds the block and the bit of a row.
func (pl *planes) place(row int32) (k int, bit uint64, ok bool) {
	at := pl.where(row)
	return int(at >> 6), 1 << (at & 63), at >= 0
}

// remove takes a row out of its block. Its memory has been checked out.
func (pl *planes) remove(row int32) {
	if k, _, ok := pl.place(row); ok {
		pl.blocks[k].changed = true
		pl.at[row] = -1
	}
}

// read brings the memory of a row up to date.
func (pl *planes) read(p *Pool, row int32) {
	if k, bit, ok := pl.place(row); ok && pl.blocks[k].ahead&bit != 0 {
		pl.update(p, k)
	}
}

// checkOut brings the memory of a row up to date for somebody who may change it.
func (pl *planes) checkOut(p *Pool, row int32) {
	pl.read(p, row)
	if k, bit, ok := pl.place(row); ok {
		pl.blocks[k].behind |= bit
	}
}

// gather brings the planes of a block up to date.
func (pl *planes) gather(p *Pool, k int) {
	b := &pl.blocks[k]
	if b.planes == nil {
		b.planes = make([]uint64, pl.size())
	}
	rows, lanes := pl.of(k).rows, b.behind
	var a [64]uint64
	next := 0
	for w := 0; w < len(pl.layout.Words); w += 2 {
		kept := pl.layout.kept(w)
		if kept == 0 {
			continue
		}
		clear(a[:])
		for m := lanes; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m)
			mem := p.window(rows[i])
			a[i] = uint64(mem[w])
			if w+1 < len(mem) {
				a[i] |= uint64(mem[w+1]) << 32
			}
		}
		transpose(&a)
		for ; kept != 0; kept &= kept - 1 {
			b.planes[next] = b.planes[next]&^lanes | a[bits.TrailingZeros64(kept)]
			next++
		}
	}
	for c, w := range pl.layout.Columns {
		column := pl.column(b, c)
		for m := lanes; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m)
			mem := p.window(rows[i])
			column[i] = uint64(mem[w]) | uint64(mem[w+1])<<32
		}
	}
	clear(b.planes[len(b.planes)-pl.layout.Notes:])
	b.behind = 0
	b.told &^= lanes
}

// update brings the memories of all bots of a block up to date.
func (pl *planes) update(p *Pool, k int) {
	b := &pl.blocks[k]
	rows, lanes := pl.of(k).rows, b.ahead
	if lanes == 0 {
		return
	}
	var a [64]uint64
	next := 0
	for w := 0; w < len(pl.layout.Words); w += 2 {
		kept := pl.layout.kept(w)
		if kept == 0 {
			continue
		}
		clear(a[:])
		for m := kept; m != 0; m &= m - 1 {
			a[bits.TrailingZeros64(m)] = b.planes[next]
			next++
		}
		transpose(&a)
		for m := lanes; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m)
			mem := p.window(rows[i])
			mem[w] = mem[w]&^uint32(kept) | uint32(a[i])
			if w+1 < len(mem) {
				mem[w+1] = mem[w+1]&^uint32(kept>>32) | uint32(a[i]>>32)
			}
		}
	}
	for c, w := range pl.layout.Columns {
		column := pl.column(b, c)
		for m := lanes; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m)
			mem := p.window(rows[i])
			mem[w], mem[w+1] = uint32(column[i]), uint32(column[i]>>32)
		}
	}
	b.ahead = 0
}

func (pl *planes) column(b *block, c int) []uint64 { return b.planes[pl.count+64*c:][:64] }

// transpose makes bit i of word j bit j of word i.
func transpose(a *[64]uint64) {
	low := ^uint64(0) >> 32 // of each 2*j bits the lower j
	for j := 32; j != 0; j >>= 1 {
		shift := uint(j) & 63
		for k := 0; k < 64; k = (k + j + 1) &^ j {
			x, y := &a[k&63], &a[(k+j)&63]
			t := (*x>>shift ^ *y) & low
			*x ^= t << shift
			*y ^= t
		}
		low ^= low << (shift / 2)
	}
}

// tick evaluates rows that follow each other in the order, or any others, a block at
// a time.
func (pl *planes) tick(p *Pool, x *Exec, rows []int32) {
	for len(rows) > 0 {
		k, mask, n := pl.batch(p, rows)
		if k < 0 || n < fewLanes && pl.blocks[k].ahead&mask == 0 {
			p.TickEach(x, rows[:n], x.Moment)
		} else {
			pl.tickBlock(p, x, k, mask)
		}
		rows = rows[n:]
	}
}

// batch is how many of the first rows are in one block, and the mask of them; the
// block of those that came after the order was made is -1.
func (pl *planes) batch(p *Pool, rows []int32) (k int, mask uint64, n int) {
	at := pl.where(rows[0])
	if at >= 0 && &rows[0] == &p.near[at] {
		n = min(len(rows), 64-int(at&63))
		return int(at >> 6), ^uint64(0) >> (64 - n) << (at & 63), n
	}
	for n < len(rows) && pl.where(rows[n])>>6 == at>>6 {
		mask |= 1 << (pl.where(rows[n]) & 63)
		n++
	}
	return int(at >> 6), mask, n
}

// fewLanes is how many lanes are worth a batch, unless their planes are in use.
const fewLanes = 4

func (pl *planes) tickBlock(p *Pool, x *Exec, k int, mask uint64) {
	if pl.sleeps != nil {
		if mask = pl.awake(p, k, mask, x.Tick); mask == 0 {
			return
		}
	}
	b := &pl.blocks[k]
	if b.behind != 0 {
		pl.gather(p, k)
	}
	x.Planes, x.lanes, x.block, x.mask = b.planes, pl.of(k), k, mask
	clear(x.draws[:])
	x.batched, x.Gathered = true, true
	lives := len(x.Tree.Lives) > 0
	for m := mask; m != 0 && lives; m &= m - 1 {
		beginTurn(x.Tree, p.window(x.lanes.rows[bits.TrailingZeros64(m)]))
	}
	s, r, o := pl.ticker.TickPlanes(x, mask)
	x.batched = false
	b.ahead |= mask
	for m := mask; m != 0 && lives; m &= m - 1 {
		i := bits.TrailingZeros64(m)
		p.endTurns(x, x.lanes.rows[i:i+1])
	}
	if pl.sleeps != nil {
		if b.behind != 0 { // the end of a life has changed them
			pl.gather(p, k)
		}
		pl.sleep(p, x, mask)
	}
	for m := ((s ^ b.success) | (r ^ b.running) | (o ^ b.other) | ^b.told | o) & mask; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m)
		p.status[x.lanes.rows[i]] = statusAt(x, i, s, r, o)
	}
	b.told |= mask
	b.success, b.running, b.other = b.success&^mask|s&mask, b.running&^mask|r&mask, b.other&^mask|o&mask
}

// awake returns the lanes of a mask that are due.
func (pl *planes) awake(p *Pool, k int, mask uint64, tick int64) uint64 {
	rows := pl.of(k).rows
	for m := mask; m != 0; m &= m - 1 {
		if i := bits.TrailingZeros64(m); p.due[rows[i]] > tick {
			mask &^= 1 << i
		}
	}
	return mask
}

// sleep notes when the lanes of a mask are due again.
func (pl *planes) sleep(p *Pool, x *Exec, mask uint64) {
	asleep := pl.sleeps.SleepPlanes(x, mask, &x.ticks)
	for m := mask; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m)
		ticks := int64(1)
		if asleep>>i&1 != 0 {
			ticks = max(x.ticks[i], 1)
		}
		if ticks > math.MaxInt64-x.Tick {
			p.due[x.lanes.rows[i]] = math.MaxInt64
		} else {
			p.due[x.lanes.rows[i]] = x.Tick + ticks
		}
	}
}

// statusAt is the status of a lane.
func statusAt(x *Exec, i int, success, running, other uint64) host.Status {
	switch bit := uint64(1) << i; {
	case success&bit != 0:
		return host.Success
	case running&bit != 0:
		return host.Running
	case other&bit != 0:
		return x.Others[i]
	}
	return host.Failure
}
