package systems

import (
	"cmp"
	"slices"
	"sync"

	"github.com/thicket-sim/thicket/behavior/host"
)

// maxFaults is how many faults are kept, and how many notes, of all bots that have
// one of a text at a node the first; the rest is counted.
const maxFaults = 50

// faults collects what host code did wrong; leaves report from any worker.
type faults struct {
	mu    sync.Mutex
	first []host.Fault // by tick, then bot, then time
	count int64
}

func (f *faults) add(fault host.Fault) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.count++
	if same := slices.IndexFunc(f.first, func(have host.Fault) bool { return have.Pos == fault.Pos && have.Text == fault.Text }); same >= 0 {
		if f.first[same].Tick < fault.Tick || f.first[same].Bot <= fault.Bot { // ticks never go back
			return
		}
		f.first = slices.Delete(f.first, same, same+1)
	}
	at, _ := slices.BinarySearchFunc(f.first, fault, func(have, next host.Fault) int {
		if (cmp.Or(cmp.Compare(have.Tick, next.Tick), cmp.Compare(have.Bot, next.Bot))) <= 0 {
			return -1 // after those of the same bot
		}
		return 1
	})
	f.first = slices.Insert(f.first, at, fault)
	alike, last := 0, 0
	for i := range f.first {
		if f.first[i].Note == fault.Note {
			alike, last = alike+1, i
		}
	}
	if alike > maxFaults {
		f.first = slices.Delete(f.first, last, last+1)
	}
	if alike <= maxFaults || at != last {
		f.first[at].Unwind()
	}
}

// FaultCount is how often host code failed or left a note so far.
func (g *Game) FaultCount() int64 {
	g.faults.mu.Lock()
	defer g.faults.mu.Unlock()
	return g.faults.count
}

// Faults lists the first 50 failures of host code and the first 50 notes, by tick
// and bot, and counts all of them. What happens at a node again, to whatever bot,
// is listed once; a panic has the stack of the first bot. The list is the same for
// any number of workers.
func (g *Game) Faults() (first []host.Fault, count int64) {
	g.faults.mu.Lock()
	defer g.faults.mu.Unlock()
	return slices.Clone(g.faults.first), g.faults.count
}
