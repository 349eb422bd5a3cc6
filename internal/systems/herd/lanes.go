package herd

import (
	"math/bits"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/systems/herd/kernel"
)

// Herds reports whether a body is in a herd. Of such a body the set knows position,
// heading and decision, and the columns do not.
func (s *Set) Herds(body int32) bool { return int(body) < len(s.seats) && s.seats[body] != nowhere }

// At returns where a body is, in a herd or not, in metres: where it was when the tick
// began until all have moved.
func (s *Set) At(body int32) (x, y float32) {
	if at := s.seats[body]; at != nowhere {
		gr, lane := s.group(at), at.lane()
		return gr.x[s.now][lane], gr.y[s.now][lane]
	}
	return s.X[body], s.Y[body]
}

// Heading returns where a body of a herd headed when the tick began.
func (s *Set) Heading(body int32) (hx, hy float32) {
	at := s.seats[body]
	gr, lane := s.group(at), at.lane()
	return gr.hx[s.head][lane], gr.hy[s.head][lane]
}

// Decided returns what a body of a herd did last in this tick, 0 for nothing, whom it
// has chosen, and whether its tree has said where to head.
func (s *Set) Decided(body int32) (action uint16, target host.BotID, steers bool) {
	at := s.seats[body]
	gr, lane := s.group(at), at.lane()
	return gr.actionOf(lane), host.BotID(gr.target[lane]), gr.steers>>lane&1 != 0
}

// EachDecided hands out what Decided returns of each body of the herd, in no order.
func (h *Herd) EachDecided(f func(body int32, action uint16, target host.BotID, steers bool)) {
	for gi := range int32(h.numbers) {
		gr := h.group(gi)
		for lane, body := range gr.slot[:gr.n] {
			f(body, gr.actionOf(int32(lane)), host.BotID(gr.target[lane]), gr.steers>>lane&1 != 0)
		}
	}
}

// Decide is for a game that is restored: it lays what Decided returned of a body of a herd
// over it. It reports false, and lays nothing, where the group can note no more actions.
func (s *Set) Decide(body int32, action uint16, target host.BotID, steers bool) bool {
	at := s.seats[body]
	gr, bit := s.group(at), uint64(1)<<at.lane()
	if int(gr.actions) == MaxActions && !slices.Contains(gr.action[:], action) {
		return false
	}
	gr.act(action, bit)
	gr.target[at.lane()] = uint32(target)
	gr.steers &^= bit
	if steers {
		gr.steers |= bit
	}
	return true
}

// Reload takes in the row of a body of a herd: where the body is, and how far it goes
// in a tick, in metres. It reports whether the body is not where it was left; the
// owner tells the set by Moved. Workers may reload different bodies at the same time.
func (s *Set) Reload(body int32, x, y, step float32) (moved bool) {
	at := s.seats[body]
	gr, lane := s.group(at), at.lane()
	moved = gr.x[s.now][lane] != x || gr.y[s.now][lane] != y
	gr.x[s.now][lane], gr.y[s.now][lane], gr.step[lane] = x, y, step
	return moved
}

// Turn takes in where a body of a herd heads.
func (s *Set) Turn(body int32, hx, hy float32) {
	at := s.seats[body]
	gr, lane := s.group(at), at.lane()
	gr.hx[s.head][lane], gr.hy[s.head][lane] = hx, hy
}

// Face is Turn for a body that comes between two ticks: it heads there whichever of the two
// headings is read in the next.
func (s *Set) Face(body int32, hx, hy float32) {
	at := s.seats[body]
	gr, lane := s.group(at), at.lane()
	gr.hx[0][lane], gr.hy[0][lane] = hx, hy
	gr.hx[1][lane], gr.hy[1][lane] = hx, hy
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

// Row returns what the row of a body of a herd should say: where it is, and where it heads
// since it moved last.
func (s *Set) Row(body int32) (x, y, hx, hy float32) {
	at := s.seats[body]
	gr, lane, head := s.group(at), at.lane(), s.head
	if s.moved {
		head = 1 - head
	}
	return gr.x[s.now][lane], gr.y[s.now][lane], gr.hx[head][lane], gr.hy[head][lane]
}

// Begin begins a tick: what was decided in the last is where bodies head.
func (s *Set) Begin() {
	if s.turned {
		s.head, s.turned = 1-s.head, false
	}
	s.moved = false
}

// Think says that bots are about to decide.
func (s *Set) Think() { s.turned, s.unsure = true, false }

// Flip says that all have moved: where they are now is what is read.
func (s *Set) Flip() { s.now, s.moved = 1-s.now, true }

// Motion holds what the groups of a herd need to move.
type Motion struct {
	Width, Height float32 // metres
	// Confine brings a position off the field back onto it, and its heading.
	Confine func(x, y, hx, hy float32) (float32, float32, float32, float32)
}

// Move moves the bots of a group by their steps. It counts in did[action*stride] who
// did what. Workers may move different groups at the same time; nobody reads the new
// positions until Flip.
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
	gr.count(did, stride)
}

// Wants returns what a body of a herd has done, 0 for nothing, and where it is about to
// head.
func (s *Set) Wants(body int32) (action uint16, hx, hy float32) {
	at := s.seats[body]
	gr, lane, head := s.group(at), at.lane(), 1-s.head
	return gr.actionOf(lane), gr.hx[head][lane], gr.hy[head][lane]
}

// Put is for a body of a herd that somebody else moves: where it is then, and how it
// faces. Nobody reads that until Flip.
func (s *Set) Put(body int32, x, y, hx, hy float32) {
	at := s.seats[body]
	gr, lane, next, head := s.group(at), at.lane(), 1-s.now, 1-s.head
	gr.x[next][lane], gr.y[next][lane], gr.hx[head][lane], gr.hy[head][lane] = x, y, hx, hy
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
