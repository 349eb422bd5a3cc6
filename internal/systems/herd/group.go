package herd

import (
	"math/bits"

	"github.com/thicket-sim/thicket/internal/systems/herd/kernel"
)

// group is up to 64 bots of a leaf, in lanes 0 to n-1. While a tick runs it is
// where these bots are: positions and headings are there twice, as everybody reads
// them and as they become. Lanes from n on hold anything. A group is a multiple of
// 64 bytes long, as each column of it is, so that no two share a cache line.
type group struct {
	x, y    [2][kernel.Lanes]float32 // metres; Set.now says which is read
	hx, hy  [2][kernel.Lanes]float32 // unit vectors or zero; Set.head says which is read
	step    [kernel.Lanes]float32    // metres in a tick
	target  [kernel.Lanes]uint32     // whom the bot has chosen in this tick, or 0
	slot    [kernel.Lanes]int32
	did     [MaxActions]uint64 // who has done the action of that place last in this tick
	action  [MaxActions]uint16 // the actions' numbers
	steers  uint64             // whose tree has said where to head, or to hold
	far     uint64             // whose nearest of the guarded facet is out of reach
	n       int32
	cell    int32 // its leaf; noCell for a number without a group
	next    int32 // of the leaf's chain, or -1
	version int32 // counts who came
	actions uint8 // places of did in use
	turn    uint8 // in which of RefreshTicks ticks it looks at itself anew
	_       [38]byte
}

// MaxActions is the number of actions the bots of a herd have at most.
const MaxActions = 12

const noCell = -1

// chunk is groups that lie together in memory. It is never moved, and large enough
// to begin at a page. A group's number says its chunk and its place there.
type chunk [groupsAChunk]group

const groupsAChunk = 64

// owner is whose groups are in a chunk.
type owner struct {
	herd  *Herd
	first int32 // number of the first group
}

// seat says where a body is in a herd: the place of its chunk in Set.chunks, its
// group's in the chunk and its lane, or nowhere for a body in no herd.
type seat int32

const nowhere seat = -1

func (s seat) lane() int32 { return int32(s) & (kernel.Lanes - 1) }

// group returns the group of a seat.
func (s *Set) group(at seat) *group {
	return &s.chunks[at>>12][at>>6&(groupsAChunk-1)]
}

// find returns the herd, the group's number and the lane of a seat.
func (s *Set) find(at seat) (h *Herd, gi, lane int32) {
	c := s.owners[at>>12]
	return c.herd, c.first + int32(at)>>6&(groupsAChunk-1), at.lane()
}

// group returns the group of a number.
func (h *Herd) group(gi int32) *group { return &h.chunks[gi>>6][gi&(groupsAChunk-1)] }

// seat returns the seat of a lane of a group.
func (h *Herd) seat(gi, lane int32) seat {
	return seat(h.places[gi>>6]<<12 | gi&(groupsAChunk-1)<<6 | lane)
}

// addNumber makes room for one more group.
func (h *Herd) addNumber() int32 {
	gi := int32(h.numbers)
	if h.numbers++; int(gi>>6) == len(h.chunks) {
		c := new(chunk)
		for i := range c {
			c[i].cell = noCell
		}
		h.chunks = append(h.chunks, c)
		h.places = append(h.places, h.set.addChunk(c, owner{h, gi}))
	}
	return gi
}

// addChunk takes in a chunk and returns its place.
func (s *Set) addChunk(c *chunk, o owner) int32 {
	for i := range s.chunks {
		if s.chunks[i] == nil { // of a herd that was dissolved
			s.chunks[i], s.owners[i] = c, o
			return int32(i)
		}
	}
	s.chunks, s.owners = append(s.chunks, c), append(s.owners, o)
	return int32(len(s.chunks) - 1)
}

// bot is all that a group holds of one of its bots.
type bot struct {
	slot   int32
	x, y   float32
	hx, hy [2]float32
	step   float32
	target uint32
	action uint16
	steers bool
}

// bot returns the bot of a lane.
func (s *Set) bot(gr *group, lane int32) bot {
	b := bot{
		slot: gr.slot[lane], x: gr.x[s.now][lane], y: gr.y[s.now][lane],
		step: gr.step[lane], target: gr.target[lane], action: gr.actionOf(lane), steers: gr.steers>>lane&1 != 0,
	}
	for i := range 2 {
		b.hx[i], b.hy[i] = gr.hx[i][lane], gr.hy[i][lane]
	}
	return b
}

// put writes a bot into a lane.
func (s *Set) put(gr *group, lane int32, b *bot) {
	gr.slot[lane], gr.x[s.now][lane], gr.y[s.now][lane] = b.slot, b.x, b.y
	gr.step[lane], gr.target[lane] = b.step, b.target
	for i := range 2 {
		gr.hx[i][lane], gr.hy[i][lane] = b.hx[i], b.hy[i]
	}
	gr.act(b.action, 1<<lane)
	gr.steers &^= 1 << lane
	if b.steers {
		gr.steers |= 1 << lane
	}
}

// act notes that the bots of a mask have done an action, 0 for none.
func (gr *group) act(action uint16, mask uint64) {
	at := -1
	for i := range gr.actions {
		gr.did[i] &^= mask
		if gr.action[i] == action {
			at = int(i)
		}
	}
	if action == 0 {
		return
	}
	if at < 0 {
		at = int(gr.actions)
		gr.actions++
		gr.did[at], gr.action[at] = 0, action
	}
	gr.did[at] |= mask
}

// acted returns the bots that have done something in this tick.
func (gr *group) acted() (mask uint64) {
	for _, m := range gr.did[:gr.actions] {
		mask |= m
	}
	return mask
}

// actionOf returns the last action of the bot of a lane in this tick, or 0.
func (gr *group) actionOf(lane int32) uint16 {
	for i, m := range gr.did[:gr.actions] {
		if m>>lane&1 != 0 {
			return gr.action[i]
		}
	}
	return 0
}

// all returns the mask of all bots of the group.
func (gr *group) all() uint64 { return ^uint64(0) >> (64 - uint(gr.n)) }

// count adds to did[action*stride] how many bots did each action; action 0 is none.
func (gr *group) count(did []int64, stride int) {
	idle := int64(gr.n)
	for i, m := range gr.did[:gr.actions] {
		n := int64(bits.OnesCount64(m & gr.all()))
		did[int(gr.action[i])*stride] += n
		idle -= n
	}
	did[0] += idle
}
