package unvanquished

import (
	"cmp"
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
	"github.com/thicket-sim/thicket/systems/internal/column"
)

// growing is what is kept of how a body heals and evolves.
type growing struct {
	refund     float64 // credits that it still gets back for a dearer class
	lushness   float32 // how many times faster it regenerates where it is, in this tick
	boostUntil int64   // the tick at which what a booster gave it ends
	steadyFrom int64   // the tick from which on it can evolve again
}

// The numbers of healing. Lengths are metres, times seconds.
const (
	stationRate  = 10 // points a second, of a medistation
	stationQueue = 200 * unit
	boosterReach = 200 * unit
	mateReach    = 300 * unit
	lairReach    = 700 * unit // of overminds and eggs
	// Thicket's own: bodies that keep out of each other still touch by so much.
	touch = 4 * unit
	// Thicket's own: how long it lasts that an alien has touched a booster.
	boostTime = 20
)

// creep is how far the creep of a kind of building reaches, in metres.
var creep = [firstOfB]float64{
	1: 96 * unit, 2: 128 * unit, 3: 96 * unit, 4: 64 * unit, 5: 48 * unit, 6: 64 * unit, 7: 64 * unit, 8: 96 * unit, 9: 64 * unit,
}

// healOrder are the kinds of buildings at which bodies of a team heal, the first that
// stands: BotGetHealTarget. Other teams heal at anything.
var (
	healOrder = [2][]int{aliens: {booster, overmind, egg, leech}, humans: {medistat}}
	anyHealer = []int{medistat, booster, overmind, egg, leech}
)

// healReach is how near to a kind of building aliens go to heal, in metres:
// BotActionHealA.
var healReach = [lastBuilding + 1]float64{egg: 95 * unit, overmind: 127 * unit, booster: 199 * unit, leech: 95 * unit}

// healTarget returns the building at which a body would heal, or no target.
func (s *state) healTarget(b int32) target {
	kinds := anyHealer
	if team := s.a.TeamOf(b); team == aliens || team == humans {
		kinds = healOrder[team]
	}
	for _, kind := range kinds {
		if m := s.ownBuilding(b, kind); m.kind != noTarget {
			return m
		}
	}
	return target{}
}

// lacksMedkit reports whether a body has none and could have one. Where the scene
// follows no game, all teams can.
func (s *state) lacksMedkit(b int32) bool {
	return s.good[medkit] >= 0 && !s.owns(b, medkit) && (s.a.TeamOf(b) == humans || s.a.Config.Game != Name)
}

// healed reports whether a body is in full health, and has the medkit that
// medistations hand out.
func (s *state) healed(b int32) bool { return s.a.HealthShare(b) >= 1 && !s.lacksMedkit(b) }

// touches reports whether a body stands on, or at, another.
func (s *state) touches(b, q int32) bool {
	return s.a.Distance(b, q) <= float64(s.a.FormOf(b).Radius+s.a.FormOf(q).Radius)+touch
}

// boosted reports whether an alien has touched a booster. Its attacks would be
// poisonous, but there is no poison here.
func (s *state) boosted(b int32) bool { return s.bots[b].boostUntil > s.a.Now }

// takeRegeneration takes over the regeneration of the game's classes of bots where the
// scene plays the game.
func (s *state) takeRegeneration() {
	s.regen = make([]float32, s.a.FormCount())
	if s.a.Config.Game != Name {
		return
	}
	for i := range s.regen {
		if s.class[i] > 0 && s.forms[i] == 0 {
			s.regen[i] = s.a.TakeRegen(i)
		}
	}
}

// bask looks up what the place where an alien is does to it.
func (s *state) bask(b int32) {
	e := &s.bots[b]
	if s.regen[s.a.Form[b]] <= 0 {
		return
	}
	near := float64(s.a.FormOf(b).Radius+s.widest) + touch + slightly // who is farther does not touch it
	if q := s.nearestOfWithin(b, booster, s.a.Group[b], near, s.works); q >= 0 && s.touches(b, q) {
		e.boostUntil = s.a.Now + s.a.Ticks(boostTime)
	}
	if e.lushness = 1; s.a.HealthShare(b) < 1 && s.rested(b) {
		e.lushness = s.lushness(b)
	}
}

// lushness returns how many times faster an alien regenerates where it is.
func (s *state) lushness(b int32) float32 {
	within := func(kind int, metres float64) bool {
		q := s.nearestOfWithin(b, kind, s.a.Group[b], metres, s.works)
		return q >= 0 && s.a.Distance(b, q) < metres
	}
	if within(booster, boosterReach) {
		return 8
	}
	for kind := 1; kind < firstOfB; kind++ {
		if within(kind, creep[kind]) {
			return 4
		}
	}
	switch mates := s.matesNear(b); {
	case mates >= 2:
		return 4
	case mates == 1, within(overmind, lairReach), within(egg, lairReach):
		return 2
	}
	return 1
}

// matesNear counts the bots and players of a body's team whom it could see near it.
func (s *state) matesNear(b int32) (mates int) {
	x, y, _, _ := s.a.Game.Body(b)
	near := s.a.Borrow()
	defer near.Return()
	near.List = s.a.Groups[s.a.Group[b]].Index.Within(x, y, mateReach, near.List)
	for _, q := range near.List {
		if q != b && !s.isBuilding(q) && s.a.InLine(b, q) {
			mates++
		}
	}
	return mates
}

// rested reports whether an alien has not been hurt for so long that it regenerates.
func (s *state) rested(b int32) bool {
	at := s.struckAt[b]
	return at == 0 || s.a.Since(at) >= alienRest
}

// restJob finds who recuperates.
type restJob state

var _ ecs.Job = (*restJob)(nil)

// recuperate heals the game's aliens by as much as they do by themselves in a tick, and
// pays what they get back for dearer classes, by ascending id.
func (s *state) recuperate() {
	w := s.a.Game.World.Workers()
	s.rests = column.Grow(s.rests, w.Count())
	for i := range s.rests {
		s.rests[i].bodies = s.rests[i].bodies[:0]
	}
	w.Run(len(s.a.Laid), gearGrain, (*restJob)(s))
	s.tended = s.tended[:0]
	for i := range s.rests {
		s.tended = append(s.tended, s.rests[i].bodies...)
	}
	_, _, id := s.a.Game.Columns()
	slices.SortFunc(s.tended, func(p, q int32) int { return cmp.Compare(id[p], id[q]) })
	dt := s.a.Game.World.Clock().DT
	for _, b := range s.tended {
		e := &s.bots[b]
		if rate := s.regen[s.a.Form[b]]; rate > 0 && s.rested(b) {
			s.a.Heal(b, float32(float64(rate*e.lushness)*dt))
		}
		if e.refund > 0 {
			part := min(refundRate*dt, e.refund)
			e.refund -= part
			s.earn(b, part)
		}
	}
}

// Do finds those among the bodies Laid[lo:hi] who may be healed or paid.
func (j *restJob) Do(worker, lo, hi int) {
	s := (*state)(j)
	t := &s.rests[worker]
	for _, b := range s.a.Laid[lo:hi] {
		rate := s.regen[s.a.Form[b]]
		if rate <= 0 && !s.ran[b] || s.a.Health[b].Points <= 0 { // who never acted never evolved
			continue
		}
		if s.bots[b].refund > 0 || rate > 0 && s.a.HealthShare(b) < 1 && s.rested(b) {
			t.bodies = append(t.bodies, b)
		}
	}
}

// attend lets each medistation of the game heal the one on it who came first, and hand
// medkits to all on it in full health: HMedistat_Think.
func (s *state) attend() {
	if s.a.Config.Game != Name {
		return
	}
	for i := range s.teams {
		for _, q := range s.teams[i].kinds[medistat].list {
			s.structures[q].patient = s.treat(q, s.structures[q].patient)
		}
	}
}

// treat does the work of a medistation in a tick. It returns whom it healed, if
// possible the one of the tick before, or 0.
func (s *state) treat(q int32, before components.ID) components.ID {
	if s.a.Dead(q) || !s.works(q) {
		return 0
	}
	patient := int32(-1)
	x, y, _, _ := s.a.Game.Body(q)
	reach := s.a.FormOf(q).Radius + longestStep
	s.near = s.a.Groups[s.a.Group[q]].Index.Within(x, y, reach, s.near[:0])
	for _, b := range s.near {
		h := &s.a.Health[b]
		switch {
		case s.a.Dead(b) || h.Points <= 0 || s.isBuilding(b) || !s.touches(b, q):
		case s.a.HealthShare(b) >= 1:
			if s.lacksMedkit(b) {
				s.a.Cargo[b].Goods |= 1 << s.good[medkit]
			}
		case patient < 0 || s.a.ID(b) == before:
			patient = b
		}
	}
	if patient < 0 {
		return 0
	}
	s.a.Heal(patient, float32(stationRate*s.a.Game.World.Clock().DT))
	return s.a.ID(patient)
}

// longestStep is how far a body may have got since bodies were indexed, with half its
// width, in metres.
const longestStep = 3

// healOn goes on with healing: BotActionHeal.
func healOn(t turn) host.Status {
	goal := t.bots[t.Body].goal
	t.tellHealth(t.Body)
	switch {
	case t.healed(t.Body):
		return host.Success
	case !t.entityOf(goal) || !t.worksAt(goal):
		t.about("gone, or without power:", goal)
		return host.Failure
	case goal.kind == placeTarget || t.Config.Game != Name:
		return t.restAt(goal)
	case t.TeamOf(t.Body) == humans:
		return t.beTreated(goal)
	}
	return t.approachHealer(goal, healReach[t.kindAt(goal)])
}

// beTreated gets onto a medistation, and stays there.
func (t turn) beTreated(goal target) host.Status {
	q := t.livingOf(goal)
	if q < 0 || t.kindAt(goal) != medistat {
		t.Because("its goal is no medistation")
		return host.Failure
	}
	switch patient := t.structures[q].patient; {
	case patient == t.Bot:
		t.unstick(t.Body)
	case patient != 0 && t.gap(t.Body, goal) > stationQueue:
		t.Because("it heals", t.BodyOf(patient))
		t.tellGap(goal, stationQueue)
		return host.Failure
	}
	return t.approachHealer(goal, t.reachOf(t.Body, goal))
}

// approachHealer goes within some metres of a building, and stands there. What is in
// the way does not end it.
func (t turn) approachHealer(goal target, stop float64) host.Status {
	t.tellGap(goal, stop)
	if t.gap(t.Body, goal) <= stop {
		t.Stand()
	} else {
		t.stepOn(stop)
	}
	return host.Running
}

// restAt goes to a building that heals by being rested at, and rests there: a place, or
// any of a scene that follows no game.
func (t turn) restAt(goal target) host.Status {
	stop := max(t.reachOf(t.Body, goal), t.half(goal), healReach[t.kindAt(goal)])
	t.approachHealer(goal, stop)
	if t.gap(t.Body, goal) > stop {
		return host.Running
	}
	if t.kindAt(goal) == medistat {
		t.unstick(t.Body)
	}
	if t.HealthShare(t.Body) < 1 {
		return core.KeepOn(t.Do(core.RestDeed()))
	}
	return core.KeepOn(t.Do(t.giveDeed(t.good[medkit])))
}

// cures are the actions to heal.
var cures = []entry{
	{
		name: "heal",
		doc: "Humans go to their nearest medistation and stay on it until they are in full health and have a medkit: it heals one at a time, by 10 points a second. Aliens go to their " +
			"nearest booster, else overmind, else egg, else leech, where they regenerate faster: 8 times within 6.2 m of a booster, 4 times on creep or with two mates within 9.4 m, twice " +
			"with one or within 22 m of an overmind or egg, but not for 2 seconds after a hit. Succeeds when nothing is left to heal; fails to begin then, without such a building that has " +
			"power, and more than 6.2 m from a medistation that heals somebody else. In scenes without `game:`, and at places, all who rest there heal by 20 points a second.",
		admit: func(t turn) bool {
			t.tellHealth(t.Body)
			return !t.healed(t.Body) && t.setGoal(t.healTarget(t.Body))
		},
		act: healOn,
	},
}

// healScore returns how much a body wants to heal: BotHealScore.
func (s *state) healScore(b int32) float64 {
	share := s.a.HealthShare(b)
	if share >= 1 {
		return 0
	}
	seconds := s.gap(b, s.healTarget(b)) / float64(s.a.SpeedOf(b)*s.a.FormOf(b).Paces.Sprint)
	return (1 + float64(5*zeal(s.skill(b)))) * (1 - share) / math.Sqrt(seconds)
}
