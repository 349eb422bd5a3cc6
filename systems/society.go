package systems

import (
	"cmp"
	"slices"
	"sync"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/ecs"
)

// society is what bots have in common: things that trees keep in the world,
// signals on their way, and texts that trees log.
type society struct {
	kept    map[any]any
	signals []signal
	heard   []signal // the list before, for its memory
	log     func(host.LogEntry)
	mu      sync.Mutex // of texts: trees log on all workers
	texts   []host.LogEntry
	begun   bool // a tick was published
}

// maxEarly is how many texts are kept that trees log before there was a tick,
// when nobody can have asked for them.
const maxEarly = 10_000

// signal is an event on its way to a group.
type signal struct {
	from  components.ID
	group int
	to    host.Audience
	event host.Event
}

var (
	_ host.Keeper  = view{}
	_ host.Society = view{}
	_ host.Logger  = view{}
)

// Keep makes a thing on the first call and gives the same from then on.
func (v view) Keep(key any, fresh func() any) any {
	s := &v.society
	if s.kept == nil {
		s.kept = map[any]any{}
	}
	if s.kept[key] == nil {
		s.kept[key] = fresh()
	}
	return s.kept[key]
}

// Group is [Game.GroupOf].
func (v view) Group(body int32) uint32 { return uint32(v.GroupOf(v.World.IDAt(body))) }

// GroupOf is the group of a body that is alive: its team or, where it has none,
// its class. Groups are numbered from 0: the teams of the setup, then its
// classes, and last the players without a team.
func (g *Game) GroupOf(id components.ID) int {
	if t := g.World.Team.Of(id); t.Index >= 0 {
		return int(t.Index)
	}
	class := g.World.ClassOf(id)
	if class == ecs.Human {
		class = len(g.Setup.Classes)
	}
	return len(g.Setup.Teams) + class
}

// Signal queues an event until the next tick.
func (v view) Signal(from int32, to host.Audience, e host.Event) {
	id := v.World.IDAt(from)
	v.society.signals = append(v.society.signals, signal{id, v.GroupOf(id), to, e})
}

// deliver hands over the signals of the tick before, in the order of sending
// and each to its audience by ascending id. Those that are sent meanwhile wait.
func (g *Game) deliver() {
	s := &g.society
	if len(s.signals) == 0 {
		return
	}
	s.signals, s.heard = s.heard[:0], s.signals
	var groups map[int][]components.ID
	for _, sig := range s.heard {
		if sig.to == host.Sender {
			g.receive(sig.from, sig.event)
			continue
		}
		if groups == nil {
			groups = g.members()
		}
		for _, id := range groups[sig.group] {
			if id != sig.from || sig.to != host.GroupExceptSender {
				g.receive(id, sig.event)
			}
		}
	}
}

// members lists the bots of each group by ascending id.
func (g *Game) members() map[int][]components.ID {
	groups := map[int][]components.ID{}
	for _, t := range g.World.Tables() {
		for _, row := range g.World.Identity.Column(t) {
			id := row.ID
			group := g.GroupOf(id)
			groups[group] = append(groups[group], id)
		}
	}
	for _, ids := range groups {
		slices.Sort(ids)
	}
	return groups
}

// receive hands an event to a bot that may be gone.
func (g *Game) receive(id components.ID, e host.Event) {
	if !g.World.Alive(id) {
		return
	}
	g.counts.event(g.Setup.Registry.EventName(e.ID))
	g.handOver(id, e)
}

// OnLog has a function told of every text that trees log, tick by tick and in
// each by ascending bot id; nil for nobody. It is called on the goroutine that
// steps the game.
func (g *Game) OnLog(f func(host.LogEntry)) { g.society.log = f }

// Log keeps a text until the bots have thought.
func (v view) Log(e host.LogEntry) {
	s := &v.society
	if s.log == nil && s.begun {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.log != nil || len(s.texts) < maxEarly {
		s.texts = append(s.texts, e)
	}
}

// publishLog hands over the texts of a tick. Each bot's are in order already.
func (s *society) publishLog() {
	s.begun = true
	if len(s.texts) == 0 {
		return
	}
	slices.SortStableFunc(s.texts, func(a, b host.LogEntry) int { return cmp.Compare(a.Bot, b.Bot) })
	for _, e := range s.texts {
		if s.log != nil {
			s.log(e)
		}
	}
	clear(s.texts)
	s.texts = s.texts[:0]
}
