package ecs

import (
	"bytes"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"
)

type part struct{ lo, hi int }

// tally notes what each worker is given, each in its own place and so without
// locks: the race detector sees a worker number that is given twice.
type tally struct {
	hits  []int32
	parts []part
	calls []int
}

func newTally(workers, n int) *tally {
	return &tally{make([]int32, max(n, 0)), make([]part, workers), make([]int, workers)}
}

func (j *tally) Do(worker, lo, hi int) {
	j.calls[worker]++
	j.parts[worker] = part{lo, hi}
	for i := lo; i < hi; i++ {
		j.hits[i]++
	}
}

func TestRunCoversEachThingOnce(t *testing.T) {
	crews := map[int]*Workers{}
	rapid.Check(t, func(t *rapid.T) {
		count := rapid.IntRange(1, 6).Draw(t, "workers")
		n := rapid.IntRange(-1, 300).Draw(t, "n")
		grain := rapid.IntRange(-1, 100).Draw(t, "grain")
		if crews[count] == nil {
			crews[count] = newWorkers(count)
		}
		j := newTally(count, n)
		crews[count].Run(n, grain, j)

		for i, hits := range j.hits {
			if hits != 1 {
				t.Fatalf("%d is done %d times", i, hits)
			}
		}
		parts := 0
		for worker, calls := range j.calls {
			if calls > 1 {
				t.Fatalf("worker %d is called %d times", worker, calls)
			}
			parts += calls
		}
		if n < 1 {
			if parts != 0 {
				t.Fatal("called for nothing")
			}
			return
		}
		if want := min(count, max(n/max(grain, 1), 1)); parts != want {
			t.Fatalf("%d ranges, want %d", parts, want)
		}
		for worker := range parts {
			p := j.parts[worker]
			if parts > 1 && p.hi-p.lo < max(grain, 1) {
				t.Fatalf("range %v is less than the grain", p)
			}
			if worker > 0 && p.lo != j.parts[worker-1].hi {
				t.Fatalf("ranges %v", j.parts)
			}
		}
	})
	for _, ws := range crews {
		ws.Close()
	}
}

// meeting is a job whose parts wait for each other, so it ends only if they run
// at the same time.
type meeting struct{ here, all atomic.Int32 }

func (j *meeting) Do(int, int, int) {
	j.here.Add(1)
	for j.here.Load() < j.all.Load() {
		runtime.Gosched()
	}
}

func TestRunIsParallel(t *testing.T) {
	ws := newWorkers(4)
	defer ws.Close()
	j := &meeting{}
	j.all.Store(4)
	ws.Run(4, 1, j)
	if got := j.here.Load(); got != 4 {
		t.Errorf("%d came", got)
	}
}

func TestRunAllocatesNothing(t *testing.T) {
	for _, count := range []int{1, 3} {
		ws := newWorkers(count)
		j := newTally(count, 100)
		if n := testing.AllocsPerRun(100, func() { ws.Run(100, 10, j) }); n != 0 {
			t.Errorf("%d workers: Run allocates %v times", count, n)
		}
		ws.Close()
	}
}

// failing panics in the ranges of the workers it names.
type failing []int

func (j failing) Do(worker, lo, hi int) {
	if slices.Contains(j, worker) {
		panic(fmt.Sprintf("worker %d fails", worker))
	}
}

func TestRunRaisesThePanicOfTheFirstRange(t *testing.T) {
	ws := newWorkers(4)
	defer ws.Close()
	wantPanic(t, "worker 0 fails", func() { ws.Run(4, 1, failing{0}) })
	wantPanic(t, "worker 2 fails", func() { ws.Run(4, 1, failing{3, 2}) })
	wantPanic(t, "worker 0 fails", func() { ws.Run(1, 1, failing{0}) })

	// And the workers are as good as before.
	j := newTally(4, 4)
	ws.Run(4, 1, j)
	if !slices.Equal(j.calls, []int{1, 1, 1, 1}) {
		t.Errorf("calls %v", j.calls)
	}
	ws.Run(4, 1, failing{})
}

type nested struct{ ws *Workers }

func (j nested) Do(worker, lo, hi int) { j.ws.Run(1, 1, j) }

func TestRunInRunPanics(t *testing.T) {
	for _, count := range []int{1, 2} {
		ws := newWorkers(count)
		wantPanic(t, "during another Run", func() { ws.Run(8, 1, nested{ws}) })
		ws.Run(8, 1, newTally(count, 8)) // free again
		ws.Close()
	}
}

func TestClosedWorkersRunOnTheCaller(t *testing.T) {
	w := New(Options{Workers: 3})
	w.Close()
	w.Close()
	j := newTally(3, 100)
	w.Workers().Run(100, 1, j)
	if !slices.Equal(j.calls, []int{1, 0, 0}) || j.parts[0] != (part{0, 100}) {
		t.Errorf("calls %v, parts %v", j.calls, j.parts)
	}
}

// serving is how many goroutines of workers there are.
func serving() int {
	stacks := make([]byte, 1<<20)
	return bytes.Count(stacks[:runtime.Stack(stacks, true)], []byte("(*crew).serve("))
}

// wantNoneServing waits for the last goroutines of workers to end.
func wantNoneServing(t *testing.T) {
	t.Helper()
	for range 500 {
		runtime.GC()
		if serving() == 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("%d goroutines are left", serving())
}

// holder is a job that leads to a world, and leaves a panic that does.
type holder struct{ w *World }

func (j holder) Do(worker, lo, hi int) { panic(j.w) }

func TestNoGoroutineIsLeft(t *testing.T) {
	wantNoneServing(t) // of the tests before
	run := func(w *World) {
		defer func() {
			if got := serving(); recover() != w || got != 4 {
				t.Errorf("%d goroutines, want 4 and a panic", got)
			}
		}()
		w.Workers().Run(100, 1, holder{w})
	}
	t.Run("closed", func(t *testing.T) {
		w := New(Options{Workers: 5})
		run(w)
		w.Close()
		wantNoneServing(t)
		runtime.KeepAlive(w)
	})
	t.Run("dropped", func(t *testing.T) {
		run(New(Options{Workers: 5}))
		wantNoneServing(t)
	})
}
