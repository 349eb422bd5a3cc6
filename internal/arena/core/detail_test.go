package core_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/core"
)

// Of two foes at one distance the one with the lower id is the enemy, whichever
// group is looked through first.
func TestOfFoesAsNearTheLowestIDIsTheEnemy(t *testing.T) {
	g := arenatest.Open(t, `
world: { width: 100, height: 100 }
teams: [{ id: red }, { id: blue }, { id: green }]
bots:
  - { id: first, name: First, teamId: green, count: 1, speedMps: 0 }
  - { id: second, name: Second, teamId: blue, count: 1, speedMps: 0 }
  - { id: third, name: Third, teamId: red, count: 1, speedMps: 0, behavior: { kind: action, name: choose_target } }
`, 1)
	for _, first := range []float32{40, 60} { // to the left, then to the right of it
		g.Put(1, first, 50, 1, 0).Put(2, 100-first, 50, 1, 0).Put(3, 50, 50, 1, 0).Steps(1)
		if got := g.ValueFor(3, "body_id", host.StringValue("enemy")).Number(); got != 1 {
			t.Errorf("with the first at x = %v the enemy is %v, wanted 1", first, got)
		}
	}
}

// A bot comes back without the target, the pose and the alertness of its former
// life, but with its leader and its home.
func TestWhoComesBackHasForgotten(t *testing.T) {
	once := func(name, args string) string { return "{ kind: action, name: " + name + ", args: " + args + " }" }
	g := arenatest.In(t, "{ kind: sequence, children: [{ kind: condition, name: time_below, args: { limit: 0.15 } }, "+
		once("choose_target", "{ who: 3 }")+", "+once("set_pose", "{ pose: crouch }")+", "+once("set_alertness", "{ level: combat }")+", "+
		once("set_leader", "{ who: 3 }")+"] }").Steps(2)
	g.Number("body_id", 3, "target")
	g.Number("alertness", 2)
	for range 10 {
		g.Hurt(one)
	}
	g.Steps(1)
	if !g.Bot(one).Dead {
		t.Fatal("the bot lives")
	}
	g.Steps(20)
	if b := g.Bot(one); b.Dead || b.Health != 1 || b.Pose != "" {
		t.Errorf("back with dead %v, health %v, pose %q", b.Dead, b.Health, b.Pose)
	}
	g.Number("body_id", 0, "target")
	g.Number("alertness", 0)
	g.Number("body_id", 3, "leader")
	g.Steps(1).Truth("at_place", true, "mine")
}

// ticksOf returns in which of the next ticks an event was sent.
func ticksOf(g *arenatest.Game, event string, ticks int) (when []int) {
	for range ticks {
		before := g.Events(event)
		g.Steps(1)
		if g.Events(event) > before {
			when = append(when, int(g.World().Clock().Tick))
		}
	}
	return when
}

// A weapon reaches as far as its range, that included.
func TestRangeIsInclusive(t *testing.T) {
	arenatest.In(t, arenatest.Act("attack", "{}")).Put(two, 40, 50, 1, 0).Steps(1).Is(done)
	arenatest.In(t, arenatest.Act("attack", "{}")).Put(two, 40.01, 50, 1, 0).Steps(1).Is(failed)
}

// Shots fall as often as the cooldown says, to the tick, and loading takes its
// time: the bow has 2 shots in the clip, a cooldown of 5 ticks and loads in 10.
func TestTheTicksOfShots(t *testing.T) {
	g := arenatest.In(t, arenatest.Act("attack", "{}"))
	if diff := cmp.Diff([]int{1, 6, 21, 26, 41}, ticksOf(g, "damaged", 45)); diff != "" {
		t.Errorf("shots (-want +got)\n%s", diff)
	}
}

// Healing ends at full health.
func TestHealingHasAnEnd(t *testing.T) {
	src := strings.Replace(strings.Replace(arenatest.Yard, "TREE", arenatest.Act("stand", "{}"), 1), "skill: 4", "regen: 3", 1)
	g := arenatest.Open(t, src, 1)
	g.Hurt(one)
	g.Steps(60)
	if got := g.Bot(one).Health; got != 1 {
		t.Errorf("health %v, wanted 1", got)
	}
	g.Audit()
}

// Whoever starves is killed by nobody, though somebody hurt it before.
func TestNobodyKillsWhoStarves(t *testing.T) {
	src := strings.Replace(strings.Replace(arenatest.Yard, "TREE", arenatest.Act("stand", "{}"), 1), "lasts: 100s", "lasts: 1s", 1)
	g := arenatest.Open(t, src, 1)
	g.Arena.Life.Hurt(g.Arena.BodyOf(one), 10, two)
	g.Steps(5)
	g.Number("body_id", 2, "attacker")
	g.Steps(10)
	if g.Events("starving") != 1 {
		t.Fatalf("starving %d times", g.Events("starving"))
	}
	g.Number("body_id", 0, "attacker")
}

// pantry is a scene with three kinds of items at one spot, where its only bot
// stands.
const pantry = `
tickRate: 10
world: { width: 100, height: 100 }
places: [{ id: here, at: [20, 20], radius: 0 }]
items: [{ kind: ore, count: 1, at: here }, { kind: berry, count: 1, at: here, food: 0.5, respawn: 1s }, { kind: bone, count: 1, at: here }]
bots: [{ id: a, name: A, count: 1, speedMps: 0, health: 10, cargo: 2, hunger: { lasts: 100s }, behavior: TREE }]
`

func inPantry(t *testing.T, children ...string) *arenatest.Game {
	t.Helper()
	tree := "{ kind: sequence, children: [" + strings.Join(children, ", ") + "] }"
	return arenatest.Open(t, strings.Replace(pantry, "TREE", tree, 1), 1).Put(1, 20, 20, 1, 0)
}

const (
	takeOre   = "{ kind: action, name: take, args: { item: ore } }"
	takeBerry = "{ kind: action, name: take, args: { item: berry } }"
	takeBone  = "{ kind: action, name: take, args: { item: bone } }"
	start     = "{ kind: condition, name: time_below, args: { limit: 0.15 } }"
)

// A bot that takes more in a tick than it can carry takes the first.
func TestNobodyCarriesMoreThanItCan(t *testing.T) {
	g := inPantry(t, takeOre, takeBerry, takeBone).Steps(1)
	g.Number("carries", 1, "ore")
	g.Number("carries", 1, "berry")
	g.Number("carries", 0, "bone")
	g.Audit()
}

// What was taken last is laid down first.
func TestDropLaysDownWhatWasTakenLast(t *testing.T) {
	g := inPantry(t, "{ kind: selector, children: [{ kind: sequence, children: ["+takeOre+", "+takeBerry+"] }, { kind: action, name: drop }] }").Steps(2)
	g.Number("carries", 1, "ore")
	g.Number("carries", 0, "berry")
}

// A sated bot that eats stays sated, and what was eaten is back to the tick.
func TestEatingToTheTick(t *testing.T) {
	g := inPantry(t, start, "{ kind: action, name: eat, args: { item: berry } }").Steps(1)
	g.Number("hunger", 0.001) // it got hungry after it ate
	g.Steps(9)
	g.Number("distance_to_item", host.Endless, "berry")
	g.Steps(2) // back in tick 11, and seen in the next
	g.Number("distance_to_item", 0, "berry")
}

// Every death leaves a thing behind, as long as there are some that lie nowhere.
func TestEveryDeathLeavesAThing(t *testing.T) {
	src := strings.Replace(strings.Replace(arenatest.Yard, "TREE", arenatest.Act("stand", "{}"), 1), "kind: bone, count: 1", "kind: bone, count: 2", 1)
	g := arenatest.Open(t, src, 1).Put(two, 30, 50, 1, 0)
	for range 2 {
		for range 10 {
			g.Hurt(two)
		}
		g.Steps(35).Put(two, 80, 80, 1, 0)
	}
	var at [][2]float32
	for _, it := range g.Snapshot().Items {
		if it.Kind == "bone" {
			at = append(at, [2]float32{it.X, it.Y})
		}
	}
	if diff := cmp.Diff([][2]float32{{30, 50}, {80, 80}}, at); diff != "" {
		t.Errorf("bones (-want +got)\n%s", diff)
	}
}

// Nobody buys more shots than a weapon takes.
func TestBoughtShotsFillUp(t *testing.T) {
	g := arenatest.In(t, arenatest.Act("buy", "{ good: arrows }")).Put(one, 10, 10, 1, 0)
	g.Arena.Cargo[g.Arena.BodyOf(one)].Arms[0].Spare = 4 // of 6, and 4 are in a quiver
	g.Steps(1).Is(done)
	g.Number("ammo", 1)
	g.Number("purse", 40)
}

// The day begins in the tick of its hour, and so does the night.
func TestTheHoursOfDawnAndDusk(t *testing.T) {
	const src = "tickRate: 10\nday: { length: 24s, start: %d, dawn: 6, dusk: 20 }\nbots: [{ id: a, name: A, count: 1, behavior: { kind: action, name: stand } }]"
	for _, c := range []struct {
		start  int
		before bool // whether it is day in the tick before the hour
	}{{5, false}, {19, true}} {
		g := arenatest.Open(t, fmt.Sprintf(src, c.start), 1).Steps(9)
		g.Truth("is_day", c.before)
		g.Steps(1)
		g.Truth("is_day", !c.before)
	}
}

// A place ends at its radius, that included; of places as near the first in the
// scene is meant.
func TestWhichPlaceAndWhereItEnds(t *testing.T) {
	g := arenatest.In(t, arenatest.Act("stand", "{}")).Put(one, 52, 50, 1, 0).Steps(1)
	g.Truth("at_place", true, "well")
	g.Put(one, 52.01, 50, 1, 0).Steps(1)
	g.Truth("at_place", false, "well")
	g.Put(one, 50, 50, 1, 0).Steps(1) // as far from mine as from yours
	if p := g.Arena.NearestPlace(g.Arena.BodyOf(one), "shop", core.Anyones); p != 0 {
		t.Errorf("the nearest shop is place %d, wanted 0", p)
	}
}

// What was noted is counted in the next tick, and in no later one.
func TestNotesLastATick(t *testing.T) {
	g := arenatest.In(t, "{ kind: sequence, children: ["+start+", { kind: action, name: note, args: { value: 3 } }] }").Steps(1)
	g.Number("count_noted", 1, 3)
	g.Steps(1)
	g.Number("count_noted", 0, 3)
}

// Whoever stays stays on when it stands for another reason in between.
func TestStayOutlastsStanding(t *testing.T) {
	g := arenatest.In(t, "{ kind: selector, children: [{ kind: sequence, children: ["+start+", { kind: action, name: stay }] }, "+
		"{ kind: sequence, children: [{ kind: condition, name: time_below, args: { limit: 0.25 } }, { kind: action, name: stand }] }] }").Steps(5)
	if b := g.Bot(one); b.X != 20 || b.Y != 50 {
		t.Errorf("the bot is at (%v, %v), wanted it to stay at (20, 50)", b.X, b.Y)
	}
}

// Of two on one spot in a solid world the lower id gives way to the left.
func TestWhoGivesWayOnOneSpot(t *testing.T) {
	g := arenatest.Open(t, "world: { width: 100, height: 100, solid: true }\nbots: [{ id: a, name: A, count: 2, speedMps: 0, behavior: { kind: action, name: stand } }]", 1)
	g.Put(1, 50, 50, 1, 0).Put(2, 50, 50, 1, 0).Steps(1)
	if a, b := g.Bot(1), g.Bot(2); a.X >= 50 || b.X <= 50 {
		t.Errorf("the bots are at x = %v and %v", a.X, b.X)
	}
}

const watchers = `
tickRate: 10
world: { width: 100, height: 100 }
teams: [{ id: red }, { id: blue }]
bots:
  - { id: a, name: A, teamId: red, count: 1, speedMps: 0, sight: { radius: 40, angle: 360 }, behavior: { kind: action, name: stand } }
  - { id: b, name: B, teamId: blue, count: 2, speedMps: 0 }
`

// A bot opens its eyes in its third tick, and keeps them on whom it saw first.
func TestEyesStayOnWhoWasSeenFirst(t *testing.T) {
	g := arenatest.Open(t, watchers, 1).Put(1, 20, 50, 1, 0).Put(2, 30, 50, 1, 0).Put(3, 40, 50, 1, 0)
	if diff := cmp.Diff([]int{2}, ticksOf(g, "seen", 5)); diff != "" {
		t.Errorf("the ticks of seen (-want +got)\n%s", diff)
	}
	g.Number("body_id", 2, "seen")
	g.Put(3, 25, 50, 1, 0).Steps(3)
	g.Number("body_id", 3, "enemy")
	g.Number("body_id", 2, "seen")
}

// Far enough is the distance itself.
func TestFleeEndsAtTheDistance(t *testing.T) {
	arenatest.In(t, arenatest.Act("flee", "{ distance: 10 }")).Steps(1).Is(done)
	arenatest.In(t, arenatest.Act("flee", "{ distance: 10.01 }")).Steps(1).Is(runs)
}
