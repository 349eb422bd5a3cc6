package unvanquished_test

import (
	"math"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/systems/arena/internal/arenatest"
	"github.com/thicket-sim/thicket/systems/arena/internal/unvanquished"
)

// far is how far the first bot is from a body, in units.
func far(g *arenatest.Game, id components.ID) float64 {
	x, y := where(g, arenatest.One)
	ox, oy := where(g, id)
	return math.Hypot(x-ox, y-oy)
}

// halve takes half of its health from a building.
func halve(g *arenatest.Game, id components.ID) {
	strike(g, id, g.Bot(id).Points/2, 0)
}

var _ = fact("repair-kit", func(t *testing.T) {
	g := base{buildings: "reactor 1000 1000, mgturret 3600 3200", settings: theKit}.open(t).Steps(1)
	turret := those(g, "mgturret")[0].ID
	strike(g, turret, 60, 0)
	g.Arena.Cargo[g.Arena.BodyOf(arenatest.One)].Hand = 1 // the blaster
	plays(g, arenatest.One, `sequence { action repair action say( "whole" ) } action say( "failed" )`)
	for g.Bot(turret).Points == 190 {
		if g.Step(); g.World().Clock().Tick > 100 {
			t.Fatal("nothing is mended in 5 seconds")
		}
	}
	if w := g.Bot(arenatest.One).Weapon; w != "hbuild" || far(g, turret) > 100+20 {
		t.Errorf("it mends from %v away, with %q", far(g, turret), w)
	}
	if p := g.Bot(turret).Points; p != 200 {
		t.Errorf("%v points, wanted 10 more than 190", p)
	}
	g.Steps(19)
	if p := g.Bot(turret).Points; p != 200 {
		t.Errorf("%v points before the second is over", p)
	}
	g.Steps(1)
	if p := g.Bot(turret).Points; p != 210 {
		t.Errorf("%v points a second later, wanted 210", p)
	}
	for g.Bot(turret).Health < 1 {
		if g.Step(); g.Bot(arenatest.One).Speech != "" {
			t.Fatalf("it says %q before all is mended", g.Bot(arenatest.One).Speech)
		}
	}
	if g.Steps(1); g.Bot(arenatest.One).Speech != "whole" || far(g, turret) > 100 {
		t.Errorf("it says %q, %v away", g.Bot(arenatest.One).Speech, far(g, turret))
	}
})

var _ = fact("repair-timer", func(t *testing.T) {
	g := base{buildings: "reactor 1000 1000, drill 1200 1000, mgturret 3290 3200", settings: theKit}.open(t).Steps(1)
	turret := those(g, "mgturret")[0].ID
	halve(g, turret)
	unvanquished.SetBuildTimer(g.Arena, arenatest.One, 3)
	plays(g, arenatest.One, `sequence { action repair action say( "whole" ) } action say( "failed" )`)
	g.Steps(59)
	if b := g.Bot(turret); b.Health != 0.5 || g.Bot(arenatest.One).Speech != "" {
		t.Errorf("%v of its health while the timer runs; it says %q", b.Health, g.Bot(arenatest.One).Speech)
	}
	g.Steps(1)
	if b := g.Bot(turret); b.Points != 135 {
		t.Errorf("%v points when the timer is over, wanted 135", b.Points)
	}
})

// repair does not ask for the kit: without one the bot stands there. An alien goes to
// what burns and mends nothing.
func TestRepairWithoutAKit(t *testing.T) {
	g := base{buildings: "reactor 1000 1000, mgturret 3290 3200"}.open(t).Steps(1)
	turret := those(g, "mgturret")[0].ID
	halve(g, turret)
	plays(g, arenatest.One, `sequence { action repair action say( "whole" ) } action say( "failed" )`)
	if g.Steps(90); g.Bot(turret).Health != 0.5 || g.Bot(arenatest.One).Speech != "" {
		t.Errorf("%v; it says %q", g.Bot(turret).Health, g.Bot(arenatest.One).Speech)
	}
	g = granger(t, "overmind 1000 1000, acidtube 3290 3200", "")
	tube := those(g, "acidtube")[0].ID
	wants(g, "repair", "failed")
	halve(g, tube)
	wants(g, "repair", "failed")
	unvanquished.Ignite(g.Arena, tube)
	g.Step()
	wants(g, "repair", "runs")
}

var _ = fact("damaged-aliens", func(t *testing.T) {
	g := base{team: "aliens", buildings: "overmind 1000 1000, egg 5000 5000"}.open(t).Steps(1)
	egg := those(g, "egg")[0].ID
	halve(g, egg)
	g.Step()
	g.Number("buildingIsDamaged", 0)
	g = base{team: "aliens", buildings: "overmind 1000 1000, egg 5000 5000"}.open(t).Steps(1)
	unvanquished.Ignite(g.Arena, those(g, "egg")[0].ID)
	g.Step()
	g.Number("buildingIsDamaged", 1)
	g.Number("buildingIsBurning", 1)
})

var _ = fact("damaged-humans", func(t *testing.T) {
	g := base{buildings: "reactor 1000 1000, telenode 5000 5000"}.open(t).Steps(1)
	g.Number("buildingIsDamaged", 0)
	strike(g, those(g, "telenode")[0].ID, 3.1, 0)
	g.Step()
	g.Number("buildingIsDamaged", 1)
	g.Number("buildingIsBurning", 1)
	g = base{buildings: "reactor 1000 1000", settings: theKit + ", g_maxMiners: 0"}.open(t).Steps(1)
	wants(g, "buildNowChosenBuildable", "done")
	if n := len(those(g.Steps(5), "telenode")); n != 1 {
		t.Fatalf("%d telenodes", n)
	}
	g.Number("buildingIsDamaged", 0)
})

var _ = fact("extinguish", func(t *testing.T) {
	g := base{team: "aliens", buildings: "overmind 1000 1000, egg 3700 3200"}.open(t).Steps(1)
	become(g, arenatest.One, "alien_builder0_upg")
	at(g, arenatest.One, 3200, 3200)
	egg := those(g, "egg")[0].ID
	wants(g, "extinguishFire", "failed")
	at(g, arenatest.One, 3200, 3200)
	unvanquished.Ignite(g.Arena, egg)
	g.Step()
	plays(g, arenatest.One, `sequence { action extinguishFire action say( "out" ) } action say( "failed" )`)
	for g.Number("buildingIsBurning", 1); g.Bot(egg).Building.Burning; {
		if g.Step(); g.World().Clock().Tick > 80 {
			t.Fatal("it burns for ever")
		}
		if s := g.Bot(arenatest.One).Speech; s == "out" || far(g, egg) < 180 {
			t.Fatalf("it says %q, %v away", s, far(g, egg))
		}
	}
	if d := far(g, egg); d > 210 {
		t.Errorf("it was put out from %v away, wanted 200", d)
	}
	if g.Steps(1); g.Bot(arenatest.One).Speech != "out" {
		t.Errorf("it says %q", g.Bot(arenatest.One).Speech)
	}
	if m := g.Bot(arenatest.One).Money; m != 20 {
		t.Errorf("%v credits for a fire, wanted 20", m)
	}
	plays(g, arenatest.One, "action gesture")
	unvanquished.Ignite(g.Arena, egg) // it is wet
	if g.Step(); g.Bot(egg).Building.Burning {
		t.Error("it catches fire right after it was put out")
	}
	at(g.Steps(60), arenatest.One, 6000, 6000) // too far to put it out at once
	unvanquished.Ignite(g.Arena, egg)
	if g.Step(); !g.Bot(egg).Building.Burning {
		t.Error("it catches no fire four seconds later")
	}
})

// Only advanced grangers put out fires.
func TestOthersPutOutNoFires(t *testing.T) {
	for class, want := range map[string]string{"alien_level0": "failed", "alien_builder0": "failed", "alien_builder0_upg": "runs"} {
		g := base{team: "aliens", buildings: "overmind 1000 1000, egg 3500 3200"}.open(t).Steps(1)
		become(g, arenatest.One, class)
		unvanquished.Ignite(g.Arena, those(g, "egg")[0].ID)
		g.Step()
		wants(g, "extinguishFire", want)
	}
}

// A fire takes 12.5 points a second from its building and 20 from who is near, lasts four
// seconds at least, and ends.
func TestFiresBurn(t *testing.T) {
	g := base{buildings: "egg 3200 3200, telenode 5000 5000"}.open(t).Steps(1)
	egg, node := those(g, "egg")[0].ID, those(g, "telenode")[0].ID
	unvanquished.Ignite(g.Arena, egg)
	unvanquished.Ignite(g.Arena, node)
	if g.Step(); g.Bot(node).Building.Burning {
		t.Error("a building of humans burns")
	}
	at(g, arenatest.One, 3200, 3250)
	before, own := g.Bot(egg).Points, g.Bot(arenatest.One).Points
	g.Step()
	if lost, hurt := before-g.Bot(egg).Points, own-g.Bot(arenatest.One).Points; math.Abs(float64(lost)-12.5/20) > 1e-4 || math.Abs(float64(hurt)-1) > 1e-4 {
		t.Errorf("a tick takes %v from the egg and %v from who is near", lost, hurt)
	}
	at(g, arenatest.One, 5000, 3000)
	g.Steps(4*20 - 4)
	if !g.Bot(egg).Building.Burning {
		t.Error("the fire is out within four seconds")
	}
	for g.Bot(egg).Building.Burning {
		if g.Step(); g.World().Clock().Tick > 20*60 {
			t.Fatal("the fire burns for a minute")
		}
	}
}

// A fire spreads to buildings near it, not to those far away.
func TestFiresSpread(t *testing.T) {
	spread := 0
	for range 1 {
		g := base{buildings: "egg 3200 3200, egg 3240 3200, egg 3200 3240, egg 3160 3200, egg 3400 3400"}.open(t).Steps(1)
		at(g, arenatest.One, 100, 100)
		eggs := those(g, "egg")
		unvanquished.Ignite(g.Arena, eggs[0].ID)
		for range 80 {
			g.Step()
			for _, e := range those(g, "egg")[1:4] {
				if e.Building.Burning {
					spread++
				}
			}
			if g.Bot(eggs[4].ID).Building.Burning {
				t.Fatal("it spreads 250 units far")
			}
		}
	}
	if spread == 0 {
		t.Error("it never spreads")
	}
}
