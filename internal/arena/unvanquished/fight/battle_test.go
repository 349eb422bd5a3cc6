package fight_test

import (
	"math"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/trial"
)

// fightTold is a tree that fights, and says how that went.
const fightTold = `sequence { action fight action say( "won" ) } action say( "failed" )`

// goalOf is whom a bot has as its goal among some bodies, or 0.
func goalOf(g *arenatest.Game, id components.ID, bodies ...components.ID) components.ID {
	g.T.Helper()
	kind, x, y := trial.Goal(g.Arena, id)
	for _, b := range bodies {
		if v := g.Bot(b); kind == "body" && v.X == x && v.Y == y {
			return b
		}
	}
	return 0
}

// engaged starts a scene, puts the enemy at a spot, and waits until the bot fights it, in
// the tick that it begins.
func engaged(t *testing.T, b trial.Scene, x, y float64) *arenatest.Game {
	t.Helper()
	tree := b.Tree
	if b.Tree = "action gesture"; tree == "" {
		tree = fightTold
	}
	g := b.Open(t)
	trial.At(g, trial.Two, x, y)
	g.Steps(trial.Frames(500))
	trial.Plays(g, trial.One, tree)
	g.Steps(1)
	if goalOf(g, trial.One, trial.Two) != trial.Two {
		t.Fatal("the bot does not fight")
	}
	return g
}

// speaks wants the bot to have said something, or nothing yet.
func speaks(g *arenatest.Game, want string) {
	g.T.Helper()
	if got := g.Bot(trial.One).Speech; got != want {
		g.T.Errorf("it says %q at tick %d, wanted %q", got, g.World().Clock().Tick, want)
	}
}

// hold keeps a body at a spot for some frames.
func hold(g *arenatest.Game, id components.ID, x, y float64, ticks int) {
	for range ticks {
		b := g.Bot(id)
		g.Put(id, float32(x/trial.InUnits), float32(y/trial.InUnits), b.HX, b.HY).Step()
	}
}

var _ = trial.Fact("fight-no-enemy", func(t *testing.T) {
	g := trial.Scene{Tree: "sequence { action changeGoal( E_H_REACTOR ) action fight } " + fightTold, Buildings: "reactor 3300 3200"}.Open(t).Steps(1)
	speaks(g, "failed")
	if kind, x, _ := trial.Goal(g.Arena, trial.One); kind != "body" || x != 3300/32. {
		t.Errorf("its goal is %q at %v", kind, x)
	}
})

// In the first frame a fight makes the enemy its goal; it shoots from the next one on.
var _ = trial.Fact("fight-first-frame", func(t *testing.T) {
	g := engaged(t, trial.Scene{Bots: trial.ATyrant}, 3400, 3200)
	if x, _ := trial.Where(g, trial.One); g.Bot(trial.One).Loaded != 30 || x != 3200 {
		t.Errorf("%d of 30 shots at %v in the first frame", g.Bot(trial.One).Loaded, x)
	}
	speaks(g, "")
	if g.Steps(1); g.Bot(trial.One).Loaded != 29 {
		t.Errorf("%d of 30 shots in the second frame", g.Bot(trial.One).Loaded)
	}
	if got := g.Bot(trial.Two).Points; got != 345 {
		t.Errorf("the enemy has %v, wanted 350 - 5", got)
	}
})

var _ = trial.Fact("fight-kill", func(t *testing.T) {
	g := engaged(t, trial.Scene{Bots: trial.ATyrant}, 3400, 3200).Steps(2)
	g.Arena.Life.Hurt(g.Arena.BodyOf(trial.Two), 1000, trial.One)
	g.Steps(1)
	speaks(g, "")
	g.Steps(1)
	speaks(g, "won")
})

// A human gives up two seconds after it saw its enemy last.
var _ = trial.Fact("fight-chasetime", func(t *testing.T) {
	g := engaged(t, trial.Scene{Bots: trial.ATyrant, More: trial.Wall(4000, 0, 32, 6000)}, 3500, 3200)
	g.Steps(5) // it sees it in the last of them
	trial.At(g, trial.Two, 4400, 3200)
	for range trial.Frames(2000) - 1 {
		trial.At(g, trial.One, 3200, 3200)
		g.Steps(1)
		speaks(g, "")
	}
	trial.At(g, trial.One, 3200, 3200)
	g.Steps(1)
	speaks(g, "won")
})

// An alien does not while its enemy is within 1500.
var _ = trial.Fact("fight-alien-sense", func(t *testing.T) {
	g := engaged(t, trial.Scene{Team: "aliens", Bots: trial.AHuman, More: trial.Wall(4000, 0, 32, 6000)}, 3500, 3200)
	trial.At(g, trial.Two, 4200, 3200)
	for range trial.Frames(10000) {
		trial.At(g, trial.One, 3200, 3200)
		g.Steps(1)
		speaks(g, "")
	}
	if goalOf(g, trial.One, trial.Two) != trial.Two {
		t.Error("it has another goal")
	}
	trial.At(g, trial.Two, 4800, 3200) // too far away to smell
	for range trial.Frames(2000) {
		trial.At(g, trial.One, 3200, 3200)
		g.Steps(1)
	}
	speaks(g, "won")
})

// Out of sight of its enemy a bot takes another one that it can walk to straight.
var _ = trial.Fact("fight-retarget", func(t *testing.T) {
	other := trial.Still("alien_level1", "aliens", 1, "health: 75")
	g := engaged(t, trial.Scene{Bots: trial.ATyrant + other, More: trial.Wall(4000, 0, 32, 6000)}, 3500, 3200)
	trial.At(g, trial.Two, 4400, 3200)
	trial.At(g, trial.Three, 3260, 3200)
	for range trial.Frames(500) {
		hold(g, trial.One, 3200, 3200, 1)
		speaks(g, "")
	}
	hold(g, trial.One, 3200, 3200, 1)
	speaks(g, "won")
	hold(g, trial.One, 3200, 3200, 1)
	if goalOf(g, trial.One, trial.Two, trial.Three) != trial.Three {
		t.Error("the other is not its goal")
	}
}) && trial.Fact("fight-retarget-blocked", func(t *testing.T) {
	// The post hides nothing, but nobody walks past it straight.
	other := trial.Still("alien_level1", "aliens", 1, "health: 75")
	posts := "obstacles: [{ rect: [125, 0, 1, 187] }, { rect: [102, 98.6, 0.4, 1.2] }]\n"
	g := engaged(t, trial.Scene{Bots: trial.ATyrant + other, More: posts, Settings: "g_bot_fov: 360"}, 3500, 3200)
	trial.At(g, trial.Two, 4400, 3200)
	trial.At(g, trial.Three, 3400, 3200)
	for range trial.Frames(2000) - 1 {
		hold(g, trial.One, 3200, 3200, 1)
		speaks(g, "")
	}
	noticed(g, trial.Three)
	hold(g, trial.One, 3200, 3200, 1)
	speaks(g, "won")
})

// The posts leave gaps that shots pass and nobody walks through.
const cage = "obstacles: [{ rect: [125, 90, 0.5, 9.9] }, { rect: [125, 100.1, 0.5, 9.9] }, { rect: [125, 90, 20, 0.5] }, { rect: [125, 109.5, 20, 0.5] }, { rect: [144.5, 90, 0.5, 20] }]\n"

var _ = trial.Fact("fight-unreachable", func(t *testing.T) {
	g := engaged(t, trial.Scene{Bots: trial.ATyrant, More: cage}, 3500, 3200).Steps(2)
	speaks(g, "")
	trial.At(g, trial.Two, 4400, 3000) // inside, out of the line of the gap
	g.Steps(1)
	speaks(g, "failed")
})

// In the line of fire humans shoot at aliens whom no way leads to, and stand.
func TestHumansShootThroughGaps(t *testing.T) {
	t.Parallel()
	g := trial.Scene{Tree: fightTold, Bots: trial.ATyrant, More: cage}.Open(t)
	trial.At(g, trial.Two, 4400, 3200)
	g.Steps(trial.Frames(2500))
	if x, y := trial.Where(g, trial.One); x != 3200 || y != 3200 {
		t.Errorf("it stands at %v, %v", x, y)
	}
	if g.Bot(trial.Two).Points > 340 {
		t.Errorf("the tyrant has %v", g.Bot(trial.Two).Points)
	}
	off := trial.Scene{Tree: fightTold, Bots: trial.ATyrant, More: cage, Settings: "g_bot_offmeshAttack: 0"}.Open(t)
	trial.At(off, trial.Two, 4400, 3200)
	off.Steps(trial.Frames(2500))
	if off.Bot(trial.Two).Points != 350 {
		t.Errorf("the tyrant has %v where g_bot_offmeshAttack is off", off.Bot(trial.Two).Points)
	}
	speaks(off, "failed")
}

// A human fights by the blaster when its weapon is the kit or is empty, and with its
// weapon as soon as that has shots.
var _ = trial.Fact("fight-kit", func(t *testing.T) {
	g := engaged(t, trial.Scene{Bots: trial.ATyrant}, 3400, 3200)
	arms(g, trial.One, 0, "hbuild", 0, 0)
	if g.Steps(trial.Frames(1000)); g.Bot(trial.One).Weapon != "blaster" || g.Bot(trial.Two).Points >= 350 {
		t.Errorf("it has %q in hand, the enemy %v", g.Bot(trial.One).Weapon, g.Bot(trial.Two).Points)
	}
	g.Holds("haveWeapon( WP_HBUILD )")
}) && trial.Fact("fight-empty", func(t *testing.T) {
	g := engaged(t, trial.Scene{Bots: trial.ATyrant}, 3400, 3200)
	arms(g, trial.One, 0, "machinegun", 0, 0)
	if g.Steps(1); g.Bot(trial.One).Weapon != "blaster" {
		t.Errorf("it has %q in hand", g.Bot(trial.One).Weapon)
	}
	for range trial.Frames(450) { // that a switch takes
		if g.Bot(trial.Two).Points != 350 {
			t.Error("it shoots while it switches")
		}
		g.Steps(1)
	}
	g.Steps(1)
	if g.Bot(trial.Two).Points != 340 {
		t.Errorf("the enemy has %v, wanted 350 - 10", g.Bot(trial.Two).Points)
	}
	speaks(g, "")
}) && trial.Fact("fight-back-to-primary", func(t *testing.T) {
	g := engaged(t, trial.Scene{Bots: trial.ATyrant}, 3400, 3200)
	arms(g, trial.One, 0, "machinegun", 0, 0)
	g.Steps(3)
	arms(g, trial.One, 0, "machinegun", 30, 6)
	if g.Steps(1); g.Bot(trial.One).Weapon != "machinegun" {
		t.Errorf("it has %q in hand", g.Bot(trial.One).Weapon)
	}
})

var _ = trial.Fact("fight-resets-stuck", func(t *testing.T) {
	g := engaged(t, trial.Scene{Buildings: "overmind 4000 3200"}, 4000, 3200)
	arms(g, trial.One, 0, "machinegun", 30, 600) // to shoot for all of the time
	for range trial.Frames(30000) {
		if g.Steps(1); trial.Stuck(g.Arena, trial.One) > 1 {
			t.Fatalf("stuck for %v s at tick %d", trial.Stuck(g.Arena, trial.One), g.World().Clock().Tick)
		}
		g.Arena.Life.Heal(g.Arena.BodyOf(trial.Two), 1000)
	}
	if x, _ := trial.Where(g, trial.One); x > 3210 {
		t.Errorf("it stands at %v", x)
	}
})

// A pulled trigger is a success, whether the shot hits, is in range, or is ready.
var _ = trial.Fact("fireweapon-always", func(t *testing.T) {
	g := trial.Scene{Tree: `sequence { action changeGoal( E_ENEMY ) action say( "there" ) }`, Bots: trial.ADretch}.Open(t)
	arms(g, trial.One, 0, "shotgun", 8, 24)
	trial.At(g, trial.Two, 3200+1400, 3200)
	g.Steps(trial.Frames(600))
	trial.Plays(g, trial.One, `sequence { action fireWeapon action gesture } action suicide`)
	for range 40 {
		if g.Steps(1); g.Bot(trial.One).Dead {
			t.Fatalf("it fails at tick %d", g.World().Clock().Tick)
		}
	}
	if b := g.Bot(trial.One); b.Loaded != 6 || g.Bot(trial.Two).Points != 30 || trial.Stuck(g.Arena, trial.One) > 0.1 {
		t.Errorf("%d of 8 shots, the enemy has %v, stuck for %v s", b.Loaded, g.Bot(trial.Two).Points, trial.Stuck(g.Arena, trial.One))
	}
})

// bend is a post that the line of sight to (3350, 3200) passes, and no straight way.
const bend = "obstacles: [{ rect: [102, 98.6, 0.4, 1.2] }]\n"

var _ = trial.Fact("fight-alien-corner", func(t *testing.T) {
	g := engaged(t, trial.Scene{Team: "aliens", Bots: trial.AHuman, More: bend}, 3350, 2800)
	trial.Become(g, trial.One, "alien_level2_upg")
	trial.At(g, trial.Two, 3350, 3200)
	trial.At(g, trial.One, 3200, 3200)
	g.Steps(3)
	if x, y := trial.Where(g, trial.One); g.Bot(trial.Two).Points != 100 || math.Hypot(x-3200, y-3200) < 20 {
		t.Errorf("the enemy has %v, it is at %v, %v", g.Bot(trial.Two).Points, x, y)
	}
	speaks(g, "")
}) && trial.Fact("fight-human-corner", func(t *testing.T) {
	g := engaged(t, trial.Scene{Bots: trial.ATyrant, More: bend}, 3500, 3300)
	trial.At(g, trial.Two, 3350, 3200)
	trial.At(g, trial.One, 3200, 3200)
	if g.Steps(1); g.Bot(trial.Two).Points >= 350 {
		t.Errorf("the enemy has %v", g.Bot(trial.Two).Points)
	}
	speaks(g, "")
})

// moves returns how far a bot of a skill gets ahead and aside in the second frame of a fight
// with an enemy that far before it, in units.
func moves(t *testing.T, skill string, gap float64) (ahead, aside float64, loaded int) {
	t.Helper()
	g := engaged(t, trial.Scene{Class: "skill: " + skill + ",", Bots: trial.ATyrant}, 3200+gap, 3200).Steps(1)
	x, y := trial.Where(g, trial.One)
	return x - 3200, math.Abs(y - 3200), int(g.Bot(trial.One).Loaded)
}

// Humans keep off from skill 3 on, and go round from skill 5 on.
var _ = trial.Fact("fight-back-off", func(t *testing.T) {
	if ahead, aside, loaded := moves(t, "3", 200); ahead > -10 || aside > 0.1 || loaded != 29 {
		t.Errorf("skill 3: %v ahead, %v aside, %d shots", ahead, aside, loaded)
	}
	if ahead, aside, loaded := moves(t, "1", 200); ahead < 10 || aside > 0.1 || loaded != 29 {
		t.Errorf("skill 1: %v ahead, %v aside, %d shots", ahead, aside, loaded)
	}
}) && trial.Fact("fight-circle", func(t *testing.T) {
	if ahead, aside, _ := moves(t, "5", 80); ahead < 5 || aside < 5 {
		t.Errorf("skill 5: %v ahead, %v aside", ahead, aside)
	}
	if ahead, aside, _ := moves(t, "3", 80); ahead > -10 || aside > 0.1 {
		t.Errorf("skill 3: %v ahead, %v aside", ahead, aside)
	}
}) && trial.Fact("fight-building-stands", func(t *testing.T) {
	g := engaged(t, trial.Scene{Buildings: "egg 3600 3200"}, 3600, 3200).Steps(20)
	if x, y := trial.Where(g, trial.One); x != 3200 || y != 3200 || g.Bot(trial.Two).Points >= 250 {
		t.Errorf("it is at %v, %v, the egg has %v", x, y, g.Bot(trial.Two).Points)
	}
})

// A dretch bites who is before it, whatever its tree says, twice a second: of a human without
// parts that is 36 points.
var _ = trial.Fact("dretch-bites", func(t *testing.T) {
	g := trial.Scene{Team: "aliens", Settings: "hitZones: 0", Bots: trial.Still("human_naked", "humans", 1, "health: 1000")}.Open(t)
	trial.At(g, trial.Two, 3250, 3200)
	for i := range 30 {
		g.Steps(1)
		want := float32(1000 - 36*(1+i/10))
		if got := g.Bot(trial.Two).Points; got != want {
			t.Fatalf("%v left after %d frames, wanted %v", got, i+1, want)
		}
	}
	behind := trial.Scene{Team: "aliens", Bots: trial.AHuman}.Open(t)
	trial.At(behind, trial.Two, 3150, 3200)
	if behind.Steps(20); behind.Bot(trial.Two).Points != 100 {
		t.Error("it bites behind itself")
	}
})

// Whoever is seen puts off the end of a fight.
var _ = trial.Fact("visible-sets-seen", func(t *testing.T) {
	tree := `condition isVisible( E_FRIENDLYBUILDING ) && team == 0 { action gesture } ` + fightTold
	g := engaged(t, trial.Scene{Tree: tree, Bots: trial.ATyrant + trial.Still("telenode", "humans", 1, "health: 310, tags: [telenode]"), More: trial.Wall(4000, 0, 32, 6000)}, 3500, 3200)
	trial.At(g, trial.Three, 3200, 3000)
	trial.At(g, trial.Two, 4400, 3200)
	for range trial.Frames(6000) {
		trial.At(g, trial.One, 3200, 3200)
		g.Steps(1)
		speaks(g, "")
	}
	trial.At(g, trial.Three, 4400, 3000)
	for range trial.Frames(2000) {
		trial.At(g, trial.One, 3200, 3200)
		g.Steps(1)
	}
	speaks(g, "won")
})
