package systems

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/ground/digest"
	"github.com/thicket-sim/thicket/internal/ground/state"
)

// Digester sums up a world of a setup, body by body in any order. Two ways to
// play a setup agree when their digests do.
type Digester struct {
	state [][]uint32 // by key and slot
	reg   *host.Registry
	keys  []uint64 // hashes of the names, by key
	class string   // of the body before, and its hash
	hash  uint64
	sum   uint64
}

// BodyDigest holds the parts of a body that a digest takes beside its state and cooldowns.
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
	Carried  []int64 // of rules whose cooldown is no whole number of ticks: the part of a tick carried to that contact
}

// NewDigester starts the digest of a tick. The columns are by slot: one of
// host.Sym for each key of the registry.
func NewDigester(reg *host.Registry, tick int64, state [][]uint32) *Digester {
	d := &Digester{state: state, reg: reg, hash: digest.String(""), sum: digest.Mix(uint64(tick))}
	for _, name := range host.SymbolsOf(reg).KeyNames() {
		d.keys = append(d.keys, digest.String(name))
	}
	return d
}

// Add takes one body in.
func (d *Digester) Add(b *BodyDigest) {
	if b.Class != d.class {
		d.class, d.hash = b.Class, digest.String(b.Class)
	}
	h := digest.Mix(d.hash ^ uint64(b.ID))
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
	for _, carried := range b.Carried {
		h = digest.Mix(h ^ uint64(carried))
	}
	d.sum += h
}

// Sum returns the digest of the bodies so far.
func (d *Digester) Sum() uint64 { return d.sum }

// Digest returns a number made of all that the world is at this moment: what is saved of it,
// but for fields whose tag says why not, see package state, and for which tree a bot runs: trees
// are files, and two that say the same make the same game. It does not depend on the order of
// rows in tables, on the number of workers or on the machine.
func (g *Game) Digest() uint64 {
	g.sync()
	return g.JoinDigests(g.sumOfBodies())
}

// sumOfBodies returns the part of a digest that is a sum over bodies and what they did. Each
// strip of a game makes it of its own bodies, and those of all strips add up to the game's.
func (g *Game) sumOfBodies() uint64 {
	d := NewDigester(g.Setup.Registry, 0, g.columns.state)
	for _, t := range g.World.Tables() {
		if g.guests && t.Class == ecs.Human {
			continue
		}
		g.digestTable(d, t)
		if h := g.herds.Of(t.Class); h != nil {
			h.EachDecided(func(body int32, action uint16, target host.BotID, steers bool) {
				d.sum += g.sumOfDecision(body, decision{action: action, target: target, steers: steers})
			})
			continue
		}
		for _, st := range g.World.State.Rows(t) {
			d.sum += g.sumOfDecision(st.Slot, g.wanted(st.Slot))
		}
	}
	for i, times := range g.Counts.actions {
		d.sum += g.Counts.names[i] * uint64(times)
	}
	return d.Sum() - digest.Mix(0)
}

// sumOfDecision returns a number made of what a body decided, the same in a herd and beside it.
func (g *Game) sumOfDecision(body int32, d decision) uint64 {
	sum := uint64(g.World.IDAt(body))<<32 | uint64(d.target)
	if d.steers {
		sum = ^sum
	}
	return digest.Mix(sum ^ g.Counts.names[d.action])
}

// JoinDigests returns the Digest of a game after a tick whose bodies strips play, from theirs: see
// [Strip.Digest].
func (g *Game) JoinDigests(strips ...uint64) uint64 {
	sum := digest.Mix(uint64(g.World.Clock().Tick))
	for _, part := range strips {
		sum += part
	}
	sum += state.Sum(g.sumUp)
	for i := range g.Pools.list {
		if p := &g.Pools.list[i]; p.Len() > 0 {
			if h := p.HashShare(); h != 0 {
				sum += digest.Mix(h ^ uint64(p.class))
			}
		}
	}
	for i, e := range g.extensions {
		if part := e.Digest(); part != 0 {
			sum += digest.Mix(part + uint64(i))
		}
	}
	return sum
}

// sumUp writes, for a digest, what there is beside bodies, what bots share and extensions.
func (g *Game) sumUp(e *state.Encoder) {
	g.World.SumUp(e)
	for _, part := range g.kept() {
		e.Value(part)
	}
	for _, column := range [...][]uint32{g.Pools.asked, g.Pools.unknown} {
		all := uint64(len(column))
		for body, y := range column {
			if y := host.Sym(y); y != host.Missing {
				all += digest.Mix(uint64(body) ^ host.SymbolsOf(g.Setup.Registry).Hash(y))
			}
		}
		e.Uint64(all)
	}
	for i := range g.classes {
		c := &g.classes[i]
		e.Uvarint(uint64(c.pinned))
		for j := range g.Setup.Classes[i].Tunables {
			key := g.Setup.Classes[i].Tunables[j].Key
			if value, over := g.Tuning.Tuned(i, key); over && value != g.Setup.Classes[i].Number(key) {
				e.String(key)
				e.Uint64(math.Float64bits(value))
			}
		}
	}
	if len(g.held.ids) > 0 {
		e.Value(&g.held.ids)
	}
	if len(g.stations) > 0 {
		e.Value(&g.stations)
	}
	all := uint64(0) // in no order, which is that in which trees were first run
	for i := range g.Pools.list {
		if p := &g.Pools.list[i]; p.Len() > 0 {
			all += digest.Mix(uint64(p.class) ^ state.Sum(p.SumUp))
		}
	}
	e.Uint64(all)
}

// DigestOfBodies returns what a [Digester] gives for the tick and all bodies. It is for
// comparing games that differ elsewhere, such as the reference, which plays bodies alone:
// decisions, counts, extensions and all else that [Game.Digest] takes beside bodies are left
// out.
func (g *Game) DigestOfBodies() uint64 {
	g.sync()
	d := NewDigester(g.Setup.Registry, g.World.Clock().Tick, g.columns.state)
	for _, t := range g.World.Tables() {
		g.digestTable(d, t)
	}
	return d.Sum()
}

// digestTable takes in the bodies of a table.
func (g *Game) digestTable(d *Digester, t ecs.Table) {
	w, now := g.World, g.World.Clock().Tick
	b := BodyDigest{Last: make([]int64, len(g.contact.rules)), Class: g.classID(t.Class)}
	slots, position, heading := w.State.Rows(t), w.Position.Rows(t), w.Heading.Rows(t)
	speed, team, brains := w.Speed.Rows(t), w.Team.Rows(t), w.Brain.Rows(t)
	for i, row := range w.Identity.Column(t) {
		b.ID, b.Slot = row.ID, slots[i].Slot
		b.Position, b.Heading = position[i], heading[i]
		b.Speed, b.Team = speed[i], team[i]
		if brain := brains[i]; brain.Program != noPool {
			b.Thinks, b.Brain = true, g.Pools.list[brain.Program].Hash(brain.Row)
		} else {
			b.Thinks = false
		}
		for r := range b.Last {
			b.Last[r] = g.contact.rules[r].last[b.Slot].before(now)
		}
		b.Carried = g.contact.carriedBy(b.Slot, b.Carried[:0])
		d.Add(&b)
	}
}

func pair(a, b float32) uint64 {
	return uint64(math.Float32bits(a))<<32 | uint64(math.Float32bits(b))
}
