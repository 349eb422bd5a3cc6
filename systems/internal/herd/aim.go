package herd

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

// Aim is where up to 64 bots turn to, each toward the nearest of some rivals or
// away from it. Elements from N on mean nothing.
type Aim struct {
	N      int
	Body   [64]int32
	HX, HY [64]float32 // where they turn to: unit vectors, or no numbers on the rival's very spot
	at     [64]int32   // which of the rivals is the nearest
	x, y   [64]float32 // metres
	of     rivals
}

// Target is the nearest rival of a bot.
func (a *Aim) Target(i int) host.BotID { return a.of.id[a.at[i]] }

// steerEach turns each bot toward the nearest rival, the first of several, or
// away from it for sign -1. Distances are compared as bits, in the same order as
// the numbers: for a choice between integers the compiler makes no jump.
func (a *Aim) steerEach(sign float64) {
	r := &a.of
	for k := 0; k < a.N && k < len(a.x); k++ {
		x, y := float64(a.x[k]), float64(a.y[k])
		best, at := int64(math.Float64bits(math.Inf(1))), 0
		for i := 0; i < r.n && i < maxFew; i++ {
			dx, dy := r.x[i]-x, r.y[i]-y
			nearer := int64(math.Float64bits(float64(dx*dx)+float64(dy*dy))) - best
			mask := nearer >> 63
			best += nearer & mask
			at ^= (at ^ i) & int(mask)
		}
		scale := sign / math.Sqrt(math.Float64frombits(uint64(best)))
		a.at[k] = int32(at)
		a.HX[k] = float32((r.x[at]-x)*scale) + 0 // -0 is 0
		a.HY[k] = float32((r.y[at]-y)*scale) + 0
	}
}
