package unvanquished_test

import (
	"testing"

	"github.com/thicket-sim/thicket/systems/arena/internal/arenatest"
	"github.com/thicket-sim/thicket/systems/arena/internal/unvanquished"
)

// rushes wants the first bot to have a body at a spot as its goal, in units.
func rushes(g *arenatest.Game, x, y float32) {
	g.T.Helper()
	if kind, gx, gy := unvanquished.Goal(g.Arena, one); kind != "body" || gx*inUnits != x || gy*inUnits != y {
		g.T.Errorf("its goal is %q at %v, %v, wanted %v, %v", kind, gx*inUnits, gy*inUnits, x, y)
	}
}

// The main building is known from match time 1.5 s on, others when somebody looked at
// them for long enough.
var _ = fact("rush-untagged", func(t *testing.T) {
	g := base{tree: "action moveTo( E_SELF )", buildings: "overmind 2000 2000, egg 3200 2400, egg 2600 3200"}.open(t).Steps(frames(1450))
	plays(g, one, `action rush action say( "failed" )`)
	g.Steps(1)
	speaks(g, "failed")
	g.Steps(frames(5000))
	rushes(g, 2000, 2000)
}) && fact("rush-nothing-known", func(t *testing.T) {
	g := base{team: "aliens", tree: "action moveTo( E_SELF )", buildings: "reactor 2000 2000, telenode 2600 3200, armoury 3200 2400"}.open(t).Steps(frames(3000))
	main := those(g, "reactor")[0].ID
	if !unvanquished.Known(g.Arena, main) {
		t.Error("the reactor is not known")
	}
	g.Arena.Hurt(g.Arena.BodyOf(main), 10000, 0)
	g.Steps(2)
	plays(g, one, `action rush action say( "failed" )`)
	g.Steps(1)
	speaks(g, "failed")
}) && fact("tag-look", func(t *testing.T) {
	g := base{tree: "action moveTo( E_SELF )", buildings: "egg 4400 3500, egg 2000 3200"}.open(t).Steps(frames(550))
	if unvanquished.Known(g.Arena, two) || unvanquished.Known(g.Arena, three) {
		t.Error("an egg is known before it was looked at for 0.6 s")
	}
	g.Steps(1)
	if !unvanquished.Known(g.Arena, two) || unvanquished.Known(g.Arena, three) {
		t.Errorf("known: before it %v, behind it %v", unvanquished.Known(g.Arena, two), unvanquished.Known(g.Arena, three))
	}
	plays(g, one, "action rush")
	g.Steps(2)
	rushes(g, 4400, 3500)
	g.Holds("distanceTo( E_A_SPAWN ) < 1300")
}) && fact("tag-rebuilt", func(t *testing.T) {
	g := base{tree: "action moveTo( E_SELF )", buildings: "overmind 2000 2000"}.open(t).Steps(frames(2000))
	g.Holds("distanceTo( E_A_OVERMIND ) < 2000")
	g.Arena.Hurt(g.Arena.BodyOf(two), 10000, 0)
	g.Steps(frames(10000)) // it explodes and is gone
	class, err := g.Game().ClassIndex("overmind")
	if err != nil {
		t.Fatal(err)
	}
	ids, err := g.Game().Add(class, 1, nil)
	if err != nil || len(ids) != 1 {
		t.Fatal(ids, err)
	}
	at(g, ids[0], 2000, 2000)
	g.Steps(frames(3000))
	if g.Bot(ids[0]).Points == 0 || unvanquished.Known(g.Arena, ids[0]) {
		t.Error("the new one is known")
	}
	g.Holds("distanceTo( E_A_OVERMIND ) > 999999")
})

// Two that look know a building in half the time; what nobody looks at is forgotten, and
// walls hide.
func TestLooksAddUp(t *testing.T) {
	mate := "  - { id: mate, name: Mate, teamId: humans, count: 1, behavior: { file: tree.bt } }\n"
	g := base{tree: "action moveTo( E_SELF )", buildings: "egg 4400 3200", bots: mate}.open(t)
	at(g, two, 3200, 3300)
	g.Steps(frames(250))
	if unvanquished.Known(g.Arena, three) {
		t.Error("known after two looks of two")
	}
	if g.Steps(1); !unvanquished.Known(g.Arena, three) {
		t.Error("unknown after three looks of two")
	}
	off := base{tree: "action moveTo( E_SELF )", buildings: "egg 4400 3200"}.open(t).Steps(frames(500))
	off.Put(one, 100, 100, -1, 0).Steps(frames(4000)) // 2 s and then half a look each
	off.Put(one, 100, 100, 1, 0).Steps(frames(300))
	if unvanquished.Known(off.Arena, two) {
		t.Error("it is not forgotten")
	}
	hidden := base{tree: "action moveTo( E_SELF )", buildings: "egg 4400 3200", more: wall(3600, 3000, 32, 400)}.open(t).Steps(frames(3000))
	if unvanquished.Known(hidden.Arena, two) {
		t.Error("known through a wall")
	}
}
