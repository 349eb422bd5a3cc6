package fight_test

import (
	"math"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/trial"
	"github.com/thicket-sim/thicket/internal/trees"
)

// loses returns how many points a body that stands at a spot loses in so many seconds.
func loses(g *arenatest.Game, id components.ID, x, y float64, seconds int) float64 {
	before := g.Bot(id).Points
	for range 20 * seconds {
		trial.At(g, id, x, y)
		g.Step()
	}
	return float64(before - g.Bot(id).Points)
}

// Buildings hurt who is in their reach and in line, those that are finished and powered.
func TestBuildingsHurt(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		what, team, buildings, more string
		x                           float64 // of the victim
		want                        float64 // points in four seconds
	}{
		{"a turret at 300", "aliens", "mgturret 3200 3200, reactor 600 600", "", 3500, 5 * 4 / 0.125},
		{"a turret at 400", "aliens", "mgturret 3200 3200, reactor 600 600", "", 3600, 0},
		{"a turret behind a wall", "aliens", "mgturret 3200 3200, reactor 600 600", trial.Wall(3300, 3000, 32, 400), 3500, 0},
		{"a turret without power", "aliens", "mgturret 3200 3200", "", 3500, 0},
		{"a tube at its edge", "humans", "acidtube 3200 3200, overmind 600 600", "", 3500, 4 * 20 * 0.3},
		{"a tube at half of its reach", "humans", "acidtube 3200 3200, overmind 600 600", "", 3350, 4 * 20 * 0.65},
		{"an overmind", "humans", "overmind 3200 3200", "", 3450, 4 * 10},
		{"a reactor at its edge", "aliens", "reactor 3200 3200", "", 3400, 4 * 7.5},
		{"a reactor farther off", "aliens", "reactor 3200 3200", "", 3410, 0},
	} {
		class := "human_naked"
		if c.team == "aliens" {
			class = "alien_level4"
		}
		g := trial.Scene{Team: "humans", Buildings: c.buildings, Bots: trial.Still(class, c.team, 1, "health: 1000"), More: c.more}.Open(t)
		trial.At(g, trial.One, away, away)
		got := loses(g, trial.Two, c.x, 3200, 4)
		if c.want == 0 && got != 0 || math.Abs(got-c.want) > 0.1*c.want+0.01 {
			t.Errorf("%s takes %v, wanted %v", c.what, got, c.want)
		}
	}
}

// Of two enemies that are equally far a building strikes the one with the lower id, whichever
// the search comes upon first.
func TestABuildingStrikesTheElderOfTwo(t *testing.T) {
	const three = trial.Two + 1
	for _, x := range [...]float64{3300, 3100} {
		g := trial.Scene{Team: "humans", Buildings: "mgturret 3200 3200, reactor 600 600", Bots: trial.Still("alien_level4", "aliens", 2, "health: 1000")}.Open(t)
		trial.At(g, trial.One, away, away)
		for range 20 {
			trial.At(g, trial.Two, x, 3200)
			trial.At(g, three, 6400-x, 3200)
			g.Step()
		}
		if two, other := g.Bot(trial.Two).Points, g.Bot(three).Points; two >= 1000 || other != 1000 {
			t.Errorf("bot 2 at %v has %v points, bot 3 %v: wanted bot 2 hurt alone", x, two, other)
		}
	}
}

// A building that is given a tree stays one: it has no life after its own.
func TestABuildingWithATreeStaysABuilding(t *testing.T) {
	g := trial.Scene{Buildings: "telenode 3200 3600, mgturret 600 600, reactor 600 3200"}.Open(t)
	const turret = 3
	p, _, err := trees.LoadSource("other.bt", []byte("selector { condition aliveTime > 2000 { action suicide } action gesture }"), g.Game().Setup.Registry)
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Game().Pools.SwitchBot(turret, p); err != nil {
		t.Fatal(err)
	}
	g.Steps(20).Holds("numOurBuildings( E_H_MGTURRET ) == 1")
	if g.Steps(20 * 20); g.Arena.BodyOf(turret) >= 0 {
		t.Errorf("it lives again as %v", g.Bot(turret))
	}
}

// An advanced dragoon grows a barb in 12 seconds.
func TestBarbsGrow(t *testing.T) {
	g := trial.Scene{Team: "aliens", Tree: "action moveTo( E_SELF )"}.Open(t).Steps(1)
	trial.Become(g, trial.One, "alien_level3_upg")
	arms(g, trial.One, 1, "barb", 1, 0)
	barbs := func() int16 { return g.Arena.Cargo[g.Arena.BodyOf(trial.One)].Arms[1].Loaded }
	if g.Steps(12 * 20); barbs() != 1 {
		t.Errorf("%d barbs after 12 s", barbs())
	}
	if g.Steps(2); barbs() != 2 {
		t.Errorf("%d barbs after more than 12 s", barbs())
	}
	g.Audit()
}

// Who aims and dodges in one tick goes sideways to where it aims.
func TestDodgesGoAsideOfTheAim(t *testing.T) {
	g := trial.Scene{Tree: "sequence { action changeGoal( 3200, 4200, 0 ) action aimAtGoal action alternateStrafe }"}.Open(t).Steps(60)
	x, y := trial.Where(g, trial.One)
	b, dx, dy := g.Bot(trial.One), 3200-x, 4200-y
	if ahead := (dx*float64(b.HX) + dy*float64(b.HY)) / math.Hypot(dx, dy); ahead < 0.9 {
		t.Errorf("it looks along %v, %v from %v, %v", b.HX, b.HY, x, y)
	}
}

// From skill 5 on an advanced dragoon shoots a barb when it has aimed, from skill 7 on at
// nobody near.
func TestDragoonsSaveBarbs(t *testing.T) {
	for _, c := range []struct {
		skill, reactor string
		want           int16 // barbs that are left of three
	}{
		{"skill: 4,", "reactor 3200 3500", 2}, // it looks elsewhere
		{"skill: 5,", "reactor 3200 3500", 3},
		{"skill: 5,", "reactor 3500 3200", 2},
		{"skill: 5,", "reactor 3365 3200", 2}, // 115 from its edge
		{"skill: 7,", "reactor 3365 3200", 3},
		{"skill: 7,", "reactor 3385 3200", 2},
	} {
		g := trial.Scene{Team: "aliens", Class: c.skill, Buildings: c.reactor}.Open(t).Steps(1)
		trial.Become(g, trial.One, "alien_level3_upg")
		arms(g, trial.One, 1, "barb", 3, 0)
		trial.At(g, trial.One, 3200, 3200)
		g.Does("sequence { action changeGoal( E_ENEMYBUILDING ) action fireWeapon }")
		if got := g.Arena.Cargo[g.Arena.BodyOf(trial.One)].Arms[1].Loaded; got != c.want {
			t.Errorf("%s %s: %d barbs left, wanted %d", c.skill, c.reactor, got, c.want)
		}
	}
}

// tally notes what a weapon did.
type tally struct {
	weapon     int
	hit, shots int
	points     float64
}

func (t *tally) Struck(_ int32, weapon int, hit bool) {
	t.weapon = weapon
	t.shots++
	if hit {
		t.hit++
	}
}

func (t *tally) Harmed(_ int32, points float32, _ components.ID, weapon int) {
	if weapon == t.weapon {
		t.points += float64(points)
	}
}

func (*tally) Fell(int32, int32) {}

// Who counts weapons is told that it was the acid of a tube that hurt, and that it hit.
func TestAcidIsTheWeaponOfATube(t *testing.T) {
	g := trial.Scene{Team: "humans", Buildings: "acidtube 3200 3200, overmind 600 600", Bots: trial.Still("human_naked", "humans", 1, "health: 1000")}.Open(t)
	trial.At(g, trial.One, away, away)
	seen := &tally{weapon: -2}
	g.Arena.Watch(seen)
	loses(g, trial.Two, 3350, 3200, 4)
	if want := 4 * 20 * 0.65; seen.hit == 0 || seen.hit != seen.shots || math.Abs(seen.points-want) > 0.1*want {
		t.Errorf("%d of %d shots of the tube hit, and took %v points, wanted all, and %v", seen.hit, seen.shots, seen.points, want)
	}
}
