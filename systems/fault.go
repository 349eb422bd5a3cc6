package systems

import (
	"sync"

	"github.com/thicket-sim/thicket/behavior/host"
)

// maxFaults is how many faults are kept; the rest is counted.
const maxFaults = 50

// faults collects what host code did wrong; leaves report from any worker.
type faults struct {
	mu    sync.Mutex
	first []host.Fault
	count int64
}

func (f *faults) add(fault host.Fault) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.count++
	if len(f.first) < maxFaults {
		f.first = append(f.first, fault)
	}
}

// Faults lists the first failures of host code and counts all of them.
func (g *Game) Faults() (first []host.Fault, count int64) {
	g.faults.mu.Lock()
	defer g.faults.mu.Unlock()
	return g.faults.first, g.faults.count
}
