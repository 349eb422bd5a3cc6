package nav

import "slices"

// parts divides a simple polygon, its corners in the order of positive area,
// into convex ones: ears are cut off until a triangle is left, and neighbours
// that are convex together are joined again.
func parts(corners []Point) [][]Point {
	p := partition{at: straightened(corners)}
	if p.convex(p.all()) {
		return [][]Point{p.at}
	}
	p.cut()
	p.join()
	divided := make([][]Point, len(p.parts))
	for i, part := range p.parts {
		for _, k := range part {
			divided[i] = append(divided[i], p.at[k])
		}
	}
	return divided
}

// straightened leaves out corners that the line goes straight through.
func straightened(corners []Point) []Point {
	var bent []Point
	for i, b := range corners {
		a, c := corners[(i+len(corners)-1)%len(corners)], corners[(i+1)%len(corners)]
		if cross(b.sub(a), c.sub(b)) != 0 {
			bent = append(bent, b)
		}
	}
	return bent
}

// partition is a polygon being divided; parts are lists of its corners.
type partition struct {
	at        []Point
	parts     [][]int
	diagonals [][2]int
}

func (p *partition) all() []int {
	all := make([]int, len(p.at))
	for i := range all {
		all[i] = i
	}
	return all
}

func (p *partition) turn(a, b, c int) float64 {
	return cross(p.at[b].sub(p.at[a]), p.at[c].sub(p.at[b]))
}

func (p *partition) convex(part []int) bool {
	n := len(part)
	for i := range part {
		if p.turn(part[i], part[(i+1)%n], part[(i+2)%n]) < 0 {
			return false
		}
	}
	return true
}

// cut cuts off ears. Rounding may hide the last ears of a polygon that almost
// touches itself; then the next bulge is cut, so that it always ends.
func (p *partition) cut() {
	left := p.all()
	for i, tried := 0, 0; len(left) > 3; {
		n := len(left)
		a, b, c := left[i%n], left[(i+1)%n], left[(i+2)%n]
		if bulge := p.turn(a, b, c) > 0; tried < n && (!bulge || !p.ear(left, a, b, c)) || !bulge && tried < 2*n {
			i, tried = i+1, tried+1
			continue
		}
		p.parts = append(p.parts, []int{a, b, c})
		p.diagonals = append(p.diagonals, [2]int{a, c})
		left = slices.Delete(left, (i+1)%n, (i+1)%n+1)
		if (i+1)%n < i%n {
			i--
		}
		tried = 0
	}
	p.parts = append(p.parts, left)
}

// ear reports whether no other corner is in the triangle a, b, c.
func (p *partition) ear(left []int, a, b, c int) bool {
	for _, k := range left {
		if k != a && k != b && k != c && p.turn(a, b, k) >= 0 && p.turn(b, c, k) >= 0 && p.turn(c, a, k) >= 0 {
			return false
		}
	}
	return true
}

// join takes out the diagonals that are not needed.
func (p *partition) join() {
	for _, d := range p.diagonals {
		i, ki := p.edge(d[0], d[1])
		j, kj := p.edge(d[1], d[0])
		if i < 0 || j < 0 || i == j {
			continue
		}
		a, b := p.parts[i], p.parts[j]
		var both []int
		for k := 1; k < len(a); k++ {
			both = append(both, a[(ki+k)%len(a)]) // from the end of the edge around to its start
		}
		both = append(both, a[ki])
		for k := 2; k < len(b); k++ {
			both = append(both, b[(kj+k)%len(b)])
		}
		if p.convex(both) {
			p.parts[i] = both
			p.parts = slices.Delete(p.parts, j, j+1)
		}
	}
}

// edge finds the part with an edge from one corner to another, and where.
func (p *partition) edge(from, to int) (part, k int) {
	for i, part := range p.parts {
		for k, a := range part {
			if a == from && part[(k+1)%len(part)] == to {
				return i, k
			}
		}
	}
	return -1, -1
}
