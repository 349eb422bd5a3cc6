package host_test

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/dryrun"
	"github.com/thicket-sim/thicket/internal/dialect/wage"
)

// A game's own action with a parameter and a memory, and a tree that uses it.
func ExampleRegistry_AddAction() {
	wait := host.Action{
		Name:   "wait",
		Doc:    "Holds the heading for some ticks, then fails once.",
		Params: []host.Param{{Name: "ticks", Kind: host.Int}},
		Bits:   16,
		Local:  true,
		Tick: func(c *host.Call) host.Status {
			waited := c.Load(0, 16)
			if waited == uint32(c.Args[0].Number()) {
				c.Store(0, 16, 0)
				return host.Failure
			}
			c.Store(0, 16, waited+1)
			c.Hold()
			return host.Success
		},
	}
	ticks := 5
	world := dryrun.NewHost(&dryrun.Case{Ticks: &ticks}) // a world for dry runs
	if err := world.Registry.AddAction(wait); err != nil {
		fmt.Println(err)
	}
	var faults syntax.List
	tree := wage.Load("guard.yaml", []byte("{kind: action, name: wait, args: {ticks: 2}}"), world.Registry, &faults)
	for i, tick := range world.Run(tree, nil).Ticks {
		fmt.Println(i, tick.Status)
	}
	wage.Load("slip.yaml", []byte("{kind: action, name: wiat, args: {ticks: 2}}"), world.Registry, &faults)
	fmt.Println(faults.Err())
	// Output:
	// 0 success
	// 1 success
	// 2 failure
	// 3 success
	// 4 success
	// slip.yaml:1:22: unknown action "wiat"; did you mean "wait"?
}
