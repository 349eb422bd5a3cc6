package estimate_test

import (
	"math"
	"testing"

	"github.com/thicket-sim/thicket/internal/estimate"
)

func near(a, b float64) bool { return math.Abs(a-b) < 5e-5 }

func TestStudent(t *testing.T) {
	// The deviation of 1 to 5 is the root of 2.5, t for four degrees of freedom 2.776445.
	if mean, low, high := estimate.Student([]float64{1, 2, 3, 4, 5}, 0.05); !near(mean, 3) || !near(low, 1.03676) || !near(high, 4.96324) {
		t.Errorf("1 to 5: %v (%v to %v)", mean, low, high)
	}
	// For 1 % t is 4.604095.
	if _, low, _ := estimate.Student([]float64{1, 2, 3, 4, 5}, 0.01); !near(low, 3-4.604095*math.Sqrt(0.5)) {
		t.Errorf("1 to 5 with 1 %%: from %v", low)
	}
	if mean, low, high := estimate.Student([]float64{7}, 0.05); mean != 7 || !math.IsInf(low, -1) || !math.IsInf(high, 1) {
		t.Errorf("one value: %v (%v to %v)", mean, low, high)
	}
	if mean, _, _ := estimate.Student(nil, 0.05); !math.IsNaN(mean) {
		t.Errorf("no value: %v", mean)
	}
	if mean, low, high := estimate.Student([]float64{0.1, 0.1, 0.1}, 0.05); mean != 0.1 || low != 0.1 || high != 0.1 {
		t.Errorf("three times 0.1: %v (%v to %v)", mean, low, high)
	}
	if mean, err := estimate.Mean([]float64{math.MaxFloat64, math.MaxFloat64, 0}); math.IsInf(mean, 0) || math.IsInf(err, 0) || err == 0 {
		t.Errorf("the largest numbers: %v, error %v", mean, err)
	}
	if _, err := estimate.Mean([]float64{1e-300, 3e-300}); !near(err*1e300, 1) {
		t.Errorf("small numbers: error %v, wanted 1e-300", err)
	}
}

func TestWilson(t *testing.T) {
	// 8 of 10, as in tables of the interval.
	if share, low, high := estimate.Wilson([]float64{1, 1, 1, 1, 1, 1, 1, 1, 0, 0}); !near(share, 0.8) || !near(low, 0.49016) || !near(high, 0.94331) {
		t.Errorf("8 of 10: %v (%v to %v)", share, low, high)
	}
	if _, low, high := estimate.Wilson([]float64{0, 0, 0, 0}); low != 0 || !near(high, 0.48989) {
		t.Errorf("0 of 4: %v to %v", low, high)
	}
}
