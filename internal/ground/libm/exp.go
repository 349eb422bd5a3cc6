package libm

import "math"

// ln2 and ln10 are natural logarithms of 2 and 10.
var (
	ln2  = pair{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56}
	ln10 = pair{0x1.26bb1bbb55516p+1, -0x1.f48ad494ea3e9p-53}
)

// ln2Parts are ln 2 in parts of 33 bits, so that products with whole numbers are exact.
var ln2Parts = [...]float64{0x162e42fefp-33, 0x1473de6afp-66, 0x13c767300p-101, 0x1f97b57a0p-135}

// Beyond these, the exponential is no number of its own.
const (
	largest  = 709.79
	smallest = -745.14
)

// expOf is e^x as a pair from about 0.7 to 1.5, times 2^k.
func expOf(x pair) (e pair, k int) {
	n := math.Floor(float64(x.hi*(1/math.Ln2)) + 0.5)
	for _, part := range ln2Parts {
		x = x.sub(product(n, part))
	}
	e = series(x.scaled(-4), ofExp)
	for range 4 {
		e = e.mul(e)
	}
	return e, int(n)
}

// Exp is e^x.
func Exp(x float64) float64 {
	switch {
	case x != x || x > largest:
		return x * math.Inf(1)
	case x < smallest:
		return 0
	}
	e, k := expOf(pair{x, 0})
	return math.Ldexp(e.hi, k)
}

// Sinh returns the hyperbolic sine.
func Sinh(x float64) float64 {
	switch a := math.Abs(x); {
	case x != x || a < tiny:
		return x
	case a > largest+1:
		return math.Copysign(math.Inf(1), x)
	case a < 0.5:
		return sinhNear(x).hi
	}
	grows, falls, k := halves(math.Abs(x))
	return math.Copysign(math.Ldexp(grows.sub(falls).hi, k), x)
}

// sinhNear returns the hyperbolic sine near 0.
func sinhNear(x float64) pair { return series(product(x, x), ofSinh).mul(pair{x, 0}) }

// halves is e^x/2 and e^-x/2, both times 2^-k, for x from 0.
func halves(x float64) (grows, falls pair, k int) {
	e, k := expOf(pair{x, 0})
	if 2*k < 1000 {
		falls = one.div(e).scaled(-2*k - 1)
	}
	return e.scaled(-1), falls, k
}

// Cosh returns the hyperbolic cosine.
func Cosh(x float64) float64 {
	switch x = math.Abs(x); {
	case x != x:
		return x
	case x > largest+1:
		return math.Inf(1)
	}
	grows, falls, k := halves(x)
	return math.Ldexp(grows.add(falls).hi, k)
}

// Tanh returns the hyperbolic tangent.
func Tanh(x float64) float64 {
	a := math.Abs(x)
	switch {
	case x != x || a < tiny:
		return x
	case a > 22:
		return math.Copysign(1, x)
	}
	grows, falls, _ := halves(a)
	up := grows.sub(falls)
	if a < 0.5 {
		e, k := expOf(pair{a, 0})
		grows, falls = e.scaled(k-1), one.div(e).scaled(-k-1)
		up = sinhNear(a)
	}
	return math.Copysign(up.div(grows.add(falls)).hi, x)
}

// logOf returns the natural logarithm of a number above 0.
func logOf(x float64) pair {
	m, k := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m, k = 2*m, k-1
	}
	s := sum(m, -1).div(sum(m, 1))
	l := series(s.mul(s), ofLog).mul(s).scaled(1)
	return l.add(ln2.mul(pair{float64(k), 0}))
}

// Log returns the natural logarithm.
func Log(x float64) float64 {
	if v, odd := oddLog(x); odd {
		return v
	}
	return logOf(x).hi
}

// Log10 returns the logarithm to the base 10.
func Log10(x float64) float64 {
	if v, odd := oddLog(x); odd {
		return v
	}
	return logOf(x).div(ln10).hi
}

// oddLog returns the logarithm of what is not a finite number above 0.
func oddLog(x float64) (v float64, odd bool) {
	switch {
	case x != x || x > math.MaxFloat64:
		return x, true
	case x == 0:
		return math.Inf(-1), true
	case x < 0:
		return math.NaN(), true
	}
	return 0, false
}

// Pow is x^y, in all special cases as in C.
func Pow(x, y float64) float64 {
	whole, odd := parity(y)
	switch {
	case y == 0 || x == 1:
		return 1
	case x != x || y != y:
		return math.NaN()
	case math.IsInf(y, 0):
		switch a := math.Abs(x); {
		case a == 1:
			return 1
		case (a > 1) == (y > 0):
			return math.Inf(1)
		}
		return 0
	case x < 0 && !whole && !math.IsInf(x, 0):
		return math.NaN()
	}
	sign := 1.0
	if math.Signbit(x) && odd {
		sign = -1
	}
	switch a := math.Abs(x); {
	case a == 0 || a > math.MaxFloat64:
		if (a == 0) == (y < 0) {
			return sign * math.Inf(1)
		}
		return sign * 0
	default:
		return sign * powOf(a, y)
	}
}

// powOf is x^y for a finite x above 0.
func powOf(x, y float64) float64 {
	l := logOf(x)
	switch about := float64(l.hi * y); {
	case about > largest:
		return math.Inf(1)
	case about < smallest:
		return 0
	case math.Abs(about) < 0x1p-60: // also where the product has no low part
		return 1 + about
	}
	e, k := expOf(l.mul(pair{y, 0}))
	return math.Ldexp(e.hi, k)
}

// parity reports whether y is whole, and whether it is odd.
func parity(y float64) (whole, odd bool) {
	if y != math.Trunc(y) || y != y {
		return false, false
	}
	return true, math.Abs(y) < 0x1p53 && math.Mod(y, 2) != 0
}
