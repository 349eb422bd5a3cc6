package mbt

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// compiler lowers a document, and those that may be grafted into it, to one tree.
// Grafted trees are children of each Graft node, of which at most one runs. So
// they read the variables and timestamps of their host, as in the original.
type compiler struct {
	b     *tree.Builder
	reg   *host.Registry
	sem   *semantics
	doc   *document
	vars  map[string]int // bits by name in lower case
	times map[string]int // timestamps by name
	slots map[scopeName]int
	// wants is the memory that nodes need besides the bit that says whether they
	// run. Large pieces are handed out first, so that none straddles two words.
	wants []want
	// leaves get their memory after the nodes
	leaves  []pendingLeaf
	graft   []graftTree
	texts   map[string]int32
	inGraft int
	logs    bool
}

type pendingLeaf struct {
	node tree.NodeID
	leaf tree.Leaf
}

type want struct {
	node tree.NodeID
	bits int
}

// graftTree is a tree that may be grafted.
type graftTree struct {
	name string
	doc  *document
}

// compile lowers a document. It returns nil when the tree is too large. What is odd goes to
// the lints.
func compile(name string, doc *document, grafts []graftTree, reg *host.Registry, cfg *Config, l *syntax.List, lints *syntax.ErrorList) *run.Program {
	c := &compiler{
		b: tree.NewBuilder(name), reg: reg, doc: doc, graft: grafts,
		sem:  &semantics{config: cfg, symbols: host.SymbolsOf(reg)},
		vars: map[string]int{}, times: map[string]int{}, texts: map[string]int32{}, slots: map[scopeName]int{},
	}
	for i, v := range doc.variables {
		c.vars[v.name] = i
	}
	for i, t := range doc.timestamps {
		if _, ok := c.times[t.name]; !ok {
			c.times[t.name] = i
		}
	}
	root := c.node(doc.root)
	c.b.Entry(root)
	c.reserve(root)
	c.environment()
	c.handlers()
	c.sem.renamed = renamings(c.reg)
	c.b.Wants(Part)
	for _, part := range c.parts() {
		c.b.Needs(part)
	}
	t, err := c.b.Build()
	if err == nil && len(c.sem.texts) > maxTexts {
		err = fmt.Errorf("the tree is too large: more than %d texts to log", maxTexts)
	}
	if err != nil {
		l.Errorf(doc.root.base().at, "%v", err)
		return nil
	}
	c.unheard(lints)
	return &run.Program{Tree: t, Numbers: c.doc.numbers, Symbols: host.SymbolsOf(c.reg), Semantics: c.sem}
}

// reserve hands out the memory of the nodes: first a bit for each, at its own
// number, then what they need besides.
func (c *compiler) reserve(root tree.NodeID) {
	nodes := len(c.sem.kinds)
	c.b.Reserve(0, (nodes+1+31)&^31) // of the tree as a whole
	slices.SortStableFunc(c.wants, func(a, b want) int { return cmp.Compare(b.bits, a.bits) })
	for _, w := range c.wants {
		c.b.Reserve(w.node, w.bits)
	}
	for _, l := range c.leaves {
		c.b.Leaf(l.node, l.leaf)
	}
}

func (c *compiler) want(n tree.NodeID, bits int) { c.wants = append(c.wants, want{n, bits}) }

// add makes a node, with the texts that it logs.
func (c *compiler) add(op opcode, e *element) tree.NodeID {
	n := c.b.Add(tree.Op(op), e.at)
	if n == 0 {
		return 0 // the tree is too large, which Build reports
	}
	for len(c.sem.kinds) <= int(n) {
		c.sem.kinds = append(c.sem.kinds, kind{})
	}
	c.sem.rests = c.sem.rests || rests[op]
	k := &c.sem.kinds[n]
	k.name = e.kind
	for i, text := range e.logs {
		if text != "" {
			k.logs[i] = c.text(text)
			c.b.Node(n).Flags |= flagLogs
			c.logs = true
		}
	}
	return n
}

// text returns the number of a text that is logged, from 1 on.
func (c *compiler) text(s string) int32 {
	if n, ok := c.texts[s]; ok {
		return n
	}
	c.sem.texts = append(c.sem.texts, s)
	c.b.Const(host.StringValue(s))
	n := int32(len(c.sem.texts))
	c.texts[s] = n
	return n
}

func (c *compiler) put(parent tree.NodeID, kids ...node) tree.NodeID {
	for _, kid := range kids {
		c.b.Put(parent, c.node(kid))
	}
	return parent
}

func (c *compiler) node(n node) tree.NodeID {
	switch n := n.(type) {
	case *sequenceNode:
		return c.composite(opSequence, &n.element, n.kids)
	case *selectorNode:
		return c.composite(opSelector, &n.element, n.kids)
	case *parallelNode:
		return c.parallel(n)
	case *loopNode:
		op := opLoop
		if n.retries {
			op = opLoopUntilSuccess
		}
		id := c.add(op, &n.element)
		c.b.Node(id).Arg = int32(n.count)
		if n.count > 0 {
			c.want(id, 8)
		}
		return c.put(id, n.kid)
	case *priorityNode:
		return c.priority(n)
	case *machineNode:
		return c.machine(n)
	case *sendNode:
		c.sem.sent = append(c.sem.sent, run.SentEvent{Name: n.event, Node: n.kind, At: n.at.Start, Own: true, Within: true})
		return c.withEvent(pick(n.stays, opSendTransitionEvent, opSendEvent), &n.element, n.event)
	case *signalNode:
		id := c.withEvent(pick(n.stays, opSendTransitionSignal, opSignal), &n.element, n.event)
		c.b.Node(id).Flags |= uint8(n.to) << audienceShift
		c.sem.kinds[id].text = n.event
		if n.event != "" { // of one without a name there is a notice
			c.sem.sent = append(c.sem.sent, run.SentEvent{Name: n.event, Node: n.kind, At: n.at.Start, Own: n.to == host.Sender})
		}
		c.b.Alone()
		return id
	case *ifNode:
		id := c.withCondition(opIfCondition, &n.element, n.condition)
		c.sem.kinds[id].text = fmt.Sprintf("(%s) == %v", n.condition.Text, n.equalTo)
		if n.equalTo {
			c.b.Node(id).Flags |= flagTrue
		}
		return c.put(id, n.kid)
	case *assertNode:
		id := c.withCondition(opAssertCondition, &n.element, n.condition)
		c.sem.kinds[id].text = n.condition.Text
		return id
	case *monitorNode:
		id := c.withCondition(opMonitorCondition, &n.element, n.condition)
		c.sem.kinds[id].text = "(" + n.condition.Text + ")"
		return id
	case *randomGateNode:
		id := c.add(opRandomGate, &n.element)
		c.b.Node(id).Arg = c.b.Const(host.NumberValue(float64(n.chance)))
		return c.put(id, n.kid)
	case *timerNode:
		id := c.add(pick(n.fails, opTimeout, opWait), &n.element)
		c.b.Node(id).Arg = int32(len(c.sem.timers))
		c.sem.timers = append(c.sem.timers, timer{n.duration, n.variation})
		c.b.Const(host.NumberValue(float64(n.duration)))
		c.b.Const(host.NumberValue(float64(n.variation)))
		c.want(id, 64)
		return id
	case *waitForEventNode:
		id := c.withEvent(opWaitForEvent, &n.element, n.event)
		c.hear(n.kind, n.event, n.at)
		c.sem.kinds[id].text = n.event
		if !n.fails {
			c.b.Node(id).Flags |= flagTrue
		}
		c.want(id, 1)
		return id
	case *timeNode:
		return c.time(n)
	case *suppressNode:
		return c.put(c.add(opSuppressFailure, &n.element), n.kid)
	case *plainNode:
		return c.add(opCalled(n.kind), &n.element)
	case *logNode:
		id := c.add(opLog, &n.element)
		c.b.Node(id).Arg = c.text(fmt.Sprintf("%s (%d)", n.message, n.at.Start.Line))
		c.logs = true
		return id
	case *graftNode:
		return c.graftPoint(n)
	case *luaNode:
		return c.withCode(opCalled(n.kind), &n.element, n.code, nil)
	case *luaGateNode:
		return c.put(c.withCode(opLuaGate, &n.element, n.code, nil), n.kid)
	case *luaWrapperNode:
		return c.put(c.withCode(opLuaWrapper, &n.element, n.enter, n.exit), n.kid)
	case *scopeNode:
		return c.scope(n)
	case *actionNode:
		return c.action(n)
	}
	panic("mbt: a node of an unknown type")
}

func pick(first bool, a, b opcode) opcode {
	if first {
		return a
	}
	return b
}

func (c *compiler) composite(op opcode, e *element, kids []node) tree.NodeID {
	id := c.add(op, e)
	if len(kids) > 1 {
		c.want(id, 16)
	}
	return c.put(id, kids...)
}

func (c *compiler) parallel(n *parallelNode) tree.NodeID {
	id := c.add(opParallel, &n.element)
	if n.successAny {
		c.b.Node(id).Flags |= flagSuccessAny
	}
	if n.failureAll {
		c.b.Node(id).Flags |= flagFailureAll
	}
	c.want(id, 64)
	return c.put(id, n.kids...)
}

func (c *compiler) priority(n *priorityNode) tree.NodeID {
	id := c.add(opPriority, &n.element)
	c.want(id, 8)
	for i := range n.cases {
		k := &n.cases[i]
		of := c.withCondition(opCase, &element{kind: "Case", at: k.at}, k.condition)
		c.sem.kinds[of].text = k.condition.Text
		c.b.Put(id, c.put(of, k.kid))
	}
	return id
}

func (c *compiler) machine(n *machineNode) tree.NodeID {
	id := c.add(opStateMachine, &n.element)
	c.want(id, 16)
	for i := range n.states {
		s := &n.states[i]
		of := c.add(opState, &element{kind: "State", at: s.at})
		c.sem.kinds[of].text = s.name
		c.b.Node(of).Arg = int32(len(c.sem.states))
		var to []edge
		for _, t := range s.transitions {
			to = append(to, edge{c.hear("Transition", t.event, t.at), uint8(t.state)})
			c.b.Const(host.StringValue(t.event))
			c.b.Const(host.IntValue(int64(t.state)))
		}
		c.sem.states = append(c.sem.states, to)
		c.b.Put(id, c.put(of, s.kid))
	}
	return id
}

func (c *compiler) withEvent(op opcode, e *element, event string) tree.NodeID {
	id := c.add(op, e)
	c.b.Node(id).Arg = int32(len(c.sem.events))
	c.sem.events = append(c.sem.events, host.SymbolsOf(c.reg).Event(event))
	c.b.Const(host.StringValue(event))
	return id
}

func (c *compiler) withCondition(op opcode, e *element, cond expression) tree.NodeID {
	id := c.add(op, e)
	c.b.Node(id).Arg = c.expr(cond)
	c.b.Const(host.StringValue(cond.Text))
	return id
}

// expr lowers a condition. A variable becomes its bit in the environment; one
// that is not declared is false.
func (c *compiler) expr(cond expression) int32 {
	var code []tree.Instr
	for _, s := range cond.steps {
		in := tree.Instr{Code: s.code}
		if s.code == codeVar {
			if bit, ok := c.vars[s.name]; ok {
				in.A = int32(bit)
			} else {
				in.Code = codeFalse
			}
		}
		code = append(code, in)
	}
	return c.b.Expr(append(code, tree.Instr{Code: codeEnd})...)
}

func (c *compiler) time(n *timeNode) tree.NodeID {
	id := c.add(n.op, &n.element)
	test := timeTest{stamp: -1, limit: units(n.limit), more: n.more, never: n.never}
	if i, ok := c.times[n.since]; ok {
		test.stamp = i
	}
	c.sem.kinds[id].more = fmt.Sprintf("%s %c %g s", n.since, "<>"[btoi(n.more)], n.limit)
	c.b.Node(id).Arg = int32(len(c.sem.tests))
	c.sem.tests = append(c.sem.tests, test)
	c.b.Const(host.StringValue(n.since))
	c.b.Const(host.NumberValue(float64(n.limit)))
	if n.kid != nil {
		c.put(id, n.kid)
	}
	return id
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// graftPoint puts every tree that may be grafted below the node, but not within
// such a tree: they are not grafted into each other.
func (c *compiler) graftPoint(n *graftNode) tree.NodeID {
	id := c.add(opGraft, &n.element)
	c.want(id, 16)
	c.sem.grafts = true
	if c.sem.config.Graft != nil {
		c.b.Alone()
	}
	if c.inGraft > 0 {
		return id
	}
	c.inGraft++
	for _, g := range c.graft {
		root := &element{kind: graftRoot, at: g.doc.root.base().at}
		of := c.add(opGrafted, root)
		c.sem.kinds[of].text = g.name
		c.b.Put(id, c.put(of, g.doc.root))
	}
	c.inGraft--
	return id
}

func (c *compiler) withCode(op opcode, e *element, first, second *machine.Chunk) tree.NodeID {
	id := c.add(op, e)
	c.b.Node(id).Arg = int32(len(c.sem.scripts))
	c.sem.scripts = append(c.sem.scripts, scripts{first, second})
	for _, chunk := range []*machine.Chunk{first, second} {
		if chunk != nil {
			c.sem.kinds[id].more = strings.TrimSpace(c.sem.kinds[id].more + " " + chunk.Source())
			c.b.Const(host.StringValue(chunk.Source()))
		}
	}
	c.b.Alone()
	return id
}

func (c *compiler) scope(n *scopeNode) tree.NodeID {
	id := c.add(opGroupScope, &n.element)
	sc := scope{allowed: n.allowed}
	name, shown := n.name, n.name
	if n.name == "" {
		sc.everyone = true
		at := n.at.Start
		name = at.String()
		at.File = path.Base(filepath.ToSlash(at.File)) // whatever the scene is called by
		shown = at.String()
		c.sem.kinds[id].text = fmt.Sprintf("max %d", n.allowed)
	} else {
		c.sem.kinds[id].text = n.show
	}
	key := scopeName{name, sc.everyone, n.squad}
	slot, ok := c.slots[key]
	if !ok {
		slot = len(c.sem.scopeNames)
		c.slots[key] = slot
		c.sem.scopeNames = append(c.sem.scopeNames, key)
	}
	sc.slot = slot
	c.b.Node(id).Arg = int32(len(c.sem.scopes))
	c.sem.scopes = append(c.sem.scopes, sc)
	c.b.Const(host.StringValue(shown))
	c.b.Const(host.NumberValue(float64(n.allowed)))
	c.b.Alone()
	return c.put(id, n.kid)
}

func (c *compiler) action(n *actionNode) tree.NodeID {
	op := [...]opcode{host.Leaf: opAction, host.Gate: opGate, host.Decorator: opDecorator, host.Composite: opComposite}[n.use.Kind]
	id := c.add(op, &n.element)
	c.sem.open = c.sem.open || n.use.Event != nil
	c.sem.own = c.sem.own || isOwn(n.use) != nil
	if n.use.Scripts && c.sem.config.Lua != nil {
		c.sem.hooked = true
		c.b.Alone()
	}
	if n.pipe != nil {
		c.sem.hooked = true
		c.sem.pipes = append(c.sem.pipes, nodePipe{id, len(c.sem.scripts), n.args[0].Text()})
		c.sem.scripts = append(c.sem.scripts, scripts{first: n.pipe})
		c.b.Const(host.StringValue(n.pipe.Source()))
		c.b.Alone()
	}
	c.leaves = append(c.leaves, pendingLeaf{id, tree.Leaf{Action: n.use, Args: n.args, Items: n.items, Facet: n.facet}})
	return c.put(id, n.kids...)
}
