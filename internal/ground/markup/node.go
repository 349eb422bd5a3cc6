package markup

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

// Kind is the kind of a [Node].
type Kind uint8

// The kinds of values a document holds.
const (
	Null Kind = iota
	Bool
	Number
	String
	Sequence
	Map
)

var kindNames = [...]string{"null", "a boolean", "a number", "a string", "a list", "a map"}

// String gives the kind as an error names it: "a number", "a list".
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// Node is a value of a document. Nodes are shared where a YAML alias stands, so
// they are not to be changed; their spans are where the value was written.
type Node struct {
	Span    syntax.Span
	Kind    Kind
	Bool    bool
	Num     float64 // may be infinite or NaN in YAML
	Int     bool    // Num was written as an integer, within 64 bits, and is exactly that
	Str     string
	Items   []*Node // of a Sequence
	Entries []Entry // of a Map, in the order of the file, no key twice
}

// Entry is one key of a map and its value.
type Entry struct {
	Key     string
	KeySpan syntax.Span
	Value   *Node
}

// Get gives the value of a key, or nil if n is no map or has no such key.
func (n *Node) Get(key string) *Node {
	if e := n.entry(key); e != nil {
		return e.Value
	}
	return nil
}

func (n *Node) entry(key string) *Entry {
	if n == nil {
		return nil
	}
	for i := range n.Entries {
		if n.Entries[i].Key == key {
			return &n.Entries[i]
		}
	}
	return nil
}

// Describe gives the value as an error names what it found: "a list", true, 3.
func (n *Node) Describe() string {
	switch n.Kind {
	case Bool, Number:
		return strings.TrimSuffix(strings.Trim(n.JSON(), `"`), ".0")
	case String:
		return strconv.Quote(shorten(n.Str))
	}
	return n.Kind.String()
}

// shorten cuts text from a file to what fits into an error.
func shorten(s string) string {
	const limit = 40
	if r := []rune(s); len(r) > limit {
		return string(r[:limit]) + "..."
	}
	return s
}

// firstKeys are the keys of one map, and where each stands first.
type firstKeys map[string]syntax.Pos

// add reports a key that stands in the map already, and gives false for it.
func (f *firstKeys) add(l *syntax.List, key string, at syntax.Pos) bool {
	if first, ok := (*f)[key]; ok {
		e := l.Errorf(at, "key %q stands twice in one map", shorten(key))
		e.Notes = []syntax.Note{{Pos: first, Msg: "first here"}}
		return false
	}
	if *f == nil {
		*f = firstKeys{}
	}
	(*f)[key] = at
	return true
}

// integer gives the integer of magnitude mag, negative if neg, as a float64, and
// whether that is exact.
func integer(mag uint64, neg bool) (num float64, exact bool) {
	num = float64(mag)
	if neg && mag != 0 {
		num = -num
	}
	return num, bits.Len64(mag)-bits.TrailingZeros64(mag) <= 53
}

// JSON gives the value as compact JSON text that is the same for equal values:
// keys in the order of the file, infinities and NaN as the strings ".inf",
// "-.inf" and ".nan", whole numbers that are not Int with ".0" or an exponent.
func (n *Node) JSON() string {
	return string(n.appendJSON(nil))
}

func (n *Node) appendJSON(b []byte) []byte {
	switch n.Kind {
	case Bool:
		return strconv.AppendBool(b, n.Bool)
	case Number:
		return appendNumber(b, n.Num, n.Int)
	case String:
		return appendString(b, n.Str)
	case Sequence:
		b = append(b, '[')
		for i, item := range n.Items {
			if i > 0 {
				b = append(b, ',')
			}
			b = item.appendJSON(b)
		}
		return append(b, ']')
	case Map:
		b = append(b, '{')
		for i, e := range n.Entries {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendString(b, e.Key)
			b = append(b, ':')
			b = e.Value.appendJSON(b)
		}
		return append(b, '}')
	}
	return append(b, "null"...)
}

func appendNumber(b []byte, num float64, whole bool) []byte {
	switch {
	case whole:
		return strconv.AppendFloat(b, num, 'f', 0, 64)
	case math.IsNaN(num):
		return append(b, `".nan"`...)
	case math.IsInf(num, 1):
		return append(b, `".inf"`...)
	case math.IsInf(num, -1):
		return append(b, `"-.inf"`...)
	}
	if abs := math.Abs(num); abs != 0 && (abs < 1e-6 || abs >= 1e21) {
		return strconv.AppendFloat(b, num, 'e', -1, 64)
	}
	b = strconv.AppendFloat(b, num, 'f', -1, 64)
	if num == math.Trunc(num) {
		b = append(b, ".0"...)
	}
	return b
}

// shortEscapes are the characters with an escape sequence of one letter.
var shortEscapes = strings.NewReplacer(`"`, `\"`, `\`, `\\`, "\n", `\n`, "\r", `\r`, "\t", `\t`)

func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	for _, r := range shortEscapes.Replace(s) {
		if forbidden(r) || r == '\u2028' || r == '\u2029' { // the last two break lines in YAML and JavaScript
			b = fmt.Appendf(b, `\u%04x`, r)
		} else {
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}

// Value returns a scalar as trees know it, with one type for all numbers. A list or a map
// is a value that trees never compare.
func (n *Node) Value() host.Value {
	switch n.Kind {
	case Bool:
		return host.BoolValue(n.Bool)
	case Number:
		return host.NumberValue(n.Num)
	case String:
		return host.StringValue(n.Str)
	case Sequence, Map:
		return host.OpaqueValue(n.JSON())
	}
	return host.NullValue
}
