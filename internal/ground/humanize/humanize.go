// Package humanize writes numbers as people read them.
package humanize

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Thousands writes a number with commas: 12,345.
func Thousands(n int64) string {
	s := strconv.FormatInt(n, 10)
	first := 0
	if n < 0 {
		first = 1
	}
	for i := len(s) - 3; i > first; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Number writes a measured number with three digits, or more where there are more
// before the point.
func Number(v float64) string {
	if v >= 100 {
		return Thousands(int64(v + 0.5))
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}

// Ends writes from when to when something ended, above 0 and rounded down, so that it went on for so
// long: "14", "2.53 to 60".
func Ends(from, to float64) string {
	down := func(v float64) string { return strconv.FormatFloat(math.Floor(float64(v*100)+1e-6)/100, 'f', -1, 64) }
	if down(from) == down(to) {
		return down(to)
	}
	return down(from) + " to " + down(to)
}

// Count writes a number of things: "1 tick", "1,800 ticks", "2 classes".
func Count(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	if strings.HasSuffix(what, "s") {
		what += "e"
	}
	return Thousands(n) + " " + what + "s"
}

// Size writes a number of bytes: "1.5 kB".
func Size(n int64) string {
	switch {
	case n >= 1<<20:
		return fmt.Sprintf("%.1f MB", float64(n)/(1<<20))
	case n >= 1<<10:
		return fmt.Sprintf("%.1f kB", float64(n)/(1<<10))
	}
	return Count(n, "byte")
}
