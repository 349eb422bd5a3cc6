package btcpp

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
)

// Config says what a game decides of the trees that are loaded with a registry. The zero value calls
// the root again in a tick while that wakes itself, and has a finished tree begin anew.
type Config struct {
	Enums board.Enums // names of numbers, in scripts and ports
	// Exactly: the root is called once a tick, also where it wakes itself.
	Exactly bool
	// Stop: a tree whose root has ended stays stopped until it is told to restart.
	Stop bool
}

// Configure sets what the game decides of trees that are loaded after it.
func Configure(reg *host.Registry, c Config) { reg.Overlay(dialect).Config = c }

func configOf(reg *host.Registry) Config {
	c, _ := reg.Overlay(dialect).Config.(Config)
	return c
}

var (
	_ run.Controller = (*semantics)(nil)
	_ run.Rester     = (*semantics)(nil)
)

// The commands that trees take.
const (
	commandHalt    = "halt"
	commandRestart = "restart"
	commandSet     = "set "
)

// Control is run.Controller: `halt` and `restart` stop what runs, and the latter has a tree that has
// ended for good begin anew, with the blackboards as they are; `set NAME` writes an entry of the main
// tree's blackboard.
func (s *semantics) Control(x *run.Exec, c run.Command) error {
	switch {
	case c.Name == commandHalt || c.Name == commandRestart:
		s.Stop(x)
		if x.Mem[treeFlags] &^= flagWake; c.Name == commandRestart {
			x.Mem[treeFlags] &^= flagEnded
		}
		return nil
	case len(c.Name) > len(commandSet) && c.Name[:len(commandSet)] == commandSet:
		return s.setEntry(x, c.Name[len(commandSet):], c.Arg)
	}
	known := []string{commandHalt, commandRestart, commandSet + "NAME"}
	err := &syntax.Error{Msg: fmt.Sprintf("unknown command %q, wanted halt, restart or set NAME", c.Name)}
	return err.Suggest(c.Name, known)
}

// Sets is run.Controller.
func (*semantics) Sets(string) bool { return false }

// setEntry writes an entry of the main tree's blackboard, which the tree must have a use for.
func (s *semantics) setEntry(x *run.Exec, name string, v host.Value) error {
	value, err := fromHost(v)
	if err != nil {
		return fmt.Errorf("entry %s: %w", name, err)
	}
	if _, ok := s.boards.index[boardName{s.main, name}]; !ok {
		return (&syntax.Error{Msg: fmt.Sprintf("the tree has no entry %q", name)}).Suggest(name, s.boards.names(s.main))
	}
	slot := s.findNamed(x, s.main, name)
	isNew := slot < 0
	if isNew {
		slot = s.makeNamed(x, s.main, name)
	}
	if err := s.set(x, slot, isNew, value); err != nil {
		return fmt.Errorf("entry %s: %w", name, err)
	}
	return nil
}

// names lists the names that are used in a blackboard, in no order.
func (b *boards) names(at int32) (all []string) {
	for key := range b.index {
		if key.board == at {
			all = append(all, key.name)
		}
	}
	return all
}

// Rests is run.Rester.
func (*semantics) Rests(x *run.Exec) string {
	if x.Mem[treeFlags]&flagEnded != 0 {
		return "stopped"
	}
	return ""
}
