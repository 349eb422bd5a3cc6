package scenes_test

import (
	"math"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/session"
)

// valley holds what a test has seen of the wilds so far, tick for tick.
type valley struct {
	session.Snapshot
	out     map[string]int // bodies in sight, by class
	at      map[components.ID]place
	visited map[components.ID]map[components.ID]bool // the flowers at which each bee was
	left    map[components.ID]place                  // bees that went out of sight in this tick, by day, and where
	scared  map[components.ID]int64                  // birds to which somebody is near whom they fear: since when
	fled    int                                      // those of them that flew away
	slowest int64                                    // ticks that one of them took for that
}

type place struct{ x, y float64 }

func (p place) from(q place) float64 { return math.Hypot(p.x-q.x, p.y-q.y) }

func newValley() *valley {
	return &valley{at: map[components.ID]place{}, visited: map[components.ID]map[components.ID]bool{}, scared: map[components.ID]int64{}}
}

// look takes in the next tick.
func (v *valley) look() {
	before := v.at
	v.out, v.at, v.left = map[string]int{}, map[components.ID]place{}, map[components.ID]place{}
	var flowers, feared, bees, birds []components.ID
	for _, b := range v.Bots {
		if b.Hidden || b.Dead {
			continue
		}
		v.out[b.Class]++
		v.at[b.ID] = place{float64(b.X), float64(b.Y)}
		switch b.Class {
		case "flower":
			flowers = append(flowers, b.ID)
		case "walker", "pig", "merm", "spider":
			feared = append(feared, b.ID)
		case "bee":
			bees = append(bees, b.ID)
		case "bird":
			birds = append(birds, b.ID)
		}
	}
	for _, bee := range bees {
		if v.visited[bee] == nil {
			v.visited[bee] = map[components.ID]bool{}
		}
		for _, flower := range flowers {
			if v.at[bee].from(v.at[flower]) < 0.5 {
				v.visited[bee][flower] = true
			}
		}
	}
	for bee := range v.visited {
		if _, was := before[bee]; was && !v.Night {
			if _, is := v.at[bee]; !is {
				v.left[bee] = before[bee]
			}
		}
	}
	for _, bird := range birds {
		for _, who := range feared {
			if v.scared[bird] == 0 && v.at[bird].from(v.at[who]) < 6 {
				v.scared[bird] = v.Tick
			}
		}
	}
	for bird, since := range v.scared {
		if _, is := v.at[bird]; !is {
			v.fled++
			v.slowest = max(v.slowest, v.Tick-since)
			delete(v.scared, bird)
		}
	}
}

// spread returns how far the farthest body of a class is from the middle of all.
func (v *valley) spread(class string) (most float64) {
	var mid place
	var all []place
	for _, b := range v.Bots {
		if b.Class == class {
			p := place{float64(b.X), float64(b.Y)}
			all, mid = append(all, p), place{mid.x + p.x, mid.y + p.y}
		}
	}
	n := float64(len(all))
	for _, p := range all {
		most = max(most, p.from(place{mid.x / n, mid.y / n}))
	}
	return most
}

// TestWildsLiveByDayAndNight plays a day, a night and the next morning: who is out, what
// bees and birds do, and that nobody fails.
func TestWildsLiveByDayAndNight(t *testing.T) {
	if !longtest.On {
		t.Skip("plays a day and a half")
	}
	s := load(t, "wilds")
	s.Setup.Workers = 1
	g := start(t, s)
	v := newValley()
	hours := map[int64]map[string][2]int{ // by tick, how many of a class are out at least and at most
		// noon, when all houses have opened
		600: {"pig": {7, 7}, "spider": {0, 0}, "bee": {3, 20}, "merm": {0, 0}, "beefalo": {12, 12}, "bird": {12, 28}},
		// midnight
		1900: {"pig": {0, 0}, "spider": {10, 24}, "bee": {0, 0}, "merm": {8, 8}, "beefalo": {12, 12}, "bird": {0, 0}},
		// the next noon
		3300: {"pig": {7, 7}, "spider": {0, 0}, "bee": {3, 20}, "merm": {0, 0}, "beefalo": {12, 12}, "bird": {12, 28}},
	}
	returned, laden := 0, 0
	hive := func(p place) bool {
		for _, b := range v.Bots {
			if b.Class == "beehive" && p.from(place{float64(b.X), float64(b.Y)}) < 1.5 {
				return true
			}
		}
		return false
	}
	for tick := int64(1); tick <= 3300; tick++ {
		g.Step()
		g.Snapshot(&v.Snapshot)
		v.look()
		for class, want := range hours[tick] {
			if n := v.out[class]; n < want[0] || n > want[1] {
				t.Errorf("hour %.1f: %d %s out, wanted %d to %d", v.Hour, n, class, want[0], want[1])
			}
		}
		for bee, at := range v.left {
			returned++
			if !hive(at) {
				t.Errorf("tick %d: bee %d is gone, and no hive is near", tick, bee)
			}
			if len(v.visited[bee]) > 4 {
				laden++
			}
		}
		if far := v.spread("beefalo"); far > 25 {
			t.Fatalf("tick %d: a beefalo is %.1f m from the middle of the herd", tick, far)
		}
	}
	if returned < 10 || laden*10 < returned*8 {
		t.Errorf("%d bees came home by day, %d of them from more than four flowers; wanted 10 or more, and most of them so", returned, laden)
	}
	if v.fled < 3 || v.slowest > 100 {
		t.Errorf("%d birds flew from somebody, the slowest after %d ticks; wanted 3 or more, within 100", v.fled, v.slowest)
	}
	if ate := g.Counts.EventCounts()["ate"]; ate < 20 {
		t.Errorf("eaten %d times, wanted 20 or more", ate)
	}
	if faults, n := g.Faults.List(); n > 0 {
		t.Errorf("%d faults, the first %v", n, faults[0])
	}
	t.Logf("bees home %d, laden %d; birds fled %d, slowest %d ticks", returned, laden, v.fled, v.slowest)
}

// TestWildsAreOneWorldForAnyWorkers: who comes out of a house is born in the middle of a
// tick, and the world is the same however many think at once.
func TestWildsAreOneWorldForAnyWorkers(t *testing.T) {
	if testing.Short() {
		t.Skip("plays the scene that takes longest, for several workers")
	}
	t.Parallel()
	var want uint64
	ticks := 150
	if longtest.On {
		ticks = 700
	}
	for _, workers := range longtest.Ends(1, 2, 5) {
		s := load(t, "wilds")
		s.Setup.Workers = workers
		g := start(t, s)
		for range ticks {
			g.Step()
		}
		if got := g.Digest(); workers == 1 {
			want = got
		} else if got != want {
			t.Errorf("digest %x with %d workers, wanted %x", got, workers, want)
		}
	}
}
