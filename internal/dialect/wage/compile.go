package wage

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// Compile lowers a tree that was decoded without errors.
func Compile(name string, n Node, reg *host.Registry, l *syntax.List) *run.Program {
	c := compiler{b: tree.NewBuilder(name), symbols: host.SymbolsOf(reg)}
	c.b.Entry(c.lower(n))
	t, err := c.b.Build()
	if err != nil {
		l.Errorf(n.Span(), "%v", err)
		return nil
	}
	s := &semantics{symbols: host.SymbolsOf(reg)}
	s.steps, s.first = stepsOf(t)
	return &run.Program{Tree: t, Numbers: c.numbers, Symbols: s.symbols, Semantics: s}
}

type compiler struct {
	b       *tree.Builder
	symbols *host.Symbols
	numbers []run.Number
}

// add makes a node.
func (c *compiler) add(op opcode, at syntax.Span) tree.NodeID { return c.b.Add(tree.Op(op), at) }

func (c *compiler) lower(n Node) tree.NodeID {
	switch n := n.(type) {
	case *Selector:
		return c.composite(opSelector, n.At, n.Children)
	case *Sequence:
		return c.composite(opSequence, n.At, n.Children)
	case *StateEquals:
		return c.stateEquals(n)
	case *Action:
		id := c.add(opAction, n.At)
		c.b.Leaf(id, tree.Leaf{Action: n.Use, Args: n.Args, Facet: n.Where})
		c.numbers = append(c.numbers, n.Numbers...)
		return id
	case *Condition:
		id := c.add(opCondition, n.At)
		c.b.Leaf(id, tree.Leaf{Func: n.Use, Args: n.Args, Facet: n.Where})
		c.numbers = append(c.numbers, n.Numbers...)
		return id
	}
	panic("wage: a node of an unknown type")
}

func (c *compiler) composite(op opcode, at syntax.Span, kids []Node) tree.NodeID {
	id := c.add(op, at)
	for _, kid := range kids {
		c.b.Put(id, c.lower(kid))
	}
	return id
}

func (c *compiler) stateEquals(n *StateEquals) tree.NodeID {
	if !n.Value.Comparable() {
		id := c.add(opNever, n.At)
		c.b.Node(id).Arg = c.b.Const(n.Value)
		return id
	}
	test := host.Facet{Key: c.symbols.Key(n.Key), Value: c.symbols.Sym(n.Value)}
	facet := c.symbols.Facet(test)
	c.b.Test(facet)
	id := c.add(opStateEquals, n.At)
	// once as a comparison and once, for trees that run in lanes, as a facet
	c.b.Node(id).Arg = c.b.Expr(tree.Instr{A: int32(test.Key), B: uint32(test.Value)}, tree.Instr{A: int32(facet)})
	return id
}

// Conjunction returns the state tests of a tree that consists of nothing else and
// wants all of them to hold; ok is false for any other tree.
func Conjunction(n Node, reg *host.Registry) (tests []host.Facet, ok bool) {
	nodes := []Node{n}
	if all, isAll := n.(*Sequence); isAll {
		nodes = all.Children
	}
	for _, n := range nodes {
		test, isTest := n.(*StateEquals)
		if !isTest || !test.Value.Comparable() {
			return nil, false
		}
		tests = append(tests, host.Facet{Key: reg.Key(test.Key), Value: reg.Sym(test.Value)})
	}
	return tests, true
}
