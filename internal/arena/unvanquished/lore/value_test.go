package lore_test

import (
	"math"
	"testing"

	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
)

// Numbers are cut towards 0, and those that do not fit into 32 bits are the outermost that do.
func TestWholeNumbersAreCutAndClamped(t *testing.T) {
	for _, c := range []struct {
		v    float64
		want int
	}{
		{0, 0}, {math.Copysign(0, -1), 0}, {0.999, 0}, {-0.999, 0}, {2.5, 2}, {-2.5, -2},
		{math.MaxInt32 - 0.5, math.MaxInt32 - 1}, {math.MaxInt32, math.MaxInt32}, {math.MaxInt32 + 0.5, math.MaxInt32}, {math.MaxInt32 + 1, math.MaxInt32}, {1e300, math.MaxInt32}, {math.Inf(1), math.MaxInt32},
		{math.MinInt32 + 0.5, math.MinInt32 + 1}, {math.MinInt32, math.MinInt32}, {math.MinInt32 - 0.5, math.MinInt32}, {math.MinInt32 - 1, math.MinInt32}, {-1e300, math.MinInt32}, {math.Inf(-1), math.MinInt32},
	} {
		if got, value := lore.Whole(c.v), lore.Wholes(c.v).Number(); got != c.want || value != float64(c.want) {
			t.Errorf("%v: %d and %v, want %d", c.v, got, value, c.want)
		}
	}
}
