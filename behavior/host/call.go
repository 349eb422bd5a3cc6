package host

import (
	"fmt"
	"math"
)

// Call is one call of a leaf for one bot. It is valid until the call returns.
type Call struct {
	World World
	Body  int32 // the bot's row in the world's columns
	Bot   BotID
	Tick  int64
	DT    float64     // seconds of simulated time a tick
	Args  []Value     // in the order of the declared Params
	Texts []TextParam // see TextParam
	Items []Item      // the elements of the action's node, for all bots the same
	Facet FacetID     // whom the leaf's `where` selects
	Child Status      // of a Decorator's child
	Kids  Kids        // of a Composite
	Memory
	Intent Intent
	// Watched is true while somebody looks at the bot and wants reasons, see Because.
	Watched bool

	run     Runtime
	scratch []uint64 // of records that are being updated: room words of it are in use
	room    int
}

// Runtime is what a runtime of trees knows of a call. Methods of Call ask it.
type Runtime struct {
	Action *Action // nil in a call of a Func
	Node   uint16
	Source Source
	Draws  uint32 // how many random numbers the bot drew so far in this visit
	Orders Orders // takes commands for the tree of the call's own bot, see [Call.Control]
	// Symbols has the numbers that the tree was loaded with.
	Symbols *Symbols
	// Part is the part of the world that a leaf has found by [World.Part], so that the next one
	// need not look for it. It stays from call to call, as the world does.
	Part any
	// Enough, where above 0, is a number from which on it does not matter how much more the
	// function gives: it is compared with this.
	Enough float64
}

// RuntimeOf returns what the runtime that makes a call sets in it.
func RuntimeOf(c *Call) *Runtime { return &c.run }

// EventName returns the name of an event that the action was sent.
func (c *Call) EventName(e Event) string { return c.run.Symbols.EventName(e.ID) }

// Orders carries commands in a dialect's own words to a running tree.
type Orders interface {
	Control(name string, arg Value) error
}

// Control gives the bot's own tree a command of its dialect: jump, reset and the
// like. It acts at once, in the middle of the tick. It fails when the dialect
// has no such command or refuses it.
func (c *Call) Control(name string, arg Value) error {
	if c.run.Orders == nil {
		return fmt.Errorf("the tree takes no command %q here", name)
	}
	return c.run.Orders.Control(name, arg)
}

// Scripts is implemented by the Orders of trees whose scene has scripts.
type Scripts interface {
	Script(node uint16, hook string, args []Value) (v Value, ok bool)
}

// Script calls a function of the scene's scripts for the bot, by the name that the dialect
// has for the moment. It is not ok where there is none, and where it failed. Only actions
// with [Internals.Scripts] may call it.
func (c *Call) Script(hook string, args ...Value) (v Value, ok bool) {
	if s, known := c.run.Orders.(Scripts); known {
		return s.Script(c.run.Node, hook, args)
	}
	return NullValue, false
}

// Outputs is implemented by the Orders of trees whose leaves can write into a blackboard.
type Outputs interface {
	Output(node uint16, name string, v Value) error
}

// Output writes a value where the tree binds the output of a name, which the action declares in
// [Action.Outputs]: an entry of a blackboard. It fails where the tree binds none, where the entry
// takes no such value, and in trees of dialects without blackboards.
func (c *Call) Output(name string, v Value) error {
	if o, ok := c.run.Orders.(Outputs); ok {
		return o.Output(c.run.Node, name, v)
	}
	return fmt.Errorf("output %q: the tree has no place for it", name)
}

// Kids are the children of a Composite, counted from 0. They may be used within
// its Tick only, and a child must not be run from within its own run.
type Kids struct {
	node   uint16
	runner Runner
}

// KidsOf returns the children of a node, which the runner runs.
func KidsOf(r Runner, node uint16) Kids { return Kids{node, r} }

// Runner runs the children of nodes.
type Runner interface {
	Kids(node uint16) int
	RunKid(node uint16, i int) Status
	KidRuns(node uint16, i int) bool
	StopKid(node uint16, i int)
}

// Len counts the children.
func (k Kids) Len() int { return k.runner.Kids(k.node) }

// Run enters a child, unless it runs already, and runs it once.
func (k Kids) Run(i int) Status { return k.runner.RunKid(k.node, i) }

// Runs reports whether a child has been entered and has not ended.
func (k Kids) Runs(i int) bool { return k.runner.KidRuns(k.node, i) }

// Stop ends a child that runs.
func (k Kids) Stop(i int) { k.runner.StopKid(k.node, i) }

// TextParam is one entry of a dictionary of parameters.
type TextParam struct{ Name, Value string }

// TextParam returns the value of a parameter by name, in the dialects that hand over a
// dictionary of texts instead of declared parameters. It is not ok where the
// dictionary lacks the name.
func (c *Call) TextParam(name string) (value string, ok bool) {
	for _, t := range c.Texts {
		if t.Name == name {
			return t.Value, true
		}
	}
	return "", false
}

// Source tells where a node comes from: its tree's name and its position as
// file:line:col.
type Source interface {
	Origin(node uint16) (tree, pos string)
}

// Head turns the bot toward the direction (dx, dy), of any length. The zero
// vector holds the heading, and so does one that is not finite, which is
// reported.
func (c *Call) Head(dx, dy float64) {
	d := math.Sqrt(float64(dx*dx) + float64(dy*dy))
	if d == 0 || math.IsInf(d, 0) || math.IsNaN(d) { // the squares may have left the range
		size := max(math.Abs(dx), math.Abs(dy))
		if size == 0 || math.IsInf(size, 0) || math.IsNaN(size) {
			if size != 0 {
				c.Warnf("heading (%v, %v) is no direction", dx, dy)
			}
			c.Hold()
			return
		}
		dx, dy = dx/size, dy/size
		d = math.Sqrt(float64(dx*dx) + float64(dy*dy))
	}
	scale := 1 / d
	c.Intent.Steer, c.Intent.HX, c.Intent.HY = SteerHead, float32(dx*scale), float32(dy*scale)
}

// Hold keeps the heading that the bot had when the tick began.
func (c *Call) Hold() { c.Intent.Steer, c.Intent.HX, c.Intent.HY = SteerHold, 0, 0 }

// Choose names the body that the action is about.
func (c *Call) Choose(body int32) { c.Intent.Target = c.World.ID(body) }

// SetState gives the call's own bot another value of a state key when the tick
// ends, after all bots have decided, moved and met; until then everybody, this bot
// too, reads the old one. If it is called several times for one key, the last
// value counts. Local actions may call it: the result does not depend on the
// number of workers. An action that is called between two ticks changes the state
// at the end of the next one.
//
// It reports a fault and changes nothing when the game has no such key, or when
// the bot has a value of another type there; null fits every key. A number that changes
// in every tick is cheaper in a component, as the world numbers each value of a state
// key for as long as a body has it.
func (c *Call) SetState(key string, v Value) {
	w, ok := Find[StateSetter](c.World)
	if !ok {
		c.Warnf("cannot set state %q: the world does not keep state for its bots", key)
		return
	}
	if err := w.SetState(c.Body, key, v); err != nil {
		c.Warnf("cannot set state: %v", err)
	}
}

// Valuer is a [World] that knows the values that its numbers stand for.
type Valuer interface {
	// Value is the value of a Sym that is not Missing.
	Value(y Sym) Value
}

// State returns the value of a state key of a body, as it was when the tick began; null where the
// body has none, and in a world that is no Valuer.
func (c *Call) State(body int32, k Key) Value {
	if of, ok := Find[Valuer](c.World); ok {
		if y := c.World.State(body, k); y != Missing {
			return of.Value(y)
		}
	}
	return NullValue
}

// Random draws a number in [0, 1) from the bot's own stream: it depends on
// nothing but the world's seed, the bot, the tick, the node and Draws.
func (c *Call) Random() float64 {
	c.run.Draws++
	return Float64(c.World.Random(c.Bot, c.Tick, c.run.Node, c.run.Draws))
}

// Float64 turns 64 random bits into a number x with 0 <= x < 1: the upper 53
// bits in units of 2^-53, as many as a float64 can tell apart evenly.
func Float64(bits uint64) float64 { return float64(float64(bits>>11) * 0x1p-53) }

// Warnf reports trouble with the tree, node, bot and tick of the call.
func (c *Call) Warnf(format string, args ...any) {
	c.World.Fault(c.fault(fmt.Sprintf(format, args...)))
}

// Notef reports something odd that is no failure, with the tree, node, bot and tick of the call.
func (c *Call) Notef(format string, args ...any) {
	f := c.fault(fmt.Sprintf(format, args...))
	f.Note = true
	c.World.Fault(f)
}

// Panicked reports that host code panicked with v. It is called by the deferred
// function that recovered v, so that the world can take the stack from there.
func Panicked(c *Call, v any) {
	f := c.fault(fmt.Sprintf("panic: %v", v))
	f.Panicked = true
	c.World.Fault(f)
}

func (c *Call) fault(text string) Fault {
	f := Fault{Bot: c.Bot, Tick: c.Tick, Text: text}
	if c.run.Source != nil {
		f.Tree, f.Pos = c.run.Source.Origin(c.run.Node)
	}
	if c.run.Action != nil {
		f.Node = c.run.Action.Name
	}
	return f
}
