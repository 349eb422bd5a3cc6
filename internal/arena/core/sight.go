package core

import (
	"math"
	"sync/atomic"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
)

// found is the nearest foe that a body sees, as it was looked up at a tick.
type found struct {
	at    int64
	body  int32
	reach float32 // how far was looked; somebody who was found is the nearest of all
}

// Sees reports whether body p sees body q: within the radius and the angle of
// its sight, with no obstacle in between. The dead are not seen, and nobody
// sees itself. It is false for a q of -1.
func (sg *sight) Sees(p, q int32) bool {
	if q < 0 || p == q || sg.out(q) {
		return false
	}
	f := sg.form(p)
	x, y, hx, hy := sg.Game.Body(p)
	qx, qy := sg.Game.At(q)
	dx, dy := sg.Field.Delta(x, y, qx, qy)
	d2 := float64(dx*dx) + float64(dy*dy)
	if r := float64(f.Sight.Radius); d2 > r*r {
		return false
	}
	if f.cos > -2 && (hx != 0 || hy != 0) {
		if ahead := float64(dx*float64(hx)) + float64(dy*float64(hy)); ahead < float64(f.cos*math.Sqrt(d2)) {
			return false
		}
	}
	return sg.land.sees(x, y, qx, qy)
}

// InLine reports whether no obstacle stands between two bodies; false for a q
// of -1.
func (sg *sight) InLine(p, q int32) bool {
	if q < 0 {
		return false
	}
	x, y := sg.Game.At(p)
	qx, qy := sg.Game.At(q)
	return sg.land.sees(x, y, qx, qy)
}

// Delta returns the way from body p to body q, in metres.
func (bs *bodies) Delta(p, q int32) (dx, dy float64) {
	x, y := bs.Game.At(p)
	qx, qy := bs.Game.At(q)
	return bs.Field.Delta(x, y, qx, qy)
}

func (bs *bodies) Distance(p, q int32) float64 {
	dx, dy := bs.Delta(p, q)
	return math.Sqrt(float64(dx*dx) + float64(dy*dy))
}

// sight lets bodies see each other.
type sight struct {
	*bodies
	land    *land
	foes    []found   // by body; looked up anew in each tick
	scratch []Scratch // for the workers that think
}

// search finds the nearest body that a body sees and that fits; of several at
// one distance that with the lowest id.
type search struct {
	a *sight
	sought
}

// sought says for whom a search looks, and whom it found so far.
type sought struct {
	self  int32
	class int16 // only this one, or any below ecs.Human
	hurt  bool  // only those without their full health
	blind bool  // also those that it does not see
	reach float32
	best  int32
	d2    float64
}

const anyClass = ecs.NoClass

func (sg *sight) newSearch(self int32) search {
	return search{sg, sought{self: self, class: anyClass, reach: sg.form(self).Sight.Radius, best: -1, d2: math.Inf(1)}}
}

func (s *search) wants(q int32) bool {
	a := s.a
	return (s.class == anyClass || a.Class[q] == s.class) && (!s.hurt || a.HealthShare(q) < 1) && (s.blind && !a.out(q) || a.Sees(s.self, q))
}

// scan takes the nearest fitting body of a group, if it is nearer than the best
// so far.
func (s *search) scan(gi int16) {
	a, g := s.a, &s.a.Groups[gi]
	if g.Index.Len() == 0 || s.class != anyClass && !g.has(s.class) {
		return
	}
	x, y := a.Game.At(s.self)
	first := g.Index.NearestWithin(x, y, s.reach, s.self)
	if first < 0 || !s.better(first) {
		return
	}
	if s.wants(first) {
		s.take(first)
		return
	}
	near := a.Borrow()
	near.seeker.sought, near.seeker.but = s.sought, first
	g.Index.Visit(x, y, s.reach, &near.seeker)
	s.best, s.d2 = near.seeker.best, near.seeker.d2
	near.Return()
}

// seeker looks for the nearest that fits among those that it is told of, but one.
type seeker struct {
	search
	but int32
}

// Visit implements spatial.Visitor.
func (s *seeker) Visit(q int32, limit float64) float64 {
	if q != s.self && q != s.but && s.better(q) && s.wants(q) {
		s.take(q)
		return min(limit, s.d2)
	}
	return limit
}

// counter counts those whom a body sees of those that it is told of, up to as many as matter.
type counter struct {
	sight  *sight
	body   int32
	count  int
	enough float64
}

// Visit implements spatial.Visitor.
func (c *counter) Visit(q int32, limit float64) float64 {
	if c.sight.Sees(c.body, q) {
		if c.count++; float64(c.count) >= c.enough {
			return -1
		}
	}
	return limit
}

// Scratch is lists that one worker uses at a time.
type Scratch struct {
	taken atomic.Bool
	// List is of bodies, Scores for what is worked out of them.
	List   []int32
	Scores []float64

	// Both keep the sight that they were made for: who hands one over would have its turn moved to the heap.
	seeker  seeker
	counter counter
	_       [8]uint64 // no two in one cache line
}

// Borrow returns empty lists that nobody else uses until their Return. There are
// as many as workers: borrow one at a time.
func (sg *sight) Borrow() *Scratch {
	for {
		for i := range sg.scratch {
			if s := &sg.scratch[i]; s.taken.CompareAndSwap(false, true) {
				s.List, s.Scores = s.List[:0], s.Scores[:0]
				return s
			}
		}
	}
}

// Return gives the lists back.
func (s *Scratch) Return() { s.taken.Store(false) }

func (s *search) dist2(q int32) float64 {
	x, y := s.a.Game.At(s.self)
	qx, qy := s.a.Game.At(q)
	return s.a.Field.Dist2(x, y, qx, qy)
}

func (s *search) better(q int32) bool {
	d := s.dist2(q)
	return d < s.d2 || d == s.d2 && (s.best < 0 || s.a.ID(q) < s.a.ID(s.best))
}

func (s *search) take(q int32) { s.best, s.d2 = q, s.dist2(q) }

// NearestFoe returns the nearest foe that a body sees, or -1.
func (sg *sight) NearestFoe(body int32) int32 {
	f := &sg.foes[body]
	if f.at != sg.Now {
		s := sg.newSearch(body)
		for _, gi := range sg.Groups[sg.Group[body]].Foes {
			s.scan(gi)
		}
		*f = found{sg.Now, s.best, s.reach}
	}
	return f.body
}

// friend returns the nearest other body of its group that a body sees, or -1;
// with hurt, of those without their full health.
func (sg *sight) friend(body int32, hurt bool) int32 {
	s := sg.newSearch(body)
	s.hurt = hurt
	s.scan(sg.Group[body])
	return s.best
}

// NearestSeen returns the nearest body that a body sees, of one class or of any
// (anyClass), or -1.
func (sg *sight) NearestSeen(body int32, class int16) int32 {
	s := sg.newSearch(body)
	s.class = class
	for gi := range sg.Groups {
		s.scan(int16(gi))
	}
	return s.best
}

// NearestOf returns the nearest body of some classes within so many metres, seen or not,
// or -1.
func (sg *sight) NearestOf(body int32, classes []int16, metres float32) int32 {
	s := sg.newSearch(body)
	s.blind, s.reach = true, metres
	for _, class := range classes {
		s.class = class
		for gi := range sg.Groups {
			s.scan(int16(gi))
		}
	}
	return s.best
}

// keepEyesOn finds whom a body keeps its eyes on: the same foe for as long as
// it sees that one, then the nearest. What has changed is told later, by tell.
func (sg *sight) keepEyesOn(body int32) {
	s, now := &sg.Eyes[body], components.ID(0)
	if !sg.out(body) {
		if q := sg.BodyOf(s.Seen); q >= 0 && sg.Sees(body, q) {
			now = s.Seen
		} else if q := sg.NearestFoe(body); q >= 0 {
			now = sg.ID(q)
		}
	}
	if q := sg.BodyOf(now); q >= 0 {
		s.X, s.Y, _, _ = sg.Game.Body(q)
		s.Last, s.At = now, sg.Now
	}
	sg.want[body].seen = now
}

// tell sends a body's tree what has changed before its eyes.
func (sg *sight) tell(body int32) {
	s, now := &sg.Eyes[body], sg.want[body].seen
	if now == s.Seen {
		return
	}
	was, id := s.Seen, sg.ID(body)
	s.Seen = now
	if was != 0 {
		sg.send(id, eventLost, was)
	}
	if now != 0 {
		sg.send(id, eventSeen, now)
	}
}

// send sends an event to a bot's tree, with the id of the body that caused it.
func (bs *bodies) send(to components.ID, e event, who components.ID) {
	_ = bs.Game.Mail.Send(to, e.String(), host.NumberValue(float64(who))) // it is alive in the world
}
