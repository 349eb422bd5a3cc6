package trial

import (
	"slices"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/base"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/economy"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/mind"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
)

// parts is the state of the vocabulary.
type parts interface {
	core.State
	Columns() *world.World
	Minds() *mind.Minds
	Economy() *economy.Economy
	Base() *base.Base
}

// of returns the state that an arena has, and which body an id is.
func of(a *core.Arena, id components.ID) (parts, int32) {
	s, _ := core.StateOf[parts](a)
	return s, a.BodyOf(id)
}

// columns returns the columns of an arena, and which body an id is.
func columns(a *core.Arena, id components.ID) (*world.World, int32) {
	s, b := of(a, id)
	return s.Columns(), b
}

// Best returns a body's best enemy, or 0: alertedToEnemy is whether there is one.
func Best(a *core.Arena, id components.ID) components.ID {
	w, b := columns(a, id)
	return w.Bots[b].Best
}

// Stuck returns a body's stuck time, in seconds.
func Stuck(a *core.Arena, id components.ID) float64 {
	w, b := columns(a, id)
	return a.Since(w.Bots[b].StuckAt)
}

// CombatAgo returns what timeSinceLastCombat gives for a body, in seconds.
func CombatAgo(a *core.Arena, id components.ID) float64 {
	w, b := columns(a, id)
	return w.Milliseconds(max(w.Bots[b].Fought, 0)).Number() / 1000
}

// Aims returns the place at which a body aims, in metres.
func Aims(a *core.Arena, id components.ID) (x, y float32) {
	w, b := columns(a, id)
	return w.Records[b].AtX, w.Records[b].AtY
}

// Known reports whether the other team knows of a building.
func Known(a *core.Arena, id components.ID) bool {
	w, b := columns(a, id)
	return w.Known(b)
}

// Tag makes a building known to the other team.
func Tag(a *core.Arena, id components.ID) {
	w, b := columns(a, id)
	w.Structures[b].Tagged = true
}

// Goal returns a body's goal: "", "body", "place" or "point", and where it is, in metres.
func Goal(a *core.Arena, id components.ID) (kind string, x, y float32) {
	w, b := columns(a, id)
	m := w.Bots[b].Goal
	x, y, _ = w.SpotOf(m)
	return [...]string{world.NoTarget: "", world.BodyTarget: "body", world.PlaceTarget: "place", world.PointTarget: "point"}[m.Kind], x, y
}

// SetCredits gives a bot so many credits, and takes what it had.
func SetCredits(a *core.Arena, id components.ID, credits float64) {
	w, b := columns(a, id)
	w.Bots[b].Credits = credits
}

// SetMomentum gives a team so much momentum, and unlocks what that unlocks.
func SetMomentum(a *core.Arena, team int, momentum float64) {
	s, _ := of(a, 0)
	t := &s.Columns().Teams[team]
	t.Momentum = momentum
	s.Economy().Drift()
	t.Momentum = momentum
}

// Momentum returns the momentum of a team, and whether it has what needs some.
func Momentum(a *core.Arena, team int, needs float64) (momentum float64, unlocked bool) {
	s, _ := of(a, 0)
	return s.Columns().Teams[team].Momentum, s.Economy().Unlocked(team, needs)
}

// SetBuildTimer makes a builder wait for so many seconds.
func SetBuildTimer(a *core.Arena, id components.ID, seconds float64) {
	w, b := columns(a, id)
	w.Structures[b].Ready.At = a.Now + a.Ticks(seconds)
}

// Wears gives a body a weapon, by its number and loaded, and upgrades in the place of
// what it had.
func Wears(a *core.Arena, id components.ID, weapon int, upgrades ...int) {
	s, b := of(a, id)
	w := s.Columns()
	var has uint16
	for _, u := range upgrades {
		has |= 1 << u
	}
	credits := w.Bots[b].Credits
	s.Economy().CloseDeal(b, slices.Index(w.WeaponNumber, weapon), has, true)
	w.Bots[b].Credits = credits
}

// Evolved makes a body one of a class of the game, by its number in trees, for nothing.
func Evolved(a *core.Arena, id components.ID, number int) {
	w, b := columns(a, id)
	for form, n := range w.ClassNumber {
		if n == number {
			a.Life.Become(b, form)
		}
	}
}

// Unfinished makes a building one that is under construction for so many seconds more.
func Unfinished(a *core.Arena, id components.ID, seconds float64) {
	w, b := columns(a, id)
	w.Structures[b].DoneAt = a.Now + a.Ticks(seconds)
}

// Ignite sets a building on fire.
func Ignite(a *core.Arena, id components.ID) {
	s, b := of(a, id)
	s.Base().Ignite(b)
}

// Stamina returns the stamina of a body.
func Stamina(a *core.Arena, id components.ID) float64 {
	s, b := of(a, id)
	return s.Minds().Stamina(b)
}
