package systems

import (
	"math"
	"testing"
)

// A slider goes from min to max by steps that are counted from min, and always reaches max.
func TestWhatASliderCannotHaveIsOdd(t *testing.T) {
	steps := Tunable{Key: "n", Min: 1, Max: 6, Step: 2}
	free := Tunable{Key: "n", Min: math.Inf(-1), Max: 6}
	below := Tunable{Key: "n", Min: math.Inf(-1), Max: 6, Step: 4}
	for _, c := range []struct {
		of    *Tunable
		value float64
		want  string
	}{
		{&steps, 1, ""},
		{&steps, 3, ""},
		{&steps, 6, ""},
		{&steps, 0.5, "n 0.5 is below min 1 of its tunable"},
		{&steps, 6.5, "n 6.5 is above max 6 of its tunable"},
		{&steps, 2, "n 2 is off the step of 2: 1 and 3 are on it"},
		{&steps, 5.5, "n 5.5 is off the step of 2: 5 and 6 are on it"},
		{&free, 5.9, ""},
		{&free, 6.1, "n 6.1 is above max 6 of its tunable"},
		{&below, -4, ""},
		{&below, -3, "n -3 is off the step of 4: -4 and 0 are on it"},
	} {
		if got := c.of.oddity(c.value); got != c.want {
			t.Errorf("%v of %+v: %q, wanted %q", c.value, *c.of, got, c.want)
		}
	}
}
