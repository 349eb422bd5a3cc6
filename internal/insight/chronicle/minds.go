package chronicle

import (
	"math"
	"strconv"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/insight/inspect"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/systems"
)

// Minds shows inspectors the bots of a session's game.
func Minds(g *systems.Game) inspect.Minds { return minds{g} }

type minds struct{ game *systems.Game }

func (m minds) Tick() int64 { return m.game.World.Clock().Tick }

func (m minds) Program(id components.ID) *run.Program {
	p, _ := m.game.Watchers.ProgramOf(id) // a player has no tree, and neither has who is gone
	return p
}

func (m minds) Row(id components.ID) (int32, bool) {
	brain := m.game.World.Brain.Of(id)
	if brain == nil {
		return 0, false
	}
	return brain.Row, true
}

func (m minds) Class(id components.ID) int { return max(m.game.World.ClassOf(id), inspect.NoClass) }

func (m minds) members(class int) []components.Identity {
	return m.game.World.Identity.Column(m.game.World.Tables()[class])
}

func (m minds) Classes() int { return len(m.game.Setup.Classes) }

func (m minds) Count(class int) int { return len(m.members(class)) }

func (m minds) Member(class, i int) components.ID { return m.members(class)[i].ID }

func (m minds) Name(id components.ID) string { return m.game.NameOf(id) }

func (m minds) EventName(id host.EventID) string {
	return host.SymbolsOf(m.game.Setup.Registry).EventName(id)
}

// Who has no tree cannot be watched, and tells nothing: no error is lost below.

func (m minds) Watch(id components.ID, tracer func(*run.Program) run.Tracer) {
	_ = m.game.Watchers.Watch(id, tracer)
}

func (m minds) Glance(id components.ID, tracer func(*run.Program) run.Tracer) {
	_ = m.game.Watchers.Glance(id, tracer)
}

func (m minds) Trace(tracer func(class int, p *run.Program) run.Tracer) {
	m.game.Watchers.Trace(tracer)
}

func (m minds) Look(id components.ID, f func(*run.Exec)) { _ = m.game.Watchers.Look(id, f) }

// Recall has a follower of a session's bot learn what the tree did in the last tick, and how
// often its nodes ran in so many ticks before, 1 or more: a copy of the session plays them once
// more, which takes as long as they took, so that the session itself does not notice. Fewer are
// played where the session does not remember as many. It fails in a session without a history,
// and does nothing before the first tick.
func Recall(f *inspect.Follower, s *live.Session, ticks int) error {
	id := f.ID()
	if id == 0 || f.Known() {
		return nil
	}
	from, _ := s.Remembered()
	now := s.World().Clock().Tick
	if from == now {
		return nil
	}
	other, err := s.At(int(max(now-int64(max(ticks, 1)), from)))
	if err != nil {
		return err
	}
	defer other.Close()
	var then inspect.Follower
	for found := false; other.World().Clock().Tick < now; other.Step() {
		if !found {
			then.Follow(Minds(other.Game()), id)
			_, err := other.Game().Watchers.ProgramOf(id)
			found = err == nil
		}
		then.BeginTick()
	}
	f.Learn(&then)
	return nil
}

// Remembered returns what a bot's tree remembers by name, such as the entries of its blackboards, as
// rows of a sheet. The value of what is no number is not one, so that no comparison holds.
func Remembered(g *systems.Game, id components.ID) (rows []Row) {
	m := Minds(g)
	p := m.Program(id)
	if p == nil {
		return nil
	}
	if teller, ok := p.Semantics.(run.Inspector); ok {
		m.Look(id, func(x *run.Exec) {
			for _, f := range teller.Inspect(x).Values {
				value, err := strconv.ParseFloat(f.Value, 64)
				if err != nil {
					value = math.NaN()
				}
				rows = append(rows, Row{Label: f.Name, Text: f.Value, Value: value})
			}
		})
	}
	return rows
}
