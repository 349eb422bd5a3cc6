package ecs

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Job is work on n things that can be cut into ranges.
type Job interface {
	// Do works on the things from lo up to, not including, hi. It is called for
	// several ranges of one Run, also at the same time. worker is below
	// Workers.Count and differs between calls at the same time, so that it can
	// choose a scratch buffer; which ranges a worker gets is a matter of luck,
	// so no result may depend on it.
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
	posts []post // by worker
	ended sync.Once
	spins int // how often to look before going to sleep
	// A worker counts itself in before it looks whether a job is open, and the
	// caller closes the job before it waits for nobody to be in. So nobody works
	// on a job that is over.
	open   atomic.Bool
	inside atomic.Int32

	// The job being run.
	job              Job
	n, parts, pieces int

	mu sync.Mutex
	// the panic of the first range that had one
	panicked any
	at       int
}

// post is where a worker waits for its turn, and the caller for the workers.
// It looks for a while and then sleeps: waking a goroutine takes tens of
// microseconds, as long as a job on thousands of bodies, and the systems of a
// tick follow each other closely.
type post struct {
	turn   atomic.Uint32 // counts the jobs that the worker has a part in
	next   atomic.Int32  // the next piece of the part that is nobody's yet
	parked atomic.Bool   // it sleeps, or is about to, until somebody takes this back
	wake   chan struct{}
	_      [64]byte // no two in one cache line
}

// maxSpins is some hundred microseconds of looking: what a tick of a hundred
// thousand bodies has one goroutine do between its jobs.
const maxSpins = 300_000

// maxPieces is in how many pieces a part is cut, for those who are done with
// theirs to help with: processors are seldom equally fast.
const maxPieces = 8

// newWorkers starts count-1 goroutines.
func newWorkers(count int) *Workers {
	c := &crew{posts: make([]post, count)}
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
// ranges of at least grain things, the caller, who is worker 0, and the others
// begin at different places, and who is done helps the others. Where there is
// work for one only, the caller does it all in one range; where n is not
// positive, Do is not called. Run allocates nothing.
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
	grain = max(grain, 1)
	parts := min(ws.limit, n/grain)
	if parts < 2 {
		job.Do(0, 0, n)
		return
	}
	ws.crew.run(n, parts, min(max(n/parts/grain, 1), maxPieces), job)
}

// Close ends the goroutines. A Run after it does everything on its caller. Close
// may be called twice, but not during a Run.
func (ws *Workers) Close() {
	ws.limit = 1
	ws.crew.end()
}

func (c *crew) run(n, parts, pieces int, job Job) {
	c.job, c.n, c.parts, c.pieces = job, n, parts, pieces
	for i := range parts {
		c.posts[i].next.Store(0)
	}
	c.open.Store(true)
	for i := 1; i < parts; i++ {
		p := &c.posts[i]
		p.turn.Add(1)
		p.rouse()
	}
	defer c.finish() // also where Do ends the goroutine
	c.do(0)
}

// finish waits for those who still work on the job.
func (c *crew) finish() {
	c.open.Store(false)
	c.posts[0].await(c.spins, func() bool { return c.inside.Load() == 0 })
	first := c.panicked
	c.job, c.panicked = nil, nil // these may lead to the world
	if first != nil {
		panic(first)
	}
}

// serve is the life of a worker.
func (c *crew) serve(worker int) {
	p, seen := &c.posts[worker], uint32(0)
	for p.await(c.spins, func() bool { return p.turn.Load() != seen }) {
		seen = p.turn.Load()
		c.help(worker)
	}
}

// help takes part in the job that is open, if one still is.
func (c *crew) help(worker int) {
	c.inside.Add(1)
	defer func() {
		if c.inside.Add(-1) == 0 {
			c.posts[0].rouse()
		}
	}()
	if c.open.Load() {
		c.do(worker)
	}
}

// await returns when what it waits for has come, or false when it never will.
func (p *post) await(spins int, come func() bool) bool {
	for range spins {
		if come() {
			return true
		}
	}
	for {
		p.parked.Store(true)
		if come() && p.parked.CompareAndSwap(true, false) {
			return true
		}
		if _, ok := <-p.wake; !ok { // who took parked back has sent, or will
			return false
		}
		if come() {
			return true
		}
	}
}

// rouse wakes who sleeps at the post.
func (p *post) rouse() {
	if p.parked.CompareAndSwap(true, false) {
		p.wake <- struct{}{}
	}
}

// do takes pieces of the worker's own part, then of the others'.
func (c *crew) do(worker int) {
	for i := range c.parts {
		part := (worker + i) % c.parts
		next := &c.posts[part].next
		for {
			piece := int(next.Add(1)) - 1
			if piece >= c.pieces {
				break
			}
			all, at := c.parts*c.pieces, part*c.pieces+piece
			c.doRange(worker, at*c.n/all, (at+1)*c.n/all)
		}
	}
}

func (c *crew) doRange(worker, lo, hi int) {
	defer func() {
		if v := recover(); v != nil {
			c.mu.Lock()
			if c.panicked == nil || lo < c.at {
				c.panicked, c.at = v, lo
			}
			c.mu.Unlock()
		}
	}()
	c.job.Do(worker, lo, hi)
}

func (c *crew) end() {
	c.ended.Do(func() {
		for i := range c.posts {
			close(c.posts[i].wake)
		}
	})
}
