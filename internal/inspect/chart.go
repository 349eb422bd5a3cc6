package inspect

import (
	"math"
	"slices"
	"sort"
	"time"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/systems"
)

// The most that a chart keeps. Of games with more bodies than chartBodies it keeps those that
// somebody asks for alone.
const (
	chartSamples = 6000    // moments: ten minutes at ten a second
	chartRecords = 1 << 20 // bodies in all moments, of 20 bytes each
	chartBodies  = 2000
)

// Chart remembers how a game went: how many there were of each class and how many did what,
// the scores, how long ticks took, and how bodies fared. It is filled with snapshots, and
// costs nothing between them. The zero Chart is empty.
type Chart struct {
	Classes []string // ids, in the order of Moment.Classes; empty for players
	Actions []string // in the order of Moment.Actions; empty for those who did nothing
	moments []Moment // by tick
	records int      // bodies in all of them
	class   map[string]int
	action  map[string]int
}

// Moment is how a game was at a tick. Lists may be shorter than those of the chart: what was
// not known yet was 0.
type Moment struct {
	Tick    int64
	Time    float64 // seconds of simulated time
	Took    time.Duration
	Classes []int32   // bodies
	Actions []int32   // bodies that did it
	Scores  []float64 // of the sides of the match, in the order of the snapshot
	bodies  []bodyRecord
}

type bodyRecord struct {
	id     components.ID
	x, y   float32
	health float32
	action int32
}

// BodyMoment is how a body fared at a tick.
type BodyMoment struct {
	Tick   int64
	Health float32 // 0 to 1
	Speed  float32 // metres a second, since the moment before
	Action int     // of Chart.Actions
}

// Due reports whether enough time has passed since the last moment to take in another one: a
// tenth of a second, and more in large games. rate is how many ticks a second has.
func (c *Chart) Due(s *systems.Snapshot, rate float64) bool {
	if len(c.moments) == 0 {
		return true
	}
	seconds := 0.1
	switch n := len(s.Bots); {
	case n > 50_000:
		seconds = 2
	case n > 5000:
		seconds = 0.5
	}
	return s.Tick-c.moments[len(c.moments)-1].Tick >= max(int64(math.Round(seconds*rate)), 1)
}

// Add takes in a snapshot that is newer than all before it, with how long its ticks took on
// average. Older ones are left out: they were taken in when they were new. Who are those
// to remember in a game of any size.
func (c *Chart) Add(s *systems.Snapshot, took time.Duration, who ...components.ID) {
	if n := len(c.moments); n > 0 && s.Tick <= c.moments[n-1].Tick {
		return
	}
	if c.class == nil {
		c.class, c.action = map[string]int{}, map[string]int{}
	}
	m := Moment{Tick: s.Tick, Time: s.Time, Took: took, Classes: make([]int32, len(c.Classes)), Actions: make([]int32, len(c.Actions))}
	few := len(s.Bots)+len(s.Players) <= chartBodies
	for _, list := range [...][]systems.BodyView{s.Bots, s.Players} {
		for i := range list {
			b := &list[i]
			at := place(&c.Classes, c.class, b.Class)
			m.Classes = grown(m.Classes, at)
			m.Classes[at]++
			at = place(&c.Actions, c.action, b.Action)
			m.Actions = grown(m.Actions, at)
			m.Actions[at]++
			if few || slices.Contains(who, b.ID) {
				m.bodies = append(m.bodies, bodyRecord{b.ID, b.X, b.Y, b.Health, int32(at)})
			}
		}
	}
	slices.SortFunc(m.bodies, func(a, b bodyRecord) int { return int(int64(a.id) - int64(b.id)) })
	for _, side := range s.Sides {
		m.Scores = append(m.Scores, side.Score)
	}
	c.moments = append(c.moments, m)
	c.records += len(m.bodies)
	if len(c.moments) > 2*chartSamples {
		c.drop(len(c.moments) - chartSamples)
	}
	for i := 0; c.records > chartRecords; i++ {
		c.records -= len(c.moments[i].bodies)
		c.moments[i].bodies = nil
	}
}

// drop forgets the oldest moments.
func (c *Chart) drop(n int) {
	for i := range n {
		c.records -= len(c.moments[i].bodies)
	}
	c.moments = slices.Delete(c.moments, 0, n)
}

// place is where a name is in a list, to which it is added when it is new.
func place(list *[]string, index map[string]int, name string) int {
	at, ok := index[name]
	if !ok {
		at = len(*list)
		index[name], *list = at, append(*list, name)
	}
	return at
}

// grown is a list with room for an index.
func grown(list []int32, at int) []int32 {
	for len(list) <= at {
		list = append(list, 0)
	}
	return list
}

// Forget forgets what came after a tick: the game goes another way from there.
func (c *Chart) Forget(tick int64) {
	for n := len(c.moments); n > 0 && c.moments[n-1].Tick > tick; n-- {
		c.records -= len(c.moments[n-1].bodies)
		c.moments = c.moments[:n-1]
	}
}

// Between are the moments from one tick to another. The slice is good until the next call of
// Add or Forget.
func (c *Chart) Between(from, to int64) []Moment {
	lo := sort.Search(len(c.moments), func(i int) bool { return c.moments[i].Tick >= from })
	hi := sort.Search(len(c.moments), func(i int) bool { return c.moments[i].Tick > to })
	return c.moments[lo:max(lo, hi)]
}

// Body appends how a body fared from one tick to another, as far as that is known.
func (c *Chart) Body(id components.ID, from, to int64, list []BodyMoment) []BodyMoment {
	var last *bodyRecord
	var then float64
	for i, all := 0, c.Between(from, to); i < len(all); i++ {
		m := &all[i]
		at, ok := slices.BinarySearchFunc(m.bodies, id, func(b bodyRecord, id components.ID) int { return int(int64(b.id) - int64(id)) })
		if !ok {
			last = nil
			continue
		}
		b := &m.bodies[at]
		p := BodyMoment{Tick: m.Tick, Health: b.health, Action: int(b.action)}
		if last != nil && m.Time > then {
			p.Speed = float32(math.Hypot(float64(b.x-last.x), float64(b.y-last.y)) / (m.Time - then))
		}
		list = append(list, p)
		last, then = b, m.Time
	}
	if len(list) > 1 && list[0].Speed == 0 {
		list[0].Speed = list[1].Speed
	}
	return list
}
