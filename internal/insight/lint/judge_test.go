package lint

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/internal/trees"
)

// watcher compares what nodes answer with what they were judged to.
type watcher struct {
	t *testing.T
	*walk
	mu   sync.Mutex
	told map[tree.NodeID]bool
	seen int
	// dry: nobody dies, and what is said of a node is held against what it answers
	dry  bool
	says map[tree.NodeID][]string
	// steps: a list tells success, too, where it only goes on to a child
	steps bool
}

// mayNot lists the answers that a node does not give of which a lint tells.
var mayNot = map[string]host.Answers{"repeats": host.MayFail, "contradicts": host.MaySucceed, "uncounted": host.MaySucceed}

// hear takes in what the lints say of the nodes of a tree.
func (w *watcher) hear() {
	w.says = map[tree.NodeID][]string{}
	for _, f := range w.found {
		for n, span := range w.program.Tree.Spans {
			if node := &w.program.Tree.Nodes[n]; span.Start == f.Pos && node.Op == f.op && (node.NKid == 0 || f.ID == "uncounted") {
				w.says[tree.NodeID(n)] = append(w.says[tree.NodeID(n)], f.ID)
			}
		}
	}
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
	for _, id := range w.says[n] {
		if mayNot[id]&host.AnswerOf(s) != 0 {
			w.t.Errorf("%v answers %v, of which the lint %s tells otherwise", w.program.Tree.Spans[n].Start, s, id)
		}
	}
	leaf := w.program.Tree.Nodes[n].NKid == 0
	if w.steps && !leaf && s == host.Success {
		s = host.Failure
	}
	if leaf && s == host.Failure && !w.dry {
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
			ticks := 300
			if testing.Short() {
				ticks = 30
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
			g.Watchers.Trace(func(_ int, p *run.Program) run.Tracer {
				if w := watchers[p.Base()]; w != nil {
					return w
				}
				return nil
			})
			for range ticks {
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

// Nor is anything else in the cases of all dialects: those beside the code, and the recorded
// ones where they are there.
func TestJudgedAsRecorded(t *testing.T) {
	files, err := filepath.Glob("../../../internal/dialect/*/testdata/cases.jsonl")
	if err != nil || len(files) < len(trees.Dialects()) {
		t.Fatalf("files of cases are %v, %v", files, err)
	}
	recorded, err := filepath.Glob("../../../../shared/conformance/*/*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, recorded...) {
		dialect := filepath.Base(filepath.Dir(strings.Replace(file, "testdata/", "", 1)))
		t.Run(dialect+"/"+filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(text)) {
				c, err := trees.ParseCase([]byte(line))
				if err != nil {
					t.Fatal(err)
				}
				c.Watch = func(p *run.Program) run.Tracer {
					w := &watcher{t: t, walk: &walk{program: p}, told: map[tree.NodeID]bool{}, dry: true, steps: c.Dialect == "dragengine"}
					if w.tree(); w.judged == nil {
						return nil
					}
					w.hear()
					return w
				}
				trees.Trace(c)
			}
		})
	}
}
