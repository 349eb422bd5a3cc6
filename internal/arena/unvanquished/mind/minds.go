package mind

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
	"github.com/thicket-sim/thicket/internal/systems/column"
)

// Minds holds the intents of bots, and the notes for each other to count.
type Minds struct {
	*world.World
	a *core.Arena
	Blackboard
	members [][]member   // by group; listed anew in each tick
	shuts   bool         // what Do does: it opens boards, or closes them
	trees   []int32      // by body: the number of its tree when it was looked at last, and 1; of 0 it is looked at again
	sizes   []silentTeam // by group; counted anew in each tick
}

// Blackboard holds the saved part of the notes of bots.
type Blackboard struct {
	boards []board // one for each number that a tree asks for
}

// Open makes the minds of an arena.
func (s *Minds) Open(a *core.Arena, w *world.World) {
	s.World, s.a = w, a
	s.sizes, s.members = make([]silentTeam, len(a.Groups)), make([][]member, len(a.Groups))
}

// Turn is one call of a leaf: the arena and the call, and what bots intend. Parts of the
// rules add what they keep.
type Turn struct {
	core.Turn
	*Minds
}

// Entry is an action or a function of a part of the rules, whose turns are T: Act with or
// without Admit, or Ask. It is no core.Ability: the dialect declares the parameters, lasting
// actions ask to be admitted, and a function without an arena answers 0 and not null.
type Entry[T player] struct {
	Name, Doc string
	// Admit is for actions that take the place of the current one: whatever makes
	// one fail on entry makes it return false before it touches the goal. It is not
	// asked while the action is the current one.
	Admit func(T) bool
	Act   func(T) host.Status // or
	Ask   func(T) host.Value
	Draws bool // Ask gives random numbers
	// still says for which arguments what Ask gives a bot is the same for a tick: where it follows
	// from what there is as a tick begins. It is the payload of the function.
	still func(args []host.Value) bool
}

// player is a turn that has a [Turn] in it.
type player interface {
	lives() bool
	begin()
}

// Group is leaves that stand together in the vocabulary, whose order saves have.
type Group struct {
	Name    string
	Actions []host.Action
	Funcs   []host.Func
}

// GroupOf makes the leaves of some entries. find returns the turn of a call; in a game
// without an arena it reports a fault and returns false.
func GroupOf[T player](name string, find func(*host.Call) (T, bool), list []Entry[T]) Group {
	g := Group{Name: name}
	for i := range list {
		if b := &list[i]; b.Ask != nil {
			g.Funcs = append(g.Funcs, b.function(find))
		} else {
			g.Actions = append(g.Actions, b.action(find))
		}
	}
	return g
}

func (b *Entry[T]) action(find func(*host.Call) (T, bool)) host.Action {
	act, admit := b.Act, b.Admit
	out := host.Action{
		Name: b.Name, Doc: b.Doc, Internals: host.Internals{Needs: lore.Needs}, Local: true,
		Tick: func(c *host.Call) host.Status {
			if t, ok := find(c); ok && t.lives() {
				return act(t)
			}
			return host.Failure
		},
	}
	if admit != nil {
		out.Admit = func(c *host.Call) bool {
			t, ok := find(c)
			if !ok || !t.lives() || !admit(t) {
				return false
			}
			t.begin()
			return true
		}
	}
	return out
}

func (b *Entry[T]) function(find func(*host.Call) (T, bool)) host.Func {
	ask := b.Ask
	f := host.Func{
		Name: b.Name, Doc: b.Doc, Internals: host.Internals{Needs: lore.Needs, Steady: !b.Draws}, Local: true,
		Eval: func(c *host.Call) host.Value {
			if t, ok := find(c); ok {
				return ask(t)
			}
			return host.IntValue(0)
		},
	}
	if b.still != nil {
		f.Payload = b.still
	}
	if b.Draws {
		return f
	}
	f.Rows = func(r *host.Rows, numbers *[64]float64) {
		c := r.Call()
		t, found := find(c)
		bots := host.RuntimeOfRows(r).Bots
		for m := r.Mask; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m) & 63
			if c.Body = r.Body[i]; bots != nil {
				c.Bot = bots[i]
			} else {
				c.Bot = r.World.ID(c.Body)
			}
			switch {
			case found:
				numbers[i] = ask(t).Number()
			case m == r.Mask: // who was told already
				numbers[i] = 0
			default:
				numbers[i] = f.Eval(c).Number()
			}
		}
	}
	return f
}

// always says that a value is still whatever it is asked for.
func always([]host.Value) bool { return true }

// lives reports whether the bot lives and is not about to take its life, and marks it
// as one that plays by the rules of this vocabulary: it runs one of its actions.
func (t Turn) lives() bool {
	if !t.Ran[t.Body] { // many share its line of a cache, and most have run one
		t.Ran[t.Body] = true // not Plays, which others read at the same time
	}
	lives := !t.Dead(t.Body) && t.Bots[t.Body].Ends != t.Now
	if !lives {
		t.Because("it is dead")
	}
	return lives
}

// begin notes that an action takes the place of the current one.
func (t Turn) begin() { t.Bots[t.Body].Entered = t.Tick }

// Leaves returns the actions and functions of minds.
func Leaves(find func(*host.Call) (Turn, bool)) []Group {
	return []Group{
		GroupOf("moves", find, moves), GroupOf("talks", find, talks), GroupOf("ends", find, ends), GroupOf("strafes", find, strafes),
		GroupOf("notes", find, noteActions), GroupOf("asks", find, asks), GroupOf("targets", find, targetAsks), GroupOf("goals", find, goalAsks),
		GroupOf("walks", find, walkAsks), GroupOf("noted", find, noteAsks),
	}
}

// Restored makes anew what follows from what was read, and returns what is wrong with it.
func (s *Minds) Restored(bodies int) error {
	for i := range s.boards {
		b := &s.boards[i]
		if len(b.seats) != bodies || slices.ContainsFunc(s.boards[:i], func(other board) bool { return other.number == b.number }) {
			return fmt.Errorf("the board of %d has %d seats, wanted %d, or is there twice", b.number, len(b.seats), bodies)
		}
		for _, seat := range b.seats {
			if !core.Below(seat.level, patience) {
				return fmt.Errorf("somebody was told too much %d times, wanted %d at most", seat.level, patience-1)
			}
		}
		b.teams = make([]tally, len(s.Teams))
	}
	s.trees = column.Grow(s.trees, bodies)
	clear(s.trees)
	return nil
}
