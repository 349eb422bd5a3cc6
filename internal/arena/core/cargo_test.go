package core_test

import (
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
)

// stocked returns the yard with ore, a berry and much money at the home of one, who
// stands there with its back to two.
func stocked(t *testing.T, tree string) *arenatest.Game {
	t.Helper()
	src := strings.Replace(arenatest.Yard, "TREE", tree, 1)
	src = strings.Replace(src, "worth: 5, respawn: 3s", "worth: 5, respawn: 3s, at: pit", 1)
	src = strings.Replace(src, "respawn: never", "respawn: never, at: pit", 1)
	src = strings.Replace(src, "  - { id: well", "  - { id: pit, at: [10, 12], radius: 0.1 }\n  - { id: well", 1)
	return arenatest.Open(t, src, 1).Put(one, 10, 11.5, -1, 0).Put(two, 90, 50, 1, 0).Put(three, 10, 50, 1, 0)
}

func TestTake(t *testing.T) {
	g := stocked(t, arenatest.Act("take", "{ item: ore }")).Steps(1).Is(done)
	g.Number("carries", 1)
	g.Number("carries", 1, "ore")
	g.Number("carries", 0, "berry")
	g.Number("room", 1)
	if g.Bot(one).Cargo != 1 || kinds(g, "ore") != 1 || g.Events("took") != 1 {
		t.Errorf("carries %d, %d ore lies, took %d", g.Bot(one).Cargo, kinds(g, "ore"), g.Events("took"))
	}
	g.Steps(1)
	g.Number("carries", 2)
	g.Steps(1).Is(failed) // no room, and no ore
	arenatest.In(t, arenatest.Act("take", "{ item: ore }")).Steps(1).Is(failed)
}

func TestTheLowerIDTakes(t *testing.T) {
	tree := arenatest.Act("take", "{ item: berry }")
	src := strings.Replace(strings.Replace(arenatest.Yard, "TREE", tree, 1), "cargo: 0 }", "cargo: 1, behavior: "+tree+" }", 1)
	src = strings.Replace(src, "respawn: never", "respawn: never, at: well", 1)
	g := arenatest.Open(t, strings.Replace(src, "radius: 2 }", "radius: 0 }", 1), 1).Put(three, 50, 50, 1, 0).Put(one, 50.5, 50, 1, 0).Steps(2)
	g.Number("carries", 1, "berry")
	if n := g.ValueFor(three, "carries").Number(); n != 0 {
		t.Errorf("three carries %v, and one was there too", n)
	}
}

func TestDrop(t *testing.T) {
	tree := "{ kind: selector, children: [{ kind: sequence, children: [{ kind: condition, name: carries_below, args: { limit: 1 } }, " +
		"{ kind: action, name: take, args: { item: ore } }] }, " + arenatest.Act("drop", "{ item: ore }") + "] }"
	g := stocked(t, tree).Steps(2).Is(done)
	g.Number("carries", 0)
	if kinds(g, "ore") != 2 || g.Events("dropped") != 1 {
		t.Errorf("%d ore lies, dropped %d", kinds(g, "ore"), g.Events("dropped"))
	}
	arenatest.In(t, arenatest.Act("drop", "{ item: ore }")).Steps(1).Is(failed)
	arenatest.In(t, arenatest.Act("drop", "{}")).Steps(1).Is(failed)
}

// laden takes both ore and then follows a tree.
func laden(tree string) string {
	return "{ kind: selector, children: [{ kind: sequence, children: [{ kind: condition, name: time_below, args: { limit: 0.25 } }, " +
		"{ kind: action, name: take, args: { item: ore } }] }, " + tree + "] }"
}

func TestDeliver(t *testing.T) {
	g := stocked(t, laden(arenatest.Act("deliver", "{}"))).Steps(2)
	g.Number("carries", 2)
	g.Steps(1).Is(done)
	g.Number("carries", 0)
	g.Number("score", 10)
	g.Number("purse", 60)
	g.Number("lead", 10)
	if kinds(g, "ore") != 0 || g.Events("delivered") != 2 {
		t.Errorf("%d ore lies, delivered %d", kinds(g, "ore"), g.Events("delivered"))
	}
	g.Steps(1).Is(failed)
	g.Steps(30)
	if kinds(g, "ore") != 2 {
		t.Errorf("%d ore after its time, wanted 2", kinds(g, "ore"))
	}
	stocked(t, laden(arenatest.Act("deliver", "{ item: bone }"))).Steps(4).Is(failed)
	stocked(t, laden(arenatest.Act("deliver", "{ place: well }"))).Steps(4).Is(failed)
	stocked(t, laden(arenatest.Act("deliver", "{ whose: theirs }"))).Steps(4).Is(failed)
}

func TestTheDeadDropTheirCargo(t *testing.T) {
	g := stocked(t, laden("{ kind: action, name: die }")).Steps(3)
	if kinds(g, "ore") != 2 || g.Bot(one).Cargo != 0 {
		t.Errorf("%d ore lies, the dead carries %d", kinds(g, "ore"), g.Bot(one).Cargo)
	}
}

func TestEat(t *testing.T) {
	g := stocked(t, "{ kind: selector, children: [{ kind: sequence, children: [{ kind: condition, name: hunger_below, args: { limit: 0.02 } }, { kind: action, name: stand }] }, "+
		arenatest.Act("eat", "{ item: berry }")+"] }")
	g.Hurt(one)
	g.Steps(21).Is(done)
	g.Number("health", 1)
	if h := g.Value("hunger").Number(); h > 0.002 || kinds(g, "berry") != 0 || g.Events("ate") != 1 {
		t.Errorf("hunger %v, %d berries, ate %d", h, kinds(g, "berry"), g.Events("ate"))
	}
	g.Steps(60).Is(failed) // it never grows anew
	arenatest.In(t, arenatest.Act("eat", "{ item: berry }")).Steps(1).Is(failed)
}

func TestBuy(t *testing.T) {
	g := stocked(t, arenatest.Act("buy", "{ good: plate }")).Steps(1).Is(done)
	g.Number("purse", 20)
	g.Number("armour", 0.5)
	g.Truth("owns", true, "plate")
	g.Truth("owns", false, "blade")
	g.Truth("can_buy", false, "plate")
	if g.Events("bought") != 1 {
		t.Errorf("bought %d", g.Events("bought"))
	}
	g.Steps(1).Is(failed) // it has no use for a second
	g = stocked(t, arenatest.Act("buy", "{ good: blade }"))
	g.Truth("can_buy", true, "blade")
	g.Steps(1).Is(done)
	g.Truth("has_weapon", true, "knife")
	stocked(t, arenatest.Act("buy", "{ good: arrows }")).Steps(1).Is(failed) // its quiver is full
	stocked(t, arenatest.Act("buy", "{ good: plate, place: well }")).Steps(1).Is(failed)
	arenatest.In(t, arenatest.Act("buy", "{ good: plate }")).Steps(1).Is(failed)
}

func TestBuyShots(t *testing.T) {
	tree := "{ kind: selector, children: [{ kind: action, name: attack }, { kind: action, name: buy, args: { good: arrows } }, { kind: action, name: stand }] }"
	g := stocked(t, tree).Put(two, 20, 11, 1, 0)
	g.Steps(500)
	if g.Events("bought") != 5 { // for all the money
		t.Errorf("bought %d times, wanted 5", g.Events("bought"))
	}
	g.Number("purse", 0)
}

func TestThePurseIsNotOverdrawn(t *testing.T) {
	tree := arenatest.Act("buy", "{ good: plate }")
	src := strings.Replace(strings.Replace(arenatest.Yard, "TREE", tree, 1), "cargo: 0 }", "cargo: 1, behavior: "+tree+" }", 1)
	g := arenatest.Open(t, src, 1).Put(one, 10, 10, 1, 0).Put(three, 11, 10, 1, 0).Steps(2)
	g.Number("purse", 20)
	if g.ValueFor(three, "owns", host.StringValue("plate")).Bool() {
		t.Error("both bought for the money of one")
	}
}

func TestBecome(t *testing.T) {
	g := arenatest.In(t, arenatest.Act("become", "{ class: knight }"))
	g.Hurt(one)
	g.Steps(1).Is(done)
	g.Number("health", 0.9)
	if g.Events("became") != 1 {
		t.Errorf("became %d", g.Events("became"))
	}
	g.Number("purse", 30)
	g.Truth("is_class", true, "knight")
	g.Truth("has_weapon", true, "knife")
	if got := g.Value("class_of").Text(); got != "knight" {
		t.Errorf("class %q", got)
	}
	g.Truth("can_become", false, "knight")
	g.Steps(1).Is(failed)
	g = arenatest.In(t, "{ kind: selector, children: [{ kind: action, name: become, args: { class: knight } }, { kind: action, name: move_to, args: { x: 20, y: 90 } }] }").Steps(11)
	g.Near(one, 20, 54) // with the speed of a knight
	g = arenatest.In(t, "{ kind: selector, children: [{ kind: action, name: become, args: { class: knight } }, { kind: action, name: die }] }").Steps(23)
	g.Truth("is_class", true, "knight") // it became one again, after it came back
	g.Number("purse", 10)
}
