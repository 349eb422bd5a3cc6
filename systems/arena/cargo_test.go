package arena_test

import (
	"strings"
	"testing"
)

// stocked is the yard with ore, a berry and much money at the home of one, who
// stands there with its back to two.
func stocked(t *testing.T, tree string) *game {
	t.Helper()
	src := strings.Replace(yard, "TREE", tree, 1)
	src = strings.Replace(src, "worth: 5, respawn: 3s", "worth: 5, respawn: 3s, at: pit", 1)
	src = strings.Replace(src, "respawn: never", "respawn: never, at: pit", 1)
	src = strings.Replace(src, "  - { id: well", "  - { id: pit, at: [10, 12], radius: 0.1 }\n  - { id: well", 1)
	return open(t, src, 1).put(one, 10, 11.5, -1, 0).put(two, 90, 50, 1, 0).put(three, 10, 50, 1, 0)
}

func TestTake(t *testing.T) {
	g := stocked(t, act("take", "{ item: ore }")).steps(1).is(done)
	g.number("carries", 1)
	g.number("carries", 1, "ore")
	g.number("carries", 0, "berry")
	g.number("room", 1)
	if g.bot(one).Cargo != 1 || kinds(g, "ore") != 1 || g.events("took") != 1 {
		t.Errorf("carries %d, %d ore lies, took %d", g.bot(one).Cargo, kinds(g, "ore"), g.events("took"))
	}
	g.steps(1)
	g.number("carries", 2)
	g.steps(1).is(failed) // no room, and no ore
	in(t, act("take", "{ item: ore }")).steps(1).is(failed)
}

func TestTheLowerIDTakes(t *testing.T) {
	tree := act("take", "{ item: berry }")
	src := strings.Replace(strings.Replace(yard, "TREE", tree, 1), "cargo: 0 }", "cargo: 1, behavior: "+tree+" }", 1)
	src = strings.Replace(src, "respawn: never", "respawn: never, at: well", 1)
	g := open(t, strings.Replace(src, "radius: 2 }", "radius: 0 }", 1), 1).put(three, 50, 50, 1, 0).put(one, 50.5, 50, 1, 0).steps(2)
	g.number("carries", 1, "berry")
	if n := g.valueFor(three, "carries").Number(); n != 0 {
		t.Errorf("three carries %v, and one was there too", n)
	}
}

func TestDrop(t *testing.T) {
	tree := "{ kind: selector, children: [{ kind: sequence, children: [{ kind: condition, name: carries_below, args: { limit: 1 } }, " +
		"{ kind: action, name: take, args: { item: ore } }] }, " + act("drop", "{ item: ore }") + "] }"
	g := stocked(t, tree).steps(2).is(done)
	g.number("carries", 0)
	if kinds(g, "ore") != 2 || g.events("dropped") != 1 {
		t.Errorf("%d ore lies, dropped %d", kinds(g, "ore"), g.events("dropped"))
	}
	in(t, act("drop", "{ item: ore }")).steps(1).is(failed)
	in(t, act("drop", "{}")).steps(1).is(failed)
}

// laden takes both ore and then follows a tree.
func laden(tree string) string {
	return "{ kind: selector, children: [{ kind: sequence, children: [{ kind: condition, name: time_below, args: { limit: 0.25 } }, " +
		"{ kind: action, name: take, args: { item: ore } }] }, " + tree + "] }"
}

func TestDeliver(t *testing.T) {
	g := stocked(t, laden(act("deliver", "{}"))).steps(2)
	g.number("carries", 2)
	g.steps(1).is(done)
	g.number("carries", 0)
	g.number("score", 10)
	g.number("purse", 60)
	g.number("lead", 10)
	if kinds(g, "ore") != 0 || g.events("delivered") != 2 {
		t.Errorf("%d ore lies, delivered %d", kinds(g, "ore"), g.events("delivered"))
	}
	g.steps(1).is(failed)
	g.steps(30)
	if kinds(g, "ore") != 2 {
		t.Errorf("%d ore after its time, wanted 2", kinds(g, "ore"))
	}
	stocked(t, laden(act("deliver", "{ item: bone }"))).steps(4).is(failed)
	stocked(t, laden(act("deliver", "{ place: well }"))).steps(4).is(failed)
	stocked(t, laden(act("deliver", "{ whose: theirs }"))).steps(4).is(failed)
}

func TestTheDeadDropTheirCargo(t *testing.T) {
	g := stocked(t, laden("{ kind: action, name: die }")).steps(3)
	if kinds(g, "ore") != 2 || g.bot(one).Cargo != 0 {
		t.Errorf("%d ore lies, the dead carries %d", kinds(g, "ore"), g.bot(one).Cargo)
	}
}

func TestEat(t *testing.T) {
	g := stocked(t, "{ kind: selector, children: [{ kind: sequence, children: [{ kind: condition, name: hunger_below, args: { limit: 0.02 } }, { kind: action, name: stand }] }, "+
		act("eat", "{ item: berry }")+"] }")
	g.arena.Hurt(one)
	g.steps(21).is(done)
	g.number("health", 1)
	if h := g.value("hunger").Number(); h > 0.002 || kinds(g, "berry") != 0 || g.events("ate") != 1 {
		t.Errorf("hunger %v, %d berries, ate %d", h, kinds(g, "berry"), g.events("ate"))
	}
	g.steps(60).is(failed) // it never grows anew
	in(t, act("eat", "{ item: berry }")).steps(1).is(failed)
}

func TestBuy(t *testing.T) {
	g := stocked(t, act("buy", "{ good: plate }")).steps(1).is(done)
	g.number("purse", 20)
	g.number("armour", 0.5)
	g.truth("owns", true, "plate")
	g.truth("owns", false, "blade")
	g.truth("can_buy", false, "plate")
	if g.events("bought") != 1 {
		t.Errorf("bought %d", g.events("bought"))
	}
	g.steps(1).is(failed) // it has no use for a second
	g = stocked(t, act("buy", "{ good: blade }"))
	g.truth("can_buy", true, "blade")
	g.steps(1).is(done)
	g.truth("has_weapon", true, "knife")
	stocked(t, act("buy", "{ good: arrows }")).steps(1).is(failed) // its quiver is full
	stocked(t, act("buy", "{ good: plate, place: well }")).steps(1).is(failed)
	in(t, act("buy", "{ good: plate }")).steps(1).is(failed)
}

func TestBuyShots(t *testing.T) {
	tree := "{ kind: selector, children: [{ kind: action, name: attack }, { kind: action, name: buy, args: { good: arrows } }, { kind: action, name: stand }] }"
	g := stocked(t, tree).put(two, 20, 11, 1, 0)
	g.steps(500)
	if g.events("bought") != 5 { // for all the money
		t.Errorf("bought %d times, wanted 5", g.events("bought"))
	}
	g.number("purse", 0)
}

func TestThePurseIsNotOverdrawn(t *testing.T) {
	tree := act("buy", "{ good: plate }")
	src := strings.Replace(strings.Replace(yard, "TREE", tree, 1), "cargo: 0 }", "cargo: 1, behavior: "+tree+" }", 1)
	g := open(t, src, 1).put(one, 10, 10, 1, 0).put(three, 11, 10, 1, 0).steps(2)
	g.number("purse", 20)
	if g.valueFor(three, "owns", text("plate")).Bool() {
		t.Error("both bought for the money of one")
	}
}

func TestBecome(t *testing.T) {
	g := in(t, act("become", "{ class: knight }"))
	g.arena.Hurt(one)
	g.steps(1).is(done)
	g.number("health", 0.9)
	if g.events("became") != 1 {
		t.Errorf("became %d", g.events("became"))
	}
	g.number("purse", 30)
	g.truth("is_class", true, "knight")
	g.truth("has_weapon", true, "knife")
	if got := g.value("class_of").Text(); got != "knight" {
		t.Errorf("class %q", got)
	}
	g.truth("can_become", false, "knight")
	g.steps(1).is(failed)
	g = in(t, "{ kind: selector, children: [{ kind: action, name: become, args: { class: knight } }, { kind: action, name: move_to, args: { x: 20, y: 90 } }] }").steps(11)
	g.near(one, 20, 54) // with the speed of a knight
	g = in(t, "{ kind: selector, children: [{ kind: action, name: become, args: { class: knight } }, { kind: action, name: die }] }").steps(23)
	g.truth("is_class", true, "knight") // it became one again, after it came back
	g.number("purse", 10)
}
