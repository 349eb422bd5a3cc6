package script

import "github.com/thicket-sim/thicket/internal/dialect/lua/machine"

// classes makes classes and their objects.
type classes struct {
	leniency
	isA, isClass          machine.Value
	FieldRead, FieldWrite machine.Value     // __index and __newindex of classes whose objects have fields in Go
	VectorNew             *machine.Function // the constructor of Vector3
	Native                []NativeClass
	Given                 *machine.Table // a list that was made for the object that is made next, and that no script holds
	Makers                map[string]maker
	deriveFrom            func(base machine.Value) machine.Value // finds a class to derive from if a script gave none, in lenient files
	of                    classFields
}

// classFields are what classes keep beside what scripts give them.
type classFields struct{ base, ctor, props, index, call, watched *machine.Field }

// NativeClass is a class of the engine, and what makes its objects, which stand for what Go
// keeps of them.
type NativeClass struct {
	Class *machine.Table
	Make  func(class *machine.Table) *machine.Table
}

// openClass defines Class. A class is a table; a derived class copies the entries
// of its base when it is made.
func (cl *classes) openClass() {
	field := cl.Lua.NewField
	cl.of = classFields{field("_base"), field("_ctor"), field("_props"), field("__index"), field("__call"), field(WatchedFields)}
	cl.openMakers()
	cl.isA = cl.Lua.NewFunction("is_a", func(c *machine.Call) int {
		return c.Give(machine.Bool(cl.isObjectOf(c.Get(1), c.Get(2).Table())))
	}).V()
	cl.isClass = cl.Lua.NewFunction("is_class", func(c *machine.Call) int {
		t := c.Get(1).Table()
		return c.Give(machine.Bool(t != nil && !t.Field("is_instance").IsNil()))
	}).V()
	cl.Lua.SetGlobal("Class", cl.Lua.NewFunction("Class", cl.makeClass).V())
}

// makeClass is Class(base, constructor, setters).
func (cl *classes) makeClass(c *machine.Call) int {
	base, ctor := c.Get(1), c.Get(2)
	if cl.Program.Lenient {
		base = cl.deriveFrom(base)
		if ctor.Function() == nil {
			ctor = machine.Nil
		}
	}
	if base.Function() != nil && ctor.IsNil() {
		base, ctor = machine.Nil, base
	}
	if !base.IsNil() && base.Table() == nil {
		cl.Lua.Raise("Class: wanted a class to derive from, found a %s", base.Kind())
	}
	if !ctor.IsNil() && ctor.Function() == nil {
		cl.Lua.Raise("Class: wanted a function as the constructor, found a %s", ctor.Kind())
	}
	cl.Lua.Take(ObjectBytes)
	return c.Give(cl.Class(base.Table(), ctor.Function(), c.Get(3).Table()).V())
}

// Class makes a class. Classes that are derived from one of the engine's have
// objects with a Go side, and reach their fields through the engine.
func (cl *classes) Class(base *machine.Table, ctor *machine.Function, props *machine.Table) *machine.Table {
	c := cl.Lua.NewTable()
	native := false
	if base != nil {
		cl.copyInto(c, base)
		cl.of.base.Set(c, base.V())
		native = cl.of.index.Get(base) == cl.FieldRead
		if inherited := cl.of.props.Get(base).Table(); inherited != nil {
			props = cl.merge(inherited, props)
		}
	}
	if props != nil {
		cl.of.props.Set(c, props.V())
	}
	switch {
	case native:
	case props != nil:
		cl.of.index.Set(c, cl.Made(madePropRead, c.V()))
		cl.Lua.SetField(c, "__newindex", cl.Made(madePropWrite, props.V()))
	default:
		cl.of.index.Set(c, c.V())
	}
	if cl.of.ctor.Set(c, machine.Nil); ctor != nil {
		cl.of.ctor.Set(c, ctor.V())
	}
	cl.Lua.SetField(c, "is_a", cl.isA)
	cl.Lua.SetField(c, "is_class", cl.isClass)
	cl.Lua.SetField(c, "is_instance", cl.Made(madeInstance, c.V()))
	meta := cl.Lua.NewTable()
	cl.of.call.Set(meta, cl.Made(madeClass, c.V()))
	c.SetMeta(meta)
	return c
}

// copyInto copies the entries of a table into another, at the cost of the script.
func (cl *classes) copyInto(to, from *machine.Table) {
	for k, v := range from.Pairs {
		cl.Lua.Charge(1)
		cl.Lua.Put(to, k, v)
	}
}

// instantiate makes an object of a class and runs its constructor. It is what calling the
// class does, so its first argument is the class.
func (cl *classes) instantiate(c *machine.Call) int {
	class := c.Kept()[0].Table()
	cl.Lua.Take(ObjectBytes)
	obj := cl.object(class)
	if f := cl.of.ctor.Get(class); !f.IsNil() {
		var room [8]machine.Value
		args := append(room[:0], obj.V())
		for i := 2; i <= c.Len(); i++ {
			args = append(args, c.Get(i))
		}
		if list := c.FreshArg(1); list != nil && f.Function() != nil && f.Function().IsNative() {
			cl.Given = list
		}
		cl.Lua.Call(f, args...)
		cl.Given = nil
	}
	return c.Give(obj.V())
}

// object makes an object of a class: with its Go side where that is one of the engine's, or
// derived from one.
func (cl *classes) object(class *machine.Table) (obj *machine.Table) {
	if cl.of.index.Get(class) == cl.FieldRead {
		native := cl.Native[0] // nodes
		for _, n := range cl.Native[1:] {
			if cl.IsClassOf(class, n.Class) {
				native = n
			}
		}
		obj = native.Make(class)
	} else {
		obj = cl.Lua.NewTable()
	}
	if props := cl.of.props.Get(class).Table(); props != nil {
		cl.of.watched.Set(obj, cl.watchedOf(props).V())
	}
	obj.SetMeta(class)
	return obj
}

// watchedOf makes the table of an object's fields that have setters: by the name of each a pair of its
// value, which is nil at first, and the setter.
func (cl *classes) watchedOf(props *machine.Table) *machine.Table {
	fields := cl.Lua.NewTable()
	for k, setter := range props.Pairs {
		cl.Lua.Charge(1)
		cl.Lua.Take(bytesOfPair)
		cl.Lua.Put(fields, k, cl.pair(machine.Nil, setter).V())
	}
	return fields
}

// bytesOfPair are charged for a field with a setter.
const bytesOfPair = 2 * machine.BytesOfSlot

func (cl *classes) pair(v, setter machine.Value) *machine.Table {
	pair := cl.Lua.NewTable()
	cl.Lua.SetAt(pair, 2, setter)
	cl.Lua.SetAt(pair, 1, v)
	return pair
}

func (cl *classes) merge(inherited, own *machine.Table) *machine.Table {
	all := cl.Lua.NewTable()
	for _, t := range []*machine.Table{inherited, own} {
		if t != nil {
			cl.copyInto(all, t)
		}
	}
	return all
}

// Watched is the pair of a field of an object that has a setter: its value and the setter; nil for a
// field that has none.
func (cl *classes) Watched(obj *machine.Table, key machine.Value) *machine.Table {
	if fields := cl.of.watched.Get(obj).Table(); fields != nil {
		return fields.Get(key).Table()
	}
	return nil
}

// HasSetters reports whether a class has any.
func (cl *classes) HasSetters(class *machine.Table) bool { return !cl.of.props.Get(class).IsNil() }

// Calls are the functions that run when a class is called. A script may put others there.
type Calls struct{ call, ctor machine.Value }

// CallsOf are those of a class now.
func (cl *classes) CallsOf(class *machine.Table) (f Calls) {
	f.ctor = cl.of.ctor.Get(class)
	if meta := class.Meta(); meta != nil {
		f.call = cl.of.call.Get(meta)
	}
	return f
}

// propRead is __index of a class with setters: it looks in the object's watched fields, then in
// the class.
func (cl *classes) propRead(c *machine.Call) int {
	if pair := cl.Watched(c.CheckTable(1), c.Get(2)); pair != nil {
		return c.Give(pair.At(1))
	}
	return c.Give(c.Kept()[0].Table().Get(c.Get(2)))
}

// propWrite is __newindex of a class with setters: it stores a field and calls its setter with
// object, new value and old value.
func (cl *classes) propWrite(c *machine.Call) int {
	obj, k, v := c.CheckTable(1), c.Get(2), c.Get(3)
	pair := cl.Watched(obj, k)
	if pair == nil {
		cl.Lua.Put(obj, k, v)
		return 0
	}
	old := pair.At(1)
	cl.Lua.SetAt(pair, 1, v)
	cl.Lua.Call(pair.At(2), obj.V(), v, old)
	return 0
}

// isObjectOf reports whether an object's class is a class, or derived from it.
func (cl *classes) isObjectOf(v machine.Value, class *machine.Table) bool {
	t := v.Table()
	return t != nil && class != nil && cl.IsClassOf(t.Meta(), class)
}

// IsClassOf reports whether a class is another class, or derived from it.
func (cl *classes) IsClassOf(c, base *machine.Table) bool {
	for range 100 {
		if c == nil || c == base {
			return c != nil
		}
		c = cl.of.base.Get(c).Table()
	}
	return false
}
