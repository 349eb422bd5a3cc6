package inspect

import (
	"slices"
	"sync"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/components"
)

// Breakpoint is a node of a tree that somebody waits for.
type Breakpoint struct {
	Class int           // whose bots are meant
	Bot   components.ID // one of them; 0: all
	Node  tree.NodeID
	Pos   syntax.Pos // of the node in the tree's [run.Program.Base]: after a reload another one may have its number
}

// Breakpoints finds out which bots evaluate nodes that somebody waits for. The zero
// Breakpoints has none, and costs nothing.
type Breakpoints struct {
	minds Minds
	list  []Breakpoint
	mu    sync.Mutex
	hits  []hit
}

// hit is a bot that has evaluated a node, by its row in a pool.
type hit struct {
	program    *run.Program
	class      int
	row        int32
	breakpoint int
}

// Use turns to other minds, such as those of a session that went back.
func (b *Breakpoints) Use(minds Minds) {
	if b.minds != nil && b.minds != minds {
		b.minds.Trace(nil)
	}
	b.minds = minds
	b.arm()
}

// arm has the game tell of the nodes, if there are any.
func (b *Breakpoints) arm() {
	b.hits = b.hits[:0]
	if b.minds == nil {
		return
	}
	if len(b.list) == 0 {
		b.minds.Trace(nil)
		return
	}
	b.minds.Trace(b.tracer)
}

// tracer returns the tracer of the bots of a class that run a program, nil where nobody
// waits for them.
func (b *Breakpoints) tracer(class int, p *run.Program) run.Tracer {
	var t *breakTracer
	for i := range b.list {
		if w := &b.list[i]; w.Class == class && w.in(p) {
			if t == nil {
				t = &breakTracer{b: b, class: class, program: p}
			}
			t.nodes = append(t.nodes, w.Node)
			t.index = append(t.index, i)
		}
	}
	if t == nil {
		return nil
	}
	return t
}

// in reports whether a program has the node. A number that is tuned moves none.
func (w *Breakpoint) in(p *run.Program) bool {
	spans := p.Base().Tree.Spans
	return int(w.Node) < len(spans) && spans[w.Node].Start == w.Pos
}

type breakTracer struct {
	b       *Breakpoints
	class   int
	program *run.Program
	nodes   []tree.NodeID
	index   []int // of the breakpoints
}

func (t *breakTracer) Leaf(row int32, n tree.NodeID, what host.Notice, _ host.Status) {
	if what != host.Visited {
		return
	}
	for i, node := range t.nodes {
		if node == n {
			t.b.mu.Lock()
			t.b.hits = append(t.b.hits, hit{t.program, t.class, row, t.index[i]})
			t.b.mu.Unlock()
		}
	}
}

func (t *breakTracer) Node(row int32, n tree.NodeID, what host.Notice, s host.Status) {
	t.Leaf(row, n, what, s)
}

// List returns all breakpoints. The slice is good until the next change.
func (b *Breakpoints) List() []Breakpoint { return b.list }

// Has reports whether there is that one.
func (b *Breakpoints) Has(w Breakpoint) bool { return slices.Contains(b.list, w) }

// Toggle sets a breakpoint, or takes it away where there is the same one.
func (b *Breakpoints) Toggle(w Breakpoint) {
	if i := slices.Index(b.list, w); i >= 0 {
		b.list = slices.Delete(b.list, i, i+1)
	} else {
		b.list = append(b.list, w)
	}
	b.arm()
}

// Reached returns a breakpoint that was reached in the last tick and the bot that did, the
// lowest id of those who did; false where none was. Ask after each tick. The follower,
// which may be nil, tells of the bot that it follows: no other tracer is told of that.
func (b *Breakpoints) Reached(f *Follower) (w Breakpoint, who components.ID, ok bool) {
	if b.minds == nil || len(b.list) == 0 {
		return w, 0, false
	}
	defer func() { b.hits = b.hits[:0] }()
	meet := func(i int, id components.ID) {
		if at := b.list[i]; (at.Bot == 0 || at.Bot == id) && (!ok || id < who) {
			w, who, ok = at, id, true
		}
	}
	if f != nil && f.ID() != 0 && f.Program() != nil {
		class := b.minds.Class(f.ID())
		for i := range b.list {
			if at := &b.list[i]; at.Class == class && at.in(f.Program()) {
				if _, asked := f.Answer(at.Node); asked {
					meet(i, f.ID())
				}
			}
		}
	}
	if len(b.hits) == 0 {
		return w, who, ok
	}
	rows := map[hit]bool{}
	for _, h := range b.hits {
		rows[h] = true
	}
	for i := range b.list {
		class := b.list[i].Class
		for n := range b.minds.Count(class) {
			id := b.minds.Member(class, n)
			if row, ok := b.minds.Row(id); ok && rows[hit{b.minds.Program(id), class, row, i}] {
				meet(i, id)
			}
		}
	}
	return w, who, ok
}
