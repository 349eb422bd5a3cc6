package unvanquished

import (
	"sync/atomic"

	"github.com/thicket-sim/thicket/systems/arena/internal/core"
	"github.com/thicket-sim/thicket/systems/internal/column"
	"github.com/thicket-sim/thicket/systems/internal/spatial"
)

// knowledge is what the other team knows of a building.
type knowledge struct {
	tagged bool
	heed   float32 // for how long its members looked at it, in milliseconds
	heeded int64   // when they did last
}

// tags is what the state keeps of looking at buildings.
type tags struct {
	tagEvery int64   // ticks between two looks
	tagStep  float64 // how long a look counts, in milliseconds
	tagDelay float64 // the sum that it takes, in milliseconds
	beacons  bool    // main buildings are known at the start
	hidden   []listing
	// glances are how many look at a body in this tick; workers count them together.
	glances []int32
}

// The rules of tagging: ping of Beacon.cpp.
const (
	tagCos      = 0.9         // of the angle between the view and what is looked at, 26 degrees
	tagFar      = 4096 * unit // metres; Thicket's own
	tagRadar    = 1000 * unit // metres
	tagForgets  = 2           // seconds
	tagSeconds  = 0.1
	beaconsFrom = 1.5 // seconds
)

func (s *state) initTags() {
	s.tagEvery = max(s.a.Ticks(tagSeconds), 1)
	s.tagStep = float64(s.tagEvery) * s.a.Game.World.Clock().DT * 1000
	s.tagDelay, s.beacons = s.number("g_tagDelay"), s.allows("g_mainBuildableStartingBeacons")
	s.hidden = make([]listing, len(s.teams))
}

// known reports whether the other team knows of a building.
func (s *state) known(q int32) bool { return s.structures[q].tagged }

// tagging reports whether bodies look at buildings in this tick.
func (s *state) tagging() bool { return s.a.Now%s.tagEvery == 0 }

// listHidden lists, for each group, the buildings of which nobody else knows.
func (s *state) listHidden() {
	if !s.tagging() {
		return
	}
	s.glances = column.Grow(s.glances, len(s.bots))
	x, y, id := s.a.Game.Columns()
	for i := range s.hidden {
		l := &s.hidden[i]
		had := len(l.list) > 0
		l.list = l.list[:0]
		for _, q := range s.teams[i].kinds[allBuildings].list {
			if !s.known(q) {
				l.list = append(l.list, q)
				s.glances[q] = 0
			}
		}
		if had || len(l.list) > 0 {
			l.index.Build(s.a.Field, spatial.Points{X: x, Y: y, ID: id}, l.list)
		}
	}
}

// glance looks at the unknown building of another side that is in the middle of a
// body's view, or nearest to it. A radar finds all that are near.
func (s *state) glance(b int32) {
	if !s.tagging() {
		return
	}
	scans := s.owns(b, radar)
	x, y, hx, hy := s.a.Game.Body(b)
	near := s.a.Borrow()
	defer near.Return()
	for _, gi := range s.a.Groups[s.a.Group[b]].Foes {
		if len(s.hidden[gi].list) > 0 {
			near.List = s.hidden[gi].index.Within(x, y, tagFar, near.List)
		}
	}
	n := 0
	for _, q := range near.List {
		dx, dy := s.a.Delta(b, q)
		gap := max(core.Length(dx, dy), leastGap)
		if scans && gap <= tagRadar {
			if s.a.InLine(b, q) {
				atomic.AddInt32(&s.glances[q], 1)
			}
			continue
		}
		ahead := float64(dx*float64(hx)) + float64(dy*float64(hy))
		score := ahead / gap
		if aside := float64(dx*float64(hy)) - float64(dy*float64(hx)); ahead > 0 && max(aside, -aside) <= float64(s.a.FormOf(q).Radius) {
			score = 1 + 1/gap // the view meets it
		}
		if score >= tagCos {
			near.List[n] = q
			near.Scores = append(near.Scores, score)
			n++
		}
	}
	near.List = near.List[:n]
	if q, seen := s.bestInLine(b, near); seen {
		atomic.AddInt32(&s.glances[q], 1)
	}
}

// tagBuildings adds up who looked at which building.
func (s *state) tagBuildings() {
	if s.beacons && s.a.Now == s.a.Ticks(beaconsFrom) {
		for i := range s.teams {
			for _, kind := range [...]int{overmind, reactor} {
				for _, q := range s.teams[i].kinds[kind].list {
					s.structures[q].tagged = true
				}
			}
		}
	}
	if !s.tagging() {
		return
	}
	for i := range s.hidden {
		for _, q := range s.hidden[i].list {
			k := &s.structures[q].knowledge
			if n := s.glances[q]; n > 0 {
				k.heed += float32(float64(n) * s.tagStep)
				k.heeded = s.a.Now
			} else if k.heed > 0 && s.a.Since(k.heeded) > tagForgets {
				k.heed = max(k.heed-float32(s.tagStep/2), 0)
			}
			k.tagged = k.tagged || float64(k.heed) > s.tagDelay
		}
	}
}
