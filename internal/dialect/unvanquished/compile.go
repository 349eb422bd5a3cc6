package unvanquished

import (
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// compile lowers a file that was read without errors, and every file that it
// mentions, into one tree. The first entry is the root of the file, the second,
// if any, the block of selectClass. A file that is mentioned twice is one node.
func compile(f *File, lib *library) *run.Program {
	c := &compiler{b: tree.NewBuilder(f.Path), files: map[*File]tree.NodeID{}, paths: map[tree.NodeID]*File{}}
	nodes := c.countFile(f, map[*File]bool{})
	if f.Select != nil {
		nodes += c.count(f.Select, map[*File]bool{f: true})
	}
	c.b.Reserve(0, listBits(nodes)) // the running list comes first
	c.b.Entry(c.file(f))
	if f.Select != nil {
		c.b.Entry(c.lower(f.Select))
	}
	t, err := c.b.Build()
	if err != nil {
		lib.errs.Errorf(f.Root.Span(), "%v", err)
		return nil
	}
	p := &run.Program{Tree: t, Symbols: lib.symbols, Semantics: newSemantics(t, c.paths)}
	for _, f := range lib.order {
		p.Numbers = append(p.Numbers, f.numbers...)
	}
	return p
}

type compiler struct {
	b     *tree.Builder
	files map[*File]tree.NodeID
	paths map[tree.NodeID]*File
}

// countFile counts the nodes of a file and of the files that it mentions. Files
// mentioned in a block of selectClass may be counted twice.
func (c *compiler) countFile(f *File, seen map[*File]bool) int {
	if seen[f] {
		return 0
	}
	seen[f] = true
	return 1 + c.count(f.Root, seen)
}

func (c *compiler) count(n Node, seen map[*File]bool) int {
	if in, ok := n.(*Include); ok {
		return c.countFile(in.File, seen)
	}
	total := 1
	for _, kid := range kids(n) {
		total += c.count(kid, seen)
	}
	return total
}

// file returns the node of a file. Where the file is mentioned, that node is
// listed as running like any other.
func (c *compiler) file(f *File) tree.NodeID {
	if id, ok := c.files[f]; ok {
		return id
	}
	id := c.add(opFile, syntax.Span{Start: syntax.Pos{File: f.Path, Line: 1, Col: 1}, EndLine: f.end.Line, EndCol: f.end.Col})
	c.files[f] = id
	c.paths[id] = f
	c.b.Put(id, c.lower(f.Root))
	return id
}

var compositeOps = [...]opcode{Sequence: opSequence, Selector: opSelector, Fallback: opFallback, Concurrent: opConcurrent}

// add makes a node.
func (c *compiler) add(op opcode, at syntax.Span) tree.NodeID { return c.b.Add(tree.Op(op), at) }

func (c *compiler) lower(n Node) tree.NodeID {
	switch n := n.(type) {
	case *Composite:
		id := c.add(compositeOps[n.Kind], n.At)
		for _, kid := range n.Children {
			c.b.Put(id, c.lower(kid))
		}
		return id
	case *Action:
		id := c.add(opAction, n.At)
		if n.Use.Enter != nil || n.Use.Admit != nil {
			c.b.Node(id).Flags |= flagEnters
		}
		c.b.Leaf(id, tree.Leaf{Action: n.Use, Args: n.Args})
		return id
	case *Condition:
		return c.condition(n)
	case *Decorator:
		return c.decorator(n)
	case *Include:
		return c.file(n.File)
	case *Spawn:
		id := c.add(opSpawn, n.At)
		c.b.Node(id).Arg = n.Choice
		return id
	}
	panic("unvanquished: a node of an unknown type")
}

func (c *compiler) condition(n *Condition) tree.NodeID {
	op := opCondition
	if n.Child != nil {
		op = opGuard
	}
	id := c.add(op, n.At)
	c.b.Node(id).Arg = c.expr(n.Expr)
	if n.Child != nil {
		c.b.Put(id, c.lower(n.Child))
	}
	return id
}

var decoratorOps = [...]opcode{Invert: opInvert, MapStatus: opMapStatus, Return: opReturn, Timer: opTimer}

func (c *compiler) decorator(n *Decorator) tree.NodeID {
	id := c.add(decoratorOps[n.Kind], n.At)
	switch n.Kind {
	case Return:
		c.b.Node(id).Arg = int32(statusOfNumber(truncate(n.Values[0])))
	case MapStatus:
		for i, v := range n.Values {
			c.b.Node(id).Arg |= int32(statusOfNumber(truncate(v))) << (8 * i)
		}
	case Timer:
		c.b.Node(id).Arg = truncate(n.Values[0])
		c.b.Reserve(id, gateBits)
	}
	c.b.Put(id, c.lower(n.Child))
	return id
}

// expr lowers an expression, operands before operators, and returns the index of
// its last instruction.
func (c *compiler) expr(e Expr) int32 {
	switch e := e.(type) {
	case *Not:
		return c.b.Expr(tree.Instr{Code: exprNot, A: c.expr(e.X)})
	case *Binary:
		x, y := c.expr(e.X), c.expr(e.Y)
		return c.b.Expr(tree.Instr{Code: exprBinary + uint8(e.Op), A: x, B: uint32(y)})
	case *Literal:
		return c.b.Expr(tree.Instr{Code: exprConst, A: c.b.Const(e.Value)})
	case *Call:
		return c.b.Expr(tree.Instr{Code: exprCall, A: int32(c.b.Use(tree.Leaf{Func: e.Use, Args: e.Args}))})
	}
	panic("unvanquished: an expression of an unknown type")
}
