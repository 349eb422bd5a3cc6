package treetest

import (
	"path/filepath"
	"sync"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// visits notes in which tick each node of a test is visited first, by any bot.
type visits struct {
	course *course
	mu     sync.Mutex
	of     map[*run.Program]*firstVisits
}

// firstVisits are the first visits of the nodes of a program.
type firstVisits struct {
	in    *visits
	ticks []int64 // by node, the tick counted from 1; 0 for none
}

var _ run.Tracer = (*firstVisits)(nil)

// Leaf notes a visit of a leaf.
func (f *firstVisits) Leaf(_ int32, n tree.NodeID, what host.Notice, _ host.Status) {
	f.in.mu.Lock()
	defer f.in.mu.Unlock()
	if what == host.Visited && f.ticks[n] == 0 {
		f.ticks[n] = f.in.course.tick + 1
	}
}

// Node is Leaf for all other nodes.
func (f *firstVisits) Node(row int32, n tree.NodeID, what host.Notice, s host.Status) {
	f.Leaf(row, n, what, s)
}

func (v *visits) tracer(_ int, p *run.Program) run.Tracer {
	v.mu.Lock()
	defer v.mu.Unlock()
	f := v.of[p]
	if f == nil {
		f = &firstVisits{in: v, ticks: make([]int64, len(p.Tree.Nodes))}
		v.of[p] = f
	}
	return f
}

// places returns the first visits by the places that nodes have in another scene of the same trees:
// what a test changes in a scene may move them.
func (v *visits) places(in *scenes.Scene) map[syntax.Pos]int64 {
	first := map[syntax.Pos]int64{}
	for p, f := range v.of {
		spans := p.Tree.Spans
		if q := counterpart(p, in); q != nil {
			spans = q.Tree.Spans
		}
		for n, tick := range f.ticks {
			at := spans[n].Start
			if was, ok := first[at]; tick > 0 && (!ok || tick < was) {
				first[at] = tick
			}
		}
	}
	return first
}

// counterpart returns the program of another scene that stands where one does; nil for none.
func counterpart(p *run.Program, in *scenes.Scene) *run.Program {
	at := root(p)
	for _, q := range in.Programs() {
		if of := root(q); of.Line == at.Line && sameFile(of.File, at.File) && q.Tree.SameShape(p.Tree) {
			return q
		}
	}
	return nil
}

func root(p *run.Program) syntax.Pos {
	if p == nil || len(p.Tree.Entries) == 0 {
		return syntax.Pos{}
	}
	return p.Tree.Spans[p.Tree.Entries[0]].Start
}

// sameFile reports whether two names mean one file, from the folder that is worked in.
func sameFile(a, b string) bool {
	if a == b {
		return true
	}
	one, err1 := filepath.Abs(a)
	other, err2 := filepath.Abs(b)
	return err1 == nil && err2 == nil && one == other
}
