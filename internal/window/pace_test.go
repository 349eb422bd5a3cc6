package window

import (
	"math"
	"testing"
	"time"

	"github.com/thicket-sim/thicket/internal/systems"
)

func TestPacePlaysTheTicksThatAreDue(t *testing.T) {
	for speed, times := range speeds {
		p := pace{speed: speed}
		played := 0
		for range 60 {
			p.run(1.0/60, 30, func() { played++ })
		}
		if want := 30 * times; math.Abs(float64(played)-want) > 1 {
			t.Errorf("%g times as fast: %d ticks of 30 a second in a second, wanted %g", times, played, want)
		}
	}
}

func TestPaceGivesUpTimeThatIsLost(t *testing.T) {
	p := pace{speed: len(speeds) - 1}
	began := time.Now()
	n := p.run(1, 1000, func() { time.Sleep(time.Millisecond) })
	if took := time.Since(began); took > time.Second || !p.behind || p.due != 0 {
		t.Errorf("%d steps took %v, behind %v, %g ticks are due", n, took, p.behind, p.due)
	}
}

func TestPaceStaysWithinItsSpeeds(t *testing.T) {
	p := newPace()
	if p.times() != 1 {
		t.Errorf("%g times as fast at first", p.times())
	}
	p.change(-99)
	slowest := p.times()
	p.change(99)
	if slowest != 0.25 || p.times() != 64 {
		t.Errorf("from %g to %g times as fast, wanted a quarter to 64", slowest, p.times())
	}
}

func TestScalesOfTunables(t *testing.T) {
	inf := math.Inf(1)
	for name, tt := range map[string]struct {
		tunable systems.Tunable
		now     float64
		want    scale
		steps   int
	}{
		"of the scene":  {systems.Tunable{Key: "speedMps", Min: 0.5, Max: 8, Step: 0.5}, 2, scale{0.5, 8, 0.5}, 15},
		"without step":  {systems.Tunable{Key: "speedMps", Min: 0, Max: 8}, 2, scale{0, 8, 0.08}, 100},
		"without end":   {systems.Tunable{Key: "speedMps", Min: -inf, Max: inf, Step: 1}, 5, scale{0, 20, 1}, 20},
		"whole numbers": {systems.Tunable{Key: "minCount", Min: 0, Max: 40, Step: 0.3}, 1, scale{0, 40, 1}, 40},
		"one value":     {systems.Tunable{Key: "speedMps", Min: 3, Max: 3, Step: 1}, 3, scale{3, 3, 1}, 0},
		"uneven":        {systems.Tunable{Key: "speedMps", Min: 0, Max: 1, Step: 0.3}, 1, scale{0, 1, 0.3}, 4},
	} {
		s := scaleOf(&tt.tunable, tt.now)
		if s != tt.want || s.steps() != tt.steps {
			t.Errorf("%s: %+v with %d steps, wanted %+v with %d", name, s, s.steps(), tt.want, tt.steps)
		}
		if lo, hi := s.value(0), s.value(s.steps()); lo != s.from || hi != s.to {
			t.Errorf("%s: from %g to %g", name, lo, hi)
		}
		for i := range s.steps() + 1 {
			if at := s.index(s.value(i)); at != i && s.value(at) != s.value(i) {
				t.Errorf("%s: step %d is %g, which is step %d", name, i, s.value(i), at)
			}
		}
	}
	if v := (scale{0, 1, 0.1}).value(3); v != 0.3 {
		t.Errorf("three tenths are %v", v)
	}
}

func TestNumbersForPeople(t *testing.T) {
	for n, want := range map[int]string{1: "1", 10: "10", 1000: "1k", 10_000: "10k", 1_000_000: "1M"} {
		if got := short(n); got != want {
			t.Errorf("%d is %s, wanted %s", n, got, want)
		}
	}
	if a, b, c := limits(0, systems.MaxBots), limits(2, systems.MaxBots), limits(1, 40); a != "as many as you like" || b != "2 or more" || c != "1 to 40" {
		t.Errorf("%q, %q, %q", a, b, c)
	}
}
