package fight_test

import (
	"math"
	"testing"

	"github.com/thicket-sim/thicket/internal/arena/unvanquished/trial"
)

// Buildings strike as often as they do in the game, whatever the tick rate.
func TestBuildingsStrikeAtTheirRate(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: games at several rates of ticks")
	}
	t.Parallel()
	for _, c := range []struct {
		class, enemies string
		every          float64 // seconds
	}{
		{"mgturret 3200 3200, reactor 600 600", "aliens", 0.125},
		{"acidtube 3200 3200, overmind 600 600", "humans", 1},
		{"overmind 3200 3200", "humans", 1},
		{"reactor 3200 3200", "aliens", 1},
	} {
		class := "human_naked"
		if c.enemies == "aliens" {
			class = "alien_level4"
		}
		for _, rate := range trial.Rates {
			g := trial.Scene{Team: "humans", Buildings: c.class, Bots: trial.Still(class, c.enemies, 1, "health: 10000"), Rate: rate}.Open(t)
			trial.At(g, trial.One, away, away)
			blows, had := 0, g.Bot(trial.Two).Points
			for range 60 * rate {
				trial.At(g, trial.Two, 3390, 3200)
				g.Step()
				if has := g.Bot(trial.Two).Points; has < had {
					blows, had = blows+1, has
				}
			}
			trial.Often(t, c.class, rate, blows, 60/c.every)
		}
	}
}

// The fifth barb has grown after a minute, and not sooner.
func TestBarbsGrowAtTheirRate(t *testing.T) {
	t.Parallel()
	for _, rate := range trial.Rates {
		g := trial.Scene{Team: "aliens", Tree: "action moveTo( E_SELF )", Rate: rate}.Open(t).Steps(1)
		trial.Become(g, trial.One, "alien_level3_upg")
		grown, last := 0, 0
		for tick := range 61 * rate {
			arms(g, trial.One, 1, "barb", 1, 0)
			if g.Step(); g.Arena.Cargo[g.Arena.BodyOf(trial.One)].Arms[1].Loaded > 1 {
				grown, last = grown+1, tick
			}
		}
		if grown != 5 || last < 60*rate-1 || last > 60*rate+1 {
			t.Errorf("at %d Hz: %d barbs, the last after %d ticks, wanted 5 and %d", rate, grown, last, 60*rate)
		}
	}
}

// A building is known to a team when somebody looked at it for longer than g_tagDelay.
func TestLooksTagAtTheirRate(t *testing.T) {
	t.Parallel()
	for _, rate := range trial.Rates {
		g := trial.Scene{Tree: "action moveTo( E_SELF )", Buildings: "egg 4400 3500", Settings: "g_tagDelay: 20000", Rate: rate}.Open(t)
		ticks := 0
		for ; !trial.Known(g.Arena, trial.Two); ticks++ {
			g.Step()
		}
		if after := float64(ticks) / float64(rate); math.Abs(after/20-1) > 0.01 {
			t.Errorf("at %d Hz: known after %v s, wanted 20", rate, after)
		}
	}
}

// Who aims fixes a place anew after g_bot_humanAimDelay times the skill that it lacks, times
// 0.5 or the random number that is more: 0.625 on average.
func TestAimsAreFixedAtTheirRate(t *testing.T) {
	t.Parallel()
	for _, rate := range trial.Rates {
		g := trial.Scene{Tree: "action fight", Settings: "g_bot_humanAimDelay: 150", Bots: trial.Still("alien_level4", "aliens", 1, "health: 1000000"), Rate: rate}.Open(t)
		fixed, places := 0, 0
		var wasX, wasY float32
		for tick := range 120 * rate {
			trial.At(g, trial.One, 3200, 3200)
			trial.At(g, trial.Two, 3500+0.02*float64(tick), 3200) // in motion, so that no place is as the one before
			g.Step()
			if x, y := trial.Aims(g.Arena, trial.One); x != wasX || y != wasY {
				fixed, wasX, wasY = fixed+1, x, y
			}
			places++
		}
		if every := float64(places) / float64(fixed) / float64(rate); !(math.Abs(every/(0.15*7*0.625)-1) <= 0.05) {
			t.Errorf("at %d Hz: every %v s, wanted %v", rate, every, 0.15*7*0.625)
		}
	}
}
