// Package number reads and shows numbers as Lua 5.1 with its C library does, and the same on every
// machine. What printf of C knows of numbers and texts is here, too.
package number

import (
	"math"
	"strconv"
	"strings"
)

// Show returns a number as Lua shows it: as C prints it with %.14g.
func Show(f float64) string {
	if i := int64(f); float64(i) == f && i > -1e14 && i < 1e14 && (i != 0 || !math.Signbit(f)) {
		return strconv.FormatInt(i, 10)
	}
	return float(f, 'g', 14, false)
}

// Bits are those of a number, and of every NaN the same: which sign and which payload 0/0 has
// depends on the processor.
func Bits(f float64) uint64 {
	if f != f {
		return nan
	}
	return math.Float64bits(f)
}

const nan = 0x7ff8000000000000

// float is printf of C for the verbs e, f and g. With alt, %g keeps trailing zeros.
func float(f float64, verb byte, precision int, alt bool) string {
	switch {
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	case math.IsNaN(f): // whatever its sign is: that of 0/0 depends on the processor
		return "nan"
	}
	if verb != 'g' {
		return pointed(strconv.FormatFloat(f, verb, precision, 64), alt && precision == 0)
	}
	precision = max(precision, 1)
	exp := strconv.FormatFloat(f, 'e', precision-1, 64)
	x, _ := strconv.Atoi(exp[strings.IndexByte(exp, 'e')+1:])
	if x < -4 || x >= precision {
		mantissa, e, _ := strings.Cut(exp, "e")
		return trimZeros(pointed(mantissa, alt && precision == 1), alt) + "e" + e
	}
	return trimZeros(pointed(strconv.FormatFloat(f, 'f', precision-1-x, 64), alt && precision-1-x == 0), alt)
}

// pointed adds the point that the flag # wants.
func pointed(s string, wanted bool) string {
	if !wanted {
		return s
	}
	mantissa, e, ok := strings.Cut(s, "e")
	if ok {
		return mantissa + ".e" + e
	}
	return s + "."
}

func trimZeros(s string, keep bool) string {
	if keep || !strings.Contains(s, ".") {
		return s
	}
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// Parse reads a number as tonumber does: decimal or hexadecimal, with white space around
// it.
func Parse(text string) (float64, bool) {
	text, _, _ = strings.Cut(text, "\x00") // where C sees the end of a text
	text = strings.Trim(text, " \t\n\v\f\r")
	digits := strings.TrimLeft(text, "+-")
	if len(text)-len(digits) > 1 || digits == "" {
		return 0, false
	}
	if len(digits) > 2 && digits[0] == '0' && digits[1]|0x20 == 'x' {
		if strings.Trim(digits[2:], "0123456789abcdefABCDEF.pP+-") != "" {
			return 0, false
		}
		if !strings.ContainsAny(digits, "pP") {
			text += "p0"
		}
	} else if strings.Trim(digits, "0123456789.eE+-") != "" {
		return 0, false
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil && !math.IsInf(f, 0) && f != 0 {
		return 0, false
	}
	if err != nil && f == 0 && !strings.Contains(err.Error(), "range") {
		return 0, false
	}
	return f, true
}

// ParseBase reads a whole number to a base, as strtoul of C does.
func ParseBase(text string, base int) (float64, bool) {
	text, _, _ = strings.Cut(text, "\x00")
	digits := strings.ToLower(strings.Trim(text, " \t\n\v\f\r"))
	minus := strings.HasPrefix(digits, "-")
	digits = strings.TrimPrefix(digits, "-")
	if !minus {
		digits = strings.TrimPrefix(digits, "+")
	}
	if base == 16 {
		digits = strings.TrimPrefix(digits, "0x")
	}
	if digits == "" || strings.Trim(digits, "0123456789abcdefghijklmnopqrstuvwxyz") != "" {
		return 0, false
	}
	u, err := strconv.ParseUint(digits, base, 64)
	if err != nil && u == 0 {
		return 0, false
	}
	if minus {
		u = -u
	}
	return float64(u), true
}

// Whole converts a number as C casts it to a long: one that does not fit becomes the least long.
// What Go makes of it depends on the processor.
func Whole(f float64) int64 {
	if f != f || f >= 1<<63 || f < -1<<63 {
		return math.MinInt64
	}
	return int64(f)
}

// Unsigned converts a number as C casts it to an unsigned long on amd64: below 2^63 as to a
// long, and one that does not fit becomes 0.
func Unsigned(f float64) uint64 {
	switch {
	case f >= 1<<64:
		return 0
	case f >= 1<<63:
		return uint64(f-1<<63) + 1<<63
	}
	return uint64(Whole(f))
}
