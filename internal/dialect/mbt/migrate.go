package mbt

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

var _ run.Migrator = (*semantics)(nil)

// Depart terminates the nodes that are gone, outer ones first, and those whose
// child, case, state or grafted tree is past the end in the new version.
func (s *semantics) Depart(x *run.Exec, m *run.Migration) {
	for i := range x.Tree.Nodes[1:] {
		n := tree.NodeID(i + 1)
		if runs(x, n) && (m.New(n) == 0 || s.replaced(x, n, m) || !fits(x, n, int(m.To.Tree.Nodes[m.New(n)].NKid))) {
			s.terminate(x, n)
		}
	}
}

// fits reports whether the child that a node has chosen exists among so many.
func fits(x *run.Exec, n tree.NodeID, kids int) bool {
	node := &x.Tree.Nodes[n]
	switch opOf(node) {
	case opSequence, opSelector:
		return int(at(x, node)) < kids
	case opPriority:
		now := int(field(x, node, 8))
		return now == noCase || now < kids
	case opStateMachine:
		v := field(x, node, 16)
		pending := int(v >> 8)
		return int(v&0xff) < kids && (pending == noPending || pending < kids)
	case opGraft:
		return int(field(x, node, 16)) <= kids
	case opComposite: // a game's own may remember any child
		return int(node.NKid) == kids
	}
	return true
}

// Arrive restores which nodes run, the answers that a Parallel has from children
// that are still there, the memory of nodes in Lua and running goal pipes, and, by name, variables, timestamps, scopes and
// the log. A bot whose tree has new variables is told again what holds.
func (s *semantics) Arrive(x, was *run.Exec, m *run.Migration) {
	old := m.From.Semantics.(*semantics)
	clear(x.Mem[:(len(x.Tree.Nodes)+31)/32])
	for i := range x.Tree.Nodes[1:] {
		n := tree.NodeID(i + 1)
		if o := m.Old(n); o == 0 || !runs(was, o) {
			continue
		}
		x.Mem[n>>5] |= 1 << (n & 31)
		if opOf(&x.Tree.Nodes[n]) == opParallel {
			ended(x, n, m)
		}
	}
	s.carryEnvironment(x, was, old, m)
	s.carryLua(x, was, m)
}

// ended drops the answers that a Parallel has from children that are gone.
func ended(x *run.Exec, n tree.NodeID, m *run.Migration) {
	node := &x.Tree.Nodes[n]
	var same uint32
	for i, kid := range x.Tree.Kids(n) {
		if m.Old(kid) != 0 {
			same |= 1 << i
		}
	}
	x.Mem[node.Slot>>5] &= same
	x.Mem[node.Slot>>5+1] &= same
}

func (s *semantics) carryEnvironment(x, was *run.Exec, old *semantics, m *run.Migration) {
	copy(x.Env, s.initial)
	x.Env[0] = was.Env[0] & (1<<envGraftShift - 1)
	setActiveGraft(x, m.New(activeGraft(was)))
	for i, v := range s.variables {
		if j := slices.IndexFunc(old.variables, func(o variable) bool { return o.name == v.name }); j >= 0 {
			s.setVariable(x, i, old.variable(was, j))
		}
	}
	if slices.ContainsFunc(s.variables, func(v variable) bool {
		return !slices.ContainsFunc(old.variables, func(o variable) bool { return o.name == v.name })
	}) {
		s.tellAgain(x)
	}
	for i, t := range s.stampList {
		if j := slices.IndexFunc(old.stampList, func(o timestamp) bool { return o.name == t.name }); j >= 0 {
			s.setStamp(x.Env, i, old.stampOf(was.Env, j))
		}
	}
	s.carryScopes(x, was, old, m)
	if len(x.Env) < s.env.log+logWords {
		return
	}
	for _, text := range old.logged(was) {
		if i := slices.Index(s.texts, text); i >= 0 {
			s.remember(x, int32(i+1))
		}
	}
}

// carryScopes restores the scopes that the bot is in: named ones by name, the
// others by their nodes, which may stand on other lines now.
func (s *semantics) carryScopes(x, was *run.Exec, old *semantics, m *run.Migration) {
	for slot, name := range s.scopeNames {
		if j := slices.Index(old.scopeNames, name); j >= 0 && !name.everyone {
			x.Env[s.env.scopes+slot] = was.Env[old.env.scopes+j]
		}
	}
	for i := range x.Tree.Nodes {
		node := &x.Tree.Nodes[i]
		if opOf(node) != opGroupScope || !s.scopes[node.Arg].everyone {
			continue
		}
		if o := m.Old(tree.NodeID(i)); o != 0 {
			j := old.scopes[m.From.Tree.Nodes[o].Arg].slot
			x.Env[s.env.scopes+s.scopes[node.Arg].slot] = was.Env[old.env.scopes+j]
		}
	}
}
