package base_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/trial"
)

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

var _ = trial.Fact("entry-failure-heal", func(t *testing.T) {
	g := trial.Scene{Tree: "action heal() action roam()", Buildings: "reactor 3000 3000, medistat 3400 3200"}.Open(t)
	withMedkit(g, trial.One, true)
	g.Step()
	_, x, y := trial.Goal(g.Arena, trial.One)
	for range 5 {
		g.Step()
		trial.GoalAt(g, "point", float64(x)*trial.InUnits, float64(y)*trial.InUnits)
	}
})

var _ = trial.Fact("heal-for-medkit", func(t *testing.T) {
	g := trial.Scene{Tree: trial.Tells("heal()"), Buildings: "reactor 3000 3000, medistat 3600 3200"}.Open(t)
	withMedkit(g, trial.One, false)
	for i := 0; !hasMedkit(g, trial.One); i++ {
		if i == 60 {
			t.Fatalf("it has no medkit after 3 s, at %v units from the medistation", trial.From(g, 3600, 3200))
		}
		g.Step()
		trial.Says(g, "goes on")
	}
	g.Step()
	trial.Says(g, "done")
	if d := trial.From(g, 3600, 3200); d > 60 {
		t.Errorf("it was handed over at %v units", d)
	}
	g.Step()
	trial.Says(g, "failed")
})

var _ = trial.Fact("heal-busy", func(t *testing.T) {
	g := trial.Scene{Tree: "action heal() action roam()", Buildings: "reactor 3000 3000, medistat 3700 3200", Bots: trial.Patient}.Open(t)
	trial.At(g, trial.Two, 3700, 3200)
	withMedkit(g, trial.One, true)
	trial.Harm(g, trial.Two, 60)
	g.Steps(2)
	_, x, y := trial.Goal(g.Arena, trial.One)
	trial.GoalAt(g, "point", float64(x)*trial.InUnits, float64(y)*trial.InUnits)
	trial.Harm(g, trial.One, 10)
	g.Step()
	if kind, nx, ny := trial.Goal(g.Arena, trial.One); kind != "point" || nx == x && ny == y {
		t.Errorf("after heal failed the goal is a %q at (%v, %v), wanted a new point", kind, nx, ny)
	}
	g.Does(trial.Tells("heal()"))
	trial.Says(g, "failed")
	trial.GoalAt(g, "body", 3700, 3200)
	trial.At(g, trial.One, 3550, 3200)
	g.Does(trial.Tells("heal()"))
	trial.Says(g, "goes on")
})

var _ = trial.Fact("heal-alien-by-kind", func(t *testing.T) {
	g := trial.Scene{Team: "aliens", Tree: "action heal()", Buildings: "overmind 3300 3200, egg 3300 3300, booster 3200 200"}.Open(t)
	trial.Harm(g, trial.One, 10)
	g.Steps(2)
	trial.GoalAt(g, "body", 3200, 200)
})

var _ = trial.Fact("heal-alien-overmind", func(t *testing.T) {
	g := trial.Scene{Team: "aliens", Tree: trial.Tells("heal()"), Buildings: "overmind 3800 3200"}.Open(t)
	trial.Harm(g, trial.One, 20)
	g.Steps(40)
	trial.Says(g, "goes on")
	x, _ := trial.Where(g, trial.One)
	if d := trial.From(g, 3800, 3200); d > 127 || d < 100 {
		t.Errorf("it stands %v units from the overmind", d)
	}
	// 10 of 30 points, and 0.91 a second four times from the end of the pause on: 20
	// points last 5.5 s, less what came on the way.
	g.Steps(40)
	if now, _ := trial.Where(g, trial.One); now != x {
		t.Errorf("it stood at %v and is at %v", x, now)
	}
	said := false
	for range 70 {
		g.Step()
		said = said || g.Bot(trial.One).Speech == "done" && trial.Points(g, trial.One) == 30
	}
	if !said {
		t.Errorf("heal does not end, with %v points", trial.Points(g, trial.One))
	}
})

var _ = trial.Fact("heal-none", func(t *testing.T) {
	g := trial.Scene{Tree: trial.Tells("heal()"), Buildings: "reactor 3000 3000, armoury 3300 3200"}.Open(t)
	trial.Harm(g, trial.One, 50)
	g.Step()
	trial.Says(g, "failed")
	trial.GoalAt(g, "", 0, 0)
})

var _ = trial.Fact("heal-rate", func(t *testing.T) {
	g := trial.Scene{Tree: "action heal()", Buildings: "reactor 3000 3000, medistat 3200 3200"}.Open(t)
	withMedkit(g, trial.One, false)
	trial.Harm(g, trial.One, 50)
	if g.Steps(50); math.Abs(trial.Points(g, trial.One)-75) > 1 {
		t.Errorf("%v points after 2.5 s, wanted 75", trial.Points(g, trial.One))
	}
	if g.Steps(48); trial.Points(g, trial.One) >= 100 || hasMedkit(g, trial.One) {
		t.Errorf("%v points after 4.9 s", trial.Points(g, trial.One))
	}
	if g.Steps(4); trial.Points(g, trial.One) != 100 || !hasMedkit(g, trial.One) {
		t.Errorf("%v points after 5.1 s, medkit %v", trial.Points(g, trial.One), hasMedkit(g, trial.One))
	}
})

var _ = trial.Fact("medistation-second", func(t *testing.T) {
	g := trial.Scene{Buildings: "reactor 3000 3000, medistat 3200 3200", Bots: trial.Patient}.Open(t)
	trial.At(g, trial.Two, 3200, 3210)
	withMedkit(g, trial.One, false)
	withMedkit(g, trial.Two, false)
	trial.Harm(g, trial.Two, 50)
	g.Steps(5)
	if !hasMedkit(g, trial.One) || hasMedkit(g, trial.Two) || trial.Points(g, trial.Two) < 52 {
		t.Errorf("medkits %v and %v, and the second has %v points", hasMedkit(g, trial.One), hasMedkit(g, trial.Two), trial.Points(g, trial.Two))
	}
})

var _ = trial.Fact("healscore-formula", func(t *testing.T) {
	g := trial.Scene{Class: "skill: 3,", Buildings: "reactor 3000 3000, medistat 3584 3200"}.Open(t)
	trial.Harm(g, trial.One, 50)
	trial.At(g, trial.One, 3200, 3200)
	g.Holds("healScore > 1.124 && healScore < 1.126")
})

var _ = trial.Fact("healscore-none", func(t *testing.T) {
	g := trial.Scene{Team: "aliens", Tree: trial.Tells("heal()"), Buildings: "acidtube 3300 3200"}.Open(t)
	trial.Harm(g, trial.One, 15)
	g.Step()
	trial.Says(g, "failed")
	g.Holds("healScore < 0.001")
})

var _ = trial.Fact("heal-no-overmind", func(t *testing.T) {
	g := trial.Scene{Team: "aliens", Tree: "action heal()", Buildings: "booster 3300 3200, egg 4000 3200"}.Open(t)
	trial.Harm(g, trial.One, 15)
	g.Steps(2)
	trial.GoalAt(g, "body", 4000, 3200)
})

// One human is healed at a time, the one who came first, and not by the other's heal.
func TestAMedistationHealsOneAtATime(t *testing.T) {
	g := trial.Scene{Tree: "action heal()", Buildings: "reactor 3000 3000, medistat 3200 3200", Bots: trial.Patient}.Open(t)
	trial.Harm(g, trial.Two, 50)
	trial.At(g, trial.Two, 3200, 3210)
	trial.At(g, trial.One, 3400, 3200)
	g.Steps(2)
	trial.Harm(g, trial.One, 50) // comes within 200, and waits
	if g.Steps(60); trial.Points(g, trial.One) != 50 || trial.Points(g, trial.Two) < 80 {
		t.Errorf("%v and %v points after 3 s, wanted 50 and 81", trial.Points(g, trial.One), trial.Points(g, trial.Two))
	}
	if g.Steps(60); trial.Points(g, trial.Two) != 100 || trial.Points(g, trial.One) < 55 || trial.Points(g, trial.One) > 75 {
		t.Errorf("%v and %v points after 6 s", trial.Points(g, trial.One), trial.Points(g, trial.Two))
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
			b := trial.Scene{Team: "aliens", Buildings: c.buildings}
			if c.mates > 0 {
				b.Bots = strings.Replace(mates, "MATES", strconv.Itoa(c.mates), 1)
			}
			g := b.Open(t)
			for i := range c.mates {
				trial.At(g, trial.Two+components.ID(i), 3490, 3200)
			}
			trial.Harm(g.Steps(1), trial.One, 25)
			if g.Steps(39); trial.Points(g, trial.One) != 5 {
				t.Errorf("%v points within 2 s", trial.Points(g, trial.One))
			}
			was := trial.Points(g.Steps(2), trial.One)
			if got := trial.Points(g.Steps(20), trial.One) - was; math.Abs(got-0.91*c.times) > 0.02 {
				t.Errorf("%v points in a second, wanted %v", got, 0.91*c.times)
			}
		})
	}
}

// Being healed on a medistation resets the stuck clock; waiting for it does not.
func TestBeingHealedIsNotBeingStuck(t *testing.T) {
	g := trial.Scene{Tree: "condition stuckTime < 1500 { action heal() } action say( \"stuck\" )", Buildings: "reactor 3000 3000, medistat 3200 3200"}.Open(t)
	withMedkit(g, trial.One, false)
	trial.Harm(g, trial.One, 50)
	g.Steps(90)
	trial.Says(g, "")
}

// Where a scene follows no game, all who rest at a building that heals are healed.
func TestHealInScenesWithoutTheGame(t *testing.T) {
	g := trial.Play(t, "action heal()")
	trial.Harm(g, trial.One, 50)
	trial.Harm(g, trial.Three, 25)
	g.Put(trial.Two, 90, 50, 1, 0).Put(trial.One, 10, 12, 1, 0).Put(trial.Three, 10, 8, 1, 0).Steps(5)
	if got := trial.Points(g, trial.One); math.Abs(got-60) > 2.1 {
		t.Errorf("%v points after half a second, wanted 60", got)
	}
	if g.Steps(25); trial.Points(g, trial.One) != 100 || !hasMedkit(g, trial.One) || trial.Points(g, trial.Three) != 25 {
		t.Errorf("%v points after 3 s, medkit %v; its mate has %v", trial.Points(g, trial.One), hasMedkit(g, trial.One), trial.Points(g, trial.Three))
	}
}

// An overmind alone heals too, and is the goal meanwhile.
func TestAnOvermindHealsInScenesWithoutTheGame(t *testing.T) {
	g := trial.InCourt(t, trial.Tells("heal()"), `
tickRate: 10
vocabularies: [unvanquished]
world: { width: 100, height: 100 }
teams: [{ id: a }, { id: b }]
places: [{ id: om, at: [20, 10], radius: 3, tags: [overmind], team: a }]
bots:
  - { id: x, name: X, teamId: a, count: 1, health: 100, speedMps: 3, behavior: { file: tree.bt } }
  - { id: y, name: Y, teamId: b, count: 4, health: 100, speedMps: 0 }
`)
	g.Put(trial.One, 10, 10, 1, 0)
	trial.Harm(g, trial.One, 50)
	g.Steps(10)
	trial.Says(g, "goes on")
	trial.GoalAt(g, "place", 20*trial.InUnits, 10*trial.InUnits)
	if g.Steps(50); trial.Points(g, trial.One) != 100 {
		t.Errorf("%v points", trial.Points(g, trial.One))
	}
}

// heal ends where the building loses its power.
func TestHealEndsWithThePower(t *testing.T) {
	g := trial.Scene{Tree: "action heal() action gesture", Buildings: "reactor 3000 3000, medistat 3600 3200"}.Open(t)
	trial.Harm(g, trial.One, 50)
	g.Steps(3)
	trial.GoalAt(g, "body", 3600, 3200)
	x, _ := trial.Where(g, trial.One)
	trial.Harm(g, trial.Three, 1000)
	g.Steps(3) // the reactor dies, its power is missed, and heal fails
	if now, _ := trial.Where(g, trial.One); now <= x {
		t.Errorf("it did not walk")
	}
	x, _ = trial.Where(g, trial.One)
	if now, _ := trial.Where(g.Steps(5), trial.One); now != x {
		t.Errorf("it goes on to a medistation without power")
	}
}
