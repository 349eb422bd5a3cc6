package tree_test

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
)

func TestNodeIsSixteenBytes(t *testing.T) {
	if size := unsafe.Sizeof(tree.Node{}); size != 16 {
		t.Errorf("a node has %d bytes, want 16", size)
	}
}

func at(line int32) syntax.Span {
	return syntax.Span{Start: syntax.Pos{File: "t.yaml", Line: line, Col: 1}}
}

func build(t *testing.T, b *tree.Builder) *tree.Tree {
	t.Helper()
	built, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return built
}

func TestNodesAreNumberedInTheOrderOfAdding(t *testing.T) {
	b := tree.NewBuilder("guard")
	root := b.Add(3, at(1))
	b.Entry(root)
	first := b.Add(4, at(2))
	below := b.Add(5, at(3))
	second := b.Add(6, at(4))
	b.Put(root, first)
	b.Put(first, below)
	b.Put(root, second)
	b.Node(below).Arg = 7
	built := build(t, b)
	if diff := cmp.Diff([]tree.NodeID{1, 2, 3, 4}, []tree.NodeID{root, first, below, second}); diff != "" {
		t.Error(diff)
	}
	for n, want := range map[tree.NodeID][]tree.NodeID{0: {}, root: {first, second}, first: {below}, below: {}, second: {}} {
		if got := built.Kids(n); !cmp.Equal(got, want) {
			t.Errorf("children of %d are %v, want %v", n, got, want)
		}
	}
	if name, pos := built.Origin(uint16(below)); name != "guard" || pos != "t.yaml:3:1" {
		t.Errorf("node %d is from %s, %s", below, name, pos)
	}
	got := built.Nodes[below]
	if got.Op != 5 || got.Arg != 7 || got.Parent != first || built.Nodes[root].Parent != 0 {
		t.Errorf("node %d is %+v", below, got)
	}
	if !cmp.Equal(built.Entries, []tree.NodeID{root}) {
		t.Errorf("roots %v", built.Entries)
	}
}

// A node that stands under two parents is one node, and the last parent is its
// Parent.
func TestSharedNode(t *testing.T) {
	b := tree.NewBuilder("shared")
	root, left, right, shared := b.Add(1, at(1)), b.Add(1, at(2)), b.Add(1, at(3)), b.Add(2, at(4))
	b.Put(root, left)
	b.Put(root, right)
	b.Put(left, shared)
	b.Put(left, shared)
	b.Put(right, shared)
	built := build(t, b)
	if !cmp.Equal(built.Kids(left), []tree.NodeID{shared, shared}) || !cmp.Equal(built.Kids(right), []tree.NodeID{shared}) {
		t.Errorf("children %v, %v", built.Kids(left), built.Kids(right))
	}
	if got := built.Nodes[shared].Parent; got != right {
		t.Errorf("its parent is %d, want %d", got, right)
	}
}

func TestLimits(t *testing.T) {
	many := func(n int, add func(b *tree.Builder)) func(*tree.Builder) {
		return func(b *tree.Builder) {
			for range n {
				add(b)
			}
		}
	}
	node := func(b *tree.Builder) { b.Add(1, at(1)) }
	edge := func(b *tree.Builder) { b.Put(2, 1) }
	leaf := func(b *tree.Builder) { b.Leaf(1, tree.Leaf{Action: &host.Action{}}) }
	use := func(b *tree.Builder) { b.Use(tree.Leaf{Func: &host.Func{}}) }
	bit := func(b *tree.Builder) { b.Reserve(1, 1) }
	word := func(b *tree.Builder) { b.Reserve(1, 32) }
	memory := func(b *tree.Builder) { b.Leaf(1, tree.Leaf{Action: &host.Action{Bits: 65535}}) }
	for _, c := range []struct {
		name string
		add  func(b *tree.Builder)
		want string
	}{
		{"nodes fit", many(65533, node), ""},
		{"nodes", many(65534, node), "more than 65535 nodes"},
		{"edges fit", many(65535, edge), ""},
		{"edges", many(65536, edge), "more than 65535 edges"},
		{"leaves fit", many(65535, leaf), ""},
		{"leaves", many(65536, leaf), "more than 65535 leaves"},
		{"used leaves", many(65536, use), "more than 65535 leaves"},
		{"bits fit", many(65535, bit), ""},
		{"bits", many(65536, bit), "the first node without any is at 1:1"},
		{"words fit", many(2047, word), ""},
		{"words", many(2048, word), "the first node without any is at 1:1"},
		{"leaf memory fits", memory, ""},
		{"leaf memory", many(2, memory), "the first node without any is at 1:1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := tree.NewBuilder("large")
			b.Add(1, at(1))
			b.Add(1, at(2))
			c.add(b)
			built, err := b.Build()
			switch {
			case c.want == "" && err != nil:
				t.Error(err)
			case c.want != "" && (err == nil || !strings.HasSuffix(err.Error(), c.want)):
				t.Errorf("%v, want %s", err, c.want)
			case err != nil && err.(*tree.SizeError).At.Start.Line == 0:
				t.Errorf("%v: no node is named", err)
			case (built == nil) != (err != nil):
				t.Errorf("tree %v with error %v", built != nil, err)
			}
		})
	}
}

// What does not fit is node 0, and a parser can go on with that.
func TestBuilderTakesTheNodeThatDidNotFit(t *testing.T) {
	b := tree.NewBuilder("large")
	root := b.Add(1, at(1))
	b.Entry(root)
	for range tree.MaxNodes - 1 {
		b.Put(root, b.Add(2, at(2)))
	}
	lost := b.Add(2, at(3))
	if lost != 0 {
		t.Fatalf("node %d", lost)
	}
	b.Put(root, lost)
	b.Put(lost, root)
	b.Leaf(lost, tree.Leaf{Action: &host.Action{Bits: 3}})
	b.Reserve(lost, 3)
	b.Node(lost).Arg = 1
	b.Entry(lost)
	const want = "the tree is too large: more than 65535 nodes"
	if _, err := b.Build(); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestMemoryLayout(t *testing.T) {
	b := tree.NewBuilder("memory")
	n := func() tree.NodeID { return b.Add(1, at(1)) }
	action := func(bits int) tree.Leaf { return tree.Leaf{Action: &host.Action{Bits: bits}} }
	small, wide, leaf, both := n(), n(), n(), n()
	b.Reserve(small, 3)
	b.Reserve(wide, 64)
	b.Leaf(leaf, action(5))
	b.Leaf(both, action(31)) // does not cross into a word of its own: only 32 or more are aligned
	b.Reserve(both, 32)
	extra := b.Use(action(1))
	b.Leaf(n(), action(0))
	built := build(t, b)
	slots := []uint16{
		built.Nodes[small].Slot, built.Nodes[wide].Slot, built.Leaves[built.Nodes[leaf].Leaf].Slot,
		built.Leaves[built.Nodes[both].Leaf].Slot, built.Nodes[both].Slot, built.Leaves[extra].Slot,
	}
	if diff := cmp.Diff([]uint16{0, 32, 96, 101, 160, 192}, slots); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if built.Bits != 193 || built.Words() != 7 {
		t.Errorf("%d bits, %d words, want 193, 7", built.Bits, built.Words())
	}
}

// A tree knows whose memory is whose; what no node owns is not listed.
func TestSlotsBelongToNodes(t *testing.T) {
	b := tree.NewBuilder("slots")
	b.Reserve(0, 8)
	one, two := b.Add(1, at(1)), b.Add(1, at(2))
	b.Leaf(one, tree.Leaf{Action: &host.Action{Name: "wait", Bits: 3}})
	b.Reserve(one, 2)
	b.Use(tree.Leaf{Action: &host.Action{Name: "nobody's", Bits: 1}})
	b.Leaf(two, tree.Leaf{Func: &host.Func{Name: "asks"}})
	built := build(t, b)
	want := []tree.Slot{
		{Node: 0, Bits: 8},
		{Node: one, Name: "wait", Bit: 8, Bits: 3}, {Node: one, Bit: 11, Bits: 2},
		{Node: two, Name: "asks"},
	}
	if diff := cmp.Diff(want, built.Slots); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestFacetsAreThoseThatLeavesLookFor(t *testing.T) {
	b := tree.NewBuilder("facets")
	n := b.Add(1, at(1))
	looks := &host.Action{Name: "chase", Params: []host.Param{{Name: "where", Kind: host.Where}}}
	asks := &host.Func{Name: "near", Params: looks.Params}
	blind := &host.Action{Name: "wander"}
	for _, l := range []tree.Leaf{
		{Action: blind}, {Action: looks, Facet: 3}, {Action: looks, Facet: host.Nobody},
		{Func: asks, Facet: host.Everyone}, {Action: looks, Facet: 3}, {Func: asks, Facet: 1},
	} {
		b.Leaf(n, l)
	}
	if diff := cmp.Diff([]host.FacetID{3, host.Everyone, 1}, build(t, b).Facets); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestLocal(t *testing.T) {
	local, global := &host.Action{Local: true}, &host.Func{}
	b := tree.NewBuilder("local")
	n := b.Add(1, at(1))
	b.Leaf(n, tree.Leaf{Action: local})
	built := build(t, b)
	if !built.Local() {
		t.Error("a tree of local leaves is not local")
	}
	b.Use(tree.Leaf{Func: global})
	if build(t, b).Local() {
		t.Error("a tree with a leaf that is not local is local")
	}
}

func TestConstAndExpr(t *testing.T) {
	b := tree.NewBuilder("constants")
	for i, v := range []host.Value{host.NumberValue(1), host.StringValue("1"), host.NumberValue(1)} {
		if got, want := b.Const(v), int32(i%2); got != want {
			t.Errorf("constant %v is number %d, want %d", v, got, want)
		}
	}
	if a, c := b.Expr(tree.Instr{Code: 1}, tree.Instr{Code: 2}), b.Expr(tree.Instr{Code: 3}); a != 0 || c != 2 {
		t.Errorf("expressions begin at %d and %d, want 0 and 2", a, c)
	}
	built := build(t, b)
	if len(built.Consts) != 2 || built.Exprs[2].Code != 3 {
		t.Errorf("%v, %v", built.Consts, built.Exprs)
	}
}

// Whatever can change what a bot's words mean changes the fingerprint, and what
// cannot does not.
func TestFingerprint(t *testing.T) {
	variant := func(change func(b *tree.Builder, n tree.NodeID, l *tree.Leaf)) uint64 {
		b := tree.NewBuilder("tree")
		root, n := b.Add(1, at(1)), b.Add(2, at(2))
		b.Entry(root)
		b.Put(root, n)
		l := tree.Leaf{
			Action: &host.Action{Name: "wait"}, Args: []host.Value{host.NumberValue(1)},
			Texts: []host.TextParam{{Name: "a", Value: "b"}},
			Items: []host.Item{{Name: "i", Args: []host.Value{host.NumberValue(1)}, Items: []host.Item{{Name: "k"}}}},
		}
		change(b, n, &l)
		b.Leaf(n, l)
		return build(t, b).Fingerprint()
	}
	same := variant(func(*tree.Builder, tree.NodeID, *tree.Leaf) {})
	seen := map[uint64]string{same: "the original"}
	for name, change := range map[string]func(b *tree.Builder, n tree.NodeID, l *tree.Leaf){
		"op":       func(b *tree.Builder, n tree.NodeID, _ *tree.Leaf) { b.Node(n).Op = 3 },
		"flags":    func(b *tree.Builder, n tree.NodeID, _ *tree.Leaf) { b.Node(n).Flags = 1 },
		"arg":      func(b *tree.Builder, n tree.NodeID, _ *tree.Leaf) { b.Node(n).Arg = -1 },
		"memory":   func(b *tree.Builder, n tree.NodeID, _ *tree.Leaf) { b.Reserve(n, 3) },
		"edge":     func(b *tree.Builder, n tree.NodeID, _ *tree.Leaf) { b.Put(1, n) },
		"order":    func(b *tree.Builder, n tree.NodeID, _ *tree.Leaf) { b.Put(1, b.Add(2, at(3))) },
		"entry":    func(b *tree.Builder, n tree.NodeID, _ *tree.Leaf) { b.Entry(n) },
		"env":      func(b *tree.Builder, _ tree.NodeID, _ *tree.Leaf) { b.Env(1) },
		"expr":     func(b *tree.Builder, _ tree.NodeID, _ *tree.Leaf) { b.Expr(tree.Instr{Code: 4}) },
		"const":    func(b *tree.Builder, _ tree.NodeID, _ *tree.Leaf) { b.Const(host.NumberValue(2)) },
		"leaf":     func(_ *tree.Builder, _ tree.NodeID, l *tree.Leaf) { l.Action = &host.Action{Name: "idle"} },
		"argument": func(_ *tree.Builder, _ tree.NodeID, l *tree.Leaf) { l.Args[0] = host.NumberValue(2) },
		"text":     func(_ *tree.Builder, _ tree.NodeID, l *tree.Leaf) { l.Texts[0].Value = "c" },
		"element":  func(_ *tree.Builder, _ tree.NodeID, l *tree.Leaf) { l.Items[0].Name = "j" },
		"value":    func(_ *tree.Builder, _ tree.NodeID, l *tree.Leaf) { l.Items[0].Args[0] = host.NumberValue(2) },
		"inner": func(_ *tree.Builder, _ tree.NodeID, l *tree.Leaf) {
			l.Items = append(l.Items, l.Items[0].Items...)
			l.Items[0].Items = nil
		},
	} {
		h := variant(change)
		if other, ok := seen[h]; ok {
			t.Errorf("another %s has the fingerprint of %s", name, other)
		}
		seen[h] = "another " + name
	}
	order := func(first, second int) uint64 {
		b := tree.NewBuilder("tree")
		for i, bits := range []int{first, second} {
			b.Use(tree.Leaf{Action: &host.Action{Name: []string{"a", "b"}[i], Bits: bits}})
		}
		return build(t, b).Fingerprint()
	}
	if order(3, 5) == order(5, 3) {
		t.Error("another place of a leaf's memory has the same fingerprint")
	}
	facet := variant(func(_ *tree.Builder, _ tree.NodeID, l *tree.Leaf) { l.Facet = 9 })
	if facet != same {
		t.Error("the fingerprint depends on a number of the registry")
	}
}
