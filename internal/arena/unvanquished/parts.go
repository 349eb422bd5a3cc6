package unvanquished

import (
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/base"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/economy"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/fight"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/mind"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
)

// state keeps for an arena what trees of Unvanquished need: the parts of the rules, which it
// calls in turn. Buildings are places, and bodies of classes, that have the tag of a kind of
// building.
type state struct {
	a *core.Arena
	world.World
	mind    mind.Minds
	economy economy.Economy
	base    base.Base
	fight   fight.Fight
	kept    kept `memory:"-,the arrays of the parts"`
}

var (
	_ core.Bystander = (*state)(nil)
	_ core.Retuner   = (*state)(nil)
)

// newState makes the state of an arena.
func newState(a *core.Arena, of uint8) core.State {
	s := &state{a: a}
	s.World.Open(a, of)
	s.mind.Open(a, &s.World)
	s.economy.Open(a, &s.World)
	s.base.Open(a, &s.World, &s.economy)
	s.fight.Open(a, &s.World, &s.economy, &s.base)
	for _, t := range a.Game.World.Tables() {
		for _, st := range a.Game.World.State.Column(t) {
			if int(st.Slot) < len(s.Bots) {
				s.take(st.Slot)
			}
		}
	}
	return s
}

// Columns returns the columns that all parts share.
func (s *state) Columns() *world.World { return &s.World }

// Minds returns the part that holds the intents of bots.
func (s *state) Minds() *mind.Minds { return &s.mind }

// Economy returns the part that holds what bots have and can get.
func (s *state) Economy() *economy.Economy { return &s.economy }

// Base returns the buildings, and what they do.
func (s *state) Base() *base.Base { return &s.base }

// Fight returns the part that lets bodies hurt each other.
func (s *state) Fight() *fight.Fight { return &s.fight }
