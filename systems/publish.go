package systems

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/ecs"
)

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

// Digest is a number made of all that the world is at this moment: the tick
// and every body's id, class, team, position, heading, speed, state, memory
// and cooldowns. It does not depend on the order of rows, on the number of
// workers or on the machine.
func (g *Game) Digest() uint64 {
	d := digester{g: g}
	for _, name := range g.Setup.Registry.KeyNames() {
		d.keys = append(d.keys, hashText(name))
	}
	g.sync()
	sum := mix(uint64(g.World.Clock().Tick))
	for _, t := range g.World.Tables() {
		class := hashText("")
		if t.Class != ecs.Human {
			class = hashText(g.Setup.Classes[t.Class].ID)
		}
		for i := range t.Identity {
			sum += d.body(t, i, class)
		}
	}
	return sum
}

type digester struct {
	g    *Game
	keys []uint64
}

func (d *digester) body(t ecs.Table, i int, class uint64) uint64 {
	g, b := d.g, t.State[i].Slot
	h := mix(class ^ uint64(t.Identity[i].ID))
	h = mix(h ^ pair(t.Position[i].X, t.Position[i].Y))
	h = mix(h ^ pair(t.Heading[i].X, t.Heading[i].Y))
	h = mix(h ^ pair(t.Speed[i].MPS, float32(t.Team[i].Index)))
	var state uint64
	for k, column := range g.columns.state {
		if y := host.Sym(column[b]); y != host.Missing {
			state += mix(d.keys[k] ^ g.Setup.Registry.Hash(y))
		}
	}
	h = mix(h ^ state)
	if brain := t.Brain[i]; brain.Program != noPool {
		h = mix(h ^ g.brains.pools[brain.Program].Hash(brain.Row))
	}
	for r := range g.contact.rules {
		h = mix(h ^ uint64(g.contact.rules[r].last[b]))
	}
	return h
}

func pair(a, b float32) uint64 {
	return uint64(math.Float32bits(a))<<32 | uint64(math.Float32bits(b))
}

// mix is the finaliser of splitmix64.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

func hashText(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}
