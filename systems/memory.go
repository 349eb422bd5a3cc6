package systems

import "github.com/thicket-sim/thicket/ecs"

// Memory is what bodies take, part by part: that of the world, and the
// game's columns, indexes, brains and contact rules. Like [ecs.World.Memory] it
// counts what is reserved, and leaves out what does not grow with the number
// of bodies.
func (g *Game) Memory() []ecs.Part {
	c, f, b, t := &g.columns, &g.facets, &g.pools, &g.contact
	columns := ecs.SliceBytes(c.x) + ecs.SliceBytes(c.y) + ecs.SliceBytes(c.hx) +
		ecs.SliceBytes(c.hy) + ecs.SliceBytes(c.decide) + ecs.SliceBytes(c.number)
	index := ecs.SliceBytes(f.members)
	for _, id := range f.used {
		if f.indexed(id) {
			index += f.index[id].Bytes()
		}
	}
	brains := ecs.SliceBytes(b.asked) + ecs.SliceBytes(b.pinned)
	for _, p := range b.list {
		brains += p.Bytes()
	}
	contact := ecs.SliceBytes(t.firsts) + ecs.SliceBytes(t.from) + ecs.SliceBytes(t.to) + ecs.SliceBytes(t.made)
	for i := range t.rules {
		contact += ecs.SliceBytes(t.rules[i].last) + ecs.SliceBytes(t.rules[i].carried) + t.rules[i].index.Bytes()
	}
	parts := append(g.World.Memory(),
		ecs.Part{Name: "columns", Bytes: columns},
		ecs.Part{Name: "herds", Bytes: g.herds.Bytes() + ecs.SliceBytes(g.herds.moved)},
		ecs.Part{Name: "index", Bytes: index},
		ecs.Part{Name: "brains", Bytes: brains},
		ecs.Part{Name: "contact", Bytes: contact},
	)
	for _, e := range g.extensions {
		parts = append(parts, e.Memory()...)
	}
	return parts
}

// Occupancy is how many bots think in groups, and in how many groups of up to 64.
// Fuller groups cost less a bot.
func (g *Game) Occupancy() (bots, groups int) {
	for class := range g.classes {
		if h := g.herds.Of(class); h != nil {
			bots += g.World.Count(class)
			groups += h.Groups()
		}
	}
	return bots, groups
}
