package herd

import (
	"math"
	"math/bits"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/systems/internal/herd/kernel"
)

// Aim is where up to 64 bots turn to, each toward the nearest of some rivals or
// away from it. Elements from N on mean nothing.
type Aim struct {
	N      int
	Body   [kernel.Lanes]int32
	HX, HY [kernel.Lanes]float32 // where they turn to: unit vectors, or no numbers on the rival's very spot
	target [kernel.Lanes]uint32
	x, y   [kernel.Lanes]float32 // metres
	of     kernel.Rivals         // in id order
}

// Target is the nearest rival of a bot.
func (a *Aim) Target(i int) host.BotID { return host.BotID(a.target[i]) }

var noNumbers = func() (all [kernel.Lanes]float32) {
	for i := range all {
		all[i] = float32(math.NaN())
	}
	return all
}()

// Aim turns the bots of a mask of bodies toward the nearest of some rivals, or
// away from it for sign -1. There is a rival, none of the mask is one, and the
// field does not wrap. The result is valid until the next call.
func (k *Seeker) Aim(body []int32, mask uint64, rivals []int32, sign float64) *Aim {
	a, s := &k.aim, k.set
	for i, slot := range rivals {
		a.of.X[i], a.of.Y[i], a.of.ID[i] = float64(s.X[slot]), float64(s.Y[slot]), s.ID[slot]
	}
	a.of.N = len(rivals)
	n, xs, ys := 0, s.X, s.Y
	for m := mask; m != 0; m &= m - 1 {
		self := body[bits.TrailingZeros64(m)]
		a.Body[n&63], a.x[n&63], a.y[n&63] = self, xs[self], ys[self]
		n++
	}
	a.N = n
	a.HX, a.HY = noNumbers, noNumbers
	kernel.Steer(1<<n-1, &a.x, &a.y, &a.of, sign, math.Inf(1), &a.HX, &a.HY, &a.target)
	return a
}
