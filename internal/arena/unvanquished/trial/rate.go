package trial

import (
	"math"
	"testing"
)

// Rates lists the rates at which what goes on at a rate must do so equally often.
var Rates = [...]int{20, 25, 30, 40, 50, 60}

// Often wants something to have happened so often in a minute, to 1 % and the one that the
// minute may cut off.
func Often(t *testing.T, what string, rate, got int, want float64) {
	t.Helper()
	if math.Abs(float64(got)-want) > max(0.01*want, 1) {
		t.Errorf("%s at %d Hz: %d times in 60 s, wanted %.1f", what, rate, got, want)
	}
}
