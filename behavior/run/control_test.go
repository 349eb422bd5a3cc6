package run_test

import (
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
)

// A leaf that commands its own tree goes on with its call as it was.
func TestALeafCommandsItsOwnTree(t *testing.T) {
	var errs []string
	calls := 0
	reset := &host.Action{Name: "reset", Bits: 8, Tick: func(c *host.Call) host.Status {
		c.Random()
		c.Store(0, 8, 7)
		for _, command := range []string{"reset", "unknown"} {
			if err := c.Control(command, host.NullValue); err != nil {
				errs = append(errs, err.Error())
			}
		}
		c.Random()
		if calls++; host.RuntimeOf(c).Draws != 3 || host.RuntimeOf(c).Action.Name != "reset" || c.Load(0, 8) != 7 {
			t.Errorf("after the command: %d draws, action %s, memory %d", host.RuntimeOf(c).Draws, host.RuntimeOf(c).Action.Name, c.Load(0, 8))
		}
		return host.Success
	}}
	inner := &host.Action{Name: "inner", Tick: func(*host.Call) host.Status { return host.Running }}
	inner.Reset = func(c *host.Call) { c.Random() } // also draws from the bot's stream
	pool := newTicker(program("own", group(parallel, act(inner), act(reset))), &world{}, 1)
	pool.step()
	if calls != 1 {
		t.Errorf("%d calls in a tick", calls)
	}
	if len(errs) != 1 || !strings.Contains(errs[0], "unknown command") {
		t.Errorf("errors %q, wanted one for the unknown command", errs)
	}
}

func TestCommandsWithinCommandsEnd(t *testing.T) {
	var deepest error
	again := &host.Action{Name: "again", Tick: func(*host.Call) host.Status { return host.Running }}
	depth := 0
	again.Event = func(c *host.Call, _ host.Event) {
		depth++
		if err := c.Control("send", host.NullValue); err != nil {
			deepest = err
		}
	}
	p := program("again", act(again))
	p.Semantics = sender{p.Semantics}
	pool := newTicker(p, &world{}, 1)
	pool.step()
	pool.Send(0, host.Event{}, run.Moment{Tick: 1, DT: 0.1})
	if depth != run.MaxNesting+1 || deepest == nil || !strings.Contains(deepest.Error(), "nested deeper than 16") {
		t.Errorf("%d levels, %v", depth, deepest)
	}
}

// sender is semantics whose one command sends the bot an event.
type sender struct{ run.Semantics }

var _ run.Controller = sender{}

func (s sender) Event(x *run.Exec, e host.Event) { s.Semantics.(run.EventHandler).Event(x, e) }

func (sender) Sets(string) bool { return false }

func (s sender) Control(x *run.Exec, _ run.Command) error {
	s.Event(x, host.Event{})
	return nil
}

func TestNoTreeToCommand(t *testing.T) {
	if err := (&host.Call{}).Control("reset", host.NullValue); err == nil {
		t.Error("a call of nobody took a command")
	}
	p := program("alone", wait(1))
	x := run.NewExec(p, &world{})
	if err := x.Control("reset", host.NullValue); err == nil {
		t.Error("a cursor over no pool took a command")
	}
}

func TestLook(t *testing.T) {
	pool := newTicker(program("look", wait(3)), &world{}, 3)
	for row := range int32(3) {
		pool.Look(row, run.Moment{Tick: 9, DT: 0.5}, func(x *run.Exec) {
			if x.Row != row || x.Tick != 9 || x.DT != 0.5 || len(x.Mem) != x.Tree.Words() {
				t.Errorf("row %d: a cursor over row %d at tick %d with %d words", row, x.Row, x.Tick, len(x.Mem))
			}
		})
	}
}
