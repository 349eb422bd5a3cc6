package inspect

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/insight/treedraw"
)

// The most that is kept of what happens to a bot.
const (
	MaxEvents = 20
	MaxSteps  = 50
)

// RanTicks is over how many of the last ticks a follower counts how often a node ran.
const RanTicks = 300

// Follower follows the tree of one bot: call BeginTick before each step of the
// game. Its other methods tell what is known between two ticks. The zero
// Follower follows nobody. It is not for concurrent use.
type Follower struct {
	minds   Minds
	id      components.ID
	program *run.Program
	nodes   []treedraw.Node
	status  []host.Status   // by node, when it was last evaluated
	asked   []bool          // by node: it was evaluated in the last tick
	why     []reasons       // by node: of the last visit
	ran     []int32         // by node: in how many of the ticks of past it was evaluated
	past    [][]tree.NodeID // which nodes were evaluated in each of the last ticks, oldest first
	at      int64           // the tick that asked is of; -1 for none
	events  []Event
	steps   []string
	through run.Tracer // told in the place of the follower, or nil
}

// Event is an event that a bot's tree got.
type Event struct {
	Tick int64  `json:"tick"` // in which it came
	Name string `json:"name"`
	Data string `json:"data"` // as JSON
}

var (
	_ run.Tracer         = (*Follower)(nil)
	_ run.EventTracer    = (*Follower)(nil)
	_ run.StepTextTracer = (*Follower)(nil)
)

// Follow turns to a bot and forgets the one that was followed. Id 0 is nobody; there
// is nothing to tell of a player, or of an id that nobody has. A bot has one follower:
// the next one replaces it.
func (f *Follower) Follow(minds Minds, id components.ID) {
	if f.id != 0 {
		f.minds.Watch(f.id, nil)
	}
	*f = Follower{minds: minds, id: id, at: -1}
	if id != 0 {
		minds.Watch(id, f.tracer)
	}
	f.Program()
}

// Through has another tracer told in the place of the follower: one that passes all that it
// is told on to it. Follow ends that.
func (f *Follower) Through(t run.Tracer) { f.through = t }

// ID returns the bot that is followed, or 0.
func (f *Follower) ID() components.ID { return f.id }

// BeginTick forgets what the tree did in the last tick, but for how often its nodes ran.
func (f *Follower) BeginTick() {
	if f.minds == nil {
		return
	}
	if f.Known() {
		f.count()
	}
	f.at = f.minds.Tick() + 1
	clear(f.asked)
	for i := range f.why {
		f.why[i].end()
	}
	f.steps = f.steps[:0]
}

// count takes in which nodes were evaluated in the last tick.
func (f *Follower) count() {
	var ran []tree.NodeID
	if len(f.past) == RanTicks {
		for _, n := range f.past[0] {
			f.ran[n]--
		}
		ran = f.past[0][:0]
		f.past = append(f.past[:0], f.past[1:]...)
	}
	for n, asked := range f.asked {
		if asked {
			f.ran[n]++
			ran = append(ran, tree.NodeID(n))
		}
	}
	f.past = append(f.past, ran)
}

// Ran is in how many of the last ticks, the last one included, a node of the bot's tree was
// evaluated, and how many ticks that is out of: up to [RanTicks], fewer since the bot is
// followed or has this tree.
func (f *Follower) Ran(n tree.NodeID) (times, of int) {
	f.Program()
	if int(n) >= len(f.ran) {
		return 0, 0
	}
	times, of = int(f.ran[n]), len(f.past)
	if f.Known() {
		of++
	}
	if f.asked[n] {
		times++
	}
	return times, of
}

// Known reports whether the follower knows what the tree did in the last tick: it followed
// the bot then, or has learned it from another one.
func (f *Follower) Known() bool { return f.minds != nil && f.at == f.minds.Tick() }

// Learn takes over all that another follower of the same bot knows, such as one in a copy of
// the game that has played the last ticks once more. It does nothing where the bot got another
// tree since.
func (f *Follower) Learn(other *Follower) {
	other.Program()
	if f.Program() == nil || len(other.asked) != len(f.asked) {
		return
	}
	copy(f.status, other.status)
	copy(f.asked, other.asked)
	copy(f.ran, other.ran)
	f.why, f.past, f.steps, f.events, f.at = other.why, other.past, other.steps, other.events, other.at
}

// tracer is told of the nodes of a program. The game asks for it before it tells of any.
func (f *Follower) tracer(p *run.Program) run.Tracer {
	f.turnTo(p)
	if f.through != nil {
		return f.through
	}
	return f
}

// turnTo makes room for the nodes of a program, where that is another one than
// before.
func (f *Follower) turnTo(p *run.Program) {
	if p == f.program {
		return
	}
	if p != nil && p.Base() == f.program.Base() { // with other numbers
		f.program, f.nodes = p, treedraw.Of(p).Nodes
		return
	}
	f.program, f.nodes, f.status, f.asked, f.why, f.ran, f.past = p, nil, nil, nil, nil, nil, nil
	if p != nil {
		n := len(p.Tree.Nodes)
		f.nodes = treedraw.Of(p).Nodes
		f.status, f.asked, f.why, f.ran = make([]host.Status, n), make([]bool, n), make([]reasons, n), make([]int32, n)
	}
}

// Program returns the program that the bot runs now; nil where it has no tree or is gone.
func (f *Follower) Program() *run.Program {
	var p *run.Program
	if f.id != 0 {
		p = f.minds.Program(f.id)
	}
	f.turnTo(p)
	return p
}

// Nodes returns the nodes of the bot's tree, each once, in the order of drawing.
func (f *Follower) Nodes() []treedraw.Node {
	f.Program()
	return f.nodes
}

// Answer returns the answer of a node of the bot's tree in the last tick; ok is false
// where it was not evaluated in that.
func (f *Follower) Answer(n tree.NodeID) (s host.Status, ok bool) {
	f.Program()
	if int(n) >= len(f.asked) || !f.asked[n] {
		return 0, false
	}
	return f.status[n], true
}

// Inspect asks the tree's dialect what it tells of the bot: nothing, where it is
// no [run.Inspector].
func (f *Follower) Inspect() (told run.Inspection) {
	p := f.Program()
	if p == nil {
		return told
	}
	if teller, ok := p.Semantics.(run.Inspector); ok {
		f.minds.Look(f.id, func(x *run.Exec) { told = teller.Inspect(x) })
	}
	return told
}

// Events returns the last [MaxEvents] events of the bot, oldest first. The slice is
// good until the next tick.
func (f *Follower) Events() []Event { return f.events }

// Steps returns what the tree did in the last tick, one thing after the other, where
// its dialect tells that: the last [MaxSteps]. The slice is good until the next
// tick.
func (f *Follower) Steps() []string { return f.steps }

// Leaf keeps what a leaf of the bot's tree answered; see [run.Tracer].
func (f *Follower) Leaf(row int32, n tree.NodeID, what host.Notice, s host.Status) {
	if what == host.Visited && f.own(row) {
		f.status[n], f.asked[n] = s, true
		f.why[n].end()
		f.why[n].leaf = true
	}
}

// Node is Leaf for all other nodes, and for what a node makes of the answer of its leaf.
func (f *Follower) Node(row int32, n tree.NodeID, what host.Notice, s host.Status) {
	if what == host.Visited && f.own(row) {
		f.status[n], f.asked[n] = s, true
		if w := &f.why[n]; !w.leaf {
			w.end()
		}
		f.why[n].leaf = false
	}
}

// Event keeps an event of the bot; see [run.EventTracer].
func (f *Follower) Event(row int32, e host.Event) {
	if f.own(row) {
		f.events = appendLast(f.events, MaxEvents, Event{f.minds.Tick(), f.minds.EventName(e.ID), e.Arg.String()})
	}
}

// StepText keeps a step; see [run.StepTextTracer].
func (f *Follower) StepText(row int32, text string) {
	if f.own(row) {
		f.steps = appendLast(f.steps, MaxSteps, text)
	}
}

// own reports whether a row is the bot's: a tracer is told of others, too, when
// the bot sends them something.
func (f *Follower) own(row int32) bool {
	at, ok := f.minds.Row(f.id)
	return ok && at == row
}

// appendLast appends to a list that keeps only its last items.
func appendLast[T any](list []T, most int, item T) []T {
	if len(list) == most {
		list = append(list[:0], list[1:]...)
	}
	return append(list, item)
}
