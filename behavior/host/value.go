package host

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"

	"github.com/thicket-sim/thicket/internal/ground/digest"
)

// Kind is the type of a [Value].
type Kind uint8

// The kinds. Int is a whole number that its dialect keeps apart from other
// numbers; where a dialect has one number type all its numbers are Number.
// Opaque is a list, a map or anything else that trees carry but never compare.
const (
	Null Kind = iota
	Bool
	Int
	Number
	String
	Opaque
	Any   // only as the type of a parameter or a result
	Where // only as the type of a parameter: a selection of bodies, see Facet
)

var kindNames = [...]string{
	"null", "true or false", "a whole number", "a number", "a text", "a list or map",
	"any value", "a map {key, value}",
}

// String returns the kind as an error message names it.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "invalid"
}

// Value is one value that a tree reads or hands over. The zero Value is null.
type Value struct {
	kind Kind
	num  float64
	str  string
}

// NullValue is null.
var NullValue = Value{}

// BoolValue returns a truth value.
func BoolValue(b bool) Value {
	v := Value{kind: Bool}
	if b {
		v.num = 1
	}
	return v
}

// IntValue returns a whole number; past 2^53 it is rounded.
func IntValue(i int64) Value { return Value{kind: Int, num: float64(i)} }

// NumberValue returns a number.
func NumberValue(f float64) Value { return Value{kind: Number, num: f} }

// StringValue returns a text.
func StringValue(s string) Value { return Value{kind: String, str: s} }

// OpaqueValue returns a value that trees never compare, kept as its JSON text.
func OpaqueValue(json string) Value { return Value{kind: Opaque, str: json} }

// Kind tells which of the kinds v is.
func (v Value) Kind() Kind { return v.kind }

// Bool is true for the truth value true and for nothing else.
func (v Value) Bool() bool { return v.kind == Bool && v.num == 1 }

// NumberOf returns the value of a number, 0 or 1 of a truth value, otherwise 0.
func (v Value) Number() float64 { return v.num }

// Text returns the text of a String, otherwise empty.
func (v Value) Text() string {
	if v.kind == String {
		return v.str
	}
	return ""
}

// Comparable reports whether v can equal anything: lists, maps and NaN cannot.
func (v Value) Comparable() bool {
	return v.kind != Opaque && !math.IsNaN(v.num)
}

// Hash returns a number made from the value, the same in every process. It tells an
// Int from a Number.
func (v Value) Hash() uint64 {
	h := digest.New().Byte(byte(v.kind))
	for bits := math.Float64bits(v.num); bits != 0; bits >>= 8 {
		h = h.Byte(byte(bits))
	}
	return uint64(h.String(v.str))
}

// AppendJSON appends v as JSON. Numbers that JSON cannot say are written as
// the strings ".nan", ".inf" and "-.inf".
func (v Value) AppendJSON(b []byte) []byte {
	switch v.kind {
	case Bool:
		return strconv.AppendBool(b, v.num == 1)
	case Int, Number:
		switch {
		case math.IsNaN(v.num):
			return append(b, `".nan"`...)
		case math.IsInf(v.num, 1):
			return append(b, `".inf"`...)
		case math.IsInf(v.num, -1):
			return append(b, `"-.inf"`...)
		}
		return AppendNumber(b, v.num)
	case String:
		return appendString(b, v.str)
	case Opaque:
		return append(b, v.str...)
	}
	return append(b, "null"...)
}

func appendString(b []byte, s string) []byte {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string always encodes
	return append(b, bytes.TrimSuffix(buf.Bytes(), []byte("\n"))...)
}

// AppendNumber appends a finite f in the shortest form that reads back to the
// same float64.
func AppendNumber(b []byte, f float64) []byte {
	if a := math.Abs(f); a != 0 && (a < 1e-6 || a >= 1e21) {
		return strconv.AppendFloat(b, f, 'e', -1, 64)
	}
	return strconv.AppendFloat(b, f, 'f', -1, 64)
}

// String is v as JSON, for messages.
func (v Value) String() string { return string(v.AppendJSON(nil)) }
