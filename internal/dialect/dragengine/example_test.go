package dragengine_test

import (
	"fmt"
	"strconv"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/dragengine"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// A game's own action and condition read parameters of the rule, and the action
// remembers something of each bot.
func Example() {
	reg := &host.Registry{}
	distance := 9.0
	err := reg.AddAction(host.Action{
		Name: "hide", Local: true, Bits: 8,
		Enter: func(c *host.Call) { c.Store(0, 8, 0) },
		Tick: func(c *host.Call) host.Status {
			text, _ := c.TextParam("hide.ticks")
			ticks, _ := strconv.Atoi(text)
			n := c.Load(0, 8) + 1
			c.Store(0, 8, n)
			fmt.Println("hiding", n)
			if int(n) < ticks {
				return host.Running
			}
			return host.Success
		},
	})
	if err != nil {
		panic(err)
	}
	err = reg.AddFunc(host.Func{Name: "playerNear", Result: host.Bool, Eval: func(c *host.Call) host.Value {
		text, _ := c.TextParam("player.distance")
		limit, _ := strconv.ParseFloat(text, 64)
		return host.BoolValue(distance < limit)
	}})
	if err != nil {
		panic(err)
	}
	var l syntax.List
	p := dragengine.Load("shy.debt", []byte(`
<behaviorTree>
 <choice id='root'>
  <action id='.hide' name='hide'>
   <condition>playerNear</condition>
   <parameter name='player.distance'>5</parameter>
   <parameter name='hide.ticks'>2</parameter>
  </action>
  <running id='.rest'/>
 </choice>
</behaviorTree>`), reg, sourcefile.Memory(nil), &l)
	if err := l.Err(); err != nil {
		panic(err)
	}
	pool := run.NewPool(p, &world{})
	pool.Add(1, 0, run.Moment{DT: 0.1})
	bot, err := dragengine.BotOf(pool, 0)
	if err != nil {
		panic(err)
	}
	x := pool.NewExec()
	for tick := range int64(4) {
		if tick == 1 { // the player comes near: do not wait until the rest is over
			distance = 3
			if err := bot.Jump("root.hide"); err != nil {
				panic(err)
			}
		}
		pool.TickRange(&x, pool.Order(), run.Moment{Tick: tick, DT: 0.1})
		fmt.Println(pool.Status(0), "at", bot.Path())
	}
	// Output:
	// running at choice #root > 1: running #root.rest
	// hiding 1
	// running at choice #root > 0: action hide #root.hide
	// hiding 2
	// success at choice #root
	// hiding 1
	// running at choice #root > 0: action hide #root.hide
}
