package match

import (
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// arm is a weapon in the hands of a class; its indexes are those of the scene. A weapon of -1 is
// whatever hurts without one.
type arm struct{ team, class, weapon int }

// use counts what was done with an arm.
type use struct {
	shots, hits, kills int64
	damage             float64
}

// member is a class of a team.
type member struct{ team, class int }

// thing is a thing that a team got.
type thing struct {
	team int
	name string
}

// counts counts what happens in a match.
type counts struct {
	game    *systems.Game
	arena   *arena.Arena // nil while it sleeps
	result  string
	arms    map[arm]*use
	kills   map[member]int64
	deaths  map[member]int64
	bought  map[thing]int64
	evolved map[thing]int64
	built   map[thing]int64
	harm    map[int32]blow       // by body: by whom it was hurt last, and with what
	pending []session.Occurrence // of the tick
}

// blow says who hurt somebody, and with what.
type blow struct {
	by     components.ID
	weapon int
}

var (
	_ arena.Witness    = (*counts)(nil)
	_ session.Listener = (*counts)(nil)
)

func newCounts(s *live.Session) *counts {
	c := &counts{
		game: s.Game(), arms: map[arm]*use{}, kills: map[member]int64{}, deaths: map[member]int64{},
		bought: map[thing]int64{}, evolved: map[thing]int64{}, built: map[thing]int64{}, harm: map[int32]blow{},
	}
	if c.arena = arena.Of(c.game); c.arena != nil {
		c.arena.Watch(c)
	}
	return c
}

// of returns the class of a body and its team.
func (c *counts) of(body int32) member {
	class, team := c.arena.Member(body)
	return member{team, class}
}

// with returns what was done with a weapon by a body.
func (c *counts) with(body int32, weapon int) *use {
	m := c.of(body)
	key := arm{m.team, m.class, weapon}
	u := c.arms[key]
	if u == nil {
		u = &use{}
		c.arms[key] = u
	}
	return u
}

// Struck counts a blow or a shot.
func (c *counts) Struck(body int32, weapon int, hit bool) {
	u := c.with(body, weapon)
	u.shots++
	if hit {
		u.hits++
	}
}

// Harmed counts points of health that somebody took from a body.
func (c *counts) Harmed(body int32, points float32, by components.ID, weapon int) {
	if by == 0 {
		return
	}
	c.harm[body] = blow{by, weapon}
	if q := c.arena.BodyOf(by); q >= 0 {
		c.with(q, weapon).damage += float64(points)
	}
}

// Fell counts a death, and a kill.
func (c *counts) Fell(body, by int32) {
	c.deaths[c.of(body)]++
	if by < 0 {
		return
	}
	c.kills[c.of(by)]++
	weapon := -1
	if last, ok := c.harm[body]; ok && c.arena.BodyOf(last.by) == by {
		weapon = last.weapon
	}
	c.with(by, weapon).kills++
	delete(c.harm, body)
}

// Happened notes what bodies bought, became and built, for the end of the tick.
func (c *counts) Happened(o session.Occurrence) {
	switch o.Kind {
	case session.Matched:
		c.result = o.Text
	case session.Bought, session.Evolved, session.Born:
		if o.More == 0 {
			c.pending = append(c.pending, o)
		}
	}
}

// Branched does nothing: no match goes back.
func (*counts) Branched(int64) {}

// settle counts what happened in the tick that is over.
func (c *counts) settle() {
	if c.arena == nil {
		if c.arena = arena.Of(c.game); c.arena != nil {
			c.arena.Watch(c)
		}
	}
	for _, o := range c.pending {
		key := thing{systems.NoTeam, o.Text}
		if c.arena != nil {
			if b := c.arena.BodyOf(o.From); b >= 0 {
				_, key.team = c.arena.Member(b)
			}
		}
		switch o.Kind {
		case session.Bought:
			c.bought[key]++
		case session.Evolved:
			c.evolved[key]++
		case session.Born:
			c.built[key]++
		}
	}
	c.pending = c.pending[:0]
}

// add adds what was counted in another match.
func (c *counts) add(o *counts) {
	for key, u := range o.arms {
		to := c.arms[key]
		if to == nil {
			to = &use{}
			c.arms[key] = to
		}
		to.shots, to.hits, to.kills, to.damage = to.shots+u.shots, to.hits+u.hits, to.kills+u.kills, to.damage+u.damage
	}
	sum(c.kills, o.kills)
	sum(c.deaths, o.deaths)
	sum(c.bought, o.bought)
	sum(c.evolved, o.evolved)
	sum(c.built, o.built)
}

func sum[K comparable](to, from map[K]int64) {
	for key, n := range from {
		to[key] += n
	}
}
