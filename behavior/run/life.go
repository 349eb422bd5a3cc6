package run

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// What an action that declares Begin or End has of memory, behind its own: whether its life
// has begun, and whether it was called in the bot's last turn, or since.
const (
	hasBegun = iota
	wasCalled
)

func lifeBit(l *tree.Leaf, what int) (word int, bit uint32) {
	at := int(l.Slot) + l.Action.Bits + what
	return at >> 5, 1 << (at & 31)
}

func marked(mem []uint32, l *tree.Leaf, what int) bool {
	word, bit := lifeBit(l, what)
	return mem[word]&bit != 0
}

func mark(mem []uint32, l *tree.Leaf, what int, on bool) {
	word, bit := lifeBit(l, what)
	if mem[word] &^= bit; on {
		mem[word] |= bit
	}
}

// start begins the life of the action that is about to be called, unless it lives already.
// An action whose Begin panics is not called.
func (x *Exec) start(l *tree.Leaf) (ok bool) {
	mark(x.Mem, l, wasCalled, true)
	if marked(x.Mem, l, hasBegun) {
		return true
	}
	mark(x.Mem, l, hasBegun, true)
	host.ClearMemory(x.call.Memory)
	ok = x.hook(l.Action.Begin)
	x.call.Intent = host.Intent{}
	return ok
}

// end ends the life of a node's action, if it lives.
func (x *Exec) end(n tree.NodeID, l *tree.Leaf) {
	if marked(x.Mem, l, hasBegun) {
		mark(x.Mem, l, hasBegun, false)
		x.beginLeaf(n, l)
		x.hook(l.Action.End)
	}
}

// BeginTurn readies the tree at the cursor for a turn of its bot. Pools do that by
// themselves for their own trees, and EndTurn and EndLives, too.
func (x *Exec) BeginTurn() { beginTurn(x.Tree, x.Mem) }

func beginTurn(t *tree.Tree, mem []uint32) {
	for _, i := range t.Lives {
		mark(mem, &t.Leaves[i.Leaf], wasCalled, false)
	}
}

// EndTurn ends the lives of the actions of the tree at the cursor that were not called in the
// turn.
func (x *Exec) EndTurn() {
	for _, i := range x.Tree.Lives {
		if l := &x.Tree.Leaves[i.Leaf]; !marked(x.Mem, l, wasCalled) {
			x.Draws = 0 // no other leaf draws for this node in the turn
			x.end(i.Node, l)
		}
	}
}

// EndLives ends the lives of all actions of the tree at the cursor.
func (x *Exec) EndLives() { x.endLives(func(tree.NodeID) bool { return true }) }

func (x *Exec) endLives(goes func(tree.NodeID) bool) {
	for _, i := range x.Tree.Lives {
		if goes(i.Node) {
			x.end(i.Node, &x.Tree.Leaves[i.Leaf])
		}
	}
}

// endTurns is EndTurn for rows that were evaluated together. Their memory is only asked for
// where a life ends: what planes keep of it stays theirs.
func (p *Pool) endTurns(x *Exec, rows []int32) {
	t := p.program.Tree
	for _, row := range rows {
		for _, i := range t.Lives {
			if l := &t.Leaves[i.Leaf]; marked(p.window(row), l, hasBegun) && !marked(p.window(row), l, wasCalled) {
				x.Seek(row)
				x.EndTurn()
				break
			}
		}
	}
}
