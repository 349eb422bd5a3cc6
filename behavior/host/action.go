package host

import (
	"fmt"
	"math"
	"math/bits"
)

// Action is something that a game lets trees do.
type Action struct {
	// Name is how trees call it, in lower case with underscores.
	Name string
	// Doc says what it does, in a sentence or two.
	Doc    string
	Params []Param
	// Bits is the memory that each use of the action has per bot.
	Bits int
	// Local promises that the action reads only the world as it was and
	// writes only through its own call, so that it may run on any worker.
	Local bool
	// Check, where set, refuses a use when the tree is loaded.
	Check func(*Site) error
	// Tick runs the action once for one bot.
	Tick func(*Call) Status
	// Enter, Exit, Reset and Stop are called by the dialects that have these
	// moments; Event by those that hand events to running leaves.
	Enter, Exit, Reset, Stop func(*Call)
	Event                    func(*Call, Event)
	// Text is a short text about the running action for debug views.
	Text func(*Call) string
	// Rows, where set, runs the action for up to 64 bots at once. It must do
	// what Tick does for each of them.
	Rows func(*Rows)

	number uint16
}

// Number is the action's number in its registry, from 1 on.
func (a *Action) Number() uint16 { return a.number }

// Func is a value that a game lets trees read.
type Func struct {
	Name   string
	Doc    string
	Params []Param
	Result Kind
	// Local promises what it does in [Action].
	Local bool
	Eval  func(*Call) Value
}

// Param declares one parameter.
type Param struct {
	Name string
	Doc  string
	Kind Kind
	// Unit is metres, seconds, radians or such, for listings.
	Unit string
	// Optional parameters have the value Default when they are not given.
	Optional bool
	Default  Value
}

// Accept checks a value against the declaration and returns it as the action
// will see it: a whole number where the kind is Int.
func (p *Param) Accept(v Value) (Value, error) {
	switch {
	case p.Kind == Any || p.Kind == v.kind:
		return v, nil
	case p.Kind == Number && v.kind == Int:
		return NumberValue(v.num), nil
	case p.Kind == Int && v.kind == Number && v.num == math.Trunc(v.num):
		return Value{kind: Int, num: v.num}, nil
	}
	return v, fmt.Errorf("%s: wanted %v, found %v", p.Name, p.Kind, v)
}

// Site is one use of an action in a tree that is being loaded.
type Site struct {
	Tree string
	// Args are in the order of the action's Params.
	Args []Value
}

// Call is one call of a leaf for one bot. It is valid until the call returns.
type Call struct {
	World World
	Body  int32 // the bot's row in the world's columns
	Bot   BotID
	Tick  int64
	DT    float64 // seconds of simulated time a tick
	Args  []Value // in the order of the action's Params
	Facet FacetID // whom the leaf's `where` selects
	Memory
	Intent Intent

	Action *Action // nil in a call of a Func
	Node   uint16
	Source Source
	draws  uint32
}

// Source tells where a node comes from: its tree's name and its position as
// file:line:col.
type Source interface {
	Origin(node uint16) (tree, pos string)
}

// Head turns the bot toward the direction (dx, dy), of any length. The zero
// vector holds the heading.
func (c *Call) Head(dx, dy float64) {
	d := math.Sqrt(float64(dx*dx) + float64(dy*dy))
	if d == 0 {
		c.Hold()
		return
	}
	c.Intent.Steer, c.Intent.HX, c.Intent.HY = SteerHead, float32(dx/d), float32(dy/d)
}

// Begin makes the call one for another bot.
func (c *Call) Begin(body int32, bot BotID) {
	c.Body, c.Bot, c.Intent, c.draws = body, bot, Intent{}, 0
}

// Hold keeps the heading that the bot had when the tick began.
func (c *Call) Hold() { c.Intent.Steer = SteerHold }

// Choose names the body that the action is about.
func (c *Call) Choose(body int32) { c.Intent.Target = c.World.ID(body) }

// Random draws a number in [0, 1) from the bot's own stream.
func (c *Call) Random() float64 {
	c.draws++
	return float64(c.World.Random(c.Bot, c.Tick, c.Node, c.draws)>>11) / (1 << 53)
}

// Warnf reports trouble with the tree, node, bot and tick of the call.
func (c *Call) Warnf(format string, args ...any) {
	c.World.Fault(c.fault(format, args...))
}

// Rows is one call of a leaf for up to 64 bots. Bit i of a mask is row i.
type Rows struct {
	World World
	Body  []int32
	Bot   []BotID
	Tick  int64
	Args  []Value
	Facet FacetID
	// Mask has the rows to run; Success is set by the leaf, the other rows of
	// Mask failed.
	Mask, Success uint64

	Action *Action
	Node   uint16
}

// Herder is a World that finds the nearest for many bots at once.
type Herder interface {
	// SteerNearest heads every row of the mask toward the nearest match of the
	// rows' facet, or away from it for sign -1, and returns those that have one.
	SteerNearest(r *Rows, sign float64) (success uint64)
}

// Each calls f for every row of the mask; f reports success.
func (r *Rows) Each(f func(i int) bool) {
	for m := r.Mask; m != 0; m &= m - 1 {
		if i := bits.TrailingZeros64(m); f(i) {
			r.Success |= 1 << i
		}
	}
}
