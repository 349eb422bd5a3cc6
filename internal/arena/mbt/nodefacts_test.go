package mbt_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/trees"
)

// nobody is a world that needs nothing.
type nobody struct{ host.World }

func (nobody) Fault(host.Fault)                        {}
func (nobody) Decide(int32, *host.Action, host.Intent) {}

// counter returns a node of a game that counts its updates, ends after some of them, and takes
// down what happens to it. It may be done as it is entered.
func counter(at *[]string, instant bool) host.Action {
	note := func(format string, args ...any) { *at = append(*at, fmt.Sprintf(format, args...)) }
	return host.Action{
		Name: "Count", Bits: 8,
		Enter: func(c *host.Call) {
			note("enter %d", c.Load(0, 8))
			if instant {
				c.Store(0, 8, 1)
			}
		},
		Tick: func(c *host.Call) host.Status {
			c.Store(0, 8, c.Load(0, 8)+1)
			note("update %d", c.Load(0, 8))
			return map[bool]host.Status{true: host.Success, false: host.Running}[c.Load(0, 8) >= 2]
		},
		Exit:  func(*host.Call) { note("exit") },
		Event: func(*host.Call, host.Event) { note("event") },
	}
}

// counted runs a tree with such a node for some ticks, with an event before each.
func counted(t *testing.T, root string, instant bool, ticks int64) []string {
	t.Helper()
	var at []string
	reg := &host.Registry{}
	if err := reg.AddAction(counter(&at, instant)); err != nil {
		t.Fatal(err)
	}
	p, _, err := trees.LoadSource("t.xml", []byte("<BehaviorTree><Root>"+root+"</Root></BehaviorTree>"), reg)
	if err != nil {
		t.Fatal(err)
	}
	pool := run.NewPool(p, nobody{})
	row := pool.Add(1, 0, run.Moment{DT: 0.1})
	x := pool.NewExec()
	for tick := range ticks {
		pool.Send(row, host.Event{ID: host.SymbolsOf(reg).Event("Hello")}, run.Moment{Tick: tick, DT: 0.1})
		pool.TickRange(&x, pool.Order(), run.Moment{Tick: tick, DT: 0.1})
	}
	return at
}

// nodeFacts are about nodes of a game, and about what cannot be held here.
var nodeFacts = map[string]fact{
	"api-runtime-fresh": {hold: func(t *testing.T) {
		want := []string{"enter 0", "update 1", "event", "update 2", "exit", "enter 0", "update 1"}
		if diff := cmp.Diff(want, counted(t, `<Loop><Count/></Loop>`, false, 2)); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	}},
	"api-event-only-running": {hold: func(t *testing.T) {
		want := []string{"enter 0", "update 1", "event", "update 2", "exit"}
		if diff := cmp.Diff(want, counted(t, `<Sequence><Count/><Halt/></Sequence>`, false, 4)); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	}},
	"api-init-then-update": {hold: func(t *testing.T) {
		want := []string{"enter 0", "update 2", "exit"}
		if diff := cmp.Diff(want, counted(t, `<Sequence><Count/><Halt/></Sequence>`, true, 1)); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	}},
	"api-name-taken": {
		reason: "a game that offers a node of its own means it: it wins over those of the arena, and the name of a core node is refused aloud",
		hold: func(t *testing.T) {
			reg := arena.NewRegistry()
			if err := trees.Ask(reg, "mbt"); err != nil {
				t.Fatal(err)
			}
			own := func(name string) host.Action {
				return host.Action{Name: name, Tick: func(*host.Call) host.Status { return host.Success }}
			}
			if err := reg.AddAction(own("Move")); err != nil {
				t.Fatal(err)
			}
			p, notices, err := trees.LoadSource("t.xml", []byte("<BehaviorTree><Root><Move/></Root></BehaviorTree>"), reg)
			if err != nil || len(notices) > 0 || p.Tree.Leaves[0].Action != reg.Action("Move") {
				t.Errorf("<Move> is not the game's: %v %v", notices, err)
			}
			if err := reg.AddAction(own("Wait")); err != nil {
				t.Fatal(err)
			}
			_, _, err = trees.LoadSource("t.xml", []byte("<BehaviorTree><Root><Move/></Root></BehaviorTree>"), reg)
			if err == nil || !strings.Contains(err.Error(), `action or function "Wait"`) {
				t.Errorf("the name of a core node: %v", err)
			}
		},
	},
	"api-error-is-no-refusal": {hold: func(t *testing.T) {
		reg := &host.Registry{}
		if err := reg.AddAction(host.Action{
			Name: "Odd", Tick: func(*host.Call) host.Status { return host.Running },
			Warn: func(_ *host.Site, tell func(string)) { tell("this is an error") },
		}); err != nil {
			t.Fatal(err)
		}
		p, notices, err := trees.LoadSource("t.xml", []byte("<BehaviorTree><Root><Odd/></Root></BehaviorTree>"), reg)
		if p == nil || err != nil || len(notices) != 1 || !strings.Contains(notices[0].Error(), "t.xml:1:21: <Odd>: this is an error") {
			t.Errorf("%v %v", notices, err)
		}
	}},
}
