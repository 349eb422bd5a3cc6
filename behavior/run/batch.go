package run

import (
	"math/bits"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// A RowTicker whose trees remember something evaluates up to 64 rows side by
// side: a node for all of them that get there, then the next node. A row is a
// bit of a mask. What a leaf costs beside its own work is then paid once for
// all rows, and not once a row.

// Abreast begins with rows that are evaluated side by side, at most 64.
func (x *Exec) Abreast(rows []int32) {
	x.abreast = rows
	clear(x.draws[:len(rows)])
}

// At moves the cursor to a row of those that are evaluated side by side; Away
// is called when the row is left.
func (x *Exec) At(i int) {
	x.Seek(x.abreast[i])
	x.Draws = x.draws[i]
}

// Away notes how many random numbers the row at the cursor drew so far.
func (x *Exec) Away(i int) { x.draws[i] = x.Draws }

// MemoryOf is the memory of a row of those that are evaluated side by side.
func (x *Exec) MemoryOf(i int) []uint32 { return x.pool.memory(x.abreast[i]) }

// BodyAt is the world's row of a row of those that are evaluated side by side.
func (x *Exec) BodyAt(i int) int32 { return x.pool.bodies[x.abreast[i]] }

// ActEach does for each row of a mask what Leaf does, but for tracing.
func (x *Exec) ActEach(n tree.NodeID, mask uint64, s *[64]host.Status) {
	leaf := &x.Tree.Leaves[x.Tree.Nodes[n].Leaf]
	x.begin(n, x.Tree.Nodes[n].Leaf)
	for mask != 0 {
		mask = x.actSome(leaf, mask, s)
	}
}

// actSome goes up to the first row whose action panics, and returns the rows
// behind it.
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
			c.Memory.Words = x.MemoryOf(i)
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

// AskEach does for each row of a mask what Value does.
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
	row := x.abreast[i]
	x.Body, x.Bot = x.pool.bodies[row], x.pool.bots[row]
	x.call.Body, x.call.Bot, x.call.Draws = x.Body, x.Bot, x.draws[i]
	return i
}

// rescueRow is rescue where rows are called side by side: the first of those
// that are left is the one that panicked.
func (x *Exec) rescueRow(left *uint64) {
	if v := recover(); v != nil {
		x.draws[bits.TrailingZeros64(*left)] = x.call.Draws
		*left &= *left - 1
		x.call.Panicked(v)
	}
}
