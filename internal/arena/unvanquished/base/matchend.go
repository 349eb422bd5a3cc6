package base

import (
	"fmt"

	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/systems"
)

// endsFrom is from when on a team can lose, in seconds.
const endsFrom = 1

// Decide ends the match when the teams that took part are but one: a team without
// spawns and without living members, whose bodies count for a while, has lost. In scenes
// of the game it ends in a draw when its time is up.
func (s *Base) Decide() {
	now := float64(s.a.Now) * s.a.Game.World.Clock().DT
	for _, b := range s.a.ByID {
		team := s.a.TeamOf(b)
		if team == systems.NoTeam || s.IsBuilding(b) {
			continue
		}
		e := &s.sides[team]
		if e.lives == s.a.Now && e.played {
			continue
		}
		e.played = true
		if !s.a.Dead(b) || s.a.Since(s.Bots[b].DiedAt) < lore.BodyTime || s.returns(b) {
			e.lives = s.a.Now
		}
	}
	if now < endsFrom || s.a.Over() {
		return
	}
	played, left, last := 0, 0, systems.NoTeam
	reason := ""
	for team := range s.sides {
		e := &s.sides[team]
		if !e.played {
			continue
		}
		played++
		if e.lives == s.a.Now || s.hasSpawns(team) {
			left, last = left+1, team
		} else if reason == "" {
			reason = fmt.Sprintf("%s have no spawn left, and nobody who lives", s.a.Game.Setup.Teams[team].Title())
		}
	}
	switch limit := s.law.minutes; {
	case played > 1 && left == 1:
		s.a.Match.End(last, reason)
	case played > 1 && left == 0:
		s.a.Match.End(systems.NoTeam, "no team has a spawn, or anybody who lives")
	case s.a.Config.Game == lore.Name && limit > 0 && now >= limit*60:
		s.a.Match.End(systems.NoTeam, fmt.Sprintf("the time of %v minutes is up", limit))
	}
}

// returns reports whether a dead body comes back without a spawn: one that lives by
// other rules.
func (s *Base) returns(b int32) bool {
	return s.Bots[b].JoinsAt == 0 && s.a.OwnForm(b).Respawn >= 0
}

// hasSpawns reports whether a team has a spawn, finished or not, or a place that is one.
func (s *Base) hasSpawns(team int) bool {
	for _, kind := range spawnKinds {
		for _, q := range s.Teams[team].Kinds[kind].List {
			if !s.a.Dead(q) {
				return true
			}
		}
	}
	for i, kinds := range s.PlaceKinds {
		if t := s.a.Places()[i].Team; kinds&spawns != 0 && (t == team || t == systems.NoTeam) {
			return true
		}
	}
	return false
}
