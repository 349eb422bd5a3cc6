package mbt

import (
	"math"
	"strconv"
	"strings"
)

// Numbers are read as the C library does: blanks are skipped, the longest prefix
// that is a number counts, and without one the number is 0.

// readFloat is atof, rounded to 32 bits. It is not exact where the text holds
// more or less than one number.
func readFloat(s string) (f float32, exact bool) {
	s, end := skipBlanks(s), 0
	digits := s[signLen(s):]
	prefix := len(s) - len(digits)
	switch lower := strings.ToLower(digits); {
	case strings.HasPrefix(lower, "infinity"):
		end = prefix + len("infinity")
	case strings.HasPrefix(lower, "inf"), strings.HasPrefix(lower, "nan"):
		end = prefix + len("inf")
	case strings.HasPrefix(lower, "0x"):
		if n := mantissaLen(digits[2:], isHex); n > 0 {
			end = prefix + 2 + n
			exp := exponentLen(digits[2+n:], 'p')
			text := s[:end] + "p0"
			if exp > 0 {
				end += exp
				text = s[:end]
			}
			v, _ := strconv.ParseFloat(text, 64) // out of range is an infinity, as in C
			return float32(v), end == len(s)
		}
		end = prefix + 1 // the 0 before the x
	default:
		n := mantissaLen(digits, isDigit)
		if n == 0 {
			return 0, false
		}
		end = prefix + n + exponentLen(digits[n:], 'e')
	}
	text := s[:end]
	if strings.Contains(strings.ToLower(text), "nan") {
		return float32(math.NaN()), end == len(s)
	}
	v, _ := strconv.ParseFloat(text, 64) // out of range is an infinity, as in C
	return float32(v), end == len(s)
}

// mantissaLen returns the length of the digits at the start of s, with at most
// one point among them; 0 without a digit.
func mantissaLen(s string, digit func(byte) bool) int {
	n, digits, point := 0, 0, false
	for ; n < len(s); n++ {
		switch {
		case digit(s[n]):
			digits++
			continue
		case s[n] == '.' && !point:
			point = true
			continue
		}
		break
	}
	if digits == 0 {
		return 0
	}
	return n
}

// exponentLen returns the length of an exponent with that letter at the start of
// s.
func exponentLen(s string, letter byte) int {
	if len(s) < 2 || s[0]|0x20 != letter {
		return 0
	}
	n := 1 + signLen(s[1:])
	from := n
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	if n == from {
		return 0
	}
	return n
}

// readInt is atoi; numbers past 64 bits become the end of the range.
func readInt(s string) (i int64, exact bool) {
	s = skipBlanks(s)
	n := signLen(s)
	from := n
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	if n == from {
		return 0, false
	}
	i, _ = strconv.ParseInt(s[:n], 10, 64) // out of range is the end of it
	return i, n == len(s)
}

// readCount is strtoul: a negative number wraps around, and a number past 32 bits
// becomes the largest.
func readCount(s string) (c uint32, exact bool) {
	i, exact := readInt(s)
	if i > math.MaxUint32 || i < -math.MaxUint32 {
		return math.MaxUint32, exact
	}
	return uint32(i), exact
}

// readBool reads true or false in any case; anything else is read as a number and
// true when it is not 0.
func readBool(s string) (b, exact bool) {
	switch {
	case strings.EqualFold(s, "true"):
		return true, true
	case strings.EqualFold(s, "false"):
		return false, true
	}
	i, exact := readInt(s)
	return i != 0, exact
}

func skipBlanks(s string) string { return strings.TrimLeft(s, " \t\n\v\f\r") }

func signLen(s string) int {
	if s != "" && (s[0] == '+' || s[0] == '-') {
		return 1
	}
	return 0
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func isHex(b byte) bool { return isDigit(b) || b|0x20 >= 'a' && b|0x20 <= 'f' }

// unitsPerSecond is the resolution of the clock: all times are whole numbers of
// units.
const unitsPerSecond = 100_000

// units converts seconds to whole units, cut toward zero. A time out of range
// becomes the lowest number, as it does on the original's machine.
func units(seconds float32) int64 {
	u := seconds * float32(unitsPerSecond)
	if !(u >= -(1<<63) && u < 1<<63) {
		return math.MinInt64
	}
	return int64(u)
}

// seconds converts units to seconds, as the original shows them.
func seconds(units int64) float32 { return float32(units) * (float32(1) / unitsPerSecond) }
