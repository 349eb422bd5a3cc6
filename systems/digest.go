package systems

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/internal/digest"
)

// Digester sums up a world of a setup, body by body in any order. Two ways to
// play a setup agree when their digests do.
type Digester struct {
	state [][]uint32 // by key and slot
	reg   *host.Registry
	keys  []uint64 // hashes of the names, by key
	sum   uint64
}

// BodyDigest is what a digest takes of a body beside its state and cooldowns.
type BodyDigest struct {
	Class    string // its id; empty for a player
	ID       components.ID
	Slot     int32 // its row in the columns
	Position components.Position
	Heading  components.Heading
	Speed    components.Speed
	Team     components.Team
	Thinks   bool
	Brain    uint64  // of a body that thinks: run.HashWords of its memory
	Last     []int64 // by rule: the last tick with a contact under it
}

// NewDigester starts the digest of a tick. The columns are by slot: one of
// host.Sym for each key of the registry.
func NewDigester(reg *host.Registry, tick int64, state [][]uint32) *Digester {
	d := &Digester{state: state, reg: reg, sum: digest.Mix(uint64(tick))}
	for _, name := range reg.KeyNames() {
		d.keys = append(d.keys, digest.String(name))
	}
	return d
}

// Add takes one body in.
func (d *Digester) Add(b *BodyDigest) {
	h := digest.Mix(digest.String(b.Class) ^ uint64(b.ID))
	h = digest.Mix(h ^ pair(b.Position.X, b.Position.Y))
	h = digest.Mix(h ^ pair(b.Heading.X, b.Heading.Y))
	h = digest.Mix(h ^ pair(b.Speed.MPS, float32(b.Team.Index)))
	h = digest.Mix(h ^ d.stateOf(b.Slot))
	if b.Thinks {
		h = digest.Mix(h ^ b.Brain)
	}
	for _, last := range b.Last {
		h = digest.Mix(h ^ uint64(last))
	}
	d.sum += h
}

// Sum is the digest of the bodies so far.
func (d *Digester) Sum() uint64 { return d.sum }

// Digest returns a number made of what the world is at this moment: the tick
// and every body's id, class, team, position, heading, speed, state, memory and
// cooldowns, what trees share, and what extensions sum up. What is underway to the
// next tick is not in it. It does not depend on the order of rows, on the number of
// workers or on the machine.
func (g *Game) Digest() uint64 {
	g.sync()
	d := NewDigester(g.Setup.Registry, g.World.Clock().Tick, g.columns.state)
	for _, t := range g.World.Tables() {
		g.digestTable(d, t)
	}
	sum := d.Sum()
	for i := range g.pools.list {
		if h := g.pools.list[i].HashShare(); h != 0 && g.pools.list[i].Len() > 0 {
			sum += digest.Mix(h ^ uint64(i))
		}
	}
	for i, e := range g.extensions {
		if part := e.Digest(); part != 0 {
			sum += digest.Mix(part + uint64(i))
		}
	}
	return sum
}

// digestTable takes in the bodies of a table.
func (g *Game) digestTable(d *Digester, t ecs.Table) {
	w, now := g.World, g.World.Clock().Tick
	b := BodyDigest{Last: make([]int64, len(g.contact.rules)), Class: g.classID(t.Class)}
	state, position, heading := w.State.Rows(t), w.Position.Rows(t), w.Heading.Rows(t)
	speed, team, brains := w.Speed.Rows(t), w.Team.Rows(t), w.Brain.Rows(t)
	for i, row := range w.Identity.Column(t) {
		b.ID, b.Slot = row.ID, state[i].Slot
		b.Position, b.Heading = position[i], heading[i]
		b.Speed, b.Team = speed[i], team[i]
		if brain := brains[i]; brain.Program != noPool {
			b.Thinks, b.Brain = true, g.pools.list[brain.Program].Hash(brain.Row)
		} else {
			b.Thinks = false
		}
		for r := range b.Last {
			b.Last[r] = g.contact.rules[r].last[b.Slot].before(now)
		}
		d.Add(&b)
	}
}

func pair(a, b float32) uint64 {
	return uint64(math.Float32bits(a))<<32 | uint64(math.Float32bits(b))
}
