package reference

import (
	"fmt"
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/systems"
)

// kind says what a node does.
type kind uint8

const (
	selector kind = iota // succeeds with the first child that does
	sequence             // succeeds when all children do, and stops at the first that fails
	test                 // succeeds for the value of a state key
	fail
	chase  // heads toward the nearest of a facet
	flee   // heads away from it
	wander // keeps the heading, or picks one
)

// node is a node of a tree.
type node struct {
	kind  kind
	kids  []*node
	key   host.Key
	value uint32
	facet int    // index in World.facets
	id    uint32 // in the program, for random draws
}

// tree makes the nodes of a program. A creature may have none.
func (w *World) tree(p *run.Program) (*node, error) {
	if len(p.Tree.Entries) == 0 {
		return nil, fmt.Errorf("%s has no tree", p.Tree.Name)
	}
	return w.brain(p, p.Tree.Entries[0])
}

// brain makes the nodes of a program, from n down.
func (w *World) brain(p *run.Program, n tree.NodeID) (*node, error) {
	label, ok := p.Semantics.(run.Describer)
	if !ok || p.Tree.Bits > 0 {
		return nil, fmt.Errorf("tree %s is not one of state tests, chasing, fleeing and wandering", p.Tree.Name)
	}
	of := &p.Tree.Nodes[n]
	name, detail := label.Label(p.Tree, n)
	made := &node{id: uint32(n)}
	switch name {
	case "selector":
		made.kind = selector
	case "sequence":
		made.kind = sequence
	case "state_equals":
		made.kind = fail // for a value that nothing equals
		if at := int(of.Arg); at < len(p.Tree.Exprs) {
			f := host.Facet{Key: host.Key(p.Tree.Exprs[at].A), Value: host.Sym(p.Tree.Exprs[at].B)}
			reg := w.setup.Registry
			if detail == fmt.Sprintf("%s = %v", host.SymbolsOf(reg).KeyNames()[f.Key], host.SymbolsOf(reg).Value(f.Value)) {
				made.kind, made.key, made.value = test, f.Key, uint32(f.Value)
			}
		}
	case "chase_nearest":
		made.kind, made.facet = chase, w.facet(p.Tree.Leaves[of.Leaf].Facet)
	case "flee_nearest":
		made.kind, made.facet = flee, w.facet(p.Tree.Leaves[of.Leaf].Facet)
	case "wander":
		made.kind = wander
	default:
		return nil, fmt.Errorf("%v: no %s here, only state tests, chasing, fleeing and wandering", p.Tree.Spans[n].Start, name)
	}
	if made.facet < 0 {
		made.kind = fail
	}
	for _, kid := range p.Tree.Kids(n) {
		k, err := w.brain(p, kid)
		if err != nil {
			return nil, err
		}
		made.kids = append(made.kids, k)
	}
	return made, nil
}

// eval runs a tree for one bot and reports success.
func (w *World) eval(n *node, body int32) bool {
	switch n.kind {
	case selector:
		for _, kid := range n.kids {
			if w.eval(kid, body) {
				return true
			}
		}
		return false
	case sequence:
		for _, kid := range n.kids {
			if !w.eval(kid, body) {
				return false
			}
		}
		return true
	case test:
		return w.state[n.key][body] == n.value
	case chase:
		return w.steer(n, body, 1)
	case flee:
		return w.steer(n, body, -1)
	case wander:
		w.wander(n, body)
		return true
	}
	return false
}

// steer heads toward the nearest of a facet, or away from it for sign -1.
func (w *World) steer(n *node, body int32, sign float64) bool {
	at := &w.sensed[body]
	target := w.facets[n.facet].grid.nearest(at.x, at.y, body)
	if target < 0 {
		return false
	}
	to := &w.sensed[target]
	dx, dy := w.field.Delta(at.x, at.y, to.x, to.y)
	w.head(body, sign*dx, sign*dy)
	return true
}

// wander keeps the heading, or picks one: points of a square until one is in
// the disc. A heading against an edge that stops bodies is not kept; the one that
// is picked is mirrored where it leads there as well.
func (w *World) wander(n *node, body int32) {
	at := &w.sensed[body]
	stops := w.setup.Edges == systems.Clamp
	againstX := stops && (at.hx < 0 && at.x == 0 || at.hx > 0 && at.x == w.setup.Width)
	againstY := stops && (at.hy < 0 && at.y == 0 || at.hy > 0 && at.y == w.setup.Height)
	if (at.hx != 0 || at.hy != 0) && !againstX && !againstY {
		w.decided[body] = components.Heading{X: at.hx, Y: at.hy}
		return
	}
	drawn := uint32(0)
	draw := func() float64 {
		drawn++
		return 2*host.Float64(ecs.Rand(w.setup.Seed, components.ID(body), w.tick, n.id, drawn)) - 1
	}
	for {
		x, y := draw(), draw()
		if d2 := float64(x*x) + float64(y*y); d2 <= 1 && d2 > 1e-6 {
			if againstX && (x > 0) == (at.hx > 0) {
				x = -x
			}
			if againstY && (y > 0) == (at.hy > 0) {
				y = -y
			}
			w.head(body, x, y)
			return
		}
	}
}

// head turns a bot toward (dx, dy); zero keeps the heading.
func (w *World) head(body int32, dx, dy float64) {
	d := math.Sqrt(float64(dx*dx) + float64(dy*dy))
	if d == 0 {
		at := &w.sensed[body]
		w.decided[body] = components.Heading{X: at.hx, Y: at.hy}
		return
	}
	scale := 1 / d
	w.decided[body] = components.Heading{X: float32(dx*scale) + 0, Y: float32(dy*scale) + 0} // -0 is 0
}
