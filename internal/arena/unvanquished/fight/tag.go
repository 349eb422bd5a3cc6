package fight

import (
	"sync/atomic"

	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
	"github.com/thicket-sim/thicket/internal/systems/column"
	"github.com/thicket-sim/thicket/internal/systems/spatial"
)

// The rules of tagging: ping of Beacon.cpp.
const (
	tagCos      = 0.9              // of the angle between the view and what is looked at, 26 degrees
	tagFar      = 4096 * lore.Unit // metres; Thicket's own
	tagRadar    = 1000 * lore.Unit // metres
	tagForgets  = 2                // seconds
	tagSeconds  = 0.1
	beaconsFrom = 1.5 // seconds
)

func (s *Fight) initTags() {
	s.tagEvery = max(s.a.Ticks(tagSeconds), 1)
	s.tagStep = float64(s.tagEvery) * s.a.Game.World.Clock().DT * 1000
	s.tagDelay, s.beacons = s.SettingNumber("g_tagDelay"), s.Allows("g_mainBuildableStartingBeacons")
	s.hidden = make([]world.Listing, len(s.Teams))
}

// tagging reports whether bodies look at buildings in this tick.
func (s *Fight) tagging() bool { return s.a.Now%s.tagEvery == 0 }

// ListHidden lists, for each group, the buildings of which nobody else knows.
func (s *Fight) ListHidden() {
	if !s.tagging() {
		return
	}
	s.glances = column.Grow(s.glances, len(s.Bots))
	x, y, id := s.a.Game.Columns()
	for i := range s.hidden {
		l := &s.hidden[i]
		had := len(l.List) > 0
		l.List = l.List[:0]
		for _, q := range s.Teams[i].Kinds[lore.AllBuildings].List {
			if !s.Known(q) {
				l.List = append(l.List, q)
				s.glances[q] = 0
			}
		}
		if had || len(l.List) > 0 {
			l.MakeIndex(s.a.Field, spatial.Points{X: x, Y: y, ID: id})
		}
	}
}

// Glance looks at the unknown building of another side that is in the middle of a
// body's view, or nearest to it. A radar finds all that are near.
func (s *Fight) Glance(b int32) {
	if !s.tagging() {
		return
	}
	scans := s.Owns(b, lore.Radar)
	x, y, hx, hy := s.a.Game.Body(b)
	near := s.a.Sight.Borrow()
	defer near.Return()
	for _, gi := range s.a.Groups[s.a.Group[b]].Foes {
		if len(s.hidden[gi].List) > 0 {
			near.List = s.hidden[gi].Index.Within(x, y, tagFar, near.List)
		}
	}
	n := 0
	for _, q := range near.List {
		dx, dy := s.a.Delta(b, q)
		gap := max(core.Length(dx, dy), leastGap)
		if scans && gap <= tagRadar {
			if s.a.Sight.InLine(b, q) {
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
func (s *Fight) tagBuildings() {
	if s.beacons && s.a.Now == s.a.Ticks(beaconsFrom) {
		for i := range s.Teams {
			for _, kind := range [...]int{lore.Overmind, lore.Reactor} {
				for _, q := range s.Teams[i].Kinds[kind].List {
					s.Structures[q].Tagged = true
				}
			}
		}
	}
	if !s.tagging() {
		return
	}
	for i := range s.hidden {
		for _, q := range s.hidden[i].List {
			k := &s.Structures[q].Knowledge
			if n := s.glances[q]; n > 0 {
				k.Heed += float32(float64(n) * s.tagStep)
				k.Heeded = s.a.Now
			} else if k.Heed > 0 && s.a.Since(k.Heeded) > tagForgets {
				k.Heed = max(k.Heed-float32(s.tagStep/2), 0)
			}
			k.Tagged = k.Tagged || float64(k.Heed) > s.tagDelay
		}
	}
}
