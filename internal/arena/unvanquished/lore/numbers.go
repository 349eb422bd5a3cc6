package lore

import (
	"slices"
)

// FirstKind returns the first of some kinds of buildings, a bit each: of the second
// team's for a building of that, if there is one; 0 for none.
func FirstKind(kinds uint32, second bool) (first int) {
	for kind := 1; kind <= LastBuilding; kind++ {
		if kinds>>kind&1 != 0 && (first == 0 || second && first < FirstOfB && kind >= FirstOfB) {
			first = kind
		}
	}
	return first
}

// Needs names what the leaves of this vocabulary need of a game, see host.Action.
const Needs = "unvanquished"

// Listings are numbered as kinds of buildings are, 1 to lastBuilding, and
// these.
const (
	AllBuildings = 0
	LastBuilding = 16
	Damaged      = 17 // and works
	Burning      = 18
	FirstKnown   = 19 // from here on kinds again, of buildings that others know of
	ListingKinds = FirstKnown + LastBuilding + 1
)

// BuildingTags are, by the number of a kind of building, the tags that make a
// place or a class of bodies one. A tag that stands here twice is the first kind for
// the first team and the second for the second.
var BuildingTags = [LastBuilding + 1][]string{
	1: {"spawn", "egg"}, 2: {"overmind", "core"}, 3: {"barricade"}, 4: {"acidtube"}, 5: {"trapper"}, 6: {"booster", "heal"},
	7: {"hive"}, 8: {"leech"}, 9: {"spiker"}, 10: {"spawn", "telenode"}, 11: {"mgturret"}, 12: {"rocketpod"}, 13: {"armoury", "shop"},
	14: {"medistat", "heal"}, 15: {"drill"}, 16: {"reactor", "core"},
}

// The kinds of buildings that the rules mention.
const (
	Egg       = 1
	Overmind  = 2
	AcidTube  = 4
	Trapper   = 5
	Booster   = 6
	Hive      = 7
	Leech     = 8
	Spiker    = 9
	Telenode  = 10
	Turret    = 11
	RocketPod = 12
	Armoury   = 13
	Medistat  = 14
	Drill     = 15
	Reactor   = 16
	FirstOfB  = 10 // the first kind of the second team
)

// The upgrades.
const (
	LightArmour  = 1
	MediumArmour = 2
	Battlesuit   = 3
	Radar        = 4
	Jetpack      = 5
	Grenade      = 6
	Firebomb     = 7
	Medkit       = 8
)

// IndexOf is slices.Index, but never finds the empty name.
func IndexOf(names []string, name string) int {
	if name == "" {
		return -1
	}
	return slices.Index(names, name)
}

// UnitsSetting is the setting of a scene that says how many units of length of
// the trees make a metre.
const UnitsSetting = "unitsPerMetre"

// KindsOf returns the kinds of buildings that tags make for a team, a bit each.
func KindsOf(tags []string, team int) (kinds uint32) {
	for kind := range BuildingTags {
		if team == Aliens && kind >= FirstOfB || team == Humans && kind < FirstOfB {
			if !ownTag(kind, tags) {
				continue
			}
		}
		for _, tag := range BuildingTags[kind] {
			if slices.Contains(tags, tag) {
				kinds |= 1 << kind
			}
		}
	}
	if kinds != 0 || slices.Contains(tags, "building") {
		kinds |= 1 << AllBuildings
	}
	return kinds
}

// ownTag reports whether tags have one that stands for this kind alone.
func ownTag(kind int, tags []string) bool {
	return slices.ContainsFunc(BuildingTags[kind], func(tag string) bool {
		has := func(other []string) bool { return slices.Contains(other, tag) }
		shared := slices.ContainsFunc(BuildingTags[:kind], has) || slices.ContainsFunc(BuildingTags[kind+1:], has)
		return !shared && slices.Contains(tags, tag)
	})
}

// SelfPowered are the kinds of buildings that need no main building, a bit each;
// Miners those that give build points, mains those that give power.
const (
	SelfPowered = 1<<Egg | 1<<Overmind | 1<<Leech | 1<<Telenode | 1<<Drill | 1<<Reactor
	Miners      = 1<<Leech | 1<<Drill
	Mains       = 1<<Overmind | 1<<Reactor
)

// Creep says how far the creep of a kind of building reaches, in metres.
var Creep = [FirstOfB]float64{
	1: 96 * Unit, 2: 128 * Unit, 3: 96 * Unit, 4: 64 * Unit, 5: 48 * Unit, 6: 64 * Unit, 7: 64 * Unit, 8: 96 * Unit, 9: 64 * Unit,
}
