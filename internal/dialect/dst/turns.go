package dst

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/dialect/dst/stage"
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
func (m *troupe) ownTurns(x *run.Exec) {
	g := &m.ground
	if g.at == x.Tick {
		return
	}
	g.at = x.Tick
	m.record()
	if len(m.stage.Own) == 0 {
		return
	}
	if !g.ready {
		g.x, g.ready = run.NewExec(&run.Program{Tree: x.Tree, Symbols: host.SymbolsOf(m.Program.Reg)}, x.World), true
	}
	g.x.Tick, g.x.DT, g.x.Body, g.x.Draws = x.Tick, x.DT, -1, 0
	m.turnNature()
	for _, e := range m.stage.Own { // changes replace the list
		if e.Invalid || e.Kind == stage.IsBody || e.Bot.Parked {
			continue
		}
		m.turn(&g.x, botOf(e))
	}
}

// turnNature gives TheWorld its turn.
func (m *troupe) turnNature() {
	e := m.stage.Skies.World
	if e == nil {
		return
	}
	old := m.enter(&m.ground.x, botOf(e))
	if err := m.stage.TurnWorld(); err != nil {
		m.Fault(err)
	}
	m.leave(old)
}

// Minder returns the bot that sleeps no longer than the entities without a body: the
// one with the lowest id.
func (m *troupe) Minder() *stage.Actor {
	if m.minds == nil {
		for _, e := range m.stage.Known {
			if e.Bot != nil && e.Bot.Row >= 0 && (m.minds == nil || e.ID < m.minds.Entity.ID) {
				m.minds = e.Bot
			}
		}
	}
	return m.minds
}

// ownDue returns the first tick after now in which something is due for an entity
// without a body.
func (m *troupe) ownDue(now int64) int64 {
	if m.stage.Skies.IsWatched() {
		return now + 1
	}
	due := int64(stage.Never)
	for _, e := range m.stage.Own {
		if !e.Bot.Parked {
			due = min(due, botOf(e).nextDue(now))
		}
	}
	return due
}
