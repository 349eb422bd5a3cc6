package world

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/systems"
)

// The kinds of targets.
const (
	NoTarget uint8 = iota
	BodyTarget
	PlaceTarget
	PointTarget
)

// Target is something on the field that a tree refers to. A body is meant for as
// long as it lives: who came back is another one.
type Target struct {
	_     struct{} `save:"lower"`
	Kind  uint8
	as    uint8 // the kind of building as which it was asked for, or 0
	Who   components.ID
	born  int64 // when the body appeared, or came back
	Place int32
	X, Y  float32 // of a point
}

func (s *World) TargetBody(b int32) Target {
	if b < 0 {
		return Target{}
	}
	return Target{Kind: BodyTarget, Who: s.a.ID(b), born: s.a.Health[b].Born}
}

// SpotOf returns where a target is, in metres; false for no target and for a
// body that is gone.
func (s *World) SpotOf(m Target) (x, y float32, ok bool) {
	switch m.Kind {
	case BodyTarget:
		q := s.a.BodyOf(m.Who)
		if q < 0 {
			return 0, 0, false
		}
		x, y = s.a.Game.At(q)
	case PlaceTarget:
		x, y = s.a.Places()[m.Place].X, s.a.Places()[m.Place].Y
	case PointTarget:
		x, y = m.X, m.Y
	default:
		return 0, 0, false
	}
	return x, y, true
}

// Gap returns how far the middle of a target is, in metres; host.Endless for
// none.
func (s *World) Gap(b int32, m Target) float64 {
	mx, my, ok := s.SpotOf(m)
	if !ok {
		return host.Endless
	}
	x, y := s.a.Game.At(b)
	return math.Sqrt(s.a.Field.Dist2(x, y, mx, my))
}

// LivingOf returns the living body that a target is, or -1.
func (s *World) LivingOf(m Target) int32 {
	if m.Kind != BodyTarget {
		return -1
	}
	if q := s.a.Living(m.Who); q >= 0 && s.a.Health[q].Born == m.born {
		return q
	}
	return -1
}

// EntityOf reports whether a target is an entity that lives: a body, or a place,
// which always does.
func (s *World) EntityOf(m Target) bool { return m.Kind == PlaceTarget || s.LivingOf(m) >= 0 }

// Valid reports whether a bot can go on to its goal: a point, or an entity that lives.
func (s *World) Valid(m Target) bool { return m.Kind == PointTarget || s.EntityOf(m) }

// KindsAt returns the kinds of buildings that a target is, a bit each.
func (s *World) KindsAt(m Target) uint32 {
	switch m.Kind {
	case BodyTarget:
		if q := s.a.BodyOf(m.Who); q >= 0 {
			return s.FormKinds[s.a.Form[q]]
		}
	case PlaceTarget:
		return s.PlaceKinds[m.Place]
	}
	return 0
}

// TeamAt returns the team of a target, or systems.NoTeam.
func (s *World) TeamAt(m Target) int {
	switch m.Kind {
	case BodyTarget:
		if q := s.a.BodyOf(m.Who); q >= 0 {
			return s.a.TeamOf(q)
		}
	case PlaceTarget:
		return s.a.Places()[m.Place].Team
	}
	return systems.NoTeam
}

// KindAt returns the kind of building that a target is: the one as which it was
// asked for, else one of its team's; 0 for no building.
func (s *World) KindAt(m Target) int {
	if m.as != 0 {
		return int(m.as)
	}
	return lore.FirstKind(s.KindsAt(m), s.TeamAt(m) == lore.Humans)
}

// Half returns half the width of a target, in metres.
func (s *World) Half(m Target) float64 {
	switch m.Kind {
	case BodyTarget:
		if q := s.a.BodyOf(m.Who); q >= 0 {
			return float64(s.a.FormOf(q).Radius)
		}
	case PlaceTarget:
		return float64(s.a.Places()[m.Place].Radius)
	}
	return 0
}

// ReachOf returns how near the middle of a target a bot is in range of it, in metres:
// BotGetGoalRadius. Of a place, which may be wider than any building, it is the radius.
func (s *World) ReachOf(b int32, m Target) float64 {
	own := float64(s.a.FormOf(b).Radius)
	reach := func(half float64) float64 { return float64(half*math.Sqrt2) + 20*lore.Unit }
	switch kind := s.KindAt(m); {
	case m.Kind == PointTarget:
		return reach(own)
	case m.Kind == PlaceTarget:
		return max(s.Half(m), reach(own))
	case kind == lore.Medistat || kind == lore.Booster:
		return own + s.Half(m)
	}
	return reach(own + s.Half(m))
}
