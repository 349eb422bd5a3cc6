package nodes

import (
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
)

// Instance is a laid-out tree of one bot.
type Instance struct { // what ticks read most comes first
	en     *Engine
	shape  *Shape
	laid   int32    // counts how often it was laid out
	loose  bool     // it must be compared with its objects: it is stale, or scripts hold child lists
	stale  bool     // it must be laid out anew
	Nodes  []*Node  // by number; the first is none
	words  []uint32 // the first word of each node, then their others, then what the game's actions remember
	loosed *loosed  // nil for a tree of which scripts hold no list of children
}

// loosed are the nodes of a tree whose children scripts may change.
type loosed struct {
	exposed []tree.NodeID
	swapped []tree.NodeID // nodes whose list of children was replaced
}

// shown are the nodes whose list of children scripts hold.
func (l *loosed) shown() []tree.NodeID {
	if l == nil {
		return nil
	}
	return l.exposed
}

// replaced are the nodes whose list of children was replaced.
func (l *loosed) replaced() []tree.NodeID {
	if l == nil {
		return nil
	}
	return l.swapped
}

// loosen returns the nodes of a tree whose children scripts may change, to be added to.
func loosen(of **loosed) *loosed {
	if *of == nil {
		*of = &loosed{}
	}
	return *of
}

// fail ends the turn with an error at a node. The text follows the node's title,
// so it begins with a space or a colon.
func (t *Instance) fail(n tree.NodeID, format string, args ...any) {
	object := t.Nodes[n]
	t.en.Fail(object, "%s"+format, append([]any{t.en.Title(object)}, args...)...)
}

func (t *Instance) status(n tree.NodeID) script.Status { return t.words[n] & statusMask }

func (t *Instance) set(n tree.NodeID, s script.Status) {
	old := t.words[n]
	t.words[n] = old&^statusMask | s
	if t.shape.watched {
		t.Nodes[n].told(t.en, "status", t.en.StatusText(s), t.en.StatusText(old&statusMask))
	}
}

func (t *Instance) slot(n tree.NodeID) []uint32 {
	return t.words[len(t.Nodes)+int(t.shape.slots[n]):]
}

// memory is what the game's actions remember.
func (t *Instance) memory() []uint32 { return t.words[len(t.Nodes)+t.shape.words:] }

// listOf makes the list of children with which a node was laid out.
func (t *Instance) listOf(n tree.NodeID) *machine.Table {
	kids := t.shape.tree.Kids(n)
	list := t.en.Lua.NewTable()
	for i, kid := range kids {
		t.en.Lua.SetAt(list, i+1, t.Nodes[kid].Obj().V())
	}
	return list
}

// imply drops the list of a node that no script can hold, if it is as listOf makes it.
func (t *Instance) imply(n tree.NodeID) {
	node, kids := t.Nodes[n], t.shape.tree.Kids(n)
	list := node.list().Table()
	if !node.is(isPrivate) || node.is(isShown) || list == nil || t.shape.tree.Nodes[n].Flags&flagOdd != 0 {
		return
	}
	for i, kid := range kids {
		if list.At(i+1).Table() != t.Nodes[kid].Obj() {
			return
		}
	}
	node.keepList(machine.Nil)
	node.mark(isImplied, true)
}

// children are those that a visit goes through: up to the first hole. A script
// may change the list meanwhile, but not replace it.
type children struct {
	ids   []tree.NodeID
	list  machine.Value
	isOwn bool // list is what the node has, which need not be what was laid out
}

func (t *Instance) list(n tree.NodeID) (kids children) {
	if t.loose {
		t.refresh(n)
		if node := t.Nodes[n]; !node.is(isImplied) {
			kids.list, kids.isOwn = node.Children(), true
		}
	}
	kids.ids = t.shape.tree.Kids(n)
	if t.shape.tree.Nodes[n].Flags&flagOdd != 0 {
		kids.ids = kids.ids[:t.shape.odd[n].list]
	}
	return kids
}

// mustList is list for where the original fails without a list.
func (t *Instance) mustList(n tree.NodeID) children {
	kids := t.list(n)
	if len(kids.ids) == 0 {
		t.needList(n)
	}
	return kids
}

// more reports whether there is a child i, from 0, and brings the list up to
// date, because scripts that ran since may have changed it.
func (t *Instance) more(i int, n tree.NodeID, kids *children) bool {
	if t.loose {
		t.relist(i, n, kids)
	}
	return i < len(kids.ids)
}

// length returns the children that # counts; 0 stands for a hole.
func (t *Instance) length(n tree.NodeID) []tree.NodeID {
	if t.loose {
		t.refresh(n)
	}
	kids := t.shape.tree.Kids(n)
	if t.shape.tree.Nodes[n].Flags&flagOdd != 0 {
		return kids[:t.shape.odd[n].length]
	}
	if len(kids) == 0 {
		t.needList(n)
	}
	return kids
}

func (t *Instance) needList(n tree.NodeID) {
	if t.shape.tree.Nodes[n].Flags&flagNoList != 0 {
		t.fail(n, " has no list of children")
	}
}

// child returns child i, counted from 1.
func (t *Instance) child(n tree.NodeID, i int) tree.NodeID {
	kids := t.length(n)
	if i < 1 || i > len(kids) || kids[i-1] == 0 {
		t.fail(n, ": there is no child %d", i)
	}
	return kids[i-1]
}

func (t *Instance) index(n tree.NodeID) int {
	if h := t.words[n]; h&headIndexed != 0 {
		return int(h >> indexShift)
	}
	return 0
}

// mustIndex returns idx where the original calculates with it, so that nil is an
// error.
func (t *Instance) mustIndex(n tree.NodeID) int {
	if t.words[n]&headIndexed == 0 {
		t.fail(n, ": idx is nil: the node was reset in the middle of its visit")
	}
	return int(t.words[n] >> indexShift)
}

func (t *Instance) setIndex(n tree.NodeID, i int) {
	t.words[n] = t.words[n]&(headIndexed-1) | headIndexed | uint32(i)<<indexShift
}

// own returns the method that a script put in place of the engine's; not ok if it
// did not.
func (t *Instance) own(n tree.NodeID, name method) (f machine.Value, ok bool) {
	if t.shape.tree.Nodes[n].Flags&flagCustom == 0 {
		return machine.Nil, false
	}
	custom := t.Nodes[n].custom
	return custom.f[name], custom.has&(1<<name) != 0
}

// callOwn calls a script's own method.
func (t *Instance) callOwn(n tree.NodeID, name method, f machine.Value, args ...machine.Value) machine.Value {
	node := t.Nodes[n]
	if len(args) == 0 {
		return t.en.call(node, f, methodNames[name], node.Obj().V())
	}
	return t.en.call(node, f, methodNames[name], append([]machine.Value{node.Obj().V()}, args...)...)
}

// seatHost points the cursor at this tree, where the leaf is, and returns what it
// pointed at.
func (t *Instance) seatHost() (old *tree.Tree, memory []uint32) {
	x := t.en.X
	old, memory = x.Tree, x.Mem
	x.Tree, x.Mem = t.shape.tree, t.memory()
	return old, memory
}

func (t *Instance) askHost(n tree.NodeID) bool {
	x := t.en.X
	if x == nil {
		return false
	}
	old, memory := t.seatHost()
	v := x.Asked(n, t.shape.tree.Nodes[n].Leaf)
	x.Tree, x.Mem = old, memory
	return v.Kind() != host.Null && (v.Kind() != host.Bool || v.Bool())
}

func (t *Instance) actHost(n tree.NodeID) script.Status {
	x := t.en.X
	if x == nil {
		return script.Failed
	}
	old, memory := t.seatHost()
	if t.en.Lived && t.en.Lives != nil {
		t.en.Lives.call(t)
	}
	s := x.Leaf(n)
	x.Tree, x.Mem = old, memory
	return script.FromHost(s)
}

func (t *Instance) notifyHost(n tree.NodeID, stop bool) {
	x := t.en.X
	if x == nil {
		return
	}
	what := host.WasReset
	if stop {
		what = host.WasStopped
	}
	old, memory := t.seatHost()
	x.Notify(n, what)
	x.Tree, x.Mem = old, memory
}

func (en *Engine) traceNode(in *Instance, n tree.NodeID) {
	if in.shape.tree == en.Program.Shown {
		in.turn(n)
		en.X.Trace.Node(en.X.Row, n, host.Visited, script.ToHost(in.status(n)))
	}
}

// turn gives a leaf the status that a [run.Forcer] wants, also where a script has set it. An
// action of the game was turned as it answered.
func (t *Instance) turn(n tree.NodeID) {
	s := t.status(n)
	switch op := t.shape.tree.Nodes[n].Op; {
	case op == opCondition, op == opMultiCondition, op == opConditionWait:
		ok := t.en.X.Holds(n, s == script.Success)
		switch {
		case ok == (s == script.Success):
		case ok:
			t.set(n, script.Success)
		case op == opConditionWait:
			t.set(n, script.Running)
		default:
			t.set(n, script.Failed)
		}
	case op != opHost && t.shape.tree.Nodes[n].NKid == 0:
		if to := script.FromHost(t.en.X.Answers(n, script.ToHost(s))); to != s {
			t.set(n, to)
		}
	}
}
