package script

import (
	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/internal/dialect/lua"
)

// classes makes classes and their objects.
type classes struct {
	leniency
	isA, isClass          *glua.LFunction
	FieldRead, FieldWrite *glua.LFunction // __index and __newindex of classes whose objects have fields in Go
	VectorNew, VectorRead *glua.LFunction // the constructor and __index of Vector3
	Native                []NativeClass
	Makers                map[string]maker
	words                 map[string]*glua.Upvalue           // of what makers made: all functions of a word share it
	deriveFrom            func(base glua.LValue) glua.LValue // finds a class to derive from if a script gave none, in lenient files
}

// NativeClass is a class of the engine, and what makes its objects, whose list has what Go
// keeps of them.
type NativeClass struct {
	Class *glua.LTable
	Make  func(class *glua.LTable) *glua.LTable
}

// openClass defines Class. A class is a table; a derived class copies the entries
// of its base when it is made.
func (cl *classes) openClass() {
	cl.openMakers()
	cl.isA = cl.L.NewFunction(func(L *glua.LState) int {
		L.Push(glua.LBool(isA(L.Get(1), L.Get(2))))
		return 1
	})
	cl.isClass = cl.L.NewFunction(func(L *glua.LState) int {
		t, ok := L.Get(1).(*glua.LTable)
		L.Push(glua.LBool(ok && lua.Field(t, "is_instance") != glua.LNil))
		return 1
	})
	cl.Lua.Set("Class", cl.L.NewFunction(func(L *glua.LState) int {
		base, ctor, props := L.Get(1), L.Get(2), L.Get(3)
		if cl.Program.Lenient {
			base = cl.deriveFrom(base)
			if ctor.Type() != glua.LTFunction {
				ctor = glua.LNil
			}
		}
		if f, ok := base.(*glua.LFunction); ok && ctor == glua.LNil {
			base, ctor = glua.LNil, f
		}
		b, _ := base.(*glua.LTable)
		if base != glua.LNil && b == nil {
			cl.Lua.Raise("Class: wanted a class to derive from, found a %s", base.Type())
		}
		if ctor != glua.LNil && ctor.Type() != glua.LTFunction {
			cl.Lua.Raise("Class: wanted a function as the constructor, found a %s", ctor.Type())
		}
		p, _ := props.(*glua.LTable)
		class := cl.Class(b, ctor, p)
		cl.Foldable(class)
		L.Push(class)
		return 1
	}))
}

// Foldable lets the objects of a class take little room while nobody looks at them, unless
// they have setters.
func (cl *classes) Foldable(class *glua.LTable) {
	if class.RawGetString("_props") == glua.LNil {
		cl.Lua.Foldable(class, class.RawGetString("__index") == cl.FieldRead)
	}
}

// Class makes a class. Classes that are derived from one of the engine's have
// objects with a Go side, and reach their fields through the engine.
func (cl *classes) Class(base *glua.LTable, ctor glua.LValue, props *glua.LTable) *glua.LTable {
	c := cl.L.CreateTable(0, 8)
	native := false
	if base != nil {
		cl.Lua.Unfold(base)
		for k, v := base.Next(glua.LNil); k != glua.LNil; k, v = base.Next(k) {
			cl.Lua.Take(EntryBytes)
			cl.Lua.Charge(1)
			c.RawSet(k, v)
		}
		c.RawSetString("_base", base)
		native = base.RawGetString("__index") == cl.FieldRead
		if inherited, ok := base.RawGetString("_props").(*glua.LTable); ok {
			props = cl.merge(inherited, props)
		}
	}
	if props != nil {
		c.RawSetString("_props", props)
	}
	switch {
	case native:
	case props != nil:
		c.RawSetString("__index", cl.Made(madePropRead, c))
		c.RawSetString("__newindex", cl.Made(madePropWrite, props))
	default:
		c.RawSetString("__index", c)
		cl.Lua.Outline(c)
	}
	if ctor == nil {
		ctor = glua.LNil
	}
	c.RawSetString("_ctor", ctor)
	c.RawSetString("is_a", cl.isA)
	c.RawSetString("is_class", cl.isClass)
	c.RawSetString("is_instance", cl.Made(madeInstance, c))
	meta := cl.L.CreateTable(0, 1)
	meta.RawSetString("__call", cl.Made(madeClass, c))
	c.Metatable = meta
	return c
}

// instantiate returns the function that makes an object of a class and runs its
// constructor.
func (cl *classes) instantiate(c *glua.LTable) glua.LGFunction {
	return func(L *glua.LState) int {
		args := L.GetTop() - 1
		var obj *glua.LTable
		cl.Lua.Take(ObjectBytes)
		switch c.RawGetString("__index") {
		case cl.FieldRead:
			obj = cl.object(c)
		case cl.VectorRead:
			obj = L.CreateTable(3, 0)
		default:
			if cl.Lua.Outline(c) { // one that was read from a save
				cl.Foldable(c)
			}
			obj = L.CreateTable(0, 0)
			if c.RawGetString("_props") != glua.LNil {
				cl.Lua.Put(obj, glua.LString(WatchedFields), L.CreateTable(0, 4))
			}
		}
		obj.Metatable = c
		if f := c.RawGetString("_ctor"); f != glua.LNil {
			L.Push(f)
			L.Push(obj)
			for i := range args {
				L.Push(L.Get(i + 2))
			}
			L.Call(args+1, 0)
		}
		L.Push(obj)
		return 1
	}
}

// object makes an object of a class of the engine, or of one derived from it,
// with its Go side.
func (cl *classes) object(class *glua.LTable) *glua.LTable {
	native := cl.Native[0] // nodes
	for _, n := range cl.Native[1:] {
		if IsClassOf(class, n.Class) {
			native = n
		}
	}
	obj := native.Make(class)
	if class.RawGetString("_props") != glua.LNil {
		cl.Lua.Put(obj, glua.LString(WatchedFields), cl.L.CreateTable(0, 4))
	}
	obj.Metatable = class
	return obj
}

func (cl *classes) merge(inherited, own *glua.LTable) *glua.LTable {
	all := cl.L.NewTable()
	for _, t := range []*glua.LTable{inherited, own} {
		if t == nil {
			continue
		}
		for k, v := t.Next(glua.LNil); k != glua.LNil; k, v = t.Next(k) {
			cl.Lua.Take(EntryBytes)
			cl.Lua.Charge(1)
			all.RawSet(k, v)
		}
	}
	return all
}

// propRead returns __index for a class with setters: it looks in the object's
// watched fields, then in the class.
func propRead(c *glua.LTable) glua.LGFunction {
	return func(L *glua.LState) int {
		v := glua.LValue(glua.LNil)
		if fields, ok := L.CheckTable(1).RawGetString("_").(*glua.LTable); ok {
			v = fields.RawGet(L.Get(2))
		}
		if v == glua.LNil {
			v = c.RawGet(L.Get(2))
		}
		L.Push(v)
		return 1
	}
}

// propWrite returns __newindex for a class with setters: it stores a field and
// calls its setter with object, new value and old value.
func (cl *classes) propWrite(props *glua.LTable) glua.LGFunction {
	return func(L *glua.LState) int {
		obj, k, v := L.CheckTable(1), L.Get(2), L.Get(3)
		setter := props.RawGet(k)
		fields, ok := obj.RawGetString("_").(*glua.LTable)
		if setter == glua.LNil || !ok {
			cl.Lua.Put(obj, k, v)
			return 0
		}
		old := fields.RawGet(k)
		fields.RawSet(k, v)
		cl.Lua.Call(setter, obj, v, old)
		return 0
	}
}

// isA reports whether an object's class is a class, or derived from it.
func isA(v, class glua.LValue) bool {
	t, ok := v.(*glua.LTable)
	if !ok {
		return false
	}
	c, _ := lua.MetatableOf(t).(*glua.LTable)
	for range 100 {
		if c == nil {
			return false
		}
		if c == class {
			return true
		}
		c, _ = c.RawGetString("_base").(*glua.LTable)
	}
	return false
}

// IsClassOf reports whether a class is another class, or derived from it.
func IsClassOf(c, base *glua.LTable) bool {
	for range 100 {
		if c == nil || c == base {
			return c != nil
		}
		c, _ = c.RawGetString("_base").(*glua.LTable)
	}
	return false
}
