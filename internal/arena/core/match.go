package core

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// teamScore says how a team stands.
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

// contest says how the teams stand, and the match of which that decides.
type contest struct {
	*bodies `save:"-"`
	teams   []teamScore
	match
}

func (ct *contest) initMatch() {
	ct.winner = systems.NoTeam
	ct.teams = make([]teamScore, len(ct.Game.Setup.Teams))
	for i := range ct.teams {
		ct.teams[i].purse = ct.Config.Match.Purse
	}
}

// Over reports whether the match has ended.
func (a *Arena) Over() bool { return a.Match.over }

// Alive reports whether a body lives. In an arena that sleeps all do.
func (bs *bodies) Alive(body int32) bool { return !bs.awake || !bs.Dead(body) }

// Hide takes a body out of sight, or puts it back.
func (bs *bodies) Hide(body int32, hidden bool) {
	if bs.awake {
		bs.hidden[body] = hidden
	}
}

// Spawn asks the vocabularies, one after the other, as which class a dead body
// will come back; see [host.Spawner].
func (bs *bodies) Spawn(body, choice int32) bool {
	for _, s := range bs.states {
		if s.Spawn(body, choice) {
			return true
		}
	}
	return false
}

// Winner returns the team that won, or systems.NoTeam for a draw and while the
// match goes on.
func (ct *contest) Winner() int { return ct.winner }

// Score returns what a team has scored.
func (ct *contest) Score(team int) float64 { return ct.teams[team].score }

// Purse returns the money that a team has.
func (ct *contest) Purse(team int) float64 { return ct.teams[team].purse }

// score gives points to a body's team.
func (ct *contest) score(b int32, points float64) {
	if team := ct.TeamOf(b); team != systems.NoTeam {
		ct.teams[team].score += points
	}
}

// tellScored tells those who watch what a body has brought its team.
func (ct *contest) tellScored(b int32, points float64) {
	if team := ct.TeamOf(b); points != 0 && team != systems.NoTeam && ct.Config.Match.Declared && ct.Game.Journal.Listens() {
		ct.Game.Journal.Occur(session.Occurrence{Kind: session.Scored, From: ct.ID(b), Text: ct.Game.Setup.Teams[team].ID, Number: points})
	}
}

// judge pays the teams their income, and ends a match that is won or has lasted
// long enough.
func (ct *contest) judge() {
	m := &ct.Config.Match
	if !m.Declared || len(ct.teams) == 0 {
		return
	}
	for i := range ct.teams {
		ct.teams[i].purse += float64(m.Income * ct.dt)
	}
	best, draw := 0, false
	for i := 1; i < len(ct.teams); i++ {
		switch {
		case ct.teams[i].score > ct.teams[best].score:
			best, draw = i, false
		case ct.teams[i].score == ct.teams[best].score:
			draw = true
		}
	}
	won := m.Score > 0 && ct.teams[best].score >= m.Score
	late := m.Time > 0 && float64(ct.Now)*ct.dt >= m.Time
	if !won && !late {
		return
	}
	if draw {
		best = systems.NoTeam
	}
	result := ct.outcome(best)
	for i := range ct.teams {
		sep := ":"
		if i == 0 {
			sep = ", "
		}
		result += fmt.Sprintf("%s%.4g", sep, ct.teams[i].score)
	}
	ct.end(best, result)
}

// outcome says who won: a team, or systems.NoTeam for a draw.
func (ct *contest) outcome(winner int) string {
	if winner == systems.NoTeam {
		return "a draw"
	}
	return ct.Game.Setup.Teams[winner].Title() + " won"
}

// End ends the match: a team has won it, or nobody for systems.NoTeam. The reason
// is for people, such as "the humans have no spawn left". A match that is over
// stays as it is.
func (ct *contest) End(winner int, reason string) {
	if !ct.over {
		ct.end(winner, ct.outcome(winner)+": "+reason)
	}
}

func (ct *contest) end(winner int, result string) {
	ct.over, ct.winner, ct.result = true, winner, result
	ct.Game.Journal.Occur(session.Occurrence{Kind: session.Matched, Text: result})
	for _, b := range ct.ByID {
		_ = ct.Game.Mail.Send(ct.ID(b), eventMatchEnded.String(), host.NumberValue(float64(ct.winner))) // it is there
	}
}

// dismiss takes bodies that died for good out of the game, and lets
// vocabularies add some.
func (lf *life) dismiss(*ecs.World) {
	for _, id := range lf.match.gone {
		_ = lf.Game.Population.Dismiss(id) // it may have been removed already
	}
	lf.match.gone = lf.match.gone[:0]
	for _, s := range lf.states {
		s.Populate()
	}
}

// GoodNamed returns the index of a good, or -1.
func (bs *bodies) GoodNamed(name string) int {
	for i := range bs.Config.Goods {
		if bs.Config.Goods[i].ID == name {
			return i
		}
	}
	return -1
}

// Affords reports whether a body's team has the money.
func (ct *contest) Affords(b int32, price float64) bool {
	team := ct.TeamOf(b)
	return price == 0 || team != systems.NoTeam && ct.teams[team].purse >= price
}

func (ct *contest) Pay(b int32, price float64) {
	if team := ct.TeamOf(b); team != systems.NoTeam {
		ct.teams[team].purse -= price
	}
}

// trade says what bodies buy, use up and hand over.
type trade struct {
	*bodies
	items *items
	life  *life
	match *contest
}

// UsefulTo reports whether a good would change anything for a body.
func (td *trade) UsefulTo(b int32, good int) bool {
	g, c := &td.Config.Goods[good], &td.Cargo[b]
	has, room := td.armOf(b, g.Weapon), false
	for i := range c.Arms {
		room = room || c.Arms[i].Weapon < 0
	}
	fed := has
	if g.Weapon < 0 {
		fed = int(c.Hand)
	}
	if g.Weapon >= 0 && has < 0 && room ||
		g.Ammo > 0 && fed >= 0 && c.Arms[fed].Weapon >= 0 && int(c.Arms[fed].Spare) < td.Config.Weapons[c.Arms[fed].Weapon].Ammo ||
		g.Armour > td.Health[b].Armour || g.Health > 0 && td.HealthShare(b) < 1 {
		return true
	}
	for _, s := range td.states {
		if s.Useful(b, good) {
			return true
		}
	}
	return false
}

// armOf returns which arm of a body has a weapon, or -1.
func (bs *bodies) armOf(b int32, weapon int) int {
	for i := range bs.Cargo[b].Arms {
		if weapon >= 0 && int(bs.Cargo[b].Arms[i].Weapon) == weapon {
			return i
		}
	}
	return -1
}

// buy gives a good to a body for the team's money, if the purse still holds the
// price.
func (td *trade) buy(b int32, good int) {
	g := &td.Config.Goods[good]
	if td.Dead(b) || !td.match.Affords(b, g.Price) || !td.UsefulTo(b, good) {
		return
	}
	td.match.Pay(b, g.Price)
	c := &td.Cargo[b]
	c.Goods |= 1 << good
	fed := int(c.Hand)
	if g.Weapon >= 0 {
		fed = td.armOf(b, g.Weapon)
		for i := 0; fed < 0; i++ {
			if c.Arms[i].Weapon < 0 {
				c.Arms[i], fed = td.newArm(g.Weapon), i
				td.match.ledger.Given += int64(c.Arms[i].Loaded) + int64(c.Arms[i].Spare)
			}
		}
	}
	if m := &c.Arms[fed]; m.Weapon >= 0 {
		n := min(g.Ammo, max(td.Config.Weapons[m.Weapon].Ammo-int(m.Spare), 0))
		m.Spare += int16(n)
		td.match.ledger.Given += int64(n)
	}
	td.Health[b].Armour = max(td.Health[b].Armour, g.Armour)
	td.life.Heal(b, g.Health)
	td.TellBought(b, good)
}

// TellBought tells a body, and those who watch, that it has bought a good.
func (td *trade) TellBought(b int32, good int) {
	g, id := &td.Config.Goods[good], td.ID(b)
	td.Game.Journal.Occur(session.Occurrence{Kind: session.Bought, From: id, Text: g.ID, Number: g.Price})
	_ = td.Game.Mail.Send(id, eventBought.String(), host.StringValue(g.ID)) // it is there
}

// become turns a body into one of another class, for the team's money.
func (td *trade) become(b int32, to int16) {
	if f := &td.forms[to]; !td.Dead(b) && td.match.Affords(b, f.Price) && td.Form[b] != to {
		td.match.Pay(b, f.Price)
		td.life.Become(b, int(to))
	}
}

// Become changes a living body's class at no cost. The share of its health and its cargo
// stay; its arms become those of the class.
func (lf *life) Become(b int32, class int) {
	to := int16(class)
	f := &lf.forms[to]
	lf.swiftest = max(lf.swiftest, f.speed)
	share := float32(lf.HealthShare(b))
	h, l := &lf.Health[b], &lf.match.ledger
	lf.disarm(b)
	lf.Form[b] = to
	h.Armour = f.Armour
	if !h.Kept {
		l.Left += float64(h.Points)
		h.Points = float32(f.Health * share)
		l.Born += float64(h.Points)
	}
	lf.arm(b)
	id, name := lf.ID(b), lf.Game.Setup.Classes[to].ID
	lf.Game.Journal.Occur(session.Occurrence{Kind: session.Evolved, From: id, Text: name})
	_ = lf.Game.Mail.Send(id, eventBecame.String(), host.StringValue(name)) // it is there
}
