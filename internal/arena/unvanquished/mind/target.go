package mind

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
)

// The entities that trees name by number, after the kinds of buildings.
const (
	theGoal = iota + lore.LastBuilding + 1
	theEnemy
	theDamaged
	theFriendly
	theHostile
	theSelf
)

// entityNumbered returns what the number of an entity means for a body; no target
// where there is none: BotGetClosestBuilding and its kin.
func (s *Minds) entityNumbered(b int32, number int) world.Target {
	switch {
	case number == theSelf:
		return s.TargetBody(b)
	case number == theGoal:
		if goal := s.Bots[b].Goal; s.EntityOf(goal) {
			return goal
		}
	case number == theEnemy:
		return s.BestEnemy(b)
	case number == theDamaged:
		return s.DamagedBuilding(b)
	case namesBuilding(number):
		return s.TargetAt(s.buildingNumbered(b, number))
	}
	return world.Target{}
}

// namesBuilding reports whether the number of an entity stands for the nearest building
// of some kind.
func namesBuilding(number int) bool {
	return number > 0 && number <= lore.LastBuilding || number == theFriendly || number == theHostile
}

// buildingNumbered returns the building that the number of an entity means for a body.
func (s *Minds) buildingNumbered(b int32, number int) world.Found {
	switch number {
	case theFriendly:
		return s.NearestBuilding(b, lore.AllBuildings, core.Ours, 0, s.Anybody)
	case theHostile:
		return s.NearestBuilding(b, lore.AllBuildings, core.Theirs, 0, s.Anybody)
	}
	if own := s.NearestOwn(b, number); own.Kind != world.NoTarget {
		return own
	}
	return s.NearestKnown(b, number)
}

// buildingWithin is buildingNumbered where that is nearer than so many metres, and else that or
// none.
func (s *Minds) buildingWithin(b int32, number int, metres float64) world.Found {
	const rounding = 1e-9
	if metres += float64(metres * rounding); !(metres < host.Endless) {
		return s.buildingNumbered(b, number)
	}
	switch number {
	case theFriendly:
		return world.NearestBuildingWithin(s.World, b, lore.AllBuildings, core.Ours, 0, metres, s.Anybody)
	case theHostile:
		return world.NearestBuildingWithin(s.World, b, lore.AllBuildings, core.Theirs, 0, metres, s.Anybody)
	}
	if own, known := world.NearestOwnWithin(s.World, b, number, metres); known {
		return own
	}
	return s.buildingNumbered(b, number)
}

// Entity returns what an argument means for the bot.
func (t Turn) Entity(arg int) world.Target { return t.entityNumbered(t.Body, t.entityNumber(arg)) }

// entityNumber returns the number of an entity that an argument is.
func (t Turn) entityNumber(arg int) int {
	number := lore.Whole(t.Num(arg))
	if number < 0 || number > theSelf {
		t.Warnf("there is no entity %d", number)
	}
	return number
}

// The distances to what is not there, in the trees' units.
const (
	noDistance = math.MaxFloat32 // to a building of a kind, to an enemy
	noEntity   = 1e15
	noUserSpot = 1.7e19 // to the spot that a user named
)

// distanceTo returns the distance of a body to an entity that trees name by a number, in
// their unit of length. Of distances that are not below enough it does not matter which it returns.
func (s *Minds) distanceTo(b int32, number int, enough float64) float64 {
	if namesBuilding(number) {
		if q := s.buildingWithin(b, number, enough/s.UnitsPerMetre); q.Kind != world.NoTarget {
			return q.Far * s.UnitsPerMetre
		}
	} else if m := s.entityNumbered(b, number); m.Kind != world.NoTarget {
		return s.Gap(b, m) * s.UnitsPerMetre
	}
	switch {
	case number > 0 && number <= lore.LastBuilding, number == theEnemy, number == theDamaged:
		return noDistance
	}
	return noEntity
}

// straightTo reports whether the bot can walk straight to a target.
func (t Turn) straightTo(m world.Target) bool {
	x, y, ok := t.SpotOf(m)
	return ok && t.Land.StraightWay(t.Body, x, y)
}

// straightToGoal reports whether the way to the goal has no bend, as it was at the start
// of the tick: not in the tick in which the goal was changed. Where the goal is dead it
// is what it was when it was asked last.
func (t Turn) straightToGoal() bool {
	e := &t.Bots[t.Body]
	if e.Changed == t.Now {
		return false
	}
	if t.Valid(e.Goal) {
		e.Straight = t.straightTo(e.Goal)
	}
	return e.Straight
}

// targetAsks are the functions that ask where something is.
var targetAsks = []Entry[Turn]{
	{Name: "directPathTo", Doc: "1 when the bot can walk straight to an entity, past all obstacles; 0 for none. Of the goal it is 0 in the tick in which that was set, and stays as it was when the goal dies.",
		Ask: func(t Turn) host.Value {
			if lore.Whole(t.Num(0)) == theGoal {
				return lore.Truth(t.straightToGoal())
			}
			return lore.Truth(t.straightTo(t.Entity(0)))
		}},
	{Name: "distanceTo", Doc: "The distance to the middle of an entity. Without one it is 3.4e38 for the kinds of buildings, E_ENEMY and E_DAMAGEDBUILDING, and 1e15 for others.",
		Ask: func(t Turn) host.Value {
			enough := host.RuntimeOf(t.Call).Enough
			if enough <= 0 {
				enough = host.Endless
			}
			return lore.Number32(t.distanceTo(t.Body, t.entityNumber(0), enough))
		}, still: ofBuilding},
	{Name: "distanceToSpecifiedPosition", Doc: "The distance to the spot that the command `station` gave the bot, else to the team's nearest place with the tag `rally`; 1.7e19 for none.",
		Ask: func(t Turn) host.Value {
			if x, y, ok := t.Game.StationOf(t.ID(t.Body)); ok {
				bx, by := t.Game.At(t.Body)
				return lore.Number32(math.Sqrt(t.Field.Dist2(bx, by, x, y)) * t.UnitsPerMetre)
			}
			if place, far := t.nearestRally(t.Body); place >= 0 {
				return lore.Number32(far * t.UnitsPerMetre)
			}
			return lore.Number32(noUserSpot)
		}, still: always},
}

// ofBuilding says that distances to the nearest building of a kind are still.
func ofBuilding(args []host.Value) bool { return namesBuilding(lore.Whole(args[0].Number())) }
