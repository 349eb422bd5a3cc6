package state

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"
	"unsafe"
)

// Difference says where two values differ.
type Difference struct {
	Path  string // of the field, list element or entry
	Field string // the innermost struct type and its field: "state.Difference.Path"
	Text  string // what is there: "1 and 2"
}

// String is "PATH (FIELD): TEXT".
func (d Difference) String() string { return fmt.Sprintf("%s (%s): %s", d.Path, d.Field, d.Text) }

// Compare goes through two values of one type together, field by field, unexported ones
// and what pointers and interfaces lead to included, and returns where they differ, at
// most so many places.
//
// Lists without elements are equal whether they are nil or not; the order in which maps
// keep their entries does not matter; functions are equal when their code is. Of maps
// whose keys hold pointers only the lengths are compared, and memory behind an
// unsafe.Pointer is not. See [Rules] for what else there is to say.
func Compare(a, b any, most int, rules Rules) []Difference {
	c := comparer{most: most, Rules: rules, met: map[[2]unsafe.Pointer]bool{}}
	va, vb := reflect.ValueOf(a), reflect.ValueOf(b)
	if va.Type() != vb.Type() {
		return []Difference{{Text: fmt.Sprintf("a %v and a %v", va.Type(), vb.Type())}}
	}
	c.values(va, vb, va.Type().String())
	return c.found
}

// Rules say what counts as equal.
type Rules struct {
	// Skip is asked for each field of a struct, as in Difference.Field, whether it may differ;
	// nil: none may.
	Skip func(field string) bool
	// Equal has the types whose values are compared in a way of their own.
	Equal map[reflect.Type]func(a, b reflect.Value) bool
	// Strict: what cannot be looked into, as functions and memory behind an unsafe.Pointer, is
	// equal only where there is none.
	Strict bool
}

type comparer struct {
	Rules
	most  int
	met   map[[2]unsafe.Pointer]bool
	field string // that we are in
	found []Difference
}

func (c *comparer) differ(path, format string, args ...any) {
	if len(c.found) < c.most {
		c.found = append(c.found, Difference{path, c.field, fmt.Sprintf(format, args...)})
	}
}

// again reports whether a pair of pointers was met before.
func (c *comparer) again(a, b unsafe.Pointer) bool {
	pair := [2]unsafe.Pointer{a, b}
	if a == b || c.met[pair] {
		return true
	}
	c.met[pair] = true
	return false
}

func (c *comparer) values(a, b reflect.Value, path string) {
	if len(c.found) >= c.most {
		return
	}
	if equal, own := c.Equal[a.Type()]; own {
		c.same(equal(a, b), path, a, b)
		return
	}
	switch a.Kind() {
	case reflect.Struct:
		outer := c.field
		for i := range a.NumField() {
			f := a.Type().Field(i)
			c.field = a.Type().String() + "." + f.Name
			if f.Name != "_" && (c.Skip == nil || !c.Skip(c.field)) {
				c.values(a.Field(i), b.Field(i), path+"."+f.Name)
			}
		}
		c.field = outer
	case reflect.Pointer:
		if a.IsNil() || b.IsNil() {
			c.same(a.IsNil() == b.IsNil(), path, a, b)
		} else if !c.again(a.UnsafePointer(), b.UnsafePointer()) {
			c.values(a.Elem(), b.Elem(), path)
		}
	case reflect.Interface:
		switch {
		case a.IsNil() || b.IsNil():
			c.same(a.IsNil() == b.IsNil(), path, a, b)
		case a.Elem().Type() != b.Elem().Type():
			c.differ(path, "a %v and a %v", a.Elem().Type(), b.Elem().Type())
		default:
			c.values(a.Elem(), b.Elem(), path)
		}
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() {
			c.differ(path, "%d and %d elements", a.Len(), b.Len())
			return
		}
		for i := range a.Len() {
			c.values(a.Index(i), b.Index(i), fmt.Sprintf("%s[%d]", path, i))
		}
	case reflect.Map:
		c.maps(a, b, path)
	case reflect.Func:
		c.same(a.Pointer() == b.Pointer() && !(c.Strict && !a.IsNil()), path, a, b)
	case reflect.Chan:
		c.same(a.IsNil() == b.IsNil() && !(c.Strict && !a.IsNil()), path, a, b)
	case reflect.Bool:
		c.same(a.Bool() == b.Bool(), path, a, b)
	case reflect.String:
		c.same(a.String() == b.String(), path, a, b)
	case reflect.Float32, reflect.Float64:
		c.same(math.Float64bits(a.Float()) == math.Float64bits(b.Float()), path, a, b)
	case reflect.Complex64, reflect.Complex128:
		c.same(a.Complex() == b.Complex(), path, a, b)
	case reflect.UnsafePointer:
		c.same(!c.Strict || a.IsNil() && b.IsNil(), path, a, b)
	default:
		if a.CanInt() {
			c.same(a.Int() == b.Int(), path, a, b)
		} else {
			c.same(a.Uint() == b.Uint(), path, a, b)
		}
	}
}

func (c *comparer) same(ok bool, path string, a, b reflect.Value) {
	if !ok {
		c.differ(path, "%s and %s", shown(a), shown(b))
	}
}

// shown returns a value for people: what it leads to is left out.
func shown(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Func, reflect.Chan:
		if v.IsNil() {
			return "nil"
		}
		return "a " + v.Type().String()
	}
	return fmt.Sprint(v)
}

func (c *comparer) maps(a, b reflect.Value, path string) {
	if a.Len() != b.Len() {
		c.differ(path, "%d and %d entries", a.Len(), b.Len())
		return
	}
	if !constant(a.Type().Key()) {
		c.same(!c.Strict || a.Len() == 0, path, a, b)
		return
	}
	keys := a.MapKeys()
	slices.SortFunc(keys, func(x, y reflect.Value) int { return cmp.Compare(fmt.Sprint(x), fmt.Sprint(y)) })
	for _, k := range keys {
		other := b.MapIndex(k)
		if !other.IsValid() {
			c.differ(path, "only one has the entry %v", k)
			return
		}
		c.values(a.MapIndex(k), other, fmt.Sprintf("%s[%v]", path, k))
	}
}

// constant reports whether equal values of a type are equal in every process.
func constant(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if !constant(t.Field(i).Type) {
				return false
			}
		}
		return true
	case reflect.Array:
		return constant(t.Elem())
	case reflect.Pointer, reflect.Interface, reflect.Chan, reflect.UnsafePointer:
		return false
	}
	return true
}
