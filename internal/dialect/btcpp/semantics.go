package btcpp

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/script"
)

// answer is what a call of a node answers, by the numbers of the original. A node's status is one of
// the first four.
type answer uint8

const (
	idle answer = iota
	running
	success
	failure
	skipped
	broken // an exception in the original: it is told, and goes up to the root
)

func completed(a answer) bool { return a == success || a == failure }

var toStatus = [...]host.Status{idle: host.Ready, running: host.Running, success: host.Success, failure: host.Failure, skipped: host.Skipped, broken: host.Error}

// fromStatus returns the answer of a leaf of the game.
func fromStatus(s host.Status) answer {
	switch s {
	case host.Success:
		return success
	case host.Running:
		return running
	case host.Skipped:
		return skipped
	case host.Ready:
		return idle
	case host.Error:
		return broken
	}
	return failure
}

// semantics plays a tree.
type semantics struct {
	boards  *boards
	main    int32 // the main tree's blackboard
	base    int   // the first word of the slots
	enums   board.Enums
	symbols *host.Symbols
	nodes   []nodeInfo // by node
	uses    []use
	fixed   []fixedPort // by use
	timers  []tree.NodeID
	texts   []string // that files have
	textOf  map[string]uint32
	exactly bool       // one call of the root a tick
	ends    bool       // a root that has ended does not begin anew
	beside  bool       // bots have entries, or may get some by names that no file has
	calls   int        // of the root in a tick, at most
	planes  []planesOf // by node
	layout  run.Layout
	// goalKeys are the keys of goalUpdates, of a tree with a GoalUpdater
	goalKeys [len(goalUpdates)]host.Key

	mostText, mostExtra int // bytes of a text that a script makes; entries that no file names
}

// nodeInfo is what is known of a node.
type nodeInfo struct {
	kind       *kind
	typ        string // as it is written
	name, path string
	board      int32 // of the tree in which it stands
	scripts    *conditions
	code       *bound
	ref        int32       // of the entry that a node asks after
	slot       int32       // where a Loop keeps the list of an entry
	list       board.Value // of a Loop, in the file
	moving     bool        // a leaf of the game has arguments that are read before each call
}

// native returns what a leaf is that works on values of blackboards itself.
func (i *nodeInfo) native() (*native, bool) {
	if i.kind.action == nil {
		return nil, false
	}
	n, ok := i.kind.action.Payload.(*native)
	return n, ok
}

// native is the payload of actions that read and write their ports themselves, by portsIn.
type native struct {
	sync  bool // it may not answer running
	open  bool // ports of any name can be given
	asks  bool // it is a condition
	ports []port
}

// ReadsState tells lints that keys of the bot's state may be named by ports.
func (*native) ReadsState() {}

// conditions are the scripts in attributes, by their place in conditionNames.
type conditions [len(conditionNames)]*bound

const (
	failureIf = iota
	successIf
	skipIf
	while
	onHalted
	onFailure
	onSuccess
	post
)

// flagScripts is set in nodes that have conditions.
const flagScripts = 1

// Init sets the entries that are there when the tree is made.
func (s *semantics) Init(x *run.Exec) {
	if s.beside {
		x.Keep(&aside{})
	}
	for i := range s.boards.slots {
		if of := &s.boards.slots[i]; of.present {
			s.store(x, int32(i), &of.start)
		}
	}
}

// Tick fires the timers that are due and calls the root: again while it runs and a node asked for
// that. Tree::tickRoot.
func (s *semantics) Tick(x *run.Exec) host.Status {
	root := x.Tree.Entries[0]
	if x.Mem[treeFlags]&(flagBroken|flagEnded) != 0 {
		if x.Mem[treeFlags]&flagEnded != 0 {
			return host.Stopped
		}
		s.recover(x)
	}
	if x.Mem[treeTimers] > 0 && !s.fire(x) {
		return s.breakOff(x)
	}
	a := s.call(x, root)
	for n := 1; a == running && !s.exactly && x.Mem[treeFlags]&flagWake != 0; n++ {
		x.Mem[treeFlags] &^= flagWake
		if n >= s.calls {
			x.Notef(root, "the root was called %d times in one tick, and asks for another call: it goes on in the next", n)
			break
		}
		a = s.call(x, root)
	}
	if a == broken {
		return s.breakOff(x)
	}
	if completed(a) {
		setStatus(x, &x.Tree.Nodes[root], idle)
		if s.ends {
			x.Mem[treeFlags] |= flagEnded
		}
	}
	return toStatus[a]
}

// breakOff notes that the tick ended in an error.
func (s *semantics) breakOff(x *run.Exec) host.Status {
	x.Mem[treeFlags] |= flagBroken
	return host.Error
}

// recover has the tree begin anew after an error: all that runs is stopped, and blackboards stay. In
// the original the program ends with the exception, unless it catches that and goes on as it likes.
func (s *semantics) recover(x *run.Exec) {
	x.Mem[treeFlags] &^= flagBroken
	s.stop(x, x.Tree.Entries[0])
	s.stopRest(x)
}

// Stop halts the root, as a game does that stops a bot. An _onHalted that fails is told, and what it
// would have left running is halted, too.
func (s *semantics) Stop(x *run.Exec) {
	if !s.stop(x, x.Tree.Entries[0]) {
		s.stopRest(x)
	}
}

// stopRest stops every node by itself, outer ones first. After an error a node may run below one that
// does not.
func (s *semantics) stopRest(x *run.Exec) {
	for n := range x.Tree.Nodes[1:] {
		s.stop(x, tree.NodeID(n+1))
	}
}

// call calls a node. TreeNode::executeTick.
func (s *semantics) call(x *run.Exec, n tree.NodeID) (a answer) {
	node := &x.Tree.Nodes[n]
	decided := false
	if node.Flags&flagScripts != 0 {
		a, decided = s.before(x, n, node)
	}
	if !decided {
		a = s.work(x, n, node)
	}
	if node.Flags&flagScripts != 0 && completed(a) && !s.after(x, n, a) {
		return broken
	}
	switch a {
	case broken:
		return a
	case idle:
		s.blame(x, n, "a node below it answers IDLE, which no node may answer: %s", s.nodes[n].name)
		return broken
	case skipped:
	default:
		setStatus(x, node, a)
	}
	if x.Trace != nil {
		x.Trace.Node(x.Row, n, host.Visited, toStatus[a])
	}
	if node.NKid == 1 && isDecorator(opOf(node)) {
		s.resetEnded(x, only(x, node))
	}
	return a
}

func isDecorator(op opcode) bool {
	return op >= opInverter && op <= opSubTree || op == opGate || op == opDecorator || op == opPass || op >= opRateController && op <= opSingleTrigger
}

// resetEnded resets a child that has ended. DecoratorNode::executeTick.
func (s *semantics) resetEnded(x *run.Exec, kid tree.NodeID) {
	if completed(statusOf(x, kid)) {
		setStatus(x, &x.Tree.Nodes[kid], idle)
	}
}

// only returns the one child of a node.
func only(x *run.Exec, node *tree.Node) tree.NodeID { return x.Tree.Edges[node.Kid] }

// stop halts a child that runs, and resets it in any case. TreeNode::haltNode and resetStatus, as
// ControlNode::haltChild calls them. It fails with an _onHalted script.
func (s *semantics) stop(x *run.Exec, n tree.NodeID) (ok bool) {
	ok = statusOf(x, n) != running || s.halt(x, n)
	setStatus(x, &x.Tree.Nodes[n], idle)
	return ok
}

// stopAll stops all children of a node, in order.
func (s *semantics) stopAll(x *run.Exec, node *tree.Node) bool {
	for _, kid := range x.Tree.Edges[node.Kid : node.Kid+node.NKid] {
		if !s.stop(x, kid) {
			return false
		}
	}
	return true
}

// before runs the conditions of a node before its call. TreeNode::checkPreConditions.
func (s *semantics) before(x *run.Exec, n tree.NodeID, node *tree.Node) (a answer, decided bool) {
	all := s.nodes[n].scripts
	switch answer(*word(x, node) & statusMask) {
	case idle:
		for i, then := range [...]answer{failureIf: failure, successIf: success, skipIf: skipped, while: skipped} {
			if all[i] == nil {
				continue
			}
			holds, ok := s.holds(x, n, all[i])
			if !ok {
				return broken, true
			}
			if holds != (i == while) {
				return then, true
			}
		}
	case running:
		if all[while] == nil {
			return 0, false
		}
		switch holds, ok := s.holds(x, n, all[while]); {
		case !ok:
			return broken, true
		case !holds:
			if !s.halt(x, n) {
				return broken, true
			}
			return skipped, true
		}
	}
	return 0, false
}

// after runs the scripts that follow on an answer. TreeNode::checkPostConditions.
func (s *semantics) after(x *run.Exec, n tree.NodeID, a answer) bool {
	all := s.nodes[n].scripts
	first := all[onSuccess]
	if a == failure {
		first = all[onFailure]
	}
	return s.does(x, n, first) && s.does(x, n, all[post])
}

// holds runs a script in an attribute as a condition. What is wrong is the fault of the parent.
func (s *semantics) holds(x *run.Exec, n tree.NodeID, b *bound) (holds, ok bool) {
	holds, err := s.test(x, n, b)
	if err != nil {
		s.blame(x, n, "%s of %s at %v: %v", b.attr.Name, s.nodes[n].name, b.attr.At(err.Off), err)
		return false, false
	}
	return x.Holds(n, holds), true
}

// does runs a script in an attribute, nil for none.
func (s *semantics) does(x *run.Exec, n tree.NodeID, b *bound) bool {
	if b == nil {
		return true
	}
	if err := s.run(x, b); err != nil {
		s.blame(x, n, "%s of %s at %v: %v", b.attr.Name, s.nodes[n].name, b.attr.At(err.Off), err)
		return false
	}
	return true
}

// blame reports an error that arose outside of a node's own work: the original reports it at the
// parent, and of the root at no node.
func (s *semantics) blame(x *run.Exec, n tree.NodeID, format string, args ...any) {
	if p := x.Tree.Nodes[n].Parent; p != 0 {
		n = p
	}
	x.Warnf(n, format, args...)
}

// fail reports an error in a node's own work.
func (s *semantics) fail(x *run.Exec, n tree.NodeID, format string, args ...any) answer {
	x.Warnf(n, format, args...)
	return broken
}

// bound is a script with the entries that its names mean.
type bound struct {
	script *script.Script
	refs   []int32 // by name
	board  int32
	attr   attribute
}
