package script

import (
	"cmp"
	"maps"
	"slices"

	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// Codec is what the types of a machine that are saved are visited by: each has one
// method, code, that says what it keeps.
type Codec = machine.Codec

var _ Codec = Weigher(nil)

type wholeNumber interface {
	~int | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32
}

// Integer visits a whole number of any type.
func Integer[T wholeNumber](c Codec, p *T) {
	i := c.Whole(int64(*p))
	if int64(T(i)) != i {
		panic(machine.ErrDamaged)
	}
	if T(i) != *p {
		*p = T(i)
	}
}

// List visits a list: its length, then its elements.
func List[T any](c Codec, p *[]T, each func(*T)) {
	if n := c.Length(len(*p)); n != len(*p) {
		*p = make([]T, n)
	}
	for i := range *p {
		each(&(*p)[i])
	}
}

// Values is list for values, of which a save has the most.
func Values(c Codec, p *[]machine.Value) {
	if n := c.Length(len(*p)); n != len(*p) {
		*p = make([]machine.Value, n)
	}
	for i := range *p {
		c.Value(&(*p)[i])
	}
}

func Integers[T wholeNumber](c Codec, p *[]T) {
	List(c, p, func(i *T) { Integer(c, i) })
}

// Dict visits a map: its length, then its keys, ascending, each with its value.
func Dict[K cmp.Ordered, V any](c Codec, p *map[K]V, key func(*K), value func(*V)) {
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

// Table visits a table, which must be there.
func Table(c Codec, p **machine.Table) {
	var v machine.Value
	if *p != nil {
		v = (*p).V()
	}
	c.Value(&v)
	if *p = v.Table(); *p == nil {
		panic(machine.ErrDamaged)
	}
}

// Function visits a function; nil for none.
func Function(c Codec, p **machine.Function) {
	var v machine.Value
	if *p != nil {
		v = (*p).V()
	}
	c.Value(&v)
	*p = v.Function()
}

// Owned visits an object, and sets p to its Go side if that has this type.
func Owned[T any](c Codec, v *machine.Value, p *T) {
	c.Value(v)
	if h, ok := Handle(*v).(T); ok {
		*p = h
	}
}

// keeper is the Go side of an object of scripts.
type keeper interface {
	comparable
	Object() *machine.Table
}

// Pointer visits the Go side of an object by that object; nil for none.
func Pointer[T keeper](c Codec, p *T) {
	var none T
	var v machine.Value
	if *p != none {
		v = (*p).Object().V()
	}
	Owned(c, &v, p)
}

// MustPointer is pointer for what must be there.
func MustPointer[T keeper](c Codec, p *T) {
	var none T
	if Pointer(c, p); *p == none {
		panic(machine.ErrDamaged)
	}
}

// Weigher is called with each value of scripts that a type holds.
type Weigher func(machine.Value)

func (w Weigher) Value(v *machine.Value)    { w(*v) }
func (w Weigher) Thread(t **machine.Thread) { w((*t).AsData().V()) }

func (Weigher) Bool(*bool)              {}
func (Weigher) Number(*float64)         {}
func (Weigher) Whole(i int64) int64     { return i }
func (Weigher) Text(*string)            {}
func (Weigher) Variable(**machine.Cell) {}
func (Weigher) Length(n int) int        { return n }
func (Weigher) Rest(n int) int          { return n }
func (Weigher) Later(func())            {}
func (Weigher) Content(*machine.Table)  {}
