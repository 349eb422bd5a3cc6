package benchmark

import (
	"context"
	"math"
	"runtime"
	"slices"
	"time"

	"github.com/thicket-sim/thicket/internal/ground/vector"
	"github.com/thicket-sim/thicket/internal/insight/reference"
	"github.com/thicket-sim/thicket/internal/systems"
)

const (
	blocks     = 10               // in which the game and the reference take turns
	enough     = time.Second      // of timed ticks
	tooLong    = 20 * time.Second // for timed ticks
	mostTicks  = 600
	wantTicks  = 100
	leastTicks = 30
)

// meter measures one case.
type meter struct {
	ctx    context.Context
	source *Source
	c      Case
	ticks  int     // to time; 0: as many as take about a second
	warm   int     // to play before; 0: until ticks take their usual time
	warmed float64 // the share of the case that is done when the game is warm
	naive  bool    // measure the plain way, too
	tell   func(part float64)

	game      *systems.Game
	reference *reference.World // nil: not measured
	times     []time.Duration
	used      []time.Duration // processor time of the same ticks; empty: not measured
	tick      time.Duration   // about how long one takes
	row       Row
}

func (m *meter) measure() (Row, error) {
	m.tell(0)
	before := liveHeap()
	var err error
	if m.game, err = m.source.Build(m.c.Layout, m.c.Bots, m.c.Workers); err != nil {
		return Row{}, err
	}
	defer m.game.Close()
	m.tell(shareBuilt)
	if err := m.warmUp(); err != nil {
		return Row{}, err
	}
	if m.c.Layout == Uniform && m.naive && m.c.Bots <= MostNaive {
		m.meetReference()
	}
	r := &m.row
	*r = Row{Source: m.source.Name, Scene: m.c.Layout, Bots: m.game.World.Len(), Workers: m.c.Workers, Warm: int(m.game.World.Clock().Tick)}
	if bots, groups := m.game.Occupancy(); groups > 0 {
		full := float64(bots) / float64(groups)
		r.BotsPerGroup = &full
	}
	if err := m.time(); err != nil {
		return Row{}, err
	}
	r.Ticks = len(m.times)
	r.summarize(m.times)
	if err := m.lookInside(r); err != nil {
		return Row{}, err
	}
	m.reference, m.times, m.used = nil, nil, nil
	r.BytesPerBot = max(0, float64(liveHeap()-before)) / float64(max(r.Bots, 1))
	r.Memory, r.MemoryPerBot = m.game.Memory(), map[string]float64{}
	for _, p := range r.Memory {
		r.MemoryPerBot[p.Name] = float64(p.Bytes) / float64(max(r.Bots, 1))
	}
	m.tell(1)
	return m.row, nil
}

// Shares of a case that are done when the game is built, and at least when it is warm.
const (
	shareBuilt = 0.05
	shareWarm  = 0.25
)

// warmUp plays as many ticks as are wanted, or until ticks take their usual time,
// and chooses how many to measure.
func (m *meter) warmUp() error {
	var times []time.Duration
	var all time.Duration
	more := func() bool {
		if m.warm > 0 {
			return len(times) < m.warm
		}
		return len(times) < leastTicks && (all < tooLong/4 || len(times) < 10)
	}
	for more() {
		if err := m.ctx.Err(); err != nil {
			return err
		}
		times = append(times, clocked(m.game.Step))
		all += times[len(times)-1]
		m.tell(shareBuilt + (m.warmed-shareBuilt)*float64(len(times))/float64(max(m.warm, leastTicks)))
	}
	m.tick = max(median(times[max(0, len(times)-leastTicks):]), 1)
	if m.ticks == 0 {
		m.ticks = min(max(int(enough/m.tick), wantTicks), mostTicks, max(int(tooLong/m.tick), leastTicks))
	}
	return nil
}

// meetReference has the reference take over where the game is. It cannot play
// every scene, and not one that bots came to or left.
func (m *meter) meetReference() {
	w, err := reference.New(m.game.Setup)
	if err != nil || w.Meet(m.game) != nil {
		return
	}
	m.reference = w
	m.reference.Step()
}

// time measures the ticks in blocks, which take turns with blocks of the same game
// without vector instructions, and with blocks of the reference.
func (m *meter) time() error {
	clock, cpu := wallClock, false
	if m.c.Workers == 1 {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		clock, cpu = threadClock, threadClockIsCPU
	}
	m.times = make([]time.Duration, 0, m.ticks)
	var own, scalar, naive []time.Duration // mean ticks of blocks
	runtime.GC()
	for block := range blocks {
		begin, end := block*m.ticks/blocks, (block+1)*m.ticks/blocks
		if begin == end {
			continue
		}
		m.game.Step() // fills the caches again
		mean, err := m.block(clock, end-begin, func() {
			before := clock()
			m.times = append(m.times, clocked(m.game.Step))
			if cpu {
				m.used = append(m.used, clock()-before)
			}
		})
		if err != nil {
			return err
		}
		own = append(own, mean)
		if vector.On() && m.row.BotsPerGroup != nil {
			if mean, err = m.withoutVectors(clock, max(1, (end-begin)/3)); err != nil {
				return err
			}
			scalar = append(scalar, mean)
		}
		if m.reference != nil {
			m.reference.Step()
			if mean, err = m.block(clock, max(1, (end-begin)/3), m.reference.Step); err != nil {
				return err
			}
			naive = append(naive, mean)
		}
		m.tell(m.warmed + (0.85-m.warmed)*float64(block+1)/blocks)
	}
	m.row.NaiveRatio, m.row.ScalarRatio = ratio(naive, own), ratio(scalar, own)
	if t := median(own); cpu && t > 0 {
		ns := float64(t.Nanoseconds()) / float64(max(m.row.Bots, 1))
		m.row.CPUNsPerBotTick = &ns
		if sorted := slices.Sorted(slices.Values(m.used)); median(sorted) > 0 {
			tail := float64(slowest(sorted)) / float64(median(sorted))
			m.row.CPUTail = &tail
		}
	}
	return nil
}

// block plays ticks and gives the mean time of one.
func (m *meter) block(clock func() time.Duration, ticks int, step func()) (time.Duration, error) {
	start := clock()
	for range ticks {
		if err := m.ctx.Err(); err != nil {
			return 0, err
		}
		step()
	}
	return (clock() - start) / time.Duration(ticks), nil
}

func (m *meter) withoutVectors(clock func() time.Duration, ticks int) (time.Duration, error) {
	defer vector.Use(vector.Use(false))
	m.game.Step()
	return m.block(clock, ticks, m.game.Step)
}

// ratio returns the ratio of two medians, or nil for times that were not measured or too
// short for the clock.
func ratio(times, own []time.Duration) *float64 {
	if len(times) == 0 {
		return nil
	}
	a, b := median(times), median(own)
	if a <= 0 || b <= 0 {
		return nil
	}
	r := float64(a) / float64(b)
	return &r
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
	r.TickP99Ms = milliseconds(slowest(sorted))
}

// slowest returns the slowest tick in a hundred, of times in order.
func slowest(sorted []time.Duration) time.Duration {
	return sorted[int(math.Ceil(0.99*float64(len(sorted))))-1]
}

func milliseconds(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e6 }

func clocked(step func()) time.Duration {
	start := time.Now()
	step()
	return time.Since(start)
}

// median returns the upper one where there are two.
func median(times []time.Duration) time.Duration {
	return slices.Sorted(slices.Values(times))[len(times)/2]
}

// liveHeap returns the size of the heap after a collection, in bytes.
func liveHeap() int64 {
	runtime.GC()
	runtime.GC()
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return int64(s.HeapAlloc)
}

var processStart = time.Now()

func wallClock() time.Duration { return time.Since(processStart) }
