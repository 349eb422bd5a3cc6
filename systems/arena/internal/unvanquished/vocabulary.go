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

// entry is an action or a function: act with or without enter, or ask.
type entry struct {
	name, doc string
	enter     func(turn)             // of an action that goes on
	act       func(turn) host.Status // or
	ask       func(turn) host.Value
}

func (b *entry) action() host.Action {
	act, enter := b.act, b.enter
	out := host.Action{
		Name: b.name, Doc: b.doc, Internals: host.Internals{Needs: Needs}, Local: true,
		Tick: func(c *host.Call) host.Status {
			t, ok := turnOf(c)
			if !ok || t.Dead(t.Body) {
				return host.Failure
			}
			return act(t)
		},
	}
	if enter != nil {
		out.Enter = func(c *host.Call) {
			if t, ok := turnOf(c); ok {
				enter(t)
			}
		}
	}
	return out
}

func (b *entry) function() host.Func {
	ask := b.ask
	return host.Func{
		Name: b.name, Doc: b.doc, Internals: host.Internals{Needs: Needs}, Local: true,
		Eval: func(c *host.Call) host.Value {
			if t, ok := turnOf(c); ok {
				return ask(t)
			}
			return host.IntValue(0)
		},
	}
}

// Entries are the actions and functions of the vocabulary.
func Entries() (actions []host.Action, funcs []host.Func) {
	for _, list := range [][]entry{moves, fights, trades, talks} {
		for i := range list {
			actions = append(actions, list[i].action())
		}
	}
	for i := range asks {
		funcs = append(funcs, asks[i].function())
	}
	return actions, funcs
}

// Vocabulary returns the vocabulary for an arena.
func Vocabulary() core.Vocabulary {
	return core.Vocabulary{Needs: Needs, Register: register, NewState: newState}
}

func register(r *host.Registry) error {
	actions, funcs := Entries()
	return behavior.Supply(r, actions, funcs)
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
