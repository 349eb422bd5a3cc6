package core_test

import (
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
)

// keeper returns a yard in which two keeps its own health by a tree, and one does what a tree
// says.
func keeper(t *testing.T, first, second string) *arenatest.Game {
	src := strings.Replace(strings.Replace(arenatest.Yard, "TREE", first, 1), "respawn: 3s, drops", "behavior: "+second+", respawn: 3s, drops", 1)
	return arenatest.Open(t, src, 1).Put(one, 20, 50, 1, 0).Put(two, 30, 50, 1, 0).Put(three, 90, 5, 1, 0)
}

// once does an action in the first tick only.
func once(action, args string) string {
	return "{ kind: sequence, children: [{ kind: condition, name: alive_time_below, args: { limit: 0.15 } }, " + arenatest.Act(action, args) + "] }"
}

func TestWhoKeepsItsHealthIsTold(t *testing.T) {
	g := keeper(t, arenatest.Act("strike_for", "{ who: 2, damage: 25 }"), arenatest.Act("set_health", "{ points: 30, of: 40 }"))
	g.Steps(3).Is(done)
	g.Number("health", 0.75, host.IntValue(int64(two)))
	if n := g.Events("struck"); n != 3 {
		t.Errorf("struck %d times, wanted 3", n)
	}
	if g.Events("died") > 0 {
		t.Error("it died of blows that it was only told of")
	}
	arenatest.In(t, arenatest.Act("strike_for", "{ who: 99, damage: 25 }")).Steps(1).Is(failed)
	g = arenatest.In(t, arenatest.Act("strike_for", "{ who: 2, damage: 25 }")).Steps(1)
	g.Number("health", 0.75, host.IntValue(int64(two))) // who keeps nothing loses the points
	if g.Events("struck") > 0 {
		t.Error("struck is for those who keep their health")
	}
}

func TestWhoKeepsItsHealthDiesAndVanishes(t *testing.T) {
	g := keeper(t, arenatest.Act("stand", "{}"), arenatest.Act("set_health", "{ points: 0, of: 40, by: 1 }")).Steps(40)
	g.Truth("is_dead", true, host.IntValue(int64(two)))
	g.Number("score", 3)
	if g.Events("died") != 1 || g.Events("killed") != 1 || g.Events("came_back") != 0 {
		t.Errorf("died %d, killed %d, came back %d; wanted 1, 1 and 0 while its tree goes on", g.Events("died"), g.Events("killed"), g.Events("came_back"))
	}
	g.Audit()

	g = keeper(t, arenatest.Act("stand", "{}"), "{ kind: sequence, children: ["+arenatest.Act("set_health", "{ points: 0, of: 40 }")+", "+arenatest.Act("vanish", "{}")+"] }").Steps(32)
	if g.Events("died") != 2 || g.Events("came_back") != 1 { // who came back dies of the same tree
		t.Errorf("died %d, came back %d, wanted 2 and 1, three seconds later", g.Events("died"), g.Events("came_back"))
	}
	g.Audit()
}

func TestVanish(t *testing.T) {
	g := arenatest.In(t, once("vanish", "{}")).Steps(2)
	if g.Events("died") > 0 {
		t.Error("who vanishes did not die")
	}
	g.Audit()
	g.Steps(40)
	for _, b := range g.Snapshot().Bots {
		if b.ID == one {
			t.Error("who vanished came back")
		}
	}
}

func TestLeaveHealth(t *testing.T) {
	g := keeper(t, arenatest.Act("attack", "{ who: 2 }"), once("set_health", "{ points: 200, of: 200 }")).Steps(1)
	if v := g.Bot(two); v.Points != 200 {
		t.Errorf("%v points, wanted 200", v.Points)
	}
	g = keeper(t, arenatest.Act("attack", "{ who: 2 }"),
		"{ kind: sequence, children: ["+arenatest.Act("set_health", "{ points: 200, of: 200 }")+", { kind: condition, name: alive_time_at_least, args: { limit: 0.2 } }, "+arenatest.Act("leave_health", "{}")+"] }")
	g.Steps(4)
	if v := g.Bot(two); v.Points > 100 {
		t.Errorf("%v points, wanted no more than its class has", v.Points)
	}
	g.Audit()
}

func TestHealingIsTold(t *testing.T) {
	g := keeper(t, arenatest.Act("mend", "{ who: 2 }"), arenatest.Act("set_health", "{ points: 30, of: 40 }")).Put(two, 21, 50, 1, 0).Steps(3)
	if n := g.Events("healed"); n == 0 || g.Bot(two).Points != 30 {
		t.Errorf("healed %d times, %v points", n, g.Bot(two).Points)
	}
}

// Who comes back to life has done nothing in that tick: what its tree said while it was dead is
// not shown.
func TestWhoReturnsHasDoneNothing(t *testing.T) {
	g := arenatest.Open(t, strings.Replace(arenatest.Yard, "TREE", "{ kind: wander }", 1), 1)
	g.Steps(3)
	g.Arena.Life.Hurt(g.Arena.BodyOf(one), 1000, 0)
	dead := 0
	for range 40 {
		was := g.Bot(one).Dead
		g.Step()
		is := g.Bot(one)
		if (was || is.Dead) && is.Action != "" {
			t.Errorf("tick %d: it does %s; dead before %v, after %v", g.World().Clock().Tick, is.Action, was, is.Dead)
		}
		if is.Dead {
			dead++
		} else if !was && is.Action != "wander" {
			t.Errorf("tick %d: it does %q, wanted wander", g.World().Clock().Tick, is.Action)
		}
	}
	if dead == 0 || g.Bot(one).Dead {
		t.Errorf("dead for %d ticks, and dead at the end is %v", dead, g.Bot(one).Dead)
	}
}
