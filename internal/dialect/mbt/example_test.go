package mbt_test

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/mbt"
)

// town is a world that needs nothing but a place for faults.
type town struct{ host.World }

func (town) Fault(f host.Fault)                      { fmt.Println(f) }
func (town) Decide(int32, *host.Action, host.Intent) {}

// A node of a game's own: its attributes, its life, events, memory and the text
// that it shows in the view of the tree.
func Example_customNode() {
	reg := &host.Registry{}
	_ = reg.AddAction(host.Action{
		Name:   "Knock",
		Params: []host.Param{{Name: "times", Kind: host.Int}},
		Bits:   16, // zeroed when the node is entered
		Check: func(s *host.Site) error {
			if s.Args[0].Number() < 1 {
				return fmt.Errorf("times must be 1 or more")
			}
			return nil
		},
		Enter: func(c *host.Call) { fmt.Println("bot", c.Bot, "raises a hand") },
		Exit:  func(c *host.Call) { fmt.Println("bot", c.Bot, "lowers it after", c.Load(0, 16)) },
		Event: func(c *host.Call, _ host.Event) { c.Warnf("somebody called") },
		Tick: func(c *host.Call) host.Status {
			c.Store(0, 16, c.Load(0, 16)+1)
			if c.Load(0, 16) < uint32(c.Args[0].Number()) {
				return host.Running
			}
			return host.Success
		},
		Describe: func(c *host.Call) string { return fmt.Sprint(c.Load(0, 16), " so far") },
	})
	var l syntax.List
	mbt.Load("bad.xml", []byte("<BehaviorTree><Root>\n  <Knock times=\"0\"/>\n</Root></BehaviorTree>"), reg, &l)
	fmt.Println(l.Err())

	p := mbt.Load("door.xml", []byte(`<BehaviorTree><Root><Sequence><Knock times="2"/><Halt/></Sequence></Root></BehaviorTree>`), reg, &l)
	pool := run.NewPool(p, town{})
	row := pool.Add(7, 0, run.Moment{DT: 0.1})
	x := pool.NewExec()
	pool.TickRange(&x, pool.Order(), run.Moment{DT: 0.1})
	pool.Send(row, host.Event{ID: host.SymbolsOf(reg).Event("Hello")}, run.Moment{Tick: 1, DT: 0.1})
	for _, n := range p.Semantics.(run.Inspector).Inspect(&x).Nodes {
		fmt.Println(n.Text)
	}
	pool.TickRange(&x, pool.Order(), run.Moment{Tick: 1, DT: 0.1})
	// Output:
	// bad.xml:2:3: <Knock>: times must be 1 or more
	// bot 7 raises a hand
	// door.xml:1:31: Knock of tree door.xml, bot 7, tick 1: somebody called
	//     1   Sequence
	//     1   - Knock - 1 so far
	// bot 7 lowers it after 2
}

// stride is the runtime data of the node below.
type stride struct {
	Steps   int32
	Covered float32
}

// The node of the guide page: an attribute, runtime data as a struct, a warning when it is
// loaded, and a text for the view of the tree.
func Example_myNode() {
	data, _ := host.NewRecord[stride]()
	reg := &host.Registry{}
	_ = reg.AddAction(host.Action{
		Name:   "MyNode",
		Params: []host.Param{{Name: "speed", Kind: host.Number, Optional: true, Default: host.NumberValue(0), Unit: "m/s"}},
		Bits:   data.Bits(),
		Warn: func(s *host.Site, tell func(string)) {
			if s.Args[0].Number() > 100 {
				tell("that is very fast")
			}
		},
		Enter: func(*host.Call) { fmt.Println("OnInitialize") },
		Exit:  func(c *host.Call) { fmt.Println("OnTerminate after", data.Load(c).Steps, "steps") },
		Tick: func(c *host.Call) host.Status {
			data.Update(c, func(v *stride) {
				v.Steps++
				v.Covered += float32(c.Args[0].Number() * c.DT)
			})
			if data.Load(c).Covered < 0.4 {
				return host.Running
			}
			return host.Success
		},
		Describe: func(c *host.Call) string { return fmt.Sprintf("Speed %f", c.Args[0].Number()) },
	})
	var l syntax.List
	mbt.Load("fast.xml", []byte(`<BehaviorTree><Root><MyNode speed="500"/></Root></BehaviorTree>`), reg, &l)
	fmt.Println(l.Notices[0])
	p := mbt.Load("my.xml", []byte(`<BehaviorTree><Root><Sequence><MyNode speed="2.5"/><Halt/></Sequence></Root></BehaviorTree>`), reg, &l)
	pool := run.NewPool(p, town{})
	pool.Add(1, 0, run.Moment{DT: 0.1})
	x := pool.NewExec()
	pool.TickRange(&x, pool.Order(), run.Moment{DT: 0.1})
	for _, n := range p.Semantics.(run.Inspector).Inspect(&x).Nodes {
		fmt.Println(n.Text)
	}
	pool.TickRange(&x, pool.Order(), run.Moment{Tick: 1, DT: 0.1})
	// Output:
	// fast.xml:1:21: <MyNode>: that is very fast
	// OnInitialize
	//     1   Sequence
	//     1   - MyNode - Speed 2.500000
	// OnTerminate after 2 steps
}

// A node with elements of its own, as a State has Transitions: what they are is declared,
// and checked when the tree is loaded.
func Example_elements() {
	reg := &host.Registry{}
	_ = reg.AddAction(host.Action{
		Name: "Doorman",
		Elements: []host.Element{{
			Name: "Answer", Least: 1,
			Params: []host.Param{
				{Name: "onEvent", Kind: host.String},
				{Name: "say", Kind: host.String},
				{Name: "times", Kind: host.Int, Optional: true, Default: host.IntValue(1)},
			},
		}},
		Check: func(s *host.Site) error {
			for _, answer := range s.Items {
				if times := answer.Args[2].Number(); times < 1 {
					return answer.ErrorAt(2, "times: found %v, wanted 1 or more", times)
				}
			}
			return nil
		},
		Event: func(c *host.Call, e host.Event) {
			for _, answer := range c.Items {
				if answer.Args[0].Text() != c.EventName(e) {
					continue
				}
				for range int(answer.Args[2].Number()) {
					fmt.Println(answer.Args[1].Text())
				}
			}
		},
		Tick: func(*host.Call) host.Status { return host.Running },
	})
	var l syntax.List
	mbt.Load("bad.xml", []byte(`<BehaviorTree><Root><Doorman>
  <Answer onEvent="Knock" sya="Who is there?"/>
  <Anser onEvent="Ring" say="Coming!"/>
  <Answer onEvent="Ring" say="Coming!" times="0"/>
</Doorman></Root></BehaviorTree>`), reg, &l)
	fmt.Println(l.Err())

	l = syntax.List{}
	p := mbt.Load("door.xml", []byte(`<BehaviorTree><Root><Doorman>
  <Answer onEvent="Knock" say="Who is there?"/>
  <Answer onEvent="Ring" say="Coming!" times="2"/>
</Doorman></Root></BehaviorTree>`), reg, &l)
	pool := run.NewPool(p, town{})
	row := pool.Add(7, 0, run.Moment{DT: 0.1})
	x := pool.NewExec()
	pool.TickRange(&x, pool.Order(), run.Moment{DT: 0.1})
	for _, event := range []string{"Ring", "Whistle", "Knock"} {
		pool.Send(row, host.Event{ID: host.SymbolsOf(reg).Event(event)}, run.Moment{Tick: 1, DT: 0.1})
	}
	// Output:
	// bad.xml:2:3: <Answer> without say, wanted a text; is "sya" meant as say?
	// bad.xml:3:3: found <Anser> in <Doorman>, wanted <Answer>; did you mean "Answer"?
	// bad.xml:4:47: times: found 0, wanted 1 or more
	// Coming!
	// Coming!
	// Who is there?
}

// A composite of a game's own chooses which of its children run.
func Example_customComposite() {
	reg := &host.Registry{}
	_ = reg.AddAction(host.Action{
		Name: "FirstOrLast", Kind: host.Composite,
		Params: []host.Param{{Name: "last", Kind: host.Bool}},
		Tick: func(c *host.Call) host.Status {
			if c.Args[0].Bool() {
				return c.Kids.Run(c.Kids.Len() - 1)
			}
			return c.Kids.Run(0)
		},
	})
	say := func(what string) host.Action {
		return host.Action{Name: what, Tick: func(*host.Call) host.Status { fmt.Println(what); return host.Running }}
	}
	_ = reg.AddAction(say("Hi"))
	_ = reg.AddAction(say("Bye"))
	var l syntax.List
	src := `<BehaviorTree><Root><Parallel><FirstOrLast last="1"><Hi/><Bye/></FirstOrLast><FirstOrLast last="false"><Hi/><Bye/></FirstOrLast></Parallel></Root></BehaviorTree>`
	pool := run.NewPool(mbt.Load("greet.xml", []byte(src), reg, &l), town{})
	pool.Add(1, 0, run.Moment{DT: 0.1})
	x := pool.NewExec()
	pool.TickRange(&x, pool.Order(), run.Moment{DT: 0.1})
	// Output:
	// Bye
	// Hi
}

// What becomes of a tree whose root finishes is the game's to say.
func ExampleConfigure() {
	reg := &host.Registry{}
	mbt.Configure(reg, mbt.Config{OnRootFinished: mbt.Stop})
	var l syntax.List
	pool := run.NewPool(mbt.Load("end.xml", []byte("<BehaviorTree><Root>\n<Fail/></Root></BehaviorTree>"), reg, &l), town{})
	row := pool.Add(3, 0, run.Moment{DT: 0.1})
	x := pool.NewExec()
	for tick := range int64(2) {
		pool.TickRange(&x, pool.Order(), run.Moment{Tick: tick, DT: 0.1})
		fmt.Println(pool.Status(row))
	}
	// Output:
	// end.xml:2:1: Fail of tree end.xml, bot 3, tick 0: the root FAILED and the tree is stopped; finished: (2) Fail.
	// failure
	// stopped
}
