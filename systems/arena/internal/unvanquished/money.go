package unvanquished

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/systems"
)

// The game's sums of credits.
const (
	mostCredits = 2000 // that a bot can have, but by sales
	freeFunds   = 200  // for each g_freeFundPeriod alive
	killBase    = 200  // for a kill, beside half the price of the victim
	teamKill    = 150  // what it costs to kill one of the own team
)

// treasury is what a scene says about credits.
type treasury struct {
	game        bool     // the game's own sums are paid; in other scenes only what they say
	endless     bool     // every bot has the most at all times
	period      ecs.Span // of free funds; 0 for none
	income      float64  // a tick
	destruction float64  // credits for each point of a building
}

func (s *state) openTreasury() {
	tr := &s.treasury
	tr.game = s.a.Config.Game == Name
	tr.endless = s.allows("g_bot_infiniteFunds")
	if seconds := s.number("g_freeFundPeriod"); tr.game && seconds > 0 {
		tr.period = max(s.a.Span(seconds), ecs.Tick)
	}
	tr.destruction = s.number("g_rewardDestruction")
	tr.income = s.a.Config.Match.Income * s.a.Game.World.Clock().DT
}

// earn gives credits to a bot, up to the most that it can have.
func (s *state) earn(b int32, credits float64) {
	e := &s.bots[b]
	e.credits = min(e.credits+credits, max(e.credits, mostCredits))
}

// pay takes credits from a bot.
func (s *state) pay(b int32, credits float64) { s.bots[b].credits -= credits }

// receive gives a living bot what it gets for its time.
func (s *state) receive(b int32) {
	tr := &s.treasury
	if tr.endless {
		s.bots[b].credits = max(s.bots[b].credits, mostCredits)
		return
	}
	if lived := s.a.Now - s.a.Health[b].Born; tr.period > 0 && lived > 0 {
		if _, due := tr.period.Rounds(lived); due {
			s.earn(b, freeFunds)
		}
	}
	if tr.income > 0 {
		s.earn(b, tr.income)
	}
}

// mostBlames is how many a body remembers who hurt it.
const mostBlames = 8

// share is the part of its full health that a body lost to another.
type share struct {
	by   components.ID
	part float32
}

// blames are who took the health that a body lacks. Who took least is forgotten
// first.
type blames struct {
	of   [mostBlames]share
	lost float32 // the part of its health that it lacked when it was hurt last
}

// ease takes blame away when the body lacks a smaller part of its health than at its
// last hurt: all shares shrink alike.
func (m *blames) ease(lost float32) {
	if healed := m.lost - lost; healed > 0 {
		sum := float32(0)
		for i := range m.of {
			sum += m.of[i].part
		}
		left := float32(0)
		if healed < sum {
			left = (sum - healed) / sum
		}
		for i := range m.of {
			m.of[i].part = float32(m.of[i].part * left)
		}
	}
	m.lost = lost
}

// add blames somebody for a part of the health.
func (m *blames) add(by components.ID, part float32) {
	least := 0
	for i := range m.of {
		if m.of[i].by == by {
			m.of[i].part += part
			return
		}
		if m.of[i].part < m.of[least].part {
			least = i
		}
	}
	if m.of[least].part < part {
		m.of[least] = share{by, part}
	}
}

// blame remembers who took points of health from a body, 0 for nobody. It is called
// when they are gone.
func (s *state) blame(b int32, points float32, by components.ID) {
	full := s.a.FormOf(b).Health
	if full <= 0 {
		return
	}
	m, now := &s.records[b].blames, s.a.Health[b].Points
	m.ease(1 - (now+points)/full)
	if part := min(points, now+points) / full; part > 0 {
		m.lost += part
		if by != 0 {
			m.add(by, part)
		}
	}
}

// shares returns who took which parts of its full health from a body that has died, 0
// for nobody: at most 1 in all.
func (s *state) shares(b int32) []share { return s.records[b].blames.of[:] }

// worth returns the price of what a body is or has, or had when it died: of the class
// of an alien, of the weapon and the upgrades of a human.
func (s *state) worth(b int32) float64 {
	if s.a.TeamOf(b) != humans {
		return s.a.FormOf(b).Price
	}
	h := s.holdings(b)
	if s.a.Dead(b) { // and so disarmed
		h.weapon = int(s.bots[b].bore) - 1
	}
	return s.price(&h)
}

// rewardKill pays those who brought a bot or player down, and takes from a bot that
// killed one of its own: no more than it has, which is Thicket's own.
func (s *state) rewardKill(b int32) {
	team, worth := s.a.TeamOf(b), s.worth(b)
	credits := float64(worth / 2)
	if s.treasury.game {
		credits += killBase
		if q := s.a.BodyOf(s.a.Health[b].HurtBy); q >= 0 && q != b && team != systems.NoTeam && s.a.TeamOf(q) == team {
			s.bots[q].credits -= min(teamKill, max(s.bots[q].credits, 0))
		}
	}
	momentum := s.killMomentum(worth)
	for _, sh := range s.shares(b) {
		q := s.a.BodyOf(sh.by)
		if q < 0 || sh.part <= 0 || !s.a.Hostile(q, b) || s.isBuilding(q) {
			continue
		}
		s.earn(q, float64(credits*float64(sh.part)))
		s.gain(s.a.TeamOf(q), float64(momentum*float64(sh.part)))
	}
}

// rateGear finds out the price of the dearest gear or class that each team can have.
func (s *state) rateGear() {
	for team := range min(len(s.teams), 2) {
		s.teams[team].dearest = s.dearest(team)
	}
}

// classSettings are the settings that allow bots to become what aliens are, by class.
var classSettings = [tyrant + 1]string{
	granger: "g_bot_builder", advancedGranger: "g_bot_builderupg", dretch: "g_bot_level0", mantis: "g_bot_level1", marauder: "g_bot_level2",
	advancedMarauder: "g_bot_level2upg", dragoon: "g_bot_level3", advancedDragoon: "g_bot_level3upg", tyrant: "g_bot_level4",
}

// dearest returns the price of the dearest class, or armour, backpack and weapon, that
// a team can have now.
func (s *state) dearest(team int) (price float64) {
	if team == aliens {
		for i, n := range s.class[:len(s.a.Game.Setup.Classes)] {
			f := s.a.FormOfClass(i)
			if n >= granger && n <= tyrant && s.teamOfClass(i) == team && s.market.classes[n] && s.unlocked(team, f.Unlock) {
				price = max(price, f.Price)
			}
		}
		return price
	}
	armour := 0
	for u := lightArmour; u <= battlesuit; u++ {
		if s.sellsUpgrade(team, u) && s.upgradePrice(u) >= price {
			armour, price = u, s.upgradePrice(u)
		}
	}
	for _, u := range [...]int{jetpack, radar} {
		if armour != battlesuit && s.sellsUpgrade(team, u) {
			price += s.upgradePrice(u)
			break
		}
	}
	gun := 0.
	for n := range s.market.weapons {
		if s.sellsWeapon(team, n) {
			gun = max(gun, s.weaponPrice(s.market.weapons[n]))
		}
	}
	return price + gun
}

// zeal returns a skill as a number from 0 to 1: 0 for 1, 1 for 9.
func zeal(skill int) float64 { return float64(float64(skill-1) / 8) }

// rushScore returns how ready a bot is to attack: BotGetBaseRushScore.
func rushScore(t turn) host.Value {
	team := t.TeamOf(t.Body)
	if team != aliens && team != humans || t.teams[team].dearest <= 0 {
		return number32(0.5)
	}
	most := t.teams[team].dearest
	bonus := float64((1 - float64(2*zeal(t.skill(t.Body)))) * most)
	score := (t.bots[t.Body].credits + t.worth(t.Body) + bonus) / most
	return number32(min(max(score, 0), 1))
}
