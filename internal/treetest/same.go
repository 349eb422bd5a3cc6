package treetest

import (
	"reflect"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/scenes"
)

// sameTrees reports whether two scenes have the same trees, wherever they stand. Where that is
// not for certain it is false; and so it is for trees that scripts make.
func sameTrees(a, b *scenes.Scene) bool {
	one, other := a.Programs(), b.Programs()
	if len(one) != len(other) {
		return false
	}
	for i, p := range one {
		if _, ok := p.Semantics.(run.Migrator); !ok {
			return false
		}
		c := comparer{met: map[[2]uintptr]bool{}}
		if !c.same(reflect.ValueOf(p.Tree), reflect.ValueOf(other[i].Tree)) || !c.same(reflect.ValueOf(p.Semantics), reflect.ValueOf(other[i].Semantics)) {
			return false
		}
	}
	return true
}

// comparer compares two values of a type, but for places in files.
type comparer struct{ met map[[2]uintptr]bool }

var (
	ignored = map[reflect.Type]bool{reflect.TypeFor[syntax.Pos](): true, reflect.TypeFor[syntax.Span](): true, reflect.TypeFor[*host.Registry](): true, reflect.TypeFor[*host.Overlay](): true}
	byName  = map[reflect.Type]bool{reflect.TypeFor[host.Action](): true, reflect.TypeFor[host.Func](): true}
)

func (c *comparer) same(a, b reflect.Value) bool {
	if a.IsValid() != b.IsValid() {
		return false
	}
	if !a.IsValid() || ignored[a.Type()] {
		return true
	}
	if a.Type() != b.Type() {
		return false
	}
	if byName[a.Type()] {
		return a.FieldByName("Name").String() == b.FieldByName("Name").String()
	}
	switch a.Kind() {
	case reflect.Pointer, reflect.Interface:
		if a.IsNil() || b.IsNil() {
			return a.IsNil() == b.IsNil()
		}
		if a.Kind() == reflect.Pointer {
			both := [2]uintptr{a.Pointer(), b.Pointer()}
			if both[0] == both[1] || c.met[both] {
				return true
			}
			c.met[both] = true
		}
		return c.same(a.Elem(), b.Elem())
	case reflect.Struct:
		for i := range a.NumField() {
			if !c.same(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !c.same(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Map:
		if a.Len() != b.Len() {
			return false
		}
		for _, k := range a.MapKeys() {
			if !c.same(a.MapIndex(k), b.MapIndex(k)) {
				return false
			}
		}
		return true
	case reflect.Func, reflect.Chan, reflect.UnsafePointer: // what a function has in it cannot be seen
		return a.IsNil() && b.IsNil()
	}
	return a.Equal(b)
}
