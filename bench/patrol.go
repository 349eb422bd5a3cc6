package main

import (
	"fmt"

	bt "github.com/joeycumines/go-behaviortree"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/trees"
)

// patrol is a tree of 20 nodes that remembers where it is: a loop, sequences and
// selectors that go on at the child that runs, a parallel and four timers. A
// round takes half a second; the next begins in the tick in which it ends.
const patrol = `
<BehaviorTree>
  <Root>
    <Loop>
      <Parallel>
        <Sequence>
          <Step0/>
          <Wait duration="0.5"/>
          <Step1/>
          <Selector>
            <Step2/>
            <Step3/>
          </Selector>
        </Sequence>
        <Sequence>
          <Wait duration="0.3"/>
          <Step4/>
          <Selector>
            <Step5/>
            <Sequence>
              <Step6/>
              <Wait duration="0.1"/>
              <Step7/>
            </Sequence>
          </Selector>
        </Sequence>
        <Sequence>
          <Wait duration="0.4"/>
        </Sequence>
      </Parallel>
    </Loop>
  </Root>
</BehaviorTree>
`

// patrolPorts is the same tree in the dialect of BehaviorTree.CPP.
const patrolPorts = `
<root BTCPP_format="4">
  <BehaviorTree ID="Patrol">
    <Repeat num_cycles="-1">
      <Parallel>
        <Sequence>
          <Step0/>
          <Sleep msec="500"/>
          <Step1/>
          <Fallback>
            <Step2/>
            <Step3/>
          </Fallback>
        </Sequence>
        <Sequence>
          <Sleep msec="300"/>
          <Step4/>
          <Fallback>
            <Step5/>
            <Sequence>
              <Step6/>
              <Sleep msec="100"/>
              <Step7/>
            </Sequence>
          </Fallback>
        </Sequence>
        <Sequence>
          <Sleep msec="400"/>
        </Sequence>
      </Parallel>
    </Repeat>
  </BehaviorTree>
</root>
`

// fails says which steps fail; the others succeed.
func fails(step int) bool { return step == 2 || step == 5 }

func patrolPlayers(bots int) ([]player, error) {
	each, err := thicketPatrol(bots, "thicket, bot by bot", patrol, (*run.Pool).TickEach)
	if err != nil {
		return nil, err
	}
	ports, err := thicketPatrol(bots, "BehaviorTree.CPP's", patrolPorts, (*run.Pool).TickEach)
	if err != nil {
		return nil, err
	}
	planes, err := thicketPatrol(bots, "the same, 64 at a time", patrolPorts, (*run.Pool).TickRange)
	if err != nil {
		return nil, err
	}
	return []player{each, ports, planes, goBehaviorTreePatrol(bots)}, nil
}

type ticking func(*run.Pool, *run.Exec, []int32, run.Moment)

func thicketPatrol(bots int, name, source string, tick ticking) (player, error) {
	var done counts
	reg := &host.Registry{}
	for i := range done {
		answer := host.Success
		if fails(i) {
			answer = host.Failure
		}
		if err := reg.AddAction(host.Action{
			Name: fmt.Sprintf("Step%d", i), Local: true,
			Tick: func(*host.Call) host.Status { done[i]++; return answer },
		}); err != nil {
			return player{}, err
		}
	}
	program, _, err := trees.LoadSource("patrol.xml", []byte(source), reg)
	if err != nil {
		return player{}, fmt.Errorf("the patrol tree: %w", err)
	}
	pool := run.NewPool(program, &world{})
	for i := range bots {
		pool.Add(host.BotID(i+1), int32(i), run.Moment{DT: dt})
	}
	exec, rows, now := pool.NewExec(), pool.ByBody(), int64(-1)
	return player{name, func() {
		now++
		tick(pool, &exec, rows, run.Moment{Tick: now, DT: dt})
	}, func() counts { return done }}, nil
}

// goBehaviorTreePatrol keeps places by the peer's Memorize. Its own parallel,
// Fork, starts goroutines; the one here does not, which is faster.
func goBehaviorTreePatrol(bots int) player {
	var done counts
	now := -1 // ticks
	step := func(i int) bt.Node {
		answer := bt.Success
		if fails(i) {
			answer = bt.Failure
		}
		return bt.New(func([]bt.Node) (bt.Status, error) { done[i]++; return answer, nil })
	}
	wait := func(seconds float64) bt.Node {
		ticks, end := int(seconds/dt+0.5), -1
		return bt.New(func([]bt.Node) (bt.Status, error) {
			if end < 0 {
				end = now + ticks
			}
			if now < end {
				return bt.Running, nil
			}
			end = -1
			return bt.Success, nil
		})
	}
	sequence := func(nodes ...bt.Node) bt.Node { return bt.New(bt.Memorize(bt.Sequence), nodes...) }
	selector := func(nodes ...bt.Node) bt.Node { return bt.New(bt.Memorize(bt.Selector), nodes...) }
	trees := make([]bt.Node, bots)
	for i := range trees {
		trees[i] = bt.New(loop(), bt.New(parallel(),
			sequence(step(0), wait(0.5), step(1), selector(step(2), step(3))),
			sequence(wait(0.3), step(4), selector(step(5), sequence(step(6), wait(0.1), step(7)))),
			sequence(wait(0.4)),
		))
	}
	return player{peer, func() {
		now++
		for _, t := range trees {
			_, _ = t.Tick() // no node of these fails
		}
	}, func() counts { return done }}
}

// loop begins anew in the tick in which a round that took longer ends.
func loop() bt.Tick {
	running := false
	return func(children []bt.Node) (bt.Status, error) {
		status, err := children[0].Tick()
		if status == bt.Success && running {
			status, err = children[0].Tick()
		}
		running = status == bt.Running
		return bt.Running, err
	}
}

// parallel ticks all children that have not finished, and succeeds when all
// have succeeded.
func parallel() bt.Tick {
	var finished []bool
	return func(children []bt.Node) (bt.Status, error) {
		if finished == nil {
			finished = make([]bool, len(children))
		}
		all := true
		for i, child := range children {
			if finished[i] {
				continue
			}
			status, err := child.Tick()
			if err != nil {
				return bt.Failure, err
			}
			finished[i] = status == bt.Success
			all = all && finished[i]
		}
		if !all {
			return bt.Running, nil
		}
		clear(finished)
		return bt.Success, nil
	}
}
