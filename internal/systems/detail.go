package systems

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/digest"
)

// Detail is a digest of the world at a moment by its parts and bodies, so that two runs
// can be compared and the first difference gets a name. Other than [Game.Digest] it leaves
// out what scripts keep and what bots share, which takes a hundred times longer to sum up, and
// what there is beside bodies and extensions.
type Detail struct {
	Tick   int64
	Digest uint64   // of all parts
	Parts  []uint32 // in the order of [Game.DetailParts]
	// Bodies are by no order of their own. A game of more than MaxDetailed bodies has
	// Buckets instead.
	Bodies []BodyDetail
	// Buckets are the sums of bodies: those whose ids have the same remainder by half as
	// many as there are buckets, and then those whose ids have the same quotient's.
	Buckets []uint32
}

// BodyDetail is a body in a Detail.
type BodyDetail struct {
	ID     components.ID
	Class  int16  // ecs.Human for a player
	Action uint16 // its action, as in [host.NumberedActions]; 0 for none
	Body   uint16 // a hash of all its parts except memory
	Memory uint16 // a hash of what its tree remembers
}

// Sizes of a Detail.
const (
	MaxDetailed = 256               // bodies
	buckets     = 128               // of either kind
	SameBuckets = buckets * buckets // ids so far apart share both of their buckets
)

// The parts that every game has.
const (
	partPosition = iota
	partHeading
	partSpeed
	partState
	partMemory
	partContacts
	ownParts
)

var partNames = [ownParts]string{"position", "heading", "speed and team", "state", "memory", "contacts"}

// BucketsOf returns the buckets of a body.
func BucketsOf(id components.ID) [2]int {
	return [2]int{int(id % buckets), buckets + int(id/buckets%buckets)}
}

// DetailParts names the parts of a Detail: those of bodies, then the extensions.
func (cm *commons) DetailParts() []string {
	names := partNames[:]
	for _, e := range cm.extensions {
		names = append(names[:len(names):len(names)], strings.TrimPrefix(fmt.Sprintf("%T", e), "*"))
	}
	return names
}

// Detail sums up the world into memory that is used again.
func (g *Game) Detail(d *Detail) {
	g.sync()
	var sums [ownParts]uint64
	d.Tick, d.Parts, d.Bodies, d.Buckets = g.World.Clock().Tick, d.Parts[:0], d.Bodies[:0], d.Buckets[:0]
	many := g.World.Len() > MaxDetailed
	if many {
		d.Buckets = append(d.Buckets, make([]uint32, 2*buckets)...)
	}
	keys := NewDigester(g.Setup.Registry, 0, g.columns.state)
	w := g.World
	var carried []int64
	for _, t := range w.Tables() {
		class := uint64(t.Class + 1)
		state, position, heading := w.State.Rows(t), w.Position.Rows(t), w.Heading.Rows(t)
		speed, team, brains := w.Speed.Rows(t), w.Team.Rows(t), w.Brain.Rows(t)
		for i, row := range w.Identity.Column(t) {
			slot := state[i].Slot
			who := digest.Mix(class<<32 ^ uint64(row.ID))
			var part [ownParts]uint64
			part[partPosition] = digest.Mix(who ^ pair(position[i].X, position[i].Y))
			part[partHeading] = digest.Mix(who ^ pair(heading[i].X, heading[i].Y))
			part[partSpeed] = digest.Mix(who ^ pair(speed[i].MPS, float32(team[i].Index)))
			part[partState] = digest.Mix(who ^ keys.stateOf(slot))
			for r := range g.contact.rules {
				part[partContacts] = digest.Mix(who ^ part[partContacts] ^ uint64(g.contact.rules[r].last[slot].before(w.Clock().Tick)))
			}
			carried = g.contact.carriedBy(slot, carried[:0])
			for _, v := range carried {
				part[partContacts] = digest.Mix(part[partContacts] ^ uint64(v))
			}
			var is uint64 // its parts are scrambled already
			for k, v := range part {
				sums[k] += v
				is = bits.RotateLeft64(is, 7) + v
			}
			var memory uint64
			if brain := brains[i]; brain.Program != noPool {
				memory = digest.Mix(who ^ g.Pools.list[brain.Program].HashBriefly(brain.Row))
				sums[partMemory] += memory
			}
			if !many {
				d.Bodies = append(d.Bodies, BodyDetail{row.ID, int16(t.Class), g.decided(slot).action, uint16(is), uint16(memory)})
				continue
			}
			for _, b := range BucketsOf(row.ID) {
				d.Buckets[b] += uint32(is + memory)
			}
		}
	}
	d.Digest = digest.Mix(uint64(d.Tick))
	add := func(i int, sum uint64) {
		d.Parts = append(d.Parts, uint32(sum))
		d.Digest += digest.Mix(sum + uint64(i))
	}
	for i, sum := range sums {
		add(i, sum)
	}
	for i, e := range g.extensions {
		add(ownParts+i, e.Digest())
	}
}

// stateOf sums up the state of a body.
func (d *Digester) stateOf(slot int32) (sum uint64) {
	for k, column := range d.state {
		if y := host.Sym(column[slot]); y != host.Missing {
			sum += digest.Mix(d.keys[k] ^ host.SymbolsOf(d.reg).Hash(y))
		}
	}
	return sum
}
