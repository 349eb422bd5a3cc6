package scenes_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/systems"
)

// TestPageRuleset plays the class and the tree of the WAGE page as they are
// printed there: no world, no rules and no count.
func TestPageRuleset(t *testing.T) {
	s := load(t, "testdata/page.yaml")
	if s.Bots() != 0 || len(s.Notices) != 0 {
		t.Fatalf("%d bots and notices %v, wanted none", s.Bots(), s.Notices)
	}
	if err := s.Scale(50); err != nil {
		t.Fatal(err)
	}
	wantNotices(t, s, `class "tag-bot": maxCount 12 is lifted to 50`)
	if s.Bots() != 50 || s.Setup.Width != 200 || s.Setup.Height != 200 || s.Setup.TickRate != 30 || s.Setup.Seed != 1 {
		t.Fatalf("%d bots on %v x %v m, %v ticks a second, seed %d", s.Bots(), s.Setup.Width, s.Setup.Height, s.Setup.TickRate, s.Setup.Seed)
	}
	g := start(t, s)
	for range 50 {
		g.Step()
	}
	if diff := cmp.Diff(map[string]int64{"wander": 50 * 50}, g.Counts.ActionCounts()); diff != "" {
		t.Errorf("while nobody is it (-want +got)\n%s", diff)
	}
	reg := s.Setup.Registry
	it := systems.StateValue{Key: reg.Key("it"), Value: reg.Sym(host.BoolValue(true))}
	if _, err := g.Population.Join(systems.Player{State: []systems.StateValue{it}}); err != nil {
		t.Fatal(err)
	}
	for range 50 {
		g.Step()
	}
	if diff := cmp.Diff(map[string]int64{"wander": 50 * 50, "flee_nearest": 50 * 50}, g.Counts.ActionCounts()); diff != "" {
		t.Errorf("with a player who is it (-want +got)\n%s", diff)
	}
}
