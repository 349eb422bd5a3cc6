package nav

import (
	"fmt"
	"iter"
	"math"
	"slices"
)

// mesh is the ground for paths: convex pieces that do not overlap and together
// are the field without the obstacles, grown by a hair more than bodies are.
// Its pieces, portals and vertices lie in arrays, and refer to each other by
// index.
type mesh struct {
	corners []Point // of all pieces, in the order of positive area
	planes  []plane // plane i is that of the edge from corner i to the next of its piece
	pieces  []piece
	portals []portal
	verts   []vertex
	grid    grid // of pieces
	grain   float64
}

// piece has corners[first:last] and portals[ports:portsEnd].
type piece struct {
	first, last     int32
	ports, portsEnd int32
	area            int32 // pieces with one number are connected
}

// portal says where one can walk out of a piece. Seen from inside, its right end
// is a and its left end b.
type portal struct {
	a, b   Point
	va, vb int32 // their vertices
	to     int32 // piece
	back   int32 // the portal on the other side
	turn   Point // what to add to a point when it is seen from the other piece
}

// vertex is an end of portals. Shortest paths bend only at corners of obstacles.
type vertex struct {
	corner     bool
	shared     bool    // by corners of several obstacles
	at         Point   // on the field
	prev, next Point   // of a corner: along the edges of its obstacle, away from it
	around     []place // of a corner: the pieces that it belongs to
}

// place is a piece, with what to add to a point when it is seen from there.
type place struct {
	piece int32
	turn  Point
}

const maxMeshCells = 1 << 16

// layMesh divides the field without the ground of obstacles into pieces.
func (m *Map) layMesh(ground []convex, cell float32) error {
	b, nx, ny, err := m.mesher(ground, cell)
	if err != nil {
		return err
	}
	b.divide(nx, ny)
	if len(m.mesh.pieces) == 0 {
		return m.errNoRoom()
	}
	b.connect()
	b.markCorners()
	return nil
}

func (m *Map) errNoRoom() error {
	return fmt.Errorf("the obstacles leave no room on the field for walkers of radius %v", float32(m.radius))
}

// mesher returns a mesher for the field, cut into columns and rows of cells.
func (m *Map) mesher(ground []convex, cell float32) (b *mesher, nx, ny int, err error) {
	var solid []convex
	for i := range ground {
		m.images(ground[i].box, m.extent(), func(turn Point) { solid = append(solid, ground[i].moved(turn)) })
	}
	if nx, ny, err = m.meshCells(len(ground), cell); err != nil {
		return nil, 0, 0, err
	}
	b = &mesher{m: m, solid: solid, grain: math.Ldexp(float64(max(m.field.Width, m.field.Height)), -36)}
	b.index = newGrid(m.extent(), len(solid),
		func(i int32) box { return solid[i].box },
		func(i int32, cell box) bool { return solid[i].touches(cell) })
	return b, nx, ny, nil
}

// meshCells returns into how many columns and rows the field is cut.
func (m *Map) meshCells(solid int, wanted float32) (nx, ny int, err error) {
	w, h := float64(m.field.Width), float64(m.field.Height)
	size := float64(wanted)
	if wanted > 0 {
		if cells := math.Ceil(w/size) * math.Ceil(h/size); cells > maxMeshCells {
			return 0, 0, fmt.Errorf("cells of %v metres: a field of %v x %v metres has %.0f of them, wanted %d at most", wanted, w, h, cells, maxMeshCells)
		}
	} else {
		size = math.Sqrt(w * h / float64(min(2*solid+1, maxMeshCells/4)))
	}
	count := func(length float64) int {
		n := int(min(max(math.Ceil(length/size), 1), maxRow))
		if m.field.Wrap {
			n = max(n, 4) // so that nothing goes around a torus within one piece
		}
		return n
	}
	return count(w), count(h), nil
}

// mesher builds a mesh.
type mesher struct {
	m     *Map
	solid []convex
	index grid
	grain float64 // metres; what is thinner is left out
	list  []int32 // scratch
}

// divide cuts the field into cells, and the solids out of them.
func (b *mesher) divide(nx, ny int) {
	mesh := &b.m.mesh
	for part := range b.ground(nx, ny) {
		first := int32(len(mesh.corners))
		mesh.corners = append(mesh.corners, part...)
		mesh.pieces = append(mesh.pieces, piece{first: first, last: int32(len(mesh.corners))})
	}
	mesh.grain = b.grain
	mesh.layPlanes()
	mesh.grid = newGrid(b.m.extent(), len(mesh.pieces), mesh.box, func(i int32, cell box) bool { return mesh.touches(i, cell) })
}

// near lists the solids that may touch a box, ascending.
func (b *mesher) near(cell box, list []int32) []int32 {
	g := &b.index
	for y := g.row(cell.minY); y <= g.row(cell.maxY); y++ {
		for x := g.column(cell.minX); x <= g.column(cell.maxX); x++ {
			list = append(list, g.of(y*g.nx+x)...)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// ground yields the convex parts of the field that are in no solid, cell by cell.
func (b *mesher) ground(nx, ny int) iter.Seq[[]Point] {
	w, h := float64(b.m.field.Width), float64(b.m.field.Height)
	return func(yield func([]Point) bool) {
		var near []int32
		for y := range ny {
			for x := range nx {
				cell := box{
					w * float64(x) / float64(nx), h * float64(y) / float64(ny),
					w * float64(x+1) / float64(nx), h * float64(y+1) / float64(ny),
				}
				near = b.near(cell, near[:0])
				for _, part := range b.cell(cell, near) {
					if !yield(part) {
						return
					}
				}
			}
		}
	}
}

// cell returns the rest of a cell without the solids near it.
func (b *mesher) cell(cell box, near []int32) [][]Point {
	left := [][]Point{{{cell.minX, cell.minY}, {cell.maxX, cell.minY}, {cell.maxX, cell.maxY}, {cell.minX, cell.maxY}}}
	for _, i := range near {
		var without [][]Point
		for _, part := range left {
			without = b.cutOut(&b.solid[i], part, without)
		}
		left = without
	}
	return left
}

// cutOut appends what is left of a convex part without a solid: what is outside
// of its first plane, then of the rest what is outside of the second, and so on.
func (b *mesher) cutOut(solid *convex, part []Point, list [][]Point) [][]Point {
	if b.apart(solid, part) {
		return append(list, part)
	}
	for i := range solid.planes {
		outside, inside := b.cut(part, &solid.planes[i])
		if outside != nil {
			list = append(list, outside)
		}
		if inside == nil {
			break
		}
		part = inside
	}
	return list
}

// apart reports whether a solid and a part have no more than a grain in common.
func (b *mesher) apart(solid *convex, part []Point) bool {
	if !boxOf(part...).meets(solid.box) {
		return true
	}
next:
	for i := range solid.planes {
		for _, p := range part {
			if solid.planes[i].above(p) < -b.grain {
				continue next
			}
		}
		return true
	}
	return false
}

// cut divides a convex part by the border of a half-plane. A half that is
// thinner than a grain is nil.
func (b *mesher) cut(part []Point, h *plane) (outside, inside []Point) {
	most, least := math.Inf(-1), math.Inf(1)
	above := make([]float64, len(part))
	for i, p := range part {
		d := h.above(p)
		if math.Abs(d) <= b.grain {
			d = 0
		}
		above[i] = d
		most, least = max(most, d), min(least, d)
	}
	if most == 0 {
		return nil, part
	}
	if least == 0 {
		return part, nil
	}
	if most < 0 {
		return nil, part
	}
	if least > 0 {
		return part, nil
	}
	for i, p := range part {
		j := (i + 1) % len(part)
		if above[i] >= 0 {
			outside = append(outside, p)
		}
		if above[i] <= 0 {
			inside = append(inside, p)
		}
		if above[i] < 0 && above[j] > 0 || above[i] > 0 && above[j] < 0 {
			q := p.plus(above[i]/(above[i]-above[j]), part[j].sub(p))
			outside = append(outside, q)
			inside = append(inside, q)
		}
	}
	return outside, inside
}

func (ms *mesh) of(i int32) []Point { return ms.corners[ms.pieces[i].first:ms.pieces[i].last] }

func (ms *mesh) box(i int32) box { return boxOf(ms.of(i)...) }

// touches reports whether a piece touches a box that meets its own.
func (ms *mesh) touches(i int32, cell box) bool {
	part := ms.of(i)
	for k, a := range part {
		d := part[(k+1)%len(part)].sub(a)
		inmost := Point{cell.minX, cell.minY}
		if d.Y < 0 {
			inmost.X = cell.maxX
		}
		if d.X > 0 {
			inmost.Y = cell.maxY
		}
		if cross(d, inmost.sub(a)) < 0 {
			return false
		}
	}
	return true
}

// layPlanes fills in the planes.
func (ms *mesh) layPlanes() {
	ms.planes = make([]plane, len(ms.corners))
	for i := range ms.pieces {
		first, part := ms.pieces[i].first, ms.of(int32(i))
		for k, a := range part {
			d := unit(part[(k+1)%len(part)].sub(a))
			n := Point{d.Y, -d.X}
			ms.planes[first+int32(k)] = plane{n, dot(n, a)}
		}
	}
}

// has reports whether p is in a piece, or out of its planes by no more than a
// distance.
func (ms *mesh) has(i int32, p Point, within float64) bool {
	for k := ms.pieces[i].first; k < ms.pieces[i].last; k++ {
		if ms.planes[k].above(p) > within {
			return false
		}
	}
	return true
}

// nearest returns the point of a piece that is nearest to p.
func (ms *mesh) nearest(i int32, p Point) Point {
	part := ms.of(i)
	best, least, inside := p, math.Inf(1), true
	a := part[len(part)-1]
	for _, b := range part {
		if cross(b.sub(a), p.sub(a)) < 0 {
			inside = false
		}
		q := nearestOn(a, b, p)
		if d := dist2(p, q); d < least {
			best, least = q, d
		}
		a = b
	}
	if inside {
		return p
	}
	return best
}
