package benchmark

import (
	"context"
	"math"
	"runtime"
	"slices"
	"time"

	"github.com/thicket-sim/thicket/internal/reference"
	"github.com/thicket-sim/thicket/systems"
)

const (
	blocks     = 10                      // in which the game and the reference take turns
	enough     = 1200 * time.Millisecond // of timed ticks
	tooLong    = 20 * time.Second        // for timed ticks
	mostTicks  = 600
	wantTicks  = 100
	leastTicks = 30
	// threadGrain is the least time of a block that the clock of a thread can measure:
	// some systems advance it by whole time slices
	threadGrain = 50 * time.Millisecond
)

// meter measures one case.
type meter struct {
	ctx    context.Context
	source *Source
	c      Case
	ticks  int
	tell   func(part float64)

	game      *systems.Game
	reference *reference.World // nil: not measured
	times     []time.Duration
	tick      time.Duration // about how long one takes
}

func (m *meter) measure() (Row, error) {
	m.tell(0)
	before := liveHeap()
	var err error
	if m.game, err = m.source.Build(m.c.Layout, m.c.Bots, m.c.Workers); err != nil {
		return Row{}, err
	}
	defer m.game.Close()
	bots := m.game.World.Len()
	if m.c.Layout == Uniform {
		m.reference, _ = reference.New(m.game.Setup) // it cannot play every scene
	}
	m.tell(0.1)
	if err := m.warmUp(); err != nil {
		return Row{}, err
	}
	ratio, err := m.time()
	if err != nil {
		return Row{}, err
	}
	row := Row{Scene: m.c.Layout, Bots: bots, Workers: m.c.Workers, Ticks: len(m.times), NaiveRatio: ratio}
	row.summarize(m.times)
	if err := m.lookInside(&row); err != nil {
		return Row{}, err
	}
	m.reference, m.times = nil, nil
	row.BytesPerBot = max(0, float64(liveHeap()-before)) / float64(max(bots, 1))
	row.Memory = m.game.Memory()
	m.tell(1)
	return row, nil
}

// warmUp plays until ticks take their usual time, and chooses how many ticks to
// measure.
func (m *meter) warmUp() error {
	var times []time.Duration
	var all time.Duration
	for len(times) < leastTicks && (all < tooLong/4 || len(times) < 10) {
		if err := m.ctx.Err(); err != nil {
			return err
		}
		times = append(times, clocked(m.game.Step))
		all += times[len(times)-1]
	}
	if m.reference != nil {
		m.reference.Step()
		m.reference.Step()
	}
	m.tell(0.25)
	tick := max(median(times), 1)
	m.tick = tick
	if m.ticks > 0 {
		return nil
	}
	m.ticks = min(max(int(enough/tick), wantTicks), mostTicks, max(int(tooLong/tick), leastTicks))
	return nil
}

// time measures the ticks in blocks, which take turns with blocks of the reference,
// and returns the time of the reference as a multiple of the game's.
func (m *meter) time() (ratio *float64, err error) {
	clock := wallClock
	if m.c.Workers == 1 && m.tick*time.Duration(m.ticks) > blocks*threadGrain {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		clock = threadClock
	}
	m.times = make([]time.Duration, 0, m.ticks)
	var own, plain []time.Duration // mean ticks of blocks
	runtime.GC()
	for block := range blocks {
		begin, end := block*m.ticks/blocks, (block+1)*m.ticks/blocks
		if begin == end {
			continue
		}
		m.game.Step() // fills the caches again
		start := clock()
		for range end - begin {
			if err := m.ctx.Err(); err != nil {
				return nil, err
			}
			m.times = append(m.times, clocked(m.game.Step))
		}
		own = append(own, (clock()-start)/time.Duration(end-begin))
		if m.reference != nil {
			n := max(1, (end-begin)/3)
			m.reference.Step()
			start = clock()
			for range n {
				m.reference.Step()
			}
			plain = append(plain, (clock()-start)/time.Duration(n))
		}
		m.tell(0.25 + 0.6*float64(block+1)/blocks)
	}
	if m.reference == nil {
		return nil, nil
	}
	a, b := median(plain), median(own)
	if a <= 0 || b <= 0 { // too short for the clock
		return nil, nil
	}
	r := float64(a) / float64(b)
	return &r, nil
}

// lookInside measures systems and allocations, in ticks that are not timed.
func (m *meter) lookInside(row *Row) error {
	ticks := min(max(len(m.times)/5, 5), 60)
	w := m.game.World
	w.Measure(true)
	defer w.Measure(false)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range ticks {
		if err := m.ctx.Err(); err != nil {
			return err
		}
		m.game.Step()
	}
	runtime.ReadMemStats(&after)
	row.AllocsPerTick = int64(after.Mallocs-before.Mallocs) / int64(ticks)
	row.Phases = map[string]float64{}
	for _, t := range w.Timings() {
		if _, ok := row.Phases[t.System]; !ok {
			row.Systems = append(row.Systems, t.System)
		}
		row.Phases[t.System] += float64(t.Total.Nanoseconds()) / float64(ticks) / float64(max(row.Bots, 1))
	}
	return nil
}

// summarize computes the figures of the row from the times of its ticks.
func (r *Row) summarize(times []time.Duration) {
	sorted := slices.Sorted(slices.Values(times))
	var all time.Duration
	for _, t := range sorted {
		all += t
	}
	mean := float64(all.Nanoseconds()) / float64(len(sorted))
	r.NsPerBotTick = mean / float64(max(r.Bots, 1))
	r.TicksPerS = 1e9 / mean
	r.TickMeanMs = mean / 1e6
	r.TickP50Ms = milliseconds(median(sorted))
	r.TickP99Ms = milliseconds(sorted[int(math.Ceil(0.99*float64(len(sorted))))-1])
}

func milliseconds(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e6 }

func clocked(step func()) time.Duration {
	start := time.Now()
	step()
	return time.Since(start)
}

// median is the upper one where there are two.
func median(times []time.Duration) time.Duration {
	return slices.Sorted(slices.Values(times))[len(times)/2]
}

// liveHeap is the size of the heap after a collection, in bytes.
func liveHeap() int64 {
	runtime.GC()
	runtime.GC()
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return int64(s.HeapAlloc)
}

var processStart = time.Now()

func wallClock() time.Duration { return time.Since(processStart) }
