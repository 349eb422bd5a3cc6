package systems

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/ground/digest"
	"github.com/thicket-sim/thicket/internal/systems/column"
	"github.com/thicket-sim/thicket/session"
)

// counts holds the counts of what was done since the game began.
type counts struct {
	*commons `save:"-"`

	actions  []int64 `digest:"-,summed up apart, so that the sums of strips add up"` // by action number: how often it was a bot's last success of a tick
	contacts int64
	events   map[string]int64
	names    []uint64 `save:"-"` // by action number: a hash of its name, for digests; numbers are the registry's
}

// known makes room for the actions of a registry, by number.
func (c *counts) known(actions []string) {
	c.actions = column.Grow(c.actions, len(actions)+1)
	for n := len(c.names); n < len(c.actions); n++ {
		name := ""
		if n > 0 {
			name = actions[n-1]
		}
		c.names = append(c.names, digest.String(name))
	}
}

func (c *counts) event(name string) {
	if c.events == nil {
		c.events = map[string]int64{}
	}
	c.events[name]++
}

// ActionCounts says how often each action was a bot's last success of a tick.
func (c *counts) ActionCounts() map[string]int64 {
	counts := map[string]int64{}
	for i, name := range host.NumberedActions(c.Setup.Registry) {
		if n := c.actions[i+1]; n > 0 {
			counts[name] += n
		}
	}
	return counts
}

// Idle says how often a body had no action in a tick.
func (c *counts) Idle() int64 { return c.actions[0] }

// EventCounts says how often each event was sent to a body; "contact" is
// the number of contacts under all rules.
func (c *counts) EventCounts() map[string]int64 {
	counts := map[string]int64{}
	if c.contacts > 0 {
		counts["contact"] = c.contacts
	}
	for name, n := range c.events {
		counts[name] += n
	}
	return counts
}

// Contacts returns the contacts of the last tick, in the order in which they were made.
// The slice is reused by the next step.
func (g *Game) Contacts() []session.Contact { return g.contact.made }
