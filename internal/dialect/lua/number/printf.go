package number

import (
	"strconv"
	"strings"
)

// Spec is one conversion of printf of C: %-05.1f.
type Spec struct {
	minus, plus, space, alt, zero bool
	width, precision              int // precision -1: none given
}

// ParseSpec reads a conversion from behind its %, up to its letter. The fault says what is
// wrong with it.
func ParseSpec(text string, i int) (f Spec, end int, fault string) {
	f.precision = -1
	for ; i < len(text); i++ {
		switch text[i] {
		case '-':
			f.minus = true
		case '+':
			f.plus = true
		case ' ':
			f.space = true
		case '#':
			f.alt = true
		case '0':
			f.zero = true
		default:
			var ok bool
			if f.width, i, ok = twoDigits(text, i); ok && i < len(text) && text[i] == '.' {
				f.precision, i, ok = twoDigits(text, i+1)
			}
			if !ok {
				return f, i, "invalid format (width or precision too long)"
			}
			if i < len(text) {
				return f, i, ""
			}
		}
	}
	return f, i, "invalid option to 'format': it ends with %"
}

func twoDigits(text string, i int) (n, end int, ok bool) {
	from := i
	for i < len(text) && text[i] >= '0' && text[i] <= '9' {
		n = n*10 + int(text[i]-'0')
		if i++; i-from > 2 {
			return 0, i, false
		}
	}
	return n, i, true
}

// Signed converts a number by the letters d and i.
func (f Spec) Signed(n int64) string { return f.sign(f.digits(strconv.FormatInt(n, 10))) }

// Unsigned converts a number by the letters u, o, x and X.
func (f Spec) Unsigned(verb byte, n uint64) string {
	switch verb {
	case 'o':
		s := f.digits(strconv.FormatUint(n, 8))
		if f.alt && !strings.HasPrefix(s, "0") {
			s = "0" + s
		}
		return s
	case 'x':
		return f.prefix("0x", n, f.digits(strconv.FormatUint(n, 16)))
	case 'X':
		return f.prefix("0X", n, strings.ToUpper(f.digits(strconv.FormatUint(n, 16))))
	}
	return f.digits(strconv.FormatUint(n, 10))
}

// Real converts a number by the letters e, f, g, E and G.
func (f Spec) Real(verb byte, x float64) string {
	precision := f.precision
	if precision < 0 {
		precision = 6
	}
	out := f.sign(float(x, verb|0x20, precision, f.alt))
	if verb < 'a' {
		out = strings.ToUpper(out)
	}
	return out
}

// Cut is a text up to the precision.
func (f Spec) Cut(text string) string {
	if f.precision >= 0 && f.precision < len(text) {
		return text[:f.precision]
	}
	return text
}

func (f Spec) sign(s string) string {
	switch {
	case strings.HasPrefix(s, "-"):
		return s
	case f.plus:
		return "+" + s
	case f.space:
		return " " + s
	}
	return s
}

// digits pads a whole number with zeros to its precision.
func (f Spec) digits(s string) string {
	neg := ""
	if strings.HasPrefix(s, "-") {
		neg, s = "-", s[1:]
	}
	if f.precision == 0 && s == "0" {
		return neg
	}
	return neg + strings.Repeat("0", max(f.precision-len(s), 0)) + s
}

func (f Spec) prefix(prefix string, n uint64, s string) string {
	if !f.alt || n == 0 {
		return s
	}
	return prefix + s
}

// Pad writes what was converted by a letter, at its width.
func (f Spec) Pad(out *strings.Builder, s string, verb byte) {
	fill := max(f.width-len(s), 0)
	isWhole := strings.IndexByte("diouxX", verb) >= 0
	isFloat := strings.IndexByte("eEfgG", verb) >= 0 && !strings.ContainsAny(s, "nN")
	switch {
	case f.minus:
		out.WriteString(s)
		out.WriteString(strings.Repeat(" ", fill))
	case f.zero && (isFloat || isWhole && f.precision < 0):
		n := 0
		if s != "" && strings.IndexByte("+- ", s[0]) >= 0 {
			n = 1
		}
		if f.alt && len(s) > n+1 && s[n+1]|0x20 == 'x' {
			n += 2
		}
		out.WriteString(s[:n])
		out.WriteString(strings.Repeat("0", fill))
		out.WriteString(s[n:])
	default:
		out.WriteString(strings.Repeat(" ", fill))
		out.WriteString(s)
	}
}

// Quote is %q: a text as a Lua source can say it.
func Quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(text) {
		switch c := text[i]; c {
		case '"', '\\', '\n':
			b.WriteByte('\\')
			b.WriteByte(c)
		case '\r':
			b.WriteString(`\r`)
		case 0:
			b.WriteString(`\000`)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
