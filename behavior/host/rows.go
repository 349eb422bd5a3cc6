package host

import "math/bits"

// Rows is one call of a leaf for up to 64 bots. Bit i of a mask is element i
// of Body. It is valid until the call returns. What a bot that succeeds
// wants goes to [World.Decide].
type Rows struct {
	World World
	Body  []int32
	Tick  int64
	DT    float64 // seconds of simulated time a tick
	Args  []Value
	Facet FacetID
	// Mask has the rows to run; Success is set by the leaf, the other rows of
	// Mask failed.
	Mask, Success uint64

	// From here on all is for the runtime.
	Action *Action
	Node   uint16
	Source Source
	call   Call
}

// Herder is a World that finds the nearest for many bots at once.
type Herder interface {
	// SteerNearest heads every row of the mask toward the nearest match of the
	// rows' facet, or away from it for sign -1, and returns those that have one.
	SteerNearest(r *Rows, sign float64) (success uint64)
}

// OneByOne runs the action's Tick for every row of the mask, for actions that
// do nothing better by columns.
func (r *Rows) OneByOne() {
	c := &r.call
	for m := r.Mask; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m)
		*c = Call{
			World: r.World, Body: r.Body[i], Bot: r.World.ID(r.Body[i]), Tick: r.Tick, DT: r.DT,
			Args: r.Args, Facet: r.Facet, Action: r.Action, Node: r.Node, Source: r.Source,
		}
		if r.Action.Tick(c) == Success {
			r.Success |= 1 << i
			r.World.Decide(c.Body, c.Action, c.Intent)
		}
	}
}

// Each calls f for every row of the mask; f reports success.
func (r *Rows) Each(f func(i int) bool) {
	for m := r.Mask; m != 0; m &= m - 1 {
		if i := bits.TrailingZeros64(m); f(i) {
			r.Success |= 1 << i
		}
	}
}
