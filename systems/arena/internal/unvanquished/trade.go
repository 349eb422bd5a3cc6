package unvanquished

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// budget returns the money that a body can spend.
func (s *state) budget(b int32) float64 {
	if team := s.a.TeamOf(b); team >= 0 {
		return s.a.Purse(team)
	}
	return 0
}

// formOfClass returns the class of a number that a body can become, or -1.
func (s *state) formOfClass(b int32, number int) int {
	if number <= 0 || number >= len(classNames) {
		return -1
	}
	for i := range s.a.Game.Setup.Classes {
		if s.class[i] == number && s.sameTeam(b, i) && int16(i) != s.a.Mind[b].Form && s.a.Affords(b, s.a.FormOfClass(i).Price) {
			return i
		}
	}
	return -1
}

// trades are the actions to buy and change class.
var trades = []entry{
	{
		name: "evolve", doc: "Becomes a bot of the dearest class of its team that is dearer than its own and that the purse holds. Fails when there is none.",
		act: func(t turn) host.Status {
			best := -1
			for i := range t.Game.Setup.Classes {
				p := t.FormOfClass(i).Price
				if t.sameTeam(t.Body, i) && p > t.FormOf(t.Body).Price && t.Affords(t.Body, p) && (best < 0 || p > t.FormOfClass(best).Price) {
					best = i
				}
			}
			if best < 0 {
				return host.Failure
			}
			return t.Do(core.BecomeDeed(best))
		},
	},
	{
		name: "evolveTo", doc: "Becomes a bot of a class of its team, for the price of the class. Fails when it is of that class, when there is none and when the purse does not hold the price.",
		act: func(t turn) host.Status {
			to := t.formOfClass(t.Body, int(t.Num(0)))
			if to < 0 {
				return host.Failure
			}
			return t.Do(core.BecomeDeed(to))
		},
	},
}
