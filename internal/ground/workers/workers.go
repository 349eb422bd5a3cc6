// Package workers shares a job out over a fixed number of goroutines.
//
// It stands in the place of errgroup and of a channel of tasks because a tick
// runs a dozen jobs that take tens of microseconds each: starting a goroutine per
// share would allocate in every tick, and waking one takes as long as the job. So
// the goroutines stay, and between jobs spin for a while before they sleep.
package workers

import (
	"reflect"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// Job is work on n things that can be cut into ranges.
type Job interface {
	// Do works on the things from lo up to, not including, hi. It is called for
	// several ranges of one Run, also at the same time. worker is below
	// Pool.Count and differs between calls at the same time, so that it can choose
	// a scratch buffer. Which ranges a worker gets differs from run to run, so no
	// result may depend on it.
	Do(worker, lo, hi int)
}

// Pool is goroutines that share jobs with the goroutine that calls Run. They end
// when the pool is closed or nobody refers to it any more.
type Pool struct {
	count  int
	limit  int // how many may share a Run: count, or 1 once closed
	busy   atomic.Bool
	shared *shared
}

// shared holds what the goroutines refer to. It does not lead back to the Pool, so
// that a pool nobody else refers to can be collected, and its goroutines ended,
// while they wait.
type shared struct {
	slots []slot // by worker
	ended sync.Once
	spins int // how often to look before going to sleep
	// A worker counts itself as active before it looks whether a job is open. The
	// caller closes the job and then waits until no worker is active. So nobody
	// works on a job that is over.
	open   atomic.Bool
	active atomic.Int32

	// The job being run.
	job              Job
	n, parts, pieces int

	mu sync.Mutex
	// the panic of the first range that had one, and where that range began
	panicked any
	at       int
}

// slot says where a worker waits for its turn, and slot 0 where the caller waits
// for the workers. Waiting is looking for a while and then sleeping: waking a
// goroutine takes tens of microseconds, as long as a job on thousands of bodies,
// and the systems of a tick follow each other closely.
type slot struct {
	turn   atomic.Uint32 // counts the jobs that the worker has a part in
	next   atomic.Int32  // the next piece of the part that no worker has taken
	parked atomic.Bool   // it sleeps, or is about to; whoever clears this must wake it
	wakeup chan struct{}
	_      [64]byte // no two in one cache line
}

// maxSpins is some hundred microseconds of looking: that long one goroutine works
// alone between the jobs of a tick of a hundred thousand bodies.
const maxSpins = 300_000

// maxPieces is in how many pieces a part is cut. A worker that is done with its
// own part takes pieces of the others': processors are seldom equally fast.
const maxPieces = 8

// New starts count-1 goroutines. count is 1 or more.
func New(count int) *Pool {
	s := &shared{slots: make([]slot, count)}
	if count <= runtime.GOMAXPROCS(0) { // else spinning would take the processor from the other workers
		s.spins = maxSpins
	}
	for i := range count {
		s.slots[i].wakeup = make(chan struct{}, 1)
		if i > 0 {
			go s.serve(i)
		}
	}
	p := &Pool{count: count, limit: count, shared: s}
	runtime.AddCleanup(p, (*shared).end, s)
	return p
}

// Count returns how many goroutines share a Run at most, the caller's included.
func (p *Pool) Count() int { return p.count }

// Run does a job on n things and returns when all is done. It cuts 0..n into
// ranges of at least grain things. The caller, who is worker 0, and the others
// begin at different places, and a worker that is done helps the others. A job
// too small for two workers is one range on the caller; where n is not positive,
// Do is not called. Run allocates nothing.
//
// If Do panics, Run panics with the same value when all ranges are over; if
// several do, with that of the first range. The stack is that of Run: a pool of
// one panics in the same way, and shows where.
//
// If Do ends its goroutine by runtime.Goexit, Run panics, and the worker has another
// goroutine from then on; where it was the caller's, that goroutine ends, when all ranges
// are over.
//
// A job must not call Run: that panics.
func (p *Pool) Run(n, grain int, job Job) {
	if !p.busy.CompareAndSwap(false, true) {
		panic("workers: Run called during another Run")
	}
	defer p.busy.Store(false) // it also keeps p from being collected, which would end the goroutines
	if n <= 0 {
		return
	}
	grain = max(grain, 1)
	parts := min(p.limit, n/grain)
	if parts < 2 {
		job.Do(0, 0, n)
		return
	}
	p.shared.run(n, parts, min(max(n/parts/grain, 1), maxPieces), job)
}

// Close ends the goroutines. A Run after it does everything on its caller. Close
// may be called twice, but not during a Run.
func (p *Pool) Close() {
	p.limit = 1
	p.shared.end()
}

func (s *shared) run(n, parts, pieces int, job Job) {
	s.job, s.n, s.parts, s.pieces = job, n, parts, pieces
	for i := range parts {
		s.slots[i].next.Store(0)
	}
	s.open.Store(true)
	for i := 1; i < parts; i++ {
		w := &s.slots[i]
		w.turn.Add(1)
		w.wake()
	}
	defer s.finish() // also where Do ends the goroutine
	s.do(0)
}

// finish waits until no worker is active in the job.
func (s *shared) finish() {
	s.open.Store(false)
	s.slots[0].await(s.spins, func() bool { return s.active.Load() == 0 })
	first := s.panicked
	s.job, s.panicked = nil, nil // these may lead to the pool
	if first != nil {
		panic(first)
	}
}

// serve lives the life of a worker.
func (s *shared) serve(worker int) {
	w, seen := &s.slots[worker], uint32(0)
	for w.await(s.spins, func() bool { return w.turn.Load() != seen }) {
		seen = w.turn.Load()
		s.help(worker)
	}
}

// serves says where serve begins.
var serves = reflect.ValueOf((*shared).serve).Pointer()

// Serving reports whether return addresses of a stack are those of a worker that a pool
// started.
func Serving(stack []uintptr) bool {
	return slices.ContainsFunc(stack, func(pc uintptr) bool { return runtime.FuncForPC(pc-1).Entry() == serves })
}

// help takes part in the job that is open, if one still is.
func (s *shared) help(worker int) {
	s.active.Add(1)
	defer func() {
		if s.active.Add(-1) == 0 {
			s.slots[0].wake()
		}
	}()
	if s.open.Load() {
		s.do(worker)
	}
}

// await returns true when ready does, or false when the pool has ended.
func (w *slot) await(spins int, ready func() bool) bool {
	for range spins {
		if ready() {
			return true
		}
	}
	for {
		w.parked.Store(true)
		if ready() && w.parked.CompareAndSwap(true, false) {
			return true
		}
		if _, ok := <-w.wakeup; !ok { // whoever cleared parked has sent, or will
			return false
		}
		if ready() {
			return true
		}
	}
}

// wake ends the sleep of the worker of a slot, if it sleeps.
func (w *slot) wake() {
	if w.parked.CompareAndSwap(true, false) {
		w.wakeup <- struct{}{}
	}
}

// do takes pieces of the worker's own part, then of the others'.
func (s *shared) do(worker int) {
	for i := range s.parts {
		part := (worker + i) % s.parts
		next := &s.slots[part].next
		for {
			piece := int(next.Add(1)) - 1
			if piece >= s.pieces {
				break
			}
			all, at := s.parts*s.pieces, part*s.pieces+piece
			s.doRange(worker, at*s.n/all, (at+1)*s.n/all)
		}
	}
}

func (s *shared) doRange(worker, lo, hi int) {
	done := false
	defer func() {
		v := recover()
		if v == nil && !done && worker > 0 {
			v = "workers: a job ended its goroutine by runtime.Goexit"
			go s.serve(worker)
		}
		if v != nil {
			s.mu.Lock()
			if s.panicked == nil || lo < s.at {
				s.panicked, s.at = v, lo
			}
			s.mu.Unlock()
		}
	}()
	s.job.Do(worker, lo, hi)
	done = true
}

func (s *shared) end() {
	s.ended.Do(func() {
		for i := range s.slots {
			close(s.slots[i].wakeup)
		}
	})
}
