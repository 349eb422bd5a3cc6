package lua

import (
	"reflect"
	"unsafe"

	glua "github.com/yuin/gopher-lua"
)

// unwinding closes the variables that closures took from functions which an error ends,
// and only those. gopher-lua closes all there are when an error is raised, so that the
// functions which go on share no variable with their closures any more; or none, where
// the error has a handler, so that closures see whatever later calls put into the same
// registers.
type unwinding struct {
	L     *glua.LState
	kept  *glua.Upvalue // the last open variable when the call began
	ended bool          // the call ended without an error
}

// unwind must be ended by end, deferred, in the function that a protected call calls.
func unwind(L *glua.LState) unwinding {
	*leavesOpen(L) = true
	last := *firstOpen(L)
	for last != nil && *nextOpen(last) != nil {
		last = *nextOpen(last)
	}
	return unwinding{L: L, kept: last}
}

func (u *unwinding) end() {
	if u.ended {
		return
	}
	rest := firstOpen(u.L)
	if u.kept != nil {
		rest = nextOpen(u.kept)
	}
	for v := *rest; v != nil; v = *nextOpen(v) {
		v.Close()
	}
	*rest = nil
}

// protected is L.PCall of a function that unwinds.
func protected(L *glua.LState, args, results int, handler *glua.LFunction) error {
	leaves := *leavesOpen(L)
	err := L.PCall(args, results, handler)
	*leavesOpen(L) = leaves
	return err
}

var openOffset, leavesOffset = offset[*glua.Upvalue]("uvcache"), offset[bool]("hasErrorFunc")

// offset is where a state of gopher-lua keeps a field.
func offset[T any](name string) uintptr {
	f, ok := reflect.TypeFor[glua.LState]().FieldByName(name)
	if !ok || f.Type != reflect.TypeFor[T]() {
		panic("gopher-lua has no " + name)
	}
	return f.Offset
}

// leavesOpen is where a state keeps whether an error leaves variables open.
func leavesOpen(L *glua.LState) *bool { return (*bool)(unsafe.Add(unsafe.Pointer(L), leavesOffset)) }

// firstOpen is where a state keeps the first of its open variables, which lie in the
// order of their registers.
func firstOpen(L *glua.LState) **glua.Upvalue {
	return (**glua.Upvalue)(unsafe.Add(unsafe.Pointer(L), openOffset))
}

// nextOpen is where an open variable keeps the next one, as its first field.
func nextOpen(v *glua.Upvalue) **glua.Upvalue { return (**glua.Upvalue)(unsafe.Pointer(v)) }
