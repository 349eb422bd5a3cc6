package economy

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/systems"
)

// The game's sums of credits.
const (
	mostCredits = 2000 // that a bot can have, but by sales
	freeFunds   = 200  // for each g_freeFundPeriod alive, whatever deaths lie in between
	killBase    = 200  // for a kill, beside half the price of the victim
	teamKill    = 150  // what it costs to kill one of the own team
)

// treasury holds the scene's settings of credits.
type treasury struct {
	Game        bool     // the game's own sums are paid; in other scenes only what they say
	endless     bool     // every bot has the most at all times
	period      ecs.Span // of free funds; 0 for none
	income      float64  // a tick
	Destruction float64  // credits for each point of a building
}

func (s *Economy) openTreasury() {
	tr := &s.Treasury
	tr.Game = s.a.Config.Game == lore.Name
	tr.endless = s.Allows("g_bot_infiniteFunds")
	if seconds := s.SettingNumber("g_freeFundPeriod"); tr.Game && seconds > 0 {
		tr.period = max(s.a.Span(seconds), ecs.Tick)
	}
	tr.Destruction = s.SettingNumber("g_rewardDestruction")
	tr.income = s.a.Config.Match.Income * s.a.Game.World.Clock().DT
}

// Earn gives credits to a bot, up to the most that it can have.
func (s *Economy) Earn(b int32, credits float64) {
	e := &s.Bots[b]
	e.Credits = min(e.Credits+credits, max(e.Credits, mostCredits))
}

// Charge takes credits from a bot.
func (s *Economy) Charge(b int32, credits float64) { s.Bots[b].Credits -= credits }

// receive gives a living bot what it gets for its time.
func (s *Economy) receive(b int32) {
	tr := &s.Treasury
	if tr.endless {
		s.Bots[b].Credits = max(s.Bots[b].Credits, mostCredits)
		return
	}
	if e := &s.Bots[b]; tr.period > 0 && s.a.Now > s.a.Health[b].Born {
		e.Lived++
		if _, due := tr.period.Rounds(int64(e.Lived)); due {
			s.Earn(b, freeFunds)
		}
	}
	if tr.income > 0 {
		s.Earn(b, tr.income)
	}
}

// Blame remembers who took points of health from a body, 0 for nobody. It is called
// when they are gone.
func (s *Economy) Blame(b int32, points float32, by components.ID) {
	full := s.a.FormOf(b).Health
	if full <= 0 {
		return
	}
	m, now := &s.Records[b].Blames, s.a.Health[b].Points
	m.Ease(1 - (now+points)/full)
	if part := min(points, now+points) / full; part > 0 {
		m.Lost += part
		if by != 0 {
			m.Add(by, part)
		}
	}
}

// Shares returns who took which parts of its full health from a body that has died, 0
// for nobody: at most 1 in all.
func (s *Economy) Shares(b int32) []world.Share { return s.Records[b].Blames.Of[:] }

// worth returns the price of what a body is or has, or had when it died: of the class
// of an alien, of the weapon and the upgrades of a human.
func (s *Economy) worth(b int32) float64 {
	if s.a.TeamOf(b) != lore.Humans {
		return s.a.FormOf(b).Price
	}
	h := s.holdings(b)
	if s.a.Dead(b) { // and so disarmed
		h.Weapon = int(s.Bots[b].Bore) - 1
	}
	return s.price(&h)
}

// RewardKill pays those who brought a bot or player down, and takes from a bot that
// killed one of its own: no more than it has, which is Thicket's own.
func (s *Economy) RewardKill(b int32) {
	team, worth := s.a.TeamOf(b), s.worth(b)
	credits := float64(worth / 2)
	if s.Treasury.Game {
		credits += killBase
		if q := s.a.BodyOf(s.a.Health[b].HurtBy); q >= 0 && q != b && team != systems.NoTeam && s.a.TeamOf(q) == team {
			s.Bots[q].Credits -= min(teamKill, max(s.Bots[q].Credits, 0))
		}
	}
	momentum := s.killMomentum(worth)
	for _, sh := range s.Shares(b) {
		q := s.a.BodyOf(sh.By)
		if q < 0 || sh.Part <= 0 || !s.a.Hostile(q, b) || s.IsBuilding(q) {
			continue
		}
		s.Earn(q, float64(credits*float64(sh.Part)))
		s.Gain(s.a.TeamOf(q), float64(momentum*float64(sh.Part)))
	}
}

// RateGear finds out the price of the dearest gear or class that each team can have.
func (s *Economy) RateGear() {
	for team := range min(len(s.Teams), 2) {
		s.Teams[team].Dearest = s.dearest(team)
	}
}

// classSettings are the settings that allow bots to become what aliens are, by class.
var classSettings = [lore.Tyrant + 1]string{
	lore.Granger: "g_bot_builder", lore.AdvancedGranger: "g_bot_builderupg", lore.Dretch: "g_bot_level0", lore.Mantis: "g_bot_level1", lore.Marauder: "g_bot_level2",
	lore.AdvancedMarauder: "g_bot_level2upg", lore.Dragoon: "g_bot_level3", lore.AdvancedDragoon: "g_bot_level3upg", lore.Tyrant: "g_bot_level4",
}

// dearest returns the price of the dearest class, or armour, backpack and weapon, that
// a team can have now.
func (s *Economy) dearest(team int) (price float64) {
	if team == lore.Aliens {
		for i, n := range s.ClassNumber[:len(s.a.Game.Setup.Classes)] {
			f := s.a.FormOfClass(i)
			if n >= lore.Granger && n <= lore.Tyrant && s.TeamOfClass(i) == team && s.market.classes[n] && s.Unlocked(team, f.Unlock) {
				price = max(price, f.Price)
			}
		}
		return price
	}
	armour := 0
	for u := lore.LightArmour; u <= lore.Battlesuit; u++ {
		if s.sellsUpgrade(team, u) && s.upgradePrice(u) >= price {
			armour, price = u, s.upgradePrice(u)
		}
	}
	for _, u := range [...]int{lore.Jetpack, lore.Radar} {
		if armour != lore.Battlesuit && s.sellsUpgrade(team, u) {
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

// rushScore returns how ready a bot is to attack: BotGetBaseRushScore.
func rushScore(t turn) host.Value {
	team := t.TeamOf(t.Body)
	if team != lore.Aliens && team != lore.Humans || t.Teams[team].Dearest <= 0 {
		return lore.Number32(0.5)
	}
	most := t.Teams[team].Dearest
	bonus := float64((1 - float64(2*world.Zeal(t.Skill(t.Body)))) * most)
	score := (t.Bots[t.Body].Credits + t.worth(t.Body) + bonus) / most
	return lore.Number32(min(max(score, 0), 1))
}
