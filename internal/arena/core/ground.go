package core

import (
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/internal/systems/nav"
)

// ground is a map for points of the field: the map itself begins at (0, 0), wherever the
// field does.
type ground struct {
	m    *nav.Map
	x, y float32 // where the field begins, in metres
}

// newGround makes the map of a setup's field with the obstacles of a config; nil without
// obstacles.
func newGround(s *systems.Setup, c *Config) (*ground, error) {
	if len(c.Obstacles) == 0 {
		return nil, nil
	}
	m, err := nav.New(s.Field(), shapes(c), walkers(s, c))
	return &ground{m, s.X, s.Y}, err
}

// in returns a point of the field as the map has it, out one of the map as the field has it.
func (g *ground) in(p components.Position) components.Position {
	return components.Position{X: p.X - g.x, Y: p.Y - g.y}
}

func (g *ground) out(p components.Position) components.Position {
	return components.Position{X: p.X + g.x, Y: p.Y + g.y}
}

func (g *ground) Blocked(p components.Position) bool { return g.m.Blocked(g.in(p)) }

func (g *ground) Free(p components.Position) components.Position { return g.out(g.m.Free(g.in(p))) }

func (g *ground) FreeIn(area int32, p components.Position) components.Position {
	return g.out(g.m.FreeIn(area, g.in(p)))
}

func (g *ground) Area(p components.Position) int32 { return g.m.Area(g.in(p)) }

func (g *ground) Sees(a, b components.Position) bool { return g.m.Sees(g.in(a), g.in(b)) }

func (g *ground) Walks(a, b components.Position) bool { return g.m.Walks(g.in(a), g.in(b)) }

func (g *ground) Reaches(a, b components.Position) bool { return g.m.Reaches(g.in(a), g.in(b)) }

func (g *ground) Step(from, to components.Position) components.Position {
	return g.out(g.m.Step(g.in(from), g.in(to)))
}

func (g *ground) Square(p components.Position) (square int32, ok bool) { return g.m.Square(g.in(p)) }

func (g *ground) Between(from, to int32) nav.Line { return g.m.Between(from, to) }

func (g *ground) Block(square int32) int32 { return g.m.Block(square) }

func (g *ground) BetweenBlocks(from, to int32) nav.Line { return g.m.BetweenBlocks(from, to) }

func (g *ground) Distance(a, b components.Position) float32 { return g.m.Distance(a, b) }

// post returns where a post is.
func (g *ground) post(posts *nav.Posts, post int32) components.Position {
	return g.out(posts.At(post))
}

// postFor is For of posts.
func (g *ground) postFor(posts *nav.Posts, goal components.Position) (post int32, on components.Position, ok bool) {
	post, on, ok = posts.For(g.in(goal))
	return post, g.out(on), ok
}

// lead makes a flow lead to a goal.
func (g *ground) lead(f *nav.Flow, goal components.Position) { f.Reset(g.m, g.in(goal)) }

// toward is Toward of a flow.
func (g *ground) toward(f *nav.Flow, p components.Position) (next components.Position, dist float32, ok bool) {
	next, dist, ok = f.Toward(g.in(p))
	return g.out(next), dist, ok
}

// towardBy is TowardBy of a flow.
func (g *ground) towardBy(f *nav.Flow, l *nav.Lead, p components.Position) (next components.Position, dist float32, ok bool) {
	next, dist, ok = f.TowardBy(l, g.in(p))
	return g.out(next), dist, ok
}

// path is AppendPath.
func (g *ground) path(way []components.Position, from, to components.Position) ([]components.Position, bool) {
	given := len(way)
	way, ok := g.m.AppendPath(way, g.in(from), g.in(to))
	for i := range way[given:] {
		way[given+i] = g.out(way[given+i])
	}
	return way, ok
}
