package run

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// Moment is a tick of a game and how long its ticks last.
type Moment struct {
	Tick int64
	DT   float64 // seconds of simulated time
}

// Exec is a cursor over a pool's rows: the bot that is being evaluated, its
// memory and the moment. It belongs to one worker and is never kept.
//
// Its methods call host code. What that panics with is reported to the world
// with tree, position, bot and tick, and goes no further.
type Exec struct {
	Tree  *tree.Tree
	World host.World
	Mem   []uint32 // the memory of Row
	Env   []uint32 // of Row; a grafted tree is given its host's instead
	Row   int32    // in the pool
	Body  int32    // the bot's row in the world
	Bot   host.BotID
	Moment
	// Draws is how many random numbers the bot's leaves drew since Seek, so
	// that a leaf that is called twice in a tick does not draw the same twice.
	Draws uint32
	// Next is where semantics that walk, see [Act], go on if the leaf that they call panics.
	Next  int32
	Trace Tracer // the pool's, nil when off
	// Shared is what the program shares in its world, see [Sharer].
	Shared any
	// Scratch is for the semantics, which clears it before it uses it: notes of
	// one tick that no bot remembers.
	Scratch []uint32
	// Side is the sidecar of Row, see Keep.
	Side any
	// Planes are what the bots of the batch remember, see [PlaneTicker] and [Layout].
	Planes []uint64
	// Others are the statuses of lanes of the batch that are in a mask of others.
	Others [64]host.Status
	// Gathered is set before a batch is evaluated and whenever a leaf of it has given
	// its own tree a command: all planes may have changed. The semantics clears it.
	Gathered bool

	pool    *Pool
	symbols *host.Symbols
	call    host.Call
	rows    host.Rows
	near    []int32 // the rows that are evaluated by columns, with their bodies and bots
	body    [64]int32
	bots    [64]host.BotID
	// numbers are what a condition answered for the rows of a mask
	numbers [64]float64
	// acts is set while the action of a simple leaf is called, see Act
	acts bool
	// turn is where among its rows a walker is
	turn int
	// within is how many commands of leaves are being carried out
	within int
	values []host.Value
	held   int          // how many of values are arguments of calls that are under way, one within the other
	given  []host.Value // of values, for the next leaf; nil for its own
	begun  *tree.Leaf   // for which the call was set up last

	// the batch, see [PlaneTicker]
	batched bool
	block   int
	mask    uint64
	lanes   lanes
	lane    int // whose leaf is called
	draws   [64]uint32
	ticks   [64]int64 // until lanes are due, see [PlaneSleeper]
	columns []*[64]float64
}

var (
	_ host.Orders   = (*Exec)(nil)
	_ host.Reasoner = (*Exec)(nil)
)

// NewExec makes a cursor that is over no pool, for trees that remember nothing:
// the caller sets Body and Bot.
func NewExec(p *Program, w host.World) Exec {
	return Exec{Tree: p.Tree, World: w, symbols: p.Symbols}
}

// Seek moves the cursor to a row of its pool.
func (x *Exec) Seek(row int32) {
	p := x.pool
	x.Row, x.Body, x.Bot = row, p.bodies[row], p.bots[row]
	if p.words > 0 {
		x.Mem = p.memory(row)
	}
	if p.program.Tree.Env > 0 {
		x.Env = p.environment(row)
	}
	x.Draws = 0
	if p.side != nil {
		x.Side = p.side[row]
	}
}

// Pool returns the pool that the cursor is over, nil where there is none.
func (x *Exec) Pool() *Pool { return x.pool }

// Keep stores the sidecar of the row, for [Sidecars]. It is Exec.Side from then
// on, and nil again when the row is freed.
func (x *Exec) Keep(side any) {
	x.Side, x.pool.side[x.Row] = side, side
}

// Finish stores the status of a row after its tick.
func (x *Exec) Finish(row int32, s host.Status) { x.pool.status[row] = s }

// BodyOf returns the world's row of a row of the pool.
func (x *Exec) BodyOf(row int32) int32 { return x.pool.bodies[row] }

// Leaf calls the action of a node for the bot at the cursor. When it
// succeeds or runs on, its intent becomes the bot's. An action that panics
// fails.
func (x *Exec) Leaf(n tree.NodeID) host.Status {
	l := &x.Tree.Leaves[x.Tree.Nodes[n].Leaf]
	if l.Action.Kind == host.Leaf && !l.Lived && x.Trace == nil {
		return actSimple(x, n, l)
	}
	x.begin(n, x.Tree.Nodes[n].Leaf)
	s := x.tick(l)
	if x.Trace != nil {
		s = x.Answers(n, s)
		x.Trace.Leaf(x.Row, n, host.Visited, s)
	}
	if a := l.Action; a.Kind == host.Leaf && (s == host.Success || s == host.Running) {
		x.World.Decide(x.Body, a, x.call.Intent)
	}
	if l.Lived && s != host.Running {
		x.end(n, l)
	}
	return s
}

// actSimple is Leaf for an action that is a leaf without a life, while nobody traces.
func actSimple(x *Exec, n tree.NodeID, l *tree.Leaf) (s host.Status) {
	done, outer := false, x.acts
	defer rescueAct(x, &done, outer)
	s = Act(x, n, l)
	done = true
	return s
}

// Act is [Exec.Leaf] for an action that is a leaf without a life, which l is, while nobody traces: it looks
// for nothing that such a leaf does not need, and does not rescue an action that panics. Only the Walk of
// semantics may call it that have First, the place where a tree begins, and Walk, which does from a place
// on what Tick does: a pool that walks rescues, and goes on at [Exec.Next].
func Act(x *Exec, n tree.NodeID, l *tree.Leaf) host.Status {
	c, a := &x.call, l.Action
	r := host.RuntimeOf(c)
	if x.begun == l && r.Node == uint16(n) && x.given == nil && !c.Watched {
		// As it is between the rows of a batch: what differs between bots, and what a leaf can change.
		c.Body, c.Bot, c.Tick, c.DT, c.Args = x.Body, x.Bot, x.Tick, x.DT, l.Args
		c.Intent, r.Draws = host.Intent{}, x.Draws
		if a.Bits > 0 {
			c.Memory = host.MemoryOf(x.Mem, int(l.Slot), a.Bits)
		}
	} else {
		x.begin(n, x.Tree.Nodes[n].Leaf)
	}
	outer := x.acts
	x.acts = true
	s := a.Tick(c)
	x.acts, x.Draws = outer, r.Draws
	if s >= host.Skipped {
		s = valid(c, a, s)
	}
	if s == host.Success || s == host.Running {
		x.World.Decide(x.Body, a, c.Intent)
	}
	return s
}

// rescueAct is rescue of [Act], which seeks no panic where all is done, and none of who called the action.
func rescueAct(x *Exec, done *bool, outer bool) {
	if *done || !x.acts {
		return
	}
	x.acts, x.Draws = outer, host.RuntimeOf(&x.call).Draws
	if v := recover(); v != nil {
		host.Panicked(&x.call, v)
	}
}

func act(x *Exec, a *host.Action) (s host.Status) {
	done := false
	defer rescueTick(x, &done)
	s = a.Tick(&x.call)
	done = true
	if s >= host.Skipped {
		s = valid(&x.call, a, s)
	}
	return s
}

// Wrap calls the decorator of a node, whose child answered s.
func (x *Exec) Wrap(n tree.NodeID, s host.Status) host.Status {
	l := x.begin(n, x.Tree.Nodes[n].Leaf)
	x.call.Child = s
	s = x.tick(l)
	x.traceLeaf(n, host.Visited, s)
	if l.Lived && s != host.Running {
		x.end(n, l)
	}
	return s
}

func (x *Exec) tick(l *tree.Leaf) (s host.Status) {
	if l.Lived && !x.start(l) {
		return host.Failure
	}
	return act(x, l.Action)
}

// valid returns an answer of an action, or Failure for one that it may not give.
func valid(c *host.Call, a *host.Action, s host.Status) host.Status {
	switch {
	case s == host.Skipped && !a.Skips:
		c.Warnf("answers skipped, which it does not declare: it fails")
		return host.Failure
	case s > host.Skipped:
		c.Warnf("answers the status %d, which there is not: it fails", s)
		return host.Failure
	}
	return s
}

// Random draws a number in [0, 1) on behalf of a node, from the bot's own stream,
// as the node's leaf does by [host.Call.Random].
func (x *Exec) Random(n tree.NodeID) float64 {
	x.Draws++
	return host.Float64(x.World.Random(x.Bot, x.Tick, uint16(n), x.Draws))
}

// Log hands a text of a node to a world that wants it.
func (x *Exec) Log(n tree.NodeID, text string) {
	if w, ok := host.Find[host.Logger](x.World); ok {
		w.Log(host.LogEntry{Source: x.Tree, Node: uint16(n), Bot: x.Bot, Tick: x.Tick, Text: text})
	}
}

// LogsSteps reports whether the world wants every step of the tree in its log.
func (x *Exec) LogsSteps() bool {
	w, ok := x.World.(host.StepLogger) // asked with each node: a world that wants it has all methods
	return ok && w.LogsSteps()
}

// Value calls a function for the bot at the cursor, on behalf of a node: the
// node's own leaf or another of [tree.Tree.Leaves]. One that panics yields null.
func (x *Exec) Value(n tree.NodeID, leaf uint16) (v host.Value) {
	f := x.begin(n, leaf).Func
	defer x.rescue()
	return f.Eval(&x.call)
}

// Give returns so many values to be filled in: the next leaf that is called has them as its
// arguments, in the place of those that it was loaded with.
func (x *Exec) Give(n int) []host.Value {
	if x.held+n > len(x.values) {
		x.values = make([]host.Value, x.held+n)
	}
	x.given = x.values[x.held : x.held+n : x.held+n]
	return x.given
}

// Apply calls a function that no leaf of the tree is, with arguments as its
// parameters want them, on behalf of a node.
func (x *Exec) Apply(n tree.NodeID, f *host.Func, args []host.Value) (v host.Value) {
	mark := x.Operand(n)
	x.beginLeaf(n, &tree.Leaf{Func: f, Args: args})
	defer x.rescue()
	if v = f.Eval(&x.call); x.Trace != nil {
		x.answered(n, mark, f.Name, v)
	}
	return v
}

// Notify makes one of the life-cycle calls of a node's action.
func (x *Exec) Notify(n tree.NodeID, what host.Notice) {
	l := x.begin(n, x.Tree.Nodes[n].Leaf)
	a := l.Action
	switch what {
	case host.Entered:
		x.hook(a.Enter)
	case host.Exited:
		x.hook(a.Exit)
	case host.WasReset:
		x.hook(a.Reset)
	case host.WasStopped:
		x.hook(a.Stop)
	}
	x.traceLeaf(n, what, host.Ready)
	if l.Lived && what != host.Entered {
		x.end(n, l)
	}
}

// Admit asks a node's action whether it takes the place of the one that goes on. One
// that does not mind, or panics, answers true and false.
func (x *Exec) Admit(n tree.NodeID) bool {
	a := x.begin(n, x.Tree.Nodes[n].Leaf).Action
	if a.Admit == nil {
		return true
	}
	if x.admit(a) || x.Answers(n, host.Failure) != host.Failure {
		return true
	}
	x.traceLeaf(n, host.Visited, host.Failure)
	return false
}

func (x *Exec) admit(a *host.Action) bool {
	defer x.rescue()
	return a.Admit(&x.call)
}

// hook reports false where f panics.
func (x *Exec) hook(f func(*host.Call)) (done bool) {
	if f != nil {
		defer x.rescue()
		f(&x.call)
	}
	return true
}

// Send hands an event to a node's action.
func (x *Exec) Send(n tree.NodeID, e host.Event) {
	a := x.begin(n, x.Tree.Nodes[n].Leaf).Action
	if a.Event != nil {
		x.hook(func(c *host.Call) { a.Event(c, e) })
	}
	x.traceLeaf(n, host.GotEvent, host.Ready)
}

// Describe returns what a node's action says about itself, for debug views.
func (x *Exec) Describe(n tree.NodeID) (text string) {
	a := x.begin(n, x.Tree.Nodes[n].Leaf).Action
	if a.Describe == nil {
		return ""
	}
	defer x.rescue()
	return a.Describe(&x.call)
}

// Warnf reports trouble at a node that no leaf reports itself.
func (x *Exec) Warnf(n tree.NodeID, format string, args ...any) { x.report(n, false, format, args) }

// Notef reports what is odd at a node and no failure.
func (x *Exec) Notef(n tree.NodeID, format string, args ...any) { x.report(n, true, format, args) }

func (x *Exec) report(n tree.NodeID, note bool, format string, args []any) {
	name, pos := x.Tree.Origin(uint16(n))
	x.World.Fault(host.Fault{Tree: name, Pos: pos, Bot: x.Bot, Tick: x.Tick, Text: fmt.Sprintf(format, args...), Note: note})
}

// begin sets every field of the call; here and in setRows one by one is faster
// than as a whole.
func (x *Exec) begin(n tree.NodeID, leaf uint16) *tree.Leaf {
	l := x.beginLeaf(n, &x.Tree.Leaves[leaf])
	if x.given != nil {
		x.call.Args, x.given = x.given, nil
	}
	return l
}

func (x *Exec) beginLeaf(n tree.NodeID, l *tree.Leaf) *tree.Leaf {
	c := &x.call
	c.World, c.Body, c.Bot, c.Tick, c.DT = x.World, x.Body, x.Bot, x.Tick, x.DT
	c.Args, c.Texts, c.Items, c.Facet, c.Child = l.Args, l.Texts, l.Items, l.Facet, host.Failure
	c.Intent, c.Kids, c.Watched = host.Intent{}, host.Kids{}, x.Trace != nil
	r := host.RuntimeOf(c)
	r.Action, r.Node, r.Source, r.Draws, r.Orders, r.Symbols = l.Action, uint16(n), x.Tree, x.Draws, x, x.symbols
	c.Memory = host.Memory{}
	if l.Action != nil && l.Action.Bits > 0 {
		c.Memory = host.MemoryOf(x.Mem, int(l.Slot), l.Action.Bits)
	}
	x.begun = l
	return l
}

// rescue is deferred around each call of host code. The results of a call that
// panics are zero: Failure, null, no text.
func (x *Exec) rescue() {
	x.Draws = host.RuntimeOf(&x.call).Draws
	if v := recover(); v != nil {
		host.Panicked(&x.call, v)
	}
}

// Ended is deferred by who evaluates bots, and told whether all was done. An action that
// calls runtime.Goexit, as t.FailNow does, ends the goroutine that it runs on: nothing can
// stop that, but it is told.
func (x *Exec) Ended(done *bool) {
	if *done {
		return
	}
	if v := recover(); v != nil {
		panic(v)
	}
	if host.RuntimeOf(&x.call).Source != nil {
		x.call.Warnf("calls runtime.Goexit, which ends the goroutine that plays the tick: the tick is half done")
	}
}

// rescueTick is rescue that seeks no panic where an action is done.
func rescueTick(x *Exec, done *bool) {
	x.Draws = host.RuntimeOf(&x.call).Draws
	if *done {
		return
	}
	if v := recover(); v != nil {
		host.Panicked(&x.call, v)
	}
}

func (x *Exec) traceLeaf(n tree.NodeID, what host.Notice, s host.Status) {
	if x.Trace != nil {
		x.Trace.Leaf(x.Row, n, what, s)
	}
}
