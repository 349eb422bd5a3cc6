package why

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/systems"
)

// sights say where bodies were when trees looked, by id; those who were not there are at NaN.
type sights []components.Position

// look notes where everybody is.
func look(g *systems.Game) sights {
	nowhere := components.Position{X: float32(math.NaN())}
	all := slices.Repeat(sights{nowhere}, int(g.World.NextID()))
	for _, t := range g.World.Tables() {
		identity := g.World.Identity.Column(t)
		for i, p := range g.World.Position.Column(t) {
			all[identity[i].ID] = p
		}
	}
	return all
}

func (s sights) of(id components.ID) (p components.Position, ok bool) {
	if int(id) >= len(s) {
		return p, false
	}
	return s[id], s[id].X == s[id].X
}

// compare returns how two moments of a bot differ.
func compare(g *systems.Game, bot components.ID, from, to *Moment) *Change {
	c := &Change{From: from, To: to, OtherTree: from.program != to.program}
	if !c.OtherTree {
		for i := range to.Nodes {
			n := &to.Nodes[i]
			switch old := from.node(n.Node); {
			case !n.asks():
			case old == nil || !old.asks():
				c.Fresh = append(c.Fresh, *n)
			case old.Answer != n.Answer && n.leaf, old.held() != n.held():
				c.Flips = append(c.Flips, Flip{*old, *n})
			}
		}
		for i := range from.Nodes {
			if n := &from.Nodes[i]; n.asks() && (to.node(n.Node) == nil || !to.node(n.Node).asks()) {
				c.Past = append(c.Past, *n)
			}
		}
	}
	c.move(g, bot)
	return c
}

// held says whether the condition of a node held: 0 for one that was not asked for any.
func (n *Node) held() int8 {
	switch {
	case n.Holds == nil:
		return 0
	case *n.Holds:
		return 1
	}
	return -1
}

// move finds out by how much the bot moved, and those whom the reasons name.
func (c *Change) move(g *systems.Game, bot components.ID) {
	ids := []components.ID{bot}
	name := func(nodes ...Node) {
		for i := range nodes {
			for _, r := range nodes[i].Because {
				if r.Whom != 0 && !slices.Contains(ids, r.Whom) {
					ids = append(ids, r.Whom)
				}
			}
		}
	}
	for _, f := range c.Flips {
		name(f.From, f.To)
	}
	for _, m := range []*Moment{c.From, c.To} {
		if n := m.node(m.Node); n != nil {
			name(*n)
		}
	}
	for _, id := range ids {
		was, then := c.From.seen.of, c.To.seen.of
		p, ok := was(id)
		q, there := then(id)
		if !ok || !there {
			continue
		}
		dx, dy := float64(q.X)-float64(p.X), float64(q.Y)-float64(p.Y)
		if g.Setup.Edges == systems.Wrap {
			dx, dy = around(dx, float64(g.Setup.Width)), around(dy, float64(g.Setup.Height))
		}
		d := math.Sqrt(float64(dx*dx) + float64(dy*dy))
		c.Moved = append(c.Moved, Moved{id, cmp.Or(g.NameOf(id), fmt.Sprintf("id %d, who is gone,", id)), round(d), round(float64(q.X)), round(float64(q.Y))})
	}
}

// around returns the shorter way between two places of a field without edges.
func around(d, size float64) float64 {
	switch {
	case d > size/2:
		return d - size
	case d < -size/2:
		return d + size
	}
	return d
}

// round returns a number of metres to the millimetre.
func round(f float64) float64 { return math.Round(f*1000) / 1000 }
