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

// BeginBatch selects up to 64 rows that are evaluated together, node by node: a
// node for all of them that get there, then the next node. Bit i of a mask is row
// rows[i]. The overhead of calling a leaf is then paid once for the batch, and not
// once a row.
func (x *Exec) BeginBatch(rows []int32) {
	x.batch = rows
	clear(x.draws[:len(rows)])
}

// Enter moves the cursor to row i of the batch. Each Enter is followed by a
// Leave.
func (x *Exec) Enter(i int) {
	x.Seek(x.batch[i])
	x.Draws = x.draws[i]
}

// Leave notes how many random numbers row i of the batch, at the cursor, drew so
// far.
func (x *Exec) Leave(i int) { x.draws[i] = x.Draws }

// BatchMemory is the memory of row i of the batch.
func (x *Exec) BatchMemory(i int) []uint32 { return x.pool.memory(x.batch[i]) }

// BatchBody is the world's row of row i of the batch.
func (x *Exec) BatchBody(i int) int32 { return x.pool.bodies[x.batch[i]] }

// ActEach calls the action of a node for each row of a mask, as Leaf does, without
// tracing.
func (x *Exec) ActEach(n tree.NodeID, mask uint64, s *[64]host.Status) {
	leaf := &x.Tree.Leaves[x.Tree.Nodes[n].Leaf]
	x.begin(n, x.Tree.Nodes[n].Leaf)
	for mask != 0 {
		mask = x.actSome(leaf, mask, s)
	}
}

// actSome stops after the first row whose action panics, and returns the rows
// that are left.
func (x *Exec) actSome(leaf *tree.Leaf, mask uint64, s *[64]host.Status) (left uint64) {
	left = mask
	defer x.rescueRow(&left)
	a, c := leaf.Action, &x.call
	if a.Bits > 0 {
		c.Memory = host.Memory{Base: int(leaf.Slot), Bits: a.Bits}
	}
	for ; left != 0; left &= left - 1 {
		i := x.atRow(left)
		if a.Bits > 0 {
			c.Memory.Words = x.BatchMemory(i)
		}
		s[i] = host.Failure
		c.Intent = host.Intent{}
		s[i] = a.Tick(c)
		x.draws[i] = c.Draws
		if a.Kind == host.Leaf && (s[i] == host.Success || s[i] == host.Running) {
			x.World.Decide(c.Body, a, c.Intent)
		}
	}
	return left
}

// AskEach calls a function for each row of a mask, as Value does.
func (x *Exec) AskEach(n tree.NodeID, leaf uint16, mask uint64, v *[64]host.Value) {
	f := x.begin(n, leaf).Func
	for mask != 0 {
		mask = x.askSome(f, mask, v)
	}
}

func (x *Exec) askSome(f *host.Func, mask uint64, v *[64]host.Value) (left uint64) {
	left = mask
	defer x.rescueRow(&left)
	c := &x.call
	for ; left != 0; left &= left - 1 {
		i := x.atRow(left)
		v[i] = host.NullValue
		v[i] = f.Eval(c)
		x.draws[i] = c.Draws
	}
	return left
}

// atRow readies the call for the first row of a mask.
func (x *Exec) atRow(mask uint64) (i int) {
	i = bits.TrailingZeros64(mask)
	row := x.batch[i]
	x.Body, x.Bot = x.pool.bodies[row], x.pool.bots[row]
	x.call.Body, x.call.Bot, x.call.Draws = x.Body, x.Bot, x.draws[i]
	return i
}

// rescueRow is rescue for a batch: the first of the rows that are left is the one
// that panicked.
func (x *Exec) rescueRow(left *uint64) {
	if v := recover(); v != nil {
		x.draws[bits.TrailingZeros64(*left)] = x.call.Draws
		*left &= *left - 1
		x.call.Panicked(v)
	}
}

// LeafRows calls the action of a node for the rows of a mask, at most 64, and
// returns the masks of those that succeeded and that run on. Whatever the
// action answers for the others, they failed. While a tracer is on, and after a
// panic in Rows, the rows are called one by one.
func (x *Exec) LeafRows(n tree.NodeID, rows []int32, mask uint64) (success, running uint64) {
	leaf := x.Tree.Nodes[n].Leaf
	if x.Tree.Leaves[leaf].Action.Rows != nil && x.Trace == nil {
		x.beginRows(n, leaf, rows, mask)
		if x.tickRows() {
			return x.rows.Success & mask, 0
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

func (x *Exec) beginRows(n tree.NodeID, leaf uint16, rows []int32, mask uint64) {
	x.Seek(rows[bits.TrailingZeros64(mask)]) // a panic is reported for the first row
	l := x.begin(n, leaf)
	for i, row := range rows {
		x.body[i] = x.pool.bodies[row]
	}
	x.setRows(n, l, x.body[:len(rows)], mask)
}

func (x *Exec) setRows(n tree.NodeID, l *tree.Leaf, body []int32, mask uint64) {
	r := &x.rows
	r.World, r.Body, r.Tick, r.DT = x.World, body, x.Tick, x.DT
	r.Args, r.Facet, r.Mask, r.Success = l.Args, l.Facet, mask, 0
	r.Action, r.Node, r.Source = l.Action, uint16(n), x.Tree
}

// LeafLanes calls the action of a node for the lanes of a mask and returns those
// that succeeded. After a panic, which is reported for the first of them, none did.
func (x *Exec) LeafLanes(n tree.NodeID, l Lanes, mask uint64) (success uint64) {
	x.setRows(n, &x.Tree.Leaves[x.Tree.Nodes[n].Leaf], l.Bodies(), mask)
	if !x.tickLanes(mask) {
		return 0
	}
	return x.rows.Success & mask
}

func (x *Exec) tickRows() (done bool) {
	defer x.rescue()
	x.rows.Action.Rows(&x.rows)
	return true
}

func (x *Exec) tickLanes(mask uint64) (done bool) {
	defer x.rescueLanes(mask)
	x.rows.Action.Rows(&x.rows)
	return true
}

// rescueLanes is rescue for lanes. Only here is asked who the first of them is: to
// know that in every tick would be a look into a column for each group.
func (x *Exec) rescueLanes(mask uint64) {
	if v := recover(); v != nil {
		r := &x.rows
		x.Body = r.Body[bits.TrailingZeros64(mask)]
		x.Bot = x.World.ID(x.Body)
		x.begin(tree.NodeID(r.Node), x.Tree.Nodes[r.Node].Leaf)
		x.call.Panicked(v)
	}
}
