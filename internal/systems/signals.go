package systems

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/session"
)

// mail brings trees their messages.
type mail struct {
	*commons
	pools    *pools
	watchers *watchers
	counts   *counts
	faults   *faults
	journal  *occurrences
	signals  signals
}

// signals are the events that trees sent to groups. They come to their hearers
// before the next tick, so that it does not matter in which order bots think.
// What bodies call out in the arena is another post: that is heard in the tick in
// which it is said, when all have thought, by those who are near.
type signals struct {
	sent  []signal
	heard []signal `save:"-"` // the list before, for its memory
}

// signal is an event on its way to a group.
type signal struct {
	from  components.ID
	group int
	to    host.Audience
	event struct {
		ID  uint32 // its number in the game's registry
		Arg host.Value
	}
}

var _ host.Society = leafWorld{}

// Group is [Game.GroupOf].
func (v leafWorld) Group(body int32) uint32 { return uint32(v.g.GroupOf(v.g.World.IDAt(body))) }

// GroupOf returns the group of a body that is alive: its team or, where it has none,
// its class. Groups are numbered from 0: the teams of the setup, then its
// classes, and last the players without a team.
func (cm *commons) GroupOf(id components.ID) int {
	if t := cm.World.Team.Of(id); t.Index >= 0 {
		return int(t.Index)
	}
	class := cm.World.ClassOf(id)
	if class == ecs.Human {
		class = len(cm.Setup.Classes)
	}
	return len(cm.Setup.Teams) + class
}

// Signal queues an event until the next tick. One of another registry is a fault.
func (v leafWorld) Signal(from int32, to host.Audience, e host.Event) {
	id := v.g.World.IDAt(from)
	number, ok := host.SymbolsOf(v.g.Setup.Registry).EventNumber(e.ID)
	if !ok {
		v.Fault(host.Fault{Bot: id, Tick: v.g.World.Clock().Tick, Text: "signal of " + host.SymbolsOf(v.g.Setup.Registry).EventName(e.ID)})
		return
	}
	s := signal{from: id, group: v.g.GroupOf(id), to: to}
	s.event.ID, s.event.Arg = number, e.Arg
	v.g.Mail.signals.sent = append(v.g.Mail.signals.sent, s)
	if to != host.Sender && v.g.Journal.on {
		v.g.Journal.Occur(session.Occurrence{Kind: session.Signalled, From: id, Text: host.SymbolsOf(v.g.Setup.Registry).EventName(e.ID)})
	}
}

// deliver hands over the signals of the tick before, in the order of sending
// and each to its audience by ascending id. Those that are sent meanwhile wait.
func (ml *mail) deliver() {
	s := &ml.signals
	if len(s.sent) == 0 {
		return
	}
	s.sent, s.heard = s.heard[:0], s.sent
	var groups map[int][]components.ID
	for _, sig := range s.heard {
		e := host.Event{ID: host.SymbolsOf(ml.Setup.Registry).EventAt(sig.event.ID), Arg: sig.event.Arg}
		if sig.to == host.Sender {
			ml.receive(sig.from, e)
			continue
		}
		if groups == nil {
			groups = ml.members()
		}
		for _, id := range groups[sig.group] {
			if id != sig.from || sig.to != host.GroupExceptSender {
				ml.receive(id, e)
			}
		}
	}
}

// members lists the bots of each group by ascending id.
func (cm *commons) members() map[int][]components.ID {
	groups := map[int][]components.ID{}
	for _, t := range cm.World.Tables() {
		for _, row := range cm.World.Identity.Column(t) {
			id := row.ID
			group := cm.GroupOf(id)
			groups[group] = append(groups[group], id)
		}
	}
	for _, ids := range groups {
		slices.Sort(ids)
	}
	return groups
}

// receive hands an event to a bot that may be gone.
func (ml *mail) receive(id components.ID, e host.Event) {
	if !ml.World.Alive(id) {
		return
	}
	name := host.SymbolsOf(ml.Setup.Registry).EventName(e.ID)
	ml.counts.event(name)
	ml.journal.occurTo(session.Informed, id, name)
	ml.handOver(id, e)
}
