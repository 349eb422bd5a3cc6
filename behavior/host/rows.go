package host

import "math/bits"

// Rows is one call of a leaf for up to 64 bots. Bit i of a mask is element i
// of Body. It is valid until the call returns. What a bot that succeeds or runs
// on wants goes to [Rows.Decide].
type Rows struct {
	World World
	Body  []int32
	Tick  int64
	DT    float64 // seconds of simulated time a tick
	Args  []Value
	Facet FacetID
	// Mask has the rows to run. An action sets Success and Running; the other
	// rows of Mask failed.
	Mask, Success, Running uint64
	// Null are the rows of which a Func has no number: it sets 0 for them.
	Null uint64

	run  RowsRuntime
	call Call
}

// RowsRuntime is what a runtime of trees knows of a call for many bots.
type RowsRuntime struct {
	Action *Action // nil in a call of a Func
	Node   uint16
	Source Source
	// Draws is how many random numbers each bot drew so far in this visit; nil where
	// each action has a stream of its own.
	Draws *[64]uint32
	// Bots are the ids of the elements of Body; nil where the world is to be asked for them.
	Bots []BotID
	// Enough is the limit that the result of a Func is compared with, see [Runtime].
	Enough float64
}

// Decide tells the world what the bot of element i of Body wants, which succeeds or runs on.
func (r *Rows) Decide(i int, in Intent) { r.World.Decide(r.Body[i], r.run.Action, in) }

// RuntimeOfRows returns what the runtime that makes a call for many bots sets in it.
func RuntimeOfRows(r *Rows) *RowsRuntime { return &r.run }

// Herder is a World that finds the nearest for many bots at once.
type Herder interface {
	// SteerNearest heads every row of the mask toward the nearest match of the
	// rows' facet, or away from it for sign -1, and returns those that have one.
	SteerNearest(r *Rows, sign float64) (success uint64)
}

// Call returns the call of the first row of the mask. [Rows.Run] and [Rows.Ask] move the
// same one from row to row, so that findings of one row hold for all.
func (r *Rows) Call() *Call {
	c := &r.call // field by field, which is faster than as a whole
	c.World, c.Tick, c.DT, c.Facet, c.Body, c.Bot = r.World, r.Tick, r.DT, r.Facet, 0, 0
	c.Args, c.Texts, c.Items, c.Child, c.Kids, c.Memory = nil, nil, nil, Failure, Kids{}, Memory{}
	c.Intent, c.Watched, c.scratch, c.room = Intent{}, false, nil, 0
	t := &c.run
	t.Action, t.Node, t.Source, t.Enough = r.run.Action, r.run.Node, r.run.Source, r.run.Enough
	t.Draws, t.Orders, t.Symbols = 0, nil, nil
	if r.Mask != 0 {
		r.seek(bits.TrailingZeros64(r.Mask))
	}
	return c
}

// seek moves the call to a row; all that a leaf can change in it is as at first.
func (r *Rows) seek(i int) {
	c := &r.call
	c.Body = r.Body[i]
	if r.run.Bots != nil {
		c.Bot = r.run.Bots[i]
	} else {
		c.Bot = r.World.ID(c.Body)
	}
	c.Args, c.Intent, c.run.Draws = r.Args, Intent{}, 0
	if r.run.Draws != nil {
		c.run.Draws = r.run.Draws[i]
	}
}

// OneByOne runs the action's Tick for every row of the mask, for actions that
// do nothing better by columns.
func (r *Rows) OneByOne() {
	r.Call()
	r.Run(r.run.Action.Tick)
}

// Run calls tick for every row of the mask, as an action's Tick is called. Call comes
// before it.
func (r *Rows) Run(tick func(*Call) Status) {
	for left := r.Mask; left != 0; {
		left = r.some(left, tick)
	}
}

// some stops after the first bot whose Tick panics, which fails, and returns those
// that are left.
func (r *Rows) some(mask uint64, tick func(*Call) Status) (left uint64) {
	c := &r.call
	left = mask
	defer func() {
		if v := recover(); v != nil {
			r.keepDraws(left)
			left &= left - 1
			Panicked(c, v)
		}
	}()
	for ; left != 0; left &= left - 1 {
		i := bits.TrailingZeros64(left)
		r.seek(i)
		s := tick(c)
		r.keepDraws(left)
		switch s {
		case Success:
			r.Success |= 1 << i
		case Running:
			r.Running |= 1 << i
		default:
			continue
		}
		r.World.Decide(c.Body, c.run.Action, c.Intent)
	}
	return 0
}

// keepDraws notes what the first bot of a mask drew.
func (r *Rows) keepDraws(mask uint64) {
	if r.run.Draws != nil {
		r.run.Draws[bits.TrailingZeros64(mask)] = r.call.run.Draws
	}
}

// Ask calls eval for every row of the mask and sets their numbers. A row for which eval
// panics has no number. Use it after Call.
func (r *Rows) Ask(numbers *[64]float64, eval func(*Call) float64) {
	for left := r.Mask; left != 0; {
		left = r.someNumbers(left, numbers, eval)
	}
}

// someNumbers stops after the first bot for which eval panics, and returns those that
// are left.
func (r *Rows) someNumbers(mask uint64, numbers *[64]float64, eval func(*Call) float64) (left uint64) {
	left = mask
	defer func() {
		if v := recover(); v != nil {
			i := bits.TrailingZeros64(left)
			numbers[i] = 0
			r.Null |= 1 << i
			left &= left - 1
			Panicked(&r.call, v)
		}
	}()
	for ; left != 0; left &= left - 1 {
		i := bits.TrailingZeros64(left)
		r.seek(i)
		numbers[i] = eval(&r.call)
	}
	return 0
}

// Each calls f for every row of the mask; f reports success.
func (r *Rows) Each(f func(i int) bool) {
	for m := r.Mask; m != 0; m &= m - 1 {
		if i := bits.TrailingZeros64(m); f(i) {
			r.Success |= 1 << i
		}
	}
}
