package unvanquished

import (
	"math/bits"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// What a bot remembers beside its timers: word 0 has the number of nodes that
// are listed as running in its low half and the bot's current action in its
// high half; then one bit a node tells which are listed. The order of the
// original's list has no effect.
const countMask = 0xffff

// listBits is the memory of the list for a tree of so many nodes; node 0 is
// none.
func listBits(nodes int) int { return 32 + (nodes+1+31)&^31 }

func listed(x *run.Exec, n tree.NodeID) bool { return x.Mem[1+n>>5]>>(n&31)&1 != 0 }

// enlist lists a node that is not listed yet, unless 20 are: then it is left
// out. Case unv-depth-limit.
func enlist(x *run.Exec, n tree.NodeID) {
	if !listed(x, n) && x.Mem[0]&countMask < maxRunning {
		x.Mem[0]++
		x.Mem[1+n>>5] |= 1 << (n & 31)
	}
}

// forget empties the list.
func forget(x *run.Exec) {
	left := int(x.Mem[0] & countMask)
	x.Mem[0] &^= countMask
	for i := 1; left > 0; i++ {
		if w := x.Mem[i]; w != 0 {
			left -= bits.OnesCount32(w)
			x.Mem[i] = 0
		}
	}
}

// place is where a sequence or fallback starts: at the last of its children that
// is listed, but the first, or else at the first. It is looked up at every
// call. Case unv-include-twice-jump.
func place(x *run.Exec, kids []tree.NodeID) int {
	if x.Mem[0]&countMask == 0 {
		return 0
	}
	for i := len(kids) - 1; i > 0; i-- {
		if listed(x, kids[i]) {
			return i
		}
	}
	return 0
}

func current(x *run.Exec) tree.NodeID { return tree.NodeID(x.Mem[0] >> 16) }

func setCurrent(x *run.Exec, n tree.NodeID) { x.Mem[0] = x.Mem[0]&countMask | uint32(n)<<16 }
