package unvanquished

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/systems"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
	"github.com/thicket-sim/thicket/systems/internal/spatial"
)

// Needs is what the leaves of this vocabulary need of a game, see host.Action.
const Needs = "unvanquished"

var _ core.Bystander = (*state)(nil)

// state is what an arena keeps for trees of Unvanquished. Buildings are places,
// and bodies of classes, that have the tag of a kind of building.
type state struct {
	a       *core.Arena `save:"-"`
	scenery `save:"-"`
	teams   []teamState // by group
	thinks  []bool      // by class of the scene: its tree was one of this vocabulary when the state was made
	near    []int32     `save:"-"` // scratch
	tends   []toTend    `save:"-"` // by worker; listed anew in each tick, as is the next
	tended  []int32     `save:"-"`
	musters []mustered  `save:"-"` // by worker; counted anew in each tick
	rests   []toTend    `save:"-"` // by worker; listed anew in each tick
	bodies
	building
	blackboard
	births
	tags  `save:"-"` // listed anew whenever bodies look
	bombs []bomb
}

// scenery is what follows from the scene.
type scenery struct {
	of      uint8    // the number that its deeds have
	perM    float64  // how many of the trees' units of length make a metre
	forms   []uint32 // by form: which kinds of buildings it is, a bit each
	places  []uint32 // by place
	rallies []int32  // places with the tag rally
	class   []int    // by form: the number of its class, 0 for none
	// numbered are the classes of the scene that have a number, by number
	numbered [len(classNames)][]int
	weapon   []int   // by weapon: its number
	good     [16]int // by number of an upgrade: the good, or -1
	arms     []int   // by weapon: the good that is one, or -1
	tools    []bool  // by form: it has the tag builder
	widest   float32 // the radius of the widest body, in metres
	hunting
	growth
	market    market
	treasury  treasury
	unlocking unlocking
}

// teamState is what belongs to a group, counted anew in every tick.
type teamState struct {
	kinds [listingKinds]listing `save:"-"` // of those that there are as a tick begins
	armed []int32               // by weapon: how many bots have it
	users int32                 // players, the dead too
	user  components.ID
	// powered: it has a main building that works, or the scene has none for it.
	powered     bool
	free        float64 // build points
	next, lucky int     // the class that it builds next, and with luck; or -1
	wrecks      []int32 `save:"-"` // its destroyed buildings that are not gone yet, as a tick begins
	waits       []int32 `save:"-"` // its dead that wait for a spawn, or will, as a tick begins
	standing
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
	damaged      = 17 // and works
	burning      = 18
	firstKnown   = 19 // from here on kinds again, of buildings that others know of
	listingKinds = firstKnown + lastBuilding + 1
)

// buildingTags are, by the number of a kind of building, the tags that make a
// place or a class of bodies one. A tag that stands here twice is the first kind for
// the first team and the second for the second.
var buildingTags = [lastBuilding + 1][]string{
	1: {"spawn", "egg"}, 2: {"overmind", "core"}, 3: {"barricade"}, 4: {"acidtube"}, 5: {"trapper"}, 6: {"booster", "heal"},
	7: {"hive"}, 8: {"leech"}, 9: {"spiker"}, 10: {"spawn", "telenode"}, 11: {"mgturret"}, 12: {"rocketpod"}, 13: {"armoury", "shop"},
	14: {"medistat", "heal"}, 15: {"drill"}, 16: {"reactor", "core"},
}

// The kinds of buildings that the rules mention.
const (
	egg       = 1
	overmind  = 2
	acidTube  = 4
	trapper   = 5
	booster   = 6
	hive      = 7
	leech     = 8
	spiker    = 9
	telenode  = 10
	turret    = 11
	rocketPod = 12
	armoury   = 13
	medistat  = 14
	drill     = 15
	reactor   = 16
	firstOfB  = 10 // the first kind of the second team
)

// The upgrades.
const (
	lightArmour  = 1
	mediumArmour = 2
	battlesuit   = 3
	radar        = 4
	jetpack      = 5
	grenade      = 6
	firebomb     = 7
	medkit       = 8
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
	s := &state{a: a, scenery: scenery{of: of, perM: 1}}
	if a.Config.Game == Name {
		s.perM = 1 / unit
	}
	for _, kv := range a.Game.Setup.Settings {
		if n := kv.Value.Number(); kv.Name == unitsSetting && n > 0 {
			s.perM = n
		}
	}
	s.teams, s.sides = make([]teamState, len(a.Groups)), make([]side, len(a.Game.Setup.Teams))
	s.sizes, s.members = make([]silentTeam, len(a.Groups)), make([][]member, len(a.Groups))
	for i := range s.teams {
		s.teams[i].armed = make([]int32, len(a.Config.Weapons))
		s.teams[i].powered = true
	}
	for i := range a.Places() {
		s.places = append(s.places, kindsOf(a.Places()[i].Tags, a.Places()[i].Team))
		if p := &a.Places()[i]; p.ID == "rally" || slices.Contains(p.Tags, "rally") {
			s.rallies = append(s.rallies, int32(i))
		}
	}
	s.nameForms()
	s.nameArms()
	s.initHunting()
	s.readLaw()
	s.readGrowth()
	s.takeRegeneration()
	s.planClasses()
	s.openMarket()
	s.openTreasury()
	s.openLocks()
	s.bodies.grow(len(a.Health))
	for _, t := range a.Game.World.Tables() {
		for _, st := range a.Game.World.State.Column(t) {
			if int(st.Slot) < len(s.bots) {
				s.take(st.Slot)
			}
		}
	}
	return s
}

// Arrive resets the state of a body. Bots of the game appear near their spawns.
func (s *state) Arrive(body int32) {
	s.take(body)
	if s.follows(body) {
		s.bringHome(body)
		s.bots[body].fresh = true
		s.fresh = true
	}
}

// take resets the state of a body.
func (s *state) take(body int32) {
	s.bodies.grow(int(body) + 1)
	s.renew(body)
	s.bots[body].credits = s.a.Config.Match.Purse
	if class := s.firstClass(body); class >= 0 {
		s.a.Form[body] = int16(class)
	}
}

// unitsSetting is the setting of a scene that says how many units of length of
// the trees make a metre.
const unitsSetting = "unitsPerMetre"

// kindsOf returns the kinds of buildings that tags make for a team, a bit each.
func kindsOf(tags []string, team int) (kinds uint32) {
	for kind := range buildingTags {
		if team == aliens && kind >= firstOfB || team == humans && kind < firstOfB {
			if !ownTag(kind, tags) {
				continue
			}
		}
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

// ownTag reports whether tags have one that stands for this kind alone.
func ownTag(kind int, tags []string) bool {
	return slices.ContainsFunc(buildingTags[kind], func(tag string) bool {
		has := func(other []string) bool { return slices.Contains(other, tag) }
		shared := slices.ContainsFunc(buildingTags[:kind], has) || slices.ContainsFunc(buildingTags[kind+1:], has)
		return !shared && slices.Contains(tags, tag)
	})
}

func (s *state) nameForms() {
	classes := s.a.Game.Setup.Classes
	for i := range s.a.FormCount() {
		kinds, number := uint32(0), 0
		if i < len(classes) {
			kinds = kindsOf(s.a.FormOfClass(i).Tags, s.teamOfClass(i))
			number = max(indexOf(classNames[:], classes[i].ID), 0)
			s.thinks = append(s.thinks, classes[i].Program != nil && needed(classes[i].Program))
		}
		for _, tag := range s.a.FormOfClass(i).Tags {
			number = max(number, indexOf(classNames[:], tag))
		}
		if i < len(classes) && number > 0 {
			s.numbered[number] = append(s.numbered[number], i)
		}
		f := s.a.FormOfClass(i)
		s.forms, s.class = append(s.forms, kinds), append(s.class, number)
		s.tools = append(s.tools, slices.Contains(f.Tags, "builder"))
		s.widest = max(s.widest, f.Radius)
	}
}

// stray notes whether a bot that plays runs a tree of another kind. One that has just begun to goes
// its way: trees of this vocabulary had it stand.
func (s *state) stray(b int32) {
	if !s.ownTree[b] && !s.strays[b] {
		s.a.Mind[b].Stays = false
	}
	s.strays[b] = !s.ownTree[b]
}

// needed reports whether a program has leaves of this vocabulary.
func needed(p *run.Program) bool {
	return slices.ContainsFunc(p.Tree.Leaves, func(l tree.Leaf) bool { return l.Needs() == Needs })
}

// teamOfClass returns the team of a class of the scene, or systems.NoTeam.
func (s *state) teamOfClass(class int) int {
	return s.a.Game.Setup.TeamOf(&s.a.Game.Setup.Classes[class])
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
		c.clients, c.radars = 0, 0
		c.users, c.user = 0, 0
		c.wrecks, c.waits = c.wrecks[:0], c.waits[:0]
	}
	s.drift()
	s.lookAtTrees()
	s.musterAll()
	s.builders = s.builders[:0]
	for _, b := range s.a.ByID {
		c := &s.teams[s.a.Group[b]]
		s.plays[b] = s.plays[b] || s.ran[b] && !s.built(b)
		if s.plays[b] {
			s.stray(b)
		}
		if s.a.Class[b] == ecs.Human {
			c.users++
		}
		if s.a.Dead(b) {
			switch {
			case s.structures[b].blastAt > 0:
				c.wrecks = append(c.wrecks, b)
			case s.bots[b].joinsAt > 0:
				c.waits = append(c.waits, b)
			}
			continue
		}
		if s.a.Class[b] == ecs.Human {
			if c.user == 0 {
				c.user = s.a.ID(b)
			}
			continue
		}
		if s.isBuilding(b) {
			c.list(b, s.forms[s.a.Form[b]], 0)
			if s.known(b) {
				c.list(b, s.forms[s.a.Form[b]], firstKnown)
			}
		} else if s.handy(b) {
			s.builders = append(s.builders, b)
		}
	}
	s.senseBuildings()
	s.rateGear()
	x, y, id := s.a.Game.Columns()
	for i := range s.teams {
		for k := range s.teams[i].kinds {
			if l := &s.teams[i].kinds[k]; l.stale {
				l.stale = len(l.list) > 0
				l.index.Build(s.a.Field, spatial.Points{X: x, Y: y, ID: id}, l.list)
			}
		}
	}
	s.listHidden()
	s.openBoards()
	s.greet()
}

// list adds a building to the listings of its kinds, counted from one on.
func (c *teamState) list(b int32, kinds uint32, from int) {
	for kind := allBuildings; kind <= lastBuilding; kind++ {
		if kinds>>kind&1 != 0 {
			c.add(from+kind, b)
		}
	}
}

// add adds a body to a listing.
func (c *teamState) add(kind int, b int32) {
	c.kinds[kind].list = append(c.kinds[kind].list, b)
	c.kinds[kind].stale = true
}

// Look brings up to date what a bot senses by itself.
func (s *state) Look(b int32) {
	if !s.a.Dead(b) {
		s.bask(b)
	}
	if s.a.Dead(b) {
		return
	}
	if s.plays[b] {
		s.bots[b].walking.look(s, b)
		s.watch(b)
		s.lookForSupply(b)
	}
	if s.looks(b) {
		s.glance(b)
	}
	s.guard(b)
}

// Hurt remembers who hurt a body, and what it feels.
func (s *state) Hurt(b int32, points float32, by components.ID) {
	s.struck(b)
	s.feel(b, by)
	s.blame(b, points, by)
}

// StandsBy has nothing to do, see [core.Bystander].
func (*state) StandsBy() {}

// Die rewards those who brought a body down, and decides about bots and buildings of
// the game themselves.
func (s *state) Die(b int32) bool {
	if s.isBuilding(b) {
		return s.collapse(b)
	}
	s.rewardKill(b)
	return s.fall(b)
}

// Describe shows what a body is and has.
func (s *state) Describe(b int32, v *systems.BodyView) { s.show(b, v) }
