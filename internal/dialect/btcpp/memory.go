package btcpp

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
)

// What a bot remembers of the tree as a whole comes first.
const (
	treeFlags  = iota // see below
	treeTimers        // how many timers run
	treeOrder         // how many timers were started
	treeWords
)

const (
	flagWake   = 1 << iota // a node asked for another call of the root
	flagBroken             // the last tick ended in an error
	flagEnded              // the root has ended, and does not begin anew
)

// The first word of a node has its status in the lowest two bits; the others are the op's own.
const (
	statusMask = 3
	opShift    = 2
)

func word(x *run.Exec, node *tree.Node) *uint32 { return &x.Mem[node.Slot>>5] }

func statusOf(x *run.Exec, n tree.NodeID) answer {
	return answer(*word(x, &x.Tree.Nodes[n]) & statusMask)
}

func setStatus(x *run.Exec, node *tree.Node, a answer) {
	w := word(x, node)
	*w = *w&^statusMask | uint32(a)
}

// more returns a word of a node behind its first.
func more(x *run.Exec, node *tree.Node, i int) *uint32 { return &x.Mem[int(node.Slot>>5)+1+i] }

// A slot is four words: a header, the sequence number, and 64 bits.
const (
	slotWords = 4

	ownShift      = 0
	declaredShift = 8
	flagPresent   = 1 << 16
	flagAside     = 1 << 17 // the value stands in the sidecar
)

// aside is the sidecar of a bot: values that are no words, by slot, and the entries that have names
// which only texts at run time have.
type aside struct {
	values []board.Value // as long as there are slots, or nil
	extra  []extraEntry
}

// extraEntry is an entry whose slot is not known when the tree is made. Its slot is its place behind
// those that are.
type extraEntry struct {
	board int32
	name  string
	words [slotWords]uint32
	value board.Value
}

// isThere reports whether a slot has an entry.
func (s *semantics) isThere(x *run.Exec, slot int32) bool {
	return s.words(x, slot)[0]&flagPresent != 0
}

func (s *semantics) words(x *run.Exec, slot int32) []uint32 {
	if i := int(slot) - len(s.boards.slots); i >= 0 {
		return x.Side.(*aside).extra[i].words[:]
	}
	at := s.base + int(slot)*slotWords
	return x.Mem[at : at+slotWords : at+slotWords]
}

// value returns what the entry of a slot holds.
func (s *semantics) value(x *run.Exec, slot int32) board.Value {
	w := s.words(x, slot)
	own := board.Type(w[0] >> ownShift)
	switch {
	case w[0]&flagAside != 0:
		side := x.Side.(*aside)
		if i := int(slot) - len(s.boards.slots); i >= 0 {
			return side.extra[i].value
		}
		return side.values[slot]
	case own == board.String:
		return board.TextOf(s.texts[w[2]])
	}
	return board.OfBits(own, uint64(w[2])|uint64(w[3])<<32)
}

// entry returns the entry of a slot.
func (s *semantics) entry(x *run.Exec, slot int32) board.Entry {
	w := s.words(x, slot)
	return board.Entry{Value: s.value(x, slot), Declared: board.Type(w[0] >> declaredShift), Sequence: uint64(w[1])}
}

// store puts an entry into a slot. A text that some file has is a number; others, and lists, stand in
// the sidecar.
func (s *semantics) store(x *run.Exec, slot int32, en *board.Entry) {
	w := s.words(x, slot)
	wasAside := w[0]&flagAside != 0
	own := en.Own()
	w[0] = flagPresent | uint32(own)<<ownShift | uint32(en.Declared)<<declaredShift
	w[1] = uint32(en.Sequence)
	w[2], w[3] = uint32(en.Bits()), uint32(en.Bits()>>32)
	keep := own >= board.Ints
	if own == board.String {
		number, known := s.textOf[en.Text()]
		w[2], w[3] = number, 0
		keep = !known
	}
	switch {
	case keep:
		w[0] |= flagAside
		w[2] = 0
		s.keep(x, slot, en.Value)
	case wasAside:
		s.keep(x, slot, board.Value{})
	}
}

func (s *semantics) keep(x *run.Exec, slot int32, v board.Value) {
	side := x.Side.(*aside)
	if i := int(slot) - len(s.boards.slots); i >= 0 {
		side.extra[i].value = v
		return
	}
	if side.values == nil {
		side.values = make([]board.Value, len(s.boards.slots))
	}
	side.values[slot] = v
}

// remove takes the entry of a slot away.
func (s *semantics) remove(x *run.Exec, slot int32) {
	w := s.words(x, slot)
	wasAside := w[0]&flagAside != 0
	clear(w)
	if wasAside {
		s.keep(x, slot, board.Value{})
	}
}

// find returns the slot in which a name has its entry; -1 where there is none.
func (s *semantics) find(x *run.Exec, r int32) int32 {
	for _, slot := range s.boards.refs[r].slots {
		if s.isThere(x, slot) {
			return slot
		}
	}
	return -1
}

// findNamed is find for a name that only a text at run time has.
func (s *semantics) findNamed(x *run.Exec, at int32, name string) (found int32) {
	if r, ok := s.boards.index[boardName{at, name}]; ok {
		return s.find(x, r)
	}
	found = -1
	look := func(at int32, name string) {
		if slot := s.slotNamed(x, at, name); found < 0 && slot >= 0 && s.isThere(x, slot) {
			found = slot
		}
	}
	s.boards.walk(at, name, func(at int32, name string, _ bool) { look(at, name) }, func(name string) { look(outermost, name) })
	return found
}

// slotNamed returns the slot of a name in a blackboard of its own; -1 where it has none.
func (s *semantics) slotNamed(x *run.Exec, at int32, name string) int32 {
	if slot, ok := s.boards.all[at].own[name]; ok {
		return slot
	}
	if side, _ := x.Side.(*aside); side != nil {
		i := slices.IndexFunc(side.extra, func(e extraEntry) bool { return e.board == at && e.name == name })
		if i >= 0 {
			return int32(len(s.boards.slots) + i)
		}
	}
	return -1
}

// makeNamed returns the slot in which a name gets its entry that only a text at run time has; -1 where
// it would never be found.
func (s *semantics) makeNamed(x *run.Exec, at int32, name string) (slot int32) {
	if r, ok := s.boards.index[boardName{at, name}]; ok {
		return s.boards.refs[r].make
	}
	slot = -1
	s.boards.walk(at, name, func(at int32, name string, last bool) {
		if !last {
			return
		}
		if slot = s.slotNamed(x, at, name); slot < 0 {
			side, _ := x.Side.(*aside)
			if side == nil || len(side.extra) >= s.mostExtra {
				return
			}
			side.extra = append(side.extra, extraEntry{board: at, name: name})
			slot = int32(len(s.boards.slots) + len(side.extra) - 1)
		}
	}, func(string) {})
	return slot
}
