package main

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// The ops, of which the last two are leaves of the game.
const (
	opNone tree.Op = iota
	opPriority
	opSequence
	opMemPriority
	opMemSequence
	opInverter
	opLimiter
	opMaxTime
	opRepeater
	opRepeatUntilFailure
	opRepeatUntilSuccess
	opError
	opFailer
	opRunner
	opSucceeder
	opWait
	opSubTree
	opAction
	opCondition
)

// What a node remembers beside whether it is open: a counter, or the tick in which it was opened.
const counter, since = 32, 64 // bits

// op describes a node.
type op struct {
	names  []string // in files: that of behavior3js, then those of other editors
	doc    string
	role   run.Role
	params []host.Param
	least  float64 // of its number
	bits   int
	next   host.Answers // of a child, after which a list goes on to the next one, and a loop to the next round
	answer host.Status  // of a leaf, of a list past its last child, and of a loop without a round
}

var (
	rounds = []host.Param{{Name: "maxLoop", Kind: host.Int, Optional: true, Default: host.NumberValue(-1)}}
	ops    = [...]op{
		opPriority:           {names: []string{"Priority", "Selector", "Select", "select"}, doc: "Executes its children in turn until one does not fail.", next: host.MayFail, answer: host.Failure},
		opSequence:           {names: []string{"Sequence", "sequence"}, doc: "Executes its children in turn until one does not succeed.", next: host.MaySucceed, answer: host.Success},
		opMemPriority:        {names: []string{"MemPriority", "MemSelector"}, doc: "Is a Priority that goes on with the child that was running.", bits: counter, next: host.MayFail, answer: host.Failure},
		opMemSequence:        {names: []string{"MemSequence"}, doc: "Is a Sequence that goes on with the child that was running.", bits: counter, next: host.MaySucceed, answer: host.Success},
		opInverter:           {names: []string{"Inverter", "negate"}, doc: "Turns success into failure, and failure into success.", role: run.Decorator},
		opLimiter:            {names: []string{"Limiter"}, doc: "Executes its child, in the original as in here without a limit.", role: run.Decorator, params: []host.Param{{Name: "maxLoop", Kind: host.Int}}, least: 1},
		opMaxTime:            {names: []string{"MaxTime"}, doc: "Fails when its child takes more than a time.", role: run.Decorator, params: []host.Param{{Name: "maxTime", Kind: host.Number}}, least: 1, bits: since},
		opRepeater:           {names: []string{"Repeater"}, doc: "Executes its child again and again within a turn.", role: run.Decorator, params: rounds, least: -1, bits: counter, next: host.MayFail | host.MaySucceed, answer: host.Success},
		opRepeatUntilFailure: {names: []string{"RepeatUntilFailure"}, doc: "Executes its child again within a turn until it fails.", role: run.Decorator, params: rounds, least: -1, bits: counter, next: host.MaySucceed, answer: host.Error},
		opRepeatUntilSuccess: {names: []string{"RepeatUntilSuccess"}, doc: "Executes its child again within a turn until it succeeds.", role: run.Decorator, params: rounds, least: -1, bits: counter, next: host.MayFail, answer: host.Error},
		opError:              {names: []string{"Error"}, doc: "Answers ERROR.", role: run.Action, answer: host.Error},
		opFailer:             {names: []string{"Failer"}, doc: "Fails.", role: run.Action, answer: host.Failure},
		opRunner:             {names: []string{"Runner"}, doc: "Runs for ever.", role: run.Action, answer: host.Running},
		opSucceeder:          {names: []string{"Succeeder"}, doc: "Succeeds.", role: run.Action, answer: host.Success},
		opWait:               {names: []string{"Wait"}, doc: "Succeeds after a while.", role: run.Action, params: []host.Param{{Name: "milliseconds", Kind: host.Number, Optional: true, Default: host.NumberValue(0)}}, bits: since},
		opSubTree:            {names: []string{"SubTree"}, doc: "Gives the tree of a file a turn.", role: run.Decorator, params: []host.Param{{Name: "file", Kind: host.String}}},
		opAction:             {role: run.Action, least: math.Inf(-1)},
		opCondition:          {role: run.Condition, least: math.Inf(-1)},
	}
)

// nodes describe the ops for listings, by each of their names.
func nodes() (all []host.Action) {
	kinds := [...]host.ActionKind{run.Composite: host.Composite, run.Decorator: host.Decorator, run.Condition: host.Leaf, run.Action: host.Leaf}
	for _, o := range ops {
		for _, name := range o.names {
			all = append(all, host.Action{Name: name, Doc: o.doc, Kind: kinds[o.role], Params: o.params})
		}
	}
	return all
}

// opNamed returns the op that files have by a name, or opNone.
func opNamed(name string) tree.Op {
	return tree.Op(max(slices.IndexFunc(ops[:], func(o op) bool { return slices.Contains(o.names, name) }), 0))
}

// semantics runs trees of the dialect. What bots remember is in their memory alone.
type semantics struct {
	labels []label // by node
	scopes []scope // the tree itself, then its subtrees
}

// scope is the tree of a file. Which of its nodes the last turn left open is a list in the memory of
// the tree as a whole: its length and its nodes, 16 bits each.
type scope struct {
	node tree.NodeID // the SubTree; 0: the tree itself
	bit  int         // where the list begins
	most int         // nodes of it
}

// Init, Stop and Die have nothing to do: the runtime ends what the game's actions began.
func (*semantics) Init(*run.Exec) {}
func (*semantics) Stop(*run.Exec) {}
func (*semantics) Die(*run.Exec)  {}

// Revive has a bot that comes back to life begin anew.
func (*semantics) Revive(x *run.Exec) { clear(x.Mem) }

// Tick gives the bot at the cursor a turn. The first word of the scratch counts rounds of loops;
// behind it lie the nodes that are open, as Tick._openNodes has them.
func (s *semantics) Tick(x *run.Exec) host.Status {
	x.Scratch = append(x.Scratch[:0], 0)
	return s.turn(x, 0, x.Tree.Entries[0])
}

// turn is BehaviorTree.tick: it executes the root, and closes what the turn before had left open,
// from behind the first node in which the two differ. That one stays open, as in the original.
func (s *semantics) turn(x *run.Exec, sc int, root tree.NodeID) host.Status {
	base := len(x.Scratch)
	status := s.execute(x, root)
	now, was := x.Scratch[base:], s.open(x, sc)
	last, start := int(was.Load(0, 16)), 0
	for start < min(last, len(now)) {
		if start++; was.Load(16*start, 16) != now[start-1] {
			break
		}
	}
	for i := last; i > start; i-- {
		memory(x, tree.NodeID(was.Load(16*i, 16))).Store(0, 1, 0)
	}
	store(was, now)
	x.Scratch = x.Scratch[:base]
	return status
}

// open is the list of a scope.
func (s *semantics) open(x *run.Exec, sc int) host.Memory {
	return host.MemoryOf(x.Mem, int(x.Tree.Nodes[0].Slot)+s.scopes[sc].bit, 16*(s.scopes[sc].most+1))
}

func store(m host.Memory, list []uint32) {
	host.ClearMemory(m)
	m.Store(0, 16, uint32(len(list)))
	for i, n := range list {
		m.Store(16*(i+1), 16, n)
	}
}

// list returns the list of a scope, for people.
func (s *semantics) list(x *run.Exec, sc int) (all []tree.NodeID) {
	m := s.open(x, sc)
	for i := range int(m.Load(0, 16)) {
		all = append(all, tree.NodeID(m.Load(16*(i+1), 16)))
	}
	return all
}

// memory is what a node remembers: whether it is open, and from bit 1 on its counter or tick.
func memory(x *run.Exec, n tree.NodeID) host.Memory {
	node := &x.Tree.Nodes[n]
	return host.MemoryOf(x.Mem, int(node.Slot), 1+ops[node.Op].bits)
}

// execute is BaseNode._execute. A node that ends takes the last one off the list, as Tick._closeNode
// does: that is another one where MaxTime ends while its child runs on.
func (s *semantics) execute(x *run.Exec, n tree.NodeID) host.Status {
	x.Scratch = append(x.Scratch, uint32(n))
	m, o := memory(x, n), &ops[x.Tree.Nodes[n].Op]
	if m.Load(0, 1) == 0 {
		host.ClearMemory(m)
		if m.Store(0, 1, 1); o.bits == since {
			m.StoreInt(1, x.Tick)
		}
	}
	status := s.tick(x, n, o, m)
	if status != host.Running {
		x.Scratch = x.Scratch[:len(x.Scratch)-1]
		m.Store(0, 1, 0)
	}
	if x.Trace != nil && x.Tree.Nodes[n].Op != opAction {
		x.Trace.Node(x.Row, n, host.Visited, status)
	}
	return status
}

func (s *semantics) tick(x *run.Exec, n tree.NodeID, o *op, m host.Memory) host.Status {
	kids := x.Tree.Kids(n)
	switch x.Tree.Nodes[n].Op {
	case opPriority, opSequence, opMemPriority, opMemSequence:
		return s.children(x, kids, o, m)
	case opInverter:
		status := s.execute(x, kids[0])
		if status <= host.Success {
			status = host.Success - status
		}
		return status
	case opLimiter: // closed, it counts from 0 again: it never limits
		return s.execute(x, kids[0])
	case opMaxTime: // its child is asked first, also when its time is over
		if status := s.execute(x, kids[0]); !over(x, n, m) {
			return status
		}
		return host.Failure
	case opRepeater, opRepeatUntilFailure, opRepeatUntilSuccess:
		return s.repeat(x, n, o, m)
	case opError, opFailer, opRunner, opSucceeder:
		return o.answer
	case opWait:
		if over(x, n, m) {
			return host.Success
		}
		return host.Running
	case opSubTree:
		return s.turn(x, int(x.Tree.Nodes[n].Arg), kids[0])
	case opAction:
		return x.Leaf(n)
	case opCondition:
		return host.StatusOf(x.Holds(n, x.Asked(n, x.Tree.Nodes[n].Leaf).Bool()))
	}
	panic("behavior3: a node of an unknown op")
}

// children executes them: from the first, or, with a memory, from the one that ran on when the node
// was left open. Priority goes on after a failure, Sequence after a success; any other answer of a
// child is the answer.
func (s *semantics) children(x *run.Exec, kids []tree.NodeID, o *op, m host.Memory) host.Status {
	i := 0
	if o.bits > 0 {
		i = int(m.Load(1, counter))
	}
	for ; i < len(kids); i++ {
		status := s.execute(x, kids[i])
		if status == host.Running && o.bits > 0 {
			m.Store(1, counter, uint32(i))
		}
		if host.AnswerOf(status)&o.next == 0 {
			return status
		}
	}
	return o.answer
}

// repeat executes its child again, in the same turn, after the answers that are its next, until it has
// done so as often as its number says since it was opened; below 1 is without end. The answer is the
// child's last.
func (s *semantics) repeat(x *run.Exec, n tree.NodeID, o *op, m host.Memory) host.Status {
	i, most, status := m.Load(1, counter), x.Tree.Consts[x.Tree.Nodes[n].Arg].Number(), o.answer
	for most <= 0 || float64(i) < most {
		if x.Scratch[0]++; x.Scratch[0] > maxRounds {
			x.Warnf(n, "the loops of the tree have more than %d rounds in a tick: it breaks off", maxRounds)
			return host.Error
		}
		if status = s.execute(x, x.Tree.Kids(n)[0]); host.AnswerOf(status)&o.next == 0 {
			break
		}
		i++
	}
	m.Store(1, counter, i)
	return status
}

// over reports whether a node has been open for longer than its number says, in milliseconds. Time
// is rounded to microseconds, so that tenths of a second add up to whole ones.
func over(x *run.Exec, n tree.NodeID, m host.Memory) bool {
	left := x.Tree.Consts[x.Tree.Nodes[n].Arg].Number() - math.Round(float64(x.Tick-m.LoadInt(1))*x.DT*1e6)/1e3
	x.Because(n, host.TimeLeft).Is(left/1e3, host.Below, 0, "s")
	return left < 0
}

// label is what people call a node.
type label struct{ id, name, says string }

// Label is the name of a node, with what it is given and what its author says of it.
func (s *semantics) Label(_ *tree.Tree, n tree.NodeID) (kind, detail string) {
	return s.labels[n].name, strings.TrimSpace(s.labels[n].says)
}

// Role tells lists, loops, conditions and actions apart.
func (*semantics) Role(t *tree.Tree, n tree.NodeID) run.Role { return ops[t.Nodes[n].Op].role }

// Inspect lists the nodes that are open, with what they remember.
func (s *semantics) Inspect(x *run.Exec) (told run.Inspection) {
	var look func(sc, depth int)
	look = func(sc, depth int) {
		for i, n := range s.list(x, sc) {
			l, node := s.labels[n], &x.Tree.Nodes[n]
			told.Nodes = append(told.Nodes, run.InspectedNode{Node: n, Depth: depth + i, Text: l.name + l.says, Color: "green"})
			if bits := ops[node.Op].bits; bits > 0 {
				kind := map[int]string{counter: "counter", since: "opened in tick"}[bits]
				told.Values = append(told.Values, run.InspectedFact{Kind: kind, Name: l.id, Value: strconv.Itoa(int(memory(x, n).Load(1, counter))), Color: "green"})
			}
			if node.Op == opSubTree {
				look(int(node.Arg), depth+i+1)
			}
		}
	}
	look(0, 0)
	return told
}

// Depart has nothing to do: the runtime ends what actions of nodes that are gone began.
func (*semantics) Depart(*run.Exec, *run.Migration) {}

// Arrive has the lists of open nodes tell their numbers in the new version of the tree.
func (s *semantics) Arrive(x, was *run.Exec, m *run.Migration) {
	old := m.From.Semantics.(*semantics)
	for i, sc := range s.scopes {
		var now []uint32
		from := slices.IndexFunc(old.scopes, func(o scope) bool { return o.node == m.Old(sc.node) })
		if (from == 0) == (i == 0) { // else it is new, as no node is the old one
			for _, n := range old.list(was, from) {
				if n = m.New(n); n != 0 && len(now) < sc.most {
					now = append(now, uint32(n))
				}
			}
		}
		store(s.open(x, i), now)
	}
}
