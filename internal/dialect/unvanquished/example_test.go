package unvanquished_test

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/dryrun"
	"github.com/thicket-sim/thicket/internal/dialect/unvanquished"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// A game's own action, with one to three parameters of different kinds, and its
// own function, both used by a behaviour.
func ExampleLoad() {
	reg := &host.Registry{}
	err := reg.AddAction(host.Action{
		Name: "plant",
		Doc:  "Plants something.",
		Params: []host.Param{
			{Name: "what", Kind: host.String},
			{Name: "rows", Kind: host.Int, Optional: true, Default: host.IntValue(1)},
			{Name: "apart", Kind: host.Number, Unit: "metres", Optional: true, Default: host.NumberValue(0.5)},
		},
		Tick: func(c *host.Call) host.Status {
			fmt.Println("plants", c.Args[0].Text(), "in rows:", c.Args[1], "apart:", c.Args[2])
			return host.Success
		},
	})
	if err != nil {
		fmt.Println(err)
	}
	err = reg.AddFunc(host.Func{
		Name: "rain", Result: host.Int, Params: []host.Param{{Name: "hours", Kind: host.Int}},
		Eval: func(c *host.Call) host.Value { return host.IntValue(int64(2 * c.Args[0].Number())) },
	})
	if err != nil {
		fmt.Println(err)
	}
	const garden = `
sequence
{
	action plant( "beans" )
	action plant( "peas", 3 )
	condition rain( 24 ) > 40
	action plant( "leek", 2, 0.25 )
}`
	var l syntax.List
	files := sourcefile.Disk("bots/garden.bt", "")
	tree := unvanquished.Load("bots/garden.bt", []byte(garden), reg, files, &l)

	ticks := 1
	world := dryrun.NewHost(&dryrun.Case{Ticks: &ticks}) // a world for dry runs
	world.Run(tree, nil)

	unvanquished.Load("bots/slip.bt", []byte(`action plant( "beans", 1, 2, 3 )`), reg, files, &l)
	fmt.Println(l.Err())
	// Output:
	// plants beans in rows: 1 apart: 0.5
	// plants peas in rows: 3 apart: 0.5
	// plants leek in rows: 2 apart: 0.25
	// bots/slip.bt:1:8: "plant" takes 1 to 3 parameters (what, rows, apart), found 4
}

// A game that says for this dialect alone what one of the original's actions
// does, also where the arena has said it before, and adds a symbol.
func ExampleEntry_Action() {
	reg := &host.Registry{}
	own := reg.Overlay(unvanquished.Name)
	_ = own.AddConst("E_HOME", host.IntValue(16))
	for _, e := range unvanquished.Actions {
		if e.Name == "moveTo" {
			_ = host.PutAction(own, e.Action(func(c *host.Call) host.Status {
				fmt.Println("moves to", c.Args[0])
				return host.Running
			}))
		}
	}
	var l syntax.List
	tree := unvanquished.Load("home.bt", []byte("action moveTo( E_HOME )"), reg, sourcefile.Disk("home.bt", ""), &l)
	if err := l.Err(); err != nil {
		fmt.Println(err)
	}
	ticks := 1
	world := dryrun.NewHost(&dryrun.Case{Ticks: &ticks})
	pool := run.NewPool(tree, world)
	x := pool.NewExec()
	row := pool.Add(1, 0, run.Moment{DT: 0.1})
	pool.TickRange(&x, pool.Order(), run.Moment{DT: 0.1})
	fmt.Println(pool.Status(row))
	// Output:
	// moves to 16
	// running
}

func ExampleFormat() {
	out, err := unvanquished.Format("hunt.bt", []byte("selector{action  fight// the best enemy\naction roam}"), limit.Values{})
	fmt.Print(string(out), err)
	// Output:
	// selector
	// {
	// 	action fight // the best enemy
	// 	action roam
	// }
	// <nil>
}
