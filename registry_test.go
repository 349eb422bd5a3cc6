package thicket_test

import (
	"testing"

	"github.com/thicket-sim/thicket"
)

// A registry of a game's own has all that the shipped scenes ask for, of every dialect: they
// go as without it, and no node fails for lack of it.
func TestAGamesOwnRegistryHasTheArena(t *testing.T) {
	for _, name := range []string{"tag", "monsters", "squad", "cowardly", "siege"} {
		registry := thicket.NewRegistry()
		if err := registry.AddAction(thicket.Action{Name: "hum", Local: true, Tick: func(*thicket.Call) thicket.Status { return thicket.Success }}); err != nil {
			t.Fatal(err)
		}
		var digests [2]uint64
		for i, r := range []*thicket.Registry{nil, registry} {
			var faults []string
			s, err := thicket.Open(name, thicket.Options{Registry: r, OnFault: func(f thicket.Fault) { faults = append(faults, f.Text) }})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			for range 100 {
				s.Step()
			}
			digests[i] = s.Digest()
			s.Close()
			if len(faults) > 0 {
				t.Errorf("%s: %q", name, faults)
			}
		}
		if digests[0] != digests[1] {
			t.Errorf("%s goes another way with a registry of the game's own", name)
		}
	}
}
