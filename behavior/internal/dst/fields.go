package dst

import (
	"math"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/internal/lua"
)

// openFields makes __index and __newindex of nodes, BTs and brains: fields that
// Go keeps are read and written there, others in the object.
func (en *engine) openFields() {
	en.fieldRead = en.L.NewFunction(func(L *glua.LState) int {
		obj, key := L.CheckTable(1), L.Get(2)
		L.Push(en.field(obj, key))
		return 1
	})
	en.fieldWrite = en.L.NewFunction(func(L *glua.LState) int {
		obj, key, v := L.CheckTable(1), L.Get(2), L.Get(3)
		if key == glua.LNil {
			en.lua.Raise("the key of a table cannot be nil")
		}
		if en.lua.Holds(obj, key) {
			obj.RawSet(key, v)
			return 0
		}
		setter := setterOf(obj, key)
		if setter == nil {
			en.setField(obj, obj, key, v)
			return 0
		}
		old := en.field(obj, key)
		fields, ok := obj.RawGetString(watchedFields).(*glua.LTable)
		if !ok {
			en.lua.Raise("the field %s of an object with setters was taken away", watchedFields)
		}
		en.setField(obj, fields, key, v)
		en.lua.Call(setter, obj, v, old)
		return 0
	})
}

// watchedFields is the entry of an object that holds its fields with setters, so
// that __newindex sees each assignment.
const watchedFields = "_"

// setterOf returns the setter that an object's class has for a field; nil if
// none.
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

// field returns a field that is not in the object itself, or that gopher-lua did not find
// there because it was folded.
func (en *engine) field(obj *glua.LTable, key glua.LValue) glua.LValue {
	if en.lua.Holds(obj, key) {
		return obj.RawGet(key)
	}
	if name, ok := key.(glua.LString); ok {
		if v, ok := read(handle(obj), string(name)); ok {
			return v
		}
	}
	v := glua.LValue(glua.LNil)
	if class, ok := obj.Metatable.(*glua.LTable); ok {
		v = class.RawGet(key)
	}
	if v.Type() == glua.LTFunction { // most often it is a method
		if en.seat.called != nil && key == glua.LString(methodNames[mVisit]) {
			en.visited(obj)
		}
		return v
	}
	if fields, ok := obj.RawGetString(watchedFields).(*glua.LTable); ok {
		if own := fields.RawGet(key); own != glua.LNil {
			return own
		}
	}
	return v
}

// setField stores a value where Go keeps the field, or else in a table.
func (en *engine) setField(obj, in *glua.LTable, key, v glua.LValue) {
	h := handle(obj)
	if name, ok := key.(glua.LString); ok && en.write(h, string(name), v) {
		return
	}
	if in == obj {
		en.lua.Put(obj, key, v)
	} else {
		in.RawSet(key, v)
	}
	if n, ok := h.(*node); ok && isMethod(key) {
		n.changed()
	}
}

// told calls the setter of a field that Go wrote, if it has one.
func (n *node) told(en *engine, key string, v, old glua.LValue) {
	if setter := setterOf(n.obj, glua.LString(key)); setter != nil {
		en.lua.Call(setter, n.obj, v, old)
	}
}

// fielded is implemented by the Go sides of objects, other than nodes, that keep
// fields.
type fielded interface {
	read(key string) (glua.LValue, bool)
	write(key string, v glua.LValue) bool
}

var _ fielded = (*bt)(nil)

func read(h any, key string) (glua.LValue, bool) {
	switch h := h.(type) {
	case *node:
		return readNode(h, key)
	case fielded:
		return h.read(key)
	}
	return nil, false
}

func (en *engine) write(h any, key string, v glua.LValue) bool {
	switch h := h.(type) {
	case *node:
		return en.writeNode(h, key, v)
	case fielded:
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

// field is a field of nodes that Go keeps. If set is nil, an assignment stores
// the value in the object, which hides the field.
type field struct {
	get func(n *node) glua.LValue
	set func(en *engine, n *node, v glua.LValue)
}

// common are the fields of all nodes.
var common = map[string]field{
	"status": {
		func(n *node) glua.LValue { return statusTexts[n.status()] },
		func(en *engine, n *node, v glua.LValue) { n.setStatus(en.toStatus(v, "status")) },
	},
	"lastresult": {
		func(n *node) glua.LValue { return statusTexts[*n.head()>>lastShift&statusMask] },
		func(en *engine, n *node, v glua.LValue) {
			last := en.toStatus(v, "lastresult") << lastShift
			*n.head() = *n.head()&^(statusMask<<lastShift) | last
		},
	},
	"children": {
		func(n *node) glua.LValue { n.show(); return n.children() },
		func(_ *engine, n *node, v glua.LValue) { n.setChildren(v); n.changed() },
	},
	"parent": {(*node).parentValue, func(_ *engine, n *node, v glua.LValue) { n.setParent(v) }},
	"name":   {func(n *node) glua.LValue { return n.name }, (*engine).rename},
	"id": {
		func(n *node) glua.LValue { return glua.LNumber(n.id) },
		func(en *engine, n *node, v glua.LValue) { n.id = lua.Whole(glua.LNumber(en.toNumber(v, "id"))) },
	},
	"nextupdatetick": { // has no effect in the original either
		func(*node) glua.LValue { return glua.LNumber(0) },
		func(*engine, *node, glua.LValue) {},
	},
	"nextupdatetime": {
		func(n *node) glua.LValue {
			return optional(*n.head()&headSlept != 0, glua.LNumber(number(n.slot(), atWake)))
		},
		func(en *engine, n *node, v glua.LValue) {
			*n.head() &^= headSlept
			if v != glua.LNil {
				*n.head() |= headSlept
				setNumber(n.slot(), atWake, en.toNumber(v, "nextupdatetime"))
			}
		},
	},
}

// fields are the fields of each kind, named as the constructor of its class names
// them.
var fields = [opCount]map[string]field{
	opCondition:      {"fn": fnField},
	opConditionWait:  {"fn": fnField},
	opMultiCondition: {"start": fnField, "continue": runIn(func(n *node) *glua.LValue { return &n.fn2 }), "running": answerField},
	opAction:         {"action": fnField},
	opWait:           {"wait_time": fnField, "wake_time": numberOrNil("wake_time", atOwn)},
	opSequence:       {"idx": indexField},
	opSelector:       {"idx": indexField},
	opRandom:         {"idx": indexField},
	opLoop: {"idx": indexField, "rep": numberIn("rep", atOwn), "maxreps": {
		func(n *node) glua.LValue {
			if *n.head()&headOdd != 0 {
				return n.fn2
			}
			return optional(n.flag(), glua.LNumber(number(n.slot(), atMore)))
		},
		(*engine).setReps,
	}},
	opPriority: {"idx": indexField, "lasttime": numberOrNil("lasttime", atOwn), "period": numberIn("period", atMore)},
	opParallel: {"stoponanycomplete": {func(n *node) glua.LValue { return optional(n.flag(), glua.LTrue) }, setFlagTo}},
	opEvent: {
		"inst":      heldIn(func(n *node) *glua.LValue { return &n.inst }),
		"event":     heldIn(func(n *node) *glua.LValue { return &n.event }),
		"data":      heldIn(func(n *node) *glua.LValue { return &n.data }),
		"triggered": {func(n *node) glua.LValue { return glua.LBool(n.flag()) }, setFlagTo},
		"eventfn": {get: func(n *node) glua.LValue {
			if n.listener == nil {
				return glua.LNil
			}
			return n.listener
		}},
		"priority": {(*node).priority, (*engine).setPriority},
	},
	opLatch: {
		"inst":          heldIn(func(n *node) *glua.LValue { return &n.inst }),
		"latchduration": fnField,
		"lastlatchtime": numberIn("lastlatchtime", atOwn),
		"currentlatchduration": {
			func(n *node) glua.LValue {
				if *n.head()&headOdd != 0 {
					return n.data
				}
				return glua.LNumber(number(n.slot(), atMore))
			},
			(*engine).setLatch,
		},
	},
}

// heldIn is a field that holds any value.
func heldIn(at func(n *node) *glua.LValue) field {
	return field{
		func(n *node) glua.LValue { return *at(n) },
		func(_ *engine, n *node, v glua.LValue) { *at(n) = v },
	}
}

// runIn is a field that visits call: when it changes, the tree is laid out anew.
func runIn(at func(n *node) *glua.LValue) field {
	return field{
		func(n *node) glua.LValue { return *at(n) },
		func(_ *engine, n *node, v glua.LValue) { *at(n) = v; n.changed() },
	}
}

// numberIn is a number at an offset of the node's slot.
func numberIn(key string, at int) field {
	return field{
		func(n *node) glua.LValue { return glua.LNumber(number(n.slot(), at)) },
		func(en *engine, n *node, v glua.LValue) { setNumber(n.slot(), at, en.toNumber(v, key)) },
	}
}

// numberOrNil is a number at an offset of the node's slot, or nil while the
// node's flag is not set.
func numberOrNil(key string, at int) field {
	return field{
		func(n *node) glua.LValue { return optional(n.flag(), glua.LNumber(number(n.slot(), at))) },
		func(en *engine, n *node, v glua.LValue) {
			n.setFlag(v != glua.LNil)
			if v != glua.LNil {
				setNumber(n.slot(), at, en.toNumber(v, key))
			}
		},
	}
}

func setFlagTo(_ *engine, n *node, v glua.LValue) { n.setFlag(glua.LVAsBool(v)) }

var (
	fnField    = runIn(func(n *node) *glua.LValue { return &n.fn })
	indexField = field{(*node).indexValue, (*engine).setIndexTo}
	// answerField is the last answer to a MultiConditionNode. The flag is its
	// truth value.
	answerField = field{
		func(n *node) glua.LValue {
			if n.flag() == glua.LVAsBool(n.data) {
				return n.data
			}
			return glua.LBool(n.flag())
		},
		func(_ *engine, n *node, v glua.LValue) {
			n.data = v
			n.setFlag(glua.LVAsBool(v))
		},
	}
)

// fieldOf finds a field that Go keeps for a node.
func fieldOf(n *node, key string) (field, bool) {
	f, ok := common[key]
	if !ok {
		f, ok = fields[n.op][key]
	}
	return f, ok
}

func readNode(n *node, key string) (glua.LValue, bool) {
	f, ok := fieldOf(n, key)
	if !ok {
		return nil, false
	}
	return f.get(n), true
}

func (en *engine) writeNode(n *node, key string, v glua.LValue) bool {
	f, ok := fieldOf(n, key)
	if !ok || f.set == nil {
		return false
	}
	f.set(en, n, v)
	return true
}

// indexValue returns idx.
func (n *node) indexValue() glua.LValue {
	return optional(*n.head()&headIndexed != 0, glua.LNumber(n.index()))
}

func (en *engine) setIndexTo(n *node, v glua.LValue) {
	if v == glua.LNil {
		n.clearIndex()
		return
	}
	f := en.toNumber(v, "idx")
	if f < 0 || f >= 1<<24 || f != math.Trunc(f) {
		en.lua.Raise("idx = %s: wanted a whole number", lua.Number(f))
	}
	n.setIndex(int(f))
}

// priority returns the priority of an EventNode, which may be any value.
func (n *node) priority() glua.LValue {
	if *n.head()&headOdd != 0 {
		return n.fn2
	}
	return glua.LNumber(number(n.slot(), atOwn))
}

func (en *engine) toStatus(v glua.LValue, key string) status {
	for s, name := range statusNames {
		if v == glua.LString(name) {
			return status(s)
		}
	}
	if en.program.lenient {
		return failed
	}
	en.lua.Raise("%s = %s: wanted SUCCESS, FAILED, READY or RUNNING", key, describe(v))
	return ready
}

// isMethod reports whether a key is the name of a node method.
func isMethod(key glua.LValue) bool {
	name, ok := key.(glua.LString)
	return ok && slices.Contains(methodNames[:], string(name))
}
