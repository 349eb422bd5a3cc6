package mbt

import (
	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
	"github.com/thicket-sim/thicket/systems/internal/column"
)

// Needs is what the leaves of this vocabulary need of a game, see host.Action.
const Needs = "mbt"

// agents is what an arena keeps for these trees: a record for each body.
type agents struct {
	core.Inert
	arena *core.Arena
	of    uint8 // the number of the vocabulary in deeds
	list  []agent
}

// agent is what is kept of a body.
type agent struct {
	ref  spot
	path int32 // the path that it flies along, counted from 1; 0 for none
}

// spot is a point with a direction, in metres; the direction is zero for none.
type spot struct {
	set          bool
	X, Y, DX, DY float32
}

var _ core.State = (*agents)(nil)

// newAgents also takes in the bodies that were there before the first of these trees.
func newAgents(a *core.Arena, of uint8) core.State {
	return &agents{arena: a, of: of, list: make([]agent, len(a.Health))}
}

// Arrive begins a record.
func (s *agents) Arrive(body int32) {
	s.list = column.Grow(s.list, int(body)+1)
	s.list[body] = agent{}
}

// Digest adds the records in which something is.
func (s *agents) Digest(h *core.Sum) {
	for _, b := range s.arena.ByID {
		g := &s.list[b]
		if *g == (agent{}) {
			continue
		}
		h.Add(uint64(s.arena.ID(b)))
		h.Truth(g.ref.set)
		for _, v := range [...]float32{g.ref.X, g.ref.Y, g.ref.DX, g.ref.DY} {
			h.Float(v)
		}
		h.Add(uint64(uint32(g.path)))
	}
}

// Bytes is the memory of the records.
func (s *agents) Bytes() int64 { return ecs.SliceBytes(s.list) }
