// Package statetest finds saved fields that no digest has.
package statetest

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"unsafe"
)

// most is how many values of a field are tried before it counts as blind: what one body, of
// many, has may be of no account.
const most = 40

// Blind changes numbers, truth values and texts in the values to which roots point, one at a
// time, and changes each back. It returns the fields of structs, as "pkg.Type.Field", of which
// changes show in what save returns and never in what digest returns. Fields whose tag says
// that they are not saved, or are in no digest, are left out, and pointers to what is not
// saved are not followed. tried is how many fields there were.
func Blind(roots []any, save func() ([]byte, error), digest func() uint64) (blind []string, tried int) {
	w := walker{save: save, digest: digest, base: digest(), fields: map[string]*field{}, met: map[unsafe.Pointer]bool{}, lay: func() {}}
	for _, root := range roots {
		v := reflect.ValueOf(root).Elem()
		w.walk(v.Type().String(), v)
	}
	for _, name := range slices.Sorted(maps.Keys(w.fields)) {
		if f := w.fields[name]; f.saved && !f.told {
			blind = append(blind, name)
		}
	}
	return blind, len(w.fields)
}

type walker struct {
	save   func() ([]byte, error)
	digest func() uint64
	base   uint64 // before any change
	fields map[string]*field
	met    map[unsafe.Pointer]bool
	lay    func() // lays what was changed, a copy, where it is looked at
}

// field is what was found of one so far.
type field struct {
	tried       int
	saved, told bool
}

func (w *walker) walk(name string, v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool, reflect.String, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Float32, reflect.Float64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		w.try(name, v)
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			_, unsaved := f.Tag.Lookup("save")
			_, hushed := f.Tag.Lookup("digest")
			if !unsaved && !hushed && f.Name != "_" {
				at := v.Field(i)
				w.walk(v.Type().String()+"."+f.Name, reflect.NewAt(at.Type(), unsafe.Pointer(at.UnsafeAddr())).Elem())
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			w.walk(name, v.Index(i))
		}
	case reflect.Pointer:
		if at := v.UnsafePointer(); at != nil && !w.met[at] {
			w.met[at] = true
			w.walk(name, v.Elem())
		}
	case reflect.Map:
		w.entries(name, v)
	}
}

// entries walks copies of the values of a map, which lie in it after each change.
func (w *walker) entries(name string, m reflect.Value) {
	keys := m.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	for _, key := range keys {
		before := m.MapIndex(key)
		switch before.Kind() {
		case reflect.Pointer:
			w.walk(name, before)
			continue
		case reflect.Map, reflect.Slice, reflect.Interface, reflect.Func:
			continue // what they lead to is nobody else's to change
		}
		other := reflect.New(before.Type()).Elem()
		other.Set(before)
		outer := w.lay
		w.lay = func() { m.SetMapIndex(key, other); outer() }
		w.walk(name, other)
		w.lay = outer
		m.SetMapIndex(key, before)
	}
}

// try changes a value.
func (w *walker) try(name string, v reflect.Value) {
	before := reflect.New(v.Type()).Elem()
	before.Set(v)
	w.compare(name, func() { change(v); w.lay() }, func() { v.Set(before); w.lay() })
}

func change(v reflect.Value) {
	switch {
	case v.Kind() == reflect.Bool:
		v.SetBool(!v.Bool())
	case v.Kind() == reflect.String:
		v.SetString(v.String() + "x")
	case v.CanInt():
		v.SetInt(v.Int() ^ 1)
	case v.CanUint():
		v.SetUint(v.Uint() ^ 1)
	case v.CanFloat():
		v.SetFloat(v.Float() + 1)
	}
}

// compare finds out whether a change is saved, and in the digest. Of a change with which the
// values do not belong together any more, so that there is neither, nothing is known.
func (w *walker) compare(name string, do, undo func()) {
	f := w.fields[name]
	if f == nil {
		f = &field{}
		w.fields[name] = f
	}
	if f.told || f.tried == most {
		return
	}
	f.tried++
	defer undo()
	defer func() { recover() }() //nolint:errcheck // nothing is known then
	do()
	if f.told = w.digest() != w.base; f.told || f.saved {
		return
	}
	now, err := w.save()
	undo()
	was, errBefore := w.save()
	f.saved = err != nil || errBefore != nil || !bytes.Equal(now, was)
}
