package economy

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/mind"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
)

// How momentum is gained and lost.
const (
	mostMomentum = 300
	halfLife     = 300  // seconds
	doubling     = 1800 // seconds in which gains double
	gainFactor   = 0.7
	killFactor   = 1.3
	killClients  = 9     // the game's gains by kills are for so many players
	relock       = 0.933 // of a threshold, below which it is locked again
)

// unlocking holds the state of momentum.
type unlocking struct {
	thresholds []float64
	fade       float64 // what a tick leaves of momentum
	endless    bool    // everything is unlocked
}

func (s *Economy) openLocks() {
	u := &s.unlocking
	u.endless = s.Allows("g_bot_infiniteMomentum")
	u.fade = world.Power2(-s.a.Game.World.Clock().DT / halfLife)
	for i := range s.a.Config.Goods {
		u.add(s.a.Config.Goods[i].Unlock)
	}
	for i := range s.a.Game.Setup.Classes {
		u.add(s.a.FormOfClass(i).Unlock)
	}
}

// mostThresholds are the most that a scene can have.
const mostThresholds = 64

func (u *unlocking) add(needs float64) {
	for _, at := range u.thresholds {
		if at == needs {
			return
		}
	}
	if needs > 0 && len(u.thresholds) < mostThresholds {
		u.thresholds = append(u.thresholds, needs)
	}
}

// Drift takes from each team's momentum what a tick does, and unlocks and locks.
func (s *Economy) Drift() {
	for i := range s.Teams {
		c := &s.Teams[i]
		c.Momentum *= s.unlocking.fade
		for k, at := range s.unlocking.thresholds {
			if c.Momentum >= at {
				c.Open |= 1 << k
			} else if c.Momentum < relock*at {
				c.Open &^= 1 << k
			}
		}
	}
}

// momentum returns that of a team, 0 to 300.
func (s *Economy) momentum(team int) float64 {
	if team < 0 || team >= len(s.Teams) {
		return 0
	}
	return s.Teams[team].Momentum
}

// Gain adds momentum to a team for what it did: a share of it, which grows while the
// match lasts.
func (s *Economy) Gain(team int, momentum float64) {
	if team >= 0 && team < len(s.Teams) {
		c := &s.Teams[team]
		c.Momentum = min(max(c.Momentum+float64(momentum*gainFactor*s.rise()), 0), mostMomentum)
	}
}

// Unlocked reports whether a team has what needs some momentum: it reached that much,
// and did not fall far below it since.
func (s *Economy) Unlocked(team int, needs float64) bool {
	if needs <= 0 || s.unlocking.endless {
		return true
	}
	for k, at := range s.unlocking.thresholds {
		if at == needs && team >= 0 && team < len(s.Teams) {
			return s.Teams[team].Open>>k&1 != 0
		}
	}
	return s.momentum(team) >= needs
}

// rise returns how many times what they were when the match began gains are now.
func (s *Economy) rise() float64 {
	return world.Power2(float64(s.a.Now) * s.a.Game.World.Clock().DT / doubling)
}

// killMomentum returns what the kill of a body of some worth counts, for gain.
func (s *Economy) killMomentum(worth float64) float64 {
	clients := int32(0)
	for team := range min(len(s.Teams), 2) {
		clients += s.Teams[team].Clients
	}
	return (killBase + float64(worth/2)) / 100 * killFactor * killClients / float64(max(clients, 2))
}

// momentumAsks are the functions that ask how a team stands.
var momentumAsks = []mind.Entry[turn]{
	{Name: "baseRushScore", Doc: "How ready it is to attack, 0 to 1: its credits and the price of its gear, as a share of the dearest gear or class that its team can have now; at skill 1 it is 1 more, at " +
		"skill 9 1 less. 0.5 where the team can have nothing that costs.",
		Ask: rushScore},
	{Name: "momentum", Doc: "The momentum of a team, 0 to 300, as a whole number: kills and buildings bring it, half of it is gone after 5 minutes. It has nothing to do with the score of a match. 0, with a warning, for " +
		"no team.",
		Ask: func(t turn) host.Value {
			team := int(t.Num(0)) - 1
			if team < 0 || team >= len(t.Game.Setup.Teams) {
				t.Warnf("momentum: there is no team %d", team+1)
				return host.IntValue(0)
			}
			return lore.Wholes(math.Floor(t.momentum(team)))
		}},
}
