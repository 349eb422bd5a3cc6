package machine

import (
	"hash/maphash"
	"math"
	"unsafe"
)

// Kind is what a value is.
type Kind uint8

// The kinds of values, and of variables that functions share, which no script sees as values.
const (
	KindNil Kind = iota
	KindBool
	KindNumber
	KindText
	KindTable
	KindFunction
	KindData
	KindCell
)

var kindNames = [...]string{"nil", "boolean", "number", "string", "table", "function", "userdata", "cell"}

// String is the name of a kind in Lua.
func (k Kind) String() string { return kindNames[k] }

// article is a kind as a sentence has it.
func (k Kind) article() string {
	if k == KindNil {
		return "nil"
	}
	return "a " + k.String()
}

// head is how everything begins that a value points to.
type head struct{ kind Kind }

// Value is a value of Lua. A number or a truth value lies in it and takes no memory
// besides. The zero Value is nil. Values of one state must not be given to another,
// except numbers and truth values.
type Value struct {
	p unsafe.Pointer // nil, &aNumber, &aBool, or an object that begins with its head
	n uint64         // bits of the number; 1 for true
}

var (
	aNumber = head{KindNumber}
	aBool   = head{KindBool}
)

// Nil is the value nil.
var Nil Value

// Number returns a number.
func Number(f float64) Value { return Value{unsafe.Pointer(&aNumber), math.Float64bits(f)} }

// Bool returns a truth value.
func Bool(b bool) Value {
	v := Value{p: unsafe.Pointer(&aBool)}
	if b {
		v.n = 1
	}
	return v
}

// Text is a text of Lua. Those that stand in sources and name fields are kept once in
// each state.
type Text struct {
	head
	name bool   // kept once
	hash uint32 // 0 for one that was not asked for yet
	s    string
}

// String returns a text as a value.
func String(s string) Value { return Value{p: unsafe.Pointer(&Text{head: head{KindText}, s: s})} }

// Function is a function of a script, with the variables of those around it, or of Go.
type Function struct {
	head
	fixed  bool // of a script, and without ...
	native bool // of Go
	code   *code
	with   unsafe.Pointer // the first *Cell of those that its code has captures for; of one of Go its *native
}

// goes is what a function of Go does; nil for one of a script.
func (f *Function) goes() *native {
	if !f.native {
		return nil
	}
	return (*native)(f.with)
}

// cell returns a variable that the function shares with those around it.
func (f *Function) cell(i uintptr) *Cell {
	return *(**Cell)(unsafe.Add(f.with, i*unsafe.Sizeof(f)))
}

// native is what a function of Go is.
type native struct {
	name string // as messages have it
	f    func(*Call) int
	kept []Value // what it works with, which is saved with it
}

// Cell is a variable that functions share.
type Cell struct {
	head
	v Value
}

// Data is a value of Go that scripts hold.
type Data struct {
	head
	Meta  *Table
	Value any
}

// NewData makes a value that scripts hold of a value of Go.
func NewData(v any, meta *Table) *Data { return &Data{head{KindData}, meta, v} }

// V is the object as a value.
func (d *Data) V() Value     { return Value{p: unsafe.Pointer(d)} }
func (t *Table) V() Value    { return Value{p: unsafe.Pointer(t)} }
func (f *Function) V() Value { return Value{p: unsafe.Pointer(f)} }
func (t *Text) v() Value     { return Value{p: unsafe.Pointer(t)} }
func (c *Cell) V() Value     { return Value{p: unsafe.Pointer(c)} }

// Kind is what a value is.
func (v Value) Kind() Kind {
	if v.p == nil {
		return KindNil
	}
	return (*head)(v.p).kind
}

// IsNil reports whether a value is nil.
func (v Value) IsNil() bool { return v.p == nil }

// Truth reports whether a value is neither nil nor false.
func (v Value) Truth() bool { return v.p != nil && (v.p != unsafe.Pointer(&aBool) || v.n != 0) }

func (v Value) isNumber() bool { return v.p == unsafe.Pointer(&aNumber) }
func (v Value) isTable() bool  { return v.p != nil && (*head)(v.p).kind == KindTable }
func (v Value) isText() bool   { return v.p != nil && (*head)(v.p).kind == KindText }
func (v Value) f() float64     { return math.Float64frombits(v.n) }
func (v Value) text() *Text    { return (*Text)(v.p) }
func (v Value) table() *Table  { return (*Table)(v.p) }
func (v Value) cell() *Cell    { return (*Cell)(v.p) }

// Number returns a number; 0 and false for another value.
func (v Value) Number() (float64, bool) {
	if v.isNumber() {
		return v.f(), true
	}
	return 0, false
}

// Text returns a text; false for another value.
func (v Value) Text() (string, bool) {
	if v.isText() {
		return v.text().s, true
	}
	return "", false
}

// Table returns a table; nil for another value.
func (v Value) Table() *Table {
	if v.isTable() {
		return v.table()
	}
	return nil
}

// Function returns a function; nil for another value.
func (v Value) Function() *Function {
	if v.p != nil && (*head)(v.p).kind == KindFunction {
		return (*Function)(v.p)
	}
	return nil
}

// Data returns a value of Go; nil for another value.
func (v Value) Data() *Data {
	if v.p != nil && (*head)(v.p).kind == KindData {
		return (*Data)(v.p)
	}
	return nil
}

// same reports whether two values are equal without a metatable.
func same(a, b Value) bool {
	if a.p == b.p {
		if a.p == unsafe.Pointer(&aNumber) {
			return a.f() == b.f()
		}
		return a.n == b.n
	}
	return a.isText() && b.isText() && a.text().s == b.text().s
}

// Same reports whether two values are equal, as rawequal does.
func Same(a, b Value) bool { return same(a, b) }

// seed of the hashes, which nothing that a script sees depends on: tables keep the order
// in which their keys came.
var seed = maphash.MakeSeed()

func (t *Text) sum() uint32 {
	if t.hash == 0 {
		t.hash = uint32(maphash.String(seed, t.s)) | 1
	}
	return t.hash
}

// sum is the hash of a key, which is neither nil nor NaN.
func (v Value) sum() uint32 {
	if v.isText() {
		return v.text().sum()
	}
	x := v.n
	if !v.isNumber() {
		x ^= uint64(uintptr(v.p)) >> 3
	} else if x == 1<<63 { // -0 is 0
		x = 0
	}
	x *= 0x9e3779b97f4a7c15
	return uint32(x >> 32)
}

// IsNative reports whether it is a function of Go.
func (f *Function) IsNative() bool { return f.goes() != nil }

// Proto is a function of a script as it stands in its source; nil for one of Go.
func (f *Function) Proto() *Proto {
	if f.code == nil {
		return nil
	}
	return f.code.Proto
}

// Kept is what a function of Go works with, see NewFunction.
func (f *Function) Kept() []Value {
	if f.goes() == nil {
		return nil
	}
	return f.goes().kept
}

// Name is that of a function of Go; empty for one of a script.
func (f *Function) Name() string {
	if f.goes() == nil {
		return ""
	}
	return f.goes().name
}
