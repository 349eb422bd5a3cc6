package kernel

import (
	"math"
	"math/bits"
)

// Lanes is the number of bots that are handled side by side.
const Lanes = 64

// MaxRivals is the number of rivals there can be.
const MaxRivals = 12

// Rivals are a few bodies of which one is the nearest: elements 0 to N-1. The
// first of several at the same distance counts.
type Rivals struct {
	X, Y [MaxRivals]float64 // metres
	ID   [MaxRivals]uint32
	N    int // one or more
}

// below returns the mask of the lanes 0 to n-1.
func below(n int) uint64 { return 1<<n - 1 }

// distance2 returns the square of a distance, as bits: they are in the same order as
// the numbers, and one that is no number is farther than all others.
func distance2(dx, dy float64) uint64 {
	return math.Float64bits(float64(dx*dx)+float64(dy*dy)) &^ (1 << 63)
}

const infinitelyFar = 0x7ff << 52

// steer turns each bot of the mask toward the nearest rival, or away from it for
// sign -1: it writes a unit vector as its heading, and the rival's id as its
// target. A bot on the rival's very spot keeps the heading that it has. For a
// choice between integers the compiler makes no jump.
//
// far are the lanes whose rival is farther than the square root of limit.
func steer(mask uint64, x, y *[Lanes]float32, r *Rivals, sign, limit float64, hx, hy *[Lanes]float32, target *[Lanes]uint32) (far uint64) {
	for m := mask; m != 0; m &= m - 1 {
		k := bits.TrailingZeros64(m)
		atX, atY := float64(x[k]), float64(y[k])
		best, first := int64(infinitelyFar), 0
		for i := 0; i < r.N && i < MaxRivals; i++ {
			nearer := int64(distance2(r.X[i]-atX, r.Y[i]-atY)) - best
			choose := nearer >> 63
			best += nearer & choose
			first ^= (first ^ i) & int(choose)
		}
		d2 := math.Float64frombits(uint64(best))
		if d2 > limit {
			far |= 1 << k
		}
		target[k] = r.ID[first]
		scale := sign / math.Sqrt(d2)
		toX, toY := float32((r.X[first]-atX)*scale)+0, float32((r.Y[first]-atY)*scale)+0 // -0 is 0
		if toX == toX && toY == toY {
			hx[k], hy[k] = toX, toY
		}
	}
	return far
}

// nearest returns the square of the least distance of a bot of the mask from a point,
// and those who are at it: infinity and nobody where no distance is less.
func nearest(mask uint64, x, y *[Lanes]float32, px, py float32) (d2 float64, at uint64) {
	best := uint64(infinitelyFar)
	for m := mask; m != 0; m &= m - 1 {
		k := bits.TrailingZeros64(m)
		bit := m & -m
		switch d := distance2(float64(x[k])-float64(px), float64(y[k])-float64(py)); {
		case d < best:
			best, at = d, bit
		case d == best && d < infinitelyFar:
			at |= bit
		}
	}
	return math.Float64frombits(best), at
}

// advance moves the bots 0 to n-1 along their headings, and tells who is not on
// the field then.
func advance(n int, x, y, hx, hy, step, toX, toY *[Lanes]float32, width, height float32) (out uint64) {
	for i := range min(n, Lanes) {
		px, py := float32(hx[i]*step[i])+x[i], float32(hy[i]*step[i])+y[i]
		if !(px >= 0 && px < width && py >= 0 && py < height) {
			out |= 1 << i
		}
		toX[i], toY[i] = px, py
	}
	return out
}

// bounds returns the box around the bots 0 to n-1. Coordinates that are no number are
// left out.
func bounds(n int, x, y *[Lanes]float32) (minX, maxX, minY, maxY float32) {
	inf := float32(math.Inf(1))
	minX, maxX, minY, maxY = inf, -inf, inf, -inf
	for i := range min(n, Lanes) {
		if x[i] < minX {
			minX = x[i]
		}
		if x[i] > maxX {
			maxX = x[i]
		}
		if y[i] < minY {
			minY = y[i]
		}
		if y[i] > maxY {
			maxY = y[i]
		}
	}
	return minX + 0, maxX + 0, minY + 0, maxY + 0 // -0 is 0
}

// outside counts the bots among the bots 0 to n-1 that are beyond a side of a box.
func outside(n int, x, y *[Lanes]float32, minX, maxX, minY, maxY float32) (out uint64) {
	for i := range min(n, Lanes) {
		if x[i] < minX || x[i] > maxX || y[i] < minY || y[i] > maxY {
			out |= 1 << i
		}
	}
	return out
}
