package dst

import (
	"github.com/thicket-sim/thicket/behavior/run"
)

// ground is what entities without a body need to have turns.
type ground struct {
	at int64 // the tick in which they had their turns last
	x  run.Exec
	// ready says that x was made, which needs a world
	ready bool
}

// ownTurns gives the entities without a body their turns, once a tick, before the
// first bot has its own.
func (m *machine) ownTurns(x *run.Exec) {
	g := &m.ground
	if g.at == x.Tick {
		return
	}
	g.at = x.Tick
	if len(m.stage.own) == 0 {
		return
	}
	if !g.ready {
		g.x, g.ready = run.NewExec(&run.Program{Tree: x.Tree, Symbols: &m.program.reg.Symbols}, x.World), true
	}
	g.x.Tick, g.x.DT, g.x.Body, g.x.Draws = x.Tick, x.DT, -1, 0
	m.turnNature()
	for _, e := range m.stage.own { // changes replace the list
		if e.invalid || e.kind == isBody || e.bot.parked {
			continue
		}
		m.turn(&g.x, botOf(e))
	}
}

// turnNature gives TheWorld its turn.
func (m *machine) turnNature() {
	e := m.stage.skies.world
	if e == nil {
		return
	}
	old := m.enter(&m.ground.x, botOf(e))
	if err := m.stage.turnWorld(); err != nil {
		m.fault(err)
	}
	m.leave(old)
}

// minder returns the bot that sleeps no longer than the entities without a body: the
// one with the lowest id.
func (m *machine) minder() *actor {
	if m.minds == nil {
		for _, e := range m.stage.known {
			if e.bot != nil && e.bot.row >= 0 && (m.minds == nil || e.id < m.minds.e.id) {
				m.minds = e.bot
			}
		}
	}
	return m.minds
}

// ownDue returns the first tick after now in which something is due for an entity
// without a body.
func (m *machine) ownDue(now int64) int64 {
	if m.stage.skies.isWatched() {
		return now + 1
	}
	due := int64(never)
	for _, e := range m.stage.own {
		if !e.bot.parked {
			due = min(due, botOf(e).nextDue(now))
		}
	}
	return due
}
