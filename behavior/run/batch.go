package run

import (
	"math/bits"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// RowTicker is Semantics that can evaluate many bots at once. TickRows does
// for all rows what Tick does for each, with the same leaves called in the
// same order for each row; it stores their statuses by [Exec.Finish].
type RowTicker interface {
	TickRows(x *Exec, rows []int32)
}

// walker is Semantics of trees that remember nothing, which can go on in the middle of a tree: one rescue
// then does for the leaves of many bots. First is the place where a tree begins. Walk does from a place on
// what Tick does, while nobody traces; before it calls [Act] it sets [Exec.Next] to the place where it goes
// on if the leaf fails.
type walker interface {
	First() int32
	Walk(x *Exec, from int32) host.Status
}

// LaneTicker is Semantics of trees that remember nothing, which it can evaluate
// for up to 64 bots that the world keeps together, a bot a lane. It does for each
// bot of the mask what Tick does.
type LaneTicker interface {
	TickLanes(x *Exec, l Lanes, mask uint64) (success, running uint64)
}

// Lanes are up to 64 bots. Bit i of a mask is the bot of lane i.
type Lanes interface {
	// Holds is the mask of the bots that match a facet.
	Holds(f host.FacetID) uint64
	// Bodies are the bots' rows in the world, by lane.
	Bodies() []int32
}

// Bodies returns the world's rows of the bots of the batch, by lane.
func (x *Exec) Bodies() []int32 { return x.lanes.body }

// Column returns a column of numbers of the cursor's own, for the semantics: a number for
// each lane, of any value before it is set. A column is one and the same as long as
// the cursor.
func (x *Exec) Column(i int) *[64]float64 {
	for len(x.columns) <= i {
		x.columns = append(x.columns, new([64]float64))
	}
	return x.columns[i]
}

// Enter moves the cursor to a lane of the batch, with the memory of its leaves: what
// is kept by planes is old there. Each Enter is followed by a Leave.
func (x *Exec) Enter(lane int) {
	row := x.lanes.rows[lane]
	x.lane, x.Row, x.Body, x.Bot = lane, row, x.lanes.body[lane], x.lanes.bots[lane]
	x.Mem, x.Draws = x.pool.window(row), x.draws[lane]
	if x.pool.side != nil {
		x.Side = x.pool.side[row]
	}
}

// Leave notes how many random numbers the lane at the cursor drew so far.
func (x *Exec) Leave() { x.draws[x.lane] = x.Draws }

// InLane calls f with the cursor over a lane of the batch and all of its memory, also what is
// kept by planes, which f may change. That is for what is rare.
func (x *Exec) InLane(lane int, f func()) {
	x.lane = lane
	p, bit := x.pool, uint64(1)<<x.lane
	b := &p.planes.blocks[x.block]
	if s, ok := p.planes.ticker.(PlaneStorer); ok {
		s.StorePlanes(x, x.lane)
	}
	b.ahead |= x.mask
	x.Seek(x.lanes.rows[x.lane])
	f()
	b.behind, b.ahead = b.behind|bit, b.ahead|x.mask&^bit
	p.planes.gather(p, x.block)
	b.ahead |= bit
	x.Gathered = true
}

// ActLanes calls the action of a node for each lane of a mask, as Leaf does, without
// tracing: by columns where it can be called so. Whoever is in no mask failed.
func (x *Exec) ActLanes(n tree.NodeID, mask uint64) (success, running, other uint64) {
	if mask == 0 {
		return 0, 0, 0
	}
	index := x.Tree.Nodes[n].Leaf
	if x.Tree.Leaves[index].Lived {
		return x.liveLanes(n, mask)
	}
	leaf := x.begin(n, index)
	if leaf.Action.Rows != nil {
		x.setLanes(n, leaf, mask)
		drawn := x.draws
		host.RuntimeOfRows(&x.rows).Draws = &x.draws
		if x.tickRows() {
			success, running = x.rowsAnswered(mask)
			return success, running, 0
		}
		x.draws = drawn
		x.begin(n, index)
	}
	for mask != 0 {
		var s, r, o uint64
		s, r, o, mask = x.actSome(leaf, mask)
		success, running, other = success|s, running|r, other|o
	}
	return success, running, other
}

// liveLanes is ActLanes for an action that has a life: one lane after the other.
func (x *Exec) liveLanes(n tree.NodeID, mask uint64) (success, running, other uint64) {
	for ; mask != 0; mask &= mask - 1 {
		i := bits.TrailingZeros64(mask)
		x.Enter(i)
		switch s := x.Leaf(n); s {
		case host.Failure:
		case host.Success:
			success |= 1 << i
		case host.Running:
			running |= 1 << i
		default:
			other |= 1 << i
			x.Others[i] = s
		}
		x.Leave()
	}
	return success, running, other
}

// actSome stops after the first lane whose action panics, and returns the lanes that
// are left.
func (x *Exec) actSome(leaf *tree.Leaf, mask uint64) (success, running, other, left uint64) {
	left = mask
	defer x.rescueLane(&left, nil)
	a, c := leaf.Action, &x.call
	rt := host.RuntimeOf(c)
	body, bots, tick := x.lanes.body, x.lanes.bots, a.Tick
	for ; left != 0; left &= left - 1 {
		i := bits.TrailingZeros64(left) & 63
		x.lane = i
		c.Body, c.Bot, rt.Draws = body[i], bots[i], x.draws[i]
		if a.Bits > 0 {
			c.Memory = host.MemoryOf(x.pool.window(x.lanes.rows[i]), int(leaf.Slot), a.Bits)
		}
		c.Intent = host.Intent{}
		s := tick(c)
		x.draws[i] = rt.Draws
		switch s {
		case host.Failure:
			continue
		case host.Success:
			success |= 1 << i
		case host.Running:
			running |= 1 << i
		default:
			if s = valid(c, a, s); s != host.Failure {
				other |= 1 << i
				x.Others[i] = s
			}
			continue
		}
		if a.Kind == host.Leaf {
			x.World.Decide(c.Body, a, c.Intent)
		}
	}
	return success, running, other, 0
}

// AskLanes calls a function for each lane of a mask, as Value does, by columns where
// it can be called so. It sets their numbers, and returns the lanes whose number is a
// [host.Number]; what is neither a number nor a truth value is 0. Of numbers that are not below
// enough, unless that is 0, it does not matter which they are.
func (x *Exec) AskLanes(n tree.NodeID, leaf uint16, mask uint64, enough float64, numbers *[64]float64) (floats uint64) {
	if mask == 0 {
		return 0
	}
	l := x.begin(n, leaf)
	if l.Func.Rows != nil {
		x.setLanes(n, l, mask)
		host.RuntimeOfRows(&x.rows).Enough = enough
		if x.askRows(l.Func, numbers) {
			if l.Func.Result == host.Number {
				return mask &^ x.rows.Null
			}
			return 0
		}
		x.begin(n, leaf)
	}
	for mask != 0 {
		x.call.Args = l.Args // one that panicked may have left others
		var some uint64
		some, _, mask = x.askSome(l.Func, mask, numbers)
		floats |= some
	}
	return floats
}

// HoldLanes asks the condition of a node for the lanes of a mask, by columns where it can be
// asked so, and returns those of which it is true.
func (x *Exec) HoldLanes(n tree.NodeID, mask uint64) (holds uint64) {
	leaf := x.Tree.Nodes[n].Leaf
	l := x.begin(n, leaf)
	if l.Func.Rows != nil && l.Func.Result == host.Bool {
		x.setLanes(n, l, mask)
		if x.askRows(l.Func, &x.numbers) {
			return notZero(&x.numbers, mask)
		}
		x.begin(n, leaf)
	}
	for mask != 0 {
		x.call.Args = l.Args // one that panicked may have left others
		var some uint64
		_, some, mask = x.askSome(l.Func, mask, &x.numbers)
		holds |= some
	}
	return holds
}

// notZero returns the lanes of a mask whose number is not 0.
func notZero(numbers *[64]float64, mask uint64) (lanes uint64) {
	for ; mask != 0; mask &= mask - 1 {
		i := bits.TrailingZeros64(mask) & 63
		lanes |= bitOf(numbers[i] != 0) << i
	}
	return lanes
}

// bitOf is 1 for true: as a number it costs no guess of a processor, which would be wrong as
// often as not.
func bitOf(holds bool) (bit uint64) {
	if holds {
		bit = 1
	}
	return bit
}

func (x *Exec) askRows(f *host.Func, numbers *[64]float64) (done bool) {
	defer x.rescue()
	f.Rows(&x.rows, numbers)
	return true
}

// askSome stops after the first lane whose function panics, and returns the lanes whose
// number is a [host.Number], those of which it is true, and those that are left.
func (x *Exec) askSome(f *host.Func, mask uint64, numbers *[64]float64) (floats, holds, left uint64) {
	left = mask
	defer x.rescueLane(&left, numbers)
	c, eval := &x.call, f.Eval
	rt := host.RuntimeOf(c)
	body, bots := x.lanes.body, x.lanes.bots
	for ; left != 0; left &= left - 1 {
		i := bits.TrailingZeros64(left) & 63
		x.lane = i
		c.Body, c.Bot, rt.Draws = body[i], bots[i], x.draws[i]
		v := eval(c)
		x.draws[i] = rt.Draws
		numbers[i] = v.Number()
		switch {
		case v.Kind() == host.Number:
			floats |= 1 << i
		case v.Bool():
			holds |= 1 << i
		}
	}
	return floats, holds, 0
}

// rescueLane is rescue for a batch: the first of the lanes that are left is the one
// that panicked. Its number is 0.
func (x *Exec) rescueLane(left *uint64, numbers *[64]float64) {
	if v := recover(); v != nil {
		x.draws[x.lane] = host.RuntimeOf(&x.call).Draws
		if numbers != nil {
			numbers[x.lane] = 0
		}
		*left &= *left - 1
		host.Panicked(&x.call, v)
	}
}

// setLanes readies the call of a leaf for lanes of the batch.
func (x *Exec) setLanes(n tree.NodeID, l *tree.Leaf, mask uint64) {
	x.lane = bits.TrailingZeros64(mask) // a panic is reported for the first
	x.call.Body, x.call.Bot = x.lanes.body[x.lane], x.lanes.bots[x.lane]
	x.setRows(n, l, x.lanes.body, x.lanes.bots, mask)
}

// LeafRows calls the action of a node for the rows of a mask, at most 64, and
// returns the masks of those that succeeded and that run on. Whatever the
// action answers for the others, they failed. While a tracer is on, and after a
// panic in Rows, the rows are called one by one.
func (x *Exec) LeafRows(n tree.NodeID, rows []int32, mask uint64) (success, running uint64) {
	leaf := x.Tree.Nodes[n].Leaf
	if x.Tree.Leaves[leaf].Action.Rows != nil && x.Trace == nil {
		x.beginRows(n, leaf, rows, mask)
		if x.tickLanes(mask) {
			return x.rowsAnswered(mask)
		}
	}
	for m := mask; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m)
		x.Seek(rows[i])
		switch x.Leaf(n) {
		case host.Success:
			success |= 1 << i
		case host.Running:
			running |= 1 << i
		}
	}
	return success, running
}

// TrueRows calls the condition of a node for the rows of a mask, at most 64, each with
// a stream of random numbers of its own, and returns those of which it is true. After a
// panic in Rows, the rows are called one by one.
func (x *Exec) TrueRows(n tree.NodeID, rows []int32, mask uint64) (holds uint64) {
	leaf := x.Tree.Nodes[n].Leaf
	if f := x.Tree.Leaves[leaf].Func; f.Rows != nil && f.Result == host.Bool {
		x.beginRows(n, leaf, rows, mask)
		if askFirst(x, f, leaf, mask) {
			return notZero(&x.numbers, mask)
		}
	}
	for m := mask; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m)
		x.Seek(rows[i])
		if x.Value(n, leaf).Bool() {
			holds |= 1 << i
		}
	}
	return holds
}

// beginRows readies the call of a leaf for rows of the range under way: the call for a single one
// is made only where somebody must be told of a panic.
func (x *Exec) beginRows(n tree.NodeID, leaf uint16, rows []int32, mask uint64) {
	if len(x.near) != len(rows) || &x.near[0] != &rows[0] {
		x.near = rows
		for i, row := range rows {
			x.body[i], x.bots[i] = x.pool.bodies[row], x.pool.bots[row]
		}
	}
	x.setRows(n, &x.Tree.Leaves[leaf], x.body[:len(rows)], x.bots[:len(rows)], mask)
}

func (x *Exec) setRows(n tree.NodeID, l *tree.Leaf, body []int32, bots []host.BotID, mask uint64) {
	r := &x.rows
	r.World, r.Body, r.Tick, r.DT = x.World, body, x.Tick, x.DT
	r.Args, r.Facet, r.Mask, r.Success, r.Running, r.Null = l.Args, l.Facet, mask, 0, 0, 0
	*host.RuntimeOfRows(r) = host.RowsRuntime{Action: l.Action, Node: uint16(n), Source: x.Tree, Bots: bots}
}

// rowsAnswered are the rows of a mask that succeeded and that run on. A row that is in
// both succeeded.
func (x *Exec) rowsAnswered(mask uint64) (success, running uint64) {
	success = x.rows.Success & mask
	return success, x.rows.Running & mask &^ success
}

// LeafLanes calls the action of a node for the lanes of a mask and returns those
// that succeeded and that run on. After a panic, which is reported for the first of
// them, all failed.
func (x *Exec) LeafLanes(n tree.NodeID, l Lanes, mask uint64) (success, running uint64) {
	x.setRows(n, &x.Tree.Leaves[x.Tree.Nodes[n].Leaf], l.Bodies(), nil, mask)
	if !x.tickLanes(mask) {
		return 0, 0
	}
	return x.rowsAnswered(mask)
}

func (x *Exec) tickRows() (done bool) {
	defer x.rescue()
	host.RuntimeOfRows(&x.rows).Action.Rows(&x.rows)
	return true
}

func (x *Exec) tickLanes(mask uint64) (done bool) {
	n := tree.NodeID(host.RuntimeOfRows(&x.rows).Node)
	defer x.rescueLanes(n, x.Tree.Nodes[n].Leaf, mask, &done)
	host.RuntimeOfRows(&x.rows).Action.Rows(&x.rows)
	return true
}

// askFirst is askRows that is told of a panic as tickLanes is.
func askFirst(x *Exec, f *host.Func, leaf uint16, mask uint64) (done bool) {
	defer x.rescueLanes(tree.NodeID(host.RuntimeOfRows(&x.rows).Node), leaf, mask, &done)
	f.Rows(&x.rows, &x.numbers)
	return true
}

// rescueLanes is rescue for lanes. Only here is asked who the first of them is: to
// know that in every tick would be a look into a column for each group. It readies the call also
// where an action ends the goroutine, for [Exec.Ended].
func (x *Exec) rescueLanes(n tree.NodeID, leaf uint16, mask uint64, done *bool) {
	if *done {
		return
	}
	x.beginFirst(n, leaf, mask)
	if v := recover(); v != nil {
		host.Panicked(&x.call, v)
	}
}

// beginFirst readies the call of a leaf that is called by columns, for the first of the lanes.
func (x *Exec) beginFirst(n tree.NodeID, leaf uint16, mask uint64) {
	x.Body = x.rows.Body[bits.TrailingZeros64(mask)]
	x.Bot = x.World.ID(x.Body)
	x.begin(n, leaf)
}
