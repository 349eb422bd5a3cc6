package inspect

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/systems"
)

// Tally counts how often the nodes of a tree run for the bots of a class that have it: call
// BeginTick before each step of the game, and it looks at another one of them in each tick.
// The zero Tally counts nobody. It is not for concurrent use.
type Tally struct {
	game    *systems.Game
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

// stride is how far in a class the bots of two looks are apart. It is a prime, so that all of
// most classes get their turn.
const stride = 7919

// Count turns to the class and the tree of a bot. Looks at the same ones are kept; id 0 ends
// counting.
func (t *Tally) Count(g *systems.Game, id components.ID) {
	var p *run.Program
	class := ecs.Human
	if id != 0 && g.World.Alive(id) {
		p, _ = g.ProgramOf(id) // a player has no tree
		p = p.Base()
		class = g.World.ClassOf(id)
	}
	if t.game == g && t.class == class && t.program == p {
		return
	}
	*t = Tally{game: g, class: class, program: p, at: -1}
	if p != nil {
		t.asked, t.ran = make([]bool, len(p.Tree.Nodes)), make([]int32, len(p.Tree.Nodes))
	}
}

// BeginTick takes in the last look and turns to the next bot.
func (t *Tally) BeginTick() {
	if t.program == nil || t.class == ecs.Human {
		return
	}
	now := t.game.World.Clock().Tick
	if t.at == now+1 {
		return // the tick has not come yet
	}
	if t.told && t.at == now {
		t.take()
	}
	clear(t.asked)
	t.told, t.at = false, now+1
	members := t.game.World.Identity.Column(t.game.World.Tables()[t.class])
	if len(members) == 0 {
		return
	}
	t.next = (t.next + stride) % len(members)
	id := members[t.next].ID
	t.row = t.game.World.Brain.Of(id).Row
	_ = t.game.Glance(id, func(p *run.Program) run.Tracer { // it has a tree, or tells nothing
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
