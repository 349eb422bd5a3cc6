package unvanquished

import (
	"math"

	"github.com/thicket-sim/thicket/behavior"
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// turn is one call of a leaf: the arena and the call, and what the arena keeps
// for this vocabulary.
type turn struct {
	core.Turn
	*state
}

// turnOf returns the turn of a call. In a game without an arena it reports a
// fault and returns false.
func turnOf(c *host.Call) (turn, bool) {
	t, ok := core.TurnOf(c)
	if !ok {
		return turn{}, false
	}
	s, ok := core.StateOf[*state](t.Arena)
	return turn{t, s}, ok
}

// entry is an action or a function: act with or without admit, or ask. It is no
// core.Ability: the dialect declares the parameters, lasting actions ask to be
// admitted, and a function without an arena answers 0 and not null.
type entry struct {
	name, doc string
	// admit is for actions that take the place of the current one: whatever makes
	// one fail on entry makes it return false before it touches the goal. It is not
	// asked while the action is the current one.
	admit func(turn) bool
	act   func(turn) host.Status // or
	ask   func(turn) host.Value
	draws bool // ask gives random numbers
}

func (b *entry) action() host.Action {
	act, admit := b.act, b.admit
	out := host.Action{
		Name: b.name, Doc: b.doc, Internals: host.Internals{Needs: Needs}, Local: true,
		Tick: func(c *host.Call) host.Status {
			if t, ok := turnOf(c); ok && t.lives() {
				return act(t)
			}
			return host.Failure
		},
	}
	if admit != nil {
		out.Admit = func(c *host.Call) bool {
			t, ok := turnOf(c)
			if !ok || !t.lives() || !admit(t) {
				return false
			}
			t.bots[t.Body].entered = t.Tick
			return true
		}
	}
	return out
}

func (b *entry) function() host.Func {
	ask := b.ask
	return host.Func{
		Name: b.name, Doc: b.doc, Internals: host.Internals{Needs: Needs, Steady: !b.draws}, Local: true,
		Eval: func(c *host.Call) host.Value {
			if t, ok := turnOf(c); ok {
				return ask(t)
			}
			return host.IntValue(0)
		},
	}
}

// lives reports whether the bot lives and is not about to take its life, and marks it
// as one that plays by the rules of this vocabulary: it runs one of its actions.
func (t turn) lives() bool {
	if !t.ran[t.Body] { // many share its line of a cache, and most have run one
		t.ran[t.Body] = true // not plays, which others read at the same time
	}
	lives := !t.Dead(t.Body) && t.bots[t.Body].ends != t.Now
	if !lives {
		t.Because("it is dead")
	}
	return lives
}

// Entries are the actions and functions of the vocabulary.
func Entries() (actions []host.Action, funcs []host.Func) {
	for _, list := range [][]entry{moves, aims, battles, cures, kits, purchases, evolutions, talks, ends, strafes, builds, noteActions} {
		for i := range list {
			actions = append(actions, list[i].action())
		}
	}
	for _, list := range [][]entry{asks, targetAsks, goalAsks, walkAsks, foeAsks, growthAsks, gearAsks, ammoAsks, momentumAsks, buildAsks, noteAsks} {
		for i := range list {
			funcs = append(funcs, list[i].function())
		}
	}
	return actions, funcs
}

// Vocabulary returns the vocabulary for an arena.
func Vocabulary() core.Vocabulary {
	return core.Vocabulary{Needs: Needs, Game: Name, Register: register, NewState: newState, Review: review}
}

func register(r *host.Registry) error {
	actions, funcs := Entries()
	return behavior.Supply(r, ".bt", actions, funcs)
}

// number32 makes a number of 32 bits, as trees of Unvanquished have them.
func number32(v float64) host.Value { return host.NumberValue(float64(float32(v))) }

// wholes makes a whole number, clamped to 32 bits.
func wholes(v float64) host.Value {
	return host.IntValue(int64(min(max(v, math.MinInt32), math.MaxInt32)))
}

// milliseconds returns how long ago a tick was.
func (s *state) milliseconds(since int64) host.Value {
	return wholes(math.Round(float64(s.a.Now-since) * s.a.Game.World.Clock().DT * 1000))
}
