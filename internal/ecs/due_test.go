package ecs_test

import (
	"math"
	"testing"

	"github.com/thicket-sim/thicket/internal/ecs"
)

// rates are the ticks a second at which a rate must be the same.
var rates = [...]float64{20, 25, 29.97, 30, 40, 50, 60}

func TestWhatIsDueHappensAtItsRateInAnyTickRate(t *testing.T) {
	for _, rate := range rates {
		clock := ecs.Clock{DT: 1 / rate}
		for _, seconds := range []float64{0.05, 0.07, 0.075, 0.08, 0.088, 0.1, 0.13, 0.2, 0.6, 1, 1. / 3, 10} {
			span, n := clock.Span(seconds), 0
			var due ecs.Due
			for tick := int64(0); tick < int64(600*rate); tick++ {
				if due.At <= tick {
					due = due.Next(tick, span)
					n++
				}
			}
			if want := 600 / math.Max(seconds, clock.DT); math.Abs(float64(n)-want) > 1+want*1e-5 {
				t.Errorf("every %v s at %v Hz: %d times in 600 s, wanted %.1f", seconds, rate, n, want)
			}
		}
	}
}

func TestWhoWaitsSavesNothingUp(t *testing.T) {
	clock := ecs.Clock{DT: 1. / 30}
	span := clock.Span(0.08) // 2.4 ticks
	due := ecs.Due{}.Next(7, span)
	if due.At != 10 || due.Early != span.Rest() {
		t.Fatalf("due %+v after a first time in tick 7, wanted tick 10, 0.6 ticks early", due)
	}
	if at := due.Next(10, span).At; at != 12 {
		t.Errorf("done at once, due in tick %d, wanted 12: 2.4 ticks after 9.4", at)
	}
	for _, now := range []int64{11, 1000} {
		if got := due.Next(now, span); got.At != now+3 {
			t.Errorf("done in tick %d, due in tick %d, wanted three later", now, got.At)
		}
	}
}

func TestRoundsComeAsOftenAsTheirSpan(t *testing.T) {
	for _, rate := range rates {
		clock := ecs.Clock{DT: 1 / rate}
		for _, seconds := range []float64{0.1, 0.13, 1, 2.5} {
			span, n, last := clock.Span(seconds), 0, int64(0)
			for tick := int64(1); tick <= int64(600*rate); tick++ {
				round, now := span.Rounds(tick)
				if now != (round != last) {
					t.Fatalf("every %v s at %v Hz: tick %d is round %d after %d, and now is %v", seconds, rate, tick, round, last, now)
				}
				if last = round; now {
					n++
				}
			}
			if want := 600 / seconds; math.Abs(float64(n)-want) > 1 {
				t.Errorf("every %v s at %v Hz: %d rounds in 600 s, wanted %.1f", seconds, rate, n, want)
			}
		}
	}
}
