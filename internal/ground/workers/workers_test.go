package workers

import (
	"bytes"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// wantPanic wants f to panic with a text that has part in it.
func wantPanic(t *testing.T, part string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if got := fmt.Sprint(recover()); !strings.Contains(got, part) {
			t.Errorf("panic %q, want one with %q", got, part)
		}
	}()
	f()
}

// tally notes what each worker is given, each in its own place and so without
// locks: the race detector sees a worker number that is used twice at a time.
type tally struct {
	hits   []int32
	ranges [][]int // by worker: lo and hi of each range
}

func newTally(workers, n int) *tally {
	j := &tally{make([]int32, max(n, 0)), make([][]int, workers)}
	for i := range j.ranges {
		j.ranges[i] = make([]int, 0, 2*maxPieces*workers)
	}
	return j
}

func (j *tally) Do(worker, lo, hi int) {
	j.ranges[worker] = append(j.ranges[worker], lo, hi)
	for i := lo; i < hi; i++ {
		j.hits[i]++
	}
}

func (j *tally) reset() {
	for i := range j.ranges {
		j.ranges[i] = j.ranges[i][:0]
	}
}

func TestRunCoversEachThingOnce(t *testing.T) {
	pools := map[int]*Pool{}
	rapid.Check(t, func(t *rapid.T) {
		count := rapid.IntRange(1, 6).Draw(t, "workers")
		n := rapid.IntRange(-1, 300).Draw(t, "n")
		grain := rapid.IntRange(-1, 100).Draw(t, "grain")
		if pools[count] == nil {
			pools[count] = New(count)
		}
		j := newTally(count, n)
		pools[count].Run(n, grain, j)

		for i, hits := range j.hits {
			if hits != 1 {
				t.Fatalf("%d is done %d times", i, hits)
			}
		}
		all := slices.Concat(j.ranges...)
		switch shares := min(count, n/max(grain, 1)); {
		case n < 1:
			if len(all) != 0 {
				t.Fatal("called for nothing")
			}
		case shares < 2:
			if !slices.Equal(all, []int{0, n}) || len(j.ranges[0]) != 2 {
				t.Fatalf("ranges %v, want one for worker 0", j.ranges)
			}
		default:
			if len(all)/2 < shares {
				t.Fatalf("%d ranges, want %d or more", len(all)/2, shares)
			}
			for i := 0; i < len(all); i += 2 {
				if all[i+1]-all[i] < grain {
					t.Fatalf("%d to %d is less than the grain", all[i], all[i+1])
				}
			}
		}
	})
	for _, ws := range pools {
		ws.Close()
	}
}

// laggard is a job whose first range ends only when all others are done.
type laggard struct {
	n    int32
	done atomic.Int32
}

func (j *laggard) Do(_, lo, hi int) {
	for lo == 0 && j.done.Load() < j.n-int32(hi) {
		runtime.Gosched()
	}
	j.done.Add(int32(hi - lo))
}

func TestWhoIsDoneHelpsTheOthers(t *testing.T) {
	ws := New(2)
	defer ws.Close()
	j := &laggard{n: 160}
	ws.Run(160, 1, j) // or hangs: half of the ranges are of the part that the first is in
	if got := j.done.Load(); got != 160 {
		t.Errorf("%d are done", got)
	}
}

func TestRunsAfterEachOther(t *testing.T) {
	ws := New(3)
	defer ws.Close()
	j := newTally(3, 50)
	for i := range int32(20_000) {
		j.reset()
		ws.Run(50, 1, j)
		for k, hits := range j.hits {
			if hits != i+1 {
				t.Fatalf("run %d: %d is done %d times", i, k, hits)
			}
		}
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
	ws := New(4)
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
		ws := New(count)
		j := newTally(count, 100)
		if n := testing.AllocsPerRun(100, func() { j.reset(); ws.Run(100, 10, j) }); n != 0 {
			t.Errorf("%d workers: Run allocates %v times", count, n)
		}
		ws.Close()
	}
}

// failing panics in the ranges that begin at the numbers it names.
type failing []int

func (j failing) Do(worker, lo, hi int) {
	if slices.Contains(j, lo) {
		panic(fmt.Sprintf("range %d fails", lo))
	}
}

func TestRunRaisesThePanicOfTheFirstRange(t *testing.T) {
	ws := New(4)
	defer ws.Close()
	for range 100 {
		wantPanic(t, "range 0 fails", func() { ws.Run(4, 1, failing{0}) })
		wantPanic(t, "range 2 fails", func() { ws.Run(4, 1, failing{3, 2}) })
		wantPanic(t, "range 0 fails", func() { ws.Run(1, 1, failing{0}) })
	}
	// And the workers are as good as before.
	j := newTally(4, 4)
	ws.Run(4, 1, j)
	if !slices.Equal(j.hits, []int32{1, 1, 1, 1}) {
		t.Errorf("done %v", j.hits)
	}
}

type nested struct{ ws *Pool }

func (j nested) Do(worker, lo, hi int) { j.ws.Run(1, 1, j) }

func TestRunInRunPanics(t *testing.T) {
	for _, count := range []int{1, 2} {
		ws := New(count)
		wantPanic(t, "during another Run", func() { ws.Run(8, 1, nested{ws}) })
		ws.Run(8, 1, newTally(count, 8)) // free again
		ws.Close()
	}
}

func TestClosedWorkersRunOnTheCaller(t *testing.T) {
	ws := New(3)
	ws.Close()
	ws.Close()
	j := newTally(3, 100)
	ws.Run(100, 1, j)
	if !slices.Equal(j.ranges[0], []int{0, 100}) {
		t.Errorf("ranges %v", j.ranges)
	}
}

// leaver ends its goroutine in one range.
type leaver struct {
	*tally
	on func(worker int) bool
}

func (j leaver) Do(worker, lo, hi int) {
	if j.on(worker) {
		runtime.Goexit()
	}
	j.tally.Do(worker, lo, hi)
}

// TestAJobThatEndsItsGoroutine is told by a panic where it was a worker's, which has another
// one at once; that of the caller ends.
func TestAJobThatEndsItsGoroutine(t *testing.T) {
	ws := New(4)
	defer ws.Close()
	var once atomic.Bool
	func() {
		defer func() {
			if v := recover(); v != "workers: a job ended its goroutine by runtime.Goexit" {
				t.Errorf("panic %v", v)
			}
		}()
		ws.Run(1000, 1, leaver{newTally(4, 1000), func(worker int) bool {
			for worker == 0 && !once.Load() { // until a worker has a range
				runtime.Gosched()
			}
			return worker > 0 && once.CompareAndSwap(false, true)
		}})
	}()
	wantServing(t, 3)
	ended := make(chan bool)
	go func() {
		back := false
		defer func() { ended <- back }()
		var came atomic.Bool
		ws.Run(1000, 1, leaver{newTally(4, 1000), func(worker int) bool {
			for worker > 0 && !came.Load() { // until the caller has a range
				runtime.Gosched()
			}
			if worker == 0 {
				came.Store(true)
			}
			return worker == 0
		}})
		back = true
	}()
	if <-ended {
		t.Error("the goroutine that called Run goes on")
	}
	j := newTally(4, 1000)
	ws.Run(1000, 1, j)
	wantServing(t, 3)
}

// serving returns how many goroutines of workers there are.
func serving() int {
	stacks := make([]byte, 1<<20)
	return bytes.Count(stacks[:runtime.Stack(stacks, true)], []byte("(*shared).serve("))
}

// wantServing waits until so many goroutines of workers have begun, or ended.
func wantServing(t *testing.T, want int) {
	t.Helper()
	for range 6000 {
		runtime.GC()
		if serving() == want {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("%d goroutines serve, want %d", serving(), want)
}

// holder is a job that leads to its pool, and leaves a panic that does.
type holder struct{ ws *Pool }

func (j holder) Do(worker, lo, hi int) { panic(j.ws) }

func TestNoGoroutineIsLeft(t *testing.T) {
	wantServing(t, 0) // of the tests before
	run := func(ws *Pool) {
		defer func() {
			if recover() != ws {
				t.Error("want a panic")
			}
		}()
		wantServing(t, 4)
		ws.Run(100, 1, holder{ws})
	}
	t.Run("closed", func(t *testing.T) {
		ws := New(5)
		run(ws)
		ws.Close()
		wantServing(t, 0)
		runtime.KeepAlive(ws)
	})
	t.Run("dropped", func(t *testing.T) {
		run(New(5))
		wantServing(t, 0)
	})
}
