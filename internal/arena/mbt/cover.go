package mbt

import (
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/core"
)

// The tags of places that stand for covers and for reference points.
const (
	coverTag = "cover"
	pointTag = "refpoint"
)

// hideout holds a body's knowledge of covers. A cover is a place with the tag cover; it
// hides from whom an obstacle keeps it out of sight.
type hideout struct {
	registered int32 // the place that a query found last, or -1
	taken      int32 // the place that it goes to or is in, or -1
	moving, in bool
	shunned    [4]shunned // the last that did not hide
	next       uint8      // which of them is replaced
}

// shunned is a cover that is not offered for a while.
type shunned struct {
	place int32
	until int64
}

// shuns is for how long a body is not offered a cover that did not hide it, in seconds.
const shuns = 10

// coverWide says how near to its place a body in a cover must be, in metres.
const coverWide = 1

func (s *agents) shuns(b, place int32) bool {
	for _, c := range s.list[b].cover.shunned {
		if c.until > s.arena.Now && c.place == place {
			return true
		}
	}
	return false
}

// register takes a cover for a body, and gives back the one that it had registered. It is
// false for a cover that is taken.
func (s *agents) register(b, place int32) bool {
	if s.covers[place] != 0 {
		return false
	}
	c := &s.list[b].cover
	was := c.registered
	c.registered = place
	s.covers[place] = s.arena.ID(b)
	s.free(b, was)
	return true
}

// free gives a cover back, unless the body still has it.
func (s *agents) free(b, place int32) {
	if c := &s.list[b].cover; place >= 0 && c.registered != place && c.taken != place && s.covers[place] == s.arena.ID(b) {
		s.covers[place] = 0
	}
}

// leaveCovers gives back all covers of a body, and tells nobody.
func (s *agents) leaveCovers(b int32) {
	c := &s.list[b].cover
	registered, taken := c.registered, c.taken
	c.registered, c.taken, c.in, c.moving = -1, -1, false, false
	s.free(b, registered)
	s.free(b, taken)
}

// setOut begins the way of a body that has found its way: it leaves its cover, and is on its
// way to the one that is registered where that is where it goes.
func (s *agents) setOut(b int32, toCover bool) {
	c := &s.list[b].cover
	was := c.taken
	if c.in {
		c.in = false
		s.send(b, onLeaveCover)
	}
	if c.taken = -1; toCover {
		c.taken = c.registered
	}
	if !toCover && was == c.registered {
		c.registered = -1
	}
	s.free(b, was)
	moving := toCover && c.taken >= 0
	if moving && !c.moving {
		s.send(b, onMovingToCover)
	}
	c.moving = moving
}

// tendCovers takes bodies into the covers that they have reached, and out of those that do
// not hide them from their targets.
func (s *agents) tendCovers() {
	a := s.arena
	for place, who := range s.covers {
		b := a.BodyOf(who)
		if b < 0 {
			continue
		}
		c := &s.list[b].cover
		if c.taken != int32(place) || a.Dead(b) {
			continue
		}
		p := s.coverSpot(c.taken)
		x, y := a.Game.At(b)
		far := core.Length(a.Field.Delta(x, y, p.X, p.Y))
		if !s.coverHides(b, c.taken) || c.in && far > coverWide {
			s.compromise(b)
			continue
		}
		if c.moving && !c.in && far <= max(float64(s.list[b].plan.near), reachSlack) {
			c.in, c.moving = true, false
			s.send(b, onEnterCover)
		}
	}
}

// reachSlack says how near to its cover a body has reached it, in metres.
const reachSlack = 0.3

// compromise takes a body's cover away from it.
func (s *agents) compromise(b int32) {
	c := &s.list[b].cover
	place := c.taken
	s.send(b, onCoverCompromised)
	if c = &s.list[b].cover; c.in {
		c.in = false
		s.send(b, onLeaveCover)
	}
	c.shunned[c.next%4] = shunned{place, s.arena.Now + s.arena.Ticks(shuns)}
	c.next = (c.next + 1) % 4
	if c.taken = -1; c.registered == place {
		c.registered = -1
	}
	c.moving = false
	s.free(b, place)
}

// coverSpot returns where a body is in a cover: at the place, or the free spot next to it where
// that is too near to an obstacle.
func (s *agents) coverSpot(place int32) components.Position {
	p := &s.arena.Places()[place]
	return s.arena.Land.Free(components.Position{X: p.X, Y: p.Y})
}

// coverHides reports whether a place is out of sight of a body's target; true without one.
func (s *agents) coverHides(b, place int32) bool {
	x, y, known := s.place(b)
	p := &s.arena.Places()[place]
	return !known || !s.arena.Land.NothingBetween(x, y, p.X, p.Y)
}

// inCover reports whether a body is in a cover that it went to.
func (s *agents) inCover(b int32) bool { return s.list[b].cover.in }
