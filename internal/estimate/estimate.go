// Package estimate says what values under noise tell of their mean, and how surely.
package estimate

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Mean is the mean of values, and its standard error: NaN for no value, and an error of +Inf for
// fewer than two. No sum of finite values overflows.
func Mean(values []float64) (mean, err float64) {
	n := float64(len(values))
	if n == 0 {
		return math.NaN(), math.Inf(1)
	}
	if !slices.ContainsFunc(values, func(v float64) bool { return v != values[0] }) {
		if n == 1 {
			return values[0], math.Inf(1)
		}
		return values[0], 0
	}
	scale := 0.0 // by which no sum is too large, and no square too small
	for _, v := range values {
		scale = max(scale, math.Abs(v))
	}
	middle, squares := 0.0, 0.0
	for _, v := range values {
		middle += v / scale
	}
	middle /= n
	for _, v := range values {
		d := v/scale - middle
		squares += float64(d * d)
	}
	return middle * scale, scale * math.Sqrt(squares/(n-1)/n)
}

// Student is the mean of values with the interval of Student's t, which errs with alpha on both
// sides together, 0 to 1. With fewer than two values it is all numbers. The quantile is rounded,
// so that the interval does not differ from machine to machine.
func Student(values []float64, alpha float64) (mean, low, high float64) {
	mean, err := Mean(values)
	if len(values) < 2 {
		return mean, math.Inf(-1), math.Inf(1)
	}
	t := Rounded(distuv.StudentsT{Sigma: 1, Nu: float64(len(values) - 1)}.Quantile(1 - alpha/2))
	half := float64(t * err)
	return mean, mean - half, mean + half
}

// Range is what numbers can be: from Low to High, each of which may be infinite. The zero Range has
// no bounds.
type Range struct{ Low, High float64 }

// Ends are the bounds.
func (r Range) Ends() (low, high float64) {
	if r == (Range{}) {
		return math.Inf(-1), math.Inf(1)
	}
	return r.Low, r.High
}

// Mean is the mean of values in the range with an interval that does not reach out of it: that of
// Student, or, where all values are equal and the range is finite, what is left to the values that
// so many runs may not have shown, wherever in the range these are.
func (r Range) Mean(values []float64, alpha float64) (mean, low, high float64) {
	mean, low, high = Student(values, alpha)
	least, most := r.Ends()
	if n := len(values); low == high && !math.IsInf(most-least, 0) {
		others := Rounded(1 - math.Pow(alpha/2, 1/float64(n)))
		low, high = mean-float64(others*(mean-least)), mean+float64(others*(most-mean))
	}
	return mean, max(low, least), min(high, most)
}

// Rounded is a number without the digits in which machines may differ: to a millionth.
func Rounded(x float64) float64 { return math.Round(x*1e6) / 1e6 }

// Wilson is the share of ones among zeros and ones, with the interval of Wilson (1927) of 95 %.
// Of no values nothing is known: NaN, 0 and 1.
func Wilson(values []float64) (share, low, high float64) {
	n := float64(len(values))
	if n == 0 {
		return math.NaN(), 0, 1
	}
	for _, v := range values {
		share += v / n
	}
	const z = 1.959963984540054
	middle := (share + z*z/2/n) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(float64(share*(1-share))/n+z*z/4/n/n)
	return share, min(share, max(0, middle-half)), max(share, min(1, middle+half))
}
