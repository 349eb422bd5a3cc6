// Package board has the values and entries of blackboards, with the types and conversions of
// BehaviorTree.CPP.
package board

import (
	"errors"
	"math"
	"strconv"
)

// Type is what an entry or a port is declared to hold, and what a value was made as.
type Type uint8

// The types of BehaviorTree.CPP that a host can declare, and those that only arise at run time.
const (
	Free     Type = iota // an entry that takes the type of what is written to it
	Any                  // an entry that a copy made: it is not fixed, and takes no text of another kind
	Int                  // 32 bits
	Unsigned             // 32 bits
	Long                 // 64 bits: a whole number in a script, or a great constant of a subtree
	Double
	Bool
	String
	Status
	Enum
	Ints
	Doubles
	Bools
	Strings
	Poses // points of the field with a heading: a path, or a place to be at
)

var typeNames = [...]string{"any", "any", "int", "unsigned", "int64", "double", "bool", "string", "status", "enum", "ints", "doubles", "bools", "strings", "poses"}

func (t Type) String() string { return typeNames[t] }

// Fixed reports whether an entry of this type keeps it whatever is written.
func (t Type) Fixed() bool { return t > Any }

// element returns the type of what a list has; Free for what is no list.
func (t Type) element() Type {
	switch t {
	case Ints:
		return Int
	case Doubles:
		return Double
	case Bools:
		return Bool
	case Strings:
		return String
	}
	return Free
}

// List returns the type of lists of a type; Free where there is none.
func (t Type) List() Type {
	switch t {
	case Int:
		return Ints
	case Double:
		return Doubles
	case Bool:
		return Bools
	case String:
		return Strings
	}
	return Free
}

// Value is what an entry holds: nothing, a whole number, a real number, a text or a list. The zero
// Value is nothing.
type Value struct {
	own  Type // Free where there is nothing
	bits uint64
	text string
	list []Value
}

// WholeOf returns a whole number that was made as a type.
func WholeOf(t Type, n int64) Value { return Value{own: t, bits: uint64(n)} }

// RealOf returns a real number.
func RealOf(f float64) Value { return Value{own: Double, bits: math.Float64bits(f)} }

// TextOf returns a text.
func TextOf(s string) Value { return Value{own: String, text: s} }

// ListOf returns a list of a type of lists.
func ListOf(t Type, list []Value) Value { return Value{own: t, list: list} }

// Truth returns the real number that stands for a truth value in scripts.
func Truth(b bool) Value {
	if b {
		return RealOf(1)
	}
	return RealOf(0)
}

// OfBits returns a number that was made as a type, of its [Value.Bits].
func OfBits(t Type, bits uint64) Value { return Value{own: t, bits: bits} }

// Bits returns the 64 bits of a number; 0 for what is none.
func (v Value) Bits() uint64 { return v.bits }

// Own returns the type that a value was made as; Free for nothing.
func (v Value) Own() Type { return v.own }

// IsEmpty reports whether there is nothing.
func (v Value) IsEmpty() bool { return v.own == Free }

// IsText reports whether a value is a text.
func (v Value) IsText() bool { return v.own == String }

// IsReal reports whether a value is a real number.
func (v Value) IsReal() bool { return v.own == Double }

// IsWhole reports whether a value is a whole number: truth values and numbers of enums are.
func (v Value) IsWhole() bool {
	switch v.own {
	case Int, Unsigned, Long, Bool, Status, Enum:
		return true
	}
	return false
}

// IsNumber reports whether a value is a number.
func (v Value) IsNumber() bool { return v.IsReal() || v.IsWhole() }

// Whole returns a whole number; 0 for another value.
func (v Value) Whole() int64 {
	if !v.IsWhole() {
		return 0
	}
	return int64(v.bits)
}

// Real returns a real number; 0 for another value.
func (v Value) Real() float64 {
	if !v.IsReal() {
		return 0
	}
	return math.Float64frombits(v.bits)
}

// Text returns a text; "" for another value.
func (v Value) Text() string { return v.text }

// List returns the elements of a list.
func (v Value) List() []Value { return v.list }

// mostExact is the greatest whole number that a real number is sure to hold.
const mostExact = 1 << 53

var errTooLarge = errors.New("a whole number beyond 2^53 is no real number")

// Float returns a number as a real one.
func (v Value) Float() (float64, error) {
	switch {
	case v.IsReal():
		return v.Real(), nil
	case !v.IsWhole():
		return 0, errors.New("found " + v.Describe() + ", wanted a number")
	case v.Whole() > mostExact || v.Whole() < -mostExact:
		return 0, errTooLarge
	}
	return float64(v.Whole()), nil
}

// Same reports whether two values are of one kind, and equal bit for bit.
func (v Value) Same(w Value) bool {
	if v.own != w.own || v.bits != w.bits || v.text != w.text || len(v.list) != len(w.list) {
		return false
	}
	for i := range v.list {
		if !v.list[i].Same(w.list[i]) {
			return false
		}
	}
	return true
}

// AppendText appends a value as the original writes it into a text: whole numbers as they are,
// real ones with six decimals.
func (v Value) AppendText(b []byte) []byte {
	switch {
	case v.IsText():
		return append(b, v.text...)
	case v.IsWhole():
		return strconv.AppendInt(b, v.Whole(), 10)
	case v.IsReal():
		return appendFixed(b, v.Real())
	case v.own == Poses:
		return v.appendPoses(b)
	}
	return b
}

func appendFixed(b []byte, f float64) []byte {
	switch {
	case math.IsInf(f, 1):
		return append(b, "inf"...)
	case math.IsInf(f, -1):
		return append(b, "-inf"...)
	case f != f && math.Signbit(f):
		return append(b, "-nan"...)
	case f != f:
		return append(b, "nan"...)
	}
	return strconv.AppendFloat(b, f, 'f', 6, 64)
}

// Describe returns a value as messages show it.
func (v Value) Describe() string {
	switch {
	case v.IsEmpty():
		return "an entry without a value"
	case v.IsText():
		return "the text " + strconv.Quote(cut(v.text))
	case v.IsWhole():
		return strconv.FormatInt(v.Whole(), 10)
	case v.IsReal():
		return strconv.FormatFloat(v.Real(), 'g', -1, 64)
	}
	if v.own == Poses {
		return describePoses(len(v.list) / poseNumbers)
	}
	return "a list of " + v.own.String()
}

// cut shortens a text of a file so that messages stay readable.
func cut(s string) string {
	const most = 40
	if r := []rune(s); len(r) > most {
		return string(r[:most-3]) + "..."
	}
	return s
}
