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

// aimsAlways is a tree that aims at the first enemy that its bot has noticed.
const aimsAlways = "selector { sequence { condition goalType < 0 action changeGoal( E_ENEMY ) } action aimAtGoal }"

// Who has come to the place at which it aims keeps to it for as long as any other.
func TestAimsLastWhereTheyAre(t *testing.T) {
	t.Parallel()
	g := trial.Scene{Team: "aliens", Tree: aimsAlways, Bots: trial.Still("human_naked", "humans", 1, "health: 1000000")}.Open(t)
	fixed := 0
	var wasX, wasY float32
	const seconds = 60
	for tick := range seconds * 20 {
		trial.At(g, trial.Two, 3500+0.02*float64(tick), 3200) // in motion, so that no place is as the one before
		if fixed > 0 {
			g.Put(trial.One, wasX, wasY, 1, 0)
		}
		g.Step()
		if x, y := trial.Aims(g.Arena, trial.One); x != wasX || y != wasY {
			fixed, wasX, wasY = fixed+1, x, y
		}
	}
	if every := seconds / float64(fixed); !(math.Abs(every/(0.15*7*0.625)-1) <= 0.15) {
		t.Errorf("every %v s, wanted %v", every, 0.15*7*0.625)
	}
}

// A view closes in on a place as fast as in the game, which does it 40 times a second, whatever
// the tick rate.
func TestViewsCloseInAtTheirRate(t *testing.T) {
	t.Parallel()
	half := func(rate int) float64 {
		g := trial.Scene{Tree: aimsAlways, Class: "skill: 1,", Bots: trial.Still("alien_level4", "aliens", 1, "health: 1000000"), Rate: rate}.Open(t)
		turns, ticks, turned, east := 0, 0, true, true
		trial.At(g, trial.One, 3200, 3200)
		var wasX, wasY float32
		for range 180 * rate {
			if east {
				trial.At(g, trial.Two, 3600, 3200)
			} else {
				trial.At(g, trial.Two, 3200, 3600)
			}
			g.Step()
			if x, y := trial.Aims(g.Arena, trial.One); math.Abs(float64(x-wasX)) > 1 || math.Abs(float64(y-wasY)) > 1 { // the next time it aims elsewhere
				wasX, wasY, east, turned = x, y, !east, false
				turns++
			}
			if !turned {
				ticks++
			}
			hx, hy := g.Game().HeadingOf(g.Arena.BodyOf(trial.One))
			turned = turned || (hx > hy) != east // once it looks there rather than where it looked before
		}
		return float64(ticks) / float64(turns) / float64(rate)
	}
	want := half(40)
	for _, rate := range trial.Rates {
		if got := half(rate); !(math.Abs(got/want-1) <= 0.12) {
			t.Errorf("at %d Hz half of the way takes %.3f s, at 40 Hz %.3f s", rate, got, want)
		}
	}
}
