//go:build goexperiment.simd && amd64

package herd

import (
	"math"
	"simd/archsimd"
)

// numbers are those of rivals. They are looked up, because a conversion in the
// loop would wait for the upper halves of the registers.
var numbers = [maxFew]float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}

// steer is steerEach for four bots at a time: every operation is rounded as that
// of one bot is, so the bits are the same. Elements past the last are worked on,
// too, and mean nothing.
func (a *Aim) steer(sign float64) {
	if !archsimd.X86.AVX2() {
		a.steerEach(sign)
		return
	}
	r := &a.of
	zero, toward := archsimd.BroadcastFloat32x4(0), archsimd.BroadcastFloat64x4(sign)
	for k := 0; k < a.N; k += 4 {
		x := archsimd.LoadFloat32x4Slice(a.x[k:]).ConvertToFloat64()
		y := archsimd.LoadFloat32x4Slice(a.y[k:]).ConvertToFloat64()
		best := archsimd.BroadcastFloat64x4(math.Inf(1))
		at, bx, by := best, best, best
		for i := 0; i < r.n && i < maxFew; i++ {
			dx := archsimd.BroadcastFloat64x4(r.x[i]).Sub(x)
			dy := archsimd.BroadcastFloat64x4(r.y[i]).Sub(y)
			d2 := dx.Mul(dx).Add(dy.Mul(dy))
			nearer := d2.Less(best)
			best = d2.Merge(best, nearer)
			bx, by = dx.Merge(bx, nearer), dy.Merge(by, nearer)
			at = archsimd.BroadcastFloat64x4(numbers[i]).Merge(at, nearer)
		}
		scale := toward.Div(best.Sqrt())
		at.ConvertToInt32().StoreSlice(a.at[k:])
		bx.Mul(scale).ConvertToFloat32().Add(zero).StoreSlice(a.HX[k:]) // -0 is 0
		by.Mul(scale).ConvertToFloat32().Add(zero).StoreSlice(a.HY[k:])
	}
	archsimd.ClearAVXUpperBits()
}
