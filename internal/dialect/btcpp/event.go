package btcpp

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
)

var (
	_ run.EventHandler = (*semantics)(nil)
	_ run.EventJudge   = (*semantics)(nil)
)

// Event writes an event into the entry of its name of the main tree's blackboard, as a host of the
// original would: with its value, or true where it has none. SkipUnlessUpdated, WaitValueUpdate and
// WasEntryUpdated find that it was written.
func (s *semantics) Event(x *run.Exec, e host.Event) {
	name := s.symbols.EventName(e.ID)
	r, ok := s.boards.index[boardName{s.main, name}]
	if !ok {
		return
	}
	v, err := fromHost(e.Arg)
	if err != nil {
		v = board.WholeOf(board.Bool, 1)
	}
	slot := s.find(x, r)
	isNew := slot < 0
	if isNew {
		slot = s.boards.refs[r].make
	}
	if err := s.set(x, slot, isNew, v); err != nil {
		x.Warnf(x.Tree.Entries[0], "event %q: %v", name, err)
	}
}

// CheckEvent refuses an event of a name that is no entry of the main tree.
func (s *semantics) CheckEvent(name string) error {
	if _, ok := s.boards.index[boardName{s.main, name}]; ok {
		return nil
	}
	return (&syntax.Error{Msg: fmt.Sprintf("the tree has no entry %q for the event", name)}).Suggest(name, s.boards.names(s.main))
}
