package world

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/systems"
)

// Found is a building and how far it is.
type Found struct {
	Kind  uint8 // of target
	as    uint8 // the kind of building as which it was asked for, or 0
	which int32 // body or place
	Far   float64
}

// TargetAt returns the target that a building is.
func (s *World) TargetAt(f Found) (m Target) {
	switch f.Kind {
	case BodyTarget:
		m = s.TargetBody(f.which)
	case PlaceTarget:
		m = Target{Kind: PlaceTarget, Place: f.which}
	}
	m.as = f.as
	return m
}

// NearestOwn returns the nearest building of a kind of a body's team that works.
func (s *World) NearestOwn(b int32, kind int) Found {
	f := s.NearestBuilding(b, kind, core.Ours, 0, s.Works)
	if f.Kind == PlaceTarget && !s.poweredPlace(f.which) {
		f = Found{}
	}
	f.as = uint8(kind)
	return f
}

// NearestOwnWithin is NearestOwn where that is no farther than so many metres, and else none.
// known is false where neither is found out in a short time.
func NearestOwnWithin(s *World, b int32, kind int, metres float64) (own Found, known bool) {
	for _, kinds := range s.PlaceKinds {
		if kinds>>kind&1 != 0 {
			return Found{}, false
		}
	}
	list := s.Teams[s.a.Group[b]].Kinds[kind].List
	for _, q := range list[:min(len(list), 4)] {
		if q != b && s.Works(q) {
			own = NearestBuildingWithin(s, b, kind, core.Ours, 0, metres, s.Works)
			own.as = uint8(kind)
			return own, true
		}
	}
	return Found{}, false
}

// NearestKnown returns the nearest building of a kind of another team of which a body's
// team knows.
func (s *World) NearestKnown(b int32, kind int) Found {
	f := s.NearestBuilding(b, kind, core.Theirs, lore.FirstKnown, s.Anybody)
	f.as = uint8(kind)
	return f
}

// OwnBuilding is nearestOwn as a target.
func (s *World) OwnBuilding(b int32, kind int) Target { return s.TargetAt(s.NearestOwn(b, kind)) }

// KnownBuilding is nearestKnown as a target.
func (s *World) KnownBuilding(b int32, kind int) Target { return s.TargetAt(s.NearestKnown(b, kind)) }

// DamagedBuilding returns the nearest building of a body's team that must be mended:
// for humans one that is damaged, for aliens one that burns.
func (s *World) DamagedBuilding(b int32) Target {
	kind := lore.Damaged
	if s.a.TeamOf(b) == lore.Aliens {
		kind = lore.Burning
	}
	return s.TargetBody(s.NearestListed(b, kind, s.a.Group[b], s.Works))
}

// Anybody accepts all that live.
func (s *World) Anybody(int32) bool { return true }

// NearestListed returns the nearest body in a listing of a group that will do, or -1.
func (s *World) NearestListed(b int32, kind int, group int16, will func(int32) bool) int32 {
	return s.NearestListedWithin(b, kind, group, host.Endless, will)
}

// NearestListedWithin is nearestOf for who is no farther than so many metres.
func (s *World) NearestListedWithin(b int32, kind int, group int16, metres float64, will func(int32) bool) int32 {
	l := &s.Teams[group].Kinds[kind]
	if len(l.List) == 0 {
		return -1
	}
	reach := float32(metres)
	if float64(reach) < metres {
		reach = math.Nextafter32(reach, host.Endless)
	}
	x, y := s.a.Game.At(b)
	first := l.Index.NearestWithin(x, y, reach, b)
	if first < 0 || will(first) {
		return first
	}
	near := s.a.Sight.Borrow()
	defer near.Return()
	for far := 2*s.a.Distance(b, first) + 1; ; far *= 2 {
		far = min(far, float64(reach))
		near.List = l.Index.Within(x, y, float32(far), near.List[:0])
		if q := s.nearestAmong(b, near.List, will); q >= 0 || far == float64(reach) || len(near.List) == len(l.List) {
			return q
		}
	}
}

// nearestAmong returns the nearest of some bodies that will do, or -1.
func (s *World) nearestAmong(b int32, list []int32, will func(int32) bool) int32 {
	best, far := int32(-1), math.Inf(1)
	for _, q := range list {
		if q == b || !will(q) {
			continue
		}
		if d := s.a.Distance(b, q); d < far || d == far && s.a.ID(q) < s.a.ID(best) {
			best, far = q, d
		}
	}
	return best
}

// NearestBuilding returns the nearest building of a kind that will do: a body, or a
// place where that is nearer. With core.Ours it is of the body's team or of nobody,
// with core.Theirs of another team. Bodies are of the listings from one on: 0, or
// firstKnown for those that others know of.
func (s *World) NearestBuilding(b int32, kind int, whose string, from int, will func(int32) bool) Found {
	return NearestBuildingWithin(s, b, kind, whose, from, host.Endless, will)
}

// NearestBuildingWithin is NearestBuilding where that is no farther than so many metres, or is a
// place, and else none.
func NearestBuildingWithin(s *World, b int32, kind int, whose string, from int, metres float64, will func(int32) bool) Found {
	x, y := s.a.Game.At(b)
	team, best := s.a.TeamOf(b), Found{Far: math.Inf(1)}
	look := func(q int32) {
		if q >= 0 {
			if d := s.a.Distance(b, q); d < best.Far {
				best = Found{Kind: BodyTarget, which: q, Far: d}
			}
		}
	}
	if whose == core.Ours {
		look(s.NearestListedWithin(b, from+kind, s.a.Group[b], metres, will))
	} else {
		for _, gi := range s.a.Groups[s.a.Group[b]].Foes {
			look(s.NearestListedWithin(b, from+kind, gi, metres, will))
		}
	}
	for i, kinds := range s.PlaceKinds {
		p := &s.a.Places()[i]
		if kinds>>kind&1 == 0 || (p.Team == team || p.Team == systems.NoTeam) != (whose == core.Ours) {
			continue
		}
		if d := math.Sqrt(s.a.Field.Dist2(x, y, p.X, p.Y)); d < best.Far {
			best = Found{Kind: PlaceTarget, which: int32(i), Far: d}
		}
	}
	return best
}

// MainOf returns the main building of a body's team that works, or no target.
func (s *World) MainOf(b int32) Target {
	if s.a.TeamOf(b) == lore.Aliens {
		return s.OwnBuilding(b, lore.Overmind)
	}
	return s.OwnBuilding(b, lore.Reactor)
}
