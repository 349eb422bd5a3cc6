package base

import (
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/mind"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
	"github.com/thicket-sim/thicket/internal/systems"
)

// side holds what a team has for building, beside its buildings. Ticks do not count it
// anew.
type side struct {
	class   [lore.LastBuilding + 1]int `save:"-"` // its class of each kind of building, or -1; follows from the plans, as does the next
	plugged bool                       `save:"-"` // the scene has a main building for it, which gives power
	queued  float64                    // points of destroyed buildings, which come back one by one
	share   float64                    // of the next point that comes back
	bonus   float64                    // points that it took from others, less those that others took
	played  bool                       // it had a bot or a player
	lives   int64                      // when it last had somebody who lived, or a body
	started int                        // of its bots, before the first tick
}

// law is the settings that building reads.
type law struct {
	eggs, telenodes, miners   int
	pods                      float64 // the chance that a human builds a rocket pod
	budget, perMiner, vampire float64
	minutes                   float64         // that a match lasts, or 0
	noClass, noBuilding       map[string]bool // by id: what the scene takes away
}

func (s *Base) readLaw() {
	s.law = law{
		eggs: lore.Whole(s.SettingNumber("g_bot_buildNumEggs")), telenodes: lore.Whole(s.SettingNumber("g_bot_buildNumTelenodes")), miners: lore.Whole(s.SettingNumber("g_maxMiners")),
		pods: s.SettingNumber("g_bot_buildProbRocketPod"), budget: s.SettingNumber("g_BPInitialBudget"), perMiner: s.SettingNumber("g_BPBudgetPerMiner"),
		vampire: s.SettingNumber("g_BPVampire"), minutes: s.SettingNumber("timelimit"),
	}
	s.law.noClass, _ = lore.Disabled("g_disabledClasses", s.List("g_disabledClasses"))
	s.law.noBuilding, _ = lore.Disabled("g_disabledBuildables", s.List("g_disabledBuildables"))
}

// site says where a building is to be put up.
type site struct {
	class int
	at    systems.Spot
}

// total returns the build points that a team has in all, with so many miners.
func (e *side) total(l *law, mines int) float64 {
	return l.budget + float64(l.perMiner*float64(mines)) + e.bonus
}

// recoveryRate is the number of build points come back a minute at first; after every
// recoveryHalf seconds it is half as many.
const (
	recoveryRate = 16
	recoveryHalf = 600
)

// Recover gives teams back points of destroyed buildings.
func (s *Base) Recover() {
	dt := s.a.Game.World.Clock().DT
	rate := recoveryRate * world.Power2(-float64(s.a.Now)*dt/recoveryHalf)
	for i := range s.sides {
		e := &s.sides[i]
		if e.queued <= 0 {
			e.share = 0
			continue
		}
		if e.share += float64(rate / 60 * dt); e.share >= 1 {
			e.share--
			e.queued = max(e.queued-1, 0)
		}
	}
}

// counted returns how many buildings of a kind a team has: unfinished ones and places
// too, and not the destroyed.
func (s *Base) counted(team, kind int) int {
	if team < 0 || team >= len(s.sides) {
		return 0
	}
	return len(s.Teams[team].Kinds[kind].List) + s.PlacesOf(team, 1<<kind)
}

// standing is counted with those that are destroyed and not gone yet.
func (s *Base) standing(team, kind int) int {
	n := s.counted(team, kind)
	for _, q := range s.Teams[team].Wrecks {
		if s.FormKinds[s.a.Form[q]]>>kind&1 != 0 {
			n++
		}
	}
	return n
}

// nextOf returns the class of the building that a team builds next, or -1, and the one
// that it builds in its place with luck: BotChooseBuildable. Kinds that the scene has no
// class for are passed over.
func (s *Base) nextOf(team int) (class, lucky int) {
	kind, rare := 0, 0
	if team == lore.Humans {
		kind, rare = s.nextOfHumans()
	} else {
		kind = s.nextOfAliens(team)
		rare = kind
	}
	e := &s.sides[team]
	return e.class[kind], e.class[rare]
}

// nextOfHumans returns the kinds of buildings that humans build next, without luck and with.
func (s *Base) nextOfHumans() (kind, lucky int) {
	switch {
	case s.lacks(lore.Humans, lore.Reactor):
		kind = lore.Reactor
	case s.law.miners != 0 && s.lacks(lore.Humans, lore.Drill):
		kind = lore.Drill
	case s.fewer(lore.Humans, lore.Telenode, s.law.telenodes):
		kind = lore.Telenode
	case s.lacks(lore.Humans, lore.Armoury):
		kind = lore.Armoury
	case s.lacks(lore.Humans, lore.Medistat):
		kind = lore.Medistat
	case s.mayBuild(lore.Humans, lore.RocketPod):
		return lore.Turret, lore.RocketPod
	default:
		kind = lore.Turret
	}
	return kind, kind
}

// nextOfAliens returns the kind of building that a team builds next that is not the humans'.
func (s *Base) nextOfAliens(team int) (kind int) {
	switch {
	case s.lacks(team, lore.Overmind):
		return lore.Overmind
	case s.law.miners != 0 && s.lacks(team, lore.Leech):
		return lore.Leech
	case s.fewer(team, lore.Egg, s.law.eggs/2):
		return lore.Egg
	case s.lacks(team, lore.Booster) && s.mayBuild(team, lore.Booster):
		return lore.Booster
	case s.fewer(team, lore.Egg, s.law.eggs):
		return lore.Egg
	}
	return lore.AcidTube
}

// lacks reports whether a team has a class of a kind of building, and none that stands.
func (s *Base) lacks(team, kind int) bool {
	return s.sides[team].class[kind] >= 0 && s.standing(team, kind) == 0
}

// fewer reports whether a team has a class of a kind of building, and fewer than so many.
func (s *Base) fewer(team, kind, than int) bool {
	return s.sides[team].class[kind] >= 0 && s.counted(team, kind) < than
}

// mayBuild reports whether a team has a class of a kind of building, and it is unlocked.
func (s *Base) mayBuild(team, kind int) bool {
	class := s.sides[team].class[kind]
	return class >= 0 && s.economy.Unlocked(team, s.a.FormOfClass(class).Unlock)
}

// choice returns the class of the building that the bot would build, or -1. It is drawn
// anew at each call.
func (t turn) choice() int {
	team := t.TeamOf(t.Body)
	if team != lore.Aliens && team != lore.Humans {
		return -1
	}
	if t.Random() < t.law.pods {
		return t.Teams[team].Lucky
	}
	return t.Teams[team].Next
}

// boosterPoints are kept by aliens for a booster while it is locked.
const boosterPoints = 12

// usable returns the build points that a team can use.
func (s *Base) usable(team int) float64 {
	if team < 0 || team >= len(s.sides) {
		return 0
	}
	free := s.Teams[team].Free
	if team == lore.Aliens && !s.economy.Unlocked(team, lore.Buildings[lore.Booster].Unlock) {
		free -= boosterPoints
	}
	return max(free, 0)
}

// builder reports whether a body can build: by its class, a tag of it or the tool that
// it has.
func (s *Base) builder(b int32) bool {
	if slices.Contains(s.a.FormOf(b).Tags, "builder") {
		return true
	}
	if n := s.ClassNumber[s.a.Form[b]]; n == lore.Granger || n == lore.AdvancedGranger {
		return true
	}
	return s.toolOf(b) >= 0
}

// toolOf returns which arm of a body is a tool to build with, or -1.
func (s *Base) toolOf(b int32) int {
	for i := range s.a.Cargo[b].Arms {
		if w := s.a.Cargo[b].Arms[i].Weapon; w >= 0 && s.WeaponNumber[w] >= lore.FirstTool && s.WeaponNumber[w] <= lore.LastWeapon {
			return i
		}
	}
	return -1
}

// takeTool takes the bot's tool in hand, if it has one in its bag.
func (t turn) takeTool() {
	if arm := t.toolOf(t.Body); arm >= 0 && arm != int(t.Cargo[t.Body].Hand) {
		t.Do(core.DrawDeed(arm))
	}
}

// timerShare says how much of the time that a building takes its builder must wait.
const timerShare = 0.6

// buildReach returns how far before itself a body builds, in metres.
func (s *Base) buildReach(b int32) float64 {
	switch s.ClassNumber[s.a.Form[b]] {
	case lore.Granger:
		return 95 * lore.Unit
	case lore.AdvancedGranger:
		return 105 * lore.Unit
	}
	return 110 * lore.Unit
}

// Build begins a building before a body, where the rules allow it.
func (s *Base) Build(b int32, class int) {
	e, p := &s.Structures[b], &s.plans[class]
	if s.a.Dead(b) || e.Ready.At > s.a.Now || !s.permits(s.a.TeamOf(b), class) || s.law.noBuilding[lore.BuildingNames[p.kind]] {
		return
	}
	id, reach := s.a.ID(b), float32(s.buildReach(b))
	at, h := *s.a.Game.World.Position.Of(id), *s.a.Game.World.Heading.Of(id)
	at.X += float32(reach * h.X)
	at.Y += float32(reach * h.Y)
	if !s.room(b, class, at) {
		return
	}
	s.sites = append(s.sites, site{class, systems.Spot{X: at.X, Y: at.Y}})
	e.Ready = e.Ready.Next(s.a.Now, s.a.Span(p.timer))
}

// permits reports whether a team may begin a building of a class: one main building and
// so many miners, nothing without a main building, and no more than its points pay for.
// What was begun in this tick counts.
func (s *Base) permits(team, class int) bool {
	kind, left, same := s.plans[class].kind, s.Teams[team].Free, 0
	for _, site := range s.sites {
		if s.TeamOfClass(site.class) == team {
			left -= s.plans[site.class].points
			if s.plans[site.class].kind == kind {
				same++
			}
		}
	}
	switch n := s.standing(team, kind) + same; {
	case 1<<kind&lore.Mains != 0 && n > 0, 1<<kind&lore.Miners != 0 && n >= s.law.miners, 1<<kind&lore.Mains == 0 && !s.Teams[team].Powered:
		return false
	}
	cost := s.plans[class].points
	return cost == 0 || cost <= left
}

// room reports whether a building of a class has room at a point: no obstacle, no
// building and nobody but the builder is there. It asks where bodies were when the tick
// began.
func (s *Base) room(b int32, class int, at components.Position) bool {
	wide := s.a.FormOfClass(class).Radius
	f := &s.a.Field
	if at.X < f.X+wide || at.Y < f.Y+wide || at.X > f.X+f.Width-wide || at.Y > f.Y+f.Height-wide || s.a.Refuse(at.X, at.Y) != nil {
		return false
	}
	for i := range s.a.Config.Obstacles {
		if s.a.Config.Obstacles[i].Covers(at.X, at.Y, wide) {
			return false
		}
	}
	clear := func(x, y, other float32) bool {
		gap := float64(wide + other)
		return s.a.Field.Dist2(at.X, at.Y, x, y) >= gap*gap
	}
	for _, site := range s.sites {
		if !clear(site.at.X, site.at.Y, s.a.FormOfClass(site.class).Radius) {
			return false
		}
	}
	stands := func(q int32) bool {
		x, y := s.a.Game.At(q)
		return q == b || clear(x, y, s.a.FormOf(q).Radius)
	}
	for g := range s.a.Groups {
		s.near = s.a.Groups[g].Index.Within(at.X, at.Y, wide+s.Widest, s.near[:0])
		for _, q := range s.near {
			if !stands(q) {
				return false
			}
		}
		for _, q := range s.Teams[g].Wrecks {
			if s.Structures[q].GoneAt == 0 && !stands(q) {
				return false
			}
		}
	}
	return true
}

// PutUp puts up what was begun in the tick.
func (s *Base) PutUp() {
	for _, site := range s.sites {
		ids, err := s.a.Game.Population.Add(site.class, 1, &site.at)
		if err != nil {
			continue // its class has as many as the scene allows
		}
		q := s.a.BodyOf(ids[0])
		s.Structures[q].DoneAt = s.a.Now + s.plans[site.class].ticks
		s.a.Life.Weaken(q, firstHealth)
	}
	s.sites = s.sites[:0]
}

// Of the points of a building a team gains this as momentum, when it is built and when it
// destroys one.
const (
	builtMomentum     = 0.6
	destroyedMomentum = 0.8
)

// worth returns the points that a building counts as for those who build and destroy
// it.
func (p *plan) worth() float64 {
	switch {
	case 1<<p.kind&lore.Mains != 0:
		return 20
	case 1<<p.kind&lore.Miners != 0:
		return 10
	}
	return p.points
}

// rewardBuilding gives a team momentum for a building that is finished.
func (s *Base) rewardBuilding(q int32, p *plan) {
	if team := s.a.TeamOf(q); team != systems.NoTeam {
		s.economy.Gain(team, float64(p.points*builtMomentum))
	}
}

// vampireFor is for how many seconds after the last blow of an enemy the points of a
// building are his when it explodes.
const vampireFor = 5

// avenge pays those who destroyed a building that has exploded: credits and momentum to
// each by the share of its health that he took, and build points to the team of the last.
func (s *Base) avenge(q int32) {
	p, team, h := s.planOf(q), s.a.TeamOf(q), &s.a.Health[q]
	if team == systems.NoTeam {
		return
	}
	for _, sh := range s.economy.Shares(q) {
		by := s.a.BodyOf(sh.By)
		if by < 0 || sh.Part <= 0 || !s.a.Hostile(by, q) || s.IsBuilding(by) {
			continue
		}
		points := p.worth() * float64(sh.Part)
		if s.economy.Treasury.Game {
			s.economy.Earn(by, float64(points*s.economy.Treasury.Destruction))
		}
		s.economy.Gain(s.a.TeamOf(by), float64(points*destroyedMomentum))
	}
	by := s.a.BodyOf(h.HurtBy)
	if by >= 0 && s.a.Hostile(by, q) && s.a.TeamOf(by) != systems.NoTeam && s.law.vampire != 0 && s.a.Since(h.HurtAt) <= vampireFor {
		half := math.Floor(p.points / 2)
		s.sides[team].bonus -= half
		s.sides[s.a.TeamOf(by)].bonus += half
	}
}

// builds are the actions to build and to mend.
var builds = []mind.Entry[turn]{
	{
		Name: "buildNowChosenBuildable",
		Doc: "Begins the building of which `chosenBuildableCost` tells the price, 3 m before itself. Fails for one that is no builder (a human with a construction kit, a granger, a " +
			"class with the tag `builder`) and when the team has too few build points. Succeeds else, also where there is no room, without power, and for 0.6 times the time that its last building " +
			"takes, in which it cannot build.",
		Act: func(t turn) host.Status {
			class := t.choice()
			switch {
			case class < 0:
				t.Because("the scene has no class of what its team needs")
				return host.Failure
			case !t.builder(t.Body):
				t.Because("it is no builder")
				return host.Failure
			}
			cost, free := t.plans[class].points, t.Teams[t.TeamOf(t.Body)].Free
			t.Because("build points for").About(t.Game.Setup.Classes[class].ID).Is(free, host.AtLeast, cost, "").Against("price")
			if cost > 0 && free < cost {
				return host.Failure
			}
			t.takeTool()
			if t.Structures[t.Body].Ready.At <= t.Now {
				return t.Do(t.BuildDeed(class))
			}
			return host.Success
		},
	},
	{
		Name: "repair",
		Doc: "Goes to its team's nearest building that needs it, as `buildingIsDamaged` says, takes its construction kit in hand, and looks at the building from 3 m away. A kit in hand " +
			"mends what its bearer looks at by 10 points a second, but not within the build time of the last building. Succeeds when the building is whole; fails when there is none.",
		Admit: func(t turn) bool { return t.SetGoal(t.DamagedBuilding(t.Body)) },
		Act:   repair,
	},
	{
		Name: "extinguishFire",
		Doc: "Goes to its team's nearest building that burns and, 6 m from it, puts out its fire and those within 2 m of it: each is 20 credits, and for 3 seconds the building catches " +
			"no fire. Succeeds when the fire is out; fails when none burns, and for all but advanced grangers and classes with the tag `builder` of scenes with rules of their own.",
		Admit: func(t turn) bool {
			if !t.quenches(t.Body) {
				t.Because("it cannot put out fires")
				return false
			}
			return t.SetGoal(t.DamagedBuilding(t.Body))
		},
		Act: extinguish,
	},
}

// buildAsks are the functions that ask about buildings and build points.
var buildAsks = []mind.Entry[turn]{
	{Name: "buildingIsBurning", Doc: "The same as `buildingIsDamaged`; the game asks one thing by two names.", Ask: needsCare},
	{Name: "buildingIsDamaged", Doc: "1 when a finished building of its team with power is damaged, for aliens: burns; else 0. Places are never.", Ask: needsCare},
	{Name: "chosenBuildableCost", Draws: true, Doc: "The build points of the building that its team needs next. Humans: reactor, drill, telenodes (g_bot_buildNumTelenodes), armoury, medistation, then turrets, " +
		"and rocket pods by chance. Aliens: overmind, leech, half of their eggs (g_bot_buildNumEggs), booster, the other eggs, then acid tubes. 32767 for another team and when the scene has no class of the building it needs.",
		Ask: func(t turn) host.Value {
			if class := t.choice(); class >= 0 {
				return lore.Wholes(t.plans[class].points)
			}
			return host.IntValue(32767)
		}},
	{Name: "numOurBuildings", Doc: "How many buildings of a kind its team has: bodies that live, unfinished ones too, and places. For a spawn it is the number of the team whose kind it is. 0, with a " +
		"warning, for a name that is no building.",
		Ask: func(t turn) host.Value {
			kind, team := int(t.Num(0)), t.TeamOf(t.Body)
			if kind < 1 || kind > lore.LastBuilding {
				t.Warnf("numOurBuildings: %d is no building", kind)
				return host.IntValue(0)
			}
			switch kind {
			case lore.Egg:
				team = lore.Aliens
			case lore.Telenode:
				team = lore.Humans
			}
			return host.IntValue(int64(t.counted(team, kind)))
		}},
	{Name: "usableBuildPoints", Doc: "The build points that its team has left: g_BPInitialBudget less those of its buildings and of destroyed ones, which come back at 16 a minute at first. Aliens keep 12 for a " +
		"booster until they may build it.",
		Ask: func(t turn) host.Value { return lore.Wholes(t.usable(t.TeamOf(t.Body))) }},
}

// needsCare reports whether a building of the bot's team is to be repaired, or put out.
func needsCare(t turn) host.Value {
	kind := lore.Damaged
	if t.TeamOf(t.Body) == lore.Aliens {
		kind = lore.Burning
	}
	return lore.Truth(len(t.Teams[t.Group[t.Body]].Kinds[kind].List) > 0)
}
