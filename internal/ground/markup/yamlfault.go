package markup

import (
	"bytes"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// maxYAMLDepth is the nesting that yaml.v3 itself refuses.
const maxYAMLDepth = 10000

// yamlFault is a syntax error of yaml.v3, which says too little of where it is:
// the line where the surrounding list, map or string starts, for some problems
// one too low, no line at all for the first one, and never a column.
type yamlFault struct {
	text    []byte
	read    int    // bytes that yaml.v3 had read
	line    int    // as it says, 0 for none
	problem string // as it says
	budget  *int   // bytes to read again to find the place
}

// splitFault splits "yaml: line 3: problem".
func splitFault(err error) (line int, problem string) {
	msg := strings.TrimPrefix(err.Error(), "yaml: ")
	if rest, ok := strings.CutPrefix(msg, "line "); ok {
		if number, problem, ok := strings.Cut(rest, ": "); ok {
			if line, err := strconv.Atoi(number); err == nil {
				return line, problem
			}
		}
	}
	return 0, msg
}

// yamlProblems are the problems of yaml.v3 that people run into, in their terms.
var yamlProblems = map[string]struct {
	msg    string // what to say, or, after "wanted ", what should stand at the fault
	hint   string
	parser bool // the line it names is one too low
	flow   bool // brackets that are still open have it as well
	open   bool // what starts at the fault does not end: any text cut short has it
}{
	"did not find expected key": {
		msg: "wanted a key", hint: "see that the indentation and quotes are right", parser: true},
	"did not find expected '-' indicator": {
		msg: `wanted an item of the list`, hint: "see that the indentation is right", parser: true},
	"did not find expected ',' or ']'": {
		msg: `wanted "," or "]"`, parser: true, flow: true},
	"did not find expected ',' or '}'": {
		msg: `wanted "," or "}"`, parser: true, flow: true},
	"did not find expected node content": {
		msg: "wanted a value", parser: true, flow: true},
	"did not find expected <document start>": {
		msg: "wanted the end of the document", hint: "see that the indentation is right", parser: true},
	"found undefined tag handle": {
		msg: "unknown tag handle, wanted a tag that starts with !!", parser: true},
	"found incompatible YAML document": {
		msg: "found another version of YAML, wanted 1.1 or 1.2", parser: true},
	"mapping values are not allowed in this context": {
		msg: `found ":" where no value can follow`, hint: "quote text with a colon in it and see that the indentation is right"},
	"block sequence entries are not allowed in this context": {
		msg: `found "-" where no item can stand`, hint: "start the list on a line of its own"},
	"could not find expected ':'": {
		msg: `key without value, wanted ":" after it`, open: true},
	"found unexpected end of stream": {
		msg: "string that does not end, wanted a closing quote", open: true},
	"found unknown escape character": {
		msg: "found an escape sequence that YAML does not know", hint: `write \\ for a backslash or use single quotes`},
	"found character that cannot start any token": {
		msg: "wanted a value", hint: "quote text that starts so and indent with spaces"},
	"found a tab character where an indentation space is expected": {
		msg: "wanted spaces"},
}

// locate finds the byte offset of the fault: the character without which
// yaml.v3 does not report the problem. Where that would take long it gives up, and
// gives the first character of the line that yaml.v3 names, which is not exact.
func (f *yamlFault) locate() (off int, exact bool) {
	known := yamlProblems[f.problem]
	start, end := f.lineBounds(known.parser)
	line := f.text[start:end]
	first := start + len(line) - len(bytes.TrimLeft(line, " \t"))
	fails := func(n int) bool {
		*f.budget -= n
		return *f.budget >= 0 && f.recurs(n)
	}
	before := func(n int, chars string) int { return 1 + bytes.LastIndexAny(f.text[:n], chars) }
	n := end
	if known.open {
		for n > first && fails(n) {
			n--
		}
		if start > 0 && n == first && fails(n) {
			// yaml.v3 names the last line for what starts on the first one.
			g := *f
			g.line = 1
			return g.locate()
		}
		if n == end {
			return first, false
		}
	} else {
		n = start + sort.Search(f.read-start, func(i int) bool { return fails(start + i + 1) })
	}
	if *f.budget < 0 {
		return first, false
	}
	for n > 0 && n < len(f.text) && !utf8.RuneStart(f.text[n]) {
		n--
	}
	anchor, isAnchor := f.anchor()
	switch {
	case isAnchor:
		return max(bytes.LastIndex(f.text[:min(n+1, len(f.text))], []byte("*"+anchor)), 0), true
	case f.problem == "found undefined tag handle":
		return before(n, " \t\r\n,[]{}"), true
	case n < len(f.text) && known.flow:
		// A colon is one only with what follows.
		return max(len(bytes.TrimRight(f.text[:n+1], " \t\r\n"))-1, 0), true
	case n < len(f.text) && f.text[n] == ':' && known.parser:
		// A key is one only with its colon.
		n = before(n, "\r\n")
		return n + len(f.text[n:]) - len(bytes.TrimLeft(f.text[n:], " \t")), true
	}
	return n, true
}

// anchor returns the anchor that is not there, where that is the problem.
func (f *yamlFault) anchor() (name string, ok bool) {
	name, ok = strings.CutPrefix(f.problem, "unknown anchor '")
	name, _, _ = strings.Cut(name, "'")
	return name, ok
}

// lineBounds gives the start and the end of the line that yaml.v3 names, or of
// the last one with text.
func (f *yamlFault) lineBounds(parser bool) (start, end int) {
	line := max(f.line, 1)
	if parser && f.line > 0 {
		line++
	}
	c := newCursor("", 1, bytes.TrimRight(f.text[:f.read], " \t\r\n"))
	for c.off < len(c.text) {
		before, off := c.line, c.off
		if c.next(); c.line > before {
			if int(before) == line {
				return start, off
			}
			start = c.off
		}
	}
	return start, c.off
}

// recurs reports whether the first n bytes of the text have the same problem,
// even with all brackets closed if they are part of it.
func (f *yamlFault) recurs(n int) bool {
	text := f.text[:n]
	if yamlProblems[f.problem].flow {
		_, closing := openBrackets(text)
		text = append(text[:n:n], closing...)
	}
	dec := &yamlDecoder{text: text}
	y, err := dec.next()
	if err == nil && y != nil {
		_, err = dec.next()
	}
	if err == nil {
		return false
	}
	_, problem := splitFault(err)
	return problem == f.problem
}

// openBrackets gives where the brackets stand that are not closed in a text,
// and what would close them.
func openBrackets(text []byte) (open []int, closing string) {
	open, quote, _ := scanQuotes(text)
	var b strings.Builder
	if quote != 0 {
		b.WriteByte(quote)
	}
	for _, i := range slices.Backward(open) {
		b.WriteByte(text[i] + 2) // in ASCII, closing brackets come two after opening ones
	}
	return open, b.String()
}

// scanQuotes gives the brackets that are not closed in a text, the quote that is not, and where a
// string of several lines begins that is open or ends on the last line; -1 for none.
func scanQuotes(text []byte) (open []int, quote byte, long int) {
	blank := true // a string may start here
	start, lines := -1, false
	long = -1
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c == '\n' {
			if lines = quote != 0; !lines {
				long = -1
			}
		}
		switch {
		case quote == '"' && c == '\\', quote == '\'' && bytes.HasPrefix(text[i:], []byte("''")):
			i++
		case quote != 0:
			if c == quote {
				if quote = 0; lines {
					long = start
				}
			}
		case (c == '"' || c == '\'') && blank:
			quote, start, lines = c, i, false
		case c == '#' && blank:
			for i+1 < len(text) && text[i+1] != '\n' && text[i+1] != '\r' {
				i++
			}
		case c == '[', c == '{':
			if len(open) > 0 || blank {
				open = append(open, i)
			}
		case (c == ']' || c == '}') && len(open) > 0:
			open = open[:len(open)-1]
		}
		blank = strings.IndexByte(" \t\r\n,[]{}:", c) >= 0
	}
	if quote != 0 && lines {
		long = start
	}
	return open, quote, long
}

// report gives the fault as an error.
func (f *yamlFault) report(file string, off int, exact bool) *syntax.Error {
	c := newCursor(file, 1, f.text)
	c.seek(off)
	known, ok := yamlProblems[f.problem]
	e := &syntax.Error{Pos: c.pos(), Msg: f.problem, Hint: known.hint}
	anchor, isAnchor := f.anchor()
	switch {
	case isAnchor:
		e.Msg = fmt.Sprintf("unknown anchor *%s, wanted one that stands before it", shorten(anchor))
	case !ok:
	case !strings.HasPrefix(known.msg, "wanted "):
		e.Msg = known.msg
	case exact:
		e.Msg = fmt.Sprintf("found %s, %s", c.found(), known.msg)
	default:
		e.Msg = "syntax error here or further down, " + known.msg
	}
	if open, _ := openBrackets(f.text[:off]); exact && known.flow && len(open) > 0 {
		o := newCursor(file, 1, f.text)
		o.seek(open[len(open)-1])
		e.Notes = []syntax.Note{{Pos: o.pos(), Msg: "opened here"}}
	}
	return e
}
