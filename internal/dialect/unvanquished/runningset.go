package unvanquished

import (
	"math/bits"

	"github.com/thicket-sim/thicket/behavior/tree"
)

// runningSet is the memory of a bot: the set of nodes that are running, which the
// original keeps as a list whose order has no effect. The low half of word 0 is
// the number of nodes, the high half the bot's current action; then one bit for
// each node. The gates of the timers follow.
type runningSet []uint32

// running returns the running set of a bot.
func running(mem []uint32) runningSet { return mem }

const countMask = 0xffff

// listBits returns the size of the running set, in bits, for a tree of so many
// nodes; node 0 is none.
func listBits(nodes int) int { return 32 + (nodes+1+31)&^31 }

func (r runningSet) has(n tree.NodeID) bool { return r[1+n>>5]>>(n&31)&1 != 0 }

// add adds a node that is not in the set, unless 20 are. Case unv-depth-limit.
func (r runningSet) add(n tree.NodeID) {
	if !r.has(n) && r[0]&countMask < maxRunning {
		r[0]++
		r[1+n>>5] |= 1 << (n & 31)
	}
}

// forget empties the set.
func (r runningSet) forget() {
	left := int(r[0] & countMask)
	r[0] &^= countMask
	for i := 1; left > 0; i++ {
		if w := r[i]; w != 0 {
			left -= bits.OnesCount32(w)
			r[i] = 0
		}
	}
}

// place returns the index of the child at which a sequence or fallback starts:
// the last one that is in the set, or the first. It is looked up at every call.
// Case unv-include-twice-jump.
func (r runningSet) place(kids []tree.NodeID) int {
	if r[0]&countMask == 0 {
		return 0
	}
	for i := len(kids) - 1; i > 0; i-- {
		if r.has(kids[i]) {
			return i
		}
	}
	return 0
}

func (r runningSet) current() tree.NodeID { return tree.NodeID(r[0] >> 16) }

func (r runningSet) setCurrent(n tree.NodeID) { r[0] = r[0]&countMask | uint32(n)<<16 }

// gate is the memory of a timer: the level time after which it is open, in two
// words.
type gate []uint32

const gateBits = 64

func gateOf(mem []uint32, node *tree.Node) gate { return mem[node.Slot>>5:][:2] }

// open reports whether now is strictly after the gate's time, so never at time 0.
func (g gate) open(now int64) bool { return now > g.opens() }

// opens returns the level time after which the gate is open.
func (g gate) opens() int64 { return int64(uint64(g[0]) | uint64(g[1])<<32) }

func (g gate) close(until int64) { g[0], g[1] = uint32(until), uint32(uint64(until)>>32) }
