package nav

import (
	"math"
	"sync/atomic"

	"github.com/thicket-sim/thicket/components"
)

// rooms hold, for each square, how far from all of its points there is no body: most steps and
// looks are shorter, and need no more than that. It is found by who asks first.
type rooms struct {
	words []atomic.Uint32 // the bits of metres; 0 for not asked
	far   float64         // metres; more than that is not looked for
}

const (
	mostRoom = 32 // metres
	noRoom   = 1  // in the place of bits: there may be a body
)

func (m *Map) layRooms() {
	m.rooms = rooms{far: min(mostRoom, 4*max(m.bodyGrid.size.X, m.bodyGrid.size.Y))}
	if len(m.bodies) > 0 && !m.field.Wrap {
		m.rooms.words = make([]atomic.Uint32, m.squares.n)
	}
}

// inRoom reports whether a position is on the field and nothing is as near to it as so far
// away, d by the axes. It may be wrong where it says no.
func (m *Map) inRoom(p components.Position, d Point) bool {
	if len(m.rooms.words) == 0 || !m.within(p) {
		return false
	}
	word := &m.rooms.words[m.squares.square(p)]
	bits := word.Load()
	if bits == 0 {
		bits = m.roomOf(m.squares.square(p))
		word.Store(bits)
	}
	room := float64(math.Float32frombits(bits))
	return bits != noRoom && dot(d, d) < float64(room*room)
}

// roomOf returns the room of a square, as bits. From a plane of a convex body that is the
// farthest away, the body is no nearer.
func (m *Map) roomOf(square int32) uint32 {
	b := m.squares.box(square, m.hair)
	g, around, room := &m.bodyGrid, b.padded(m.rooms.far), m.rooms.far
	for y := g.row(around.minY); y <= g.row(around.maxY); y++ {
		for x := g.column(around.minX); x <= g.column(around.maxX); x++ {
			for _, i := range g.of(y*g.nx + x) {
				c := &m.bodies[i]
				if !c.box.meets(b.padded(room)) {
					continue
				}
				away := 0.0
				for k := range c.planes {
					away = max(away, c.planes[k].under(&b))
				}
				room = min(room, away)
			}
		}
	}
	if room -= m.hair; room <= 0 {
		return noRoom
	}
	return math.Float32bits(below(room))
}
