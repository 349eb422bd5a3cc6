package economy

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/mind"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
)

// evolveOrder are the classes that evolve tries, by number: BotActionEvolve.
var evolveOrder = [...]int{lore.Tyrant, lore.AdvancedDragoon, lore.Dragoon, lore.AdvancedMarauder, lore.Marauder, lore.Mantis, lore.Dretch, lore.AdvancedGranger, lore.Granger}

// The numbers of evolving. Lengths are metres, times seconds.
const (
	crowdReach  = 433 * lore.Unit // half the side of the square in which humans are counted
	evolvePause = 0.5
	refundShare = 0.9
	RefundRate  = 40 // credits a second
)

// readGrowth reads the settings of evolving, which are asked in every tick.
func (s *Economy) readGrowth() {
	s.evolves = s.Allows("g_bot_evolve")
	s.crowdRatio = s.SettingNumber("g_evolveAroundHumans")
	s.devolveReach = s.SettingNumber("g_devolveMaxBaseDistance") / s.UnitsPerMetre
}

// evolution returns the class of the scene as which a body can go on that wants to be
// one of a number, or -1.
func (s *Economy) evolution(b int32, number int) int {
	if number <= 0 || number >= len(lore.ClassNames) {
		return -1
	}
	for _, i := range s.Numbered[number] {
		if s.SameTeam(b, i) && s.canBecome(b, i) {
			return i
		}
	}
	return -1
}

// canBecome reports whether a body can evolve to a class of its team. What the game
// asks is asked of its aliens; others need the credits alone, and are there only where the
// scene follows no game.
func (s *Economy) canBecome(b int32, to int) bool {
	old, number := s.ClassNumber[s.a.Form[b]], s.ClassNumber[to]
	e, cost := &s.Bots[b], s.priceOf(b, to)
	if !s.evolves || int(s.a.Form[b]) == to || e.SteadyFrom > s.a.Now || e.Credits < cost {
		return false
	}
	if number == 0 || number >= lore.NakedHuman {
		return s.a.Config.Game != lore.Name
	}
	unlock := s.a.FormOfClass(to).Unlock
	return s.market.classes[number] && (unlock <= 0 || s.Unlocked(s.a.TeamOf(b), unlock)) &&
		s.Teams[s.a.Group[b]].Powered && s.a.Cargo[b].Ready.At <= s.a.Now && !(old <= lore.AdvancedGranger && s.Structures[b].Ready.At > s.a.Now) &&
		(!devolving(old, number, cost) || s.mainWithin(b, s.devolveReach)) && !s.crowded(b)
}

// priceOf returns what it costs a body to become one of a class, in credits: less than
// nothing for a cheaper one.
func (s *Economy) priceOf(b int32, to int) float64 {
	return s.a.FormOfClass(to).Price - s.a.FormOf(b).Price
}

// devolving reports whether going from a class to another, by number, is a step back.
func devolving(from, to int, cost float64) bool {
	if from == lore.Granger && (to == lore.Dretch || to == lore.AdvancedGranger) || from == lore.AdvancedGranger && to == lore.Dretch {
		return false
	}
	return cost <= 0
}

// crowded reports whether foes keep a body from evolving: one of them, or a building of
// theirs with power, is in sight nearby, and too few buildings of its own team are.
func (s *Economy) crowded(b int32) bool {
	near := s.a.Sight.Borrow()
	defer near.Return()
	foes, seen := 0, false
	for _, gi := range s.a.Groups[s.a.Group[b]].Foes {
		near.List = s.inCrowdReach(b, gi, near.List[:0])
		for _, q := range near.List {
			if s.FormKinds[s.a.Form[q]] == 0 || s.Powered(q) {
				foes++
				seen = seen || s.a.Sight.InLine(b, q)
			}
		}
	}
	if !seen {
		return false
	}
	own := 0
	near.List = s.inCrowdReach(b, s.a.Group[b], near.List[:0])
	for _, q := range near.List {
		if s.FormKinds[s.a.Form[q]] != 0 {
			own++
		}
	}
	return float64(own) < s.crowdRatio*float64(foes)
}

// inCrowdReach appends the living of a group that are in the square around a body in
// which foes are counted.
func (s *Economy) inCrowdReach(b int32, group int16, list []int32) []int32 {
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
func (s *Economy) mainWithin(b int32, metres float64) bool {
	m := s.MainOf(b)
	return m.Kind == world.NoTarget || s.Gap(b, m) < metres
}

// evolveInto lets the bot become one of a class; -1 fails.
func (t turn) evolveInto(class int) host.Status {
	if class < 0 {
		return host.Failure
	}
	t.Bots[t.Body].SteadyFrom = t.steadyFrom()
	return t.Do(t.EvolveDeed(class))
}

// steadyFrom returns from which tick on a body that evolves now may do so again.
func (s *Economy) steadyFrom() int64 { return s.a.Now + max(s.a.Ticks(evolvePause), 1) }

// Evolve makes a body one of a class, for its own credits.
func (s *Economy) Evolve(b int32, class int) {
	e, cost := &s.Bots[b], s.priceOf(b, class)
	if s.a.Dead(b) || s.a.Health[b].Points <= 0 || e.Credits < cost {
		return
	}
	if cost > 0 {
		s.Charge(b, cost)
	} else {
		e.Refund -= float64(refundShare * s.a.HealthShare(b) * cost)
	}
	e.SteadyFrom = s.steadyFrom()
	s.a.Life.Become(b, class)
	s.a.Delay(b, e.SteadyFrom)
	s.ForgetCombat(b)
}

// best returns the class as which evolve lets a body go on, or -1.
func (s *Economy) best(b int32) int {
	own := s.ClassNumber[s.a.Form[b]]
	if own == 0 || own >= lore.NakedHuman {
		return s.dearestClass(b)
	}
	for _, number := range evolveOrder {
		for _, i := range s.Numbered[number] {
			if s.SameTeam(b, i) && !devolving(own, number, s.priceOf(b, i)) && s.canBecome(b, i) {
				return i
			}
		}
	}
	return -1
}

// dearestClass returns the dearest class of a body's team that is dearer than its own and
// that it can become, or -1.
func (s *Economy) dearestClass(b int32) int {
	best := -1
	for i := range s.a.Game.Setup.Classes {
		if s.SameTeam(b, i) && s.priceOf(b, i) > 0 && (best < 0 || s.a.FormOfClass(i).Price > s.a.FormOfClass(best).Price) && s.canBecome(b, i) {
			best = i
		}
	}
	return best
}

// evolutions are the actions to change class.
var evolutions = []mind.Entry[turn]{
	{
		Name: "evolve",
		Doc: "Becomes the first of these that is not its own class, no step back, and possible as `evolveTo` says: tyrant, advanced dragoon, dragoon, advanced marauder, marauder, " +
			"mantis, dretch, advanced granger, granger. Fails when there is none. In scenes without `game:`, bots of other classes become the dearest of their team for which they have the credits.",
		Act: func(t turn) host.Status {
			t.tellEvolution(0)
			return t.evolveInto(t.best(t.Body))
		},
	},
	{
		Name: "evolveTo",
		Doc: "Becomes a bot of a class of its team, for the difference of the prices, and keeps its share of health, its goal and its timers. Succeeds when it is of that class. An alien " +
			"fails while a setting forbids the class or momentum has not unlocked it, without an overmind, while a foe is in sight within 13.5 m and its team has fewer than 1.5 buildings " +
			"there for each, as a granger whose building is not done, during an attack, for half a second after it evolved, without the credits, and more than 31 m from the overmind where " +
			"the class is no dearer: then 90 % of the difference comes back, times its share of health, by 40 credits a second.",
		Act: func(t turn) host.Status {
			number := int(t.Num(0))
			if number > 0 && number == t.ClassNumber[t.Form[t.Body]] {
				t.Because("it is of that class")
				return host.Success
			}
			t.tellEvolution(number)
			return t.evolveInto(t.evolution(t.Body, number))
		},
	},
}

// growthAsks are the functions about classes.
var growthAsks = []mind.Entry[turn]{
	{Name: "canEvolveTo", Doc: "1 when `evolveTo` would make it one of another class; else 0.",
		Ask: func(t turn) host.Value { return lore.Truth(t.evolution(t.Body, int(t.Num(0))) >= 0) }},
	{Name: "class", Doc: "The number of its class, by the class's id or a tag: the symbol in small letters, without PCL_; 0 for another. In `selectClass` that as which it would come back.",
		Ask: func(t turn) host.Value {
			form := int(t.Form[t.Body])
			if first := t.FirstClass(t.Body); first >= 0 && t.Dead(t.Body) {
				form = first
			}
			return host.IntValue(int64(t.ClassNumber[form]))
		}},
}
