package economy_test

import (
	"math"
	"testing"

	"github.com/thicket-sim/thicket/internal/arena/unvanquished/trial"
)

// Credits come as often as the scene says.
func TestFreeFundsComeAtTheirRate(t *testing.T) {
	t.Parallel()
	for _, rate := range trial.Rates {
		g := trial.Scene{Settings: "g_freeFundPeriod: 0.11", Rate: rate}.Open(t)
		times := 0
		for range 60 * rate {
			trial.SetCredits(g.Arena, trial.One, 0)
			if g.Step(); g.Bot(trial.One).Money > 0 {
				times++
			}
		}
		trial.Often(t, "free funds", rate, times, 60/0.11)
	}
}

// Who stands at an armoury is looked at every tenth of a second, and filled up with the first
// look after two seconds.
func TestWeaponsAreFilledUpAtTheirRate(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: games at several rates of ticks")
	}
	t.Parallel()
	for _, rate := range trial.Rates {
		g := marketOf(t, trial.Scene{Tree: "action moveTo( E_H_ARMOURY )", Rate: rate}, 50, aRifle)
		first, last, times := 0, 0, -1
		for tick := range 120 * rate {
			trial.At(g, trial.One, 3168+120, 3200)
			empty(g, 0, 0)
			if g.Step(); g.Bot(trial.One).Spare > 0 {
				if last = tick; times < 0 {
					first = tick
				}
				times++
			}
		}
		if every := float64(last-first) / float64(times) / float64(rate); !(math.Abs(every/2.1-1) <= 0.01) {
			t.Errorf("at %d Hz: filled up every %v s, wanted 2.1", rate, every)
		}
	}
}

// An empty clip is loaded after the last shot, and both take as long as the game says: 30
// rounds of 80 ms, and 2 s.
func TestClipsAreLoadedAtTheirRate(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: games at several rates of ticks")
	}
	t.Parallel()
	for _, rate := range trial.Rates {
		g := trial.Scene{Tree: "action fight", Bots: trial.Still("alien_level4", "aliens", 1, "health: 1000000"), Rate: rate}.Open(t)
		arm(g, aRifle)
		shots, had := 0, g.Bot(trial.One).Loaded
		for range 120 * rate {
			trial.At(g, trial.One, 3200, 3200)
			trial.At(g, trial.Two, 3500, 3200)
			g.Step()
			has := g.Bot(trial.One).Loaded
			if has < had {
				shots++
			} else if has > had {
				empty(g, int(has), 180)
			}
			had = has
		}
		if want := 120 / (30*0.08 + 2) * 30; math.Abs(float64(shots)/want-1) > 0.01 {
			t.Errorf("at %d Hz: %d shots in two minutes, wanted %.0f", rate, shots, want)
		}
	}
}
