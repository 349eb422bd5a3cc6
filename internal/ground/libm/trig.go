package libm

import (
	"math"
	"math/big"
	"sync"
)

// pi and its parts.
var (
	pi     = pair{0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53}
	halfPi = pair{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54}
)

// halfPiParts are pi/2 in parts of 33 bits, so that products with whole numbers are
// exact.
var halfPiParts = [...]float64{0x1921fb544p-32, 0x10b4611a6p-66, 0x13198a2e0p-101, 0x1b839a252p-136, 0x127044533p-174}

// bigPrecision is enough for the largest float64, of 1,024 bits, to have 150 bits of
// its rest by pi/2.
const bigPrecision = 1400

// bigHalfPi is pi/2 by the formula of Machin: 8 atan(1/5) - 2 atan(1/239).
var bigHalfPi = sync.OnceValue(func() *big.Float {
	unit := new(big.Int).Lsh(big.NewInt(1), bigPrecision+64)
	atan := func(n int64) *big.Int { // of 1/n
		power, all := new(big.Int).Div(unit, big.NewInt(n)), new(big.Int)
		for k := int64(1); power.Sign() != 0; k += 2 {
			if term := new(big.Int).Div(power, big.NewInt(k)); k%4 == 1 {
				all.Add(all, term)
			} else {
				all.Sub(all, term)
			}
			power.Div(power, big.NewInt(n*n))
		}
		return all
	}
	p := atan(5)
	p.Lsh(p, 3).Sub(p, atan(239).Lsh(atan(239), 1))
	f := new(big.Float).SetPrec(bigPrecision).SetInt(p)
	return f.SetMantExp(f, -bigPrecision-64)
})

// rest is x without quarters of a turn: between about -pi/4 and pi/4, and how many
// quarters those were, modulo 4.
func rest(x float64) (r pair, quarters int) {
	if math.Abs(x) > 1<<19 {
		return bigRest(x)
	}
	n := math.Floor(float64(x*(2/math.Pi)) + 0.5)
	r = pair{x, 0}
	for _, part := range halfPiParts {
		r = r.sub(product(n, part))
	}
	return r, int(n) & 3
}

func bigRest(x float64) (r pair, quarters int) {
	exact := new(big.Float).SetPrec(bigPrecision).SetFloat64(x)
	half := big.NewFloat(0.5)
	n, _ := new(big.Float).Quo(exact, bigHalfPi()).Add(new(big.Float).Quo(exact, bigHalfPi()), half).Int(nil)
	whole := new(big.Float).SetPrec(bigPrecision).SetInt(n)
	exact.Sub(exact, whole.Mul(whole, bigHalfPi()))
	r.hi, _ = exact.Float64()
	r.lo, _ = exact.Sub(exact, big.NewFloat(r.hi)).Float64()
	return r, int(new(big.Int).And(n, big.NewInt(3)).Int64())
}

// tiny numbers are their own sine and tangent, and have no square.
const tiny = 1e-150

// Sin returns the sine of x radians.
func Sin(x float64) float64 {
	switch {
	case x-x != 0:
		return math.NaN()
	case math.Abs(x) < tiny:
		return x
	}
	return turned(rest(x)).hi
}

// Cos returns the cosine of x radians.
func Cos(x float64) float64 {
	switch {
	case x-x != 0:
		return math.NaN()
	case math.Abs(x) < tiny:
		return 1
	}
	r, quarters := rest(x)
	return turned(r, quarters+1).hi
}

// Tan returns the tangent of x radians.
func Tan(x float64) float64 {
	switch {
	case x-x != 0:
		return math.NaN()
	case math.Abs(x) < tiny:
		return x
	}
	r, quarters := rest(x)
	return turned(r, quarters).div(turned(r, quarters+1)).hi
}

// turned returns the sine of r and so many quarters of a turn.
func turned(r pair, quarters int) (s pair) {
	if square := r.mul(r); quarters&1 == 1 {
		s = series(square, ofCos)
	} else {
		s = series(square, ofSin).mul(r)
	}
	if quarters&2 == 2 {
		return s.neg()
	}
	return s
}

// atanOf returns the arc tangent of t from 0 to 1: after each halving of the angle the
// series takes fewer terms.
func atanOf(t pair) pair {
	if t.hi < tiny {
		return t
	}
	for range 3 {
		t = t.div(one.add(one.add(t.mul(t)).sqrt()))
	}
	return series(t.mul(t), ofAtan).mul(t).scaled(3)
}

// angle returns the angle of the point (x, y), both from 0 and not both 0.
func angle(y, x pair) pair {
	if y.hi <= x.hi {
		return atanOf(y.div(x))
	}
	return halfPi.sub(atanOf(x.div(y)))
}

// Atan returns the arc tangent in radians, -pi/2 to pi/2.
func Atan(x float64) float64 { return Atan2(x, 1) }

// Atan2 returns the angle of the point (x, y) in radians, -pi to pi, in all special cases as
// in C.
func Atan2(y, x float64) float64 {
	ax, ay := math.Abs(x), math.Abs(y)
	switch {
	case x != x || y != y:
		return math.NaN()
	case ay == 0 && !math.Signbit(x):
		return y
	case ay == 0:
		return math.Copysign(math.Pi, y)
	case ax > math.MaxFloat64 && ay > math.MaxFloat64:
		ax, ay = 1, 1
	case ax > math.MaxFloat64:
		ax, ay = 1, 0
	case ay > math.MaxFloat64:
		ax, ay = 0, 1
	}
	_, kx := math.Frexp(ax)
	_, ky := math.Frexp(ay)
	k := max(kx, ky)
	if ky-kx < -1000 && x > 0 {
		return y / x
	}
	a := angle(pair{math.Ldexp(ay, -k), 0}, pair{math.Ldexp(ax, -k), 0})
	if math.Signbit(x) {
		a = pi.sub(a)
	}
	return math.Copysign(a.hi, y)
}

// beside returns the square root of 1 - x^2.
func beside(x float64) pair {
	p := sum(1, -x).mul(sum(1, x))
	if p.hi <= 0 {
		return pair{}
	}
	return p.sqrt()
}

// Asin returns the arc sine in radians, -pi/2 to pi/2.
func Asin(x float64) float64 {
	a := math.Abs(x)
	switch {
	case !(a <= 1):
		return math.NaN()
	case a < tiny:
		return x
	}
	return math.Copysign(angle(pair{a, 0}, beside(x)).hi, x)
}

// Acos returns the arc cosine in radians, 0 to pi.
func Acos(x float64) float64 {
	if !(math.Abs(x) <= 1) {
		return math.NaN()
	}
	a := angle(beside(x), pair{math.Abs(x), 0})
	if x < 0 {
		a = pi.sub(a)
	}
	return a.hi
}

// Hypot returns the length of (x, y).
func Hypot(x, y float64) float64 {
	x, y = math.Abs(x), math.Abs(y)
	most := max(x, y)
	switch {
	case math.IsInf(x, 0) || math.IsInf(y, 0):
		return math.Inf(1)
	case most == 0 || most != most:
		return most
	}
	_, k := math.Frexp(most)
	x, y = math.Ldexp(x, -k), math.Ldexp(y, -k)
	return math.Ldexp(product(x, x).add(product(y, y)).sqrt().hi, k)
}
