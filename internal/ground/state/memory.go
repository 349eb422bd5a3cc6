package state

import (
	"reflect"
	"sync"
	"unsafe"
)

// Memory returns how many bytes the arrays take that lie behind the slices in the value to
// which p points, and in the elements of these, saved or not. It follows no pointers, maps
// and interfaces: what is behind them belongs to somebody else. So does what lies behind a
// slice whose field says so, with the reason:
//
//	ids []uint32 `memory:"-,the columns of the world"`
func Memory(p any) int64 {
	v := reflect.ValueOf(p)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		return 0
	}
	if m := meterOf(v.Type().Elem()); m != nil {
		return m(v.UnsafePointer())
	}
	return 0
}

// meter measures a value that lies somewhere.
type meter func(at unsafe.Pointer) int64

var meters sync.Map // of reflect.Type: its meter, nil where there is nothing to measure

func meterOf(t reflect.Type) meter {
	if m, ok := meters.Load(t); ok {
		return m.(meter)
	}
	m := newMeter(t)
	meters.Store(t, m)
	return m
}

// newMeter makes a meter of a type.
func newMeter(t reflect.Type) meter {
	switch t.Kind() {
	case reflect.Struct:
		type part struct {
			offset uintptr
			meter
		}
		var parts []part
		for i := range t.NumField() {
			f := t.Field(i)
			if _, others := f.Tag.Lookup("memory"); !others && meterOf(f.Type) != nil {
				parts = append(parts, part{f.Offset, meterOf(f.Type)})
			}
		}
		if parts == nil {
			return nil
		}
		return func(at unsafe.Pointer) (n int64) {
			for _, p := range parts {
				n += p.meter(unsafe.Add(at, p.offset))
			}
			return n
		}
	case reflect.Array:
		of, size, length := meterOf(t.Elem()), t.Elem().Size(), t.Len()
		if of == nil {
			return nil
		}
		return func(at unsafe.Pointer) (n int64) {
			for i := range length {
				n += of(unsafe.Add(at, uintptr(i)*size))
			}
			return n
		}
	case reflect.Slice:
		size := t.Elem().Size()
		of := sync.OnceValue(func() meter { return meterOf(t.Elem()) }) // it may lead to itself
		return func(at unsafe.Pointer) int64 {
			s := reflect.NewAt(t, at).Elem()
			n := int64(s.Cap()) * int64(size)
			if m := of(); m != nil {
				for i := range s.Len() {
					n += m(unsafe.Add(s.UnsafePointer(), uintptr(i)*size))
				}
			}
			return n
		}
	}
	return nil
}
