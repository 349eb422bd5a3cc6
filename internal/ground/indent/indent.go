// Package indent finds, by the indentation of its lines, where the end of a block is missing in a
// text, for loaders that offer to write it there. It knows no language, and finds nothing where the
// indentation leaves a doubt.
package indent

import (
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// Token is a token of a text.
type Token struct {
	From, To int // in bytes
	Role     Role
	End      string // what closes the block, for one that opens or closes one
}

// Role is what a token does to blocks.
type Role uint8

// The roles of tokens.
const (
	Other   Role = iota
	Opens        // a block
	Divides      // the innermost block, as else does
	Closes       // the innermost block
)

// block is one that is open.
type block struct{ end, indent string }

// finder goes through tokens.
type finder struct {
	text   string
	open   []block
	last   int // where the token before ends
	seen   int // what was looked through for lines
	line   int // where the line begins that seen is on
	blanks int // where the blanks end that it begins with
	found  bool
	at     int    // where to write the end
	insert string // with its line
}

// Missing returns the edit that writes the one end of a block which is missing in a file, on a line
// of its own. Where other content of the block around follows, behind stands behind the end. There is
// none unless all other blocks are indented as they are nested.
func Missing(file, text string, tokens []Token, behind string) []syntax.Edit {
	f := &finder{text: text}
	f.begin(0)
	for _, t := range tokens {
		if !f.token(t, behind) {
			return nil
		}
	}
	if !f.found && len(f.open) == 1 {
		f.close(len(text), "")
	}
	if !f.found || len(f.open) > 0 {
		return nil
	}
	return []syntax.Edit{At(file, text, f.at, f.insert)}
}

// token takes the next token; false where the indentation is no guide.
func (f *finder) token(t Token, behind string) bool {
	if indent, first := f.leads(t.From); first && len(f.open) > 0 {
		ends := t.Role == Closes || t.Role == Divides
		top := f.open[len(f.open)-1]
		if ends && indent != top.indent || !ends && !deeper(indent, top.indent) {
			if f.found || len(f.open) > 1 && !deeper(top.indent, f.open[len(f.open)-2].indent) {
				return false
			}
			if ends {
				behind = ""
			}
			f.close(f.last, behind)
			if n := len(f.open); ends && (n == 0 || f.open[n-1].indent != indent) || !ends && n > 0 && !deeper(indent, f.open[n-1].indent) {
				return false
			}
		}
	}
	f.last = t.To
	switch t.Role {
	case Opens:
		indent, _ := f.leads(t.From)
		f.open = append(f.open, block{t.End, indent})
	case Closes:
		n := len(f.open)
		if n == 0 || f.open[n-1].end != t.End {
			return false
		}
		f.open = f.open[:n-1]
	}
	return true
}

// leads returns the blanks that the line of an offset begins with, and whether nothing else stands
// before it. Offsets are those of tokens, in their order.
func (f *finder) leads(off int) (indent string, first bool) {
	if n := strings.LastIndexAny(f.text[f.seen:off], "\r\n"); n >= 0 {
		f.begin(f.seen + n + 1)
	}
	f.seen = off
	return f.text[f.line:f.blanks], f.blanks == off
}

// begin notes a line.
func (f *finder) begin(line int) {
	f.line = line
	f.blanks = len(f.text) - len(strings.TrimLeft(f.text[line:], " \t"))
}

// deeper reports whether one line is indented farther than another.
func deeper(indent, than string) bool {
	return len(indent) > len(than) && strings.HasPrefix(indent, than)
}

// close closes the innermost block below the line of an offset, and below the comments that belong to
// the block.
func (f *finder) close(last int, behind string) {
	top := f.open[len(f.open)-1]
	f.open = f.open[:len(f.open)-1]
	f.found, f.at = true, f.nextLine(last)
	for at := f.at; at < len(f.text); {
		next := f.nextLine(at)
		line := strings.TrimRight(f.text[at:next], "\r\n")
		rest := strings.TrimLeft(line, " \t")
		if rest != "" && !deeper(line[:len(line)-len(rest)], top.indent) {
			break
		}
		if at = next; rest != "" {
			f.at = next
		}
	}
	nl := LineEnd(f.text)
	if f.insert = top.indent + top.end + behind + nl; f.at == len(f.text) && !strings.HasSuffix(f.text, "\n") {
		f.insert = nl + top.indent + top.end + behind
	}
}

// nextLine returns where the line behind that of an offset begins.
func (f *finder) nextLine(off int) int {
	if n := strings.IndexByte(f.text[off:], '\n'); n >= 0 {
		return off + n + 1
	}
	return len(f.text)
}

// LineEnd returns how lines of a text end.
func LineEnd(text string) string {
	if strings.Contains(text, "\r\n") {
		return "\r\n"
	}
	return "\n"
}

// At returns the edit that writes something at an offset of the text of a file.
func At(file, text string, off int, with string) syntax.Edit {
	at := syntax.Pos{File: file, Line: 1, Col: 1}
	for i, r := range strings.TrimPrefix(text[:off], "\ufeff") {
		at.Col++
		if r == '\n' || r == '\r' && !strings.HasPrefix(strings.TrimPrefix(text, "\ufeff")[i+1:], "\n") {
			at.Line, at.Col = at.Line+1, 1
		}
	}
	return syntax.Edit{At: syntax.Span{Start: at, EndLine: at.Line, EndCol: at.Col}, With: with}
}

// plainRune reports whether a character may stand in a value that surely is one word.
func plainRune(r rune) bool {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
		return true
	}
	return strings.ContainsRune("_.-:$#+%", r) || r >= 0x80
}

// Word returns the length of the word, in bytes, that a text begins with: letters, digits and few signs. A
// dot or sign at its end counts.
func Word(text string) int {
	if n := strings.IndexFunc(text, func(r rune) bool { return !plainRune(r) }); n >= 0 {
		return n
	}
	return len(text)
}
