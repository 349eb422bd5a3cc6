package systems

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
)

// rivals are a few bodies of which one is the nearest, in id order.
type rivals struct {
	x, y [maxFew]float64 // metres
	id   [maxFew]host.BotID
	n    int // one or more
}

// lanes are bots that look for the nearest of some rivals.
type lanes struct {
	body   [64]int32
	x, y   [64]float32 // metres
	hx, hy [64]float32 // where they turn to: unit vectors
	at     [64]int32   // which of the rivals is the nearest
	n      int
}

// steerEach turns each bot toward the nearest rival, the first
// of several, or away from it for sign -1. A bot on the rival's spot gets a
// heading that is no number. Distances are compared as bits, in the same order
// as the numbers: of a choice between integers the compiler makes no jump.
func (r *rivals) steerEach(l *lanes, sign float64) {
	for k := 0; k < l.n && k < len(l.x); k++ {
		x, y := float64(l.x[k]), float64(l.y[k])
		best, at := int64(math.Float64bits(math.Inf(1))), 0
		for i := 0; i < r.n && i < maxFew; i++ {
			dx, dy := r.x[i]-x, r.y[i]-y
			nearer := int64(math.Float64bits(float64(dx*dx)+float64(dy*dy))) - best
			mask := nearer >> 63
			best += nearer & mask
			at ^= (at ^ i) & int(mask)
		}
		scale := sign / math.Sqrt(math.Float64frombits(uint64(best)))
		l.at[k] = int32(at)
		l.hx[k] = float32((r.x[at]-x)*scale) + 0 // -0 is 0
		l.hy[k] = float32((r.y[at]-y)*scale) + 0
	}
}
