package actionlist_test

import (
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/command/actionlist"
)

// A game whose registry has no arena says so, and lists what it has.
func TestGamesWithoutAnArena(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		registry *host.Registry
		arena    bool
		sections int
	}{{&host.Registry{}, false, 1}, {arena.NewRegistry(), true, len(actionlist.Shared()) + 1}} {
		if err := c.registry.AddAction(host.Action{Name: "peck", Tick: func(*host.Call) host.Status { return host.Success }}); err != nil {
			t.Fatal(err)
		}
		f := actionlist.OfGame(c.registry, nil)
		if f.Arena != c.arena || len(f.Sections) != c.sections || len(f.Sections[0].Entries) != 1 || f.Sections[0].Entries[0].Name != "peck" {
			t.Errorf("an arena: %v, %d sections, the first with %d entries", f.Arena, len(f.Sections), len(f.Sections[0].Entries))
		}
	}
}

// A selection that must be given is one in the file of the game, too.
func TestSelectionsThatMustBeGiven(t *testing.T) {
	t.Parallel()
	for optional, def := range map[bool]string{false: "", true: "everybody"} {
		reg := &host.Registry{}
		params := []host.Param{{Name: "whom", Kind: host.Where, Optional: optional}}
		if err := reg.AddAction(host.Action{Name: "peck", Params: params, Tick: func(*host.Call) host.Status { return host.Success }}); err != nil {
			t.Fatal(err)
		}
		if p := actionlist.OfGame(reg, nil).Sections[0].Entries[0].Params[0]; p.Optional != optional || p.Default != def {
			t.Errorf("optional %v: %+v", optional, p)
		}
	}
}
