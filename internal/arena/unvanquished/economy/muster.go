package economy

import (
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/systems/column"
)

// musterJob counts the bodies of each team, and what they bear.
type musterJob Economy

var _ ecs.Job = (*musterJob)(nil)

// mustered holds the counts of one worker: for each team clients, radars, and how many have
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

// countsATeam returns how many counts there are of each team.
func (s *Economy) countsATeam() int { return countArmed + len(s.WeaponNumber) }

// MusterAll counts all bodies.
func (s *Economy) MusterAll() {
	w := s.a.Game.World.Workers()
	s.musters = column.Grow(s.musters, w.Count())
	for i := range s.musters {
		m := &s.musters[i]
		m.counts = column.Grow(m.counts, len(s.Teams)*s.countsATeam())
		clear(m.counts)
	}
	w.Run(len(s.a.Laid), world.Grain, (*musterJob)(s))
	for i := range s.musters {
		counts := s.musters[i].counts
		for t := range s.Teams {
			c, of := &s.Teams[t], counts[t*s.countsATeam():]
			c.Clients += of[countClients]
			c.Radars += of[countRadars]
			for weapon := range c.Armed {
				c.Armed[weapon] += of[countArmed+weapon]
			}
		}
	}
}

// Do counts the bodies Laid[lo:hi], and notes the weapon that each bears.
func (j *musterJob) Do(worker, lo, hi int) {
	s := (*Economy)(j)
	counts, each := s.musters[worker].counts, s.countsATeam()
	for _, b := range s.a.Laid[lo:hi] {
		if s.IsBuilding(b) {
			continue
		}
		e, c := &s.Bots[b], counts[int(s.a.Group[b])*each:]
		c[countClients]++
		switch {
		case s.a.Class[b] == ecs.Human:
		case !s.a.Dead(b):
			e.Bore = s.Primary(b).Weapon + 1
			for i := range s.a.Cargo[b].Arms {
				if w := s.a.Cargo[b].Arms[i].Weapon; w >= 0 {
					c[countArmed+int(w)]++
				}
			}
			if s.Owns(b, lore.Radar) {
				c[countRadars]++
			}
		case e.Bore > 0 && s.a.Now-e.DiedAt < s.a.Ticks(lore.BodyTime):
			c[countArmed+int(e.Bore)-1]++
		}
	}
}
