package trees_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/trees"
)

// diary is a world that writes down what leaves do.
type diary struct {
	host.World
	log []string
}

func (d *diary) Decide(int32, *host.Action, host.Intent)                   {}
func (d *diary) ID(body int32) host.BotID                                  { return host.BotID(body + 1) }
func (d *diary) Random(host.BotID, int64, uint16, uint32) uint64           { return 0 }
func (d *diary) Fault(f host.Fault)                                        { d.log = append(d.log, f.Text) }
func (d *diary) Log(e host.LogEntry)                                       { d.log = append(d.log, "log "+e.Text) }
func (d *diary) Leaf(int32, tree.NodeID, host.Notice, host.Status)         {}
func (d *diary) Node(_ int32, _ tree.NodeID, _ host.Notice, _ host.Status) {}

// diarists are actions that write down their calls: Done succeeds, the others
// run on, and count how often in memory of their own.
func diarists(d *diary) *host.Registry {
	reg := &host.Registry{}
	for _, name := range []string{"Done", "A", "B", "C"} {
		note := func(what string) func(*host.Call) {
			return func(*host.Call) { d.log = append(d.log, name+what) }
		}
		action := host.Action{Name: name, Bits: 8, Enter: note("+"), Exit: note("-")}
		action.Tick = func(c *host.Call) host.Status {
			n := c.Load(0, 8) + 1
			c.Store(0, 8, n)
			d.log = append(d.log, fmt.Sprint(name, n))
			if name == "Done" {
				return host.Success
			}
			return host.Running
		}
		if err := reg.AddAction(action); err != nil {
			panic(err)
		}
	}
	return reg
}

// Bots of every dialect go on where they were in a tree that was edited, as far
// as that is there still.
func TestBotsGoOnInAnEditedTree(t *testing.T) {
	for _, test := range []struct {
		name, file    string
		before, after string
		events        []string // sent to the bot after two ticks
		want          string   // what is logged in two ticks before, by the edit and in two ticks after
	}{
		{
			"wage: memory of leaves", "t.yaml",
			"{ kind: sequence, children: [{ kind: action, name: Done }, { kind: action, name: A }, { kind: action, name: B }] }",
			"{ kind: sequence, children: [{ kind: action, name: Done }, { kind: action, name: A }, { kind: action, name: C }] }", nil,
			"Done1 A1 Done2 A2 | | Done3 A3 Done4 A4",
		},
		{
			"unvanquished: a node behind", "t.bt",
			"sequence { action Done action A }", "sequence { action Done action A action B }", nil,
			"Done+ Done1 A+ A1 A2 | | A3 A4",
		},
		{
			"unvanquished: a node that is gone", "t.bt",
			"sequence { action Done action A }", "sequence { action Done action B }", nil,
			"Done+ Done1 A+ A1 A2 | | Done+ Done2 B+ B1 B2",
		},
		{
			"unvanquished: deeper, with other numbers", "t.bt",
			"selector { sequence { action Done fallback { action A } } }",
			"selector { sequence { action Done fallback { action A action B } } action C }", nil,
			"Done+ Done1 A+ A1 A2 | | A3 A4",
		},
		{
			"dragengine: a rule behind", "t.debt",
			`<behaviorTree><sequence><action name="Done"/><action name="A"/></sequence></behaviorTree>`,
			`<behaviorTree><sequence><action name="Done"/><action name="A"/><action name="B"/></sequence></behaviorTree>`, nil,
			"Done+ Done1 A+ A1 A2 | | A3 A4",
		},
		{
			"dragengine: a rule before one with an id", "t.debt",
			`<behaviorTree><sequence><action name="Done"/><action id="a" name="A"/></sequence></behaviorTree>`,
			`<behaviorTree><sequence><action name="Done"/><action name="C"/><action id="a" name="A"/></sequence></behaviorTree>`, nil,
			"Done+ Done1 A+ A1 A2 | | A1 A2",
		},
		{
			"dragengine: a rule that is gone", "t.debt",
			`<behaviorTree><sequence id="root"><action name="Done"/><action name="A"/></sequence></behaviorTree>`,
			`<behaviorTree><sequence id="root"><action name="Done"/><sequence><action name="B"/></sequence></sequence></behaviorTree>`, nil,
			"Done+ Done1 A+ A1 A2 | | Done+ Done2 B+ B1 B2",
		},
		{
			"mbt: a node behind", "t.xml",
			"<BehaviorTree><Root><Sequence><Done/><A/></Sequence></Root></BehaviorTree>",
			"<BehaviorTree><Root><Sequence><Done/><A/><B/></Sequence></Root></BehaviorTree>", nil,
			"Done+ Done1 Done- A+ A1 A2 | | A3 A4",
		},
		{
			"mbt: a node that is gone", "t.xml",
			"<BehaviorTree><Root><Sequence><Done/><A/></Sequence></Root></BehaviorTree>",
			"<BehaviorTree><Root><Sequence><Done/><B/></Sequence></Root></BehaviorTree>", nil,
			"Done+ Done1 Done- A+ A1 A2 | A- | B+ B1 B2",
		},
		{
			"mbt: fewer nodes than the one that runs", "t.xml",
			"<BehaviorTree><Root><Sequence><Done/><Done/><A/></Sequence></Root></BehaviorTree>",
			"<BehaviorTree><Root><Sequence><Done/><B/></Sequence></Root></BehaviorTree>", nil,
			"Done+ Done1 Done- Done+ Done1 Done- A+ A1 A2 | A- | Done+ Done1 Done- B+ B1 B2",
		},
		{
			"mbt: a Parallel that gets children and loses one that ended", "t.xml",
			"<BehaviorTree><Root><Parallel><Done/><A/><Done/></Parallel></Root></BehaviorTree>",
			"<BehaviorTree><Root><Parallel><Done/><A/><B/><C/></Parallel></Root></BehaviorTree>", nil,
			"Done+ Done1 Done- A+ A1 Done+ Done1 Done- A2 | | A3 B+ B1 C+ C1 A4 B2 C2",
		},
		{
			"mbt: variables by name, and a state", "t.xml",
			`<BehaviorTree><Variables><Variable name="x"/></Variables><SignalVariables><Signal name="go" variable="x" value="true"/></SignalVariables>
			<Root><StateMachine><State name="One"><Transitions><Transition onEvent="go" to="Two"/></Transitions><BehaviorTree><A/></BehaviorTree></State>
			<State name="Two"><BehaviorTree><B/></BehaviorTree></State></StateMachine></Root></BehaviorTree>`,
			`<BehaviorTree><Variables><Variable name="w"/><Variable name="x"/></Variables>
			<Root><StateMachine><State name="One"><BehaviorTree><A/></BehaviorTree></State>
			<State name="Two"><BehaviorTree><Priority><Case condition="w"><A/></Case><Case condition="x"><C/></Case></Priority></BehaviorTree></State></StateMachine></Root></BehaviorTree>`,
			[]string{"go"},
			"A+ A1 A2 A- B+ B1 | B- | C+ C1 C2",
		},
		{
			"mbt: fewer states than the one that runs", "t.xml",
			`<BehaviorTree><Root><StateMachine><State name="One"><Transitions><Transition onEvent="go" to="Two"/></Transitions><BehaviorTree><A/></BehaviorTree></State>
			<State name="Two"><BehaviorTree><B/></BehaviorTree></State></StateMachine></Root></BehaviorTree>`,
			`<BehaviorTree><Root><StateMachine><State name="One"><BehaviorTree><C/></BehaviorTree></State></StateMachine></Root></BehaviorTree>`,
			[]string{"go"},
			"A+ A1 A2 A- B+ B1 | B- | C+ C1 C2",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := &diary{}
			reg := diarists(d)
			load := func(src string) *run.Program {
				p, _, err := trees.LoadSource(test.file, []byte(src), reg)
				if err != nil {
					t.Fatal(err)
				}
				return p
			}
			pool := run.NewPool(load(test.before), d)
			row := pool.Add(1, 0, run.Moment{DT: 0.1})
			tick := int64(0)
			play := func(n int) {
				x := pool.NewExec()
				for range n {
					pool.TickRange(&x, pool.Order(), run.Moment{Tick: tick, DT: 0.1})
					tick++
				}
			}
			play(2)
			for _, e := range test.events {
				pool.Send(row, host.Event{ID: host.SymbolsOf(reg).Event(e)}, run.Moment{Tick: tick, DT: 0.1})
				play(1)
			}
			d.log = append(d.log, "|")
			pool.Migrate(run.NewMigration(pool.Program(), load(test.after)), run.Moment{Tick: tick, DT: 0.1})
			d.log = append(d.log, "|")
			play(2)
			if diff := cmp.Diff(test.want, strings.Join(d.log, " ")); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}
