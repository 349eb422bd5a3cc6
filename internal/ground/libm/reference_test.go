package libm

import "math/big"

// precision of the reference, which sums series of Taylor in numbers of that many bits.
const precision = 300

func newBig(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }

func zero() *big.Float { return new(big.Float).SetPrec(precision) }

// bigSum adds terms until they no longer count; next makes the term k from the one before.
func bigSum(term *big.Float, next func(term *big.Float, k int64)) *big.Float {
	all := zero().Copy(term)
	for k := int64(1); k < 4000; k++ {
		next(term, k)
		if term.Sign() == 0 || term.MantExp(nil) < all.MantExp(nil)-precision {
			break
		}
		all.Add(all, term)
	}
	return all
}

func bigWhole(k int64) *big.Float { return zero().SetInt64(k) }

func bigExp(x *big.Float) *big.Float {
	const halvings = 20
	small := zero().SetMantExp(x, -halvings)
	e := bigSum(newBig(1), func(t *big.Float, k int64) { t.Mul(t, small).Quo(t, bigWhole(k)) })
	for range halvings {
		e.Mul(e, e)
	}
	return e
}

// bigLog finds the logarithm by Newton's method from a first guess.
func bigLog(x *big.Float, guess float64) *big.Float {
	y := newBig(guess)
	for range 4 {
		e := bigExp(zero().Neg(y))
		e.Mul(e, x).Sub(e, newBig(1))
		y.Add(y, e.Sub(e, zero().Quo(zero().Mul(e, e), newBig(2))))
	}
	return y
}

// bigSinCos takes x without quarters of a turn, in many more bits than it returns.
func bigSinCos(x float64) (sin, cos *big.Float) {
	exact := new(big.Float).SetPrec(bigPrecision).SetFloat64(x)
	n, _ := new(big.Float).Quo(exact, bigHalfPi()).Int(nil)
	exact.Sub(exact, new(big.Float).SetPrec(bigPrecision).Mul(new(big.Float).SetPrec(bigPrecision).SetInt(n), bigHalfPi()))
	r := zero().Set(exact)
	r2 := zero().Mul(r, r)
	sin = bigSum(zero().Copy(r), func(t *big.Float, k int64) { t.Mul(t, r2).Quo(t, bigWhole(-2*k*(2*k+1))) })
	cos = bigSum(newBig(1), func(t *big.Float, k int64) { t.Mul(t, r2).Quo(t, bigWhole(-(2*k-1)*2*k)) })
	switch new(big.Int).And(n, big.NewInt(3)).Int64() {
	case 1:
		return cos, sin.Neg(sin)
	case 2:
		return sin.Neg(sin), cos.Neg(cos)
	case 3:
		return cos.Neg(cos), sin
	}
	return sin, cos
}

// bigAtan halves the angle until the series is short.
func bigAtan(t *big.Float) *big.Float {
	const halvings = 12
	t = zero().Copy(t)
	for range halvings {
		root := zero().Mul(t, t)
		root.Sqrt(root.Add(root, newBig(1)))
		t.Quo(t, root.Add(root, newBig(1)))
	}
	t2 := zero().Mul(t, t)
	power := zero().Copy(t)
	a := bigSum(zero().Copy(t), func(term *big.Float, k int64) {
		power.Mul(power, t2).Neg(power)
		term.Quo(power, bigWhole(2*k+1))
	})
	return a.SetMantExp(a, halvings)
}
