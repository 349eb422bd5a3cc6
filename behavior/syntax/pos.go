package syntax

import "strconv"

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

// Span is a range in a source file, from Start up to, and not including, the
// character at EndLine, EndCol.
type Span struct {
	Start           Pos
	EndLine, EndCol int32
}
