package stage_test

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

// Ticks of the scenes of testdata/life, whose days take two minutes and begin at eight.
const (
	noon      = 600
	afternoon = 1150
	dusk      = 1450
	midnight  = 2400
	lateNight = 3200
	nextNoon  = 4200
	endOfLife = 4500
)

// habitat is what a test has seen of a scene of testdata/life so far.
type habitat struct {
	session.Snapshot
	told []string // what scripts print, behind the phase of the day: "night: killed vole"
}

// out returns the living bodies of a class that are in sight.
func (h *habitat) out(class string) (all []session.BodyView) {
	for _, b := range h.Bots {
		if b.Class == class && !b.Hidden && !b.Dead {
			all = append(all, b)
		}
	}
	return all
}

func apart(a, b session.BodyView) float64 { return math.Hypot(float64(a.X-b.X), float64(a.Y-b.Y)) }

// farthest is how far the two of some bodies are from each other that are farthest apart.
func (h *habitat) farthest(classes ...string) (most float64) {
	var all []session.BodyView
	for _, class := range classes {
		all = append(all, h.out(class)...)
	}
	for i, a := range all {
		for _, b := range all[:i] {
			most = max(most, apart(a, b))
		}
	}
	return most
}

// around counts what is within a distance of a point: bodies of a class, or things of a kind.
func (h *habitat) around(what string, x, y, within float64) (n int) {
	for _, b := range h.out(what) {
		if math.Hypot(float64(b.X)-x, float64(b.Y)-y) <= within {
			n++
		}
	}
	for _, i := range h.Items {
		if i.Kind == what && math.Hypot(float64(i.X)-x, float64(i.Y)-y) <= within {
			n++
		}
	}
	return n
}

// sight is something that can be counted at a tick, and what it is at least and at most.
type sight struct {
	tick        int64
	what        string
	count       func(h *habitat) float64
	least, most float64
}

func seen(tick int64, what string, least, most float64, count func(h *habitat) float64) sight {
	return sight{tick, what, count, least, most}
}

// outside counts the bodies of a class in sight.
func outside(tick int64, class string, least, most int) sight {
	return seen(tick, class+" in sight", float64(least), float64(most), func(h *habitat) float64 { return float64(len(h.out(class))) })
}

func nearby(tick int64, what string, x, y, within float64, least, most int) sight {
	return seen(tick, fmt.Sprintf("%s within %g m of %g, %g", what, within, x, y), float64(least), float64(most),
		func(h *habitat) float64 { return float64(h.around(what, x, y, within)) })
}

// spread is how far bodies are from each other at most.
func spread(tick int64, least, most float64, classes ...string) sight {
	return seen(tick, "the farthest two of "+strings.Join(classes, " and "), least, most, func(h *habitat) float64 { return h.farthest(classes...) })
}

// moved is how far the bodies of a class went in the second before, all together.
func moved(tick int64, class string, least, most float64) []sight {
	before := map[int64]session.BodyView{}
	return []sight{
		seen(tick-30, class, 0, 0, func(h *habitat) float64 {
			for _, b := range h.out(class) {
				before[int64(b.ID)] = b
			}
			return 0
		}),
		seen(tick, "metres that "+class+" went in a second", least, most, func(h *habitat) (sum float64) {
			for _, b := range h.out(class) {
				if was, ok := before[int64(b.ID)]; ok {
					sum += apart(was, b)
				}
			}
			return sum
		}),
	}
}

// TestLivesOfADayAndANight plays kinds of the game's life through a day, a night and the next morning: who is
// where at which hour, and what they tell of themselves. Nobody fails, and nobody asks for what is not there.
func TestLivesOfADayAndANight(t *testing.T) {
	if testing.Short() {
		t.Skip("plays a day and a night for each kind")
	}
	for _, kind := range lives {
		t.Run(kind.name, func(t *testing.T) { kind.play(t) })
	}
}

// life is a kind of creature with what is to be seen of it. What is told is told in this order, among other
// things; what is never told is part of no line.
type life struct {
	name   string
	sights [][]sight
	told   []string
	never  []string
}

func (l *life) play(t *testing.T) {
	file := "testdata/life/" + l.name + ".yaml"
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s, err := scenes.Parse(file, src, scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g, err := live.New(s, live.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	h := &habitat{}
	g.Game().TreeLog.On(func(e host.LogEntry) {
		h.told = append(h.told, h.Phase+": "+strings.ReplaceAll(e.Text, "\t", " "))
	})
	for tick := int64(1); tick <= endOfLife; tick++ {
		g.Step()
		h.Snapshot = *g.Snapshot()
		for _, group := range l.sights {
			for _, s := range group {
				if s.tick != tick {
					continue
				}
				if n := s.count(h); n < s.least || n > s.most {
					t.Errorf("tick %d, %s: %s: %.4g, wanted %g to %g", tick, h.Phase, s.what, n, s.least, s.most)
				}
			}
		}
	}
	rest := h.told
	for _, want := range l.told {
		for len(rest) > 0 && rest[0] != want {
			rest = rest[1:]
		}
		if len(rest) == 0 {
			t.Fatalf("%q was not told in its turn:\n%s", want, strings.Join(h.told, "\n"))
		}
		rest = rest[1:]
	}
	for _, line := range h.told {
		for _, never := range l.never {
			if strings.Contains(line, never) {
				t.Errorf("told %q", line)
			}
		}
	}
	all, _ := g.Game().Faults.List()
	for _, f := range all { // notices, too: a name that does nothing, and one that nobody knows
		t.Error(f.String())
	}
}
