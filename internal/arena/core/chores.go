package core

import (
	"cmp"
	"slices"

	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/systems/column"
)

// Most bodies do nothing in a tick that another could notice before all deeds are done:
// they take a pose, forget what they wanted, get hungrier. Workers do that for all of
// them. Whoever does more is left for its turn, in the order of ids: the order in which
// deeds are done matters.

// chores does what a tick does for every body.
type chores struct {
	a     *Arena
	last  bool   // what comes after the deeds
	left  []left // by worker
	turns []int32
}

// left holds the rest of one worker.
type left struct {
	bodies []int32 // in no order that matters
	noted  bool    // somebody noted a number
	_      [4]uint64
}

// choreGrain is the least number of bodies that is worth another worker.
const choreGrain = 128

var _ ecs.Job = (*chores)(nil)

// inTurn reports whether others may notice what a body does before it is done with: a
// state that takes part in deeds, or scripts, which hear events at once.
func (a *Arena) inTurn() bool {
	for _, s := range a.states {
		if _, ok := s.(Bystander); !ok {
			return true
		}
	}
	return a.scripted
}

// run does the chores of all bodies, and returns those whose turn is yet to come, by
// ascending id, and whether one of the others noted a number.
func (c *chores) run(last bool, w *ecs.Workers) (turns []int32, noted bool) {
	a := c.a
	if a.inTurn() {
		return a.ByID, true
	}
	c.last, c.left, c.turns = last, column.Grow(c.left, w.Count()), c.turns[:0]
	for i := range c.left {
		c.left[i].bodies, c.left[i].noted = c.left[i].bodies[:0], false
	}
	w.Run(len(a.Laid), choreGrain, c)
	for i := range c.left {
		c.turns = append(c.turns, c.left[i].bodies...)
		noted = noted || c.left[i].noted
	}
	_, _, id := a.Game.Columns()
	slices.SortFunc(c.turns, func(p, q int32) int { return cmp.Compare(id[p], id[q]) })
	return c.turns, noted
}

// Do does the chores of the bodies Laid[lo:hi].
func (c *chores) Do(worker, lo, hi int) {
	a, l := c.a, &c.left[worker]
	for _, b := range a.Laid[lo:hi] {
		switch {
		case c.last:
			if !a.Life.keptUp(b) {
				l.bodies = append(l.bodies, b)
			}
		case a.want[b].deedCount > 0 || a.want[b].kept != kept{}:
			l.noted = l.noted || a.want[b].noted
			l.bodies = append(l.bodies, b)
		default:
			l.noted = l.noted || a.want[b].noted
			a.act(b)
		}
	}
}

// keptUp does what upkeep does where that is nothing, or only hunger that does not hurt
// yet. It changes nothing else, and reports whether it did.
func (lf *life) keptUp(b int32) bool {
	if q := lf.Mind[b].Quiet; q > 0 && q <= lf.Now {
		return false
	}
	h := &lf.Health[b]
	if lf.Dead(b) {
		return h.BackAt > lf.Now
	}
	full := lf.full(b)
	if full == 0 {
		return true
	}
	f := lf.form(b)
	if h.Points <= 0 || f.Regen > 0 && h.Points < full {
		return false
	}
	if f.Hunger.Lasts > 0 {
		hunger := lf.hungrier(h, f)
		if hunger >= 1 {
			return false
		}
		h.Hunger = hunger
	}
	return true
}
