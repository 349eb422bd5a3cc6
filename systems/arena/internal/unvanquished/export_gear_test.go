package unvanquished

import (
	"math"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// SetCredits gives a bot so many credits, and takes what it had.
func SetCredits(a *core.Arena, id components.ID, credits float64) {
	s, _ := core.StateOf[*state](a)
	s.bots[a.BodyOf(id)].credits = credits
}

// SetMomentum gives a team so much momentum, and unlocks what that unlocks.
func SetMomentum(a *core.Arena, team int, momentum float64) {
	s, _ := core.StateOf[*state](a)
	s.teams[team].momentum = momentum
	s.drift()
	s.teams[team].momentum = momentum
}

// Momentum is that of a team, and whether it has what needs some.
func Momentum(a *core.Arena, team int, needs float64) (momentum float64, unlocked bool) {
	s, _ := core.StateOf[*state](a)
	return s.momentum(team), s.unlocked(team, needs)
}

// SetBuildTimer makes a builder wait for so many seconds.
func SetBuildTimer(a *core.Arena, id components.ID, seconds float64) {
	s, _ := core.StateOf[*state](a)
	s.structures[a.BodyOf(id)].ready.At = a.Now + a.Ticks(seconds)
}

// Wears gives a body a weapon, by its number and loaded, and upgrades in the place of
// what it had.
func Wears(a *core.Arena, id components.ID, weapon int, upgrades ...int) {
	s, _ := core.StateOf[*state](a)
	var has uint16
	for _, u := range upgrades {
		has |= 1 << u
	}
	b := a.BodyOf(id)
	credits := s.bots[b].credits
	s.closeDeal(b, s.market.weapons[weapon], has, true)
	s.bots[b].credits = credits
}

// Power2 is 2 to the power of x, and by how much it is off.
func Power2(x float64) (v, off float64) {
	v = power2(x)
	return v, math.Abs(v/math.Exp2(x) - 1)
}
