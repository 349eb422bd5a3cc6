package ecs

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// Job is work on n things that can be cut into ranges.
type Job interface {
	// Do works on the things from lo up to, not including, hi. worker is below
	// Workers.Count and differs between calls at the same time, so that it can
	// choose a scratch buffer.
	Do(worker, lo, hi int)
}

// Workers are goroutines that live as long as their world and share its jobs
// with the goroutine that calls Run.
type Workers struct {
	count int
	limit int // how many may share a Run: count, or 1 once closed
	busy  atomic.Bool
	crew  *crew
}

// crew is what the goroutines share. It does not lead back to Workers or the
// world, so that a world nobody else holds can be collected, and its goroutines
// ended, while they wait.
type crew struct {
	posts  []post // by worker; the caller's, 0, is not used
	ended  sync.Once
	left   atomic.Int32   // parts that are not done, for who spins
	done   sync.WaitGroup // the same, for who sleeps
	spins  int            // how often to look before going to sleep
	panics []any          // by worker

	// The job being run.
	job      Job
	n, parts int
}

// post is where a worker waits for its turn. It looks for a while and then
// sleeps: waking a goroutine takes tens of microseconds, as long as a job on
// thousands of bodies, and the systems of a tick follow each other closely.
type post struct {
	turn   atomic.Uint32 // counts the jobs that the worker has a part in
	parked atomic.Bool   // it sleeps, or is about to, until somebody takes this back
	wake   chan struct{}
	_      [64]byte // no two in one cache line
}

// maxSpins is about a millisecond of looking: longer than what a tick of some
// hundred thousand bodies has one goroutine do between its jobs, and little
// beside the time from tick to tick where bodies are few.
const maxSpins = 1_000_000

// newWorkers starts count-1 goroutines.
func newWorkers(count int) *Workers {
	c := &crew{posts: make([]post, count), panics: make([]any, count)}
	if count <= runtime.GOMAXPROCS(0) { // or who looks would keep others from working
		c.spins = maxSpins
	}
	for i := range count {
		c.posts[i].wake = make(chan struct{}, 1)
		if i > 0 {
			go c.serve(i)
		}
	}
	ws := &Workers{count: count, limit: count, crew: c}
	runtime.AddCleanup(ws, (*crew).end, c)
	return ws
}

// Count is how many goroutines share a Run at most, the caller's included.
func (ws *Workers) Count() int { return ws.count }

// Run does a job on n things and returns when all is done. It cuts 0..n into
// consecutive ranges, at most Count of them and each of at least grain things,
// and gives the first to worker 0, which is the caller, and each other to one of
// the next workers. Where that makes fewer than two ranges, the caller does it
// all; where n is not positive, Do is not called. Run allocates nothing.
//
// If Do panics, Run panics with the same value when all ranges are over; if
// several do, with that of the first range. The stack is that of Run: a world
// with one worker panics in the same way, and shows where.
//
// A job must not call Run: that panics.
func (ws *Workers) Run(n, grain int, job Job) {
	if !ws.busy.CompareAndSwap(false, true) {
		panic("ecs: Workers.Run called during another Run")
	}
	defer ws.busy.Store(false) // and holds on to ws: collected, it would end the crew
	if n <= 0 {
		return
	}
	parts := min(ws.limit, n/max(grain, 1))
	if parts < 2 {
		job.Do(0, 0, n)
		return
	}
	ws.crew.run(n, parts, job)
}

// Close ends the goroutines. A Run after it does everything on its caller. Close
// may be called twice, but not during a Run.
func (ws *Workers) Close() {
	ws.limit = 1
	ws.crew.end()
}

func (c *crew) run(n, parts int, job Job) {
	c.job, c.n, c.parts = job, n, parts
	c.done.Add(parts)
	c.left.Store(int32(parts))
	for i := 1; i < parts; i++ {
		p := &c.posts[i]
		p.turn.Add(1)
		if p.parked.CompareAndSwap(true, false) {
			p.wake <- struct{}{}
		}
	}
	c.do(0)
	for range c.spins {
		if c.left.Load() == 0 {
			break
		}
	}
	c.done.Wait()
	var first any
	for _, p := range slices.Backward(c.panics[:parts]) {
		if p != nil {
			first = p
		}
	}
	c.job = nil // this and the panics may lead to the world
	clear(c.panics)
	if first != nil {
		panic(first)
	}
}

// serve is the life of a worker.
func (c *crew) serve(worker int) {
	p := &c.posts[worker]
	for seen := uint32(0); p.await(seen, c.spins); {
		seen = p.turn.Load()
		c.do(worker)
	}
}

// await returns when the worker's turn is no longer what it has seen, or false
// when there will be none any more.
func (p *post) await(seen uint32, spins int) bool {
	for range spins {
		if p.turn.Load() != seen {
			return true
		}
	}
	p.parked.Store(true)
	if p.turn.Load() != seen && p.parked.CompareAndSwap(true, false) {
		return true
	}
	_, ok := <-p.wake // who took parked back has sent, or will
	return ok
}

// do does a worker's part of the job.
func (c *crew) do(worker int) {
	defer func() {
		c.panics[worker] = recover()
		c.left.Add(-1)
		c.done.Done()
	}()
	c.job.Do(worker, worker*c.n/c.parts, (worker+1)*c.n/c.parts)
}

func (c *crew) end() {
	c.ended.Do(func() {
		for i := range c.posts {
			close(c.posts[i].wake)
		}
	})
}
