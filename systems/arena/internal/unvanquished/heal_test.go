package unvanquished_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/systems/arena/internal/arenatest"
	"github.com/thicket-sim/thicket/systems/arena/internal/unvanquished"
)

// harm takes points from a body, as a blow of nobody.
func harm(g *arenatest.Game, id components.ID, points float32) {
	g.Arena.Hurt(g.Arena.BodyOf(id), points, 0)
}

// points is the health of a body.
func points(g *arenatest.Game, id components.ID) float64 {
	return float64(g.Arena.Health[g.Arena.BodyOf(id)].Points)
}

// hasMedkit reports whether a body has a medkit.
func hasMedkit(g *arenatest.Game, id components.ID) bool {
	return g.Arena.Cargo[g.Arena.BodyOf(id)].Goods>>g.Arena.GoodNamed("medkit")&1 != 0
}

// withMedkit gives a body a medkit, or takes it away.
func withMedkit(g *arenatest.Game, id components.ID, has bool) {
	bit := uint64(1) << g.Arena.GoodNamed("medkit")
	if c := &g.Arena.Cargo[g.Arena.BodyOf(id)]; has {
		c.Goods |= bit
	} else {
		c.Goods &^= bit
	}
}

// goalAt wants the goal of the first bot to be of a kind ("body", "point" or ""), at a
// spot in units.
func goalAt(g *arenatest.Game, kind string, x, y float64) {
	g.T.Helper()
	is, gx, gy := unvanquished.Goal(g.Arena, one)
	if is != kind || math.Abs(float64(gx)*inUnits-x) > 1 || math.Abs(float64(gy)*inUnits-y) > 1 {
		g.T.Errorf("the goal is a %q at (%.0f, %.0f), wanted a %q at (%v, %v)", is, gx*inUnits, gy*inUnits, kind, x, y)
	}
}

// A tree that says whether its action goes on, succeeds or fails: what it says is
// "goes on" while the action runs.
func tells(action string) string {
	return "concurrent { decorator return( STATUS_SUCCESS ) { action say( \"goes on\" ) } selector { sequence { action " + action +
		" action say( \"done\" ) } action say( \"failed\" ) } }"
}

// says wants the first bot to have said something in this frame.
func says(g *arenatest.Game, want string) {
	g.T.Helper()
	if got := g.Bot(one).Speech; got != want {
		g.T.Errorf("it says %q at tick %d, wanted %q", got, g.World().Clock().Tick, want)
	}
}

// from is how far the first bot is from a point, in units.
func from(g *arenatest.Game, x, y float64) float64 {
	bx, by := where(g, one)
	return math.Hypot(bx-x, by-y)
}

const patient = `  - { id: two, name: Two, teamId: humans, count: 1, speedMps: 0, health: 100 }`

var _ = fact("entry-failure-heal", func(t *testing.T) {
	g := base{tree: "action heal() action roam()", buildings: "reactor 3000 3000, medistat 3400 3200"}.open(t)
	withMedkit(g, one, true)
	g.Step()
	_, x, y := unvanquished.Goal(g.Arena, one)
	for range 5 {
		g.Step()
		goalAt(g, "point", float64(x)*inUnits, float64(y)*inUnits)
	}
})

var _ = fact("heal-for-medkit", func(t *testing.T) {
	g := base{tree: tells("heal()"), buildings: "reactor 3000 3000, medistat 3600 3200"}.open(t)
	withMedkit(g, one, false)
	for i := 0; !hasMedkit(g, one); i++ {
		if i == 60 {
			t.Fatalf("it has no medkit after 3 s, at %v units from the medistation", from(g, 3600, 3200))
		}
		g.Step()
		says(g, "goes on")
	}
	g.Step()
	says(g, "done")
	if d := from(g, 3600, 3200); d > 60 {
		t.Errorf("it was handed over at %v units", d)
	}
	g.Step()
	says(g, "failed")
})

var _ = fact("heal-busy", func(t *testing.T) {
	g := base{tree: "action heal() action roam()", buildings: "reactor 3000 3000, medistat 3700 3200", bots: patient}.open(t)
	at(g, two, 3700, 3200)
	withMedkit(g, one, true)
	harm(g, two, 60)
	g.Steps(2)
	_, x, y := unvanquished.Goal(g.Arena, one)
	goalAt(g, "point", float64(x)*inUnits, float64(y)*inUnits)
	harm(g, one, 10)
	g.Step()
	if kind, nx, ny := unvanquished.Goal(g.Arena, one); kind != "point" || nx == x && ny == y {
		t.Errorf("after heal failed the goal is a %q at (%v, %v), wanted a new point", kind, nx, ny)
	}
	g.Does(tells("heal()"))
	says(g, "failed")
	goalAt(g, "body", 3700, 3200)
	at(g, one, 3550, 3200)
	g.Does(tells("heal()"))
	says(g, "goes on")
})

var _ = fact("heal-alien-by-kind", func(t *testing.T) {
	g := base{team: "aliens", tree: "action heal()", buildings: "overmind 3300 3200, egg 3300 3300, booster 3200 200"}.open(t)
	harm(g, one, 10)
	g.Steps(2)
	goalAt(g, "body", 3200, 200)
})

var _ = fact("heal-alien-overmind", func(t *testing.T) {
	g := base{team: "aliens", tree: tells("heal()"), buildings: "overmind 3800 3200"}.open(t)
	harm(g, one, 20)
	g.Steps(40)
	says(g, "goes on")
	x, _ := where(g, one)
	if d := from(g, 3800, 3200); d > 127 || d < 100 {
		t.Errorf("it stands %v units from the overmind", d)
	}
	// 10 of 30 points, and 0.91 a second four times from the end of the pause on: 20
	// points last 5.5 s, less what came on the way.
	g.Steps(40)
	if now, _ := where(g, one); now != x {
		t.Errorf("it stood at %v and is at %v", x, now)
	}
	said := false
	for range 70 {
		g.Step()
		said = said || g.Bot(one).Speech == "done" && points(g, one) == 30
	}
	if !said {
		t.Errorf("heal does not end, with %v points", points(g, one))
	}
})

var _ = fact("heal-none", func(t *testing.T) {
	g := base{tree: tells("heal()"), buildings: "reactor 3000 3000, armoury 3300 3200"}.open(t)
	harm(g, one, 50)
	g.Step()
	says(g, "failed")
	goalAt(g, "", 0, 0)
})

var _ = fact("heal-rate", func(t *testing.T) {
	g := base{tree: "action heal()", buildings: "reactor 3000 3000, medistat 3200 3200"}.open(t)
	withMedkit(g, one, false)
	harm(g, one, 50)
	if g.Steps(50); math.Abs(points(g, one)-75) > 1 {
		t.Errorf("%v points after 2.5 s, wanted 75", points(g, one))
	}
	if g.Steps(48); points(g, one) >= 100 || hasMedkit(g, one) {
		t.Errorf("%v points after 4.9 s", points(g, one))
	}
	if g.Steps(4); points(g, one) != 100 || !hasMedkit(g, one) {
		t.Errorf("%v points after 5.1 s, medkit %v", points(g, one), hasMedkit(g, one))
	}
})

var _ = fact("medistation-second", func(t *testing.T) {
	g := base{buildings: "reactor 3000 3000, medistat 3200 3200", bots: patient}.open(t)
	at(g, two, 3200, 3210)
	withMedkit(g, one, false)
	withMedkit(g, two, false)
	harm(g, two, 50)
	g.Steps(5)
	if !hasMedkit(g, one) || hasMedkit(g, two) || points(g, two) < 52 {
		t.Errorf("medkits %v and %v, and the second has %v points", hasMedkit(g, one), hasMedkit(g, two), points(g, two))
	}
})

var _ = fact("healscore-formula", func(t *testing.T) {
	g := base{class: "skill: 3,", buildings: "reactor 3000 3000, medistat 3584 3200"}.open(t)
	harm(g, one, 50)
	at(g, one, 3200, 3200)
	g.Holds("healScore > 1.124 && healScore < 1.126")
})

var _ = fact("healscore-none", func(t *testing.T) {
	g := base{team: "aliens", tree: tells("heal()"), buildings: "acidtube 3300 3200"}.open(t)
	harm(g, one, 15)
	g.Step()
	says(g, "failed")
	g.Holds("healScore < 0.001")
})

var _ = fact("heal-no-overmind", func(t *testing.T) {
	g := base{team: "aliens", tree: "action heal()", buildings: "booster 3300 3200, egg 4000 3200"}.open(t)
	harm(g, one, 15)
	g.Steps(2)
	goalAt(g, "body", 4000, 3200)
})

// One human is healed at a time, the one who came first, and not by the other's heal.
func TestAMedistationHealsOneAtATime(t *testing.T) {
	g := base{tree: "action heal()", buildings: "reactor 3000 3000, medistat 3200 3200", bots: patient}.open(t)
	harm(g, two, 50)
	at(g, two, 3200, 3210)
	at(g, one, 3400, 3200)
	g.Steps(2)
	harm(g, one, 50) // comes within 200, and waits
	if g.Steps(60); points(g, one) != 50 || points(g, two) < 80 {
		t.Errorf("%v and %v points after 3 s, wanted 50 and 81", points(g, one), points(g, two))
	}
	if g.Steps(60); points(g, two) != 100 || points(g, one) < 55 || points(g, one) > 75 {
		t.Errorf("%v and %v points after 6 s", points(g, one), points(g, two))
	}
}

// Aliens regenerate by where they are, two seconds after they were hurt.
func TestAliensRegenerateByPlace(t *testing.T) {
	mates := `  - { id: two, name: Two, teamId: aliens, count: MATES, speedMps: 0, health: 100 }`
	for _, c := range []struct {
		name, buildings string
		mates           int
		times           float64
	}{
		{"elsewhere", "overmind 100 100", 0, 1},
		{"a booster within 200", "overmind 100 100, booster 3390 3200", 0, 8},
		{"a booster without power", "booster 3390 3200", 0, 1},
		{"creep of an acid tube", "overmind 100 100, acidtube 3260 3200", 0, 4},
		{"beyond the creep of an acid tube", "overmind 100 100, acidtube 3270 3200", 0, 1},
		{"an egg nearer than 700", "egg 3890 3200", 0, 2},
		{"an egg farther than 700", "egg 3910 3200", 0, 1},
		{"an overmind nearer than 700", "overmind 3890 3200", 0, 2},
		{"a mate", "overmind 100 100", 1, 2},
		{"two mates", "overmind 100 100", 2, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := base{team: "aliens", buildings: c.buildings}
			if c.mates > 0 {
				b.bots = strings.Replace(mates, "MATES", strconv.Itoa(c.mates), 1)
			}
			g := b.open(t)
			for i := range c.mates {
				at(g, two+components.ID(i), 3490, 3200)
			}
			harm(g.Steps(1), one, 25)
			if g.Steps(39); points(g, one) != 5 {
				t.Errorf("%v points within 2 s", points(g, one))
			}
			was := points(g.Steps(2), one)
			if got := points(g.Steps(20), one) - was; math.Abs(got-0.91*c.times) > 0.02 {
				t.Errorf("%v points in a second, wanted %v", got, 0.91*c.times)
			}
		})
	}
}

// Being healed on a medistation resets the stuck clock; waiting for it does not.
func TestBeingHealedIsNotBeingStuck(t *testing.T) {
	g := base{tree: "condition stuckTime < 1500 { action heal() } action say( \"stuck\" )", buildings: "reactor 3000 3000, medistat 3200 3200"}.open(t)
	withMedkit(g, one, false)
	harm(g, one, 50)
	g.Steps(90)
	says(g, "")
}

// Where a scene follows no game, all who rest at a building that heals are healed.
func TestHealInScenesWithoutTheGame(t *testing.T) {
	g := play(t, "action heal()")
	harm(g, one, 50)
	harm(g, three, 25)
	g.Put(two, 90, 50, 1, 0).Put(one, 10, 12, 1, 0).Put(three, 10, 8, 1, 0).Steps(5)
	if got := points(g, one); math.Abs(got-60) > 2.1 {
		t.Errorf("%v points after half a second, wanted 60", got)
	}
	if g.Steps(25); points(g, one) != 100 || !hasMedkit(g, one) || points(g, three) != 25 {
		t.Errorf("%v points after 3 s, medkit %v; its mate has %v", points(g, one), hasMedkit(g, one), points(g, three))
	}
}

// An overmind alone heals too, and is the goal meanwhile.
func TestAnOvermindHealsInScenesWithoutTheGame(t *testing.T) {
	g := inCourt(t, tells("heal()"), `
tickRate: 10
world: { width: 100, height: 100 }
teams: [{ id: a }, { id: b }]
places: [{ id: om, at: [20, 10], radius: 3, tags: [overmind], team: a }]
bots:
  - { id: x, name: X, teamId: a, count: 1, health: 100, speedMps: 3, behavior: { file: tree.bt } }
  - { id: y, name: Y, teamId: b, count: 4, health: 100, speedMps: 0 }
`)
	g.Put(one, 10, 10, 1, 0)
	harm(g, one, 50)
	g.Steps(10)
	says(g, "goes on")
	goalAt(g, "place", 20*inUnits, 10*inUnits)
	if g.Steps(50); points(g, one) != 100 {
		t.Errorf("%v points", points(g, one))
	}
}

// heal ends where the building loses its power.
func TestHealEndsWithThePower(t *testing.T) {
	g := base{tree: "action heal() action gesture", buildings: "reactor 3000 3000, medistat 3600 3200"}.open(t)
	harm(g, one, 50)
	g.Steps(3)
	goalAt(g, "body", 3600, 3200)
	x, _ := where(g, one)
	harm(g, three, 1000)
	g.Steps(3) // the reactor dies, its power is missed, and heal fails
	if now, _ := where(g, one); now <= x {
		t.Errorf("it did not walk")
	}
	x, _ = where(g, one)
	if now, _ := where(g.Steps(5), one); now != x {
		t.Errorf("it goes on to a medistation without power")
	}
}
