package scenes

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/ground/lazy"
	"github.com/thicket-sim/thicket/internal/trees"
)

// unknownName finds the name in what dialects say of one that nobody offers.
var unknownName = lazy.Regexp(`^(?:unknown|nothing offers the) (?:action|condition|function) "([^"]+)"`)

// hintAtArena tells those who made a registry without the arena's actions what is
// missing, where a tree names one of them.
func hintAtArena(errs syntax.ErrorList, reg *host.Registry) {
	var full *host.Registry
	for _, e := range errs {
		found := unknownName().FindStringSubmatch(e.Msg)
		if found == nil {
			continue
		}
		if full == nil {
			full = arena.NewRegistry()
		}
		if name := found[1]; offers(full, name) && !offers(reg, name) {
			e.Hint = fmt.Sprintf("%s is the arena's: thicket.NewRegistry and arena.NewRegistry make registries that have it", name)
		}
	}
}

// offers reports whether trees of some dialect find a name in a registry.
func offers(reg *host.Registry, name string) bool {
	for _, d := range trees.Dialects() {
		if own := reg.Overlay(d.Name); host.FindAction(own, name) != nil || host.FindFunc(own, name) != nil {
			return true
		}
	}
	return false
}
