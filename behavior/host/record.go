package host

import (
	"fmt"
	"math"
	"reflect"
)

// Record is the memory of a node as a struct of type T: what the guide of Modular Behavior
// Trees calls its runtime data. Its fields are truth values, numbers of a fixed size, named
// types of these, arrays and structs of them; int and uint count as 64 bits.
type Record[T any] struct{ bits int }

// NewRecord returns the record of a struct. The error names a field that is no fixed words, such
// as a text or a pointer: memory is saved, compared and copied as words. An action with
// such a record is refused where it is offered.
func NewRecord[T any]() (Record[T], error) {
	t := reflect.TypeFor[T]()
	if t.Kind() != reflect.Struct {
		return Record[T]{refusedBits}, fmt.Errorf("%v is no struct", t)
	}
	bits, err := bitsOf(t, t.String())
	if err == nil && bits > math.MaxUint16 {
		err = fmt.Errorf("%v has %d bits, wanted at most %d", t, bits, math.MaxUint16)
	}
	if err != nil {
		bits = refusedBits
	}
	return Record[T]{bits}, err
}

// refusedBits are those of a record that was refused.
const refusedBits = math.MinInt32

// Bits returns the memory that the record takes, for [Action.Bits].
func (r Record[T]) Bits() int { return r.bits }

// Load reads the record from the memory of a call.
func (r Record[T]) Load(c *Call) (v T) {
	off := 0
	walk(reflect.ValueOf(&v).Elem(), func(f reflect.Value, bits int) {
		raw := uint64(c.Load(off, min(bits, 32)))
		if bits == 64 {
			raw |= uint64(c.Load(off+32, 32)) << 32
		}
		off += bits
		setRaw(f, raw)
	})
	return v
}

// Store writes the record into the memory of a call.
func (r Record[T]) Store(c *Call, v T) {
	off := 0
	walk(reflect.ValueOf(&v).Elem(), func(f reflect.Value, bits int) {
		raw := rawOf(f)
		c.Memory.Store(off, min(bits, 32), uint32(raw))
		if bits == 64 {
			c.Memory.Store(off+32, 32, uint32(raw>>32))
		}
		off += bits
	})
}

// Update reads the record, lets f change it, and writes it.
func (r Record[T]) Update(c *Call, f func(*T)) {
	v := r.Load(c)
	f(&v)
	r.Store(c, v)
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

// walk calls f with each word of a value, in order.
func walk(v reflect.Value, f func(field reflect.Value, bits int)) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			walk(v.Field(i), f)
		}
	case reflect.Array:
		for i := range v.Len() {
			walk(v.Index(i), f)
		}
	default:
		f(v, sizeOf(v.Type()))
	}
}

func rawOf(v reflect.Value) uint64 {
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return 1
		}
		return 0
	case reflect.Float32:
		return uint64(math.Float32bits(float32(v.Float())))
	case reflect.Float64:
		return math.Float64bits(v.Float())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return uint64(v.Int())
	}
	return v.Uint()
}

func setRaw(v reflect.Value, raw uint64) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(raw != 0)
	case reflect.Float32:
		v.SetFloat(float64(math.Float32frombits(uint32(raw))))
	case reflect.Float64:
		v.SetFloat(math.Float64frombits(raw))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		shift := 64 - sizeOf(v.Type())
		v.SetInt(int64(raw<<shift) >> shift)
	default:
		v.SetUint(raw)
	}
}
