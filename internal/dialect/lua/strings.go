package lua

import (
	"math"
	"strconv"
	"strings"

	glua "github.com/yuin/gopher-lua"
)

func (s *State) stringLibrary() []function {
	return []function{
		{"byte", s.byteOf}, {"char", s.char}, {"find", s.find}, {"format", s.format}, {"gfind", s.globalMatch},
		{"gmatch", s.globalMatch}, {"gsub", s.replace}, {"len", s.lengthOf}, {"lower", s.lower}, {"match", s.match},
		{"rep", s.repeat}, {"reverse", s.reverse}, {"sub", s.sub}, {"upper", s.upper},
	}
}

// window returns the part of a text between two positions, both included, counted
// from 1 or back from -1.
func (s *State) window(text string, from, to glua.LNumber) string {
	i, j := s.index(from), s.index(to)
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

func (s *State) byteOf(L *glua.LState) int {
	text := L.CheckString(1)
	i := L.OptNumber(2, 1)
	part := s.window(text, i, L.OptNumber(3, i))
	if len(part) > maxResults {
		s.Raise("string slice too long")
	}
	s.Charge(int64(len(part)))
	for _, c := range []byte(part) {
		L.Push(glua.LNumber(c))
	}
	return len(part)
}

func (s *State) char(L *glua.LState) int {
	out := make([]byte, L.GetTop())
	for i := range out {
		c := s.index(L.CheckNumber(i + 1))
		if c < 0 || c > 255 {
			L.ArgError(i+1, "invalid value")
		}
		out[i] = byte(c)
	}
	return s.give(string(out))
}

// give pushes a text as the only result, and charges for it.
func (s *State) give(text string) int {
	s.chargeText(len(text))
	s.L.Push(glua.LString(text))
	return 1
}

func (s *State) lengthOf(L *glua.LState) int {
	L.Push(glua.LNumber(len(L.CheckString(1))))
	return 1
}

func (s *State) lower(L *glua.LState) int { return s.give(mapASCII(L.CheckString(1), 'A')) }

func (s *State) upper(L *glua.LState) int { return s.give(mapASCII(L.CheckString(1), 'a')) }

// mapASCII changes the case of the 26 letters from first on, as C does.
func mapASCII(text string, first byte) string {
	out := []byte(text)
	for i, c := range out {
		if c >= first && c < first+26 {
			out[i] = c ^ 0x20
		}
	}
	return string(out)
}

func (s *State) repeat(L *glua.LState) int {
	text, n := L.CheckString(1), s.index(L.CheckNumber(2))
	if n <= 0 || text == "" {
		return s.give("")
	}
	if n > s.lim.Text/len(text) {
		s.chargeText(s.lim.Text + 1)
	}
	s.chargeText(n * len(text))
	L.Push(glua.LString(strings.Repeat(text, n)))
	return 1
}

func (s *State) reverse(L *glua.LState) int {
	text := []byte(L.CheckString(1))
	for i, j := 0, len(text)-1; i < j; i, j = i+1, j-1 {
		text[i], text[j] = text[j], text[i]
	}
	return s.give(string(text))
}

func (s *State) sub(L *glua.LState) int {
	return s.give(part(L.CheckString(1), s.window(L.CheckString(1), L.CheckNumber(2), L.OptNumber(3, -1))))
}

// part returns a piece of a text, copied where it would keep a much longer whole
// in memory.
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
func (s *State) format(L *glua.LState) int {
	text := L.CheckString(1)
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
		f, end := s.spec(text, i)
		i = end
		arg++
		f.pad(&out, s.convert(L, f, text[i], arg), text[i])
		s.chargeText(out.Len())
	}
	return s.give(out.String())
}

func (s *State) spec(text string, i int) (f spec, end int) {
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
				s.Raise("invalid format (width or precision too long)")
			}
			if i < len(text) {
				return f, i
			}
		}
	}
	s.Raise("invalid option to 'format': it ends with %%")
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
func (s *State) convert(L *glua.LState, f spec, verb byte, arg int) string {
	switch verb {
	case 'c':
		return string([]byte{byte(s.index(L.CheckNumber(arg)))})
	case 'd', 'i':
		return f.sign(f.digits(strconv.FormatInt(Whole(L.CheckNumber(arg)), 10)))
	case 'u':
		return f.digits(strconv.FormatUint(uint64(Whole(L.CheckNumber(arg))), 10))
	case 'o':
		return f.digits(f.prefix("0", strconv.FormatUint(uint64(Whole(L.CheckNumber(arg))), 8)))
	case 'x':
		return f.prefix("0x", f.digits(strconv.FormatUint(uint64(Whole(L.CheckNumber(arg))), 16)))
	case 'X':
		return f.prefix("0X", strings.ToUpper(f.digits(strconv.FormatUint(uint64(Whole(L.CheckNumber(arg))), 16))))
	case 'e', 'f', 'g', 'E', 'G':
		precision := f.precision
		if precision < 0 {
			precision = 6
		}
		out := f.sign(formatFloat(float64(L.CheckNumber(arg)), verb|0x20, precision, f.alt))
		if isUpper(verb) {
			out = strings.ToUpper(out)
		}
		return out
	case 'q':
		return quote(L.CheckString(arg))
	case 's':
		text, ok := s.ToString(L.CheckAny(arg)).(glua.LString)
		if !ok {
			s.Raise("tostring gave no string to format")
		}
		if f.precision >= 0 && f.precision < len(text) {
			text = text[:f.precision]
		}
		return string(text)
	}
	s.Raise("invalid option '%%%c' to 'format'", verb)
	return ""
}

// Whole converts a number as C casts it to a long: one that does not fit becomes the
// least long. What Go makes of it depends on the processor.
func Whole(n glua.LNumber) int64 {
	if n != n || n >= 1<<63 || n < -1<<63 {
		return math.MinInt64
	}
	return int64(n)
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
