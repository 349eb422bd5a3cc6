package state

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"reflect"
	"slices"
	"unsafe"

	"github.com/cespare/xxhash/v2"
)

// littleEndian says whether numbers lie in memory as they do in a save.
var littleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// maxNesting bounds how deep values lie within each other.
const maxNesting = 1000

// Encoder writes values, one behind the other. Its zero value is ready to use. After an
// error it writes no more.
type Encoder struct {
	b     []byte
	err   error
	depth int
	met   map[unsafe.Pointer]bool // what pointers led to
	sum   *xxhash.Digest          // of one that sums up, see Sum; else nil
}

// NewEncoder makes an encoder that writes into memory that is used again.
func NewEncoder(b []byte) *Encoder { return &Encoder{b: b[:0]} }

// Bytes returns the bytes that were written, or why they could not be.
func (e *Encoder) Bytes() ([]byte, error) { return e.b, e.err }

// Err returns the first error.
func (e *Encoder) Err() error { return e.err }

// Fail ends the encoding with an error, unless there was one.
func (e *Encoder) Fail(err error) {
	if e.err == nil {
		e.err = err
	}
}

// Value writes the value that p points to, behind the fingerprint of its type. It panics
// where the type has something that cannot be saved: a mistake of the program.
func (e *Encoder) Value(p any) {
	at, plan := target(p)
	if e.sum == nil {
		e.Uint64(plan.fingerprint())
	}
	plan.encode(e, at)
}

// target returns where p points, and the plan of what is there.
func target(p any) (unsafe.Pointer, *plan) {
	v := reflect.ValueOf(p)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		panic(fmt.Sprintf("state: %T, wanted a pointer to what is saved", p))
	}
	plan, err := planOf(v.Type().Elem())
	if err != nil {
		panic("state: " + err.Error())
	}
	return v.UnsafePointer(), plan
}

// Bool writes a truth value.
func (e *Encoder) Bool(v bool) {
	if v {
		e.Uint8(1)
	} else {
		e.Uint8(0)
	}
}

// Uint8 writes a byte.
func (e *Encoder) Uint8(v uint8) { e.b = append(e.b, v) }

// Uint16 writes two bytes.
func (e *Encoder) Uint16(v uint16) { e.b = binary.LittleEndian.AppendUint16(e.b, v) }

// Uint32 writes four bytes.
func (e *Encoder) Uint32(v uint32) { e.b = binary.LittleEndian.AppendUint32(e.b, v) }

// Uint64 writes eight bytes.
func (e *Encoder) Uint64(v uint64) { e.b = binary.LittleEndian.AppendUint64(e.b, v) }

// Uvarint writes a number in as many bytes as it needs.
func (e *Encoder) Uvarint(v uint64) { e.b = binary.AppendUvarint(e.b, v) }

// String writes a text behind its length.
func (e *Encoder) String(s string) {
	e.Uvarint(uint64(len(s)))
	e.b = append(e.b, s...)
}

// Blob writes bytes behind their length.
func (e *Encoder) Blob(b []byte) {
	e.Uvarint(uint64(len(b)))
	e.b = append(e.b, b...)
}

// run writes n values that lie one behind the other.
func (e *Encoder) run(of *plan, at unsafe.Pointer, n int, size uintptr) {
	if of.flat && littleEndian && !(of.quiet && e.sum != nil) {
		e.bytes(unsafe.Slice((*byte)(at), n*int(size)))
		return
	}
	spans := of.spans
	if e.sum != nil {
		spans = of.told
	}
	if spans != nil && littleEndian {
		for i := range n {
			e.spans(spans, unsafe.Add(at, uintptr(i)*size))
			e.flush(heldBack)
		}
		return
	}
	for i := range n {
		of.encode(e, unsafe.Add(at, uintptr(i)*size))
		e.flush(heldBack)
	}
}

// spans writes bytes of a value.
func (e *Encoder) spans(list []span, value unsafe.Pointer) {
	b := e.b
	for i := range list {
		at := unsafe.Add(value, list[i].at)
		switch list[i].size {
		case 1:
			b = append(b, *(*byte)(at))
		case 4:
			b = append(b, (*[4]byte)(at)[:]...)
		case 8:
			b = append(b, (*[8]byte)(at)[:]...)
		default:
			b = append(b, unsafe.Slice((*byte)(at), list[i].size)...)
		}
	}
	e.b = b
}

// bytes writes bytes as they are.
func (e *Encoder) bytes(b []byte) {
	if e.sum != nil && len(b) >= heldBack {
		e.flush(0)
		e.sum.Write(b)
		return
	}
	e.b = append(e.b, b...)
}

// table writes a map; the nil map as 0, others with 1 more than their length.
func (e *Encoder) table(key, value *plan, m reflect.Value) {
	if m.IsNil() {
		e.Uvarint(0)
		return
	}
	e.Uvarint(uint64(m.Len()) + 1)
	entries := make([][]byte, 0, m.Len())
	for i := m.MapRange(); i.Next(); {
		one := Encoder{depth: e.depth, met: e.met}
		key.encode(&one, copied(i.Key()))
		value.encode(&one, copied(i.Value()))
		if one.err != nil {
			e.Fail(one.err)
		}
		e.met = one.met
		entries = append(entries, one.b)
	}
	slices.SortFunc(entries, bytes.Compare) // no key is the beginning of another
	for _, entry := range entries {
		e.b = append(e.b, entry...)
	}
}

// copied returns where a copy of a value lies.
func copied(v reflect.Value) unsafe.Pointer {
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	return p.UnsafePointer()
}

// first reports whether nobody has led to a value before. Otherwise there are two owners,
// which would have one each when they are read.
func (e *Encoder) first(p unsafe.Pointer, t reflect.Type) bool {
	if e.sum != nil {
		return true
	}
	if e.met[p] {
		e.Fail(fmt.Errorf("two references to one %v", t.Elem()))
		return false
	}
	if e.met == nil {
		e.met = map[unsafe.Pointer]bool{}
	}
	e.met[p] = true
	return true
}

func (e *Encoder) nest(f func()) {
	if e.depth++; e.depth > maxNesting {
		e.Fail(fmt.Errorf("values lie deeper than %d within each other", maxNesting))
	} else {
		f()
	}
	e.depth--
}
