// Package estimate estimates the mean of values under noise, with intervals.
package estimate

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Mean returns the mean of values, and its standard error: NaN for no value, and an error of
// +Inf for fewer than two. No sum of finite values overflows.
func Mean(values []float64) (mean, err float64) {
	mean, err, _ = moments(values)
	return mean, err
}

// moments returns the mean of values, its standard error, and the skewness that it has itself,
// which is that of the values through the root of their number.
func moments(values []float64) (mean, err, skew float64) {
	n := float64(len(values))
	if n == 0 {
		return math.NaN(), math.Inf(1), 0
	}
	if !slices.ContainsFunc(values, func(v float64) bool { return v != values[0] }) {
		if n == 1 {
			return values[0], math.Inf(1), 0
		}
		return values[0], 0, 0
	}
	scale := 0.0 // by which no sum is too large, and no square too small
	for _, v := range values {
		scale = max(scale, math.Abs(v))
	}
	middle, squares, cubes := 0.0, 0.0, 0.0
	for _, v := range values {
		middle += v / scale
	}
	middle /= n
	for _, v := range values {
		d := v/scale - middle
		squares += float64(d * d)
		cubes += float64(d * d * d)
	}
	return middle * scale, scale * math.Sqrt(squares/(n-1)/n), cubes / (squares * math.Sqrt(squares))
}

// Range is a range of numbers: from Low to High, each of which may be infinite. The zero Range has
// no bounds.
type Range struct{ Low, High float64 }

// Ends returns the bounds.
func (r Range) Ends() (low, high float64) {
	if r == (Range{}) {
		return math.Inf(-1), math.Inf(1)
	}
	return r.Low, r.High
}

// Mean returns the mean of values in the range, with its interval. The interval misses the true
// mean with a probability of alpha, 0 to 1, both sides together. It never leaves the range, and
// is the whole range where there are fewer than two values.
//
// It is Student's t interval. Where values are skewed, as times are when many of them are short or
// cut off at one end, the transformation of Hall (1992) widens it on the side of the longer tail;
// neither side is ever narrower than Student's. Values that all lie at the two ends of the range are a
// share, which has the interval of Clopper and Pearson (1934). Where all values are equal, the
// interval allows for others, anywhere in the range, that are too rare for so few runs to show.
//
// Quantiles are rounded, so that every machine gives the same interval.
func (r Range) Mean(values []float64, alpha float64) (mean, low, high float64) {
	mean, err, skew := moments(values)
	least, most := r.Ends()
	n, finite := len(values), !math.IsInf(most-least, 0)
	switch {
	case n < 2:
		return mean, least, most
	case finite && !slices.ContainsFunc(values, func(v float64) bool { return v != least && v != most }):
		from, to := share(int(math.Round((mean-least)/(most-least)*float64(n))), n, alpha)
		low, high = least+float64(from*(most-least)), least+float64(to*(most-least))
	case err > 0:
		t := Rounded(distuv.StudentsT{Sigma: 1, Nu: float64(n - 1)}.Quantile(1 - alpha/2))
		low, high = mean-float64(err*max(t, hall(t, skew))), mean+float64(err*max(t, hall(t, -skew)))
	case finite:
		others := Rounded(1 - math.Pow(alpha/2, 1/float64(n)))
		low, high = mean-float64(others*(mean-least)), mean+float64(others*(most-mean))
	default:
		low, high = mean, mean
	}
	return mean, max(low, least), min(high, most)
}

// hall returns how many standard errors below a mean of such a skewness its bound is, which would be
// t of them without any: the inverse of the transformation of Hall, 3 (c - 1) / skew, without its
// division by what may be 0.
func hall(t, skew float64) float64 {
	x := t - skew/6
	c := math.Cbrt(1 + float64(skew*x))
	return Rounded(3 * x / (1 + c + float64(c*c)))
}

// share returns the interval of Clopper and Pearson for a share of which there were so many of n.
func share(k, n int, alpha float64) (low, high float64) {
	low, high = 0, 1
	if k > 0 {
		low = Rounded(distuv.Beta{Alpha: float64(k), Beta: float64(n - k + 1)}.Quantile(alpha / 2))
	}
	if k < n {
		high = Rounded(distuv.Beta{Alpha: float64(k + 1), Beta: float64(n - k)}.Quantile(1 - alpha/2))
	}
	return low, high
}

// Rounded returns a number without the digits in which machines may differ: to a millionth.
func Rounded(x float64) float64 { return math.Round(x*1e6) / 1e6 }
