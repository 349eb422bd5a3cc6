package dst

import (
	"strings"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/internal/lua"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// bt is what Go keeps for a BT of scripts: a root and the entity that it is for.
type bt struct {
	side
	en   *engine
	obj  *glua.LTable
	inst glua.LValue
	root glua.LValue
	top  *node // behind root, if that is a node
	// what tree returned last
	in     *instance
	nodeID tree.NodeID
	force  bool
	laid   int32 // in.laid at that time
}

// btObject is a BT and what scripts hold of it.
type btObject struct {
	bt
	seat lua.Seat
}

func (t *bt) object() *glua.LTable { return t.obj }

// code saves the memory of the game's actions with the tree: it is in no node.
func (t *bt) code(c codec) {
	table(c, &t.obj)
	c.Value(&t.inst)
	owned(c, &t.root, &t.top)
	c.Bool(&t.force)
	bound := t.top != nil && t.in != nil && t.in.current() && t.in.nodes[1] == t.top
	if c.Bool(&bound); !bound {
		return
	}
	if t.top == nil {
		panic(lua.ErrDamaged)
	}
	var memory []uint32
	var exposed []tree.NodeID
	if t.in != nil {
		memory, exposed = t.in.memory(), t.in.exposed
	}
	integers(c, &memory)
	integers(c, &exposed)
	c.Later(func() { t.rebind(memory, exposed) })
}

// rebind lays out a tree that was loaded. One that cannot be laid out fails when
// it is updated, as it would have.
func (t *bt) rebind(memory []uint32, exposed []tree.NodeID) {
	defer func() {
		if v := recover(); v != nil {
			if _, ok := v.(fault); !ok {
				panic(v)
			}
		}
	}()
	t.in = t.en.bind(t.top)
	copy(t.in.memory(), memory)
	for _, n := range exposed {
		if n > 0 && int(n) < len(t.in.nodes) {
			t.in.nodes[n].show()
		}
	}
}

func (t *bt) read(key string) (glua.LValue, bool) {
	switch key {
	case "inst":
		return t.inst, true
	case "root":
		return t.root, true
	case "forceupdate":
		return glua.LBool(t.force), true
	}
	return nil, false
}

func (t *bt) write(key string, v glua.LValue) bool {
	switch key {
	case "inst":
		t.inst = v
	case "root":
		t.root, t.top, t.laid = v, nodeOf(v), 0
	case "forceupdate":
		t.force = glua.LVAsBool(v)
	default:
		return false
	}
	return true
}

// known reports whether what tree returned last still holds.
func (t *bt) known() bool { return t.in != nil && !t.in.loose && t.in.laid == t.laid }

// tree returns the laid-out tree that the root is in, brought up to date, and the
// number of the root there: 1, unless the root is below another node.
func (t *bt) tree() (in *instance, n tree.NodeID) {
	if !t.known() {
		t.look()
	}
	t.en.lua.Charge(int64(len(t.in.nodes)))
	return t.in, t.nodeID
}

func (t *bt) look() {
	top := t.top
	if top == nil && t.en.program.lenient {
		top = nodeOf(t.en.lenientNode(t.root))
		t.top = top
	}
	if top == nil {
		t.en.fail(nil, "the root of a BT is %s, wanted a node", describe(t.root))
	}
	switch in := top.in; {
	case in == nil:
		t.en.bind(top)
	case in.current():
	case t.en.deep > 0: // it may be visited right now
		in.renew()
	case in.nodes[1] == top || in.nodes[1].in != in:
		t.en.bind(top)
	default:
		in.renew()
	}
	t.in, t.nodeID, t.laid = top.in, top.nodeID, top.in.laid
}

// last returns the last result of the root.
func (t *bt) last() status {
	if t.known() {
		return t.in.words[t.nodeID] >> lastShift & statusMask
	}
	return *t.top.head() >> lastShift & statusMask
}

// update is BT:Update(). A ForceUpdate in the middle of it is forgotten at its
// end. A script may change the tree meanwhile, even the root.
func (t *bt) update() {
	in, n := t.tree()
	in.visit(n)
	in, n = t.tree()
	in.save(n)
	in, n = t.tree()
	in.step(n)
	t.force = false
}

// ownUpdate returns what a script put in the place of Update; nil if nothing.
func (t *bt) ownUpdate() glua.LValue {
	f := lua.Field(t.obj, "Update")
	if class, ok := t.obj.Metatable.(*glua.LTable); ok && f == glua.LNil {
		f = class.RawGetString("Update")
	}
	if f == t.en.btClass.RawGetString("Update") {
		return nil
	}
	return f
}

// callsNoScript reports whether the engine updates the tree as it is laid out now, and no
// node of it calls a script.
func (t *bt) callsNoScript() bool { return t.in != nil && t.in.current() && t.in.shape.bare }

// laidOut is the tree as it was laid out last; nil before that.
func (t *bt) laidOut() *tree.Tree {
	if t.in == nil {
		return nil
	}
	return t.in.shape.tree
}

// words are what the nodes of the tree remember; none before it is laid out.
func (t *bt) words() []uint32 {
	if t.in == nil {
		return nil
	}
	return t.in.words
}

// show returns the tree as it is laid out, and what it was made of: of each node its name, and
// the numbers that its constructor was given. It must be called within protect.
func (t *bt) show() (shown *tree.Tree, names []string, numbers []given) {
	in, _ := t.tree()
	for _, n := range in.nodes {
		name, of := "", given{}
		if n != nil {
			name, of = lua.Text(n.name), n.given()
		}
		names, numbers = append(names, name), append(numbers, of)
	}
	return in.shape.tree, names, numbers
}

// eachLine calls f for the nodes of the tree, in the order of the debug text, with the line of
// each there. It must be called within protect.
func (t *bt) eachLine(f func(n tree.NodeID, depth int, line string, s status)) {
	in, root := t.tree()
	on := page{in}
	on.walk(root, 0, func(n tree.NodeID, depth int) {
		var line strings.Builder
		on.head(&line, n, strings.Repeat("   >", depth))
		f(n, depth, strings.TrimSuffix(line.String(), "\n"), in.status(n))
	})
}

func (t *bt) reset() {
	in, n := t.tree()
	in.reset(n)
}

func (t *bt) stop() {
	in, n := t.tree()
	in.stop(n)
}

// sleepTime is BT:GetSleepTime().
func (t *bt) sleepTime() duration {
	if t.force {
		return duration{0, true}
	}
	in, n := t.tree()
	return in.treeSleepTime(n)
}

func (t *bt) text() string {
	in, n := t.tree()
	t.en.lua.Charge(int64(len(in.nodes) * textSteps))
	var b strings.Builder
	page{in}.text(&b, n, "")
	return b.String()
}

// openBT defines the class BT.
func (en *engine) openBT() {
	en.btClass = en.class(nil, en.L.NewFunction(func(L *glua.LState) int {
		t := en.btOf(L.Get(1))
		t.inst = L.Get(2)
		t.write("root", L.Get(3))
		en.lastBT = t
		return 0
	}), nil)
	en.btClass.RawSetString("__index", en.fieldRead)
	en.btClass.RawSetString("__newindex", en.fieldWrite)
	en.foldable(en.btClass)
	for _, f := range []struct {
		name string
		call func(t *bt) glua.LValue
	}{
		{"Update", func(t *bt) glua.LValue { t.update(); return nil }},
		{"ForceUpdate", func(t *bt) glua.LValue { t.force = true; return nil }},
		{"Reset", func(t *bt) glua.LValue { t.reset(); return nil }},
		{"Stop", func(t *bt) glua.LValue { t.stop(); return nil }},
		{"GetSleepTime", func(t *bt) glua.LValue { return t.sleepTime().value() }},
		{"__tostring", func(t *bt) glua.LValue { return glua.LString(t.text()) }},
	} {
		en.btClass.RawSetString(f.name, en.L.NewFunction(func(L *glua.LState) int {
			v := f.call(en.btOf(L.Get(1)))
			if v == nil {
				return 0
			}
			L.Push(v)
			return 1
		}))
	}
	en.native = append(en.native, nativeClass{class: en.btClass, make: func(*glua.LTable) *glua.LTable {
		o := &btObject{bt: bt{en: en, inst: glua.LNil, root: glua.LNil}}
		o.obj = o.seat.Hold(&o.bt)
		return o.obj
	}})
	en.lua.Set("BT", en.btClass)
}

func (en *engine) btOf(v glua.LValue) *bt {
	t, ok := handle(v).(*bt)
	if !ok {
		en.lua.Raise("wanted a BT, found %s", describe(v))
	}
	return t
}
