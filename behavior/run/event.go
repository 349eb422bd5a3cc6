package run

import (
	"fmt"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

// EventHandler is Semantics whose trees take events.
type EventHandler interface {
	// Event hands an event to the bot at the cursor.
	Event(*Exec, host.Event)
}

// EventJudge is Semantics that knows of some events that its trees cannot take, so that
// these are refused where they are sent.
type EventJudge interface {
	// CheckEvent is why no bot with this tree can take events of a name, or nil.
	CheckEvent(name string) error
}

// CheckEvent is why no bot with a program can take events of a name, or nil.
func CheckEvent(p *Program, name string) error {
	if judge, ok := p.Semantics.(EventJudge); ok {
		if err := judge.CheckEvent(name); err != nil {
			return fmt.Errorf("tree %s: %w", p.Tree.Name, err)
		}
	}
	return nil
}

// SentEvent is an event that a node of a tree sends.
type SentEvent struct {
	Name string
	Node string // the name of the node
	At   syntax.Pos
	Own  bool // only to the bot itself
	// Within: only to its tree, at once, so that nothing beside the tree hears it.
	Within bool
}

// HeardEvent is an event that something in a tree reacts to.
type HeardEvent struct {
	Name string
	Also string // another name by which it comes; empty for none
	Node string // the name of what reacts
	At   syntax.Pos
}

// EventSender is Semantics that knows which events its trees send, and which they listen to.
type EventSender interface {
	// SentEvents lists the events that nodes send, in their order.
	SentEvents() []SentEvent
	// HeardEvents lists what in the tree reacts to which event.
	HeardEvents() []HeardEvent
	// Hears lists the names of the events to which something in the tree reacts.
	Hears() []string
	// Mentions reports whether scripts of the tree, or beside it, have a word.
	Mentions(word string) bool
	// MaySend reports whether such scripts may send an event.
	MaySend(event string) bool
}

// TriggerUser is Semantics whose trees use triggers, names that all bots of a game share and
// that are fired or not, and make announcements to the whole game.
type TriggerUser interface {
	// Triggers lists what in the tree fires a trigger or asks for its state. Scripts do neither.
	Triggers() []TriggerUse
	// Announcements lists those that nodes make.
	Announcements() []SentEvent
	// Listens lists those to which scripts of the tree listen.
	Listens() []string
}

// TriggerUse is something that uses a trigger.
type TriggerUse struct {
	Name string // of the trigger
	Node string // the name of what uses it
	At   syntax.Pos
	// Fires, Asks: what it does; only to reset a trigger is neither.
	Fires, Asks bool
}

// Sent lists the events that nodes of a tree send: those of the dialect, and behind them
// those of actions.
func Sent(p *Program) (list []SentEvent) {
	if sender, ok := p.Semantics.(EventSender); ok {
		list = slices.Clone(sender.SentEvents())
	}
	t := p.Tree
	for _, s := range t.Slots {
		if s.Name == "" {
			continue
		}
		leaf := &t.Leaves[t.Nodes[s.Node].Leaf]
		if leaf.Action == nil || leaf.Action.Sends == "" {
			continue
		}
		for i, param := range leaf.Action.Params {
			if param.Name == leaf.Action.Sends && i < len(leaf.Args) && leaf.Args[i].Text() != "" {
				list = append(list, SentEvent{Name: leaf.Args[i].Text(), Node: s.Name, At: t.Spans[s.Node].Start})
			}
		}
	}
	return list
}
