package dst

import (
	"bytes"
	"testing"

	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/internal/dialect/dst/nodes"
)

// nodesBelow returns the nodes of the tree of the only bot, by their names.
func nodesBelow(m *troupe) (*nodes.Instance, map[string]*nodes.Node) {
	in, _ := botOf(m.stage.Known[1]).brain().t.Tree()
	all := map[string]*nodes.Node{}
	for _, n := range in.Nodes[1:] {
		all[machine.Show(n.Name)] = n
	}
	return in, all
}

const impliedTree = `
	local Mob = Class(Brain)
	function Mob:OnStart()
		local kept = { WaitNode(9) }
		self.bt = BT(self.inst, SequenceNode{
			WhileNode(function() return true end, "while", NotDecorator(WaitNode(3))), SelectorNode(kept) })
	end
	return Mob`

// A list of children that was made here is not kept while no script has asked for it; one
// that a script made is.
func TestListsThatNoScriptHoldsAreImplied(t *testing.T) {
	pool, w, m := playing(t, impliedTree, 1)
	play(pool, 0, 2)
	_, all := nodesBelow(m)
	for name, implied := range map[string]bool{"Parallel": true, "Not": true, "Sequence": true, "Selector": false} {
		if n := all[name]; n == nil || n.IsImplied() != implied {
			t.Errorf("%s: %+v, wanted implied %v", name, n, implied)
		}
	}
	before, err := m.encode()
	if err != nil {
		t.Fatal(err)
	}
	list := all["Parallel"].Children().Table()
	if list == nil || all["Parallel"].IsImplied() || list.Len() != 2 || nodes.NodeOf(list.At(1)) != all["while"] || nodes.NodeOf(list.At(2)) != all["Not"] {
		t.Errorf("the list is %v, wanted the two nodes", list)
	}
	if all["Parallel"].Children().Table() != list {
		t.Error("who asks twice gets two lists")
	}
	after, err := m.encode()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(before, after) {
		t.Error("a list that was asked for is saved in another way")
	}
	if len(w.faults) > 0 {
		t.Error(w.faults[0])
	}
}

// A script that first asks for a list late finds, and does with it, what it would have if it
// had asked at once: also when the tree is laid out anew, and when nodes go to another one.
func TestImpliedListsAreTheSameWhenTheyAreAskedFor(t *testing.T) {
	for what, change := range map[string]string{
		"an entry":       `list[2] = act`,
		"another entry":  `table.insert(list, act)`,
		"no entry":       `table.remove(list)`,
		"above it":       `root.children = { act, WaitNode(0.1), list[2] }`,
		"own method":     `root.Visit = function(self) print("visit", self.children[1].children[2] == list[2]) SequenceNode.Visit(self) end`,
		"another tree":   `inst.brain.bt = BT(inst, SequenceNode{ act, list[2] })`,
		"the whole tree": `inst.brain.bt = BT(inst, SelectorNode{ act, NotDecorator(root) })`,
	} {
		t.Run(what, func(t *testing.T) {
			play := func(first string) []string {
				return printed(t, `
				local Mob = Class(Brain)
				function Mob:OnStart()
					local act, inst = ActionNode(function() print("act") end, "act"), self.inst
					local inner = WhileNode(function() return true end, "inner", LoopNode({ ActionNode(function() print("loop") end), WaitNode(0.15) }, 4))
					local root = SequenceNode{ WhileNode(function() return true end, "outer", NotDecorator(inner)), WaitNode(9) }
					local function show(n, deep)
						print(deep, n.name, n.status, n.lastresult, n.idx, n.rep)
						for _, kid in ipairs(n.children or {}) do print(kid.parent == n) show(kid, deep + 1) end
					end
					self.bt = BT(inst, root)
					`+first+`
					inst:DoTaskInTime(0.3, function() local list = root.children[1].children `+change+` end)
					inst:DoTaskInTime(0.6, function() show(inst.brain.bt.root, 0) end)
				end
				return Mob`, 1, 12)
			}
			late, early := play(""), play("local function ask(n) for _, kid in ipairs(n.children or {}) do ask(kid) end end ask(root)")
			if diff := cmp.Diff(early, late); diff != "" || len(late) < 5 {
				t.Errorf("(-asked at once +asked late)\n%s\n%q", diff, late)
			}
		})
	}
}

// Where a script makes the objects of a class, it may hold what they are given.
func TestListsThatAScriptSawAreKept(t *testing.T) {
	pool, _, m := playing(t, `
		local old, seen = ParallelNode._ctor
		ParallelNode._ctor = function(self, kids) seen = kids old(self, kids) end
	`+impliedTree, 1)
	play(pool, 0, 2)
	if _, all := nodesBelow(m); all["Parallel"].IsImplied() || !all["Not"].IsImplied() {
		t.Error("a list that a script holds is implied, or none is")
	}
}
