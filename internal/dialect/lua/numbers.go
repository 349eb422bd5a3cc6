package lua

import (
	"math"
	"strconv"
	"strings"

	glua "github.com/yuin/gopher-lua"
)

// Text returns a value as tostring and joins show it: numbers as C prints them
// with %.14g. A table or a function shows its type alone: its address would differ
// from run to run.
func Text(v glua.LValue) string {
	switch v := v.(type) {
	case glua.LNumber:
		return Number(float64(v))
	case glua.LString:
		return string(v)
	case glua.LBool, *glua.LNilType:
		return v.String()
	}
	return v.Type().String()
}

// Number returns a number as Lua shows it.
func Number(f float64) string {
	if i := int64(f); float64(i) == f && i > -1e14 && i < 1e14 && (i != 0 || !math.Signbit(f)) {
		return strconv.FormatInt(i, 10)
	}
	return formatFloat(f, 'g', 14, false)
}

// Bits are those of a number, and of every NaN the same: which sign and which payload
// 0/0 has depends on the processor.
func Bits(f float64) uint64 {
	if f != f {
		return nan
	}
	return math.Float64bits(f)
}

const nan = 0x7ff8000000000000

// formatFloat is printf of C for the verbs e, f and g. With alt, %g keeps
// trailing zeros.
func formatFloat(f float64, verb byte, precision int, alt bool) string {
	switch {
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	case math.IsNaN(f): // whatever its sign is: that of 0/0 depends on the processor
		return "nan"
	}
	if verb != 'g' {
		return strconv.FormatFloat(f, verb, precision, 64)
	}
	precision = max(precision, 1)
	exp := strconv.FormatFloat(f, 'e', precision-1, 64)
	x, _ := strconv.Atoi(exp[strings.IndexByte(exp, 'e')+1:])
	if x < -4 || x >= precision {
		mantissa, e, _ := strings.Cut(exp, "e")
		return trimZeros(mantissa, alt) + "e" + e
	}
	return trimZeros(strconv.FormatFloat(f, 'f', precision-1-x, 64), alt)
}

func trimZeros(s string, keep bool) string {
	if keep || !strings.Contains(s, ".") {
		return s
	}
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// ParseNumber reads a number as tonumber does: decimal or hexadecimal, with
// white space around it.
func ParseNumber(text string) (float64, bool) {
	text = strings.Trim(text, " \t\n\v\f\r")
	sign, digits := "", text
	if digits != "" && (digits[0] == '-' || digits[0] == '+') {
		sign, digits = digits[:1], digits[1:]
	}
	if len(digits) > 2 && digits[0] == '0' && digits[1]|0x20 == 'x' {
		u, err := strconv.ParseUint(digits[2:], 16, 64)
		f := float64(u)
		if sign == "-" {
			f = -f
		}
		return f, err == nil && digits[2] != '_'
	}
	if digits == "" || strings.Trim(digits, "0123456789.eE+-") != "" {
		return 0, false
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil && !math.IsInf(f, 0) {
		return 0, false
	}
	return f, true
}
