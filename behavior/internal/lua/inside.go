package lua

import (
	"reflect"

	glua "github.com/yuin/gopher-lua"
)

// The virtual machine tells neither how long the list of a table is with what
// is empty at its end, nor which keys it once had. Looking through both takes
// time, so it is read where the machine keeps it. A test guards the places.
const (
	insideList  = 1
	insideDict  = 2
	insideNames = 3
	insideKeys  = 4
	insidePlace = 5
)

// listSize is the length of a table's list, with all that is empty in it.
func listSize(t *glua.LTable) int { return reflect.ValueOf(t).Elem().Field(insideList).Len() }

// deadKeys is how many keys of a table have no value any more.
func deadKeys(t *glua.LTable) int {
	v := reflect.ValueOf(t).Elem()
	return v.Field(insideKeys).Len() - v.Field(insideDict).Len() - v.Field(insideNames).Len()
}

// keyPlace is where a key stands among those of a table, dead ones included.
func keyPlace(t *glua.LTable, k glua.LValue) int {
	if at := reflect.ValueOf(t).Elem().Field(insidePlace).MapIndex(reflect.ValueOf(k)); at.IsValid() {
		return int(at.Int())
	}
	return 0
}

// tidy forgets the dead keys of a table when they are the most. No traversal
// is under way when a key is added.
func tidy(t *glua.LTable) {
	v := reflect.ValueOf(t).Elem()
	live := v.Field(insideDict).Len() + v.Field(insideNames).Len()
	size := listSize(t)
	if v.Field(insideKeys).Len()-live <= 32+live+size/slotsPerStep {
		return
	}
	fresh := &glua.LTable{Metatable: t.Metatable}
	for i := 1; i <= size; i++ {
		fresh.RawSetInt(i, t.RawGetInt(i))
	}
	for k, v := afterList(t); k != glua.LNil; k, v = t.Next(k) {
		fresh.RawSet(k, v)
	}
	*t = *fresh
}

// afterList is the first pair behind the list of a table.
func afterList(t *glua.LTable) (k, v glua.LValue) {
	if size := listSize(t); size > 0 {
		return t.Next(glua.LNumber(size))
	}
	return t.Next(glua.LNil)
}

// Entries are what a table holds: its list, with what is empty in it, and its
// other keys in the order of a traversal, those included that have no value any
// more: they keep their place.
func Entries(t *glua.LTable) (list, keys []glua.LValue) {
	for i := 1; i <= listSize(t); i++ {
		list = append(list, t.RawGetInt(i))
	}
	return list, *(*[]glua.LValue)(reflect.ValueOf(t).Elem().Field(insideKeys).Addr().UnsafePointer())
}

// Fill makes a table hold what Entries told of another, with the values of its
// keys.
func Fill(t *glua.LTable, meta glua.LValue, list, keys, values []glua.LValue) {
	*t = glua.LTable{Metatable: meta}
	for i, v := range list {
		t.RawSetInt(i+1, v)
	}
	for i, k := range keys {
		if t.RawSet(k, glua.LTrue); values[i] != glua.LTrue {
			t.RawSet(k, values[i])
		}
	}
}
