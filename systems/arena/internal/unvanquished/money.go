package unvanquished

import (
	"github.com/thicket-sim/thicket/components"
)

// mostCredits are the most that a bot can have.
const mostCredits = 2000

// earn gives credits to a bot, up to the most that it can have.
func (s *state) earn(b int32, credits float64) {
	e := &s.bots[b]
	e.credits = min(e.credits+credits, max(e.credits, mostCredits))
}

// pay takes credits from a bot.
func (s *state) pay(b int32, credits float64) { s.bots[b].credits -= credits }

// blame remembers who took how many points of health from a body, 0 for nobody.
func (s *state) blame(int32, float32, components.ID) {}

// rewardKill pays those who brought a bot down.
func (s *state) rewardKill(int32) {}

// momentum returns that of a team, 0 to 300.
func (s *state) momentum(int) float64 { return 0 }

// gain adds momentum to a team.
func (s *state) gain(int, float64) {}

// unlocked reports whether a team has what needs some momentum.
func (s *state) unlocked(team int, needs float64) bool {
	return needs <= 0 || s.momentum(team) >= needs
}
