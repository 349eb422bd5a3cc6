package core_test

import (
	"testing"

	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/ground/state"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// mayDiffer are the fields that a restored arena has otherwise than the one that was saved, and
// why nothing comes of it.
var mayDiffer = map[string]string{
	"core.bodies.Game":         "of which the arena is a part",
	"core.bodies.Config":       "of the scene",
	"core.Arena.programs":      "of the game",
	"core.Arena.wanted":        "as programs",
	"core.land.m":              "of the scene",
	"spatial.Index.ids":        "in slots that are free there may be the ids of who is gone, which nobody asks for",
	"spatial.Index.field":      "an index without members may have none",
	"core.bodies.deeds":        "count as far as want says, and what is wanted is saved with its deeds",
	"core.bodies.kept":         "as the deeds",
	"core.bodies.utterances":   "made when a body speaks, and saved as the deeds",
	"core.bodies.onward":       "as the deeds",
	"core.sight.foes":          "looked up anew in each tick",
	"core.bodies.Armed":        "listed anew in each tick",
	"core.sight.scratch":       "empty between two uses",
	"core.group.Members":       "in no order that matters; those of the index, which is compared",
	"core.kind.stale":          "the index of what lies is made anew for the next tick, from the list",
	"core.kind.lying":          "as stale",
	"core.kind.index":          "as stale",
	"core.land.aims":           "found again by who is not there",
	"core.Arena.chores":        "what workers found out in a tick",
	"core.land.lines":          "asked again by who does not know",
	"core.land.leads":          "asked again by who does not know",
	"nav.Flow.lines":           "asked again by who does not know",
	"nav.Map.rooms":            "asked again by who does not know",
	"nav.Map.turns":            "counts what flows were led to, so that nobody remembers more of one than it knows",
	"nav.Flow.turn":            "likewise",
	"nav.Flow.found":           "found again by who asks, as are the next four",
	"nav.Flow.first":           "as found",
	"nav.Flow.from":            "as found",
	"nav.Flow.cones":           "as found",
	"nav.Flow.roots":           "as found",
	"nav.Map.idle":             "scratch",
	"nav2.grid.spare":          "scratch",
	"core.match.near":          "scratch",
	"core.match.around":        "scratch",
	"core.senseSystem.news":    "listed anew in each tick",
	"core.senseSystem.told":    "listed anew in each tick",
	"dragengine.state.nearest": "looked up anew in each tick",
	"dragengine.state.close":   "made anew in each tick",
	"dragengine.state.closeAt": "as close",
	"mbt.agents.near":          "scratch",
	"base.Base.builders":       "listed anew in each tick",
	"base.Base.near":           "scratch",
	"base.Base.rests":          "listed anew in each tick",
	"base.Base.tended":         "listed anew in each tick",
	"economy.Economy.musters":  "counted anew in each tick",
	"economy.Economy.tended":   "listed anew in each tick",
	"economy.Economy.tends":    "listed anew in each tick",
	"fight.Fight.near":         "scratch",
	"fight.tags.glances":       "counted anew whenever bodies look",
	"fight.tags.hidden":        "listed anew whenever bodies look",
	"mind.Minds.members":       "listed anew in each tick",
	"mind.Minds.shuts":         "said anew before each use",
	"mind.Minds.sizes":         "counted anew in each tick",
	"mind.Minds.trees":         "a tree of 0 is looked at again",
	"mind.board.teams":         "counted anew in each tick",
	"world.Team.Kinds":         "listed anew in each tick",
	"world.Team.Waits":         "listed anew in each tick",
	"world.Team.Wrecks":        "listed anew in each tick",
	"spatial.Index.unsorted":   "scratch",
}

func differences(a, b *core.Arena) []state.Difference {
	core.Arrange(a)
	core.Arrange(b)
	return state.Compare(a, b, 20, state.Rules{Skip: func(field string) bool { return mayDiffer[field] != "" }})
}

func TestARestoredArenaIsTheOneThatWasSaved(t *testing.T) {
	t.Parallel()
	for _, name := range scenes.Shipped() {
		if testing.Short() && (name == "camp" || name == "wilds") { // their scripts load long
			continue
		}
		g := arenatest.Shipped(t, name, 0, 1, 0)
		if g.Arena == nil {
			g.Close()
			continue
		}
		for _, n := range []int{0, 1, 37, 160, 300} {
			if n == 300 && !longtest.On || n > 1 && testing.Short() { // it takes long to compare what bodies gather
				break
			}
			g.Steps(n)
			fresh := core.Fresh(g.Arena)
			if err := fresh.RestoreState(saved(t, g.Arena)); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			for _, d := range differences(g.Arena, fresh) {
				t.Errorf("%s after %d: %s", name, g.World().Clock().Tick, d)
			}
		}
		g.Close()
	}
}

// A game whose arena was that of another moment, and got back what it was, goes on as one
// that nobody touched.
func TestARestoredArenaGoesOn(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: every shipped scene, twice")
	}
	t.Parallel()
	times, on := 1, 15
	if longtest.On {
		times, on = 2, 60
	}
	for _, name := range scenes.Shipped() {
		a, b := arenatest.Shipped(t, name, 0, 1, 0), arenatest.Shipped(t, name, 0, 2, 0)
		if a.Arena != nil {
			before := saved(t, a.Steps(60).Arena)
			b.Steps(60)
			for range times {
				a.Steps(35)
				b.Steps(35)
				_ = b.Arena.RestoreState(before) // others may live by now
				if err := b.Arena.RestoreState(saved(t, a.Arena)); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				for range on {
					if x, y := a.Steps(1).Digest(), b.Steps(1).Digest(); x != y {
						t.Fatalf("%s: digest %016x at tick %d, wanted %016x", name, y, a.World().Clock().Tick, x)
					}
				}
			}
		}
		a.Close()
		b.Close()
	}
}

func saved(t *testing.T, a *core.Arena) []byte {
	b, err := a.SaveState()
	if err != nil {
		t.Fatal(err)
	}
	return b
}
