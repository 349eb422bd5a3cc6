package inspect

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/components"
)

// Tally counts how often the nodes of a tree run for the bots of a class that have it: call
// BeginTick before each step of the game, and it looks at another one of them in each tick.
// The zero Tally counts nobody. It is not for concurrent use.
type Tally struct {
	minds   Minds
	class   int
	program *run.Program    // with any numbers: the Base of those that the bots run
	next    int             // which of the class is looked at
	row     int32           // of its brain
	at      int64           // the tick of the look; -1 for none
	asked   []bool          // by node: it was evaluated in the look
	told    bool            // the bot thought
	ran     []int32         // by node: in how many of past it was evaluated
	past    [][]tree.NodeID // the nodes of each of the last looks, oldest first
}

var _ run.Tracer = (*Tally)(nil)

// stride says how far in a class the bots of two looks are apart. It is a prime, so that all
// of most classes get their turn.
const stride = 7919

// Count turns to the class and the tree of a bot. Looks at the same ones are kept; id 0 ends
// counting.
func (t *Tally) Count(minds Minds, id components.ID) {
	var p *run.Program
	class := NoClass
	if id != 0 {
		p, class = minds.Program(id).Base(), minds.Class(id)
	}
	if t.minds == minds && t.class == class && t.program == p {
		return
	}
	*t = Tally{minds: minds, class: class, program: p, at: -1}
	if p != nil {
		t.asked, t.ran = make([]bool, len(p.Tree.Nodes)), make([]int32, len(p.Tree.Nodes))
	}
}

// BeginTick takes in the last look and turns to the next bot.
func (t *Tally) BeginTick() {
	if t.program == nil || t.class == NoClass {
		return
	}
	now := t.minds.Tick()
	if t.at == now+1 {
		return // the tick has not come yet
	}
	if t.told && t.at == now {
		t.take()
	}
	clear(t.asked)
	t.told, t.at = false, now+1
	members := t.minds.Count(t.class)
	if members == 0 {
		return
	}
	t.next = (t.next + stride) % members
	id := t.minds.Member(t.class, t.next)
	t.row, _ = t.minds.Row(id)
	t.minds.Glance(id, func(p *run.Program) run.Tracer {
		if t.told = p.Base() == t.program; !t.told {
			return nil
		}
		return t
	})
}

// take adds the look to those that are counted, of which there are RanTicks at most.
func (t *Tally) take() {
	var ran []tree.NodeID
	if len(t.past) == RanTicks {
		for _, n := range t.past[0] {
			t.ran[n]--
		}
		ran = t.past[0][:0]
		t.past = append(t.past[:0], t.past[1:]...)
	}
	for n, asked := range t.asked {
		if asked {
			t.ran[n]++
			ran = append(ran, tree.NodeID(n))
		}
	}
	t.past = append(t.past, ran)
}

// Ran is in how many of the last looks a node was evaluated, and how many looks these were:
// up to RanTicks.
func (t *Tally) Ran(n tree.NodeID) (times, of int) {
	if int(n) < len(t.ran) {
		times = int(t.ran[n])
	}
	return times, len(t.past)
}

// Leaf notes a leaf of the bot that is looked at; see [run.Tracer].
func (t *Tally) Leaf(row int32, n tree.NodeID, what host.Notice, _ host.Status) {
	if what == host.Visited && row == t.row {
		t.asked[n] = true
	}
}

// Node is Leaf for all other nodes.
func (t *Tally) Node(row int32, n tree.NodeID, what host.Notice, s host.Status) {
	t.Leaf(row, n, what, s)
}
