package profile

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// Recorder adds up samples of any number of states. It may be used by several goroutines.
type Recorder struct {
	mu  sync.Mutex
	all map[string]*Sample
}

// Sample is where scripts were some times.
type Sample struct {
	Stack []machine.Frame // the innermost frame first
	Count int64
	Took  time.Duration

	key string
}

// Add adds the time of a stack, the innermost frame first.
func (r *Recorder) Add(stack []machine.Frame, took time.Duration) {
	var key strings.Builder
	for _, f := range stack {
		fmt.Fprintf(&key, "%s\x00%s\x00%d\x00%d\n", f.Name, f.File, f.Begin, f.Line)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.all[key.String()]
	if s == nil {
		if r.all == nil {
			r.all = map[string]*Sample{}
		}
		s = &Sample{key: key.String(), Stack: slices.Clone(stack)}
		r.all[s.key] = s
	}
	s.Count++
	s.Took += took
}

// Empty reports whether there is no sample.
func (r *Recorder) Empty() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.all) == 0
}

// Samples lists all samples, in the order of what their stacks say.
func (r *Recorder) Samples() []Sample {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := make([]Sample, 0, len(r.all))
	for _, s := range r.all {
		all = append(all, *s)
	}
	slices.SortFunc(all, func(a, b Sample) int { return strings.Compare(a.key, b.key) })
	return all
}
