package lint

import (
	"sync"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/scenes"
	"github.com/thicket-sim/thicket/systems"
)

// watcher compares what nodes answer with what they were judged to.
type watcher struct {
	t *testing.T
	*walk
	mu   sync.Mutex
	told map[tree.NodeID]bool
	seen int
}

func (w *watcher) Leaf(row int32, n tree.NodeID, what host.Notice, s host.Status) {
	w.Node(row, n, what, s)
}

func (w *watcher) Node(_ int32, n tree.NodeID, what host.Notice, s host.Status) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if what != host.Visited || w.told[n] {
		return
	}
	w.seen++
	may := w.judged[n].Answers
	if leaf := w.program.Tree.Nodes[n].NKid == 0; leaf && s == host.Failure {
		return // the bot may be dead
	}
	if !w.asked[n] || may&host.AnswerOf(s) == 0 && s != host.Failure {
		w.told[n] = true
		_, at := w.program.Tree.Origin(uint16(n))
		w.t.Errorf("%s answers %v; it was judged to be asked: %v, and to answer %04b", at, s, w.asked[n], may)
	}
}

// Whatever bots do in the shipped scenes, nodes are asked that may be, and answer what they may.
func TestJudgedAsPlayed(t *testing.T) {
	for _, name := range scenes.Shipped() {
		t.Run(name, func(t *testing.T) {
			s, err := scenes.Load(name, scenes.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if s.Bots() > 1000 {
				if err := s.Scale(200); err != nil {
					t.Fatal(err)
				}
			}
			watchers, seen := map[*run.Program]*watcher{}, 0
			for _, p := range s.Programs() {
				w := &watcher{t: t, walk: &walk{program: p}, told: map[tree.NodeID]bool{}}
				if w.tree(); w.judged != nil {
					watchers[p] = w
				}
			}
			g, err := systems.New(&s.Setup)
			if err != nil {
				t.Fatal(err)
			}
			defer g.Close()
			g.Trace(func(_ int, p *run.Program) run.Tracer {
				if w := watchers[p.Base()]; w != nil {
					return w
				}
				return nil
			})
			for range 300 {
				g.Step()
			}
			for _, w := range watchers {
				seen += w.seen
			}
			if len(watchers) > 0 && seen == 0 {
				t.Error("no node was watched")
			}
		})
	}
}
