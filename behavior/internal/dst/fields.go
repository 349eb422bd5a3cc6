package dst

import (
	"math"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/internal/lua"
)

// openFields offers the way to fields of nodes, trees and brains: those that
// Go keeps are read and written there, all others are the object's own.
func (m *machine) openFields() {
	m.fieldRead = m.L.NewFunction(func(L *glua.LState) int {
		obj, key := L.CheckTable(1), L.Get(2)
		L.Push(m.field(obj, key))
		return 1
	})
	m.fieldWrite = m.L.NewFunction(func(L *glua.LState) int {
		obj, key, v := L.CheckTable(1), L.Get(2), L.Get(3)
		if key == glua.LNil {
			m.s.Raise("the key of a table cannot be nil")
		}
		setter := setterOf(obj, key)
		if setter == nil {
			m.setField(obj, obj, key, v)
			return 0
		}
		old := m.field(obj, key)
		fields, ok := obj.RawGetString(watchedFields).(*glua.LTable)
		if !ok {
			m.s.Raise("the field %s of an object with setters was taken away", watchedFields)
		}
		m.setField(obj, fields, key, v)
		m.s.Call(setter, obj, v, old)
		return 0
	})
}

// watchedFields is where an object keeps fields that have a setter, so that
// each assignment is seen.
const watchedFields = "_"

// setterOf is what the class of an object wants to be told of writes to a field;
// nil for nothing.
func setterOf(obj *glua.LTable, key glua.LValue) glua.LValue {
	class, _ := obj.Metatable.(*glua.LTable)
	if class == nil {
		return nil
	}
	props, _ := class.RawGetString("_props").(*glua.LTable)
	if props == nil || props.RawGet(key) == glua.LNil {
		return nil
	}
	return props.RawGet(key)
}

// field is a field of an object that it has not by itself.
func (m *machine) field(obj *glua.LTable, key glua.LValue) glua.LValue {
	if name, ok := key.(glua.LString); ok {
		if v, ok := m.read(handle(obj), string(name)); ok {
			return v
		}
	}
	v := glua.LValue(glua.LNil)
	if class, ok := obj.Metatable.(*glua.LTable); ok {
		v = class.RawGet(key)
	}
	if v.Type() == glua.LTFunction { // a method, most often
		return v
	}
	if fields, ok := obj.RawGetString(watchedFields).(*glua.LTable); ok {
		if own := fields.RawGet(key); own != glua.LNil {
			return own
		}
	}
	return v
}

// setField gives an object a value: where Go keeps it, or in a table.
func (m *machine) setField(obj, in *glua.LTable, key, v glua.LValue) {
	h := handle(obj)
	if name, ok := key.(glua.LString); ok && m.write(h, string(name), v) {
		return
	}
	in.RawSet(key, v)
	if n, ok := h.(*node); ok && isMethod(key) {
		n.changed()
	}
}

// told calls the setter of a field that Go has written.
func (n *node) told(m *machine, key string, v, old glua.LValue) {
	if setter := setterOf(n.obj, glua.LString(key)); setter != nil {
		m.s.Call(setter, n.obj, v, old)
	}
}

// object makes an object of a class that has a handle.
func (m *machine) object(class *glua.LTable) *glua.LTable {
	obj := m.L.CreateTable(1, 0)
	u := &glua.LUserData{Metatable: glua.LNil}
	switch {
	case isClassOf(class, m.btClass):
		u.Value = &bt{m: m, obj: obj, inst: glua.LNil, root: glua.LNil}
	case isClassOf(class, m.brain):
		u.Value = newBrain(m, obj)
	default:
		n := &node{
			obj: obj, class: class, at: m.s.Where(), name: glua.LString(""), children: glua.LNil, parent: glua.LNil,
			fn: glua.LNil, fn2: glua.LNil, inst: glua.LNil, event: glua.LNil, data: glua.LNil,
		}
		n.adopt(opNode)
		u.Value = n
	}
	obj.RawSetInt(1, u)
	if class.RawGetString("_props") != glua.LNil {
		obj.RawSetString(watchedFields, m.L.NewTable())
	}
	obj.Metatable = class
	return obj
}

func (m *machine) read(h any, key string) (glua.LValue, bool) {
	switch h := h.(type) {
	case *node:
		return m.readNode(h, key)
	case *bt:
		return h.read(key)
	case *brain:
		return h.read(key)
	}
	return nil, false
}

func (m *machine) write(h any, key string, v glua.LValue) bool {
	switch h := h.(type) {
	case *node:
		return m.writeNode(h, key, v)
	case *bt:
		return h.write(key, v)
	case *brain:
		return h.write(key, v)
	}
	return false
}

func optional(have bool, v glua.LValue) glua.LValue {
	if have {
		return v
	}
	return glua.LNil
}

func (m *machine) readNode(n *node, key string) (glua.LValue, bool) {
	switch key {
	case "status":
		return glua.LString(statusNames[n.status()]), true
	case "lastresult":
		return glua.LString(statusNames[*n.head>>lastShift&statusMask]), true
	case "children":
		n.show()
		return n.children, true
	case "parent":
		return n.parent, true
	case "name":
		return n.name, true
	case "id":
		return glua.LNumber(n.id), true
	case "nextupdatetick":
		return glua.LNumber(0), true
	case "nextupdatetime":
		return optional(*n.head&headSlept != 0, glua.LNumber(number(n.slot, atWake))), true
	}
	switch n.op {
	case opCondition, opConditionWait:
		if key == "fn" {
			return n.fn, true
		}
	case opMultiCondition:
		switch key {
		case "start":
			return n.fn, true
		case "continue":
			return n.fn2, true
		case "running":
			if n.flag() == glua.LVAsBool(n.data) {
				return n.data, true
			}
			return glua.LBool(n.flag()), true
		}
	case opAction:
		if key == "action" {
			return n.fn, true
		}
	case opWait:
		switch key {
		case "wait_time":
			return n.fn, true
		case "wake_time":
			return optional(n.flag(), glua.LNumber(number(n.slot, atOwn))), true
		}
	case opSequence, opSelector, opRandom:
		if key == "idx" {
			return m.readIndex(n), true
		}
	case opLoop:
		switch key {
		case "idx":
			return m.readIndex(n), true
		case "rep":
			return glua.LNumber(number(n.slot, atOwn)), true
		case "maxreps":
			if *n.head&headOdd != 0 {
				return n.fn2, true
			}
			return optional(n.flag(), glua.LNumber(number(n.slot, atMore))), true
		}
	case opPriority:
		switch key {
		case "idx":
			return m.readIndex(n), true
		case "lasttime":
			return optional(n.flag(), glua.LNumber(number(n.slot, atOwn))), true
		case "period":
			return glua.LNumber(number(n.slot, atMore)), true
		}
	case opParallel:
		if key == "stoponanycomplete" {
			return optional(n.flag(), glua.LTrue), true
		}
	case opEvent:
		switch key {
		case "inst":
			return n.inst, true
		case "event":
			return n.event, true
		case "data":
			return n.data, true
		case "triggered":
			return glua.LBool(n.flag()), true
		case "eventfn":
			if n.listener == nil {
				return glua.LNil, true
			}
			return n.listener, true
		case "priority":
			if *n.head&headOdd != 0 {
				return n.fn2, true
			}
			return glua.LNumber(number(n.slot, atOwn)), true
		}
	case opLatch:
		switch key {
		case "inst":
			return n.inst, true
		case "latchduration":
			return n.fn, true
		case "lastlatchtime":
			return glua.LNumber(number(n.slot, atOwn)), true
		case "currentlatchduration":
			if *n.head&headOdd != 0 {
				return n.data, true
			}
			return glua.LNumber(number(n.slot, atMore)), true
		}
	}
	return nil, false
}

func (m *machine) readIndex(n *node) glua.LValue {
	return optional(*n.head&headIndexed != 0, glua.LNumber(n.index()))
}

func (m *machine) writeNode(n *node, key string, v glua.LValue) bool {
	switch key {
	case "status":
		n.setStatus(m.toStatus(v, key))
	case "lastresult":
		*n.head = *n.head&^(statusMask<<lastShift) | m.toStatus(v, key)<<lastShift
	case "children":
		n.children = v
		n.changed()
	case "parent":
		n.parent = v
	case "name":
		n.name = v
	case "id":
		n.id = int(m.toNumber(v, key))
	case "nextupdatetick":
	case "nextupdatetime":
		*n.head &^= headSlept
		if v != glua.LNil {
			*n.head |= headSlept
			setNumber(n.slot, atWake, m.toNumber(v, key))
		}
	default:
		return m.writeOwn(n, key, v)
	}
	return true
}

func (m *machine) writeOwn(n *node, key string, v glua.LValue) bool {
	setFn := func(to *glua.LValue) bool {
		*to = v
		n.changed()
		return true
	}
	setFlagged := func(at int) bool {
		n.setFlag(v != glua.LNil)
		if v != glua.LNil {
			setNumber(n.slot, at, m.toNumber(v, key))
		}
		return true
	}
	set := func(at int) bool {
		setNumber(n.slot, at, m.toNumber(v, key))
		return true
	}
	switch n.op {
	case opCondition, opConditionWait:
		if key == "fn" {
			return setFn(&n.fn)
		}
	case opMultiCondition:
		switch key {
		case "start":
			return setFn(&n.fn)
		case "continue":
			return setFn(&n.fn2)
		case "running":
			n.data = v
			n.setFlag(glua.LVAsBool(v))
			return true
		}
	case opAction:
		if key == "action" {
			return setFn(&n.fn)
		}
	case opWait:
		switch key {
		case "wait_time":
			return setFn(&n.fn)
		case "wake_time":
			return setFlagged(atOwn)
		}
	case opSequence, opSelector, opRandom:
		if key == "idx" {
			return m.writeIndex(n, v)
		}
	case opLoop:
		switch key {
		case "idx":
			return m.writeIndex(n, v)
		case "rep":
			return set(atOwn)
		case "maxreps":
			m.setReps(n, v)
			return true
		}
	case opPriority:
		switch key {
		case "idx":
			return m.writeIndex(n, v)
		case "lasttime":
			return setFlagged(atOwn)
		case "period":
			return set(atMore)
		}
	case opParallel:
		if key == "stoponanycomplete" {
			n.setFlag(glua.LVAsBool(v))
			return true
		}
	case opEvent:
		switch key {
		case "inst":
			n.inst = v
		case "event":
			n.event = v
		case "data":
			n.data = v
		case "triggered":
			n.setFlag(glua.LVAsBool(v))
		case "priority":
			m.setPriority(n, v)
		default:
			return false
		}
		return true
	case opLatch:
		switch key {
		case "inst":
			n.inst = v
			return true
		case "latchduration":
			return setFn(&n.fn)
		case "lastlatchtime":
			return set(atOwn)
		case "currentlatchduration":
			m.setLatch(n, v)
			return true
		}
	}
	return false
}

func (m *machine) writeIndex(n *node, v glua.LValue) bool {
	if v == glua.LNil {
		n.clearIndex()
		return true
	}
	f := m.toNumber(v, "idx")
	if f < 0 || f >= 1<<24 || f != math.Trunc(f) {
		m.s.Raise("idx = %s: wanted a whole number", lua.Number(f))
	}
	n.setIndex(int(f))
	return true
}

func (m *machine) toStatus(v glua.LValue, key string) status {
	for s, name := range statusNames {
		if v == glua.LString(name) {
			return status(s)
		}
	}
	if m.program.lenient {
		return failed
	}
	m.s.Raise("%s = %s: wanted SUCCESS, FAILED, READY or RUNNING", key, describe(v))
	return ready
}

// toNumber is a number, or a text that is one.
func (m *machine) toNumber(v glua.LValue, what string) float64 {
	if f, ok := m.number(v); ok {
		return f
	}
	m.fail(nil, "%s: wanted a number, found %s", what, describe(v))
	return 0
}

// number is a number, a text that is one, or what stands for one.
func (m *machine) number(v glua.LValue) (float64, bool) {
	if m.program.lenient {
		return stubNumber(v), true
	}
	return asNumber(v)
}

func asNumber(v glua.LValue) (float64, bool) {
	switch v := v.(type) {
	case glua.LNumber:
		return float64(v), true
	case glua.LString:
		return lua.ParseNumber(string(v))
	}
	return 0, false
}

// isMethod reports whether a field is a method that a node may have of its own.
func isMethod(key glua.LValue) bool {
	name, ok := key.(glua.LString)
	return ok && slices.Contains(methodNames[:], string(name))
}
