package systems

import (
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/ground/state"
)

// Memory measures the bytes of bodies, part by part: those of the world, and of the
// game's columns, indexes, brains and contact rules. Like [ecs.World.Memory] it
// counts what is reserved, by [state.Memory]: all slices of a part, but for those
// that are counted with another.
func (g *Game) Memory() []ecs.Part {
	index := state.Memory(&g.facets)
	for _, id := range g.facets.used {
		if g.facets.indexed(id) {
			index += g.facets.index[id].Bytes()
		}
	}
	brains := state.Memory(&g.Pools)
	for _, p := range g.Pools.list {
		brains += p.Bytes()
	}
	parts := append(g.World.Memory(),
		ecs.Part{Name: "columns", Bytes: state.Memory(&g.columns)},
		ecs.Part{Name: "herds", Bytes: state.Memory(&g.herds) + g.herds.Bytes()},
		ecs.Part{Name: "index", Bytes: index},
		ecs.Part{Name: "brains", Bytes: brains},
		ecs.Part{Name: "contact", Bytes: state.Memory(&g.contact)},
	)
	for _, e := range g.extensions {
		parts = append(parts, e.Memory()...)
	}
	return parts
}

// Occupancy returns how many bots think in groups, and in how many groups of up to 64.
// Fuller groups cost less a bot.
func (cm *commons) Occupancy() (bots, groups int) {
	for class := range cm.classes {
		if h := cm.herds.Of(class); h != nil {
			bots += cm.World.Count(class)
			groups += h.Groups()
		}
	}
	return bots, groups
}
