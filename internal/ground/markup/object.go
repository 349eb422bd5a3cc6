package markup

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// Object reads a map strictly: each method asks for one key, reports a value of
// the wrong kind at its position, and so makes the key known. [Object.Done] then
// reports the keys that nobody asked for. All methods of a nil Object answer as
// if no key were there, and report nothing.
type Object struct {
	node  *Node
	list  *syntax.List
	what  string
	known []string
	skips bool // nulls
}

// Object gives n for reading, with errors going to l; what names it in errors,
// for instance "a bot". It gives nil for a nil n, and reports an n that is no map.
func (n *Node) Object(l *syntax.List, what string) *Object {
	if n == nil {
		return nil
	}
	if n.Kind != Map {
		l.Errorf(n.Span, "%s: wanted a map, found %s", what, n.Kind)
		return nil
	}
	return &Object{node: n, list: l, what: what}
}

// Named has errors call it otherwise, once more is known of it.
func (o *Object) Named(what string) { o.what = what }

// Known makes keys known without reading them.
func (o *Object) Known(keys ...string) {
	if o == nil {
		return
	}
	for _, k := range keys {
		if !slices.Contains(o.known, k) {
			o.known = append(o.known, k)
		}
	}
}

// Span gives the range of the map.
func (o *Object) Span() syntax.Span {
	if o == nil {
		return syntax.Span{}
	}
	return o.node.Span
}

// KeySpan gives the range of a key, or that of the map if it is not there.
func (o *Object) KeySpan(key string) syntax.Span {
	if o == nil {
		return syntax.Span{}
	}
	if e := o.node.entry(key); e != nil {
		return e.KeySpan
	}
	return o.Span()
}

// SkipNulls has a key with a value that is written as null count as one that is not there, which is how
// programs write that they have none, and returns the object. A value that was forgotten, after a colon of
// YAML, is there.
func (o *Object) SkipNulls() *Object {
	if o != nil {
		o.skips = true
	}
	return o
}

// Has reports whether a key is there, be it with the value null.
func (o *Object) Has(key string) bool { return o.Node(key) != nil }

// Node gives the value of a key, or nil if the key is not there.
func (o *Object) Node(key string) *Node {
	n := o.Value(key)
	if n != nil && o.skips && n.Kind == Null && n.Span.Start != n.Span.End() {
		return nil
	}
	return n
}

// Value is Node for a key for which null is a value, also where others are skipped.
func (o *Object) Value(key string) *Node {
	if o == nil {
		return nil
	}
	o.Known(key)
	return o.node.Get(key)
}

// Str gives a string, and false if the key is not there or no string.
func (o *Object) Str(key string) (string, bool) {
	n := o.Node(key)
	if n == nil {
		return "", false
	}
	if n.Kind != String {
		o.wrong(key, n, "a string")
		return "", false
	}
	return n.Str, true
}

// RequiredStr gives a string, and reports a key that is not there.
func (o *Object) RequiredStr(key string) string {
	if o != nil && !o.Has(key) {
		o.list.Errorf(o.Span(), "%s has no key %q, wanted a string", o.what, key)
	}
	s, _ := o.Str(key)
	return s
}

// ID gives the string under the key id, and adds it to seen. It reports an id that
// is not there, empty, or in seen already, and then gives "".
func (o *Object) ID(seen map[string]syntax.Pos) string {
	id := o.RequiredText("id")
	if id == "" {
		return ""
	}
	n := o.Node("id")
	if first, taken := seen[id]; taken {
		e := o.list.Errorf(n.Span, "%s with the id %q is there already", o.what, shorten(id))
		e.Notes = []syntax.Note{{Pos: first, Msg: "first here"}}
		return ""
	}
	seen[id] = n.Span.Start
	return id
}

// RequiredText is RequiredStr for a string that must not be empty.
func (o *Object) RequiredText(key string) string {
	s := o.RequiredStr(key)
	if n := o.Node(key); s == "" && n != nil && n.Kind == String {
		o.wrong(key, n, "a string that is not empty")
	}
	return s
}

// Number gives a finite number, or def if the key is not there or wrong.
func (o *Object) Number(key string, def float64) float64 {
	return o.NumberIn(key, def, math.Inf(-1), math.Inf(1))
}

// NumberIn gives a finite number from min to max, both allowed, or def if the key
// is not there or wrong. An infinite bound is none.
func (o *Object) NumberIn(key string, def, min, max float64) float64 {
	n := o.Node(key)
	if n == nil {
		return def
	}
	if n.Kind != Number || math.IsNaN(n.Num) || math.IsInf(n.Num, 0) || n.Num < min || n.Num > max {
		o.wrong(key, n, "a number"+interval(bound(min, math.IsInf(min, -1)), bound(max, math.IsInf(max, 1))))
		return def
	}
	return n.Num
}

// Int gives a whole number from min to max, both allowed, or def if the key is
// not there or wrong. 2.0 is whole; the least and the greatest int64 are no bounds.
func (o *Object) Int(key string, def, min, max int64) int64 {
	n := o.Node(key)
	if n == nil {
		return def
	}
	// 2^63 is the least float64 past the range of int64.
	if n.Kind == Number && n.Num == math.Trunc(n.Num) && n.Num >= -1<<63 && n.Num < 1<<63 {
		if v := int64(n.Num); v >= min && v <= max {
			return v
		}
	}
	o.wrong(key, n, "a whole number"+interval(bound(float64(min), min == math.MinInt64), bound(float64(max), max == math.MaxInt64)))
	return def
}

// Bool gives a boolean, or def if the key is not there or wrong.
func (o *Object) Bool(key string, def bool) bool {
	n := o.Node(key)
	if n == nil {
		return def
	}
	if n.Kind != Bool {
		o.wrong(key, n, "true or false")
		return def
	}
	return n.Bool
}

// List gives the items of a list, or nil if the key is not there or no list.
func (o *Object) List(key string) []*Node {
	n := o.Node(key)
	if n == nil {
		return nil
	}
	if n.Kind != Sequence {
		o.wrong(key, n, "a list")
		return nil
	}
	return n.Items
}

// Unknown gives the entries with keys that nobody asked for, in the order of the
// file.
func (o *Object) Unknown() []Entry {
	if o == nil {
		return nil
	}
	var unknown []Entry
	for _, e := range o.node.Entries {
		if !slices.Contains(o.known, e.Key) {
			unknown = append(unknown, e)
		}
	}
	return unknown
}

// Done reports each key that nobody asked for, with the known key that it may be
// a misspelling of, or else all known keys.
func (o *Object) Done() {
	for _, u := range o.Unknown() {
		e := o.list.Errorf(u.KeySpan, "unknown key %q in %s", shorten(u.Key), o.what)
		if e.Suggest(u.Key, o.known); e.Hint == "" && len(o.known) > 0 {
			e.Hint = "wanted " + oneOf(o.known)
		}
	}
}

func (o *Object) wrong(key string, n *Node, wanted string) {
	o.list.Errorf(n.Span, "%s: wanted %s, found %s", key, wanted, n.Describe())
}

// oneOf gives "a", "a or b", "one of a, b, c".
func oneOf(words []string) string {
	if len(words) <= 2 {
		return strings.Join(words, " or ")
	}
	return "one of " + strings.Join(words, ", ")
}

// Or lists words in an error: "a", "a or b", "a, b or c".
func Or(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// bound gives the text of a limit, empty if it is none.
func bound(v float64, none bool) string {
	if none {
		return ""
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// interval gives " from min to max" or less, if a limit is empty.
func interval(min, max string) string {
	switch {
	case min != "" && max != "":
		return " from " + min + " to " + max
	case min != "":
		return " of at least " + min
	case max != "":
		return " of at most " + max
	}
	return ""
}
