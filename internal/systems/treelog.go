package systems

import (
	"cmp"
	"slices"
	"sync"

	"github.com/thicket-sim/thicket/behavior/host"
)

// treeLog collects the log entries that trees write in a tick.
type treeLog struct {
	log   func(host.LogEntry)
	mu    sync.Mutex // of texts: trees log on all workers
	texts []host.LogEntry
	begun bool // a tick was published
	steps bool // also of the steps of trees
}

// maxEarly is the most entries that are kept from before the first tick, when
// nobody can have called OnLog yet.
const maxEarly = 10_000

var _ host.StepLogger = leafWorld{}

// On has a function told of every text that trees log, tick by tick and in
// each by ascending bot id; nil for nobody. It is called on the goroutine that
// steps the game.
func (s *treeLog) On(f func(host.LogEntry)) { s.log = f }

// Steps makes trees of dialects that can tell of each of their steps do so in the log,
// for as long as OnLog has a function. It costs time and changes nothing else.
func (s *treeLog) Steps(on bool) { s.steps = on }

// LogsSteps reports whether steps are logged.
func (v leafWorld) LogsSteps() bool { return v.g.TreeLog.steps && v.g.TreeLog.log != nil }

// Log keeps a text until the bots have thought.
func (v leafWorld) Log(e host.LogEntry) {
	s := &v.g.TreeLog
	if s.log == nil && s.begun {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.log != nil || len(s.texts) < maxEarly {
		s.texts = append(s.texts, e)
	}
}

// publish hands over the texts of a tick. Each bot's are in order already.
func (s *treeLog) publish() {
	s.begun = true
	if len(s.texts) == 0 {
		return
	}
	slices.SortStableFunc(s.texts, func(a, b host.LogEntry) int { return cmp.Compare(a.Bot, b.Bot) })
	for _, e := range s.texts {
		if s.log != nil {
			s.log(e)
		}
	}
	clear(s.texts)
	s.texts = s.texts[:0]
}
