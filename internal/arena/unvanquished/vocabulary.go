package unvanquished

import (
	"cmp"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/base"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/economy"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/fight"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/mind"
	"github.com/thicket-sim/thicket/internal/trees"
)

// turnOf returns the turn of a call, and the state that it is in. In a game without an arena
// it reports a fault and returns false.
func turnOf(c *host.Call) (t mind.Turn, s *state, ok bool) {
	call, ok := core.TurnOf(c)
	if !ok {
		return mind.Turn{}, nil, false
	}
	if s, ok = core.StateOf[*state](call.Arena); !ok {
		return mind.Turn{}, nil, false
	}
	return mind.Turn{Turn: call, Minds: &s.mind}, s, true
}

// partOf makes of turnOf what finds a part of the state, too.
func partOf[P any](part func(*state) *P) func(*host.Call) (mind.Turn, *P, bool) {
	return func(c *host.Call) (mind.Turn, *P, bool) {
		t, s, ok := turnOf(c)
		if !ok {
			return t, nil, false
		}
		return t, part(s), true
	}
}

// order returns the order of the leaves: saves have it.
var order = [...]string{
	"moves", "aims", "battles", "cures", "kits", "purchases", "evolutions", "talks", "ends", "strafes", "builds", "notes",
	"asks", "targets", "goals", "walks", "foes", "growth", "health", "gear", "ammo", "momentum", "buildings", "noted",
}

// Entries returns the actions and functions of the vocabulary.
func Entries() (actions []host.Action, funcs []host.Func) {
	groups := slices.Concat(
		mind.Leaves(func(c *host.Call) (mind.Turn, bool) {
			t, _, ok := turnOf(c)
			return t, ok
		}),
		economy.Leaves(partOf((*state).Economy)), base.Leaves(partOf((*state).Base)), fight.Leaves(partOf((*state).Fight)),
	)
	slices.SortStableFunc(groups, func(p, q mind.Group) int {
		return cmp.Compare(slices.Index(order[:], p.Name), slices.Index(order[:], q.Name))
	})
	for i := range groups {
		actions, funcs = append(actions, groups[i].Actions...), append(funcs, groups[i].Funcs...)
	}
	return actions, funcs
}

// Vocabulary returns the vocabulary for an arena.
func Vocabulary() core.Vocabulary {
	return core.Vocabulary{Needs: lore.Needs, Game: lore.Name, Register: register, NewState: newState, Review: review}
}

func register(r *host.Registry) error {
	actions, funcs := Entries()
	return trees.Supply(r, ".bt", actions, funcs)
}
