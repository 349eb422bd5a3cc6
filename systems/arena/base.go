package arena

import (
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior"
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/systems"
	"github.com/thicket-sim/thicket/systems/internal/column"
	"github.com/thicket-sim/thicket/systems/internal/spatial"
)

// NeedsBases is what the names of base games need of a game: an arena that
// keeps account of bases.
const NeedsBases = "bases"

// bases is what an arena keeps for trees that know the game of two teams with
// bases: buildings, and for each body an errand. Buildings are places, and
// bodies of classes, with the tags of kinds of buildings.
type bases struct {
	a       *Arena
	of      uint8   // the number that its deeds have
	perM    float64 // how many of the trees' units of length make a metre
	errand  []errand
	camps   []camp   // by group
	forms   []uint32 // by form: which kinds of buildings it is, a bit each
	places  []uint32 // by place
	class   []int    // by form: the number of its class, 0 for none
	weapon  []int    // by weapon: its number
	good    [16]int  // by number of an upgrade: the good, or -1
	arms    []int    // by weapon: the good that is one, or -1
	burning int      // bodies
	sites   []site   // what is to be built at the end of the tick
	near    []int32  // scratch
}

// errand is what a body is about in such a game.
type errand struct {
	goal     mark
	way      mark // where its current action leads it
	saw      int64
	hop      int64 // when it jumped last
	burns    int64 // until when
	upgrades uint16
	pick     int16 // the form and 1 as which it comes back, or 0
}

// What a mark marks.
const (
	noMark uint8 = iota
	bodyMark
	placeMark
	pointMark
)

// mark is something on the field.
type mark struct {
	kind  uint8
	as    uint8 // the kind of building as which it was asked for, or 0
	who   components.ID
	place int32
	x, y  float32 // of a point
}

// camp is what belongs to a group.
type camp struct {
	kinds [kindsOfLists]kindred
	armed []int32 // by weapon: how many bots have it
	users int32   // players
	// silent are living bots, but buildings, that noted nothing in the last tick
	silent int32
	user   components.ID
}

// kindred are bodies of one kind, with an index.
type kindred struct {
	list  []int32
	index spatial.Index
	stale bool
}

// Beside the kinds of buildings, by number, these are listed.
const (
	allBuildings = 0
	lastBuilding = 16
	damaged      = 17
	burning      = 18
	kindsOfLists = 19
)

// site is where a building of a class is to be.
type site struct {
	class int
	at    systems.Spot
}

// buildingTags are the tags that make a place, or a class of bodies, a building
// of each kind, by number. The second of a pair is of both teams.
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

// classNames, weaponNames and upgradeNames are the ids, and for classes also the
// tags, of what trees mean by numbers.
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

// The upgrades that do something when they are switched on.
const (
	radar    = 4
	jetpack  = 5
	grenade  = 6
	firebomb = 7
	medkit   = 8
)

// indexOf is slices.Index without the empty name.
func indexOf(names []string, name string) int {
	if name == "" {
		return -1
	}
	return slices.Index(names, name)
}

// newBases makes what an arena keeps for trees that know bases.
func newBases(a *Arena, of uint8) State {
	s := &bases{a: a, of: of, perM: 1}
	for _, kv := range a.g.Setup.Settings {
		if n := kv.Value.Number(); kv.Name == unitsSetting && n > 0 {
			s.perM = n
		}
	}
	s.errand = column.Grow(s.errand, len(a.health))
	s.camps = make([]camp, len(a.groups))
	for i := range s.camps {
		s.camps[i].armed = make([]int32, len(a.c.Weapons))
	}
	for i := range a.placesOf() {
		s.places = append(s.places, kindsOf(a.placesOf()[i].Tags))
	}
	s.nameForms()
	s.nameArms()
	for b := range s.errand {
		s.errand[b] = newErrand()
	}
	return s
}

// Arrive gives a new body nothing to do.
func (s *bases) Arrive(body int32) {
	s.errand = column.Grow(s.errand, int(body)+1)
	s.errand[body] = newErrand()
}

// unitsSetting is the setting that says how many units of length of the trees
// make a metre.
const unitsSetting = "unitsPerMetre"

func newErrand() errand { return errand{saw: -1, hop: -1} }

// kindsOf are the kinds of buildings that tags make.
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

func (s *bases) nameForms() {
	for i := range s.a.formCount() {
		kinds, number := kindsOf(s.a.formOfClass0(i).Tags), 0
		if i < len(s.a.g.Setup.Classes) {
			number = max(indexOf(classNames, s.a.g.Setup.Classes[i].ID), 0)
		}
		for _, tag := range s.a.formOfClass0(i).Tags {
			number = max(number, indexOf(classNames, tag))
		}
		s.forms, s.class = append(s.forms, kinds), append(s.class, number)
	}
}

func (s *bases) nameArms() {
	for w := range s.a.c.Weapons {
		s.weapon = append(s.weapon, max(indexOf(weaponNames, s.a.c.Weapons[w].ID), 0))
		sold := slices.IndexFunc(s.a.c.Goods, func(g Good) bool { return g.Weapon == w })
		s.arms = append(s.arms, sold)
	}
	for n := range s.good {
		s.good[n] = -1
		if n > 0 && n < len(upgradeNames) {
			s.good[n] = s.a.goodOf(upgradeNames[n])
		}
	}
}

// Sense lists what belongs to each group, before trees look at it.
func (s *bases) Sense() {
	for i := range s.camps {
		c := &s.camps[i]
		for k := range c.kinds {
			c.kinds[k].stale = c.kinds[k].stale || len(c.kinds[k].list) > 0
			c.kinds[k].list = c.kinds[k].list[:0]
		}
		clear(c.armed)
		c.users, c.user = 0, 0
	}
	for _, b := range s.a.order {
		if s.a.health[b].Dead {
			continue
		}
		c := &s.camps[s.a.group[b]]
		if s.a.class[b] == ecs.Human {
			if c.users++; c.user == 0 {
				c.user = s.a.id(b)
			}
			continue
		}
		for i := range s.a.cargo[b].Arms {
			if w := s.a.cargo[b].Arms[i].Weapon; w >= 0 {
				c.armed[w]++
			}
		}
		if kinds := s.forms[s.a.mind[b].Form]; kinds != 0 {
			s.list(c, b, kinds)
		}
	}
	x, y, id := s.a.g.Columns()
	for i := range s.camps {
		for k := range s.camps[i].kinds {
			if l := &s.camps[i].kinds[k]; l.stale {
				l.stale = len(l.list) > 0
				l.index.Build(s.a.field, spatial.Points{X: x, Y: y, ID: id}, l.list)
			}
		}
	}
}

func (s *bases) list(c *camp, b int32, kinds uint32) {
	add := func(kind int) {
		c.kinds[kind].list = append(c.kinds[kind].list, b)
		c.kinds[kind].stale = true
	}
	for kind := allBuildings; kind <= lastBuilding; kind++ {
		if kinds>>kind&1 != 0 {
			add(kind)
		}
	}
	if s.a.share(b) < 1 {
		add(damaged)
	}
	if s.errand[b].burns > s.a.tick {
		add(burning)
	}
}

// Spawn selects as what a dead body comes back, of the classes that its team can
// pay for: in the first team by the number of a class, else of the weapon that a
// class begins with, and in others the other way round.
func (s *bases) Spawn(body, choice int32) bool {
	if !s.a.health[body].Dead {
		return false
	}
	byClass := s.a.team(body) == 0
	form := s.choose(body, int(choice), byClass)
	if form < 0 {
		form = s.choose(body, int(choice), !byClass)
	}
	if form < 0 {
		return false
	}
	s.errand[body].pick = int16(form) + 1
	return true
}

// choose is the first form that a choice means for a body, or -1.
func (a *Arena) choose(body int32, choice int, byClass bool) int {
	for i := range a.g.Setup.Classes {
		f, number := a.formOfClass0(i), a.base.class[i]
		if !byClass {
			if number = 0; len(f.Weapons) > 0 {
				number = a.base.weapon[f.Weapons[0]]
			}
		}
		if choice > 0 && number == choice && a.sameTeam(body, i) && a.affords(body, f.Price) {
			return i
		}
	}
	return -1
}

// sameTeam reports whether a body could be of a class: one of its team, and no
// building.
func (a *Arena) sameTeam(body int32, class int) bool {
	team := a.g.Setup.Classes[class].Team
	if team == systems.NoTeam {
		team = a.g.Setup.BotTeam
	}
	return team == a.team(body) && a.base.forms[class] == 0
}

// ComeBack makes a body pay for the class that it chose.
func (s *bases) ComeBack(b int32) int {
	e := &s.errand[b]
	pick := int(e.pick) - 1
	*e = newErrand()
	s.a.mind[b].Watch = s.a.tick
	if pick < 0 || !s.a.affords(b, s.a.formOfClass0(pick).Price) {
		return -1
	}
	s.a.pay(b, s.a.formOfClass0(pick).Price)
	return pick
}

// Digest adds what bodies are about.
func (s *bases) Digest(h *sum) {
	for _, b := range s.a.order {
		e := &s.errand[b]
		for _, m := range [...]mark{e.goal, e.way} {
			h.add(uint64(m.kind) | uint64(m.as)<<2 | uint64(m.who)<<8 | uint64(uint16(m.place))<<40)
			h.float(m.x)
			h.float(m.y)
		}
		h.add(uint64(e.saw))
		h.add(uint64(e.hop))
		h.add(uint64(e.burns))
		h.add(uint64(e.upgrades) | uint64(uint16(e.pick))<<16)
	}
}

// Bytes is the memory of errands and listings.
func (s *bases) Bytes() int64 {
	n := ecs.SliceBytes(s.errand)
	for i := range s.camps {
		for k := range s.camps[i].kinds {
			l := &s.camps[i].kinds[k]
			n += ecs.SliceBytes(l.list) + l.index.Bytes()
		}
	}
	return n
}

// baseEntry is an action or a function of a game of bases, by the name that
// trees have for it.
type baseEntry struct {
	name, doc string
	enter     func(Turn)             // of an action that goes on
	act       func(Turn) host.Status // or
	ask       func(Turn) host.Value
}

func (b *baseEntry) action() host.Action {
	act, enter := b.act, b.enter
	out := host.Action{
		Name: b.name, Doc: b.doc, Needs: NeedsBases, Local: true,
		Tick: func(c *host.Call) host.Status {
			t, ok := turnOf(c)
			if !ok || t.health[t.Body].Dead {
				return host.Failure
			}
			return act(t)
		},
	}
	if enter != nil {
		out.Enter = func(c *host.Call) {
			if t, ok := turnOf(c); ok {
				enter(t)
			}
		}
	}
	return out
}

func (b *baseEntry) function() host.Func {
	ask := b.ask
	return host.Func{
		Name: b.name, Doc: b.doc, Needs: NeedsBases, Local: true,
		Eval: func(c *host.Call) host.Value {
			if t, ok := turnOf(c); ok {
				return ask(t)
			}
			return host.IntValue(0)
		},
	}
}

// Bases are the actions and functions that trees know who were written for a
// game of two teams with bases, and what they do here.
func Bases() (actions []host.Action, funcs []host.Func) {
	for _, list := range [][]baseEntry{baseMoves, baseFights, baseHauls, baseMinds} {
		for i := range list {
			actions = append(actions, list[i].action())
		}
	}
	for i := range baseAsks {
		funcs = append(funcs, baseAsks[i].function())
	}
	return actions, funcs
}

// addBases offers them to the dialects that know them.
func addBases(r *host.Registry) error {
	actions, funcs := Bases()
	return behavior.Supply(r, actions, funcs)
}

// number32 is a number as trees get it, of 32 bits.
func number32(v float64) host.Value { return host.NumberValue(float64(float32(v))) }

// wholes is a whole number.
func wholes(v float64) host.Value {
	return host.IntValue(int64(min(max(v, math.MinInt32), math.MaxInt32)))
}

// milliseconds is how long ago a tick was.
func (a *Arena) milliseconds(since int64) host.Value {
	return wholes(math.Round(float64(a.tick-since) * a.g.World.Clock().DT * 1000))
}
