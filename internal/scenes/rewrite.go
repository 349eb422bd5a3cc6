package scenes

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// Number is a number of a class by the key of its tunable.
type Number struct {
	Class, Key string
	Value      float64
}

// Rewrite gives the text of a scene's file with other numbers of some classes. All else
// stays as it was written: comments, order and layout. A number that a class has by a merge
// key, or that other classes have from it, is written to those classes alone that it is
// asked for.
func Rewrite(file string, text []byte, numbers []Number, limits limit.Values) ([]byte, error) {
	doc, err := markup.Parse(file, text, markup.LimitsOf(limits))
	if err != nil {
		return nil, err
	}
	want, lacks := slices.Clone(numbers), []Number(nil)
	for _, id := range classIDs(doc) { // what the others have stays
		for _, n := range numbers {
			other := Number{Class: id, Key: n.Key}
			if isOfWeapon(doc, n.Key) || slices.ContainsFunc(want, func(w Number) bool { return w.Class == id && w.Key == n.Key }) {
				continue
			}
			if v, ok := numberIn(doc, other); ok {
				other.Value = v
				want = append(want, other)
			} else {
				lacks = append(lacks, other)
			}
		}
	}
	for range 3 { // the second time for those who had a number from another class
		changed := false
		for _, n := range want {
			if v, ok := numberIn(doc, n); ok && v == n.Value {
				continue
			}
			if text, err = setNumber(doc, text, n); err != nil {
				return nil, err
			}
			if doc, err = markup.Parse(file, text, markup.LimitsOf(limits)); err != nil {
				return nil, fmt.Errorf("%s of class %q cannot be written here: %w", n.Key, n.Class, err)
			}
			changed = true
		}
		for _, n := range lacks {
			if _, ok := numberIn(doc, n); ok {
				return nil, fmt.Errorf("%s: class %q, which says nothing of %s, would get it by its merge key: write it there first", file, n.Class, n.Key)
			}
		}
		if !changed {
			return text, nil
		}
	}
	return nil, fmt.Errorf("%s: the numbers cannot be written: they stand where other values are made from them", file)
}

func classIDs(doc *markup.Node) (ids []string) {
	if bots := doc.Get("bots"); bots != nil {
		for _, n := range bots.Items {
			ids = append(ids, textOf(n, "id"))
		}
	}
	return ids
}

// itemOf returns the item of a list of a document with an id, or nil.
func itemOf(doc *markup.Node, list, id string) *markup.Node {
	if n := doc.Get(list); n != nil {
		for _, item := range n.Items {
			if textOf(item, "id") == id {
				return item
			}
		}
	}
	return nil
}

func isOfWeapon(doc *markup.Node, key string) bool {
	at := strings.LastIndexByte(key, '.')
	return at >= 0 && itemOf(doc, "weapons", key[:at]) != nil
}

// home returns the map where a number stands or shall stand, and the keys that lead to it there.
func home(doc *markup.Node, n Number) (in *markup.Node, keys []string, err error) {
	if at := strings.LastIndexByte(n.Key, '.'); isOfWeapon(doc, n.Key) {
		return itemOf(doc, "weapons", n.Key[:at]), []string{n.Key[at+1:]}, nil
	}
	if in = itemOf(doc, "bots", n.Class); in == nil {
		return nil, nil, fmt.Errorf("the file has no class %q", n.Class)
	}
	return in, strings.Split(n.Key, "."), nil
}

// nodeOf returns where a document has a number; nil where it has none.
func nodeOf(doc *markup.Node, n Number) *markup.Node {
	in, keys, err := home(doc, n)
	if err != nil {
		return nil
	}
	for _, key := range keys {
		in = in.Get(key)
	}
	return in
}

// numberIn returns the number that a document has; a time is in seconds.
func numberIn(doc *markup.Node, n Number) (float64, bool) {
	switch in := nodeOf(doc, n); {
	case in == nil:
		return 0, false
	case in.Kind == markup.Number:
		return in.Num, true
	case in.Kind == markup.String:
		t, err := time.ParseDuration(in.Str)
		return t.Seconds(), err == nil
	}
	return 0, false
}

// setNumber writes one number into the text of a document.
func setNumber(doc *markup.Node, text []byte, n Number) ([]byte, error) {
	in, keys, err := home(doc, n)
	if err != nil {
		return nil, err
	}
	literal := strconv.FormatFloat(n.Value, 'f', -1, 64)
	for i, key := range keys {
		value := in.Get(key)
		if value == nil || !owns(in, key) {
			return addKey(in, text, keys[i:], value, literal)
		}
		in = value
	}
	if in.Kind == markup.String { // a time, such as 0.8s
		literal += "s"
		if text[syntax.Offset(text, in.Span.Start)] == '"' {
			literal = strconv.Quote(literal)
		}
	}
	return syntax.Apply(text, syntax.Edit{At: in.Span, With: literal}), nil
}

// owns reports whether a map has a key itself, and not by a merge.
func owns(in *markup.Node, key string) bool {
	for _, e := range in.Entries {
		if e.Key == key {
			return !e.KeySpan.Start.Before(in.Span.Start) && e.KeySpan.Start.Before(in.Span.End())
		}
	}
	return false
}

// addKey writes a key that a map does not have itself after the first that it has. Of a map
// that it has from elsewhere it gets a copy.
func addKey(in *markup.Node, text []byte, keys []string, inherited *markup.Node, literal string) ([]byte, error) {
	json := text[syntax.Offset(text, in.Span.Start)] == '{'
	quoted := json && len(in.Entries) > 0 && text[syntax.Offset(text, in.Entries[0].KeySpan.Start)] == '"'
	name := func(key string) string {
		if quoted {
			return strconv.Quote(key)
		}
		return key
	}
	value := literal
	if len(keys) == 2 {
		parts := []string{name(keys[1]) + ": " + literal}
		if inherited != nil {
			for _, e := range inherited.Entries {
				if e.Key != keys[1] {
					from := text[syntax.Offset(text, e.Value.Span.Start):syntax.Offset(text, e.Value.Span.End())]
					parts = append(parts, name(e.Key)+": "+string(from))
				}
			}
		}
		value = "{ " + strings.Join(parts, ", ") + " }"
	}
	for _, e := range in.Entries {
		if !owns(in, e.Key) {
			continue
		}
		entry := name(keys[0]) + ": " + value
		if json {
			return insert(text, e.KeySpan.Start, entry+", "), nil
		}
		return insert(text, e.KeySpan.Start, entry+newline(text)+strings.Repeat(" ", int(e.KeySpan.Start.Col)-1)), nil
	}
	return nil, fmt.Errorf("%v: there is no key beside which %s can be written", in.Span.Start, keys[0])
}

// newline returns the end of the lines of a text.
func newline(text []byte) string {
	if i := slices.Index(text, '\n'); i > 0 && text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// insert writes something in front of a place.
func insert(text []byte, at syntax.Pos, what string) []byte {
	return syntax.Apply(text, syntax.Edit{At: syntax.Span{Start: at, EndLine: at.Line, EndCol: at.Col}, With: what})
}
