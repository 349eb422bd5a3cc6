package nodes

import (
	"math"
	"slices"

	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/dialect/lua/number"
)

// openFields makes __index and __newindex of nodes, BTs and brains: fields that
// Go keeps are read and written there, others in the object.
func (en *Engine) openFields() {
	en.FieldRead = en.Lua.NewFunction("__index", func(c *machine.Call) int {
		return c.Give(en.field(c.CheckTable(1), c.Get(2)))
	}).V()
	en.FieldWrite = en.Lua.NewFunction("__newindex", func(c *machine.Call) int {
		obj, key, v := c.CheckTable(1), c.Get(2), c.Get(3)
		pair := en.Watched(obj, key)
		if pair == nil {
			en.setField(obj, nil, key, v)
			return 0
		}
		old := en.field(obj, key)
		en.setField(obj, pair, key, v)
		en.Lua.Call(pair.At(2), obj.V(), v, old)
		return 0
	}).V()
}

// field returns a field that is not in the object itself.
func (en *Engine) field(obj *machine.Table, key machine.Value) machine.Value {
	if name, ok := key.Text(); ok {
		if v, ok := en.read(obj.Host(), name); ok {
			return v
		}
	}
	v := machine.Nil
	if class := obj.Meta(); class != nil {
		v = class.Get(key)
	}
	if v.Function() != nil { // most often it is a method
		if en.Seat.Called != nil && machine.Same(key, en.keys[mVisit]) {
			en.visited(obj)
		}
		return v
	}
	if pair := en.Watched(obj, key); pair != nil {
		if own := pair.At(1); !own.IsNil() {
			return own
		}
	}
	return v
}

// setField stores a value where Go keeps the field, or else in the pair that it has where it has a setter,
// or in the object.
func (en *Engine) setField(obj, pair *machine.Table, key, v machine.Value) {
	h := obj.Host()
	name, isText := key.Text()
	if isText && en.write(h, name, v) {
		return
	}
	if pair != nil {
		en.Lua.SetAt(pair, 1, v)
	} else {
		en.Lua.Put(obj, key, v)
	}
	if n, ok := h.(*Node); ok && isText && isMethod(name) {
		n.changed()
	}
}

// told calls the setter of a field that Go wrote, if it has one.
func (n *Node) told(en *Engine, key string, v, old machine.Value) {
	if pair := en.Watched(n.Obj(), en.Lua.Constant(key)); pair != nil {
		en.Lua.Call(pair.At(2), n.Obj().V(), v, old)
	}
}

// Fielded is implemented by the Go sides of objects, other than nodes, that keep
// fields.
type Fielded interface {
	Read(key string) (machine.Value, bool)
	Write(key string, v machine.Value) bool
}

var _ Fielded = (*BT)(nil)

func (en *Engine) read(h any, key string) (machine.Value, bool) {
	switch h := h.(type) {
	case *Node:
		return en.readNode(h, key)
	case Fielded:
		return h.Read(key)
	}
	return machine.Nil, false
}

func (en *Engine) write(h any, key string, v machine.Value) bool {
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
	get func(en *Engine, n *Node) machine.Value
	set func(en *Engine, n *Node, v machine.Value)
}

// own reads what a node keeps itself.
func own(get func(n *Node) machine.Value) func(*Engine, *Node) machine.Value {
	return func(_ *Engine, n *Node) machine.Value { return get(n) }
}

// common are the fields of all nodes.
var common = map[string]field{
	"status": {
		func(en *Engine, n *Node) machine.Value { return en.StatusText(n.Status()) },
		func(en *Engine, n *Node, v machine.Value) { n.SetStatus(en.toStatus(v, "status")) },
	},
	"lastresult": {
		func(en *Engine, n *Node) machine.Value { return en.StatusText(*n.head() >> lastShift & statusMask) },
		func(en *Engine, n *Node, v machine.Value) {
			last := en.toStatus(v, "lastresult") << lastShift
			*n.head() = *n.head()&^(statusMask<<lastShift) | last
		},
	},
	"children": {
		func(_ *Engine, n *Node) machine.Value { n.show(); return n.Children() },
		func(_ *Engine, n *Node, v machine.Value) { n.setChildren(v); n.changed() },
	},
	"parent": {own((*Node).parentValue), func(_ *Engine, n *Node, v machine.Value) { n.setParent(v) }},
	"name":   {own(func(n *Node) machine.Value { return n.Name }), (*Engine).rename},
	"id": {
		own(func(n *Node) machine.Value { return machine.Number(float64(n.number())) }),
		func(en *Engine, n *Node, v machine.Value) { n.setNumber(number.Whole(en.ToNumber(v, "id"))) },
	},
	"nextupdatetick": { // has no effect in the original either
		own(func(*Node) machine.Value { return machine.Number(0) }),
		func(*Engine, *Node, machine.Value) {},
	},
	"nextupdatetime": {
		own(func(n *Node) machine.Value {
			return script.Optional(*n.head()&headSlept != 0, machine.Number(n.wakeTime(n.slot())))
		}),
		func(en *Engine, n *Node, v machine.Value) {
			*n.head() &^= headSlept
			if !v.IsNil() {
				*n.head() |= headSlept
				n.setWakeTime(n.slot(), en.ToNumber(v, "nextupdatetime"))
			}
		},
	},
}

// fields are the fields of each kind, named as the constructor of its class names
// them.
var fields = [opCount]map[string]field{
	opCondition:      {"fn": fnField},
	opConditionWait:  {"fn": fnField},
	opMultiCondition: {"start": fnField, "continue": runIn(func(n *Node) *machine.Value { return &n.fn2 }), "running": answerField},
	opAction:         {"action": fnField},
	opWait:           {"wait_time": fnField, "wake_time": numberOrNil("wake_time", atOwn)},
	opSequence:       {"idx": indexField},
	opSelector:       {"idx": indexField},
	opRandom:         {"idx": indexField},
	opLoop: {"idx": indexField, "rep": numberIn("rep", atOwn), "maxreps": {
		own(func(n *Node) machine.Value {
			if *n.head()&headOdd != 0 {
				return n.fn2
			}
			return script.Optional(n.flag(), machine.Number(numberAt(n.slot(), atMore)))
		}),
		(*Engine).setReps,
	}},
	opPriority: {"idx": indexField, "lasttime": numberOrNil("lasttime", atOwn), "period": numberIn("period", atMore)},
	opParallel: {"stoponanycomplete": {own(func(n *Node) machine.Value { return script.Optional(n.flag(), machine.Bool(true)) }), setFlagTo}},
	opEvent: {
		"inst":      heldIn(func(n *Node) *machine.Value { return &n.inst }),
		"event":     heldIn(func(n *Node) *machine.Value { return &n.event }),
		"data":      heldIn(func(n *Node) *machine.Value { return &n.data }),
		"triggered": {own(func(n *Node) machine.Value { return machine.Bool(n.flag()) }), setFlagTo},
		"eventfn": {get: own(func(n *Node) machine.Value {
			if n.listener == nil {
				return machine.Nil
			}
			return n.listener.V()
		})},
		"priority": {own((*Node).priority), (*Engine).setPriority},
	},
	opLatch: {
		"inst":          heldIn(func(n *Node) *machine.Value { return &n.inst }),
		"latchduration": fnField,
		"lastlatchtime": numberIn("lastlatchtime", atOwn),
		"currentlatchduration": {
			own(func(n *Node) machine.Value {
				if *n.head()&headOdd != 0 {
					return n.data
				}
				return machine.Number(numberAt(n.slot(), atMore))
			}),
			(*Engine).setLatch,
		},
	},
}

// heldIn is a field that holds any value.
func heldIn(at func(n *Node) *machine.Value) field {
	return field{
		own(func(n *Node) machine.Value { return *at(n) }),
		func(_ *Engine, n *Node, v machine.Value) { *at(n) = v },
	}
}

// runIn is a field that visits call: when it changes, the tree is laid out anew.
func runIn(at func(n *Node) *machine.Value) field {
	return field{
		own(func(n *Node) machine.Value { return *at(n) }),
		func(_ *Engine, n *Node, v machine.Value) { *at(n) = v; n.changed() },
	}
}

// numberIn is a number at an offset of the node's slot.
func numberIn(key string, at int) field {
	return field{
		own(func(n *Node) machine.Value { return machine.Number(numberAt(n.slot(), at)) }),
		func(en *Engine, n *Node, v machine.Value) { setNumber(n.slot(), at, en.ToNumber(v, key)) },
	}
}

// numberOrNil is a number at an offset of the node's slot, or nil while the
// node's flag is not set.
func numberOrNil(key string, at int) field {
	return field{
		own(func(n *Node) machine.Value { return script.Optional(n.flag(), machine.Number(numberAt(n.slot(), at))) }),
		func(en *Engine, n *Node, v machine.Value) {
			n.setFlag(!v.IsNil())
			if !v.IsNil() {
				setNumber(n.slot(), at, en.ToNumber(v, key))
			}
		},
	}
}

func setFlagTo(_ *Engine, n *Node, v machine.Value) { n.setFlag(v.Truth()) }

var (
	fnField    = runIn(func(n *Node) *machine.Value { return &n.held })
	indexField = field{own((*Node).indexValue), (*Engine).setIndexTo}
	// answerField is the last answer to a MultiConditionNode. The flag is its
	// truth value.
	answerField = field{
		own(func(n *Node) machine.Value {
			if n.flag() == n.data.Truth() {
				return n.data
			}
			return machine.Bool(n.flag())
		}),
		func(_ *Engine, n *Node, v machine.Value) {
			n.data = v
			n.setFlag(v.Truth())
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

func (en *Engine) readNode(n *Node, key string) (machine.Value, bool) {
	f, ok := fieldOf(n, key)
	if !ok {
		return machine.Nil, false
	}
	return f.get(en, n), true
}

func (en *Engine) writeNode(n *Node, key string, v machine.Value) bool {
	f, ok := fieldOf(n, key)
	if !ok || f.set == nil {
		return false
	}
	f.set(en, n, v)
	return true
}

// indexValue returns idx.
func (n *Node) indexValue() machine.Value {
	return script.Optional(*n.head()&headIndexed != 0, machine.Number(float64(n.index())))
}

func (en *Engine) setIndexTo(n *Node, v machine.Value) {
	if v.IsNil() {
		n.clearIndex()
		return
	}
	f := en.ToNumber(v, "idx")
	if f < 0 || f >= 1<<24 || f != math.Trunc(f) {
		en.Lua.Raise("idx = %s: wanted a whole number", number.Show(f))
	}
	n.setIndex(int(f))
}

// priority returns the priority of an EventNode, which may be any value.
func (n *Node) priority() machine.Value {
	if *n.head()&headOdd != 0 {
		return n.fn2
	}
	return machine.Number(numberAt(n.slot(), atOwn))
}

func (en *Engine) toStatus(v machine.Value, key string) script.Status {
	if name, ok := v.Text(); ok {
		if s := slices.Index(script.StatusNames[:], name); s >= 0 {
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
func isMethod(key string) bool { return slices.Contains(methodNames[:], key) }
