package machine

import (
	"strings"

	"github.com/thicket-sim/thicket/internal/dialect/lua/number"
	"github.com/thicket-sim/thicket/internal/dialect/lua/pattern"
)

var stringLibrary = []function{
	{"byte", byteOf}, {"char", char}, {"find", find}, {"format", format}, {"gfind", globalMatch},
	{"gmatch", globalMatch}, {"gsub", replace}, {"len", lengthOf}, {"lower", lower}, {"match", match},
	{"rep", repeat}, {"reverse", reverse}, {"sub", sub}, {"upper", upper},
}

func byteOf(c *Call) int {
	text := c.CheckText(1)
	i := c.OptWhole(2, 1)
	part := pattern.Window(text, i, c.OptWhole(3, i))
	if len(part) > MaxResults {
		c.S.Raise("string slice too long: more than %d bytes", MaxResults)
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

func lengthOf(c *Call) int { return c.Give(Number(float64(len(c.CheckText(1))))) }

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
	return c.giveText(part(text, pattern.Window(text, c.CheckWhole(2), c.OptWhole(3, -1))))
}

// part returns a piece of a text, copied where it would keep a much longer whole in memory.
func part(whole, piece string) string {
	if len(whole) > 2*len(piece) && len(whole) > 64 {
		return strings.Clone(piece)
	}
	return piece
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
		f, end, fault := number.ParseSpec(text, i)
		if fault != "" {
			c.S.Raise("%s", fault)
		}
		i = end
		arg++
		f.Pad(&out, convert(c, f, text[i], arg), text[i])
		if out.Len() > c.S.lim.Text {
			break
		}
	}
	return c.giveText(out.String())
}

// convert returns one argument as text, without padding.
func convert(c *Call, f number.Spec, verb byte, arg int) string {
	switch verb {
	case 'c':
		b := byte(c.CheckWhole(arg))
		if b == 0 { // where C sees the end of a text
			return ""
		}
		return string([]byte{b})
	case 'd', 'i':
		return f.Signed(number.Whole(c.CheckNumber(arg)))
	case 'u', 'o', 'x', 'X':
		return f.Unsigned(verb, number.Unsigned(c.CheckNumber(arg)))
	case 'e', 'f', 'g', 'E', 'G':
		return f.Real(verb, c.CheckNumber(arg))
	case 'q':
		return number.Quote(c.CheckText(arg))
	case 's':
		if c.S.lenient() {
			text, _ := c.S.joins(c.S.ToString(c.CheckAny(arg)))
			return f.Cut(text)
		}
		return f.Cut(c.CheckText(arg))
	}
	c.S.Raise("invalid option '%%%c' to 'format'", verb)
	return ""
}
