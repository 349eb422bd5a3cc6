package unvanquished

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
)

// growth is what the state keeps of all evolving.
type growth struct {
	regen        []float32 // by form: the points a second that aliens regenerate at least, else 0
	evolves      bool      // g_bot_evolve
	crowdRatio   float64   // g_evolveAroundHumans
	devolveReach float64   // g_devolveMaxBaseDistance, in metres
}

// evolveOrder are the classes that evolve tries, by number: BotActionEvolve.
var evolveOrder = [...]int{tyrant, advancedDragoon, dragoon, advancedMarauder, marauder, mantis, dretch, advancedGranger, granger}

// The numbers of evolving. Lengths are metres, times seconds.
const (
	crowdReach  = 433 * unit // half the side of the square in which humans are counted
	evolvePause = 0.5
	refundShare = 0.9
	refundRate  = 40 // credits a second
)

// readGrowth reads the settings of evolving, which are asked in every tick.
func (s *state) readGrowth() {
	s.evolves = s.allows("g_bot_evolve")
	s.crowdRatio = s.number("g_evolveAroundHumans")
	s.devolveReach = s.number("g_devolveMaxBaseDistance") / s.perM
}

// evolution returns the class of the scene as which a body can go on that wants to be
// one of a number, or -1.
func (s *state) evolution(b int32, number int) int {
	if number <= 0 || number >= len(classNames) {
		return -1
	}
	for _, i := range s.numbered[number] {
		if s.sameTeam(b, i) && s.canBecome(b, i) {
			return i
		}
	}
	return -1
}

// canBecome reports whether a body can evolve to a class of its team. What the game
// asks is asked of its aliens; others need the credits alone, and are there only where the
// scene follows no game.
func (s *state) canBecome(b int32, to int) bool {
	old, number := s.class[s.a.Form[b]], s.class[to]
	e, cost := &s.bots[b], s.priceOf(b, to)
	if !s.evolves || int(s.a.Form[b]) == to || e.steadyFrom > s.a.Now || e.credits < cost {
		return false
	}
	if number == 0 || number >= nakedHuman {
		return s.a.Config.Game != Name
	}
	unlock := s.a.FormOfClass(to).Unlock
	return s.market.classes[number] && (unlock <= 0 || s.unlocked(s.a.TeamOf(b), unlock)) &&
		s.teams[s.a.Group[b]].powered && s.a.Cargo[b].Ready.At <= s.a.Now && !(old <= advancedGranger && s.structures[b].ready.At > s.a.Now) &&
		(!devolving(old, number, cost) || s.mainWithin(b, s.devolveReach)) && !s.crowded(b)
}

// priceOf returns what it costs a body to become one of a class, in credits: less than
// nothing for a cheaper one.
func (s *state) priceOf(b int32, to int) float64 {
	return s.a.FormOfClass(to).Price - s.a.FormOf(b).Price
}

// devolving reports whether going from a class to another, by number, is a step back.
func devolving(from, to int, cost float64) bool {
	if from == granger && (to == dretch || to == advancedGranger) || from == advancedGranger && to == dretch {
		return false
	}
	return cost <= 0
}

// crowded reports whether foes keep a body from evolving: one of them, or a building of
// theirs with power, is in sight nearby, and too few buildings of its own team are.
func (s *state) crowded(b int32) bool {
	near := s.a.Borrow()
	defer near.Return()
	foes, seen := 0, false
	for _, gi := range s.a.Groups[s.a.Group[b]].Foes {
		near.List = s.inCrowdReach(b, gi, near.List[:0])
		for _, q := range near.List {
			if s.forms[s.a.Form[q]] == 0 || s.powered(q) {
				foes++
				seen = seen || s.a.InLine(b, q)
			}
		}
	}
	if !seen {
		return false
	}
	own := 0
	near.List = s.inCrowdReach(b, s.a.Group[b], near.List[:0])
	for _, q := range near.List {
		if s.forms[s.a.Form[q]] != 0 {
			own++
		}
	}
	return float64(own) < s.crowdRatio*float64(foes)
}

// inCrowdReach appends the living of a group that are in the square around a body in
// which foes are counted.
func (s *state) inCrowdReach(b int32, group int16, list []int32) []int32 {
	x, y, _, _ := s.a.Game.Body(b)
	list = s.a.Groups[group].Index.Within(x, y, crowdReach*math.Sqrt2, list)
	inside := list[:0]
	for _, q := range list {
		if dx, dy := s.a.Delta(b, q); math.Abs(dx) <= crowdReach && math.Abs(dy) <= crowdReach {
			inside = append(inside, q)
		}
	}
	return inside
}

// mainWithin reports whether a body's main building is nearer than so many metres, or
// the scene has none for it.
func (s *state) mainWithin(b int32, metres float64) bool {
	m := s.mainOf(b)
	return m.kind == noTarget || s.gap(b, m) < metres
}

// evolveInto lets the bot become one of a class; -1 fails.
func (t turn) evolveInto(class int) host.Status {
	if class < 0 {
		return host.Failure
	}
	t.bots[t.Body].steadyFrom = t.Now + max(t.Ticks(evolvePause), 1)
	return t.Do(t.evolveDeed(class))
}

// evolve makes a body one of a class, for its own credits.
func (s *state) evolve(b int32, class int) {
	e, cost := &s.bots[b], s.priceOf(b, class)
	if s.a.Dead(b) || s.a.Health[b].Points <= 0 || e.credits < cost {
		return
	}
	if cost > 0 {
		s.pay(b, cost)
	} else {
		e.refund -= float64(refundShare * s.a.HealthShare(b) * cost)
	}
	s.a.Become(b, class)
	s.a.Delay(b, e.steadyFrom)
	s.forgetCombat(b)
}

// best returns the class as which evolve lets a body go on, or -1.
func (s *state) best(b int32) int {
	own := s.class[s.a.Form[b]]
	if own == 0 || own >= nakedHuman {
		return s.dearestClass(b)
	}
	for _, number := range evolveOrder {
		for _, i := range s.numbered[number] {
			if s.sameTeam(b, i) && !devolving(own, number, s.priceOf(b, i)) && s.canBecome(b, i) {
				return i
			}
		}
	}
	return -1
}

// dearestClass returns the dearest class of a body's team that is dearer than its own and
// that it can become, or -1.
func (s *state) dearestClass(b int32) int {
	best := -1
	for i := range s.a.Game.Setup.Classes {
		if s.sameTeam(b, i) && s.priceOf(b, i) > 0 && (best < 0 || s.a.FormOfClass(i).Price > s.a.FormOfClass(best).Price) && s.canBecome(b, i) {
			best = i
		}
	}
	return best
}

// evolutions are the actions to change class.
var evolutions = []entry{
	{
		name: "evolve",
		doc: "Becomes the first of these that is not its own class, no step back, and possible as `evolveTo` says: tyrant, advanced dragoon, dragoon, advanced marauder, marauder, " +
			"mantis, dretch, advanced granger, granger. Fails when there is none. In scenes without `game:`, bots of other classes become the dearest of their team for which they have the credits.",
		act: func(t turn) host.Status {
			t.tellEvolution(0)
			return t.evolveInto(t.best(t.Body))
		},
	},
	{
		name: "evolveTo",
		doc: "Becomes a bot of a class of its team, for the difference of the prices, and keeps its share of health, its goal and its timers. Succeeds when it is of that class. An alien " +
			"fails while a setting forbids the class or momentum has not unlocked it, without an overmind, while a foe is in sight within 13.5 m and its team has fewer than 1.5 buildings " +
			"there for each, as a granger whose building is not done, during an attack, for half a second after it evolved, without the credits, and more than 31 m from the overmind where " +
			"the class is no dearer: then 90 % of the difference comes back, times its share of health, by 40 credits a second.",
		act: func(t turn) host.Status {
			number := int(t.Num(0))
			if number > 0 && number == t.class[t.Form[t.Body]] {
				t.Because("it is of that class")
				return host.Success
			}
			t.tellEvolution(number)
			return t.evolveInto(t.evolution(t.Body, number))
		},
	},
}

// growthAsks are the functions about health and classes.
var growthAsks = []entry{
	{name: "canEvolveTo", doc: "1 when `evolveTo` would make it one of another class; else 0.",
		ask: func(t turn) host.Value { return truth(t.evolution(t.Body, int(t.Num(0))) >= 0) }},
	{name: "class", doc: "The number of its class, by the class's id or a tag: the symbol in small letters, without PCL_; 0 for another. In `selectClass` that as which it would come back.",
		ask: func(t turn) host.Value {
			form := int(t.Form[t.Body])
			if first := t.firstClass(t.Body); first >= 0 && t.Dead(t.Body) {
				form = first
			}
			return host.IntValue(int64(t.class[form]))
		}},
	{name: "healScore", doc: "The share of its health that it lacks, times 1 to 6 for skill 1 to 9, divided by the square root of the seconds to the building at which it would heal; about 0 without one.",
		ask: func(t turn) host.Value { return number32(t.healScore(t.Body)) }},
}
