package nodes

import (
	"strings"

	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// BT is what Go keeps for a BT of scripts: a root and the entity that it is for.
type BT struct {
	object machine.Table
	Engine *Engine
	inst   machine.Value
	root   machine.Value
	Top    *Node // behind root, if that is a node
	// what tree returned last
	in     *Instance
	laid   int32 // in.laid at that time
	nodeID tree.NodeID
	Force  bool
}

func (t *BT) Object() *machine.Table { return &t.object }

// NewBT makes a BT without a root.
func (en *Engine) NewBT() *BT {
	t := &BT{Engine: en}
	en.kinBT.Init(&t.object)
	return t
}

// Code saves the memory of the game's actions with the tree: it is in no node.
func (t *BT) Code(c script.Codec) {
	c.Value(&t.inst)
	script.Owned(c, &t.root, &t.Top)
	c.Bool(&t.Force)
	bound := t.Top != nil && t.in != nil && t.in.current() && t.in.Nodes[1] == t.Top
	if c.Bool(&bound); !bound {
		return
	}
	if t.Top == nil {
		panic(machine.ErrDamaged)
	}
	var memory []uint32
	var exposed []tree.NodeID
	if t.in != nil {
		memory, exposed = t.in.memory(), t.in.loosed.shown()
	}
	script.Integers(c, &memory)
	script.Integers(c, &exposed)
	c.Later(func() { t.rebind(memory, exposed) })
}

// rebind lays out a tree that was loaded. One that cannot be laid out fails when
// it is updated, as it would have.
func (t *BT) rebind(memory []uint32, exposed []tree.NodeID) {
	defer func() {
		if v := recover(); v != nil {
			if _, ok := v.(script.Fault); !ok {
				panic(v)
			}
		}
	}()
	t.in = t.Engine.bind(t.Top)
	copy(t.in.memory(), memory)
	for _, n := range exposed {
		if n > 0 && int(n) < len(t.in.Nodes) {
			t.in.Nodes[n].show()
		}
	}
}

func (t *BT) Read(key string) (machine.Value, bool) {
	switch key {
	case "inst":
		return t.inst, true
	case "root":
		return t.root, true
	case "forceupdate":
		return machine.Bool(t.Force), true
	}
	return machine.Nil, false
}

func (t *BT) Write(key string, v machine.Value) bool {
	switch key {
	case "inst":
		t.inst = v
	case "root":
		t.root, t.Top, t.laid = v, NodeOf(v), 0
	case "forceupdate":
		t.Force = v.Truth()
	default:
		return false
	}
	return true
}

// known reports whether what tree returned last still holds.
func (t *BT) known() bool { return t.in != nil && !t.in.loose && t.in.laid == t.laid }

// Tree returns the laid-out tree that the root is in, brought up to date, and the
// number of the root there: 1, unless the root is below another node.
func (t *BT) Tree() (in *Instance, n tree.NodeID) {
	if !t.known() {
		t.look()
	}
	t.Engine.Lua.Charge(int64(len(t.in.Nodes)))
	return t.in, t.nodeID
}

func (t *BT) look() {
	top := t.Top
	if top == nil && t.Engine.Program.Lenient {
		top = NodeOf(t.Engine.lenientNode(t.root))
		t.Top = top
	}
	if top == nil {
		t.Engine.Fail(nil, "the root of a BT is %s, wanted a node", script.Describe(t.root))
	}
	switch in := top.in; {
	case in == nil:
		t.Engine.bind(top)
	case in.current():
	case t.Engine.Deep > 0: // it may be visited right now
		in.renew()
	case in.Nodes[1] == top || in.Nodes[1].in != in:
		t.Engine.bind(top)
	default:
		in.renew()
	}
	t.in, t.nodeID, t.laid = top.in, top.nodeID, top.in.laid
}

// Last returns the last result of the root.
func (t *BT) Last() script.Status {
	if t.known() {
		return t.in.words[t.nodeID] >> lastShift & statusMask
	}
	return *t.Top.head() >> lastShift & statusMask
}

// Update is BT:Update(). A ForceUpdate in the middle of it is forgotten at its
// end. A script may change the tree meanwhile, even the root.
func (t *BT) Update() {
	in, n := t.Tree()
	in.visit(n)
	in, n = t.Tree()
	in.save(n)
	in, n = t.Tree()
	in.step(n)
	t.Force = false
}

// OwnUpdate returns what a script put in the place of Update; nil if nothing.
func (t *BT) OwnUpdate() machine.Value {
	f := t.object.Field("Update")
	if class := t.object.Meta(); class != nil && f.IsNil() {
		f = class.Field("Update")
	}
	if f == t.Engine.BTClass.Field("Update") {
		return machine.Nil
	}
	return f
}

// CallsNoScript reports whether the engine updates the tree as it is laid out now, and no
// node of it calls a script.
func (t *BT) CallsNoScript() bool { return t.in != nil && t.in.current() && t.in.shape.bare }

// LaidOut is the tree as it was laid out last; nil before that.
func (t *BT) LaidOut() *tree.Tree {
	if t.in == nil {
		return nil
	}
	return t.in.shape.tree
}

// Words appends what the nodes of the tree remember, and the game's actions; nothing before it is
// laid out.
func (t *BT) Words(to []uint32) []uint32 {
	if t.in == nil {
		return to
	}
	to = append(to, t.in.words[:len(t.in.Nodes)]...)
	for id, n := range t.in.Nodes[1:] {
		to = keptWords(to, t.in.shape.tree.Nodes[id+1].Op, n, t.in.slot(tree.NodeID(id+1)))
	}
	return append(to, t.in.memory()...)
}

// Show returns the tree as it is laid out, and what it was made of: of each node its name, and
// the numbers that its constructor was given. It must be called within protect.
func (t *BT) Show() (shown *tree.Tree, names []string, numbers []Given) {
	in, _ := t.Tree()
	for _, n := range in.Nodes {
		name, of := "", Given{}
		if n != nil {
			name, of = machine.Show(n.Name), n.given()
		}
		names, numbers = append(names, name), append(numbers, of)
	}
	return in.shape.tree, names, numbers
}

// EachLine calls f for the nodes of the tree, in the order of the debug text, with the line of
// each there. It must be called within protect.
func (t *BT) EachLine(f func(n tree.NodeID, depth int, line string, s script.Status)) {
	in, root := t.Tree()
	on := page{in}
	on.walk(root, 0, func(n tree.NodeID, depth int) {
		var line strings.Builder
		on.head(&line, n, strings.Repeat("   >", depth))
		f(n, depth, strings.TrimSuffix(line.String(), "\n"), in.status(n))
	})
}

func (t *BT) Reset() {
	in, n := t.Tree()
	in.reset(n)
}

func (t *BT) Stop() {
	in, n := t.Tree()
	in.stop(n)
}

// SleepTime is BT:GetSleepTime().
func (t *BT) SleepTime() Duration {
	if t.Force {
		return Duration{0, true}
	}
	in, n := t.Tree()
	return in.treeSleepTime(n)
}

func (t *BT) Text() string {
	in, n := t.Tree()
	t.Engine.Lua.Charge(int64(len(in.Nodes) * textSteps))
	var b strings.Builder
	page{in}.text(&b, n, "")
	return b.String()
}

// openBT defines the class BT.
func (en *Engine) openBT() {
	en.BTClass = en.Class(nil, en.Lua.NewFunction("_ctor", func(c *machine.Call) int {
		t := en.btOf(c.Get(1))
		t.inst = c.Get(2)
		t.Write("root", c.Get(3))
		en.LastBT = t
		return 0
	}), nil)
	en.Fielded(en.BTClass)
	for _, f := range []struct {
		name string
		call func(t *BT)
	}{
		{"Update", (*BT).Update},
		{"ForceUpdate", func(t *BT) { t.Force = true }},
		{"Reset", (*BT).Reset},
		{"Stop", (*BT).Stop},
	} {
		en.Offer(en.BTClass, f.name, func(c *machine.Call) int {
			f.call(en.btOf(c.Get(1)))
			return 0
		})
	}
	en.Offer(en.BTClass, "GetSleepTime", func(c *machine.Call) int { return c.Give(en.btOf(c.Get(1)).SleepTime().Value()) })
	en.Offer(en.BTClass, "__tostring", func(c *machine.Call) int { return c.Give(machine.String(en.btOf(c.Get(1)).Text())) })
	en.Native = append(en.Native, script.NativeClass{Class: en.BTClass, Make: func(*machine.Table) *machine.Table {
		return en.NewBT().Object()
	}})
	en.Lua.SetGlobal("BT", en.BTClass.V())
}

func (en *Engine) btOf(v machine.Value) *BT {
	t, ok := script.Handle(v).(*BT)
	if !ok {
		en.Lua.Raise("wanted a BT, found %s", script.Describe(v))
	}
	return t
}
