package inspect

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/treedraw"
	"github.com/thicket-sim/thicket/systems"
)

// The most that is kept of what happens to a bot.
const (
	MaxEvents = 20
	MaxSteps  = 50
)

// Follower follows the tree of one bot: call BeginTick before each step of the
// game. Its other methods tell what is known between two ticks. The zero
// Follower follows nobody. It is not for concurrent use.
type Follower struct {
	game    *systems.Game
	id      components.ID
	program *run.Program
	nodes   []treedraw.Node
	status  []host.Status // by node, when it was last evaluated
	asked   []bool        // by node: it was evaluated in the last tick
	events  []Event
	steps   []string
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

// Follow turns to a bot of a game and forgets the one that was followed. Id 0 is
// nobody; of a player, or of an id that nobody has, there is nothing to tell. A
// game lets one bot be followed at a time.
func (f *Follower) Follow(g *systems.Game, id components.ID) {
	*f = Follower{game: g, id: id}
	if g.Watch(id, f.turnTo) != nil {
		_ = g.Watch(0, nil) // nobody is never refused
	}
	f.Program()
}

// ID is the bot that is followed, or 0.
func (f *Follower) ID() components.ID { return f.id }

// BeginTick forgets what the tree did in the last tick.
func (f *Follower) BeginTick() {
	clear(f.asked)
	f.steps = f.steps[:0]
}

// turnTo makes room for the nodes of a program, where that is another one than
// before. The game calls it before it tells of any node.
func (f *Follower) turnTo(p *run.Program) run.Tracer {
	if p == f.program {
		return f
	}
	f.program, f.nodes, f.status, f.asked = p, nil, nil, nil
	if p != nil {
		f.nodes = treedraw.Of(p).Nodes
		f.status, f.asked = make([]host.Status, len(p.Tree.Nodes)), make([]bool, len(p.Tree.Nodes))
	}
	return f
}

// Program is what the bot runs now; nil where it has no tree or is gone.
func (f *Follower) Program() *run.Program {
	var p *run.Program
	if f.id != 0 {
		p, _ = f.game.ProgramOf(f.id) // a player has no tree, and neither has who is gone
	}
	f.turnTo(p)
	return p
}

// Nodes are those of the bot's tree, each once, in the order of drawing.
func (f *Follower) Nodes() []treedraw.Node {
	f.Program()
	return f.nodes
}

// Answer is what a node of the bot's tree answered in the last tick; ok is false
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
		_ = f.game.Look(f.id, func(x *run.Exec) { told = teller.Inspect(x) }) // it has a tree
	}
	return told
}

// Events are the last [MaxEvents] events of the bot, oldest first. The slice is
// good until the next tick.
func (f *Follower) Events() []Event { return f.events }

// Steps are what the tree did in the last tick, one thing after the other, where
// its dialect tells that: the last [MaxSteps]. The slice is good until the next
// tick.
func (f *Follower) Steps() []string { return f.steps }

// Leaf keeps what a leaf of the bot's tree answered; see [run.Tracer].
func (f *Follower) Leaf(row int32, n tree.NodeID, what host.Notice, s host.Status) {
	if what == host.Visited && f.own(row) {
		f.status[n], f.asked[n] = s, true
	}
}

// Node is Leaf for all other nodes.
func (f *Follower) Node(row int32, n tree.NodeID, what host.Notice, s host.Status) {
	f.Leaf(row, n, what, s)
}

// Event keeps an event of the bot; see [run.EventTracer].
func (f *Follower) Event(row int32, e host.Event) {
	if f.own(row) {
		name := f.game.Setup.Registry.EventName(e.ID)
		f.events = appendLast(f.events, MaxEvents, Event{f.game.World.Clock().Tick, name, e.Arg.String()})
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
	brain := f.game.World.Brain.Of(f.id)
	return brain != nil && brain.Row == row
}

// appendLast appends to a list that keeps only its last items.
func appendLast[T any](list []T, most int, item T) []T {
	if len(list) == most {
		list = append(list[:0], list[1:]...)
	}
	return append(list, item)
}
