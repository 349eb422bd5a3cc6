package herd

import (
	"math/bits"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/systems/internal/herd/kernel"
)

// Herds reports whether a body is in a herd. Of such a body the set knows position,
// heading and decision, and the columns do not.
func (s *Set) Herds(body int32) bool { return int(body) < len(s.seats) && s.seats[body] != nowhere }

// At is where a body is, in a herd or not, in metres: where it was when the tick
// began until all have moved.
func (s *Set) At(body int32) (x, y float32) {
	if at := s.seats[body]; at != nowhere {
		gr, lane := s.group(at), at.lane()
		return gr.x[s.now][lane], gr.y[s.now][lane]
	}
	return s.X[body], s.Y[body]
}

// Heading is where a body of a herd headed when the tick began.
func (s *Set) Heading(body int32) (hx, hy float32) {
	at := s.seats[body]
	gr, lane := s.group(at), at.lane()
	return gr.hx[s.head][lane], gr.hy[s.head][lane]
}

// Decided is what a body of a herd did last in this tick, 0 for nothing, whom it
// has chosen, and whether its tree has said where to head.
func (s *Set) Decided(body int32) (action uint16, target host.BotID, steers bool) {
	at := s.seats[body]
	gr, lane := s.group(at), at.lane()
	return gr.actionOf(lane), host.BotID(gr.target[lane]), gr.steers>>lane&1 != 0
}

// Decide is for a game that is restored: it lays what Decided returned of a body of a herd
// over it.
func (s *Set) Decide(body int32, action uint16, target host.BotID, steers bool) {
	at := s.seats[body]
	gr, bit := s.group(at), uint64(1)<<at.lane()
	gr.act(action, bit)
	gr.target[at.lane()] = uint32(target)
	gr.steers &^= bit
	if steers {
		gr.steers |= bit
	}
}

// Reload takes in the row of a body of a herd: which one it is, where the body is,
// and how far it goes in a tick, in metres. It reports whether the body is not
// where it was left; the owner tells the set by Moved. Workers may reload the rows
// of different bodies at the same time.
func (s *Set) Reload(body, row int32, x, y, step float32) (moved bool) {
	at := s.seats[body]
	gr, lane := s.group(at), at.lane()
	moved = gr.x[s.now][lane] != x || gr.y[s.now][lane] != y
	gr.row[lane], gr.x[s.now][lane], gr.y[s.now][lane], gr.step[lane] = row, x, y, step
	return moved
}

// Turn takes in where a body of a herd heads.
func (s *Set) Turn(body int32, hx, hy float32) {
	at := s.seats[body]
	gr, lane := s.group(at), at.lane()
	gr.hx[s.head][lane], gr.hy[s.head][lane] = hx, hy
}

// Spread brings the columns of positions up to date for the bodies of herds.
func (s *Set) Spread() {
	for _, c := range s.chunks {
		if c == nil {
			continue
		}
		for i := range c {
			gr := &c[i]
			for lane, slot := range gr.slot[:gr.n] {
				s.X[slot], s.Y[slot] = gr.x[s.now][lane], gr.y[s.now][lane]
			}
		}
	}
}

// Begin begins a tick: what was decided in the last is where bodies head.
func (s *Set) Begin() {
	if s.turned {
		s.head, s.turned = 1-s.head, false
	}
}

// Think says that bots are about to decide.
func (s *Set) Think() { s.turned, s.unsure = true, false }

// Flip says that all have moved: where they are now is what is read.
func (s *Set) Flip() { s.now = 1 - s.now }

// Motion is what the groups of a herd need to move.
type Motion struct {
	Width, Height float32 // metres
	// Confine brings a position off the field back onto it, and its heading.
	Confine func(x, y, hx, hy float32) (float32, float32, float32, float32)
	// Position and Heading are the rows of the herd's table.
	Position, Heading []kernel.Pair
}

// Move moves the bots of a group by their steps and writes their rows. It counts
// in did[action*stride] who did what. Workers may move different groups at the same
// time; nobody reads the new positions until Flip.
func (h *Herd) Move(number int, m *Motion, did []int64, stride int) {
	gr := h.group(int32(number))
	if gr.n == 0 {
		return
	}
	n, s := int(gr.n), h.set
	now, next, head := s.now, 1-s.now, 1-s.head
	x, y, hx, hy := &gr.x[next], &gr.y[next], &gr.hx[head], &gr.hy[head]
	for out := kernel.Advance(n, &gr.x[now], &gr.y[now], hx, hy, &gr.step, x, y, m.Width, m.Height); out != 0; out &= out - 1 {
		i := bits.TrailingZeros64(out)
		x[i], y[i], hx[i], hy[i] = m.Confine(x[i], y[i], hx[i], hy[i])
	}
	kernel.Store(n, &gr.row, x, y, m.Position)
	kernel.Store(n, &gr.row, hx, hy, m.Heading)
	gr.count(did, stride)
}

// Walk is Move where somebody else moves the bots, one by one: move is called with
// a body, its row and where it heads, and returns where it is then and how it faces.
func (h *Herd) Walk(number int, move Walker, did []int64, stride int) {
	gr := h.group(int32(number))
	next, head := 1-h.set.now, 1-h.set.head
	for lane, slot := range gr.slot[:gr.n] {
		gr.x[next][lane], gr.y[next][lane], gr.hx[head][lane], gr.hy[head][lane] =
			move.Walk(slot, gr.row[lane], gr.hx[head][lane], gr.hy[head][lane])
	}
	if gr.n > 0 {
		gr.count(did, stride)
	}
}

// Walker moves one body, see [Herd.Walk].
type Walker interface {
	Walk(body, row int32, hx, hy float32) (x, y, toX, toY float32)
}

// guard tells who cannot be in reach of a facet after the move, because the nearest
// that was found before it was too far.
type guard struct {
	facet  host.FacetID // 0: none
	within float64      // metres
	unsure bool         // something has happened since the tick began that the distance does not allow for
}

// Guard has the set note who cannot come within a distance in metres of a facet. One
// facet is guarded, the first.
func (s *Set) Guard(f host.FacetID, metres float64) {
	if s.facet == 0 && !s.Field.Wrap {
		s.facet, s.within = f, metres
	}
}

// Guards reports whether the set notes who cannot come within a distance in metres
// of a facet.
func (s *Set) Guards(f host.FacetID, metres float64) bool {
	return f != 0 && s.facet == f && metres <= s.within
}
