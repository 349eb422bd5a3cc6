package unvanquished

import (
	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/systems/internal/column"
)

// musterJob counts the bodies of each team, and what they bear.
type musterJob state

var _ ecs.Job = (*musterJob)(nil)

// mustered is what one worker counted: for each team clients, radars, and how many have
// each weapon.
type mustered struct {
	counts []int32
	_      [5]uint64
}

// Of the counts of a team, these come first.
const (
	countClients = iota
	countRadars
	countArmed
)

// countsATeam is how many counts there are of each team.
func (s *state) countsATeam() int { return countArmed + len(s.weapon) }

// musterAll counts all bodies.
func (s *state) musterAll() {
	w := s.a.Game.World.Workers()
	s.musters = column.Grow(s.musters, w.Count())
	for i := range s.musters {
		m := &s.musters[i]
		m.counts = column.Grow(m.counts, len(s.teams)*s.countsATeam())
		clear(m.counts)
	}
	w.Run(len(s.a.Laid), gearGrain, (*musterJob)(s))
	for i := range s.musters {
		counts := s.musters[i].counts
		for t := range s.teams {
			c, of := &s.teams[t], counts[t*s.countsATeam():]
			c.clients += of[countClients]
			c.radars += of[countRadars]
			for weapon := range c.armed {
				c.armed[weapon] += of[countArmed+weapon]
			}
		}
	}
}

// Do counts the bodies Laid[lo:hi], and notes the weapon that each bears.
func (j *musterJob) Do(worker, lo, hi int) {
	s := (*state)(j)
	counts, each := s.musters[worker].counts, s.countsATeam()
	for _, b := range s.a.Laid[lo:hi] {
		if s.isBuilding(b) {
			continue
		}
		e, c := &s.bots[b], counts[int(s.a.Group[b])*each:]
		c[countClients]++
		switch {
		case s.a.Class[b] == ecs.Human:
		case !s.a.Dead(b):
			e.bore = s.primary(b).Weapon + 1
			for i := range s.a.Cargo[b].Arms {
				if w := s.a.Cargo[b].Arms[i].Weapon; w >= 0 {
					c[countArmed+int(w)]++
				}
			}
			if s.owns(b, radar) {
				c[countRadars]++
			}
		case e.bore > 0 && s.a.Now-e.diedAt < s.a.Ticks(bodyTime):
			c[countArmed+int(e.bore)-1]++
		}
	}
}
