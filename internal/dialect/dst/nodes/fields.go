package nodes

import (
	"math"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua"
)

// openFields makes __index and __newindex of nodes, BTs and brains: fields that
// Go keeps are read and written there, others in the object.
func (en *Engine) openFields() {
	en.FieldRead = en.L.NewFunction(func(L *glua.LState) int {
		obj, key := L.CheckTable(1), L.Get(2)
		L.Push(en.field(obj, key))
		return 1
	})
	en.FieldWrite = en.L.NewFunction(func(L *glua.LState) int {
		obj, key, v := L.CheckTable(1), L.Get(2), L.Get(3)
		if key == glua.LNil {
			en.Lua.Raise("the key of a table cannot be nil")
		}
		if en.Lua.Holds(obj, key) {
			obj.RawSet(key, v)
			return 0
		}
		setter := setterOf(obj, key)
		if setter == nil {
			en.setField(obj, obj, key, v)
			return 0
		}
		old := en.field(obj, key)
		fields, ok := obj.RawGetString(script.WatchedFields).(*glua.LTable)
		if !ok {
			en.Lua.Raise("the field %s of an object with setters was taken away", script.WatchedFields)
		}
		en.setField(obj, fields, key, v)
		en.Lua.Call(setter, obj, v, old)
		return 0
	})
}

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
func (en *Engine) field(obj *glua.LTable, key glua.LValue) glua.LValue {
	if en.Lua.Holds(obj, key) {
		return obj.RawGet(key)
	}
	if name, ok := key.(glua.LString); ok {
		if v, ok := read(script.Handle(obj), string(name)); ok {
			return v
		}
	}
	v := glua.LValue(glua.LNil)
	if class, ok := obj.Metatable.(*glua.LTable); ok {
		v = class.RawGet(key)
	}
	if v.Type() == glua.LTFunction { // most often it is a method
		if en.Seat.Called != nil && key == glua.LString(methodNames[mVisit]) {
			en.visited(obj)
		}
		return v
	}
	if fields, ok := obj.RawGetString(script.WatchedFields).(*glua.LTable); ok {
		if own := fields.RawGet(key); own != glua.LNil {
			return own
		}
	}
	return v
}

// setField stores a value where Go keeps the field, or else in a table.
func (en *Engine) setField(obj, in *glua.LTable, key, v glua.LValue) {
	h := script.Handle(obj)
	if name, ok := key.(glua.LString); ok && en.write(h, string(name), v) {
		return
	}
	if in == obj {
		en.Lua.Put(obj, key, v)
	} else {
		in.RawSet(key, v)
	}
	if n, ok := h.(*Node); ok && isMethod(key) {
		n.changed()
	}
}

// told calls the setter of a field that Go wrote, if it has one.
func (n *Node) told(en *Engine, key string, v, old glua.LValue) {
	if setter := setterOf(n.Obj, glua.LString(key)); setter != nil {
		en.Lua.Call(setter, n.Obj, v, old)
	}
}

// Fielded is implemented by the Go sides of objects, other than nodes, that keep
// fields.
type Fielded interface {
	Read(key string) (glua.LValue, bool)
	Write(key string, v glua.LValue) bool
}

var _ Fielded = (*BT)(nil)

func read(h any, key string) (glua.LValue, bool) {
	switch h := h.(type) {
	case *Node:
		return readNode(h, key)
	case Fielded:
		return h.Read(key)
	}
	return nil, false
}

func (en *Engine) write(h any, key string, v glua.LValue) bool {
	switch h := h.(type) {
	case *Node:
		return en.writeNode(h, key, v)
	case Fielded:
		return h.Write(key, v)
	}
	return false
}

// field is a field of nodes that Go keeps. If set is nil, an assignment stores
// the value in the object, which hides the field.
type field struct {
	get func(n *Node) glua.LValue
	set func(en *Engine, n *Node, v glua.LValue)
}

// common are the fields of all nodes.
var common = map[string]field{
	"status": {
		func(n *Node) glua.LValue { return script.StatusTexts[n.Status()] },
		func(en *Engine, n *Node, v glua.LValue) { n.SetStatus(en.toStatus(v, "status")) },
	},
	"lastresult": {
		func(n *Node) glua.LValue { return script.StatusTexts[*n.head()>>lastShift&statusMask] },
		func(en *Engine, n *Node, v glua.LValue) {
			last := en.toStatus(v, "lastresult") << lastShift
			*n.head() = *n.head()&^(statusMask<<lastShift) | last
		},
	},
	"children": {
		func(n *Node) glua.LValue { n.show(); return n.Children() },
		func(_ *Engine, n *Node, v glua.LValue) { n.setChildren(v); n.changed() },
	},
	"parent": {(*Node).parentValue, func(_ *Engine, n *Node, v glua.LValue) { n.setParent(v) }},
	"name":   {func(n *Node) glua.LValue { return n.Name }, (*Engine).rename},
	"id": {
		func(n *Node) glua.LValue { return glua.LNumber(n.id) },
		func(en *Engine, n *Node, v glua.LValue) { n.id = lua.Whole(glua.LNumber(en.ToNumber(v, "id"))) },
	},
	"nextupdatetick": { // has no effect in the original either
		func(*Node) glua.LValue { return glua.LNumber(0) },
		func(*Engine, *Node, glua.LValue) {},
	},
	"nextupdatetime": {
		func(n *Node) glua.LValue {
			return script.Optional(*n.head()&headSlept != 0, glua.LNumber(number(n.slot(), atWake)))
		},
		func(en *Engine, n *Node, v glua.LValue) {
			*n.head() &^= headSlept
			if v != glua.LNil {
				*n.head() |= headSlept
				setNumber(n.slot(), atWake, en.ToNumber(v, "nextupdatetime"))
			}
		},
	},
}

// fields are the fields of each kind, named as the constructor of its class names
// them.
var fields = [opCount]map[string]field{
	opCondition:      {"fn": fnField},
	opConditionWait:  {"fn": fnField},
	opMultiCondition: {"start": fnField, "continue": runIn(func(n *Node) *glua.LValue { return &n.fn2 }), "running": answerField},
	opAction:         {"action": fnField},
	opWait:           {"wait_time": fnField, "wake_time": numberOrNil("wake_time", atOwn)},
	opSequence:       {"idx": indexField},
	opSelector:       {"idx": indexField},
	opRandom:         {"idx": indexField},
	opLoop: {"idx": indexField, "rep": numberIn("rep", atOwn), "maxreps": {
		func(n *Node) glua.LValue {
			if *n.head()&headOdd != 0 {
				return n.fn2
			}
			return script.Optional(n.flag(), glua.LNumber(number(n.slot(), atMore)))
		},
		(*Engine).setReps,
	}},
	opPriority: {"idx": indexField, "lasttime": numberOrNil("lasttime", atOwn), "period": numberIn("period", atMore)},
	opParallel: {"stoponanycomplete": {func(n *Node) glua.LValue { return script.Optional(n.flag(), glua.LTrue) }, setFlagTo}},
	opEvent: {
		"inst":      heldIn(func(n *Node) *glua.LValue { return &n.inst }),
		"event":     heldIn(func(n *Node) *glua.LValue { return &n.event }),
		"data":      heldIn(func(n *Node) *glua.LValue { return &n.data }),
		"triggered": {func(n *Node) glua.LValue { return glua.LBool(n.flag()) }, setFlagTo},
		"eventfn": {get: func(n *Node) glua.LValue {
			if n.listener == nil {
				return glua.LNil
			}
			return n.listener
		}},
		"priority": {(*Node).priority, (*Engine).setPriority},
	},
	opLatch: {
		"inst":          heldIn(func(n *Node) *glua.LValue { return &n.inst }),
		"latchduration": fnField,
		"lastlatchtime": numberIn("lastlatchtime", atOwn),
		"currentlatchduration": {
			func(n *Node) glua.LValue {
				if *n.head()&headOdd != 0 {
					return n.data
				}
				return glua.LNumber(number(n.slot(), atMore))
			},
			(*Engine).setLatch,
		},
	},
}

// heldIn is a field that holds any value.
func heldIn(at func(n *Node) *glua.LValue) field {
	return field{
		func(n *Node) glua.LValue { return *at(n) },
		func(_ *Engine, n *Node, v glua.LValue) { *at(n) = v },
	}
}

// runIn is a field that visits call: when it changes, the tree is laid out anew.
func runIn(at func(n *Node) *glua.LValue) field {
	return field{
		func(n *Node) glua.LValue { return *at(n) },
		func(_ *Engine, n *Node, v glua.LValue) { *at(n) = v; n.changed() },
	}
}

// numberIn is a number at an offset of the node's slot.
func numberIn(key string, at int) field {
	return field{
		func(n *Node) glua.LValue { return glua.LNumber(number(n.slot(), at)) },
		func(en *Engine, n *Node, v glua.LValue) { setNumber(n.slot(), at, en.ToNumber(v, key)) },
	}
}

// numberOrNil is a number at an offset of the node's slot, or nil while the
// node's flag is not set.
func numberOrNil(key string, at int) field {
	return field{
		func(n *Node) glua.LValue { return script.Optional(n.flag(), glua.LNumber(number(n.slot(), at))) },
		func(en *Engine, n *Node, v glua.LValue) {
			n.setFlag(v != glua.LNil)
			if v != glua.LNil {
				setNumber(n.slot(), at, en.ToNumber(v, key))
			}
		},
	}
}

func setFlagTo(_ *Engine, n *Node, v glua.LValue) { n.setFlag(glua.LVAsBool(v)) }

var (
	fnField    = runIn(func(n *Node) *glua.LValue { return &n.fn })
	indexField = field{(*Node).indexValue, (*Engine).setIndexTo}
	// answerField is the last answer to a MultiConditionNode. The flag is its
	// truth value.
	answerField = field{
		func(n *Node) glua.LValue {
			if n.flag() == glua.LVAsBool(n.data) {
				return n.data
			}
			return glua.LBool(n.flag())
		},
		func(_ *Engine, n *Node, v glua.LValue) {
			n.data = v
			n.setFlag(glua.LVAsBool(v))
		},
	}
)

// fieldOf finds a field that Go keeps for a node.
func fieldOf(n *Node, key string) (field, bool) {
	f, ok := common[key]
	if !ok {
		f, ok = fields[n.op][key]
	}
	return f, ok
}

func readNode(n *Node, key string) (glua.LValue, bool) {
	f, ok := fieldOf(n, key)
	if !ok {
		return nil, false
	}
	return f.get(n), true
}

func (en *Engine) writeNode(n *Node, key string, v glua.LValue) bool {
	f, ok := fieldOf(n, key)
	if !ok || f.set == nil {
		return false
	}
	f.set(en, n, v)
	return true
}

// indexValue returns idx.
func (n *Node) indexValue() glua.LValue {
	return script.Optional(*n.head()&headIndexed != 0, glua.LNumber(n.index()))
}

func (en *Engine) setIndexTo(n *Node, v glua.LValue) {
	if v == glua.LNil {
		n.clearIndex()
		return
	}
	f := en.ToNumber(v, "idx")
	if f < 0 || f >= 1<<24 || f != math.Trunc(f) {
		en.Lua.Raise("idx = %s: wanted a whole number", lua.Number(f))
	}
	n.setIndex(int(f))
}

// priority returns the priority of an EventNode, which may be any value.
func (n *Node) priority() glua.LValue {
	if *n.head()&headOdd != 0 {
		return n.fn2
	}
	return glua.LNumber(number(n.slot(), atOwn))
}

func (en *Engine) toStatus(v glua.LValue, key string) script.Status {
	for s, name := range script.StatusNames {
		if v == glua.LString(name) {
			return script.Status(s)
		}
	}
	if en.Program.Lenient {
		return script.Failed
	}
	en.Lua.Raise("%s = %s: wanted SUCCESS, FAILED, READY or RUNNING", key, script.Describe(v))
	return script.Ready
}

// isMethod reports whether a key is the name of a node method.
func isMethod(key glua.LValue) bool {
	name, ok := key.(glua.LString)
	return ok && slices.Contains(methodNames[:], string(name))
}
