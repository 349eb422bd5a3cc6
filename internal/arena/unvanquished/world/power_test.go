package world_test

import (
	"math"
	"testing"

	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
)

func TestPower2(t *testing.T) {
	for _, x := range []float64{0, 1, -1, 0.5, 1. / 3, -0.05 / 300, 7.3, -12.6} {
		if v := world.Power2(x); math.Abs(v/math.Exp2(x)-1) > 1e-14 {
			t.Errorf("2 to the power of %v is %v", x, v)
		}
	}
}
