package dst

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dst/nodes"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/dst/stage"
)

// semantics runs a brain file for the bots of a pool.
type semantics struct{ p *program }

var (
	_ run.Semantics  = (*semantics)(nil)
	_ run.Sleeper    = (*semantics)(nil)
	_ run.Rester     = (*semantics)(nil)
	_ run.Sharer     = (*semantics)(nil)
	_ run.Sidecars   = (*semantics)(nil)
	_ run.Controller = (*semantics)(nil)
	_ run.Describer  = (*semantics)(nil)
	_ run.Lifecycle  = (*semantics)(nil)
)

// Share makes or finds the troupe that all bots of a project share in a world. A
// file that returns a tree is run for each bot, so each has its own troupe; then
// Share returns nil.
func (s *semantics) Share(w host.World) any {
	if s.p.bare {
		return nil
	}
	if k, ok := host.Find[host.Keeper](w); ok {
		return k.Keep(s.p.folder, func() any { return s.troupe() })
	}
	return s.troupe()
}

// HashShare is 0: the scripts' state is hashed with the sidecar of the first bot.
func (*semantics) HashShare(any) uint64 { return 0 }

// Tally does nothing: no count in the scripts' state follows from a bot's memory.
func (*semantics) Tally(*run.Exec, bool) {}

func (s *semantics) troupe() *troupe {
	m := newTroupe(s.p)
	m.holder = &script.Holder{Uses: m.uses}
	s.p.Machines.Add(m.holder)
	if !s.p.folder.dry {
		m.Notice = func(at syntax.Pos, text string) { m.Report(at, text, true) }
		m.Log = m.Logged
	}
	return m
}

// Init makes the bot's entity and starts its brain.
func (s *semantics) Init(x *run.Exec) {
	m, ok := x.Shared.(*troupe)
	if !ok {
		m = s.troupe()
	}
	b := m.newBot(s.p, x.Row, x.Pool())
	x.Keep(b)
	m.minds = nil
	old := m.enter(x, b)
	defer m.leave(old)
	if m.full {
		b.Entity, b.Parked = m.stage.BodyEntity(x.Bot), true
		b.Entity.Bot = &b.Actor
		return
	}
	if e := m.stage.Known[x.Bot]; e != nil && e.Unborn() { // a script made it in an earlier tick
		was := botOf(e)
		b.Entity, b.brains, b.shown, b.faults, b.Parked = e, was.brains, was.shown, was.faults, was.Parked
		b.status, b.Mind = 0, was
		if was.printed != nil {
			b.printed = &printout{log: was.printed.log}
		}
		*was, b = *b, was
		x.Keep(b)
		m.stage.Bot = &b.Actor
		m.minds = nil
		m.hatch(b)
		return
	}
	m.live(b, x.Bot)
}

// hatch wakes a bot that a script made, when it appears on the field. One that is in a
// home or a pocket wakes when it gets out.
func (m *troupe) hatch(b *bot) {
	if b.Entity.Invalid { // and removed, before it was there
		b.Parked = true
		if w, ok := host.Find[host.Nursery](m.X.World); ok {
			w.Vanish(m.X.Body)
		}
		return
	}
	if !b.Parked && m.stage.Brain(b.Entity).IsNil() && !m.stage.InLimbo(b.Entity) {
		if err := m.protectLoad(func() { m.wake(b) }); err != nil {
			m.Fault(err)
			b.Parked = true
		}
	}
	m.stage.KeepHealth(b.Entity)
}

// live begins the life of a bot's creature.
func (m *troupe) live(b *bot, id host.BotID) {
	if err := m.begin(b, id); err != nil {
		m.Fault(err)
		b.Parked = true
		return
	}
	// it stands where it appears until it wants something
	b.Entity.Stands = false
	m.stage.Move()
	if !b.Parked {
		m.stage.KeepHealth(b.Entity)
	} else {
		m.stage.LeaveHealth(b.Entity)
	}
}

// Tick gives a bot its turn. The first of a tick is preceded by those of the entities
// without a body.
func (s *semantics) Tick(x *run.Exec) host.Status {
	b := x.Side.(*bot)
	if len(s.p.Mods) > 0 {
		b.postInit(x)
	}
	b.m.ownTurns(x)
	if !b.Parked {
		b.m.turn(x, b)
	}
	return b.status
}

// postInit calls what mods want to be called once the world is there, in the turn of the first bot.
func (b *bot) postInit(x *run.Exec) {
	m := b.m
	if b.Parked || !m.stage.HasPostInit() {
		return
	}
	old := m.enter(x, b)
	if err := m.protectLoad(m.stage.PostInit); err != nil {
		m.Fault(err)
	}
	m.leave(old)
}

// turn gives a bot, or an entity without a body, its part of a tick.
func (m *troupe) turn(x *run.Exec, b *bot) {
	b.updated = false
	old := m.enter(x, b)
	defer m.leave(old)
	if !b.gather(x.Tick) {
		m.stage.Move()
		return
	}
	b.updated = len(b.due) > 0 || b.bare != nil
	if m.Lived && b.updated {
		b.adoptLives()
		b.lives.BeginTurn()
	}
	var err *syntax.Error
	if b.isBare() {
		err = m.Bare(m.update)
	} else {
		err = m.Protect(m.update)
		b.Entity.Lose()
	}
	if err != nil {
		m.Fault(err)
	} else {
		b.faults = 0
	}
	if m.Lived && b.updated {
		b.adoptLives()
		b.lives.EndTurn()
	}
	m.stage.Move()
	if t := b.shown; t != nil && t.Top != nil {
		b.status = script.ToHost(t.Last())
	}
}

// Veils reports whether a bot hides by inst:Hide().
func (s *semantics) Veils(x *run.Exec) bool {
	b, ok := x.Side.(*bot)
	return ok && b.Entity.IsUnseen()
}

// Rests tells of a bot that is parked, of an entity that is asleep, and of one whose brain was
// stopped or paused.
func (s *semantics) Rests(x *run.Exec) string {
	b, ok := x.Side.(*bot)
	switch {
	case !ok:
		return ""
	case b.Parked:
		return "parked"
	case b.Entity.Asleep:
		return "asleep"
	case b.bare != nil || len(b.brains) > 0:
		return ""
	}
	if br := b.brain(); br != nil && br.paused {
		return "paused"
	}
	return "stopped"
}

// Sleep returns how long it is until something is due for the bot. One bot of those
// that share a troupe also minds the entities without a body.
func (s *semantics) Sleep(x *run.Exec) (ticks int64, forever bool) {
	b := x.Side.(*bot)
	until := int64(stage.Never)
	if !b.Parked {
		until = b.nextDue(x.Tick)
	}
	if len(b.m.stage.Own) > 0 && b.m.Minder() == &b.Actor {
		until = min(until, b.m.ownDue(x.Tick))
	}
	return until - x.Tick, until == stage.Never
}

// nextDue returns the first tick after now in which the bot has something to do.
func (b *bot) nextDue(now int64) int64 {
	next := now + 1
	if b.bare != nil {
		return next
	}
	until := b.Entity.NextDue(next)
	if until == next {
		return next
	}
	for _, br := range b.brains {
		switch br.queue {
		case updating:
			return next
		case waiting:
			until = min(until, br.until)
		}
		for _, tick := range br.left() {
			until = min(until, tick)
		}
	}
	return max(next, until)
}

// Event is entity:PushEvent().
func (s *semantics) Event(x *run.Exec, e host.Event) {
	name := host.SymbolsOf(s.p.Reg).EventName(e.ID)
	s.with(x, func(m *troupe, b *bot) { m.stage.Hear(b.Entity, name, m.ToLua(e.Arg)) })
}

// Stop ends the bot's brain and forgets its entity.
func (s *semantics) Stop(x *run.Exec) {
	s.with(x, func(m *troupe, b *bot) {
		if b.bare != nil {
			b.bare.Stop()
			return
		}
		if !b.Entity.Invalid { // the original stops no brain of an entity that is removed
			m.stage.StopBrain(b.Entity)
			m.stage.Depart(b.Entity)
		}
	})
	if b, ok := x.Side.(*bot); ok {
		old := b.m.enter(x, b)
		b.endLives()
		b.m.stage.LeaveHealth(b.Entity)
		b.m.leave(old)
		b.Entity.Invalid, b.Entity.Motion = true, stage.Motion{}
		delete(b.m.stage.Known, b.Entity.ID)
		b.m.minds = nil
	}
}

// Die ends the lives of the game's actions. Scripts say themselves when their creature dies,
// or hear of it.
func (s *semantics) Die(x *run.Exec) {
	if b, ok := x.Side.(*bot); ok {
		old := b.m.enter(x, b)
		b.endLives()
		b.m.leave(old)
	}
}

// Revive makes a new creature of a body that comes back: the old one is gone for good.
func (s *semantics) Revive(x *run.Exec) {
	b, ok := x.Side.(*bot)
	if !ok || b.Parked {
		return
	}
	m := b.m
	old := m.enter(x, b)
	defer m.leave(old)
	b.endLives()
	gone := b.Entity
	if err := m.Protect(func() { m.stage.Depart(gone) }); err != nil {
		m.Fault(err)
	}
	m.stage.Replace(b.Entity)
	b.brains, b.due, b.bare, b.shown, b.faults = nil, nil, nil, nil, 0
	m.live(b, x.Bot)
}

// with runs f in a turn of the bot and reports the error that ended it.
func (s *semantics) with(x *run.Exec, f func(m *troupe, b *bot)) {
	b, ok := x.Side.(*bot)
	if !ok || b.Parked {
		return
	}
	m := b.m
	old := m.enter(x, b)
	if err := m.Protect(func() { f(m, b) }); err != nil {
		m.Fault(err)
	}
	m.leave(old)
}

// Label returns a node's class, and its name.
func (s *semantics) Label(t *tree.Tree, n tree.NodeID) (kind, detail string) {
	kind, detail = nodes.Label(t, n)
	if int(n) < len(s.p.names) && s.p.names[n] != kind {
		detail = s.p.names[n]
	}
	return kind, detail
}

// Role returns which part a node plays.
func (s *semantics) Role(t *tree.Tree, n tree.NodeID) run.Role {
	return nodes.Role(t, n)
}
