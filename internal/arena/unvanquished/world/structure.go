package world

import (
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/ecs"
)

// BuildTimer returns how many seconds a builder must wait until it can build and mend
// again.
func (s *World) BuildTimer(b int32) float64 {
	return float64(max(s.Structures[b].Ready.At-s.a.Now, 0)) * s.a.Game.World.Clock().DT
}

// Burns reports whether a building is on fire.
func (s *World) Burns(q int32) bool { return s.Structures[q].LitAt > 0 }

// Structure holds the state of a building, and of a bot as a builder. Ticks that are 0
// stand for never.
type Structure struct {
	_      struct{} `save:"lower"`
	DoneAt int64    // when it is finished
	LitAt  int64    // when the fire on it began
	Knowledge
	BlastAt   int64         // of a destroyed one: when it explodes
	GoneAt    int64         // of an exploded one: when its remains are gone
	Serves    ecs.Due       // of a spawn: from when on it can bring back the next
	DampUntil int64         // until when it catches no fire
	Ready     ecs.Due       // of a builder: when its build timer is over
	Mends     ecs.Due       // of a builder: when its kit mends again
	Patient   components.ID // of a medistation: whom it heals, or 0
}

// PlacesOf counts the places of a team that are of some kinds of buildings, a bit each.
func (s *World) PlacesOf(team int, kinds uint32) (n int) {
	for i, k := range s.PlaceKinds {
		if k&kinds != 0 && s.a.Places()[i].Team == team {
			n++
		}
	}
	return n
}

// Built reports whether a body is of one of the game's buildings, which it stays with
// any tree that it is given.
func (s *World) Built(q int32) bool { return s.a.Config.Game == lore.Name && s.a.FormOf(q).Fixed }

// IsBuilding reports whether a body is a building, and no bot with a tag of one.
func (s *World) IsBuilding(q int32) bool {
	return s.FormKinds[s.a.Form[q]] != 0 && !s.Plays[q]
}

// Finished reports whether a building was built to its end.
func (s *World) Finished(q int32) bool { return s.Structures[q].DoneAt <= s.a.Now }

// Powered reports whether a building has power.
func (s *World) Powered(q int32) bool {
	return s.Teams[s.a.Group[q]].Powered || s.FormKinds[s.a.Form[q]]&lore.SelfPowered != 0
}

// Knowledge says what the other team knows of a building.
type Knowledge struct {
	_      struct{} `save:"lower"`
	Tagged bool
	Heed   float32 // for how long its members looked at it, in milliseconds
	Heeded int64   // when they did last
}

// Known reports whether the other team knows of a building.
func (s *World) Known(q int32) bool { return s.Structures[q].Tagged }

// Works reports whether a building is finished and has power.
func (s *World) Works(q int32) bool { return s.Finished(q) && s.Powered(q) }

// WorksAt is works for a target that lives; places are finished.
func (s *World) WorksAt(m Target) bool {
	q := s.LivingOf(m)
	return s.PoweredAt(m) && (q < 0 || s.Finished(q))
}

// PoweredAt is powered for a target that lives.
func (s *World) PoweredAt(m Target) bool {
	switch m.Kind {
	case BodyTarget:
		q := s.LivingOf(m)
		return q >= 0 && s.Powered(q)
	case PlaceTarget:
		return s.poweredPlace(m.Place)
	}
	return false
}

// poweredPlace is powered for a place.
func (s *World) poweredPlace(place int32) bool {
	team := s.a.Places()[place].Team
	return team < 0 || s.Teams[team].Powered || s.PlaceKinds[place]&lore.SelfPowered != 0
}
