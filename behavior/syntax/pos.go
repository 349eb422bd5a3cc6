package syntax

import (
	"strconv"
	"strings"
)

// Pos is a place in a source file. Line and Col start at 1, and Col counts
// characters (Unicode code points), not bytes; 0 means unknown. Lines end at
// \n, \r\n or \r. The zero Pos is no place at all.
type Pos struct {
	File      string
	Line, Col int32
}

// String gives file:line:col and leaves out the parts that are unknown.
func (p Pos) String() string {
	s := p.File
	if p.Line <= 0 {
		return s
	}
	if s != "" {
		s += ":"
	}
	s += strconv.Itoa(int(p.Line))
	if p.Col > 0 {
		s += ":" + strconv.Itoa(int(p.Col))
	}
	return s
}

// ParsePos returns the position that String gave for text.
func ParsePos(text string) (p Pos) {
	var parts [2]int32 // column and line, or the line alone
	n := 0
	for ; n < len(parts); n++ {
		i := strings.LastIndexByte(text, ':')
		v, err := strconv.ParseInt(text[i+1:], 10, 32)
		if i < 0 || err != nil {
			break
		}
		parts[n], text = int32(v), text[:i]
	}
	p.File = text
	if n == 2 {
		p.Line, p.Col = parts[1], parts[0]
	} else {
		p.Line = parts[0]
	}
	return p
}

// Span is a range in a source file, from Start up to, and not including, the
// character at EndLine, EndCol.
type Span struct {
	Start           Pos
	EndLine, EndCol int32
}
