package systems

import (
	"cmp"
	"slices"
	"sync"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/session"
)

// faults collects what host code did wrong; leaves report from any worker.
type faults struct {
	*commons `save:"-"`
	journal  *occurrences `save:"-"`

	mu    sync.Mutex                 `save:"-"`
	nodes map[faultyNode][]keptFault `digest:"-,workers tell of faults in any order, and no play reads them; the count is told"` // of each text the first; by tick, then bot, then time
	kept  int                        `digest:"-,as nodes"`                                                                       // how often a fault was put into nodes
	count int64
	tell  func(host.Fault) `save:"-"`
	fresh []keptFault      `save:"-"` // those that tell, and who listens, was not told yet
}

// keptFault is a fault with its number among all of them, which tells apart those of
// a bot in a tick.
type keptFault struct {
	host.Fault
	number int64
	times  int64 // how often
}

// faultyNode is a node that had faults, or notes.
type faultyNode struct {
	pos  string
	note bool
}

func (f *faults) add(fault host.Fault) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.count++
	next := keptFault{fault, f.count, 1}
	if f.tell != nil || f.journal.on {
		next.Name = f.NameOf(fault.Bot)
		f.fresh = append(f.fresh, next)
	}
	node := faultyNode{fault.Pos, fault.Note}
	list := f.nodes[node]
	if same := slices.IndexFunc(list, func(have keptFault) bool { return have.Text == fault.Text }); same >= 0 {
		list[same].times++
		if list[same].Tick < fault.Tick || list[same].Bot <= fault.Bot { // ticks never go back
			return
		}
		next.times = list[same].times
		list = slices.Delete(list, same, same+1)
	}
	at := len(list)
	for at > 0 && earlier(next, list[at-1]) < 0 {
		at--
	}
	if at == f.limits.faults {
		return
	}
	next.Name = f.NameOf(fault.Bot)
	host.Unwind(&next.Fault)
	list = slices.Insert(list, at, next)
	if f.nodes == nil {
		f.nodes = map[faultyNode][]keptFault{}
	}
	f.nodes[node] = list[:min(len(list), f.limits.faults)]
	f.kept++
}

// earlier compares faults by tick, then bot, then time.
func earlier(a, b keptFault) int {
	return cmp.Or(cmp.Compare(a.Tick, b.Tick), cmp.Compare(a.Bot, b.Bot), cmp.Compare(a.number, b.number))
}

// Kept tells whether the List has changed: it grows when one is put
// into it.
func (f *faults) Kept() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.kept
}

// List lists failures of host code and notes, by tick and bot, and counts all of
// them. Of each node it has the first failure of each text, up to 5 texts, and as many
// notes; what the node says beyond that is counted only. A panic has the stack of the
// first bot. The list is the same for any number of workers.
func (f *faults) List() (first []host.Fault, count int64) {
	for _, one := range f.Counted() {
		first = append(first, one.Fault)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return first, f.count
}

// Counted is List with how often each came.
func (f *faults) Counted() []session.CountedFault {
	f.mu.Lock()
	defer f.mu.Unlock()
	var kept []keptFault
	for _, list := range f.nodes {
		kept = append(kept, list...)
	}
	slices.SortFunc(kept, earlier)
	all := make([]session.CountedFault, len(kept))
	for i, one := range kept {
		all[i] = session.CountedFault{Fault: one.Fault, Times: one.times}
	}
	return all
}

// On has a function told of every failure and note, also of those that List
// only counts: after each step those of the tick, by bot. It is called on the goroutine
// that steps the game. A call with nil ends that, after it has told the rest. Faults
// that List does not have have no stack.
func (f *faults) On(tell func(host.Fault)) {
	f.publish()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.tell = tell
}

// publish tells of the faults since the last call.
func (f *faults) publish() {
	f.mu.Lock()
	fresh, tell := f.fresh, f.tell
	f.fresh = nil
	f.mu.Unlock()
	slices.SortFunc(fresh, earlier)
	for i := range fresh {
		if tell != nil {
			tell(fresh[i].Fault)
		}
		f.journal.occurFault(&fresh[i].Fault)
	}
}
