package unvanquished_test

import (
	"math"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/systems/arena/internal/arenatest"
	"github.com/thicket-sim/thicket/systems/arena/internal/unvanquished"
)

// fightTold is a tree that fights, and says how that went.
const fightTold = `sequence { action fight action say( "won" ) } action say( "failed" )`

// goalOf is whom a bot has as its goal among some bodies, or 0.
func goalOf(g *arenatest.Game, id components.ID, bodies ...components.ID) components.ID {
	g.T.Helper()
	kind, x, y := unvanquished.Goal(g.Arena, id)
	for _, b := range bodies {
		if v := g.Bot(b); kind == "body" && v.X == x && v.Y == y {
			return b
		}
	}
	return 0
}

// engaged starts a scene, puts the enemy at a spot, and waits until the bot fights it, in
// the tick that it begins.
func engaged(t *testing.T, b base, x, y float64) *arenatest.Game {
	t.Helper()
	tree := b.tree
	if b.tree = "action gesture"; tree == "" {
		tree = fightTold
	}
	g := b.open(t)
	at(g, two, x, y)
	g.Steps(frames(500))
	plays(g, one, tree)
	g.Steps(1)
	if goalOf(g, one, two) != two {
		t.Fatal("the bot does not fight")
	}
	return g
}

// speaks wants the bot to have said something, or nothing yet.
func speaks(g *arenatest.Game, want string) {
	g.T.Helper()
	if got := g.Bot(one).Speech; got != want {
		g.T.Errorf("it says %q at tick %d, wanted %q", got, g.World().Clock().Tick, want)
	}
}

// hold keeps a body at a spot for some frames.
func hold(g *arenatest.Game, id components.ID, x, y float64, ticks int) {
	for range ticks {
		b := g.Bot(id)
		g.Put(id, float32(x/inUnits), float32(y/inUnits), b.HX, b.HY).Step()
	}
}

var _ = fact("fight-no-enemy", func(t *testing.T) {
	g := base{tree: "sequence { action changeGoal( E_H_REACTOR ) action fight } " + fightTold, buildings: "reactor 3300 3200"}.open(t).Steps(1)
	speaks(g, "failed")
	if kind, x, _ := unvanquished.Goal(g.Arena, one); kind != "body" || x != 3300/32. {
		t.Errorf("its goal is %q at %v", kind, x)
	}
})

// In the first frame a fight makes the enemy its goal; it shoots from the next one on.
var _ = fact("fight-first-frame", func(t *testing.T) {
	g := engaged(t, base{bots: aTyrant}, 3400, 3200)
	if x, _ := where(g, one); g.Bot(one).Loaded != 30 || x != 3200 {
		t.Errorf("%d of 30 shots at %v in the first frame", g.Bot(one).Loaded, x)
	}
	speaks(g, "")
	if g.Steps(1); g.Bot(one).Loaded != 29 {
		t.Errorf("%d of 30 shots in the second frame", g.Bot(one).Loaded)
	}
	if got := g.Bot(two).Points; got != 345 {
		t.Errorf("the enemy has %v, wanted 350 - 5", got)
	}
})

var _ = fact("fight-kill", func(t *testing.T) {
	g := engaged(t, base{bots: aTyrant}, 3400, 3200).Steps(2)
	g.Arena.Hurt(g.Arena.BodyOf(two), 1000, one)
	g.Steps(1)
	speaks(g, "")
	g.Steps(1)
	speaks(g, "won")
})

// A human gives up two seconds after it saw its enemy last.
var _ = fact("fight-chasetime", func(t *testing.T) {
	g := engaged(t, base{bots: aTyrant, more: wall(4000, 0, 32, 6000)}, 3500, 3200)
	g.Steps(5) // it sees it in the last of them
	at(g, two, 4400, 3200)
	for range frames(2000) - 1 {
		at(g, one, 3200, 3200)
		g.Steps(1)
		speaks(g, "")
	}
	at(g, one, 3200, 3200)
	g.Steps(1)
	speaks(g, "won")
})

// An alien does not while its enemy is within 1500.
var _ = fact("fight-alien-sense", func(t *testing.T) {
	g := engaged(t, base{team: "aliens", bots: aHuman, more: wall(4000, 0, 32, 6000)}, 3500, 3200)
	at(g, two, 4200, 3200)
	for range frames(10000) {
		at(g, one, 3200, 3200)
		g.Steps(1)
		speaks(g, "")
	}
	if goalOf(g, one, two) != two {
		t.Error("it has another goal")
	}
	at(g, two, 4800, 3200) // too far away to smell
	for range frames(2000) {
		at(g, one, 3200, 3200)
		g.Steps(1)
	}
	speaks(g, "won")
})

// Out of sight of its enemy a bot takes another one that it can walk to straight.
var _ = fact("fight-retarget", func(t *testing.T) {
	other := still("alien_level1", "aliens", 1, "health: 75")
	g := engaged(t, base{bots: aTyrant + other, more: wall(4000, 0, 32, 6000)}, 3500, 3200)
	at(g, two, 4400, 3200)
	at(g, three, 3260, 3200)
	for range frames(500) {
		hold(g, one, 3200, 3200, 1)
		speaks(g, "")
	}
	hold(g, one, 3200, 3200, 1)
	speaks(g, "won")
	hold(g, one, 3200, 3200, 1)
	if goalOf(g, one, two, three) != three {
		t.Error("the other is not its goal")
	}
}) && fact("fight-retarget-blocked", func(t *testing.T) {
	// The post hides nothing, but nobody walks past it straight.
	other := still("alien_level1", "aliens", 1, "health: 75")
	posts := "obstacles: [{ rect: [125, 0, 1, 187] }, { rect: [102, 98.6, 0.4, 1.2] }]\n"
	g := engaged(t, base{bots: aTyrant + other, more: posts, settings: "g_bot_fov: 360"}, 3500, 3200)
	at(g, two, 4400, 3200)
	at(g, three, 3400, 3200)
	for range frames(2000) - 1 {
		hold(g, one, 3200, 3200, 1)
		speaks(g, "")
	}
	noticed(g, three)
	hold(g, one, 3200, 3200, 1)
	speaks(g, "won")
})

// The posts leave gaps that shots pass and nobody walks through.
const cage = "obstacles: [{ rect: [125, 90, 0.5, 9.9] }, { rect: [125, 100.1, 0.5, 9.9] }, { rect: [125, 90, 20, 0.5] }, { rect: [125, 109.5, 20, 0.5] }, { rect: [144.5, 90, 0.5, 20] }]\n"

var _ = fact("fight-unreachable", func(t *testing.T) {
	g := engaged(t, base{bots: aTyrant, more: cage}, 3500, 3200).Steps(2)
	speaks(g, "")
	at(g, two, 4400, 3000) // inside, out of the line of the gap
	g.Steps(1)
	speaks(g, "failed")
})

// In the line of fire humans shoot at aliens whom no way leads to, and stand.
func TestHumansShootThroughGaps(t *testing.T) {
	g := base{tree: fightTold, bots: aTyrant, more: cage}.open(t)
	at(g, two, 4400, 3200)
	g.Steps(frames(2500))
	if x, y := where(g, one); x != 3200 || y != 3200 {
		t.Errorf("it stands at %v, %v", x, y)
	}
	if g.Bot(two).Points > 340 {
		t.Errorf("the tyrant has %v", g.Bot(two).Points)
	}
	off := base{tree: fightTold, bots: aTyrant, more: cage, settings: "g_bot_offmeshAttack: 0"}.open(t)
	at(off, two, 4400, 3200)
	off.Steps(frames(2500))
	if off.Bot(two).Points != 350 {
		t.Errorf("the tyrant has %v where g_bot_offmeshAttack is off", off.Bot(two).Points)
	}
	speaks(off, "failed")
}

// A human fights by the blaster when its weapon is the kit or is empty, and with its
// weapon as soon as that has shots.
var _ = fact("fight-kit", func(t *testing.T) {
	g := engaged(t, base{bots: aTyrant}, 3400, 3200)
	arms(g, one, 0, "hbuild", 0, 0)
	if g.Steps(frames(1000)); g.Bot(one).Weapon != "blaster" || g.Bot(two).Points >= 350 {
		t.Errorf("it has %q in hand, the enemy %v", g.Bot(one).Weapon, g.Bot(two).Points)
	}
	g.Holds("haveWeapon( WP_HBUILD )")
}) && fact("fight-empty", func(t *testing.T) {
	g := engaged(t, base{bots: aTyrant}, 3400, 3200)
	arms(g, one, 0, "machinegun", 0, 0)
	if g.Steps(1); g.Bot(one).Weapon != "blaster" {
		t.Errorf("it has %q in hand", g.Bot(one).Weapon)
	}
	for range frames(450) { // that a switch takes
		if g.Bot(two).Points != 350 {
			t.Error("it shoots while it switches")
		}
		g.Steps(1)
	}
	g.Steps(1)
	if g.Bot(two).Points != 340 {
		t.Errorf("the enemy has %v, wanted 350 - 10", g.Bot(two).Points)
	}
	speaks(g, "")
}) && fact("fight-back-to-primary", func(t *testing.T) {
	g := engaged(t, base{bots: aTyrant}, 3400, 3200)
	arms(g, one, 0, "machinegun", 0, 0)
	g.Steps(3)
	arms(g, one, 0, "machinegun", 30, 6)
	if g.Steps(1); g.Bot(one).Weapon != "machinegun" {
		t.Errorf("it has %q in hand", g.Bot(one).Weapon)
	}
})

var _ = fact("fight-resets-stuck", func(t *testing.T) {
	g := engaged(t, base{buildings: "overmind 4000 3200"}, 4000, 3200)
	arms(g, one, 0, "machinegun", 30, 600) // to shoot for all of the time
	for range frames(30000) {
		if g.Steps(1); unvanquished.Stuck(g.Arena, one) > 1 {
			t.Fatalf("stuck for %v s at tick %d", unvanquished.Stuck(g.Arena, one), g.World().Clock().Tick)
		}
		g.Arena.Heal(g.Arena.BodyOf(two), 1000)
	}
	if x, _ := where(g, one); x > 3210 {
		t.Errorf("it stands at %v", x)
	}
})

// A pulled trigger is a success, whether the shot hits, is in range, or is ready.
var _ = fact("fireweapon-always", func(t *testing.T) {
	g := base{tree: `sequence { action changeGoal( E_ENEMY ) action say( "there" ) }`, bots: aDretch}.open(t)
	arms(g, one, 0, "shotgun", 8, 24)
	at(g, two, 3200+1400, 3200)
	g.Steps(frames(600))
	plays(g, one, `sequence { action fireWeapon action gesture } action suicide`)
	for range 40 {
		if g.Steps(1); g.Bot(one).Dead {
			t.Fatalf("it fails at tick %d", g.World().Clock().Tick)
		}
	}
	if b := g.Bot(one); b.Loaded != 6 || g.Bot(two).Points != 30 || unvanquished.Stuck(g.Arena, one) > 0.1 {
		t.Errorf("%d of 8 shots, the enemy has %v, stuck for %v s", b.Loaded, g.Bot(two).Points, unvanquished.Stuck(g.Arena, one))
	}
})

// bend is a post that the line of sight to (3350, 3200) passes, and no straight way.
const bend = "obstacles: [{ rect: [102, 98.6, 0.4, 1.2] }]\n"

var _ = fact("fight-alien-corner", func(t *testing.T) {
	g := engaged(t, base{team: "aliens", bots: aHuman, more: bend}, 3350, 2800)
	become(g, one, "alien_level2_upg")
	at(g, two, 3350, 3200)
	at(g, one, 3200, 3200)
	g.Steps(3)
	if x, y := where(g, one); g.Bot(two).Points != 100 || math.Hypot(x-3200, y-3200) < 20 {
		t.Errorf("the enemy has %v, it is at %v, %v", g.Bot(two).Points, x, y)
	}
	speaks(g, "")
}) && fact("fight-human-corner", func(t *testing.T) {
	g := engaged(t, base{bots: aTyrant, more: bend}, 3500, 3300)
	at(g, two, 3350, 3200)
	at(g, one, 3200, 3200)
	if g.Steps(1); g.Bot(two).Points >= 350 {
		t.Errorf("the enemy has %v", g.Bot(two).Points)
	}
	speaks(g, "")
})

// moves is how far a bot of a skill gets ahead and aside in the second frame of a fight
// with an enemy that far before it, in units.
func moves(t *testing.T, skill string, gap float64) (ahead, aside float64, loaded int) {
	t.Helper()
	g := engaged(t, base{class: "skill: " + skill + ",", bots: aTyrant}, 3200+gap, 3200).Steps(1)
	x, y := where(g, one)
	return x - 3200, math.Abs(y - 3200), int(g.Bot(one).Loaded)
}

// Humans keep off from skill 3 on, and go round from skill 5 on.
var _ = fact("fight-back-off", func(t *testing.T) {
	if ahead, aside, loaded := moves(t, "3", 200); ahead > -10 || aside > 0.1 || loaded != 29 {
		t.Errorf("skill 3: %v ahead, %v aside, %d shots", ahead, aside, loaded)
	}
	if ahead, aside, loaded := moves(t, "1", 200); ahead < 10 || aside > 0.1 || loaded != 29 {
		t.Errorf("skill 1: %v ahead, %v aside, %d shots", ahead, aside, loaded)
	}
}) && fact("fight-circle", func(t *testing.T) {
	if ahead, aside, _ := moves(t, "5", 80); ahead < 5 || aside < 5 {
		t.Errorf("skill 5: %v ahead, %v aside", ahead, aside)
	}
	if ahead, aside, _ := moves(t, "3", 80); ahead > -10 || aside > 0.1 {
		t.Errorf("skill 3: %v ahead, %v aside", ahead, aside)
	}
}) && fact("fight-building-stands", func(t *testing.T) {
	g := engaged(t, base{buildings: "egg 3600 3200"}, 3600, 3200).Steps(20)
	if x, y := where(g, one); x != 3200 || y != 3200 || g.Bot(two).Points >= 250 {
		t.Errorf("it is at %v, %v, the egg has %v", x, y, g.Bot(two).Points)
	}
})

// A dretch bites who is before it, whatever its tree says, twice a second.
var _ = fact("dretch-bites", func(t *testing.T) {
	g := base{team: "aliens", bots: still("human_naked", "humans", 1, "health: 1000")}.open(t)
	at(g, two, 3250, 3200)
	for i := range 30 {
		g.Steps(1)
		want := float32(1000 - 36*(1+i/10))
		if got := g.Bot(two).Points; got != want {
			t.Fatalf("%v left after %d frames, wanted %v", got, i+1, want)
		}
	}
	behind := base{team: "aliens", bots: aHuman}.open(t)
	at(behind, two, 3150, 3200)
	if behind.Steps(20); behind.Bot(two).Points != 100 {
		t.Error("it bites behind itself")
	}
})

// Whoever is seen puts off the end of a fight.
var _ = fact("visible-sets-seen", func(t *testing.T) {
	tree := `condition isVisible( E_FRIENDLYBUILDING ) && team == 0 { action gesture } ` + fightTold
	g := engaged(t, base{tree: tree, bots: aTyrant + still("telenode", "humans", 1, "health: 310, tags: [telenode]"), more: wall(4000, 0, 32, 6000)}, 3500, 3200)
	at(g, three, 3200, 3000)
	at(g, two, 4400, 3200)
	for range frames(6000) {
		at(g, one, 3200, 3200)
		g.Steps(1)
		speaks(g, "")
	}
	at(g, three, 4400, 3000)
	for range frames(2000) {
		at(g, one, 3200, 3200)
		g.Steps(1)
	}
	speaks(g, "won")
})
