package markup

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// ParseJSON reads a JSON document (RFC 8259). Beyond what JSON itself demands it
// refuses a key twice in one map, numbers past the range of float64, control
// characters and unpaired surrogates in strings, and what is past a limit. A
// byte order mark is accepted. Errors are of type [ErrorList] and have file, line
// and column; nothing is looked at behind a syntax error that is not a comma too many
// or too few.
func ParseJSON(file string, src []byte, lim Limits) (*Node, error) {
	return ParseJSONLine(file, 1, src, lim)
}

// ParseJSONLine is [ParseJSON] for a document that begins at a line of its
// file, as each one of JSON Lines does: positions are those in the file.
func ParseJSONLine(file string, line int32, src []byte, lim Limits) (*Node, error) {
	var l syntax.List
	root := readJSON(file, line, src, lim, &l)
	if err := l.Err(); err != nil {
		return nil, err
	}
	return root, nil
}

// readJSON is ParseJSONLine that returns the document also where nothing is wrong with its syntax but
// commas: it is read again with these mended.
func readJSON(file string, line int32, src []byte, lim Limits, l *syntax.List) *Node {
	lim = lim.orDefault()
	before := len(l.Errors)
	text, ok := clean(file, line, src, lim, l)
	defer func() { ranged(l.Errors[before:], line, src) }()
	if !ok {
		return nil
	}
	cut := false // text is not as it is in the file
	for again := jsonAgain; ; again -= len(text) {
		var own syntax.List
		r := &jsonReader{
			cursor: newCursor(file, line, text),
			dec:    json.NewDecoder(bytes.NewReader(text)),
			lim:    lim,
			list:   &own,
		}
		r.dec.UseNumber()
		root := r.document()
		if r.fault != nil && len(r.open) > 0 && !cut && line == 1 {
			r.fault.Fix = mendJSON(file, text, r.off, r.open[len(r.open)-1])
		}
		mended := r.mended(text)
		if root != nil || mended == nil || again < len(text) || len(l.Errors) >= maxFaults {
			for _, e := range own.Errors {
				tell(l, e)
			}
			return root
		}
		l.Errors = append(l.Errors, r.fault)
		text, cut = mended, true
	}
}

// jsonAgain is how many bytes are read again to find further faults.
const jsonAgain = 16 << 20

// mended returns the text without the fault that the reader has met: with a comma in the place of
// the blank before it, or without the one before a closing bracket; nil for another fault.
func (r *jsonReader) mended(text []byte) []byte {
	off := r.off
	if r.fault == nil || off == 0 || off >= len(text) {
		return nil
	}
	mended := bytes.Clone(text)
	switch before := bytes.TrimRight(text[:off], " \t\r\n"); {
	case r.comma && (text[off-1] == ' ' || text[off-1] == '\t') && bytes.IndexByte([]byte("\"[{-0123456789tfn"), text[off]) >= 0:
		mended[off-1] = ','
	case !r.comma && (text[off] == ']' || text[off] == '}') && bytes.HasSuffix(before, []byte(",")):
		mended[len(before)-1] = ' '
	default:
		return nil
	}
	return mended
}

// jsonReader takes tokens from a decoder and walks a cursor alongside.
type jsonReader struct {
	cursor
	dec   *json.Decoder
	lim   Limits
	list  *syntax.List
	nodes int
	open  []syntax.Pos // the brackets around the cursor
	fault *syntax.Error
	comma bool // the fault is that there is no comma
}

func (r *jsonReader) document() (root *Node) {
	defer recoverError(r.list)
	if r.blank(); r.off == len(r.text) {
		r.list.Errorf(r.pos(), "empty file, wanted a value")
		return nil
	}
	root = r.value("a value")
	if r.blank(); r.off < len(r.text) {
		r.list.Errorf(r.pos(), "found %s after the end of the document", r.found())
	}
	return root
}

// value reads the value at the cursor; wanted says what may stand there.
func (r *jsonReader) value(wanted string) *Node {
	start := r.pos()
	if r.nodes++; r.nodes > r.lim.Nodes {
		panic(r.lim.tooMany(start))
	}
	n := &Node{}
	switch token := r.token(wanted).(type) {
	case json.Delim:
		if len(r.open) == r.lim.Depth {
			panic(r.lim.tooDeep(start))
		}
		r.open = append(r.open, start)
		if token == '[' {
			n.Kind = Sequence
			r.items(n)
		} else {
			n.Kind = Map
			r.entries(n)
		}
		r.open = r.open[:len(r.open)-1]
	case bool:
		n.Kind, n.Bool = Bool, token
	case json.Number:
		n.Kind = Number
		n.Num, n.Int = r.number(start, string(token))
	case string:
		n.Kind, n.Str = String, token
	}
	n.Span = r.span(start)
	return n
}

func (r *jsonReader) items(n *Node) {
	wanted := `a value or "]"`
	for {
		if r.blank(); r.peek() == ']' {
			r.token(wanted)
			return
		}
		if len(n.Items) > 0 {
			r.separator(',', `"," or "]"`)
			wanted = "a value"
		}
		n.Items = append(n.Items, r.value(wanted))
	}
}

func (r *jsonReader) entries(n *Node) {
	wanted := `a key in double quotes or "}"`
	var first firstKeys
	for count := 0; ; count++ {
		if r.blank(); r.peek() == '}' {
			r.token(wanted)
			return
		}
		if count > 0 {
			r.separator(',', `"," or "}"`)
			wanted = "a key in double quotes"
		}
		if r.peek() != '"' {
			panic(r.unexpected(wanted))
		}
		start := r.pos()
		e := Entry{Key: r.token(wanted).(string)}
		e.KeySpan = r.span(start)
		fresh := first.add(r.list, e.Key, start)
		r.blank()
		r.separator(':', `":"`)
		if e.Value = r.value("a value"); fresh {
			n.Entries = append(n.Entries, e)
		}
	}
}

// number converts a literal and reports one that no float64 is near to.
func (r *jsonReader) number(at syntax.Pos, literal string) (num float64, whole bool) {
	digits, neg := strings.CutPrefix(literal, "-")
	if mag, err := strconv.ParseUint(digits, 10, 64); err == nil && !(neg && mag > 1<<63) {
		return integer(mag, neg)
	}
	num, err := strconv.ParseFloat(literal, 64)
	if err != nil {
		r.list.Errorf(at, "number %s is out of range, wanted at most 1.8e308", shorten(literal))
	}
	return num, false
}

// token takes the token at the cursor, and steps over it. The decoder has seen
// all before the cursor but for white space and one separator.
func (r *jsonReader) token(wanted string) json.Token {
	start := r.off
	token, err := r.dec.Token()
	if err != nil {
		panic(r.syntaxError(wanted))
	}
	at := r.pos()
	r.seek(int(r.dec.InputOffset()))
	if s, ok := token.(string); ok {
		checkString(r.list, at, s)
		if strings.ContainsRune(s, utf8.RuneError) && unpaired(r.text[start:r.off]) {
			r.list.Errorf(at, `half of a surrogate pair in a string, wanted two \u escapes in a row`)
		}
	}
	return token
}

// separator steps over a comma or colon, and white space.
func (r *jsonReader) separator(c byte, wanted string) {
	if r.peek() != c {
		panic(r.unexpected(wanted))
	}
	r.next()
	r.blank()
}

// blank steps over white space.
func (r *jsonReader) blank() {
	for r.off < len(r.text) && strings.IndexByte(" \t\r\n", r.text[r.off]) >= 0 {
		r.next()
	}
}

// syntaxError says what is wrong with the token at the cursor, which the decoder
// refused.
func (r *jsonReader) syntaxError(wanted string) *syntax.Error {
	first := r.peek()
	switch {
	case first == '"':
		return r.badString()
	case first == '-' || first >= '0' && first <= '9':
		r.seek(r.off + r.faultOffset())
		return r.unexpected("a digit")
	case first >= 'a' && first <= 'z':
		return &syntax.Error{Pos: r.pos(), Msg: fmt.Sprintf("found %s, wanted %s", r.found(), wanted),
			Hint: "words are true, false, null or stand in double quotes"}
	}
	return r.unexpected(wanted)
}

func (r *jsonReader) badString() *syntax.Error {
	start, offset := r.pos(), r.off
	r.seek(r.off + r.faultOffset())
	switch c := r.peek(); {
	case r.off == len(r.text):
		return &syntax.Error{Pos: start, Msg: `string without end, wanted a double quote`}
	case c == '\n' || c == '\r':
		return &syntax.Error{Pos: r.pos(), Msg: `found the end of the line in a string, wanted \n or a double quote`, Fix: mendJSONString(r.file, r.text, offset)}
	case c == '\t':
		return &syntax.Error{Pos: r.pos(), Msg: `found a tab in a string, wanted \t`}
	case r.text[r.off-1] == '\\' && r.off-1 > offset:
		return r.unexpected(`one of "\/bfnrtu after a backslash`)
	}
	return r.unexpected(`four hexadecimal digits after \u`)
}

// faultOffset returns how far after the cursor the decoder met the fault. Its own
// error cannot tell: it counts from a place that depends on what came before.
func (r *jsonReader) faultOffset() int {
	rest := r.text[r.off:]
	var raw json.RawMessage
	var fault *json.SyntaxError
	if err := json.NewDecoder(bytes.NewReader(rest)).Decode(&raw); errors.As(err, &fault) {
		return int(fault.Offset) - 1
	}
	return len(rest)
}

func (r *jsonReader) unexpected(wanted string) *syntax.Error {
	e := &syntax.Error{Pos: r.pos(), Msg: fmt.Sprintf("found %s, wanted %s", r.found(), wanted)}
	r.fault, r.comma = e, strings.HasPrefix(wanted, `","`)
	if last := len(r.open) - 1; r.off == len(r.text) && last >= 0 {
		e.Notes = []syntax.Note{{Pos: r.open[last], Msg: "opened here"}}
	}
	return e
}

// unpaired reports whether a string literal has the \u escape of one half of a
// surrogate pair without the other.
func unpaired(literal []byte) bool {
	high := false // the last character was the first half of a pair
	for i := 0; i < len(literal); i++ {
		half := rune(0)
		if literal[i] == '\\' {
			i++
			if literal[i] == 'u' {
				v, _ := strconv.ParseUint(string(literal[i+1:i+5]), 16, 32)
				half = rune(v) & 0xfc00
				i += 4
			}
		}
		if high != (half == 0xdc00) {
			return true
		}
		high = half == 0xd800
	}
	return false
}
