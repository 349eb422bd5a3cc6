package scenes_test

import (
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/session"
)

// TestCampIsOneWorldForAnyWorkers plays scripts on some numbers of workers: all
// move, nobody fails, and the world is the same.
func TestCampIsOneWorldForAnyWorkers(t *testing.T) {
	t.Parallel()
	var want uint64
	for _, workers := range longtest.Ends(1, 2, 4, 7) {
		s := load(t, "camp")
		s.Setup.Workers = workers
		g := start(t, s)
		var first, last session.Snapshot
		g.Snapshot(&first)
		for range 240 {
			g.Step()
		}
		g.Snapshot(&last)
		moved := 0
		for i := range first.Bots {
			if first.Bots[i].X != last.Bots[i].X || first.Bots[i].Y != last.Bots[i].Y {
				moved++
			}
		}
		if len(last.Bots) != 201 || moved < 150 {
			t.Errorf("%d of %d moved", moved, len(last.Bots))
		}
		if faults, n := g.Faults.List(); n > 0 {
			t.Errorf("%d faults, the first %v", n, faults[0])
		}
		if got := g.Digest(); workers == 1 {
			want = got
		} else if got != want {
			t.Errorf("digest %x with %d workers, wanted %x", got, workers, want)
		}
	}
}

// TestCampIsDeadlyAndComesBack: wolves hunt and kill, the starving die, and who died is
// born again after the time of its class.
func TestCampIsDeadlyAndComesBack(t *testing.T) {
	if !longtest.On {
		t.Skip("plays 6,000 ticks")
	}
	s := load(t, "camp")
	s.Setup.Workers = 1
	g := start(t, s)
	const ticks = 6000
	least := map[string]int64{"killed": 1, "died": 1, "came_back": 1, "ate": 20}
	for range ticks {
		g.Step()
	}
	for event, n := range least {
		if got := g.Counts.EventCounts()[event]; got < n {
			t.Errorf("%s %d times in %d ticks, wanted %d or more: %v", event, got, ticks, n, g.Counts.EventCounts())
		}
	}
	if faults, n := g.Faults.List(); n > 0 {
		t.Errorf("%d faults, the first %v", n, faults[0])
	}
	var end session.Snapshot
	g.Snapshot(&end)
	for _, b := range end.Bots {
		if b.Dead != (b.Points <= 0) && b.Form != "torchbearer" {
			t.Errorf("bot %d: dead %v with %v points", b.ID, b.Dead, b.Points)
		}
	}
}
