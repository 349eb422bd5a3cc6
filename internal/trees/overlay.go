package trees

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/mbt"
)

// ModularTrees is the part of a game that knows what Modular Behavior Trees listen to: all
// of them want it, see tree.Tree.
const ModularTrees = mbt.Part

// QueryNames are the names of the queries for the best point that a game has, by which it
// declares them, see host.Symbols.Declare.
const QueryNames = mbt.QueryNames

// OverlayOf returns the overlay that only trees in files with an extension, such as .bt, see
// of a registry, before all that it offers to everybody. It is for games that
// give names of that dialect a meaning of their own; nil for an extension that no
// dialect has.
func OverlayOf(reg *host.Registry, ext string) *host.Overlay {
	for _, d := range Dialects() {
		if slices.Contains(d.Exts, ext) {
			return reg.Overlay(d.Name)
		}
	}
	return nil
}
