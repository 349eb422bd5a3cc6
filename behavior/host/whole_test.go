package host_test

import (
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/trees"
)

// ledger is a world of two methods, and of one that some trees ask for.
type ledger struct {
	faults []host.Fault
	logged []string
	dead   bool
}

func (l *ledger) Decide(int32, *host.Action, host.Intent) {}
func (l *ledger) Fault(f host.Fault)                      { l.faults = append(l.faults, f) }
func (l *ledger) Log(e host.LogEntry)                     { l.logged = append(l.logged, e.Text) }
func (l *ledger) Alive(int32) bool                        { return !l.dead }

// TestAWorldOfTwoMethodsPlaysTrees plays leaves that ask it for what it has, and for what it lacks.
func TestAWorldOfTwoMethodsPlaysTrees(t *testing.T) {
	reg := &host.Registry{}
	var bot host.BotID
	ran, drew := 0, 0.0
	for name, tick := range map[string]func(*host.Call) host.Status{
		"eat":  func(c *host.Call) host.Status { ran++; bot, drew = c.Bot, c.Random(); return host.Success },
		"look": func(c *host.Call) host.Status { return host.StatusOf(c.World.Nearest(c.Body, host.Everyone) >= 0) },
		"set":  func(c *host.Call) host.Status { c.SetState("x", host.NullValue); return host.Success },
	} {
		if err := reg.AddAction(host.Action{Name: name, Tick: tick}); err != nil {
			t.Fatal(err)
		}
	}
	w := &ledger{}
	play := func(file, text string) {
		p, _, err := trees.LoadSource(file, []byte(text), reg)
		if err != nil {
			t.Fatal(err)
		}
		pool := run.NewPool(p, w)
		pool.Add(7, 2, run.Moment{DT: 0.1})
		x := pool.NewExec()
		pool.TickRange(&x, pool.Order(), run.Moment{Tick: 1, DT: 0.1})
	}
	play("a.bt", "selector { action look() action eat() }")
	if ran != 1 || bot != 7 || drew <= 0 {
		t.Errorf("it ran %d times for bot %d and drew %v", ran, bot, drew)
	}
	if len(w.faults) != 1 || w.faults[0].Text != "panic: the world of this game has no method Nearest" || w.faults[0].Pos != "a.bt:1:12" {
		t.Errorf("faults %v, wanted one of Nearest", w.faults)
	}
	play("b.xml", `<BehaviorTree><Root><Loop><Sequence><Log message="hello"/><set/></Sequence></Loop></Root></BehaviorTree>`)
	if len(w.logged) != 1 || !strings.Contains(w.logged[0], "hello") {
		t.Errorf("it logged %q", w.logged)
	}
	if last := w.faults[len(w.faults)-1]; !strings.Contains(last.Text, "the world does not keep state for its bots") {
		t.Errorf("the last fault is %v", last)
	}
	w.dead = true
	play("c.bt", "action eat()")
	if ran != 1 {
		t.Error("a dead bot acts")
	}
}
