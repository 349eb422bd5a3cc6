package run

import (
	"math/bits"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// Exec is a cursor over a pool's rows: the bot that is being evaluated, its
// memory and the moment. It belongs to one worker and is never kept.
type Exec struct {
	Tree  *tree.Tree
	World host.World
	Mem   []uint32 // the memory of Row
	Row   int32    // in the pool
	Body  int32    // the bot's row in the world
	Bot   host.BotID
	Tick  int64
	DT    float64 // seconds of simulated time a tick
	Trace Tracer  // nil when off

	pool *Pool
	call host.Call
	rows host.Rows
	body [64]int32
	bot  [64]host.BotID
}

// NewExec makes a cursor that is over no pool, for trees that remember nothing:
// the caller sets Body and Bot.
func NewExec(p *Program, w host.World) Exec { return Exec{Tree: p.Tree, World: w} }

// Seek moves the cursor to a row of its pool.
func (x *Exec) Seek(row int32) {
	p := x.pool
	x.Row, x.Body, x.Bot = row, p.bodies[row], p.bots[row]
	x.Mem = p.memory(row)
}

// Finish stores the status of a row after its tick.
func (x *Exec) Finish(row int32, s host.Status) { x.pool.status[row] = s }

// BodyOf is the world's row of a row of the pool.
func (x *Exec) BodyOf(row int32) int32 { return x.pool.bodies[row] }

// Leaf calls the action of a node for the bot at the cursor. When it
// succeeds or runs on, its intent becomes the bot's. An action that panics
// fails and is reported.
func (x *Exec) Leaf(n tree.NodeID) host.Status {
	leaf := x.begin(n)
	s := x.tick(leaf.Action)
	if s == host.Success || s == host.Running {
		x.World.Decide(x.Body, leaf.Action, x.call.Intent)
	}
	if x.Trace != nil {
		x.Trace.Leaf(x.Row, n, host.Visited, s)
	}
	return s
}

func (x *Exec) tick(a *host.Action) (s host.Status) {
	defer func() {
		if v := recover(); v != nil {
			x.World.Fault(x.call.Panicked(v))
			s = host.Failure
		}
	}()
	return a.Tick(&x.call)
}

// Value calls the function of a node for the bot at the cursor. A function
// that panics yields null and is reported.
func (x *Exec) Value(n tree.NodeID) (v host.Value) {
	leaf := x.begin(n)
	defer func() {
		if p := recover(); p != nil {
			x.World.Fault(x.call.Panicked(p))
			v = host.NullValue
		}
	}()
	return leaf.Func.Eval(&x.call)
}

// Notify makes one of the life-cycle calls of a node's action.
func (x *Exec) Notify(n tree.NodeID, what host.Notice) {
	leaf := x.begin(n)
	x.notify(leaf.Action, what)
	if x.Trace != nil {
		x.Trace.Leaf(x.Row, n, what, host.Ready)
	}
}

func (x *Exec) notify(a *host.Action, what host.Notice) {
	var f func(*host.Call)
	switch what {
	case host.Entered:
		f = a.Enter
	case host.Exited:
		f = a.Exit
	case host.WasReset:
		f = a.Reset
	case host.WasStopped:
		f = a.Stop
	}
	if f == nil {
		return
	}
	defer func() {
		if v := recover(); v != nil {
			x.World.Fault(x.call.Panicked(v))
		}
	}()
	f(&x.call)
}

// Send hands an event to a node's action.
func (x *Exec) Send(n tree.NodeID, e host.Event) {
	leaf := x.begin(n)
	if leaf.Action.Event == nil {
		return
	}
	defer func() {
		if v := recover(); v != nil {
			x.World.Fault(x.call.Panicked(v))
		}
	}()
	leaf.Action.Event(&x.call, e)
}

func (x *Exec) begin(n tree.NodeID) *tree.Leaf {
	node := &x.Tree.Nodes[n]
	leaf := &x.Tree.Leaves[node.Leaf]
	x.call = host.Call{
		World: x.World, Body: x.Body, Bot: x.Bot, Tick: x.Tick, DT: x.DT,
		Args: leaf.Args, Facet: leaf.Facet, Action: leaf.Action,
		Memory: host.Memory{Words: x.Mem, Base: int(node.Slot)},
		Node:   uint16(n), Source: x.Tree,
	}
	return leaf
}

// LeafRows calls the action of a node for the rows of a mask, at most 64, and
// returns the masks of those that succeeded and that run on.
func (x *Exec) LeafRows(n tree.NodeID, rows []int32, mask uint64) (success, running uint64) {
	leaf := &x.Tree.Leaves[x.Tree.Nodes[n].Leaf]
	if leaf.Action.Rows == nil || x.Trace != nil {
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
	for i, row := range rows {
		x.body[i], x.bot[i] = x.pool.bodies[row], x.pool.bots[row]
	}
	return x.tickRows(n, leaf, x.body[:len(rows)], x.bot[:len(rows)], mask), 0
}

// LeafWord calls the action of a node for the bots of a word.
func (x *Exec) LeafWord(n tree.NodeID, w Word, mask uint64) (success uint64) {
	body, bot := w.Bodies()
	return x.tickRows(n, &x.Tree.Leaves[x.Tree.Nodes[n].Leaf], body, bot, mask)
}

func (x *Exec) tickRows(n tree.NodeID, leaf *tree.Leaf, body []int32, bot []host.BotID, mask uint64) (success uint64) {
	x.rows = host.Rows{
		World: x.World, Body: body, Bot: bot, Tick: x.Tick,
		Args: leaf.Args, Facet: leaf.Facet, Mask: mask, Action: leaf.Action, Node: uint16(n),
	}
	defer func() {
		if v := recover(); v != nil {
			x.call = host.Call{Bot: x.rows.Bot[0], Tick: x.Tick, Node: uint16(n), Source: x.Tree}
			x.World.Fault(x.call.Panicked(v))
			success = 0
		}
	}()
	x.rows.Action.Rows(&x.rows)
	return x.rows.Success
}
