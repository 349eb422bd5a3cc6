package dst

import glua "github.com/yuin/gopher-lua"

// The components of an entity are a list with a metatable of its own, in which the entity
// stands first. Both share their names with those of other entities. What the list lacks
// is made when it is first read.

// openParts offers the list of an entity's components.
func (m *stage) openParts() {
	m.makers[madeParts] = func([]glua.LValue) glua.LGFunction {
		return func(L *glua.LState) int {
			L.Push(m.makePart(L.CheckTable(1), L.Get(2)))
			return 1
		}
	}
	m.findPart = m.made(madeParts)
	m.partMeta = m.L.CreateTable(0, 1)
	m.lua.Outline(m.partMeta)
	m.world.RawSetString("parts", m.L.NewFunction(m.one(func(e *entity) glua.LValue {
		meta := m.L.CreateTable(1, 0)
		meta.Metatable = m.partMeta
		meta.RawSetInt(1, e)
		m.lua.Put(meta, glua.LString("__index"), m.findPart)
		m.lua.Outline(meta)
		list := m.L.CreateTable(0, 0)
		list.Metatable = meta
		return list
	})))
}

// makePart makes a component that a list lacks; nil if such an entity has none.
func (m *stage) makePart(list *glua.LTable, name glua.LValue) glua.LValue {
	meta, _ := list.Metatable.(*glua.LTable)
	if meta == nil || name == glua.LString("brain") { // which is one in name only
		return glua.LNil
	}
	if lost, ok := meta.RawGetString("lost").(*glua.LTable); ok && lost.RawGet(name) != glua.LNil { // it does not come back by itself
		return glua.LNil
	}
	e, ok := meta.RawGetInt(1).(*entity)
	if !ok {
		return glua.LNil
	}
	v := m.component(name, e.obj, glua.LNil)
	if glua.LVAsBool(v) {
		m.lua.Put(list, name, v)
	}
	return v
}
