package stage

import (
	"slices"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua"
)

// The components of an entity are a list whose metatable is the entity's object, so that it
// takes no other. It shares its names with the lists of other entities. What the list lacks
// is made when it is first read.

// mostLost bounds the components that an entity has lost, because scripts can make up names
// without end.
const mostLost = 1000

// openParts offers the list of an entity's components.
func (st *Stage) openParts() {
	st.Makers[script.MadeParts] = func([]glua.LValue) glua.LGFunction {
		return func(L *glua.LState) int {
			L.Push(st.makePart(L.CheckTable(1), L.Get(2)))
			return 1
		}
	}
	st.partsRead = st.Made(script.MadeParts)
	st.World.RawSetString("parts", st.L.NewFunction(st.one(func(e *Entity) glua.LValue {
		list := st.L.CreateTable(0, 0)
		list.Metatable = e.Obj
		st.Lua.Serve(e.Obj, st.partsRead)
		return list
	})))
	st.World.RawSetString("lose", st.L.NewFunction(func(L *glua.LState) int {
		e, name := st.entityOf(L.Get(1)), L.CheckString(2)
		if slices.Contains(e.lost, name) {
			return 0
		}
		if len(e.lost) >= mostLost {
			st.Lua.Raise("RemoveComponent: more than %d components were taken from the entity", mostLost)
		}
		e.lost = append(slices.Clip(e.lost), name)
		return 0
	}))
}

// ServeParts lets the object of an entity serve the list of its components, if it has one.
func (st *Stage) ServeParts(e *Entity) {
	if e.Obj.RawGetString("components") != glua.LNil {
		st.Lua.Serve(e.Obj, st.partsRead)
	}
}

// makePart finds a component that is not where gopher-lua looks in a list, and makes one
// that the list lacks; nil if such an entity has none.
func (st *Stage) makePart(list *glua.LTable, name glua.LValue) glua.LValue {
	if st.Lua.Holds(list, name) {
		return list.RawGet(name)
	}
	if name == glua.LString("brain") { // which is one in name only
		return glua.LNil
	}
	e, ok := script.Handle(lua.MetatableOf(list)).(*Entity)
	if !ok || slices.Contains(e.lost, name.String()) { // it does not come back by itself
		return glua.LNil
	}
	v := st.component(name, e.Obj, glua.LNil)
	if glua.LVAsBool(v) {
		st.Lua.Put(list, name, v)
	}
	return v
}
