package lore

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/systems"
)

func Truth(v bool) host.Value {
	if v {
		return host.IntValue(1)
	}
	return host.IntValue(0)
}

// TeamNumber returns a team as trees count it: the first of the scene is 1,
// none is 0.
func TeamNumber(team int) host.Value {
	if team == systems.NoTeam {
		return host.IntValue(0)
	}
	return host.IntValue(int64(team) + 1)
}

// Whole cuts a number to a whole one of 32 bits. Nearly all fit, and are spared what min and max
// do for zeros with a sign and for what is no number.
func Whole(v float64) int {
	if v > math.MinInt32 && v < math.MaxInt32 {
		return int(v)
	}
	return int(min(max(v, math.MinInt32), math.MaxInt32))
}

// Number32 makes a number of 32 bits, as trees of Unvanquished have them.
func Number32(v float64) host.Value { return host.NumberValue(float64(float32(v))) }

// Wholes makes a whole number, clamped to 32 bits.
func Wholes(v float64) host.Value { return host.IntValue(int64(Whole(v))) }
