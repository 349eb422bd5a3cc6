package unvanquished

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// HeedsStation reports whether a tree asks for the spot that its bot was given.
func HeedsStation(p *run.Program) bool {
	return slices.ContainsFunc(p.Tree.Leaves, func(l tree.Leaf) bool {
		return l.Name() == "stayHere" || l.Name() == "distanceToSpecifiedPosition"
	})
}
