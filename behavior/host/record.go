package host

import (
	"fmt"
	"math"
	"reflect"
	"unsafe"
)

// Record is the memory of a node as a struct of type T: what the guide of Modular Behavior
// Trees calls its runtime data. Its fields are truth values, numbers of a fixed size, named
// types of these, arrays and structs of them; int and uint count as 64 bits.
type Record[T any] struct {
	bits  int
	words []recordWord
}

// NewRecord returns the record of a struct. Memory is saved, compared and copied as words of a fixed
// size: the error names a field that is of another kind, such as a text or a pointer. Adding
// an action with such a record fails.
func NewRecord[T any]() (Record[T], error) {
	t := reflect.TypeFor[T]()
	if t.Kind() != reflect.Struct {
		return Record[T]{bits: refusedBits}, fmt.Errorf("%v is no struct", t)
	}
	bits, err := bitsOf(t, t.String())
	if err == nil && bits > math.MaxUint16 {
		err = fmt.Errorf("%v has %d bits, wanted at most %d", t, bits, math.MaxUint16)
	}
	if err != nil {
		return Record[T]{bits: refusedBits}, err
	}
	return Record[T]{bits, wordsOf(t, 0, nil)}, nil
}

// refusedBits are those of a record that was refused.
const refusedBits = math.MinInt32

// Bits returns the memory that the record takes, for [Action.Bits].
func (r Record[T]) Bits() int { return r.bits }

// Load reads the record from the memory of a call.
func (r Record[T]) Load(c *Call) (v T) {
	r.load(c, unsafe.Pointer(&v))
	return v
}

// Store writes the record into the memory of a call.
func (r Record[T]) Store(c *Call, v T) { r.store(c, unsafe.Pointer(&v)) }

// Update reads the record, lets f change it, and writes it. f must not keep the pointer that it gets.
func (r Record[T]) Update(c *Call, f func(*T)) {
	if r.bits < 0 {
		panic("Record.Update of a record that was refused")
	}
	first, words := c.room, (int(unsafe.Sizeof(*new(T)))+7)/8
	c.room += words
	for len(c.scratch) < c.room { // what an Update around this one has stays where it is
		c.scratch = append(c.scratch, make([]uint64, 8)...)
	}
	defer func() { c.room = first }()
	v := (*T)(unsafe.Pointer(unsafe.SliceData(c.scratch[first:])))
	r.load(c, unsafe.Pointer(v))
	f(v)
	r.store(c, unsafe.Pointer(v))
}

// sizeOf returns the bits of a field that is one word or two, or 0.
func sizeOf(t reflect.Type) int {
	switch t.Kind() {
	case reflect.Bool:
		return 1
	case reflect.Int8, reflect.Uint8:
		return 8
	case reflect.Int16, reflect.Uint16:
		return 16
	case reflect.Int32, reflect.Uint32, reflect.Float32:
		return 32
	case reflect.Int, reflect.Uint, reflect.Int64, reflect.Uint64, reflect.Float64:
		return 64
	}
	return 0
}

func bitsOf(t reflect.Type, name string) (bits int, err error) {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if !f.IsExported() {
				return 0, fmt.Errorf("%s.%s is not exported, so that it cannot be kept", name, f.Name)
			}
			n, err := bitsOf(f.Type, name+"."+f.Name)
			if err != nil {
				return 0, err
			}
			bits += n
		}
		return bits, nil
	case reflect.Array:
		n, err := bitsOf(t.Elem(), name+"[]")
		return n * t.Len(), err
	}
	if bits = sizeOf(t); bits == 0 {
		return 0, fmt.Errorf("%s is a %v, wanted truth values, numbers, and arrays and structs of them", name, t)
	}
	return bits, nil
}

// recordWord is a truth value or a number of a record.
type recordWord struct {
	offset uintptr // in the struct
	bits   uint8   // of memory
	size   uint8   // bytes in the struct
	signed bool
}

// wordsOf lists the words of a type that bitsOf takes, in order.
func wordsOf(t reflect.Type, at uintptr, list []recordWord) []recordWord {
	switch k := t.Kind(); k {
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			list = wordsOf(f.Type, at+f.Offset, list)
		}
		return list
	case reflect.Array:
		for i := range t.Len() {
			list = wordsOf(t.Elem(), at+uintptr(i)*t.Elem().Size(), list)
		}
		return list
	default:
		return append(list, recordWord{at, uint8(sizeOf(t)), uint8(t.Size()), k >= reflect.Int && k <= reflect.Int64})
	}
}

// load reads the struct at to from memory.
func (r Record[T]) load(c *Call, to unsafe.Pointer) {
	off := 0
	for _, w := range r.words {
		raw := uint64(c.Load(off, min(int(w.bits), 32)))
		if w.bits == 64 {
			raw |= uint64(c.Load(off+32, 32)) << 32
		}
		off += int(w.bits)
		switch at := unsafe.Add(to, w.offset); w.size {
		case 1:
			*(*uint8)(at) = uint8(raw) // of a truth value 0 or 1
		case 2:
			*(*uint16)(at) = uint16(raw)
		case 4:
			*(*uint32)(at) = uint32(raw)
		case 8:
			*(*uint64)(at) = raw
		}
	}
}

// store writes the struct at from into memory.
func (r Record[T]) store(c *Call, from unsafe.Pointer) {
	off := 0
	for _, w := range r.words {
		var raw uint64
		switch at := unsafe.Add(from, w.offset); w.size {
		case 1:
			raw = uint64(*(*uint8)(at))
		case 2:
			raw = uint64(*(*uint16)(at))
		case 4:
			if raw = uint64(*(*uint32)(at)); w.signed && w.bits == 64 { // an int of a machine of 32 bits
				raw = uint64(int64(int32(raw)))
			}
		case 8:
			raw = *(*uint64)(at)
		}
		c.Memory.Store(off, min(int(w.bits), 32), uint32(raw))
		if w.bits == 64 {
			c.Memory.Store(off+32, 32, uint32(raw>>32))
		}
		off += int(w.bits)
	}
}
