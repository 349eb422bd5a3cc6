package unvanquished_test

import (
	"fmt"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/systems/arena/internal/arenatest"
	"github.com/thicket-sim/thicket/systems/arena/internal/unvanquished"
)

// still is a class of bodies that stand, as a line of YAML: one of the game's by its id.
func still(class, team string, count int, more string) string {
	return fmt.Sprintf("  - { id: %s, name: %s, teamId: %s, count: %d, speedMps: 0, %s }\n", class, class, team, count, more)
}

// The lines of bodies that facts need.
var (
	aDretch = still("alien_level0", "aliens", 1, "health: 30")
	aTyrant = still("alien_level4", "aliens", 1, "health: 350")
	aHuman  = still("human_naked", "humans", 1, "health: 100, weapons: [machinegun, blaster]")
)

// away is a corner of the field that is out of everybody's senses.
const away = 6000

// wall is an obstacle, in units.
func wall(x, y, width, height float64) string {
	return fmt.Sprintf("obstacles: [{ rect: [%v, %v, %v, %v] }]\n", x/inUnits, y/inUnits, width/inUnits, height/inUnits)
}

// arms gives a body a weapon in one of its hands.
func arms(g *arenatest.Game, id components.ID, arm int, weapon string, loaded, spare int) {
	g.T.Helper()
	for i := range g.Arena.Config.Weapons {
		if g.Arena.Config.Weapons[i].ID == weapon {
			g.Arena.SetArm(g.Arena.BodyOf(id), arm, i, loaded, spare)
			return
		}
	}
	g.T.Fatalf("no weapon %q", weapon)
}

// noticed wants a bot to have a best enemy, or none for 0.
func noticed(g *arenatest.Game, want components.ID) {
	g.T.Helper()
	if got := unvanquished.Best(g.Arena, one); got != want {
		g.T.Errorf("its best enemy at tick %d is %d, wanted %d", g.World().Clock().Tick, got, want)
	}
}

// frames are that many milliseconds.
func frames(ms int) int { return ms / 50 }

// noticing are facts about one enemy that a bot does or does not notice within 600 ms.
type noticing struct {
	base
	x, y    float64 // where the enemy stands
	notices bool
}

func (n noticing) fact(name string) bool {
	return fact(name, func(t *testing.T) {
		g := n.open(t)
		if two := g.Arena.BodyOf(two); two >= 0 && n.x > 0 {
			at(g, arenatest.Two, n.x, n.y)
		}
		g.Steps(frames(600))
		want := components.ID(0)
		if n.notices {
			want = two
		}
		noticed(g, want)
	})
}

// Who stands behind a human, or too far away, is not noticed; aliens smell through walls.
var _ = noticing{base: base{bots: aDretch}, x: 2900, y: 3200}.fact("fov-human") &&
	noticing{base: base{buildings: "egg 2900 3200"}, notices: true}.fact("fov-building") &&
	noticing{base: base{team: "aliens", bots: aHuman, more: wall(3900, 2000, 64, 2400)}, x: 4600, y: 3200, notices: true}.fact("alien-sense") &&
	noticing{base: base{team: "aliens", bots: aHuman}, x: 4800, y: 3200}.fact("sense-range")

// What fov-human leaves open: to the side up to 62 degrees the same alien is noticed.
func TestHumansNoticeWhatIsInTheirView(t *testing.T) {
	for _, c := range []struct {
		x, y float64
		want components.ID
	}{{3500, 3200, two}, {3200 + 300*0.5, 3200 + 300*0.866, two}, {3200 + 300*0.4, 3200 + 300*0.9165, 0}} {
		g := base{bots: aDretch}.open(t)
		at(g, two, c.x, c.y)
		g.Steps(frames(600))
		noticed(g, c.want)
	}
	walled := base{bots: aDretch, more: wall(3300, 2800, 64, 800)}.open(t)
	at(walled, two, 3600, 3200)
	noticed(walled.Steps(frames(600)), 0)
}

// A bot notices 500 ms after it has begun to see, and for 500 ms after it has ceased to.
var _ = fact("reaction-500", func(t *testing.T) {
	g := base{bots: aDretch}.open(t)
	at(g, two, away, away)
	at(g.Steps(5), two, 3500, 3200)
	for range frames(500) {
		noticed(g.Steps(1), 0)
	}
	noticed(g.Steps(1), two)
}) && fact("reaction-tail", func(t *testing.T) {
	g := base{bots: aDretch}.open(t)
	at(g, two, 3500, 3200)
	at(g.Steps(frames(1000)), two, away, away)
	for range frames(500) {
		noticed(g.Steps(1), two)
	}
	noticed(g.Steps(1), 0)
})

// While a bot fights somebody it notices that one only when it is hurt.
var _ = fact("alert-excludes-goal", func(t *testing.T) {
	g := base{tree: "action fight", bots: aTyrant}.open(t)
	at(g, two, 3500, 3200)
	g.Steps(frames(500) + 1 + frames(1000))
	if kind, x, _ := unvanquished.Goal(g.Arena, one); kind != "body" || x != 3500/32. {
		t.Fatalf("its goal is %s at %v", kind, x)
	}
	noticed(g, 0)
}) && fact("alert-pain", func(t *testing.T) {
	g := base{tree: "action fight", bots: aTyrant}.open(t)
	at(g, two, 3500, 3200)
	g.Steps(frames(500) + 1 + frames(1000))
	for range frames(500) - 1 { // a hit comes at the end of a frame
		g.Arena.Hurt(g.Arena.BodyOf(one), 0.1, two)
		noticed(g.Steps(1), 0)
	}
	for range 3 {
		g.Arena.Hurt(g.Arena.BodyOf(one), 0.1, two)
		noticed(g.Steps(1), two)
	}
})

// The best enemy is the one of the highest worth by distance; one in sight comes first.
var _ = fact("score-choice", func(t *testing.T) {
	g := base{tree: "action fight", bots: aDretch + aTyrant}.open(t)
	at(g, two, 3400, 3200)
	at(g, three, 4100, 3200)
	g.Steps(frames(600))
	if _, x, _ := unvanquished.Goal(g.Arena, one); x != 4100/32. {
		t.Errorf("its goal is at %v", x*inUnits)
	}
}) && fact("visible-before-near", func(t *testing.T) {
	luci := still("human_naked", "humans", 1, "health: 100, weapons: [lucifer_cannon, blaster]")
	other := still("human_light", "humans", 1, "health: 100, weapons: [blaster]")
	g := base{team: "aliens", tree: "action fight", bots: luci + other, more: wall(3200, 3100, 200, 32)}.open(t)
	at(g, two, 3300, 3020)
	at(g, three, 4200, 3200)
	g.Steps(frames(600))
	if _, x, _ := unvanquished.Goal(g.Arena, one); x != 4200/32. {
		t.Errorf("its goal is at %v", x*inUnits)
	}
})

// A dretch attacks those buildings only that defend others, or are not finished.
var _ = fact("dretch-targets", func(t *testing.T) {
	both := base{team: "aliens", buildings: "telenode 3400 3000, mgturret 3500 3200"}.open(t).Steps(frames(600))
	noticed(both, three)
	alone := base{team: "aliens", buildings: "telenode 3500 3200"}.open(t).Steps(frames(600))
	noticed(alone, 0)
	become(alone, one, "alien_level1")
	noticed(alone.Steps(frames(600)), two) // others attack all
})

// Where buildings may not be attacked they are nobody's enemies; a rush goes there.
var _ = fact("attackstruct-off", func(t *testing.T) {
	g := base{tree: "action fight action rush", buildings: "overmind 4000 3200", settings: "g_bot_attackStruct: 0"}.open(t).Steps(frames(3000))
	noticed(g, 0)
	if kind, x, _ := unvanquished.Goal(g.Arena, one); kind != "body" || x != 125 {
		t.Errorf("it does not rush: its goal is %q at %v", kind, x)
	}
	if x, _ := where(g, one); x < 3400 {
		t.Errorf("it has not gone: %v", x)
	}
	if unvanquished.Attacks(g.Arena, one, two) {
		t.Error("the overmind is in attack range")
	}
})

// Damage by bots and players counts as combat, that by buildings does not.
var _ = fact("combat-building", func(t *testing.T) {
	g := base{bots: aDretch, buildings: "acidtube 3400 3200, overmind 400 400"}.open(t)
	at(g, two, away, away)
	if g.Steps(frames(3000)); g.Bot(one).Health == 1 {
		t.Fatal("the tube does not hurt it")
	}
	if ago := unvanquished.CombatAgo(g.Arena, one); ago < 2.9 {
		t.Errorf("combat %v s ago", ago)
	}
	g.Arena.Hurt(g.Arena.BodyOf(one), 1, one)
	if ago := unvanquished.CombatAgo(g.Arena, one); ago < 2.9 {
		t.Errorf("combat %v s ago, by itself", ago)
	}
	g.Arena.Hurt(g.Arena.BodyOf(one), 1, two)
	if ago := unvanquished.CombatAgo(g.Arena, one); ago != 0 {
		t.Errorf("combat %v s ago, a bite was now", ago)
	}
})

// More ticks than the game has frames do not overfill the queue of what bots see: who
// sees an enemy all the time is alerted all the time.
func TestManyTicksASecond(t *testing.T) {
	for _, rate := range []int{20, 100, 200} {
		g := base{
			tree: "condition alertedToEnemy { action say( \"yes\" ) } action say( \"no\" )", rate: rate, settings: "g_bot_fov: 360",
			bots: aDretch,
		}.open(t)
		at(g, arenatest.Two, 3700, 3200)
		g.Steps(rate)
		for range 2 * rate {
			g.Step()
			if got := g.Bot(arenatest.One).Speech; got != "yes" {
				t.Fatalf("%d ticks a second: %q at tick %d", rate, got, g.World().Clock().Tick)
			}
		}
	}
}
