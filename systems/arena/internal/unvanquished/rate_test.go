package unvanquished_test

import (
	"math"
	"testing"

	"github.com/thicket-sim/thicket/systems/arena/internal/arenatest"
	"github.com/thicket-sim/thicket/systems/arena/internal/unvanquished"
)

// rates are those at which what goes on at a rate must do so equally often.
var rates = [...]int{20, 25, 30, 40, 50, 60}

// Buildings strike as often as they do in the game, whatever the tick rate.
func TestBuildingsStrikeAtTheirRate(t *testing.T) {
	for _, c := range []struct {
		class, enemies string
		every          float64 // seconds
	}{
		{"mgturret 3200 3200, reactor 600 600", "aliens", 0.15},
		{"acidtube 3200 3200, overmind 600 600", "humans", 1},
		{"overmind 3200 3200", "humans", 1},
		{"reactor 3200 3200", "aliens", 1},
	} {
		class := "human_naked"
		if c.enemies == "aliens" {
			class = "alien_level4"
		}
		for _, rate := range rates {
			g := base{team: "humans", buildings: c.class, bots: still(class, c.enemies, 1, "health: 10000"), rate: rate}.open(t)
			at(g, one, away, away)
			blows, had := 0, g.Bot(two).Points
			for range 60 * rate {
				at(g, two, 3390, 3200)
				g.Step()
				if has := g.Bot(two).Points; has < had {
					blows, had = blows+1, has
				}
			}
			often(t, c.class, rate, blows, 60/c.every)
		}
	}
}

// often wants something to have happened so often in a minute, to 1 % and the one that the
// minute may cut off.
func often(t *testing.T, what string, rate, got int, want float64) {
	t.Helper()
	if math.Abs(float64(got)-want) > max(0.01*want, 1) {
		t.Errorf("%s at %d Hz: %d times in 60 s, wanted %.1f", what, rate, got, want)
	}
}

// Credits come as often as the scene says.
func TestFreeFundsComeAtTheirRate(t *testing.T) {
	for _, rate := range rates {
		g := base{settings: "g_freeFundPeriod: 0.11", rate: rate}.open(t)
		times := 0
		for range 60 * rate {
			unvanquished.SetCredits(g.Arena, one, 0)
			if g.Step(); g.Bot(one).Money > 0 {
				times++
			}
		}
		often(t, "free funds", rate, times, 60/0.11)
	}
}

// The fifth barb has grown after a minute, and not sooner.
func TestBarbsGrowAtTheirRate(t *testing.T) {
	for _, rate := range rates {
		g := base{team: "aliens", tree: "action moveTo( E_SELF )", rate: rate}.open(t).Steps(1)
		become(g, one, "alien_level3_upg")
		grown, last := 0, 0
		for tick := range 61 * rate {
			arms(g, one, 1, "barb", 1, 0)
			if g.Step(); g.Arena.Cargo[g.Arena.BodyOf(one)].Arms[1].Loaded > 1 {
				grown, last = grown+1, tick
			}
		}
		if grown != 5 || last < 60*rate-1 || last > 60*rate+1 {
			t.Errorf("at %d Hz: %d barbs, the last after %d ticks, wanted 5 and %d", rate, grown, last, 60*rate)
		}
	}
}

// A kit mends sixty times in a minute.
func TestKitsMendAtTheirRate(t *testing.T) {
	for _, rate := range rates {
		g := base{buildings: "reactor 3290 3200", settings: theKit, rate: rate}.open(t).Steps(1)
		reactor := those(g, "reactor")[0].ID
		strike(g, reactor, 800, 0)
		plays(g, arenatest.One, "action repair")
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
				strike(g, reactor, 400, 0)
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
	for _, rate := range rates {
		g := base{buildings: "telenode 3200 3600, reactor 600 600", tree: "action suicide", rate: rate,
			bots: "  - { id: more, name: More, teamId: humans, count: 3, behavior: { file: tree.bt } }"}.open(t)
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

// Who stands at an armoury is looked at every tenth of a second, and filled up with the first
// look after two seconds.
func TestWeaponsAreFilledUpAtTheirRate(t *testing.T) {
	for _, rate := range rates {
		g := marketOf(t, base{tree: "action moveTo( E_H_ARMOURY )", rate: rate}, 50, aRifle)
		first, last, times := 0, 0, -1
		for tick := range 120 * rate {
			at(g, one, 3168+120, 3200)
			empty(g, 0, 0)
			if g.Step(); g.Bot(one).Spare > 0 {
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
	for _, rate := range rates {
		g := base{tree: "action fight", bots: still("alien_level4", "aliens", 1, "health: 1000000"), rate: rate}.open(t)
		arm(g, aRifle)
		shots, had := 0, g.Bot(one).Loaded
		for range 120 * rate {
			at(g, one, 3200, 3200)
			at(g, two, 3500, 3200)
			g.Step()
			has := g.Bot(one).Loaded
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

// A builder begins a building every nine seconds.
func TestBuildersBuildAtTheirRate(t *testing.T) {
	for _, rate := range rates {
		g := base{team: "aliens", tree: "action buildNowChosenBuildable", buildings: "overmind 3000 3000", settings: "g_maxMiners: 0, g_bot_numbuildeggs: 100", rate: rate}.open(t).Steps(1)
		become(g, one, "alien_builder0")
		var begun []int
		for tick := range 60 * rate {
			at(g, one, 1000, 1000+float64(len(begun))*400)
			g.Step()
			if len(those(g, "egg")) > len(begun) {
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
	for _, rate := range rates {
		g := base{team: "aliens", buildings: "egg 3200 3200, overmind 600 600", rate: rate}.open(t).Steps(1)
		egg := those(g, "egg")[0].ID
		burnt, lost := 0, 0.0
		for burnt < 60*rate {
			unvanquished.Ignite(g.Arena, egg)
			before := g.Bot(egg).Points
			g.Step()
			if !g.Bot(egg).Building.Burning {
				continue
			}
			burnt++
			lost += float64(before - g.Bot(egg).Points)
			if g.Bot(egg).Points < 100 {
				g.Arena.Heal(g.Arena.BodyOf(egg), 100)
			}
		}
		if math.Abs(lost/(60*12.5)-1) > 0.01 {
			t.Errorf("at %d Hz: %v points in a minute, wanted %v", rate, lost, 60*12.5)
		}
	}
}

// A building is known to a team when somebody looked at it for longer than g_tagDelay.
func TestLooksTagAtTheirRate(t *testing.T) {
	for _, rate := range rates {
		g := base{tree: "action moveTo( E_SELF )", buildings: "egg 4400 3500", settings: "g_tagDelay: 20000", rate: rate}.open(t)
		ticks := 0
		for ; !unvanquished.Known(g.Arena, two); ticks++ {
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
	for _, rate := range rates {
		g := base{tree: "action fight", settings: "g_bot_humanAimDelay: 150", bots: still("alien_level4", "aliens", 1, "health: 1000000"), rate: rate}.open(t)
		fixed, places := 0, 0
		var wasX, wasY float32
		for tick := range 120 * rate {
			at(g, one, 3200, 3200)
			at(g, two, 3500+0.02*float64(tick), 3200) // in motion, so that no place is as the one before
			g.Step()
			if x, y := unvanquished.Aims(g.Arena, one); x != wasX || y != wasY {
				fixed, wasX, wasY = fixed+1, x, y
			}
			places++
		}
		if every := float64(places) / float64(fixed) / float64(rate); !(math.Abs(every/(0.15*7*0.625)-1) <= 0.05) {
			t.Errorf("at %d Hz: every %v s, wanted %v", rate, every, 0.15*7*0.625)
		}
	}
}
