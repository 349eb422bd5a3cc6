package fight_test

import (
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/fight"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/trial"
)

// away is a corner of the field that is out of everybody's senses.
const away = 6000

// arms gives a body a weapon in one of its hands.
func arms(g *arenatest.Game, id components.ID, arm int, weapon string, loaded, spare int) {
	g.T.Helper()
	for i := range g.Arena.Config.Weapons {
		if g.Arena.Config.Weapons[i].ID == weapon {
			g.Arena.Life.SetArm(g.Arena.BodyOf(id), arm, i, loaded, spare)
			return
		}
	}
	g.T.Fatalf("no weapon %q", weapon)
}

// noticed wants a bot to have a best enemy, or none for 0.
func noticed(g *arenatest.Game, want components.ID) {
	g.T.Helper()
	if got := trial.Best(g.Arena, trial.One); got != want {
		g.T.Errorf("its best enemy at tick %d is %d, wanted %d", g.World().Clock().Tick, got, want)
	}
}

// noticing are facts about one enemy that a bot does or does not notice within 600 ms.
type noticing struct {
	trial.Scene
	x, y    float64 // where the enemy stands
	notices bool
}

func (n noticing) fact(name string) bool {
	return trial.Fact(name, func(t *testing.T) {
		g := n.Open(t)
		if two := g.Arena.BodyOf(trial.Two); two >= 0 && n.x > 0 {
			trial.At(g, arenatest.Two, n.x, n.y)
		}
		g.Steps(trial.Frames(600))
		want := components.ID(0)
		if n.notices {
			want = trial.Two
		}
		noticed(g, want)
	})
}

// Who stands behind a human, or too far away, is not noticed; aliens smell through walls.
var _ = noticing{Scene: trial.Scene{Bots: trial.ADretch}, x: 2900, y: 3200}.fact("fov-human") &&
	noticing{Scene: trial.Scene{Buildings: "egg 2900 3200"}, notices: true}.fact("fov-building") &&
	noticing{Scene: trial.Scene{Team: "aliens", Bots: trial.AHuman, More: trial.Wall(3900, 2000, 64, 2400)}, x: 4600, y: 3200, notices: true}.fact("alien-sense") &&
	noticing{Scene: trial.Scene{Team: "aliens", Bots: trial.AHuman}, x: 4800, y: 3200}.fact("sense-range")

// What fov-human leaves open: to the side up to 62 degrees the same alien is noticed.
func TestHumansNoticeWhatIsInTheirView(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		x, y float64
		want components.ID
	}{{3500, 3200, trial.Two}, {3200 + 300*0.5, 3200 + 300*0.866, trial.Two}, {3200 + 300*0.4, 3200 + 300*0.9165, 0}} {
		g := trial.Scene{Bots: trial.ADretch}.Open(t)
		trial.At(g, trial.Two, c.x, c.y)
		g.Steps(trial.Frames(600))
		noticed(g, c.want)
	}
	walled := trial.Scene{Bots: trial.ADretch, More: trial.Wall(3300, 2800, 64, 800)}.Open(t)
	trial.At(walled, trial.Two, 3600, 3200)
	noticed(walled.Steps(trial.Frames(600)), 0)
}

// A bot notices 500 ms after it has begun to see, and for 500 ms after it has ceased to.
var _ = trial.Fact("reaction-500", func(t *testing.T) {
	g := trial.Scene{Bots: trial.ADretch}.Open(t)
	trial.At(g, trial.Two, away, away)
	trial.At(g.Steps(5), trial.Two, 3500, 3200)
	for range trial.Frames(500) {
		noticed(g.Steps(1), 0)
	}
	noticed(g.Steps(1), trial.Two)
}) && trial.Fact("reaction-tail", func(t *testing.T) {
	g := trial.Scene{Bots: trial.ADretch}.Open(t)
	trial.At(g, trial.Two, 3500, 3200)
	trial.At(g.Steps(trial.Frames(1000)), trial.Two, away, away)
	for range trial.Frames(500) {
		noticed(g.Steps(1), trial.Two)
	}
	noticed(g.Steps(1), 0)
})

// While a bot fights somebody it notices that one only when it is hurt.
var _ = trial.Fact("alert-excludes-goal", func(t *testing.T) {
	g := trial.Scene{Tree: "action fight", Bots: trial.ATyrant}.Open(t)
	trial.At(g, trial.Two, 3500, 3200)
	g.Steps(trial.Frames(500) + 1 + trial.Frames(1000))
	if kind, x, _ := trial.Goal(g.Arena, trial.One); kind != "body" || x != 3500/32. {
		t.Fatalf("its goal is %s at %v", kind, x)
	}
	noticed(g, 0)
}) && trial.Fact("alert-pain", func(t *testing.T) {
	g := trial.Scene{Tree: "action fight", Bots: trial.ATyrant}.Open(t)
	trial.At(g, trial.Two, 3500, 3200)
	g.Steps(trial.Frames(500) + 1 + trial.Frames(1000))
	for range trial.Frames(500) - 1 { // a hit comes at the end of a frame
		g.Arena.Life.Hurt(g.Arena.BodyOf(trial.One), 0.1, trial.Two)
		noticed(g.Steps(1), 0)
	}
	for range 3 {
		g.Arena.Life.Hurt(g.Arena.BodyOf(trial.One), 0.1, trial.Two)
		noticed(g.Steps(1), trial.Two)
	}
})

// The best enemy is the one of the highest worth by distance; one in sight comes first.
var _ = trial.Fact("score-choice", func(t *testing.T) {
	g := trial.Scene{Tree: "action fight", Bots: trial.ADretch + trial.ATyrant}.Open(t)
	trial.At(g, trial.Two, 3400, 3200)
	trial.At(g, trial.Three, 4100, 3200)
	g.Steps(trial.Frames(600))
	if _, x, _ := trial.Goal(g.Arena, trial.One); x != 4100/32. {
		t.Errorf("its goal is at %v", x*trial.InUnits)
	}
}) && trial.Fact("visible-before-near", func(t *testing.T) {
	luci := trial.Still("human_naked", "humans", 1, "health: 100, weapons: [lucifer_cannon, blaster]")
	other := trial.Still("human_light", "humans", 1, "health: 100, weapons: [blaster]")
	g := trial.Scene{Team: "aliens", Tree: "action fight", Bots: luci + other, More: trial.Wall(3200, 3100, 200, 32)}.Open(t)
	trial.At(g, trial.Two, 3300, 3020)
	trial.At(g, trial.Three, 4200, 3200)
	g.Steps(trial.Frames(600))
	if _, x, _ := trial.Goal(g.Arena, trial.One); x != 4200/32. {
		t.Errorf("its goal is at %v", x*trial.InUnits)
	}
})

// A dretch attacks those buildings only that defend others, or are not finished.
var _ = trial.Fact("dretch-targets", func(t *testing.T) {
	both := trial.Scene{Team: "aliens", Buildings: "telenode 3400 3000, mgturret 3500 3200"}.Open(t).Steps(trial.Frames(600))
	noticed(both, trial.Three)
	alone := trial.Scene{Team: "aliens", Buildings: "telenode 3500 3200"}.Open(t).Steps(trial.Frames(600))
	noticed(alone, 0)
	trial.Become(alone, trial.One, "alien_level1")
	noticed(alone.Steps(trial.Frames(600)), trial.Two) // others attack all
})

// Where buildings may not be attacked they are nobody's enemies; a rush goes there.
var _ = trial.Fact("attackstruct-off", func(t *testing.T) {
	g := trial.Scene{Tree: "action fight action rush", Buildings: "overmind 4000 3200", Settings: "g_bot_attackStruct: 0"}.Open(t).Steps(trial.Frames(3000))
	noticed(g, 0)
	if kind, x, _ := trial.Goal(g.Arena, trial.One); kind != "body" || x != 125 {
		t.Errorf("it does not rush: its goal is %q at %v", kind, x)
	}
	if x, _ := trial.Where(g, trial.One); x < 3400 {
		t.Errorf("it has not gone: %v", x)
	}
	if fight.Attacks(g.Arena, trial.One, trial.Two) {
		t.Error("the overmind is in attack range")
	}
})

// Damage by bots and players counts as combat, that by buildings does not.
var _ = trial.Fact("combat-building", func(t *testing.T) {
	g := trial.Scene{Bots: trial.ADretch, Buildings: "acidtube 3400 3200, overmind 400 400"}.Open(t)
	trial.At(g, trial.Two, away, away)
	if g.Steps(trial.Frames(3000)); g.Bot(trial.One).Health == 1 {
		t.Fatal("the tube does not hurt it")
	}
	if ago := trial.CombatAgo(g.Arena, trial.One); ago < 2.9 {
		t.Errorf("combat %v s ago", ago)
	}
	g.Arena.Life.Hurt(g.Arena.BodyOf(trial.One), 1, trial.One)
	if ago := trial.CombatAgo(g.Arena, trial.One); ago < 2.9 {
		t.Errorf("combat %v s ago, by itself", ago)
	}
	g.Arena.Life.Hurt(g.Arena.BodyOf(trial.One), 1, trial.Two)
	if ago := trial.CombatAgo(g.Arena, trial.One); ago != 0 {
		t.Errorf("combat %v s ago, a bite was now", ago)
	}
})

// More ticks than the game has frames do not overfill the queue of what bots see: who
// sees an enemy all the time is alerted all the time.
func TestManyTicksASecond(t *testing.T) {
	for _, rate := range []int{20, 100, 200} {
		g := trial.Scene{
			Tree: "condition alertedToEnemy { action say( \"yes\" ) } action say( \"no\" )", Rate: rate, Settings: "g_bot_fov: 360",
			Bots: trial.ADretch,
		}.Open(t)
		trial.At(g, arenatest.Two, 3700, 3200)
		g.Steps(rate)
		for range 2 * rate {
			g.Step()
			if got := g.Bot(arenatest.One).Speech; got != "yes" {
				t.Fatalf("%d ticks a second: %q at tick %d", rate, got, g.World().Clock().Tick)
			}
		}
	}
}
