package base_test

import (
	"math"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/trial"
)

// far returns how far the first bot is from a body, in units.
func far(g *arenatest.Game, id components.ID) float64 {
	x, y := trial.Where(g, arenatest.One)
	ox, oy := trial.Where(g, id)
	return math.Hypot(x-ox, y-oy)
}

var _ = trial.Fact("repair-kit", func(t *testing.T) {
	g := trial.Scene{Buildings: "reactor 1000 1000, mgturret 3600 3200", Settings: trial.TheKit}.Open(t).Steps(1)
	turret := trial.Those(g, "mgturret")[0].ID
	trial.Strike(g, turret, 60, 0)
	g.Arena.Cargo[g.Arena.BodyOf(arenatest.One)].Hand = 1 // the blaster
	trial.Plays(g, arenatest.One, `sequence { action repair action say( "whole" ) } action say( "failed" )`)
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

var _ = trial.Fact("repair-timer", func(t *testing.T) {
	g := trial.Scene{Buildings: "reactor 1000 1000, drill 1200 1000, mgturret 3290 3200", Settings: trial.TheKit}.Open(t).Steps(1)
	turret := trial.Those(g, "mgturret")[0].ID
	trial.Halve(g, turret)
	trial.SetBuildTimer(g.Arena, arenatest.One, 3)
	trial.Plays(g, arenatest.One, `sequence { action repair action say( "whole" ) } action say( "failed" )`)
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
	g := trial.Scene{Buildings: "reactor 1000 1000, mgturret 3290 3200"}.Open(t).Steps(1)
	turret := trial.Those(g, "mgturret")[0].ID
	trial.Halve(g, turret)
	trial.Plays(g, arenatest.One, `sequence { action repair action say( "whole" ) } action say( "failed" )`)
	if g.Steps(90); g.Bot(turret).Health != 0.5 || g.Bot(arenatest.One).Speech != "" {
		t.Errorf("%v; it says %q", g.Bot(turret).Health, g.Bot(arenatest.One).Speech)
	}
	g = granger(t, "overmind 1000 1000, acidtube 3290 3200", "")
	tube := trial.Those(g, "acidtube")[0].ID
	trial.Wants(g, "repair", "failed")
	trial.Halve(g, tube)
	trial.Wants(g, "repair", "failed")
	trial.Ignite(g.Arena, tube)
	g.Step()
	trial.Wants(g, "repair", "runs")
}

var _ = trial.Fact("damaged-aliens", func(t *testing.T) {
	g := trial.Scene{Team: "aliens", Buildings: "overmind 1000 1000, egg 5000 5000"}.Open(t).Steps(1)
	egg := trial.Those(g, "egg")[0].ID
	trial.Halve(g, egg)
	g.Step()
	g.Number("buildingIsDamaged", 0)
	g = trial.Scene{Team: "aliens", Buildings: "overmind 1000 1000, egg 5000 5000"}.Open(t).Steps(1)
	trial.Ignite(g.Arena, trial.Those(g, "egg")[0].ID)
	g.Step()
	g.Number("buildingIsDamaged", 1)
	g.Number("buildingIsBurning", 1)
})

var _ = trial.Fact("damaged-humans", func(t *testing.T) {
	g := trial.Scene{Buildings: "reactor 1000 1000, telenode 5000 5000"}.Open(t).Steps(1)
	g.Number("buildingIsDamaged", 0)
	trial.Strike(g, trial.Those(g, "telenode")[0].ID, 3.1, 0)
	g.Step()
	g.Number("buildingIsDamaged", 1)
	g.Number("buildingIsBurning", 1)
	g = trial.Scene{Buildings: "reactor 1000 1000", Settings: trial.TheKit + ", g_maxMiners: 0"}.Open(t).Steps(1)
	trial.Wants(g, "buildNowChosenBuildable", "done")
	if n := len(trial.Those(g.Steps(5), "telenode")); n != 1 {
		t.Fatalf("%d telenodes", n)
	}
	g.Number("buildingIsDamaged", 0)
})

var _ = trial.Fact("extinguish", func(t *testing.T) {
	g := trial.Scene{Team: "aliens", Buildings: "overmind 1000 1000, egg 3700 3200"}.Open(t).Steps(1)
	trial.Become(g, arenatest.One, "alien_builder0_upg")
	trial.At(g, arenatest.One, 3200, 3200)
	egg := trial.Those(g, "egg")[0].ID
	trial.Wants(g, "extinguishFire", "failed")
	trial.At(g, arenatest.One, 3200, 3200)
	trial.Ignite(g.Arena, egg)
	g.Step()
	trial.Plays(g, arenatest.One, `sequence { action extinguishFire action say( "out" ) } action say( "failed" )`)
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
	trial.Plays(g, arenatest.One, "action gesture")
	trial.Ignite(g.Arena, egg) // it is wet
	if g.Step(); g.Bot(egg).Building.Burning {
		t.Error("it catches fire right after it was put out")
	}
	trial.At(g.Steps(60), arenatest.One, 6000, 6000) // too far to put it out at once
	trial.Ignite(g.Arena, egg)
	if g.Step(); !g.Bot(egg).Building.Burning {
		t.Error("it catches no fire four seconds later")
	}
})

// Only advanced grangers put out fires.
func TestOthersPutOutNoFires(t *testing.T) {
	for class, want := range map[string]string{"alien_level0": "failed", "alien_builder0": "failed", "alien_builder0_upg": "runs"} {
		g := trial.Scene{Team: "aliens", Buildings: "overmind 1000 1000, egg 3500 3200"}.Open(t).Steps(1)
		trial.Become(g, arenatest.One, class)
		trial.Ignite(g.Arena, trial.Those(g, "egg")[0].ID)
		g.Step()
		trial.Wants(g, "extinguishFire", want)
	}
}

// A fire takes 12.5 points a second from its building and 20 from who is near, lasts four
// seconds at least, and ends.
func TestFiresBurn(t *testing.T) {
	g := trial.Scene{Buildings: "egg 3200 3200, telenode 5000 5000"}.Open(t).Steps(1)
	egg, node := trial.Those(g, "egg")[0].ID, trial.Those(g, "telenode")[0].ID
	trial.Ignite(g.Arena, egg)
	trial.Ignite(g.Arena, node)
	if g.Step(); g.Bot(node).Building.Burning {
		t.Error("a building of humans burns")
	}
	trial.At(g, arenatest.One, 3200, 3250)
	before, own := g.Bot(egg).Points, g.Bot(arenatest.One).Points
	g.Step()
	if lost, hurt := before-g.Bot(egg).Points, own-g.Bot(arenatest.One).Points; math.Abs(float64(lost)-12.5/20) > 1e-4 || math.Abs(float64(hurt)-1) > 1e-4 {
		t.Errorf("a tick takes %v from the egg and %v from who is near", lost, hurt)
	}
	trial.At(g, arenatest.One, 5000, 3000)
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
		g := trial.Scene{Buildings: "egg 3200 3200, egg 3240 3200, egg 3200 3240, egg 3160 3200, egg 3400 3400"}.Open(t).Steps(1)
		trial.At(g, arenatest.One, 100, 100)
		eggs := trial.Those(g, "egg")
		trial.Ignite(g.Arena, eggs[0].ID)
		for range 80 {
			g.Step()
			for _, e := range trial.Those(g, "egg")[1:4] {
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
