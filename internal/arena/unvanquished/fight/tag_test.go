package fight_test

import (
	"testing"

	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/trial"
)

// rushes wants the first bot to have a body at a spot as its goal, in units.
func rushes(g *arenatest.Game, x, y float32) {
	g.T.Helper()
	if kind, gx, gy := trial.Goal(g.Arena, trial.One); kind != "body" || gx*trial.InUnits != x || gy*trial.InUnits != y {
		g.T.Errorf("its goal is %q at %v, %v, wanted %v, %v", kind, gx*trial.InUnits, gy*trial.InUnits, x, y)
	}
}

// The main building is known from match time 1.5 s on, others when somebody looked at
// them for long enough.
var _ = trial.Fact("rush-untagged", func(t *testing.T) {
	g := trial.Scene{Tree: "action moveTo( E_SELF )", Buildings: "overmind 2000 2000, egg 3200 2400, egg 2600 3200"}.Open(t).Steps(trial.Frames(1450))
	trial.Plays(g, trial.One, `action rush action say( "failed" )`)
	g.Steps(1)
	speaks(g, "failed")
	g.Steps(trial.Frames(5000))
	rushes(g, 2000, 2000)
}) && trial.Fact("rush-nothing-known", func(t *testing.T) {
	g := trial.Scene{Team: "aliens", Tree: "action moveTo( E_SELF )", Buildings: "reactor 2000 2000, telenode 2600 3200, armoury 3200 2400"}.Open(t).Steps(trial.Frames(3000))
	main := trial.Those(g, "reactor")[0].ID
	if !trial.Known(g.Arena, main) {
		t.Error("the reactor is not known")
	}
	g.Arena.Life.Hurt(g.Arena.BodyOf(main), 10000, 0)
	g.Steps(2)
	trial.Plays(g, trial.One, `action rush action say( "failed" )`)
	g.Steps(1)
	speaks(g, "failed")
}) && trial.Fact("tag-look", func(t *testing.T) {
	g := trial.Scene{Tree: "action moveTo( E_SELF )", Buildings: "egg 4400 3500, egg 2000 3200"}.Open(t).Steps(trial.Frames(550))
	if trial.Known(g.Arena, trial.Two) || trial.Known(g.Arena, trial.Three) {
		t.Error("an egg is known before it was looked at for 0.6 s")
	}
	g.Steps(1)
	if !trial.Known(g.Arena, trial.Two) || trial.Known(g.Arena, trial.Three) {
		t.Errorf("known: before it %v, behind it %v", trial.Known(g.Arena, trial.Two), trial.Known(g.Arena, trial.Three))
	}
	trial.Plays(g, trial.One, "action rush")
	g.Steps(2)
	rushes(g, 4400, 3500)
	g.Holds("distanceTo( E_A_SPAWN ) < 1300")
}) && trial.Fact("tag-rebuilt", func(t *testing.T) {
	g := trial.Scene{Tree: "action moveTo( E_SELF )", Buildings: "overmind 2000 2000"}.Open(t).Steps(trial.Frames(2000))
	g.Holds("distanceTo( E_A_OVERMIND ) < 2000")
	g.Arena.Life.Hurt(g.Arena.BodyOf(trial.Two), 10000, 0)
	g.Steps(trial.Frames(10000)) // it explodes and is gone
	class, err := g.Game().ClassIndex("overmind")
	if err != nil {
		t.Fatal(err)
	}
	ids, err := g.Game().Population.Add(class, 1, nil)
	if err != nil || len(ids) != 1 {
		t.Fatal(ids, err)
	}
	trial.At(g, ids[0], 2000, 2000)
	g.Steps(trial.Frames(3000))
	if g.Bot(ids[0]).Points == 0 || trial.Known(g.Arena, ids[0]) {
		t.Error("the new one is known")
	}
	g.Holds("distanceTo( E_A_OVERMIND ) > 999999")
})

// Two that look know a building in half the time; what nobody looks at is forgotten, and
// walls hide.
func TestLooksAddUp(t *testing.T) {
	mate := "  - { id: mate, name: Mate, teamId: humans, count: 1, behavior: { file: tree.bt } }\n"
	g := trial.Scene{Tree: "action moveTo( E_SELF )", Buildings: "egg 4400 3200", Bots: mate}.Open(t)
	trial.At(g, trial.Two, 3200, 3300)
	g.Steps(trial.Frames(250))
	if trial.Known(g.Arena, trial.Three) {
		t.Error("known after two looks of two")
	}
	if g.Steps(1); !trial.Known(g.Arena, trial.Three) {
		t.Error("unknown after three looks of two")
	}
	off := trial.Scene{Tree: "action moveTo( E_SELF )", Buildings: "egg 4400 3200"}.Open(t).Steps(trial.Frames(500))
	off.Put(trial.One, 100, 100, -1, 0).Steps(trial.Frames(4000)) // 2 s and then half a look each
	off.Put(trial.One, 100, 100, 1, 0).Steps(trial.Frames(300))
	if trial.Known(off.Arena, trial.Two) {
		t.Error("it is not forgotten")
	}
	hidden := trial.Scene{Tree: "action moveTo( E_SELF )", Buildings: "egg 4400 3200", More: trial.Wall(3600, 3000, 32, 400)}.Open(t).Steps(trial.Frames(3000))
	if trial.Known(hidden.Arena, trial.Two) {
		t.Error("known through a wall")
	}
}
