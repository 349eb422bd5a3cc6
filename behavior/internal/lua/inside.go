package lua

import (
	"reflect"

	glua "github.com/yuin/gopher-lua"
)

// gopher-lua has no method for the length of a table's list with the empty slots
// at its end, and none for the keys that were cleared. Traversals pass both, which
// takes time to be charged for. So they are read from private fields of the table;
// TestInside checks which.
const (
	insideList  = 1
	insideDict  = 2
	insideNames = 3
	insideKeys  = 4
	insidePlace = 5
)

// listSize returns the length of a table's list, empty slots included.
func listSize(t *glua.LTable) int { return reflect.ValueOf(t).Elem().Field(insideList).Len() }

// deadKeys returns how many keys of a table were cleared and still have a place in
// its traversal.
func deadKeys(t *glua.LTable) int {
	v := reflect.ValueOf(t).Elem()
	return v.Field(insideKeys).Len() - v.Field(insideDict).Len() - v.Field(insideNames).Len()
}

// keyPlace returns the place of a key among those of a table, cleared ones
// included.
func keyPlace(t *glua.LTable, k glua.LValue) int {
	if at := reflect.ValueOf(t).Elem().Field(insidePlace).MapIndex(reflect.ValueOf(k)); at.IsValid() {
		return int(at.Int())
	}
	return 0
}

// tidy drops the cleared keys of a table once they are the majority. It is called
// when a key is added, which a traversal does not allow.
func tidy(t *glua.LTable) {
	v := reflect.ValueOf(t).Elem()
	live := v.Field(insideDict).Len() + v.Field(insideNames).Len()
	size := listSize(t)
	if v.Field(insideKeys).Len()-live <= 32+live+size/slotsPerStep {
		return
	}
	fresh := roomFor(size, v.Field(insideNames).Len())
	fresh.Metatable = t.Metatable
	for i := 1; i <= size; i++ {
		fresh.RawSetInt(i, t.RawGetInt(i))
	}
	for k, v := afterList(t); k != glua.LNil; k, v = t.Next(k) {
		fresh.RawSet(k, v)
	}
	*t = *fresh
}

// roomFor returns a table with room for so many values in its list and so many names
// among its keys. Without it gopher-lua reserves room for 32.
func roomFor(list, names int) *glua.LTable { return (*glua.LState)(nil).CreateTable(list, names) }

// afterList returns the first pair behind the list of a table.
func afterList(t *glua.LTable) (k, v glua.LValue) {
	if size := listSize(t); size > 0 {
		return t.Next(glua.LNumber(size))
	}
	return t.Next(glua.LNil)
}

// Entries returns what a table holds: its list, empty slots as nil, and its other
// keys in the order of a traversal. Cleared keys are among them, since they keep
// their place.
func Entries(t *glua.LTable) (list, keys []glua.LValue) {
	for i := 1; i <= listSize(t); i++ {
		list = append(list, t.RawGetInt(i))
	}
	return list, *(*[]glua.LValue)(reflect.ValueOf(t).Elem().Field(insideKeys).Addr().UnsafePointer())
}

// Fill replaces the content of a table by what Entries returned of another. values
// are those of the keys, nil for a cleared one.
func Fill(t *glua.LTable, meta glua.LValue, list, keys, values []glua.LValue) {
	names := 0
	for _, k := range keys {
		if _, ok := k.(glua.LString); ok {
			names++
		}
	}
	*t = *roomFor(len(list), names)
	t.Metatable = meta
	for i, v := range list {
		t.RawSetInt(i+1, v)
	}
	for i, k := range keys {
		if t.RawSet(k, glua.LTrue); values[i] != glua.LTrue {
			t.RawSet(k, values[i])
		}
	}
}
