package state

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"unsafe"
)

// Decoder reads what an [Encoder] wrote. It takes no length at its word: a list is not
// longer than the bytes that are left allow. After an error all that it reads is zero.
type Decoder struct {
	b     []byte
	all   int // bytes at the beginning
	err   error
	depth int
}

// NewDecoder makes a decoder of some bytes.
func NewDecoder(b []byte) *Decoder { return &Decoder{b: b, all: len(b)} }

// Err returns the first error.
func (d *Decoder) Err() error { return d.err }

// Close returns the first error; bytes that nobody read are one.
func (d *Decoder) Close() error {
	if len(d.b) > 0 {
		d.Fail("%d bytes more than expected", len(d.b))
	}
	return d.err
}

// Done reports whether all was read, or an error ended it.
func (d *Decoder) Done() bool { return len(d.b) == 0 }

// Fail ends the decoding with an error that names its place, unless there was one.
func (d *Decoder) Fail(format string, args ...any) { d.end("damaged at", format, args) }

// Refuse is Fail for what is whole, and more than is taken.
func (d *Decoder) Refuse(format string, args ...any) { d.end("at", format, args) }

func (d *Decoder) end(at, format string, args []any) {
	if d.err == nil {
		d.err = fmt.Errorf("%s byte %d: %s", at, d.all-len(d.b), fmt.Sprintf(format, args...))
	}
	d.b = nil
}

// Value reads into the value that p points to. Fields that are not saved stay as they
// are, and so does all of it but for what was read when an error comes in between. It
// panics where Encoder.Value does.
func (d *Decoder) Value(p any) {
	at, plan := target(p)
	if found := d.Uint64(); d.err == nil && found != plan.fingerprint() {
		d.Fail("saved by a build in which %v had other fields", plan.typ)
	}
	if d.err == nil {
		plan.decode(d, at)
	}
}

// take returns the next n bytes, or none and an error.
func (d *Decoder) take(n int) []byte {
	if n > len(d.b) {
		d.Fail("%d bytes are left, wanted %d", len(d.b), n)
		return nil
	}
	b := d.b[:n]
	d.b = d.b[n:]
	return b
}

// Bool reads a truth value.
func (d *Decoder) Bool() bool {
	switch v := d.Uint8(); v {
	case 0, 1:
		return v == 1
	default:
		d.Fail("%d, wanted a truth value", v)
		return false
	}
}

// Uint8 reads a byte.
func (d *Decoder) Uint8() uint8 {
	if b := d.take(1); b != nil {
		return b[0]
	}
	return 0
}

// Uint16 reads two bytes.
func (d *Decoder) Uint16() uint16 {
	if b := d.take(2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

// Uint32 reads four bytes.
func (d *Decoder) Uint32() uint32 {
	if b := d.take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

// Uint64 reads eight bytes.
func (d *Decoder) Uint64() uint64 {
	if b := d.take(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// Int reads eight bytes.
func (d *Decoder) Int() int {
	v := int64(d.Uint64())
	if int64(int(v)) != v {
		d.Fail("a number of more bits than this machine has")
	}
	return int(v)
}

// Uvarint reads a number that was written by Encoder.Uvarint.
func (d *Decoder) Uvarint() uint64 {
	v, n := binary.Uvarint(d.b)
	if n <= 0 || n > 1 && d.b[n-1] == 0 { // too long, or longer than need be
		d.Fail("no whole number")
		return 0
	}
	d.b = d.b[n:]
	return v
}

// Length reads the number of elements of a list, each of which takes so many bytes at
// least.
func (d *Decoder) Length(least int) int {
	n := d.Uvarint()
	if n > math.MaxInt32 || int(n)*max(least, 1) > len(d.b) {
		d.Fail("a list of %d, with %d bytes left", n, len(d.b))
		return 0
	}
	return int(n)
}

// length is Length for what may also be nil, and then is not some.
func (d *Decoder) length(least int) (n int, some bool) {
	v := d.Uvarint()
	if v == 0 {
		return 0, false
	}
	if v--; v > math.MaxInt32 || int(v)*max(least, 1) > len(d.b) {
		d.Fail("a list of %d, with %d bytes left", v, len(d.b))
		return 0, false
	}
	return int(v), true
}

// String reads a text.
func (d *Decoder) String() string { return string(d.take(d.Length(1))) }

// Blob reads bytes, which must not be changed.
func (d *Decoder) Blob() []byte { return d.take(d.Length(1)) }

// run reads n values that lie one behind the other.
func (d *Decoder) run(of *plan, at unsafe.Pointer, n int, size uintptr) {
	if of.flat && littleEndian {
		b := d.take(n * int(size))
		for _, first := range of.truths {
			for i := int(first); i < len(b); i += int(size) {
				if b[i] > 1 {
					d.Fail("%d, wanted a truth value", b[i])
					return
				}
			}
		}
		if len(b) > 0 {
			copy(unsafe.Slice((*byte)(at), len(b)), b)
		}
		return
	}
	for i := range n {
		if d.err != nil {
			return
		}
		of.decode(d, unsafe.Add(at, uintptr(i)*size))
	}
}

func (d *Decoder) table(key, value *plan, m reflect.Value) {
	n, some := d.length(key.least + value.least)
	if !some {
		m.SetZero()
		return
	}
	old := reflect.New(m.Type()).Elem()
	old.Set(m)
	m.Set(reflect.MakeMapWithSize(m.Type(), n))
	var last []byte
	for range n {
		before := d.b
		k, v := reflect.New(key.typ), reflect.New(value.typ)
		key.decode(d, k.UnsafePointer())
		if was := old.MapIndex(k.Elem()); value.partial && was.IsValid() {
			v.Elem().Set(was)
		}
		value.decode(d, v.UnsafePointer())
		if d.err != nil {
			return
		}
		entry := before[:len(before)-len(d.b)]
		if m.SetMapIndex(k.Elem(), v.Elem()); bytes.Compare(last, entry) > 0 {
			d.Fail("a map out of order")
		}
		last = entry
	}
	if m.Len() != n {
		d.Fail("a map that has an entry twice")
	}
}

func (d *Decoder) nest(f func()) {
	if d.depth++; d.depth > maxNesting {
		d.Fail("values lie deeper than %d within each other", maxNesting)
	} else {
		f()
	}
	d.depth--
}
