package unvanquished

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// The commands that a bot takes from [run.Pool.Control].
const (
	// Respawn empties the list of what is running. The timers stay.
	Respawn = "respawn"
	// SelectClass evaluates the file's block of selectClass. It fails where
	// there is none or the block does not succeed.
	SelectClass = "selectClass"
)

// semantics runs the trees of one library. It holds nothing of any bot.
type semantics struct {
	files map[tree.NodeID]*File

	// for batches
	layout  run.Layout
	timers  []timerPlanes // by node
	consts  [][64]float64 // the constants as columns
	enough  []float64     // of still values: from which number on it does not matter; 0 where it does
	stillOf []int16       // by instruction of an expression: which of them it asks for, or -1
}

// timerPlanes says where the column and the notes of a timer begin.
type timerPlanes struct{ gates, notes int }

// newSemantics readies a tree to be run.
func newSemantics(t *tree.Tree, files map[tree.NodeID]*File) *semantics {
	s := &semantics{files: files, timers: make([]timerPlanes, len(t.Nodes)), consts: make([][64]float64, len(t.Consts))}
	s.layout.Words = slices.Repeat([]uint32{math.MaxUint32}, listBits(len(t.Nodes)-1)/32)
	planes := 32 * len(s.layout.Words)
	for i := range t.Nodes {
		node, n := &t.Nodes[i], tree.NodeID(i)
		if opOf(node) == opTimer {
			s.timers[n].gates = planes + 64*len(s.layout.Columns)
			s.layout.Columns = append(s.layout.Columns, int(node.Slot>>5))
		}
	}
	for i := range t.Nodes {
		if opOf(&t.Nodes[i]) == opTimer {
			s.timers[i].notes = planes + 64*len(s.layout.Columns) + s.layout.Notes
			s.layout.Notes += timerNotes
		}
	}
	for i, v := range t.Consts {
		for lane := range s.consts[i] {
			s.consts[i][lane] = v.Number()
		}
	}
	s.findStills(t)
	return s
}

var (
	_ run.Semantics   = (*semantics)(nil)
	_ run.PlaneTicker = (*semantics)(nil)
	_ run.Controller  = (*semantics)(nil)
	_ run.Describer   = (*semantics)(nil)
	_ run.Lifecycle   = (*semantics)(nil)
)

func (*semantics) Init(*run.Exec) {}
func (*semantics) Stop(*run.Exec) {}

// Die does nothing: actions ask whether their bot lives.
func (*semantics) Die(*run.Exec) {}

// Revive evaluates the block of selectClass, if there is one, and then empties
// the list, as the original does when a bot spawns.
func (*semantics) Revive(x *run.Exec) {
	if len(x.Tree.Entries) > 1 {
		evaluate(x, x.Tree.Entries[1])
	}
	running(x.Mem).forget()
	running(x.Mem).setCurrent(0)
}

// Sets is false: each command does something once.
func (*semantics) Sets(string) bool { return false }

// Control takes Respawn and SelectClass.
func (*semantics) Control(x *run.Exec, c run.Command) error {
	switch c.Name {
	case Respawn:
		running(x.Mem).forget()
		running(x.Mem).setCurrent(0)
		return nil
	case SelectClass:
		if len(x.Tree.Entries) < 2 {
			return fmt.Errorf("tree %s has no block of selectClass", x.Tree.Name)
		}
		if evaluate(x, x.Tree.Entries[1]) != host.Success {
			return errors.New("the block of selectClass selects nothing")
		}
		return nil
	}
	return fmt.Errorf("unknown command %q, wanted %s or %s", c.Name, Respawn, SelectClass)
}
