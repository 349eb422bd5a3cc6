package nav

import (
	"sync"

	"github.com/thicket-sim/thicket/components"
)

// cache keeps the flows that were asked for last.
type cache struct {
	mu      sync.Mutex
	limit   int
	clock   uint64
	entries []*entry
}

type entry struct {
	goal components.Position
	used uint64
	flow Flow
}

// Flow returns the flow to a goal. The map keeps a number of them; a flow that
// it keeps is returned without allocating. It may be called concurrently, and
// what it returns stays valid when the map keeps it no more.
func (m *Map) Flow(goal components.Position) *Flow {
	if !m.within(goal) { // it may not be a number, and so no key
		goal = m.Free(goal)
	}
	return &m.cache.entry(m, goal).flow
}

// entry finds or makes the entry of a goal, in place of the one that was not
// asked for the longest.
func (c *cache) entry(m *Map, goal components.Position) *entry {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.clock++
	oldest := 0
	for i, e := range c.entries {
		if e.goal == goal {
			e.used = c.clock
			return e
		}
		if e.used < c.entries[oldest].used {
			oldest = i
		}
	}
	e := &entry{goal: goal, used: c.clock}
	e.flow.Reset(m, goal)
	if len(c.entries) < c.limit {
		c.entries = append(c.entries, e)
	} else {
		c.entries[oldest] = e
	}
	return e
}

// borrow takes the scratch of a search.
func (m *Map) borrow() *search {
	m.mu.Lock()
	defer m.mu.Unlock()
	if n := len(m.idle); n > 0 {
		s := m.idle[n-1]
		m.idle = m.idle[:n-1]
		return s
	}
	return &search{}
}

func (m *Map) giveBack(s *search) {
	m.mu.Lock()
	m.idle = append(m.idle, s)
	m.mu.Unlock()
}
