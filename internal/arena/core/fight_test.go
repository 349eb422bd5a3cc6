package core_test

import (
	"math"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/session"
)

func TestChooseTarget(t *testing.T) {
	g := arenatest.In(t, arenatest.Act("choose_target", "{ who: enemy }")).Steps(2).Is(done)
	if got := g.Value("body_id", host.StringValue("target")).Number(); got != 2 {
		t.Errorf("target %v, wanted 2", got)
	}
	g = arenatest.In(t, "{ kind: sequence, children: [{ kind: action, name: choose_target }, "+arenatest.Act("clear_target", "{}")+"] }").Steps(2).Is(done)
	if got := g.Value("body_id", host.StringValue("target")).Number(); got != 0 {
		t.Errorf("target %v, wanted none", got)
	}
	arenatest.In(t, arenatest.Act("choose_target", "{ who: player }")).Steps(2).Is(failed)
}

func TestAttack(t *testing.T) {
	g := arenatest.In(t, arenatest.Act("attack", "{}"))
	g.Step()
	g.Is(done)
	g.Number("health", 0.9, host.IntValue(int64(two)))
	g.Number("loaded", 0.5)
	g.Number("cooldown", 0.5)
	g.Steps(4)
	g.Number("health", 0.9, host.IntValue(int64(two))) // it cools down
	g.Steps(1)
	g.Number("health", 0.8, host.IntValue(int64(two)))
	g.Number("loaded", 0)
	g.Steps(5) // it must load, which takes a second
	g.Number("loaded", 1)
	g.Number("ammo", 4.0/6)
	g.Number("health", 0.8, host.IntValue(int64(two)))
	g.Steps(10)
	g.Number("health", 0.7, host.IntValue(int64(two)))
	g.Near(one, 20, 50)
	if n := g.Events("damaged"); n != 3 {
		t.Errorf("%d times damaged, wanted 3", n)
	}
	g.Steps(200)
	g.Number("health", 0.2, host.IntValue(int64(two))) // eight shots in all
	g.Number("ammo", 0)
	g.Is(failed)
}

func TestAttackFails(t *testing.T) {
	arenatest.In(t, arenatest.Act("attack", "{}")).Put(two, 45, 50, 1, 0).Steps(1).Is(failed) // out of range
	arenatest.In(t, arenatest.Act("attack", "{}")).Put(one, 58, 25, 1, 0).Put(two, 66, 25, 1, 0).Steps(1).Is(failed)
	arenatest.In(t, arenatest.Act("attack", "{ who: 2 }")).Put(one, 58, 25, 1, 0).Put(two, 66, 25, 1, 0).Steps(1).Is(failed) // through the wall
	arenatest.In(t, arenatest.Act("attack", "{ who: 99 }")).Steps(1).Is(failed)
	arenatest.In(t, arenatest.Act("attack", "{ who: self }")).Steps(1).Is(failed)
}

func TestAKillAndAReturn(t *testing.T) {
	g := arenatest.In(t, arenatest.Act("attack", "{ who: 3 }")).Put(three, 22, 50, 1, 0).Steps(45)
	g.Truth("is_dead", true, host.IntValue(int64(three)))
	if g.Events("killed") != 1 || g.Events("died") != 1 {
		t.Errorf("killed %d, died %d, wanted 1 of each", g.Events("killed"), g.Events("died"))
	}
	g.Number("kills", 1)
	g.Number("score", 0) // three was on its side
	g.Steps(1)
	for _, b := range g.Snapshot().Bots {
		if b.ID == three {
			t.Error("three never comes back, and is still there")
		}
	}
}

func TestTheDeadComeBackHome(t *testing.T) {
	g := arenatest.In(t, arenatest.Act("die", "{}")).Steps(1)
	if !g.Bot(one).Dead || g.Bot(one).Health != 0 {
		t.Error("one lives")
	}
	g.Steps(10)
	g.Near(one, 20, 50)
	if g.Events("came_back") != 0 {
		t.Error("came back too early")
	}
	g.Steps(10)
	if b := g.Bot(one); g.Events("came_back") != 1 || b.Health != 1 || math.Hypot(float64(b.X-10), float64(b.Y-10)) > 3.1 {
		t.Errorf("came back %d times, at (%v, %v) with health %v", g.Events("came_back"), b.X, b.Y, b.Health)
	}
}

func TestDieIsForThoseWhoCanBeHurt(t *testing.T) {
	g := arenatest.Open(t, "bots: [{ id: a, name: A, count: 1, behavior: "+arenatest.Act("die", "{}")+" }]", 1).Steps(1)
	g.Is(failed)
}

func TestALoot(t *testing.T) {
	src := strings.Replace(strings.Replace(arenatest.Yard, "TREE", arenatest.Act("fight", "{}"), 1), "ammo: 6", "ammo: 60", 1)
	g := arenatest.Open(t, src, 1).Put(one, 20, 50, 1, 0).Put(two, 30, 50, 1, 0).Put(three, 90, 5, 1, 0)
	if items := kinds(g, "bone"); items != 0 {
		t.Errorf("%d bones before anybody died", items)
	}
	g.Steps(150)
	if items := kinds(g, "bone"); items != 1 {
		t.Errorf("%d bones, wanted 1 where two died", items)
	}
	g.Number("score", 3)
	if g.Events("came_back") == 0 {
		t.Error("two did not come back")
	}
}

// kinds counts the items of a kind that lie on the field.
func kinds(g *arenatest.Game, kind string) int {
	n := 0
	for _, it := range g.Snapshot().Items {
		if it.Kind == kind {
			n++
		}
	}
	return n
}

func TestFight(t *testing.T) {
	g := arenatest.In(t, arenatest.Act("fight", "{}")).Put(two, 49, 50, 1, 0).Steps(20).Is(runs)
	if d := g.Value("distance").Number(); d > 26 {
		t.Errorf("%v m from the enemy, wanted it to come nearer", d)
	}
	g.Steps(100)
	if g.Events("damaged") == 0 {
		t.Error("no blow")
	}
	arenatest.In(t, arenatest.Act("fight", "{ who: player }")).Steps(2).Is(failed)
}

func TestReload(t *testing.T) {
	arenatest.In(t, arenatest.Act("reload", "{}")).Steps(2).Is(failed) // it is full
	g := arenatest.In(t, "{ kind: selector, children: [{ kind: sequence, children: [{ kind: condition, name: loaded_at_least, args: { limit: 0.6 } }, "+
		"{ kind: action, name: attack }] }, "+arenatest.Act("reload", "{}")+"] }")
	g.Steps(1)
	g.Number("loaded", 0.5)
	g.Steps(1)
	g.Is(runs) // it must wait
	g.Steps(5).Is(done)
	g.Number("loaded", 1)
	g.Number("ammo", 5.0/6)
}

func TestDraw(t *testing.T) {
	g := arenatest.In(t, "{ kind: sequence, children: [{ kind: action, name: become, args: { class: knight } }, { kind: action, name: stand }] }").Steps(1)
	if got := g.Value("weapon_in_hand").Text(); got != "knife" {
		t.Errorf("in hand %q, wanted the knife of a knight", got)
	}
	arenatest.In(t, arenatest.Act("draw", "{ weapon: knife }")).Steps(1).Is(failed)
	g = arenatest.In(t, arenatest.Act("draw", "{ weapon: bow }")).Steps(1).Is(done)
	if got := g.Value("weapon_in_hand").Text(); got != "bow" {
		t.Errorf("in hand %q", got)
	}
}

func TestMend(t *testing.T) {
	g := arenatest.In(t, arenatest.Act("mend", "{ who: 2 }")).Put(two, 21, 50, 1, 0)
	g.Steps(1).Is(done) // it is not hurt
	g.Hurt(two)
	g.Steps(4)
	g.Number("health", 0.94, host.IntValue(int64(two)))
	arenatest.In(t, arenatest.Act("mend", "{ who: 2 }")).Steps(1).Is(failed)
	arenatest.In(t, arenatest.Act("mend", "{}")).Steps(1).Is(failed)
}

func TestRest(t *testing.T) {
	arenatest.In(t, arenatest.Act("rest", "{}")).Steps(1).Is(failed)
	g := arenatest.In(t, arenatest.Act("rest", "{}")).Put(one, 10, 10, 1, 0).Steps(1).Is(done)
	g.Hurt(one)
	g.Steps(4)
	g.Number("health", 0.98, host.IntValue(int64(one)))
	g.Steps(1).Is(done)
}

func TestHunger(t *testing.T) {
	g := arenatest.In(t, arenatest.Act("eat", "{ item: berry }")).Steps(100)
	g.Number("hunger", 0.1)
	g.Is(failed)
	g.Steps(901)
	if g.Events("starving") != 1 {
		t.Errorf("starving %d times, wanted once", g.Events("starving"))
	}
	g.Steps(100)
	if h := g.Value("health").Number(); h > 0.92 || h < 0.88 {
		t.Errorf("health %v after ten seconds without food, wanted 0.9", h)
	}
}

func TestRegen(t *testing.T) {
	src := strings.Replace(strings.Replace(arenatest.Yard, "TREE", arenatest.Act("stand", "{}"), 1), "skill: 4", "regen: 2", 1)
	g := arenatest.Open(t, src, 1)
	g.Hurt(one)
	g.Steps(10)
	g.Number("health", 0.92, host.IntValue(int64(one)))
}

func TestArmour(t *testing.T) {
	src := strings.Replace(strings.Replace(arenatest.Yard, "TREE", arenatest.Act("attack", "{}"), 1), "respawn: 3s, drops", "armour: 0.4, drops", 1)
	g := arenatest.Open(t, src, 1).Put(one, 20, 50, 1, 0).Put(two, 30, 50, 1, 0).Put(three, 10, 50, 1, 0).Steps(1)
	g.Number("health", 0.94, host.IntValue(int64(two)))
}

func TestPlayersLiveAndDie(t *testing.T) {
	g := arenatest.In(t, arenatest.Act("fight", "{ who: player }"))
	p := &session.Join{Name: "Ann", At: session.Point(30, 52), SpeedMPS: 3}
	if err := g.Do(p); err != nil {
		t.Fatal(err)
	}
	g.Put(two, 90, 5, 1, 0).Steps(1)
	if got := g.Bot(p.IDs[0]).Health; got > 0.91 || got < 0.89 {
		t.Errorf("health %v after an arrow, wanted 0.9", got)
	}
}

// A blow with a blast hurts whoever stands around, friends too, less the farther off. Who
// fights by itself takes another weapon that reaches.
func TestBlast(t *testing.T) {
	const bots = `
seed: 3
tickRate: 10
world: { width: 100, height: 100 }
teams: [{ id: red }, { id: blue }]
weapons:
  - { id: frag, damage: 40, range: 20, cooldown: 1s, clip: 1, ammo: 1, blast: 4 }
  - { id: bow, damage: 1, range: RANGE, cooldown: 1s }
bots:
  - { id: one, name: One, teamId: red, count: 1, speedMps: 0, health: 100, weapons: [frag, bow], behavior: { kind: action, name: attack } }
  - { id: two, name: Two, teamId: blue, count: 3, speedMps: 0, health: 100 }
`
	for far, want := range map[string][]float32{"3": {0.6, 0.8, 1}, "30": {0.99, 1, 1}} {
		g := arenatest.Open(t, strings.Replace(bots, "RANGE", far, 1), 1)
		g.Put(1, 20, 20, 1, 0).Put(2, 30, 20, -1, 0).Put(3, 30, 22, -1, 0).Put(4, 30, 25, -1, 0).Steps(2)
		for i, w := range want {
			if b := g.Bot(components.ID(2 + i)); math.Abs(float64(b.Health-w)) > 1e-6 {
				t.Errorf("with a bow of %s m bot %d has %v of its health, wanted %v", far, 2+i, b.Health, w)
			}
		}
	}
}
