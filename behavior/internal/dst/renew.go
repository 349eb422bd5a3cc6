package dst

import (
	"slices"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// A script may change a tree while it is visited: put other nodes in a list of
// children, or give a node a method of its own. What follows sees that, as it
// does in the original: the tree is laid out anew in place.

// mark notes that the tree is to be laid out anew.
func (in *instance) mark() { in.stale, in.loose = true, true }

// changed marks the node's tree.
func (n *node) changed() {
	if n.in != nil {
		n.in.mark()
	}
}

// show notes that a script holds the child list of a node, and so may change it.
func (n *node) show() {
	if n.shown {
		return
	}
	n.shown = true
	if n.in != nil {
		n.in.expose(n.no)
	}
}

func (in *instance) expose(no tree.NodeID) {
	in.exposed = append(in.exposed, no)
	in.loose = true
}

// current reports whether the tree is still laid out as its scripts have it.
func (in *instance) current() bool {
	if in.stale {
		return false
	}
	for _, no := range in.exposed {
		if !in.sameKids(no) {
			return false
		}
	}
	return true
}

// sameKids reports whether a node has the children that were laid out.
func (in *instance) sameKids(no tree.NodeID) bool {
	kids, node := in.shape.tree.Kids(no), in.shape.tree.Nodes[no]
	t, ok := in.nodes[no].children.(*glua.LTable)
	if !ok {
		return len(kids) == 0
	}
	length := len(kids)
	if node.Flags&flagOdd != 0 {
		length = in.shape.odd[no].length
	}
	if t.Len() != length {
		return false
	}
	for i, kid := range kids[:length] {
		if nodeOf(t.RawGetInt(i+1)) != in.nodes[kid] {
			return false
		}
	}
	if node.Flags&flagOdd == 0 {
		return true
	}
	n := length
	for k, v := t.Next(glua.LNil); k != glua.LNil; k, v = t.Next(k) {
		if isPlaceIn(k, length) {
			continue
		}
		if n == len(kids) || nodeOf(v) != in.nodes[kids[n]] {
			return false
		}
		n++
	}
	return n == len(kids)
}

// relist brings a list that is gone through up to date at i.
func (in *instance) relist(i int, no tree.NodeID, kids *children) {
	list := kids.list
	if list == nil {
		list = in.nodes[no].laid
	}
	t, ok := list.(*glua.LTable)
	if !ok || in.isSwapped(no, kids.list) {
		return
	}
	switch v := t.RawGetInt(i + 1); {
	case i < len(kids.nos) && nodeOf(v) == in.nodes[kids.nos[i]]:
	case i >= len(kids.nos) && v == glua.LNil:
	default:
		*kids = in.list(no)
	}
}

// refresh brings the tree up to date before the children of a node are looked
// at.
func (in *instance) refresh(no tree.NodeID) {
	shown := in.nodes[no].shown
	if shown {
		in.charge(int64(len(in.shape.tree.Kids(no)) / slotsPerStep))
	}
	if in.stale || shown && !in.sameKids(no) {
		in.renew()
	}
}

// renew lays the tree out anew in place: nodes keep their numbers, and those
// that were taken out are kept, since they may be visited right now.
func (in *instance) renew() {
	l := &layout{m: in.m, no: map[*node]tree.NodeID{}}
	for no, n := range in.nodes {
		l.know(n)
		if no > 0 && n.children != n.laid {
			in.swapped = append(in.swapped, tree.NodeID(no))
		}
	}
	in.charge(int64(len(in.nodes)) * renewSteps)
	l.lay(in, in.nodes[1])
	in.loose = in.loose || len(in.swapped) > 0
}

// isSwapped reports whether a node has another list than the one that is gone
// through.
func (in *instance) isSwapped(no tree.NodeID, list glua.LValue) bool {
	n := in.nodes[no]
	if list != nil {
		return n.children != list
	}
	return n.children != n.laid || slices.Contains(in.swapped, no)
}

// What it costs to lay out a node again, and to look at nodes for that, in
// instructions.
const (
	renewSteps   = 20
	slotsPerStep = 16
)

// charge takes work off the budget of the scripts that made it necessary.
func (in *instance) charge(steps int64) {
	if in.m.inLua {
		in.m.s.Charge(steps)
	}
}

// recall carries over what the game's actions remember. before is the instance
// as it was.
func (in *instance) recall(before *instance) {
	for key, to := range in.shape.memory {
		n := in.nodes[key.node]
		was := n.in
		switch was {
		case nil:
			continue
		case in:
			was = before
		}
		from, ok := was.shape.memory[slotKey{n.no, key.name}]
		if !ok || from.Bits != to.Bits {
			continue
		}
		src := host.Memory{Words: was.memory, Base: int(from.Bit), Bits: int(from.Bits)}
		dst := host.Memory{Words: in.memory, Base: int(to.Bit), Bits: int(to.Bits)}
		for off := 0; off < src.Bits; off += 32 {
			n := min(32, src.Bits-off)
			dst.Store(off, n, src.Load(off, n))
		}
	}
}

// bound is the tree that a node is in, laid out now if need be.
func (m *machine) bound(n *node) *instance {
	if n.in == nil {
		return m.bind(n)
	}
	return n.in
}
