package nav2

import (
	"math"
	"slices"
	"sync"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/core"
)

// grid is the field in squares, for ways past what robots remember. It knows the obstacles of the scene.
type grid struct {
	arena  *core.Arena
	x, y   float64 // where the field begins, in metres
	cell   float64 // metres
	nx, ny int32
	moves  []uint8 // by square: the neighbours to which one can walk straight, by their place in around
	spare  sync.Pool
}

// smallestCell is how wide a square is at least, in metres, and mostCells how many the longer side of a
// field has at most.
const (
	smallestCell = 0.4
	mostCells    = 200
)

// around are the eight neighbours of a square, with what a step to each costs.
var around = [...]struct{ dx, dy, cost int32 }{
	{1, 0, 10}, {0, 1, 10}, {-1, 0, 10}, {0, -1, 10}, {1, 1, 14}, {-1, 1, 14}, {-1, -1, 14}, {1, -1, 14},
}

// make makes the squares.
func (g *grid) make(a *core.Arena) {
	g.arena = a
	f := &a.Field
	g.x, g.y = float64(f.X), float64(f.Y)
	g.cell = max(smallestCell, float64(max(f.Width, f.Height))/mostCells)
	g.nx, g.ny = max(int32(float64(f.Width)/g.cell), 1), max(int32(float64(f.Height)/g.cell), 1)
	g.moves = make([]uint8, g.nx*g.ny)
	for at := range g.nx * g.ny {
		p := g.middle(at)
		if !g.arena.Ground(p.X, p.Y) {
			continue
		}
		for i := range around {
			if to := g.next(at, i); to >= 0 {
				q := g.middle(to)
				if g.arena.Ground(q.X, q.Y) && g.arena.Clear(p.X, p.Y, q.X, q.Y) {
					g.moves[at] |= 1 << i
				}
			}
		}
	}
}

// middle returns the middle of a square.
func (g *grid) middle(at int32) components.Position {
	return components.Position{X: float32(g.x + float64((float64(at%g.nx)+0.5)*g.cell)), Y: float32(g.y + float64((float64(at/g.nx)+0.5)*g.cell))}
}

// next returns a neighbour of a square; -1 where the field ends.
func (g *grid) next(at int32, i int) int32 {
	x, y := at%g.nx+around[i].dx, at/g.nx+around[i].dy
	if x < 0 || y < 0 || x >= g.nx || y >= g.ny {
		return -1
	}
	return y*g.nx + x
}

// near returns the square nearest to a point from whose middle one can walk straight to it, of those at
// most three squares off; -1 for none.
func (g *grid) near(p components.Position, free func(components.Position) bool) int32 {
	x, y := int32((float64(p.X)-g.x)/g.cell), int32((float64(p.Y)-g.y)/g.cell)
	best, far := int32(-1), math.Inf(1)
	for dy := int32(-3); dy <= 3; dy++ {
		for dx := int32(-3); dx <= 3; dx++ {
			if x+dx < 0 || y+dy < 0 || x+dx >= g.nx || y+dy >= g.ny {
				continue
			}
			at := (y+dy)*g.nx + x + dx
			m := g.middle(at)
			d := far2(m, p)
			if d < far && free(m) && g.arena.Ground(m.X, m.Y) && g.arena.Clear(p.X, p.Y, m.X, m.Y) {
				best, far = at, d
			}
		}
	}
	return best
}

// far2 returns the square of the distance of two points, in square metres.
func far2(a, b components.Position) float64 {
	dx, dy := float64(b.X)-float64(a.X), float64(b.Y)-float64(a.Y)
	return float64(dx*dx) + float64(dy*dy)
}

// search is what a search for a way needs.
type search struct {
	cost []int32 // by square, of the way there; 0 for none yet, and 1 more than it is
	from []int8  // by square: the step that led there
	done []bool
	shut []int8 // by square: 0 not asked, 1 free, -1 not
	open []node // a heap
}

// node is a square that a search has come to. Of two with one rank that with the lower number is first.
type node struct{ rank, at int32 }

func (a node) before(b node) bool { return a.rank < b.rank || a.rank == b.rank && a.at < b.at }

func (s *search) push(n node) {
	s.open = append(s.open, n)
	for i := len(s.open) - 1; i > 0; {
		up := (i - 1) / 2
		if !s.open[i].before(s.open[up]) {
			return
		}
		s.open[i], s.open[up] = s.open[up], s.open[i]
		i = up
	}
}

func (s *search) pop() node {
	top, last := s.open[0], len(s.open)-1
	s.open[0] = s.open[last]
	s.open = s.open[:last]
	for i := 0; ; {
		kid := 2*i + 1
		if kid >= last {
			return top
		}
		if kid+1 < last && s.open[kid+1].before(s.open[kid]) {
			kid++
		}
		if !s.open[kid].before(s.open[i]) {
			return top
		}
		s.open[i], s.open[kid] = s.open[kid], s.open[i]
		i = kid
	}
}

// way returns the points of a way between two points, both of them included, on which all is free; nil
// for none.
func (g *grid) way(a, b components.Position, free func(components.Position) bool) []components.Position {
	from, to := g.near(a, free), g.near(b, free)
	if from < 0 || to < 0 {
		return nil
	}
	s, _ := g.spare.Get().(*search)
	if s == nil {
		n := len(g.moves)
		s = &search{cost: make([]int32, n), from: make([]int8, n), done: make([]bool, n), shut: make([]int8, n)}
	}
	defer g.spare.Put(s)
	clear(s.cost)
	clear(s.done)
	clear(s.shut)
	s.open = s.open[:0]
	if !g.find(s, from, to, free) {
		return nil
	}
	way := []components.Position{b, g.middle(to)}
	for at := to; at != from; {
		at = g.next(at, opposite(s.from[at]))
		way = append(way, g.middle(at))
	}
	way = append(way, a)
	slices.Reverse(way)
	return way
}

// opposite returns the step that leads back.
func opposite(i int8) int { return int(i&4 | (i+2)&3) }

// find goes from a square to another one, nearest to both first.
func (g *grid) find(s *search, from, to int32, free func(components.Position) bool) bool {
	left := func(at int32) int32 { // as if nothing were in the way
		dx, dy := at%g.nx-to%g.nx, at/g.nx-to/g.nx
		dx, dy = max(dx, -dx), max(dy, -dy)
		return 10*max(dx, dy) + 4*min(dx, dy)
	}
	s.cost[from] = 1
	s.push(node{left(from), from})
	for len(s.open) > 0 {
		n := s.pop()
		if n.at == to {
			return true
		}
		if s.done[n.at] {
			continue
		}
		s.done[n.at] = true
		for i := range around {
			if g.moves[n.at]&(1<<i) == 0 {
				continue
			}
			next := g.next(n.at, i)
			if s.done[next] || !s.isFree(g, next, free) {
				continue
			}
			if cost := s.cost[n.at] + around[i].cost; s.cost[next] == 0 || cost < s.cost[next] {
				s.cost[next], s.from[next] = cost, int8(i)
				s.push(node{cost + left(next), next})
			}
		}
	}
	return false
}

func (s *search) isFree(g *grid, at int32, free func(components.Position) bool) bool {
	if s.shut[at] == 0 {
		s.shut[at] = -1
		if free(g.middle(at)) {
			s.shut[at] = 1
		}
	}
	return s.shut[at] > 0
}
