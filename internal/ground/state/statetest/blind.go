// Package statetest finds saved fields that no digest has.
package statetest

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"github.com/thicket-sim/thicket/internal/ground/state"
)

// most limits the values of a field that are tried before it counts as blind: what one body,
// of many, has may be of no account.
const most = 40

// Blind changes numbers, truth values and texts in the values to which roots point, one at a
// time, and changes each back. It returns the fields of structs, as "pkg.Type.Field", of which
// changes show in what save returns and never in what digest returns. Fields whose tag says
// that they are not saved, or are in no digest, are left out, and pointers to what is not
// saved are not followed. tried is how many fields there were.
//
// A field whose tag says that it is "summed up" elsewhere is tried, too, and is in apart: true
// if some change of it showed in the digest. It is not in blind, as there are values that
// tell nothing, such as what a column has for a body that keeps it elsewhere.
func Blind(roots []any, save func() ([]byte, error), digest func() uint64) (blind []string, apart map[string]bool, tried int) {
	w := walker{save: save, digest: digest, base: digest(), fields: map[string]*field{}, apart: map[string]bool{}, met: map[unsafe.Pointer]bool{}, lay: func() {}}
	for _, root := range roots {
		v := reflect.ValueOf(root).Elem()
		w.walk(v.Type().String(), v)
	}
	for _, name := range slices.Sorted(maps.Keys(w.fields)) {
		if f := w.fields[name]; f.saved && !f.told && f.apart == "" {
			blind = append(blind, name)
		} else if f.apart != "" {
			w.apart[f.apart] = w.apart[f.apart] || f.told
		}
	}
	return blind, w.apart, len(w.fields)
}

type walker struct {
	save   func() ([]byte, error)
	digest func() uint64
	base   uint64 // before any change
	fields map[string]*field
	apart  map[string]bool // the fields that are summed up elsewhere: whether the digest tells
	within string          // which of them the value is in
	met    map[unsafe.Pointer]bool
	lay    func() // lays what was changed, a copy, where it is looked at
}

// field returns what was found of one so far.
type field struct {
	tried       int
	saved, told bool
	apart       string // the field that is summed up elsewhere which it is in
}

func (w *walker) walk(name string, v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool, reflect.String, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Float32, reflect.Float64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		w.try(name, v)
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			tag, unsaved := f.Tag.Lookup("save")
			unsaved = unsaved && tag != state.Flat
			why, hushed := f.Tag.Lookup("digest")
			apart := strings.Contains(why, "summed up")
			if unsaved || hushed && !apart || f.Name == "_" {
				continue
			}
			name, outer := v.Type().String()+"."+f.Name, w.within
			if apart {
				w.within = name
				if _, known := w.apart[name]; !known {
					w.apart[name] = false
				}
			}
			at := v.Field(i)
			w.walk(name, reflect.NewAt(at.Type(), unsafe.Pointer(at.UnsafeAddr())).Elem())
			w.within = outer
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
	case reflect.Interface:
		w.inside(name, v)
	case reflect.Map:
		w.entries(name, v)
	}
}

// inside walks what an interface holds: what a pointer in it leads to, or a copy of another
// value, which lies in it after each change.
func (w *walker) inside(name string, v reflect.Value) {
	if v.IsNil() {
		return
	}
	held := v.Elem()
	if held.Kind() == reflect.Pointer {
		w.walk(name, held)
		return
	}
	before := reflect.New(v.Type()).Elem()
	before.Set(v)
	other := reflect.New(held.Type()).Elem()
	other.Set(held)
	outer := w.lay
	w.lay = func() { v.Set(other); outer() }
	w.walk(name, other)
	w.lay = outer
	v.Set(before)
	outer()
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
		case reflect.Func:
			continue
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
		f = &field{apart: w.within}
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
