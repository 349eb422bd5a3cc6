package nav

import (
	"math"

	"github.com/thicket-sim/thicket/components"
)

// near returns how far out of a piece a position may be that counts as in it, in
// metres: positions are rounded, and ways keep clear of bodies by more.
func (m *Map) near() float64 { return m.hair / 8 }

// ground says where a walker stands on the mesh.
type ground struct {
	at    Point
	off   float64 // metres from where it stands
	few   [8]int32
	count int
}

// pieces lists the pieces that the point is in; more than one on their borders.
func (g *ground) pieces() []int32 { return g.few[:g.count] }

// ground finds the place on the mesh for a walker at p: p itself or, for one
// that stands closer to a body than paths go, the nearest that it can walk to.
func (m *Map) ground(p components.Position) ground {
	q := at(p)
	g := ground{at: q}
	for _, i := range m.mesh.grid.at(q) {
		if g.count < len(g.few) && m.mesh.has(i, q, m.near()) {
			g.few[g.count] = i
			g.count++
		}
	}
	if g.count > 0 {
		return g
	}
	piece, on, ok := m.nearestPiece(q, true, -1)
	if !ok {
		return g
	}
	g.at, g.off = on, dist(q, on)
	g.few[0], g.count = piece, 1
	return g
}

// nearestPiece finds the piece that is nearest to a point, and its nearest point
// as seen from there. Of those as near it is the first. If the point is to be
// reached, no body may be in between. It is one of an area, or of any for -1.
func (m *Map) nearestPiece(p Point, reached bool, area int32) (piece int32, on Point, ok bool) {
	g := &m.mesh.grid
	least := math.Inf(1)
	farthest := m.extent().maxX + m.extent().maxY
	if reached {
		farthest = 64 * m.hair
	}
	for r := min(max(g.size.X, g.size.Y)/2, farthest); ; r *= 2 {
		around := boxOf(p).padded(r)
		m.images(around, m.extent(), func(turn Point) {
			q, b := p.add(turn), around.moved(turn)
			for y := g.row(b.minY); y <= g.row(b.maxY); y++ {
				for x := g.column(b.minX); x <= g.column(b.maxX); x++ {
					for _, i := range g.of(y*g.nx + x) {
						if area >= 0 && m.mesh.pieces[i].area != area {
							continue
						}
						to := m.mesh.nearest(i, q)
						d := dist(to, q)
						if d < least || d == least && i < piece {
							if !reached || m.clear(p, to.sub(q)) {
								least, piece, on, ok = d, i, to.sub(turn), true
							}
						}
					}
				}
			}
		})
		if least <= r || r >= farthest {
			return piece, on, ok
		}
	}
}

// Free returns p if a walker can stand there, and else the nearest position of
// the field that is clear of grown obstacles by a hair. Of several as near it is
// always the same one.
func (m *Map) Free(p components.Position) components.Position {
	q := at(p)
	if !finite(q.X, q.Y) {
		q = Point{}
	}
	p = m.confine(q)
	if !m.Blocked(p) {
		return p
	}
	return m.freeIn(-1, p)
}

// freeIn returns the free position nearest to one that is not, in an area, or in any for -1.
func (m *Map) freeIn(area int32, p components.Position) components.Position {
	_, on, _ := m.nearestPiece(at(p), false, area)
	free, ok := m.beside(on, func(q components.Position) bool { return !m.Blocked(q) })
	if !ok { // cannot be: the ground keeps eight steps of rounding away from bodies
		return m.confine(on)
	}
	return free
}
