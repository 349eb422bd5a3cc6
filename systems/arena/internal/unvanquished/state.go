package unvanquished

import (
	"slices"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/systems"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
	"github.com/thicket-sim/thicket/systems/internal/column"
	"github.com/thicket-sim/thicket/systems/internal/spatial"
)

// Needs is what the leaves of this vocabulary need of a game, see host.Action.
const Needs = "unvanquished"

// state is what an arena keeps for trees of Unvanquished. Buildings are places,
// and bodies of classes, that have the tag of a kind of building.
type state struct {
	a       *core.Arena
	of      uint8   // the number that its deeds have
	perM    float64 // how many of the trees' units of length make a metre
	bots    []botState
	teams   []teamState // by group
	forms   []uint32    // by form: which kinds of buildings it is, a bit each
	places  []uint32    // by place
	class   []int       // by form: the number of its class, 0 for none
	weapon  []int       // by weapon: its number
	good    [16]int     // by number of an upgrade: the good, or -1
	arms    []int       // by weapon: the good that is one, or -1
	burning int         // bodies
	sites   []site      // what is to be built at the end of the tick
	near    []int32     // scratch
}

// botState is what the vocabulary keeps of a body.
type botState struct {
	goal     target
	dest     target // where its current action leads it
	saw      int64
	hop      int64 // when it jumped last
	burns    int64 // until when
	upgrades uint16
	pick     int16 // the form and 1 as which it comes back, or 0
}

// The kinds of targets.
const (
	noTarget uint8 = iota
	bodyTarget
	placeTarget
	pointTarget
)

// target is something on the field that a tree refers to.
type target struct {
	kind  uint8
	as    uint8 // the kind of building as which it was asked for, or 0
	who   components.ID
	place int32
	x, y  float32 // of a point
}

// teamState is what belongs to a group, counted anew in every tick.
type teamState struct {
	kinds [listingKinds]listing
	armed []int32 // by weapon: how many bots have it
	users int32   // players
	// silent is the number of living bots, buildings aside, that noted no number
	// in the last tick.
	silent int32
	user   components.ID
}

// listing is the bodies of a group that are of one kind, with an index.
type listing struct {
	list  []int32
	index spatial.Index
	stale bool
}

// Listings are numbered as kinds of buildings are, 1 to lastBuilding, and
// these.
const (
	allBuildings = 0
	lastBuilding = 16
	damaged      = 17
	burning      = 18
	listingKinds = 19
)

// site is where a building is to be put up.
type site struct {
	class int
	at    systems.Spot
}

// buildingTags are, by the number of a kind of building, the tags that make a
// place or a class of bodies one. A second tag stands for the kinds of both
// teams.
var buildingTags = [lastBuilding + 1][]string{
	1: {"spawn"}, 2: {"overmind", "core"}, 3: {"barricade"}, 4: {"acidtube"}, 5: {"trapper"}, 6: {"booster", "heal"},
	7: {"hive"}, 8: {"leech"}, 9: {"spiker"}, 10: {"spawn"}, 11: {"mgturret"}, 12: {"rocketpod"}, 13: {"armoury", "shop"},
	14: {"medistat", "heal"}, 15: {"drill"}, 16: {"reactor", "core"},
}

// The kinds of buildings that actions go to.
const (
	overmind = 2
	booster  = 6
	hatchery = 1
	armoury  = 13
	medistat = 14
	reactor  = 16
	firstOfB = 10 // the first kind of the second team
)

// classNames, weaponNames and upgradeNames are what the numbers in trees mean:
// ids of classes (or tags of them), weapons and goods.
var (
	classNames = []string{
		"", "alien_builder0", "alien_builder0_upg", "alien_level0", "alien_level1", "alien_level2", "alien_level2_upg",
		"alien_level3", "alien_level3_upg", "alien_level4", "human_naked", "human_light", "human_medium", "human_bsuit",
	}
	weaponNames = []string{
		9: "machinegun", 10: "pain_saw", 11: "shotgun", 12: "las_gun", 13: "mass_driver", 14: "chaingun", 15: "flamer",
		16: "pulse_rifle", 17: "lucifer_cannon", 20: "abuild", 21: "abuild2", 22: "hbuild",
	}
	upgradeNames = []string{"", "lightarmour", "mediumarmour", "battlesuit", "radar", "jetpack", "grenade", "firebomb", "medkit"}
)

// The upgrades that can be switched on.
const (
	radar    = 4
	jetpack  = 5
	grenade  = 6
	firebomb = 7
	medkit   = 8
)

// indexOf is slices.Index, but never finds the empty name.
func indexOf(names []string, name string) int {
	if name == "" {
		return -1
	}
	return slices.Index(names, name)
}

// newState makes the state of an arena.
func newState(a *core.Arena, of uint8) core.State {
	s := &state{a: a, of: of, perM: 1}
	for _, kv := range a.Game.Setup.Settings {
		if n := kv.Value.Number(); kv.Name == unitsSetting && n > 0 {
			s.perM = n
		}
	}
	s.bots = column.Grow(s.bots, len(a.Health))
	s.teams = make([]teamState, len(a.Groups))
	for i := range s.teams {
		s.teams[i].armed = make([]int32, len(a.Config.Weapons))
	}
	for i := range a.Places() {
		s.places = append(s.places, kindsOf(a.Places()[i].Tags))
	}
	s.nameForms()
	s.nameArms()
	for b := range s.bots {
		s.bots[b] = newBotState()
	}
	return s
}

// Arrive resets the state of a body.
func (s *state) Arrive(body int32) {
	s.bots = column.Grow(s.bots, int(body)+1)
	s.bots[body] = newBotState()
}

// unitsSetting is the setting of a scene that says how many units of length of
// the trees make a metre.
const unitsSetting = "unitsPerMetre"

func newBotState() botState { return botState{saw: -1, hop: -1} }

// kindsOf returns the kinds of buildings that tags make, a bit each.
func kindsOf(tags []string) (kinds uint32) {
	for kind := range buildingTags {
		for _, tag := range buildingTags[kind] {
			if slices.Contains(tags, tag) {
				kinds |= 1 << kind
			}
		}
	}
	if kinds != 0 || slices.Contains(tags, "building") {
		kinds |= 1 << allBuildings
	}
	return kinds
}

func (s *state) nameForms() {
	for i := range s.a.FormCount() {
		kinds, number := kindsOf(s.a.FormOfClass(i).Tags), 0
		if i < len(s.a.Game.Setup.Classes) {
			number = max(indexOf(classNames, s.a.Game.Setup.Classes[i].ID), 0)
		}
		for _, tag := range s.a.FormOfClass(i).Tags {
			number = max(number, indexOf(classNames, tag))
		}
		s.forms, s.class = append(s.forms, kinds), append(s.class, number)
	}
}

func (s *state) nameArms() {
	for w := range s.a.Config.Weapons {
		s.weapon = append(s.weapon, max(indexOf(weaponNames, s.a.Config.Weapons[w].ID), 0))
		sold := slices.IndexFunc(s.a.Config.Goods, func(g core.Good) bool { return g.Weapon == w })
		s.arms = append(s.arms, sold)
	}
	for n := range s.good {
		s.good[n] = -1
		if n > 0 && n < len(upgradeNames) {
			s.good[n] = s.a.GoodNamed(upgradeNames[n])
		}
	}
}

// Sense lists the buildings, weapons and players of each group.
func (s *state) Sense() {
	for i := range s.teams {
		c := &s.teams[i]
		for k := range c.kinds {
			c.kinds[k].stale = c.kinds[k].stale || len(c.kinds[k].list) > 0
			c.kinds[k].list = c.kinds[k].list[:0]
		}
		clear(c.armed)
		c.users, c.user = 0, 0
	}
	for _, b := range s.a.ByID {
		if s.a.Health[b].Dead {
			continue
		}
		c := &s.teams[s.a.Group[b]]
		if s.a.Class[b] == ecs.Human {
			if c.users++; c.user == 0 {
				c.user = s.a.ID(b)
			}
			continue
		}
		for i := range s.a.Cargo[b].Arms {
			if w := s.a.Cargo[b].Arms[i].Weapon; w >= 0 {
				c.armed[w]++
			}
		}
		if kinds := s.forms[s.a.Mind[b].Form]; kinds != 0 {
			s.list(c, b, kinds)
		}
	}
	x, y, id := s.a.Game.Columns()
	for i := range s.teams {
		for k := range s.teams[i].kinds {
			if l := &s.teams[i].kinds[k]; l.stale {
				l.stale = len(l.list) > 0
				l.index.Build(s.a.Field, spatial.Points{X: x, Y: y, ID: id}, l.list)
			}
		}
	}
}

func (s *state) list(c *teamState, b int32, kinds uint32) {
	add := func(kind int) {
		c.kinds[kind].list = append(c.kinds[kind].list, b)
		c.kinds[kind].stale = true
	}
	for kind := allBuildings; kind <= lastBuilding; kind++ {
		if kinds>>kind&1 != 0 {
			add(kind)
		}
	}
	if s.a.HealthShare(b) < 1 {
		add(damaged)
	}
	if s.bots[b].burns > s.a.Now {
		add(burning)
	}
}

// Spawn selects the class as which a dead body will come back, among those that
// its team can pay for. In the first team the choice is the number of a class or,
// where no class has it, of the weapon that a class begins with. In other teams a
// weapon has precedence over a class.
func (s *state) Spawn(body, choice int32) bool {
	if !s.a.Health[body].Dead {
		return false
	}
	byClass := s.a.TeamOf(body) == 0
	form := s.choose(body, int(choice), byClass)
	if form < 0 {
		form = s.choose(body, int(choice), !byClass)
	}
	if form < 0 {
		return false
	}
	s.bots[body].pick = int16(form) + 1
	return true
}

// choose returns the first class that a choice means for a body, or -1.
func (s *state) choose(body int32, choice int, byClass bool) int {
	for i := range s.a.Game.Setup.Classes {
		f, number := s.a.FormOfClass(i), s.class[i]
		if !byClass {
			if number = 0; len(f.Weapons) > 0 {
				number = s.weapon[f.Weapons[0]]
			}
		}
		if choice > 0 && number == choice && s.sameTeam(body, i) && s.a.Affords(body, f.Price) {
			return i
		}
	}
	return -1
}

// sameTeam reports whether a body can be of a class: one of its team that is no
// building.
func (s *state) sameTeam(body int32, class int) bool {
	team := s.a.Game.Setup.Classes[class].Team
	if team == systems.NoTeam {
		team = s.a.Game.Setup.BotTeam
	}
	return team == s.a.TeamOf(body) && s.forms[class] == 0
}

// ComeBack returns the class that the body chose with Spawn, and pays for it.
func (s *state) ComeBack(b int32) int {
	e := &s.bots[b]
	pick := int(e.pick) - 1
	*e = newBotState()
	s.a.Mind[b].Stopwatch = s.a.Now
	if pick < 0 || !s.a.Affords(b, s.a.FormOfClass(pick).Price) {
		return -1
	}
	s.a.Pay(b, s.a.FormOfClass(pick).Price)
	return pick
}

// Digest adds the state of all bodies.
func (s *state) Digest(h *core.Sum) {
	for _, b := range s.a.ByID {
		e := &s.bots[b]
		for _, m := range [...]target{e.goal, e.dest} {
			h.Add(uint64(m.kind) | uint64(m.as)<<2 | uint64(m.who)<<8 | uint64(uint16(m.place))<<40)
			h.Float(m.x)
			h.Float(m.y)
		}
		h.Add(uint64(e.saw))
		h.Add(uint64(e.hop))
		h.Add(uint64(e.burns))
		h.Add(uint64(e.upgrades) | uint64(uint16(e.pick))<<16)
	}
}

// Bytes returns the memory of the columns and listings.
func (s *state) Bytes() int64 {
	n := ecs.SliceBytes(s.bots)
	for i := range s.teams {
		for k := range s.teams[i].kinds {
			l := &s.teams[i].kinds[k]
			n += ecs.SliceBytes(l.list) + l.index.Bytes()
		}
	}
	return n
}
