package nav

import (
	"cmp"
	"math"
	"slices"
)

// connect finds the portals: where edges of two pieces lie on each other.
func (b *mesher) connect() {
	mesh := &b.m.mesh
	names := naming{mesh: mesh, m: b.m, near: map[[2]int64]int32{}, size: 64 * b.grain}
	type found struct {
		from int32
		portal
	}
	var all []found
	for i := range mesh.pieces {
		part := mesh.of(int32(i))
		for k, p := range part {
			q := part[(k+1)%len(part)]
			for _, turn := range b.turns(p, q) {
				b.facing(p.add(turn), q.add(turn), func(to int32, from, until float64) {
					if to == int32(i) && turn == (Point{}) {
						return
					}
					d := q.sub(p)
					out := portal{a: p.plus(from, d), b: p.plus(until, d), to: to, turn: turn, back: -1}
					out.va, out.vb = names.of(out.a), names.of(out.b)
					all = append(all, found{int32(i), out})
				})
			}
		}
	}
	slices.SortStableFunc(all, func(p, q found) int { return cmp.Compare(p.from, q.from) })
	for _, p := range all {
		if piece := &mesh.pieces[p.from]; piece.ports == piece.portsEnd {
			piece.ports = int32(len(mesh.portals))
		}
		mesh.portals = append(mesh.portals, p.portal)
		mesh.pieces[p.from].portsEnd = int32(len(mesh.portals))
	}
	for i := range mesh.pieces {
		for k := mesh.pieces[i].ports; k < mesh.pieces[i].portsEnd; k++ {
			mesh.portals[k].back = mesh.backOf(int32(i), &mesh.portals[k])
		}
	}
	mesh.join()
}

// turns lists where else an edge is seen from: on the field itself, and across
// the seam of a torus that it lies on.
func (b *mesher) turns(p, q Point) []Point {
	list := []Point{{}}
	if !b.m.field.Wrap {
		return list
	}
	w, h := float64(b.m.field.Width), float64(b.m.field.Height)
	switch {
	case p.X <= b.grain && q.X <= b.grain:
		list = append(list, Point{w, 0})
	case p.X >= w-b.grain && q.X >= w-b.grain:
		list = append(list, Point{-w, 0})
	case p.Y <= b.grain && q.Y <= b.grain:
		list = append(list, Point{0, h})
	case p.Y >= h-b.grain && q.Y >= h-b.grain:
		list = append(list, Point{0, -h})
	}
	return list
}

// facing calls add for every piece with an edge that lies on the edge from p to
// q the other way round, and for which part of it.
func (b *mesher) facing(p, q Point, add func(to int32, from, until float64)) {
	mesh := &b.m.mesh
	d := q.sub(p)
	l := length(d)
	if l <= b.grain {
		return
	}
	d = d.times(1 / l)
	near := float64(8 * b.grain)
	g := &mesh.grid
	around := boxOf(p, q).padded(near)
	list := b.list[:0]
	for y := g.row(around.minY); y <= g.row(around.maxY); y++ {
		for x := g.column(around.minX); x <= g.column(around.maxX); x++ {
			list = append(list, g.of(y*g.nx+x)...)
		}
	}
	b.list = list
	slices.Sort(list)
	for _, i := range slices.Compact(list) {
		part := mesh.of(i)
		a := part[len(part)-1]
		for _, c := range part {
			e := c.sub(a)
			along := dot(e, d)
			if along >= 0 {
				a = c
				continue
			}
			from, until := max(dot(c.sub(p), d), 0), min(dot(a.sub(p), d), l)
			if until-from > near {
				// how far apart the edges are where they lie side by side
				at := func(s float64) float64 { return cross(d, a.sub(p).plus((s-dot(a.sub(p), d))/along, e)) }
				if math.Abs(at(from)) <= near && math.Abs(at(until)) <= near {
					add(i, from/l, until/l)
				}
			}
			a = c
		}
	}
}

// backOf finds the other side of a portal, or -1.
func (ms *mesh) backOf(from int32, p *portal) int32 {
	middle := p.a.add(p.b).times(0.5).add(p.turn)
	best, least := int32(-1), math.Inf(1)
	for k := ms.pieces[p.to].ports; k < ms.pieces[p.to].portsEnd; k++ {
		q := &ms.portals[k]
		if q.to == from && q.turn.add(p.turn) == (Point{}) {
			if d := dist2(q.a.add(q.b).times(0.5), middle); d < least {
				best, least = k, d
			}
		}
	}
	return best
}

// join gives connected pieces the same number.
func (ms *mesh) join() {
	for i := range ms.pieces {
		ms.pieces[i].area = -1
	}
	var open []int32
	for i := range ms.pieces {
		if ms.pieces[i].area >= 0 {
			continue
		}
		ms.pieces[i].area = int32(i)
		open = append(open[:0], int32(i))
		for len(open) > 0 {
			k := open[len(open)-1]
			open = open[:len(open)-1]
			for _, p := range ms.portals[ms.pieces[k].ports:ms.pieces[k].portsEnd] {
				if ms.pieces[p.to].area < 0 {
					ms.pieces[p.to].area = int32(i)
					open = append(open, p.to)
				}
			}
		}
	}
}

// naming gives one number to ends of portals on one spot.
type naming struct {
	mesh *mesh
	m    *Map
	near map[[2]int64]int32
	size float64
}

func (n *naming) of(p Point) int32 {
	p = n.canonical(p)
	x, left, right := reach(p.X / n.size)
	y, up, down := reach(p.Y / n.size)
	for dy := up; dy <= down; dy++ {
		for dx := left; dx <= right; dx++ {
			if v, ok := n.near[[2]int64{x + dx, y + dy}]; ok && dist2(n.mesh.verts[v].at, p) <= n.size*n.size/16 {
				return v
			}
		}
	}
	v := int32(len(n.mesh.verts))
	n.mesh.verts = append(n.mesh.verts, vertex{at: p})
	if _, taken := n.near[[2]int64{x, y}]; !taken {
		n.near[[2]int64{x, y}] = v
	}
	return v
}

// reach returns the cell of a place in cells, and the first and the last of its neighbours in which something
// may be a quarter of a cell or less away.
func reach(at float64) (cell, first, last int64) {
	below := math.Floor(at)
	if at-below < 0.3 {
		first = -1
	}
	if at-below > 0.7 {
		last = 1
	}
	return int64(below), first, last
}

// canonical moves a point on the seam of a torus to its first side.
func (n *naming) canonical(p Point) Point {
	if !n.m.field.Wrap {
		return p
	}
	if w := float64(n.m.field.Width); p.X >= w-n.mesh.grain {
		p.X -= w
	}
	if h := float64(n.m.field.Height); p.Y >= h-n.mesh.grain {
		p.Y -= h
	}
	return p
}

// markCorners finds the vertices at which shortest paths may bend: corners of
// solids that are in no other one.
func (b *mesher) markCorners() {
	mesh := &b.m.mesh
	var corners []int32
	g := newGrid(b.m.extent(), len(mesh.verts),
		func(i int32) box { return boxOf(mesh.verts[i].at) },
		func(int32, box) bool { return true })
	for i := range b.solid {
		for k, c := range b.solid[i].corners {
			if !b.m.extent().padded(b.grain).contains(c) || b.covered(c, int32(i)) {
				continue
			}
			prev, next := b.solid[i].beside(k)
			n := naming{mesh: mesh, m: b.m}
			c = n.canonical(c)
			for _, v := range g.at(c) {
				vert := &mesh.verts[v]
				switch {
				case dist(vert.at, c) > 32*b.grain:
				case vert.corner:
					vert.shared = vert.shared || vert.prev != prev || vert.next != next // or the image of this one
				default:
					vert.corner, vert.prev, vert.next = true, prev, next
					corners = append(corners, v)
				}
			}
		}
	}
	for _, v := range corners {
		mesh.verts[v].around = b.m.places(nil, mesh.verts[v].at, 128*b.grain)
	}
}

// covered reports whether a corner of a solid is in another one.
func (b *mesher) covered(c Point, own int32) bool {
	for _, i := range b.index.at(c) {
		if i != own && b.solid[i].depth(c) > b.grain {
			return true
		}
	}
	return false
}

// places appends the pieces that a point belongs to, or misses by no more than a
// distance, also those across the seam of a torus.
func (m *Map) places(list []place, p Point, within float64) []place {
	m.images(boxOf(p).padded(within), m.extent(), func(turn Point) {
		g, q := &m.mesh.grid, p.add(turn)
		for y := g.row(q.Y - within); y <= g.row(q.Y+within); y++ {
			for x := g.column(q.X - within); x <= g.column(q.X+within); x++ {
				for _, i := range g.of(y*g.nx + x) {
					if at := (place{i, turn}); m.mesh.has(i, q, within) && !slices.Contains(list, at) {
						list = append(list, at)
					}
				}
			}
		}
	})
	return list
}
