package nodes

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// A script may change a tree in the middle of a visit: put other nodes into a list
// of children, or give a node a method of its own. The rest of the visit must see
// that, as in the original, so the tree is laid out anew in place.

// mark notes that the tree must be laid out anew.
func (t *Instance) mark() { t.stale, t.loose = true, true }

// changed marks the tree that the node is in.
func (n *Node) changed() {
	if n.in != nil {
		n.in.mark()
	}
}

// show notes that a script got the child list of a node, and so may change it
// unseen.
func (n *Node) show() {
	if n.is(isShown) {
		return
	}
	n.mark(isShown, true)
	n.Children()
	if n.in != nil {
		n.in.expose(n.nodeID)
	}
}

func (t *Instance) expose(n tree.NodeID) {
	l := loosen(&t.loosed)
	l.exposed = append(l.exposed, n)
	t.loose = true
}

// current reports whether the tree is still as its scripts have it.
func (t *Instance) current() bool {
	if t.stale {
		return false
	}
	for _, n := range t.loosed.shown() {
		if !t.sameKids(n) {
			return false
		}
	}
	return true
}

// sameKids reports whether a node has the children with which it was laid out.
func (t *Instance) sameKids(n tree.NodeID) bool {
	kids, node := t.shape.tree.Kids(n), t.shape.tree.Nodes[n]
	list := t.Nodes[n].Children().Table()
	if list == nil {
		return len(kids) == 0
	}
	length := len(kids)
	if node.Flags&flagOdd != 0 {
		length = t.shape.odd[n].length
	}
	if list.Len() != length {
		return false
	}
	for i, kid := range kids[:length] {
		if NodeOf(list.At(i+1)) != t.Nodes[kid] {
			return false
		}
	}
	if node.Flags&flagOdd == 0 {
		return true
	}
	i := length
	for k, v := range list.Pairs {
		if isPlaceIn(k, length) {
			continue
		}
		if i == len(kids) || NodeOf(v) != t.Nodes[kids[i]] {
			return false
		}
		i++
	}
	return i == len(kids)
}

// relist brings a list of children up to date while a visit goes through it at i.
func (t *Instance) relist(i int, n tree.NodeID, kids *children) {
	v := kids.list
	if !kids.isOwn {
		if t.Nodes[n].is(isImplied) { // nobody can have changed it
			return
		}
		v = t.Nodes[n].laidList()
	}
	list := v.Table()
	if list == nil || t.isSwapped(n, kids) {
		return
	}
	switch v := list.At(i + 1); {
	case i < len(kids.ids) && NodeOf(v) == t.Nodes[kids.ids[i]]:
	case i >= len(kids.ids) && v.IsNil():
	default:
		*kids = t.list(n)
	}
}

// refresh brings the tree up to date before the children of a node are read.
func (t *Instance) refresh(n tree.NodeID) {
	shown := t.Nodes[n].is(isShown)
	if shown {
		t.charge(int64(len(t.shape.tree.Kids(n)) / slotsPerStep))
	}
	if t.stale || shown && !t.sameKids(n) {
		t.renew()
	}
}

// renew lays the tree out anew in place. Nodes keep their numbers; those that
// were taken out stay in the instance, because they may be in the middle of a
// visit.
func (t *Instance) renew() {
	l := t.en.layout()
	for n, node := range t.Nodes {
		l.know(node)
		if n > 0 && node.isSwapped() {
			loosen(&t.loosed).swapped = append(t.loosed.replaced(), tree.NodeID(n))
		}
	}
	t.charge(int64(len(t.Nodes)) * renewSteps)
	l.lay(t, t.Nodes[1])
	t.loose = t.loose || len(t.loosed.replaced()) > 0
}

// isSwapped reports whether the list that a visit goes through is no longer the
// node's list.
func (t *Instance) isSwapped(n tree.NodeID, kids *children) bool {
	node := t.Nodes[n]
	if kids.isOwn {
		return node.Children() != kids.list
	}
	return node.isSwapped() || slices.Contains(t.loosed.replaced(), n)
}

// How many steps are charged for laying out a node anew, and how many child nodes are
// compared for one.
const (
	renewSteps   = 20
	slotsPerStep = 16
)

// charge takes steps off the budget of the running script.
func (t *Instance) charge(steps int64) {
	if t.en.InLua {
		t.en.Lua.Charge(steps)
	}
}

// recall copies what the game's actions remember from where it was before the
// tree was laid out anew. before is the instance as it was.
func (t *Instance) recall(before *Instance) {
	for key, to := range t.shape.memory {
		node := t.Nodes[key.node]
		was := node.in
		switch was {
		case nil:
			continue
		case t:
			was = before
		}
		from, ok := was.shape.memory[slotKey{node.nodeID, key.name}]
		if !ok || from.Bits != to.Bits {
			continue
		}
		src := host.MemoryOf(was.memory(), int(from.Bit), int(from.Bits))
		dst := host.MemoryOf(t.memory(), int(to.Bit), int(to.Bits))
		for off := 0; off < int(to.Bits); off += 32 {
			bits := min(32, int(to.Bits)-off)
			dst.Store(off, bits, src.Load(off, bits))
		}
		if t.en.Lived { // its life goes on here alone
			host.ClearMemory(src)
		}
	}
	if t.en.Lived && before.shape != nil {
		before.seated((*run.Exec).EndLives) // of nodes that are gone
	}
}

// bound returns the tree that a node is in, and lays it out if there is none.
func (en *Engine) bound(n *Node) *Instance {
	if n.in == nil {
		return en.bind(n)
	}
	return n.in
}
