package systems

import "github.com/thicket-sim/thicket/ecs"

// counts is what was done since the game began.
type counts struct {
	actions  []int64 // by action number: how often it was a bot's last success of a tick
	contacts int64
	events   map[string]int64
}

func (c *counts) event(name string) {
	if c.events == nil {
		c.events = map[string]int64{}
	}
	c.events[name]++
}

// PublishSystem counts what was done in the tick.
type PublishSystem struct {
	g      *Game
	table  ecs.Table
	counts [][]int64 // by worker and action number
}

// Update runs in the Publish stage.
func (s *PublishSystem) Update(w *ecs.World) {
	for len(s.counts) < w.Workers().Count() {
		s.counts = append(s.counts, make([]int64, len(s.g.counts.actions)+8))
	}
	for _, t := range w.Tables() {
		s.table = t
		w.Workers().Run(t.Len(), senseGrain, s)
	}
	for _, counts := range s.counts {
		for i := range s.g.counts.actions {
			s.g.counts.actions[i] += counts[i]
		}
		clear(counts)
	}
}

// Do counts the rows lo..hi of the current table.
func (s *PublishSystem) Do(worker, lo, hi int) {
	decide, counts := s.g.columns.decide, s.counts[worker]
	for _, st := range s.table.State[lo:hi] {
		counts[decide[st.Slot].action]++
	}
}

// ActionCounts says how often each action was a bot's last success of a tick.
func (g *Game) ActionCounts() map[string]int64 {
	counts := map[string]int64{}
	for i, name := range g.Setup.Registry.ActionNames() {
		if n := g.counts.actions[i+1]; n > 0 {
			counts[name] = n
		}
	}
	return counts
}

// EventCounts says how often each event was sent to somebody; "contact" is
// the number of contacts under all rules.
func (g *Game) EventCounts() map[string]int64 {
	counts := map[string]int64{}
	if g.counts.contacts > 0 {
		counts["contact"] = g.counts.contacts
	}
	for name, n := range g.counts.events {
		counts[name] += n
	}
	return counts
}

// Contacts are those of the last tick, in the order in which they were made.
// The slice is reused by the next step.
func (g *Game) Contacts() []Contact { return g.contact.made }
