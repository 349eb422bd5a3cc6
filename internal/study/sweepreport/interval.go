package sweepreport

import (
	"fmt"
	"math"
	"strconv"

	"github.com/thicket-sim/thicket/internal/ground/humanize"
	stats "github.com/thicket-sim/thicket/internal/study/estimate"
)

// estimate is a mean with the interval of 95 %.
type estimate struct {
	n               int
	mean, low, high float64 // not finite where n says too little: a mean needs one value, an interval two
	late            int     // of n: runs that ended before, at from to to, and have that or more
	from, to        float64
	upTo            float64 // the mean is of what all are up to there
	left            float64 // the part of runs that are there still
}

// meanOf returns the mean of values that are in a range.
func meanOf(values []float64, within stats.Range) estimate {
	e := estimate{n: len(values)}
	e.mean, e.low, e.high = within.Mean(values, 0.05)
	if e.n > 1 { // an interval that is too wide for numbers is one up to the largest
		e.low, e.high = max(e.low, -math.MaxFloat64), min(e.high, math.MaxFloat64)
	} else { // all that there can be is none
		e.low, e.high = math.Inf(-1), math.Inf(1)
	}
	return e
}

// known reports whether there is an interval.
func (e estimate) known() bool { return finite(e.low) && finite(e.high) }

// isLate reports whether more than half of the runs are left without a value, so that no mean is
// told.
func (e estimate) isLate() bool { return e.left > 0.5 }

// String returns the mean with its interval, as exact as that supports: "6.4 (6.1 to 6.8)"; up
// to where it is that of times, where games were over before; and how many runs ended: ", ≥ 60
// in 9 of 90". Where more than half are left, there is no mean.
func (e estimate) String() string {
	if e.late == 0 {
		return e.figure()
	}
	text := fmt.Sprintf("≥ %s in %d of %d", humanize.Ends(e.from, e.to), e.late, e.n)
	switch {
	case e.isLate():
		return text
	case e.from < e.upTo:
		return e.figure() + " up to " + plain(e.upTo) + ", " + text
	}
	return e.figure() + ", " + text
}

// figure returns the mean with its interval.
func (e estimate) figure() string {
	half := e.high/2 - e.low/2
	switch {
	case e.n == 0:
		return "–"
	case !e.known() || half == 0:
		return plain(e.mean)
	}
	d := decimals(half)
	return figure(e.mean, d) + " (" + figure(e.low, d) + " to " + figure(e.high, d) + ")"
}

// decimals returns how many of them a number that may be half an interval off supports, less
// than none where digits before the point say nothing: those up to the first digit of half,
// or to its second where the first is 1 or 2.
func decimals(half float64) int {
	lead, exponent := leading(half)
	if lead < 3 {
		return 1 - exponent
	}
	return -exponent
}

// leading returns the first digit of a number above 0, rounded to two, and the power of ten that it
// stands for.
func leading(v float64) (digit, exponent int) {
	text := strconv.FormatFloat(v, 'e', 1, 64) // as 3.5e-01
	exponent, _ = strconv.Atoi(text[4:])
	return int(text[0] - '0'), exponent
}

// Numbers from large on, and those other than 0 below small, are written with a power of ten.
const large, small = 1e7, 1e-4

// figure writes a number with so many decimals; less than none round it to tens, hundreds and
// so on.
func figure(v float64, decimals int) string {
	size := math.Abs(v)
	switch {
	case v == 0:
		return "0"
	case size >= large || size < small:
		_, exponent := leading(size)
		digits := exponent + decimals
		if digits < 0 {
			return "0"
		}
		return strconv.FormatFloat(v, 'e', min(digits, 15), 64)
	case decimals < 0:
		unit := math.Pow10(-decimals)
		return humanize.Thousands(int64(math.Round(v/unit) * unit))
	}
	text := strconv.FormatFloat(v, 'f', min(decimals, 12), 64)
	if zero, _ := strconv.ParseFloat(text, 64); zero == 0 {
		return strconv.FormatFloat(0, 'f', min(decimals, 12), 64)
	}
	if size >= 1e4 {
		whole, rest := text, ""
		if decimals > 0 {
			whole, rest = text[:len(text)-decimals-1], text[len(text)-decimals-1:]
		}
		n, _ := strconv.ParseInt(whole, 10, 64)
		return humanize.Thousands(n) + rest
	}
	return text
}

// plain writes a number of which no interval is known.
func plain(v float64) string { return digits(v, 6) }

// digits writes a number with at most so many digits, and none that say nothing.
func digits(v float64, most int) string {
	size := math.Abs(v)
	if size >= 1e4 && size < large && v == math.Trunc(v) {
		return humanize.Thousands(int64(v))
	}
	text := strconv.FormatFloat(v, 'g', most, 64)
	if short := strconv.FormatFloat(v, 'g', -1, 64); len(short) < len(text) {
		return short
	}
	return text
}
