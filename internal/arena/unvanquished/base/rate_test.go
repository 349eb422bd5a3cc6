package base_test

import (
	"math"
	"testing"

	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/trial"
)

// A kit mends sixty times in a minute.
func TestKitsMendAtTheirRate(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: games at several rates of ticks")
	}
	t.Parallel()
	for _, rate := range trial.Rates {
		g := trial.Scene{Buildings: "reactor 3290 3200", Settings: trial.TheKit, Rate: rate}.Open(t).Steps(1)
		reactor := trial.Those(g, "reactor")[0].ID
		trial.Strike(g, reactor, 800, 0)
		trial.Plays(g, arenatest.One, "action repair")
		times, first, last, had := 0, 0, 0, g.Bot(reactor).Points
		for tick := range 62 * rate {
			g.Step()
			if g.Bot(reactor).Points-had > 5 { // more than it regenerates
				if times == 0 {
					first = tick
				}
				if times++; times == 61 {
					last = tick
				}
			}
			if had = g.Bot(reactor).Points; had > 600 {
				trial.Strike(g, reactor, 400, 0)
				had -= 400
			}
		}
		if last-first != 60*rate {
			t.Errorf("at %d Hz: %d times, 60 in %d ticks, wanted %d", rate, times, last-first, 60*rate)
		}
	}
}

// A spawn brings somebody back every ten seconds, as long as somebody waits.
func TestSpawnsServeAtTheirRate(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: games at several rates of ticks")
	}
	t.Parallel()
	for _, rate := range trial.Rates {
		g := trial.Scene{Buildings: "telenode 3200 3600, reactor 600 600", Tree: "action suicide", Rate: rate,
			Bots: "  - { id: more, name: More, teamId: humans, count: 3, behavior: { file: tree.bt } }"}.Open(t)
		var born []int
		bots := g.Snapshot().Bots
		for tick := range 90 * rate {
			g.Step()
			for i := range bots {
				if b := g.Bot(bots[i].ID); b.Class == bots[i].Class && bots[i].Dead && !b.Dead {
					born = append(born, tick)
				}
				bots[i].Dead = g.Bot(bots[i].ID).Dead
			}
		}
		if len(born) < 8 || born[7]-born[1] != 60*rate {
			t.Errorf("at %d Hz they came at %v", rate, born)
		}
	}
}

// A builder begins a building every nine seconds.
func TestBuildersBuildAtTheirRate(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: games at several rates of ticks")
	}
	t.Parallel()
	for _, rate := range trial.Rates {
		g := trial.Scene{Team: "aliens", Tree: "action buildNowChosenBuildable", Buildings: "overmind 3000 3000", Settings: "g_maxMiners: 0, g_bot_numbuildeggs: 100", Rate: rate}.Open(t).Steps(1)
		trial.Become(g, trial.One, "alien_builder0")
		var begun []int
		for tick := range 60 * rate {
			trial.At(g, trial.One, 1000, 1000+float64(len(begun))*400)
			g.Step()
			if len(trial.Those(g, "egg")) > len(begun) {
				begun = append(begun, tick)
			}
		}
		if n := len(begun); n != 6 || begun[5]-begun[0] != 45*rate {
			t.Errorf("at %d Hz: begun in the ticks %v, wanted five times %d", rate, begun, 9*rate)
		}
	}
}

// A fire takes 12.5 points a second from its building.
func TestFiresBurnAtTheirRate(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: games at several rates of ticks")
	}
	t.Parallel()
	for _, rate := range trial.Rates {
		g := trial.Scene{Team: "aliens", Buildings: "egg 3200 3200, overmind 600 600", Rate: rate}.Open(t).Steps(1)
		egg := trial.Those(g, "egg")[0].ID
		burnt, lost := 0, 0.0
		for burnt < 60*rate {
			trial.Ignite(g.Arena, egg)
			before := g.Bot(egg).Points
			g.Step()
			if !g.Bot(egg).Building.Burning {
				continue
			}
			burnt++
			lost += float64(before - g.Bot(egg).Points)
			if g.Bot(egg).Points < 100 {
				g.Arena.Life.Heal(g.Arena.BodyOf(egg), 100)
			}
		}
		if math.Abs(lost/(60*12.5)-1) > 0.01 {
			t.Errorf("at %d Hz: %v points in a minute, wanted %v", rate, lost, 60*12.5)
		}
	}
}
