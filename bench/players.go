package main

import (
	"fmt"
	"math/bits"

	bt "github.com/joeycumines/go-behaviortree"

	"github.com/thicket-sim/thicket/behavior"
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
)

// tag is the tree that all run.
const tag = `
kind: selector
children:
  - kind: sequence
    children:
      - { kind: state_equals, key: it, value: true }
      - { kind: chase_nearest, where: { key: it, value: false } }
  - kind: sequence
    children:
      - { kind: state_equals, key: it, value: false }
      - { kind: flee_nearest, where: { key: it, value: true } }
  - { kind: wander }
`

const dt = 1.0 / 60 // seconds a tick

// isIt says who is it: one bot in a hundred, and a few that nobody told.
func isIt(bot int) (it, known bool) { return bot%100 == 0, bot%1000 != 7 }

// counts is how often bots chased, fled and wandered.
type counts [3]int

// player is one way to run the tag tree for many bots.
type player struct {
	name string
	tick func()
	done func() counts // since the start
}

// players makes all of them.
func players(bots int) ([]player, error) {
	columns, err := thicket(bots, "thicket, by columns", (*run.Pool).TickRange)
	if err != nil {
		return nil, err
	}
	each, err := thicket(bots, "thicket, bot by bot", (*run.Pool).TickEach)
	if err != nil {
		return nil, err
	}
	return []player{columns, each, goBehaviorTree(bots)}, nil
}

// thicket is a pool that one of its methods ticks.
func thicket(bots int, name string, tick func(*run.Pool, *run.Exec, []int32, int64, float64)) (player, error) {
	var done counts
	reg := &host.Registry{}
	where := []host.Param{{Name: "where", Kind: host.Where, Optional: true}}
	for i, name := range []string{"chase_nearest", "flee_nearest", "wander"} {
		a := host.Action{
			Name: name, Local: true,
			Tick: func(*host.Call) host.Status { done[i]++; return host.Success },
			Rows: func(r *host.Rows) { done[i] += bits.OnesCount64(r.Mask); r.Success = r.Mask },
		}
		if name != "wander" {
			a.Params = where
		}
		if err := reg.AddAction(a); err != nil {
			return player{}, err
		}
	}
	program, _, err := behavior.LoadSource("tag.yaml", []byte(tag), reg)
	if err != nil {
		return player{}, fmt.Errorf("the tag tree: %w", err)
	}
	w := &world{state: make([]uint32, bots)}
	pool := run.NewPool(program, w)
	for i := range bots {
		if it, known := isIt(i); known {
			w.state[i] = uint32(reg.Sym(host.BoolValue(it)))
		}
		pool.Add(host.BotID(i+1), int32(i), 0, dt)
	}
	exec, rows := pool.NewExec(), pool.Order()
	now := int64(0)
	return player{name, func() { now++; tick(pool, &exec, rows, now, dt) }, func() counts { return done }}, nil
}

// world has one state key and nothing to see.
type world struct {
	host.World
	state []uint32
}

func (w *world) State(body int32, _ host.Key) host.Sym   { return host.Sym(w.state[body]) }
func (w *world) StateColumn(host.Key) []uint32           { return w.state }
func (w *world) Decide(int32, *host.Action, host.Intent) {}

// goBehaviorTree is a tree for each bot, as the peer's documentation builds
// them.
func goBehaviorTree(bots int) player {
	var done counts
	act := func(i int) bt.Node {
		return bt.New(func([]bt.Node) (bt.Status, error) { done[i]++; return bt.Success, nil })
	}
	trees := make([]bt.Node, bots)
	for i := range trees {
		it, known := isIt(i)
		state := &struct{ it, known bool }{it, known}
		test := func(want bool) bt.Node {
			return bt.New(func([]bt.Node) (bt.Status, error) {
				if state.known && state.it == want {
					return bt.Success, nil
				}
				return bt.Failure, nil
			})
		}
		trees[i] = bt.New(bt.Selector,
			bt.New(bt.Sequence, test(true), act(0)),
			bt.New(bt.Sequence, test(false), act(1)),
			act(2),
		)
	}
	return player{"go-behaviortree 1.11.0", func() {
		for _, t := range trees {
			_, _ = t.Tick() // no node of these fails
		}
	}, func() counts { return done }}
}
