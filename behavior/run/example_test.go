package run_test

import (
	"bytes"
	"fmt"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/trees"
)

// diary is a world that has nothing but bots, and writes down what they do. A game
// has all methods of host.World.
type diary struct{ host.World }

func (diary) ID(body int32) host.BotID { return host.BotID(body + 1) }
func (diary) Decide(body int32, a *host.Action, _ host.Intent) {
	fmt.Printf("bot %d: %s. ", body+1, a.Name)
}

// A pool plays one tree for many bots, in a world of one's own, and can save what
// they remember.
func Example() {
	reg := &host.Registry{}
	for _, a := range []host.Action{
		{Name: "knock", Tick: func(*host.Call) host.Status { return host.Success }},
		{Name: "enter", Tick: func(*host.Call) host.Status { return host.Running }},
	} {
		if err := reg.AddAction(a); err != nil {
			fmt.Println(err)
		}
	}
	program, _, err := trees.LoadSource("visit.bt", []byte("sequence { action knock() action enter() }"), reg)
	if err != nil {
		fmt.Println(err)
		return
	}
	const dt = 0.1 // seconds
	newPool := func() *run.Pool {
		pool := run.NewPool(program, diary{})
		for body := range int32(2) {
			pool.Add(host.BotID(body+1), body, run.Moment{DT: dt})
		}
		return pool
	}
	pool := newPool()
	x := pool.NewExec()
	for tick := range int64(2) {
		pool.TickRange(&x, pool.Order(), run.Moment{Tick: tick, DT: dt})
		fmt.Println(pool.Status(0))
	}

	var saved bytes.Buffer
	if err := pool.Save(&saved); err != nil {
		fmt.Println(err)
	}
	again := newPool()
	fmt.Println("a new pool remembers the same:", again.Hash(0) == pool.Hash(0))
	if err := again.Load(&saved); err != nil {
		fmt.Println(err)
	}
	fmt.Println("once it has loaded:", again.Hash(0) == pool.Hash(0))
	// Output:
	// bot 1: knock. bot 1: enter. bot 2: knock. bot 2: enter. running
	// bot 1: enter. bot 2: enter. running
	// a new pool remembers the same: false
	// once it has loaded: true
}
