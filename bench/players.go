package main

import (
	"fmt"
	"math/bits"

	bt "github.com/joeycumines/go-behaviortree"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/trees"
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

const (
	dt   = 1.0 / 50 // seconds a tick
	peer = "go-behaviortree 1.11.0"
)

// isIt reports whether a bot is it, as one in a hundred is, and whether it knows:
// a few have not been told.
func isIt(bot int) (it, known bool) { return bot%100 == 0, bot%1000 != 7 }

// counts is how often bots did what the leaves of a tree are for; of the tag
// tree: how often they chased, fled and wandered.
type counts [8]int

// player is one way to run a tree for many bots.
type player struct {
	name string
	tick func()
	done func() counts // since the start
}

// match is players that run the same tree.
type match struct {
	tree    string
	players func(bots int) ([]player, error)
}

var matches = []match{{"tag", tagPlayers}, {"patrol", patrolPlayers}}

func tagPlayers(bots int) ([]player, error) {
	words, err := thicketWords(bots)
	if err != nil {
		return nil, err
	}
	columns, err := thicket(bots, "thicket, rows of a pool", (*run.Pool).TickRange)
	if err != nil {
		return nil, err
	}
	each, err := thicket(bots, "thicket, bot by bot", (*run.Pool).TickEach)
	if err != nil {
		return nil, err
	}
	return []player{words, columns, each, goBehaviorTreeTag(bots)}, nil
}

// game has actions that do nothing but count.
func game(done *counts) (*host.Registry, *run.Program, error) {
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
			return nil, nil, err
		}
	}
	program, _, err := trees.LoadSource("tag.yaml", []byte(tag), reg)
	if err != nil {
		return nil, nil, fmt.Errorf("the tag tree: %w", err)
	}
	return reg, program, nil
}

// thicket returns a pool that one of its methods ticks.
func thicket(bots int, name string, tick func(*run.Pool, *run.Exec, []int32, run.Moment)) (player, error) {
	var done counts
	reg, program, err := game(&done)
	if err != nil {
		return player{}, err
	}
	w := &world{state: make([]uint32, bots)}
	pool := run.NewPool(program, w)
	for i := range bots {
		if it, known := isIt(i); known {
			w.state[i] = uint32(reg.Sym(host.BoolValue(it)))
		}
		pool.Add(host.BotID(i+1), int32(i), run.Moment{DT: dt})
	}
	exec, rows := pool.NewExec(), pool.Order()
	now := int64(0)
	return player{name, func() { now++; tick(pool, &exec, rows, run.Moment{Tick: now, DT: dt}) }, func() counts { return done }}, nil
}

// thicketWords returns the bots in words of 64, each state that the tree tests kept
// as a bit, as a world keeps those that it evaluates so.
func thicketWords(bots int) (player, error) {
	var done counts
	reg, program, err := game(&done)
	if err != nil {
		return player{}, err
	}
	words := make([]word, (bots+63)/64)
	for i := range words {
		words[i].holds = make([]uint64, len(host.SymbolsOf(reg).Facets())+1)
	}
	for i := range bots {
		w := &words[i/64]
		w.bots, w.body = w.bots|1<<(i%64), append(w.body, int32(i))
		it, known := isIt(i)
		for _, f := range program.Tree.Tests {
			if known && host.SymbolsOf(reg).Facets()[f-1].Value == reg.Sym(host.BoolValue(it)) {
				w.holds[f] |= 1 << (i % 64)
			}
		}
	}
	exec, evaluate := run.NewExec(program, &world{}), program.Semantics.(run.LaneTicker)
	return player{"thicket, by columns", func() {
		exec.Tick++
		for i := range words {
			evaluate.TickLanes(&exec, &words[i], words[i].bots)
		}
	}, func() counts { return done }}, nil
}

// word is 64 bots.
type word struct {
	bots  uint64
	holds []uint64 // by FacetID
	body  []int32
}

func (w *word) Holds(f host.FacetID) uint64 { return w.holds[f] }
func (w *word) Bodies() []int32             { return w.body }

// world has one state key and nothing to see.
type world struct {
	host.World
	state []uint32
}

func (w *world) ID(body int32) host.BotID                { return host.BotID(body + 1) }
func (w *world) State(body int32, _ host.Key) host.Sym   { return host.Sym(w.state[body]) }
func (w *world) StateColumn(host.Key) []uint32           { return w.state }
func (*world) Part(any) any                              { return nil }
func (w *world) Decide(int32, *host.Action, host.Intent) {}

// goBehaviorTreeTag returns a tree for each bot, as the peer's documentation builds
// them.
func goBehaviorTreeTag(bots int) player {
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
	return player{peer, func() {
		for _, t := range trees {
			_, _ = t.Tick() // no node of these fails
		}
	}, func() counts { return done }}
}
