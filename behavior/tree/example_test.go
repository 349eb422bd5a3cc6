package tree_test

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// A dialect builds a tree with ops of its own. Nodes are numbered from 1 on, in
// the order of adding, and the tree knows the memory that each bot has for them.
func Example() {
	const sequence, action tree.Op = 1, 2
	line := func(n int32) syntax.Span {
		return syntax.Span{Start: syntax.Pos{File: "guard.tree", Line: n, Col: 1}}
	}
	aim := &host.Action{Name: "aim", Bits: 8, Local: true}
	fire := &host.Action{Name: "fire", Local: true}

	b := tree.NewBuilder("guard")
	root := b.Add(sequence, line(1))
	b.Reserve(root, 3) // the child that runs
	for i, a := range []*host.Action{aim, fire} {
		leaf := b.Add(action, line(int32(i)+2))
		b.Leaf(leaf, tree.Leaf{Action: a})
		b.Put(root, leaf)
	}
	b.Entry(root)
	t, err := b.Build()
	if err != nil {
		fmt.Println(err)
	}
	for _, kid := range t.Kids(root) {
		name, pos := t.Origin(uint16(kid))
		leaf := t.Leaves[t.Nodes[kid].Leaf]
		fmt.Println(kid, leaf.Name(), "of", name, "at", pos)
	}
	fmt.Println(t.Words(), "word of memory a bot; may run on any worker:", t.Local())
	// Output:
	// 2 aim of guard at guard.tree:2:1
	// 3 fire of guard at guard.tree:3:1
	// 1 word of memory a bot; may run on any worker: true
}
