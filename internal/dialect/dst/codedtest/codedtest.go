// Package codedtest checks that types which are saved forget no field.
package codedtest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// Recorder is a codec that notes what it is called with.
type Recorder struct{ Cells []string }

var _ machine.Codec = (*Recorder)(nil)

func (r *Recorder) note(v any) {
	cell := fmt.Sprintf("%T %v", v, v)
	if reflect.ValueOf(v).Kind() == reflect.Pointer {
		cell = fmt.Sprintf("%T %p", v, v)
	}
	r.Cells = append(r.Cells, cell)
}
func (r *Recorder) Value(v *machine.Value)    { r.note(*v) }
func (r *Recorder) Bool(b *bool)              { r.note(*b) }
func (r *Recorder) Number(f *float64)         { r.note(*f) }
func (r *Recorder) Whole(i int64) int64       { r.note(i); return i }
func (r *Recorder) Text(s *string)            { r.note(*s) }
func (r *Recorder) Variable(c **machine.Cell) { r.note(*c) }
func (r *Recorder) Thread(t **machine.Thread) { r.note(*t) }
func (r *Recorder) Length(n int) int          { r.note(n); return n }
func (r *Recorder) Rest(n int) int            { r.note(n); return n }
func (r *Recorder) Later(func())              {}
func (r *Recorder) Content(t *machine.Table)  { r.note(t) }

// State is one in which samples are made.
var State = machine.NewState(machine.Options{})

// Type is a type that a save is made of, and what visits it.
type Type struct {
	Sample any
	Code   func(of any, c machine.Codec)
}

// Check is what a package knows of its types.
type Check struct {
	Types []Type
	// Derived are the fields that are not saved, TYPE.FIELD, and why
	Derived map[string]string
	// Fill makes what a pointer points to a sample, another one for each n
	Fill func(pointer any, n int)
	// Presence is a pointer type of which is only saved whether there is one; nil for none
	Presence reflect.Type

	samples map[string]reflect.Value
}

// EveryField requires that each field of the types is saved, or is known to follow from what
// is.
func (k *Check) EveryField(t *testing.T) {
	t.Helper()
	k.samples = map[string]reflect.Value{}
	met := map[string]bool{}
	for _, c := range k.Types {
		typ := reflect.TypeOf(c.Sample)
		whole := func(changed string) []string {
			of := reflect.New(typ)
			k.eachField(of.Elem(), typ.Name(), func(path string, f reflect.Value) {
				met[path] = true
				n := 1
				if path == changed {
					n = 2
				}
				if k.Derived[path] == "" {
					f.Set(k.filled(t, path, f.Type(), n))
				}
			})
			r := &Recorder{}
			c.Code(of.Interface(), r)
			return r.Cells
		}
		before := whole("")
		if !slices.Equal(before, whole("")) {
			t.Fatalf("%v is not saved as it was before, unchanged", typ)
		}
		k.eachField(reflect.New(typ).Elem(), typ.Name(), func(path string, _ reflect.Value) {
			if k.Derived[path] == "" && slices.Equal(before, whole(path)) {
				t.Errorf("%s is not saved and not in derived", path)
			}
		})
	}
	for path := range k.Derived {
		if !met[path] {
			t.Errorf("derived names %s, which there is not", path)
		}
	}
}

// eachField calls f for the fields of a struct and of those in it.
func (k *Check) eachField(v reflect.Value, path string, f func(path string, v reflect.Value)) {
	if k.Derived[path] != "" {
		f(path, v)
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		if typ := v.Type(); typ == reflect.TypeFor[host.Value]() || typ == reflect.TypeFor[machine.Value]() {
			break
		}
		for i := range v.NumField() {
			field := v.Field(i)
			k.eachField(reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem(), path+"."+v.Type().Field(i).Name, f)
		}
		return
	case reflect.Array:
		for i := range v.Len() {
			k.eachField(v.Index(i), fmt.Sprintf("%s[%d]", path, i), f)
		}
		return
	}
	f(path, v)
}

// filled returns a value of a type: always the same one for n 1, and another one
// for n 2.
func (k *Check) filled(t *testing.T, path string, typ reflect.Type, n int) reflect.Value {
	v := reflect.New(typ).Elem()
	switch typ.Kind() {
	case reflect.Bool:
		v.SetBool(n == 2)
	case reflect.Int, reflect.Int8, reflect.Int32, reflect.Int64:
		v.SetInt(int64(n))
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(n))
	case reflect.Float64:
		v.SetFloat(float64(n))
	case reflect.String:
		v.SetString(strings.Repeat("x", n))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(typ, 2, 2))
		for i := range 2 {
			v.Index(i).Set(k.filled(t, path, typ.Elem(), n))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(typ))
		v.SetMapIndex(k.filled(t, path, typ.Key(), n), k.filled(t, path, typ.Elem(), n))
	case reflect.Struct, reflect.Array:
		switch typ {
		case reflect.TypeFor[host.Value]():
			return reflect.ValueOf(host.NumberValue(float64(n)))
		case reflect.TypeFor[machine.Value]():
			return reflect.ValueOf(machine.Number(float64(n)))
		}
		k.eachField(v, path, func(path string, f reflect.Value) { f.Set(k.filled(t, path, f.Type(), n)) })
	case reflect.Pointer:
		if typ == k.Presence && n == 1 {
			return v
		}
		name := fmt.Sprint(typ, n)
		if o, ok := k.samples[name]; ok {
			return o
		}
		o := reflect.New(typ.Elem())
		k.samples[name] = o
		switch of := o.Interface().(type) { // the zero value of these is none of scripts
		case *machine.Table:
			*of = *State.NewTable()
		case *machine.Value:
			*of = machine.Number(float64(n))
		case *machine.Data:
			*of = *machine.NewData(n, nil)
		case *machine.Function:
			*of = *State.NewFunction("f", nil)
		}
		if typ.Elem().Kind() == reflect.Slice {
			o.Elem().Set(k.filled(t, path, typ.Elem(), n))
		}
		if k.Fill != nil {
			k.Fill(o.Interface(), n)
		}
		return o
	default:
		t.Fatalf("%s: no value of %v", path, typ)
	}
	return v
}
