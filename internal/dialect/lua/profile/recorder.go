package profile

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/pprof/profile"

	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// Recorder adds up samples of any number of states. It may be used by several goroutines.
type Recorder struct {
	mu  sync.Mutex
	all map[string]*sample
}

type sample struct {
	key   string
	stack []machine.Frame
	count int64
	took  time.Duration
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
			r.all = map[string]*sample{}
		}
		s = &sample{key: key.String(), stack: slices.Clone(stack)}
		r.all[s.key] = s
	}
	s.count++
	s.took += took
}

// Empty reports whether there is no sample.
func (r *Recorder) Empty() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.all) == 0
}

// Write writes all samples as a profile that pprof reads.
func (r *Recorder) Write(w io.Writer) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := make([]*sample, 0, len(r.all))
	for _, s := range r.all {
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b *sample) int { return strings.Compare(a.key, b.key) })
	b := builder{functions: map[function]*profile.Function{}, locations: map[machine.Frame]*profile.Location{}}
	b.SampleType = []*profile.ValueType{{Type: "samples", Unit: "count"}, {Type: "time", Unit: "nanoseconds"}}
	b.DefaultSampleType = "time"
	b.PeriodType = &profile.ValueType{Type: "time", Unit: "nanoseconds"}
	count := int64(0)
	for _, s := range all {
		b.DurationNanos += s.took.Nanoseconds()
		count += s.count
		out := &profile.Sample{Value: []int64{s.count, s.took.Nanoseconds()}}
		for _, f := range s.stack {
			out.Location = append(out.Location, b.location(f))
		}
		b.Sample = append(b.Sample, out)
	}
	b.Period = max(b.DurationNanos/max(count, 1), 1)
	if err := b.CheckValid(); err != nil {
		return err
	}
	return b.Profile.Write(w)
}

// builder numbers functions and places.
type builder struct {
	profile.Profile
	functions map[function]*profile.Function
	locations map[machine.Frame]*profile.Location
}

type function struct {
	name, file string
	begin      int32
}

func (b *builder) location(f machine.Frame) *profile.Location {
	if l := b.locations[f]; l != nil {
		return l
	}
	of := function{f.Name, f.File, f.Begin}
	fn := b.functions[of]
	if fn == nil {
		fn = &profile.Function{ID: uint64(len(b.Function) + 1), Name: f.Name, SystemName: f.Name, Filename: f.File, StartLine: int64(f.Begin)}
		b.functions[of], b.Function = fn, append(b.Function, fn)
	}
	l := &profile.Location{ID: uint64(len(b.Location) + 1), Line: []profile.Line{{Function: fn, Line: int64(f.Line)}}}
	b.locations[f], b.Location = l, append(b.Location, l)
	return l
}
