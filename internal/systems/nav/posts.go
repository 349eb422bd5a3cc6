package nav

import (
	"cmp"
	"slices"

	"github.com/thicket-sim/thicket/components"
)

// Posts are points of a map, a few in each block of the field, so that every point of the
// ground can be walked to straight from one of those in its block. Many who go to about one
// place share the flow to a post: from there, at the latest, they can go straight. They
// depend on the map and the size of the blocks alone.
type Posts struct {
	m     *Map
	block float32 // metres, the side of a block
	nx    int32
	first []int32 // block b has parts[first[b]:first[b+1]]
	parts []part
	at    []components.Position // by post
	area  []int32               // by post
	areas []int32               // by area: its first post
}

// part holds the part of a piece that lies in a block and, all of which can be walked to
// straight from a post.
type part struct{ piece, post int32 }

// postTries is for how many posts of its block a part is tried before it gets its own.
const postTries = 8

// NewPosts finds the posts of a map with blocks of a side, in metres.
func NewPosts(m *Map, side float32) *Posts {
	p := &Posts{m: m, block: side, nx: int32(m.field.Width/side) + 1}
	shapes := p.divide()
	areaOf := map[int32]int32{}
	for b, all := range shapes {
		p.first = append(p.first, int32(len(p.parts)))
		p.post(int32(b), all, areaOf)
		slices.SortFunc(p.parts[p.first[b]:], func(a, b part) int { return cmp.Compare(a.piece, b.piece) })
	}
	p.first = append(p.first, int32(len(p.parts)))
	return p
}

// shape is a piece, as far as it is in a block.
type shape struct {
	piece   int32
	corners []Point
	area    float64
}

// divide cuts the pieces by blocks, which overlap by a hair so that rounding loses nothing.
func (p *Posts) divide() [][]shape {
	m := p.m
	ny := int32(m.field.Height/p.block) + 1
	blocks := make([][]shape, p.nx*ny)
	knife := mesher{m: m, grain: m.mesh.grain}
	for i := range m.mesh.pieces {
		b := m.mesh.box(int32(i)).padded(m.hair)
		x0, y0 := p.column(b.minX, p.nx), p.column(b.minY, ny)
		x1, y1 := p.column(b.maxX, p.nx), p.column(b.maxY, ny)
		for y := y0; y <= y1; y++ {
			for x := x0; x <= x1; x++ {
				inside := m.mesh.of(int32(i))
				for _, side := range p.box(x, y).padded(m.hair).sides() {
					if inside != nil {
						_, inside = knife.cut(inside, &side)
					}
				}
				if inside != nil {
					k := y*p.nx + x
					blocks[k] = append(blocks[k], shape{int32(i), inside, area2(inside)})
				}
			}
		}
	}
	return blocks
}

// sides returns the half-planes of a box.
func (b box) sides() [4]plane {
	return [4]plane{{Point{1, 0}, b.maxX}, {Point{-1, 0}, -b.minX}, {Point{0, 1}, b.maxY}, {Point{0, -1}, -b.minY}}
}

func (p *Posts) column(x float64, n int32) int32 {
	return clampCell(x/float64(p.block), n)
}

func (p *Posts) box(x, y int32) box {
	side := float64(p.block)
	return box{float64(float64(x) * side), float64(float64(y) * side), float64(float64(x+1) * side), float64(float64(y+1) * side)}
}

// post finds the posts of a block: its middle, or the free spot next to that, and the middles
// of the parts that cannot be walked to straight from those before, the largest first.
func (p *Posts) post(block int32, all []shape, areaOf map[int32]int32) {
	m := p.m
	slices.SortStableFunc(all, func(a, b shape) int { return cmp.Compare(b.area, a.area) })
	first := len(p.at)
	add := func(at components.Position, area int32) {
		number, ok := areaOf[area]
		if !ok {
			number = int32(len(p.areas))
			areaOf[area] = number
			p.areas = append(p.areas, int32(len(p.at)))
		}
		p.at, p.area = append(p.at, at), append(p.area, number)
	}
	b := p.box(block%p.nx, block/p.nx)
	centre := m.Free(m.confine(b.middle()))
next:
	for i := range all {
		s := &all[i]
		area := m.mesh.pieces[s.piece].area
		for k := first; k < min(len(p.at), first+postTries); k++ {
			if m.overlooks(at(p.at[k]), s.corners) {
				p.parts = append(p.parts, part{s.piece, int32(k)})
				continue next
			}
		}
		p.parts = append(p.parts, part{s.piece, int32(len(p.at))})
		if len(p.at) == first && m.overlooks(at(centre), s.corners) {
			add(centre, area)
			continue
		}
		middle := Point{}
		for _, c := range s.corners {
			middle = middle.add(c)
		}
		add(m.confine(middle.times(1/float64(len(s.corners)))), area)
	}
}

// overlooks reports that one can walk straight from a point to all of a convex part of the
// ground. It may be wrong where it says no.
func (m *Map) overlooks(from Point, corners []Point) bool {
	hull := boxOf(corners...).with(from)
	if m.field.Wrap && (hull.maxX-hull.minX > 0.45*float64(m.field.Width) || hull.maxY-hull.minY > 0.45*float64(m.field.Height)) {
		return false // the shorter way may be around the field
	}
	g := &m.bodyGrid
	for y := g.row(hull.minY); y <= g.row(hull.maxY); y++ {
		for x := g.column(hull.minX); x <= g.column(hull.maxX); x++ {
			for _, i := range g.of(y*g.nx + x) {
				c := &m.bodies[i]
				if !c.box.meets(hull) {
					continue
				}
				for k := range corners {
					if !c.keepsOff([3]Point{from, corners[k], corners[(k+1)%len(corners)]}, m.hair/4) {
						return false
					}
				}
			}
		}
	}
	return true
}

// keepsOff reports that a line divides the polygon from a triangle, and is a margin away from
// one of them.
func (c *convex) keepsOff(t [3]Point, margin float64) bool {
	for i := range c.planes {
		h := &c.planes[i]
		if h.above(t[0]) >= margin && h.above(t[1]) >= margin && h.above(t[2]) >= margin {
			return true
		}
	}
	for i := range t {
		a := t[i]
		d := t[(i+1)%3].sub(a)
		off, third := margin*length(d), cross(d, t[(i+2)%3].sub(a))
		if off == 0 {
			continue
		}
		left, right := true, true
		for _, p := range c.corners {
			s := cross(d, p.sub(a))
			left, right = left && s >= off, right && s <= -off
		}
		if third >= 0 && right || third <= 0 && left {
			return true
		}
	}
	return false
}

// Len returns how many posts there are.
func (p *Posts) Len() int { return len(p.at) }

// At returns where a post is.
func (p *Posts) At(post int32) components.Position { return p.at[post] }

// Areas lists a post for each part of the ground of which no way leads to another.
func (p *Posts) Areas() []int32 { return p.areas }

// Area returns in which part of the ground a post is, as an index into Areas.
func (p *Posts) Area(post int32) int32 { return p.area[post] }

// For returns the post for a free position: from there one can walk straight to on, which is
// the position itself or, for one closer to an obstacle than ways go, a spot next to it from
// which one can walk on. It is not ok for a position that no way leads to.
func (p *Posts) For(goal components.Position) (post int32, on components.Position, ok bool) {
	m := p.m
	g := m.ground(goal)
	if on = goal; g.off > 0 {
		on = m.confine(g.at)
	}
	b := p.column(float64(on.Y), int32(len(p.first)-1)/p.nx)*p.nx + p.column(float64(on.X), p.nx)
	parts := p.parts[p.first[b]:p.first[b+1]]
	for _, piece := range g.pieces() {
		if i, found := slices.BinarySearchFunc(parts, piece, func(a part, piece int32) int { return cmp.Compare(a.piece, piece) }); found {
			return parts[i].post, on, true
		}
	}
	return 0, on, false
}

// Area returns the number of the part of the ground that a position is on, or -1 for one on
// none: ways lead from each of its positions to each other, and to no other.
func (m *Map) Area(p components.Position) int32 {
	g := m.ground(m.Free(p))
	if g.count == 0 {
		return -1
	}
	return m.mesh.pieces[g.few[0]].area
}

// FreeIn returns the free position nearest to p that is in an area; p itself where that is
// free, whichever area it is in.
func (m *Map) FreeIn(area int32, p components.Position) components.Position {
	free := m.Free(p)
	if area < 0 || free == p || !m.within(p) || m.Area(free) == area {
		return free
	}
	return m.freeIn(area, p)
}
