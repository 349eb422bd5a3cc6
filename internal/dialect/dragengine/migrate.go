package dragengine

import (
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

var _ run.Migrator = (*semantics)(nil)

// Depart does nothing: no action is told that it is left.
func (*semantics) Depart(*run.Exec, *run.Migration) {}

// Arrive puts the bot at the rule where it was: the one with the same id, or
// else with the same path. Where there is none it begins at the root. The tables
// come over by name.
func (s *semantics) Arrive(x, was *run.Exec, m *run.Migration) {
	old := m.From.Semantics.(*semantics)
	for _, slot := range x.Tree.Slots {
		if slot.Node == 0 {
			clear(x.Mem[s.tables.base : s.tables.base+int(slot.Bits)/32])
		}
	}
	word, saved := was.Mem[old.tables.base], was.Mem[old.tables.base+1]
	n := s.successor(old, current(word), m)
	if n == 0 && current(word) != 0 {
		n = x.Tree.Entries[0]
		word |= isFirstRun
	}
	x.Mem[s.tables.base] = word&^0xffff | uint32(n)
	n = s.successor(old, current(saved), m)
	if n == 0 && current(saved) != 0 {
		x.Mem[s.tables.base] &^= hasSaved
	}
	x.Mem[s.tables.base+1] = saved&^0xffff | uint32(n)
	for _, t := range [...]struct {
		was, is map[string]int
		words   int
	}{{old.entries, s.entries, entryWords}, {old.flags, s.flags, 1}, {old.timers, s.timers, timerWords}} {
		for name, at := range t.is {
			if before, ok := t.was[name]; ok {
				copy(s.tables.words(x, at, t.words), old.tables.words(was, before, t.words))
			}
		}
	}
}

// successor returns the rule that an old one has become, or 0.
func (s *semantics) successor(old *semantics, n tree.NodeID, m *run.Migration) tree.NodeID {
	if id := old.ids[n]; id != "" {
		if now, ok := s.named[id]; ok {
			return now
		}
	}
	return m.New(n)
}
