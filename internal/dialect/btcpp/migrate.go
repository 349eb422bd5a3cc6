package btcpp

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
)

var _ run.Migrator = (*semantics)(nil)

// Depart stops the nodes that are gone, outer ones first.
func (s *semantics) Depart(x *run.Exec, m *run.Migration) {
	for i := range x.Tree.Nodes[1:] {
		if n := tree.NodeID(i + 1); m.New(n) == 0 {
			s.stop(x, n)
		}
	}
}

// Arrive restores what nodes remember of their children, timers, and by name all entries of
// blackboards.
func (s *semantics) Arrive(x, was *run.Exec, m *run.Migration) {
	old := m.From.Semantics.(*semantics)
	copy(x.Mem[:treeWords], was.Mem[:treeWords])
	x.Mem[treeTimers] = 0
	for i := range x.Tree.Nodes[1:] {
		n := tree.NodeID(i + 1)
		node := &x.Tree.Nodes[n]
		if o := m.Old(n); o != 0 {
			s.follow(x, was, m, n, o)
			s.forgetSkips(x, n)
		}
		if slices.Contains(s.timers, n) && *word(x, node)&timerRuns != 0 {
			x.Mem[treeTimers]++
		}
	}
	s.carryBoards(x, was, old)
	s.carryLists(x, was, m)
}

// forgetSkips forgets skipped children of a node none of whose children may be skipped any more.
func (s *semantics) forgetSkips(x *run.Exec, n tree.NodeID) {
	switch node := &x.Tree.Nodes[n]; opOf(node) {
	case opSequence, opAsyncSequence, opSequenceWithMemory, opFallback, opAsyncFallback:
		if !s.skipsBelow(x.Tree, n) {
			*more(x, node, 0) &= placeMask
		}
	}
}

// follow has a node that remembers children by their places remember the same ones.
func (s *semantics) follow(x, was *run.Exec, m *run.Migration, n, o tree.NodeID) {
	node, before := &x.Tree.Nodes[n], &m.From.Tree.Nodes[o]
	kids, olds := x.Tree.Kids(n), m.From.Tree.Kids(o)
	if slices.EqualFunc(kids, olds, func(k, old tree.NodeID) bool { return m.Old(k) == old }) {
		return
	}
	place := func(i int) int {
		if i < len(olds) {
			if at := slices.Index(kids, m.New(olds[i])); at >= 0 && m.New(olds[i]) != 0 {
				return at
			}
		}
		return min(i, len(kids))
	}
	switch opOf(node) {
	case opSequence, opAsyncSequence, opSequenceWithMemory, opFallback, opAsyncFallback, opTryCatch:
		w := more(x, node, 0)
		*w = *w&^placeMask | uint32(place(int(*w&placeMask)))
	case opParallel, opParallelAll:
		forget(x, node)
		for i, kid := range kids {
			if at := slices.Index(olds, m.Old(kid)); at >= 0 && ended(was, before, at) {
				end(x, node, i, statusOf(was, olds[at]))
			}
		}
	case opSwitch, opIfThenElse:
		*word(x, node) &= statusMask
		s.stopAll(x, node)
	default:
		followNav2(x, node, place)
	}
}

// carryBoards gives all entries the values that they had, unless the file has another type for them
// now.
func (s *semantics) carryBoards(x, was *run.Exec, old *semantics) {
	if !s.beside {
		return
	}
	clear(x.Mem[s.base : s.base+slotWords*len(s.boards.slots)])
	s.Init(x)
	type named struct{ path, name string }
	slots := map[named]int32{}
	for i := range old.boards.slots {
		if of := &old.boards.slots[i]; !of.hidden {
			slots[named{old.boards.all[of.board].path, of.name}] = int32(i)
		}
	}
	for i := range s.boards.slots {
		of := &s.boards.slots[i]
		from, ok := slots[named{s.boards.all[of.board].path, of.name}]
		if of.hidden || !ok {
			continue
		}
		if !old.isThere(was, from) {
			if old.boards.slots[from].present && of.present { // it was removed
				s.remove(x, int32(i))
			}
			continue
		}
		en := old.entry(was, from)
		if is := of.start.Declared; of.present && is.Fixed() && en.Declared.Fixed() && is != en.Declared && en.Declared != board.String {
			continue
		}
		s.store(x, int32(i), &en)
	}
	s.carryExtra(x, was, old)
}

// carryExtra gives the entries whose names only texts at run time had the values that they had.
func (s *semantics) carryExtra(x, was *run.Exec, old *semantics) {
	before, _ := was.Side.(*aside)
	if before == nil {
		return
	}
	for i := range before.extra {
		of := &before.extra[i]
		at := int32(slices.IndexFunc(s.boards.all, func(b boardOf) bool { return b.path == old.boards.all[of.board].path }))
		if at < 0 {
			continue
		}
		slot := s.slotNamed(x, at, of.name)
		if slot < 0 {
			side := x.Side.(*aside)
			side.extra = append(side.extra, extraEntry{board: at, name: of.name})
			slot = int32(len(s.boards.slots) + len(side.extra) - 1)
		}
		if from := int32(len(old.boards.slots) + i); old.isThere(was, from) {
			en := old.entry(was, from)
			s.store(x, slot, &en)
		}
	}
}

// carryLists gives the loops that go on the lists of their runs.
func (s *semantics) carryLists(x, was *run.Exec, m *run.Migration) {
	old := m.From.Semantics.(*semantics)
	for i := range s.nodes[1:] {
		n := tree.NodeID(i + 1)
		o := m.Old(n)
		if o != 0 && s.keepsList(x.Tree, n) && old.keepsList(was.Tree, o) && old.isThere(was, old.nodes[o].slot) {
			en := old.entry(was, old.nodes[o].slot)
			s.store(x, s.nodes[n].slot, &en)
		}
	}
}

// keepsList reports whether a node is a Loop over the list of an entry.
func (s *semantics) keepsList(t *tree.Tree, n tree.NodeID) bool {
	return opOf(&t.Nodes[n]) == opLoop && s.uses[t.Nodes[n].Arg].how == keyed
}
