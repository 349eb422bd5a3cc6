package core

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// teamScore is how a team stands.
type teamScore struct{ score, purse float64 }

// match is the state of the match.
type match struct {
	over   bool
	winner int // a team, or systems.NoTeam
	result string
	ledger ledger
	gone   []components.ID // who died for good in this tick
	near   []int32         `save:"-"` // scratch
	around []int32         `save:"-"` // scratch of blasts
}

func (a *Arena) initMatch() {
	a.match.winner = systems.NoTeam
	a.teams = make([]teamScore, len(a.Game.Setup.Teams))
	for i := range a.teams {
		a.teams[i].purse = a.Config.Match.Purse
	}
	a.day.init(a)
}

// Over reports whether the match has ended.
func (a *Arena) Over() bool { return a.match.over }

// Alive reports whether a body lives. In an arena that sleeps all do.
func (a *Arena) Alive(body int32) bool { return !a.awake || !a.Dead(body) }

// Hide takes a body out of sight, or puts it back.
func (a *Arena) Hide(body int32, hidden bool) {
	if a.awake {
		a.hidden[body] = hidden
	}
}

// Spawn asks the vocabularies, one after the other, as which class a dead body
// will come back; see [host.Spawner].
func (a *Arena) Spawn(body, choice int32) bool {
	for _, s := range a.states {
		if s.Spawn(body, choice) {
			return true
		}
	}
	return false
}

// Winner returns the team that won, or systems.NoTeam for a draw and while the
// match goes on.
func (a *Arena) Winner() int { return a.match.winner }

// Score returns what a team has scored.
func (a *Arena) Score(team int) float64 { return a.teams[team].score }

// Purse returns the money that a team has.
func (a *Arena) Purse(team int) float64 { return a.teams[team].purse }

// score gives points to a body's team.
func (a *Arena) score(b int32, points float64) {
	if team := a.TeamOf(b); team != systems.NoTeam {
		a.teams[team].score += points
	}
}

// tellScored tells those who watch what a body has brought its team.
func (a *Arena) tellScored(b int32, points float64) {
	if team := a.TeamOf(b); points != 0 && team != systems.NoTeam && a.Config.Match.Declared && a.Game.Listens() {
		a.Game.Occur(session.Occurrence{Kind: session.Scored, From: a.ID(b), Text: a.Game.Setup.Teams[team].ID, Number: points})
	}
}

// judge pays the teams their income, and ends a match that is won or has lasted
// long enough.
func (a *Arena) judge() {
	m := &a.Config.Match
	if !m.Declared || len(a.teams) == 0 {
		return
	}
	for i := range a.teams {
		a.teams[i].purse += float64(m.Income * a.dt)
	}
	best, draw := 0, false
	for i := 1; i < len(a.teams); i++ {
		switch {
		case a.teams[i].score > a.teams[best].score:
			best, draw = i, false
		case a.teams[i].score == a.teams[best].score:
			draw = true
		}
	}
	won := m.Score > 0 && a.teams[best].score >= m.Score
	late := m.Time > 0 && float64(a.Now)*a.dt >= m.Time
	if !won && !late {
		return
	}
	if draw {
		best = systems.NoTeam
	}
	result := a.outcome(best)
	for i := range a.teams {
		sep := ":"
		if i == 0 {
			sep = ", "
		}
		result += fmt.Sprintf("%s%.4g", sep, a.teams[i].score)
	}
	a.end(best, result)
}

// outcome says who won: a team, or systems.NoTeam for a draw.
func (a *Arena) outcome(winner int) string {
	if winner == systems.NoTeam {
		return "a draw"
	}
	return a.Game.Setup.Teams[winner].Title() + " won"
}

// End ends the match: a team has won it, or nobody for systems.NoTeam. The reason
// is for people, such as "the humans have no spawn left". A match that is over
// stays as it is.
func (a *Arena) End(winner int, reason string) {
	if !a.match.over {
		a.end(winner, a.outcome(winner)+": "+reason)
	}
}

func (a *Arena) end(winner int, result string) {
	a.match.over, a.match.winner, a.match.result = true, winner, result
	a.Game.Occur(session.Occurrence{Kind: session.Matched, Text: result})
	for _, b := range a.ByID {
		_ = a.Game.Send(a.ID(b), eventMatchEnded.String(), host.NumberValue(float64(a.match.winner))) // it is there
	}
}

// dismiss takes bodies that died for good out of the game, and lets
// vocabularies add some.
func (a *Arena) dismiss(*ecs.World) {
	for _, id := range a.match.gone {
		_ = a.Game.Dismiss(id) // it may have been removed already
	}
	a.match.gone = a.match.gone[:0]
	for _, s := range a.states {
		s.Populate()
	}
}

// GoodNamed returns the index of a good, or -1.
func (a *Arena) GoodNamed(name string) int {
	for i := range a.Config.Goods {
		if a.Config.Goods[i].ID == name {
			return i
		}
	}
	return -1
}

// Affords reports whether a body's team has the money.
func (a *Arena) Affords(b int32, price float64) bool {
	team := a.TeamOf(b)
	return price == 0 || team != systems.NoTeam && a.teams[team].purse >= price
}

func (a *Arena) Pay(b int32, price float64) {
	if team := a.TeamOf(b); team != systems.NoTeam {
		a.teams[team].purse -= price
	}
}

// UsefulTo reports whether a good would change anything for a body.
func (a *Arena) UsefulTo(b int32, good int) bool {
	g, c := &a.Config.Goods[good], &a.Cargo[b]
	has, room := a.armOf(b, g.Weapon), false
	for i := range c.Arms {
		room = room || c.Arms[i].Weapon < 0
	}
	fed := has
	if g.Weapon < 0 {
		fed = int(c.Hand)
	}
	if g.Weapon >= 0 && has < 0 && room ||
		g.Ammo > 0 && fed >= 0 && c.Arms[fed].Weapon >= 0 && int(c.Arms[fed].Spare) < a.Config.Weapons[c.Arms[fed].Weapon].Ammo ||
		g.Armour > a.Health[b].Armour || g.Health > 0 && a.HealthShare(b) < 1 {
		return true
	}
	for _, s := range a.states {
		if s.Useful(b, good) {
			return true
		}
	}
	return false
}

// armOf returns which arm of a body has a weapon, or -1.
func (a *Arena) armOf(b int32, weapon int) int {
	for i := range a.Cargo[b].Arms {
		if weapon >= 0 && int(a.Cargo[b].Arms[i].Weapon) == weapon {
			return i
		}
	}
	return -1
}

// buy gives a good to a body for the team's money, if the purse still holds the
// price.
func (a *Arena) buy(b int32, good int) {
	g := &a.Config.Goods[good]
	if a.Dead(b) || !a.Affords(b, g.Price) || !a.UsefulTo(b, good) {
		return
	}
	a.Pay(b, g.Price)
	c := &a.Cargo[b]
	c.Goods |= 1 << good
	fed := int(c.Hand)
	if g.Weapon >= 0 {
		fed = a.armOf(b, g.Weapon)
		for i := 0; fed < 0; i++ {
			if c.Arms[i].Weapon < 0 {
				c.Arms[i], fed = a.newArm(g.Weapon), i
				a.match.ledger.Given += int64(c.Arms[i].Loaded) + int64(c.Arms[i].Spare)
			}
		}
	}
	if m := &c.Arms[fed]; m.Weapon >= 0 {
		n := min(g.Ammo, max(a.Config.Weapons[m.Weapon].Ammo-int(m.Spare), 0))
		m.Spare += int16(n)
		a.match.ledger.Given += int64(n)
	}
	a.Health[b].Armour = max(a.Health[b].Armour, g.Armour)
	a.Heal(b, g.Health)
	a.TellBought(b, good)
}

// TellBought tells a body, and those who watch, that it has bought a good.
func (a *Arena) TellBought(b int32, good int) {
	g, id := &a.Config.Goods[good], a.ID(b)
	a.Game.Occur(session.Occurrence{Kind: session.Bought, From: id, Text: g.ID, Number: g.Price})
	_ = a.Game.Send(id, eventBought.String(), host.StringValue(g.ID)) // it is there
}

// become turns a body into one of another class, for the team's money.
func (a *Arena) become(b int32, to int16) {
	if f := &a.forms[to]; !a.Dead(b) && a.Affords(b, f.Price) && a.Form[b] != to {
		a.Pay(b, f.Price)
		a.Become(b, int(to))
	}
}

// Become changes a living body's class at no cost. The share of its health and its cargo
// stay; its arms become those of the class.
func (a *Arena) Become(b int32, class int) {
	to := int16(class)
	f := &a.forms[to]
	a.swiftest = max(a.swiftest, f.speed)
	share := float32(a.HealthShare(b))
	h, l := &a.Health[b], &a.match.ledger
	a.disarm(b)
	a.Form[b] = to
	h.Armour = f.Armour
	if !h.Kept {
		l.Left += float64(h.Points)
		h.Points = float32(f.Health * share)
		l.Born += float64(h.Points)
	}
	a.arm(b)
	id, name := a.ID(b), a.Game.Setup.Classes[to].ID
	a.Game.Occur(session.Occurrence{Kind: session.Evolved, From: id, Text: name})
	_ = a.Game.Send(id, eventBecame.String(), host.StringValue(name)) // it is there
}
