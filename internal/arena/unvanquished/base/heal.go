package base

import (
	"cmp"
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/economy"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/mind"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/systems/column"
)

// The numbers of healing. Lengths are metres, times seconds.
const (
	stationRate  = 10   // points a second, of a medistation
	stationRests = 4500 // points of stamina a second
	stationQueue = 200 * lore.Unit
	boosterReach = 200 * lore.Unit
	mateReach    = 300 * lore.Unit
	lairReach    = 700 * lore.Unit // of overminds and eggs
	// Thicket's own: bodies that keep out of each other still touch by so much.
	touch = 4 * lore.Unit
	// Thicket's own: how long it lasts that an alien has touched a booster.
	boostTime = 20
)

// healOrder are the kinds of buildings at which bodies of a team heal, the first that
// stands: BotGetHealTarget. Other teams heal at anything.
var (
	healOrder = [2][]int{lore.Aliens: {lore.Booster, lore.Overmind, lore.Egg, lore.Leech}, lore.Humans: {lore.Medistat}}
	anyHealer = []int{lore.Medistat, lore.Booster, lore.Overmind, lore.Egg, lore.Leech}
)

// healReach says how near to a kind of building aliens go to heal, in metres:
// BotActionHealA.
var healReach = [lore.LastBuilding + 1]float64{lore.Egg: 95 * lore.Unit, lore.Overmind: 127 * lore.Unit, lore.Booster: 199 * lore.Unit, lore.Leech: 95 * lore.Unit}

// healTarget returns the building at which a body would heal, or no target.
func (s *Base) healTarget(b int32) world.Target {
	kinds := anyHealer
	if team := s.a.TeamOf(b); team == lore.Aliens || team == lore.Humans {
		kinds = healOrder[team]
	}
	for _, kind := range kinds {
		if m := s.OwnBuilding(b, kind); m.Kind != world.NoTarget {
			return m
		}
	}
	return world.Target{}
}

// lacksMedkit reports whether a body has none and could have one. Where the scene
// follows no game, all teams can.
func (s *Base) lacksMedkit(b int32) bool {
	return s.UpgradeGood[lore.Medkit] >= 0 && !s.Owns(b, lore.Medkit) && (s.a.TeamOf(b) == lore.Humans || s.a.Config.Game != lore.Name)
}

// healed reports whether a body is in full health, and has the medkit that
// medistations hand out.
func (s *Base) healed(b int32) bool { return s.a.HealthShare(b) >= 1 && !s.lacksMedkit(b) }

// touches reports whether a body stands on, or at, another.
func (s *Base) touches(b, q int32) bool {
	return s.a.Distance(b, q) <= float64(s.a.FormOf(b).Radius+s.a.FormOf(q).Radius)+touch
}

// takeRegeneration takes over the regeneration of the game's classes of bots where the
// scene plays the game.
func (s *Base) takeRegeneration() {
	s.regen = make([]float32, s.a.FormCount())
	if s.a.Config.Game != lore.Name {
		return
	}
	for i := range s.regen {
		if s.ClassNumber[i] > 0 && s.FormKinds[i] == 0 {
			s.regen[i] = s.a.TakeRegen(i)
		}
	}
}

// Bask looks up what the place where an alien is does to it.
func (s *Base) Bask(b int32) {
	e := &s.Bots[b]
	if s.regen[s.a.Form[b]] <= 0 {
		return
	}
	near := float64(s.a.FormOf(b).Radius+s.Widest) + touch + mind.Slightly // who is farther does not touch it
	if q := s.NearestListedWithin(b, lore.Booster, s.a.Group[b], near, s.Works); q >= 0 && s.touches(b, q) {
		e.BoostUntil = s.a.Now + s.a.Ticks(boostTime)
	}
	if e.Lushness = 1; s.a.HealthShare(b) < 1 && s.rested(b) {
		e.Lushness = s.lushness(b)
	}
}

// lushness returns how many times faster an alien regenerates where it is.
func (s *Base) lushness(b int32) float32 {
	within := func(kind int, metres float64) bool {
		q := s.NearestListedWithin(b, kind, s.a.Group[b], metres, s.Works)
		return q >= 0 && s.a.Distance(b, q) < metres
	}
	if within(lore.Booster, boosterReach) {
		return 8
	}
	for kind := 1; kind < lore.FirstOfB; kind++ {
		if within(kind, lore.Creep[kind]) {
			return 4
		}
	}
	switch mates := s.matesNear(b); {
	case mates >= 2:
		return 4
	case mates == 1, within(lore.Overmind, lairReach), within(lore.Egg, lairReach):
		return 2
	}
	return 1
}

// matesNear counts the bots and players of a body's team whom it could see near it.
func (s *Base) matesNear(b int32) (mates int) {
	x, y := s.a.Game.At(b)
	near := s.a.Sight.Borrow()
	defer near.Return()
	near.List = s.a.Groups[s.a.Group[b]].Index.Within(x, y, mateReach, near.List)
	for _, q := range near.List {
		if q != b && !s.IsBuilding(q) && s.a.Sight.InLine(b, q) {
			mates++
		}
	}
	return mates
}

// rested reports whether an alien has not been hurt for so long that it regenerates.
func (s *Base) rested(b int32) bool {
	at := s.StruckAt[b]
	return at == 0 || s.a.Since(at) >= alienRest
}

// restJob finds who recuperates.
type restJob Base

var _ ecs.Job = (*restJob)(nil)

// Recuperate heals the game's aliens by as much as they do by themselves in a tick, and
// pays what they get back for dearer classes, by ascending id.
func (s *Base) Recuperate() {
	w := s.a.Game.World.Workers()
	s.rests = column.Grow(s.rests, w.Count())
	for i := range s.rests {
		s.rests[i].Bodies = s.rests[i].Bodies[:0]
	}
	w.Run(len(s.a.Laid), world.Grain, (*restJob)(s))
	s.tended = s.tended[:0]
	for i := range s.rests {
		s.tended = append(s.tended, s.rests[i].Bodies...)
	}
	_, _, id := s.a.Game.Columns()
	slices.SortFunc(s.tended, func(p, q int32) int { return cmp.Compare(id[p], id[q]) })
	dt := s.a.Game.World.Clock().DT
	for _, b := range s.tended {
		e := &s.Bots[b]
		if rate := s.regen[s.a.Form[b]]; rate > 0 && s.rested(b) {
			s.a.Life.Heal(b, float32(float64(rate*e.Lushness)*dt))
		}
		if e.Refund > 0 {
			part := min(economy.RefundRate*dt, e.Refund)
			e.Refund -= part
			s.economy.Earn(b, part)
		}
	}
}

// Do finds those among the bodies Laid[lo:hi] who may be healed or paid.
func (j *restJob) Do(worker, lo, hi int) {
	s := (*Base)(j)
	t := &s.rests[worker]
	for _, b := range s.a.Laid[lo:hi] {
		rate := s.regen[s.a.Form[b]]
		if rate <= 0 && !s.Ran[b] || s.a.Health[b].Points <= 0 { // who never acted never evolved
			continue
		}
		if s.Bots[b].Refund > 0 || rate > 0 && s.a.HealthShare(b) < 1 && s.rested(b) {
			t.Bodies = append(t.Bodies, b)
		}
	}
}

// Attend lets each medistation of the game heal the one on it who came first, and hand
// medkits to all on it in full health: HMedistat_Think.
func (s *Base) Attend() {
	if s.a.Config.Game != lore.Name {
		return
	}
	for i := range s.Teams {
		for _, q := range s.Teams[i].Kinds[lore.Medistat].List {
			s.Structures[q].Patient = s.treat(q, s.Structures[q].Patient)
		}
	}
}

// treat does the work of a medistation in a tick. It returns whom it healed, if
// possible the one of the tick before, or 0.
func (s *Base) treat(q int32, before components.ID) components.ID {
	if s.a.Dead(q) || !s.Works(q) {
		return 0
	}
	patient := int32(-1)
	x, y := s.a.Game.At(q)
	reach := s.a.FormOf(q).Radius + longestStep
	s.near = s.a.Groups[s.a.Group[q]].Index.Within(x, y, reach, s.near[:0])
	for _, b := range s.near {
		h := &s.a.Health[b]
		switch {
		case s.a.Dead(b) || h.Points <= 0 || s.IsBuilding(b) || !s.touches(b, q):
		case s.a.HealthShare(b) >= 1:
			if s.lacksMedkit(b) {
				s.a.Cargo[b].Goods |= 1 << s.UpgradeGood[lore.Medkit]
			}
		case patient < 0 || s.a.ID(b) == before:
			patient = b
		}
	}
	if patient < 0 {
		return 0
	}
	dt := s.a.Game.World.Clock().DT
	s.a.Life.Heal(patient, float32(stationRate*dt))
	if e := &s.Bots[patient]; s.Rules.Tires {
		e.Tired = max(e.Tired-float64(stationRests*dt), 0)
	}
	return s.a.ID(patient)
}

// longestStep says how far a body may have got since bodies were indexed, with half its
// width, in metres.
const longestStep = 3

// healOn goes on with healing: BotActionHeal.
func healOn(t turn) host.Status {
	goal := t.Bots[t.Body].Goal
	t.TellHealth(t.Body)
	switch {
	case t.healed(t.Body):
		return host.Success
	case !t.EntityOf(goal) || !t.WorksAt(goal):
		t.About("gone, or without power:", goal)
		return host.Failure
	case goal.Kind == world.PlaceTarget || t.Config.Game != lore.Name:
		return t.restAt(goal)
	case t.TeamOf(t.Body) == lore.Humans:
		return t.beTreated(goal)
	}
	return t.approachHealer(goal, healReach[t.KindAt(goal)])
}

// beTreated gets onto a medistation, and stays there.
func (t turn) beTreated(goal world.Target) host.Status {
	q := t.LivingOf(goal)
	if q < 0 || t.KindAt(goal) != lore.Medistat {
		t.Because("its goal is no medistation")
		return host.Failure
	}
	switch patient := t.Structures[q].Patient; {
	case patient == t.Bot:
		t.Unstick(t.Body)
	case patient != 0 && t.Gap(t.Body, goal) > stationQueue:
		t.Because("it heals", t.BodyOf(patient))
		t.TellGap(goal, stationQueue)
		return host.Failure
	}
	return t.approachHealer(goal, t.ReachOf(t.Body, goal))
}

// approachHealer goes within some metres of a building, and stands there. What is in
// the way does not end it.
func (t turn) approachHealer(goal world.Target, stop float64) host.Status {
	t.TellGap(goal, stop)
	if t.Gap(t.Body, goal) <= stop {
		t.Stand()
	} else {
		t.StepOn(stop)
	}
	return host.Running
}

// restAt goes to a building that heals by being rested at, and rests there: a place, or
// any of a scene that follows no game.
func (t turn) restAt(goal world.Target) host.Status {
	stop := max(t.ReachOf(t.Body, goal), t.Half(goal), healReach[t.KindAt(goal)])
	t.approachHealer(goal, stop)
	if t.Gap(t.Body, goal) > stop {
		return host.Running
	}
	if t.KindAt(goal) == lore.Medistat {
		t.Unstick(t.Body)
	}
	if t.HealthShare(t.Body) < 1 {
		return core.KeepOn(t.Do(core.RestDeed()))
	}
	return core.KeepOn(t.Do(t.GiveDeed(t.UpgradeGood[lore.Medkit])))
}

// cures are the actions to heal.
var cures = []mind.Entry[turn]{
	{
		Name: "heal",
		Doc: "Humans go to their nearest medistation and stay on it until they are in full health and have a medkit: it heals one at a time, by 10 points a second. Aliens go to their " +
			"nearest booster, else overmind, else egg, else leech, where they regenerate faster: 8 times within 6.2 m of a booster, 4 times on creep or with two mates within 9.4 m, twice " +
			"with one or within 22 m of an overmind or egg, but not for 2 seconds after a hit. Succeeds when nothing is left to heal; fails to begin then, without such a building that has " +
			"power, and more than 6.2 m from a medistation that heals somebody else. In scenes without `game:`, and at places, all who rest there heal by 20 points a second.",
		Admit: func(t turn) bool {
			t.TellHealth(t.Body)
			return !t.healed(t.Body) && t.SetGoal(t.healTarget(t.Body))
		},
		Act: healOn,
	},
}

// healScore returns how much a body wants to heal: BotHealScore.
func (s *Base) healScore(b int32) float64 {
	share := s.a.HealthShare(b)
	if share >= 1 {
		return 0
	}
	seconds := s.Gap(b, s.healTarget(b)) / float64(s.a.SpeedOf(b)*s.a.FormOf(b).Paces.Sprint)
	return (1 + float64(5*world.Zeal(s.Skill(b)))) * (1 - share) / math.Sqrt(seconds)
}

// healAsks are the functions about health.
var healAsks = []mind.Entry[turn]{
	{Name: "healScore", Doc: "The share of its health that it lacks, times 1 to 6 for skill 1 to 9, divided by the square root of the seconds to the building at which it would heal; about 0 without one.",
		Ask: func(t turn) host.Value { return lore.Number32(t.healScore(t.Body)) }},
}
