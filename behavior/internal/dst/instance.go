package dst

import (
	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// instance is a laid-out tree of one bot.
type instance struct { // what ticks read most comes first
	en      *engine
	shape   *shape
	laid    int32    // counts how often it was laid out
	loose   bool     // it must be compared with its objects: it is stale, or scripts hold child lists
	stale   bool     // it must be laid out anew
	nodes   []*node  // by number; the first is none
	words   []uint32 // the first word of each node, then their others, then what the game's actions remember
	exposed []tree.NodeID
	swapped []tree.NodeID // nodes whose list of children was replaced
}

// fail ends the turn with an error at a node. The text follows the node's title,
// so it begins with a space or a colon.
func (t *instance) fail(n tree.NodeID, format string, args ...any) {
	object := t.nodes[n]
	t.en.fail(object, "%s"+format, append([]any{t.en.title(object)}, args...)...)
}

func (t *instance) status(n tree.NodeID) status { return t.words[n] & statusMask }

func (t *instance) set(n tree.NodeID, s status) {
	old := t.words[n]
	t.words[n] = old&^statusMask | s
	if t.shape.watched {
		t.nodes[n].told(t.en, "status", statusTexts[s], statusTexts[old&statusMask])
	}
}

func (t *instance) slot(n tree.NodeID) []uint32 {
	return t.words[len(t.nodes)+int(t.shape.tree.Nodes[n].Arg):]
}

// memory is what the game's actions remember.
func (t *instance) memory() []uint32 { return t.words[len(t.nodes)+t.shape.words:] }

// listOf makes the list of children with which a node was laid out.
func (t *instance) listOf(n tree.NodeID) *glua.LTable {
	kids := t.shape.tree.Kids(n)
	list := t.en.L.CreateTable(len(kids), 0)
	for i, kid := range kids {
		list.RawSetInt(i+1, t.nodes[kid].obj)
	}
	return list
}

// imply drops the list of a node that no script can hold, if it is as listOf makes it.
func (t *instance) imply(n tree.NodeID) {
	node, kids := t.nodes[n], t.shape.tree.Kids(n)
	if !node.private || node.shown || node.kids == nil || t.shape.tree.Nodes[n].Flags&flagOdd != 0 {
		return
	}
	for i, kid := range kids {
		if node.kids.RawGetInt(i+1) != t.nodes[kid].obj {
			return
		}
	}
	node.kids, node.implied = nil, true
}

// children are those that a visit goes through: up to the first hole. A script
// may change the list meanwhile, but not replace it.
type children struct {
	ids  []tree.NodeID
	list glua.LValue // nil for the list that was laid out
}

func (t *instance) list(n tree.NodeID) (kids children) {
	if t.loose {
		t.refresh(n)
		if node := t.nodes[n]; !node.implied {
			kids.list = node.children()
		}
	}
	kids.ids = t.shape.tree.Kids(n)
	if t.shape.tree.Nodes[n].Flags&flagOdd != 0 {
		kids.ids = kids.ids[:t.shape.odd[n].list]
	}
	return kids
}

// mustList is list for where the original fails without a list.
func (t *instance) mustList(n tree.NodeID) children {
	kids := t.list(n)
	if len(kids.ids) == 0 {
		t.needList(n)
	}
	return kids
}

// more reports whether there is a child i, from 0, and brings the list up to
// date, because scripts that ran since may have changed it.
func (t *instance) more(i int, n tree.NodeID, kids *children) bool {
	if t.loose {
		t.relist(i, n, kids)
	}
	return i < len(kids.ids)
}

// length returns the children that # counts; 0 stands for a hole.
func (t *instance) length(n tree.NodeID) []tree.NodeID {
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

func (t *instance) needList(n tree.NodeID) {
	if t.shape.tree.Nodes[n].Flags&flagNoList != 0 {
		t.fail(n, " has no list of children")
	}
}

// child returns child i, counted from 1.
func (t *instance) child(n tree.NodeID, i int) tree.NodeID {
	kids := t.length(n)
	if i < 1 || i > len(kids) || kids[i-1] == 0 {
		t.fail(n, ": there is no child %d", i)
	}
	return kids[i-1]
}

func (t *instance) index(n tree.NodeID) int {
	if h := t.words[n]; h&headIndexed != 0 {
		return int(h >> indexShift)
	}
	return 0
}

// mustIndex returns idx where the original calculates with it, so that nil is an
// error.
func (t *instance) mustIndex(n tree.NodeID) int {
	if t.words[n]&headIndexed == 0 {
		t.fail(n, ": idx is nil: the node was reset in the middle of its visit")
	}
	return int(t.words[n] >> indexShift)
}

func (t *instance) setIndex(n tree.NodeID, i int) {
	t.words[n] = t.words[n]&(headIndexed-1) | headIndexed | uint32(i)<<indexShift
}

// own returns the method that a script put in place of the engine's; nil if it
// did not.
func (t *instance) own(n tree.NodeID, name method) glua.LValue {
	if t.shape.tree.Nodes[n].Flags&flagCustom == 0 {
		return nil
	}
	return t.nodes[n].custom[name]
}

// callOwn calls a script's own method.
func (t *instance) callOwn(n tree.NodeID, name method, f glua.LValue, args ...glua.LValue) glua.LValue {
	node := t.nodes[n]
	if len(args) == 0 {
		return t.en.call(node, f, methodNames[name], node.obj)
	}
	return t.en.call(node, f, methodNames[name], append([]glua.LValue{node.obj}, args...)...)
}

// seatHost points the cursor at this tree, where the leaf is, and returns what it
// pointed at.
func (t *instance) seatHost() (old *tree.Tree, memory []uint32) {
	x := t.en.x
	old, memory = x.Tree, x.Mem
	x.Tree, x.Mem = t.shape.tree, t.memory()
	return old, memory
}

func (t *instance) askHost(n tree.NodeID) bool {
	x := t.en.x
	if x == nil {
		return false
	}
	old, memory := t.seatHost()
	v := x.Asked(n, t.shape.tree.Nodes[n].Leaf)
	x.Tree, x.Mem = old, memory
	return v.Kind() != host.Null && (v.Kind() != host.Bool || v.Bool())
}

func (t *instance) actHost(n tree.NodeID) status {
	x := t.en.x
	if x == nil {
		return failed
	}
	old, memory := t.seatHost()
	s := x.Leaf(n)
	x.Tree, x.Mem = old, memory
	return fromHost(s)
}

func (t *instance) notifyHost(n tree.NodeID, stop bool) {
	x := t.en.x
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

func (en *engine) traceNode(in *instance, n tree.NodeID) {
	if in.shape.tree == en.program.shown {
		in.turn(n)
		en.x.Trace.Node(en.x.Row, n, host.Visited, toHost(in.status(n)))
	}
}

// turn gives a leaf the status that a [run.Forcer] wants, also where a script has set it. An
// action of the game was turned as it answered.
func (t *instance) turn(n tree.NodeID) {
	s := t.status(n)
	switch op := t.shape.tree.Nodes[n].Op; {
	case op == opCondition, op == opMultiCondition, op == opConditionWait:
		ok := t.en.x.Holds(n, s == success)
		switch {
		case ok == (s == success):
		case ok:
			t.set(n, success)
		case op == opConditionWait:
			t.set(n, running)
		default:
			t.set(n, failed)
		}
	case op != opHost && t.shape.tree.Nodes[n].NKid == 0:
		if to := fromHost(t.en.x.Answers(n, toHost(s))); to != s {
			t.set(n, to)
		}
	}
}
