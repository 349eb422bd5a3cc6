package machine

import (
	"strconv"
	"strings"
)

var stringLibrary = []function{
	{"byte", byteOf}, {"char", char}, {"find", find}, {"format", format}, {"gfind", globalMatch},
	{"gmatch", globalMatch}, {"gsub", replace}, {"len", lengthOf}, {"lower", lower}, {"match", match},
	{"rep", repeat}, {"reverse", reverse}, {"sub", sub}, {"upper", upper},
}

// window returns the part of a text between two positions, both included, counted from 1 or
// back from -1.
func window(text string, i, j int) string {
	if i < 0 {
		i = len(text) + i + 1
	}
	if j < 0 {
		j = len(text) + j + 1
	}
	i, j = max(i, 1), min(j, len(text))
	if i > j {
		return ""
	}
	return text[i-1 : j]
}

func byteOf(c *Call) int {
	text := c.CheckText(1)
	i := c.OptWhole(2, 1)
	part := window(text, i, c.OptWhole(3, i))
	if len(part) > maxResults {
		c.S.Raise("string slice too long: more than %d bytes", maxResults)
	}
	c.S.Charge(int64(len(part) / itemsPerStep))
	for _, b := range []byte(part) {
		c.Push(Number(float64(b)))
	}
	return len(part)
}

func char(c *Call) int {
	out := make([]byte, c.n)
	for i := range out {
		b := c.CheckWhole(i + 1)
		if b < 0 || b > 255 {
			c.ArgError(i+1, "invalid value")
		}
		out[i] = byte(b)
	}
	return c.giveText(string(out))
}

func lengthOf(c *Call) int { return c.give(Number(float64(len(c.CheckText(1))))) }

func lower(c *Call) int { return c.giveText(mapASCII(c.CheckText(1), 'A')) }

func upper(c *Call) int { return c.giveText(mapASCII(c.CheckText(1), 'a')) }

// mapASCII changes the case of the 26 letters from first on, as C does.
func mapASCII(text string, first byte) string {
	out := []byte(text)
	for i, b := range out {
		if b >= first && b < first+26 {
			out[i] = b ^ 0x20
		}
	}
	return string(out)
}

func repeat(c *Call) int {
	text, n := c.CheckText(1), c.CheckWhole(2)
	if n <= 0 || text == "" {
		return c.giveText("")
	}
	if n > c.S.lim.Text/len(text) {
		c.S.chargeText(c.S.lim.Text + 1)
	}
	return c.giveText(strings.Repeat(text, n))
}

func reverse(c *Call) int {
	text := []byte(c.CheckText(1))
	for i, j := 0, len(text)-1; i < j; i, j = i+1, j-1 {
		text[i], text[j] = text[j], text[i]
	}
	return c.giveText(string(text))
}

func sub(c *Call) int {
	text := c.CheckText(1)
	return c.giveText(part(text, window(text, c.CheckWhole(2), c.OptWhole(3, -1))))
}

// part returns a piece of a text, copied where it would keep a much longer whole in memory.
func part(whole, piece string) string {
	if len(whole) > 2*len(piece) && len(whole) > 64 {
		return strings.Clone(piece)
	}
	return piece
}

// spec is one conversion of a format: %-05.1f.
type spec struct {
	minus, plus, space, alt, zero bool
	width, precision              int // precision -1: none given
}

// format is printf of C for the conversions that Lua 5.1 has.
func format(c *Call) int {
	text := c.CheckText(1)
	var out strings.Builder
	arg := 1
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			out.WriteByte(text[i])
			continue
		}
		i++
		if i < len(text) && text[i] == '%' {
			out.WriteByte('%')
			continue
		}
		f, end := specOf(c, text, i)
		i = end
		arg++
		f.pad(&out, convert(c, f, text[i], arg), text[i])
		if out.Len() > c.S.lim.Text {
			break
		}
	}
	return c.giveText(out.String())
}

func specOf(c *Call, text string, i int) (f spec, end int) {
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
				c.S.Raise("invalid format (width or precision too long)")
			}
			if i < len(text) {
				return f, i
			}
		}
	}
	c.S.Raise("invalid option to 'format': it ends with %%")
	return f, i
}

func twoDigits(text string, i int) (n, end int, ok bool) {
	from := i
	for i < len(text) && isDigit(text[i]) {
		n = n*10 + int(text[i]-'0')
		if i++; i-from > 2 {
			return 0, i, false
		}
	}
	return n, i, true
}

// convert returns one argument as text, without padding.
func convert(c *Call, f spec, verb byte, arg int) string {
	switch verb {
	case 'c':
		b := byte(c.CheckWhole(arg))
		if b == 0 { // where C sees the end of a text
			return ""
		}
		return string([]byte{b})
	case 'd', 'i':
		return f.sign(f.digits(strconv.FormatInt(Whole(c.CheckNumber(arg)), 10)))
	case 'u':
		return f.digits(strconv.FormatUint(uint64(Whole(c.CheckNumber(arg))), 10))
	case 'o':
		return f.digits(f.prefix("0", strconv.FormatUint(uint64(Whole(c.CheckNumber(arg))), 8)))
	case 'x':
		return f.prefix("0x", f.digits(strconv.FormatUint(uint64(Whole(c.CheckNumber(arg))), 16)))
	case 'X':
		return f.prefix("0X", strings.ToUpper(f.digits(strconv.FormatUint(uint64(Whole(c.CheckNumber(arg))), 16))))
	case 'e', 'f', 'g', 'E', 'G':
		precision := f.precision
		if precision < 0 {
			precision = 6
		}
		out := f.sign(formatFloat(c.CheckNumber(arg), verb|0x20, precision, f.alt))
		if isUpper(verb) {
			out = strings.ToUpper(out)
		}
		return out
	case 'q':
		return quote(c.CheckText(arg))
	case 's':
		text, ok := c.S.joins(c.S.ToString(c.CheckAny(arg)))
		if !ok {
			c.S.Raise("'tostring' must return a string to 'format'")
		}
		if f.precision >= 0 && f.precision < len(text) {
			text = text[:f.precision]
		}
		return text
	}
	c.S.Raise("invalid option '%%%c' to 'format'", verb)
	return ""
}

func (f spec) sign(s string) string {
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
func (f spec) digits(s string) string {
	neg := ""
	if strings.HasPrefix(s, "-") {
		neg, s = "-", s[1:]
	}
	if f.precision == 0 && s == "0" {
		return neg
	}
	return neg + strings.Repeat("0", max(f.precision-len(s), 0)) + s
}

func (f spec) prefix(prefix, s string) string {
	if !f.alt || s == "" || s == "0" {
		return s
	}
	return prefix + s
}

func (f spec) pad(out *strings.Builder, s string, verb byte) {
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

// quote is %q: a text as a Lua source can say it.
func quote(text string) string {
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
