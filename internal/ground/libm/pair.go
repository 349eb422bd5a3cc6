package libm

import "math"

// pair is the sum of two numbers, of which hi is the nearest to that sum.
type pair struct{ hi, lo float64 }

// sum returns a + b, exactly (Knuth).
func sum(a, b float64) pair {
	s := a + b
	c := s - a
	return pair{s, (a - (s - c)) + (b - c)}
}

// normal returns a + b, exactly, where a is not the smaller one (Dekker).
func normal(a, b float64) pair {
	s := a + b
	return pair{s, b - (s - a)}
}

// product returns a * b, exactly, unless its low part is below the smallest number.
func product(a, b float64) pair {
	p := float64(a * b)
	return pair{p, math.FMA(a, b, -p)}
}

func (a pair) add(b pair) pair {
	s, t := sum(a.hi, b.hi), sum(a.lo, b.lo)
	s = normal(s.hi, s.lo+t.hi)
	return normal(s.hi, s.lo+t.lo)
}

func (a pair) sub(b pair) pair { return a.add(b.neg()) }

func (a pair) neg() pair { return pair{-a.hi, -a.lo} }

func (a pair) mul(b pair) pair {
	p := product(a.hi, b.hi)
	return normal(p.hi, p.lo+(float64(a.hi*b.lo)+float64(a.lo*b.hi)))
}

func (a pair) div(b pair) pair {
	q := a.hi / b.hi
	r := a.sub(b.mul(pair{q, 0}))
	t := r.hi / b.hi
	r = r.sub(b.mul(pair{t, 0}))
	return normal(q, t).add(pair{r.hi / b.hi, 0})
}

// sqrt returns the square root of a number above 0.
func (a pair) sqrt() pair {
	r := math.Sqrt(a.hi)
	rest := a.sub(product(r, r))
	return normal(r, rest.hi/(2*r))
}

// scaled returns a * 2^k, where nothing gets too large or too small.
func (a pair) scaled(k int) pair { return pair{math.Ldexp(a.hi, k), math.Ldexp(a.lo, k)} }

var one = pair{1, 0}

// series is c[0] + x*(c[1] + x*(c[2] + ...)). The terms from c[7] on are too small for
// their low parts to matter, for every x that it is used with.
func series(x pair, c []pair) pair {
	tail := 0.0
	for i := len(c) - 1; i >= 7; i-- {
		tail = float64(tail*x.hi) + c[i].hi
	}
	s := pair{tail, 0}
	for i := 6; i >= 0; i-- {
		s = s.mul(x).add(c[i])
	}
	return s
}

// Coefficients of the series of Taylor.
var (
	ofExp  = make([]pair, 16) // 1/k!
	ofSin  = make([]pair, 14) // (-1)^k / (2k+1)!
	ofCos  = make([]pair, 15) // (-1)^k / (2k)!
	ofSinh = make([]pair, 14) // 1 / (2k+1)!
	ofAtan = make([]pair, 17) // (-1)^k / (2k+1)
	ofLog  = make([]pair, 22) // 1 / (2k+1)
)

func init() {
	f, sign := one, 1.0 // 1/k!
	for k := range 2 * len(ofCos) {
		if k > 0 {
			f = f.div(pair{float64(k), 0})
		}
		signed := pair{sign * f.hi, sign * f.lo}
		if k < len(ofExp) {
			ofExp[k] = f
		}
		if k%2 == 0 && k/2 < len(ofCos) {
			ofCos[k/2] = signed
		}
		if k%2 == 1 {
			if k/2 < len(ofSin) {
				ofSin[k/2], ofSinh[k/2] = signed, f
			}
			sign = -sign
		}
	}
	for k := range ofLog {
		ofLog[k] = one.div(pair{float64(2*k + 1), 0})
		if k < len(ofAtan) {
			ofAtan[k] = ofLog[k]
			if k%2 == 1 {
				ofAtan[k] = ofLog[k].neg()
			}
		}
	}
}
