package herd

import (
	"github.com/thicket-sim/thicket/behavior/host"
)

// Cluster is the bots of a group, for those who go through all of them: that is faster by
// groups, as these are where their bots are.
type Cluster struct {
	Slot []int32
	X, Y []float32 // metres, as they are read now
	set  *Set
	herd *Herd
	gi   int32
}

// Clusters calls f with each group of all herds. Nothing may change meanwhile.
func (s *Set) Clusters(f func(*Cluster)) {
	for _, h := range s.herds {
		if h == nil {
			continue
		}
		for gi := range int32(h.numbers) {
			if gr := h.group(gi); gr.n > 0 {
				f(&Cluster{gr.slot[:gr.n], gr.x[s.now][:gr.n], gr.y[s.now][:gr.n], s, h, gi})
			}
		}
	}
}

// Holds returns the mask of the bots of the group that are of a facet, which some tree asks for.
func (c *Cluster) Holds(f host.FacetID) uint64 {
	if f == host.Everyone {
		return ^uint64(0) >> (64 - len(c.Slot))
	}
	return c.set.planes[f].bits[c.herd.class][c.gi]
}

// Span is between which x the bots of the group are.
func (c *Cluster) Span() (least, most float32) {
	least, most = c.X[0], c.X[0]
	for _, x := range c.X[1:] {
		least, most = min(least, x), max(most, x)
	}
	return least, most
}
