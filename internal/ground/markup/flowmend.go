package markup

import (
	"bytes"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/indent"
)

// bracket is one that is open on a line.
type bracket struct {
	at     int
	nested bool // another one of its kind is in it, so that nobody knows which of the two lacks its end
}

// mendLine returns the fix for the one bracket that a line of YAML or JSON opens and does not close:
// before the end of the one around it or, where the line must end it, at the end of the line. There
// is none where it may belong elsewhere.
func mendLine(file string, text []byte, off int, atEnd bool) []syntax.Edit {
	start := 1 + bytes.LastIndexAny(text[:off], "\r\n")
	line := text[start:]
	if end := bytes.IndexAny(line, "\r\n"); end >= 0 {
		line = line[:end]
	}
	var open []bracket
	var fix []syntax.Edit
	write := func(b bracket, behind int) {
		with := string(line[b.at] + 2) // in ASCII, closing brackets come two after opening ones
		if line[b.at+1] == ' ' {
			with = " " + with
		}
		fix = append(fix, indent.At(file, string(text), start+behind, with))
	}
	last := 0 // where the text before ends
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case c == ' ' || c == '\t':
			continue
		case c == '#' && (i == 0 || line[i-1] == ' ' || line[i-1] == '\t'):
			i = len(line)
			continue
		case (c == '"' || c == '\'') && (last == 0 || strings.IndexByte(",:[{- ", line[i-1]) >= 0):
			end := closingQuote(line[i+1:], c)
			if end < 0 {
				return nil
			}
			i += 1 + end
		case (c == '{' || c == '[') && (len(open) > 0 || last == 0 || line[i-1] == ' '):
			open = append(open, bracket{at: i})
		case (c == '}' || c == ']') && len(open) > 0:
			n := len(open)
			if c != line[open[n-1].at]+2 {
				if n < 2 || c != line[open[n-2].at]+2 || open[n-1].nested {
					return nil
				}
				write(open[n-1], last)
				n--
			}
			if open = open[:n-1]; n > 1 {
				outer := &open[n-2]
				outer.nested = outer.nested || c == line[outer.at]+2
			}
		}
		last = i + 1
	}
	if atEnd && len(open) == 1 && !open[0].nested && open[0].at != last-1 && line[last-1] != ',' && !continued(text[start:]) {
		write(open[0], last)
		open = nil
	}
	if len(open) > 0 || len(fix) != 1 {
		return nil
	}
	return fix
}

// continued reports whether the line behind the first one of a text is indented deeper than that.
func continued(text []byte) bool {
	first, rest, _ := bytes.Cut(text, []byte("\n"))
	rest = bytes.TrimLeft(rest, "\r\n")
	return len(bytes.TrimSpace(rest)) > 0 && indentation(rest) > indentation(first)
}

// mendFlow returns the fix for a fault of YAML at an offset that comes of a string or a bracket
// without its end on the line; nil for any other.
func mendFlow(file string, text []byte, off int) []syntax.Edit {
	off = min(off, len(text))
	end := off + max(bytes.IndexAny(text[off:], "\r\n"), 0)
	_, _, long := scanQuotes(text[:end])
	if off < len(text) && (text[off] == '"' || text[off] == '\'') {
		long = off
	}
	if long >= 0 {
		return mendString(file, text, long)
	}
	open, _, _ := scanQuotes(text[:off])
	if len(open) == 0 || bytes.ContainsAny(text[open[0]:open[len(open)-1]], "\r\n") {
		return nil
	}
	return mendLine(file, text, open[0], true)
}

// mendString returns the fix for a string that is the whole value of its line, which has no other
// quote and nothing that may be a comment.
func mendString(file string, text []byte, from int) []syntax.Edit {
	if open, _, _ := scanQuotes(text[:from]); len(open) > 0 {
		return nil
	}
	line := text[from:]
	if end := bytes.IndexAny(line, "\r\n"); end >= 0 {
		line = line[:end]
	}
	line = bytes.TrimRight(line, " \t")
	before := strings.TrimSpace(string(text[1+bytes.LastIndexAny(text[:from], "\r\n") : from]))
	if len(line) < 2 || bytes.IndexByte(line[1:], line[0]) >= 0 || bytes.IndexByte(line, '#') >= 0 || !strings.HasSuffix(before, ":") && before != "-" {
		return nil
	}
	return []syntax.Edit{indent.At(file, string(text), from+len(line), string(line[:1]))}
}

// mendJSON returns the fix for a fault of JSON at an offset that comes of a bracket without its end;
// open is where the innermost one begins.
func mendJSON(file string, text []byte, off int, open syntax.Pos) []syntax.Edit {
	if off < len(text) && (text[off] == ']' || text[off] == '}') {
		if fix := mendLine(file, text, off, false); fix != nil {
			return fix
		}
	}
	if begin := syntax.Offset(text, open); begin+1 < len(text) && text[begin+1] != '\r' && text[begin+1] != '\n' {
		return mendLine(file, text, begin, true) // on whose line something stands behind it
	}
	return indent.Missing(file, string(text), jsonTokens(text), ",")
}

// jsonTokens returns the tokens of a text for its indentation.
func jsonTokens(text []byte) (all []indent.Token) {
	for i := 0; i < len(text); i++ {
		t := indent.Token{From: i, To: i + 1}
		switch c := text[i]; c {
		case ' ', '\t', '\r', '\n':
			continue
		case '"':
			t.To = i + 1 + max(closingQuote(text[i+1:], c), 0) + 1
			i = t.To - 1
		case '{', '[':
			t.Role, t.End = indent.Opens, string(c+2)
		case '}', ']':
			t.Role, t.End = indent.Closes, string(c)
		}
		all = append(all, t)
	}
	return all
}

// mendJSONString returns the fix for a string of one word without its quote, at the end of its line.
func mendJSONString(file string, text []byte, from int) []syntax.Edit {
	line := text[from+1:]
	if end := bytes.IndexAny(line, "\r\n"); end >= 0 {
		line = line[:end]
	}
	n := indent.Word(string(line))
	if n == 0 || len(bytes.Trim(line[n:], " \t,]}")) > 0 {
		return nil
	}
	return []syntax.Edit{indent.At(file, string(text), from+1+n, `"`)}
}
