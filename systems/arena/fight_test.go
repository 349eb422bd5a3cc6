package arena_test

import (
	"math"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/session"
)

func (g *game) number(name string, want float64, args ...any) {
	g.t.Helper()
	if got := g.value(name, values(args)...).Number(); math.Abs(got-want) > 1e-4 {
		g.t.Errorf("%s%v is %v at tick %d, wanted %v", name, args, got, g.World().Clock().Tick, want)
	}
}

func (g *game) truth(name string, want bool, args ...any) {
	g.t.Helper()
	if got := g.value(name, values(args)...).Bool(); got != want {
		g.t.Errorf("%s%v is %v at tick %d, wanted %v", name, args, got, g.World().Clock().Tick, want)
	}
}

func TestChooseTarget(t *testing.T) {
	g := in(t, act("choose_target", "{ who: enemy }")).steps(2).is(done)
	if got := g.value("body_id", text("target")).Number(); got != 2 {
		t.Errorf("target %v, wanted 2", got)
	}
	g = in(t, "{ kind: sequence, children: [{ kind: action, name: choose_target }, "+act("clear_target", "{}")+"] }").steps(2).is(done)
	if got := g.value("body_id", text("target")).Number(); got != 0 {
		t.Errorf("target %v, wanted none", got)
	}
	in(t, act("choose_target", "{ who: player }")).steps(2).is(failed)
}

func TestAttack(t *testing.T) {
	g := in(t, act("attack", "{}"))
	g.Step()
	g.is(done)
	g.number("health", 0.9, id(two))
	g.number("loaded", 0.5)
	g.number("cooldown", 0.5)
	g.steps(4)
	g.number("health", 0.9, id(two)) // it cools down
	g.steps(1)
	g.number("health", 0.8, id(two))
	g.number("loaded", 0)
	g.steps(5) // it must load, which takes a second
	g.number("loaded", 1)
	g.number("ammo", 4.0/6)
	g.number("health", 0.8, id(two))
	g.steps(10)
	g.number("health", 0.7, id(two))
	g.near(one, 20, 50)
	if n := g.events("damaged"); n != 3 {
		t.Errorf("%d times damaged, wanted 3", n)
	}
	g.steps(200)
	g.number("health", 0.2, id(two)) // eight shots in all
	g.number("ammo", 0)
	g.is(failed)
}

func TestAttackFails(t *testing.T) {
	in(t, act("attack", "{}")).put(two, 45, 50, 1, 0).steps(1).is(failed) // out of range
	in(t, act("attack", "{}")).put(one, 58, 25, 1, 0).put(two, 66, 25, 1, 0).steps(1).is(failed)
	in(t, act("attack", "{ who: 2 }")).put(one, 58, 25, 1, 0).put(two, 66, 25, 1, 0).steps(1).is(failed) // through the wall
	in(t, act("attack", "{ who: 99 }")).steps(1).is(failed)
	in(t, act("attack", "{ who: self }")).steps(1).is(failed)
}

func TestAKillAndAReturn(t *testing.T) {
	g := in(t, act("attack", "{ who: 3 }")).put(three, 22, 50, 1, 0).steps(45)
	g.truth("is_dead", true, id(three))
	if g.events("killed") != 1 || g.events("died") != 1 {
		t.Errorf("killed %d, died %d, wanted 1 of each", g.events("killed"), g.events("died"))
	}
	g.number("kills", 1)
	g.number("score", 0) // three was on its side
	g.steps(1)
	for _, b := range g.Snapshot().Bots {
		if b.ID == three {
			t.Error("three never comes back, and is still there")
		}
	}
}

func TestTheDeadComeBackHome(t *testing.T) {
	g := in(t, act("die", "{}")).steps(1)
	if !g.bot(one).Dead || g.bot(one).Health != 0 {
		t.Error("one lives")
	}
	g.steps(10)
	g.near(one, 20, 50)
	if g.events("came_back") != 0 {
		t.Error("came back too early")
	}
	g.steps(10)
	if b := g.bot(one); g.events("came_back") != 1 || b.Health != 1 || math.Hypot(float64(b.X-10), float64(b.Y-10)) > 3.1 {
		t.Errorf("came back %d times, at (%v, %v) with health %v", g.events("came_back"), b.X, b.Y, b.Health)
	}
}

func TestDieIsForThoseWhoCanBeHurt(t *testing.T) {
	g := open(t, "bots: [{ id: a, name: A, count: 1, behavior: "+act("die", "{}")+" }]", 1).steps(1)
	g.is(failed)
}

func TestALoot(t *testing.T) {
	src := strings.Replace(strings.Replace(yard, "TREE", act("fight", "{}"), 1), "ammo: 6", "ammo: 60", 1)
	g := open(t, src, 1).put(one, 20, 50, 1, 0).put(two, 30, 50, 1, 0).put(three, 90, 5, 1, 0)
	if items := kinds(g, "bone"); items != 0 {
		t.Errorf("%d bones before anybody died", items)
	}
	g.steps(150)
	if items := kinds(g, "bone"); items != 1 {
		t.Errorf("%d bones, wanted 1 where two died", items)
	}
	g.number("score", 3)
	if g.events("came_back") == 0 {
		t.Error("two did not come back")
	}
}

// kinds counts the items of a kind that lie on the field.
func kinds(g *game, kind string) int {
	n := 0
	for _, it := range g.Snapshot().Items {
		if it.Kind == kind {
			n++
		}
	}
	return n
}

func TestFight(t *testing.T) {
	g := in(t, act("fight", "{}")).put(two, 49, 50, 1, 0).steps(20).is(runs)
	if d := g.value("distance").Number(); d > 26 {
		t.Errorf("%v m from the enemy, wanted it to come nearer", d)
	}
	g.steps(100)
	if g.events("damaged") == 0 {
		t.Error("no blow")
	}
	in(t, act("fight", "{ who: player }")).steps(2).is(failed)
}

func TestReload(t *testing.T) {
	in(t, act("reload", "{}")).steps(2).is(failed) // it is full
	g := in(t, "{ kind: selector, children: [{ kind: sequence, children: [{ kind: condition, name: loaded_at_least, args: { limit: 0.6 } }, "+
		"{ kind: action, name: attack }] }, "+act("reload", "{}")+"] }")
	g.steps(1)
	g.number("loaded", 0.5)
	g.steps(1)
	g.is(runs) // it must wait
	g.steps(5).is(done)
	g.number("loaded", 1)
	g.number("ammo", 5.0/6)
}

func TestDraw(t *testing.T) {
	g := in(t, "{ kind: sequence, children: [{ kind: action, name: become, args: { class: knight } }, { kind: action, name: stand }] }").steps(1)
	if got := g.value("weapon_in_hand").Text(); got != "knife" {
		t.Errorf("in hand %q, wanted the knife of a knight", got)
	}
	in(t, act("draw", "{ weapon: knife }")).steps(1).is(failed)
	g = in(t, act("draw", "{ weapon: bow }")).steps(1).is(done)
	if got := g.value("weapon_in_hand").Text(); got != "bow" {
		t.Errorf("in hand %q", got)
	}
}

func TestMend(t *testing.T) {
	g := in(t, act("mend", "{ who: 2 }")).put(two, 21, 50, 1, 0)
	g.steps(1).is(done) // it is not hurt
	g.arena.Hurt(two)
	g.steps(4)
	g.number("health", 0.94, id(two))
	in(t, act("mend", "{ who: 2 }")).steps(1).is(failed)
	in(t, act("mend", "{}")).steps(1).is(failed)
}

func TestRest(t *testing.T) {
	in(t, act("rest", "{}")).steps(1).is(failed)
	g := in(t, act("rest", "{}")).put(one, 10, 10, 1, 0).steps(1).is(done)
	g.arena.Hurt(one)
	g.steps(4)
	g.number("health", 0.98, id(one))
	g.steps(1).is(done)
}

func TestHunger(t *testing.T) {
	g := in(t, act("eat", "{ item: berry }")).steps(100)
	g.number("hunger", 0.1)
	g.is(failed)
	g.steps(901)
	if g.events("starving") != 1 {
		t.Errorf("starving %d times, wanted once", g.events("starving"))
	}
	g.steps(100)
	if h := g.value("health").Number(); h > 0.92 || h < 0.88 {
		t.Errorf("health %v after ten seconds without food, wanted 0.9", h)
	}
}

func TestRegen(t *testing.T) {
	src := strings.Replace(strings.Replace(yard, "TREE", act("stand", "{}"), 1), "skill: 4", "regen: 2", 1)
	g := open(t, src, 1)
	g.arena.Hurt(one)
	g.steps(10)
	g.number("health", 0.92, id(one))
}

func TestArmour(t *testing.T) {
	src := strings.Replace(strings.Replace(yard, "TREE", act("attack", "{}"), 1), "respawn: 3s, drops", "armour: 0.4, drops", 1)
	g := open(t, src, 1).put(one, 20, 50, 1, 0).put(two, 30, 50, 1, 0).put(three, 10, 50, 1, 0).steps(1)
	g.number("health", 0.94, id(two))
}

func TestPlayersLiveAndDie(t *testing.T) {
	g := in(t, act("fight", "{ who: player }"))
	p := &session.Join{Name: "Ann", At: session.Point(30, 52), SpeedMPS: 3}
	if err := g.Do(p); err != nil {
		t.Fatal(err)
	}
	g.put(two, 90, 5, 1, 0).steps(1)
	if got := g.bot(p.IDs[0]).Health; got > 0.91 || got < 0.89 {
		t.Errorf("health %v after an arrow, wanted 0.9", got)
	}
}
