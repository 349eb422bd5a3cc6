package dst

import (
	"cmp"
	"maps"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/internal/lua"
)

// codec is what the types of a machine that are saved are visited by: each has one
// method, code, that says what it keeps.
type codec = lua.Codec

var _ codec = weigher(nil)

type wholeNumber interface {
	~int | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32
}

// integer visits a whole number of any type.
func integer[T wholeNumber](c codec, p *T) {
	i := c.Whole(int64(*p))
	if int64(T(i)) != i {
		panic(lua.ErrDamaged)
	}
	if T(i) != *p {
		*p = T(i)
	}
}

// list visits a list: its length, then its elements.
func list[T any](c codec, p *[]T, each func(*T)) {
	if n := c.Length(len(*p)); n != len(*p) {
		*p = make([]T, n)
	}
	for i := range *p {
		each(&(*p)[i])
	}
}

// values is list for values, of which a save has the most.
func values(c codec, p *[]glua.LValue) {
	if n := c.Length(len(*p)); n != len(*p) {
		*p = make([]glua.LValue, n)
	}
	for i := range *p {
		c.Value(&(*p)[i])
	}
}

func integers[T wholeNumber](c codec, p *[]T) {
	list(c, p, func(i *T) { integer(c, i) })
}

// dict visits a map: its length, then its keys, ascending, each with its value.
func dict[K cmp.Ordered, V any](c codec, p *map[K]V, key func(*K), value func(*V)) {
	keys := slices.Sorted(maps.Keys(*p))
	n := c.Length(len(keys))
	for _, k := range keys {
		v := (*p)[k]
		key(&k)
		value(&v)
	}
	for range n - len(keys) { // only a decoder has any left
		var k K
		var v V
		key(&k)
		value(&v)
		if *p == nil {
			*p = map[K]V{}
		}
		(*p)[k] = v
	}
}

// table visits a table, which must be there.
func table(c codec, p **glua.LTable) {
	var v glua.LValue = glua.LNil
	if *p != nil {
		v = *p
	}
	c.Value(&v)
	t, ok := v.(*glua.LTable)
	if !ok {
		panic(lua.ErrDamaged)
	}
	*p = t
}

// function visits a function; nil for none.
func function(c codec, p **glua.LFunction) {
	var v glua.LValue = glua.LNil
	if *p != nil {
		v = *p
	}
	c.Value(&v)
	*p, _ = v.(*glua.LFunction)
}

// owned visits an object, and sets p to its Go side if a decoder found one of
// that type.
func owned[T any](c codec, v *glua.LValue, p *T) {
	if h, ok := c.Handle(v).(T); ok {
		*p = h
	}
}

// keeper is the Go side of an object of scripts.
type keeper interface {
	comparable
	object() *glua.LTable
}

// pointer visits the Go side of an object by that object; nil for none.
func pointer[T keeper](c codec, p *T) {
	var none T
	var v glua.LValue = glua.LNil
	if *p != none {
		v = (*p).object()
	}
	owned(c, &v, p)
}

// mustPointer is pointer for what must be there.
func mustPointer[T keeper](c codec, p *T) {
	var none T
	if pointer(c, p); *p == none {
		panic(lua.ErrDamaged)
	}
}

// weigher is called with each value of scripts that a type holds.
type weigher func(glua.LValue)

func (w weigher) Value(v *glua.LValue) {
	if *v != nil {
		w(*v)
	}
}

func (w weigher) Handle(v *glua.LValue) any { w.Value(v); return nil }

func (weigher) Bool(*bool)              {}
func (weigher) Number(*float64)         {}
func (weigher) Whole(i int64) int64     { return i }
func (weigher) Text(*string)            {}
func (weigher) Variable(**glua.Upvalue) {}
func (weigher) Length(n int) int        { return n }
func (weigher) Rest(n int) int          { return n }
func (weigher) Later(func())            {}
func (weigher) Content(*glua.LTable)    {}
