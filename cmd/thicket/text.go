package main

import (
	"fmt"
	"strconv"
	"unicode/utf8"
)

// thousands writes a number with commas: 12,345.
func thousands(n int64) string {
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

// number writes a measured number, which needs no more than three digits.
func number(v float64) string {
	if v >= 100 {
		return thousands(int64(v + 0.5))
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}

// count writes a number of things: "1 tick", "1,800 ticks".
func count(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return thousands(n) + " " + what + "s"
}

// size writes a number of bytes.
func size(n int64) string {
	switch {
	case n >= 1<<20:
		return fmt.Sprintf("%.1f MB", float64(n)/(1<<20))
	case n >= 1<<10:
		return fmt.Sprintf("%.1f kB", float64(n)/(1<<10))
	}
	return count(n, "byte")
}

// cut shortens s to so many characters.
func cut(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	if most < 1 {
		return ""
	}
	return string([]rune(s)[:most-1]) + "…"
}

// meter is a bar of so many characters, full by a share from 0 to 1, exact to
// an eighth of a character.
func meter(share float64, width int) string {
	const eighths = " ▏▎▍▌▋▊▉"
	n := int(min(max(share, 0), 1)*float64(width)*8 + 0.5)
	bar := make([]rune, 0, width)
	for range n / 8 {
		bar = append(bar, '█')
	}
	if n%8 > 0 {
		bar = append(bar, []rune(eighths)[n%8])
	}
	return string(bar)
}
