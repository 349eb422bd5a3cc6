package dragengine

import (
	"errors"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// Triggers is a table of named triggers that all bots of a game share. Actions
// that change it run on one worker, in the order of the bots' ids. Each world in
// which bots use it has a table of its own, see [Triggers.In].
type Triggers struct{ byName map[string]*trigger }

type trigger struct{ fired, ever bool }

// NewTriggers makes an empty table.
func NewTriggers() *Triggers { return &Triggers{map[string]*trigger{}} }

// In returns the table of one world, as [run.Exec.World] and [host.Call.World]
// have it. It returns t itself in a world that keeps nothing for others.
func (t *Triggers) In(w host.World) *Triggers {
	if k, ok := host.Find[host.Keeper](w); ok {
		return k.Keep(t, func() any { return NewTriggers() }).(*Triggers)
	}
	return t
}

// target finds a trigger, or makes it.
func (t *Triggers) target(name string) *trigger {
	if t.byName[name] == nil {
		t.byName[name] = &trigger{}
	}
	return t.byName[name]
}

// Use fires or resets a trigger.
func (t *Triggers) Use(name string, p Pulse) { t.target(name).use(p) }

// Is reports whether a trigger is in a state. A trigger that nobody has named
// never fired.
func (t *Triggers) Is(name string, f Firing) bool {
	if of := t.byName[name]; of != nil {
		return of.is(f)
	}
	return (&trigger{}).is(f)
}

// Pulse says what an action does with a trigger.
type Pulse uint8

// PulseOnce fires and resets, FullReset also forgets that it ever fired.
const (
	Fire Pulse = iota
	Reset
	PulseOnce
	FullReset
)

var pulseNames = [...]string{"fire", "reset", "pulse", "fullReset"}

func (t *trigger) use(p Pulse) {
	switch p {
	case Fire:
		t.fired, t.ever = true, true
	case Reset:
		t.fired = false
	case PulseOnce:
		t.fired, t.ever = false, true
	case FullReset:
		t.fired, t.ever = false, false
	}
}

// Firing is a state of a trigger that conditions ask for.
type Firing uint8

// The states of a trigger.
const (
	Fired Firing = iota
	NotFired
	EverFired
	NeverFired
)

var firingNames = [...]string{"fired", "notFired", "everFired", "neverFired"}

func (t *trigger) is(f Firing) bool {
	switch f {
	case Fired:
		return t.fired
	case NotFired:
		return !t.fired
	case EverFired:
		return t.ever
	}
	return !t.ever
}

// target is a trigger that a tree names.
type target struct {
	table *Triggers
	name  string
	use   run.TriggerUse
}

// trigger gives a trigger its number in the tree.
func (c *compiler) trigger(t *Triggers, name string, h *Head, fires, asks bool) int {
	node, at := c.user(h)
	c.s.targets = append(c.s.targets, target{t, name, run.TriggerUse{Name: name, Node: node, At: at, Fires: fires, Asks: asks}})
	return len(c.s.targets) - 1
}

// user returns the part of a rule that is being compiled,, a condition or the action, and
// where it stands.
func (c *compiler) user(h *Head) (name string, at syntax.Pos) {
	if len(c.within) > 0 {
		for _, cond := range h.Conditions {
			if cond.Name == c.within[0] {
				return cond.Name, cond.At.Start
			}
		}
	}
	return h.name, h.At.Start
}

// Triggers lists what in the tree uses a trigger.
func (s *semantics) Triggers() (all []run.TriggerUse) {
	for _, t := range s.targets {
		all = append(all, t.use)
	}
	return all
}

// Announcements lists those that actions of the tree make.
func (s *semantics) Announcements() []run.SentEvent { return s.announced }

// Listens lists the announcements to which functions of scripts listen.
func (s *semantics) Listens() []string { return s.scripts.names(scriptedListener) }

// UseTrigger makes an action that does something with a trigger:
// BTActionTrigger. It always succeeds.
type UseTrigger struct {
	Table *Triggers
	Name  string
	Do    Pulse
}

// Action returns the action under a name.
func (u UseTrigger) Action(name string) host.Action {
	return readyMade(name, "Fires or resets a trigger.", false, func(c *compiler, h *Head) ready {
		return ready{kind: useTrigger, op: uint8(u.Do), at: c.trigger(u.Table, u.Name, h, u.Do == Fire || u.Do == PulseOnce, false)}
	})
}

// AskTrigger makes a condition that asks for the state of a trigger:
// BTConditionTrigger.
type AskTrigger struct {
	Table *Triggers
	Name  string
	Is    Firing
}

// Condition returns the condition under a name.
func (a AskTrigger) Condition(name string) host.Func {
	return readyAsked(name, "Asks for the state of a trigger.", false, func(c *compiler, h *Head) ready {
		return ready{kind: askTrigger, op: uint8(a.Is), at: c.trigger(a.Table, a.Name, h, false, true)}
	})
}

// SendGlobalEvent makes an action that announces something to the whole game:
// BTActionSendGlobalEvent. It always succeeds, also where nobody listens.
type SendGlobalEvent struct{ Name, Source, Data string }

// Action returns the action under a name.
func (g SendGlobalEvent) Action(name string) host.Action {
	return readyMade(name, "Sends an event to those who listen for it.", false, func(c *compiler, h *Head) ready {
		node, at := c.user(h)
		c.s.announced = append(c.s.announced, run.SentEvent{Name: g.Name, Node: node, At: at})
		a := host.Announcement{Name: g.Name, Source: g.Source}
		if g.Data != "" {
			a.Data = host.StringValue(g.Data)
		}
		return ready{kind: sendEvent, send: a}
	})
}

// announce announces something on behalf of a node. Where nobody listens that is told if
// another name was probably meant.
func announce(x *run.Exec, n tree.NodeID, a host.Announcement) {
	w, ok := host.Find[host.Announcer](x.World)
	if !ok {
		return
	}
	var unheard *syntax.Error
	switch err := w.Announce(a); {
	case errors.As(err, &unheard):
		if unheard.Hint != "" {
			x.Notef(n, "%v", err)
		}
	case err != nil:
		x.Warnf(n, "%v", err)
	}
}

// Combine makes a condition from others, by name: BTConditionCombine. Names that
// nothing offers are false; an empty list is true in every mode.
type Combine struct {
	Mode       Mode
	Conditions []string
}

// Condition returns the condition under a name.
func (k Combine) Condition(name string) host.Func {
	return readyAsked(name, "Combines other conditions.", true, func(c *compiler, h *Head) ready {
		return ready{kind: combined, conditions: c.all(k.Mode, k.Conditions, h)}
	})
}

// ConditionAction makes an action of a condition: it succeeds when that is true
// and fails when it is false.
func ConditionAction(name, condition string) host.Action {
	return readyMade(name, "Succeeds when a condition is true.", true, func(c *compiler, h *Head) ready {
		return ready{kind: askConditions, conditions: c.all(AllTrue, []string{condition}, h)}
	})
}
