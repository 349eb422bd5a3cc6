package live_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

func at(t *testing.T, tickRate float64) *live.Session {
	t.Helper()
	return start(t, fmt.Sprintf("tickRate: %g\n%s", tickRate, field))
}

func TestAdvancePlaysAtTheRightSpeedAtAnyFrameRate(t *testing.T) {
	t.Parallel()
	for _, tickRate := range []float64{0.5, 10, 30, 60, 144, 1000} {
		for _, fps := range []float64{5, 24, 30, 60, 144, 1000} {
			s := at(t, tickRate)
			const seconds = 4
			played := 0
			for range int(seconds * fps) {
				ticks, alpha := s.Advance(1 / fps)
				if !(alpha >= 0 && alpha < 1) {
					t.Fatalf("%g ticks and %g frames a second: alpha %v, wanted it in [0, 1)", tickRate, fps, alpha)
				}
				played += ticks
			}
			if off := float64(played) - seconds*tickRate; off > 0 || off < -1 {
				t.Errorf("%g ticks and %g frames a second: %d ticks in %d s", tickRate, fps, played, seconds)
			}
			if tick := s.Snapshot().Tick; tick != int64(played) {
				t.Errorf("tick %d after %d ticks", tick, played)
			}
		}
	}
}

func TestAlphaIsTheTimeSinceTheLastTick(t *testing.T) {
	s := at(t, 10)
	for i, want := range []struct {
		ticks int
		alpha float64
	}{{0, 0.25}, {0, 0.5}, {0, 0.75}, {1, 0}, {0, 0.25}} {
		if ticks, alpha := s.Advance(0.025); ticks != want.ticks || math.Abs(alpha-want.alpha) > 1e-9 {
			t.Errorf("call %d: %d ticks and alpha %v, wanted %+v", i, ticks, alpha, want)
		}
	}
}

func TestAdvanceDropsWhatItCannotPlay(t *testing.T) {
	for _, test := range []struct {
		tickRate, seconds float64
		want              int
	}{{30, 10, 8}, {30, math.Inf(1), 8}, {30, 0.25, 7}, {1000, 3, 250}, {0.5, 100, 1}} {
		s := at(t, test.tickRate)
		ticks, alpha := s.Advance(test.seconds)
		if ticks != test.want || !(alpha >= 0 && alpha < 1) {
			t.Errorf("%g s at %g ticks a second: %d ticks and alpha %v, wanted %d", test.seconds, test.tickRate, ticks, alpha, test.want)
		}
		if ticks, _ := s.Advance(0); ticks != 0 {
			t.Errorf("%g s at %g ticks a second: %d ticks came later", test.seconds, test.tickRate, ticks)
		}
	}
}

func TestAdvanceStandsStillForNoTime(t *testing.T) {
	s := at(t, 10)
	s.Advance(0.025)
	still := func(what string, seconds float64) {
		t.Helper()
		if ticks, alpha := s.Advance(seconds); ticks != 0 || alpha != 0.25 {
			t.Errorf("%s: %d ticks and alpha %v, wanted none and 0.25", what, ticks, alpha)
		}
	}
	still("a negative time", -1)
	still("no number", math.NaN())
	still("no time", 0)
	do(t, s, &session.Pause{})
	still("paused", 1)
	do(t, s, &session.Resume{})
	if ticks, alpha := s.Advance(0.1); ticks != 1 || alpha != 0.25 {
		t.Errorf("after the pause: %d ticks and alpha %v, wanted one and 0.25", ticks, alpha)
	}
}
