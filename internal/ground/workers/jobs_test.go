package workers

import (
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// errand is a job that wastes time, panics and ends goroutines as it is told.
type errand struct {
	seen  []atomic.Int32
	waste []int // by thing: how often to do nothing
	fail  map[int]bool
	yield int
}

func (e *errand) Do(worker, lo, hi int) {
	for i := lo; i < hi; i++ {
		e.seen[i].Add(1)
		for range e.waste[i%len(e.waste)] {
			runtime.Gosched()
		}
		if e.yield > 0 && i%e.yield == 0 {
			time.Sleep(time.Microsecond)
		}
		if e.fail[i] {
			panic(i)
		}
	}
}

// TestRunsOfAllSorts runs many jobs after each other, with pauses in which
// workers fall asleep, on any number of workers, spinning or not.
func TestRunsOfAllSorts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ws := New(rapid.IntRange(1, 7).Draw(t, "workers"))
		defer ws.Close()
		for range rapid.IntRange(1, 40).Draw(t, "jobs") {
			n, grain := rapid.IntRange(0, 200).Draw(t, "n"), rapid.IntRange(-1, 40).Draw(t, "grain")
			e := &errand{seen: make([]atomic.Int32, n), waste: rapid.SliceOfN(rapid.IntRange(0, 3), 1, 5).Draw(t, "waste"),
				yield: rapid.SampledFrom([]int{0, 0, 0, 50}).Draw(t, "yield")}
			first := -1
			if n > 0 && rapid.IntRange(0, 4).Draw(t, "fails") == 0 {
				first = rapid.IntRange(0, n-1).Draw(t, "at")
				e.fail = map[int]bool{first: true}
			}
			got := -1
			func() {
				defer func() {
					if v := recover(); v != nil {
						got = v.(int)
					}
				}()
				ws.Run(n, grain, e)
			}()
			if got != first {
				t.Fatalf("panic of %d, wanted that of %d", got, first)
			}
			for i := range e.seen {
				if k := e.seen[i].Load(); k != 1 && first < 0 || k > 1 {
					t.Fatalf("thing %d of %d was done %d times", i, n, k)
				}
			}
			if rapid.IntRange(0, 3).Draw(t, "pause") == 0 {
				time.Sleep(200 * time.Microsecond)
			}
		}
	})
}
